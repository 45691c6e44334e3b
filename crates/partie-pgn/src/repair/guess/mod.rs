//! Guessing what was meant where a game cannot be read: by search for the smallest
//! assumption after which the rest of the game can be played.
//!
//! Assumptions, and what speaks for them:
//! - a move was written wrongly ([`search`]): another legal move, best one that is
//!   written alike, lets the following moves be played;
//! - one or two plies were left out: the numbers of the moves show where;
//! - a word too many stands there, or two moves changed places;
//! - a comment should have ended earlier ([`comment`]);
//! - the game began in another position than the record says ([`start`]).
//!
//! An assumption must explain moves that could not be read before. Of several the one
//! that explains most is taken, then the one that assumes least.

mod comment;
mod search;
mod sense;
mod start;
pub(super) mod words;

use super::{change::RepairOptions, edit::Edit, reading::Reading};
use crate::{codes, token::TokenKind};

/// Returns the edits of the best guess where a game cannot be read; `None` if nothing that was
/// tried explains what follows.
pub(super) fn edits(now: &Reading, options: RepairOptions) -> Option<Vec<Edit>> {
    let tokens = now.tokens();
    let open = tokens.iter().any(|t| t.kind == TokenKind::Comment { closed: false });
    if now.examined.stop.is_none() && !open {
        let bad = now.diagnostics().iter().any(|d| d.code == &codes::BAD_FEN);
        return if bad { start::edits(now, &tokens) } else { None };
    }
    let comment = comment::edits(now, &tokens);
    if now.examined.stop.is_none() || options.keep_illegal {
        return comment.map(|(edits, _)| edits);
    }
    let found = search::best(now, &tokens);
    let explained = found.as_ref().map_or(0, |(_, explains)| *explains);
    if let Some((edits, explains)) = comment
        && explains >= explained
    {
        return Some(edits);
    }
    if now.game().ply_count() < 6
        && let Some(edits) = start::edits(now, &tokens)
        && edits.iter().filter_map(|e| e.guess.as_ref()).any(|g| g.explains > 2 * explained.max(2))
    {
        return Some(edits);
    }
    found.map(|(edits, _)| edits)
}
