//! Scoresheets of any kind: moves in any notation and language, found by legality.
//!
//! The text is read in every notation and language; the reading that plays furthest is taken.
//! Numbers lead: in a numbered game a move must follow its number, and words between a move and the
//! next number are prose.

use std::ops::Range;

use partie_core::{
    Boards, Comment, Game, Language, NodeId, Notation, ToValue, Variant, message::any_of,
};

use super::{
    account::UnclaimedWords,
    build::{build, remark_words},
    codes,
    evidence::Slot,
    front::{Front, mask},
    header::notation_named,
    heading::{self, first_move, heading, players},
    misread::Mended,
    reading::{Best, candidates},
    rest::stop_before_cells,
    sides::Sides,
    start::Start,
    table::Columns,
    tokens::{Token, TokenKind, tokens},
    vocabulary::moves::{is_mark, is_takes, is_towards},
    walk::{Cause, Walk},
};
use partie_formats::{
    Diagnostic, Parsed, ReadOptions, Severity,
    decode::{self, Decoded},
    diagnostic,
    ledger::{Claims, Part},
    message,
    text::is_whitespace,
};

pub use super::reading::{NotatedMoves, moves};

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::ReadOptions;
/// let game = partie_scoresheet::parse("1. e4 e5 2. Sf3 Sc6 3. Lb5".as_bytes(), &ReadOptions::default());
/// assert_eq!(game.value.ply_count(), 5);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let (mut parsed, kept) = parse_bytes(text, options, None);
    parsed.diagnostics.extend(kept.diagnostic());
    partie_formats::diagnostic::sort(&mut parsed.diagnostics);
    parsed
}

/// Parses like [`parse`] a text that may be a row of a table, and returns the kept words
/// unreported.
pub(super) fn parse_bytes(
    text: &[u8],
    options: &ReadOptions,
    columns: Option<&Columns>,
) -> (Parsed<Game>, UnclaimedWords) {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let (mut parsed, kept) = parse_text(&decoded.text, options, columns, &mut Claims::default());
    for d in &mut parsed.diagnostics {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
    }
    (parsed, kept.in_bytes(&decoded))
}

