//! Places of the games of a file, which are found one by one.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use partie_core::Date;
use partie_db::query::Subject as _;
use partie_formats::{Format, Record, decode};
use partie_records::compression::{Compression, MAGIC_LENGTH};
use partie_records::container::Layers;
use tempfile::NamedTempFile;

use crate::{
    args::Reading,
    commands::{
        games::{Games, LazyGames},
        lazy_game::{LazyGame, Origin},
    },
    input::Input,
    interrupt::Unfinished,
    progress::Progress,
};

/// A file of games. Of each game found it keeps where it begins, and when.
pub(in crate::commands) struct GameIndex {
    games: Games,
    path: PathBuf,
    layers: Layers,
    origin: Arc<Origin>,
    /// Offsets of the games, in bytes.
    starts: Vec<u64>,
    /// Times by which each game was written.
    times: Vec<u64>,
    /// Offset of the first byte that the finder reads.
    added_from: u64,
    /// True if games can be read from their offsets. Games of a transcript are interleaved, and
    /// UTF-16 is converted.
    seekable: bool,
    /// The reader that finds the next games; `None` when all are found.
    finder: Option<LazyGames>,
    /// Text of a compressed file, a table or a pipe.
    _unpacked: Option<(NamedTempFile, Unfinished)>,
}

impl GameIndex {
    /// Opens a file. Compressed files, games of a table, and standard input are written to a
    /// temporary file first, so that they are seekable.
    pub(in crate::commands) fn open(input: &Input, reading: &Reading) -> anyhow::Result<GameIndex> {
        let progress = Progress::new(None, true);
        let mut source = input
            .open(&progress, reading.from, 1)
            .map_err(|unreadable| anyhow!(unreadable.message()))?;
        let layers = source.layers;
        let (path, unpacked) = match input.path() {
            Some(path) if source.table.is_none() && is_plain(path)? => (path.to_path_buf(), None),
            _ => {
                let (mut file, unfinished) = Unfinished::make(NamedTempFile::new)
                    .context("cannot create a temporary file")?;
                io::copy(&mut source.reader, &mut file)
                    .and_then(|_| file.flush())
                    .with_context(|| format!("cannot decompress {}", input.name()))?;
                (file.path().to_path_buf(), Some((file, unfinished)))
            }
        };
        let is_wide = decode::is_wide(&source.head);
        let by_place = matches!(
            layers.format,
            Format::Pgn | Format::Bpgn | Format::Fen | Format::Epd | Format::Ndjson
        );
        let mut games = GameIndex {
            origin: Arc::new(Origin {
                file: input.name().into(),
                options: reading.options().database_problems(source.is_database).into(),
                is_database: source.is_database,
                ..Origin::default()
            }),
            games: Games::open(std::iter::once(input.clone()).collect(), reading),
            path,
            layers,
            starts: Vec::new(),
            times: Vec::new(),
            added_from: 0,
            seekable: by_place && !is_wide && layers.container.is_none(),
            finder: None,
            _unpacked: unpacked,
        };
        games.finder = Some(games.games_at(0)?);
        Ok(games)
    }

    /// Returns the number of games found so far.
    pub(in crate::commands) fn found(&self) -> u64 {
        self.starts.len() as u64
    }

    /// Returns a time in seconds for each game found, none earlier than that before it: the latest
    /// start of the games up to there, of a file to which games are added as they end.
    pub(in crate::commands) fn times(&self) -> &[u64] {
        &self.times
    }

    /// Returns true if all were found.
    pub(in crate::commands) fn is_complete(&self) -> bool {
        self.finder.is_none()
    }

    /// Looks for games added to the file since all were found. The last one is read again, since it
    /// may have been incomplete.
    pub(in crate::commands) fn look_again(&mut self) -> io::Result<()> {
        if self.is_complete() && self.seekable {
            self.added_from = self.starts.pop().unwrap_or(0);
            self.times.pop();
            self.finder = Some(self.games_at(self.added_from)?);
        }
        Ok(())
    }

    /// Finds more games for a while.
    pub(in crate::commands) fn find_more(&mut self, time: Duration) -> io::Result<()> {
        let started = Instant::now();
        while self.finder.is_some() && started.elapsed() < time {
            self.find_next()?;
        }
        Ok(())
    }

    fn find_next(&mut self) -> io::Result<()> {
        match self.finder.as_mut().and_then(Iterator::next) {
            Some(game) => {
                let game = game?;
                self.times.push(began(&game).max(self.times.last().copied().unwrap_or(0)));
                self.starts.push(self.added_from + game.byte());
            }
            None => self.finder = None,
        }
        Ok(())
    }

    /// The game of a number, from 1; `None` if there are fewer.
    pub(in crate::commands) fn game(&mut self, number: u64) -> io::Result<Option<Record>> {
        Ok(self
            .games_from(number)?
            .and_then(|mut games| games.next())
            .transpose()?
            .map(|game| Record { number, ..game.into_record() }))
    }

    /// The games from a number on.
    pub(in crate::commands) fn games_from(&mut self, number: u64) -> io::Result<Option<LazyGames>> {
        while self.found() < number && !self.is_complete() {
            self.find_next()?;
        }
        let Some(index) = usize::try_from(number).ok().and_then(|n| n.checked_sub(1)) else {
            return Ok(None);
        };
        let Some(start) = self.starts.get(index) else { return Ok(None) };
        if self.seekable {
            return self.games_at(*start).map(Some);
        }
        Ok(Some(Box::new(self.games_at(0)?.skip(index))))
    }

