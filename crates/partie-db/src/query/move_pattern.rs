//! Sequences of moves: `e4 c5 * Bb5`.
//!
//! Moves in short notation, one for each ply, from the start of the game. `*` stands for
//! any number of moves, `?` for any one; `e4|d4` is one of several, `!Nf3` any other
//! one. A sequence that begins with `*` may stand anywhere. Numbers, check marks and
//! dots are passed over.

use partie_core::{
    CastlingSide, Language, Move, Ply,
    moves::san::{Action, San},
};
use partie_formats::GameView;

use super::ParseError;

/// The most moves of a sequence; each is one bit of the search's state.
const MOST: usize = 127;

/// One move that is looked for.
#[derive(Clone, Debug, PartialEq)]
enum MoveTest {
    /// Any of these moves, or any other.
    Moves { any_of: Vec<Action>, not: bool },
    /// Any move.
    One,
    /// Any number of any moves.
    Any,
}

/// A sequence of moves.
#[derive(Clone, Debug)]
pub struct MovePattern {
    parts: Vec<MoveTest>,
}

/// Progress of matching: a bit for each number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached(u128);

impl MovePattern {
    /// Reads a sequence, in a language's piece letters.
    ///
    /// # Errors
    ///
    /// A word that is no move, more than 127 moves, or none.
    pub fn parse(text: &str, language: Language) -> Result<MovePattern, ParseError> {
        let mut parts = Vec::new();
        for word in text.split([' ', '\t', '\n', ',']).filter(|w| !w.is_empty()) {
            // `1.e4` and `1...e5` are the moves after their numbers.
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let rest = word[digits..].trim_start_matches('.');
            let word = if digits > 0 && rest.len() < word.len() - digits { rest } else { word };
            let word =
                if word.bytes().all(|b| b == b'.' || b.is_ascii_digit()) { "" } else { word };
            match word {
                "" => {}
                "*" => parts.push(MoveTest::Any),
                "?" => parts.push(MoveTest::One),
                word => {
                    let (not, word) = word.strip_prefix('!').map_or((false, word), |w| (true, w));
                    let any_of = word
                        .split('|')
                        .map(|m| action(m, language))
                        .collect::<Result<Vec<_>, _>>()?;
                    parts.push(MoveTest::Moves { any_of, not });
                }
            }
        }
        if parts.is_empty() {
            return Err("expected moves, such as `e4 c5 * Bb5`".into());
        }
        if parts.len() > MOST {
            return Err(format!("expected at most {MOST} moves").into());
        }
        Ok(MovePattern { parts })
    }

    /// The state before the first move.
    pub(super) fn start(&self) -> Reached {
        Reached(self.over_stars(1))
    }

    /// The state after a move.
    pub(super) fn after(&self, reached: Reached, ply: Ply) -> Reached {
        let mut next = 0;
        for (i, part) in self.parts.iter().enumerate() {
            if reached.0 & (1 << i) == 0 {
                continue;
            }
            next |= match part {
                MoveTest::Any => 1 << i,
                MoveTest::One => 1 << (i + 1),
                MoveTest::Moves { any_of, not } => {
                    let hit = any_of.iter().any(|action| is(*action, ply));
                    if hit == *not { 0 } else { 1 << (i + 1) }
                }
            };
        }
        Reached(self.over_stars(next))
    }

    /// Returns true if all of it was found.
    pub(super) fn is_found(&self, reached: Reached) -> bool {
        reached.0 & (1 << self.parts.len()) != 0
    }

    /// Finds it in the main line of a game.
    pub(super) fn is_in(&self, game: &impl GameView) -> bool {
        let mut reached = self.start();
        let mut plies = game.main_plies();
        while !self.is_found(reached) {
            match plies.next() {
                Some((_, ply)) if reached.0 != 0 => reached = self.after(reached, ply),
                _ => return false,
            }
        }
        true
    }

