//! Advice on a picture of a game: where the falling piece should go, and which keys take it there.

use anyhow::{Context, bail};
use serde::Serialize;

use super::{Hold, Movement, Placement, Situation, plan, strategy};
use crate::board::Grid;
use crate::board::tetris::{
    Orientation, Piece, Position, Rules, Tile, Well, format_tiles, parse_pieces, parse_tiles,
};
use crate::geometry::CellPos;

/// What is asked for.
pub struct Question<'a> {
    /// The strategy's name.
    pub strategy: &'a str,
    /// The rules' name or file.
    pub rules: &'a str,
    /// Longest time to think, if all known pieces are to be searched.
    pub think: Option<std::time::Duration>,
}

/// The answer that scripts read.
#[derive(Debug, Serialize)]
pub struct Advice {
    /// Letter of the piece that is placed.
    pub piece: String,
    /// Its orientation, in quarter turns to the right from the rules' first one.
    pub rotation: usize,
    /// Column of its left-most cells.
    pub column: usize,
    /// Whether the falling piece is put into the hold slot first.
    pub hold: bool,
    /// The strategy's value of it.
    pub score: f64,
    /// What to press.
    pub keys: Vec<&'static str>,
    /// Rows that it completes.
    pub lines: u32,
    /// The picture with the placement's cells in the piece's letter.
    pub board: Vec<String>,
}

/// Whether the text is a picture of a Tetris well: it says so, or it is one by its letters.
pub fn is_tetris(text: &str) -> bool {
    match header(text, "game") {
        Some(game) => game == "tetris",
        None => parse_tiles(text).is_ok_and(|tiles| {
            tiles.values().iter().any(|tile| matches!(tile, Some(Tile::Falling(_))))
        }),
    }
}

/// What to do with the falling piece of a picture.
///
/// # Errors
/// When the picture is no legal position, shows no falling piece, or a name is wrong.
pub fn advise(text: &str, question: &Question) -> anyhow::Result<Advice> {
    let tiles = parse_tiles(text)?;
    let hold = pieces(text, "hold")?.first().copied();
    advise_tiles(&tiles, pieces(text, "next")?, hold, question)
}

/// The same for a picture that was read from a screen, with the pieces shown beside it.
///
/// # Errors
/// When the picture is no legal position, shows no falling piece, or a name is wrong.
pub fn advise_tiles(
    tiles: &Grid<Option<Tile>>,
    mut next: Vec<Piece>,
    hold: Option<Piece>,
    question: &Question,
) -> anyhow::Result<Advice> {
    let position = Position::from_tiles(tiles).context("this cannot be a moment of a game")?;
    let rules = Rules::load(question.rules)?;
    let falling = match position.falling {
        Some((piece, cells)) => {
            let found = rules.locate(piece, &cells, position.well.cols());
            found.with_context(|| {
                format!("under the rules of {} no {piece} looks like this", rules.name())
            })?
        }
        None if next.is_empty() => {
            bail!("no piece is falling and the picture names none; add a line '# next: T'")
        }
        // Between two pieces: the next one is about to come in.
        None => rules.spawn(next.remove(0), Orientation::First, position.well.cols()),
    };
    let movement = Movement::new(&rules);
    let mut player = strategy(question.strategy)?;
    player.search.think = question.think;
    let situation = Situation {
        well: &position.well,
        movement: &movement,
        falling,
        next: &next,
        hold: Hold { piece: hold, allowed: true },
        possible: &[],
    };
    let found = plan(&situation, &player).context("the piece cannot move where it is")?;
    Ok(Advice::new(&found, &position.well))
}

impl Advice {
    fn new(found: &Placement, well: &Well) -> Self {
        Self {
            piece: found.piece.to_string(),
            rotation: found.rotation.index(),
            column: found.column,
            hold: found.hold,
            score: found.score,
            keys: found.keys.iter().map(|key| key.name()).collect(),
            lines: found.lines,
            board: picture(found, well),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let hold = if self.hold { "hold, then " } else { "" };
        let lines = match self.lines {
            0 => String::new(),
            n => format!(", completes {n}"),
        };
        format!(
            "{hold}{} turned {} times to column {}{lines} (value {:.2})\nkeys: {}\n{}",
            self.piece,
            self.rotation,
            self.column,
            self.score,
            self.keys.join(" "),
            self.board.join("\n")
        )
    }
}

fn picture(found: &Placement, well: &Well) -> Vec<String> {
    let mut tiles = Grid::from_fn(well.cols(), well.rows(), |cell| {
        Some(if well.is_filled(cell) { Tile::Locked } else { Tile::Empty })
    });
    for (x, y) in found.resting.shape.cells() {
        if let Some(row) = well.rows().checked_sub(1 + found.resting.up + y) {
            tiles[CellPos::new(found.resting.col + x, row)] = Some(Tile::Falling(found.piece));
        }
    }
    format_tiles(&tiles)
}

/// The value of a header line `# NAME: VALUE`.
fn header<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(':');
    text.lines().find_map(value).map(str::trim)
}

fn pieces(text: &str, name: &str) -> anyhow::Result<Vec<Piece>> {
    match header(text, name) {
        None | Some("" | "-" | "none") => Ok(Vec::new()),
        Some(letters) => parse_pieces(letters)
            .with_context(|| format!("'# {name}: {letters}' names no pieces; use I O T S Z J L")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: Question = Question { strategy: "bcts", rules: "srs", think: None };

    #[test]
    fn an_upright_i_is_sent_into_the_well_that_waits_for_it() {
        let text = "# game: tetris\n# next: T\n...iiii...\n..........\n..........\n..........\n\
                    ..........\n..........\n#########.\n#########.\n#########.\n#########.\n";
        assert!(is_tetris(text));
        let advice = advise(text, &QUESTION).expect("an answer");
        assert_eq!((advice.piece.as_str(), advice.column, advice.lines), ("I", 9, 4));
        assert_eq!(advice.keys.last(), Some(&"drop"));
        assert_eq!(advice.board[6], "#########i");
    }

    #[test]
    fn between_two_pieces_the_next_one_is_advised_and_without_any_it_says_what_to_add() {
        let empty = "....\n....\n....\n....\n";
        let named = format!("# game: tetris\n# next: O\n{empty}");
        assert_eq!(advise(&named, &QUESTION).expect("an answer").piece, "O");
        let error = advise(empty, &QUESTION).expect_err("no piece").to_string();
        assert!(error.contains("# next: T"), "{error}");
        assert!(!is_tetris(empty));
    }

    #[test]
    fn an_impossible_picture_is_refused_with_its_reasons() {
        let error = advise("~tt.\n....\n....\n####\n", &QUESTION).expect_err("impossible");
        let text = format!("{error:#}");
        assert!(text.contains("1 cells are unknown") && text.contains("is full"), "{text}");
    }
}
