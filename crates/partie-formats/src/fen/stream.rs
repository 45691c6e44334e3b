//! FENs one a line: read as games without moves, written as the last position of a game.

use std::{io, ops::Range};

use partie_core::{Boards, Comment, Game, NodeId, Outcome, Variant, message};

use super::{boards, codes, is_doubtful, parse_boards, reader, token::Token, unread_loss};
use crate::{
    Code, Diagnostic, Format, GameView, Loss, Lossy, Parsed, ReadOptions, WriteOptions,
    ledger::{Account, Claims},
    lines::{self, Records},
    view::{Extras, Note},
};

/// Tags with data of a transcript's first board that a FEN cannot carry.
pub const FIRST_BOARD_TAGS: [&str; 8] = [
    "GameNumber",
    "WhiteClock",
    "BlackClock",
    "WhiteStrength",
    "BlackStrength",
    "LastMove",
    "LastMoveVerbose",
    "TimeTaken",
];

/// Reads one position as a game of no moves. Remarks before it (lines that begin with
/// `#` or `%`) become a comment; text after it, or a line that is no position at all,
/// is kept as [`Game::unread`].
#[must_use]
pub fn parse(text: &[u8], options: &ReadOptions) -> Parsed<Game> {
    lines::parse(text, options, parse_text)
}

/// Accounts for each byte of a record.
pub fn account(bytes: &[u8], options: &ReadOptions) -> Account {
    lines::account(bytes, options, parse_text)
}

fn parse_text(text: &str, options: &ReadOptions, claims: &mut Claims) -> Parsed<Game> {
    let sorted = lines::sort(text);
    let line = sorted.lines.first().cloned().unwrap_or(text.len()..text.len());
    let Parsed { mut value, mut diagnostics } = parse_boards(&text[line.clone()], options.variant);
    let doubtful = is_doubtful(&diagnostics);
    if doubtful {
        value = Boards::unread(value.first().variant());
    }
    lines::shift(&mut diagnostics, line.start);
    for more in sorted.lines.iter().skip(1) {
        let token = Token { start: more.start, text: &text[more.clone()] };
        diagnostics.push(reader::trailing(token, &codes::TRAILING_TEXT));
    }
    let unread = unread(&diagnostics, doubtful.then_some(&line));
    for (span, code) in &unread {
        claims.keep(span.clone(), code);
    }
    lines::claim(text, claims);
    let unread: Vec<&str> = unread.into_iter().map(|(span, _)| text[span].trim()).collect();
    diagnostics.truncate(options.limits.diagnostics);
    let mut game = game(value);
    game.unread = (!unread.is_empty()).then(|| unread.join("\n"));
    remark(&mut game, sorted.remarks);
    Parsed { value: game, diagnostics }
}

/// Returns the words of a position that were not understood, and why; the whole line if it
/// holds no position.
#[must_use]
pub fn unread(
    diagnostics: &[Diagnostic],
    line: Option<&Range<usize>>,
) -> Vec<(Range<usize>, &'static Code)> {
    let inside = |span: &Range<usize>| {
        line.is_some_and(|line| line.start <= span.start && span.end <= line.end)
    };
    let doubtful = diagnostics.iter().find(|d| is_doubtful(std::slice::from_ref(d)));
    let words = diagnostics.iter().filter(|d| reader::is_unread(d) && !inside(&d.span));
    let mut unread: Vec<_> = words.map(|d| (d.span.clone(), d.code)).collect();
    if let (Some(line), Some(why)) = (line.filter(|l| !l.is_empty()), doubtful) {
        unread.push((line.clone(), why.code));
    }
    unread.sort_by_key(|(span, _)| span.start);
    unread.dedup_by(|(next, _), (span, _)| {
        let overlaps = next.start < span.end;
        if overlaps {
            span.end = span.end.max(next.end);
        }
        overlaps
    });
    unread
}

/// Puts the remarks before a position into a comment.
pub fn remark(game: &mut Game, words: String) {
    if !words.is_empty() {
        game.tree.annotations_mut(NodeId::ROOT).comments.push(Comment::after(words));
    }
}

