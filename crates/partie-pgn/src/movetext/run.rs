//! Moves in runs: items that the lexer knows are played without looking at tokens.
//!
//! Reading by tokens handles all text. Reading by items handles moves in export format, in runs on
//! a [`FastBoard`]. It leaves other text to the tokens, and resumes at a number of White's that
//! proves that lexer and board agree on the next move.

use std::{hint::cold_path, ops::Range};

use partie_core::{
    Color, Language, Nag, Ply,
    moves::san::San,
    rules::fast::{FastBoard, FastMove, ParsedSan},
};

use super::{
    annotate::nested_brace,
    cursor::Cursor,
    player::{Buffers, Frame, Player},
    variation::empty_variation,
};
use crate::{
    board::{Before, Board},
    lex::{Due, Items, NULL_MOVE, Pause, Sign, number},
    plies::{Correction, Plies, Sink},
    token::{Token, TokenKind},
};
use partie_formats::text::unwrap_lines;

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

impl<'a> Player<'a> {
    /// Returns true if the items can be read from a token on.
    pub(super) fn is_in_step(&mut self, at: usize) -> bool {
        let Some(cursor) = &mut self.cursor else { return false };
        if at == self.first {
            return cursor.played == 0 && cursor.pauses == 0;
        }
        let Token { kind: TokenKind::Number { number: Some(number), dots: 1 }, span } =
            &self.tokens[at]
        else {
            return false;
        };
        let white = self.frame.board.is_whites_turn();
        if self.number.is_some() || !white || i64::from(*number) != self.due() {
            return false;
        }
        let due = self.due_here();
        let Some(cursor) = &mut self.cursor else { return false };
        if !cursor.seek(span.end) {
            return false;
        }
        let between = &self.text[span.end..cursor.items.all[cursor.item.0].span().start];
        between.bytes().all(|b| b.is_ascii_whitespace()) && cursor.due() == due
    }

    /// Reads items until one needs to be read by tokens. Returns its offset, or `None` at the end.
    pub(super) fn by_items(&mut self) -> Option<usize> {
        let mut cursor = self.cursor.take()?;
        let found = self.items_from(&mut cursor);
        self.cursor = Some(cursor);
        found
    }

    fn items_from(&mut self, cursor: &mut Cursor<'a>) -> Option<usize> {
        let Items { all, steps, pauses, .. } = cursor.items;
        while let Some(pause) = pauses.get(cursor.pauses) {
            let item = pause.item as usize;
            if let Some(offset) = self.moves_up_to(cursor, pause.moves as usize) {
                return Some(offset);
            }
            if self.out.tree.is_some() {
                self.words_up_to(cursor, item);
            }
            let span = all[item].span();
            if !self.pause(cursor, pause, span.clone()) {
                return Some(span.start);
            }
            cursor.pauses += 1;
            cursor.played += usize::from(pause.is_move());
            cursor.item = (item + 1, cursor.played);
            // The line around a variation may have been read by tokens.
            if matches!(pause.sign, Sign::Close)
                && !self.tokens.is_empty()
                && cursor.due() != self.due_here()
            {
                return Some(span.end);
            }
        }
        if let Some(offset) = self.moves_up_to(cursor, steps.len()) {
            return Some(offset);
        }
        if self.out.tree.is_some() {
            self.words_up_to(cursor, all.len());
        }
        None
    }

    /// Returns the move that is due on the board.
    fn due_here(&self) -> Due {
        let ply = u32::try_from(self.due_ordinal() + 2).unwrap_or(u32::MAX);
        Due { ply, depth: self.stack.len() as u32 }
    }