    fn games_at(&self, start: u64) -> io::Result<LazyGames> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(self.games.in_stream((self.origin.clone(), self.layers), Box::new(file)))
    }
}

/// The second in which a game began; 0 if it is not known.
fn began(game: &LazyGame) -> u64 {
    let tag = |names: [&str; 2]| names.into_iter().find_map(|name| game.tag(name));
    let Some(date) = tag(["UTCDate", "Date"]).and_then(|date| date.parse::<Date>().ok()) else {
        return 0;
    };
    let time = tag(["UTCTime", "Time"]).unwrap_or_default().split(':');
    let second = time.fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap_or(0));
    u64::from(date.day_number()) * 86_400 + second
}

/// Returns true if a file can be read as it lies on the disk.
fn is_plain(path: &Path) -> anyhow::Result<bool> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    if !file.metadata().with_context(name)?.is_file() {
        return Ok(false);
    }
    let mut magic = Vec::new();
    file.take(MAGIC_LENGTH as u64).read_to_end(&mut magic).with_context(name)?;
    Ok(Compression::from_magic(&magic).is_none())
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    const GAMES: &str = "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Bert\"]\n\n1. d4 *\n\n[White \"Žofie\"]\n\n1. c4 *\n";

    fn white(games: &mut GameIndex, number: u64) -> Option<String> {
        let record = games.game(number).expect("the file is there")?;
        assert_eq!(record.number, number);
        record.game().tags.get("White").map(str::to_owned)
    }

    fn opened(name: &str, bytes: &[u8]) -> (tempfile::TempDir, GameIndex) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let games = GameIndex::open(&Input::File(path), &Reading::default());
        (folder, games.expect("opened"))
    }

    #[test]
    fn games_in_any_order() {
        let utf16: Vec<u8> =
            [0xfeff].into_iter().chain(GAMES.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let packed = zstd::encode_all(GAMES.as_bytes(), 1).expect("packed");
        for (name, bytes, seekable) in [
            ("games.pgn", GAMES.as_bytes(), true),
            ("games.pgn.zst", &packed, true),
            ("utf16.pgn", &utf16, false),
        ] {
            let (_folder, mut games) = opened(name, bytes);
            assert_eq!((games.found(), games.seekable), (0, seekable), "{name}");
            assert_eq!(white(&mut games, 2).as_deref(), Some("Bert"), "{name}");
            assert_eq!((games.found(), games.is_complete()), (2, false));
            assert_eq!(white(&mut games, 1).as_deref(), Some("Anna"));
            assert_eq!(white(&mut games, 3).as_deref(), Some("Žofie"));
            assert_eq!(white(&mut games, 4), None);
            assert_eq!(white(&mut games, 0), None);
            assert_eq!((games.found(), games.is_complete()), (3, true));
            let names = games.games_from(2).expect("read").expect("games").count();
            assert_eq!(names, 2);
        }
    }

    #[test]
    fn games_of_a_table() {
        let record = |white: &str| {
            let text = format!("[White \"{white}\"]\n\n1. e4 *\n");
            Record::of_game(partie_pgn::parse(text.as_bytes(), &ReadOptions::default()).value, 1)
        };
        let mut writer = partie_db::Writer::new(Vec::new(), 1).expect("memory");
        let mut batch = partie_db::columns::Batch::new();
        for white in ["Anna", "Bert"] {
            let row = partie_db::columns::Row::of(
                &record(white),
                &partie_formats::WriteOptions::default(),
            );
            batch.push("games.pgn", &row);
        }
        writer.write(batch).expect("memory");
        let file = writer.finish().expect("memory").out;
        let (_folder, mut games) = opened("games.parquet", &file);
        assert_eq!(white(&mut games, 2).as_deref(), Some("Bert"));
        assert_eq!(white(&mut games, 1).as_deref(), Some("Anna"));
        assert_eq!(white(&mut games, 3), None);
    }

    #[test]
    fn games_are_added() {
        let (_folder, mut games) = opened("games.pgn", b"[White \"Anna\"]\n\n1. e4 *\n\n");
        assert_eq!(white(&mut games, 1).as_deref(), Some("Anna"));
        assert_eq!(white(&mut games, 2), None);
        for (number, name) in [(2, "Bert"), (3, "Cora")] {
            let mut file =
                std::fs::OpenOptions::new().append(true).open(&games.path).expect("a file");
            write!(file, "[White \"{name}\"]\n\n1. d4 *\n\n").expect("written");
            games.look_again().expect("read");
            assert_eq!(white(&mut games, number).as_deref(), Some(name));
            assert_eq!(white(&mut games, 1).as_deref(), Some("Anna"));
            assert_eq!(white(&mut games, number + 1), None);
        }
    }

    #[test]
    fn games_are_found_while_nobody_waits() {
        let (_folder, mut games) = opened("games.pgn", GAMES.repeat(50).as_bytes());
        while !games.is_complete() {
            games.find_more(Duration::from_millis(1)).expect("read");
        }
        assert_eq!(games.found(), 150);
    }
}
