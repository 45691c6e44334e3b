//! The folder of a site: written beside its place, then moved there as a whole.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use tempfile::TempDir;

/// A file that every site has.
const MARK: &str = "assets/viewer.js";

/// A folder that is being written.
pub(super) struct Folder {
    place: PathBuf,
    new: TempDir,
    written: HashSet<String>,
}

impl Folder {
    /// Begins to write. Existing files stay until everything is written; they are only replaced
    /// with `force`, and if they are a site.
    pub(super) fn create(place: &Path, force: bool) -> anyhow::Result<Folder> {
        let name = place.display();
        if place.exists() {
            let mut entries = fs::read_dir(place).with_context(|| name.to_string())?;
            if entries.next().is_some() {
                if !place.join(MARK).exists() {
                    bail!("{name}: the folder has other files; choose an empty one");
                }
                if !force {
                    bail!("{name}: there is a site already; add --force to replace it");
                }
            }
        }
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        let new = tempfile::Builder::new().prefix(".site-").tempdir_in(parent);
        let new = new.with_context(|| format!("cannot write into {}", parent.display()))?;
        Ok(Folder { place: place.to_path_buf(), new, written: HashSet::new() })
    }

    /// Writes a file, given by its path in the folder.
    pub(super) fn write(&self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        let full = self.new.path().join(path);
        if let Some(folder) = full.parent() {
            fs::create_dir_all(folder).with_context(|| path.to_owned())?;
        }
        fs::write(&full, content).with_context(|| format!("cannot write {path}"))
    }

    /// Writes a file unless it was written before.
    pub(super) fn once(
        &mut self,
        path: &str,
        content: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        if self.written.insert(path.to_owned()) {
            self.write(path, content().as_bytes())
        } else {
            Ok(())
        }
    }

    /// Moves the folder to its place.
    pub(super) fn put_in_place(self) -> anyhow::Result<()> {
        let Folder { place, new, .. } = self;
        make_public(new.path())?;
        let new = new.keep();
        let mut old = None;
        if place.exists() {
            let aside = new.with_extension("old");
            fs::rename(&place, &aside)?;
            old = Some(aside);
        }
        fs::rename(&new, &place)?;
        old.map_or(Ok(()), fs::remove_dir_all)?;
        Ok(())
    }
}

/// Lets everyone read the folder: a temporary one is for its owner only.
#[cfg(unix)]
fn make_public(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_public(_: &Path) -> std::io::Result<()> {
    Ok(())
}
