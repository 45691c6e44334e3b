//! Named boards from which games can begin, by categories: odds, endings, openings and
//! other positions. Games from them are orthodox chess, and never rated.
//!
//! They stand in `named_positions.txt`, which a chess player can read. Sources of categories and
//! names: FICS `help boards`, `help category`, `help odds`; the programs that know them.

use partie_core::{Color, Position, Role, Variant, moves::san, named, rules::wild::Wild};
use partie_formats::{WriteOptions, fen};

use crate::game::setup::settled;

/// The file: names and positions.
const FILE: &str = include_str!("named_positions.txt");

/// The category of the wild starts, which are no named positions: some are random.
const WILD: &str = "wild";

/// A named board; read in any letter case: `odds/knight`, `odds knight`.
///
/// ```
/// use partie_ics::named_positions::NamedPosition;
/// let board = "odds knight".parse::<NamedPosition>()?;
/// assert_eq!(board.name(), "odds/knight");
/// assert_eq!(board.position().legal_moves().len(), 19);
/// # Ok::<(), partie_core::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedPosition(&'static str);

/// Names and positions as the file has them.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILE.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, position)| (name, position.trim()))
}

impl NamedPosition {
    /// All boards, in the order of their lists.
    pub fn all() -> impl Iterator<Item = NamedPosition> {
        lines().map(|(name, _)| NamedPosition(name))
    }

    /// The whole name: `odds/knight`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The category: `odds`.
    #[must_use]
    pub fn category(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(category, _)| category)
    }

    /// The name in its category: `knight`.
    pub(crate) fn short(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(_, short)| short)
    }

    /// Returns the position, with move number 1 as for every start.
    #[must_use]
    pub fn position(self) -> Position {
        let text = lines().find(|(name, _)| *name == self.0).map_or("", |(_, text)| text);
        let fen = if text.starts_with("1.") {
            fen::position(&settled(&played(text)), &WriteOptions::default())
        } else {
            format!("{text} - 0 1")
        };
        // A board is what its FEN says, so that a game kept with it begins from the same one.
        fen::parse_position(&fen, Some(Variant::FromPosition)).value
    }

    /// The side that gives odds: the proposer has it.
    pub(crate) fn giver(self) -> Option<Color> {
        if self.category() != "odds" {
            return None;
        }
        let position = self.position();
        Color::ALL.into_iter().min_by_key(|color| material(&position, *color))
    }
}

named!(NamedPosition, name, "a named position", |name| {
    let (category, board) = name.trim().split_once(['/', ' '])?;
    NamedPosition::all().find(|known| {
        known.category().eq_ignore_ascii_case(category)
            && known.short().eq_ignore_ascii_case(board.trim())
    })
});

/// The position after the moves of an opening.
fn played(moves: &str) -> Position {
    let mut position = Position::start(Variant::FromPosition);
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        if let Ok(reading) = san::read(&position, word) {
            // Moves that were read there are legal there.
            let _ = position.play(reading.ply);
        }
    }
    position
}

/// Material of a side, in pawns.
fn material(position: &Position, color: Color) -> usize {
    let board = position.board();
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)]
        .into_iter()
        .map(|(role, worth)| (board.by_color(color) & board.by_role(role)).count() * worth)
        .sum()
}

/// The categories, in alphabetical order.
pub(crate) fn categories() -> Vec<&'static str> {
    let mut all: Vec<&str> =
        NamedPosition::all().map(NamedPosition::category).chain([WILD]).collect();
    all.dedup();
    all
}

/// The category of a name, in any letter case, and the boards that it has.
pub(crate) fn boards_of(category: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let known = categories().into_iter().find(|c| c.eq_ignore_ascii_case(category))?;
    let boards = if known == WILD {
        let short = |wild: Wild| wild.name().trim_start_matches("wild/");
        Wild::ALL.into_iter().map(short).chain(["fr"]).collect()
    } else {
        NamedPosition::all()
            .filter(|board| board.category() == known)
            .map(NamedPosition::short)
            .collect()
    };
    Some((known, boards))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_can_be_played() {
        for board in NamedPosition::all() {
            let position = board.position();
            assert!(position.problem().is_none(), "{board}");
            assert!(position.has_legal_move(), "{board}");
            assert!(position.end().is_none(), "{board}");
            assert_eq!(position.variant(), Variant::FromPosition, "{board}");
            assert_eq!((position.fullmoves(), position.halfmoves()), (1, 0), "{board}");
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(board.name().replace('/', " ").parse(), Ok(board));
        }
    }

    /// All moves of an opening are played.
    #[test]
    fn openings_are_played_to_their_end() {
        for (name, moves) in lines().filter(|(_, text)| text.starts_with("1.")) {
            let mut position = Position::start(Variant::FromPosition);
            for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
                let reading = san::read(&position, word).expect(name);
                position.play(reading.ply).expect(name);
            }
        }
    }

    #[test]
    fn names() {
        for name in ["odds", "odds/", "odds/king", "knight", "wild/5", ""] {
            assert!(name.parse::<NamedPosition>().is_err(), "{name}");
        }
        let mut all: Vec<NamedPosition> = NamedPosition::all().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), NamedPosition::all().count(), "no name twice");
        assert_eq!(categories(), ["endings", "misc", "odds", "openings", "pawns", "wild"]);
        let wild = boards_of("WILD").expect("a category");
        assert_eq!(wild, ("wild", vec!["0", "1", "2", "3", "4", "5", "7", "8", "8a", "fr"]));
    }

    #[test]
    fn who_gives_odds() {
        for (name, giver) in [
            ("odds/pawn", Some(Color::White)),
            ("odds/rook", Some(Color::White)),
            ("odds/pawn-and-move", Some(Color::Black)),
            ("odds/queen-and-move", Some(Color::Black)),
            ("misc/queen-rooks", None),
        ] {
            assert_eq!(name.parse().map(NamedPosition::giver), Ok(giver), "{name}");
        }
    }
}
