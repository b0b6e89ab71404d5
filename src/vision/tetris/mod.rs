//! Reads Tetris wells.
mod background;
mod edges;
mod falling;
mod find;
mod interpret;
mod lattice;
mod marks;
mod outside;
mod patch;
mod reader;
mod reading;
mod refine;
mod shapes;
mod walls;

pub use reader::{Hints, NoWell, TetrisReader};
pub use reading::{CellReading, FallingPiece, Reading, Rest};

/// Debug.
pub fn debug_walls(image: &image::RgbImage) {
    let e = edges::Edges::of(image);
    for w in walls::walls(&e, (e.height / 8).max(60), 400) {
        print!("[{}..{} y{}..{}] ", w.left, w.right, w.from, w.to);
    }
    println!();
}

/// Debug.
pub fn debug_cells(image: &image::RgbImage, t: [f64; 6], truth: &[String]) {
    let g = crate::geometry::GridGeometry::uniform(t[0], t[1], t[2], t[3], t[4] as usize, t[5] as usize);
    let looks = background::Looks { cols: g.cols(), rows: g.rows(), patches: patch::patches(image, &g, 0.0, 0.0) };
    let Some(b) = looks.background() else { println!("no background"); return };
    let mut by: std::collections::BTreeMap<&str, Vec<f32>> = Default::default();
    for (i, d) in b.distance.iter().enumerate() {
        let k = truth[i / looks.cols].as_bytes()[i % looks.cols];
        let k = match k { b'.' => "empty", b'g' => "ghost", b'#' => "block", _ => "piece" };
        by.entry(k).or_default().push(*d);
    }
    print!("noise {:.1} ", b.noise);
    for (k, mut v) in by {
        v.sort_by(f32::total_cmp);
        let n = v.len();
        print!("| {k} {:.0} {:.0} {:.0} {:.0} {:.0} ", v[0], v[n / 20], v[n / 2], v[n - 1 - n / 20], v[n - 1]);
    }
    println!();
}
