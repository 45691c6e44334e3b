//! `partie site build`: the folder of a site is written beside its place, then moved there as a whole.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use partie_db::query::Subject as _;
use partie_site::Site;
use tempfile::TempDir;

use super::languages;
use crate::{
    args::{SiteArguments, SiteBuildArguments, SiteCommand},
    commands::{games::Games, note},
    exit::Exit,
    report::count,
};

/// A file that every site has.
const MARK: &str = "assets/viewer.js";

pub(super) fn run(arguments: &SiteArguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        SiteCommand::Build(arguments) => build(arguments),
    }
}

fn build(arguments: &SiteBuildArguments) -> anyhow::Result<Exit> {
    let languages = languages::read(&arguments.added)?;
    let words = languages.get(&arguments.language).with_context(|| {
        let known: Vec<_> = languages.iter().map(|words| words.code.as_str()).collect();
        let known = known.join(", ");
        format!("no pages in `{}`; choose one of {known}, or add --languages", arguments.language)
    })?;
    let folder = Folder::create(&arguments.output, arguments.force)?;
    let write = |path: &str, content: &[u8]| folder.write(path, content);
    let SiteBuildArguments { title, url, output, .. } = arguments;
    let mut site = Site::new(words, title.as_deref(), url.as_deref(), &write);
    let entries = Games::new(&arguments.collection)?;
    // A pipe cannot be read twice.
    let mut kept = entries.is_live().then(Vec::new);
    let seen = entries.each(|entry| {
        site.list(&entry);
        if let Some(kept) = &mut kept {
            kept.push(entry.game().clone());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let games = site.games();
    if games == 0 {
        note("no games; no site was written");
        return Ok(seen.exit(true));
    }
    if let Some(games) = kept {
        games.iter().try_for_each(|game| site.add(game).map(drop))?;
    } else {
        entries.silently().each(|entry| {
            let is_listed = site.add(entry.game())?;
            Ok(if is_listed { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
    }
    if !site.finish()? {
        note("no feed was written: no game has a date");
    }
    note(format_args!(
        "{} written; open {}",
        count(games, "game"),
        output.join("index.html").display()
    ));
    folder.put_in_place().with_context(|| output.display().to_string())?;
    Ok(seen.exit(false))
}

/// A folder that is being written.
struct Folder {
    place: PathBuf,
    new: TempDir,
}

impl Folder {
    /// Begins to write. What is in the place stays there until all is written; it is only replaced
    /// with `force`, and if it is a site.
    fn create(place: &Path, force: bool) -> anyhow::Result<Folder> {
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
        Ok(Folder { place: place.to_path_buf(), new })
    }

    /// Writes a file, given by its path in the folder.
    fn write(&self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        let full = self.new.path().join(path);
        if let Some(folder) = full.parent() {
            fs::create_dir_all(folder).with_context(|| path.to_owned())?;
        }
        fs::write(&full, content).with_context(|| format!("cannot write {path}"))
    }

    /// Moves the folder to its place.
    fn put_in_place(self) -> anyhow::Result<()> {
        let Folder { place, new } = self;
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
