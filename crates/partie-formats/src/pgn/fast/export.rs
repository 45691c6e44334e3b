//! A usual game, written as its tree would be, straight from its text.
//!
//! The words of a usual game are those of the export format already; what may differ
//! are the lines, the order of tags, the numbers of Black's moves, the signs for NAGs,
//! and a check mark that is missing. Nothing of it takes a tree, but where a tree would
//! be written in another order than it was read.

use std::{borrow::Cow, ops::Range};

use partie_core::{Color, Language, Notation, tags::ROSTER};

use super::{
    items::{Item, Sign},
    moves::How,
    tags::TagLines,
    view::{self, TextGame},
};
use crate::{
    Strip, WriteOptions,
    pgn::{
        fill::Filler,
        tags::{is_date, mend_date},
        unwrap_lines,
        words::Words,
        write::{stripped, unknown, write_tag},
    },
    replay::{is_fast, packed, push},
};

/// The order in which tags are written; most games have that of the game before.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    tags: Vec<Placed>,
    /// The layout of the tags that it is for, and whether only the needed ones are written.
    of: Option<((u64, usize), bool)>,
}

/// A tag in its order.
#[derive(Clone, Copy, Debug)]
struct Placed {
    key: u128,
    /// Its number among those that were read; of one that is missing, the highest.
    number: u32,
    is_date: bool,
}

impl Placed {
    /// Its place in the roster.
    const fn place(&self) -> usize {
        (self.key >> 120) as usize
    }
}

/// The place of the Result tag in the roster.
const RESULT: usize = ROSTER.len() - 1;

impl Order {
    /// Puts the tags of a text in order.
    fn put(&mut self, text: &[u8], tags: &TagLines, options: &WriteOptions) {
        let of = tags.layout().map(|layout| (layout, options.strip.tags));
        if of.is_some() && of == self.of {
            return;
        }
        self.of = of;
        let tags = &tags.all;
        let order = &mut self.tags;
        order.clear();
        let mut missing = 0x7f_u8;
        for (i, tag) in tags.iter().enumerate() {
            let name = &text[tag.name()];
            let place = ROSTER.iter().position(|known| known.as_bytes() == name);
            missing &= !place.map_or(0, |place| 1 << place);
            let needed = place.is_some() || matches!(name, b"FEN" | b"SetUp" | b"Variant");
            if needed || !options.strip.tags {
                let is_date = name.ends_with(b"Date");
                order.push(Placed { key: key(place, name), number: i as u32, is_date });
            }
        }
        for (place, name) in ROSTER.into_iter().enumerate() {
            if missing & 1 << place != 0 {
                let key = key(Some(place), name.as_bytes());
                order.push(Placed { key, number: u32::MAX, is_date: false });
            }
        }
        let name = |i: u32| tags.get(i as usize).map_or(&b""[..], |tag| &text[tag.name()]);
        let by_name = |a: &Placed, b: &Placed| name(a.number).cmp(name(b.number));
        order.sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| by_name(a, b)));
    }
}

