//! Weights of a linear evaluator, by feature, read from and written to TOML.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::features::{COUNT, Feature};

/// How few rows above the stack count as wholly crowded, and how many as not crowded at all.
const CROWDED_ROWS: f64 = 2.0;
const FREE_ROWS: f64 = 10.0;

/// A linear evaluator: the value of a placement is the sum of its features times these weights.
///
/// There may be a second set for crowded wells. The set in use then goes over linearly from the
/// first, when ten or more rows above the stack are free, to the second, when two or fewer are; the
/// stack before the placement decides, so that all placements of a piece are weighed alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    name: String,
    free: [f64; COUNT],
    crowded: Option<[f64; COUNT]>,
    /// `free` in fixed point.
    fixed: Fixed,
}

/// Weights in units of [`UNIT`], so that values are exact sums: equal placements are equal
/// whatever the order in which their features were added.
pub type Fixed = [i64; COUNT];

/// What 1.0 is in fixed point.
pub const UNIT: f64 = (1 << 20) as f64;

/// Why a weights file cannot be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It is not TOML of this form.
    #[error("{0}")]
    Form(String),
    /// It names a feature that does not exist.
    #[error("'{0}' is no feature; there are {1}")]
    Feature(String, String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    weights: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crowded: Option<BTreeMap<String, f64>>,
}

impl Weights {
    /// An evaluator with these weights; all others are 0.
    pub fn new(name: &str, weights: &[(Feature, f64)]) -> Self {
        let mut free = [0.0; COUNT];
        weights.iter().for_each(|(feature, weight)| free[feature.index()] = *weight);
        Self { name: name.to_owned(), free, crowded: None, fixed: fix(&free) }
    }

    /// The same evaluator with other weights for crowded wells.
    pub fn with_crowded(mut self, crowded: [f64; COUNT]) -> Self {
        self.crowded = Some(crowded);
        self
    }

    /// From the text of a weights file.
    ///
    /// # Errors
    /// When the text is not of this form or names an unknown feature.
    pub fn from_toml(text: &str) -> Result<Self, WeightsError> {
        let file: File =
            toml::from_str(text).map_err(|error| WeightsError::Form(error.to_string()))?;
        let free = by_feature(&file.weights)?;
        let crowded = file.crowded.as_ref().map(by_feature).transpose()?;
        Ok(Self { name: file.name, free, crowded, fixed: fix(&free) })
    }

    /// The text of a weights file.
    pub fn to_toml(&self) -> String {
        let named = |weights: &[f64; COUNT]| {
            let set = Feature::ALL.iter().filter(|feature| weights[feature.index()] != 0.0);
            set.map(|feature| (feature.name().to_owned(), weights[feature.index()])).collect()
        };
        let file = File {
            name: self.name.clone(),
            weights: named(&self.free),
            crowded: self.crowded.as_ref().map(named),
        };
        toml::to_string(&file).expect("names and numbers are TOML")
    }

    /// The evaluator's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights, and those for crowded wells if there are any.
    pub fn sets(&self) -> (&[f64; COUNT], Option<&[f64; COUNT]>) {
        (&self.free, self.crowded.as_ref())
    }

    /// The same weights under another name.
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Whether a feature has any weight.
    pub fn uses(&self, feature: Feature) -> bool {
        let i = feature.index();
        self.free[i] != 0.0 || self.crowded.is_some_and(|crowded| crowded[i] != 0.0)
    }

    /// The weights for a stack whose top lies `top` rows above the floor of a well of `rows` rows;
    /// `mixed` is room for them where two sets are mixed.
    #[inline]
    pub fn at<'a>(&'a self, top: usize, rows: usize, mixed: &'a mut Fixed) -> &'a Fixed {
        let Some(crowded) = &self.crowded else { return &self.fixed };
        let above = rows as f64 - top as f64;
        let share = ((FREE_ROWS - above) / (FREE_ROWS - CROWDED_ROWS)).clamp(0.0, 1.0);
        *mixed = fix(&std::array::from_fn(|i| self.free[i] + (crowded[i] - self.free[i]) * share));
        mixed
    }
}

/// The value of measured features under these weights.
#[inline]
pub fn weigh(weights: &Fixed, features: &[i32; COUNT]) -> i64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * i64::from(*feature)).sum()
}

fn fix(weights: &[f64; COUNT]) -> Fixed {
    let mut fixed = weights.map(|weight| (weight * UNIT).round() as i64);
    // The landing height is measured in half rows.
    let landing = Feature::LandingHeight.index();
    fixed[landing] = (weights[landing] * UNIT / 2.0).round() as i64;
    fixed
}

fn by_feature(named: &BTreeMap<String, f64>) -> Result<[f64; COUNT], WeightsError> {
    let mut weights = [0.0; COUNT];
    for (name, weight) in named {
        let feature = Feature::ALL.iter().find(|feature| feature.name() == name);
        let all = || Feature::ALL.map(Feature::name).join(", ");
        let feature = feature.ok_or_else(|| WeightsError::Feature(name.clone(), all()))?;
        weights[feature.index()] = *weight;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_round_trip_through_toml() {
        let mut crowded = [0.0; COUNT];
        crowded[Feature::Holes.index()] = -7.25;
        let weights = Weights::new("mine", &[(Feature::Holes, -4.5), (Feature::ErodedCells, 1.0)])
            .with_crowded(crowded);
        let back = Weights::from_toml(&weights.to_toml()).expect("own text");
        assert_eq!(back, weights);
    }

    #[test]
    fn an_unknown_feature_is_named() {
        let error =
            Weights::from_toml("name = 'x'\n[weights]\nwholes = 1.0\n").expect_err("unknown");
        assert!(error.to_string().contains("'wholes' is no feature"), "{error}");
    }

    #[test]
    fn crowding_moves_the_weights_from_one_set_to_the_other() {
        let mut crowded = [0.0; COUNT];
        crowded[Feature::Holes.index()] = -8.0;
        let weights = Weights::new("two", &[(Feature::Holes, -4.0)]).with_crowded(crowded);
        let holes =
            |top| weights.at(top, 20, &mut [0; COUNT])[Feature::Holes.index()] as f64 / UNIT;
        assert_eq!([0, 10, 14, 18, 20].map(holes), [-4.0, -4.0, -6.0, -8.0, -8.0]);
    }
}
