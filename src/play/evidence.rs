//! What is kept when a run stops on something it does not understand.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::frame::Frame;

/// How many pieces of evidence are kept; the oldest go first.
const KEPT: usize = 20;

/// Writes frames and texts into numbered folders below one folder.
#[derive(Debug, Clone)]
pub struct Evidence {
    root: PathBuf,
}

impl Evidence {
    /// Keeps evidence below `root`, which is made when the first piece is saved.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// The platform's folder for it, or `evidence` here where the platform has none.
    pub fn default_root() -> PathBuf {
        directories::ProjectDirs::from("", "", "sweepfall")
            .map_or_else(|| "evidence".into(), |dirs| dirs.data_local_dir().join("evidence"))
    }

    /// Saves `frame` as `frame.png` and `text` (what was believed and meant) as `notes.txt` in a
    /// new folder, and gives that folder.
    ///
    /// # Errors
    /// When the folder or a file cannot be written.
    pub fn save(&self, frame: Option<&Frame>, text: &str) -> Result<PathBuf> {
        let error = || format!("cannot save evidence in {}", self.root.display());
        fs::create_dir_all(&self.root).with_context(error)?;
        let mut numbers = numbered(&self.root).with_context(error)?;
        let next = numbers.last().map_or(1, |n| n + 1);
        let folder = self.root.join(name(next));
        fs::create_dir(&folder).with_context(error)?;
        if let Some(frame) = frame {
            frame.image.save(folder.join("frame.png")).with_context(error)?;
        }
        fs::write(folder.join("notes.txt"), text).with_context(error)?;
        numbers.push(next);
        for old in &numbers[..numbers.len().saturating_sub(KEPT)] {
            fs::remove_dir_all(self.root.join(name(*old))).with_context(error)?;
        }
        Ok(folder)
    }
}

/// What the folder of piece `number` is called.
fn name(number: u32) -> String {
    format!("{number:06}")
}

/// The numbers of the folders below `root`, ascending. What is called otherwise is somebody else's.
fn numbered(root: &Path) -> std::io::Result<Vec<u32>> {
    let number = |entry: std::io::Result<fs::DirEntry>| {
        let called = entry.ok()?.file_name();
        called.to_str()?.parse().ok().filter(|number| *called == *name(*number))
    };
    let mut numbers: Vec<u32> = fs::read_dir(root)?.filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_pieces_are_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let evidence = Evidence::new(folder.path().join("evidence"));
        let others = ["7", "2023", "notes"].map(|name| evidence.root.join(name));
        others.iter().for_each(|other| fs::create_dir_all(other).expect("a folder"));
        for i in 0..KEPT + 3 {
            evidence.save(None, &format!("piece {i}")).expect("saved");
        }
        let numbers = numbered(&evidence.root).expect("a folder");
        assert_eq!(numbers.len(), KEPT);
        assert_eq!(numbers.first(), Some(&4));
        assert!(others.iter().all(|other| other.is_dir()), "somebody else's are left alone");
    }
}
