//! Any scoresheet: moves in whatever notation and language, found by legality.
//!
//! The text is read in every notation and language; the reading that plays furthest is
//! taken. Numbers lead: where they are there, a move must follow its number, and words
//! between a move and the next number are prose.

use std::{
    cmp::{Ordering, Reverse},
    ops::Range,
};

use partie_core::{
    Boards, Color, Comment, Game, Language, Move, Nag, NodeId, Notation, Outcome, Ply, Position,
    Role, Tree,
    moves::{
        NotRead, Reading,
        descriptive::{self, Knight},
        is_dash, san,
    },
};

use super::{
    account::{self, Claimed},
    codes,
    front::Front,
    header::notation_named,
    heading::{self, first_move, heading, players},
    ladder::{Ladder, begins_line},
    start::Start,
    table::Columns,
    tokens::{Kind, MARKS, Token, tokens},
    vocabulary::verdict,
};
use crate::{
    Diagnostic, Parsed, ReadOptions, Severity, decode,
    ledger::{Claims, Part},
};

/// Reads one game. Spans are in bytes of `text`.
///
/// ```
/// use partie_formats::{ReadOptions, scoresheet};
/// let game = scoresheet::parse("1. e4 e5 2. Sf3 Sc6 3. Lb5".as_bytes(), &ReadOptions::default());
/// assert_eq!(game.value.ply_count(), 5);
/// ```
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    parse_row(text, options, None)
}

/// As [`parse`], for a text that may be a row of a table.
pub(super) fn parse_row(
    text: &[u8],
    options: &ReadOptions,
    columns: Option<&Columns>,
) -> Parsed<Game> {
    let decoded = decode::decode(text, options.encoding.as_deref());
    let mut parsed = parse_text(&decoded.text, options, columns, &mut Claims::default());
    for d in &mut parsed.diagnostics {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
    }
    parsed
}

/// As [`parse_row`], of a decoded text; says what became of its parts.
pub(super) fn parse_text(
    text: &str,
    options: &ReadOptions,
    columns: Option<&Columns>,
    claims: &mut Claims,
) -> Parsed<Game> {
    let front = Front::of(text, columns);
    let mut out = Vec::new();
    let mut start = Start::of(text, &front, options, &mut out);
    let masked = front.masked(text);
    let found = tokens(&masked);
    let first = start.numbered(&found);
    let candidates = candidates(text, options);
    let mut best = Best::of(text, &without_headings(&masked, &found, false), &first, &candidates);
    if heading::has_moves(text) {
        let with_headings =
            Best::of(text, &without_headings(&masked, &found, true), &first, &candidates);
        if with_headings.plies() > best.plies() {
            best = with_headings;
        }
    }
    if let Some(position) = start.chess960.take() {
        let other = Start { position, chess960: None };
        let first = other.numbered(&found);
        let castles =
            Best::of(text, &without_headings(&masked, &found, false), &first, &candidates);
        if castles.plies() > best.plies() {
            (start, best) = (other, castles);
        }
    }
    let Best { reading, ties, numbered } = best;
    let mut game = start.game();
    let Some((notation, mut walk)) = reading else {
        return Parsed::clean(game);
    };
    let unplayable = start.position.problem().is_some();
    if unplayable {
        let words = found.iter().find(|t| t.kind != Kind::Line);
        game.unread = words.map(|first| text[first.span.start..].trim().to_owned());
    }
    front.tell(text, &mut game);
    // Of a game with players it is told that its first move is none.
    let broken = walk.stopped.is_some() && !game.tags.is_empty();
    let enough = walk.plies.len() >= 2 || numbered && (!walk.plies.is_empty() || broken);
    if !enough {
        walk = Walk { result: walk.result, ..Walk::default() };
    }
    // Otherwise it is known from which word on nothing could be read.
    let unplayable = unplayable && walk.stopped.is_none();
    let left_over = walk.claimed(&front.consumed, &found).left_over(text);
    for span in left_over.into_iter().filter(|_| !unplayable) {
        let after = walk.plies.partition_point(|(_, ply)| ply.start < span.start);
        walk.remarks.push((after, span));
    }
    walk.remarks.sort_by_key(|(after, span)| (*after, span.start));
    if enough {
        build(text, &walk, &mut game, &mut out);
        let named = notation_named(text) == Some(notation);
        tell(notation, named, &ties, &walk, &mut out);
    } else {
        let words = walk.remarks.iter().map(|(_, span)| remark_words(&text[span.clone()]));
        let comments = words.filter(|words| !words.is_empty()).map(Comment::after);
        game.tree.annotations_mut(NodeId::ROOT).comments.extend(comments);
    }
    if let Some(outcome) = walk.result {
        game.outcome = outcome;
    }
    if game.tree.is_empty() && game.tags.is_empty() && game.outcome == Outcome::Unknown {
        out.push(no_game(text));
        game.unread = Some(text.trim().to_owned());
        game.start = Boards::unread(game.variant);
        game.tree = Tree::new();
        claims.rest(0..text.len(), Part::Kept, Some(&codes::NO_GAME));
    } else if unplayable {
        walk.claimed(&front.consumed, &[]).claim(text, claims);
        claims.rest(0..text.len(), Part::Kept, Some(&codes::START));
    } else {
        let mut claimed = Claims::new(true).of_words();
        walk.claimed(&front.consumed, &found).claim(text, &mut claimed);
        claims.append(claimed.clone(), 0);
        account::report(text, &claimed.settle(text), &mut out);
    }
    out.sort_by_key(|d| d.span.start);
    Parsed { value: game, diagnostics: out }
}