/// Parses a decoded text like [`parse_bytes`], and claims its parts.
pub(super) fn parse_text(
    text: &str,
    options: &ReadOptions,
    columns: Option<&Columns>,
    claims: &mut Claims,
) -> (Parsed<Game>, UnclaimedWords) {
    let mended = Mended::of(text);
    let mut out: Vec<Diagnostic> = mended.diagnostic(text).into_iter().collect();
    let (original, text) = (text, &*mended.text);
    let mut front = Front::of(text, columns);
    let mut start = Start::of(text, &front, options, &mut out);
    let turn = start.position.turn();
    let candidates = candidates(text, options);
    let sides = Sides::of(text, turn)
        .map(|sides| (sides.read(text, &start.position, &candidates), sides))
        .filter(|(reading, sides)| {
            // Names that look like moves stand above other moves.
            let is_played = reading.as_ref().is_some_and(|(_, walk)| walk.stopped.is_none());
            let others = mask(text, &sides.lines);
            let plays = || {
                moves(&others, &start.position, &candidates)
                    .is_some_and(|line| line.plies.len() > 1)
            };
            let are_names = !is_played && plays();
            if are_names {
                front.kept.extend(sides.lines.clone());
                partie_formats::text::sort_spans(&mut front.kept);
            }
            !are_names
        });
    if let Some((_, sides)) = &sides {
        front.consumed.extend(sides.keys.clone());
        partie_formats::text::sort_spans(&mut front.consumed);
    }
    let masked = front.moves(text);
    let shown = front.masked(original);
    let whole = text;
    let text = masked.as_str();
    let mut found = tokens(text);
    front.renumber(&mut found);
    let first = start.numbered(&found);
    let mut best = Best::of(text, without_headings(text, &found, false), &first, &candidates);
    if heading::has_moves(text) {
        let with_headings =
            Best::of(text, without_headings(text, &found, true), &first, &candidates);
        if with_headings.plies() > best.plies() {
            best = with_headings;
        }
    }
    if let Some(position) = start.chess960.take() {
        let other = Start { position, chess960: None };
        let first = other.numbered(&found);
        let castles = Best::of(text, without_headings(&masked, &found, false), &first, &candidates);
        if castles.plies() > best.plies() {
            (start, best) = (other, castles);
        }
    }
    if let Some((reading, _)) = sides {
        best = Best { reading, ties: Vec::new(), numbered: true };
    }
    let Best { reading, ties, numbered } = best;
    let mut game = start.game();
    let Some((notation, mut walk)) = reading else {
        return (Parsed::clean(game), UnclaimedWords::default());
    };
    stop_before_cells(whole, &front.kept, &start.numbered(&found), notation, &mut walk);
    let unplayable = start.position.problem().is_some();
    if unplayable && found.iter().any(|t| t.kind != TokenKind::Line) {
        // Signs may stand before the first token.
        let first = text.find(|c| !is_whitespace(c));
        game.unread = first.map(|first| shown[first..].trim().to_owned());
    }
    front.tell(whole, &mut game);
    // A game with players, or with numbered moves, gets a diagnostic for an illegal first move.
    let meant = front.is_of_chess() || Slot::first_two(text, &found) || {
        let named = game.tags.get("White").is_some() && game.tags.get("Black").is_some();
        named && Slot::first(text, &found)
    };
    let broken = walk.stopped.is_some() && meant && !unplayable;
    let few = match walk.plies.len() {
        1 => walk.stopped.as_ref().is_some_and(|stop| matches!(stop.cause, Cause::Illegal)),
        2 => !numbered,
        _ => false,
    };
    let is_prose = few && !front.is_of_chess() && are_in_sentences(text, &walk);
    let enough =
        !is_prose && (walk.plies.len() >= 2 || numbered && !walk.plies.is_empty() || broken);
    if !enough {
        walk = Walk { result: walk.result, ..Walk::default() };
    }
    if let Some(stop) = &walk.stopped {
        // It may stand inside of a cell.
        let at = stop.span.start;
        front.kept.retain(|cell| cell.start < at);
        front.kept.iter_mut().for_each(|cell| cell.end = cell.end.min(at));
    }
    // Otherwise the stop marks the first unreadable word.
    let unplayable = unplayable && walk.stopped.is_none();
    let remark = |walk: &mut Walk, span: Range<usize>| {
        let after = walk.plies.partition_point(|(_, ply)| ply.start < span.start);
        walk.remarks.push((after, span));
    };
    for cell in &front.kept {
        remark(&mut walk, cell.clone());
    }
    if !unplayable {
        for span in walk.claimed(&front.consumed, &found).left_over(&shown) {
            remark(&mut walk, span);
        }
    }
    walk.remarks.sort_by_key(|(after, span)| (*after, span.start));
    if enough {
        build(&shown, &walk, &mut game, &mut out);
        let named = notation_named(whole) == Some(notation);
        tell(notation, named, &ties, &walk, &mut out);
    } else {
        let words = walk.remarks.iter().map(|(_, span)| remark_words(&shown[span.clone()]));
        let comments = words.filter(|words| !words.is_empty()).map(Comment::after);
        game.tree.annotations_mut(NodeId::ROOT).comments.extend(comments);
    }
    if let Some(outcome) = walk.result {
        game.outcome = outcome;
    }
    front.check(whole, &mut game, &mut out);
    let mut kept = UnclaimedWords::default();
    if game.tree.is_empty() && !front.is_of_chess() && !(enough && broken) {
        out.push(no_game(original));
        game = start.game();
        game.unread = Some(original.trim().to_owned());
        game.start = Boards::unread(game.variant);
        claims.rest(0..text.len(), Part::Kept, Some(&codes::NO_GAME));
    } else if unplayable {
        walk.claimed(&front.consumed, &[]).claim(text, claims);
        if game.unread.is_some() {
            claims.rest(0..text.len(), Part::Kept, Some(&codes::START));
        }
    } else {
        let mut claimed = Claims::new(true).of_words();
        walk.claimed(&front.consumed, &found).claim(&shown, &mut claimed);
        claims.append(claimed.clone(), 0);
        kept = UnclaimedWords::of(&shown, &claimed.settle(&shown));
    }
    partie_formats::diagnostic::sort(&mut out);
    (Parsed { value: game, diagnostics: out }, kept)
}