/// Writes the tags. `None` if the text is not what it was taken for.
pub(super) fn tags(game: &TextGame<'_>, options: &WriteOptions, out: &mut Vec<u8>) -> Option<()> {
    let TextGame { text, tags, outcome, .. } = *game;
    let order = &mut *game.order.borrow_mut();
    order.put(text, tags, options);
    // Tags that stand one behind the other are written as one.
    let mut lines = 0..0;
    for placed in &order.tags {
        let Some(tag) = tags.all.get(placed.number as usize) else {
            put_lines(text, &mut lines, out);
            let name = ROSTER.get(placed.place())?;
            write_tag(name, unknown(name, outcome), out);
            continue;
        };
        let value = &text[tag.value()];
        if placed.place() == RESULT && value != outcome.as_pgn().as_bytes() {
            put_lines(text, &mut lines, out);
            write_tag("Result", outcome.as_pgn(), out);
            continue;
        }
        if placed.is_date
            && !is_date(value)
            && let Some(date) = mend_date(str::from_utf8(value).ok()?)
        {
            put_lines(text, &mut lines, out);
            write_tag(str::from_utf8(&text[tag.name()]).ok()?, &date, out);
            continue;
        }
        if tag.is_quoted(text) {
            put_lines(text, &mut lines, out);
            let name = str::from_utf8(&text[tag.name()]).ok()?;
            write_tag(name, str::from_utf8(value).ok()?, out);
            continue;
        }
        // Nothing in it must be escaped: the whole tag is written as it stands.
        let line = tag.name().start - 1..tag.value().end + 2;
        if line.start != lines.end + 1 || text[lines.end] != b'\n' {
            put_lines(text, &mut lines, out);
            lines.start = line.start;
        }
        lines.end = line.end;
    }
    put_lines(text, &mut lines, out);
    Some(())
}

/// Writes lines of a text; none are left.
#[inline]
fn put_lines(text: &[u8], lines: &mut Range<usize>, out: &mut Vec<u8>) {
    if lines.start < lines.end {
        out.extend_from_slice(&text[lines.clone()]);
        out.push(b'\n');
    }
    *lines = 0..0;
}

