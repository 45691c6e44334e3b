//! `partie db sync`: a library in line with files that were corrected.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    io::{self, Write as _},
    path::Path,
};

use anyhow::bail;
use partie_db::{
    columns::{Row, Table},
    library::{
        Library, Manifest, SharedChecksum, SourceCounts, SourceEntry, SourceSync, SyncChange,
        source_checksum,
    },
    query::differences,
};
use partie_formats::{Record, Severity, WriteOptions};

use super::{
    import::{absent, merge_small, open_or_create},
    pipe::Pipe,
};
use crate::{
    args::DbSyncArguments,
    commands::{
        diff::in_words,
        games::Games,
        messages::Messages,
        records::{InputBytes, Outcome, Run, Stream},
        summary_line::summary,
    },
    exit::Exit,
    input::{self, Input, Inputs},
    report::{count, grouped, visible},
    terminal,
};

pub(super) fn run(arguments: &DbSyncArguments) -> anyhow::Result<Exit> {
    let DbSyncArguments { library: folder, files, source, remove, dry_run, again, .. } = arguments;
    let DbSyncArguments { memory, reporting, reading, .. } = arguments;
    let messages = Messages::new(reporting, true);
    let mut inputs = input::expand(files, &reading.folders.globs);
    let absent: Vec<_> = inputs.iter().map_while(absent).collect();
    if !absent.is_empty() && absent.len() == inputs.len() && !folder.exists() {
        for message in &absent {
            messages.failure(message);
        }
        return Ok(Exit::Failed);
    }
    // A second writer is refused before the games are read.
    let mut writer = if *dry_run {
        None
    } else {
        let memory = usize::try_from(*memory).unwrap_or(usize::MAX);
        Some(open_or_create(folder)?.with_memory(memory))
    };
    let manifest = match &writer {
        Some(writer) => writer.manifest().clone(),
        None => Library::open(folder)?.manifest().clone(),
    };
    let mut sources = Sources::of(&inputs, source.as_deref(), &manifest)?;
    if !again {
        sources.leave_out_unchanged(&mut inputs, remove.is_some(), messages);
    }
    if sources.files.is_empty() && inputs.is_empty() {
        return Ok(Exit::Clean);
    }
    sources.pipe = Pipe::among(&mut inputs, &[], folder);
    let names = sources.files.iter().map(|file| file.entry.file.clone()).collect();
    let sync = match &mut writer {
        Some(writer) => SourceSync::new(writer, names)?,
        None => SourceSync::compared(folder, names)?,
    };
    let lists = (reporting.all || *dry_run) && !terminal::is_quiet();
    let mut listing = Listing::new(&sync, lists)?;
    let (outcome, sync) = sources.read(sync, inputs, arguments, &mut listing)?;
    let aside = sources.to_set_aside(&sync, &outcome, *remove, messages);
    listing.missing(&sources, &sync, &outcome, &aside)?;
    let entries = sources.entries(&sync, &outcome, &aside);
    let words = Totals::of(&sources, &sync, &outcome, &aside).in_words(&sources);
    let before = manifest.undo.as_ref().map(|undo| undo.edit.as_str());
    let changed = sync.finish(&aside, &entries)?;
    messages.summary(&outcome.tally);
    match &mut writer {
        Some(writer) => {
            if changed {
                merge_small(writer)?;
            }
            let games = count(writer.manifest().games(), "game");
            messages.note(&format!("{words}; {} now has {games}", folder.display()));
            if changed {
                messages.note("`partie db undo` takes it back");
                if let Some(edit) = before {
                    messages.note(&format!("`partie db {edit}` can no longer be undone"));
                }
            }
            if writer.not_replaced() > 0 {
                let records = count(writer.not_replaced(), "record");
                messages.missing(&format!(
                    "{records} not replaced, since files are damaged; see `partie db check`"
                ));
            }
        }
        None => messages.note(&format!("{words}; nothing was changed")),
    }
    let refused = sources.files.iter().any(|file| file.is_refused.get());
    let exit = outcome.exit(reporting.denied(Severity::Error));
    Ok(if refused { exit.max(Exit::Problems) } else { exit })
}

/// A file with which the library is brought in line.
struct SourceFile {
    /// Name of the input.
    input: String,
    /// Its entry before it is read, with the name of the source.
    entry: SourceEntry,
    /// The text of a packed file as far as it was read.
    unpacked: RefCell<Option<SharedChecksum>>,
    /// True if games should have been set aside, but were not.
    is_refused: std::cell::Cell<bool>,
}

