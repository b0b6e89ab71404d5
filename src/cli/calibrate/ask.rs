//! Asking a person what a kind of cell is.

use std::io::{self, BufRead, Write};

use super::doubtful::Nameless;
use crate::board::minesweeper::Cell;

/// A line about each kind: its number, where it is and what it looks like.
pub fn describe(number: usize, kind: &Nameless) -> String {
    let [best, second] = kind.like.map(Cell::to_char);
    let count = match kind.cells.len() {
        1 => "1 cell".to_string(),
        n => format!("{n} cells"),
    };
    let first = kind.cells[0];
    format!(
        "kind {number}: {count}, the first at column {}, row {}; looks a bit like {best} or {second}",
        first.col, first.row
    )
}

/// Asks for the name of each kind; `None` for those that nobody can name. Nothing more is asked
/// after a `q` or the end of `input`.
///
/// # Errors
/// When `input` or `out` fails.
pub fn ask(
    kinds: &[Nameless],
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<Vec<Option<Cell>>> {
    let mut names = vec![None; kinds.len()];
    writeln!(
        out,
        "What are they? # covered, . open and empty, 1-8, F flag, ? question mark, * mine,\n\
         ! exploded mine, x wrong flag; Enter leaves a kind out, q all that follow."
    )?;
    for (index, kind) in kinds.iter().enumerate() {
        let number = index + 1;
        writeln!(out, "{}", describe(number, kind))?;
        loop {
            write!(out, "kind {number} is: ")?;
            out.flush()?;
            let mut answer = String::new();
            if input.read_line(&mut answer)? == 0 {
                writeln!(out)?;
                return Ok(names);
            }
            let mut letters = answer.trim().chars();
            match (letters.next(), letters.next()) {
                (None, _) => break,
                (Some('q' | 'Q'), None) => return Ok(names),
                (Some(letter), None) if named(letter).is_some() => {
                    names[index] = named(letter);
                    break;
                }
                _ => writeln!(out, "'{}' is none of # . 1-8 F ? * ! x", answer.trim())?,
            }
        }
    }
    Ok(names)
}

/// The kind of a letter, `f` and `X` too.
fn named(letter: char) -> Option<Cell> {
    Cell::from_char(match letter {
        'f' => 'F',
        'X' => 'x',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::CellPos;

    fn answered(text: &str) -> (Vec<Option<Cell>>, String) {
        let kind = |col| Nameless {
            cells: vec![CellPos::new(col, 2)],
            like: [Cell::Open(6), Cell::Open(5)],
        };
        let mut told = Vec::new();
        let names = ask(&[kind(1), kind(4)], &mut text.as_bytes(), &mut told).expect("no errors");
        (names, String::from_utf8(told).expect("text"))
    }

    #[test]
    fn answers_name_kinds_and_wrong_ones_are_asked_again() {
        let (names, told) = answered("9\n6\nf\n");
        assert_eq!(names, [Some(Cell::Open(6)), Some(Cell::Flag)]);
        assert!(told.contains("'9' is none of"), "{told}");
        assert!(told.contains("kind 2: 1 cell, the first at column 4, row 2"), "{told}");
    }

    #[test]
    fn kinds_may_be_left_out_and_the_end_of_the_input_ends_the_questions() {
        assert_eq!(answered("\n*\n").0, [None, Some(Cell::Mine)]);
        assert_eq!(answered("q\n1\n").0, [None, None]);
        assert_eq!(answered("8\n").0, [Some(Cell::Open(8)), None]);
    }
}
