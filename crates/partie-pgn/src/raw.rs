//! Games of a stream that were split but not read; each part is only read when needed.

use std::ops::Range;

use partie_core::{Game, Outcome, Tags, Variant};

use crate::{
    bpgn::{label::is_bpgn, parse as bughouse_game},
    codes,
    fast::{Detail, single},
    names, nonstandard_tags, parse,
    relocate::Relocate,
    strip_markup,
    tags::{self, TagPlaces},
    token,
    view::GameSink,
};
use partie_formats::{Diagnostic, Format, Parsed, ReadOptions, Record, decode, message, result};
use partie_scoresheet::vocabulary;

/// A game's text with its place in a stream of PGN or BPGN, cut out and not read.
/// Made by [`pgn::cut`](crate::cut).
#[derive(Clone, Debug)]
pub struct RawRecord {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// Byte offset of its text in the stream, from 0 (in a UTF-16 stream: of the stream as UTF-8).
    pub byte: u64,
    /// The line on which its text begins, from 1.
    pub line: u64,
    /// Its bytes, from the game's first to the next game's.
    pub text: Vec<u8>,
    /// Number of bytes that were dropped from the end of a game that is too long.
    pub left_out: u64,
    /// The encoding of the stream, if it was turned into UTF-8 as a whole.
    pub(crate) decoding: Option<&'static str>,
}

impl RawRecord {
    /// Makes a game's text that was cut out before.
    #[must_use]
    pub const fn new(number: u64, byte: u64, line: u64, text: Vec<u8>) -> RawRecord {
        RawRecord { number, byte, line, text, left_out: 0, decoding: None }
    }

    /// PGN, or BPGN if the game has two boards.
    #[must_use]
    pub fn format(&self, options: &ReadOptions) -> Format {
        let bughouse = options.variant.is_none_or(|v| v == Variant::Bughouse);
        if bughouse && is_bpgn(&self.text) { Format::Bpgn } else { Format::Pgn }
    }

    /// Returns the tags alone, equal to the whole game's.
    ///
    /// ```
    /// use partie_formats::{Limits, ReadOptions};
    /// use partie_pgn as pgn;
    /// let text = b"[White \"A\"]\n[ECO \"B20\"]\n\n1. e4 c5 *\n";
    /// let game = pgn::cut(&text[..], &Limits::default()).next().unwrap().unwrap();
    /// assert_eq!(game.tags(&ReadOptions::default()).get("ECO"), Some("B20"));
    /// ```
    #[must_use]
    pub fn tags(&self, options: &ReadOptions) -> Tags {
        match self.tag_places(options) {
            Some(places) => places.iter(&self.text).collect(),
            None => self.plain_tags(options),
        }
    }

    /// Returns the places of the tags in the text, if these are in export format and nothing after
    /// them can be a tag or change them.
    #[must_use]
    pub fn tag_places(&self, options: &ReadOptions) -> Option<TagPlaces> {
        let (places, end) =
            options.encoding.is_none().then(|| single::tag_places(&self.text, options))??;
        let rest = &self.text[end..];
        // After the tags, only the brackets of commands, `[%clk`, are certainly not tags.
        let brackets = memchr::memchr_iter(b'[', rest).all(|i| rest.get(i + 1) == Some(&b'%'));
        let only = brackets && !nonstandard_tags::has_bare_tag(rest);
        // Markup of a web page or a mail may change the meaning of the whole text.
        (only && memchr::memchr3(b'&', b'<', b'>', rest).is_none()).then_some(places)
    }

    /// Returns the tags, however they are written.
    fn plain_tags(&self, options: &ReadOptions) -> Tags {
        let decoded = decode::decode(&self.text, options.encoding.as_deref());
        let (decoded, _) = strip_markup::strip(decoded);
        let tokens = token::scan_tags(&decoded.text);
        tags::only(&decoded.text, &tokens, options)
    }

    /// Returns the result as the text states it, without reading the moves: from the Result tag, or
    /// from the end of the text if the tag has none; `None` if the two contradict each other, so
    /// that the moves decide.
    #[must_use]
    pub fn outcome(&self, result: Option<&str>) -> Option<Outcome> {
        stated_outcome(result, &self.text)
    }

