//! A board file of either game, or rules of a Tetris: parsed, checked and thought about.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sweepfall::board::minesweeper::{Board, StartRule, format_cells, parse_cells};
use sweepfall::board::tetris::{Position, Rules, format_tiles, parse_tiles};
use sweepfall::solver::minesweeper::{FlagStyle, Limits, strategy};
use sweepfall::solver::tetris::advice;

/// Larger boards are parsed but not thought about.
const MOST: usize = 120;

fuzz_target!(|text: &str| {
    if let Ok(cells) = parse_cells(text) {
        assert_eq!(parse_cells(&format_cells(&cells).join("\n")).as_ref(), Ok(&cells));
        let mines = text.len() % 40;
        if let Ok(board) = Board::check(&cells, mines)
            && cells.len() <= MOST
        {
            let limits = Limits {
                start: StartRule::Safe,
                first_click: None,
                think: Duration::from_millis(20),
                flags: FlagStyle::All,
            };
            for name in ["two-rule", "probability", "full"] {
                let _ = strategy(name).expect("it is one").decide(&board, &limits);
            }
        }
    }
    if let Ok(tiles) = parse_tiles(text) {
        assert_eq!(parse_tiles(&format_tiles(&tiles).join("\n")).as_ref(), Ok(&tiles));
        let _ = Position::from_tiles(&tiles);
        let question = advice::Question { strategy: "bcts", rules: "srs", think: None };
        let _ = advice::advise(text, &question);
    }
    let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a file");
    std::fs::write(file.path(), text).expect("it can be written");
    let _ = Rules::load(&file.path().to_string_lossy());
});
