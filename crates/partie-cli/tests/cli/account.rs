//! `partie check --account`, and what the summary of `check` claims.

use crate::run::{CLEAN, Ended, Folder, ended, program};

/// Prose, an unreadable variation, a word that is not a move, and control characters.
const WORDS: &str = "\
[White \"Novák\"]

1. e4! {best \u{1b}[31mby\u{7} test} e5 and now the Spanish 2. Nf3 (2. f4 xyz) Nc6 e.p.
3. Qzz9 O-O 1-0
";

fn account_with(folder: &Folder, environment: &[(&str, &str)]) -> Ended {
    let mut command = folder.command(program());
    command.args(["check", "--account", "words.pgn"]).envs(environment.iter().copied());
    ended(&mut command)
}

#[test]
fn marks_stand_under_the_text() {
    let folder = Folder::new();
    folder.write("words.pgn", WORDS);
    let done = folder.partie("check --account words.pgn");
    insta::assert_snapshot!(done.stdout);
    assert_eq!(done.stderr, "partie: 1 game read, 1 broken; 8 words kept as text\n");
    assert_eq!(done.status, 1);
}

#[test]
fn colours_stand_for_parts() {
    let folder = Folder::new();
    folder.write("words.pgn", WORDS);
    let done = account_with(&folder, &[("CLICOLOR_FORCE", "1")]);
    assert!(done.stdout.contains("\u{1b}[1me4\u{1b}[0m\u{1b}[33m!\u{1b}[0m"), "{}", done.stdout);
    assert!(done.stdout.contains("{best ␛[31mby␇ test}"), "{}", done.stdout);
    let plain = account_with(&folder, &[("NO_COLOR", "1")]);
    assert!(!plain.stdout.contains('\u{1b}'), "{}", plain.stdout);
}

#[test]
fn spans_as_json() {
    let folder = Folder::new();
    folder.write("words.pgn", WORDS);
    let done = folder.partie("check --account --format json words.pgn");
    let game: serde_json::Value = serde_json::from_str(&done.stdout).expect("one object");
    assert_eq!((game["file"].as_str(), game["game"].as_u64()), (Some("words.pgn"), Some(1)));
    assert_eq!(game["words_kept"], 8);
    let spans = game["spans"].as_array().expect("spans");
    let kept: Vec<_> = spans.iter().filter(|s| s["part"] == "kept").collect();
    let pieces: Vec<_> = kept.iter().map(|s| (s["code"].as_str(), s["text"].as_str())).collect();
    assert_eq!(
        pieces,
        [
            (Some("PGN073"), Some("and now the Spanish")),
            (Some("PGN073"), Some("xyz")),
            (Some("PGN031"), Some("3. Qzz9 O-O")),
        ]
    );
    let text: String = spans.iter().filter_map(|s| s["text"].as_str()).collect();
    assert_eq!(text, WORDS);
    let refused = folder.partie("check --account --format sarif words.pgn");
    assert_eq!(refused.status, 2);
}

#[test]
fn only_what_was_understood_is_clean() {
    let folder = Folder::new();
    folder.write("clean.pgn", CLEAN);
    folder.write("prose.pgn", CLEAN.replace("4. Kf1", "a fine check 4. Kf1"));
    folder.write("prose.txt", "1. e4 e5 2. Nf3 Nc6 a fine game\n");
    for (arguments, summary) in [
        ("check clean.pgn", "1 game read, all clean"),
        ("check prose.pgn", "1 game read, 1 doubtful; 3 words kept as text"),
        (
            "check prose.pgn --ignore PGN073",
            "1 game read, 1 clean; 3 words kept as text; 1 diagnostic not selected",
        ),
        ("check prose.pgn --severity error", "1 game read, 1 doubtful; 3 words kept as text"),
        ("check --account clean.pgn", "1 game read, all clean; all text understood"),
        ("convert --severity error clean.pgn", "1 game read, all clean"),
        ("convert --severity error prose.pgn", "1 game read, 1 doubtful; 3 words kept as text"),
        (
            "convert --severity error -f text prose.txt",
            "1 game read, 1 clean; 3 words kept as text",
        ),
        ("convert -t epd --severity error prose.txt", "1 game read, 1 clean; 3 words kept as text"),
    ] {
        let said = folder.partie(arguments).stderr;
        let said = said.lines().find(|line| line.contains(" read,")).unwrap_or_default();
        assert_eq!(said, format!("partie: {summary}"), "{arguments}");
    }
    let objects = folder.partie("convert --format json prose.txt").stderr;
    assert!(objects.contains("\"words_kept\":3"), "{objects}");
    assert_eq!(folder.partie("convert --quiet prose.txt").stderr, "");
}
