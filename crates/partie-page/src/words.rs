//! The words of the pages in one language.
//!
//! Each language is a folder of TOML files: words of pages, of scripts, of diagnostics. Words that one lacks are
//! English. Four are part of the program; a server may be given more ([`Languages`](crate::Languages)).

use std::{collections::BTreeMap, fmt::Display, sync::LazyLock};

use partie_core::{Date, Language, Message, Nag, openings};
use partie_formats::Code;
use partie_speech::{MovePhrases, Speech, SpeechLanguage};

use crate::{
    assets,
    diagnostics::{self, Catalogue, Localized},
};

// Derived code for this many fields takes longer to compile than the rest of the crate.
macro_rules! words {
    ($($key:ident),* $(,)?) => {
        /// The words of the pages in one language.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the English words say what they are")]
        pub struct Words {
            $(pub $key: String,)*
            /// The script with its words for scripts, of an added language; else empty.
            pub(crate) script: String,
            /// Meanings of signs by their numbers, of an added language.
            pub(crate) signs: BTreeMap<String, String>,
            /// Phrases for moves of an added language that has them all.
            pub(crate) phrases: Option<&'static MovePhrases>,
            /// Diagnostics of an added language, or as a browser was given them.
            pub(crate) catalogue: Catalogue,
        }

        impl Words {
            fn get_mut(&mut self, key: &str) -> Option<&mut String> {
                match key {
                    $(stringify!($key) => Some(&mut self.$key),)*
                    _ => None,
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));

static BUILT_IN: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let mut known: Vec<Words> = Vec::new();
    for text in [
        include_str!("../words/en/pages.toml"),
        include_str!("../words/fr/pages.toml"),
        include_str!("../words/de/pages.toml"),
        include_str!("../words/cs/pages.toml"),
    ] {
        let english = known.first().cloned().unwrap_or_default();
        known.push(english.with(toml::from_str(text).unwrap_or_default()));
    }
    known
});

impl Words {
    /// Codes and names of the languages that are part of the program, English first: for callers
    /// that need no words.
    pub const LANGUAGES: [(&str, &str); 4] =
        [("en", "English"), ("fr", "français"), ("de", "Deutsch"), ("cs", "čeština")];

    /// Puts words, given by their names, into the place of these.
    pub(crate) fn with(mut self, named: BTreeMap<String, String>) -> Words {
        for (name, word) in named {
            if let Some(place) = self.get_mut(&name) {
                *place = word;
            }
        }
        self
    }

    /// Returns the languages that are part of the program, English first.
    #[must_use]
    pub fn built_in() -> &'static [Words] {
        &BUILT_IN
    }

    /// Returns the words of a language, given by its code; English if there are none.
    #[must_use]
    pub fn of(code: &str) -> &'static Words {
        BUILT_IN.iter().find(|words| words.code == code).unwrap_or(&BUILT_IN[0])
    }

    /// Returns true if the language is part of the program.
    pub(crate) const fn is_built_in(&self) -> bool {
        self.script.is_empty()
    }

    /// Returns the name of the script with the words of an added language.
    pub(crate) fn script_name(&self) -> String {
        format!("language-{}.js", self.code)
    }

    /// Returns the scripts with these words that pages of files load, with their names.
    #[must_use]
    pub fn scripts(&self) -> Vec<(String, &[u8])> {
        let mut names =
            vec![format!("words-{}.js", if self.is_built_in() { &self.code } else { "en" })];
        names.extend((!self.is_built_in()).then(|| "language.js".to_owned()));
        let assets = names.iter().filter_map(|name| assets::named(name));
        let mut scripts: Vec<_> =
            assets.map(|asset| (asset.name.to_owned(), asset.content)).collect();
        scripts.extend((!self.is_built_in()).then(|| (self.script_name(), self.script.as_bytes())));
        scripts
    }

    /// Returns the voice for sentences on games.
    #[must_use]
    pub fn speech(&self) -> Speech {
        Speech { moves: self.phrases, ..Speech::new(self.spoken().unwrap_or_default()) }
    }

    /// Returns the language of sentences on moves, if it differs from the words'.
    #[must_use]
    pub fn sentences(&self) -> Option<&'static str> {
        let translated = self.phrases.is_some() || self.spoken().is_some();
        (!translated).then(|| SpeechLanguage::default().code())
    }

    /// Returns the voice for positions; added languages have none.
    pub(crate) fn voice(&self) -> Speech {
        Speech::new(self.spoken().unwrap_or_default())
    }

    /// Returns the colon between a label and its value: in French a space stands before it.
    #[must_use]
    pub fn colon(&self) -> &'static str {
        if self.code == "fr" { "\u{a0}: " } else { ": " }
    }

    /// Returns a value after its label.
    #[must_use]
    pub fn labelled(&self, label: &str, value: impl Display) -> String {
        format!("{label}{}{value}", self.colon())
    }

    /// Returns the code and name of an opening, given in English, as far as the language has names.
    #[must_use]
    pub fn opening(&self, text: &str) -> String {
        match text.split_once(' ') {
            Some((code, name)) => format!("{code} {}", openings::translated(name, self.letters())),
            None => text.to_owned(),
        }
    }

    /// Returns the language of a text that names an opening, if it differs from the words'.
    pub(crate) fn opening_language(&self, text: &str) -> Option<&'static str> {
        (self.code != "en" && openings::is_named(text)).then_some("en")
    }

    /// Returns the language of sentences on positions, if it differs from the words'.
    pub(crate) fn positions(&self) -> Option<&'static str> {
        self.spoken().is_none().then(|| SpeechLanguage::default().code())
    }

    /// Returns the meaning of a sign of a move or a position; `None` if it has no settled one.
    #[must_use]
    pub fn sign(&self, nag: Nag) -> Option<&str> {
        let translated = self.signs.get(&nag.0.to_string());
        translated.map(String::as_str).or_else(|| self.speech().nag(nag))
    }

    /// Adds translations of diagnostics from a decompressed file of [`assets`]. The program's
    /// languages already have them, except in a browser.
    #[must_use]
    pub fn with_diagnostics(mut self, file: &str) -> Words {
        self.catalogue = Catalogue::parse(file);
        self
    }

    /// Returns the name of the file of [`assets`] with diagnostics in this language, if there is one.
    pub(crate) fn diagnostics_file(&self) -> Option<String> {
        let name = diagnostics::file(&self.code);
        assets::named(&name).map(|_| name)
    }

    fn catalogues(&self) -> [Option<&Catalogue>; 2] {
        [Some(&self.catalogue), Catalogue::built_in(&self.code)]
    }

    /// Returns the sentence of a diagnostic.
    pub(crate) fn sentence(&self, message: &Message) -> Localized<String> {
        diagnostics::sentence(&self.catalogues(), message)
    }

    /// Returns the title and the explanation of a code.
    pub(crate) fn code_text(&self, code: &'static Code) -> Localized<(&str, &str)> {
        diagnostics::code_text(&self.catalogues(), code)
    }

    fn spoken(&self) -> Option<SpeechLanguage> {
        SpeechLanguage::of_code(&self.code)
    }

    /// Returns the language of chess records with the letters of these words; English for others.
    pub(crate) fn letters(&self) -> Language {
        self.code.parse().unwrap_or_default()
    }

    /// Formats a date of a record; texts that are no dates stay as they are written.
    #[must_use]
    pub fn date_of(&self, written: &str) -> String {
        written.parse().map_or_else(|_| written.to_owned(), |date| self.day(date))
    }

    /// Formats a date without its unknown parts, by its numbers where the language is not part of
    /// the program.
    #[must_use]
    pub fn day(&self, date: Date) -> String {
        self.spoken().map_or_else(|| date.iso(), |language| Speech::new(language).date(date))
    }

    /// Formats the first and the last of some days, or one, without repeating what both have at their end.
    #[must_use]
    pub fn days(&self, first: Date, last: Date) -> String {
        let [first, last] = [first, last].map(|date| self.day(date));
        let [early, late] = [&first, &last].map(|date| date.split(' ').collect::<Vec<_>>());
        let common = early.iter().rev().zip(late.iter().rev()).take_while(|(a, b)| a == b).count();
        let own = early.len() - common;
        if own == 0 && early.len() == late.len() {
            first
        } else if common == 0 || early.len() != late.len() {
            format!("{first} – {last}")
        } else {
            let dash = if own == 1 { "–" } else { " – " };
            format!("{}{dash}{last}", early[..own].join(" "))
        }
    }

    /// Formats a number with the language's separator between groups of three digits.
    #[must_use]
    pub fn grouped(&self, number: u64) -> String {
        let digits = number.to_string();
        let mut out = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out += &self.thousands;
            }
            out.push(digit);
        }
        out
    }

    /// Returns the unit of a number of moves.
    #[must_use]
    pub fn moves_unit(&self, moves: usize) -> &str {
        match moves {
            1 => &self.one_move,
            2..=4 => &self.few_moves,
            _ => &self.many_moves,
        }
    }

    /// Formats a number with `digits` digits after the language's decimal point.
    #[must_use]
    pub fn rounded(&self, number: f64, digits: usize) -> String {
        format!("{number:.digits$}").replace('.', &self.decimal)
    }

    /// Formats the number of rows that are shown of all, after a heading.
    #[must_use]
    pub fn part_of(&self, shown: u64, all: u64) -> String {
        format!(" ({} {} {})", self.grouped(shown), self.out_of, self.grouped(all))
    }

    /// Formats a number of percent.
    #[must_use]
    pub fn percent(&self, number: f64, digits: usize) -> String {
        format!("{}{}", self.rounded(number, digits), self.percent_sign)
    }

    /// Returns the name of a severity of one diagnostic.
    pub(crate) fn severity(&self, severity: partie_formats::Severity) -> &str {
        match severity {
            partie_formats::Severity::Note => &self.one_note,
            partie_formats::Severity::Repaired => &self.one_repaired,
            partie_formats::Severity::Warning => &self.one_warning,
            partie_formats::Severity::Error => &self.one_error,
        }
    }

    /// Returns the name of a confidence.
    pub(crate) fn confidence(&self, confidence: partie_formats::Confidence) -> &str {
        match confidence {
            partie_formats::Confidence::Safe => &self.safe,
            partie_formats::Confidence::Likely => &self.likely,
            partie_formats::Confidence::Guess => &self.guess,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_language_lacks_are_english() {
        let languages = Words::built_in().iter().map(|words| (&*words.code, &*words.name));
        assert!(languages.eq(Words::LANGUAGES));
        let lacking =
            BTreeMap::from(["play", "unknown"].map(|name| (name.to_owned(), "x".to_owned())));
        let words = Words::of("en").clone().with(lacking);
        assert_eq!((words.play.as_str(), &words.paste), ("x", &Words::of("en").paste));
    }

    #[test]
    fn numbers_of_a_language() {
        let english = Words::of("en");
        for (number, expected) in
            [(7, "7"), (999, "999"), (1000, "1,000"), (46_177_000, "46,177,000")]
        {
            assert_eq!(english.grouped(number), expected);
        }
        assert_eq!(Words::of("cs").grouped(12_345), "12\u{a0}345");
        assert_eq!(english.percent(54.25, 1), "54.2%");
        assert_eq!(Words::of("de").percent(54.25, 1), "54,2\u{a0}%");
        assert_eq!(Words::of("fr").percent(54.25, 0), "54\u{a0}%");
    }

    #[test]
    fn days_of_a_language() {
        for (code, first, last, expected) in [
            ("en", "2023.06.01", "2023.06.09", "1–9 June 2023"),
            ("en", "2023.06.30", "2023.07.02", "30 June – 2 July 2023"),
            ("en", "2023.12.30", "2024.01.02", "30 December 2023 – 2 January 2024"),
            ("en", "2023.06.??", "2023.08.??", "June–August 2023"),
            ("en", "2023.??.??", "2024.??.??", "2023 – 2024"),
            ("en", "2023.06.??", "2023.06.09", "June 2023 – 9 June 2023"),
            ("en", "2023.06.09", "2023.06.09", "9 June 2023"),
            ("fr", "2023.06.01", "2023.06.09", "1er–9 juin 2023"),
            ("de", "2023.06.01", "2023.06.09", "1.–9. Juni 2023"),
            ("cs", "2023.06.01", "2023.06.09", "1.–9. června 2023"),
        ] {
            let [first, last] = [first, last].map(|date| date.parse().expect("a date"));
            assert_eq!(Words::of(code).days(first, last), expected);
        }
    }

    #[test]
    fn dates_of_a_language() {
        let added = Words { code: "eo".to_owned(), ..Words::of("en").clone() };
        for (written, expected) in [
            (
                "1998-3-14",
                ["14 March 1998", "14 mars 1998", "14. März 1998", "14. března 1998", "1998-03-14"],
            ),
            ("1998.03.??", ["March 1998", "mars 1998", "März 1998", "březen 1998", "1998-03"]),
            ("1998.??.??", ["1998"; 5]),
            ("14.3.1998", ["14.3.1998"; 5]),
            ("", [""; 5]),
        ] {
            let dates: Vec<_> = Words::built_in()
                .iter()
                .chain([&added])
                .map(|words| words.date_of(written))
                .collect();
            assert_eq!(dates, expected, "{written}");
        }
    }
}
