//! Weights of a linear evaluator, by feature, read from and written to TOML.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::features::{COUNT, Feature};

/// A linear evaluator: the value of a placement is the sum of its features times these weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    name: String,
    plain: [f64; COUNT],
    /// `plain` in fixed point.
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
}

impl Weights {
    /// An evaluator with these weights; all others are 0.
    pub fn new(name: &str, weights: &[(Feature, f64)]) -> Self {
        let mut plain = [0.0; COUNT];
        weights.iter().for_each(|(feature, weight)| plain[feature.index()] = *weight);
        Self { name: name.to_owned(), plain, fixed: fix(&plain) }
    }

    /// From the text of a weights file.
    ///
    /// # Errors
    /// When the text is not of this form or names an unknown feature.
    pub fn from_toml(text: &str) -> Result<Self, WeightsError> {
        let file: File =
            toml::from_str(text).map_err(|error| WeightsError::Form(error.to_string()))?;
        let plain = by_feature(&file.weights)?;
        Ok(Self { name: file.name, plain, fixed: fix(&plain) })
    }

    /// The text of a weights file.
    pub fn to_toml(&self) -> String {
        let set = Feature::ALL.iter().zip(self.plain).filter(|(_, weight)| *weight != 0.0);
        let weights = set.map(|(feature, weight)| (feature.name().to_owned(), weight)).collect();
        let file = File { name: self.name.clone(), weights };
        toml::to_string(&file).expect("names and numbers are TOML")
    }

    /// The evaluator's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights by feature.
    pub fn plain(&self) -> &[f64; COUNT] {
        &self.plain
    }

    /// The weights in fixed point.
    #[inline]
    pub fn fixed(&self) -> &Fixed {
        &self.fixed
    }

    /// The same weights under another name.
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Whether a feature has any weight.
    pub fn uses(&self, feature: Feature) -> bool {
        self.plain[feature.index()] != 0.0
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
        let weights = Weights::new("mine", &[(Feature::Holes, -4.5), (Feature::ErodedCells, 1.0)]);
        let back = Weights::from_toml(&weights.to_toml()).expect("own text");
        assert_eq!(back, weights);
    }

    #[test]
    fn an_unknown_feature_is_named() {
        let error =
            Weights::from_toml("name = 'x'\n[weights]\nwholes = 1.0\n").expect_err("unknown");
        assert!(error.to_string().contains("'wholes' is no feature"), "{error}");
    }
}
