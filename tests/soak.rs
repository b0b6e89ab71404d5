//! Each fault by the front door: nothing that must not happen does.

use std::process::Command;

use serde_json::Value;

/// Some runs under `faults`, as the command tells of them.
fn soak(game: &str, faults: &str) -> Value {
    soak_from("1", if game == "tetris" { 1 } else { 3 }, game, faults)
}

/// `runs` runs from `seed`.
fn soak_from(seed: &str, runs: u32, game: &str, faults: &str) -> Value {
    let mut rows = campaign(game, runs, &["--fault", faults, "--seed", seed]);
    let row = rows.pop().expect("one line");
    assert_eq!((rows.len(), &row["games"]), (0, &runs.into()));
    assert_ne!(row["strikes"], 0, "nothing went wrong: {row}");
    row
}

/// A line for each kind of fault, after a look that nothing has happened which must not.
fn campaign(game: &str, runs: u32, more: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepfall"))
        .env("RUST_LOG", "error")
        .args(["soak", "--game", game, "--games", &runs.to_string(), "--json"])
        .args(more)
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let rows: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    rows.iter().for_each(clean);
    rows
}

/// Demands that nothing has happened which must not.
fn clean(row: &Value) {
    let never = [
        "wrong_stops",
        "misreads_acted",
        "wrong_inputs",
        "stale_inputs",
        "hangs",
        "panics",
        "held_keys",
        "lost_results",
        "no_evidence",
    ];
    for never in never {
        assert_eq!(row[never], 0, "{row}");
    }
}

/// Both games are played to their end under a fault.
macro_rules! survived {
    ($($name:ident $fault:literal)*) => {$(
        #[test]
        fn $name() {
            for game in ["minesweeper", "tetris"] {
                let row = soak(game, $fault);
                assert_eq!(row["finished"], row["games"], "{row}");
            }
        }
    )*};
}

survived! {
    a_late_input_is_waited_for "late-input"
    a_doubled_input_does_no_harm "doubled-input"
    inputs_in_another_order_do_no_harm "reordered-input"
    a_lost_frame_is_waited_for "lost-frame"
    a_late_frame_is_not_acted_on "late-frame"
    a_repeated_frame_is_not_acted_on "repeated-frame"
    a_torn_frame_is_not_acted_on "torn-frame"
    a_frame_in_the_middle_of_an_animation_is_not_acted_on "animation"
    noise_is_no_change "noise"
    a_tooltip_over_the_board_is_waited_for "tooltip"
    a_pointer_over_a_cell_is_waited_for "cursor"
    warmer_colours_are_read "colour-shift"
    weaker_contrast_is_read "contrast"
    a_frozen_game_is_waited_for "freeze"
    a_moved_window_is_followed "moved"
    a_rescaled_game_is_found_again "rescaled"
    another_skin_is_read "skin"
}

/// Both games are stopped under a fault, for its reason.
macro_rules! stopped {
    ($($name:ident $fault:literal $reason:literal)*) => {$(
        #[test]
        fn $name() {
            for game in ["minesweeper", "tetris"] {
                let row = soak(game, $fault);
                let all = (&row["games"], &row["games"]);
                assert_eq!((&row["stopped"], &row["reasons"][$reason]), all, "{row}");
            }
        }
    )*};
}

stopped! {
    a_minimised_window_stops_the_game "minimised" "vanished"
    a_closed_window_stops_the_game "vanished" "vanished"
    a_covered_window_stops_the_game "covered" "covered"
}

#[test]
fn a_lost_input_is_sent_again_and_one_lost_twice_stops_the_game() {
    let row = soak("minesweeper", "lost-input");
    assert_ne!(row["finished"], 0, "{row}");
    assert_eq!(soak("tetris", "lost-input")["finished"], 1);
}

#[test]
fn a_popup_over_the_board_is_waited_for_or_stops_the_game() {
    assert_eq!(soak("minesweeper", "popup")["finished"], 3);
    soak("tetris", "popup");
}

/// A pointer over two covered cells was taken for a flag, and a board for what a box left of it.
#[test]
fn a_fresh_board_is_not_mistaken_for_what_lies_over_it() {
    for fault in ["cursor", "popup", "tooltip"] {
        assert_eq!(soak_from("11", 4, "minesweeper", fault)["finished"], 4);
    }
    // The window may move meanwhile.
    soak_from("45", 1, "minesweeper", "late-input+doubled-input+late-frame+tooltip+moved");
}

/// A lone mark on a covered cell from the first look on was taken for a flag.
#[test]
fn a_pointer_that_comes_and_goes_over_one_cell_is_no_flag() {
    assert_eq!(soak_from("49", 1, "minesweeper", "cursor")["finished"], 1);
}

/// A chessboard of two greens was doubted once the light made the two less alike.
#[test]
fn a_chequered_board_is_read_in_another_light() {
    assert_eq!(soak_from("21", 3, "minesweeper", "colour-shift")["finished"], 3);
}

/// A corner of a tooltip was taken for the next piece, and what a popup left in sight for a well.
#[test]
fn what_lies_over_a_well_is_neither_a_piece_nor_another_well() {
    for (seed, fault) in [("27", "tooltip"), ("21", "popup")] {
        assert_eq!(soak_from(seed, 1, "tetris", fault)["finished"], 1);
    }
}

/// A piece that was dropped too soon, over rows that it was to fill, was taken for what is left of
/// them.
#[test]
fn a_piece_locked_elsewhere_is_seen_where_it_lies() {
    assert_eq!(soak_from("65", 1, "tetris", "reordered-input")["finished"], 1);
}

/// The lower half of a frame showed the ghost of the piece that was held already, the upper half
/// the one before.
#[test]
fn a_ghost_of_the_next_frame_is_no_piece_that_was_locked() {
    let faults = "lost-frame+late-frame+repeated-frame+torn-frame";
    assert_eq!(soak_from("61", 1, "tetris", faults)["finished"], 1);
}

#[test]
fn a_game_that_begins_anew_by_itself_is_gone_on_with_or_stopped() {
    soak("minesweeper", "restarted");
    assert_eq!(soak("tetris", "restarted")["finished"], 1);
}

#[test]
fn tetris_waits_for_the_keyboard_and_minesweeper_stops_without_it_or_needs_no_key() {
    soak("minesweeper", "unfocused");
    assert_eq!(soak("tetris", "unfocused")["finished"], 1);
}

/// A held key would be typed into the other program all the time.
#[test]
fn a_key_that_is_held_is_let_go_of_when_another_program_takes_the_keyboard() {
    for seed in ["3", "7", "11"] {
        soak_from(seed, 1, "tetris", "unfocused");
    }
}

#[test]
fn a_board_of_another_size_stops_the_game() {
    let row = soak("minesweeper", "board-size");
    assert_eq!(row["stopped"], 3, "{row}");
}

#[test]
fn faults_that_come_together_do_no_harm() {
    for faults in ["lost-input+late-frame+tooltip", "doubled-input+noise+moved"] {
        soak("minesweeper", faults);
        soak("tetris", faults);
    }
}

/// As long as it takes, but no longer than a minute and a half for each game.
#[test]
fn a_short_campaign_of_every_fault_and_the_mixtures_is_clean() {
    for (game, kinds) in [("minesweeper", 30), ("tetris", 29)] {
        let rows = campaign(game, 1, &["--max-seconds", "90"]);
        assert_eq!(rows.len(), kinds, "{rows:?}");
        let runs: u64 = rows.iter().filter_map(|row| row["games"].as_u64()).sum();
        assert!(runs > 5, "{rows:?}");
    }
}