    /// Plays moves in export format up to index `to`.
    #[inline]
    fn moves_up_to(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Option<usize> {
        if self.out.tree.is_some() {
            return self.moves_and_words(cursor, to);
        }
        let varied = &cursor.items.varied;
        while let Some(next) = varied.get(cursor.varied).copied().filter(|next| *next < to) {
            if next < cursor.played {
                // It was nonstandard.
                cursor.varied += 1;
                continue;
            }
            if let Some(offset) = self.play_run(cursor, next) {
                return Some(offset);
            }
            self.keep_board(None);
            cursor.varied += 1;
        }
        self.play_run(cursor, to)
    }

    /// Keeps a board as that before the next move.
    fn keep(&mut self, board: FastBoard) {
        self.keep_board(Some(&Board::Fast(board)));
    }

    /// Keeps a board, or the one of the line, as that before the next move.
    #[inline]
    fn keep_board(&mut self, board: Option<&Board>) {
        let Frame { node, board: here, before, .. } = &mut self.frame;
        let board = board.unwrap_or(here);
        match before {
            Some((of, Before::Board(kept))) => {
                *of = *node;
                kept.copy(board);
            }
            _ => *before = Some((*node, Before::Board(self.buffers.board(board)))),
        }
    }

    /// Plays the moves up to one, with the comments between them.
    fn moves_and_words(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Option<usize> {
        while cursor.played < to {
            let first = cursor.item.0;
            cursor.next_move();
            let (item, played) = cursor.item;
            let rest = cursor.items.all[item..].iter().take(to - played);
            let count = rest.take_while(|item| item.sign_of_no_move().is_none()).count();
            self.words(cursor.items, first..item);
            if let Some(offset) = self.play_run(cursor, played + count) {
                return Some(offset);
            }
        }
        None
    }

    /// Keeps the comments and NAGs up to an item.
    fn words_up_to(&mut self, cursor: &mut Cursor<'a>, to: usize) {
        let (mut first, mut moves) = cursor.item;
        while moves < cursor.played {
            moves += usize::from(cursor.items.all[first].sign_of_no_move().is_none());
            first += 1;
        }
        cursor.item = (first, moves);
        self.words(cursor.items, first..to);
    }

    fn words(&mut self, items: &Items, range: Range<usize>) {
        for item in items.all.get(range).unwrap_or_default() {
            match item.sign_of_no_move() {
                Some(Sign::Nag(nag)) => {
                    self.add_nag(Nag(nag));
                }
                Some(Sign::Comment) => {
                    let body = unwrap_lines(self.slice(item.span()));
                    self.add_comment(body);
                }
                _ => {}
            }
        }
    }

    /// Plays moves up to index `to`, in runs as far as possible. Returns the offset of the first
    /// one that needs tokens.
    #[inline]
    fn play_run(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Option<usize> {
        if self.number.is_some()
            && cursor.played < to
            && let Some(offset) = self.step(cursor)
        {
            return Some(offset);
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
            if let Some(offset) = self.steps(cursor, next) {
                return Some(offset);
            }
        }
        None
    }

    /// Plays the moves up to one in a run. If one of them is not written as the export format says, fails
    /// with the number of moves before it; or without it, if moves must be looked at one by one.
    #[inline]
    fn run(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Result<(), Option<usize>> {
        let first = cursor.played;
        let steps = cursor.items.steps.get(first..to).unwrap_or_default();
        if steps.is_empty() {
            return Ok(());
        }
        let Board::Fast(board) = &mut *self.frame.board else { return Err(None) };
        let before = *board;
        let Buffers { moves, unmarked, .. } = &mut *self.buffers;
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
            Sink::Nothing if self.out.tree.is_some() => {
                moves.clear();
                let mut each = |ply: FastMove| {
                    if ply.unmarked {
                        cold_path();
                        unmarked.push(moves.len());
                    }
                    moves.push(ply);
                };
                let (others, last) = steps.split_at(steps.len() - 1);
                let whole = board.play_all(others, &mut each);
                let kept = *board;
                let whole = whole.and_then(|()| board.play_all(last, each));
                if whole.is_some() {
                    self.add_run(kept);
                }
                whole
            }
            _ => play_line(board, steps, unmarked),
        };
        let Buffers { moves, unmarked, .. } = &*self.buffers;
        let corrected = self.sink.keeps_corrections() && !unmarked.is_empty();
        if whole.is_none() || corrected {
            if let Board::Fast(board) = &mut *self.frame.board {
                *board = before;
            }
            let in_tree = self.out.tree.is_some();
            let legal = || if in_tree { moves.len() } else { legal_steps(before, steps) };
            return Err((!corrected).then(legal));
        }
        let main = self.stack.is_empty();
        for number in unmarked {
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

    /// Adds the moves of a run to the tree; the last one was played on a board.
    fn add_run(&mut self, kept: FastBoard) {
        let moves = std::mem::take(&mut self.buffers.moves);
        for (number, ply) in moves.iter().enumerate() {
            if number + 1 == moves.len() {
                self.keep(kept);
            }
            self.add_move(Ply::Move((*ply).into()));
        }
        self.buffers.moves = moves;
    }

    /// Plays the moves up to one by themselves.
    #[cold]
    #[inline(never)]
    fn steps(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Option<usize> {
        while cursor.played < to {
            if let Some(offset) = self.step(cursor) {
                return Some(offset);
            }
        }
        None
    }

    /// Plays one move. Returns its offset if it needs tokens.
    #[cold]
    #[inline(never)]
    fn step(&mut self, cursor: &mut Cursor<'a>) -> Option<usize> {
        let span = cursor.next_move().span();
        let step = &cursor.items.steps[cursor.played];
        if self.number_is_in_doubt(cursor) {
            return Some(span.start);
        }
        let Board::Fast(board) = &mut *self.frame.board else {
            let played = self.nonstandard_move(cursor, &span);
            cursor.played += usize::from(played);
            return (!played).then_some(span.start);
        };
        let before = *board;
        let Some(ply) = board.play(step) else {
            *board = before;
            if !self.nonstandard_move(cursor, &span) {
                return Some(span.start);
            }
            cursor.played += 1;
            return None;
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
        if self.out.tree.is_some() {
            self.keep(before);
        }
        self.add_move(Ply::Move(ply.into()));
        cursor.played += 1;
        None
    }

    /// Returns true if a number before the next move must be judged by the tokens around it. A slip before
    /// Black's move needs none: White's next move has the right number again.
    fn number_is_in_doubt(&mut self, cursor: &Cursor<'a>) -> bool {
        let Some((_, dots, place)) = self.number.as_ref().filter(|_| self.stack.is_empty()) else {
            return false;
        };
        if !self.number_contradicts() {
            return !self.tokens.is_empty() && self.has_whites_number();
        }
        self.slipped = self.tokens.is_empty()
            && self.plies > 0
            && *dots > 1
            && !self.frame.board.is_whites_turn()
            && cursor.goes_on_with(self.bytes, self.due() + 1, place.end);
        !self.slipped
    }

    /// Plays a move with all rules. Returns false if it needs tokens.
    fn nonstandard_move(&mut self, cursor: &Cursor<'a>, span: &Range<usize>) -> bool {
        if self.number_is_in_doubt(cursor) || !self.knows_text() {
            return false;
        }
        let text = self.text;
        let word = &text[span.clone()];
        let position = self.frame.board.position();
        let reading = San::parse(word, Language::English).map(|san| san.resolve(&position));
        let Some(Ok(reading)) = reading else { return false };
        let (main, white) = (self.stack.is_empty(), position.turn() == Color::White);
        // The tokens around it may give more information.
        let is_canonical = matches!(*self.frame.board, Board::Full(_)) && reading.quirks.is_empty();
        let in_doubt = word == NULL_MOVE || main && white && !is_canonical;
        if in_doubt && !self.tokens.is_empty() || reading.ply == Ply::Null && position.is_check() {
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
        // Without tokens there is no fallback.
        !self.tokens.is_empty() || matches!(*self.frame.board, Board::Fast(_))
    }

    /// Reads an item that is no move in export format. Returns false if it needs tokens.
    fn pause(&mut self, cursor: &Cursor<'a>, pause: &Pause, span: Range<usize>) -> bool {
        match pause.sign {
            Sign::Open => {
                if cursor.items.unclosed || !cursor.opens_with_move(pause) {
                    return false;
                }
                let Some((parent, before)) = &self.frame.before else { return false };
                let parent = *parent;
                let board = match before {
                    Before::Board(kept) => self.buffers.board(kept),
                    Before::Undo(..) => self.buffers.board(&before.board(&self.frame.board)),
                };
                self.number = None;
                self.enter(parent, board);
            }
            Sign::Close if self.stack.is_empty() => return false,
            Sign::Close => {
                self.number = None;
                self.leave();
            }
            Sign::NonstandardMove => return self.nonstandard_move(cursor, &span),
            Sign::NonstandardNumber => {
                let is_whites = pause.due.ply.is_multiple_of(2);
                if is_whites != self.frame.board.is_whites_turn() || !self.knows_text() {
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
                let ply = self.plies.max(1);
                self.push(empty_variation(span).at_ply(ply));
            }
            Sign::Brace => {
                let ply = self.plies.max(1);
                self.push(nested_brace(span.start).at_ply(ply));
            }
            Sign::BadGlyph if self.knows_text() => self.glyph(span),
            Sign::BadGlyph | Sign::Token | Sign::Nag(_) | Sign::Comment => return false,
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

    /// Returns the token at an offset, after the number before it was taken up, which needs no item
    /// if it is canonical. `None` if the tokens have another boundary there.
    pub(super) fn token_from(&mut self, offset: usize) -> Option<usize> {
        let at = self.tokens.partition_point(|token| token.span.start < offset);
        if self.tokens.get(at).is_none_or(|token| token.span.start != offset) {
            return None;
        }
        if self.number.is_none() {
            let before = self.tokens[..at].iter().rev().find(|token| {
                matches!(
                    token.kind,
                    TokenKind::Word
                        | TokenKind::Open
                        | TokenKind::Close
                        | TokenKind::Tag(_)
                        | TokenKind::Number { .. }
                )
            });
            if let Some(Token { kind: TokenKind::Number { number, dots }, span }) = before {
                self.number = Some((*number, *dots, span.clone()));
            }
        }
        Some(at)
    }
}
