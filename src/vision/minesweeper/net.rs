//! The small convolutional network that names the shape drawn in a cell.
//!
//! Its input is a glyph's mask, scaled so that its longer side fills the square, and a few
//! proportions; so it knows no colour, no size and no font. It was trained on glyphs that
//! `examples/train_glyphs` draws; the weights lie beside this file.

use std::sync::OnceLock;

/// Side of the square mask.
pub const SIDE: usize = 16;
/// Proportions given beside the mask.
pub const EXTRA: usize = 5;
/// Shapes told apart.
pub const SHAPES: usize = 13;
/// Channels of the first convolution.
pub const C1: usize = 8;
/// Channels of the second convolution.
pub const C2: usize = 16;
/// Width of the hidden layer.
pub const HIDDEN: usize = 64;
/// Side after the first and second halving.
pub const HALF: usize = SIDE / 2;
/// Side after both halvings.
pub const QUARTER: usize = SIDE / 4;
/// Inputs of the hidden layer.
pub const FLAT: usize = QUARTER * QUARTER * C2 + EXTRA;

/// Where each layer's weights begin in the list of all weights.
pub mod at {
    use super::*;
    /// First convolution: `[9][1][C1]`, then biases.
    pub const W1: usize = 0;
    /// Biases of the first convolution.
    pub const B1: usize = W1 + 9 * C1;
    /// Second convolution: `[9][C1][C2]`.
    pub const W2: usize = B1 + C1;
    /// Biases of the second convolution.
    pub const B2: usize = W2 + 9 * C1 * C2;
    /// Hidden layer: `[FLAT][HIDDEN]`.
    pub const W3: usize = B2 + C2;
    /// Biases of the hidden layer.
    pub const B3: usize = W3 + FLAT * HIDDEN;
    /// Output layer: `[HIDDEN][SHAPES]`.
    pub const W4: usize = B3 + HIDDEN;
    /// Biases of the output layer.
    pub const B4: usize = W4 + HIDDEN * SHAPES;
    /// Number of weights.
    pub const END: usize = B4 + SHAPES;
}

/// What a drawn shape is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A digit from 1 to 8.
    Digit(u8),
    /// A question mark.
    Question,
    /// A flag.
    Flag,
    /// A mine.
    Mine,
    /// A mine or a flag that is crossed out.
    Crossed,
    /// Anything else.
    Other,
}

impl Shape {
    /// All shapes in the order of the network's outputs.
    pub const ALL: [Shape; SHAPES] = [
        Shape::Digit(1),
        Shape::Digit(2),
        Shape::Digit(3),
        Shape::Digit(4),
        Shape::Digit(5),
        Shape::Digit(6),
        Shape::Digit(7),
        Shape::Digit(8),
        Shape::Question,
        Shape::Flag,
        Shape::Mine,
        Shape::Crossed,
        Shape::Other,
    ];

    /// Its place among the network's outputs.
    pub fn index(self) -> usize {
        match self {
            Shape::Digit(n) => usize::from(n) - 1,
            Shape::Question => 8,
            Shape::Flag => 9,
            Shape::Mine => 10,
            Shape::Crossed => 11,
            Shape::Other => 12,
        }
    }
}

/// The network's input.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// The mask, row-major, 0 to 1.
    pub mask: [f32; SIDE * SIDE],
    /// The glyph's width, height, centre (x, y) and filled part, as shares of the cell.
    pub extra: [f32; EXTRA],
}

/// Every layer's values, kept for training.
#[derive(Debug, Clone)]
pub struct Layers {
    /// After the first convolution, `[SIDE][SIDE][C1]`.
    pub c1: Vec<f32>,
    /// After the first halving, `[HALF][HALF][C1]`.
    pub p1: Vec<f32>,
    /// After the second convolution, `[HALF][HALF][C2]`.
    pub c2: Vec<f32>,
    /// After the second halving, `[QUARTER][QUARTER][C2]`, then the proportions.
    pub flat: Vec<f32>,
    /// The hidden layer.
    pub hidden: Vec<f32>,
    /// Probabilities of the shapes.
    pub out: [f32; SHAPES],
}

