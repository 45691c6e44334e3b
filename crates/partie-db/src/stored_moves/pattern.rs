//! Patterns of boards and material that games are searched for.

use std::str::FromStr;

use partie_core::rules::pieces::PieceTracker as _;

use super::Line;
use crate::query::{BoardPattern, Material, ParseError, PieceSets};

/// A pattern of a board, or material, that is looked for in many games.
///
/// It is read from the words of [`BoardPattern`] or of [`Material`]: `*/*/*/*/*/*/*PPP/*` or
/// `KRP vs KR`.
///
/// ```
/// use partie_db::stored_moves::Pattern;
///
/// // 1. e4 d5 2. exd5
/// let code = [0xc1, 0xb1, 0xc2];
/// let one_pawn_less: Pattern = "KQRRBBNNP8 vs KQRRBBNNP7".parse()?;
/// assert_eq!(one_pawn_less.met_by(&code), Some(3));
/// # Ok::<(), partie_db::query::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Board(BoardPattern),
    Material(Material),
}

impl FromStr for Pattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pattern, ParseError> {
        if text.contains('/') {
            return Ok(Pattern(Kind::Board(text.parse()?)));
        }
        Ok(Pattern(Kind::Material(text.parse()?)))
    }
}

impl Pattern {
    /// Returns the number of plies after which a position of a game meets the pattern for the first
    /// time; `None` if none does.
    #[must_use]
    pub fn met_by(&self, code: &[u8]) -> Option<u32> {
        let mut line = Line::of(code)?;
        let mut pieces = PieceSets::of(line.start().board());
        let mut ply = 0;
        loop {
            let us = line.board.turn();
            let fits = match &self.0 {
                Kind::Board(pattern) => pattern.fits(&pieces, us),
                Kind::Material(material) => material.fits(&pieces),
            };
            if fits {
                return Some(ply);
            }
            pieces.play(us, line.next()?.to_ply())?;
            ply += 1;
        }
    }
}
