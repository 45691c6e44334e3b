//! The law of numbers: every command sees the same games, with one thread and with several.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use partie_formats::Format;

use partie_testkit::{damage, random::Chance};

use crate::run::{Folder, ended, program};

/// Number of files that one process reads. Where the numbers differ, the files are halved
/// until the one at fault is found.
const FILES: usize = 48;

/// Largest shared file that is read, in bytes: the others are more of the same.
const LARGEST: u64 = 64 << 10;

/// Runs the program on some files, all of a format or each of its own.
fn run(words: &str, format: Option<Format>, files: &[PathBuf]) -> (String, String) {
    let mut command = std::process::Command::new(program());
    command.args(words.split_whitespace());
    if let Some(format) = format {
        command.args(["-f", format.name()]);
    }
    let done = ended(command.arg("--").args(files));
    (done.stdout, done.stderr)
}

fn digits(text: &str) -> u64 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// Reads the number of games in a summary such as `2 files: 12 345 games read, all clean`.
fn games_read(stderr: &str) -> u64 {
    let games = stderr.lines().rev().find_map(|line| {
        let (before, _) = line.strip_prefix("partie: ")?.split_once(" read")?;
        let number = before.rsplit(": ").next()?;
        let nouns = ["game", "position", "record"];
        nouns.iter().any(|noun| number.contains(noun)).then(|| digits(number))
    });
    games.unwrap_or_else(|| panic!("no summary: {stderr}"))
}

/// Counts the games of each file by `partie count`.
fn counted(jobs: &str, format: Option<Format>, files: &[PathBuf]) -> BTreeMap<String, u64> {
    if files.is_empty() {
        return BTreeMap::new();
    }
    let (stdout, stderr) = run(&format!("count --json {jobs}"), format, files);
    let object: serde_json::Value =
        serde_json::from_str(&stdout).unwrap_or_else(|e| panic!("{e}: {stderr}"));
    let files = object["files"].as_object().expect("files");
    files.iter().map(|(name, games)| (name.clone(), games.as_u64().expect("a number"))).collect()
}

/// Repairs copies of the files in place. Returns the number of games in the files that `fix`
/// repairs, the number it read, the number it reports as written, and the number in the repaired
/// copies.
fn mended(words: &str, format: Option<Format>, files: &[PathBuf]) -> [u64; 4] {
    let folder = tempfile::tempdir().expect("a folder");
    let mut copies = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let copy = folder.path().join(number.to_string()).join(file.file_name().expect("a name"));
        fs::create_dir(copy.parent().expect("a folder")).expect("made");
        fs::write(&copy, fs::read(file).expect("a file")).expect("a copy");
        copies.push(copy);
    }
    let counted = |copies: &[PathBuf]| counted("-j 1", format, copies).values().sum();
    let (_, stderr) = run(&format!("fix -i --level {words}"), format, &copies);
    let refused = |name: &str| {
        let of = |line: &&str| line.contains(name);
        stderr.lines().filter(of).any(|line| {
            let skipped = line.contains(", skipped");
            line.contains("cannot be repaired") || skipped
        })
    };
    let (mut read, mut rewritten) = (Vec::new(), Vec::new());
    for (file, copy) in files.iter().zip(copies) {
        if !refused(copy.to_str().expect("a name")) {
            read.push(file.clone());
            rewritten.push(copy);
        }
    }
    let summary = stderr.lines().next_back().unwrap_or_default();
    let (said, rest) = summary.split_once(" game").unwrap_or_else(|| panic!("{stderr}"));
    let said = digits(said);
    let wrote = rest.split_once("written as ").map_or(said, |(_, wrote)| digits(wrote));
    [counted(&read), said, wrote, counted(&rewritten)]
}

/// Finds the number of games in some files by every command, and says how they differ.
fn faults(format: Option<Format>, files: &[PathBuf]) -> Vec<String> {
    let lines = |text: String| text.lines().count() as u64;
    let mut numbers = BTreeMap::new();
    for jobs in ["-j 1", "-j 2"] {
        let mut add = |words: &str, games: u64| {
            numbers.insert(format!("{words} {jobs}"), games);
        };
        add("count", counted(jobs, format, files).values().sum());
        let of = |words: &str| run(&format!("{words} {jobs}"), format, files);
        for words in ["check --statistics", "check --statistics --ignore PGN,TXT,BUG"] {
            add(words, games_read(&of(words).1));
        }
        add("head", lines(of("head -n 1000000 -t ndjson").0));
        add("convert", lines(of("convert -t ndjson --severity error").0));
        add("convert to PGN", games_read(&of("convert -t pgn --severity error").1));
    }
    let [safe, likely] = ["safe -j 1", "likely -j 2"].map(|words| mended(words, format, files));
    let agree = numbers.values().all(|games| Some(games) == numbers.values().next());
    let fixed =
        [safe, likely].iter().all(|[games, read, said, wrote]| games == read && said == wrote);
    if agree && fixed {
        return Vec::new();
    }
    if let [file] = files {
        return vec![format!(
            "{}: {numbers:?}, fix [games, read, said to be written, written]: {safe:?} safe, \
             {likely:?} likely",
            file.display()
        )];
    }
    let (first, last) = files.split_at(files.len() / 2);
    let mut faults = [self::faults(format, first), self::faults(format, last)].concat();
    if faults.is_empty() {
        faults.push(format!("together, but not alone: {files:?}: {numbers:?} {safe:?} {likely:?}"));
    }
    faults
}

