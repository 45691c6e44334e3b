//! A usual game, written as its tree would be, straight from its text.
//!
//! The words of a usual game are those of the export format already; what may differ
//! are the lines, the order of tags, the numbers of Black's moves, the signs for NAGs,
//! and a check mark that is missing. Nothing of it takes a tree, but where a tree would
//! be written in another order than it was read.

use std::borrow::Cow;

use partie_core::{
    Nag, Outcome,
    rules::fast::{FastBoard, FastMove},
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

/// The moves whose check mark must be mended: their number among all moves, from 0, and
/// the mark that is true.
#[derive(Debug, Default)]
pub(super) struct Marks {
    moves: usize,
    mended: Vec<(usize, u8)>,
}

impl Moves for Marks {
    const WORDS: bool = true;
    const COMMENTS: bool = false;

    fn ply(&mut self, _: FastMove) {
        self.moves += 1;
    }

    fn unmarked(&mut self, after: &FastBoard) {
        let mark = if after.has_legal_move() { b'+' } else { b'#' };
        self.mended.push((self.moves, mark));
    }

    fn nag(&mut self, _: Nag) {}
    fn comment(&mut self, _: &str) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
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
    marks: &Marks,
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<()> {
    let mut marks = marks.mended.iter().peekable();
    let mut line = Line::new(0);
    let mut stack: Vec<Line> = Vec::new();
    // A parenthesis that the next word or comment begins with.
    let mut opens = false;
    let mut played = 0;
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += 1;
        if let Some(word) = item.word() {
            let white = line.plies & 1 == 0;
            if white || line.number {
                filler.number(line.plies / 2 + 1, white, opens);
                opens = false;
            }
            filler.short(word);
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
        }
        match item.sign() {
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
            Sign::Nag(_) => return None,
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
    let is_annotation =
        |item: &Item| item.word().is_none() && matches!(item.sign(), Sign::Nag(_) | Sign::Comment);
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
            if let Sign::Nag(nag) = item.sign() {
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
    for item in items.iter().filter(|item| matches!(item.sign(), Sign::Comment)) {
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
        if item.word().is_some() {
            words += 1;
            continue;
        }
        match item.sign() {
            Sign::Open => depth += 1,
            Sign::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((i + 1, words));
        }
    }
    None
}
