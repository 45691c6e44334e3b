//! The words that options take, and what they stand for.

use std::ffi::OsStr;

use clap::{
    Arg, Command, Error,
    builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser},
};
use partie_core::{Color, Language, Notation, Variant};
use partie_formats::{Confidence, Format, Severity};
use partie_records::codes;
use partie_speech::SpeechLanguage;

use super::reporting::Denied;
use crate::selection::Selector;

/// Parses one of a fixed list of words.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    choices: Vec<(PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<_> = choices.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).try_map(move |word: String| {
        choices
            .iter()
            .find(|(name, _)| name.matches(&word, false))
            .map(|(_, value)| value.clone())
            .ok_or_else(|| format!("unknown value `{word}`"))
    })
}

/// Parses one of a few words.
pub(super) fn words<T: Clone + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    one_of(words.map(|(word, value)| (PossibleValue::new(word), value)).to_vec())
}

/// Parses one of a few words, with a description of each in the help.
pub(super) fn described<T: Clone + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    one_of(words.map(|(word, help, value)| (PossibleValue::new(word).help(help), value)).to_vec())
}

/// Parses a format, with a description of each in the help.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    one_of(Format::ALL.map(|format| (format_word(format), format)).to_vec())
}

/// Returns the name of a format, which its usual extensions also stand for.
pub(super) fn format_word(format: Format) -> PossibleValue {
    let word = PossibleValue::new(format.name()).help(format.describe());
    match format.name() {
        "style12" => word.alias("log"),
        "text" => word.alias("txt"),
        "ndjson" => word.alias("jsonl"),
        _ => word,
    }
}

/// Parses a notation of moves, with an example of each in the help.
pub(super) fn notation() -> impl TypedValueParser<Value = Notation> {
    one_of(
        Notation::ALL
            .map(|notation| {
                let example = match notation.name() {
                    "san" => "short algebraic: Nf3",
                    "lan" => "long algebraic: Ng1-f3",
                    "fan" => "short, with figurines: ♘f3",
                    "fan-coloured" => "short, with figurines of the mover's colour",
                    "uci" => "UCI, as used by engines: g1f3",
                    "iccf" => "numbers: 7163",
                    "smith" => "coordinates and the captured piece: d5e4p",
                    "descriptive" => "English descriptive: N-KB3",
                    _ => "English descriptive with Kt: Kt-KB3",
                };
                let mut word = PossibleValue::new(notation.name()).help(example);
                match notation.name() {
                    "lan" => word = word.alias("long"),
                    "fan" => word = word.alias("figurine"),
                    _ => {}
                }
                (word, notation)
            })
            .to_vec(),
    )
}

/// Parses a way in which the final position ends a game, with a description of each in the help.
pub(super) fn ending() -> impl TypedValueParser<Value = String> {
    let endings = [
        ("checkmate", "Checkmate, or the variant's own goal"),
        ("stalemate", "Stalemate"),
        ("insufficient-material", "Neither side can mate"),
        ("repetition", "The last position stood there three times or more"),
        ("fifty-moves", "50 moves without a capture or a pawn's move"),
    ];
    described(endings.map(|(word, help)| (word, help, word.to_owned())))
}

/// Parses a side.
pub(super) fn side() -> impl TypedValueParser<Value = Color> {
    words([("white", Color::White), ("black", Color::Black)])
}

/// Parses a severity.
pub(super) fn severity() -> impl TypedValueParser<Value = Severity> {
    words(Severity::ALL.map(|severity| (severity.name(), severity)))
}

/// Parses what the exit status reports.
pub(super) fn denied() -> impl TypedValueParser<Value = Denied> {
    let [a, b, c, d] = Severity::ALL.map(|severity| (severity.name(), Denied::Severity(severity)));
    words([a, b, c, d, ("guess", Denied::Guess)])
}

/// Parses how certain a repair must be.
pub(super) fn confidence() -> impl TypedValueParser<Value = Confidence> {
    described([
        ("safe", "Only different spellings of the same content", Confidence::Safe),
        (
            "likely",
            "Also readings that are the only legal one, and settled contradictions",
            Confidence::Likely,
        ),
        (
            "guess",
            "Also moves found by search that let the rest of the game be read",
            Confidence::Guess,
        ),
    ])
}

/// Parses a language of piece letters.
pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    one_of(
        Language::ALL
            .map(|language| {
                let mut word = PossibleValue::new(language.code());
                if language == Language::Czech {
                    word = word.alias("sk");
                }
                (word, language)
            })
            .to_vec(),
    )
}

