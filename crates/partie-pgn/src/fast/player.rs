//! Replay of lexed movetext.
//!
//! Moves in canonical SAN are played in runs on a [`FastBoard`]. Others need all rules: needless
//! disambiguation, castling with zeros, null moves.

use std::hint::cold_path;

use partie_core::{Color, Language, Ply, Position, moves::san::San, rules::fast::FastBoard};

use super::{
    items::{Item, Items, NULL_MOVE, Pause, Sign},
    moves::{Correction, Moves},
    number::number,
};
use crate::movetext::{
    PROSE_LOOKAHEAD, Tally, bad_glyph, empty_variation, forgiven, nested_brace, null_move,
    wrong_number,
};
use partie_formats::Diagnostic;

/// A movetext whose moves were played.
pub(super) struct Played {
    /// Number of plies in the main line.
    pub(super) plies: u32,
    /// Diagnostics of the moves.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The memory of a player, kept from game to game.
///
/// Every line has two boards, first those of the main line, then those of the variation in it,
/// and so on: the board on which the line is played, and that before its last move that others
/// could be played instead of.
pub(super) type PlayBoards = Vec<FastBoard>;

/// Plays the moves of a movetext from a position; notes are reported only if they are wanted. The
/// first board is then the one at the end of the
/// main line. `None` if a move cannot be played.
pub(super) fn play<M: Moves>(
    text: &[u8],
    items: &Items,
    (start, notes): (Option<&FastBoard>, bool),
    boards: &mut PlayBoards,
    moves: &mut M,
) -> Option<Played> {
    let mut player = Player {
        text,
        items,
        boards,
        line: 0,
        shifts: Vec::new(),
        moves,
        notes,
        plies: 0,
        played: 0,
        place: (0, 0),
        number: None,
        diagnostics: Vec::new(),
        unmarked: Tally::default(),
        numbers: Tally::default(),
        without_mark: Vec::new(),
    };
    player.make_room();
    player.boards[0] = start.map_or_else(FastBoard::new, |start| *start);
    player.all()?;
    let Player { plies, mut diagnostics, unmarked, numbers, .. } = player;
    diagnostics.extend(unmarked.missing_checks());
    diagnostics.extend(numbers.nonstandard_numbers());
    Some(Played { plies, diagnostics })
}

/// The moves up to some place.
struct Player<'a, M> {
    text: &'a [u8],
    items: &'a Items,
    boards: &'a mut PlayBoards,
    /// The place among the boards of those of the line that is played now.
    line: usize,
    /// Differences between the numbers as written and the board's, for each enclosing variation
    /// from the outermost one.
    shifts: Vec<i64>,
    moves: &'a mut M,
    /// True if what deserves no more than a note is reported.
    notes: bool,
    /// Number of plies played in the main line.
    plies: u32,
    /// Number of moves played in all lines.
    played: usize,
    /// The number of a move and that of its item; no moves before it are asked for any more.
    place: (usize, usize),
    /// The item of the next move's number, if that is nonstandard.
    number: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    unmarked: Tally,
    numbers: Tally,
    /// The moves of a run that have no check mark but should, counted from its first one.
    without_mark: Vec<usize>,
}

impl<'a, M: Moves> Player<'a, M> {
    /// Plays all moves.
    fn all(&mut self) -> Option<()> {
        let Items { steps, varied, pauses, .. } = self.items;
        let mut varied = varied.iter().copied().peekable();
        for pause in pauses {
            let moves = pause.moves as usize;
            while let Some(number) = varied.next_if(|number| *number < moves) {
                self.run(number)?;
                self.keep_board();
            }
            self.run(moves)?;
            match pause.sign {
                Sign::Open => self.begin_variation(),
                Sign::Close => {
                    self.line = self.line.checked_sub(2)?;
                    self.shifts.pop();
                }
                Sign::NonstandardMove => {
                    if varied.next_if_eq(&moves).is_some() {
                        self.keep_board();
                    }
                    self.look_at_number()?;
                    self.plies += u32::from(self.is_main());
                    self.nonstandard_move()?;
                }
                Sign::NonstandardNumber => self.number = Some(pause.item as usize),
                Sign::Nag(_) | Sign::Comment => {}
                Sign::Empty | Sign::Brace | Sign::BadGlyph => self.nonstandard_sign(pause)?,
            }
        }
        for number in varied {
            self.run(number)?;
            self.keep_board();
        }
        self.run(steps.len())
    }

    const fn is_main(&self) -> bool {
        self.line == 0
    }

    fn board(&mut self) -> &mut FastBoard {
        &mut self.boards[self.line]
    }

    /// Makes room for the boards of a line.
    #[inline]
    fn make_room(&mut self) {
        if self.boards.len() < self.line + 2 {
            self.boards.resize(self.line + 16, FastBoard::new());
        }
    }

