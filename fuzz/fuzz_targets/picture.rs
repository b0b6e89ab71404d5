//! A screenshot: loaded, then read as either game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepfall::frame::Frame;
use sweepfall::vision::minesweeper::{BoardReader, Hints, ProfiledReader, Reader};
use sweepfall::vision::picture;
use sweepfall::vision::tetris::TetrisReader;

/// Larger pictures are loaded but not read: that would take too long for a fuzzer.
const MOST: u32 = 640 * 480;

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = picture::decode("fuzz.png", bytes) else { return };
    if image.width() * image.height() > MOST {
        return;
    }
    let frame = Frame::from_image(image);
    let mut reader = ProfiledReader::new(None, Reader::new(Hints::default()));
    if let Ok(reading) = reader.find(&frame) {
        reader.confirm(&frame, &reading);
        assert_eq!(reader.read(&frame, &reading).cells.len(), reading.cells.len());
    }
    let _ = TetrisReader::default().find(&frame);
});
