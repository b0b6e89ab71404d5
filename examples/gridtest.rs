//! scratch
fn main() {
    env_logger::init();
    let mut bad = 0;
    for path in std::env::args().skip(1) {
        let Ok(image) = image::open(&path) else { continue };
        let image = sweepfall::vision::plane::opaque(&image);
        let t = std::time::Instant::now();
        let found = sweepfall::vision::minesweeper::grid::candidates(&image);
        let ms = t.elapsed().as_millis();
        let txt = std::fs::read_to_string(std::path::Path::new(&path).with_extension("txt")).unwrap_or_default();
        let cell: Vec<f64> = txt.lines().find_map(|l| l.strip_prefix("# cell:")).unwrap_or("").split_whitespace().map(|v| v.parse().unwrap_or(0.0)).collect();
        let rows: Vec<&str> = txt.lines().filter(|l| !l.starts_with("# ") && !l.trim().is_empty()).collect();
        let name = path.rsplit('/').next().unwrap_or("");
        let Some(best) = found.first() else { println!("{name}: none {ms} ms"); bad += 1; continue };
        let b = best.geometry.bounds();
        let (pw, ph) = best.geometry.pitch();
        let ok = cell.len() >= 4 && rows.len() == best.geometry.rows() && rows[0].len() == best.geometry.cols()
            && (cell[0] - b.x).abs() < pw * 0.3 && (cell[1] - b.y).abs() < ph * 0.3 && (pw / cell[2] - 1.0).abs() < 0.02;
        if !ok { bad += 1; }
        println!("{} {name}: {}x{} at {:.1},{:.1} pitch {pw:.3}x{ph:.3} score {:.0}, next {:?}; want {}x{} {cell:?} {ms} ms", if ok {"ok "} else {"BAD"},
            best.geometry.cols(), best.geometry.rows(), b.x, b.y, best.score, found.get(1).map(|c| (c.geometry.cols(), c.geometry.rows(), c.score)), rows.first().map_or(0, |r| r.len()), rows.len());
    }
    println!("{bad} bad");
}
