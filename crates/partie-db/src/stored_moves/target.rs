//! Positions that games are searched for.

use std::str::FromStr;

use partie_core::{
    Color, Position, Role, Variant,
    rules::{PositionKey, replay::Material},
};

use super::Line;
use crate::query::{FenPattern, ParseError};

/// A position to find in many games.
///
/// It is read from a FEN. Missing fields at its end match anything, as for [`FenPattern`].
#[derive(Clone, Debug)]
pub struct Target {
    pattern: FenPattern,
    keys: Vec<PositionKey>,
    least: Fewest,
}

/// Numbers of pieces that a game must still have, of White and of Black. Captures only take away, and
/// promotions do not make pawns.
#[derive(Clone, Copy, Debug)]
struct Fewest {
    pawns: [u32; 2],
    pieces: [u32; 2],
}

impl Fewest {
    fn of(position: &Position) -> Fewest {
        let board = position.board();
        let sides = [Color::White, Color::Black].map(|color| board.by_color(color));
        Fewest {
            pawns: sides.map(|side| (side & board.by_role(Role::Pawn)).count() as u32),
            pieces: sides.map(|side| side.count() as u32),
        }
    }

    /// Returns true if a board with this material can still become the position.
    fn are_in(self, material: Material) -> bool {
        [Color::White, Color::Black].into_iter().zip(self.pawns).zip(self.pieces).all(
            |((color, pawns), pieces)| {
                material.count(color, Role::Pawn) >= pawns
                    && Role::ALL.map(|role| material.count(color, role)).iter().sum::<u32>()
                        >= pieces
            },
        )
    }
}

impl FromStr for Target {
    type Err = ParseError;

    /// Reads a FEN of one to six fields.
    fn from_str(text: &str) -> Result<Target, ParseError> {
        let pattern: FenPattern = text.parse()?;
        let (keys, least) = (pattern.keys(), Fewest::of(pattern.position()));
        Ok(Target { pattern, keys, least })
    }
}

impl Target {
    /// Returns the number of plies after which a game comes to the position for the first time; 0 if
    /// it begins with it, `None` if it never does.
    #[must_use]
    pub fn reached_by(&self, code: &[u8]) -> Option<u32> {
        let line = Line::of(code)?;
        let has_own_keys = line.start.as_ref().is_some_and(|start| {
            !matches!(
                start.variant(),
                Variant::Standard | Variant::Chess960 | Variant::FromPosition
            )
        });
        match self.keys[..] {
            _ if has_own_keys => self.by_rules(line),
            [] => None,
            [key] => self.by_keys(line, |other| other == key),
            ref keys => self.by_keys(line, |other| keys.binary_search(&other).is_ok()),
        }
    }

    #[inline]
    fn by_keys(&self, mut line: Line<'_>, is_one: impl Fn(PositionKey) -> bool) -> Option<u32> {
        if is_one(line.board.key()) {
            return Some(0);
        }
        let mut ply = 0;
        while let Some(played) = line.next() {
            ply += 1;
            if is_one(line.board.key()) {
                return Some(ply);
            }
            if (played.captured.is_some() || played.promotion.is_some())
                && !self.least.are_in(line.board.material())
            {
                return None;
            }
        }
        None
    }

    /// Compares the positions of a game whose variant has other keys.
    fn by_rules(&self, mut line: Line<'_>) -> Option<u32> {
        let mut position = line.start();
        let mut ply = 0;
        while !self.pattern.is(&position) {
            let played = line.next()?.to_ply();
            position.play(played).ok()?;
            ply += 1;
        }
        Some(ply)
    }
}
