//! Frames of real games, each read with its game's shipped profile: every cell as labelled.

use std::path::{Path, PathBuf};

use sweepfall::board::minesweeper::{format_cells, parse_cells};
use sweepfall::calibration;
use sweepfall::frame::Frame;
use sweepfall::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader};

fn frames() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/frames/minesweeper");
    let entries = std::fs::read_dir(folder).expect("the fixtures are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "png"));
    files.sort();
    files
}

#[test]
fn every_cell_of_every_frame_is_read_as_labelled() {
    let mut told = Vec::new();
    for path in frames() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let skin = name.split('_').next().expect("a skin");
        let profile = calibration::load(skin).expect("a shipped profile");
        let general = Reader::new(Hints::default());
        let mut reader = ProfiledReader::new(Some(&profile), general);
        let image = image::open(&path).expect("a picture").to_rgb8();
        let label = std::fs::read_to_string(path.with_extension("txt")).expect("a label");
        let truth = parse_cells(&label).expect("the notation");
        let frame = Frame::from_image(image);
        let reading = match reader.find(&frame) {
            Ok(reading) => reading,
            Err(error) => {
                told.push(format!("{name}: {error}"));
                continue;
            }
        };
        let again = reader.read(&frame, &reading);
        assert_eq!(again.kinds(), reading.kinds(), "{name}: a second look reads the same");
        if reading.kinds() != truth {
            let (read, truth) = (format_cells(&reading.kinds()), format_cells(&truth));
            told.push(format!("{name}:\n{}\nbut it is\n{}", read.join("\n"), truth.join("\n")));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n\n"));
}
