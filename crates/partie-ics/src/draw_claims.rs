//! The rules for `draw`, and the result of a fallen flag.
//!
//! On FICS only the position ends a game without a claim: threefold repetition and the 50-move rule
//! must be claimed with `draw`, by either player and with either side to move; there is no fivefold
//! repetition and no 75-move rule. A player who runs out of time against an opponent who cannot win
//! draws. Sources: FICS `help draw`, `help flag`.

use partie_core::{Board, Color, Outcome, Position, Role, Termination, Variant, rules::History};

use crate::clock::Flag;

/// The draw that a player's `draw` claims at once, without asking the opponent.
/// A game that is over has none.
///
/// ```
/// use partie_core::{Position, rules::History};
/// assert_eq!(partie_ics::draw_claims::draw(&History::new(&Position::default())), None);
/// ```
#[must_use]
pub fn draw(history: &History) -> Option<Termination> {
    history.claim()
}

/// The result of calling the flag: `None` if no flag has fallen.
///
/// Both out of time is a draw. One out of time loses, but draws if the opponent has no material to
/// mate ([`can_win_on_time`]). In bughouse the outcome is the board's.
pub(crate) fn on_time(position: &Position, flag: Flag) -> Option<(Outcome, Termination)> {
    Some(match flag {
        Flag::None => return None,
        Flag::Both => (Outcome::Draw, Termination::BothTimesOut),
        Flag::One(late) if can_win_on_time(position, !late) => {
            (Outcome::Win(!late), Termination::TimeForfeit)
        }
        Flag::One(_) => (Outcome::Draw, Termination::TimeForfeitWithoutMaterial),
    })
}

/// Returns true if a side has the material to win when the opponent runs out of time.
///
/// In chess and its wild starts: not with a bare king, nor with one bishop or knights alone that
/// cannot force a mate against a bare king. In the variants: any material that can still win by
/// legal moves. In suicide and losers that is all material; in crazyhouse all but a king without
/// pieces in hand; in bughouse pieces may arrive from the other board.
pub(crate) fn can_win_on_time(position: &Position, color: Color) -> bool {
    match position.variant() {
        Variant::Suicide | Variant::Antichess | Variant::Losers | Variant::Bughouse => true,
        variant if variant.is_orthodox() => has_mating_material(position.board(), color),
        _ => !position.has_insufficient_material(color),
    }
}

/// Returns true if a side has more than a king and one minor piece, or two knights.
fn has_mating_material(board: &Board, color: Color) -> bool {
    let count = |role: Role| (board.by_color(color) & board.by_role(role)).count();
    if [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| count(role) > 0) {
        return true;
    }
    let (knights, bishops) = (count(Role::Knight), count(Role::Bishop));
    bishops >= 2 || (bishops == 1 && knights >= 1) || knights >= 3
}

#[cfg(test)]
mod tests {
    use partie_core::moves::uci;

    use super::*;

    /// A position with the kings on e1 and e8 and more pieces, such as `Nc3` or `pa7`.
    fn position(variant: Variant, pieces: &str) -> Position {
        use partie_core::{Piece, Setup, Square};
        let mut setup = Setup::empty();
        for text in ["Ke1", "ke8"].into_iter().chain(pieces.split_whitespace()) {
            let (letter, square) = text.split_at(1);
            let piece = Piece::from_char(letter.chars().next().expect("letter")).expect(text);
            setup.board.set_piece_at(square.parse::<Square>().expect(text), piece);
        }
        if variant.has_drops() {
            setup.pockets = Some(partie_core::ByColor::default());
        }
        Position::from_setup(variant, setup).0
    }

    /// Black has run out of time, and the test asks whether White can win.
    #[test]
    fn material_on_time_out() {
        use Variant::{Atomic, Bughouse, Crazyhouse, Losers, Standard, Suicide};
        for (variant, pieces, wins) in [
            (Standard, "", false),
            (Standard, "qd8", false),
            (Standard, "Nc3", false),
            (Standard, "Bc3 pa7", false),
            (Standard, "Nc3 Nd3", false),
            (Standard, "Nc3 Nd3 Nf3", true),
            (Standard, "Nc3 Bd3", true),
            (Standard, "Bc3 Bd3", true),
            (Standard, "Pa2", true),
            (Standard, "Ra1", true),
            (Standard, "Qd1 qd8", true),
            (Crazyhouse, "Pa2", true),
            (Atomic, "", false),
            (Atomic, "Qd1", true),
            (Losers, "", true),
            (Suicide, "", true),
            (Bughouse, "", true),
        ] {
            let position = position(variant, pieces);
            assert!(position.problem().is_none(), "{variant} {pieces}");
            let expected = if wins {
                (Outcome::Win(Color::White), Termination::TimeForfeit)
            } else {
                (Outcome::Draw, Termination::TimeForfeitWithoutMaterial)
            };
            let found = on_time(&position, Flag::One(Color::Black));
            assert_eq!(found, Some(expected), "{variant} {pieces}");
        }
        let start = Position::default();
        assert_eq!(on_time(&start, Flag::None), None);
        let both = on_time(&start, Flag::Both);
        assert_eq!(both, Some((Outcome::Draw, Termination::BothTimesOut)));
    }

    fn history(moves: &[&str], rounds: usize) -> (History, Position) {
        let mut position = Position::default();
        let mut history = History::new(&position);
        for text in moves.iter().cycle().take(moves.len() * rounds) {
            let ply = uci::read(&position, text).expect(text).ply;
            position.play(ply).expect(text);
            history.push(&position);
        }
        (history, position)
    }

    #[test]
    fn draws_are_claimed_not_forced() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (rounds, claim) in
            [(1, None), (2, Some(Termination::Repetition)), (30, Some(Termination::Repetition))]
        {
            let (history, position) = history(&shuffle, rounds);
            assert_eq!(draw(&history), claim);
            assert_eq!(position.end(), None);
        }
        let (mated, position) = history(&["f2f3", "e7e5", "g2g4", "d8h4"], 1);
        assert_eq!(draw(&mated), None);
        let mate = (Outcome::Win(Color::Black), Termination::Checkmate);
        assert_eq!(position.end(), Some(mate));
    }
}
