//! A usual game, written as its tree would be, straight from its text.
//!
//! The words of a usual game are those of the export format already; what may differ
//! are the lines, the order of tags, the numbers of Black's moves, the signs for NAGs,
//! and a check mark that is missing. Nothing of it takes a tree, but where a tree would
//! be written in another order than it was read.

use std::{borrow::Cow, ops::Range};

use partie_core::{
    Nag, Outcome, Ply,
    rules::fast::{FastBoard, FastMove, FastReader},
    tags::ROSTER,
};

use super::{
    items::{Item, Sign},
    moves::Moves,
    tags::RawTag,
};
use crate::{
    WriteOptions,
    pgn::{
        fill::Filler,
        tags::{is_date, mend_date},
        unwrap_lines,
        write::{stripped, unknown, write_tag},
    },
};

/// Whether a move has a check mark less than it should have, or is written in another way
/// altogether.
#[derive(Debug, Default)]
pub(super) struct Unmarked {
    any: bool,
    odd: bool,
}

impl Unmarked {
    pub(super) const fn any(&self) -> bool {
        self.any
    }

    /// Whether there are moves that are not written as the export format says.
    pub(super) const fn odd(&self) -> bool {
        self.odd
    }
}

impl Moves for Unmarked {
    const WORDS: bool = true;
    const COMMENTS: bool = false;

    fn ply(&mut self, ply: FastMove) {
        self.any |= ply.unmarked;
    }

    fn odd_ply(&mut self, _: Ply) {
        self.odd = true;
    }

    fn nag(&mut self, _: Nag) {}
    fn comment(&mut self, _: &str) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
}

/// The check marks that are missing among moves that are legal: the number of each move
/// among all of them, from 0, and the mark that is true.
pub(super) fn marks(items: &[Item], reader: &FastReader) -> Vec<(usize, u8)> {
    let mut marks = Vec::new();
    let mut board = FastBoard::new();
    let mut before = board;
    let mut stack = Vec::new();
    let mut moves = 0;
    for item in items {
        match item.word() {
            Ok(word) => {
                before = board;
                if board.play(reader, word).is_some_and(|ply| ply.unmarked) {
                    marks.push((moves, if board.has_legal_move() { b'+' } else { b'#' }));
                }
                moves += 1;
            }
            Err(Sign::Open) => {
                stack.push((board, before));
                board = before;
            }
            Err(Sign::Close) => {
                if let Some(outer) = stack.pop() {
                    (board, before) = outer;
                }
            }
            Err(_) => {}
        }
    }
    marks
}

/// The order in which tags are written; kept from game to game for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Order(Vec<(u128, u32)>);

/// Writes the tags.
pub(super) fn tags(
    text: &str,
    tags: &[RawTag],
    outcome: Outcome,
    options: &WriteOptions,
    order: &mut Order,
    out: &mut Vec<u8>,
) {
    let order = &mut order.0;
    order.clear();
    let mut missing = 0x7f_u8;
    for (i, tag) in tags.iter().enumerate() {
        let name = &text[tag.name()];
        let place = ROSTER.iter().position(|known| *known == name);
        missing &= !place.map_or(0, |place| 1 << place);
        let kept = !options.strip.tags || place.is_some() || matches!(name, "SetUp" | "Variant");
        if kept {
            order.push((key(place, name), i as u32));
        }
    }
    for (place, name) in ROSTER.into_iter().enumerate() {
        if missing & 1 << place != 0 {
            order.push((key(Some(place), name), u32::MAX));
        }
    }
    let name = |i: u32| tags.get(i as usize).map_or("", |tag| &text[tag.name()]);
    order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| name(a.1).cmp(name(b.1))));
    for (key, i) in order {
        let place = (*key >> 120) as usize;
        let roster = ROSTER.get(place).copied();
        let tag = tags.get(*i as usize);
        match (roster, tag) {
            (Some("Result"), _) => write_tag("Result", outcome.as_pgn(), out),
            (Some(name), None) => write_tag(name, unknown(name, outcome), out),
            (_, Some(tag)) => {
                let (name, value) = (&text[tag.name()], &text[tag.value()]);
                let odd = name.ends_with("Date") && !is_date(value);
                if let Some(date) = odd.then(|| mend_date(value)).flatten() {
                    write_tag(name, &date, out);
                } else if tag.is_quoted(text) {
                    write_tag(name, value, out);
                } else {
                    // Nothing in it must be escaped: the whole tag is written as it stands.
                    let tag = tag.name().start - 1..tag.value().end + 2;
                    out.extend_from_slice(text[tag].as_bytes());
                    out.push(b'\n');
                }
            }
            (None, None) => {}
        }
    }
}

/// By what tags are ordered: the place in the roster, then as much of the name as fits.
fn key(place: Option<usize>, name: &str) -> u128 {
    let mut bytes = [0; 16];
    bytes[0] = place.unwrap_or(ROSTER.len()) as u8;
    if place.is_none() {
        for (byte, letter) in bytes[1..].iter_mut().zip(name.bytes()) {
            *byte = letter;
        }
    }
    u128::from_be_bytes(bytes)
}

