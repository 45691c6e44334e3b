//! Nothing of a game hides in text that a reader drops, leaves out, repairs or detects otherwise.

use std::path::{Path, PathBuf};

use partie_formats::ReadOptions;
use partie_records::container::Layers;
use partie_testkit::{
    laws::{
        beside::beside,
        detected::detected,
        dropped::dropped,
        mended::{freed, mended},
        telling::{complaints, in_short, opened},
        whole,
    },
    mutate::mutate,
    random::Chance,
    suite::{self, shared},
};

/// A text, its name for readers of reports, and its name as a file.
struct Text {
    title: String,
    name: String,
    bytes: Vec<u8>,
}

/// A law for a text.
type Law = fn(&Text) -> Result<(), String>;

fn law_beside(text: &Text) -> Result<(), String> {
    beside(&text.bytes, Some(&text.name))
}

fn law_dropped(text: &Text) -> Result<(), String> {
    let Some((layers, records)) = opened(&text.bytes, Some(&text.name)) else { return Ok(()) };
    dropped(layers, &text.bytes, &records, &ReadOptions::default())
}

fn law_mended(text: &Text) -> Result<(), String> {
    match opened(&text.bytes, Some(&text.name)) {
        Some((Layers { container: None, format }, records)) => {
            mended(format, &text.bytes, &records)
        }
        Some((layers, records)) => freed(layers, &text.bytes, &records),
        None => Ok(()),
    }
}

fn law_detected(text: &Text) -> Result<(), String> {
    detected(&text.bytes, Some(&text.name))
}

/// Holds texts to a law and reports all faults together.
#[expect(clippy::print_stdout, reason = "a test says what it has read")]
fn hold(texts: &[Text], law: Law) {
    let mut faults = Vec::new();
    for text in texts {
        if let Err(why) = law(text) {
            let why: String = why.chars().take(700).collect();
            faults.push(format!("{}: {why}", text.title));
        }
    }
    println!("{} texts", texts.len());
    assert!(faults.is_empty(), "{} of {} texts:\n{}", faults.len(), texts.len(), faults.join("\n"));
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn texts(folders: &[PathBuf]) -> Vec<Text> {
    let mut found = Vec::new();
    for folder in folders {
        files(folder, &mut found);
    }
    found.sort();
    let text = |path: &PathBuf| Text {
        title: path.display().to_string(),
        name: path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned(),
        bytes: std::fs::read(path).expect("a file"),
    };
    found.iter().map(text).collect()
}

/// The project's own test data.
fn own() -> Vec<Text> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = texts(&["testdata", "examples", "fuzz/seeds"].map(|folder| root.join(folder)));
    all.retain(|text| !text.title.contains("/perft/") && text.bytes.len() < 100_000);
    all
}

/// The test data beside the repository, with the texts of its reports.
fn all() -> Vec<Text> {
    let root = shared("testdata");
    let mut all = texts(std::slice::from_ref(&root));
    // What describes the others is read case by case.
    all.retain(|text| !["ORACLE.json", ".jsonl"].iter().any(|end| text.title.ends_with(end)));
    for name in ["reports.jsonl", "texts.jsonl"] {
        let lines = std::fs::read_to_string(root.join("reports").join(name)).expect("reports");
        for (i, line) in lines.lines().enumerate() {
            let case: serde_json::Value = serde_json::from_str(line).expect("json");
            let bytes = match &case["text"] {
                serde_json::Value::String(text) => text.clone().into_bytes(),
                text => {
                    let text = text["latin1"].as_str().expect("a text");
                    text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect()
                }
            };
            let name_of = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
            all.push(Text {
                title: format!("{name} {}: {}", i + 1, name_of("name")),
                name: format!("x.{}", name_of("ext")),
                bytes,
            });
        }
    }
    all
}

