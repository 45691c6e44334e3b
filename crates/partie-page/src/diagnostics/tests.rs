//! Translations of diagnostics and losses, held against the sentences in the sources.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use partie_core::{message, message::places};
use partie_formats::{Code, Diagnostic};
use partie_records::{codes, container, dispatch};

use super::*;
use crate::{Translation, languages::is_forms};

/// The sources that make sentences about records.
const READERS: [&str; 7] = [
    "partie-core/src",
    "partie-formats/src",
    "partie-scoresheet/src",
    "partie-pgn/src",
    "partie-records/src",
    "partie-wire/src",
    "partie-page/src/download.rs",
];

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
fn translations_have_the_values_of_their_sentences() {
    for (language, _) in &Words::LANGUAGES[1..] {
        let catalogue = Catalogue::built_in(language).expect("a catalogue");
        assert!(catalogue.messages.len() > 400, "{language} was not read");
        for (template, translation) in &catalogue.messages {
            assert_eq!(names(template), names(translation), "{language}: {translation}");
            assert_eq!(quoted(template), quoted(translation), "{language}: {translation}");
        }
        for (id, CodeText { title, explanation }) in &catalogue.codes {
            assert!(!title.is_empty() && !title.ends_with('.'), "{language} {id}");
            assert!(!explanation.is_empty(), "{language} {id}");
        }
    }
}

/// The words of a language by their names, as far as there are files of them.
fn words(language: &str) -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("words").join(language);
    let mut words = BTreeMap::new();
    for name in ["pages", "scripts", "diagnostics"] {
        let Ok(text) = fs::read_to_string(folder.join(format!("{name}.toml"))) else { continue };
        let file = toml::from_str(&text).unwrap_or_else(|fault| panic!("{language}: {fault}"));
        add_words(name, Value::Table(file), &mut words);
    }
    words
}

fn add_words(name: &str, value: Value, out: &mut BTreeMap<String, Value>) {
    match value {
        Value::Table(table) if !is_forms(&table) => {
            for (key, value) in table {
                add_words(&format!("{name}.{key}"), value, out);
            }
        }
        _ => drop(out.insert(name.to_owned(), value)),
    }
}

/// Words that a language lacks are English: they are counted on standard error.
#[test]
fn missing_words_are_counted() {
    let mut english = words("en");
    for code in codes::all() {
        for part in ["title", "explanation"] {
            english.insert(format!("diagnostics.{}.{part}", code.id), Value::Boolean(true));
        }
    }
    for template in templates() {
        english.insert(format!("diagnostics.messages.{template}"), Value::Boolean(true));
    }
    assert!(english.len() > 1000, "only {} words in English", english.len());
    for (language, _) in &Words::LANGUAGES[1..] {
        let words = words(language);
        let list = |what: &str, of: &BTreeMap<String, Value>, others: &BTreeMap<String, Value>| {
            let names: Vec<_> = of.keys().filter(|name| !others.contains_key(*name)).collect();
            if !names.is_empty() {
                // A macro would print it only if the test fails.
                let _ =
                    writeln!(io::stderr(), "{language}: words {what}: {} {names:#?}", names.len());
            }
        };
        list("that are missing", &english, &words);
        list("that are not used", &words, &english);
        for (name, word) in words.iter().filter(|(name, _)| name.starts_with("scripts")) {
            let Some(word_in_english) = english.get(name) else { continue };
            let [word, known] = [word, word_in_english].map(|word| format!("{word:?}"));
            for place in ["{0}", "{1}", "{2}"] {
                assert!(known.contains(place) || !word.contains(place), "{language}: {name}");
            }
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
        let options = codes::find(name).map(Code::example_options).unwrap_or_default();
        for record in dispatch::read(layers, Box::new(&text[..]), &options) {
            let record = record.expect("memory does not fail");
            record.parsed.diagnostics.iter().for_each(|d| take(d, &record.text, name));
        }
    }
}

#[test]
fn diagnostics_are_translated_whole() {
    let english = templates();
    let mut seen = BTreeSet::new();
    for_each_diagnostic(|diagnostic, _, name| {
        let messages = diagnostic.related.as_ref().map(|related| &related.message);
        for message in messages.into_iter().chain([&diagnostic.message]) {
            let templates: Vec<_> =
                message.templates().into_iter().filter(|text| !text.is_empty()).collect();
            for template in &templates {
                assert!(english.contains(*template), "{name}: {template}");
                seen.insert(*template);
            }
            for (language, _) in &Words::LANGUAGES[1..] {
                let catalogue = Catalogue::built_in(language).expect("a catalogue");
                let is_known = templates.iter().all(|text| catalogue.message(text).is_some());
                let sentence = Words::of(language).sentence(message);
                assert_eq!(sentence.is_english, !is_known, "{language} {name}: {message}");
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
            message::Value::Text(text) => out.push(text),
            message::Value::Message(message) => texts(message, out),
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
