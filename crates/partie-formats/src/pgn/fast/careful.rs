//! Playing the moves of a game of which some are not written as the export format says,
//! or have wrong numbers: needless letters, castling with zeros, null moves.
//!
//! Most moves are still played on a [`FastBoard`]; all rules are asked about the others.

use std::{cell::Cell, ops::Range};

use partie_core::{
    Color, Language, Ply, Position,
    moves::san::San,
    rules::fast::{FastBoard, FastMove, FastState},
};

use super::{
    items::{Item, NULL_MOVE, Sign, plain_steps},
    moves::{Correction, Moves, Played},
    number::number,
};
use crate::{
    Diagnostic,
    pgn::play::{
        PROSE_LOOKAHEAD, Tally, bad_glyph, empty_variation, forgiven, nested_brace, null_move,
        wrong_number,
    },
};

/// A line that is being played.
#[derive(Clone, Default)]
struct Line {
    /// How to take back the last move, if it can have variations.
    last: Option<Back>,
    /// Difference of the record's move number from the board's.
    shift: i64,
}

#[derive(Clone)]
enum Back {
    Undo(FastMove, FastState),
    To(Box<FastBoard>),
}

/// What is odd about the moves.
#[derive(Default)]
struct Oddities {
    findings: Vec<Diagnostic>,
    unmarked: Tally,
    numbers: Tally,
}

/// The moves up to some place.
struct Player<'a, M> {
    text: &'a [u8],
    items: &'a [Item],
    board: FastBoard,
    moves: &'a mut M,
    line: Line,
    /// The lines around this one, each with its board.
    stack: Vec<(FastBoard, Line)>,
    /// How many moves of the main line were played.
    plies: u32,
    /// How many moves of all lines were played.
    played: usize,
    /// The number of the next move, if it is odd.
    number: Option<Range<usize>>,
    odd: Oddities,
}

/// Plays the moves of a movetext from a position, as [`super::moves::play`] does, and tells
/// what is odd about them. `None` if a move cannot be played.
#[cold]
#[inline(never)]
pub(super) fn play<M: Moves>(
    text: &[u8],
    items: &[Item],
    start: Option<&FastBoard>,
    moves: &mut M,
    out: &mut Vec<Diagnostic>,
) -> Option<Played> {
    moves.clear();
    let mut player = Player {
        text,
        items,
        board: start.copied().unwrap_or_default(),
        moves,
        line: Line::default(),
        stack: Vec::new(),
        plies: 0,
        played: 0,
        number: None,
        odd: Oddities::default(),
    };
    let mut at = 0;
    while let Some(item) = items.get(at) {
        at += if item.plain_step().is_some() { player.run(at)? } else { player.item(at)? };
    }
    let Player { board, plies, odd, .. } = player;
    out.extend(odd.findings);
    out.extend(odd.unmarked.missing_checks());
    out.extend(odd.numbers.odd_numbers());
    Some(Played { board, plies, unmarked: Tally::default() })
}

