//! Finding weights of a linear evaluator: CMA-ES on the lines of whole games.

use cmaes::{CMAES, CMAESOptions, DVector, Mode};

use super::features::{COUNT, Feature};
use super::weights::Weights;

/// What is tuned and how.
#[derive(Debug, Clone)]
pub struct TuneOptions {
    /// Weights to begin with, by feature.
    pub start: [f64; COUNT],
    /// Which weights may change; the others stay as they are.
    pub features: Vec<Feature>,
    /// First standard deviation, relative to each weight's size.
    pub step: f64,
    /// Candidates a generation.
    pub population: usize,
    /// Seed of the search itself (games have their own).
    pub seed: u64,
}

/// A search under way: ask for candidates and tell their scores, generation after generation.
///
/// The search depends only on its options and the scores it was told, so that telling recorded
/// scores again takes it back to where it was.
pub struct Tuner {
    options: TuneOptions,
    /// The size of one unit of each parameter.
    scales: Vec<f64>,
    /// Scores by generation, told so far.
    told: Vec<Vec<f64>>,
}

/// Length to which the starting weights are scaled: only their proportions matter.
const LENGTH: f64 = 16.0;

impl Tuner {
    /// A search that has not been told anything.
    pub fn new(options: TuneOptions) -> Self {
        let start = scaled(&options.start);
        let scales = options.features.iter().map(|f| start[f.index()].abs().max(1.0)).collect();
        Self { options, scales, told: Vec::new() }
    }

    /// Generations told so far.
    pub fn generation(&self) -> usize {
        self.told.len()
    }

    /// The candidates of the next generation.
    pub fn ask(&self) -> Vec<Weights> {
        let points = self.replay().1;
        points.iter().map(|point| self.weights(point)).collect()
    }

    /// Tells the scores (more is better) of the candidates of [`Tuner::ask`], in their order.
    pub fn tell(&mut self, scores: Vec<f64>) {
        self.told.push(scores);
    }

    /// The middle of the search: the best guess when single scores are noisy.
    pub fn mean(&self) -> Weights {
        self.weights(&self.replay().0)
    }

    /// Runs the search again on all scores told: its mean and the candidates it asks for next.
    fn replay(&self) -> (DVector<f64>, Vec<DVector<f64>>) {
        let start = scaled(&self.options.start);
        let values = self.options.features.iter().map(|f| start[f.index()]);
        let first: Vec<f64> = values.zip(&self.scales).map(|(v, scale)| v / scale).collect();
        let mut asked = Vec::new();
        let mut scores = self.told.iter().flatten();
        // Points beyond the told ones get a score of no meaning: the search ends after them.
        let objective = |point: &DVector<f64>| match scores.next() {
            Some(score) => *score,
            None => {
                asked.push(point.clone());
                asked.len() as f64
            }
        };
        let mut search: CMAES<_> = CMAESOptions::new(first, self.options.step)
            .mode(Mode::Maximize)
            .population_size(self.options.population)
            .seed(self.options.seed)
            .build(objective)
            .expect("population and step are positive");
        // Noisy scores may look converged to the library; the caller decides when to stop.
        for _ in &self.told {
            let _ = search.next();
        }
        let mean = search.mean().clone();
        let _ = search.next();
        drop(search);
        (mean, asked)
    }

    fn weights(&self, point: &DVector<f64>) -> Weights {
        let mut set = scaled(&self.options.start);
        for ((feature, value), scale) in self.options.features.iter().zip(point).zip(&self.scales) {
            set[feature.index()] = value * scale;
        }
        let listed = Feature::ALL.map(|feature| (feature, set[feature.index()]));
        Weights::new("tuned", &listed)
    }
}

/// The starting weights, scaled to a length of their own.
fn scaled(weights: &[f64; COUNT]) -> [f64; COUNT] {
    let length = weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt().max(1e-9);
    weights.map(|weight| weight * LENGTH / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tetris::strategy;

    fn bcts() -> [f64; COUNT] {
        let bcts = strategy("bcts").expect("shipped");
        *bcts.evaluator.weights().expect("linear").plain()
    }

    fn options() -> TuneOptions {
        let features = vec![Feature::Holes, Feature::Wells, Feature::Bumpiness];
        TuneOptions { start: bcts(), features, step: 0.3, population: 8, seed: 4 }
    }

    /// Best where holes weigh -5, wells -1 and bumpiness -2.
    fn score(weights: &Weights) -> f64 {
        let set = weights.plain();
        let off = |feature: Feature, at: f64| (set[feature.index()] - at).powi(2);
        -(off(Feature::Holes, -5.0) + off(Feature::Wells, -1.0) + off(Feature::Bumpiness, -2.0))
    }

    #[test]
    fn a_plain_landscape_is_climbed_and_recorded_scores_bring_a_search_back() {
        let mut tuner = Tuner::new(options());
        for _ in 0..60 {
            let scores = tuner.ask().iter().map(score).collect();
            tuner.tell(scores);
        }
        assert!(score(&tuner.mean()) > -0.01, "{:?}", tuner.mean());
        let mut again = Tuner::new(options());
        tuner.told[..30].iter().for_each(|scores| again.tell(scores.clone()));
        let scores: Vec<f64> = again.ask().iter().map(score).collect();
        assert_eq!(scores, tuner.told[30]);
    }

    #[test]
    fn only_listed_weights_change() {
        let tuner = Tuner::new(options());
        let start = scaled(&bcts());
        for candidate in tuner.ask() {
            let own = candidate.plain();
            let landing = Feature::LandingHeight.index();
            assert_eq!(own[landing], start[landing]);
            assert_ne!(own[Feature::Holes.index()], start[Feature::Holes.index()]);
        }
    }
}
