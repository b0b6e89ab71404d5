//! Whole files, read within bounds and written so that nobody ever finds half of one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The content of a plain file of at most `most` bytes. A link to one is followed; a pipe or a
/// device, from which nothing may ever come, is refused.
///
/// # Errors
/// When it cannot be read, is no plain file or is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !found.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    read_all(File::open(path)?, most)
}

/// All that `source` gives, at most `most` bytes.
///
/// # Errors
/// When it fails or gives more.
pub fn read_all(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is larger than {most} bytes")));
    }
    Ok(bytes)
}

/// Replaces a file in one step: a crash leaves the old one or the new one.
///
/// # Errors
/// When it cannot be written; what was there is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_bound_and_replaced_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.txt");
        replace(&path, b"first").expect("written");
        replace(&path, b"second").expect("written again");
        assert_eq!(read(&path, 6).expect("just small enough"), b"second");
        assert!(read(&path, 5).expect_err("too large").to_string().contains("larger than 5"));
        assert!(read(folder.path(), 5).expect_err("a folder").to_string().contains("folder"));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
