//! Replay of items: moves in export format are played in runs on a [`FastBoard`].
//!
//! A game with other text is left to the tokens.

use std::{hint::cold_path, ops::Range};

use partie_core::{
    Color, Language, Ply,
    moves::san::San,
    rules::fast::{FastBoard, ParsedSan},
};

use super::player::{Frame, PROSE_LOOKAHEAD, Player};
use crate::{
    board::{Before, Board},
    lex::{Item, Items, Sign, number},
    plies::{Correction, Plies, Sink},
};

/// Plays moves, and records moves without their check mark. Each loop is a separate function, so
/// that it has all registers.
#[inline(never)]
fn play_line(board: &mut FastBoard, steps: &[ParsedSan], unmarked: &mut Vec<usize>) -> Option<()> {
    board.play_line(steps, |number| unmarked.push(number))
}

/// Plays and keeps moves, and records moves without their check mark.
#[inline(never)]
fn play_all(
    board: &mut FastBoard,
    steps: &[ParsedSan],
    plies: &mut Plies,
    unmarked: &mut Vec<usize>,
) -> Option<()> {
    let count = plies.count();
    board.play_all(steps, |ply| {
        if ply.unmarked {
            cold_path();
            unmarked.push(plies.count() - count);
        }
        plies.ply(ply);
    })
}

/// Returns the number of moves that can be played on a board, one after the other.
fn legal_steps(mut board: FastBoard, steps: &[ParsedSan]) -> usize {
    let mut count = 0;
    let _ = board.play_all(steps, |_| count += 1);
    count
}

