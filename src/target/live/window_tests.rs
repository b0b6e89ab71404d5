//! What goes out, and above all what does not.

use std::time::Duration;

use super::fake::{FakeDesktop, Mouse, window};
use super::stop::StopWatcher;
use super::{LiveOptions, LiveWindow};
use crate::geometry::{FramePoint, PixelRect, ScreenPoint, ScreenRect};
use crate::input::{Action, Button, Key};
use crate::target::{StopReason, Target, TargetError};

fn lock(desktop: &FakeDesktop, region: Option<ScreenRect>) -> anyhow::Result<LiveWindow> {
    let game = desktop.0.borrow().game.clone();
    let device = Box::new(desktop.clone());
    let watcher = StopWatcher::idle();
    let options = LiveOptions::default();
    LiveWindow::lock(Box::new(desktop.clone()), device, watcher, &game, region, options)
}

fn locked(desktop: &FakeDesktop) -> LiveWindow {
    lock(desktop, None).expect("the game can be locked on")
}

fn click(x: f64, y: f64) -> Action {
    Action::Click { at: FramePoint::new(x, y), button: Button::Left, hold: Duration::ZERO }
}

fn key(text: &str) -> Action {
    Action::Key { stroke: text.parse().expect("a key"), hold: Duration::ZERO }
}

fn sent(desktop: &FakeDesktop) -> Vec<String> {
    desktop.0.borrow().sent.clone()
}

/// Whether anything but the pointer's place was sent.
fn pressed(desktop: &FakeDesktop) -> bool {
    sent(desktop).iter().any(|what| what.starts_with("Press"))
}

#[test]
fn a_click_goes_to_the_window_s_place_on_the_screen() {
    let desktop = FakeDesktop::new();
    locked(&desktop).perform(&click(20.5, 30.5)).expect("sent");
    assert_eq!(sent(&desktop), ["move 120,230", "Press Left", "Release Left"]);
}

#[test]
fn a_click_outside_the_window_is_refused() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    for (x, y) in [(-0.5, 5.0), (300.0, 5.0), (5.0, 200.0), (f64::NAN, 5.0), (1e18, 5.0)] {
        let result = live.perform(&click(x, y));
        assert!(matches!(result, Err(TargetError::Outside(_))), "{x} {y}: {result:?}");
    }
    assert!(sent(&desktop).is_empty());
}

#[test]
fn a_covered_window_gets_no_click_and_the_message_names_what_covers_it() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().cover = Some("window 'Letter'".to_string());
    let error = live.perform(&click(5.0, 5.0)).expect_err("covered");
    assert!(matches!(error, TargetError::Covered { .. }));
    assert!(error.to_string().contains("window 'Letter'"), "{error}");
    assert_eq!(sent(&desktop), ["activate"]);
    // It is asked for once and not fought over.
    assert!(matches!(live.perform(&click(5.0, 5.0)), Err(TargetError::Covered { .. })));
    assert_eq!(sent(&desktop), ["activate"]);
}

#[test]
fn a_covered_window_that_comes_to_the_front_when_asked_is_clicked() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    {
        let mut state = desktop.0.borrow_mut();
        state.cover = Some("window 'Letter'".to_string());
        state.raises = true;
    }
    live.perform(&click(5.0, 5.0)).expect("sent");
    assert_eq!(sent(&desktop), ["activate", "move 105,205", "Press Left", "Release Left"]);
}

#[test]
fn a_moved_window_is_followed_and_clicked_where_it_is_then() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().game.place = Some(ScreenRect { x: 150, y: 260, w: 320, h: 240 });
    assert!(matches!(live.perform(&click(5.0, 5.0)), Err(TargetError::Moved(_))));
    live.relock().expect("it rests on the screen");
    assert_eq!(live.capture(None).expect("captured").image.dimensions(), (320, 240));
    live.perform(&click(5.0, 5.0)).expect("sent");
    assert_eq!(sent(&desktop), ["move 155,265", "Press Left", "Release Left"]);
}

#[test]
fn a_window_moved_off_the_screen_or_closed_is_not_followed() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().game.place = Some(ScreenRect { x: 800, y: 0, w: 300, h: 200 });
    let error = live.relock().expect_err("partly off the screen");
    assert!(error.to_string().contains("off the screen"), "{error}");
    desktop.0.borrow_mut().game.place = None;
    assert!(matches!(live.relock(), Err(TargetError::Vanished(_))));
}

