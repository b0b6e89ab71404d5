//! Pictures and profiles that are broken, hostile or of something else: one clear error that
//! names the file and the reason.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use image::{Rgb, RgbImage};

fn sweepfall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweepfall")).args(args).output().expect("the program starts")
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file in a temporary folder");
    path
}

fn png(image: &RgbImage) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture in memory");
    bytes.into_inner()
}

/// A PNG chunk with its checksum.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let crc = kind.iter().chain(data).fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| {
            if c & 1 == 1 { (c >> 1) ^ 0xEDB8_8320 } else { c >> 1 }
        })
    });
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], kind, data, &(!crc).to_be_bytes()].concat()
}

/// A PNG that claims to have `w` x `h` pixels and holds next to nothing.
fn claiming(w: u32, h: u32) -> Vec<u8> {
    let header = [&w.to_be_bytes()[..], &h.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let nothing = [0x78, 0x01, 0x01, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1];
    let signature = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n'];
    let chunks = [chunk(b"IHDR", &header), chunk(b"IDAT", &nothing), chunk(b"IEND", &[])];
    [&signature[..], &chunks.concat()].concat()
}

/// Reads `path` and demands one error that names it and says `reason`.
fn refused(path: &Path, reason: &str) {
    let name = path.to_string_lossy().into_owned();
    let out = sweepfall(&["read", "--json", &name]);
    let told = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(3), "{name}: {told}");
    assert_eq!(told.trim().lines().count(), 1, "one error: {told}");
    assert!(told.contains(&name) && told.contains(reason), "{told}");
    let line: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    assert!(line["game"].is_null() && line["error"].is_string(), "{line}");
}

#[test]
fn broken_and_hostile_pictures_are_refused_with_their_name_and_the_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str, bytes: &[u8]| write(folder.path(), name, bytes);
    let good = png(&RgbImage::from_fn(64, 64, |x, y| Rgb([x as u8, y as u8, 7])));
    refused(&folder.path().join("missing.png"), "No such file");
    refused(&at("empty.png", &[]), "not a picture");
    refused(&at("text.png", b"no picture at all"), "not a picture");
    refused(&at("cut.png", &good[..good.len() / 2]), "not a picture");
    refused(&at("zero.png", &claiming(0, 0)), "not a picture");
    refused(&at("huge.png", &claiming(20_000, 20_000)), "20000x20000");
    refused(&at("bomb.png", &claiming(4_000_000_000, 4_000_000_000)), "not a picture");
    refused(&at("lying.png", &claiming(8000, 8000)), "not a picture");
    refused(folder.path(), "it is a folder");
    refused(&at("line.png", &png(&RgbImage::new(3000, 1))), "too small");
    refused(&at("one_pixel.png", &png(&RgbImage::new(1, 1))), "too small");
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,";
    refused(&at("other.gif", gif), "not a picture");
}

/// Bytes that unpack to a thousand times as much, or to nothing ever.
#[cfg(unix)]
#[test]
fn a_picture_that_packs_a_screen_into_little_costs_no_more_than_a_screen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str, bytes: &[u8]| write(folder.path(), name, bytes);
    let limited = |path: &Path| {
        // Half a gigabyte of memory, program and all.
        let limit = format!("ulimit -v 524288; exec \"$0\" read --json \"{}\"", path.display());
        let out = Command::new("sh").args(["-c", &limit, env!("CARGO_BIN_EXE_sweepfall")]).output();
        out.expect("a shell")
    };
    for (name, bytes) in [
        ("bomb.png", claiming(16_000, 16_000)),
        ("text.png", with_text(&png(&RgbImage::new(64, 64)))),
        ("black.png", png(&RgbImage::new(3840, 2160))),
    ] {
        let out = limited(&at(name, &bytes));
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{name}: {told}");
        assert!(told.contains(name), "{told}");
    }
    let pipe = folder.path().join("pipe.png");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    refused(&pipe, "no plain file");
}

/// `png` with a text chunk that unpacks to a gigabyte.
#[cfg(unix)]
fn with_text(png: &[u8]) -> Vec<u8> {
    // A deflate stream: a zero byte, then copies of 258 bytes of it, two bits each.
    let mut packed =
        vec![0x78, 0x9C, 0xEC, 0xC1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE];
    packed.extend(std::iter::repeat_n(0x6E, 1 << 20));
    let text = [&b"bomb\0\0"[..], &packed].concat();
    let header = 8 + 25;
    [&png[..header], &chunk(b"zTXt", &text), &png[header..]].concat()
}

#[cfg(unix)]
#[test]
fn links_out_of_a_profile_are_not_followed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let outside = write(folder.path(), "outside.png", &png(&RgbImage::new(16, 16)));
    let profile = folder.path().join("mine");
    std::fs::create_dir(&profile).expect("a folder");
    write(&profile, "profile.toml", b"name = \"x\"\ngame = \"minesweeper\"\ncells = \"#\"\n");
    std::os::unix::fs::symlink(&outside, profile.join("cells.png")).expect("a link");
    let error = sweepfall::calibration::load(&profile.to_string_lossy()).expect_err("a link");
    assert!(
        error.to_string().contains("cells.png") && error.to_string().contains("link"),
        "{error}"
    );
}