struct Sources {
    files: Vec<SourceFile>,
    /// The newest entries of the sources.
    known: Vec<Option<SourceEntry>>,
    pipe: Option<Pipe>,
}

impl Sources {
    /// Finds the sources of inputs in a library.
    fn of(inputs: &Inputs, named: Option<&str>, manifest: &Manifest) -> anyhow::Result<Sources> {
        let mut files: Vec<SourceFile> = Vec::new();
        let inputs: Vec<_> = inputs.readable().collect();
        if named.is_some() && inputs.len() > 1 {
            bail!("--source names one file; there are {}", grouped(inputs.len() as u64));
        }
        for input in &inputs {
            let own = named.map_or_else(|| name_of(input), |name| Ok(name.to_owned()))?;
            let file = source_of(own, manifest)?;
            if let Some(other) = files.iter().find(|other| other.entry.file == file) {
                let [one, other] = [&other.input, &input.name()].map(|name| visible(name));
                bail!("{one} and {other} are both {}; give --source to one alone", visible(&file));
            }
            // A pipe must not be opened twice.
            let path = input.path().filter(|path| path.is_file());
            let content = path.and_then(|path| source_checksum(path).ok());
            let entry = SourceEntry::unread(file, content.map(|read| read.content()));
            let (unpacked, is_refused) = (RefCell::default(), false.into());
            files.push(SourceFile { input: input.name(), entry, unpacked, is_refused });
        }
        let newest = |file: &SourceFile| {
            let mut own = manifest.sources.iter().rev();
            own.find(|known| known.file == file.entry.file).cloned()
        };
        let known = files.iter().map(newest).collect();
        Ok(Sources { files, known, pipe: None })
    }

    /// Removes inputs that are as they were when the library was brought in line with them last. Those
    /// without some of the library's games are read again if these are to be set aside.
    fn leave_out_unchanged(&mut self, inputs: &mut Inputs, removes: bool, messages: Messages) {
        let (mut unchanged, mut games) = (0_u64, 0);
        let mut is_known = Vec::new();
        for (file, known) in self.files.iter().zip(&self.known) {
            let known = known.as_ref().filter(|known| known.complete);
            let known = known.filter(|known| file.entry.is_same_file(known));
            is_known.push(known.is_some_and(|known| known.missing == 0 || !removes));
            let Some(known) = known.filter(|_| is_known.last() == Some(&true)) else { continue };
            (unchanged, games) = (unchanged + 1, games + known.games);
            if known.missing > 0 {
                let missing = count(known.missing, "game");
                let file = visible(&file.input);
                messages.note(&format!("{missing} of the library no longer in {file}"));
            }
        }
        let files = &self.files;
        inputs.retain(|input| {
            let name = input.name();
            !files.iter().zip(&is_known).any(|(file, is_known)| *is_known && file.input == name)
        });
        if unchanged > 0 {
            let which = match &self.files[..] {
                [one] => visible(&one.input),
                _ => count(unchanged, "file"),
            };
            messages.note(&format!("{which} unchanged ({})", count(games, "game")));
        }
        let mut kept = is_known.iter();
        self.files.retain(|_| kept.next() == Some(&false));
        let mut kept = is_known.iter();
        self.known.retain(|_| kept.next() == Some(&false));
    }

