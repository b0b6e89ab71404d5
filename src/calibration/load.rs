//! Finding and reading profiles: the shipped ones are embedded, others are folders on disk.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use include_dir::{Dir, include_dir};

use super::{Game, Profile, ProfileError, TetrisRules, sheet};
use crate::board::minesweeper::Cell;
use crate::board::tetris::{Press, Rules};
use crate::files;

/// The shipped profiles, `<game>/<skin>/profile.toml`.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/calibration");

/// The file in a profile's folder that describes it.
pub(super) const FILE: &str = "profile.toml";
/// A profile is a page of text; a larger file is something else.
const MAX_BYTES: u64 = 256 * 1024;
/// No game needs longer pauses than this, and a typing error must not hang a run.
const MAX_MS: u64 = 60_000;
/// Clicks of a new-game step lie within this many grids or cells of the board.
const MAX_OFFSET: f64 = 100.0;

/// Every shipped profile, by game and then by name.
pub fn shipped() -> &'static [Profile] {
    static SHIPPED: OnceLock<Vec<Profile>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let games = EMBEDDED.dirs().flat_map(Dir::dirs);
        games
            .filter_map(|skin| Some((skin, skin.get_file(skin.path().join(FILE))?)))
            .map(|(skin, file)| {
                let text = file.contents_utf8().expect("a shipped profile is text");
                let path = Path::new("calibration").join(file.path());
                let sheet = skin.get_file(skin.path().join(sheet::FILE));
                parse(text, &path, sheet.map(|file| file.contents().to_vec()))
                    .expect("every shipped profile is right: a test reads them all")
            })
            .collect()
    })
}

/// The profile with this name among the shipped ones, or else in this folder or file.
///
/// # Errors
/// When there is none, or it is not right; the message names the file and the field.
pub fn load(name_or_path: &str) -> Result<Profile, ProfileError> {
    if let Some(profile) = shipped().iter().find(|profile| profile.name == name_or_path) {
        return Ok(profile.clone());
    }
    let path = Path::new(name_or_path);
    if !path.exists() {
        let names: Vec<&str> = shipped().iter().map(|profile| profile.name.as_str()).collect();
        let shipped = names.join(", ");
        return Err(ProfileError::NoSuch { name: name_or_path.to_string(), shipped });
    }
    let file = if path.is_dir() { path.join(FILE) } else { path.to_path_buf() };
    let text = text(&file)?;
    let beside = file.with_file_name(sheet::FILE);
    if is_link(&beside) {
        let source = std::io::Error::other("it is a link; a profile's files lie in its folder");
        return Err(ProfileError::Io { path: beside, source });
    }
    let pictures = beside.exists().then(|| read(&beside)).transpose()?;
    parse(&text, &file, pictures)
}

/// The text of a `profile.toml`.
pub(super) fn text(file: &Path) -> Result<String, ProfileError> {
    Ok(String::from_utf8_lossy(&read(file)?).into_owned())
}

/// The shipped profile for a window with this title and class, of `game` or of any. A class
/// says more than a title, and a longer match more than a shorter one.
pub fn for_window(title: &str, class: &str, game: Option<Game>) -> Option<&'static Profile> {
    let (title, class) = (title.to_lowercase(), class.to_lowercase());
    let longest = |texts: &[String], of: &str| {
        let lengths = texts.iter().filter(|t| of.contains(&t.to_lowercase())).map(String::len);
        lengths.max().unwrap_or(0)
    };
    shipped()
        .iter()
        .filter(|profile| game.is_none_or(|game| profile.game == game))
        .map(|p| ((longest(&p.window.class, &class), longest(&p.window.title, &title)), p))
        .filter(|(fit, _)| *fit != (0, 0))
        .max_by_key(|(fit, _)| *fit)
        .map(|(_, profile)| profile)
}

fn read(file: &Path) -> Result<Vec<u8>, ProfileError> {
    files::read(file, MAX_BYTES).map_err(|source| ProfileError::Io { path: file.into(), source })
}

fn is_link(file: &Path) -> bool {
    file.symlink_metadata().is_ok_and(|found| found.is_symlink())
}

