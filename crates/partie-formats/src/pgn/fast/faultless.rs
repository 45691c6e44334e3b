//! Games of which there is nothing to tell.
//!
//! Most games of a file have no fault. Whoever only asks for faults need not know where
//! each move stands, and nothing of the game is kept. Where there is, or may be, something
//! to tell, the game is read once more.

use std::ops::Range;

use partie_core::{
    Color,
    rules::fast::{FastBoard, FastReader, FastStep, FastWord},
};

use super::{
    Fast, Look, end,
    items::{self, Sign, Sink},
    number::{FIRST, Number},
    tags::{Stop, TagLines},
};
use crate::{
    ReadOptions, Severity,
    pgn::play::{give_back, lend_reader},
};

/// The moves of a movetext, close together.
#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    steps: Vec<FastStep>,
    /// The numbers of the moves that others could be played instead of, lowest first.
    varied: Vec<usize>,
    /// Before which move a variation begins (true) or ends, in the order of the text.
    borders: Vec<(usize, bool)>,
    /// There is something that is no usual move.
    odd: bool,
    /// While moves are played: two boards for the main line, two for the variation in it, and
    /// so on; the first one is where it is played, the second one that before its last move
    /// that others could be played instead of.
    boards: Vec<FastBoard>,
}

impl Sink for Dense {
    #[inline]
    fn wants_words(&self) -> bool {
        false
    }

    #[inline]
    fn last_move(&self) -> usize {
        self.steps.len().wrapping_sub(1)
    }

    #[inline]
    fn push_move(&mut self, reader: &FastReader, word: FastWord, _: Range<usize>) {
        self.steps.push(*reader.step(word));
    }

    #[inline]
    fn push_moves(
        &mut self,
        reader: &FastReader,
        (word, _): (FastWord, Range<usize>),
        (next, _): (FastWord, Range<usize>),
    ) {
        self.steps.reserve(2);
        self.steps.push(*reader.step(word));
        self.steps.push(*reader.step(next));
    }

    fn push_null(&mut self) -> bool {
        self.steps.push(FastStep::NULL);
        true
    }

    fn push_sign(&mut self, sign: Sign, _: Range<usize>) {
        match sign {
            Sign::Open => self.borders.push((self.steps.len(), true)),
            Sign::Close => self.borders.push((self.steps.len(), false)),
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
        self.steps.clear();
        self.varied.clear();
        self.borders.clear();
        self.odd = false;
    }

    /// Plays all moves from a position, and leaves it where the main line ends. `None` if one
    /// is not legal, or not marked as it should be where that matters.
    fn play(&mut self, start: &mut FastBoard, marks_matter: bool) -> Option<()> {
        let run = |board: &mut FastBoard, steps: &[FastStep]| {
            let mut unmarked = false;
            board.play_line(steps, |_| unmarked = true)?;
            (!unmarked || !marks_matter).then_some(())
        };
        let Dense { steps, varied, borders, boards, .. } = self;
        if borders.is_empty() {
            return run(start, steps);
        }
        // Where the line stands that is played now, and up to where boards are known.
        let (mut line, mut known) = (0, 0);
        make_room(boards, line, start);
        boards[line] = *start;
        let mut varied = varied.iter().copied().peekable();
        let mut at = 0;
        for &(border, opens) in &*borders {
            while let Some(place) = varied.next_if(|place| *place < border) {
                run(&mut boards[line], &steps[at..place])?;
                boards.copy_within(line..=line, line + 1);
                known = line + 1;
                at = place;
            }
            run(&mut boards[line], &steps[at..border])?;
            at = border;
            if opens {
                let before = line + 1;
                if before > known {
                    return None;
                }
                line += 2;
                make_room(boards, line, start);
                boards.copy_within(before..=before, line);
            } else {
                line = line.checked_sub(2)?;
            }
        }
        if line > 0 {
            return None;
        }
        run(&mut boards[line], &steps[at..])?;
        *start = boards[line];
        Some(())
    }
}

/// Makes room for a line's two boards at a place, filled with something.
#[inline]
fn make_room(boards: &mut Vec<FastBoard>, line: usize, filling: &FastBoard) {
    if boards.len() < line + 2 {
        boards.resize(line + 16, *filling);
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
        let mut reader = lend_reader();
        let read = self.try_faultless(&mut reader, text, last, options);
        give_back(reader);
        match read {
            Ok(Some(end)) => Look::Game(true, end),
            Ok(None) => Look::Game(false, 0),
            Err(Stop::More) if !last && text.len() < super::LONGEST => Look::More,
            Err(_) => Look::Unusual,
        }
    }

    fn try_faultless(
        &mut self,
        reader: &mut FastReader,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Result<Option<usize>, Stop> {
        reader.make_room();
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
        let cut = items::cut(text, (at, first), last, options, reader, &mut self.dense);
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
        if self.dense.play(&mut board, notes).is_none() {
            return Ok(None);
        }
        if !self.dense.steps.is_empty()
            && let Some((outcome, _)) = end(&board)
            && outcome != cut.outcome
        {
            return Ok(None);
        }
        Ok(Some(cut.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keep;

    /// What is read without a place being kept, and what is not.
    #[test]
    fn games_without_a_fault() {
        for (movetext, nothing_to_tell) in [
            ("1. d4 d5 2. c4 {the} e6 $1 (2... c6 3. Nf3 (3. Nc3)) 3. Nc3", true),
            ("1. d4 d5 (1... -- 2. e4 -- (2... d6) 3. Nf3) 2. c4", true),
            ("1. e4 (1. -- d5 2. d4 $36)\n(1. -- c5) 1... e5 $146 {x} \n2. Nf3", true),
            // In check nobody may pass; in the game it is a finding.
            ("1. e4 d5 2. Bb5+ c6 (2... -- 3. Nf3) 3. Nf3", false),
            ("1. e4 d5 2. -- e6", false),
            // The pawn went past, but then somebody passed.
            ("1. e4 a6 2. e5 d5 (2... f5 3. -- a5 4. exf6) 3. d4", false),
            ("1. d4 d5 (1... d6 2. Nf3) (1... f5)", true),
            ("1. d4 d5 (1... Nd7) 2. Nd2 (2. Bh6)", false),
        ] {
            let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{movetext} *\n\n");
            let options = ReadOptions { keep: Keep::OnlyFindings, ..ReadOptions::default() };
            let look = Fast::default().faultless(text.as_bytes(), true, &options);
            let told = matches!(look, Look::Game(true, end) if end == text.len());
            assert_eq!(told, nothing_to_tell, "{movetext}: {look:?}");
        }
    }
}