    /// Returns true if the text holds a game, as [`Record::holds_game`] does; most texts need not
    /// be read for it.
    #[must_use]
    pub fn holds_game(&self, options: &ReadOptions) -> bool {
        holds_game(&self.text, || self.clone().read(options))
    }

    /// Gives the game to a sink; a text that the sink writes is dropped.
    ///
    /// This takes less time than [`RawRecord::read`], which makes the game itself.
    pub fn view<S: GameSink>(&self, options: &ReadOptions, sink: &S) -> S::Made {
        let viewed = (self.left_out == 0).then(|| single::view(&self.text, options, sink));
        viewed
            .flatten()
            .unwrap_or_else(|| sink.make(self.clone().read(options).game(), &mut Vec::new()))
    }

    /// Reads the whole game.
    #[must_use]
    pub fn read(self, options: &ReadOptions) -> Record {
        self.read_by(options, |text| parse::parse(text, options))
    }

    /// Reads a game that cannot be read by items alone as it stands; perhaps it can when it has been
    /// decoded, and then only as much is kept as the caller asked for.
    pub(crate) fn read_plain(
        self,
        options: &ReadOptions,
        by_items: impl FnOnce(&[u8]) -> Option<Detail>,
    ) -> Record {
        let mut whole = true;
        let by_items = |text: &[u8]| {
            let wanted = by_items(text)?;
            whole = matches!(wanted, Detail::Game(_));
            Some(wanted.parsed())
        };
        let record = self.read_by(options, |text| parse::parse_decoded(text, options, by_items));
        whole |= options.keep.keeps_text_of(&record.parsed.diagnostics);
        if whole { record } else { Record { text: Vec::new(), ..record } }
    }

    fn read_by(
        self,
        options: &ReadOptions,
        pgn: impl FnOnce(&[u8]) -> (Parsed<Game>, &'static str),
    ) -> Record {
        let format = self.format(options);
        let RawRecord { number, byte, line, text, left_out, decoding } = self;
        let (mut parsed, encoding) = match format {
            Format::Bpgn => {
                let encoding = decode::decode(&text, options.encoding.as_deref()).encoding;
                (bughouse_game::parse(&text, options), encoding)
            }
            _ => pgn(&text),
        };
        if left_out > 0 {
            let end = text.len();
            parsed.diagnostics.push(Diagnostic::new(
                &codes::TOO_LONG,
                end..end,
                message!("the game is longer than {limit} bytes; {left_out} bytes after this place were left out", limit = options.limits.game_bytes, left_out),
            ));
        }
        parsed.diagnostics.retain(|d| options.keep.wants(d.severity));
        let encoding = decoding.unwrap_or(encoding);
        Record {
            number,
            format,
            byte,
            line,
            encoding,
            text,
            origins: Vec::new(),
            segments: Vec::new(),
            parsed,
        }
    }
}

impl Relocate for RawRecord {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

/// Returns the result that a text states: in the Result tag, or at its end if the tag has none;
/// `None` if the two contradict each other.
pub(crate) fn stated_outcome(tag: Option<&str>, text: &[u8]) -> Option<Outcome> {
    // Most tags have PGN's own spelling.
    let stated = tag.and_then(|tag| Outcome::from_pgn(tag).or_else(|| vocabulary::outcome(tag)));
    let text = text.trim_ascii_end();
    let start = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |i| i + 1);
    let last = std::str::from_utf8(&text[start..]).ok().and_then(result::from_spelling);
    match (stated.filter(|outcome| outcome.is_known()), last) {
        (Some(stated), Some(last)) if last.is_known() && last != stated => None,
        (Some(stated), _) => Some(stated),
        (None, last) => Some(last.or(stated).unwrap_or(Outcome::Unknown)),
    }
}

/// Returns true if a text holds a game. The text is read only if it does not begin like one.
pub(crate) fn holds_game(text: &[u8], read: impl FnOnce() -> Record) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    // Only a move that is legal there: a list may begin with `1. cd`, a version with `1.0O`.
    let first_move = |text: &[u8]| {
        let word = text.trim_ascii_start().split(u8::is_ascii_whitespace).next();
        matches!(word, Some([b'a'..=b'h', b'3' | b'4'] | [b'N', b'a' | b'c' | b'f' | b'h', b'3']))
    };
    let known = |name: Range<usize>| {
        // Bytes beyond ASCII may be a quote, depending on the encoding, which follows from the whole text.
        matches!(text[name.end..].trim_ascii_start().first(), Some(b'"' | b'&'))
            && str::from_utf8(&text[name]).is_ok_and(names::is_known)
    };
    token::tag_name(text).is_some_and(known)
        || text.strip_prefix(b"1.").is_some_and(first_move)
        || read().holds_game()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as pgn;
    use partie_formats::Limits;