#[test]
fn pictures_of_something_else_are_no_board() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wave = |x: u32, y: u32, k: f32| ((x as f32 * k).sin() + (y as f32 * k * 0.7).cos()) * 60.0;
    let photo = RgbImage::from_fn(640, 480, |x, y| {
        Rgb([0.02, 0.031, 0.011].map(|k| (128.0 + wave(x, y, k)) as u8))
    });
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(400, 300, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(state >> 24) as u8; 3])
    });
    let pictures = [
        ("one_pixel", RgbImage::new(1, 1)),
        ("line", RgbImage::new(3000, 1)),
        ("black", RgbImage::new(800, 600)),
        ("photo", photo),
        ("noise", noise),
        (
            "stripes",
            RgbImage::from_fn(500, 400, |x, _| Rgb([if x % 20 < 10 { 255 } else { 0 }; 3])),
        ),
    ];
    for (name, picture) in pictures {
        let path = write(folder.path(), &format!("{name}.png"), &png(&picture));
        let out = sweepfall(&["read", "--game", "minesweeper", &path.to_string_lossy()]);
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{name}: {told}");
    }
}

#[test]
fn profiles_that_contradict_themselves_are_wrong_usage_and_name_the_field() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let image = write(folder.path(), "a.png", &png(&RgbImage::new(64, 64)));
    let head = "name = \"x\"\ngame = \"minesweeper\"\n";
    let tetris = "name = \"x\"\ngame = \"tetris\"\n[tetris]\n";
    let well = format!("{tetris}rules = \"srs\"\n");
    let keys = "{ left = \"Left\", right = \"Right\" }";
    let outside = "{ window = [200, 400], corner = [10, 0], cell = [20, 20], size = [10, 20] }";
    // What lies outside a profile's folder is none of its business, whatever it holds.
    let rules = include_str!("../src/board/tetris/rules/srs.toml");
    write(folder.path(), "mine.toml", rules.as_bytes());
    let cases = [
        ("no_game", "name = \"x\"\n".to_string(), "game"),
        ("no_such_game", "name = \"x\"\ngame = \"chess\"\n".to_string(), "chess"),
        ("unknown_field", format!("{head}colour = 3\n"), "colour"),
        ("bad_name", "name = \"../x\"\ngame = \"minesweeper\"\n".to_string(), "name"),
        ("no_pictures", format!("{head}cells = \"#.1\"\n"), "cells.png"),
        ("bad_kind", format!("{head}cells = \"9\"\n"), "cells"),
        ("slow", format!("{head}[input]\nhold_ms = 9999999\n"), "input.hold_ms"),
        ("slack", format!("{head}shade_slack = -1.0\n"), "shade_slack"),
        ("both_games", format!("{head}[tetris]\nrules = \"srs\"\nkeys = {{}}\n"), "[tetris]"),
        ("no_keys", format!("{well}keys = {{ left = \"Left\" }}\n"), "tetris.keys"),
        (
            "one_key",
            format!("{well}keys = {{ left = \"Left\", right = \"Left\" }}\n"),
            "'left' and 'right' are the same key",
        ),
        ("long", format!("{well}keys = {keys}\nover_ms = 999999\n"), "tetris.over_ms"),
        ("outside", format!("{well}keys = {keys}\nwell = {outside}\n"), "tetris.well"),
        ("no_rules", format!("{tetris}rules = \"mine.toml\"\nkeys = {keys}\n"), "tetris.rules"),
        ("escape", format!("{tetris}rules = \"../mine.toml\"\nkeys = {keys}\n"), "tetris.rules"),
        ("root", format!("{tetris}rules = \"/etc/hostname\"\nkeys = {keys}\n"), "tetris.rules"),
        ("text", "\u{0}\u{1}not toml".to_string(), "not_toml"),
    ];
    for (name, text, field) in cases {
        let profile = folder.path().join(name);
        std::fs::create_dir(&profile).expect("a folder");
        write(&profile, "profile.toml", text.as_bytes());
        let (given, shot) = (profile.to_string_lossy(), image.to_string_lossy());
        let out = sweepfall(&["read", "--profile", &given, &shot]);
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{name}: {told}");
        assert!(told.contains("profile.toml"), "{name}: {told}");
        assert!(field == "not_toml" || told.contains(field), "{name}: {told}");
    }
}

#[test]
fn a_thousand_damaged_profiles_and_pictures_give_errors_and_no_panic() {
    use sweepfall::{calibration, vision::picture};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = calibration::shipped()
        .iter()
        .find(|profile| !profile.pictures.is_empty())
        .expect("a shipped profile with pictures");
    calibration::save(folder.path(), good).expect("a profile is saved");
    let text = std::fs::read_to_string(folder.path().join("profile.toml")).expect("its text");
    let sheet = std::fs::read(folder.path().join("cells.png")).expect("the sheet");
    let mut state = 12_345_u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut damaged = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        for _ in 0..=next(6) {
            let at = next(bytes.len());
            match next(3) {
                0 => bytes[at] = next(256) as u8,
                1 => {
                    bytes.remove(at);
                }
                _ => bytes.insert(at, next(256) as u8),
            }
        }
        bytes
    };
    let path = folder.path().to_string_lossy().into_owned();
    for round in 0..1000 {
        let (text, sheet) = if round % 2 == 0 {
            (damaged(text.as_bytes()), sheet.clone())
        } else {
            (text.as_bytes().to_vec(), damaged(&sheet))
        };
        write(folder.path(), "profile.toml", &text);
        let picture = write(folder.path(), "cells.png", &sheet);
        if let Err(error) = calibration::load(&path) {
            assert!(error.to_string().contains("profile.toml"), "{error}");
        }
        if let Err(error) = picture::load(&picture) {
            assert!(error.to_string().contains("cells.png"), "{error}");
        }
    }
}
