//! Every sentence of a diagnostic or a loss, as it stands in the sources, has a translation in each language.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use partie_core::{
    message,
    message::{Value, places},
};
use partie_formats::{Diagnostic, ReadOptions};
use partie_records::{codes, container, dispatch};

use super::*;
use crate::{Translation, Words};

/// The sources that make sentences about records.
const READERS: [&str; 6] = [
    "partie-core/src",
    "partie-formats/src",
    "partie-pgn/src",
    "partie-records/src",
    "partie-wire/src",
    "partie-page/src/download.rs",
];
/// The languages other than English.
const LANGUAGES: [&str; 3] = ["fr", "de", "cs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Appends the files below a folder.
fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, out) } else { out.push(path) }
    }
}

/// The code of a source file without comments and unit tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("text");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits code at the end of an argument; the second part begins after the comma.
fn argument(code: &str) -> Option<(&str, &str)> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, c) in code.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return None,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => return Some((&code[..at], &code[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Reads the literal with which code begins.
fn literal(code: &str) -> Option<String> {
    let mut chars = code.trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => match chars.next()? {
                '\n' => chars = chars.as_str().trim_start().chars(),
                c => text.push(c),
            },
            c => text.push(c),
        }
    }
}

/// The templates in the sources of the readers.
fn templates() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for reader in READERS {
        let mut paths = Vec::new();
        let path = root().join("crates").join(reader);
        if path.is_dir() {
            files(&path, &mut paths);
        } else {
            paths.push(path);
        }
        for path in paths {
            // Here the macros are defined.
            if path.ends_with("partie-core/src/message.rs") {
                found.extend(["{one} or {other}", "{one}, and {other}"].map(str::to_owned));
                continue;
            }
            let code = code(&path).replace("$crate::message!(", "");
            assert!(!code.contains("Message::new("), "{}: use message!", path.display());
            assert!(!code.contains("Message::plain("), "{}: use message!", path.display());
            for (at, name) in code.match_indices("message!(") {
                let text = literal(&code[at + name.len()..]);
                found.insert(text.unwrap_or_else(|| panic!("{}: no text", path.display())));
            }
            for (at, name) in code.match_indices("diagnostic!(") {
                let (_, rest) = argument(&code[at + name.len()..]).expect("a code");
                let (_, rest) = argument(rest).expect("a place");
                let text = literal(rest);
                found.insert(text.unwrap_or_else(|| panic!("{}: no text", path.display())));
            }
        }
    }
    found.remove("");
    found
}

#[test]
fn all_sentences_of_the_sources_are_listed() {
    let templates = templates();
    let found: String = templates.iter().flat_map(|template| [template.as_str(), "\n"]).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("words/messages.txt");
    if std::env::var_os("PARTIE_WRITE").is_some() {
        fs::write(&path, &found).expect("written");
    }
    let listed = fs::read_to_string(&path).expect("text");
    assert!(listed == found, "words/messages.txt is old; run with PARTIE_WRITE=1");
}

/// The names of the places in a template.
fn names(template: &str) -> BTreeSet<&str> {
    places(template).collect()
}

/// The words of records in a text.
fn quoted(text: &str) -> Vec<&str> {
    let mut words: Vec<_> = text.split('`').skip(1).step_by(2).collect();
    words.sort_unstable();
    words
}

#[test]
fn catalogues_are_complete() {
    let templates: BTreeSet<&str> = TEMPLATES.lines().collect();
    for language in LANGUAGES {
        let catalogue = Catalogue::built_in(language).expect("a catalogue");
        let known: BTreeSet<_> = catalogue.messages.keys().map(String::as_str).collect();
        let missing: Vec<_> = templates.difference(&known).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:#?}");
        let unknown: Vec<_> = known.difference(&templates).collect();
        assert!(unknown.is_empty(), "{language} has {unknown:#?}");
        for (template, translation) in &catalogue.messages {
            assert_eq!(names(template), names(translation), "{language}: {translation}");
            assert_eq!(quoted(template), quoted(translation), "{language}: {translation}");
        }
        let ids: Vec<_> = codes::all().into_iter().map(|code| code.id).collect();
        assert!(catalogue.codes.keys().eq(&ids), "{language} has other codes");
        for code in codes::all() {
            let CodeText { title, explanation } = &catalogue.codes[code.id];
            assert!(!title.is_empty() && !title.ends_with('.'), "{language} {}", code.id);
            let paragraphs = |text: &str| text.split("\n\n").count();
            let same = paragraphs(explanation) == paragraphs(code.explanation);
            assert!(same, "{language} {}: other paragraphs", code.id);
        }
    }
}