#[test]
fn a_region_moves_with_its_window_but_not_with_its_size() {
    let desktop = FakeDesktop::new();
    let region = ScreenRect { x: 150, y: 240, w: 50, h: 40 };
    let mut live = lock(&desktop, Some(region)).expect("inside the window");
    desktop.0.borrow_mut().game.place = Some(ScreenRect { x: 110, y: 205, w: 300, h: 200 });
    live.relock().expect("only moved");
    live.perform(&click(0.5, 0.5)).expect("sent");
    assert_eq!(sent(&desktop)[0], "move 160,245");
    desktop.0.borrow_mut().game.place = Some(ScreenRect { x: 110, y: 205, w: 301, h: 200 });
    assert!(matches!(live.relock(), Err(TargetError::Moved(_))));
}

#[test]
fn a_borrowed_keyboard_is_given_back() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    let letter = Some(window(9, "Letter", 90));
    desktop.0.borrow_mut().focused.clone_from(&letter);
    assert!(!live.has_keyboard().expect("told"));
    live.borrow_keyboard(&key("p")).expect("sent");
    assert_eq!(desktop.0.borrow().focused, letter);
    assert_eq!(sent(&desktop), ["activate", "Press p", "Release p", "activate"]);
}

#[test]
fn a_window_that_moved_grew_or_vanished_gets_nothing() {
    let changes: [fn(&mut ScreenRect); 3] = [|p| p.x += 1, |p| p.h += 1, |p| p.w -= 1];
    for change in changes {
        let desktop = FakeDesktop::new();
        let mut live = locked(&desktop);
        change(desktop.0.borrow_mut().game.place.as_mut().expect("shown"));
        for action in [click(5.0, 5.0), key("n"), Action::Press(Key::Left)] {
            assert!(matches!(live.perform(&action), Err(TargetError::Moved(_))));
        }
        assert!(matches!(live.capture(None), Err(TargetError::Moved(_))));
        assert!(!pressed(&desktop));
    }
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().game.place = None;
    assert!(matches!(live.perform(&click(5.0, 5.0)), Err(TargetError::Vanished(_))));
    assert!(!pressed(&desktop));
}

#[test]
fn a_hand_on_the_mouse_stops_a_click_before_the_button_goes_down() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().mouse = Mouse::InHand;
    let result = live.perform(&click(5.0, 5.0));
    assert!(matches!(result, Err(TargetError::Stopped(StopReason::UserMoved))), "{result:?}");
    assert!(!pressed(&desktop));
    assert_eq!(live.stop_requested(), Some(StopReason::UserMoved));
}

#[test]
fn a_mouse_moved_between_two_clicks_is_not_moved_back() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    live.perform(&click(5.0, 5.0)).expect("sent");
    desktop.0.borrow_mut().pointer.x += 20;
    let result = live.perform(&click(5.0, 5.0));
    assert!(matches!(result, Err(TargetError::Stopped(StopReason::UserMoved))), "{result:?}");
    assert_eq!(sent(&desktop).len(), 3);
}

#[test]
fn a_pointer_that_cannot_be_moved_gets_no_click() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    desktop.0.borrow_mut().mouse = Mouse::Held;
    let error = live.perform(&click(5.0, 5.0)).expect_err("it stays where it is");
    assert!(error.to_string().contains("open menu"), "{error}");
    assert!(!pressed(&desktop));
}

#[test]
fn after_a_stop_nothing_but_releases_goes_out() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    live.perform(&Action::Press(Key::Left)).expect("sent");
    live.watcher().stop(StopReason::Corner);
    for action in [click(5.0, 5.0), key("n"), Action::Move { to: FramePoint::new(1.0, 1.0) }] {
        assert!(matches!(live.perform(&action), Err(TargetError::Stopped(StopReason::Corner))));
    }
    live.perform(&Action::Release(Key::Left)).expect("released");
    assert_eq!(sent(&desktop), ["Press left", "Release left"]);
}

#[test]
fn dropping_the_target_lets_go_of_held_keys() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    live.perform(&Action::Press(Key::Down)).expect("sent");
    drop(live);
    assert_eq!(sent(&desktop), ["Press down", "Release down"]);
}