impl<M: Moves> Player<'_, M> {
    /// Plays the moves from an item on that have no variations; says how many items.
    fn run(&mut self, at: usize) -> Option<usize> {
        self.look_at_number(at)?;
        let main = self.stack.is_empty();
        let before = self.board;
        let Player { items, board, moves, odd, plies, .. } = self;
        // What stands between these moves, and is of no interest.
        let passed = Cell::new(0);
        let steps = plain_steps(&items[at..], &passed);
        let (mut count, mut unmarked) = (0, false);
        let whole = board.play_all(steps, |ply| {
            if ply.unmarked {
                let ply = *plies + if main { count as u32 + 1 } else { 0 };
                odd.unmarked.add(&items[at + count + passed.get()].span(), ply);
                unmarked = true;
            }
            moves.ply(ply);
            count += 1;
        });
        if whole.is_none() || unmarked {
            self.board = before;
            self.play_again(at, count)?;
        }
        self.plies += if main { count as u32 } else { 0 };
        self.played += count;
        let length = count + passed.get();
        if whole.is_some() {
            return Some(length);
        }
        self.plies += u32::from(main);
        self.odd_move(&self.items[at + length])?;
        Some(length + 1)
    }

    /// Plays so many moves from an item on that were played before.
    fn play_again(&mut self, at: usize, count: usize) -> Option<()> {
        let steps = self.items[at..].iter().filter_map(Item::plain_step);
        for (i, step) in steps.take(count).enumerate() {
            if self.board.play(step)?.unmarked {
                self.moves.correct(Correction::mark(self.played + i, &self.board));
            }
        }
        Some(())
    }

    /// Plays a move by itself, or goes over what is no move; always one item.
    fn item(&mut self, at: usize) -> Option<usize> {
        let item = &self.items[at];
        match item.step() {
            Err(Sign::Open) => {
                let mut variation = self.board;
                match self.line.last.as_ref()? {
                    Back::Undo(ply, state) => variation.undo(*ply, *state),
                    Back::To(board) => variation = **board,
                }
                let line = Line { last: None, shift: self.line.shift };
                let outer = std::mem::replace(&mut self.line, line);
                self.stack.push((std::mem::replace(&mut self.board, variation), outer));
            }
            Err(Sign::Close) => {
                (self.board, self.line) = self.stack.pop()?;
            }
            Err(Sign::Nag(_) | Sign::Comment) => {}
            Err(Sign::Brace) => {
                let finding = nested_brace(item.span().start);
                self.odd.findings.push(finding.at_ply(self.plies.max(1)));
            }
            Err(Sign::BadGlyph) => {
                let glyph = str::from_utf8(&self.text[item.span()]).ok()?;
                let finding = bad_glyph(glyph, &item.span());
                self.odd.findings.push(finding.at_ply(self.plies.max(1)));
            }
            Err(Sign::OddNumber) => self.number = Some(item.span()),
            Err(Sign::Empty) => {
                let finding = empty_variation(item.span());
                self.odd.findings.push(finding.at_ply(self.plies.max(1)));
            }
            Ok(step) => {
                self.look_at_number(at)?;
                self.plies += u32::from(self.stack.is_empty());
                let before = self.board;
                if let Some(ply) = self.board.play(step) {
                    self.usual_move(item, ply, before.state());
                } else {
                    self.board = before;
                    self.odd_move(item)?;
                }
            }
            Err(Sign::OddMove) => {
                self.look_at_number(at)?;
                self.plies += u32::from(self.stack.is_empty());
                self.odd_move(item)?;
            }
        }
        Some(1)
    }

    /// A move was played on the board, which had a state before.
    fn usual_move(&mut self, item: &Item, ply: FastMove, before: FastState) {
        if ply.unmarked {
            self.odd.unmarked.add(&item.span(), self.plies);
            self.moves.correct(Correction::mark(self.played, &self.board));
        }
        self.line.last = Some(Back::Undo(ply, before));
        self.moves.ply(ply);
        self.played += 1;
    }

    /// Plays a move by all rules.
    fn odd_move(&mut self, item: &Item) -> Option<()> {
        let word = str::from_utf8(&self.text[item.span()]).ok()?;
        if word == NULL_MOVE {
            return self.null_move(item);
        }
        let position = self.board.to_position();
        let reading = San::parse(word, Language::English)?.resolve(&position).ok()?;
        let next = played(&position, reading.ply)?;
        let main = self.stack.is_empty();
        let (findings, unmarked) = forgiven(reading, (&position, &next), word, &item.span(), main);
        let at_ply = |d: Diagnostic| d.at_ply(self.plies.max(1));
        self.odd.findings.extend(findings.into_iter().map(at_ply));
        if unmarked {
            self.odd.unmarked.add(&item.span(), self.plies);
        }
        self.moves.correct(Correction::word(self.played, self.board, reading.ply)?);
        self.moves.odd_ply(reading.ply);
        self.played += 1;
        let before = std::mem::replace(&mut self.board, FastBoard::from_position(&next)?);
        self.line.last = Some(Back::To(Box::new(before)));
        Some(())
    }

    /// Passes.
    fn null_move(&mut self, item: &Item) -> Option<()> {
        let before = self.board;
        self.board.pass()?;
        let finding = null_move(&item.span(), self.stack.is_empty());
        self.odd.findings.push(finding.at_ply(self.plies.max(1)));
        self.moves.correct(Correction::word(self.played, before, Ply::Null)?);
        self.moves.odd_ply(Ply::Null);
        self.played += 1;
        self.line.last = Some(Back::To(Box::new(before)));
        Some(())
    }

    /// Checks the nonstandard number of the next move, an item. Returns `None` if the number is a
    /// wrong one of the main line and more than a slip: only the plain path can judge it.
    fn look_at_number(&mut self, at: usize) -> Option<()> {
        let Some(place) = self.number.take() else { return Some(()) };
        let plies = self.plies + u32::from(self.stack.is_empty());
        let written = &self.text[place.clone()];
        let (found, ..) = number(written);
        // Some may stand apart, `7. ...`.
        let dots = memchr::memchr_iter(b'.', written).count();
        let white = self.board.turn() == Color::White;
        let main = self.stack.is_empty();
        if main && (found != self.board.fullmoves() || white && dots > 1) {
            let slip = !white && dots > 1 && self.plies > 0 && self.is_slip(at, place.end);
            slip.then_some(())?;
        }
        if dots != if white { 1 } else { 3 } || written.contains(&b' ') {
            self.odd.numbers.add(&place, plies);
        }
        let expected = i64::from(self.board.fullmoves()) + self.line.shift;
        if i64::from(found) != expected {
            let finding = wrong_number(expected, found, &place);
            self.odd.findings.push(finding.at_ply(plies.max(1)));
            if !main {
                self.line.shift += i64::from(found) - expected;
            }
        }
        Some(())
    }

    /// Returns true if White's next move, soon after a wrong number before Black's move, an item,
    /// has the right number again.
    fn is_slip(&self, at: usize, from: usize) -> bool {
        let mut depth = 0_usize;
        for item in &self.items[at + 1..] {
            match item.step() {
                Err(Sign::Open) => depth += 1,
                Err(Sign::OddNumber) if depth == 0 => {
                    let span = item.span();
                    let right = (self.board.fullmoves() + 1, 1);
                    let (found, dots, _) = number(&self.text[span.clone()]);
                    return (found, dots) == right && span.end - from < PROSE_LOOKAHEAD;
                }
                // The wrong number is followed by one without an item.
                Ok(_) | Err(Sign::OddMove | Sign::Close) if depth == 0 => return false,
                Err(Sign::Close) => depth -= 1,
                _ => {}
            }
        }
        false
    }
}