/// The diagnostic of a text without a game.
pub(super) fn no_game(text: &str) -> Diagnostic {
    let start = text.len() - text.trim_start().len();
    Diagnostic::new(
        &codes::NO_GAME,
        start..text.trim_end().len().max(start),
        "expected moves that are legal from the start of a game, but found none",
    )
}

/// The reading of a text that plays furthest.
struct Best {
    reading: Option<(Notation, Walk)>,
    /// Notations that play as far, with other moves.
    ties: Vec<Notation>,
    /// Whether moves stand after their numbers.
    numbered: bool,
}

impl Best {
    fn of(text: &str, body: &[Token], start: &Position, candidates: &[Notation]) -> Best {
        let numbered = body.windows(2).any(|w| {
            matches!(w[0].kind, Kind::Number(n, _) if n == start.fullmoves())
                && w[1].kind == Kind::Word
        });
        let ladder = Ladder::of(body);
        let mut best: Option<(Notation, Walk)> = None;
        let mut ties: Vec<Notation> = Vec::new();
        for notation in candidates.iter().copied() {
            let read =
                |choices: &[Move]| walk(text, body, notation, start, &ladder, (numbered, choices));
            let walk = decided(read, body.len());
            let rank = rank(text, notation, &walk);
            let better = best.as_ref().is_none_or(|(n, b)| rank > self::rank(text, *n, b));
            if better {
                // Another language may fit as well; what needs no language is certain.
                let done = walk.complete
                    && rank.2 == Reverse(0)
                    && notation.language().is_none_or(|l| l == Language::English);
                best = Some((notation, walk));
                ties.clear();
                if done {
                    break;
                }
            } else if let Some((n, b)) = &best
                && walk.plies.len() == b.plies.len()
                && !b.plies.is_empty()
                && walk.stopped.is_none() == b.stopped.is_none()
                && rank >= self::rank(text, *n, b)
                && !walk.plies.iter().zip(&b.plies).all(|(a, b)| a.0 == b.0)
                // Short and long notation of one language read the same letters.
                && ties.iter().all(|t| t.language().is_none() || t.language() != notation.language())
            {
                ties.push(notation);
            }
        }
        Best { reading: best, ties, numbered }
    }

    fn plies(&self) -> usize {
        self.reading.as_ref().map_or(0, |(_, walk)| walk.plies.len())
    }
}

/// How good a reading is: by its length, by whether it comes to the end, and by how many
/// words begin with the letter of a pawn, which hardly anybody writes.
fn rank(text: &str, notation: Notation, walk: &Walk) -> (usize, bool, Reverse<usize>) {
    let pawn = match notation {
        Notation::San(language) | Notation::Long(language) => language.letter(Role::Pawn),
        _ => "",
    };
    let begins = |span: &Range<usize>| !pawn.is_empty() && text[span.clone()].starts_with(pawn);
    let pawns = walk.plies.iter().filter(|(_, span)| begins(span)).count();
    (walk.plies.len(), walk.stopped.is_none(), Reverse(pawns))
}

