//! The corpora: packed files of games, unpacked and repeated into a folder.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;

/// The corpora by name; the file is `NAME.pgn.zst`, and what is special in it.
pub const NAMES: [(&str, &str); 4] = [
    ("otb", "games over the board, bare moves"),
    ("twic", "tournament games of a weekly magazine, bare moves"),
    ("lichess", "online games with clocks and some evaluations"),
    ("annotated", "variations, glyphs and prose"),
];

/// Folder of the corpora, and the names of some of them.
#[derive(Debug, Args)]
pub struct Source {
    /// The folder of the corpora: otb, twic, lichess and annotated `.pgn.zst`
    #[arg(
        long,
        value_name = "FOLDER",
        env = "PARTIE_BENCH_CORPORA",
        default_value = "../shared/bench"
    )]
    corpora: PathBuf,

    /// Only these corpora
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
}

impl Source {
    /// Returns the selected corpora.
    ///
    /// # Errors
    ///
    /// Fails if a name is unknown, or a packed file is missing.
    pub fn names(&self) -> anyhow::Result<Vec<(&'static str, &'static str)>> {
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|o| o == name);
        let names: Vec<_> = NAMES.into_iter().filter(|(name, _)| wanted(name)).collect();
        if names.is_empty() {
            bail!("no corpus is called {}", self.only.join(" or "));
        }
        if let Some((name, _)) = names.iter().find(|(name, _)| !self.packed(name).is_file()) {
            bail!(
                "{} is not there; name the folder of the corpora with --corpora or in PARTIE_BENCH_CORPORA",
                self.packed(name).display()
            );
        }
        Ok(names)
    }

    /// The packed file of a corpus.
    #[must_use]
    pub fn packed(&self, name: &str) -> PathBuf {
        self.corpora.join(format!("{name}.pgn.zst"))
    }
}

/// One corpus, unpacked.
#[derive(Debug)]
pub struct Corpus {
    /// Its name.
    pub name: &'static str,
    /// Note about it.
    pub what: &'static str,
    /// As it was packed.
    pub once: PathBuf,
    /// Repeated to the wanted size.
    pub long: PathBuf,
    /// The first whole games of it, for slow tools.
    pub short: PathBuf,
    /// Number of times that `long` repeats `once`.
    pub times: u64,
}

impl Corpus {
    /// Unpacks one corpus into a folder. `long` is about `long_bytes` long but never
    /// shorter than the corpus; `short` has the first whole games up to `short_bytes`.
    ///
    /// # Errors
    ///
    /// If the packed file is not there or a file cannot be written.
    pub fn unpack(
        packed: &Path,
        (name, what): (&'static str, &'static str),
        folder: &Path,
        (long_bytes, short_bytes): (u64, u64),
    ) -> anyhow::Result<Corpus> {
        let file = |kind: &str| folder.join(format!("{name}{kind}.pgn"));
        let (once, long, short) = (file(""), file("-long"), file("-short"));
        let source = File::open(packed).with_context(|| packed.display().to_string())?;
        io::copy(&mut zstd::Decoder::new(source)?, &mut File::create(&once)?)
            .with_context(|| packed.display().to_string())?;

        let bytes = size(&once)?;
        if bytes == 0 {
            bail!("{}: no games", packed.display());
        }
        let times = (long_bytes / bytes).max(1);
        if times == 1 {
            fs::hard_link(&once, &long)?;
        } else {
            let mut out = BufWriter::new(File::create(&long)?);
            for _ in 0..times {
                io::copy(&mut File::open(&once)?, &mut out)?;
                // An empty line between the last game and the first.
                out.write_all(b"\n")?;
            }
            out.flush()?;
        }
        first_games(&once, &short, short_bytes)?;
        Ok(Corpus { name, what, once, long, short, times })
    }
}

/// The length of a file in bytes.
///
/// # Errors
///
/// If the file is not there.
pub fn size(path: &Path) -> anyhow::Result<u64> {
    Ok(fs::metadata(path).with_context(|| path.display().to_string())?.len())
}

/// Copies the first whole games of a file, up to a number of bytes: a game begins with a
/// tag line after a line that is not one.
fn first_games(from: &Path, to: &Path, bytes: u64) -> anyhow::Result<()> {
    let mut source = BufReader::new(File::open(from)?);
    let (mut line, mut at, mut end, mut in_tags) = (Vec::new(), 0, 0, true);
    while at < bytes {
        line.clear();
        let read = source.read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            end = at;
            break;
        }
        let tag = line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]");
        if tag && !in_tags {
            end = at;
        }
        in_tags = tag;
        at += read;
    }
    io::copy(&mut File::open(from)?.take(end), &mut File::create(to)?)?;
    Ok(())
}