/// Calls a function with each diagnostic of the examples of codes and of the test data.
fn for_each_diagnostic(mut take: impl FnMut(&Diagnostic, &[u8], &str)) {
    let mut texts: Vec<_> =
        codes::all().iter().map(|code| (code.id.to_owned(), code.example_bytes())).collect();
    let mut paths = Vec::new();
    files(&root().join("testdata"), &mut paths);
    paths.retain(|path| !path.components().any(|part| part.as_os_str() == "oracle"));
    texts.extend(paths.into_iter().map(|path| {
        let text = fs::read(&path).expect("bytes");
        (path.display().to_string(), text)
    }));
    for (name, text) in &texts {
        let named = Path::new(name).extension().is_some().then_some(name.as_str());
        let layers = match codes::find(name) {
            Some(code) => code.format.into(),
            None => container::layers(&text[..text.len().min(64 << 10)], named),
        };
        for record in dispatch::read(layers, Box::new(&text[..]), &ReadOptions::default()) {
            let record = record.expect("memory does not fail");
            record.parsed.diagnostics.iter().for_each(|d| take(d, &record.text, name));
        }
    }
}

#[test]
fn diagnostics_are_translated_whole() {
    let english: BTreeSet<&str> = TEMPLATES.lines().chain([""]).collect();
    let mut seen = BTreeSet::new();
    for_each_diagnostic(|diagnostic, _, name| {
        let messages = diagnostic.related.as_ref().map(|related| &related.message);
        for message in messages.into_iter().chain([&diagnostic.message]) {
            for template in message.templates() {
                assert!(english.contains(template), "{name}: {template}");
                seen.insert(template);
            }
            for language in LANGUAGES {
                let sentence = Words::of(language).sentence(message);
                assert!(!sentence.is_english, "{language} {name}: {message}");
            }
        }
    });
    assert!(seen.len() > 250, "only {} sentences were seen", seen.len());
}

#[test]
fn a_file_adds_or_replaces_translations() {
    let read = |code: &str, text: &str| {
        Translation::read(&format!("code = '{code}'\nname = 'x'\n{text}")).map(|read| read.words)
    };
    let code = codes::find("PGN030").expect("a code");
    let about = "[codes.PGN030]\ntitle = 'mossa illegale'\nexplanation = 'Uno.'\n";
    let text = format!("{about}[messages]\n'{{one}} or {{other}}' = '{{other}} o {{one}}'\n");
    let italian = read("it", &text).expect("a language");
    let message = |one: &'static str| message!("{one} or {other}", one, other = "Nf3");
    let said = |text: &str, is_english| Localized { text: text.to_owned(), is_english };
    assert_eq!(italian.sentence(&message("Nd2")), said("Nf3 o Nd2", false));
    assert_eq!(italian.code_text(code).text, ("mossa illegale", "Uno."));
    let unknown = message!("{one} or {other}", one = message!("a move"), other = 1);
    assert_eq!(italian.sentence(&unknown), said("a move or 1", true));
    let half = read("it", "[codes.PGN030]\ntitle = 'x'\n").expect("a language");
    assert_eq!(half.code_text(code), Words::of("en").code_text(code));
    // A file of one of the program's languages need not have them.
    let german = read("de", about).expect("a language");
    assert_eq!(german.sentence(&message("Nd2")), said("Nd2 oder Nf3", false));
    assert_eq!(german.code_text(code).text.0, "mossa illegale");
    let faults = read("it", "[messages]\n'{one} or {other}' = '{x}'\n").expect_err("a fault");
    assert_eq!(faults[0].what, "`messages.{one} or {other}` has no place `{x}`");
}

fn texts<'a>(message: &'a Message, out: &mut Vec<&'a str>) {
    for (_, value) in message.values() {
        match value {
            Value::Text(text) => out.push(text),
            Value::Message(message) => texts(message, out),
            _ => {}
        }
    }
}

#[test]
fn values_are_no_phrases() {
    const ENGLISH: [&str; 8] = ["a", "an", "the", "of", "or", "and", "is", "no"];
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = BTreeSet::new();
    for_each_diagnostic(|diagnostic, text, name| {
        let mut values = Vec::new();
        texts(&diagnostic.message, &mut values);
        let text = joined(&String::from_utf8_lossy(text));
        for value in values {
            let of_record = text.contains(joined(value).trim_end_matches('.'));
            let is_phrase =
                value.contains(' ') && value.split(' ').any(|word| ENGLISH.contains(&word));
            // What is wrong with JSON, its library says in English.
            if is_phrase && !of_record && diagnostic.code.name != "not-json" {
                found.insert(format!("{} {name}: {value}", diagnostic.code.id));
            }
        }
    });
    assert!(found.is_empty(), "{found:#?}");
}