    /// Reads the files to their ends.
    fn read<'a>(
        &self,
        mut sync: SourceSync<'a>,
        inputs: Inputs,
        arguments: &DbSyncArguments,
        listing: &mut Listing,
    ) -> anyhow::Result<(Outcome, SourceSync<'a>)> {
        let places: HashMap<&str, usize> =
            self.files.iter().zip(0..).map(|(file, at)| (&*file.input, at)).collect();
        let unpacked = |file: &str, text: InputBytes| -> InputBytes {
            let Some(at) = places.get(file) else { return text };
            let checksum = SharedChecksum::default();
            *self.files[*at].unpacked.borrow_mut() = Some(checksum.clone());
            Box::new(checksum.of(text))
        };
        let run = Run::new(Games::open(inputs, &arguments.reading), &arguments.reporting);
        let options = WriteOptions::default();
        let outcome = run.rows(
            Stream::Stderr { bar: true },
            (Table::Library, &options),
            unpacked,
            |file, row| {
                if let Some(at) = places.get(file) {
                    sync.add(*at, row, &mut |change| listing.add(change))?;
                }
                listing.written()
            },
        )?;
        sync.read_to_end(&mut |change| listing.add(change))?;
        listing.written()?;
        Ok((outcome, sync))
    }

    /// Returns the games that are set aside, and says why others are not.
    fn to_set_aside(
        &self,
        sync: &SourceSync<'_>,
        outcome: &Outcome,
        most: Option<u8>,
        messages: Messages,
    ) -> BTreeSet<u64> {
        let mut aside = BTreeSet::new();
        for (at, file) in self.files.iter().enumerate() {
            let (missing, before) = (sync.missing(at).count() as u64, sync.before(at));
            let is_more =
                most.is_some_and(|most| 100 * missing > before.saturating_mul(most.into()));
            let why = if !file.is_whole(outcome) {
                Some("it was not read to its end".to_owned())
            } else if sync.is_cut_off(at) {
                Some("it seems to be cut off in its last game".to_owned())
            } else if sync.counts(at).read == 0 && before > 0 {
                Some("there is no game in it".to_owned())
            } else if is_more {
                let all = count(before, "game");
                Some(format!("{} of {all} are missing; --remove=100 does", grouped(missing)))
            } else {
                None
            };
            match why {
                Some(why) if most.is_some() && missing > 0 => {
                    file.is_refused.set(true);
                    let name = visible(&file.input);
                    messages.missing(&format!("no game of {name} was set aside, since {why}"));
                }
                None if most.is_some() => aside.extend(sync.missing(at)),
                _ => {}
            }
        }
        aside
    }

    /// Returns the entries of the files that were read to their ends.
    fn entries(
        &self,
        sync: &SourceSync<'_>,
        outcome: &Outcome,
        aside: &BTreeSet<u64>,
    ) -> Vec<SourceEntry> {
        let entry = |(at, file): (usize, &SourceFile)| {
            let counts = sync.counts(at);
            let is_empty = counts.read == 0 && sync.before(at) > 0;
            if !file.is_whole(outcome) || sync.is_cut_off(at) || is_empty {
                return None;
            }
            let unpacked = file.unpacked.borrow().as_ref().map(SharedChecksum::content);
            let missing = sync.missing(at).filter(|number| !aside.contains(number)).count() as u64;
            let own = file.entry.clone();
            let entry =
                SourceEntry { unpacked, games: counts.read, complete: true, missing, ..own };
            let pipe = self.pipe.as_ref().filter(|pipe| pipe.name == file.input);
            Some(match pipe {
                Some(pipe) => pipe.so_far(entry),
                None => entry,
            })
        };
        self.files.iter().enumerate().filter_map(entry).collect()
    }
}

impl SourceFile {
    /// Returns the games of the library that are no longer in it. What was not read may still be there.
    fn missing(&self, at: usize, sync: &SourceSync<'_>, outcome: &Outcome) -> Vec<u64> {
        let is_whole = self.is_whole(outcome) && !sync.is_cut_off(at);
        sync.missing(at).filter(|_| is_whole).collect()
    }

    /// Returns true if it was read to its end.
    fn is_whole(&self, outcome: &Outcome) -> bool {
        outcome.failures.iter().all(|failure| failure.name != self.input)
    }
}

/// Returns the name of an input that is a file.
fn name_of(input: &Input) -> anyhow::Result<String> {
    let name = input.name();
    if input.path().is_none_or(|path| path.exists() && !path.is_file()) {
        bail!("{} is known by no name; give it one with --source", visible(&name));
    }
    Ok(name)
}

/// Returns the source of a name, or else the one with the same file name; the name if there is none.
fn source_of(name: String, manifest: &Manifest) -> anyhow::Result<String> {
    if manifest.sources.iter().any(|known| known.file == name) {
        return Ok(name);
    }
    let short = |name: &str| {
        let name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let packed = [".zst", ".gz", ".bz2", ".xz", ".lz4", ".zip"];
        let plain = packed.iter().find_map(|packed| name.strip_suffix(packed));
        let plain = plain.map(str::to_owned);
        plain.unwrap_or(name)
    };
    let same = manifest.sources.iter().filter(|known| short(&known.file) == short(&name));
    let same: BTreeSet<&str> = same.map(|known| &*known.file).collect();
    match Vec::from_iter(same)[..] {
        [] => Ok(name),
        [one] => Ok(one.to_owned()),
        [one, other, ..] => {
            let [name, one, other] = [&*name, one, other].map(visible);
            bail!("{name} may be {one} or {other}; give --source with its folder")
        }
    }
}

