//! Views of games that still stand in their text.

use std::{
    borrow::Cow,
    cell::{OnceCell, RefCell},
    hint::cold_path,
    ops::Range,
};

use partie_core::{
    BoardId, Boards, Comment, CommentPlace, Game, Nag, NodeId, Notation, Outcome, Ply, Termination,
    Tree, Variant,
    rules::fast::{FastBoard, FastMove},
};

use super::tags::TagLines;
use crate::{
    lex::{Item, Items, LOWEST, Sign, load},
    movetext::{Buffers, play_items},
    outcome::termination_of,
    plies::{Correction, How, Plies, Sink},
    write::{self, TagOrder, on_one_line},
};
use partie_formats::{
    Loss, ReadOptions, WriteOptions,
    replay::{length_of, packed},
    view::{Event, Extras, GameView, Note, PlayedMove},
};

/// A game that was read, and its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextGame<'a> {
    pub(super) text: &'a [u8],
    pub(super) tags: &'a TagLines,
    pub(super) items: &'a Items,
    /// All moves, if they were kept.
    pub(super) plies: Option<&'a Plies>,
    pub(super) corrections: &'a [Correction],
    /// The start position, if it is not the standard one.
    pub(super) start: Option<&'a Boards>,
    pub(super) end: &'a FastBoard,
    pub(crate) outcome: Outcome,
    /// The reason for the result, if the last position decides.
    pub(super) termination: Option<&'a Termination>,
    /// Order of the tags in writing, which most games share with the one before.
    pub(super) order: &'a RefCell<TagOrder>,
}

impl<'a> TextGame<'a> {
    /// Returns all moves, which are played again unless they were kept.
    fn plies(&self) -> Cow<'a, Plies> {
        if let Some(plies) = self.plies {
            return Cow::Borrowed(plies);
        }
        let mut plies = Plies::default();
        let start = self.start.and_then(|start| FastBoard::from_position(start.first()));
        let (mut board, sink) = (start.unwrap_or_default(), Sink::Plies(&mut plies));
        let mut buffers = Buffers::default();
        let (place, options) = ((&mut board, &mut buffers), ReadOptions::default());
        let end = self.items.all.last().map_or(0, |last| last.span().end);
        let _ = play_items(&self.text[..end], self.items, None, place, sink, &options);
        Cow::Owned(plies)
    }

    /// Returns the places of all tags: of the name and of the whole pair.
    pub(crate) fn tag_places(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let tags = self.tags.all.iter();
        tags.map(|tag| (tag.name(), tag.name().start - 1..tag.value().end + 2))
    }
}

impl TextGame<'_> {
    /// Returns the numbers of the moves of the main line among all, from 0.
    #[inline]
    fn main_numbers(&self) -> impl Iterator<Item = usize> {
        let (mut depth, mut number) = (0_usize, 0);
        self.items.all.iter().filter_map(move |item| {
            match item.sign_of_no_move() {
                None => {
                    number += 1;
                    return (depth == 0).then_some(number - 1);
                }
                Some(Sign::Open) => depth += 1,
                Some(Sign::Close) => depth -= 1,
                _ => {}
            }
            None
        })
    }
}

/// Gives the comments their texts.
struct Comments<'a> {
    game: TextGame<'a>,
    /// The text of the game, decoded on first use, if it is UTF-8.
    whole: OnceCell<Option<&'a str>>,
}

impl<'a> Comments<'a> {
    const fn new(game: TextGame<'a>) -> Comments<'a> {
        Comments { game, whole: OnceCell::new() }
    }

    /// Returns the text of the comment that stands in an item, on one line.
    fn text(&self, item: &Item) -> Cow<'a, str> {
        let TextGame { text, items, .. } = self.game;
        // Checking each comment separately takes longer.
        let whole = *self.whole.get_or_init(|| {
            let end = items.all.last().map_or(0, |last| last.span().end);
            str::from_utf8(&text[..end]).ok()
        });
        let text = match whole.and_then(|whole| whole.get(item.span())) {
            Some(text) => Cow::Borrowed(text),
            None => String::from_utf8_lossy(&text[item.span()]),
        };
        on_one_line(text)
    }
}

/// Returns the letters of a move, the first one in the lowest byte, and their number. Other letters
/// may follow.
#[inline]
pub(super) fn letters_of(text: &[u8], item: &Item) -> (u64, usize) {
    let Range { start, end } = item.span();
    let bytes = text.get(start..start + 8).and_then(<[u8]>::first_chunk);
    let letters = bytes.map_or_else(|| load(text, start), |bytes| u64::from_le_bytes(*bytes));
    (letters, end.wrapping_sub(start))
}

