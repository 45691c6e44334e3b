//! Openings by name and by the code of the Encyclopaedia of Chess Openings.
//!
//! An opening is identified by a *position*, not by the order of moves: the opening of a
//! game is the last of its positions that has a name. So transpositions are recognised, and
//! moves after the book do not matter.
//!
//! The names and codes are those of lichess' list, which is in the public domain. Only games of
//! standard chess from the initial position have an opening.

mod names;
mod table;

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use crate::{
    Boards, Color, Game, Ply, Position, Variant,
    rules::pieces::{PieceKey, PieceTracker as _},
};
pub use names::{is_one_of, known_as, translated};
use table::table;

/// The openings, one a line.
const TEXT: &str = include_str!("openings.txt");

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code, a letter from A to E and two digits.
    pub code: &'static str,
    /// The name in English: the family, and after a colon the variation and what it is divided
    /// into, with commas between, as in `Ruy Lopez: Marshall Attack, Modern Main Line`.
    pub name: &'static str,
}

impl Opening {
    /// Returns the family, and the rest of the name if there is one.
    ///
    /// ```
    /// use partie_core::openings;
    /// let najdorf = openings::lines().find(|line| line.opening.code == "B90").unwrap();
    /// let parts = najdorf.opening.family_and_variation();
    /// assert_eq!(parts, ("Sicilian Defense", Some("Najdorf Variation")));
    /// ```
    #[must_use]
    pub fn family_and_variation(&self) -> (&'static str, Option<&'static str>) {
        match self.name.split_once(": ") {
            Some((family, variation)) => (family, Some(variation)),
            None => (self.name, None),
        }
    }
}

/// An opening, and the moves that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningLine {
    /// The opening.
    pub opening: Opening,
    /// Moves in short algebraic notation, separated by spaces.
    pub moves: &'static str,
}

/// All openings that are known, in the order of their codes.
///
/// ```
/// use partie_core::openings;
/// let marshall = openings::lines().find(|line| line.opening.code == "C89");
/// assert_eq!(marshall.map(|line| line.opening.name), Some("Ruy Lopez: Marshall Attack"));
/// ```
pub fn lines() -> impl Iterator<Item = OpeningLine> {
    TEXT.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (code, rest) = line.split_once(' ')?;
        let (name, moves) = rest.split_once('\t')?;
        Some(OpeningLine { opening: Opening { code, name }, moves })
    })
}

/// The opening that a position bears the name of.
///
/// Rights to castle or to capture en passant make no difference.
#[must_use]
pub fn at(position: &Position) -> Option<Opening> {
    line_at(position).map(|line| line.opening)
}

/// The opening that a position bears the name of, as [`at`] finds it, with the moves that usually
/// lead there.
///
/// ```
/// use partie_core::{Position, Variant, moves::san::San, openings};
/// let mut position = Position::start(Variant::Standard);
/// for word in ["Nf3", "d5", "d4"] {
///     let reading = San::parse(word, Default::default()).unwrap().resolve(&position).unwrap();
///     position.play(reading.ply).unwrap();
/// }
/// let line = openings::line_at(&position).unwrap();
/// assert_eq!((line.opening.code, line.moves), ("D02", "d4 d5 Nf3"));
/// ```
#[must_use]
pub fn line_at(position: &Position) -> Option<OpeningLine> {
    matches!(position.variant(), Variant::Standard | Variant::FromPosition)
        .then(|| table().at(PieceKey::of(position.board()), position.turn()).copied())?
}

/// Finds the opening of moves that are played one after the other: that of the last position which has a
/// name.
#[derive(Clone, Debug, Default)]
pub struct OpeningFinder {
    plies: usize,
    found: Option<(Opening, usize)>,
}

impl OpeningFinder {
    /// Notes the position after the next move.
    #[inline]
    pub fn add(&mut self, pieces: PieceKey, turn: Color) {
        let table = table();
        if self.plies < table.longest {
            self.plies += 1;
            if let Some(line) = table.at(pieces, turn) {
                self.found = Some((line.opening, self.plies));
            }
        }
    }

    /// Returns the opening, and the number of plies after which its position stood on the board.
    #[must_use]
    pub const fn found(&self) -> Option<(Opening, usize)> {
        self.found
    }
}

/// Returns the opening of a line of moves from the initial position of standard chess, and the
/// number of plies that lead to its position, the last one in the line with a name.
///
/// The moves must be legal. Moves beyond the longest known line are not examined.
///
/// ```
/// use partie_core::{Ply, Position, Variant, moves::san::San, openings};
/// let mut position = Position::start(Variant::Standard);
/// let mut plies = Vec::new();
/// // The Najdorf by another order of moves, and one move beyond it.
/// for word in "e4 c5 Nc3 a6 Nf3 d6 d4 cxd4 Nxd4 Nf6 Rb1".split(' ') {
///     let reading = San::parse(word, Default::default()).unwrap().resolve(&position).unwrap();
///     position.play(reading.ply).unwrap();
///     plies.push(reading.ply);
/// }
/// let (opening, ply) = openings::last_of(plies).unwrap();
/// assert_eq!((opening.code, opening.name), ("B90", "Sicilian Defense: Najdorf Variation"));
/// assert_eq!(ply, 10);
/// ```
#[must_use]
pub fn last_of(plies: impl IntoIterator<Item = Ply>) -> Option<(Opening, usize)> {
    let table = table();
    let (mut key, mut turn) = (table.start, Color::White);
    let mut finder = OpeningFinder::default();
    for ply in plies.into_iter().take(table.longest) {
        if key.play(turn, ply).is_none() {
            break;
        }
        turn = !turn;
        finder.add(key, turn);
    }
    finder.found()
}

