//! Games with PGN tags whose moves are not algebraic: descriptive (`P-K4`), ICCF or Smith
//! notation. Their moves are rewritten as SAN before the game is read; all else stays.

use std::{borrow::Cow, ops::Range};

use partie_core::{
    Notation, Ply, Position,
    moves::{descriptive::Knight, san},
};

use super::{
    codes,
    examine::{Examined, examine},
    movetext::Gather,
    token::{self, Token, TokenKind},
};
use partie_formats::{Confidence, Diagnostic, ReadOptions, decode::Decoded, ledger::Part, message};
use partie_scoresheet::free;

/// Notations that are tried.
const NOTATIONS: [Notation; 3] =
    [Notation::Descriptive(Knight::N), Notation::Iccf, Notation::Smith];

/// Number of plies up to which a game that stops in algebraic notation is tried in others.
const MOST_PLIES: usize = 4;

/// A game's text with its moves in SAN.
pub(crate) struct InSan<'a> {
    pub(crate) decoded: Decoded<'a>,
    /// Diagnostic that names the notation; its place is in bytes of the record.
    pub(crate) diagnostic: Diagnostic,
    /// Confidence in the moves.
    pub(crate) confidence: Confidence,
}

/// Most readings of a game with its moves in SAN. Each leaves more of them as they stand.
const MOST_READINGS: usize = 3;

/// Writes the moves of a game that stopped at its first moves in SAN, from the notation that gets
/// furthest. Words that are then not read as moves stay as they stand.
pub(crate) fn in_san<'a, 't>(
    decoded: &Decoded<'a>,
    tokens: impl FnOnce() -> Cow<'t, [Token]>,
    examined: &Examined,
    options: &ReadOptions,
) -> Option<InSan<'a>> {
    let plies = examined.parsed.value.tree.mainline().take(MOST_PLIES + 1).count();
    let is_strange = |d: &Diagnostic| [codes::NOT_A_MOVE.id, codes::PROSE.id].contains(&d.code.id);
    let start = &examined.choice.start;
    if plies > MOST_PLIES
        || !examined.parsed.diagnostics.iter().any(is_strange)
        || start.problem().is_some()
    {
        return None;
    }
    let text = &*decoded.text;
    let tokens = &*tokens();
    let is_other =
        |t: &Token| t.kind != TokenKind::Whitespace && may_be_read(&text[t.span.clone()]);
    if !tokens.iter().any(is_other) {
        return None;
    }
    let (mainline, variations) = parts(text, tokens);
    let line = free::moves(&mainline, start, &NOTATIONS)?;
    let whole = line.plies.len() == 1 && line.whole;
    if line.plies.len() < plies + 2 && !(whole && plies == 0) {
        return None;
    }
    let words = written(text, tokens, &variations, &line, start);
    let mut words: Vec<_> = words.iter().map(|(span, san)| (span.clone(), san.as_str())).collect();
    let first = &line.plies[0].1;
    let mut message =
        message!("the moves were read in {notation} notation", notation = name(line.notation));
    let confidence = match line.chosen {
        0 => Confidence::Safe,
        n => {
            message.push(message!(
                "; {ambiguous} ambiguous, resolved by how the game continues",
                ambiguous = n
            ));
            Confidence::Likely
        }
    };
    let place = decoded.byte_offset(first.start)..decoded.byte_offset(first.end);
    let diagnostic = Diagnostic::new(&codes::NOTATION, place, message);
    for _ in 0..MOST_READINGS {
        let decoded = decoded.clone().with_replacements(&words);
        let tokens = token::scan(&decoded.text);
        let again = examine(&decoded.text, &tokens, options, Gather::Claims);
        if again.parsed.value.tree.mainline().take(plies + 1).count() <= plies {
            return None;
        }
        let read = again.claims.settle(&decoded.text).spans;
        let mut moves = read.iter().filter(|s| s.part == Part::Move).map(|s| s.bytes.start);
        let mut next = moves.next();
        let mut places = places(&words).into_iter();
        let all = words.len();
        words.retain(|_| {
            let place = places.next().expect("each word has a place");
            while next.is_some_and(|next| next < place) {
                next = moves.next();
            }
            next == Some(place)
        });
        if words.len() == all {
            return Some(InSan { decoded, diagnostic, confidence });
        }
    }
    None
}