/// Readings to try, the likeliest first. A notation that the text names is the only one.
fn candidates(text: &str, options: &ReadOptions) -> Vec<Notation> {
    if let Some(notation) = notation_named(text) {
        return vec![options.language.map_or(notation, |l| notation.in_language(l))];
    }
    if let Some(language) = options.language {
        return vec![Notation::San(language), Notation::Long(language)];
    }
    let mut list = vec![
        Notation::San(Language::English),
        Notation::Long(Language::English),
        Notation::Uci,
        Notation::Smith,
        Notation::Iccf,
        Notation::Descriptive(Knight::N),
    ];
    for language in &Language::DISTINCT[1..] {
        list.push(Notation::San(*language));
        list.push(Notation::Long(*language));
    }
    list
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
            body.extend(remark.map(|span| Token { kind: Kind::Remark, span }));
        }
        if !heads.peek().is_some_and(|(head, _)| head.contains(&token.span.start)) {
            body.push(token.clone());
        }
    }
    body.extend(heads.filter_map(|(_, span)| Some(Token { kind: Kind::Remark, span: span? })));
    body
}

/// One reading of a text.
#[derive(Default)]
struct Walk {
    plies: Vec<(Ply, Range<usize>)>,
    /// Remarks and prose: after how many plies, and where.
    remarks: Vec<(usize, Range<usize>)>,
    /// A word where a move had to stand, or nothing was left to read.
    stopped: Option<(Range<usize>, String)>,
    /// The moves which that word can be, if it can be several.
    open: Vec<Move>,
    /// The words of which one of several moves was chosen: after how many plies, and where.
    chosen: Vec<(usize, Range<usize>)>,
    /// Signs, and after how many plies.
    nags: Vec<(usize, Nag)>,
    result: Option<Outcome>,
    /// Where the game ends, if a result says so behind its moves.
    end: Option<usize>,
    /// Every word was a move: no other reading can be better.
    complete: bool,
}

impl Walk {
    /// What it has made of the text.
    fn claimed<'a>(&self, tags: &'a [Range<usize>], tokens: &'a [Token]) -> Claimed<'a> {
        let stop = match (&self.stopped, self.end) {
            (Some((span, _)), _) if self.open.is_empty() => {
                Some((span.start, &codes::ILLEGAL_MOVE))
            }
            (Some((span, _)), _) => Some((span.start, &codes::AMBIGUOUS)),
            (None, end) => end.map(|end| (end, &codes::PROSE)),
        };
        Claimed {
            tags,
            tokens,
            moves: self.plies.iter().map(|(_, span)| span.clone()).collect(),
            comments: self.remarks.iter().map(|(_, span)| span.clone()).collect(),
            stop,
        }
    }
}

/// How often a game is read at most to find out which moves were meant.
const MOST_READINGS: usize = 256;

/// How many words are read at most for that: a book is not read again and again.
const MOST_WORDS: usize = 1 << 18;

/// Reads as often as some word can be several moves: the one is meant with which the game
/// goes on furthest, if there is one. `walk` gets the moves that were chosen so far, and
/// reads a text of so many words.
fn decided(walk: impl Fn(&[Move]) -> Walk, words: usize) -> Walk {
    let mut left = MOST_READINGS.min(MOST_WORDS / words.max(1));
    explore(&walk, &mut Vec::new(), &mut left).0
}

/// The reading with some choices, and how far it goes with the best ones behind them.
fn explore(
    walk: &impl Fn(&[Move]) -> Walk,
    choices: &mut Vec<Move>,
    left: &mut usize,
) -> (Walk, (usize, bool)) {
    let found = walk(choices);
    let reach = (found.plies.len(), found.stopped.is_none());
    let mut furthest = reach;
    let mut best = None;
    for m in &found.open {
        let Some(fewer) = left.checked_sub(1) else { return (found, reach) };
        *left = fewer;
        choices.push(*m);
        let (next, reach) = explore(walk, choices, left);
        choices.pop();
        match reach.cmp(&furthest) {
            Ordering::Greater => (furthest, best) = (reach, Some(next)),
            // Nobody knows which one is meant.
            Ordering::Equal => best = None,
            Ordering::Less => {}
        }
    }
    (best.unwrap_or(found), furthest)
}