/// The position after a move that is legal, or a null move that may be.
fn played(position: &Position, ply: Ply) -> Option<Position> {
    let mut after = position.clone();
    match ply {
        Ply::Move(m) => after.play_unchecked(m),
        Ply::Null => after.play(Ply::Null).ok()?,
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use crate::{
        ReadOptions,
        pgn::fast::{Fast, Look},
    };

    /// These games do not take the plain path; each tells what is odd about it.
    #[test]
    fn odd_games_are_taken() {
        for (text, codes) in [
            ("1. e4 e5 2. Ngf3 Nc6", &["PGN047"][..]),
            ("1. e4 e5 2. Ng1f3 Nb8-c6", &["PGN047", "PGN052"]),
            ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0", &["PGN040", "PGN040"]),
            ("1. e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.0-0", &["PGN040"]),
            ("1. d4 -- 2. c4 (2. Nf3 --) 2... d5", &["PGN033", "PGN033"]),
            ("1. e4 e5 2. Nf3 (4. f4 exf4 5. Nf3) 2... Nc6", &["PGN060"]),
            ("1. e4 e5 2. Nf3 (2. f4 exf4) 1... Nc6 3. Bb5", &["PGN060"]),
            ("1. e4 1. e5 2. Nf3", &["PGN062"]),
            ("1. e4+ e5#", &["PGN064", "PGN064"]),
            ("1 e4 e5 2 Nf3 Nc6 (2 ... d6 3 d4)", &["PGN062"]),
            ("1. e4 {x} 1. ... e5 2.  Nf3 2 ...Nc6", &["PGN062"]),
            ("1. e4 {x} 1. .. e5 2. Nf3", &["PGN062"]),
            ("1. e4{x} e5!{y} 2. Nf3!?{z} (2. f4{w}) Nc6", &[]),
            ("1. e4 {one { two {three} e5", &["PGN072"]),
            ("1. e4!?! e5 2. Nf3!?! {x} Nc6", &["PGN080", "PGN080"]),
            ("1. e4 ( ) e5 (1... c5 (  )) 2. Nf3 ()", &["PGN077", "PGN077", "PGN077"]),
            ("1. e4 {<b>best</b> [#] by\n[White] > a &amp; b, [1:0]}", &[]),
            ("1. e4 {on\r\ntwo lines, \t très fort} e5", &[]),
        ] {
            let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{text} *\n\n");
            assert_eq!(found(&text).as_deref(), Some(codes), "{text}");
        }
        for (text, codes) in [
            ("[Event \"The \"Best\" Cup\"]\n\n1. e4 e5 *\n", &["PGN011"][..]),
            ("[Result \"1/2\"]\n\n1. e4 e5 1/2\n", &["PGN017", "PGN091"]),
            ("[Result \"\"]\n\n1. e4 e5 *\n", &["PGN017"]),
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", &["PGN021"]),
            (
                "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 7\"]\n\n7... 0-0 8. Ke2 *\n",
                &["PGN040"],
            ),
        ] {
            assert_eq!(found(text).as_deref(), Some(codes), "{text}");
        }
        // White's number again, then Black's: an alternative.
        let alternative = "1. e4 1. d4 1... e5 2. Nf3 *";
        assert_eq!(found(&format!("[Event \"x\"]\n[Result \"*\"]\n\n{alternative}\n\n")), None);
    }

    /// The codes of what is odd, but for missing tags; `None` if the game was not taken.
    fn found(text: &str) -> Option<Vec<&'static str>> {
        match Fast::default().game(text.as_bytes(), true, &ReadOptions::default()) {
            Look::Game(game, _) => {
                let codes = game.diagnostics.iter().map(|d| d.code.id);
                Some(codes.filter(|code| *code != "PGN015").collect())
            }
            _ => None,
        }
    }
}
