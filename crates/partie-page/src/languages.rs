//! Languages of pages: the program's, and languages that a server's owner adds as files.
//!
//! A file is TOML: the words of pages by their names, words of scripts in the tables `script` and
//! `live`, meanings of signs in `signs`, the phrases for moves in `sentences`, titles and
//! explanations of diagnostics in `codes`, and their sentences in `messages`.
//! [`Languages::template`] has all of them in English. Words that a file lacks stay English, as do
//! all moves if one of their phrases is missing; unknown words are faults.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    sync::LazyLock,
};

use partie_core::message::places;
use partie_speech::{MovePhrases, Speech, SpeechLanguage};
use serde::Serialize;
use toml::{
    Table, Value,
    de::{DeTable, DeValue},
};

use crate::{
    diagnostics::{self, CODES, Catalogue, MESSAGES},
    words::Words,
};

const ENGLISH: &str = include_str!("../words/en/pages.toml");
const SCRIPTS: &str = include_str!("../words/en/scripts.toml");
/// The table of phrases for moves.
const PHRASES: &str = "sentences";
/// The table of meanings of signs.
const SIGNS: &str = "signs";
/// Plural forms of a word, as Unicode names them.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

static ENGLISH_WORDS: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(&Languages::template()).unwrap_or_default());

/// Languages that readers can choose.
#[derive(Clone, Debug)]
pub struct Languages(Vec<&'static Words>);

impl Default for Languages {
    /// The languages that are part of the program.
    fn default() -> Languages {
        Languages(Words::built_in().iter().collect())
    }
}

/// A language that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Its words, in English where the file has none.
    pub words: Words,
    /// Names of the words that the file lacks.
    pub missing: Vec<String>,
}

/// A fault of a file with words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordFault {
    /// The line, from 1.
    pub line: usize,
    /// The fault, and the expected text.
    pub what: String,
}

impl fmt::Display for WordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Languages {
    /// Adds a language, which lasts as long as the program; one of the same code gives way to it.
    #[must_use]
    pub fn with(mut self, words: Words) -> Languages {
        let words: &'static Words = Box::leak(Box::new(words));
        match self.0.iter_mut().find(|known| known.code == words.code) {
            Some(known) => *known = words,
            None => self.0.push(words),
        }
        self
    }

    /// Returns the words of all languages, English first.
    pub fn iter(&self) -> impl Iterator<Item = &'static Words> {
        self.0.iter().copied()
    }

    /// Returns the words of a language, given by its code; English if there are none.
    #[must_use]
    pub fn of(&self, code: &str) -> &'static Words {
        self.get(code).unwrap_or(self.0[0])
    }

    /// Returns the words of a language, given by its code.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&'static Words> {
        self.iter().find(|words| words.code == code)
    }

    /// Returns the words that a browser prefers: the header `Accept-Language`.
    ///
    /// ```
    /// let languages = partie_page::Languages::default();
    /// assert_eq!(languages.preferred("da, cs-CZ;q=0.8, en;q=0.7").code, "cs");
    /// assert_eq!(languages.preferred("").code, "en");
    /// ```
    #[must_use]
    pub fn preferred(&self, accepted: &str) -> &'static Words {
        let mut codes: Vec<(f32, &str)> = accepted
            .split(',')
            .filter_map(|entry| {
                let (code, quality) = entry.split_once(";q=").unwrap_or((entry, "1"));
                Some((quality.trim().parse().ok()?, code.trim().split('-').next()?))
            })
            .collect();
        codes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let known = |(_, code): (f32, &str)| self.iter().find(|words| words.code == code);
        codes.into_iter().find_map(known).unwrap_or(self.0[0])
    }

    /// Returns the script of this name with the words of an added language.
    #[must_use]
    pub fn script(&self, name: &str) -> Option<&'static str> {
        let mut added = self.iter().filter(|words| !words.script.is_empty());
        added.find(|words| words.script_name() == name).map(|words| words.script.as_str())
    }

    /// Returns a file with all words in English, to be translated.
    #[must_use]
    pub fn template() -> String {
        format!("{ENGLISH}\n{}\n{}\n{SCRIPTS}\n{}", signs(), sentences(), diagnostics::template())
    }
}

/// The phrases for moves in English.
fn sentences() -> String {
    let mut out = format!(
        "# Moves said in words, for screen readers; if one of these is missing, all moves are said in English.\n\
         # Names in braces are places: they stand in any order, and may be left out. `from` takes the place of\n\
         # {{from}}, but for moves where no other piece could go to the square. Each place needs the pieces in a\n\
         # form of its own: with an article, in a case.\n[{PHRASES}]\n"
    );
    for (key, phrase) in SpeechLanguage::English.phrases().by_key() {
        let _ = writeln!(out, "{key} = {phrase:?}");
    }
    out
}