/// A line of moves that is being written.
#[derive(Clone, Copy)]
struct Line {
    /// How many half-moves were played before the next one.
    plies: u32,
    /// How many moves of the line itself were written.
    moves: u32,
    /// The number of Black's next move must be written.
    number: bool,
    /// A variation of the last move was there.
    branched: bool,
    /// A comment stands behind that variation.
    commented: bool,
}

impl Line {
    const fn new(plies: u32) -> Line {
        Line { plies, moves: 0, number: true, branched: false, commented: false }
    }
}

/// Writes the moves. `None` if the tree would be written in another order.
pub(super) fn moves(
    text: &str,
    items: &[Item],
    marks: &[(usize, u8)],
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<()> {
    let mut marks = marks.iter().peekable();
    let mut line = Line::new(0);
    let mut stack: Vec<Line> = Vec::new();
    // A parenthesis that the next word or comment begins with.
    let mut opens = false;
    let mut played = 0;
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        let Err(sign) = item.word() else {
            let white = line.plies & 1 == 0;
            if white || line.number {
                filler.number(line.plies / 2 + 1, white, opens);
                opens = false;
            }
            filler.short(letters(text, item.span()));
            if let Some((_, mark)) = marks.next_if(|(number, _)| *number == played) {
                filler.mark(*mark);
            }
            played += 1;
            let behind = annotations(&items[at..]);
            at += behind.len();
            line = Line {
                plies: line.plies + 1,
                moves: line.moves + 1,
                number: !behind.is_empty() && annotate(text, behind, options, filler),
                branched: false,
                commented: false,
            };
            continue;
        };
        match sign {
            Sign::Open if options.strip.variations => {
                let (length, words) = variation(&items[at..])?;
                at += length;
                played += words;
                while marks.next_if(|(number, _)| *number < played).is_some() {}
                line.branched = true;
            }
            Sign::Open => {
                // The variation of a variation's first move stands beside that variation
                // in the tree, and a comment between two variations behind them.
                if line.commented || !stack.is_empty() && line.moves == 1 {
                    return None;
                }
                stack.push(line);
                line = Line::new(line.plies - 1);
                opens = true;
            }
            Sign::Close => {
                filler.close();
                line = Line { number: true, branched: true, ..stack.pop()? };
            }
            // In the tree it belongs to the move before the variation.
            Sign::Nag(_) | Sign::OddMove => return None,
            Sign::OddNumber => {}
            Sign::Comment => {
                if comment(&text[item.span()], opens, options, filler) {
                    opens = false;
                    line.number = true;
                }
                line.commented = line.branched;
            }
        }
    }
    Some(())
}

/// The NAGs and comments at the start of some items.
#[inline]
fn annotations(items: &[Item]) -> &[Item] {
    let is_annotation = |item: &Item| matches!(item.word(), Err(Sign::Nag(_) | Sign::Comment));
    let end = items.iter().position(|item| !is_annotation(item)).unwrap_or(items.len());
    &items[..end]
}

/// Writes what stands behind a move: NAGs, each once, then comments. Says whether there
/// were comments.
#[inline(never)]
fn annotate(text: &str, items: &[Item], options: &WriteOptions, filler: &mut Filler<'_>) -> bool {
    if !options.strip.nags {
        let mut written = [0_u64; 4];
        for item in items {
            if let Err(Sign::Nag(nag)) = item.word() {
                let bits = &mut written[usize::from(nag / 64)];
                let bit = 1 << (nag % 64);
                if *bits & bit == 0 {
                    filler.nag(nag);
                }
                *bits |= bit;
            }
        }
    }
    let mut any = false;
    for item in items.iter().filter(|item| matches!(item.word(), Err(Sign::Comment))) {
        any |= comment(&text[item.span()], false, options, filler);
    }
    any
}

/// Writes a comment, unless nothing is left of it; says whether it did.
fn comment(text: &str, opens: bool, options: &WriteOptions, filler: &mut Filler<'_>) -> bool {
    let unwrapped = match memchr::memchr(b'\n', text.as_bytes()) {
        Some(_) => Cow::from(unwrap_lines(text)),
        None => Cow::from(text),
    };
    let comment = stripped(&unwrapped, options);
    if let Some(comment) = &comment {
        filler.comment(comment, opens);
    }
    comment.is_some()
}

/// How many items there are up to the end of a variation, and how many of them are moves.
fn variation(items: &[Item]) -> Option<(usize, usize)> {
    let (mut depth, mut words) = (1, 0);
    for (i, item) in items.iter().enumerate() {
        match item.word() {
            Ok(_) => words += 1,
            Err(Sign::Open) => depth += 1,
            Err(Sign::Close) => depth -= 1,
            Err(_) => {}
        }
        if depth == 0 {
            return Some((i + 1, words));
        }
    }
    None
}

/// A move's letters, seven at most, the first one lowest.
#[inline]
fn letters(text: &str, span: Range<usize>) -> u64 {
    let rest = &text.as_bytes()[span.start..];
    let unused = 64 - 8 * span.len().min(8) as u32;
    if let Some(bytes) = rest.first_chunk::<8>() {
        return u64::from_le_bytes(*bytes) << unused >> unused;
    }
    rest[..span.len()].iter().rev().fold(0, |letters, b| letters << 8 | u64::from(*b))
}