    /// A star may stand for no move at all.
    fn over_stars(&self, mut reached: u128) -> u128 {
        for (i, part) in self.parts.iter().enumerate() {
            if *part == MoveTest::Any && reached & (1 << i) != 0 {
                reached |= 1 << (i + 1);
            }
        }
        reached
    }
}

/// Reads a move in a language's piece letters, or in English ones.
pub(super) fn action(word: &str, language: Language) -> Result<Action, ParseError> {
    let san = San::parse(word, language).or_else(|| San::parse(word, Language::English));
    let san = san.ok_or_else(|| format!("expected a move such as Nf3, but found `{word}`"))?;
    if let Action::Piece { to_rank: None, .. } = san.action {
        return Err(format!("expected a target square in `{word}`").into());
    }
    Ok(san.action)
}

/// Returns true if a ply matches an action. A capture must be written as one.
pub(super) fn is(action: Action, ply: Ply) -> bool {
    let Some(m) = ply.any_move() else { return action == Action::Null };
    match action {
        Action::Null => false,
        Action::Castle(side) => {
            matches!(m, Move::Castle { king, rook } if side == if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide })
        }
        Action::Drop { role, to } => {
            matches!(m, Move::Put { role: r, to: t } if r == role && t == to)
        }
        Action::Piece { role, file, rank, capture, to_file, to_rank, promotion, .. } => {
            let Some(from) = m.from().filter(|_| !m.is_castle()) else { return false };
            m.role() == role
                && m.to().file() == to_file
                && to_rank.is_none_or(|rank| m.to().rank() == rank)
                && file.is_none_or(|file| from.file() == file)
                && rank.is_none_or(|rank| from.rank() == rank)
                && capture == m.is_capture()
                && promotion.is_none_or(|p| m.promotion() == Some(p))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Subject as _, piece_tracker::walk, samples::sample};

    fn found(line: &str, game: &str, variations: bool) -> bool {
        let line = MovePattern::parse(line, Language::English).expect(line);
        walk(sample(game).game(), variations, line.start(), |reached, ply, _| {
            if let Some(ply) = ply {
                *reached = line.after(*reached, ply);
            }
            line.is_found(*reached)
        })
    }

    #[test]
    fn lines_of_games() {
        const SPANISH: &str =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 (5... Bd6 6. d4) *";
        for (line, is) in [
            ("e4", true),
            ("e4 e5 Nf3", true),
            ("1. e4 e5 2. Nf3 Nc6 3.Bb5", true),
            ("e4 c5", false),
            ("Nf3", false),
            ("* Nf3", true),
            ("e4 * Bb5 a6", true),
            ("e4 * Bb5 Nf6", false),
            ("e4|d4 e5|d5", true),
            ("? e5", true),
            ("!d4 !c5 Nf3", true),
            ("!e4", false),
            ("e4 ? Nf3 ? Bb5 ? Bxc6 dxc6 O-O", true),
            ("* O-O-O", false),
            ("* Bc6", false),
            ("* Bxc6 bxc6", false),
            ("* dxc6", true),
            ("* 0-0", true),
            ("e4 * e5 * a6 * f6", true),
            ("e4 * f6 * a6", false),
            ("* Bd6 d4", false),
        ] {
            assert_eq!(found(line, SPANISH, false), is, "{line}");
        }
        assert!(found("* Bd6 d4", SPANISH, true));
        assert!(found("* e8=Q", "[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8=Q *", false));
        assert!(!found("* e8=N", "[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8=Q *", false));
    }

    #[test]
    fn what_is_no_line() {
        for line in ["", "1. 2.", "hello", "e4 Kasparov"] {
            assert!(MovePattern::parse(line, Language::English).is_err(), "{line}");
        }
        assert!(MovePattern::parse(&"e4 ".repeat(200), Language::English).is_err());
        assert!(MovePattern::parse("e4 e5 Sf3", Language::German).is_ok());
    }
}