    /// Keeps the board, before a move that others could be played instead of.
    #[inline]
    fn keep_board(&mut self) {
        self.boards.copy_within(self.line..=self.line, self.line + 1);
    }

    #[inline]
    fn begin_variation(&mut self) {
        let before = self.line + 1;
        self.line += 2;
        self.make_room();
        self.boards.copy_within(before..=before, self.line);
        self.shifts.push(self.shifts.last().copied().unwrap_or(0));
    }

    /// Plays the moves up to one, all of which are written as the export format says.
    #[inline]
    fn run(&mut self, to: usize) -> Option<()> {
        let steps = &self.items.steps[self.played..to];
        if steps.is_empty() {
            return Some(());
        }
        if self.number.is_some() {
            self.look_at_number()?;
        }
        let board = &mut self.boards[self.line];
        let before = *board;
        let mut reported = 0;
        self.without_mark.clear();
        let whole = if M::KEPT {
            board.play_all(steps, |ply| {
                self.moves.ply(ply);
                reported += 1;
                if ply.unmarked {
                    cold_path();
                    self.without_mark.push(reported - 1);
                }
            })
        } else {
            board.play_line(steps, |number| self.without_mark.push(number))
        };
        if whole.is_none() || M::CORRECTED && !self.without_mark.is_empty() {
            *board = before;
            return self.run_again(to, reported);
        }
        let first = (self.plies, self.played);
        self.plies += if self.is_main() { steps.len() as u32 } else { 0 };
        if !self.without_mark.is_empty() {
            self.report_without_mark(first);
        }
        self.played = to;
        Some(())
    }

    /// Reports the moves without a check mark of a run that began after so many plies of the main
    /// line, and so many moves.
    #[cold]
    fn report_without_mark(&mut self, (plies, played): (u32, usize)) {
        for number in std::mem::take(&mut self.without_mark) {
            self.played = played + number;
            let span = self.item().span();
            let ply = if self.is_main() { plies + number as u32 + 1 } else { plies };
            self.unmarked.add(&span, ply);
        }
    }

    /// Plays the moves up to one, some of which are nonstandard; so many were reported already.
    #[cold]
    #[inline(never)]
    fn run_again(&mut self, to: usize, reported: usize) -> Option<()> {
        let reported = self.played + reported;
        while self.played < to {
            self.plies += u32::from(self.is_main());
            let step = &self.items.steps[self.played];
            let before = *self.board();
            let Some(ply) = self.board().play(step) else {
                *self.board() = before;
                self.nonstandard_move()?;
                continue;
            };
            if ply.unmarked {
                let span = self.item().span();
                self.unmarked.add(&span, self.plies);
                let mark = Correction::mark(self.played, self.board());
                self.moves.correct(mark);
            }
            if self.played >= reported {
                self.moves.ply(ply);
            }
            self.played += 1;
        }
        Some(())
    }

