//! Which window is meant: by id, title or class.

use thiserror::Error;

use super::desktop::{WindowId, WindowInfo, WindowKind};

/// Why no window was chosen.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FindError {
    /// No window matches.
    #[error(
        "no open window has '{query}' in its title or class, or as its id; open are: {open}\n\
         (a minimised window must be shown first)"
    )]
    None {
        /// What was asked for.
        query: String,
        /// The windows there are.
        open: String,
    },
    /// Several match equally well.
    #[error("'{query}' fits several windows: {candidates}\ngive the id of one of them")]
    Ambiguous {
        /// What was asked for.
        query: String,
        /// The ones that match.
        candidates: String,
    },
}

/// How well a window fits; the smaller the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Id,
    Whole,
    PartOfClass,
    PartOfTitle,
}

/// The window that `query` means: its id (decimal or `0x..`), its whole title or class, a part
/// of its class, a part of its title, in this order; upper and lower case alike. A program's
/// dialogs give way to its main window, and its small windows to the largest.
///
/// # Errors
/// When none fits, or several of different programs do.
pub fn find(windows: &[WindowInfo], query: &str) -> Result<WindowInfo, FindError> {
    let fits: Vec<(Fit, &WindowInfo)> =
        windows.iter().filter_map(|w| Some((fit(w, query)?, w))).collect();
    let best = fits.iter().map(|(fit, _)| *fit).min();
    let mut chosen: Vec<&WindowInfo> =
        fits.iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, w)| *w).collect();
    if chosen.len() > 1 && chosen.iter().any(|w| w.kind == WindowKind::Main) {
        chosen.retain(|w| w.kind == WindowKind::Main);
    }
    let Some(first) = chosen.first() else {
        return Err(FindError::None { query: query.to_string(), open: list(windows.iter()) });
    };
    if !chosen.iter().all(|w| w.same_program(first)) {
        let candidates = list(chosen.iter().copied());
        return Err(FindError::Ambiguous { query: query.to_string(), candidates });
    }
    let area = |w: &WindowInfo| w.place.map_or(0, |p| u64::from(p.w) * u64::from(p.h));
    let largest = chosen.into_iter().max_by_key(|w| area(w)).expect("there is a first one");
    Ok(largest.clone())
}

fn fit(window: &WindowInfo, query: &str) -> Option<Fit> {
    if parse_id(query) == Some(window.id) {
        return Some(Fit::Id);
    }
    let query = query.to_lowercase();
    if query.is_empty() {
        return None;
    }
    let (title, class) = (window.title.to_lowercase(), window.class.to_lowercase());
    if title == query || class.split(' ').any(|part| part == query) {
        Some(Fit::Whole)
    } else if class.contains(&query) {
        Some(Fit::PartOfClass)
    } else if title.contains(&query) {
        Some(Fit::PartOfTitle)
    } else {
        None
    }
}

fn parse_id(text: &str) -> Option<WindowId> {
    let id = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    id.ok().map(WindowId)
}

fn list<'a>(windows: impl Iterator<Item = &'a WindowInfo>) -> String {
    let lines: Vec<String> = windows
        .map(|w| {
            let place = w.place.map_or("minimised".to_string(), |p| format!("at {p}"));
            format!("\n  {}  '{}'  class '{}'  {place}", w.id, w.title, w.class)
        })
        .collect();
    if lines.is_empty() { "none".to_string() } else { lines.concat() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ScreenRect;

    fn window(id: u64, title: &str, class: &str, pid: u32) -> WindowInfo {
        WindowInfo {
            id: WindowId(id),
            title: title.to_string(),
            class: class.to_string(),
            pid: Some(pid),
            owner: None,
            kind: WindowKind::Main,
            place: Some(ScreenRect { x: 0, y: 0, w: 100 + id as u32, h: 100 }),
        }
    }

    fn id(windows: &[WindowInfo], query: &str) -> Result<u64, FindError> {
        find(windows, query).map(|w| w.id.0)
    }

    #[test]
    fn ids_titles_and_classes_find_a_window_whatever_the_case() {
        let windows = [window(16, "Mines", "sgt-mines", 1), window(17, "Patience", "cards", 2)];
        for query in ["0x10", "16", "mines", "MINES", "SGT", "sgt-mines"] {
            assert_eq!(id(&windows, query), Ok(16), "{query}");
        }
        assert_eq!(id(&windows, "patien"), Ok(17));
    }

    #[test]
    fn a_terminal_that_shows_the_command_does_not_get_in_the_way() {
        let terminal = window(1, "sweepfall play minesweeper --window sgt-mines", "xterm", 1);
        let windows = [terminal, window(2, "Mines", "sgt-mines Sgt-mines", 2)];
        assert_eq!(id(&windows, "sgt-mines"), Ok(2));
    }

    #[test]
    fn dialogs_and_small_windows_of_one_program_give_way() {
        let mut dialog = window(900, "High Scores - KMines", "kmines", 1);
        dialog.kind = WindowKind::Dialog;
        let windows = [dialog, window(3, "KMines", "kmines", 1), window(2, "x", "kmines", 1)];
        assert_eq!(id(&windows, "kmines"), Ok(3));
        assert_eq!(id(&windows, "scores"), Ok(900));
    }

    #[test]
    fn two_programs_are_ambiguous_and_both_are_named() {
        let windows = [window(1, "Mines", "a", 1), window(2, "Mines", "b", 2)];
        let error = id(&windows, "mines").expect_err("ambiguous").to_string();
        assert!(error.contains("0x1") && error.contains("0x2"), "{error}");
    }

    #[test]
    fn nothing_found_lists_what_is_open() {
        let error = id(&[window(1, "Mines", "a", 1)], "tetris").expect_err("none").to_string();
        assert!(error.contains("tetris") && error.contains("'Mines'"), "{error}");
        assert!(id(&[window(1, "Mines", "a", 1)], "").is_err());
    }
}
