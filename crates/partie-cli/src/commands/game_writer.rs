//! Output of converted games: one file, numbered files, or standard output.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use partie_core::Variant;
use partie_formats::{Format, Loss, Lossy, Record, WriteOptions};
use partie_records::dispatch;

use super::{losses::Losses, messages::Messages};
use partie_records::compression::Compression;

use crate::{
    args::{Target, Writing},
    output::{Output, Permission},
    report::{count, visible},
};

/// Writes games and remembers what could not be written.
pub(super) struct GameWriter {
    format: Format,
    options: WriteOptions,
    path: PathBuf,
    permission: Permission,
    /// Number of games after which a new file begins.
    split: Option<u64>,
    current: Option<Output>,
    in_current: u64,
    /// The files written to the end.
    files: Vec<PathBuf>,
    written: u64,
    losses: Losses,
    refused: BTreeMap<&'static str, u64>,
    /// Noun for the written items.
    noun: &'static str,
    /// The games come as they are played: each is handed on at once.
    live: bool,
    /// Writer for games of another format.
    beside: Option<Box<GameWriter>>,
}

impl GameWriter {
    /// Opens no file yet, but reports at once an output that could not be opened later.
    pub(super) fn new(
        target: &Target,
        writing: &Writing,
        split: Option<u64>,
        permission: Permission,
    ) -> anyhow::Result<GameWriter> {
        let path = target.output.clone();
        if split.is_some() && path.as_os_str() == "-" {
            bail!("--split requires an output file, such as -o part-{{}}.pgn");
        }
        if target.table().is_some() {
            bail!(NO_TABLES);
        }
        let format = match target.format() {
            Some(format) => format,
            None => named_format(&path)?.unwrap_or(Format::Pgn),
        };
        let mut games = GameWriter::unopened(format, path, writing.options(), permission);
        games.split = split;
        games.current = Some(Output::create(&games.next_path(), &games.permission)?);
        Ok(games)
    }

    fn unopened(
        format: Format,
        path: PathBuf,
        options: WriteOptions,
        permission: Permission,
    ) -> GameWriter {
        GameWriter {
            format,
            options,
            path,
            permission,
            split: None,
            current: None,
            in_current: 0,
            files: Vec::new(),
            written: 0,
            losses: Losses::default(),
            refused: BTreeMap::new(),
            noun: "game",
            live: false,
            beside: None,
        }
    }

    /// Returns true if the games appear on the terminal.
    pub(super) fn on_terminal(&self) -> bool {
        self.current.as_ref().is_some_and(Output::is_terminal)
    }

    /// Hands every game on at once if the games come as they are played.
    pub(super) fn live(self, live: bool) -> GameWriter {
        GameWriter { live, ..self }
    }

    /// Counts positions instead of games.
    pub(super) fn of_positions(self) -> GameWriter {
        GameWriter { noun: "position", ..self }
    }

    /// Writes bughouse games, which this format cannot hold, to a sibling file.
    pub(super) fn with_bughouse_beside(mut self) -> anyhow::Result<GameWriter> {
        if self.format == Format::Pgn && self.current.as_ref().is_some_and(Output::is_file) {
            let path = sibling(&self.path, "bpgn");
            self.permission.check(&path)?;
            let (options, permission) = (self.options.clone(), self.permission.clone());
            self.beside =
                Some(Box::new(GameWriter::unopened(Format::Bpgn, path, options, permission)));
        }
        Ok(self)
    }

    /// Writes a game, unless the format cannot hold it.
    pub(super) fn write(&mut self, file: &str, record: &Record) -> anyhow::Result<()> {
        if let Some(beside) = &mut self.beside
            && refusal(self.format, record.game().variant).is_some()
        {
            return beside.write(file, record);
        }
        let (format, options) = (self.format, self.options.clone());
        self.put_some(record.game().variant, 1, |out| {
            dispatch::write(format, record, file, &options, out)
        })
    }

    /// Puts games in their place, unless the format cannot hold them. If files are split
    /// they must come one by one; see [`GameWriter::is_split`].
    pub(super) fn put_games(&mut self, written: Written<'_>) -> anyhow::Result<()> {
        let Written { variant, games, text, lost } = written;
        self.put_some(variant, games, |out| {
            out.write_all(text)?;
            Ok(Lossy { value: (), lost: lost.to_vec() })
        })
    }

