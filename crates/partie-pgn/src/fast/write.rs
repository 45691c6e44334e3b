//! Writing of games that still stand in their text, straight from their items.

use partie_core::{Language, Notation};

use super::view::{Letters, TextGame, Words, letters_of};
use crate::lex::{Item, Sign};
use crate::write::{Movetext, TagPair, TagSource, append_all_tags, append_tags, start_tags};
use partie_formats::WriteOptions;

/// Short algebraic notation with the letters of the text.
const ENGLISH: Notation = Notation::San(Language::English);

/// The state of a line.
#[derive(Clone, Copy, Debug, Default)]
struct FormattedLine {
    /// Number of its own moves.
    moves: u32,
    after_variation: bool,
    /// A comment stands after the last move or its last variation.
    commented: bool,
}

impl TextGame<'_> {
    /// Appends the tags, most from their lines in the text.
    pub(super) fn append_tags(&self, options: &WriteOptions, out: &mut Vec<u8>) {
        if self.start.is_some() && !start_tags(self, options).is_empty() {
            return append_all_tags(self, options, out);
        }
        append_tags(&mut self.order.borrow_mut(), self, self.outcome, options, out);
    }

    /// Appends the moves, and what belongs to them, as they stand in the text. Returns false if the
    /// tree has them in another order.
    pub(super) fn append_moves(&self, options: &WriteOptions, out: &mut Vec<u8>) -> bool {
        let TextGame { text, items, .. } = *self;
        let mut rest = &items.all[..];
        let mut movetext = Movetext::new(self.start, true, options, out);
        let mut letters = Letters::new(self);
        let mut words = (options.notation != ENGLISH).then(|| Words::new(*self));
        let mut line = FormattedLine::default();
        let mut stack = Vec::new();
        loop {
            let before = rest.len();
            match &mut words {
                Some(words) => append_run(&mut movetext, &mut rest, words, options.notation),
                None if letters.corrections.is_empty() => {
                    movetext.words(|| take_move(&mut rest, |item| Some(letters_of(text, item))));
                }
                None => movetext.words(|| take_move(&mut rest, |item| Some(letters.next(item)))),
            }
            if rest.len() < before {
                let moves = line.moves + (before - rest.len()) as u32;
                line = FormattedLine { moves, ..FormattedLine::default() };
            }
            let Some((item, others)) = rest.split_first() else { break };
            rest = others;
            match item.sign_of_no_move() {
                None => {
                    if let Some(words) = &mut words {
                        movetext.play(words.next(item));
                    }
                    line = FormattedLine { moves: line.moves + 1, ..FormattedLine::default() };
                }
                Some(Sign::Nag(nag)) => {
                    // The tree has NAGs before comments and variations, and each once.
                    if line.commented
                        || line.after_variation
                        || is_repeated(nag, &items.all[..items.all.len() - rest.len() - 1])
                    {
                        return false;
                    }
                    movetext.nag(nag);
                }
                Some(Sign::Comment | Sign::BadGlyph) => {
                    line.commented = true;
                    movetext.comment_of(text, item.span());
                }
                Some(Sign::Open) => {
                    // A variation of a variation's first move stands beside that variation in the
                    // tree, and a comment between two variations after them.
                    let beside = line.moves == 1 && !stack.is_empty();
                    if beside || line.after_variation && line.commented {
                        return false;
                    }
                    stack.push(std::mem::take(&mut line));
                    movetext.open();
                }
                Some(Sign::Close) => {
                    let outer = stack.pop().unwrap_or_default();
                    line = FormattedLine { after_variation: true, commented: false, ..outer };
                    movetext.close();
                }
                Some(
                    Sign::NonstandardMove | Sign::NonstandardNumber | Sign::Empty | Sign::Brace,
                ) => {}
            }
        }
        movetext.finish(self.outcome);
        true
    }
}

impl TagSource for TextGame<'_> {
    fn layout(&self) -> Option<(u64, usize)> {
        self.tags.layout()
    }

    fn count(&self) -> usize {
        self.tags.all.len()
    }

    #[allow(clippy::inline_always, reason = "a call costs as much as its work")]
    #[inline(always)]
    fn pair(&self, number: usize) -> TagPair<'_> {
        let tag = &self.tags.all[number];
        let (name, value) = (tag.name(), tag.value());
        let line = (!tag.is_quoted(self.text)).then(|| name.start - 1..value.end + 2);
        TagPair { name: &self.text[name], value: &self.text[value], line }
    }

    fn text(&self) -> &[u8] {
        self.text
    }
}

/// Appends moves in a notation other than that of the text. On its own, so that the loops of the others
/// stay small.
#[inline(never)]
fn append_run(
    movetext: &mut Movetext<'_>,
    rest: &mut &[Item],
    words: &mut Words<'_>,
    notation: Notation,
) {
    movetext.words(|| take_move(rest, |item| words.next_packed(item, notation)));
}

/// Removes and returns the first item if `make` accepts it as a move.
#[inline]
fn take_move<T>(items: &mut &[Item], make: impl FnOnce(&Item) -> Option<T>) -> Option<T> {
    let (item, others) = items.split_first()?;
    let made = if item.sign_of_no_move().is_none() { make(item) } else { None };
    if made.is_some() {
        *items = others;
    }
    made
}

/// Returns true if a NAG is among the NAGs at the end of `before`.
fn is_repeated(nag: u8, before: &[Item]) -> bool {
    let nags = before.iter().rev().map_while(|item| match item.sign_of_no_move() {
        Some(Sign::Nag(nag)) => Some(nag),
        _ => None,
    });
    { nags }.any(|other| other == nag)
}