fn walk(
    text: &str,
    body: &[Token],
    notation: Notation,
    start: &Position,
    ladder: &Ladder,
    (numbered, choices): (bool, &[Move]),
) -> Walk {
    let mut choices = choices.iter();
    let mut out = Walk {
        plies: Vec::new(),
        remarks: Vec::new(),
        open: Vec::new(),
        chosen: Vec::new(),
        stopped: None,
        nags: Vec::new(),
        result: None,
        end: None,
        complete: true,
    };
    let mut position = start.clone();
    let mut at = 0;
    // Whether the next word must be a move: it stands right behind its number or White's move.
    let mut due = !numbered;
    let mut prose: Option<Range<usize>> = None;
    while at < body.len() {
        crate::steps::add(1);
        let token = &body[at];
        let word = &text[token.span.clone()];
        match &token.kind {
            Kind::Line => {}
            Kind::Nag(nag) => {
                let alone = text[..token.span.start].ends_with(char::is_whitespace);
                if let Some(outcome) = winning(*nag)
                    && alone
                    && body[at + 1..].iter().all(|t| t.kind == Kind::Line)
                    && !out.plies.is_empty()
                {
                    out.result = Some(outcome);
                    out.end = Some(token.span.end);
                    break;
                }
                match &mut prose {
                    Some(range) => range.end = token.span.end,
                    None => out.nags.push((out.plies.len(), *nag)),
                }
            }
            Kind::Remark | Kind::Clock => out.remarks.push((out.plies.len(), token.span.clone())),
            Kind::Result(outcome) => {
                out.result.get_or_insert(*outcome);
                if !out.plies.is_empty() {
                    out.result = Some(*outcome);
                    out.end = Some(token.span.end);
                    break;
                }
            }
            Kind::Number(n, dots) => {
                let digits_move = notation == Notation::Iccf && *dots == 0 && word.len() >= 4;
                if digits_move {
                    if let Ok(reading) = notation.read(&position, word)
                        && position.play(reading.ply).is_ok()
                    {
                        out.plies.push((reading.ply, token.span.clone()));
                    } else {
                        out.complete = false;
                    }
                } else if numbered {
                    // A number inside a sentence, when the main line's own still follows. White's
                    // may be followed by Black's.
                    let own = begins_line(body, at) && *dots > 0 && position.turn() == Color::White;
                    let sideline = !own && ladder.comes_again(*n, at);
                    let expected = position.fullmoves() == *n && !sideline;
                    // Black's move again under its number, with or without dots.
                    due = expected;
                    if let Some(range) = &mut prose
                        && !expected
                    {
                        range.end = token.span.end;
                    }
                    if !expected && *dots > 0 && *n == position.fullmoves() + 1 {
                        // The number that should follow: a move is missing before it.
                        let next_is_move = body.get(at + 1).is_some_and(|t| t.kind == Kind::Word);
                        if next_is_move && out.plies.len() >= 2 {
                            due = false;
                        }
                    }
                }
            }
            Kind::Word => {
                // Words below White's move are a remark if Black's has a line of its own.
                due &= !(numbered
                    && begins_paragraph(text, body, at)
                    && ladder.comes_again(position.fullmoves(), at));
                let joined = match notation {
                    Notation::Descriptive(_) => joined(text, body, at, &position),
                    _ => None,
                };
                let is_joined = joined.is_some();
                let (candidate, next, reading) = match joined {
                    Some((candidate, next, reading)) => (candidate, next, Some(reading)),
                    None => (word.to_owned(), at + 1, None),
                };
                let mark = MARKS.contains(&word.to_lowercase().as_str()) && !out.plies.is_empty();
                let stray = word.chars().all(|c| !c.is_alphanumeric());
                if mark || stray {
                    at += 1;
                    continue;
                }
                let trusted = due || !numbered;
                let mut not_legal = false;
                let end = token.span.start + candidate.len();
                let ply = if trusted && may_be_move(&candidate) {
                    match reading.unwrap_or_else(|| notation.read(&position, &candidate)) {
                        Ok(reading) => Some(reading.ply),
                        Err(NotRead::Ambiguous(moves)) if due => {
                            let Some(m) = choices.next() else {
                                out.open = moves;
                                out.stopped = Some((token.span.start..end, candidate));
                                break;
                            };
                            out.chosen.push((out.plies.len(), token.span.start..end));
                            Some(Ply::Move(*m))
                        }
                        Err(NotRead::Illegal) => {
                            not_legal = is_joined || candidate.contains(|c| c == 'x' || is_dash(c));
                            None
                        }
                        Err(_) => None,
                    }
                } else {
                    None
                };
                let played = ply.filter(|p| *p != Ply::Null && position.play(*p).is_ok());
                if let Some(ply) = played {
                    flush(&mut prose, &mut out);
                    out.plies.push((ply, token.span.start..end));
                    // White's move is followed by Black's; Black's by a number.
                    due = position.turn() == Color::Black || !numbered;
                    at = next;
                    continue;
                }
                out.complete = false;
                if !out.plies.is_empty()
                    && let Some((end, outcome)) = verdict_at(text, body, at, position.turn())
                    && (prose.is_none()
                        || begins_sentence(text, token.span.start)
                        || ends_story(text, body, at, end))
                    && !ladder.goes_on(position.fullmoves(), at)
                {
                    out.result = Some(outcome);
                    out.end = Some(end);
                    break;
                }
                // What stands behind its number and looks like a move ends the reading if it
                // is none: the same number further on may belong to another line of play.
                if due && numbered && (looks_like_move(word) || is_piece_word(word) || not_legal) {
                    out.stopped = Some((token.span.start..end, candidate));
                    break;
                }
                due = !numbered;
                prose = Some(match prose {
                    Some(range) => range.start..token.span.end,
                    None => token.span.clone(),
                });
            }
        }
        at += 1;
    }
    flush(&mut prose, &mut out);
    out
}

