//! A profile: the text of `profile.toml`, a zero byte, then `cells.png`.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sweepfall::calibration;
use sweepfall::vision::minesweeper::Templates;

fuzz_target!(|bytes: &[u8]| {
    let (text, sheet) = match bytes.iter().position(|byte| *byte == 0) {
        Some(at) => (&bytes[..at], Some(bytes[at + 1..].to_vec())),
        None => (bytes, None),
    };
    let text = String::from_utf8_lossy(text);
    match calibration::parse(&text, Path::new("nowhere/profile.toml"), sheet) {
        // What was accepted can be used and be written again.
        Ok(profile) => {
            let pictures = Templates::from_profile(&profile).pictures();
            assert_eq!(pictures.len(), profile.pictures.len());
            calibration::sheet::encode(&profile.pictures).expect("pictures make a sheet");
        }
        Err(error) => assert!(error.to_string().contains("profile.toml")),
    }
});
