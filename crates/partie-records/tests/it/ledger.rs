//! Nothing is lost silently: every byte of every input is accounted for.

use partie_testkit::{account, damage, random::Chance, suite::shared};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use partie_formats::{Format, ReadOptions, decode};
use partie_records::{codes, detect};

/// Size in bytes of the largest shared file that is read; larger ones are more of the same.
const LARGEST: u64 = 200 << 10;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.metadata().is_ok_and(|m| m.len() <= LARGEST) {
            found.push(path);
        }
    }
}

/// Checks some files and reports all faults together.
#[expect(clippy::print_stdout, reason = "a test says what it has read")]
fn check(files: &[PathBuf]) -> usize {
    let (mut faults, mut read) = (Vec::new(), 0);
    let mut parts = BTreeMap::<_, usize>::new();
    for path in files {
        let text = std::fs::read(path).expect("a file");
        let name = path.file_name().and_then(|name| name.to_str());
        let format = format_of(path).unwrap_or_else(|| detect::detect(&text, name));
        if !account::ACCOUNTED.contains(&format) {
            continue;
        }
        read += 1;
        match account::check(format, &text, &ReadOptions::default()) {
            Ok(found) => {
                for (part, bytes) in found {
                    *parts.entry(part).or_default() += bytes;
                }
            }
            Err(why) => faults.push(format!("{} as {}: {why}", path.display(), format.name())),
        }
    }
    println!("{read} files: {parts:?}");
    assert!(faults.is_empty(), "{} of {read} files:\n{}", faults.len(), faults.join("\n"));
    read
}

/// Returns the format of a folder of seeds or test data.
fn format_of(path: &Path) -> Option<Format> {
    let folder = path.parent()?.parent()?;
    let seeds = folder.ends_with("fuzz/seeds");
    path.parent()?.file_name()?.to_str()?.parse::<Format>().ok().filter(|_| seeds)
}

#[test]
fn of_the_projects_own_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["testdata", "examples", "fuzz/seeds"] {
        files(&root.join(folder), &mut found);
    }
    found.retain(|path| !path.to_str().is_some_and(|p| p.contains("/perft/")));
    assert!(check(&found) > 50);
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn of_the_shared_files() {
    let root = shared("testdata");
    let mut found = Vec::new();
    files(&root, &mut found);
    let chess = ["pgn", "fen", "epd", "bpgn", "txt", "log", "ndjson", "jsonl"];
    found.retain(|path| {
        path.extension().and_then(|e| e.to_str()).is_some_and(|e| chess.contains(&e))
    });
    check(&found);
}

#[test]
fn of_every_kind_of_damage() {
    let mut chance = Chance::new(0x001e_d6e5);
    let games: Vec<_> = (0..2).map(|_| damage::random_game(&mut chance, 40)).collect();
    let mut faults = Vec::new();
    for (i, damage) in damage::DAMAGES.iter().enumerate() {
        let other = &damage::DAMAGES[(i * 7 + 3) % damage::DAMAGES.len()];
        let mut together = vec![damage];
        together.extend(damage::compatible(damage, other).then_some(other));
        for damages in [&together[..1], &together] {
            let text = damage::file(&games, damages);
            if let Err(why) = account::check(Format::Pgn, &text, &ReadOptions::default()) {
                let names: Vec<_> = damages.iter().map(|d| d.name).collect();
                faults.push(format!("{names:?}: {why}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn of_tags_that_a_game_cannot_hold() {
    let mut options = ReadOptions::default();
    options.limits.tags = 3;
    options.limits.text_bytes = 8;
    for tags in [
        "[A \"x\"]\n[A \"y\"]\n[A \"x\"]\n[A \"z\"]\n",
        "[A \"0123456789\"]\n[A \"0123456789ab\"]\n[B \"x\"]\n",
        "[A \"x\"]\n[A \"0123456789\"]\n[B \"0123456789\"]\n[A \"y\"]\n",
        "[A \"x\"]\n[A \"y\"]\n[B \"x\"]\n[C \"x\"]\n[D \"x\"]\n[A \"z\"]\n[D \"y\"]\n",
    ] {
        let text = format!("{tags}\n1. e4 e5 *\n");
        let checked = account::check(Format::Pgn, text.as_bytes(), &options);
        assert!(checked.is_ok(), "{text}{checked:?}");
    }
}

#[test]
fn of_the_examples_of_all_codes() {
    for code in codes::all() {
        let text = code.example_bytes();
        if !decode::is_wide(&text)
            && let Err(why) = account::check(code.format, &text, &code.example_options())
        {
            panic!("{}: {why}", code.id);
        }
    }
}

#[test]
fn of_what_stands_beside_html() {
    const BESIDE: [&str; 10] =
        ["", "a", "\u{ad}", "\u{a0}", "\u{200b}", "\u{feff}", "\0", "\u{85}", "é", "“"];
    const HTML: [&str; 14] = [
        "&amp;", "&#38;", "&#34;", "&#039;", "&lt;", "&gt;", "&#160;", "&frac12;", "&hellip;",
        "&#91;", "&#173;", "&shy;", "<b>", "</p>",
    ];
    let mut faults = Vec::new();
    for before in BESIDE {
        for (after, html) in ["", "a", "\u{ad}"].iter().flat_map(|a| HTML.map(|html| (a, html))) {
            let words = format!("{before}{html}{after}");
            for text in [
                format!("{words}<br>"),
                format!("{{{words}}} <br>"),
                format!("1. e4 {words} e5 <br>\n"),
                format!("[A \"{words}\"]<br>1. e4 *"),
            ] {
                for (encoding, bytes) in encoded(&text) {
                    for format in [Format::Pgn, Format::Scoresheet] {
                        if let Err(why) = account::check(format, &bytes, &ReadOptions::default()) {
                            faults.push(format!("{} {encoding} {text:?}: {why}", format.name()));
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Returns a text in the encodings that can spell it.
fn encoded(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let latin = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<_>>();
    let (windows, _, lost) = encoding_rs::WINDOWS_1252.encode(text);
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    let mut all = vec![
        ("UTF-8", text.as_bytes().to_vec()),
        ("UTF-16", units.flat_map(u16::to_le_bytes).collect()),
    ];
    all.extend(latin.map(|bytes| ("Latin-1", bytes)));
    all.extend((!lost).then(|| ("Windows-1252", windows.into_owned())));
    all
}
