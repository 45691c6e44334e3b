//! The law of reading: items and tokens give the same game, with the same diagnostics.
//!
//! Collecting fixes changes neither.

use std::{borrow::Cow, path::PathBuf};

use partie_core::Game;

use super::{examine::examine, fast::single, movetext::Gather, strip_markup, token};
use crate as pgn;
use partie_formats::{Limits, Parsed, ReadOptions, decode, diagnostic::sort};

/// Bytes that have a meaning among moves.
const BYTES: &[u8] = b" .{}()[]$!?+#=-x0128abehNBRQKO\n";

/// Words that are put among moves.
const WORDS: [&str; 18] = [
    " -- ",
    " Z0 ",
    " 0-0 ",
    "!? ",
    " (Nf3) ",
    "+",
    "#",
    " e4 ",
    " Nbd2 ",
    " exd5 e.p. ",
    "e8=Q",
    " 1-0 ",
    " 12. ",
    " 7... ",
    " (",
    ") ",
    " {x} ",
    " better is ",
];

fn files() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("../../testdata/pgn"), root.join("../../../shared/testdata")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn compare(text: &[u8]) {
    let options = ReadOptions::default();
    let (decoded, _) = strip_markup::strip(decode::decode(text, None));
    let tokens = token::scan(&decoded.text);
    let read = |gather| examine(&decoded.text, &tokens, &options, gather).parsed;
    let mut tokens = read(Gather::Nothing);
    hold_equal(&tokens, &read(Gather::Fixes), &decoded.text);
    let same = matches!(&decoded.text, Cow::Borrowed(whole) if whole.len() == text.len());
    if let Some(mut items) = single::parse(text, &options).filter(|_| same) {
        sort(&mut tokens.diagnostics);
        sort(&mut items.diagnostics);
        hold_equal(&items, &tokens, &decoded.text);
    }
}

fn hold_equal(one: &Parsed<Game>, other: &Parsed<Game>, text: &str) {
    if one != other {
        // The first difference is easier to read than two games.
        for (a, b) in one.diagnostics.iter().zip(&other.diagnostics) {
            assert_eq!(a, b, "{text}");
        }
        assert_eq!(one, other, "{text}");
    }
}

#[test]
fn items_and_tokens_read_alike() {
    let mut chance = 7_u64;
    let mut below = |n: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % n.max(1)
    };
    let rounds = if std::env::var_os("PARTIE_TEST_LONG").is_some() { 40 } else { 1 };
    let mut games = 0;
    for path in (0..rounds).flat_map(|_| files()) {
        let file = std::fs::read(&path).expect("file");
        for game in pgn::cut(&file[..], &Limits::default()).take(200) {
            let text = game.expect("memory does not fail").text;
            compare(&text);
            games += 1;
            if text.len() > 8000 {
                continue;
            }
            let mut damaged = text;
            for _ in 0..=below(3) {
                let at = below(damaged.len());
                match below(4) {
                    0 => damaged[at] = BYTES[below(BYTES.len())],
                    1 => {
                        damaged.remove(at);
                    }
                    _ => {
                        let word = WORDS[below(WORDS.len())];
                        let space = damaged[at..].iter().position(|b| *b == b' ');
                        let at = at + space.unwrap_or(0);
                        damaged.splice(at..at, word.bytes());
                    }
                }
                if damaged.is_empty() {
                    break;
                }
            }
            compare(&damaged);
        }
    }
    assert!(games > 20, "the test data are there");
}