/// Holds files to the law, many at a time and on two threads.
fn hold(format: Option<Format>, files: &[PathBuf]) {
    let next = Mutex::new(files.chunks(FILES));
    let work = || {
        let take = || next.lock().expect("no panic").next();
        let mut found = Vec::new();
        while let Some(files) = take() {
            found.extend(faults(format, files));
        }
        found
    };
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut found = work();
        found.extend(other.join().expect("no panic"));
        found
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Holds the files of a scene to the law.
pub(crate) fn hold_together(files: &[PathBuf]) {
    let found = faults(None, files);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let entry = entry.expect("an entry");
        let data = entry.metadata().expect("data");
        if data.is_dir() {
            found.extend(files(&entry.path()));
        } else if data.len() <= LARGEST {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `count`, `head`, `check` and `convert` see the same number of games in a file, with any
/// diagnostics and number of threads. `fix` reads the same number of each file that it repairs, and
/// reports the number written: a repair may split games that ran together, or find one in junk.
#[test]
fn all_commands_agree_on_the_number_of_games() {
    let found: Vec<_> = ["examples", "testdata", "fuzz/seeds"]
        .iter()
        .flat_map(|folder| files(&root().join(folder)))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "perft"))
        .collect();
    assert!(found.len() > 150, "{}", found.len());
    hold(None, &found);
}

#[test]
#[ignore = "long suite: each command reads more than a hundred files"]
fn of_seeds_read_as_the_format_they_are_for() {
    for folder in fs::read_dir(root().join("fuzz/seeds")).expect("seeds") {
        let folder = folder.expect("an entry").path();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        hold(Some(name.parse::<Format>().expect("a format")), &files(&folder));
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn of_shared_files() {
    let shared = partie_testkit::suite::shared("testdata");
    hold(None, &files(&shared));
}

/// A file for each kind of damage, and one that is long enough for several threads.
#[test]
#[ignore = "long suite: each command reads more than a hundred files"]
fn of_damaged_games() {
    let folder = Folder::new();
    let mut chance = Chance::new(0x00c0_0417);
    let games: Vec<_> = (0..3).map(|_| damage::random_game(&mut chance, 50)).collect();
    let mut long = Vec::new();
    let mut names = Vec::new();
    for (number, damage) in damage::DAMAGES.iter().enumerate() {
        let text = damage::file(&games, &[damage]);
        if str::from_utf8(&text).is_ok() {
            long.extend_from_slice(&text);
        }
        names.push(format!("damage/{number}.pgn"));
        folder.write(&names[number], text);
    }
    let long = long.repeat((300 << 10) / long.len() + 1);
    names.push("damage/long.pgn".to_owned());
    folder.write("damage/long.pgn", long);
    let paths: Vec<_> = names.iter().map(|name| folder.path(name)).collect();
    hold(None, &paths);
}

/// `head` of all games writes as many games as it read.
#[test]
fn of_what_head_writes() {
    let folder = Folder::new();
    for (number, (text, games)) in [
        ("1. e4 c5 2. Nf3 Black resigned. Second game: 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 1-0, second game: 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 Black resigned.\n\nSecond game: 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 Black resigned. In the second, 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 Black resigned.\n\nIn the second, 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 1-0\n\nIn the second, 1. d4 d5 2. c4 e6\n", 2),
        ("1. e4 c5 2. Nf3 1-0 1. d4 d5 2. c4 e6 0-1\n", 2),
        ("1-0 1. e4 c5 2. Nf3 Nc6\n0-1 1. d4 d5 2. c4 e6\n", 2),
        ("no;moves\n1;e4 e5 Nf3 Nc6\n2;d4 d5 c4 e6\n", 2),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{number}.txt");
        folder.write(&name, text);
        let count = |name: &str| digits(&run("count", None, &[folder.path(name)]).0);
        assert_eq!(count(&name), games, "{text}");
        let (head, _) = run("head -n 99", None, &[folder.path(&name)]);
        folder.write("head.txt", &head);
        assert_eq!(count("head.txt"), games, "{text}---\n{head}");
    }
}
