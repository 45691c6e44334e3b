//! Diagnostics in the language of a page.
//!
//! A catalogue has the title and the explanation of each code, and translations of sentences and
//! phrases by their English templates. Missing entries stay English. The catalogues of the
//! program's languages are compressed files of [`assets`]: the reader in a browser, one module for
//! all languages, gets the catalogue of its page.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use partie_core::Message;
use partie_formats::Code;
use serde::Deserialize;
use toml::{Table, Value};

use crate::{assets, packed, words::Words};

/// The table of codes in files of added languages.
pub(crate) const CODES: &str = "codes";
/// The table of sentences.
pub(crate) const MESSAGES: &str = "messages";

/// Diagnostics in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Catalogue {
    codes: BTreeMap<String, CodeText>,
    /// Translations by the English template.
    messages: BTreeMap<String, String>,
}

/// A kind of diagnostic in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct CodeText {
    title: String,
    explanation: String,
}

/// A text that may be in English, although its page is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Localized<T> {
    pub(crate) text: T,
    pub(crate) is_english: bool,
}

impl Catalogue {
    /// Takes the catalogue of two tables, of codes and of sentences.
    pub(crate) fn of([codes, messages]: [Option<Value>; 2]) -> Catalogue {
        let code = |(id, text): (String, Value)| Some((id, text.try_into().ok()?));
        let codes = codes.and_then(|codes| codes.try_into::<Table>().ok()).unwrap_or_default();
        let messages = messages.and_then(|messages| messages.try_into().ok());
        Catalogue {
            codes: codes.into_iter().filter_map(code).collect(),
            messages: messages.unwrap_or_default(),
        }
    }

    /// Reads the catalogue of a file.
    pub(crate) fn parse(text: &str) -> Catalogue {
        let mut codes: Table = toml::from_str(text).unwrap_or_default();
        let messages = codes.remove(MESSAGES);
        Catalogue::of([Some(Value::Table(codes)), messages])
    }

    /// Returns the catalogue of a language that is part of the program.
    pub(crate) fn built_in(code: &str) -> Option<&'static Catalogue> {
        static CATALOGUES: [OnceLock<Catalogue>; Words::LANGUAGES.len()] =
            [const { OnceLock::new() }; Words::LANGUAGES.len()];
        let at = Words::LANGUAGES.iter().position(|(known, _)| *known == code)?;
        Some(CATALOGUES[at].get_or_init(|| unpacked(&file(code))))
    }

    fn message(&self, template: &str) -> Option<&str> {
        self.messages.get(template).map(String::as_str)
    }
}

/// Returns the name of the file of [`assets`] with diagnostics in a language.
pub(crate) fn file(code: &str) -> String {
    format!("diagnostics-{code}.toml.gz")
}

fn unpacked(name: &str) -> Catalogue {
    let packed = assets::named(name).map_or(&[][..], |asset| asset.content);
    Catalogue::parse(&String::from_utf8_lossy(&packed::unpacked(packed.to_vec()).0))
}

/// Returns a sentence by the first of some catalogues that has it.
pub(crate) fn sentence(catalogues: &[Option<&Catalogue>], message: &Message) -> Localized<String> {
    let translated = message.translated(&|template| match template {
        "" => Some(""),
        _ => catalogues.iter().flatten().find_map(|catalogue| catalogue.message(template)),
    });
    let is_english = translated.is_none();
    Localized { text: translated.unwrap_or_else(|| message.to_string()), is_english }
}

/// Returns the title and the explanation of a code by the first of some catalogues that has them.
pub(crate) fn code_text<'a>(
    catalogues: &[Option<&'a Catalogue>],
    code: &'static Code,
) -> Localized<(&'a str, &'a str)> {
    match catalogues.iter().flatten().find_map(|catalogue| catalogue.codes.get(code.id)) {
        Some(CodeText { title, explanation }) => {
            Localized { text: (title, explanation), is_english: false }
        }
        None => Localized { text: (code.title, code.explanation), is_english: true },
    }
}

/// Returns the tables of all words of diagnostics in English, to be translated.
pub(crate) fn template() -> String {
    let mut out =
        "# Diagnostics: titles and explanations by their codes. A code without its title or its \
                   explanation stays English.\n"
            .to_owned();
    for code in partie_records::codes::all() {
        let explanation = code.explanation.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
        out += &format!(
            "[{CODES}.{}]\ntitle = {:?}\nexplanation = \"\"\"\n{explanation}\"\"\"\n",
            code.id, code.title
        );
    }
    out += &format!(
        "# Sentences and phrases of diagnostics. A name in braces stands for a value, which the translation \
         needs as well; doubled braces are text. A sentence stays English if a phrase in it does.\n\
         [{MESSAGES}]\n"
    );
    let catalogues = Words::LANGUAGES.iter().filter_map(|(code, _)| Catalogue::built_in(code));
    let templates: BTreeSet<_> =
        catalogues.flat_map(|catalogue| catalogue.messages.keys()).collect();
    for template in templates {
        out += &format!("{template:?} = {template:?}\n");
    }
    out
}

#[cfg(test)]
mod tests;