impl Player<'_> {
    /// Plays all items. Returns false if some of them need tokens.
    pub(super) fn items(&mut self, items: &Items) -> bool {
        let mut cursor = Cursor::new(items);
        for pause in &items.pauses {
            let item = pause.item as usize;
            let span = items.all[item].span();
            if !self.moves_up_to(&mut cursor, pause.moves as usize)
                || !self.pause(&cursor, pause.sign, span)
            {
                return false;
            }
            cursor.played += usize::from(pause.is_move());
            cursor.item = (item + 1, cursor.played);
        }
        self.moves_up_to(&mut cursor, items.steps.len())
    }

    /// Plays moves in export format up to index `to`.
    #[inline]
    fn moves_up_to(&mut self, cursor: &mut Cursor<'_>, to: usize) -> bool {
        let varied = &cursor.items.varied;
        while let Some(next) = varied.get(cursor.varied).copied().filter(|next| *next < to) {
            cursor.varied += 1;
            // Before a nonstandard one the board is kept already.
            if next >= cursor.played {
                if !self.play_run(cursor, next) {
                    return false;
                }
                self.keep_board();
            }
        }
        self.play_run(cursor, to)
    }

    /// Keeps the board as that before the next move.
    fn keep_board(&mut self) {
        let Frame { node, board, before, .. } = &mut self.frame;
        match before {
            Some((_, Before::Board(kept))) => kept.copy(board),
            _ => *before = Some((*node, Before::Board(self.buffers.board(board)))),
        }
    }

    /// Plays moves up to index `to`, in runs as far as possible. Returns false if one of them needs
    /// tokens.
    #[inline]
    fn play_run(&mut self, cursor: &mut Cursor<'_>, to: usize) -> bool {
        if self.number.is_some() && cursor.played < to && !self.step(cursor) {
            return false;
        }
        while let Err(legal) = self.run(cursor, to) {
            let next = match legal {
                Some(legal) => {
                    let stop = cursor.played + legal;
                    // A check mark may be missing before it.
                    let _ = self.run(cursor, stop);
                    stop + 1
                }
                None => to,
            };
            if !self.steps(cursor, next) {
                return false;
            }
        }
        true
    }

    /// Plays the moves up to one in a run. If one of them is not written as the export format says, fails
    /// with the number of moves before it; or without it, if moves must be looked at one by one.
    #[inline]
    fn run(&mut self, cursor: &mut Cursor<'_>, to: usize) -> Result<(), Option<usize>> {
        let first = cursor.played;
        let steps = cursor.items.steps.get(first..to).unwrap_or_default();
        if steps.is_empty() {
            return Ok(());
        }
        let Board::Fast(board) = &mut *self.frame.board else { return Err(None) };
        let before = *board;
        let unmarked = &mut self.buffers.unmarked;
        unmarked.clear();
        let whole = match &mut self.sink {
            Sink::Plies(plies) => {
                let count = plies.count();
                let whole = play_all(board, steps, plies, unmarked);
                if whole.is_none() || !unmarked.is_empty() {
                    plies.truncate(count);
                }
                whole
            }
            _ => play_line(board, steps, unmarked),
        };
        let corrected = self.sink.keeps_corrections() && !unmarked.is_empty();
        if whole.is_none() || corrected {
            *board = before;
            return Err((!corrected).then(|| legal_steps(before, steps)));
        }
        let main = self.stack.is_empty();
        for number in &*unmarked {
            cursor.played = first + *number;
            let span = cursor.next_move().span();
            let ply = if main { self.plies + *number as u32 + 1 } else { self.plies };
            self.missing_checks.add(&span, ply);
        }
        cursor.played = to;
        self.plies += if main { (to - first) as u32 } else { 0 };
        self.frame.moved = true;
        Ok(())
    }

    /// Plays the moves up to one by themselves.
    #[cold]
    #[inline(never)]
    fn steps(&mut self, cursor: &mut Cursor<'_>, to: usize) -> bool {
        while cursor.played < to {
            if !self.step(cursor) {
                return false;
            }
        }
        true
    }

    /// Plays one move. Returns false if it needs tokens.
    #[cold]
    #[inline(never)]
    fn step(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let span = cursor.next_move().span();
        let step = &cursor.items.steps[cursor.played];
        if self.number_is_in_doubt(cursor) {
            return false;
        }
        let Board::Fast(board) = &mut *self.frame.board else { return false };
        let before = *board;
        let Some(ply) = board.play(step) else {
            *board = before;
            let played = self.nonstandard_move(cursor, &span);
            cursor.played += usize::from(played);
            return played;
        };
        let mark = (ply.unmarked && self.sink.keeps_corrections())
            .then(|| Correction::mark(cursor.played, board));
        self.plies += u32::from(self.stack.is_empty());
        if self.number.is_some() {
            self.check_number(&span, before.turn() == Color::White, before.fullmoves());
        }
        if ply.unmarked {
            self.missing_checks.add(&span, self.plies);
        }
        if let Some(mark) = mark {
            self.sink.correct(mark);
        }
        self.sink.ply(ply);
        self.add_move(Ply::Move(ply.into()));
        cursor.played += 1;
        true
    }

    /// Returns true if a number before the next move must be judged by the tokens around it. A slip before
    /// Black's move needs none: White's next move has the right number again.
    fn number_is_in_doubt(&mut self, cursor: &Cursor<'_>) -> bool {
        if !self.number_contradicts() {
            return false;
        }
        let Some((_, dots, place)) = &self.number else { return false };
        self.slipped = self.plies > 0
            && *dots > 1
            && !self.frame.board.is_whites_turn()
            && cursor.goes_on_with(self.bytes, self.due() + 1, place.end);
        !self.slipped
    }

    /// Plays a move with all rules. Returns false if it needs tokens.
    fn nonstandard_move(&mut self, cursor: &Cursor<'_>, span: &Range<usize>) -> bool {
        if self.number_is_in_doubt(cursor) || !self.knows_text() {
            return false;
        }
        let text = self.text;
        let word = &text[span.clone()];
        let position = self.frame.board.position();
        let reading = San::parse(word, Language::English).map(|san| san.resolve(&position));
        let Some(Ok(reading)) = reading else { return false };
        let (main, white) = (self.stack.is_empty(), position.turn() == Color::White);
        let is_spelled = || word.bytes().all(|b| b.is_ascii_alphabetic());
        if reading.ply == Ply::Null && (position.is_check() || is_spelled()) {
            return false;
        }
        let fullmoves = position.fullmoves();
        if self.sink.keeps_corrections() {
            let word = match &*self.frame.board {
                Board::Fast(before) => Correction::word(cursor.played, *before, reading.ply),
                Board::Full(_) => None,
            };
            let Some(word) = word else { return false };
            self.sink.correct(word);
        }
        self.plies += u32::from(main);
        if self.number.is_some() {
            self.check_number(span, white, fullmoves);
        }
        self.make_move(reading, span, usize::MAX);
        self.sink.nonstandard_ply(reading.ply);
        matches!(*self.frame.board, Board::Fast(_))
    }

    /// Reads an item that is no move in export format. Returns false if it needs tokens.
    fn pause(&mut self, cursor: &Cursor<'_>, sign: Sign, span: Range<usize>) -> bool {
        match sign {
            Sign::Open => {
                let Some((parent, Before::Board(kept))) = &self.frame.before else { return false };
                let (parent, board) = (*parent, self.buffers.board(kept));
                self.number = None;
                self.enter(parent, board);
            }
            Sign::Close => {
                self.number = None;
                self.leave();
            }
            Sign::NonstandardMove => return self.nonstandard_move(cursor, &span),
            Sign::NonstandardNumber => {
                if !self.knows_text() {
                    return false;
                }
                let written = &self.text[span.clone()];
                let (value, ..) = number(written.as_bytes());
                // Some dots may stand apart, `7. ...`.
                let dots = memchr::memchr_iter(b'.', written.as_bytes()).count() as u8;
                self.number = Some((Some(value), dots, span));
            }
            Sign::Empty => {
                self.number = None;
                self.empty_variation(span);
            }
            Sign::Brace => self.nested_brace(span.start),
            Sign::BadGlyph if self.knows_text() => self.glyph(span),
            Sign::BadGlyph | Sign::Nag(_) | Sign::Comment => return false,
        }
        true
    }

    /// Validates the bytes as UTF-8 on first use. Returns false if they are not.
    pub(super) fn knows_text(&mut self) -> bool {
        if self.text.is_empty() {
            self.text = str::from_utf8(self.bytes).unwrap_or_default();
        }
        !self.text.is_empty()
    }
}

