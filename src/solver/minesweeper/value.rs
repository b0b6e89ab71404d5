//! A small neural network that estimates the probability of winning a position.
//!
//! Its weights were fitted to games that the program played against itself. Each game was played
//! on past every guess as if that had been safe; the target of a position is the product of the
//! later guesses' chances and of the final endgame's exact value, which is the probability of
//! winning from there with far less noise than a won or lost game would have.

use super::features::{FEATURES, Features};

/// The weights that come with the program.
const SHIPPED: &str = include_str!("value.txt");
/// Most outputs of a layer.
const WIDEST: usize = 64;

/// Dense layers with rectified outputs; the last has one output, the logit of the probability.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    layers: Vec<Layer>,
}

/// One dense layer: a row of weights for each output.
#[derive(Debug, Clone, PartialEq)]
struct Layer {
    inputs: usize,
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl Net {
    /// The weights that come with the program.
    pub fn shipped() -> Self {
        Self::parse(SHIPPED).expect("the shipped weights are well-formed")
    }

    /// Parses layers one after the other, each as `inputs outputs` and for each output its bias
    /// and weights; `None` where the text is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut layers = Vec::new();
        let mut before = FEATURES;
        while let Some(word) = words.next() {
            let inputs: usize = word.parse().ok()?;
            let outputs: usize = words.next()?.parse().ok()?;
            if inputs != before || outputs > WIDEST {
                return None;
            }
            let (mut weights, mut biases) = (Vec::new(), Vec::new());
            for _ in 0..outputs {
                biases.push(words.next()?.parse().ok()?);
                for _ in 0..inputs {
                    weights.push(words.next()?.parse().ok()?);
                }
            }
            layers.push(Layer { inputs, weights, biases });
            before = outputs;
        }
        (before == 1).then_some(Self { layers })
    }

    /// The estimated probability of winning.
    pub fn value(&self, features: &Features) -> f64 {
        let mut now = [0_f32; WIDEST];
        now[..FEATURES].copy_from_slice(features);
        let mut next = [0_f32; WIDEST];
        for (i, layer) in self.layers.iter().enumerate() {
            let is_last = i + 1 == self.layers.len();
            for (out, bias) in layer.biases.iter().enumerate() {
                let row = &layer.weights[out * layer.inputs..(out + 1) * layer.inputs];
                let sum = row.iter().zip(&now).map(|(w, x)| w * x).sum::<f32>() + bias;
                next[out] = if is_last { sum } else { sum.max(0.0) };
            }
            std::mem::swap(&mut now, &mut next);
        }
        1.0 / (1.0 + f64::from(-now[0]).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_network_prefers_certain_cells_and_safe_guesses() {
        let net = Net::shipped();
        let mut features = [0.0; FEATURES];
        (features[2], features[4]) = (0.6, 0.6);
        let risky = net.value(&features);
        (features[2], features[4]) = (0.95, 0.95);
        let safe = net.value(&features);
        assert!((0.0..1.0).contains(&risky) && risky < safe && safe < 1.0, "{risky} {safe}");
    }

    #[test]
    fn texts_that_are_no_network_are_refused() {
        assert!(Net::parse("3 1\n0 1 2 3\n").is_none());
        assert!(Net::parse("").is_none());
        assert!(Net::parse(&SHIPPED[..SHIPPED.len() / 2]).is_none());
    }
}
