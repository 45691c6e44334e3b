//! `partie db info`: contents of a library; `partie db key`: keys of its positions.

use std::{io::Write as _, path::PathBuf};

use partie_core::rules::PositionKey;
use partie_db::{library::Library, query::PositionLine};
use serde_json::json;

use crate::{
    args::{DbInfoArguments, DbKeyArguments},
    exit::Exit,
    report::{count, grouped, visible},
    visible::json_line,
};

pub(super) fn run(arguments: &DbInfoArguments) -> anyhow::Result<Exit> {
    let library = Library::open(&arguments.library)?;
    if let Some(kind) = &arguments.files {
        return files(&library.files(kind), arguments.form.is_json());
    }
    let manifest = library.manifest();
    let games = manifest.games();
    let positions: u64 = manifest.segments.iter().map(|segment| segment.positions).sum();
    let bytes = |kind: &str| -> u64 {
        let files = manifest.segments.iter().flat_map(|segment| &segment.files);
        files.filter(|file| file.path.starts_with(kind)).map(|file| file.bytes).sum()
    };
    let of_games = bytes("games/");
    let of_index = bytes("") - of_games;
    let removed = manifest.removed.as_ref().map_or(0, |removed| removed.games);
    let mut out = anstream::stdout().lock();
    if arguments.form.is_json() {
        let sources = manifest.sources.iter();
        let sources = sources.map(|source| {
            json!({ "file": source.file, "games": source.games, "complete": source.complete })
        });
        let object = json!({
            "games": games,
            "positions": positions,
            "segments": manifest.segments.len(),
            "bytes": { "games": of_games, "index": of_index },
            "removed": removed,
            "sources": sources.collect::<Vec<_>>(),
        });
        writeln!(out, "{}", json_line(&object))?;
        return Ok(Exit::Clean);
    }
    let each = |bytes: u64| bytes.checked_div(games).unwrap_or(0);
    writeln!(out, "Games      {}", grouped(games))?;
    writeln!(out, "Positions  {}", grouped(positions))?;
    writeln!(out, "Segments   {}", grouped(manifest.segments.len() as u64))?;
    for (name, bytes) in [("Games", of_games), ("Index", of_index)] {
        let size = match bytes {
            ..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
            _ => format!("{:.1} MB", bytes as f64 / 1e6),
        };
        writeln!(out, "{name:<9}  {size}, {} bytes a game", each(bytes))?;
    }
    if removed > 0 {
        let hint = "`partie db restore` brings them back";
        writeln!(out, "Removed    {} ({hint})", count(removed, "game"))?;
    }
    for source in &manifest.sources {
        let rest = if source.complete { "" } else { ", not yet all" };
        writeln!(out, "Imported   {} ({}{rest})", visible(&source.file), grouped(source.games))?;
    }
    Ok(Exit::Clean)
}

fn files(files: &[PathBuf], json: bool) -> anyhow::Result<Exit> {
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", json_line(&json!({ "files": files })))?;
        return Ok(Exit::Clean);
    }
    for file in files {
        writeln!(out, "{}", file.display())?;
    }
    Ok(Exit::Clean)
}

pub(super) fn key(arguments: &DbKeyArguments) -> anyhow::Result<Exit> {
    let position = PositionLine::read(&arguments.position.join(" "))?.position();
    writeln!(anstream::stdout().lock(), "{}", PositionKey::of(&position).as_i64())?;
    Ok(Exit::Clean)
}
