//! Reading rules from TOML.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use thiserror::Error;

use super::rules::{KickTable, Kicks, Oriented, SpawnOrientation, SpawnPlace, Top};
use super::{Piece, Press, Randomiser, Rules, Scoring, Shape, Turn, parse_pieces};
use crate::files;

/// The rules that come with the program: name and text.
pub(super) const SHIPPED: [(&str, &str); 11] = [
    ("classic", include_str!("rules/classic.toml")),
    ("srs", include_str!("rules/srs.toml")),
    ("srs-180", include_str!("rules/srs-180.toml")),
    ("nes", include_str!("rules/nes.toml")),
    ("game-boy", include_str!("rules/game-boy.toml")),
    ("quadrapassel", include_str!("rules/quadrapassel.toml")),
    ("kblocks", include_str!("rules/kblocks.toml")),
    ("ltris", include_str!("rules/ltris.toml")),
    ("vitetris", include_str!("rules/vitetris.toml")),
    ("tint", include_str!("rules/tint.toml")),
    ("bastet", include_str!("rules/bastet.toml")),
];

/// Why rules cannot be used.
#[derive(Debug, Error)]
pub enum RulesError {
    /// Neither a shipped name nor a readable file.
    #[error(
        "there are no rules '{name}'; shipped ones are {shipped}, or give a TOML file ({source})"
    )]
    NoSuch {
        /// The name asked for.
        name: String,
        /// The names there are.
        shipped: String,
        /// Why it could not be read as a file.
        source: std::io::Error,
    },
    /// The text is no such TOML.
    #[error("the rules {0} are not right: {1}")]
    Form(String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    about: String,
    keys: Vec<Press>,
    randomiser: Randomiser,
    scoring: Scoring,
    spawn: Spawn,
    pieces: BTreeMap<Piece, Vec<String>>,
    #[serde(default)]
    kicks: Vec<KickEntry>,
    #[serde(default)]
    top: Top,
}

#[derive(Deserialize)]
struct Spawn {
    #[serde(default)]
    orientation: Option<String>,
    #[serde(default)]
    place: Option<String>,
    col: Option<i32>,
    row: Option<i32>,
    #[serde(flatten)]
    own: BTreeMap<Piece, Place>,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct Place {
    col: Option<i32>,
    row: Option<i32>,
}

/// Rules are a page of text; a larger file is something else.
const MAX_BYTES: u64 = 256 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KickEntry {
    pieces: String,
    cw: Option<[Kicks; 4]>,
    ccw: Option<[Kicks; 4]>,
    half: Option<[Kicks; 4]>,
    any: Option<Kicks>,
}

/// The shipped rules of this name, or those in a file.
pub(super) fn load(name: &str) -> Result<Rules, RulesError> {
    if let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
        return parse(text, name);
    }
    let bytes = files::read(Path::new(name), MAX_BYTES).map_err(|source| RulesError::NoSuch {
        name: name.to_owned(),
        shipped: Rules::names().join(", "),
        source,
    })?;
    parse(&String::from_utf8_lossy(&bytes), name)
}

/// Rules from TOML text; `source` is named in errors.
pub(super) fn parse(text: &str, source: &str) -> Result<Rules, RulesError> {
    let wrong = |message: String| RulesError::Form(source.to_owned(), message);
    let file: File = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let mut pieces: [Vec<Oriented>; 7] = Default::default();
    let mut spawn = [SpawnPlace::Centred; 7];
    for piece in Piece::ALL {
        let drawings = file.pieces.get(&piece).map_or(&[][..], Vec::as_slice);
        if !matches!(drawings.len(), 1 | 2 | 4) {
            return Err(wrong(format!("{piece} needs 1, 2 or 4 orientations")));
        }
        for drawing in drawings {
            let drawn = draw(drawing)
                .ok_or_else(|| wrong(format!("'{drawing}' is no piece of four cells in a box")))?;
            pieces[piece.index()].push(drawn);
        }
        spawn[piece.index()] = file.spawn.place(piece).map_err(&wrong)?;
    }
    let spawn_orientation = match file.spawn.orientation.as_deref() {
        None | Some("first") => SpawnOrientation::First,
        Some("random") => SpawnOrientation::Random,
        Some(other) => {
            return Err(wrong(format!("spawn orientation '{other}' is neither first nor random")));
        }
    };
    let mut kicks: [KickTable; 7] =
        std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| vec![(0, 0)])));
    for entry in &file.kicks {
        let named = parse_pieces(&entry.pieces)
            .ok_or_else(|| wrong(format!("'{}' are no pieces", entry.pieces)))?;
        for piece in named {
            entry.write(&mut kicks[piece.index()]);
        }
    }
    Ok(Rules {
        name: file.name,
        about: file.about,
        keys: file.keys,
        randomiser: file.randomiser,
        scoring: file.scoring,
        spawn_orientation,
        spawn,
        pieces,
        kicks,
        top: file.top,
    })
}

impl Spawn {
    fn place(&self, piece: Piece) -> Result<SpawnPlace, String> {
        match self.place.as_deref() {
            Some("centred") => return Ok(SpawnPlace::Centred),
            Some(other) => return Err(format!("spawn place '{other}' is not known; use centred")),
            None => {}
        }
        let own = self.own.get(&piece).copied().unwrap_or_default();
        let missing = || format!("the spawn of {piece} needs col and row");
        let col = own.col.or(self.col).ok_or_else(missing)?;
        Ok(SpawnPlace::Box(col, own.row.or(self.row).ok_or_else(missing)?))
    }
}

impl KickEntry {
    fn write(&self, kicks: &mut KickTable) {
        let turns = [(Turn::Cw, &self.cw), (Turn::Half, &self.half), (Turn::Ccw, &self.ccw)];
        for (turn, tests) in turns {
            let to = &mut kicks[turn.quarters() - 1];
            if let Some(any) = &self.any {
                to.fill(any.clone());
            }
            if let Some(tests) = tests {
                to.clone_from(tests);
            }
        }
    }
}

/// An orientation from rows of `.` and `#`, top row first, separated by `/`.
fn draw(text: &str) -> Option<Oriented> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() > 4 || text.chars().filter(|c| *c == '#').count() != 4 {
        return None;
    }
    let mut bits = [0; 4];
    for (row, to) in rows.iter().rev().zip(&mut bits) {
        if row.len() > 4 || row.chars().any(|c| !matches!(c, '.' | '#')) {
            return None;
        }
        *to = row.char_indices().filter(|(_, c)| *c == '#').map(|(x, _)| 1 << x).sum();
    }
    let (shape, left, below) = Shape::from_rows(bits)?;
    let top = rows.len() as i32 - below - shape.height() as i32;
    Some(Oriented { shape, left, top })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_rules_say_what_is_wrong() {
        let text = SHIPPED[0].1;
        let error = |text: &str| parse(text, "x").expect_err("wrong rules").to_string();
        assert!(error(&text.replace("\"..../..../##../##..\"", "\"###\"")).contains("'###'"));
        assert!(error(&text.replace("row = -4", "")).contains("needs col and row"));
        assert!(error(&text.replace("uniform", "loaded")).contains("loaded"));
        let missing = load("no such rules").expect_err("missing");
        assert!(missing.to_string().contains("quadrapassel"), "{missing}");
    }

    #[test]
    fn a_drawing_gives_its_place_in_the_box() {
        let drawn = draw(".../.##/##.").expect("four cells");
        assert_eq!((drawn.left, drawn.top), (0, 1));
        assert_eq!(drawn.shape.rows(), [0b011, 0b110]);
    }
}