/// Keeps a text without a game as it is.
pub(super) fn nothing(decoded: &Decoded<'_>) -> Parsed<Game> {
    let mut found = no_game(&decoded.text);
    found.span = decoded.byte_offset(found.span.start)..decoded.byte_offset(found.span.end);
    let mut game = Game::from_boards(Variant::Standard, Boards::unread(Variant::Standard));
    game.unread = Some(decoded.text.trim().to_owned());
    Parsed { value: game, diagnostics: vec![found] }
}

/// Returns the diagnostic of a text without a game.
pub(super) fn no_game(text: &str) -> Diagnostic {
    let start = text.len() - text.trim_start().len();
    Diagnostic::new(
        &codes::NO_GAME,
        start..text.trim_end().len().max(start),
        message!("expected moves that are legal from the start of a game, but found none"),
    )
}

/// Leaves out the tokens of lines above the game. Headings that do not name the players are
/// remarks; `moves` keeps the moves that stand in headings.
fn without_headings(text: &str, tokens: &[Token], moves: bool) -> Vec<Token> {
    let mut heads: Vec<(Range<usize>, Option<Range<usize>>)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let start = at + line.len() - line.trim_start().len();
        let end = start + words.len();
        if let Some(title) = heading(words) {
            let first = first_move(title).filter(|_| moves).unwrap_or(title.len());
            let begin = end - title.len();
            let remark = players(title).is_none().then_some(begin..begin + first);
            heads.push((start..begin + first, remark.filter(|r| !r.is_empty())));
        }
        at += line.len();
    }
    let mut heads = heads.into_iter().peekable();
    let mut body = Vec::with_capacity(tokens.len());
    for token in tokens {
        while let Some((_, remark)) = heads.next_if(|(head, _)| head.end <= token.span.start) {
            body.extend(remark.map(|span| Token { kind: TokenKind::Remark, span }));
        }
        if !heads.peek().is_some_and(|(head, _)| head.contains(&token.span.start)) {
            body.push(token.clone());
        }
    }
    body.extend(heads.filter_map(|(_, span)| Some(Token { kind: TokenKind::Remark, span: span? })));
    body
}

/// Returns true if the lines of all moves hold words of a sentence: `P-K4 is good, and P-K4 follows`.
fn are_in_sentences(text: &str, walk: &Walk) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_end_matches([',', '.', ';', ':']);
        let is_of_move = is_mark(word) || is_takes(word) || is_towards(word);
        word.len() > 1 && word.chars().all(char::is_lowercase) && !is_of_move
    };
    walk.plies.iter().all(|(_, span)| {
        let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |end| span.end + end);
        let others = [&text[start..span.start], &text[span.end..end]];
        others.iter().flat_map(|part| part.split_whitespace()).any(is_word)
    })
}

fn tell(
    notation: Notation,
    named: bool,
    ties: &[Notation],
    walk: &Walk,
    out: &mut Vec<Diagnostic>,
) {
    let place = walk.plies.first().map_or(0..0, |(_, s)| s.clone());
    let name = |n: &Notation| match n.language() {
        Some(language) => {
            message!("{notation} in `{language}`", notation = n.name(), language = language.code())
                .to_value()
        }
        None => n.name().to_value(),
    };
    if !ties.is_empty() {
        let message = message!(
            "read as {notation}, but {others} reads as far, with other moves",
            notation = name(&notation),
            others = any_of(ties.iter().map(name))
        );
        let mut tie = Diagnostic::new(&codes::TIE, place.clone(), message);
        // English is the default language.
        if notation.language().is_none_or(|l| l == Language::English) {
            tie.severity = Severity::Note;
        }
        out.push(tie);
    }
    if notation != Notation::San(Language::English) && !named {
        out.push(diagnostic!(
            &codes::LANGUAGE,
            place,
            "the moves were read as {notation}",
            notation = name(&notation)
        ));
    }
}
