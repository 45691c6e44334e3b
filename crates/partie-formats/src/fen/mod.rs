//! FEN: a position in one line.
//!
//! Accepts the FEN of the PGN standard (1994, section 16.1), X-FEN (`KQkq` mean the outermost
//! rooks, an inner rook is named by its file) and Shredder-FEN (rooks always by file), pieces in
//! hand (`[QNp]`, `[-]`, `[]`, `/QNp` as a ninth rank, or at the end as chess.com does), promoted
//! pieces (`Q~`), the checks of three-check (`3+3` still to give, `+0+0` given, before the counters
//! or at the end) and the two boards of bughouse separated by `|`.
//!
//! Forgives, with a [diagnostic](codes), missing fields, `_` for spaces, quotation marks, `W` or
//! `white`, split digits, impossible castling rights and en passant squares, move number 0, and
//! text after the position. A position that cannot be played is kept as a diagram (see
//! [`Position::problem`]).
//!
//! When no variant is given, pieces in hand mean crazyhouse, two boards bughouse,
//! counts of checks three-check, and castling rights of other than the orthodox squares
//! Chess960; everything else is standard chess.
//!
//! Text without eight ranks is no position ([`Position::is_unread`]), and is not written.
//!
//! A FEN carries no moves, players or result: as a *format of games* ([`parse`],
//! [`read`], [`write()`]) it reads games of no moves and writes the position at the end
//! of a game's main line.

pub mod codes;
mod placement;
pub mod reader;
mod start;
mod stream;
mod token;
mod write;

use partie_core::{Boards, Bughouse, Position, Variant};

use crate::{Confidence, Diagnostic, Parsed, diagnostic, message};
pub use placement::shortened;
use reader::{Read, Suffix};
pub use start::{is_chess960_start, start_position};
pub use stream::account;
pub use stream::{FIRST_BOARD_TAGS, game, losses, remark, unread};
pub(crate) use stream::{lost_variant, write_remark};
pub use stream::{parse, read, write};
use token::Token;
pub(crate) use write::without_counters;
pub use write::{boards, position};

/// Reads one position. Spans are bytes of `text`, from 0.
///
/// ```
/// use partie_formats::fen;
/// let read = fen::parse_position("4k3/8/8/8/8/8/8/4K2R_w_KQ_-", None);
/// let messages: Vec<_> = read.diagnostics.iter().map(|d| d.message.to_string()).collect();
/// assert_eq!(messages, [
///     "expected king and rook in their places for the castling right `Q`, but found them elsewhere",
///     "expected the number of half-moves, but found none; `0` is assumed",
///     "expected the number of the move, but found none; `1` is assumed",
/// ]);
/// assert_eq!(fen::position(&read.value, &Default::default()), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// ```
#[must_use]
pub fn parse_position(text: &str, variant: Option<Variant>) -> Parsed<Position> {
    let mut diagnostics = Vec::new();
    let start = unquoted(text, &mut diagnostics);
    let read = board(text, start, variant, &mut diagnostics);
    report_rest(text, read.rest, &mut diagnostics);
    crate::diagnostic::sort(&mut diagnostics);
    Parsed { value: read.position, diagnostics }
}

/// Reads the board of a game, or the two of bughouse parted by `|`.
/// Spans are bytes of `text`, from 0.
#[must_use]
pub fn parse_boards(text: &str, variant: Option<Variant>) -> Parsed<Boards> {
    let mut diagnostics = Vec::new();
    let start = unquoted(text, &mut diagnostics);
    let (value, rest) = boards_and_rest(text, start, variant, &mut diagnostics);
    report_rest(text, rest, &mut diagnostics);
    crate::diagnostic::sort(&mut diagnostics);
    Parsed { value, diagnostics }
}

