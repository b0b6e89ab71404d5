//! Gradients of the network and the Adam optimiser (Kingma and Ba 2014).

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use sweepfall::vision::minesweeper::net::{
    C1, C2, EXTRA, FLAT, HALF, HIDDEN, Input, Net, QUARTER, SHAPES, SIDE, Shape, at,
};

/// A network and the moments of its gradients.
pub struct Adam {
    pub net: Net,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// A network with random weights (He's scale for every layer).
    pub fn new(seed: u64) -> Self {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut weights = vec![0.0; at::END];
        let layers = [
            (at::W1, at::B1, 9),
            (at::W2, at::B2, 9 * C1),
            (at::W3, at::B3, FLAT),
            (at::W4, at::B4, HIDDEN),
        ];
        for (from, to, inputs) in layers {
            let scale = (6.0 / inputs as f32).sqrt();
            weights[from..to].iter_mut().for_each(|w| *w = rng.random_range(-scale..scale));
        }
        Self {
            net: Net { weights },
            first: vec![0.0; at::END],
            second: vec![0.0; at::END],
            steps: 0,
        }
    }

    /// One step down the slope of `examples`; their mean loss before it.
    pub fn step(&mut self, examples: &[(Input, Shape)], rate: f32) -> f32 {
        let net = &self.net;
        let (gradient, loss) = examples
            .par_chunks(examples.len().div_ceil(4))
            .map(|part| {
                let mut gradient = vec![0.0; at::END];
                let loss: f32 = part.iter().map(|(i, s)| back(net, i, *s, &mut gradient)).sum();
                (gradient, loss)
            })
            .reduce(
                || (vec![0.0; at::END], 0.0),
                |(mut a, l), (b, m)| {
                    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                    (a, l + m)
                },
            );
        self.steps += 1;
        let n = examples.len() as f32;
        let (c1, c2) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (i, g) in gradient.iter().enumerate() {
            let g = g / n;
            self.first[i] = 0.9 * self.first[i] + 0.1 * g;
            self.second[i] = 0.999 * self.second[i] + 0.001 * g * g;
            let w = &mut self.net.weights[i];
            *w -= rate * (self.first[i] / c1) / ((self.second[i] / c2).sqrt() + 1e-8)
                + rate * 2e-4 * *w;
        }
        loss / n
    }
}

/// Adds the gradient of one example's cross-entropy to `g`; that cross-entropy.
fn back(net: &Net, input: &Input, shape: Shape, g: &mut [f32]) -> f32 {
    let w = &net.weights;
    let layers = net.forward(input);
    let mut d_out = layers.out;
    // A little doubt is left so that sureness keeps a meaning.
    const DOUBT: f32 = 0.02;
    for (i, d) in d_out.iter_mut().enumerate() {
        *d -= if i == shape.index() { 1.0 - DOUBT } else { DOUBT / (SHAPES - 1) as f32 };
    }
    let mut d_hidden = vec![0.0; HIDDEN];
    for h in 0..HIDDEN {
        for (o, d) in d_out.iter().enumerate() {
            g[at::W4 + h * SHAPES + o] += layers.hidden[h] * d;
            d_hidden[h] += w[at::W4 + h * SHAPES + o] * d;
        }
        if layers.hidden[h] <= 0.0 {
            d_hidden[h] = 0.0;
        }
    }
    g[at::B4..].iter_mut().zip(d_out).for_each(|(g, d)| *g += d);
    g[at::B3..at::W4].iter_mut().zip(&d_hidden).for_each(|(g, d)| *g += d);
    let mut d_flat = vec![0.0; FLAT - EXTRA];
    for (i, v) in layers.flat.iter().enumerate() {
        let row = at::W3 + i * HIDDEN..at::W3 + (i + 1) * HIDDEN;
        if *v != 0.0 {
            g[row.clone()].iter_mut().zip(&d_hidden).for_each(|(g, d)| *g += v * d);
        }
        if i < d_flat.len() {
            d_flat[i] = w[row].iter().zip(&d_hidden).map(|(w, d)| w * d).sum();
        }
    }
    let d_c2 = unhalve(&d_flat, &layers.c2, &layers.flat, HALF, C2);
    let mut d_p1 = vec![0.0; HALF * HALF * C1];
    unconvolve::<C2>(
        &layers.p1,
        &d_c2,
        HALF,
        C1,
        &w[at::W2..at::B2],
        &mut g[at::W2..at::W3],
        Some(&mut d_p1),
    );
    let d_c1 = unhalve(&d_p1, &layers.c1, &layers.p1, SIDE, C1);
    unconvolve::<C1>(&input.mask, &d_c1, SIDE, 1, &w[at::W1..at::B1], &mut g[at::W1..at::W2], None);
    debug_assert_eq!(QUARTER * 4, SIDE);
    -layers.out[shape.index()].max(1e-9).ln()
}

/// Sends a halved layer's gradient back to the largest of each 2x2 (where it is above zero).
fn unhalve(d: &[f32], full: &[f32], halved: &[f32], side: usize, channels: usize) -> Vec<f32> {
    let half = side / 2;
    let mut out = vec![0.0; side * side * channels];
    for y in 0..side {
        for x in 0..side {
            for c in 0..channels {
                let (i, j) = ((y * side + x) * channels + c, (y / 2 * half + x / 2) * channels + c);
                if full[i] > 0.0 && full[i] == halved[j] {
                    out[i] = d[j];
                }
            }
        }
    }
    out
}

/// Gradient of a convolution's weights and biases (in `g`, biases last) and of its input.
fn unconvolve<const OUT: usize>(
    input: &[f32],
    d: &[f32],
    side: usize,
    channels: usize,
    weights: &[f32],
    g: &mut [f32],
    mut d_input: Option<&mut Vec<f32>>,
) {
    let biases = 9 * channels * OUT;
    for y in 0..side {
        for x in 0..side {
            let d = &d[(y * side + x) * OUT..][..OUT];
            if d.iter().all(|v| *v == 0.0) {
                continue;
            }
            g[biases..biases + OUT].iter_mut().zip(d).for_each(|(g, d)| *g += d);
            for k in 0..9 {
                let (ny, nx) = ((y + k / 3).wrapping_sub(1), (x + k % 3).wrapping_sub(1));
                if ny >= side || nx >= side {
                    continue;
                }
                for c in 0..channels {
                    let i = (ny * side + nx) * channels + c;
                    let row = (k * channels + c) * OUT;
                    let v = input[i];
                    g[row..row + OUT].iter_mut().zip(d).for_each(|(g, d)| *g += v * d);
                    if let Some(d_input) = d_input.as_deref_mut() {
                        d_input[i] +=
                            weights[row..row + OUT].iter().zip(d).map(|(w, d)| w * d).sum::<f32>();
                    }
                }
            }
        }
    }
}
