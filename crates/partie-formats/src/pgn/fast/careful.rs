//! Playing the moves of a game of which some are not written as the export format says,
//! or have wrong numbers: needless letters, castling with zeros, null moves.
//!
//! Most moves are still played on a [`FastBoard`]; all rules are asked about the others.

use std::ops::Range;

use partie_core::{
    Color, Language, Nag, Ply, Position,
    moves::san::San,
    rules::fast::{FastBoard, FastReader},
};

use super::{
    items::{Item, Sign},
    moves::{Moves, Played},
    number::number,
};
use crate::{
    Diagnostic,
    pgn::play::{Tally, forgiven, wrong_number},
};

/// A line that is being played.
#[derive(Clone, Copy)]
struct Line {
    board: FastBoard,
    /// The board before the last move, if there is one.
    before: FastBoard,
    moved: bool,
    /// What must be added to the board's move number to get the record's.
    shift: i64,
}

/// What is odd about the moves.
#[derive(Default)]
struct Oddities {
    findings: Vec<Diagnostic>,
    unmarked: Tally,
    numbers: Tally,
}

impl Oddities {
    /// Looks at a number that is odd, before a move; says by how much it is wrong.
    fn number(&mut self, text: &[u8], place: &Range<usize>, line: &Line, plies: u32) -> i64 {
        let (found, dots, _) = number(&text[place.clone()]);
        if dots != if line.board.turn() == Color::White { 1 } else { 3 } {
            self.numbers.add(place, plies);
        }
        let expected = i64::from(line.board.fullmoves()) + line.shift;
        if i64::from(found) != expected {
            let finding = wrong_number(expected, found, place);
            self.findings.push(finding.at_ply(plies.max(1)));
        }
        i64::from(found) - expected
    }
}

/// Plays the moves of a movetext from a position, as [`super::moves::play`] does, and tells
/// what is odd about them. `None` if a move cannot be played.
#[cold]
#[inline(never)]
pub(super) fn play<M: Moves>(
    text: &[u8],
    items: &[Item],
    reader: &FastReader,
    start: Option<&FastBoard>,
    out: &mut Vec<Diagnostic>,
) -> Option<Played<M>> {
    let board = start.copied().unwrap_or_default();
    let mut moves = M::default();
    let mut line = Line { board, before: board, moved: false, shift: 0 };
    let mut stack: Vec<Line> = Vec::new();
    let mut plies = 0_u32;
    let mut odd = Oddities::default();
    let mut odd_number = None;
    for item in items {
        let main = stack.is_empty();
        match item.word() {
            Err(Sign::Open) => {
                if !line.moved {
                    return None;
                }
                stack.push(line);
                line.board = line.before;
                line.moved = false;
                moves.open();
                continue;
            }
            Err(Sign::Close) => {
                line = stack.pop()?;
                moves.close();
                continue;
            }
            Err(Sign::Nag(number)) => {
                moves.nag(Nag(number));
                continue;
            }
            Err(Sign::Comment) => {
                if M::COMMENTS {
                    moves.comment(str::from_utf8(&text[item.span()]).ok()?);
                }
                continue;
            }
            Err(Sign::OddNumber) => {
                odd_number = Some(item.span());
                continue;
            }
            Ok(_) | Err(Sign::OddMove) => {}
        }
        plies += u32::from(main);
        if let Some(place) = odd_number.take() {
            line.shift += odd.number(text, &place, &line, plies);
        }
        line.before = line.board;
        line.moved = true;
        if let Some(ply) = item.word().ok().and_then(|word| line.board.play(reader, word)) {
            if ply.unmarked {
                odd.unmarked.add(&item.span(), plies);
            }
            moves.ply(ply);
        } else {
            let word = str::from_utf8(&text[item.span()]).ok()?;
            let position = line.before.to_position();
            let reading = San::parse(word, Language::English)?.resolve(&position).ok()?;
            let next = played(&position, reading.ply)?;
            let (findings, unmarked) =
                forgiven(reading, (&position, &next), word, &item.span(), main);
            odd.findings.extend(findings.into_iter().map(|d| d.at_ply(plies.max(1))));
            if unmarked {
                odd.unmarked.add(&item.span(), plies);
            }
            moves.odd_ply(reading.ply);
            line.board = FastBoard::from_position(&next)?;
        }
    }
    out.append(&mut odd.findings);
    out.extend(odd.unmarked.missing_checks());
    out.extend(odd.numbers.odd_numbers());
    Some(Played { moves, board: line.board, plies, unmarked: Tally::default() })
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
            ("1. e4 e5 3. Nf3 Nc6 4. Bb5", &["PGN060"]),
            ("1. e4 e5 3. Nf3 (4. f4 exf4) 3... Nc6 5. d4", &["PGN060", "PGN060", "PGN060"]),
            ("1. e4 1. e5 2. Nf3", &["PGN062"]),
            ("1. e4+ e5#", &["PGN064", "PGN064"]),
        ] {
            let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{text} *\n\n");
            assert_eq!(found(&text).as_deref(), Some(codes), "{text}");
        }
        for (text, codes) in [
            ("[Event \"The \"Best\" Cup\"]\n\n1. e4 e5 *\n", &["PGN011"][..]),
            ("[Result \"1/2\"]\n\n1. e4 e5 1/2\n", &["PGN017", "PGN091"]),
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", &["PGN021"]),
            (
                "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 7\"]\n\n7... 0-0 8. Ke2 *\n",
                &["PGN040"],
            ),
        ] {
            assert_eq!(found(text).as_deref(), Some(codes), "{text}");
        }
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