/// Gives the moves their letters in short algebraic notation.
pub(super) struct Letters<'a> {
    text: &'a [u8],
    /// The corrections of moves that are still to come.
    pub(super) corrections: &'a [Correction],
    /// Number of moves before the next one.
    played: usize,
}

impl<'a> Letters<'a> {
    /// Starts at the first move.
    pub(super) const fn new(game: &TextGame<'a>) -> Letters<'a> {
        Letters { text: game.text, corrections: game.corrections, played: 0 }
    }

    /// Returns the letters of the next move, from its item, the first one in the lowest byte, and
    /// their number. Other letters may follow.
    #[inline]
    fn peek(&self, item: &Item) -> (u64, usize) {
        let word = letters_of(self.text, item);
        let Some(correction) = self.correction() else { return word };
        match correction.how {
            How::Written(word) => (word, length_of(word)),
            How::Marked(mark) => {
                // A mate may be marked as a check.
                let marked = matches!(self.text[item.span().end - 1], b'+' | b'#');
                let letters = word.1 - usize::from(marked);
                let word = word.0 & LOWEST[letters & 7] | u64::from(mark) << (8 * (letters & 7));
                (word, letters + 1)
            }
        }
    }

    /// Goes on after the next move.
    #[inline]
    fn advance(&mut self) {
        if self.correction().is_some() {
            self.corrections = &self.corrections[1..];
        }
        self.played += 1;
    }

    /// Returns the letters of the next move as [`Letters::peek`] does, and goes on after it.
    #[inline]
    pub(super) fn next(&mut self, item: &Item) -> (u64, usize) {
        let word = self.peek(item);
        self.advance();
        word
    }

    /// Returns the correction of the next move.
    #[inline]
    fn correction(&self) -> Option<&'a Correction> {
        self.corrections.first().filter(|correction| correction.number == self.played)
    }
}

/// Gives the moves with their words.
pub(super) struct Words<'a> {
    plies: Cow<'a, Plies>,
    letters: Letters<'a>,
}

impl<'a> Words<'a> {
    /// Starts at the first move.
    pub(super) fn new(game: TextGame<'a>) -> Words<'a> {
        Words { plies: game.plies(), letters: Letters::new(&game) }
    }

    /// Returns the next move, which stands in an item, and goes on after it.
    #[inline]
    pub(super) fn next(&mut self, item: &Item) -> PlayedMove {
        let ply = self.plies.get(self.letters.played);
        let (word, length) = self.letters.next(item);
        PlayedMove { board: BoardId::A, ply, san: Some(word & LOWEST[length & 7]) }
    }

    /// Returns the letters of the next move in a notation, and their number, and advances past it;
    /// `None` for more than seven letters.
    #[inline]
    pub(super) fn next_packed(&mut self, item: &Item, notation: Notation) -> Option<(u64, usize)> {
        let ply = self.plies.get(self.letters.played);
        let (word, length) = self.letters.peek(item);
        let san = Some(word & LOWEST[length & 7]);
        let word = packed(PlayedMove { board: BoardId::A, ply, san }, notation)?;
        (word >> 56 == 0).then(|| {
            self.letters.advance();
            (word, length_of(word))
        })
    }
}

/// The state of a line.
#[derive(Clone, Copy, Debug, Default)]
struct ViewedLine {
    moved: bool,
    after_variation: bool,
}

/// A part of a movetext.
enum MovetextPart {
    Move,
    Nag(Nag),
    Comment(CommentPlace),
    BeginVariation,
    EndVariation,
}

/// An iterator over the parts of a movetext, each with its item.
struct Parts<'a> {
    items: &'a [Item],
    at: usize,
    line: ViewedLine,
    stack: Vec<ViewedLine>,
}

