//! Each fault by the front door: nothing that must not happen does.

use std::process::Command;

use serde_json::Value;

/// Two games of Minesweeper under one fault, as the command tells of them.
fn soak(fault: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_sweepfall"))
        .args(["soak", "--game", "minesweeper", "--games", "2", "--json", "--fault", fault])
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let row: Value = serde_json::from_str(&told).expect("one line of JSON");
    assert_eq!((&row["fault"], &row["games"]), (&fault.into(), &2.into()));
    for never in ["misreads_acted", "wrong_inputs", "hangs", "panics", "held_keys"] {
        assert_eq!(row[never], 0, "{row}");
    }
    assert_ne!(row["strikes"], 0, "nothing went wrong: {row}");
    row
}

macro_rules! survived {
    ($($name:ident $fault:literal)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(soak($fault)["finished"], 2);
        }
    )*};
}

survived! {
    a_lost_input_is_sent_again "lost-input"
    a_late_input_is_waited_for "late-input"
    a_doubled_input_does_no_harm "doubled-input"
    a_lost_frame_is_waited_for "lost-frame"
    a_late_frame_is_not_acted_on "late-frame"
    a_repeated_frame_is_not_acted_on "repeated-frame"
    a_torn_frame_is_not_acted_on "torn-frame"
    noise_is_no_change "noise"
    warmer_colours_are_read "colour-shift"
}

#[test]
fn a_window_that_is_moved_closed_or_covered_stops_the_game_with_that_reason() {
    for fault in ["moved", "vanished", "covered"] {
        let row = soak(fault);
        assert_eq!((&row["stopped"], &row["reasons"][fault]), (&2.into(), &2.into()), "{row}");
    }
}