/// Returns a game of no moves from a position.
#[must_use]
pub fn game(start: Boards) -> Game {
    let variant = match start.first().variant() {
        Variant::Standard if start.is_unread() => Variant::Standard,
        Variant::Standard if start != Boards::start(Variant::Standard) => Variant::FromPosition,
        variant => variant,
    };
    let start = match start {
        Boards::One(position) => Boards::One(position.with_variant(variant)),
        two @ Boards::Two(_) => two,
    };
    Game::from_boards(variant, start)
}

/// Reads a stream of FENs, one a line. Lines that begin with `#` or `%` are remarks on
/// the position after them.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Fen, options, lines::single, parse)
}

/// Writes the last position of a game's main line. The comment of a game of no moves is written as a
/// remark before it, if the options want [remarks](WriteOptions::remarks).
///
/// # Errors
///
/// Fails if the output fails. Everything else of the game is lost and named.
pub fn write(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let last = game.end();
    let mut lost = losses(game, "FEN");
    if last.is_unread() {
        lost.push(unread_loss());
        return Ok(Lossy { value: (), lost });
    }
    if !options.strip.comments && game.mainline().next().is_none() {
        for (_, note) in game.notes() {
            match note {
                Note::Comment(text, _) if options.remarks => write_remark(&text, out)?,
                Note::Comment(..) => {
                    lost.push(Loss(message!("the comments")));
                    break;
                }
                Note::Nag(_) => {}
            }
        }
    }
    let text = boards(&last, options);
    writeln!(out, "{text}")?;
    if let Some(loss) = lost_variant(game, &last, &text) {
        lost.push(loss);
    }
    Ok(Lossy { value: (), lost })
}

/// Writes words as remark lines.
///
/// # Errors
///
/// Fails if the writer fails.
pub(crate) fn write_remark(words: &str, out: &mut impl io::Write) -> io::Result<()> {
    // A lone CR ends a line, too.
    let lines = words.lines().flat_map(|line| line.split('\r'));
    lines.map(str::trim).try_for_each(|line| writeln!(out, "# {line}"))
}

/// Lists the parts of a game that a position alone does not carry.
pub fn losses(game: &impl GameView, format: &str) -> Vec<Loss> {
    let mut lost = Vec::new();
    if game.mainline().next().is_some() {
        lost.push(Loss(message!("the moves ({format} is one position: the last)", format)));
        let Extras { comments, nags, variations } = game.extras();
        if comments {
            lost.push(Loss(message!("the comments")));
        }
        if nags {
            lost.push(Loss(message!("the NAGs")));
        }
        if variations > 0 {
            lost.push(Loss(message!("the variations")));
        }
    }
    let is_lost = |name: &str| !matches!(name, "FEN" | "SetUp" | "Variant" | "Result");
    if game.tags().any(|(name, _)| is_lost(name)) {
        lost.push(Loss(message!("the tags")));
    }
    if game.tags().any(|(name, _)| FIRST_BOARD_TAGS.contains(&name)) {
        lost.push(Loss(message!(
            "the board's clocks, last move, time taken, strength and game number"
        )));
    }
    if game.outcome() != Outcome::Unknown || game.termination().is_some() {
        lost.push(Loss(message!("the result")));
    }
    if game.unread().is_some() {
        lost.push(Loss(message!("text that could not be read")));
    }
    lost
}

/// Returns the variant, if the text of the position does not show it.
pub(crate) fn lost_variant(game: &impl GameView, last: &Boards, text: &str) -> Option<Loss> {
    // A position of a game from the standard start is always read as orthodox chess.
    game.start()?;
    let read = self::game(parse_boards(text, None).value).variant;
    // How the castling rights are meant matters only while there are some.
    let castles = !last.first().castling_rights().is_empty();
    let orthodox = read.is_orthodox() && game.variant().is_orthodox();
    let same_castling = (read == Variant::Chess960) == last.first().castling_mode().is_chess960();
    let is_shown = read == game.variant() || orthodox && (same_castling || !castles);
    (!is_shown).then(|| Loss(message!("the variant, {variant}", variant = game.variant().name())))
}