    #[test]
    fn the_tags_are_those_of_the_whole_game() {
        for text in [
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n",
            "{first} [White \"A\"]\n1. e4 {[%clk 0:01]} e5 1-0",
            "Dear all,\nhere is my game:\n\n[White \"A\"] [Black \"B\"]\n\n1. e4 *",
            "> [White \"A\"]\n> [Result \"1:0\"]\n>\n> 1. e4 e5 *\n",
            "[White &quot;A&quot;]<br />[Black &quot;B&quot;]<br />1. e4 1-0",
            "[White \"A\"]\nsome words\n[Black \"B\"]\n\n1. e4 *",
            "[White \"A\n[Black “B”]\n\n*",
            "[White\n\"A\"]\n[Black \"B\nC\"\n]\n\n*",
            "[White \"A\"]\n\nBlack \"B\"]\n\n1. e4 *",
            "White \"A\"\nSite \"B\"\n\n1. e4 *",
            "[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"d\"]\n1A. e4 1a. e5 *",
            "1. e4 e5 *",
            "",
        ] {
            let options = ReadOptions::default();
            for game in pgn::cut(text.as_bytes(), &Limits::default()) {
                let game = game.expect("memory does not fail");
                let tags = game.tags(&options);
                assert_eq!(tags, game.read(&options).game().tags, "{text}");
            }
        }
    }

    #[test]
    fn the_result_as_the_text_says_it() {
        for (text, outcome) in [
            ("[Result \"1-0\"]\n\n1. e4 *\n", "1-0"),
            ("[Result \"*\"]\n\n1. e4 0-1\n", "0-1"),
            ("[Result \"½-½\"]\n\n1. e4\n", "1/2-1/2"),
            ("1. e4 e5 1:0\n", "1-0"),
            ("1. e4 e5", "*"),
            ("[Result \"1-0\"]\n\n1. e4 0-1\n", "contradictory"),
        ] {
            let game = pgn::cut(text.as_bytes(), &Limits::default()).next();
            let game = game.expect("a game").expect("memory does not fail");
            let tags = game.tags(&ReadOptions::default());
            let found = game.outcome(tags.get("Result"));
            assert_eq!(found.map_or("contradictory", Outcome::as_pgn), outcome, "{text}");
        }
    }

    /// Checks that reading tags by lines and by tokens gives the same.
    #[test]
    fn canonical_tags_are_the_tags() {
        let clean = "[Event \"Open\"]\n[White \"Novák, Jan\"]\n[Black \"B, C\"]\n[Site \"2\"]\n\
                     [ECO \"B20\"]\n\n1. e4 {[%clk 0:01]} e5 *\n";
        let bits = "[|]|\"|\\|&|<|>|{|}|\n|\r| |%|;|\u{1f}|“|é|\u{1}|[Site \"x\"]|\nSite \"x\"]\n|\nSite \"x\"\n|\n\"|[pgn]|&quot;|1.|\t|\n\n";
        let options = ReadOptions::default();
        let compare = |text: &str| {
            let raw = RawRecord::new(1, 0, 1, text.as_bytes().to_vec());
            assert_eq!(raw.tags(&options), raw.plain_tags(&options), "{text}");
            raw.tag_places(&options).is_some()
        };
        assert!(!compare(clean));
        let mut fast = 0;
        for clean in [clean.replace('á', "a"), clean.replace('á', "a").replace('\n', "\r\n")] {
            assert!(compare(&clean));
            for at in 0..=clean.len() {
                for bit in bits.split('|') {
                    fast += usize::from(compare(&format!("{}{bit}{}", &clean[..at], &clean[at..])));
                    let rest = clean.get(at + 1..).unwrap_or_default();
                    fast += usize::from(compare(&format!("{}{bit}{rest}", &clean[..at])));
                }
            }
        }
        assert!(fast > 2000, "too few were read by lines: {fast}");
    }
}