    /// Returns true if a new file begins after some games.
    pub(super) const fn is_split(&self) -> bool {
        self.split.is_some()
    }

    fn put_some(
        &mut self,
        variant: Variant,
        games: u64,
        write: impl FnOnce(&mut Output) -> io::Result<Lossy<()>>,
    ) -> anyhow::Result<()> {
        if let Some(why) = refusal(self.format, variant) {
            *self.refused.entry(why).or_default() += games;
            return Ok(());
        }
        if self.split.is_some_and(|most| self.in_current == most) {
            self.close()?;
        }
        if self.current.is_none() {
            self.current = Some(Output::create(&self.next_path(), &self.permission)?);
        }
        let Some(out) = &mut self.current else { return Ok(()) };
        let lossy = write(out).with_context(|| out.name().to_owned())?;
        if self.live && out.is_stdout() || out.is_terminal() {
            out.flush().with_context(|| out.name().to_owned())?;
        }
        self.losses.add(&lossy.lost);
        self.in_current += games;
        self.written += games;
        Ok(())
    }

    /// The format of the games.
    pub(super) const fn format(&self) -> Format {
        self.format
    }

    /// Returns the number of games written so far.
    pub(super) const fn written(&self) -> u64 {
        self.written
    }

    /// Writes a game as it stands.
    pub(super) fn copy(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.put(text)?;
        self.in_current += 1;
        self.written += 1;
        let Some(out) = &mut self.current else { return Ok(()) };
        if self.live && out.is_stdout() || out.is_terminal() {
            out.flush().with_context(|| out.name().to_owned())?;
        }
        Ok(())
    }

    /// Writes text between games.
    pub(super) fn put(&mut self, text: &[u8]) -> anyhow::Result<()> {
        let Some(out) = &mut self.current else { return Ok(()) };
        out.write_all(text).with_context(|| out.name().to_owned())
    }

    fn close(&mut self) -> anyhow::Result<()> {
        let path = self.next_path();
        if let Some(out) = self.current.take() {
            out.finish()?;
            self.files.push(path);
            self.in_current = 0;
        }
        Ok(())
    }

    /// The file that is being written or will be next.
    fn next_path(&self) -> PathBuf {
        match self.split {
            None => self.path.clone(),
            Some(_) => numbered(&self.path, self.files.len() as u64 + 1),
        }
    }

    /// Finishes the files and reports the outcome. Returns true if every game was written.
    pub(super) fn finish(mut self, messages: Messages) -> anyhow::Result<bool> {
        if self.written == 0 {
            // No empty file is made.
            self.current = None;
        }
        self.close()?;
        if self.written == 0 {
            messages.nothing_to_write(&self.path);
        } else if let Some(last) = self.files.last().filter(|p| p.as_os_str() != "-") {
            let to = match self.files.as_slice() {
                [first, .., _] => format!("{} to {}", first.display(), last.display()),
                _ => last.display().to_string(),
            };
            messages.note(&format!("{} written to {to}", count(self.written, self.noun)));
        }
        for line in self.losses.lines() {
            messages.loss(&line);
        }
        for (why, games) in &self.refused {
            messages.missing(&format!("{} not written: {why}", count(*games, self.noun)));
        }
        let mut complete = self.refused.is_empty();
        if let Some(beside) = self.beside
            && beside.written > 0
        {
            complete &= beside.finish(messages)?;
        }
        Ok(complete)
    }
}

/// Games that were written, and are still to be put in their place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'a> {
    /// The variant of the games.
    pub(super) variant: Variant,
    /// Number of games.
    pub(super) games: u64,
    pub(super) text: &'a [u8],
    pub(super) lost: &'a [Loss],
}

/// Explains why a format cannot hold a game of a variant.
fn refusal(format: Format, variant: Variant) -> Option<&'static str> {
    let bughouse = variant == Variant::Bughouse;
    match format {
        Format::Bpgn if !bughouse => Some("BPGN games have two boards, these have one; use -t pgn"),
        Format::Pgn if bughouse => Some("PGN games have one board, bughouse has two; use -t bpgn"),
        Format::Epd | Format::ChessGamePlayer | Format::Scoresheet if bughouse => {
            Some("this format supports one board, bughouse has two; use -t bpgn")
        }
        _ => None,
    }
}

