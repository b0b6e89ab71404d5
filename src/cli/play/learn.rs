//! What becomes certain while a game is played, kept as a profile.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};

use crate::calibration::{self, Game, Profile};
use crate::frame::Frame;
use crate::geometry::FrameRect;
use crate::play::GameReport;
use crate::target::live::WindowInfo;
use crate::vision::minesweeper::{BoardReader, NoBoard, ProfiledReader, Reading, Templates};

/// So many pieces must have been placed before a game's keys count as known.
const PIECES: u64 = 10;

/// Where the profile is kept, and what it says.
pub struct Learnt {
    folder: PathBuf,
    profile: Profile,
}

impl Learnt {
    /// Goes on with the profile in `folder`; where there is none, begins with what is `known` of
    /// the game already.
    ///
    /// # Errors
    /// When the profile there is not right or of another game.
    pub fn begin(
        folder: &Path,
        game: Game,
        known: Option<&Profile>,
        window: Option<&WindowInfo>,
    ) -> Result<Self> {
        let name = folder.file_name().context("--save-profile needs a folder's name")?;
        let name = name.to_string_lossy().into_owned();
        let mut profile = match (load(folder)?, known) {
            (Some(profile), _) => profile,
            (None, Some(known)) => Profile { name, ..known.clone() },
            (None, None) => Profile::new(&name, game),
        };
        anyhow::ensure!(
            profile.game == game,
            "{} is the profile of a {}; give another folder",
            folder.display(),
            profile.game
        );
        if let Some(window) = window {
            profile.window.cover(&window.title, &window.class);
        }
        Ok(Self { folder: folder.into(), profile })
    }

    /// Keeps the pictures that a reader has learnt.
    pub fn board(&mut self, reader: &SharedReader) -> Result<()> {
        let mut templates = Templates::from_profile(&self.profile);
        let whole = FrameRect { x: 0.0, y: 0.0, w: 16.0, h: 16.0 };
        for (kind, patch) in reader.0.borrow().templates().iter() {
            templates.learn(kind, &patch.to_image(), whole);
        }
        self.profile.pictures = templates.pictures();
        self.save()
    }

    /// Keeps the keys and the pace of a game of Tetris in which the pieces went where they were
    /// meant to go.
    pub fn well(&mut self, played: &Profile, report: &GameReport) -> Result<()> {
        let GameReport::Tetris(game) = report else { return Ok(()) };
        if game.pieces < PIECES || u64::from(game.misdrops) * 10 > game.pieces {
            return Ok(());
        }
        self.profile.tetris.clone_from(&played.tetris);
        self.profile.input = played.input.clone();
        self.save()
    }

    fn save(&self) -> Result<()> {
        calibration::save(&self.folder, &self.profile)
    }
}

/// The profile in `folder`, if there is one.
///
/// # Errors
/// When it is not right.
pub fn load(folder: &Path) -> Result<Option<Profile>> {
    let there = folder.join("profile.toml").exists();
    Ok(there.then(|| calibration::load(&folder.to_string_lossy())).transpose()?)
}

/// A reader that somebody else looks at as well.
#[derive(Clone)]
pub struct SharedReader(Rc<RefCell<ProfiledReader>>);

impl SharedReader {
    /// Shares `reader`.
    pub fn new(reader: ProfiledReader) -> Self {
        Self(Rc::new(RefCell::new(reader)))
    }
}

impl BoardReader for SharedReader {
    fn find(&mut self, frame: &Frame) -> Result<Reading, NoBoard> {
        self.0.borrow_mut().find(frame)
    }

    fn read(&mut self, frame: &Frame, previous: &Reading) -> Reading {
        self.0.borrow_mut().read(frame, previous)
    }

    fn confirm(&mut self, frame: &Frame, reading: &Reading) {
        self.0.borrow_mut().confirm(frame, reading);
    }
}
