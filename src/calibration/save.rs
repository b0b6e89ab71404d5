//! Writing profiles. What a file says already stays as it is, its comments too: only what differs
//! is changed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use toml_edit::ser::ValueSerializer;
use toml_edit::{DocumentMut, Item, TableLike};

use super::load::{self, FILE};
use super::{Profile, sheet};
use crate::board::tetris::Rules;
use crate::files;

/// Writes `profile` into `folder`, which is made where it is missing. `profile.cells` is not
/// looked at: the names come from the pictures.
///
/// # Errors
/// When a file cannot be written, the one that is there is no profile, or `profile` is none that
/// could be loaded again; nothing is changed then.
pub fn save(folder: &Path, profile: &Profile) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let file = folder.join(FILE);
    let (mut text, old) = if file.exists() {
        let mut old = load::load(&folder.to_string_lossy())?;
        old.tetris.as_mut().map(|tetris| bring(&mut tetris.rules, folder)).transpose()?;
        (load::text(&file)?, old)
    } else {
        let head = format!("name = \"{}\"\ngame = \"{}\"\n", profile.name, profile.game);
        (head, Profile::new(&profile.name, profile.game))
    };
    let (cells, pictures) = sheet::encode(&profile.pictures)?;
    let mut profile = Profile { cells, ..profile.clone() };
    let rules = profile.tetris.as_mut().map(|tetris| bring(&mut tetris.rules, folder));
    rules.transpose()?;
    if old != profile {
        let mut document: DocumentMut = text.parse()?;
        let (old, new) = (toml::Table::try_from(&old)?, toml::Table::try_from(&profile)?);
        amend(document.as_table_mut(), &old, &new)?;
        text = document.to_string();
    }
    // What cannot be loaded must not replace what can.
    load::parse(&text, &file, Some(pictures.clone()))?;
    let write = |path: &Path, bytes: &[u8]| {
        files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    if !profile.pictures.is_empty() {
        write(&folder.join(sheet::FILE), &pictures)?;
    }
    write(&file, text.as_bytes())
}

/// Lays a file of rules beside the profile and names it from there.
fn bring(rules: &mut String, folder: &Path) -> Result<()> {
    if Rules::names().contains(&rules.as_str()) {
        return Ok(());
    }
    let from = PathBuf::from(&*rules);
    let name = from.file_name().with_context(|| format!("{} is no file", from.display()))?;
    let to = folder.join(name);
    if from != to {
        std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    *rules = name.to_string_lossy().into_owned();
    Ok(())
}

/// Changes in `table` what differs between `old`, which it says, and `new`.
fn amend(table: &mut dyn TableLike, old: &toml::Table, new: &toml::Table) -> Result<()> {
    for gone in old.keys().filter(|key| !new.contains_key(*key)) {
        table.remove(gone);
    }
    for (key, value) in new.iter().filter(|(key, value)| old.get(*key) != Some(*value)) {
        if let toml::Value::Table(new) = value {
            let none = toml::Table::new();
            let old = old.get(key).and_then(toml::Value::as_table).unwrap_or(&none);
            let part = table.entry(key).or_insert_with(|| Item::Table(toml_edit::Table::new()));
            if let Some(part) = part.as_table_like_mut() {
                amend(part, old, new)?;
                continue;
            }
        }
        let mut value = value.serialize(ValueSerializer::new())?;
        if let Some(before) = table.get(key).and_then(Item::as_value) {
            *value.decor_mut() = before.decor().clone();
        }
        table.insert(key, Item::Value(value));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::calibration::{Game, TetrisRules, shipped};

    #[test]
    fn a_changed_profile_keeps_the_comments_and_lines_of_its_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = "# Mine.\nname = \"x\"\ngame = \"minesweeper\"\n\n[input] # slow\nhold_ms = 30 \
                    # longer than most\npark = false\n";
        std::fs::write(folder.path().join(FILE), text).expect("a file");
        let at = folder.path().to_string_lossy().into_owned();
        let mut profile = load::load(&at).expect("a right profile");
        profile.input.hold_ms = 40;
        profile.pictures = vec![('#', RgbImage::from_pixel(16, 16, Rgb([9, 8, 7])))];
        save(folder.path(), &profile).expect("saved");
        let text = load::text(&folder.path().join(FILE)).expect("a text");
        for kept in ["# Mine.\n", "[input] # slow\nhold_ms = 40 # longer than most\npark = false\n"]
        {
            assert!(text.contains(kept), "{text}");
        }
        assert!(text.contains("cells = \"#\"\n") && !text.contains("gap_ms"), "{text}");
        let again = load::load(&at).expect("still right");
        assert_eq!(again, Profile { cells: "#".into(), ..profile });
    }

    #[test]
    fn every_shipped_profile_is_read_as_it_was_saved() {
        for profile in shipped() {
            let folder = tempfile::tempdir().expect("a temporary folder");
            save(folder.path(), profile).expect("saved");
            let text = load::text(&folder.path().join(FILE)).expect("a text");
            assert_eq!(
                &load::load(&folder.path().join(FILE).to_string_lossy()).expect(&text),
                profile
            );
        }
    }

    #[test]
    fn a_profile_that_could_not_be_loaded_again_is_not_saved() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut profile = Profile::new("t", Game::Tetris);
        profile.tetris = Some(TetrisRules::usual());
        save(folder.path(), &profile).expect("a right one");
        let before = load::text(&folder.path().join(FILE)).expect("a text");
        profile.name = "../t".into();
        save(folder.path(), &profile).expect_err("a wrong name");
        assert_eq!(load::text(&folder.path().join(FILE)).expect("a text"), before);
    }
}
