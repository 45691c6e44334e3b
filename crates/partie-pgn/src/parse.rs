//! Parsing of one game's text to a [`Game`], by items alone or by tokens.

use std::{borrow::Cow, cell::RefCell};

use partie_core::Game;

use super::{
    codes,
    examine::{Examined, examine},
    fast::single,
    movetext::Gather,
    notation, strip_markup,
    token::{self, Token, TokenKind},
};
use partie_formats::{
    Diagnostic, Parsed, ReadOptions, Severity,
    decode::{self, Decoded},
    ledger::{Account, Claims, Part},
};

thread_local! {
    /// The room for tokens, kept from game to game.
    static TOKENS: RefCell<Vec<Token>> = RefCell::default();
}

/// Reads one game, by items alone if possible. Also returns the encoding of its text.
pub(crate) fn parse(bytes: &[u8], options: &ReadOptions) -> (Parsed<Game>, &'static str) {
    match single::parse(bytes, options) {
        Some(parsed) => (parsed, "UTF-8"),
        None => parse_decoded(bytes, options, |text| single::parse(text, options)),
    }
}

/// Reads one game that cannot be read by items alone as it stands; perhaps it can when it has been
/// decoded: then it can be read at speed.
pub(crate) fn parse_decoded(
    bytes: &[u8],
    options: &ReadOptions,
    by_items: impl FnOnce(&[u8]) -> Option<Parsed<Game>>,
) -> (Parsed<Game>, &'static str) {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let encoding = decoded.encoding;
    if matches!(decoded.text, Cow::Owned(_))
        && let Some(Parsed { value, diagnostics }) = by_items(decoded.text.as_bytes())
    {
        let early = decode::eight_bit(bytes, &decoded, &codes::EIGHT_BIT).into_iter().collect();
        let diagnostics = led_back(early, diagnostics, &decoded, options);
        return (Parsed { value, diagnostics }, encoding);
    }
    (parse_text(bytes, decoded, options), encoding)
}

fn parse_text(bytes: &[u8], decoded: Decoded<'_>, options: &ReadOptions) -> Parsed<Game> {
    let eight_bit = decode::eight_bit(bytes, &decoded, &codes::EIGHT_BIT);
    let Reading { decoded, tokens, examined, found } = read(decoded, options, Gather::Nothing);
    // The room of a game that is very long is not kept.
    if tokens.capacity() < 1 << 16 {
        TOKENS.set(tokens);
    }
    let Parsed { value, diagnostics } = examined.parsed;
    let early = eight_bit.into_iter().chain(found).collect();
    Parsed { value, diagnostics: led_back(early, diagnostics, &decoded, options) }
}

/// A text that was read by its tokens.
struct Reading<'a> {
    /// The text, without markup and with moves in SAN.
    decoded: Decoded<'a>,
    tokens: Vec<Token>,
    examined: Examined,
    /// The diagnostics of markup and notation; their places are in bytes of the record.
    found: Vec<Diagnostic>,
}

fn read<'a>(decoded: Decoded<'a>, options: &ReadOptions, gather: Gather) -> Reading<'a> {
    let (mut decoded, mut found) = strip_markup::strip(decoded);
    let mut tokens = token::scan_into(&decoded.text, TOKENS.take());
    let mut examined = examine(&decoded.text, &tokens, options, gather);
    let in_san = notation::in_san(&decoded, || Cow::Borrowed(&tokens), &examined, options);
    if let Some(in_san) = in_san {
        decoded = in_san.decoded;
        found.push(in_san.diagnostic);
        tokens = token::scan_into(&decoded.text, tokens);
        examined = examine(&decoded.text, &tokens, options, gather);
    }
    Reading { decoded, tokens, examined, found }
}

/// Accounts for each byte of a game's text.
#[must_use]
pub fn account(bytes: &[u8], options: &ReadOptions) -> Account {
    let decoded = decode::decode(bytes, options.encoding.as_deref());
    let decoration = strip_markup::removed(&decoded);
    let Reading { decoded, tokens, examined, .. } = read(decoded, options, Gather::Claims);
    let text = &*decoded.text;
    let mut claims = examined.claims;
    if examined.parsed.diagnostics.iter().any(|d| d.code == &codes::NO_GAME) {
        claims = Claims::new(true);
        claims.rest(0..text.len(), Part::Kept, Some(&codes::NO_GAME));
    }
    for token in tokens.iter().filter(|t| matches!(t.kind, TokenKind::Number { .. })) {
        claims.rest(token.span.clone(), Part::Number, None);
    }
    claims.account(&decoded, bytes.len()).with_decoration(&decoration)
}

/// Returns all diagnostics in the order of the text, with their places in the bytes that it was
/// decoded from.
fn led_back(
    early: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
    decoded: &Decoded<'_>,
    options: &ReadOptions,
) -> Vec<Diagnostic> {
    let mut diagnostics = early;
    diagnostics.extend(found.into_iter().map(|mut d| {
        let place =
            |r: &std::ops::Range<usize>| decoded.byte_offset(r.start)..decoded.byte_offset(r.end);
        d.span = place(&d.span);
        if let Some(related) = &mut d.related {
            related.span = place(&related.span);
        }
        if let Some(fix) = &mut d.fix {
            fix.span = place(&fix.span);
        }
        d
    }));
    partie_formats::diagnostic::sort(&mut diagnostics);
    limit(&mut diagnostics, options.limits.diagnostics);
    diagnostics
}

/// Keeps the worst when there are too many.
fn limit(diagnostics: &mut Vec<Diagnostic>, most: usize) {
    if diagnostics.len() <= most {
        return;
    }
    let mut room = most;
    // The word that there are more is never left out itself.
    let mut keep: Vec<bool> = diagnostics.iter().map(|d| d.code == &codes::MORE).collect();
    for severity in [Severity::Error, Severity::Warning, Severity::Repaired, Severity::Note] {
        for (i, d) in diagnostics.iter().enumerate() {
            if d.severity == severity && room > 0 && !keep[i] {
                keep[i] = true;
                room -= 1;
            }
        }
    }
    let mut kept = keep.into_iter();
    diagnostics.retain(|_| kept.next().unwrap_or(false));
}
