//! Pictures of what was read, drawn on the pixels it was read from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use log::warn;

use crate::frame::Frame;
use crate::play::{Player, Step, Watcher};
use crate::vision::overlay::{self, Mark};

/// Saves a picture of each new position of a run.
pub struct Overlays {
    folder: PathBuf,
    saved: u32,
    /// The position of the last picture.
    board: Vec<String>,
    failed: bool,
}

impl Overlays {
    /// Saves in `folder`, which is made, or must be empty.
    ///
    /// # Errors
    /// When the folder is in use or cannot be written.
    pub fn begin(folder: &Path) -> Result<Self> {
        let error = || {
            format!("cannot save overlays in {}; give --overlays another folder", folder.display())
        };
        fs::create_dir_all(folder).with_context(error)?;
        if fs::read_dir(folder).with_context(error)?.next().is_some() {
            bail!("{} is not empty; give --overlays a new folder", folder.display());
        }
        Ok(Self { folder: folder.into(), saved: 0, board: Vec::new(), failed: false })
    }

    fn save(&mut self, frame: &Frame, player: &dyn Player) -> Result<()> {
        let Some(grid) = player.grid() else { return Ok(()) };
        let board = player.view().board;
        let fits = board.len() == grid.rows();
        if !fits || board == self.board {
            return Ok(());
        }
        let cells: Vec<Vec<char>> = board.iter().map(|row| row.chars().collect()).collect();
        let mark = |col: usize, row: usize| match cells[row].get(col) {
            None | Some('~') => Mark::Unknown('~'),
            Some(kind) => Mark::Sure(*kind),
        };
        let (dx, dy) = (f64::from(frame.region.x), f64::from(frame.region.y));
        let picture = overlay::draw(&frame.image, &grid.shifted(-dx, -dy), mark);
        let file = self.folder.join(format!("{:06}.png", self.saved));
        picture.save(&file).with_context(|| format!("cannot write {}", file.display()))?;
        self.saved += 1;
        self.board = board;
        Ok(())
    }
}

impl Watcher for Overlays {
    fn stepped(&mut self, frame: &Frame, player: &dyn Player, _: &Step) {
        if self.failed {
            return;
        }
        if let Err(error) = self.save(frame, player) {
            warn!("no further overlays are saved: {error:#}; the game goes on");
            self.failed = true;
        }
    }
}
