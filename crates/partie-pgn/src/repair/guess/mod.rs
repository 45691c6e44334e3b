//! Repair of unreadable games by search for the smallest assumption that makes the rest of the game
//! playable.
//!
//! Assumptions, and their evidence:
//! - a move was written wrongly ([`search`]): another legal move, preferably with a similar
//!   spelling, makes the following moves playable;
//! - one or two plies were left out: the numbers of the moves show where;
//! - there is an extra word, or two moves are swapped;
//! - a comment should have ended earlier ([`comment`]);
//! - the game began in another position than the recorded one ([`start`]).
//!
//! An assumption must explain unreadable moves. The one that explains most is taken, then the
//! smallest.

mod comment;
pub(super) mod mainline;
mod search;
mod sense;
mod start;

use super::{edit::Edit, reading::Reading};
use crate::{codes, token::TokenKind};

/// Returns the edits of the best guess for an unreadable game; `None` if no assumption explains the
/// rest.
pub(super) fn edits(now: &Reading) -> Option<Vec<Edit>> {
    let tokens = now.tokens();
    let open = tokens.iter().any(|t| t.kind == TokenKind::Comment { closed: false });
    if now.examined.stop.is_none() && !open {
        let bad = now.diagnostics().iter().any(|d| d.code == &codes::BAD_FEN);
        return if bad { start::edits(now, &tokens) } else { None };
    }
    let comment = comment::edits(now, &tokens);
    if now.examined.stop.is_none() {
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