/// The layouts of free scoresheets.
fn layouts() -> Vec<Text> {
    let tables = ["layouts.txt", "evidence.txt"].iter();
    let layouts = tables.flat_map(|table| crate::layouts::layouts(table));
    let text = |layout: crate::layouts::Layout| Text {
        title: layout.title,
        name: "games.txt".to_owned(),
        bytes: layout.text.into_bytes(),
    };
    layouts.map(text).collect()
}

/// Texts in which a game was lost silently: the games that are read, and the code that says what
/// was not.
const HIDDEN: [(&str, &str, &[&str], &str); 15] = [
    (
        "a.txt",
        "1. e4 e5 2. Nf3 Nc6 1-0\n\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
        &["? - ?: e2e4 e7e5 g1f3 b8c6 1-0"],
        "TXT030",
    ),
    (
        "a.txt",
        "1. e4 e5 2. Nf3 Nc6 1-0\n\nd2 - d4 d7 - d5 c2 - c4\n",
        &["? - ?: e2e4 e7e5 g1f3 b8c6 1-0", "? - ?: d2d4 d7d5 c2c4 *"],
        "PGN058",
    ),
    (
        "a.txt",
        "1. e4 e5 2. Nf3 Nc6 1-0\n\n5254 5755 7163 2836\n",
        &["? - ?: e2e4 e7e5 g1f3 b8c6 1-0"],
        "TXT030",
    ),
    (
        "a.txt",
        "1. e4 e5 2. Nf3 Nc6 1-0\n\nd2 - d4 then d7 - d5, c2 - c4 and e7 - e6, b1 - c3\n",
        &["? - ?: d2d4 d7d5 c2c4 e7e6 b1c3 *"],
        "TXT030",
    ),
    // In free text a tag pair names what it does in PGN.
    (
        "a.txt",
        "Notation: uci\n1. e2e4 e7e5 1-0\n\n[White \"Oak\"]\n[Black \"Elm\"]\n\n1. d2d4 d7d5 0-1\n",
        &["? - ?: e2e4 e7e5 1-0", "Oak - Elm: d2d4 d7d5 0-1"],
        "",
    ),
    // A log with the extension of a transcript.
    ("a.log", "1. e4 e5 2. Nf3 Nc6 1-0\n", &["? - ?: e2e4 e7e5 g1f3 b8c6 1-0"], ""),
    (
        "a.log",
        "fics% \n[White \"Oak\"]\n[Black \"Elm\"]\n\n1. e4 e5 1-0\nfics% help\n",
        &["? - ?:  *"],
        "S12041",
    ),
    ("a.log", "S>    1.5 b'fics% \\n'\n1. e4 e5 2. Nf3 Nc6 1-0\n", &["? - ?:  *"], "S12041"),
    // Beside a container, and in the comment that its text becomes.
    (
        "a.tex",
        "1. e4 e5 1-0\n\n\\documentclass{article}\n\\mainline{1. d4 d5} and so on\n",
        &["? - ?: d2d4 d7d5 *"],
        "TXT030",
    ),
    (
        "a.tex",
        "\\newgame\n\\mainline{1. d4 d5} and so on\n\n[White \"Oak\"]\n\n1. e4 e5 1-0\n",
        &["? - ?: d2d4 d7d5 *", "Oak - ?: e2e4 e7e5 1-0"],
        "PGN070",
    ),
    // Below a torn record, and before a stray mark.
    (
        "a.json",
        "{\"moves\":[\"e2e4\",\"e7\n\n1. d4 d5 1-0\n",
        &["? - ?:  *", "? - ?: d2d4 d7d5 1-0"],
        "JSN001",
    ),
    (
        "a.log",
        "{\"t\": 0, \"line\": \"{Game 7 (Oak vs. Elm) Creating rated blitz match.}\"}\n\n1. e4 e5 1-0\n",
        &["? - ?:  *"],
        "S12041",
    ),
    (
        "a.js",
        "1. e4 e5 1-0`\n\n[White \"Elm\"]\n\n1. d4 d5 0-1\n`\n",
        &["? - ?: e2e4 e7e5 1-0", "Elm - ?: d2d4 d7d5 0-1"],
        "",
    ),
    // A brace that is never closed hides no moves.
    (
        "a.txt",
        "White: Oak\n\n1. e4 e5 {good 2. Nf3 Nc6 1-0\n",
        &["Oak - ?: e2e4 e7e5 g1f3 b8c6 1-0"],
        "",
    ),
    // No layout changes a result.
    (
        "a.txt",
        "1.e4,e5;2.Nf3,Nc6;3.Bb5,a6 1-0\n",
        &["? - ?: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 1-0"],
        "",
    ),
];

