//! Reads Tetris wells.
mod background;
mod edges;
mod find;
mod lattice;
mod patch;
mod walls;

/// Debug.
pub fn debug(image: &image::RgbImage, truth: Option<[f64; 6]>) {
    let t = std::time::Instant::now();
    let e = edges::Edges::of(image);
    let t1 = t.elapsed();
    let c = find::candidates(&e, 32);
    println!("edges {:?} all {:?}", t1, t.elapsed());
    let fit = |c: &find::Candidate| truth.is_some_and(|[x, y, w, h, cols, rows]| {
        (c.x.pitch / w - 1.0).abs() < 0.03 && (c.y.pitch / h - 1.0).abs() < 0.03
            && (c.x.origin - x).abs() < 0.3 * w && (c.y.origin - y).abs() < 0.3 * h && c.cols == cols as usize && c.rows == rows as usize
    });
    println!("TRUE RANK {:?}", c.iter().position(fit));
    for (i, c) in c.iter().enumerate() {
        if i < 2 || fit(c) {
        println!(
            "  {}x{} at {:.1},{:.1} pitch {:.2} {:.2} score {:.3} fx {:.2}/{:.0} fy {:.2}/{:.0}",
            c.cols, c.rows, c.x.origin, c.y.origin, c.x.pitch, c.y.pitch, c.score, c.x.score, c.x.weight, c.y.score, c.y.weight
        );
        }
    }
}
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