    /// Returns the item of the next move.
    fn item(&mut self) -> &'a Item {
        let (number, item) = &mut self.place;
        let all = &self.items.all;
        while *number < self.played || all[*item].sign_of_no_move().is_some() {
            *number += usize::from(all[*item].sign_of_no_move().is_none());
            *item += 1;
        }
        &all[*item]
    }

    /// Reports an item that is not a move.
    fn nonstandard_sign(&mut self, pause: &Pause) -> Option<()> {
        let span = self.items.all[pause.item as usize].span();
        let diagnostic = match pause.sign {
            Sign::Brace => nested_brace(span.start),
            Sign::Empty => empty_variation(span),
            _ => bad_glyph(str::from_utf8(&self.text[span.clone()]).ok()?, &span),
        };
        self.diagnostics.push(diagnostic.at_ply(self.plies.max(1)));
        Some(())
    }

    /// Plays the next move by all rules.
    fn nonstandard_move(&mut self) -> Option<()> {
        let span = self.item().span();
        let word = str::from_utf8(&self.text[span.clone()]).ok()?;
        let before = *self.board();
        let main = self.is_main();
        let ply = if word == NULL_MOVE {
            self.board().pass()?;
            if main || self.notes {
                self.diagnostics.push(null_move(&span, main).at_ply(self.plies.max(1)));
            }
            Ply::Null
        } else {
            let position = before.to_position();
            let reading = San::parse(word, Language::English)?.resolve(&position).ok()?;
            let ply = reading.ply;
            let next = played(&position, ply)?;
            let (diagnostics, unmarked) = forgiven(reading, (&position, &next), word, &span, main);
            let at_ply = |d: Diagnostic| d.at_ply(self.plies.max(1));
            self.diagnostics.extend(diagnostics.into_iter().map(at_ply));
            if unmarked {
                self.unmarked.add(&span, self.plies);
            }
            *self.board() = FastBoard::from_position(&next)?;
            ply
        };
        if M::CORRECTED {
            self.moves.correct(Correction::word(self.played, before, ply)?);
        }
        self.moves.nonstandard_ply(ply);
        self.played += 1;
        Some(())
    }

    /// Checks the number before the next move, if that is nonstandard. Returns `None` if the
    /// number is a wrong one of the main line and more than a slip: only the plain path can
    /// judge it.
    #[cold]
    #[inline(never)]
    fn look_at_number(&mut self) -> Option<()> {
        let Some(item) = self.number.take() else { return Some(()) };
        let place = self.items.all[item].span();
        let main = self.is_main();
        let plies = self.plies + u32::from(main);
        let written = &self.text[place.clone()];
        let (found, ..) = number(written);
        // Some may stand apart, `7. ...`.
        let dots = memchr::memchr_iter(b'.', written).count();
        let (white, fullmoves) = (self.board().turn() == Color::White, self.board().fullmoves());
        if main && (found != fullmoves || white && dots > 1) {
            let slip = !white && dots > 1 && self.plies > 0 && self.is_slip(item);
            slip.then_some(())?;
        }
        if dots != if white { 1 } else { 3 } || written.contains(&b' ') {
            self.numbers.add(&place, plies);
        }
        let expected = i64::from(fullmoves) + self.shifts.last().copied().unwrap_or(0);
        if i64::from(found) != expected {
            let diagnostic = wrong_number(expected, found, &place);
            self.diagnostics.push(diagnostic.at_ply(plies.max(1)));
            if let Some(shift) = self.shifts.last_mut() {
                *shift += i64::from(found) - expected;
            }
        }
        Some(())
    }

    /// Returns true if White's next move, soon after a wrong number before Black's move, an item,
    /// has the right number again.
    fn is_slip(&mut self, item: usize) -> bool {
        let right = (self.board().fullmoves() + 1, 1);
        let from = self.items.all[item].span().end;
        let rest = &self.items.all[item + 1..];
        let Some(next) = rest.iter().position(|item| item.sign_of_no_move().is_none()) else {
            return false;
        };
        let mut depth = 0_usize;
        for item in &rest[next + 1..] {
            match item.sign_of_no_move() {
                Some(Sign::Open) => depth += 1,
                Some(Sign::NonstandardNumber) if depth == 0 => {
                    let span = item.span();
                    let (found, dots, _) = number(&self.text[span.clone()]);
                    return (found, dots) == right && span.end - from < PROSE_LOOKAHEAD;
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

/// Returns the position after a move that is legal, or a null move that may be.
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
    use crate::fast::{Fast, FastResult};
    use partie_formats::{ReadOptions, Retained};

    /// Checks which games are clean if notes do not count.
    #[test]
    fn games_without_a_diagnostic() {
        for (movetext, clean) in [
            ("1. d4 d5 2. c4 {the} e6 $1 (2... c6 3. Nf3 (3. Nc3)) 3. Nc3", true),
            ("1. d4 d5 (1... -- 2. e4 -- (2... d6) 3. Nf3) 2. c4", true),
            ("1. e4 (1. -- d5 2. d4 $36)\n(1. -- c5) 1... e5 $146 {x} \n2. Nf3", true),
            // In check nobody may pass; in the game it is a diagnostic.
            ("1. e4 d5 2. Bb5+ c6 (2... -- 3. Nf3) 3. Nf3", false),
            ("1. e4 d5 2. -- e6", false),
            // The pawn went past, but then a side passed.
            ("1. e4 a6 2. e5 d5 (2... f5 3. -- a5 4. exf6) 3. d4", false),
            ("1. d4 d5 (1... d6 2. Nf3) (1... f5)", true),
            ("1. d4 d5 (1... Nd7) 2. Nd2 (2. Bh6)", false),
        ] {
            let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{movetext} *\n\n");
            let options = ReadOptions::default().keep(Retained::OnlyDiagnostics);
            let look = Fast::default().wanted(text.as_bytes(), true, &options);
            let found = look.whole(text.len()).is_some_and(|wanted| wanted.is_clean());
            assert_eq!(found, clean, "{movetext}");
        }
    }

    /// Checks that these games do not need the plain path, and their diagnostics.
    #[test]
    fn nonstandard_games_are_taken() {
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

    /// Returns the codes other than that of missing tags; `None` if the game was not taken.
    fn found(text: &str) -> Option<Vec<&'static str>> {
        match Fast::default().game(text.as_bytes(), true, &ReadOptions::default()) {
            FastResult::Game(game, _) => {
                let codes = game.diagnostics.iter().map(|d| d.code.id);
                Some(codes.filter(|code| *code != "PGN015").collect())
            }
            _ => None,
        }
    }
}
