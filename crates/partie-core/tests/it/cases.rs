//! Small games in many notations from two other programs' tests: each is read to its end and
//! written back unchanged.

use partie_core::{Language, Notation, Position, Variant, moves::descriptive::Knight};
use shakmaty::fen::Fen;

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn cases_of_cheesse_and_ostinato() {
    let root = crate::suite::shared("testdata/notations");
    let mut cases = 0;
    for file in ["cheesse_cases_open.json", "ostinato_cases_open.json"] {
        let text = std::fs::read(root.join(file)).expect("cases");
        let all: serde_json::Value = serde_json::from_slice(&text).expect("json");
        for case in all.as_array().expect("a list") {
            let name = case["name"].as_str().expect("a name");
            let text = case["text"].as_str().expect("a text");
            let start = case["fen"].as_str().map_or_else(Position::default, from_fen);
            let notation = notation_of(case);
            let mut position = start;
            let mut plies = 0;
            for token in tokens(text) {
                let reading = notation
                    .read(&position, &token)
                    .unwrap_or_else(|e| panic!("{name}: `{token}` after {plies} plies: {e}"));
                let clean = notation.write(&position, reading.ply);
                assert_eq!(
                    notation.read(&position, &clean).map(|r| r.ply),
                    Ok(reading.ply),
                    "{name}: `{token}` is `{clean}`"
                );
                position.play(reading.ply).expect("legal");
                plies += 1;
            }
            // The other program counts `Resigns` as a move.
            let resigned = u64::from(text.contains("Resigns"));
            if let Some(expected) = case["plies"].as_u64() {
                assert_eq!(plies, expected - resigned, "{name}");
            }
            assert!(plies > 0, "{name}");
            cases += 1;
        }
    }
    println!("{cases} cases");
}

fn from_fen(fen: &str) -> Position {
    let setup = fen.parse::<Fen>().expect(fen).into_setup();
    Position::from_setup(Variant::FromPosition, setup).0
}

/// Returns the notation of a case, by its name or its file in the other program.
fn notation_of(case: &serde_json::Value) -> Notation {
    let word = |key: &str| case[key].as_str().unwrap_or_default();
    let source = format!("{} {}", word("source"), word("name"));
    if source.contains("smith") {
        Notation::Smith
    } else if source.contains("iccf") {
        Notation::Iccf
    } else if source.contains("figurine") {
        Notation::San(Language::ColouredFigurine)
    } else if source.contains("coordinate") {
        Notation::Long(Language::English)
    } else if source.contains("descriptive") || source.contains("Chernev") {
        Notation::Descriptive(Knight::Kt)
    } else {
        Notation::San(Language::English)
    }
}

/// The moves of a text: no tags, numbers, marks of quality, results; `mate` joined.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in text.lines().filter(|l| !l.starts_with('[')).flat_map(str::split_whitespace) {
        let word = word.trim_end_matches(['!', '?']);
        let number = word.trim_end_matches('.').bytes().all(|c| c.is_ascii_digit());
        if number && word.ends_with('.')
            || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "Resigns")
        {
            continue;
        }
        match tokens.last_mut() {
            Some(last) if word == "mate" => last.push_str(" mate"),
            _ => tokens.push(word.to_owned()),
        }
    }
    tokens
}