/// The result that a sign means behind the last move.
fn winning(nag: Nag) -> Option<Outcome> {
    match nag.0 {
        18 => Some(Outcome::Win(Color::White)),
        19 => Some(Outcome::Win(Color::Black)),
        _ => None,
    }
}

/// A result in words, as `White resigns.`: where it ends, and what it says.
fn verdict_at(text: &str, body: &[Token], at: usize, turn: Color) -> Option<(usize, Outcome)> {
    const MOST_WORDS: usize = 6;
    let mut words = Vec::new();
    let mut end = body[at].span.start;
    for token in body[at..].iter().take_while(|t| t.kind == Kind::Word) {
        words.push(&text[token.span.clone()]);
        end = token.span.end;
        if words.len() > MOST_WORDS || text[end..].starts_with(['.', '!', ',', ';']) {
            break;
        }
    }
    Some((end, verdict(words.into_iter(), turn)?))
}

/// Whether a sentence ends with words such as `Black resigned` that name the side, and says
/// what happened and not what would have.
fn ends_story(text: &str, body: &[Token], at: usize, end: usize) -> bool {
    let start = body[at].span.start;
    let sentence = text[..start].rfind(['.', '!', '?']).map_or(0, |i| i + 1);
    let told = |color| verdict_at(text, body, at, color);
    let conditional = ["if", "would", "could", "might", "should", "had"];
    text[end..].starts_with('.')
        && told(Color::White) == told(Color::Black)
        && !text[sentence..start]
            .split_whitespace()
            .any(|word| conditional.contains(&word.to_lowercase().as_str()))
}

/// Whether a new line or sentence begins here.
fn begins_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['.', '!', '?', '\n', '\r', ')', '}'])
}

fn flush(prose: &mut Option<Range<usize>>, out: &mut Walk) {
    if let Some(range) = prose.take() {
        out.remarks.push((out.plies.len(), range));
    }
}

/// A piece of descriptive notation that stands alone, as the first word of `Kt x P`.
fn is_piece_word(word: &str) -> bool {
    word.len() <= 3
        && word
            .trim_start_matches(['Q', 'K'])
            .trim_start_matches(['P', 'R', 'B', 'N'])
            .trim_start_matches('t')
            .is_empty()
}

/// Whether a word can be a move at all: every notation has digits, dashes, crosses or
/// castling in its moves, but for `ed`.
fn may_be_move(word: &str) -> bool {
    word.len() == 2
        || word.bytes().any(|b| b.is_ascii_digit() || matches!(b, b'-' | b'x' | b'X' | b'O' | b':'))
        || word.to_lowercase().starts_with("castle")
        || !word.is_ascii()
}

fn looks_like_move(word: &str) -> bool {
    word.len() <= 14
        && word.chars().any(|c| c.is_ascii_digit())
        && (word.chars().any(char::is_alphabetic) || word.contains('-') || word.len() >= 4)
}