/// Reads a profile's text and the pictures of its cells; `path` is for messages.
///
/// # Errors
/// When it is not right; the message names the file and the field.
pub fn parse(text: &str, path: &Path, pictures: Option<Vec<u8>>) -> Result<Profile, ProfileError> {
    let wrong = |message: String| ProfileError::Form { path: PathBuf::from(path), message };
    let mut profile: Profile = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    check(&profile).map_err(wrong)?;
    if let Some(tetris) = &mut profile.tetris {
        own_rules(tetris, path).map_err(wrong)?;
    }
    profile.pictures = match (pictures, profile.cells.as_str()) {
        (_, "") => Vec::new(),
        (None, _) => {
            return Err(wrong(format!("it names `cells`, but there is no {}", sheet::FILE)));
        }
        (Some(bytes), names) => {
            sheet::parse(names, &bytes).map_err(|error| wrong(format!("{error:#}")))?
        }
    };
    Ok(profile)
}

/// Finds the rules of a Tetris: shipped ones, or a file beside the profile at `path`.
fn own_rules(tetris: &mut TetrisRules, path: &Path) -> Result<(), String> {
    let names = Rules::names();
    if names.contains(&tetris.rules.as_str()) {
        return Ok(());
    }
    let parts: Vec<Component<'_>> = Path::new(&tetris.rules).components().collect();
    let file = path.with_file_name(&tetris.rules);
    if !matches!(parts[..], [Component::Normal(_)]) || is_link(&file) {
        return Err(format!(
            "tetris.rules = '{}': use {} or the name of a file beside {FILE}",
            tetris.rules,
            names.join(", ")
        ));
    }
    tetris.rules = file.to_string_lossy().into_owned();
    Rules::load(&tetris.rules).map(|_| ()).map_err(|error| format!("tetris.rules: {error}"))
}

/// What the form alone does not say.
fn check(profile: &Profile) -> Result<(), String> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    if profile.name.is_empty() || !profile.name.chars().all(good) {
        return Err(format!(
            "name = '{}': use letters, digits, '-', '_' and '.' only",
            profile.name
        ));
    }
    let pace = &profile.input;
    let times = [
        ("input.hold_ms", pace.hold_ms),
        ("input.gap_ms", pace.gap_ms),
        ("input.settle_ms", pace.settle_ms),
        ("input.quiet_ms", pace.quiet_ms),
    ];
    if let Some((field, ms)) = times.into_iter().find(|(_, ms)| *ms > MAX_MS) {
        return Err(format!("{field} = {ms} is longer than {MAX_MS} ms"));
    }
    let texts = profile.window.class.iter().chain(&profile.window.title);
    if texts.into_iter().any(String::is_empty) {
        return Err("window: an empty text fits every window; take it out".to_string());
    }
    let new_game = &profile.new_game;
    if let Some(slack) = profile.shade_slack.filter(|slack| !(0.0..=255.0).contains(slack)) {
        return Err(format!("shade_slack = {slack}: use 0 to 255"));
    }
    let strange = profile.cells.chars().find(|c| match profile.game {
        Game::Minesweeper => Cell::from_char(*c).is_none(),
        Game::Tetris => true,
    });
    if let Some(strange) = strange {
        return Err(format!("cells: '{strange}' is no kind of cell; use # . 1-8 F ? * ! or x"));
    }
    match (profile.game, &profile.minesweeper, &profile.tetris) {
        (Game::Minesweeper, _, Some(_)) => {
            return Err("game = 'minesweeper', but there is a part [tetris]".to_string());
        }
        (Game::Tetris, Some(_), _) => {
            return Err("game = 'tetris', but there is a part [minesweeper]".to_string());
        }
        (_, _, Some(tetris)) => check_tetris(tetris)?,
        (_, _, None) => {}
    }
    let all = [
        &new_game.start,
        &new_game.after_win,
        &new_game.after_loss,
        &new_game.midway,
        &new_game.dismiss,
    ];
    all.into_iter().flatten().try_for_each(check_step)
}

