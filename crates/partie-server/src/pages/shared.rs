//! Texts stored for sharing.

use std::{
    fs, io,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use partie_page::pages::LONGEST_SHARED;

use crate::modes;

/// The most texts that are kept at a time.
const MOST: usize = 10_000;
/// Time for which a text is kept.
const KEPT: Duration = Duration::from_hours(90 * 24);
/// Number of random bytes of an address.
const ID_BYTES: usize = 16;

/// A folder of texts, each under a name that cannot be guessed.
#[derive(Debug)]
pub(super) struct Shared {
    folder: PathBuf,
}

impl Shared {
    /// Names the folder, which is created with the first text.
    pub(super) const fn new(folder: PathBuf) -> Shared {
        Shared { folder }
    }

    /// Keeps a text and returns its name.
    pub(super) fn keep(&self, text: &[u8]) -> io::Result<String> {
        if text.len() > LONGEST_SHARED {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::create_dir_all(&self.folder)?;
        self.forget_old()?;
        if fs::read_dir(&self.folder)?.count() >= MOST {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| io::Error::other("no random numbers"))?;
        let id = format!("{:032x}", u128::from_ne_bytes(bytes));
        modes::write_whole(&self.folder.join(&id), text, 0o600)?;
        Ok(id)
    }

    /// Returns the text of a name.
    pub(super) fn text(&self, id: &str) -> Option<Vec<u8>> {
        let known = id.len() == 2 * ID_BYTES && id.bytes().all(|b| b.is_ascii_hexdigit());
        let path = self.folder.join(known.then_some(id)?);
        let age = fs::metadata(&path).ok()?.modified().ok()?.elapsed().unwrap_or_default();
        if age > KEPT { None } else { fs::read(path).ok() }
    }

    /// Removes texts whose time is over.
    fn forget_old(&self) -> io::Result<()> {
        let oldest = SystemTime::now().checked_sub(KEPT);
        for entry in fs::read_dir(&self.folder)? {
            // Another request may have renamed or removed it meanwhile.
            let Ok(entry) = entry else { continue };
            let modified = entry.metadata().and_then(|found| found.modified());
            if modified.is_ok_and(|modified| oldest.is_some_and(|oldest| modified < oldest)) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}
