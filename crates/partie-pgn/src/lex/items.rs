//! Items of a movetext: moves, signs and comments.

use std::ops::Range;

use partie_core::rules::fast::{FastReader, ParsedSan, SanId};

/// A move, a sign or a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// Byte offset in the text; for comments, of the inner text.
    start: u32,
    end: u32,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Move,
    Sign(Sign),
}

/// Spelling of a null move.
pub(crate) const NULL_MOVE: &str = "--";

/// Kind of an item that is not a plain move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Open,
    Close,
    Nag(u8),
    Comment,
    /// A move that is not written as the export format says.
    NonstandardMove,
    /// The number of the next move, which is not as it should be.
    NonstandardNumber,
    /// An empty variation.
    Empty,
    /// A brace that opens within a comment.
    Brace,
    /// `!` and `?` in an order that is no glyph.
    BadGlyph,
}

impl Item {
    const fn new(what: What, span: &Range<usize>) -> Item {
        Item { start: span.start as u32, end: span.end as u32, what }
    }

    /// Returns the kind of an item that is not a move, not even a nonstandard one.
    #[inline]
    pub(crate) const fn sign_of_no_move(&self) -> Option<Sign> {
        match self.what {
            What::Move | What::Sign(Sign::NonstandardMove) => None,
            What::Sign(sign) => Some(sign),
        }
    }

    #[inline]
    pub(crate) const fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Items of a movetext, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    /// All items in the order of the text; NAGs and comments only if they are wanted.
    pub(crate) all: Vec<Item>,
    /// The steps of all moves, packed densely; meaningless for a nonstandard move.
    pub(crate) steps: Vec<ParsedSan>,
    /// The numbers of the moves that others could be played instead of, lowest first.
    pub(crate) varied: Vec<usize>,
    /// Items at which replay pauses: all but plain moves, NAGs and comments.
    pub(crate) pauses: Vec<Pause>,
    /// NAGs and comments are wanted.
    words: bool,
}

/// A place among the moves at which there is more to do than to play the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pause {
    /// Number of moves before the item.
    pub(crate) moves: u32,
    /// The number of its item.
    pub(crate) item: u32,
    pub(crate) sign: Sign,
}

impl Pause {
    /// Returns true if the item is a move itself.
    pub(crate) const fn is_move(&self) -> bool {
        matches!(self.sign, Sign::NonstandardMove)
    }
}

impl Items {
    /// Forgets all items. Of the next movetext NAGs and comments are kept only if they are wanted.
    pub(crate) fn clear(&mut self, words: bool) {
        self.all.clear();
        self.steps.clear();
        self.varied.clear();
        self.pauses.clear();
        self.words = words;
    }

    #[inline]
    pub(crate) fn push_move(&mut self, reader: &FastReader, word: SanId, span: Range<usize>) {
        self.steps.push(*reader.step(word));
        self.all.push(Item::new(What::Move, &span));
    }

    /// Takes a move, and the one after it.
    #[inline]
    pub(crate) fn push_moves(
        &mut self,
        reader: &FastReader,
        (word, span): (SanId, Range<usize>),
        (next, next_span): (SanId, Range<usize>),
    ) {
        self.steps.extend_from_slice(&[*reader.step(word), *reader.step(next)]);
        let item = |span| Item::new(What::Move, span);
        self.all.extend_from_slice(&[item(&span), item(&next_span)]);
    }

    /// Takes a NAG or a comment.
    #[inline]
    pub(crate) fn push_word(&mut self, sign: Sign, span: Range<usize>) {
        if self.words {
            self.all.push(Item::new(What::Sign(sign), &span));
        }
    }

    /// Adds a sign, which is not a plain move.
    pub(crate) fn push_sign(&mut self, sign: Sign, span: Range<usize>) {
        let (moves, item) = (self.steps.len() as u32, self.all.len() as u32);
        self.pauses.push(Pause { moves, item, sign });
        self.all.push(Item::new(What::Sign(sign), &span));
        if let Sign::NonstandardMove = sign {
            self.steps.push(ParsedSan::NULL);
        }
    }

    /// Returns the number of the last move.
    #[inline]
    pub(crate) const fn last_move(&self) -> usize {
        self.steps.len().wrapping_sub(1)
    }

    /// Another move could be played instead of one.
    pub(crate) fn vary(&mut self, number: usize) {
        if self.varied.last().is_none_or(|last| *last < number) {
            self.varied.push(number);
        }
    }
}
