//! The shared notation files: the same games in every notation and language, token by
//! token, against their truth, and written back as they stand there.

use partie_core::{Language, Notation, Position, Variant, moves::uci};

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn tokens_of_every_notation() {
    let root = crate::suite::shared("testdata/derived");
    let expected = std::fs::read(root.join("EXPECTED.json")).expect("expected");
    let expected: serde_json::Value = serde_json::from_slice(&expected).expect("json");
    let games = expected["games"].as_array().expect("games");
    let (mut files, mut plies) = (0, 0);
    for (file, notation) in files_and_notations() {
        let bytes = std::fs::read(root.join(&file)).expect("file");
        let Ok(text) = String::from_utf8(bytes) else { panic!("{file} is not UTF-8") };
        let text = format!("\n{text}");
        let chunks: Vec<&str> = text.split("\n# ").filter(|c| !c.trim().is_empty()).collect();
        assert_eq!(chunks.len(), games.len(), "{file}");
        for (chunk, truth) in chunks.iter().zip(games) {
            let body = chunk.split_once('\n').expect("header").1;
            let truth: Vec<&str> =
                truth["uci"].as_array().expect("moves").iter().filter_map(|m| m.as_str()).collect();
            let mut position = Position::start(Variant::Standard);
            let tokens = tokens(body);
            let mut read = Vec::new();
            for token in &tokens {
                let reading = notation
                    .read(&position, token)
                    .unwrap_or_else(|e| panic!("{file} `{token}` after {} plies: {e}", read.len()));
                let written = notation.write(&position, reading.ply);
                // Long notation is written there with zeros, and once a capture in
                // descriptive longer than need be: N(Q4)xP(K6) for N(Q4)xKP.
                assert!(
                    written == token.replace('0', "O")
                        || written.len() < token.len() && token.ends_with("(Q4)xP(K6)"),
                    "{file}: {token} is written {written}"
                );
                read.push(uci::write(&position, reading.ply));
                position.play(reading.ply).expect("legal");
            }
            assert_eq!(read, truth, "{file}");
            plies += read.len();
        }
        files += 1;
    }
    println!("{files} files, {plies} moves read");
}

/// The moves of a text: no numbers, no results; `ch`, `mate`, `e.p.` joined to their move.
fn tokens(body: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in body.split_whitespace() {
        if word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit())
            || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
        {
            continue;
        }
        if matches!(word, "ch" | "mate" | "e.p." | "dis" | "dbl") {
            let last = tokens.last_mut().expect("a move before its mark");
            last.push(' ');
            last.push_str(word);
            continue;
        }
        tokens.push(word.to_owned());
    }
    tokens
}

fn files_and_notations() -> Vec<(String, Notation)> {
    let mut all = vec![
        ("uci.txt".to_owned(), Notation::Uci),
        ("smith.txt".to_owned(), Notation::Smith),
        ("iccf_numeric.txt".to_owned(), Notation::Iccf),
        ("fan_white_figurines.txt".to_owned(), Notation::San(Language::Figurine)),
        ("fan_coloured_figurines.txt".to_owned(), Notation::San(Language::ColouredFigurine)),
    ];
    for name in ["descriptive", "descriptive-kt"] {
        let file = if name == "descriptive" { "descriptive_N.txt" } else { "descriptive_Kt.txt" };
        all.push((file.to_owned(), name.parse::<Notation>().expect("a notation")));
    }
    for code in ["cs", "de", "en"] {
        let language = code.parse::<Language>().expect(code);
        all.push((format!("lan_{code}.txt"), Notation::Long(language)));
    }
    for code in [
        "cs", "da", "de", "en", "es", "et", "fi", "fr", "hu", "is", "it", "nl", "no", "pl", "pt",
        "ro", "ru", "sv",
    ] {
        let language = code.parse::<Language>().expect(code);
        all.push((format!("san_{code}.txt"), Notation::San(language)));
    }
    all
}