#[test]
fn keys_go_out_only_while_the_game_or_its_dialog_has_the_keyboard() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    let dialog = window(8, "High Scores", 70);
    desktop.0.borrow_mut().focused = Some(dialog);
    live.perform(&key("Escape")).expect("the game's own dialog may have it");
    desktop.0.borrow_mut().focused = Some(window(9, "Letter", 90));
    desktop.0.borrow_mut().obeys = false;
    let error = live.perform(&key("n")).expect_err("a letter is being written");
    assert!(matches!(error, TargetError::Unfocused { .. }));
    assert!(error.to_string().contains("Letter"), "{error}");
    assert_eq!(sent(&desktop), ["Press escape", "Release escape", "activate"]);
}

#[test]
fn the_keyboard_is_asked_for_once_and_not_fought_over() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    let letter = Some(window(9, "Letter", 90));
    desktop.0.borrow_mut().focused.clone_from(&letter);
    live.perform(&key("n")).expect("the desktop gave the keyboard");
    assert_eq!(sent(&desktop), ["activate", "Press n", "Release n"]);
    desktop.0.borrow_mut().focused = letter;
    assert!(matches!(live.perform(&key("n")), Err(TargetError::Unfocused { .. })));
    assert_eq!(sent(&desktop).len(), 3);
}

#[test]
fn a_region_is_captured_and_clicked_in_its_own_coordinates() {
    let desktop = FakeDesktop::new();
    let region = ScreenRect { x: 150, y: 240, w: 50, h: 40 };
    let mut live = lock(&desktop, Some(region)).expect("inside the window");
    let frame = live.capture(Some(PixelRect { x: 10, y: 5, w: 4, h: 3 })).expect("captured");
    assert_eq!(frame.image.dimensions(), (4, 3));
    assert_eq!(frame.image.get_pixel(0, 0).0, [160, 245, 0]);
    live.perform(&click(0.5, 0.5)).expect("sent");
    assert_eq!(sent(&desktop)[0], "move 150,240");
    assert!(matches!(live.perform(&click(50.0, 0.5)), Err(TargetError::Outside(_))));
    assert!(lock(&desktop, Some(ScreenRect { x: 90, ..region })).is_err());
}

#[test]
fn a_window_partly_off_the_screen_is_not_locked_on() {
    let desktop = FakeDesktop::new();
    desktop.0.borrow_mut().game.place = Some(ScreenRect { x: 800, y: 0, w: 300, h: 200 });
    let error = lock(&desktop, None).err().expect("refused").to_string();
    assert!(error.contains("off the screen"), "{error}");
}

#[test]
fn a_game_that_input_cannot_reach_is_refused_with_the_reason_but_may_be_watched() {
    let desktop = FakeDesktop::new();
    desktop.0.borrow_mut().barrier = Some("it runs as administrator".to_string());
    let error = lock(&desktop, None).err().expect("refused").to_string();
    assert!(error.contains("administrator"), "{error}");
    let watched = LiveOptions { may_activate: false, ..LiveOptions::default() };
    let game = desktop.0.borrow().game.clone();
    let (eyes, device) = (Box::new(desktop.clone()), Box::new(desktop.clone()));
    let watcher = StopWatcher::idle();
    assert!(LiveWindow::lock(eyes, device, watcher, &game, None, watched).is_ok());
}

#[test]
fn a_capture_outside_the_window_is_an_error() {
    let desktop = FakeDesktop::new();
    let mut live = locked(&desktop);
    for (x, y, w, h) in [(0, 0, 301, 5), (299, 0, 2, 1), (0, 0, 0, 5), (u32::MAX, 0, 2, 2)] {
        assert!(live.capture(Some(PixelRect { x, y, w, h })).is_err());
    }
}

#[test]
fn parking_in_a_corner_is_moved_out_of_it() {
    let desktop = FakeDesktop::new();
    let to = FramePoint::new(-1000.0, -1000.0);
    locked(&desktop).perform(&Action::Move { to }).expect("sent");
    let parked = desktop.0.borrow().pointer;
    assert_ne!(parked, ScreenPoint { x: 0, y: 0 });
    assert!(parked.x > 4 && parked.y > 4);
}