/// Returns the opening of a line of legal moves from the initial position of standard chess: the
/// name of the last position that has one.
#[must_use]
pub fn of_plies(plies: impl IntoIterator<Item = Ply>) -> Option<Opening> {
    last_of(plies).map(|(opening, _)| opening)
}

/// Returns the opening with a code and a name, as [`lines`] has them.
#[must_use]
pub fn named(code: &str, name: &str) -> Option<Opening> {
    static OPENINGS: LazyLock<HashMap<[&str; 2], Opening>> = LazyLock::new(|| {
        let openings = lines().map(|line| line.opening);
        openings.map(|opening| ([opening.code, opening.name], opening)).collect()
    });
    OPENINGS.get(&[code, name]).copied()
}

/// Returns true if a text is the code and the English name of an opening or of its family, as in
/// `C33 King's Gambit Accepted`.
#[must_use]
pub fn is_named(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(code, name)| {
        matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']) && is_name(name)
    })
}

/// Returns true if a text is the English name of an opening or of its family.
#[must_use]
pub fn is_name(text: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let names = lines().map(|line| line.opening);
        names.flat_map(|opening| [opening.name, opening.family_and_variation().0]).collect()
    });
    NAMES.contains(text)
}

/// The opening of a game's main line.
#[must_use]
pub fn of(game: &Game) -> Option<Opening> {
    let from_start = game.variant == Variant::Standard
        && matches!(&game.start, Boards::One(start) if *start == Position::start(Variant::Standard));
    from_start.then(|| of_plies(game.plies().map(|(_, ply)| ply)))?
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{table::position_after, *};
    use crate::rules::fast::{FastBoard, FastReader};

    #[test]
    fn every_line_is_legal_and_ends_in_a_position_of_its_own() {
        let mut seen: HashMap<_, Opening> = HashMap::new();
        let mut replaced = Vec::new();
        for line in lines() {
            let OpeningLine { opening, moves } = line;
            let position = position_after(moves).expect(moves);
            let other = seen.insert((position.board().clone(), position.turn()), opening);
            replaced.extend(other.map(|other| other.name));
        }
        // It differs from the King's Gambit by a capture en passant.
        assert_eq!(replaced, ["Van Geet Opening: Nowokunski Gambit"]);
        for OpeningLine { opening, moves } in lines().filter(|l| l.opening.name != replaced[0]) {
            let position = position_after(moves).expect(moves);
            assert_eq!(at(&position), Some(opening));
        }
    }

    #[test]
    fn codes_are_all_there_and_in_order() {
        let written = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        let codes: Vec<&str> = lines().map(|line| line.opening.code).collect();
        assert_eq!(codes.len(), written, "each line is read");
        assert!(codes.is_sorted());
        let all: BTreeSet<String> = ('A'..='E')
            .flat_map(|letter| (0..100).map(move |number| format!("{letter}{number:02}")))
            .collect();
        assert_eq!(codes.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), all);
    }

    /// Moves and the names of their openings.
    #[test]
    fn games_have_openings() {
        for (moves, expected) in [
            ("", None),
            ("f3", Some("A00 Barnes Opening")),
            ("f3 e5 g4 Qh4#", Some("A00 Barnes Opening: Fool's Mate")),
            ("f3 e5 g4 d5", Some("A00 Barnes Opening")),
            ("e4 e5 Nf3 Nc6 Bb5", Some("C60 Ruy Lopez")),
            // By other orders of moves.
            ("Nf3 Nc6 e4 e5 Bb5", Some("C60 Ruy Lopez")),
            ("c4 Nf6 d4 g6 Nc3 d5", Some("D80 Grünfeld Defense")),
            ("d4 e6 e4 d5", Some("C00 French Defense")),
            // Beyond the book.
            ("e4 e5 Ke2 Ke7 Ke3", Some("C20 Bongcloud Attack")),
        ] {
            let mut reader = FastReader::new();
            let mut board = FastBoard::new();
            let mut plies = Vec::new();
            for word in moves.split(' ').filter(|word| !word.is_empty()) {
                let mut bytes = [0; 8];
                bytes[..word.len()].copy_from_slice(word.as_bytes());
                let ply = reader.play(&mut board, u64::from_le_bytes(bytes)).expect(word);
                plies.push(Ply::Move(ply.into()));
            }
            let found = of_plies(plies).map(|found| format!("{} {}", found.code, found.name));
            assert_eq!(found.as_deref(), expected, "{moves}");
        }
    }

    #[test]
    fn other_rules_have_none() {
        let start = Position::start(Variant::Atomic);
        assert_eq!(at(&start), None);
        assert_eq!(of(&Game::new(Variant::Crazyhouse)), None);
        assert_eq!(of(&Game::new(Variant::Standard)), None, "no move was made");
    }
}
