//! Libraries on disks that fail, and after crashes.
//!
//! A scenario changes a library step by step. Each change of a file of it fails once, or the disk
//! fails from then on, or there is a crash that loses what had not reached the disk. Afterwards the
//! library is as it was after the last step that had ended well, and can be added to.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use partie_formats::ReadOptions;
use partie_testkit::{random::Chance, suite::one_in};

use super::{
    Library, LibraryError, LibraryWriter, Result, SourceContent, SourceEntry, SourceSync,
    disk::{CrashFate, Failure, Recording, made, record, repair},
    stored::written,
};
use crate::{
    columns::Row,
    query::{Query, Repetition, Subject as _},
};

/// One in this number of changes fails, except in the long suite. It is prime, so that changes of
/// all kinds fail.
const STEP: usize = 23;

/// Games that are kept in all the ways there are: by code, by two bytes a move, with their text.
const GAMES: &str = "\
[White \"Adams\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n
[White \"Burns\"]\n\n1. e4 $1 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *\n
[White \"Clark\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 0-1\n
[White \"Davis\"]\n\n1. d4 {[%clk 0:03:00]} d5 {[%clk 0:02:59]} 1/2-1/2\n
[White \"Evans\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n";

/// The rows of the games.
fn rows() -> Vec<Row> {
    let read = partie_pgn::read(GAMES.as_bytes(), &ReadOptions::default());
    read.flatten().map(|record| Row::of_library(&record)).collect()
}

/// Contents of a library: its games and those that were set aside, with their numbers, and the number
/// of each source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Contents {
    games: Vec<(u64, String)>,
    removed: Vec<(u64, String)>,
    sources: Vec<(String, u64)>,
}

/// Returns the contents of a folder's library; empty if there is none.
fn contents(folder: &Path) -> Contents {
    let library = match Library::open(folder) {
        Err(LibraryError::NotALibrary(_)) => return Contents::default(),
        library => library.expect("a library that can be read"),
    };
    let sources = library.manifest().sources.iter();
    let sources = sources.map(|source| (source.file.clone(), source.games)).collect();
    let removed = games_of(&library.removed().expect("a library"));
    Contents { games: games_of(&library), removed, sources }
}

fn games_of(library: &Library) -> Vec<(u64, String)> {
    let mut games = Vec::new();
    let find = library.find(&Query::new(Vec::new()), |game| {
        assert_eq!(game.read(|view| view.file().to_owned())?, "games.pgn");
        let text = written(&game.record()?.parsed.value);
        games.push((game.number, String::from_utf8(text).expect("UTF-8")));
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    find.expect("games that can be read");
    games
}

/// Fails if the folder has a library with a problem.
fn check(folder: &Path) {
    let library = match Library::open(folder) {
        Err(LibraryError::NotALibrary(_)) => return,
        library => library.expect("a library that can be read"),
    };
    assert_eq!(library.check(|| {}).expect("a disk"), [], "{}", folder.display());
}

fn open_or_create(folder: &Path) -> Result<LibraryWriter> {
    match LibraryWriter::open(folder) {
        Err(LibraryError::NotALibrary(_)) => LibraryWriter::create(folder),
        opened => opened,
    }
}

/// Appends all games, and commits them under a source.
fn import(writer: &mut LibraryWriter, source: &str) -> Result<()> {
    let rows = rows();
    for row in &rows {
        writer.add("games.pgn", row)?;
    }
    writer.commit(&[SourceEntry {
        file: source.to_owned(),
        content: Some(SourceContent { bytes: 1, crc32: 1, head_crc32: None }),
        unpacked: None,
        games: rows.len() as u64,
        complete: true,
        missing: 0,
    }])
}

/// Appends all games with one more tag each: fuller records, which replace earlier ones.
fn import_fuller(writer: &mut LibraryWriter) -> Result<()> {
    let fuller = GAMES.replace("[White", "[Annotator \"N.N.\"]\n[White");
    for record in partie_pgn::read(fuller.as_bytes(), &ReadOptions::default()).flatten() {
        let added = writer.add_new("games.pgn", &Row::of_library(&record))?;
        assert_eq!(added.repetition, Some(Repetition::Fuller));
    }
    writer.commit(&[])
}

/// Brings all games of the file in line with another text: some are corrected, one is new, others are
/// gone, as are all further records of a game.
fn sync(writer: &mut LibraryWriter) -> Result<()> {
    let text = GAMES.replace("3. Bb5", "3. Be2").replace("Clark", "Cook")
        + "\n[White \"Flint\"]\n\n1. c4 c5 0-1\n";
    let mut sync = SourceSync::new(writer, vec!["games.pgn".to_owned()])?;
    for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
        sync.add(0, &Row::of_library(&record), &mut |_| ())?;
    }
    sync.read_to_end(&mut |_| ())?;
    let aside = sync.missing(0).collect();
    let entry = SourceEntry {
        games: 6,
        complete: true,
        ..SourceEntry::unread("games.pgn".to_owned(), None)
    };
    sync.finish(&aside, &[entry]).map(|_| ())
}

/// Folders of a test: of a library that is changed, and of others that are only read.
struct Folders {
    temporary: tempfile::TempDir,
    library: PathBuf,
    /// Holds two segments.
    other: PathBuf,
    /// The same after it has grown.
    grown: PathBuf,
}

impl Folders {
    fn new() -> Folders {
        let temporary = tempfile::tempdir().expect("a folder");
        let folder = |name| temporary.path().join(name);
        let (library, other, grown) = (folder("library"), folder("other"), folder("grown"));
        let mut writer = LibraryWriter::create(&other).expect("a new folder");
        for source in ["first", "second"] {
            import(&mut writer, source).expect("a disk");
        }
        Library::open(&other).and_then(|other| other.copy_to(&grown)).expect("a copy");
        let mut writer = LibraryWriter::open(&grown).expect("a library");
        import(&mut writer, "third").expect("a disk");
        Folders { temporary, library, other, grown }
    }

    /// Removes the library that is changed.
    fn clear(&self) {
        let _ = fs::remove_dir_all(&self.library);
    }
}

/// A step of a scenario. It opens the library if it is not open.
type Step = fn(&mut Writing<'_>) -> Result<()>;

/// A library that is being changed.
struct Writing<'a> {
    folders: &'a Folders,
    writer: Option<LibraryWriter>,
}

impl Writing<'_> {
    fn open(&mut self) -> Result<&mut LibraryWriter> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => open_or_create(&self.folders.library)?,
        };
        Ok(self.writer.insert(writer))
    }
}

/// Makes a library, adds games, opens it again, merges it, adds another library, repairs and edits
/// it.
const IMPORTS: &[Step] = &[
    |writing| writing.open().map(|_| ()),
    |writing| import(writing.open()?, "a"),
    |writing| import(writing.open()?, "b"),
    |writing| {
        writing.writer = None;
        import(writing.open()?, "c")
    },
    |writing| writing.open()?.merge(0..3),
    |writing| import(writing.open()?, "d"),
    |writing| {
        let other = Library::open(&writing.folders.other)?;
        writing.open()?.add_library(&other)
    },
    |writing| {
        let first = writing.open()?.manifest().segments[0].number;
        writing.open()?.rebuild(first)
    },
    |writing| writing.open()?.delete_games("dedupe", &(1..).step_by(3).take(9).collect()),
    |writing| writing.open()?.undo().map(|_| ()),
    |writing| import_fuller(writing.open()?),
    |writing| import(writing.open()?, "e"),
    |writing| writing.open()?.undo().map(|_| ()),
    |writing| writing.open()?.set_aside("remove", &(1..).step_by(4).take(9).collect()),
    |writing| {
        let numbers = [2, 3, 17].into();
        writing.open()?.change_games("set", &numbers, |_, mut game| {
            game.tags.set("Annotator", "N.N.");
            Some(game)
        })
    },
    |writing| writing.open()?.set_aside("remove", &[2].into()),
    |writing| writing.open()?.restore("restore", &(1..10).collect()),
    |writing| writing.open()?.undo().map(|_| ()),
    |writing| writing.open()?.delete_set_aside(&[1, 13].into()),
    |writing| {
        writing.open()?.replace_tags("names", |_, value| value.strip_suffix("s").map(str::to_owned))
    },
    |writing| sync(writing.open()?),
    |writing| writing.open()?.undo().map(|_| ()),
    |writing| sync(writing.open()?),
    |writing| writing.open()?.set_aside("remove", &(1..99).collect()),
    |writing| writing.open()?.restore("restore", &(1..99).collect()),
];

/// Makes a copy, and makes it again after the library has grown.
const COPIES: &[Step] = &[
    |writing| Library::open(&writing.folders.other)?.copy_to(&writing.folders.library).map(|_| ()),
    |writing| Library::open(&writing.folders.grown)?.copy_to(&writing.folders.library).map(|_| ()),
];

/// Runs steps until one fails, and calls `after` after each success. Returns the number of
/// successes.
fn run(steps: &[Step], writing: &mut Writing<'_>, mut after: impl FnMut()) -> usize {
    let mut done = 0;
    for step in steps {
        if step(writing).is_err() {
            break;
        }
        after();
        done += 1;
    }
    done
}

/// Runs a scenario on a disk that does not fail. Returns, before the first step and after each one,
/// the number of changes made and the library's contents.
fn reference(steps: &[Step], folders: &Folders) -> (Vec<(usize, Contents)>, Recording) {
    let mut writing = Writing { folders, writer: None };
    let mut states = vec![(0, Contents::default())];
    let (done, recording) = record(Failure::Never, || {
        run(steps, &mut writing, || states.push((made(), contents(&folders.library))))
    });
    assert_eq!(done, steps.len(), "nothing fails");
    (states, recording)
}

/// Adds games to a library as it is, and checks it.
fn goes_on(folder: &Path, before: &Contents) {
    import(&mut open_or_create(folder).expect("a library"), "later").expect("a disk");
    let after = contents(folder);
    assert_eq!(after.games[..before.games.len()], before.games);
    assert_eq!(after.games.len(), before.games.len() + rows().len());
    check(folder);
}

/// Each change fails once. The library is as before the step, and the same steps end well then,
/// with the same writer or, every other time, with another.
#[test]
fn any_change_may_fail() {
    for steps in [IMPORTS, COPIES] {
        let folders = Folders::new();
        let (states, recording) = reference(steps, &folders);
        for failing in one_in(STEP, recording.tried) {
            folders.clear();
            let mut writing = Writing { folders: &folders, writer: None };
            let (done, _) = record(Failure::At(failing), || run(steps, &mut writing, || {}));
            let before = contents(&folders.library);
            assert_eq!(before, states[done].1, "change {failing} fails in step {done}");
            if (failing / STEP).is_multiple_of(2) {
                writing.writer = None;
            }
            // A file that could not be removed is no failure.
            for step in &steps[done..] {
                step(&mut writing).expect("a disk");
            }
            assert_eq!(contents(&folders.library), states[steps.len()].1, "change {failing}");
            check(&folders.library);
        }
    }
}

/// The disk fails for good, which is the same as if the program was killed. Then another program
/// adds games, and there is a crash.
#[test]
fn a_disk_may_fail_for_good() {
    let mut chance = Chance::new(7);
    for steps in [IMPORTS, COPIES] {
        let folders = Folders::new();
        let (states, recording) = reference(steps, &folders);
        for failing in one_in(STEP, recording.tried) {
            folders.clear();
            let mut found = Contents::default();
            let mut killed = 0;
            let (done, recording) = record(Failure::From(failing), || {
                let mut writing = Writing { folders: &folders, writer: None };
                let done = run(steps, &mut writing, || {});
                drop(writing);
                found = contents(&folders.library);
                killed = made();
                repair();
                goes_on(&folders.library, &found);
                done
            });
            let possible: Vec<_> = states[done..].iter().take(2).map(|(_, state)| state).collect();
            assert!(possible.contains(&&found), "change {failing} fails in step {done}");
            // And a crash while games were added.
            let copy = folders.temporary.path().join("copy");
            let _ = fs::remove_dir_all(&copy);
            let after = killed + chance.below(recording.len() - killed + 1);
            recording.crash(after, CrashFate::Some(chance.draw()), &folders.library, &copy);
            let disk = contents(&copy);
            let added = disk.games.len() == found.games.len() + rows().len();
            assert!(added || possible.contains(&&disk), "{failing}, {after}");
            goes_on(&copy, &disk);
        }
    }
}

/// A crash after each change loses unsynced data in several ways. All commits survive.
#[test]
fn a_crash_loses_nothing_that_was_committed() {
    for steps in [IMPORTS, COPIES] {
        let folders = Folders::new();
        let (states, recording) = reference(steps, &folders);
        let copy = folders.temporary.path().join("copy");
        for after in one_in(STEP, recording.len() + 1) {
            let done = states.iter().rposition(|(made, _)| *made <= after).expect("the first");
            let possible: Vec<_> = states[done..].iter().take(2).map(|(_, state)| state).collect();
            let more =
                if (after / STEP).is_multiple_of(2) { CrashFate::All } else { CrashFate::Half };
            for kept in [CrashFate::Nothing, more, CrashFate::Some(after as u64)] {
                let _ = fs::remove_dir_all(&copy);
                recording.crash(after, kept, &folders.library, &copy);
                let found = contents(&copy);
                assert!(possible.contains(&&found), "{kept:?} after change {after}, step {done}");
                goes_on(&copy, &found);
            }
        }
    }
}