/// The network.
#[derive(Debug, Clone)]
pub struct Net {
    /// All weights, laid out as [`at`] says.
    pub weights: Vec<f32>,
}

impl Net {
    /// The trained network that comes with the program.
    pub fn trained() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| {
            let bytes = include_bytes!("glyphs.net");
            Net::from_bytes(bytes).expect("the weights in the program have the right length")
        })
    }

    /// A network from its weights as little-endian `f32`; `None` when there are too few or many.
    pub fn from_bytes(bytes: &[u8]) -> Option<Net> {
        let weights: Vec<f32> =
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        (weights.len() == at::END && bytes.len() == at::END * 4).then_some(Net { weights })
    }

    /// The probability of each shape.
    pub fn classify(&self, input: &Input) -> [f32; SHAPES] {
        self.forward(input).out
    }

    /// Every layer's values for `input`.
    pub fn forward(&self, input: &Input) -> Layers {
        let w = &self.weights;
        let c1 = convolve::<C1>(&input.mask, SIDE, 1, &w[at::W1..at::B1], &w[at::B1..at::W2]);
        let p1 = halve(&c1, SIDE, C1);
        let c2 = convolve::<C2>(&p1, HALF, C1, &w[at::W2..at::B2], &w[at::B2..at::W3]);
        let mut flat = halve(&c2, HALF, C2);
        flat.extend(input.extra);
        let mut hidden = w[at::B3..at::W4].to_vec();
        for (v, row) in flat.iter().zip(w[at::W3..at::B3].chunks_exact(HIDDEN)) {
            if *v != 0.0 {
                hidden.iter_mut().zip(row).for_each(|(h, w)| *h += v * w);
            }
        }
        hidden.iter_mut().for_each(|h| *h = h.max(0.0));
        let mut out = [0.0; SHAPES];
        out.copy_from_slice(&w[at::B4..at::END]);
        for (v, row) in hidden.iter().zip(w[at::W4..at::B4].chunks_exact(SHAPES)) {
            out.iter_mut().zip(row).for_each(|(o, w)| *o += v * w);
        }
        let top = out.iter().copied().fold(f32::MIN, f32::max);
        out.iter_mut().for_each(|o| *o = (*o - top).exp());
        let sum: f32 = out.iter().sum();
        out.iter_mut().for_each(|o| *o /= sum);
        Layers { c1, p1, c2, flat, hidden, out }
    }
}

/// A 3x3 convolution with zeros around, then everything below zero set to zero.
fn convolve<const OUT: usize>(
    input: &[f32],
    side: usize,
    channels: usize,
    weights: &[f32],
    bias: &[f32],
) -> Vec<f32> {
    let mut out = vec![0.0; side * side * OUT];
    for y in 0..side {
        for x in 0..side {
            let mut sums = [0.0_f32; OUT];
            sums.copy_from_slice(bias);
            for (k, taps) in weights.chunks_exact(channels * OUT).enumerate() {
                let (ny, nx) = ((y + k / 3).wrapping_sub(1), (x + k % 3).wrapping_sub(1));
                if ny >= side || nx >= side {
                    continue;
                }
                let values = &input[(ny * side + nx) * channels..][..channels];
                for (v, row) in values.iter().zip(taps.chunks_exact(OUT)) {
                    sums.iter_mut().zip(row).for_each(|(s, w)| *s += v * w);
                }
            }
            let cell = &mut out[(y * side + x) * OUT..][..OUT];
            cell.iter_mut().zip(sums).for_each(|(o, s)| *o = s.max(0.0));
        }
    }
    out
}

/// The largest of every 2x2 values, channel by channel.
fn halve(input: &[f32], side: usize, channels: usize) -> Vec<f32> {
    let half = side / 2;
    let mut out = vec![0.0_f32; half * half * channels];
    for y in 0..side {
        for x in 0..side {
            let from = &input[(y * side + x) * channels..][..channels];
            let to = &mut out[(y / 2 * half + x / 2) * channels..][..channels];
            to.iter_mut().zip(from).for_each(|(t, f)| *t = t.max(*f));
        }
    }
    out
}