/// A descriptive move of one word or several, `P - Q B 4`, the token behind it, and what it is.
fn joined(
    text: &str,
    body: &[Token],
    at: usize,
    position: &Position,
) -> Option<(String, usize, Result<Reading, NotRead>)> {
    let start = body[at].span.start;
    let (length, reading) = descriptive::read_first(position, &text[start..])?;
    let end = start + length;
    let next = body[at..].iter().position(|t| t.span.start >= end);
    Some((text[start..end].to_owned(), next.map_or(body.len(), |i| at + i), reading))
}

/// Whether an empty line stands before a token.
fn begins_paragraph(text: &str, body: &[Token], at: usize) -> bool {
    let before = body[..at].iter().rfind(|t| t.kind != Kind::Line).map_or(0, |t| t.span.end);
    text[before..body[at].span.start].bytes().filter(|b| *b == b'\n').count() > 1
}

/// A remark without what encloses it, its line ends as spaces.
pub(super) fn remark_words(text: &str) -> String {
    let words = text.trim_start_matches(['{', ';', '(']).trim_end_matches(['}', ')']);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tree of a reading.
fn build(text: &str, walk: &Walk, game: &mut Game, out: &mut Vec<Diagnostic>) {
    let mut node = NodeId::ROOT;
    let mut remarks = walk.remarks.iter().peekable();
    let mut nags = walk.nags.iter().peekable();
    for i in 0..=walk.plies.len() {
        while let Some((_, span)) = remarks.next_if(|(after, _)| *after == i) {
            let words = remark_words(&text[span.clone()]);
            if !words.is_empty() {
                game.tree.annotations_mut(node).comments.push(Comment::after(words));
            }
        }
        while let Some((_, nag)) = nags.next_if(|(after, _)| *after == i) {
            game.tree.annotations_mut(node).nags.push(*nag);
        }
        if let Some((ply, _)) = walk.plies.get(i) {
            node = game.tree.add(node, *ply);
        }
    }
    // What stands behind the result is no part of the game.
    if let Some(end) = walk.end.filter(|end| text[*end..].contains(char::is_alphanumeric)) {
        let words = remark_words(&text[end..]);
        game.tree.annotations_mut(node).comments.push(Comment::after(words));
    }
    let ply = |before: usize| u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
    let mut chosen = walk.chosen.iter().peekable();
    let mut position = game.start.first().clone();
    for (i, (m, _)) in walk.plies.iter().enumerate() {
        if let Some((_, span)) = chosen.next_if(|(before, _)| *before == i) {
            let word = &text[span.clone()];
            let meant = san::write(&position, *m);
            let message = format!(
                "`{word}` can be several moves; {meant} was taken, with which the game goes on"
            );
            out.push(Diagnostic::new(&codes::CHOSEN, span.clone(), message).at_ply(ply(i)));
        }
        if position.play(*m).is_err() {
            break;
        }
    }
    if walk.stopped.is_none()
        && let Some((outcome, termination)) = position.end()
    {
        game.outcome = outcome;
        game.termination = Some(termination);
    }
    if let Some((span, word)) = &walk.stopped {
        game.unread = Some(text[span.start..].trim().to_owned());
        let (code, message) = if walk.open.is_empty() {
            let plies = walk.plies.len();
            let message = format!("expected a legal move after {plies} plies, but found `{word}`");
            (&codes::ILLEGAL_MOVE, message)
        } else {
            let moves = walk.open.iter().map(|m| san::write(&position, Ply::Move(*m)));
            let moves = moves.collect::<Vec<_>>().join(" or ");
            (&codes::AMBIGUOUS, format!("`{word}` can be {moves}"))
        };
        out.push(
            Diagnostic::new(code, span.clone(), message)
                .at_ply(ply(walk.plies.len()))
                .expected("a legal move", word.clone()),
        );
    }
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
        Some(language) => format!("{} in `{}`", n.name(), language.code()),
        None => n.name().to_owned(),
    };
    if !ties.is_empty() {
        let others: Vec<_> = ties.iter().map(name).collect();
        let message = format!(
            "read as {}, but {} reads as far, with other moves",
            name(&notation),
            others.join(" or ")
        );
        let mut tie = Diagnostic::new(&codes::TIE, place.clone(), message);
        // English is what is meant if nothing says otherwise.
        if notation.language().is_none_or(|l| l == Language::English) {
            tie.severity = Severity::Note;
        }
        out.push(tie);
    }
    if notation != Notation::San(Language::English) && !named {
        out.push(Diagnostic::new(
            &codes::LANGUAGE,
            place,
            format!("the moves were read as {}", name(&notation)),
        ));
    }
}