/// The meanings of signs in English.
fn signs() -> String {
    let mut out = format!(
        "# What signs of moves and positions mean, by their numbers (NAGs); those that are missing stay \
         English.\n[{SIGNS}]\n"
    );
    for (nag, meaning) in Speech::new(SpeechLanguage::English).nags() {
        let glyph = nag.glyph().map(|glyph| format!(" # {glyph}")).unwrap_or_default();
        let _ = writeln!(out, "{} = {meaning:?}{glyph}", nag.0);
    }
    out
}

impl Translation {
    /// Reads a language from a file.
    ///
    /// # Errors
    ///
    /// All faults of the file: of syntax, or words that are not known.
    pub fn read(text: &str) -> Result<Translation, Vec<WordFault>> {
        let line = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
        let given = match DeTable::parse(text) {
            Ok(given) => given,
            Err(fault) => {
                let at = fault.span().map_or(0, |span| span.start);
                let what = fault.message().to_owned();
                return Err(vec![WordFault { line: line(at), what }]);
            }
        };
        let mut reader = LanguageReader::default();
        let mut words = reader.table("", &ENGLISH_WORDS, given.get_ref());
        let scripts: BTreeMap<&str, Value> = ["script", "live"]
            .map(|name| (name, words.remove(name).unwrap_or(Value::Table(Table::new()))))
            .into();
        let signs = words.remove(SIGNS).unwrap_or(Value::Table(Table::new()));
        let catalogue = [CODES, MESSAGES].map(|name| words.remove(name));
        let phrases = words.remove(PHRASES).unwrap_or(Value::Table(Table::new()));
        for name in ["code", "name"] {
            if reader.missing.iter().any(|missing| missing == name) {
                reader.faults.push((0, format!("expected `{name} = ...`, the language's")));
            }
        }
        let code = words.get("code").and_then(Value::as_str).unwrap_or_default();
        // It becomes part of addresses and attributes.
        if !(2..=3).contains(&code.len()) || !code.bytes().all(|b| b.is_ascii_lowercase()) {
            let what = format!("expected a code of two or three letters, but found `{code}`");
            reader.faults.push((0, what));
        }
        if !reader.faults.is_empty() {
            let faults = reader.faults.into_iter();
            return Err(faults.map(|(at, what)| WordFault { line: line(at), what }).collect());
        }
        let all = ENGLISH_WORDS.iter().chain(&words);
        let named = all.filter_map(|(name, word)| Some((name.clone(), word.as_str()?.to_owned())));
        let mut words = Words::default().with(named.collect());
        words.script = script(&scripts);
        words.signs = signs.try_into().unwrap_or_default();
        words.catalogue = Catalogue::of(catalogue);
        let phrase = |key: &str| {
            let phrase = key.split('.').try_fold(&phrases, |table, name| table.get(name))?;
            Some(phrase.as_str()?.to_owned())
        };
        // They last as long as the language.
        words.phrases = MovePhrases::collect(phrase).map(|phrases| &*Box::leak(Box::new(phrases)));
        Ok(Translation { words, missing: reader.missing })
    }
}

/// The script that gives words of a file to the others.
fn script(words: &impl Serialize) -> String {
    let json = serde_json::to_string(words).unwrap_or_default();
    format!("document.addEventListener(\"partie:words\",e=>{{e.detail.file={json}}},true)")
}

/// Returns true if a table has the plural forms of one word.
pub(crate) fn is_forms(table: &Table) -> bool {
    table.keys().all(|name| FORMS.contains(&name.as_str()))
}

/// Compares the words of a file with the English ones.
#[derive(Default)]
struct LanguageReader {
    missing: Vec<String>,
    /// Faults with their places.
    faults: Vec<(usize, String)>,
}

