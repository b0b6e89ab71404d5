//! Trains the network that names the shapes in cells.
//!
//! `cargo run --release --example train_glyphs -- FONTS OUT.net [SAMPLES [START.net]]` draws cells of made-up
//! skins with every TrueType font under the folder FONTS, reads their glyphs with the program's
//! own code, and fits the network to them. One font in twelve is kept back and only tested with.

mod digits;
mod draw;
mod learn;
mod shapes;

use std::path::Path;

use anyhow::Context;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use sweepfall::vision::minesweeper::net::{Input, Net, SHAPES, Shape};

use draw::Fonts;
use learn::Adam;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let (folder, out) = (args.get(1).context("FONTS?")?, args.get(2).context("OUT?")?);
    let samples: usize = args.get(3).map_or(Ok(2_000_000), |s| s.parse())?;
    let (train, test) = Fonts::load(Path::new(folder))?;
    println!("{} fonts to train, {} to test", train.len(), test.len());
    let held_out = batch(&test, 7, 6000);
    let mut adam = Adam::new(1);
    if let Some(start) = args.get(4) {
        adam.net = Net::from_bytes(&std::fs::read(start)?).context("START is no network")?;
    }
    let size = 128;
    for step in 0..samples / size {
        let examples = batch(&train, 1000 + step as u64, size);
        let progress = step as f32 * size as f32 / samples as f32;
        let loss = adam.step(&examples, 0.002 * (1.0 - progress).max(0.02));
        if step % 1000 == 999 || step + 1 == samples / size {
            let (right, sure, sure_wrong) = score(&adam.net, &held_out);
            println!(
                "{:>8} loss {loss:.4}; unseen fonts: {right:.2} % right, {sure:.2} % sure, of these {sure_wrong:.3} % wrong",
                (step + 1) * size
            );
            let bytes: Vec<u8> = adam.net.weights.iter().flat_map(|w| w.to_le_bytes()).collect();
            std::fs::write(out, bytes)?;
        }
    }
    report(&adam.net, &held_out);
    Ok(())
}

fn batch(fonts: &Fonts, seed: u64, size: usize) -> Vec<(Input, Shape)> {
    (0..size)
        .into_par_iter()
        .map(|i| {
            let mut rng = Pcg64::seed_from_u64(seed.wrapping_mul(1 << 20).wrapping_add(i as u64));
            loop {
                let shape = Shape::ALL[pick(&mut rng)];
                if let Some(input) = draw::example(fonts, shape, &mut rng) {
                    return (input, shape);
                }
            }
        })
        .collect()
}

fn pick(rng: &mut Pcg64) -> usize {
    const SHARES: [u32; SHAPES] = [7, 7, 7, 7, 7, 8, 7, 8, 7, 10, 10, 7, 16];
    let mut at = rng.random_range(0..SHARES.iter().sum());
    SHARES
        .iter()
        .position(|s| {
            let hit = at < *s;
            at = at.saturating_sub(*s);
            hit
        })
        .unwrap_or(0)
}

fn score(net: &Net, examples: &[(Input, Shape)]) -> (f32, f32, f32) {
    let (mut right, mut sure, mut wrong) = (0, 0, 0);
    for (input, shape) in examples {
        let out = net.classify(input);
        let best = (0..SHAPES).max_by(|a, b| out[*a].total_cmp(&out[*b])).unwrap_or(0);
        right += usize::from(best == shape.index());
        if out[best] > 0.95 && Shape::ALL[best] != Shape::Other {
            sure += 1;
            wrong += usize::from(best != shape.index());
        }
    }
    let n = examples.len() as f32 / 100.0;
    (right as f32 / n, sure as f32 / n, wrong as f32 * 100.0 / sure.max(1) as f32)
}

fn report(net: &Net, examples: &[(Input, Shape)]) {
    let mut table = [[0; SHAPES]; SHAPES];
    for (input, shape) in examples {
        let out = net.classify(input);
        let best = (0..SHAPES).max_by(|a, b| out[*a].total_cmp(&out[*b])).unwrap_or(0);
        table[shape.index()][best] += 1;
    }
    for (shape, row) in Shape::ALL.iter().zip(table) {
        println!("{shape:?}: {row:?}");
    }
}