fn check_tetris(tetris: &TetrisRules) -> Result<(), String> {
    if tetris.over_ms > MAX_MS {
        return Err(format!("tetris.over_ms = {} is longer than {MAX_MS} ms", tetris.over_ms));
    }
    if let Some(well) = tetris.well.as_ref().filter(|well| !well.is_sound()) {
        return Err(format!("tetris.well: {well:?} does not lie in its window"));
    }
    for press in [Press::Left, Press::Right] {
        if !tetris.keys.contains_key(&press) {
            return Err(format!("tetris.keys: there is no key for '{}'", press.name()));
        }
    }
    let keys: Vec<_> = tetris.keys.iter().collect();
    for (index, (press, key)) in keys.iter().enumerate() {
        if let Some((other, _)) = keys[..index].iter().find(|(_, other)| other == key) {
            let (a, b) = (other.name(), press.name());
            return Err(format!("tetris.keys: '{a}' and '{b}' are the same key"));
        }
    }
    Ok(())
}

fn check_step(step: &super::Step) -> Result<(), String> {
    match step {
        super::Step::WaitMs(ms) if *ms > MAX_MS => {
            Err(format!("new_game: wait_ms = {ms} is longer than {MAX_MS} ms"))
        }
        super::Step::Click(at)
        | super::Step::ClickCells(at)
        | super::Step::ClickWindow(at)
        | super::Step::Hover(at)
            if at.iter().any(|v| !v.is_finite() || v.abs() > MAX_OFFSET) =>
        {
            Err(format!("new_game: a click at {at:?} is nowhere near the board"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::FrameRect;

    #[test]
    fn every_shipped_profile_is_right_and_named_as_its_folder() {
        let folders: Vec<String> = EMBEDDED
            .dirs()
            .flat_map(Dir::dirs)
            .filter(|skin| skin.get_file(skin.path().join(FILE)).is_some())
            .map(|skin| skin.path().to_string_lossy().replace('\\', "/"))
            .collect();
        let named: Vec<String> =
            shipped().iter().map(|profile| format!("{}/{}", profile.game, profile.name)).collect();
        assert_eq!(named, folders);
        assert!(!named.is_empty());
    }

    #[test]
    fn windows_find_their_profile_by_class_or_title() {
        let name = |title, class| {
            for_window(title, class, Some(Game::Minesweeper)).map(|profile| profile.name.as_str())
        };
        assert_eq!(name("Mines", "sgt-mines Sgt-mines"), Some("sgt-mines"));
        assert_eq!(name("Mines", "gnome-mines Gnome-mines"), Some("gnome-mines"));
        assert_eq!(name("xdémineur", "xdemineur XDémineur"), Some("xdemineur"));
        assert_eq!(name("WineMine", "winemine.exe"), Some("winemine"));
        assert_eq!(name("KMines", "kmines"), Some("kmines"));
        assert_eq!(name("扫雷", "扫雷 winmine.exe"), Some("windows-xp"));
        assert_eq!(name("Minesweeper", "Minesweeper MineSweeper.exe"), Some("windows-7"));
        assert_eq!(name("Minesweeper Arbiter ", "TMain ms_arbiter.exe"), Some("arbiter"));
        assert_eq!(name("Minesweeper Online - Firefox", "firefox"), Some("minesweeper-online"));
        assert_eq!(name("Letter to mum", "editor"), None);
    }

    #[test]
    fn a_wells_place_counts_for_windows_of_its_size_only() {
        let ltris = load("ltris").expect("it is shipped").tetris.expect("it is a Tetris");
        let well = ltris.well.expect("its window cannot be resized");
        let bounds = well.within(640, 480).map(|grid| grid.bounds());
        assert_eq!(bounds, Some(FrameRect { x: 70.0, y: 0.0, w: 200.0, h: 400.0 }));
        assert_eq!(well.within(641, 480), None);
    }

    #[test]
    fn an_unknown_name_lists_the_shipped_ones() {
        let error = load("no-such-skin").expect_err("there is none").to_string();
        assert!(error.contains("no-such-skin") && error.contains("sgt-mines"), "{error}");
    }
}