/// Returns the boards, and where the text after them stands.
fn boards_and_rest(
    text: &str,
    quoted: Quoted,
    variant: Option<Variant>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Boards, std::ops::Range<usize>) {
    let inner = &text[..quoted.end];
    // A bar before the board of an address parts nothing.
    let bar = inner[quoted.start..].find('|').map(|i| quoted.start + i);
    if bar.is_none() && variant != Some(Variant::Bughouse)
        || variant.is_some_and(|v| v != Variant::Bughouse)
    {
        let read = board(text, quoted, variant, diagnostics);
        return (Boards::One(read.position), read.rest);
    }
    let variant = Some(Variant::Bughouse);
    let Some(bar) = bar else {
        let a = board(text, quoted, variant, diagnostics);
        let at = quoted.end;
        diagnostics.push(
            Diagnostic::new(
                &codes::BOARD_COUNT,
                at..at,
                message!("expected two boards parted by `|`, but found one; board B is assumed to be at its start"),
            )
            .expected("two boards", "one"),
        );
        let b = Position::start(Variant::Bughouse);
        return (Boards::Two(Box::new(Bughouse::new(a.position, b))), a.rest);
    };
    let a = board(text, Quoted { start: quoted.start, end: bar }, variant, diagnostics);
    report_rest(text, a.rest, diagnostics);
    let second = inner[bar + 1..].find('|').map_or(quoted.end, |i| bar + 1 + i);
    let b = board(text, Quoted { start: bar + 1, end: second }, variant, diagnostics);
    let mut rest = b.rest;
    if second < quoted.end {
        report_rest(text, rest, diagnostics);
        rest = quoted.end..quoted.end;
        diagnostics.push(
            Diagnostic::new(
                &codes::BOARD_COUNT,
                second..quoted.end,
                message!("expected two boards parted by `|`, but found more"),
            )
            .expected("two boards", &inner[second..]),
        );
    }
    (Boards::Two(Box::new(Bughouse::new(a.position, b.position))), rest)
}

/// Bounds of a FEN inside quotation marks.
#[derive(Clone, Copy)]
struct Quoted {
    start: usize,
    end: usize,
}

fn board(
    text: &str,
    quoted: Quoted,
    variant: Option<Variant>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Read {
    let fields = reader::scan(&text[..quoted.end], quoted.start, Suffix::Nothing);
    reader::resolve(&fields, variant, diagnostics)
}

/// Returns the length of a label or the front of an address before a position: `FEN:`,
/// `https://lichess.org/analysis/`.
#[must_use]
pub fn label_length(text: &str) -> usize {
    const SEPARATORS: usize = 7;
    let word = &text[..text.find(char::is_whitespace).unwrap_or(text.len())];
    if word.contains("://") {
        // The address ends with the eight ranks.
        let mut slashes = word.rmatch_indices('/').map(|(i, _)| i + 1);
        return slashes.nth(SEPARATORS).unwrap_or(0);
    }
    let label = text.get(..3).filter(|label| label.eq_ignore_ascii_case("FEN"));
    let rest = text.get(3..).unwrap_or_default();
    let bare = rest.trim_start_matches([' ', '\t', ':', '=']);
    if label.is_some() && bare.len() < rest.len() { text.len() - bare.len() } else { 0 }
}

fn unquoted(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Quoted {
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let mut open = text.len() - trimmed.len();
    let mut whole = Quoted { start: 0, end: text.len() };
    let label = open..open + label_length(trimmed);
    if !label.is_empty() {
        open = label.end;
        whole.start = open;
        let found = shortened(&text[label.clone()]);
        diagnostics.push(
            diagnostic!(
                &codes::LABELLED,
                label.clone(),
                "expected the ranks of a position, but found `{found}`",
                found
            )
            .fix(label, "", Confidence::Safe),
        );
    }
    let trimmed = &text[open..];
    let mut chars = trimmed.chars();
    let Some(quote @ ('"' | '\'' | '`' | '“' | '”' | '„' | '«' | '‘' | '’')) = chars.next()
    else {
        return whole;
    };
    let start = open + quote.len_utf8();
    let close = |c: char| matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '»' | '‘' | '’');
    let inner =
        text[start..].trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let bare = inner.trim_end_matches(close);
    let end = start + bare.len();
    diagnostics.push(
        diagnostic!(
            &codes::QUOTED,
            open..start,
            "expected the ranks of a position, but found the quotation mark `{found}`",
            found = quote
        )
        .fix(open..start, "", Confidence::Safe),
    );
    Quoted { start, end }
}

/// Returns true if a FEN's diagnostics say that pieces are missing or misplaced.
#[must_use]
pub fn is_doubtful(diagnostics: &[Diagnostic]) -> bool {
    let placement =
        [&codes::NO_POSITION, &codes::RANK_COUNT, &codes::RANK_LENGTH, &codes::BAD_SQUARE];
    diagnostics.iter().any(|d| placement.iter().any(|code| d.code.id == code.id))
}

/// Returns the loss of a position that could not be read.
#[must_use]
pub fn unread_loss() -> crate::Loss {
    crate::Loss(message!("the position, which could not be read"))
}

fn report_rest(text: &str, rest: std::ops::Range<usize>, diagnostics: &mut Vec<Diagnostic>) {
    if !rest.is_empty() {
        let token = Token { start: rest.start, text: &text[rest] };
        diagnostics.push(reader::trailing(token, &codes::TRAILING_TEXT));
    }
}