/// Items of a movetext, and the place that a replay has reached among them.
struct Cursor<'a> {
    items: &'a Items,
    /// Number of moves before the place.
    played: usize,
    /// An item that is not after the place, and the number of moves before it.
    item: (usize, usize),
    /// Number of moves with variations that are done.
    varied: usize,
}

impl<'a> Cursor<'a> {
    const fn new(items: &'a Items) -> Cursor<'a> {
        Cursor { items, played: 0, item: (0, 0), varied: 0 }
    }

    /// Returns the item of the next move.
    fn next_move(&mut self) -> &'a Item {
        let (item, moves) = &mut self.item;
        let all = &self.items.all;
        while *moves < self.played || all[*item].sign_of_no_move().is_some() {
            *moves += usize::from(all[*item].sign_of_no_move().is_none());
            *item += 1;
        }
        &all[*item]
    }

    /// Returns true if the move after the next one, soon after an offset, is White's and has a number: this
    /// one.
    fn goes_on_with(&self, text: &[u8], expected: i64, from: usize) -> bool {
        let all = &self.items.all;
        let rest = &all[all.partition_point(|item| item.span().start < from)..];
        let Some(next) = rest.iter().position(|item| item.sign_of_no_move().is_none()) else {
            return false;
        };
        let mut depth = 0_usize;
        for item in &rest[next + 1..] {
            match item.sign_of_no_move() {
                Some(Sign::Open) => depth += 1,
                Some(Sign::NonstandardNumber) if depth == 0 => {
                    let span = item.span();
                    let (found, dots, _) = number(&text[span.clone()]);
                    return (i64::from(found), dots) == (expected, 1)
                        && span.end - from < PROSE_LOOKAHEAD;
                }
                // The wrong number is followed by one without an item.
                None | Some(Sign::Close) if depth == 0 => return false,
                Some(Sign::Close) => depth -= 1,
                _ => {}
            }
        }
        false
    }
}