/// By what tags are ordered: the place in the roster, then as much of the name as fits.
fn key(place: Option<usize>, name: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes[0] = place.unwrap_or(ROSTER.len()) as u8;
    if place.is_none() {
        for (byte, letter) in bytes[1..].iter_mut().zip(name) {
            *byte = *letter;
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

    const fn is_white(&self) -> bool {
        self.plies & 1 == 0
    }

    /// Whether a number stands before the next move.
    const fn numbered(&self) -> bool {
        self.number || self.is_white()
    }

    const fn number_of_move(&self) -> u32 {
        self.plies / 2 + 1
    }

    /// The line behind some more moves.
    const fn behind(self, moves: u32, commented: bool) -> Line {
        Line {
            plies: self.plies + moves,
            moves: self.moves + moves,
            number: commented,
            branched: false,
            commented: false,
        }
    }
}

/// Writes the moves of a game that begins after so many half-moves. `None` if the tree would
/// be written in another order.
pub(super) fn moves(
    game: &TextGame<'_>,
    plies: u32,
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<()> {
    let TextGame { text, .. } = *game;
    let items = &game.items.all;
    let copies = options.strip == Strip::default();
    let mut words = Words::new();
    let mut corrections = game.corrections.iter().peekable();
    let mut translated = Translated::to(game, options.notation)?;
    let mut line = Line::new(plies);
    let mut stack: Vec<Line> = Vec::new();
    // A parenthesis that the next word or comment begins with.
    let mut opens = false;
    let mut played = 0;
    let mut at = 0;
    while let Some(item) = items.get(at) {
        let Some(sign) = item.sign_of_no_move() else {
            let most = match &translated {
                Some(_) => usize::MAX,
                None => corrections.peek().map_or(usize::MAX, |next| next.number - played),
            };
            let translation = translated.as_mut();
            let simple =
                gather(text, &items[at..], (line, opens), most, copies, (&mut words, translation));
            filler.gathered(&mut words);
            at += simple.items;
            played += simple.moves;
            let (mut moves, mut commented) = (simple.moves, simple.commented);
            if moves == 0 {
                moves = 1;
                at += 1;
                if line.numbered() {
                    filler.number(line.number_of_move(), line.is_white(), opens);
                }
                let correction = corrections.next_if(|next| next.number == played);
                match (&mut translated, correction.map(|next| next.how)) {
                    (Some(translated), _) => translated.write(item, line.is_white(), filler),
                    (None, Some(How::Written(word))) => filler.short(word),
                    (None, Some(How::Marked(mark))) => {
                        filler.copied(text, item.span());
                        filler.mark(mark);
                    }
                    (None, None) => filler.copied(text, item.span()),
                }
                played += 1;
            }
            opens = false;
            if !simple.annotated {
                let behind = annotations(&items[at..]);
                at += behind.len();
                commented = !behind.is_empty() && annotate(text, behind, options, filler)?;
            }
            line = line.behind(moves as u32, commented);
            continue;
        };
        at += 1;
        match sign {
            Sign::Open if options.strip.variations => {
                let (length, words) = variation(&items[at..])?;
                if let Some(translated) = &mut translated {
                    (0..words).for_each(|_| translated.skip());
                }
                at += length;
                played += words;
                while corrections.next_if(|next| next.number < played).is_some() {}
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
            Sign::Nag(_) | Sign::OddMove | Sign::Brace | Sign::BadGlyph => return None,
            Sign::OddNumber | Sign::Empty => {}
            Sign::Comment => {
                if comment(text, item.span(), opens, options, filler)? {
                    opens = false;
                    line.number = true;
                }
                line.commented = line.branched;
            }
        }
    }
    Some(())
}

/// Writes moves in another notation.
struct Translated<'a> {
    moves: view::Words<'a>,
    notation: Notation,
    word: Vec<u8>,
}

impl<'a> Translated<'a> {
    /// Begins with the first move of a game, unless its own words are the notation's. `None` if
    /// it takes the positions to write moves in it.
    #[allow(clippy::option_option, reason = "the outer one ends the writing")]
    fn to(game: &TextGame<'a>, notation: Notation) -> Option<Option<Translated<'a>>> {
        if notation == Notation::San(Language::English) {
            return Some(None);
        }
        let moves = view::Words::new(*game);
        is_fast(notation).then(|| Some(Translated { moves, notation, word: Vec::new() }))
    }

    /// Returns the next move, which stands in an item, if it has seven letters of ASCII at most.
    #[inline]
    fn short(&self, item: &Item) -> Option<u64> {
        packed(self.moves.peek(item), self.notation).filter(|word| word >> 56 == 0)
    }

    /// Writes the next move, which stands in an item.
    #[cold]
    fn write(&mut self, item: &Item, white: bool, filler: &mut Filler<'_>) {
        self.word.clear();
        push(&mut self.word, self.moves.next(item), turn(white), self.notation);
        filler.word(str::from_utf8(&self.word).unwrap_or_default());
    }

    /// Goes on after the next move.
    #[inline]
    fn skip(&mut self) {
        self.moves.advance();
    }
}

/// Returns the side to move.
const fn turn(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// What was gathered of a line.
#[derive(Default)]
struct Gathered {
    items: usize,
    moves: usize,
    /// What stands behind the last move was gathered, too; and it has a comment.
    annotated: bool,
    commented: bool,
}

/// Gathers the moves at the start of some items, so many at most, as long as there is room
/// and no variation or odd move comes; with what is behind them, if that is a NAG at most,
/// then a short comment at most.
#[inline]
fn gather(
    text: &[u8],
    items: &[Item],
    (line, opens): (Line, bool),
    most: usize,
    copies: bool,
    (words, mut translated): (&mut Words, Option<&mut Translated<'_>>),
) -> Gathered {
    let Line { mut plies, mut number, .. } = line;
    let mut done = Gathered::default();
    let sign = |at: usize| items.get(at).and_then(Item::sign_of_no_move);
    loop {
        let first = done.items;
        while done.moves < most
            && !words.is_full()
            && let Some(item) = items.get(done.items)
            && item.is_plain_move()
        {
            let white = plies & 1 == 0;
            let word = match &translated {
                Some(translated) => match translated.short(item) {
                    Some(word) => word,
                    None => break,
                },
                None => 0,
            };
            if (number || white) && !words.number(plies / 2 + 1, white, opens && done.moves == 0) {
                break;
            }
            match &mut translated {
                Some(translated) => {
                    words.short(word);
                    translated.skip();
                }
                None => words.copied(text, item.span()),
            }
            number = false;
            plies += 1;
            done.moves += 1;
            done.items += 1;
        }
        if done.items == first {
            return done;
        }
        (done.annotated, done.commented) = (false, false);
        let mut next = done.items;
        let nag = match sign(next) {
            Some(Sign::Nag(nag)) if copies => Some(nag),
            Some(Sign::Comment) if copies => None,
            _ => return done,
        };
        next += usize::from(nag.is_some());
        let comment = matches!(sign(next), Some(Sign::Comment)).then(|| items[next].span());
        next += usize::from(comment.is_some());
        if let Some(Sign::Nag(_) | Sign::Comment) = sign(next) {
            return done;
        }
        if let Some(nag) = nag {
            words.nag(nag);
            done.items += 1;
        }
        if let Some(comment) = comment {
            if !words.comment(text, &comment) {
                // It is taken by itself.
                return done;
            }
            (number, done.commented) = (true, true);
        }
        (done.items, done.annotated) = (next, true);
    }
}

/// The NAGs and comments at the start of some items.
#[inline]
fn annotations(items: &[Item]) -> &[Item] {
    let is_annotation =
        |item: &Item| matches!(item.sign_of_no_move(), Some(Sign::Nag(_) | Sign::Comment));
    let end = items.iter().position(|item| !is_annotation(item)).unwrap_or(items.len());
    &items[..end]
}

/// Writes what stands behind a move: NAGs, each once, then comments. Says whether there
/// were comments; `None` if the text is not what it was taken for.
#[inline]
fn annotate(
    text: &[u8],
    items: &[Item],
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<bool> {
    // Most have one of them.
    if let [item] = items {
        if let Some(Sign::Comment) = item.sign_of_no_move() {
            return comment(text, item.span(), false, options, filler);
        }
        if let Some(Sign::Nag(nag)) = item.sign_of_no_move()
            && !options.strip.nags
        {
            filler.nag(nag);
        }
        return Some(false);
    }
    annotate_more(text, items, options, filler)
}

/// The same for many of them.
#[inline(never)]
fn annotate_more(
    text: &[u8],
    items: &[Item],
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<bool> {
    if !options.strip.nags {
        let mut written = [0_u64; 4];
        for item in items {
            if let Some(Sign::Nag(nag)) = item.sign_of_no_move() {
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
    for item in items.iter().filter(|item| matches!(item.sign_of_no_move(), Some(Sign::Comment))) {
        any |= comment(text, item.span(), false, options, filler)?;
    }
    Some(any)
}

/// Writes a comment, unless nothing is left of it; says whether it did.
fn comment(
    text: &[u8],
    part: Range<usize>,
    opens: bool,
    options: &WriteOptions,
    filler: &mut Filler<'_>,
) -> Option<bool> {
    if !options.strip.touches_comments() && filler.copied_comment(text, part.clone(), opens) {
        return Some(true);
    }
    let text = str::from_utf8(&text[part]).ok()?;
    let unwrapped = match memchr::memchr(b'\n', text.as_bytes()) {
        Some(_) => Cow::from(unwrap_lines(text)),
        None => Cow::from(text),
    };
    let comment = stripped(&unwrapped, options);
    if let Some(comment) = &comment {
        filler.comment(comment, opens);
    }
    Some(comment.is_some())
}

/// How many items there are up to the end of a variation, and how many of them are moves.
fn variation(items: &[Item]) -> Option<(usize, usize)> {
    let (mut depth, mut words) = (1, 0);
    for (i, item) in items.iter().enumerate() {
        match item.sign_of_no_move() {
            None => words += 1,
            Some(Sign::Open) => depth += 1,
            Some(Sign::Close) => depth -= 1,
            Some(_) => {}
        }
        if depth == 0 {
            return Some((i + 1, words));
        }
    }
    None
}