impl LanguageReader {
    /// Returns the words of a table that are known.
    fn table(&mut self, path: &str, english: &Table, given: &DeTable<'_>) -> Table {
        for name in given.keys() {
            if !english.contains_key(name.get_ref().as_ref()) {
                let what = format!("there is no word `{path}{}`", name.get_ref());
                self.faults.push((name.span().start, what));
            }
        }
        let mut out = Table::new();
        for (name, word) in english {
            let found = given.iter().find(|(known, _)| known.get_ref() == name.as_str());
            let path = format!("{path}{name}");
            let found = found.map(|(_, value)| (value.span().start, value.get_ref()));
            let taken = match (word.as_table().filter(|words| !is_forms(words)), found) {
                (Some(words), Some((_, DeValue::Table(given)))) => {
                    Some(Value::Table(self.table(&format!("{path}."), words, given)))
                }
                (Some(words), None) => {
                    self.table(&format!("{path}."), words, &DeTable::new());
                    None
                }
                (Some(_), Some((at, _))) => {
                    self.faults.push((at, format!("expected a table of words for `{path}`")));
                    None
                }
                (None, Some((at, DeValue::String(text)))) => {
                    if path.starts_with(PHRASES) || path.starts_with(MESSAGES) {
                        self.places(&path, at, word.as_str().unwrap_or_default(), text);
                    }
                    Some(Value::String(text.to_string()))
                }
                // Words of pages have no numbers, and few of scripts have.
                (None, Some((at, DeValue::Table(forms))))
                    if path.contains('.')
                        && word.as_str().is_none_or(|word| word.contains("{0}")) =>
                {
                    Some(self.forms(&path, at, forms))
                }
                (None, Some((at, _))) => {
                    self.faults.push((at, format!("expected a text for `{path}`")));
                    None
                }
                (None, None) => {
                    self.missing.push(path);
                    None
                }
            };
            out.extend(taken.map(|word| (name.clone(), word)));
        }
        out
    }

    /// Looks for places of values that the English phrase does not have.
    fn places(&mut self, path: &str, at: usize, english: &str, text: &str) {
        for name in places(text).filter(|name| !places(english).any(|known| known == *name)) {
            self.faults.push((at, format!("`{path}` has no place `{{{name}}}`")));
        }
    }

    /// Returns the plural forms of a word.
    fn forms(&mut self, path: &str, at: usize, given: &DeTable<'_>) -> Value {
        let mut out = Table::new();
        for (name, value) in given {
            if let DeValue::String(text) = value.get_ref()
                && FORMS.contains(&name.get_ref().as_ref())
            {
                out.insert(name.get_ref().to_string(), Value::String(text.to_string()));
            } else {
                let what = format!("`{path}` has the forms {}", FORMS.join(", "));
                self.faults.push((name.span().start, what));
            }
        }
        if !out.contains_key("other") {
            self.faults.push((at, format!("`{path}` lacks its form `other`")));
        }
        Value::Table(out)
    }
}

#[cfg(test)]
mod tests {
    use partie_core::Nag;

    use super::*;

    #[test]
    fn the_template_is_a_language_without_missing_words() {
        let read = Translation::read(&Languages::template()).expect("a language");
        assert_eq!(read.missing, [""; 0]);
        assert_eq!(read.words.code, "en");
        assert_eq!(read.words.phrases, Some(SpeechLanguage::English.phrases()));
    }

    #[test]
    fn moves_are_said_in_the_language_of_a_whole_table() {
        const HEAD: &str = "code = 'eo'\nname = 'Esperanto'\n";
        let start = partie_core::Position::default();
        let ply = partie_core::moves::san::read(&start, "Nf3").expect("a move").ply;
        let said = |text: &str| {
            let words = Translation::read(&format!("{HEAD}{text}")).expect("a language").words;
            (words.speech().move_sentence(&start, ply), words.sentences())
        };
        let table = sentences()
            .replace("move {number}, {side}: {move}", "mossa {number}, {side}: {move}")
            .replace("\"White\"", "\"Bianco\"")
            .replace("{piece}{from} to {to}", "{piece}{from} in {to}")
            .replace(" from {square}", " da {square}")
            .replace("piece.knight = \"knight\"", "piece.knight = \"cavallo\"");
        let italian = "Mossa 1, Bianco: cavallo da g1 in f3.".to_owned();
        assert_eq!(said(&table), (italian, None));
        let english = "Move 1, White: knight from g1 to f3.".to_owned();
        for lacking in ["", &table.replace("win = \", and wins\"\n", "")] {
            assert_eq!(said(lacking), (english.clone(), Some("en")), "{lacking}");
        }
        // A file of one of the program's languages need not have them.
        let german =
            Translation::read("code = 'de'\nname = 'Deutsch'\n").expect("a language").words;
        assert_eq!(german.sentences(), None);
        assert!(german.speech().move_sentence(&start, ply).starts_with("Zug 1"));
    }