/// Parses the code of a language of the pages that is part of the program.
#[cfg(feature = "full")]
pub(super) fn page_language() -> impl TypedValueParser<Value = &'static str> {
    let languages = partie_page::Words::LANGUAGES.map(|(code, name)| (code, name, code));
    described(languages)
}

/// Parses a language of words, which figurines are not.
pub(super) fn words_language() -> impl TypedValueParser<Value = Language> {
    let spoken = Language::ALL.into_iter().filter(|language| !language.is_figurine());
    one_of(spoken.map(|l| (PossibleValue::new(l.code()).help(l.name()), l)).collect())
}

/// Parses a language of sentences.
pub(super) fn speech_language() -> impl TypedValueParser<Value = SpeechLanguage> {
    one_of(SpeechLanguage::ALL.map(|t| (PossibleValue::new(t.code()).help(t.name()), t)).to_vec())
}

/// Parser that accepts more than the list of words offered to shell completion.
#[derive(Clone)]
struct Suggesting<P> {
    parser: P,
    words: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().cloned()))
    }
}

/// Parses a value and offers some words to shell completion. The argument should have
/// `hide_possible_values`, because the list is not complete.
pub(super) fn suggesting<T: Clone + Send + Sync + 'static>(
    parser: impl TypedValueParser<Value = T>,
    words: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T> {
    Suggesting { parser, words: words.into_iter().map(Into::into).collect() }
}

/// Parses the code or the name of a diagnostic; neither need exist.
pub(super) fn code() -> impl TypedValueParser<Value = String> {
    suggesting(NonEmptyStringValueParser::new(), every_code())
}

/// Parses the code or the prefix of a code.
pub(super) fn selector() -> impl TypedValueParser<Value = Selector> {
    suggesting(str::parse::<Selector>, every_code())
}

fn every_code() -> impl Iterator<Item = PossibleValue> {
    codes::all().into_iter().map(|code| PossibleValue::new(code.id).help(code.name))
}

/// Parses a variant, by any of its names.
pub(super) fn variant() -> impl TypedValueParser<Value = Variant> {
    let names = || Variant::ALL.iter().map(|v| v.name().to_lowercase().replace(' ', "-"));
    let parser = move |name: &str| {
        name.parse::<Variant>().map_err(|_| {
            format!("unknown variant; expected one of {}", names().collect::<Vec<_>>().join(", "))
        })
    };
    suggesting(parser, names())
}

/// Parses the FEN of a playable position.
pub(super) fn fen() -> impl TypedValueParser<Value = String> {
    NonEmptyStringValueParser::new().try_map(|text| {
        match partie_formats::fen::parse_position(&text, None).value.problem() {
            Some(problem) => Err(format!("not a playable position: {problem}")),
            None => Ok(text),
        }
    })
}

/// Most common encodings of records.
const ENCODINGS: [&str; 17] = [
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "iso-8859-15",
    "koi8-r",
    "macintosh",
    "cp437",
    "cp850",
    "cp852",
    "cp866",
    "gb18030",
];

/// Parses an encoding, by a label of the Encoding Standard.
pub(super) fn encoding() -> impl TypedValueParser<Value = String> {
    let parser = |label: &str| {
        if partie_formats::decode::is_encoding(label) {
            return Ok(label.to_owned());
        }
        Err("unknown encoding; examples are utf-8, windows-1252, iso-8859-2 and koi8-r".to_owned())
    };
    suggesting(parser, ENCODINGS)
}

/// Parses a number of bytes, optionally with `k`, `M` or `G` for powers of 1024.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    usize::try_from(size(text)?).map_err(|_| BYTES.to_owned())
}

/// Message on a text that is no number of bytes.
const BYTES: &str = "give a number of bytes such as 65536, 64k or 16M";

/// Reads a number of bytes that need not fit into memory.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes() {
        [.., b'k' | b'K'] => (&text[..text.len() - 1], 10),
        [.., b'm' | b'M'] => (&text[..text.len() - 1], 20),
        [.., b'g' | b'G'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(1 << shift))
        .filter(|n| *n > 0)
        .ok_or_else(|| BYTES.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_that_are_offered_are_known() {
        for label in ENCODINGS {
            assert!(partie_formats::decode::is_encoding(label), "{label}");
        }
    }

    #[test]
    fn sizes() {
        for (text, size) in [("1", 1), ("64k", 65536), ("16M", 16 << 20), ("2G", 2 << 30)] {
            assert_eq!(bytes(text), Ok(size));
        }
        for text in ["", "k", "0", "-1", "12x", "99999999999999999999", "99999999999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
