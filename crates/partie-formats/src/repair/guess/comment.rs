//! Comments that should have ended earlier.

use partie_core::{NodeId, Position};

use super::{
    ENOUGH, guess,
    words::{run, words},
};
use crate::{
    Confidence,
    pgn::{
        codes,
        token::{self, Kind},
    },
    repair::{edit::Edit, reading::Reading},
};

/// How many places in one comment are tried.
const PLACES: usize = 4096;

/// Ends a comment where the most moves behind it can be played: one that is never
/// closed, or one that another comment's brace closed. With how many plies that
/// explains.
pub(super) fn edits(now: &Reading) -> Option<(Vec<Edit>, u32)> {
    let mut best: Option<(usize, u32)> = None;
    let mut depth = 0_usize;
    for (i, token) in now.tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Comment { closed } if depth == 0 => {
                let inner = token.span.start + 1..token.span.end - usize::from(closed);
                let swallowed = now.text[inner.clone()].contains('{');
                let before_stop = now.examined.stop.is_none_or(|stop| i < stop);
                if closed && (!swallowed || now.examined.stop.is_none()) || !before_stop {
                    continue;
                }
                let Some(position) = position_at(now, i) else { continue };
                let Some((place, explains)) = end(now, &inner, &position, i) else { continue };
                if best.is_none_or(|(_, most)| explains > most) {
                    best = Some((place, explains));
                }
            }
            _ => {}
        }
    }
    let (place, explains) = best?;
    let mut edit = Edit::new(&codes::OPEN_COMMENT, place..place, "} ", Confidence::Guess);
    // The blanks before the place belong to the comment.
    edit.span.start = now.text[..place].trim_end().len();
    edit.guess = Some(guess("the comment ends here", explains, 0));
    Some((vec![edit], explains))
}

/// The position of the main line at a token.
fn position_at(now: &Reading, at: usize) -> Option<Position> {
    let played = now.examined.mainline.iter().take_while(|t| **t < at).count();
    let tree = &now.game().tree;
    let node = tree.mainline().take(played).last().unwrap_or(NodeId::ROOT);
    let boards = now.game().boards_at(node);
    let position = boards.first().clone();
    position.problem().is_none().then_some(position)
}

/// Where in a comment the game goes on, and how many plies that explains: those in the
/// comment, and if all of them can be played those behind it.
fn end(
    now: &Reading,
    inner: &std::ops::Range<usize>,
    position: &Position,
    at: usize,
) -> Option<(usize, u32)> {
    let language = now.examined.choice.language;
    // What is behind an inner brace is a comment of its own.
    let body = &now.text[inner.clone()];
    let body = &body[..body.find('{').unwrap_or(body.len())];
    let tokens = token::scan(body);
    let inside = words(body, &tokens, inner.start, language);
    let behind = words(&now.text, &now.tokens[at + 1..], 0, language);
    let all: Vec<_> = inside.iter().cloned().chain(behind.iter().cloned()).collect();
    let mut best: Option<(usize, u32, bool)> = None;
    for (i, word) in inside.iter().enumerate().take(PLACES) {
        let Some(san) = word.san else { continue };
        if san.resolve(position).is_err() || !super::words::number_fits(position, word) {
            continue;
        }
        let run = run(&all, i, position, true);
        let numbered = word.number.is_some();
        let explains = run.plies;
        let better = best.is_none_or(|(_, most, was_numbered)| {
            // A move with its number is the game's rather than the comment's.
            (explains, numbered) > (most, was_numbered)
                || numbered && !was_numbered && explains + 2 >= most
        });
        if better {
            best = Some((word.start, explains, numbered));
        }
    }
    let (place, explains, numbered) = best?;
    let least = if numbered { 1 } else { ENOUGH };
    (explains >= least && body.len() >= place - inner.start).then_some((place, explains))
}