/// Returns true if a word may be a move, or the piece of one, in one of the notations that are
/// tried. Errs on the side of true; such a game has many of them.
fn may_be_read(word: &str) -> bool {
    let bytes = word.as_bytes();
    let squares = bytes.windows(2).filter(|w| matches!(w, [b'a'..=b'h', b'1'..=b'8'])).count();
    let digits = bytes.iter().take_while(|b| matches!(b, b'1'..=b'8')).count();
    let piece = matches!(bytes.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N' | b'P'))
        || bytes.starts_with(b"k")
        || bytes.starts_with(b"p");
    squares > 1 || digits > 3 || piece && squares == 0
}

/// Returns where each replacement begins in the text that they make.
fn places(words: &[(Range<usize>, &str)]) -> Vec<usize> {
    let mut end = 0;
    let mut at = 0;
    let place = |(span, word): &(Range<usize>, &str)| {
        let start = end + (span.start - at);
        (end, at) = (start + word.len(), span.end);
        start
    };
    words.iter().map(place).collect()
}

const fn name(notation: Notation) -> &'static str {
    match notation {
        Notation::Descriptive(_) => "descriptive",
        Notation::Iccf => "ICCF",
        Notation::Smith => "Smith",
        _ => notation.name(),
    }
}

/// Spaces out all but the words of the main line, and returns the tokens of the variations'
/// parentheses.
fn parts(text: &str, tokens: &[Token]) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len());
    let mut variations = Vec::new();
    let mut depth = 0_usize;
    // The end of an origin in parentheses, as in `R(K2)-Q2`.
    let mut inner_end = 0;
    for (i, token) in tokens.iter().enumerate() {
        let inner = i < inner_end;
        match token.kind {
            TokenKind::Open if !inner && is_origin(text, &tokens[i..]) => inner_end = i + 3,
            TokenKind::Open => {
                variations.push(i);
                depth += 1;
            }
            TokenKind::Close if !inner => {
                variations.push(i);
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        let words = &text[token.span.clone()];
        let is_word = matches!(
            token.kind,
            TokenKind::Word
                | TokenKind::Number { .. }
                | TokenKind::Whitespace
                | TokenKind::Stray
                | TokenKind::Glyph
        );
        if i < inner_end || depth == 0 && is_word {
            out.push_str(words);
        } else {
            out.extend(std::iter::repeat_n(' ', words.len()));
        }
    }
    (out, variations)
}

/// Returns true if a parenthesis holds the origin of a piece.
fn is_origin(text: &str, tokens: &[Token]) -> bool {
    let [_, word, close, rest @ ..] = tokens else { return false };
    let next = rest.iter().find(|t| t.kind != TokenKind::Whitespace).map(|t| &text[t.span.clone()]);
    (&word.kind, &close.kind) == (&TokenKind::Word, &TokenKind::Close)
        && word.span.len() <= 4
        && next.is_some_and(|next| next.starts_with(['-', 'x', 'X', '×']))
}

/// Returns the moves of the main line and its variations in SAN, in the order of the text. A
/// variation is read up to the first word that is not a move.
fn written(
    text: &str,
    tokens: &[Token],
    variations: &[usize],
    line: &free::NotatedMoves,
    start: &Position,
) -> Vec<(Range<usize>, String)> {
    /// A line of moves: its position, the position before its last move, and its readability.
    struct Frame {
        now: Position,
        before: Position,
        reads: bool,
    }
    let mut frame = Frame { now: start.clone(), before: start.clone(), reads: true };
    let mut stack: Vec<Frame> = Vec::new();
    let mut words = Vec::new();
    let mut play = |frame: &mut Frame, ply: Ply, span: Range<usize>| {
        let san = san::write(&frame.now, ply);
        let before = frame.now.clone();
        if frame.now.play(ply).is_ok() {
            frame.before = before;
            words.push((span, san));
        }
    };
    let mut mainline = line.plies.iter().peekable();
    let mut parentheses = variations.iter().peekable();
    for (i, token) in tokens.iter().enumerate() {
        if parentheses.next_if_eq(&&i).is_some() {
            if token.kind == TokenKind::Open {
                let now = frame.before.clone();
                let inner = Frame { before: now.clone(), now, reads: frame.reads };
                stack.push(std::mem::replace(&mut frame, inner));
            } else if let Some(outer) = stack.pop() {
                frame = outer;
            }
            continue;
        }
        if stack.is_empty() {
            while let Some((ply, span)) = mainline.next_if(|(_, s)| s.start < token.span.end) {
                play(&mut frame, *ply, span.clone());
            }
        } else if token.kind == TokenKind::Word && frame.reads {
            let word = &text[token.span.clone()];
            match line.notation.read(&frame.now, word) {
                Ok(reading) => play(&mut frame, reading.ply, token.span.clone()),
                Err(_) => frame.reads = false,
            }
        }
    }
    words
}