impl<'a> Parts<'a> {
    const fn new(items: &'a [Item]) -> Parts<'a> {
        let line = ViewedLine { moved: false, after_variation: false };
        Parts { items, at: 0, line, stack: Vec::new() }
    }

    /// Returns the place of a comment that stands here.
    fn place(&self) -> CommentPlace {
        let ViewedLine { moved, after_variation } = self.line;
        if !after_variation && (moved || self.stack.is_empty()) {
            return CommentPlace::After;
        }
        if self.is_followed_by_move() { CommentPlace::Before } else { CommentPlace::Last }
    }

    /// Returns true if the line has another move.
    fn is_followed_by_move(&self) -> bool {
        let mut depth = 0_usize;
        for item in &self.items[self.at..] {
            match item.sign_of_no_move() {
                None if depth == 0 => return true,
                Some(Sign::Close) if depth == 0 => return false,
                Some(Sign::Open) => depth += 1,
                Some(Sign::Close) => depth -= 1,
                _ => {}
            }
        }
        false
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = (MovetextPart, &'a Item);

    #[inline]
    fn next(&mut self) -> Option<(MovetextPart, &'a Item)> {
        loop {
            let item = self.items.get(self.at)?;
            self.at += 1;
            let part = match item.sign_of_no_move() {
                None => {
                    self.line = ViewedLine { moved: true, after_variation: false };
                    MovetextPart::Move
                }
                Some(Sign::Open) => {
                    self.stack.push(std::mem::take(&mut self.line));
                    MovetextPart::BeginVariation
                }
                Some(Sign::Close) => {
                    self.line = self.stack.pop().unwrap_or_default();
                    self.line.after_variation = true;
                    MovetextPart::EndVariation
                }
                Some(Sign::Nag(number)) => MovetextPart::Nag(Nag(number)),
                Some(Sign::Comment | Sign::BadGlyph) => MovetextPart::Comment(self.place()),
                Some(
                    Sign::NonstandardMove | Sign::NonstandardNumber | Sign::Empty | Sign::Brace,
                ) => continue,
            };
            return Some((part, item));
        }
    }
}

/// A line that is being built.
struct BuiltLine {
    node: NodeId,
    /// The node before the last move.
    before: NodeId,
    /// Comments before the next move.
    pending: Vec<Comment>,
}

impl BuiltLine {
    const fn from(node: NodeId) -> BuiltLine {
        BuiltLine { node, before: node, pending: Vec::new() }
    }
}

/// Builds a tree.
fn tree<'a>(room: usize, events: impl Iterator<Item = Event<'a>>) -> Tree {
    let mut tree = Tree::with_capacity(room, 0);
    let mut line = BuiltLine::from(NodeId::ROOT);
    let mut stack = Vec::new();
    for event in events {
        match event {
            Event::Move(played) => {
                let node = tree.add(line.node, played.ply);
                if !line.pending.is_empty() {
                    tree.annotations_mut(node).comments.append(&mut line.pending);
                }
                (line.before, line.node) = (line.node, node);
            }
            Event::Note(Note::Nag(nag)) => tree.annotations_mut(line.node).add_nag(nag),
            Event::Note(Note::Comment(text, place)) => {
                let comment = Comment { text: text.into_owned(), place };
                if place == CommentPlace::Before {
                    line.pending.push(comment);
                } else {
                    tree.annotations_mut(line.node).comments.push(comment);
                }
            }
            Event::BeginVariation => {
                let variation = BuiltLine::from(line.before);
                stack.push(std::mem::replace(&mut line, variation));
            }
            Event::EndVariation => {
                if let Some(outer) = stack.pop() {
                    line = outer;
                }
            }
        }
    }
    tree
}

impl GameView for TextGame<'_> {
    fn tag(&self, name: &str) -> Option<&str> {
        let name = name.as_bytes();
        let same = |other: &[u8]| {
            // Most names differ in the first letter.
            other.len() == name.len() && other.first() == name.first() && other == name
        };
        let tag = self.tags.all.iter().find(|tag| same(&self.text[tag.name()]))?;
        str::from_utf8(&self.text[tag.value()]).ok()
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        // All values are UTF-8: others are not read at speed.
        let end = self.tags.all.last().map_or(0, |tag| tag.value().end);
        let lines = str::from_utf8(&self.text[..end]).unwrap_or_default();
        let tags = self.tags.all.iter();
        tags.filter_map(move |tag| Some((lines.get(tag.name())?, lines.get(tag.value())?)))
    }

    fn variant(&self) -> Variant {
        Variant::Standard
    }

    fn start(&self) -> Option<&Boards> {
        self.start
    }

    fn mainline(&self) -> impl Iterator<Item = PlayedMove> {
        let mut moves = Words::new(*self);
        let mut depth = 0_usize;
        self.items.all.iter().filter_map(move |item| {
            match item.sign_of_no_move() {
                None => {
                    let played = moves.next(item);
                    return (depth == 0).then_some(played);
                }
                Some(Sign::Open) => depth += 1,
                Some(Sign::Close) => depth -= 1,
                _ => {}
            }
            None
        })
    }

    fn main_plies(&self) -> impl Iterator<Item = (BoardId, Ply)> {
        let plies = self.plies();
        // Mostly all moves were kept, and were played on the board.
        let canonical: &[FastMove] = match plies {
            Cow::Borrowed(plies) => plies.canonical(),
            Cow::Owned(_) => &[],
        };
        let numbers = self.main_numbers();
        numbers.map(move |number| {
            let ply = if let Some(m) = canonical.get(number) {
                Ply::Move((*m).into())
            } else {
                cold_path();
                plies.get(number)
            };
            (BoardId::A, ply)
        })
    }

    fn ply_count(&self) -> usize {
        self.main_numbers().count()
    }

    fn placed_events(&self) -> impl Iterator<Item = (Event<'_>, Option<Range<usize>>)> {
        let (mut moves, comments) = (Words::new(*self), Comments::new(*self));
        Parts::new(&self.items.all).map(move |(part, item)| {
            let mut span = item.span();
            let event = match part {
                MovetextPart::Move => Event::Move(moves.next(item)),
                MovetextPart::Nag(nag) => Event::Note(Note::Nag(nag)),
                MovetextPart::Comment(place) => {
                    // Braces stand around a comment.
                    if self.text[span.start - 1] == b'{' {
                        span = span.start - 1..span.end + 1;
                    }
                    Event::Note(Note::Comment(comments.text(item), place))
                }
                MovetextPart::BeginVariation => Event::BeginVariation,
                MovetextPart::EndVariation => Event::EndVariation,
            };
            (event, Some(span))
        })
    }

    fn notes(&self) -> impl Iterator<Item = (usize, Note<'_>)> {
        let comments = Comments::new(*self);
        let (mut depth, mut ply) = (0_usize, 0);
        Parts::new(&self.items.all).filter_map(move |(part, item)| {
            match part {
                MovetextPart::Move => ply += usize::from(depth == 0),
                MovetextPart::BeginVariation => depth += 1,
                MovetextPart::EndVariation => depth -= 1,
                MovetextPart::Nag(nag) if depth == 0 => return Some((ply, Note::Nag(nag))),
                MovetextPart::Comment(place) if depth == 0 => {
                    let of = ply + usize::from(place == CommentPlace::Before);
                    return Some((of, Note::Comment(comments.text(item), place)));
                }
                MovetextPart::Nag(_) | MovetextPart::Comment(..) => {}
            }
            None
        })
    }

    fn extras(&self) -> Extras {
        let mut extras = Extras::default();
        for item in &self.items.all {
            match item.sign_of_no_move() {
                Some(Sign::Comment | Sign::BadGlyph) => extras.comments = true,
                Some(Sign::Nag(_)) => extras.nags = true,
                Some(Sign::Open) => extras.variations += 1,
                _ => {}
            }
        }
        extras
    }

    fn end(&self) -> Boards {
        Boards::One(self.end.to_position())
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn termination(&self) -> Option<Cow<'_, Termination>> {
        match self.termination {
            Some(termination) => Some(Cow::Borrowed(termination)),
            None => termination_of(self.tag("Termination")?).map(Cow::Owned),
        }
    }

    fn unread(&self) -> Option<&str> {
        None
    }

    fn to_tree(&self) -> Cow<'_, Tree> {
        Cow::Owned(tree(self.items.all.len(), self.events()))
    }

    fn to_game(&self) -> Cow<'_, Game> {
        let mut game = match self.start {
            Some(start) => Game::from_boards(Variant::Standard, start.clone()),
            None => Game::new(Variant::Standard),
        };
        for (name, value) in GameView::tags(self) {
            game.tags.push(name, value);
        }
        game.tree = tree(self.items.all.len(), self.events());
        game.outcome = self.outcome;
        game.termination = GameView::termination(self).map(Cow::into_owned);
        Cow::Owned(game)
    }

    fn copy_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        self.append_tags(options, out);
        let tags = out.len();
        if !self.append_moves(options, out) {
            out.truncate(tags);
            let _ = write::append_moves(&*self.to_game(), options, out);
        }
        Some(write::lost_notation(self, options).into_iter().collect())
    }
}
