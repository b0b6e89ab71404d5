//! The table of strategies by name.

use thiserror::Error;

use super::Strategy;
use super::full::Full;
use super::probability::Probability;
use super::pseq::Pseq;
use super::two_rule::TwoRule;

/// The strategy that plays when none is named.
pub const DEFAULT_STRATEGY: &str = "full";

type Make = fn() -> Box<dyn Strategy>;

/// Every strategy: its name and how to make it.
const TABLE: [(&str, Make); 4] = [
    ("two-rule", || Box::<TwoRule>::default()),
    ("probability", || Box::<Probability>::default()),
    ("pseq", || Box::<Pseq>::default()),
    ("full", || Box::<Full>::default()),
];

/// A name that no strategy has.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("no strategy is called '{name}'; use one of {}", strategy_names().join(", "))]
pub struct UnknownStrategy {
    /// The name asked for.
    pub name: String,
}

/// The strategy called `name`, fresh.
///
/// # Errors
/// When there is none; the message lists those there are.
pub fn strategy(name: &str) -> Result<Box<dyn Strategy>, UnknownStrategy> {
    let row = TABLE.iter().find(|(known, _)| *known == name);
    row.map(|(_, make)| make()).ok_or_else(|| UnknownStrategy { name: name.to_string() })
}

/// The names of all strategies.
pub fn strategy_names() -> Vec<&'static str> {
    TABLE.iter().map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_goes_by_its_own_name() {
        for name in strategy_names() {
            assert_eq!(strategy(name).expect("listed").name(), name);
        }
        assert!(strategy_names().contains(&DEFAULT_STRATEGY));
        let error = strategy("best").err().expect("no such strategy").to_string();
        assert!(error.contains("'best'") && error.contains("two-rule"), "{error}");
    }
}
