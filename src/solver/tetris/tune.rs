//! Finding weights of a linear evaluator: CMA-ES on the lines of whole games.

use cmaes::{CMAES, CMAESOptions, DVector, Mode};

use super::features::{COUNT, Feature};
use super::weights::Weights;

/// What is tuned and how.
#[derive(Debug, Clone)]
pub struct TuneOptions {
    /// Where to begin.
    pub start: Weights,
    /// Which weights may change; the others stay as they are.
    pub features: Vec<Feature>,
    /// Whether a second set of weights for crowded wells is tuned as well.
    pub crowded: bool,
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
        let (free, crowded) = start(&options.start);
        let scale = |set: &[f64; COUNT], feature: &Feature| set[feature.index()].abs().max(1.0);
        let mut scales: Vec<f64> = options.features.iter().map(|f| scale(&free, f)).collect();
        if options.crowded {
            scales.extend(options.features.iter().map(|f| scale(&crowded, f)));
        }
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
        let (free, crowded) = start(&self.options.start);
        let mut values: Vec<f64> = self.options.features.iter().map(|f| free[f.index()]).collect();
        if self.options.crowded {
            values.extend(self.options.features.iter().map(|f| crowded[f.index()]));
        }
        let first: Vec<f64> = values.iter().zip(&self.scales).map(|(v, scale)| v / scale).collect();
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
        let (mut free, mut crowded) = start(&self.options.start);
        let count = self.options.features.len();
        for (i, (value, scale)) in point.iter().zip(&self.scales).enumerate() {
            let set = if i < count { &mut free } else { &mut crowded };
            set[self.options.features[i % count].index()] = value * scale;
        }
        let listed: Vec<(Feature, f64)> =
            Feature::ALL.iter().map(|feature| (*feature, free[feature.index()])).collect();
        let weights = Weights::new("tuned", &listed);
        let two_sets = self.options.crowded || self.options.start.sets().1.is_some();
        if two_sets { weights.with_crowded(crowded) } else { weights }
    }
}

/// Both sets of the starting weights, scaled to one length; the second is the first when there is
/// none.
fn start(weights: &Weights) -> ([f64; COUNT], [f64; COUNT]) {
    let (free, crowded) = weights.sets();
    let length = free.iter().map(|weight| weight * weight).sum::<f64>().sqrt().max(1e-9);
    let scale = |set: &[f64; COUNT]| set.map(|weight| weight * LENGTH / length);
    (scale(free), scale(crowded.unwrap_or(free)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tetris::strategy;

    fn bcts() -> Weights {
        let bcts = strategy("bcts").expect("shipped");
        bcts.evaluator.weights().expect("linear").clone()
    }

    fn options(crowded: bool) -> TuneOptions {
        let features = vec![Feature::Holes, Feature::Wells, Feature::Bumpiness];
        TuneOptions { start: bcts(), features, crowded, step: 0.3, population: 8, seed: 4 }
    }

    /// Best where holes weigh -5, wells -1 and bumpiness -2.
    fn score(weights: &Weights) -> f64 {
        let set = weights.sets().0;
        let off = |feature: Feature, at: f64| (set[feature.index()] - at).powi(2);
        -(off(Feature::Holes, -5.0) + off(Feature::Wells, -1.0) + off(Feature::Bumpiness, -2.0))
    }

    #[test]
    fn a_plain_landscape_is_climbed_and_recorded_scores_bring_a_search_back() {
        let mut tuner = Tuner::new(options(false));
        for _ in 0..60 {
            let scores = tuner.ask().iter().map(score).collect();
            tuner.tell(scores);
        }
        assert!(score(&tuner.mean()) > -0.01, "{:?}", tuner.mean());
        let mut again = Tuner::new(options(false));
        tuner.told[..30].iter().for_each(|scores| again.tell(scores.clone()));
        let scores: Vec<f64> = again.ask().iter().map(score).collect();
        assert_eq!(scores, tuner.told[30]);
    }

    #[test]
    fn only_listed_weights_change() {
        let tuner = Tuner::new(options(true));
        let (free, crowded) = start(&bcts());
        for candidate in tuner.ask() {
            let (own, own_crowded) = candidate.sets();
            let landing = Feature::LandingHeight.index();
            assert_eq!(own[landing], free[landing]);
            assert_eq!(own_crowded.map(|set| set[landing]), Some(crowded[landing]));
            assert_ne!(own[Feature::Holes.index()], free[Feature::Holes.index()]);
        }
    }
}