/// Error of a command that writes text only.
const NO_TABLES: &str = "this command writes no tables; use `partie convert` for them";

/// The format that a file's name stands for; `None` if it has no extension. An extension of
/// no format is refused: `games.json` would be PGN that no other program takes for PGN.
pub(super) fn named_format(path: &Path) -> anyhow::Result<Option<Format>> {
    // A pipe or a device is called as it is.
    let special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
    let Some(extension) = unpacked_extension(path).filter(|_| !special) else { return Ok(None) };
    if let Ok(format) = extension.parse::<Format>() {
        return Ok(Some(format));
    }
    let formats = Format::ALL.map(|format| format.extensions()[0]).join(", ");
    let (name, wrong) = (path.display(), visible(&extension));
    match extension.to_ascii_lowercase().as_str() {
        "parquet" | "csv" => bail!("{name}: {NO_TABLES}"),
        "svg" | "png" | "gif" | "html" | "pdf" => bail!(
            "{name}: `.{wrong}` is not a game format; use `partie render` for it (game formats: {formats})"
        ),
        "json" => bail!(
            "{name}: `.{wrong}` is not a game format; did you mean `.ndjson`? (game formats: {formats})"
        ),
        _ => bail!(
            "{name}: `.{wrong}` is not a game format; use one of {formats}, or choose a format with --to"
        ),
    }
}

/// The extension of a file's name without what packs it: `pgn` of `games.pgn.zst`.
pub(super) fn unpacked_extension(path: &Path) -> Option<String> {
    let extension = |path: &Path| Some(path.extension()?.to_string_lossy().into_owned());
    let found = extension(path)?;
    let inner = match Compression::from_extension(&found) {
        Some(_) => extension(Path::new(path.file_stem()?))?,
        None => found,
    };
    (!inner.is_empty()).then_some(inner)
}

/// Replaces the extension of a name: `games.pgn.zst` becomes `games.bpgn.zst`.
fn sibling(path: &Path, extension: &str) -> PathBuf {
    match path.extension().and_then(|e| e.to_str()) {
        Some(packing) if Compression::from_extension(packing).is_some() => {
            let inner = path.with_extension("").with_extension(extension);
            let mut name = inner.into_os_string();
            name.push(".");
            name.push(packing);
            name.into()
        }
        _ => path.with_extension(extension),
    }
}

/// The name of the n-th file of several.
pub(super) fn numbered(path: &Path, n: u64) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = format!("{n:04}");
    let name = if name.contains("{}") {
        name.replacen("{}", &number, 1)
    } else {
        match name.split_once('.') {
            Some((stem, extensions)) if !stem.is_empty() => format!("{stem}-{number}.{extensions}"),
            _ => format!("{name}-{number}"),
        }
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        let number = |path: &str| numbered(Path::new(path), 7).display().to_string();
        assert_eq!(number("x/part-{}.pgn"), "x/part-0007.pgn");
        assert_eq!(number("x.y/games.pgn.zst"), "x.y/games-0007.pgn.zst");
        assert_eq!(number("games"), "games-0007");
        let beside = |path: &str| sibling(Path::new(path), "bpgn").display().to_string();
        assert_eq!(beside("a/games.pgn"), "a/games.bpgn");
        assert_eq!(beside("a/games.pgn.zst"), "a/games.bpgn.zst");
        assert_eq!(beside("games"), "games.bpgn");
    }

    #[test]
    fn the_name_says_the_format() {
        for (path, format) in [
            ("-", None),
            ("games", None),
            ("games.gz", None),
            ("games.", None),
            (".pgn", None),
            ("/dev/null", None),
            ("games.pgn.gz", Some(Format::Pgn)),
            ("games.PGN", Some(Format::Pgn)),
            ("games.ndjson", Some(Format::Ndjson)),
            ("end.fen", Some(Format::Fen)),
            ("sheet.txt", Some(Format::Scoresheet)),
        ] {
            assert_eq!(named_format(Path::new(path)).expect(path), format, "{path}");
        }
        for path in ["games.old", "games.csv", "games.csv.gz", "games.json", "a.parquet", "a.zip"] {
            let refused = named_format(Path::new(path)).expect_err(path);
            assert!(refused.to_string().starts_with(path), "{refused}");
        }
    }
}
