//! Games of which there is nothing to tell.
//!
//! Most games of a file have no fault. Whoever only asks for faults need not know where
//! each move stands, and nothing of the game is kept. Where there is, or may be, something
//! to tell, the game is read once more.

use std::ops::Range;

use partie_core::{
    Color,
    rules::fast::{FastBoard, FastReader, FastWord},
};

use super::{
    Fast, Look, end,
    items::{self, Sign, Sink},
    number::{FIRST, Number},
    tags::{Stop, TagLines},
};
use crate::{ReadOptions, Severity};

/// The moves of a movetext, close together.
#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    words: Vec<FastWord>,
    /// The numbers of the moves that others could be played instead of, lowest first.
    varied: Vec<usize>,
    /// Before which move a variation begins (true) or ends, in the order of the text.
    borders: Vec<(usize, bool)>,
    /// There is something that is no usual move.
    odd: bool,
    /// While moves are played: the boards of the main line, of the variation in it, and so on;
    /// and for each the one before its last move that others could be played instead of.
    lines: Vec<FastBoard>,
    before: Vec<FastBoard>,
}

impl Sink for Dense {
    #[inline]
    fn wants_words(&self) -> bool {
        false
    }

    #[inline]
    fn last_move(&self) -> usize {
        self.words.len().wrapping_sub(1)
    }

    #[inline]
    fn push_move(&mut self, word: FastWord, _: Range<usize>) {
        self.words.push(word);
    }

    #[inline]
    fn push_moves(&mut self, word: FastWord, _: Range<usize>, next: FastWord, _: Range<usize>) {
        self.words.extend_from_slice(&[word, next]);
    }

    fn push_sign(&mut self, sign: Sign, _: Range<usize>) {
        match sign {
            Sign::Open => self.borders.push((self.words.len(), true)),
            Sign::Close => self.borders.push((self.words.len(), false)),
            Sign::Nag(_) | Sign::Comment => {}
            Sign::OddMove | Sign::OddNumber | Sign::Empty | Sign::Brace | Sign::BadGlyph => {
                self.odd = true;
            }
        }
    }

    fn vary(&mut self, taken: usize) {
        if self.varied.last().is_none_or(|last| *last < taken) {
            self.varied.push(taken);
        }
    }

    fn odd(&mut self) -> bool {
        self.odd = true;
        false
    }
}

impl Dense {
    fn clear(&mut self) {
        self.words.clear();
        self.varied.clear();
        self.borders.clear();
        self.odd = false;
    }

    /// Plays all moves from a position, and leaves it where the main line ends. `None` if one
    /// is not legal, or not marked as it should be where that matters.
    fn play(
        &mut self,
        start: &mut FastBoard,
        reader: &FastReader,
        marks_matter: bool,
    ) -> Option<()> {
        let run = |board: &mut FastBoard, words: &[FastWord]| {
            let mut unmarked = false;
            board.play_line(reader, words, |_| unmarked = true)?;
            (!unmarked || !marks_matter).then_some(())
        };
        let Dense { words, varied, borders, lines, before, .. } = self;
        if borders.is_empty() {
            return run(start, words);
        }
        lines.clear();
        lines.push(*start);
        let mut varied = varied.iter().copied().peekable();
        let mut at = 0;
        for &(border, opens) in &*borders {
            let depth = lines.len() - 1;
            let board = lines.last_mut()?;
            while let Some(place) = varied.next_if(|place| *place < border) {
                run(board, &words[at..place])?;
                before.truncate(depth);
                before.push(*board);
                at = place;
            }
            run(board, &words[at..border])?;
            at = border;
            if opens {
                lines.push(*before.get(depth)?);
            } else {
                lines.pop();
            }
        }
        let [board] = &mut lines[..] else { return None };
        run(board, &words[at..])?;
        *start = *board;
        Some(())
    }
}

impl Fast {
    /// Reads the game at the start of a text if there is nothing to tell of it; false if
    /// there is, or may be.
    pub(super) fn faultless(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Look<bool> {
        match self.try_faultless(text, last, options) {
            Ok(Some(end)) => Look::Game(true, end),
            Ok(None) => Look::Game(false, 0),
            Err(Stop::More) if !last && text.len() < super::LONGEST => Look::More,
            Err(_) => Look::Unusual,
        }
    }

    fn try_faultless(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Result<Option<usize>, Stop> {
        self.reader.make_room();
        self.dense.clear();
        let at = self.tags.read(text, options)?;
        if self.tags.quoted {
            return Ok(None);
        }
        if self.tags.odd && !self.tags.are_utf8(text) {
            return Err(Stop::Unusual);
        }
        // Nearly always it is the result at the end, too; so what is odd is seen early.
        let told = self.tags.outcome(text);
        let notes = options.keep.wants(Severity::Note);
        let judge = |tags: &mut TagLines, outcome| {
            let verdict = tags.judge(text, outcome).ok_or(Stop::Unusual)?;
            Ok(!(verdict.odd || verdict.noted && notes))
        };
        if let Some(outcome) = told
            && !judge(&mut self.tags, outcome)?
        {
            return Ok(None);
        }
        let (mut board, mut first) = (FastBoard::new(), FIRST);
        if self.tags.has_fen() {
            let start = self.start(text, options).ok_or(Stop::Unusual)?;
            if start.findings.iter().any(|d| options.keep.wants(d.severity)) {
                return Ok(None);
            }
            board = start.board;
            first = Number::new(board.fullmoves(), board.turn() == Color::White);
        }
        let cut = items::cut(text, (at, first), last, options, &mut self.reader, &mut self.dense);
        let cut = match cut {
            Err(Stop::Unusual) if self.dense.odd => return Ok(None),
            cut => cut?,
        };
        if self.dense.odd || cut.odd_result.is_some() || cut.end > options.limits.game_bytes {
            return Ok(None);
        }
        if told != Some(cut.outcome) && !judge(&mut self.tags, cut.outcome)? {
            return Ok(None);
        }
        if self.dense.play(&mut board, &self.reader, notes).is_none() {
            return Ok(None);
        }
        if !self.dense.words.is_empty()
            && let Some((outcome, _)) = end(&board)
            && outcome != cut.outcome
        {
            return Ok(None);
        }
        Ok(Some(cut.end))
    }
}
