//! Games that began in another position than their record says.

use partie_core::{CastlingMode, Color, Position, Role, Square};

use super::mainline::{run, words};
use crate::{
    codes,
    repair::{change::Guess, edit::Edit, reading::Reading},
    token::{Token, TokenKind},
};
use partie_formats::{Confidence, WriteOptions, fen};

/// Number of plies that a start position must explain if the record does not name it.
const ENOUGH: u32 = 8;

/// Returns another start that explains the moves.
pub(super) fn edits(now: &Reading, tokens: &[Token]) -> Option<Vec<Edit>> {
    let choice = &now.examined.choice;
    let words = words(&now.text, tokens, 0, choice.language);
    let given = &choice.start;
    let so_far = if given.problem().is_some() { 0 } else { run(&words, 0, given, false).plies };
    let mut best: Option<(u32, u32, Position, &str)> = None;
    let mut rivals = 0;
    for (position, assumption) in candidates(now) {
        if position.problem().is_some() || position == *given {
            continue;
        }
        let found = run(&words, 0, &position, false);
        if found.plies < so_far + ENOUGH
            && !(found.stopped == words.len() && found.plies > so_far + 2)
        {
            continue;
        }
        let better = match &best {
            None => true,
            Some((plies, misfits, ..)) => {
                rivals += u32::from((found.plies, found.misfits) == (*plies, *misfits));
                found.plies > *plies || found.plies == *plies && found.misfits < *misfits
            }
        };
        if better {
            rivals = 0;
            best = Some((found.plies, found.misfits, position, assumption));
        }
    }
    let (plies, _, position, assumption) = best?;
    let text = fen::position(&position, &WriteOptions::default());
    let tags = tokens.iter().filter_map(|t| match &t.kind {
        TokenKind::Tag(tag) => Some((t, tag)),
        _ => None,
    });
    let tags: Vec<_> = tags.collect();
    let old = tags.iter().find(|(_, tag)| now.text[tag.name.clone()].eq_ignore_ascii_case("FEN"));
    let (span, replacement) = match (old, tags.last()) {
        (Some((token, tag)), _) => {
            let written = &now.text[tag.value.clone()];
            let lines = format!("[FEN \"{text}\"]\n[FENWritten \"{written}\"]");
            (token.span.clone(), lines)
        }
        (None, Some((token, _))) => {
            let end = token.span.end;
            (end..end, format!("\n[SetUp \"1\"]\n[FEN \"{text}\"]"))
        }
        (None, None) => (0..0, format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n\n")),
    };
    let mut edit = Edit::new(&codes::BAD_FEN, span, replacement, Confidence::Guess).at_ply(Some(1));
    edit.guess = Some(Box::new(Guess::new(assumption, plies - so_far, rivals)));
    Some(vec![edit])
}

/// Starts that are often meant: the standard one, the other side to move, a piece less
/// given as odds.
fn candidates(now: &Reading) -> Vec<(Position, &'static str)> {
    let choice = &now.examined.choice;
    let mut found = Vec::new();
    let standard = Position::start(choice.variant);
    let setups = |setup: partie_core::Setup| Position::from_setup(choice.variant, setup).0;
    if now.game().tags.get("FEN").is_some() {
        let mut other = choice.start.setup();
        other.turn = !other.turn;
        other.ep_square = None;
        found.push((setups(other), "the other side begins"));
        found.push((standard, "the game begins in the standard position"));
        return found;
    }
    let full = standard.setup();
    let mut black = full.clone();
    black.turn = Color::Black;
    found.push((setups(black), "Black begins"));
    if standard.castling_mode() == CastlingMode::Standard {
        for square in Square::ALL {
            let Some(piece) = full.board.piece_at(square) else { continue };
            if piece.role == Role::King {
                continue;
            }
            let mut odds = full.clone();
            odds.board.discard_piece_at(square);
            odds.castling_rights.discard(square);
            let mut black_first = odds.clone();
            black_first.turn = Color::Black;
            found.push((setups(odds), "a piece was given as odds"));
            found.push((setups(black_first), "a piece was given as odds, and Black begins"));
        }
    }
    found
}