    #[test]
    fn signs_have_the_meanings_of_their_language() {
        let meanings =
            |words: &Words| [1, 5, 199].map(|number| words.sign(Nag(number)).map(str::to_owned));
        let expected =
            |known: [&str; 2]| [Some(known[0].to_owned()), Some(known[1].to_owned()), None];
        for (code, known) in [
            ("en", ["good move", "interesting move"]),
            ("fr", ["bon coup", "coup intéressant"]),
            ("de", ["guter Zug", "interessanter Zug"]),
            ("cs", ["dobrý tah", "zajímavý tah"]),
        ] {
            assert_eq!(meanings(Words::of(code)), expected(known));
        }
        let read =
            |text: &str| Translation::read(&format!("code = 'it'\nname = 'italiano'\n{text}"));
        let Translation { words, missing } =
            read("[signs]\n5 = 'mossa interessante'\n").expect("a language");
        assert_eq!(meanings(&words), expected(["buona mossa", "mossa interessante"]));
        assert!(missing.iter().any(|name| name == "signs.1"), "{missing:?}");
        assert!(!missing.iter().any(|name| name == "signs.5"), "{missing:?}");
        let faults = read("[signs]\n199 = 'x'\n").expect_err("there is no such sign");
        assert_eq!((faults[0].line, faults[0].what.as_str()), (4, "there is no word `signs.199`"));
    }

    #[test]
    fn what_a_file_lacks_stays_english() {
        let text = "code = 'it'\nname = 'italiano'\nplay = 'Gioca'\n[script]\nnext = 'Mossa successiva'\n\
            minutes = { one = '{0} minuto', other = '{0} minuti' }\npieces.white.king = 're bianco'\n";
        let Translation { words, missing } = Translation::read(text).expect("a language");
        assert_eq!((words.play.as_str(), words.paste.as_str()), ("Gioca", "Read games"));
        for name in ["paste", "script.back", "script.pieces.white.queen", "live.lobby"] {
            assert!(missing.iter().any(|missing| missing == name), "{name}");
        }
        for name in ["play", "script.next", "script.minutes", "script.pieces.white.king"] {
            assert!(!missing.iter().any(|missing| missing == name), "{name}");
        }
        let languages = Languages::default().with(words);
        assert_eq!(languages.preferred("it-IT, en;q=0.5").name, "italiano");
        let script = languages.script("language-it.js").expect("a script");
        assert!(
            script.contains(r#""minutes":{"one":"{0} minuto","other":"{0} minuti"}"#),
            "{script}"
        );
        assert!(script.contains(r#""pieces":{"white":{"king":"re bianco"}}"#), "{script}");
        assert_eq!(languages.script("language-de.js"), None);
        let english = Words { name: "Our English".to_owned(), ..Words::of("en").clone() };
        let languages = languages.with(english);
        assert_eq!(languages.preferred("xx").name, "Our English");
        assert_eq!(languages.iter().next().map(|words| words.code.as_str()), Some("en"));
    }

    #[test]
    fn faults_have_their_lines() {
        const HEAD: &str = "code = 'it'\nname = 'italiano'\n";
        for (text, line, what) in [
            ("plai = 'Gioca'", 3, "there is no word `plai`"),
            ("play = 3", 3, "expected a text for `play`"),
            ("[script]\nnexxt = 'Mossa'", 4, "there is no word `script.nexxt`"),
            (
                "[script]\nminutes = { eins = 'x', other = 'y' }",
                4,
                "`script.minutes` has the forms",
            ),
            ("[script]\nminutes = { one = 'x' }", 4, "`script.minutes` lacks its form `other`"),
            ("[script.pieces]\nwhite = 'bianco'", 4, "a table of words for `script.pieces.white`"),
            ("[script]\nnext = { other = 'x' }", 4, "expected a text for `script.next`"),
            ("play = 'Gioca", 3, ""),
            ("[sentences]\nstep = '{piece} in {too}'", 4, "`sentences.step` has no place `{too}`"),
            ("[sentences]\nstap = 'x'", 4, "there is no word `sentences.stap`"),
            ("play = { one = 'x', other = 'y' }", 3, "expected a text for `play`"),
        ] {
            let faults = Translation::read(&format!("{HEAD}{text}\n")).expect_err(text);
            assert!(faults[0].what.contains(what), "{text}: {faults:?}");
            assert_eq!(faults[0].line, line, "{text}: {faults:?}");
        }
        for text in
            ["code = 'it'", "name = 'x'", "code = 'IT'\nname = 'x'", "code = '../x'\nname = 'x'"]
        {
            assert!(Translation::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_browser_gets_its_language() {
        let languages = Languages::default();
        for (accepted, code) in [
            ("cs", "cs"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("en;q=0.5, fr;q=0.9", "fr"),
            ("xx, *;q=0.1", "en"),
            ("cs;q=x", "en"),
        ] {
            assert_eq!(languages.preferred(accepted).code, code, "{accepted}");
        }
    }
}