/// Lists games on the standard output as they change.
struct Listing {
    /// The library as it was before; `None` if nothing is listed.
    library: Option<Library>,
    out: io::BufWriter<anstream::Stdout>,
    /// The first error.
    failed: Option<anyhow::Error>,
}

impl Listing {
    fn new(sync: &SourceSync<'_>, lists: bool) -> anyhow::Result<Listing> {
        let library = lists.then(|| Library::open(sync.library().folder())).transpose()?;
        Ok(Listing { library, out: io::BufWriter::new(anstream::stdout()), failed: None })
    }

    fn add(&mut self, change: SyncChange<'_>) {
        let Some(library) = self.library.as_ref().filter(|_| self.failed.is_none()) else { return };
        let record = |row: &Row| Record::of_game(row.game(), row.number);
        let print = || -> anyhow::Result<String> {
            let (kind, number, row) = match change {
                SyncChange::New(_, row) => return Ok(summary("new", &record(row))),
                SyncChange::Corrected(number, row) => ("corrected", number, row),
                SyncChange::Kept(number, row) => ("damaged, kept", number, row),
            };
            let record = record(row);
            let mut lines = summary(&format!("{kind} {number}"), &record);
            library.with_game(number, |game| {
                game.read(|old| {
                    for difference in differences(old, &record) {
                        lines.push_str(&format!("\n    {}", in_words(&difference)));
                    }
                })
            })?;
            Ok(lines)
        };
        let printed = print().and_then(|line| Ok(writeln!(self.out, "{line}")?));
        self.failed = printed.err();
    }

    /// Returns the first error.
    fn written(&mut self) -> anyhow::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Lists the games that are no longer in their files.
    fn missing(
        &mut self,
        sources: &Sources,
        sync: &SourceSync<'_>,
        outcome: &Outcome,
        aside: &BTreeSet<u64>,
    ) -> anyhow::Result<()> {
        let Some(library) = &self.library else { return Ok(()) };
        for (at, file) in sources.files.iter().enumerate() {
            for number in file.missing(at, sync, outcome) {
                let kind =
                    if aside.contains(&number) { "set aside" } else { "no longer in the file" };
                let place = match sources.files.len() {
                    1 => format!("{kind} {number}"),
                    _ => format!("{kind} {number} ({})", file.input),
                };
                let line =
                    library.with_game(number, |game| game.read(|view| summary(&place, view)))?;
                if let Some(line) = line {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        Ok(self.out.flush()?)
    }
}

/// Numbers of the games of all sources.
#[derive(Default)]
struct Totals {
    counts: SourceCounts,
    missing: u64,
    aside: u64,
}

impl Totals {
    fn of(
        sources: &Sources,
        sync: &SourceSync<'_>,
        outcome: &Outcome,
        aside: &BTreeSet<u64>,
    ) -> Totals {
        let mut totals = Totals { aside: aside.len() as u64, ..Totals::default() };
        for (at, file) in sources.files.iter().enumerate() {
            let SourceCounts { read, new, replacing, corrected, same, known, aside, kept } =
                sync.counts(at);
            let all = &mut totals.counts;
            all.read += read;
            all.new += new;
            all.replacing += replacing;
            all.corrected += corrected;
            all.same += same;
            all.known += known;
            all.aside += aside;
            all.kept += kept;
            totals.missing += file.missing(at, sync, outcome).len() as u64;
        }
        totals
    }

    /// Returns the numbers in words: `5,878 read, 5 new, 2 corrected, 5,871 unchanged`.
    fn in_words(&self, sources: &Sources) -> String {
        let Totals { counts, missing, aside } = self;
        let SourceCounts { read, new, replacing, corrected, same, known, aside: before, kept } =
            *counts;
        let number = |number: u64, words: &str| {
            if number == 0 { String::new() } else { format!(", {} {words}", grouped(number)) }
        };
        let mut words = format!("{} read, {} new", grouped(read), grouped(new));
        if replacing > 0 {
            words += &format!(" ({} instead of poorer records)", grouped(replacing));
        }
        words += &format!(", {} corrected, {} unchanged", grouped(corrected), grouped(same));
        words += &number(known, "already there");
        words += &number(before, "removed before");
        words += &number(kept, "damaged and kept as before");
        let file = if sources.files.len() == 1 { "the file" } else { "their files" };
        words += &number(missing - aside, &format!("no longer in {file}"));
        words + &number(*aside, &format!("no longer in {file} and set aside"))
    }
}