#[test]
fn no_game_hides() {
    let mut wrong = Vec::new();
    for (name, text, games, code) in HIDDEN {
        let (_, records) = opened(text.as_bytes(), Some(name)).expect("chess");
        let found: Vec<_> = in_short(&records).iter().map(|game| format!("{game:?}")).collect();
        let games: Vec<_> = games.iter().map(|game| format!("[{game}]")).collect();
        let said = complaints(&records);
        if found != games || !code.is_empty() && !said.contains_key(code) {
            wrong.push(format!("{text}: {found:#?}, {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_is_a_game_wherever_it_stands() {
    hold(&own(), law_beside);
}

#[test]
fn dropped_text_holds_nothing_of_a_game() {
    hold(&own(), law_dropped);
}

#[test]
fn repair_keeps_the_games() {
    hold(&own(), law_mended);
}

#[test]
fn layouts_are_read_the_same_by_detection() {
    hold(&layouts(), law_detected);
}

#[test]
fn layouts_hold_nothing_of_a_game() {
    hold(&layouts(), law_dropped);
}

#[test]
fn layouts_stand_beside_games() {
    let mut layouts = layouts();
    // With a tag pair below them, only the strings of moves are read of the rows.
    layouts.retain(|layout| layout.title != "Rows of CSV, quoted");
    hold(&layouts, law_beside);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn a_game_is_a_game_in_the_shared_files() {
    let mut all = all();
    // Each is read five times: collections take minutes, and tell no more than some of their games.
    all.retain(|text| text.bytes.len() < 200_000);
    hold(&all, law_beside);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn dropped_text_of_the_shared_files() {
    hold(&all(), law_dropped);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn repair_of_the_shared_files() {
    hold(&all(), law_mended);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn shared_scoresheets_are_read_the_same_by_detection() {
    let mut all = all();
    // A text with tags is PGN.
    let has_tags = |text: &Text| {
        text.bytes.split(|b| *b == b'\n').any(|l| l.trim_ascii_start().starts_with(b"[Event \""))
    };
    let is_text = |text: &Text| Path::new(&text.name).extension().is_some_and(|e| e == "txt");
    all.retain(|text| is_text(text) && !has_tags(text));
    hold(&all, law_detected);
}

/// Mutated files break the laws rarely: what is left are texts that a few letters turned into something
/// else, such as one of another format.
#[test]
fn mutated_files_rarely_break_a_law() {
    const ONE_IN: usize = 500;
    let files = suite::rounds(100, 1000);
    let seed = suite::seed(0xf11e);
    let mut chance = Chance::new(seed);
    let mut seeds = own();
    seeds.retain(|text| text.bytes.len() < 3000);
    let mut broken = Vec::new();
    for i in 0..files {
        let [a, b] = [&seeds[chance.below(seeds.len())], &seeds[chance.below(seeds.len())]];
        let mut text = mutate(&a.bytes, &b.bytes, &mut chance);
        text.truncate(2000);
        if let Err(why) = whole(&text) {
            broken.push(format!("{i}, from {}: {why}", a.title));
        }
    }
    println!("seed {seed}: {} of {files} break a law", broken.len());
    assert!(broken.len() * ONE_IN <= files, "{}", broken.join("\n"));
}
