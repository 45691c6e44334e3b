//! Comments that should have ended earlier.

use std::ops::Range;

use partie_core::{NodeId, Position};

use super::mainline::{ENOUGH, run, words};
use crate::{
    codes,
    repair::{change::Guess, edit::Edit, reading::Reading},
    token::{self, Token, TokenKind},
};
use partie_formats::Confidence;

/// Number of comments before the stop that are tried. Without the moves that a comment swallowed,
/// reading stops soon.
const COMMENTS: usize = 64;

/// Number of words that are played in the search, for each token of the text.
const STEPS: usize = 64;

/// Ends a comment so that the most moves after it can be played: a comment that is never closed, or
/// one that another comment's brace closed. Also returns the number of plies that this explains.
pub(super) fn edits(now: &Reading, tokens: &[Token]) -> Option<(Vec<Edit>, u32)> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Comment { closed } if depth == 0 => {
                let inner = token.span.start + 1..token.span.end - usize::from(closed);
                let swallowed = now.text[inner.clone()].contains('{');
                let before_stop = now.examined.stop.is_none_or(|stop| i < stop);
                if closed && (!swallowed || now.examined.stop.is_none()) || !before_stop {
                    continue;
                }
                found.push((i, inner));
            }
            _ => {}
        }
    }
    let mut best: Option<(usize, u32)> = None;
    let mut steps = STEPS * tokens.len();
    for (i, inner) in found.into_iter().rev().take(COMMENTS) {
        let Some(position) = position_at(now, i) else { continue };
        let body = Body { now, inner, after: &tokens[i + 1..] };
        let Some((place, explains)) = body.end(&position, &mut steps) else { continue };
        // Of two that explain as much, the first.
        if best.is_none_or(|(_, most)| explains >= most) {
            best = Some((place, explains));
        }
    }
    let (place, explains) = best?;
    let mut edit = Edit::new(&codes::OPEN_COMMENT, place..place, "} ", Confidence::Guess);
    // The spaces before the place belong to the comment.
    edit.span.start = now.text[..place].trim_end().len();
    edit.guess = Some(Box::new(Guess::new("the comment ends here", explains, 0)));
    Some((vec![edit], explains))
}

/// Returns the position of the main line at a token.
fn position_at(now: &Reading, at: usize) -> Option<Position> {
    let played = now.examined.mainline.iter().take_while(|t| **t < at).count();
    let tree = &now.game().tree;
    let node = tree.mainline().take(played).last().unwrap_or(NodeId::ROOT);
    let boards = now.game().boards_at(node);
    let position = boards.first().clone();
    position.problem().is_none().then_some(position)
}

/// Text of a comment, and the words after it.
struct Body<'a> {
    now: &'a Reading,
    /// The text between the braces.
    inner: Range<usize>,
    /// The tokens after the comment.
    after: &'a [Token],
}

impl Body<'_> {
    /// Finds the place in a comment at which the game continues, and the number of plies that this
    /// explains: in the comment and, if all of these are legal, after it. Subtracts the played
    /// words from `steps`.
    fn end(&self, position: &Position, steps: &mut usize) -> Option<(usize, u32)> {
        let language = self.now.examined.choice.language;
        // What is after an inner brace is a comment of its own.
        let body = &self.now.text[self.inner.clone()];
        let body = &body[..body.find('{').unwrap_or(body.len())];
        let tokens = token::scan(body);
        let mut all = words(body, &tokens, self.inner.start, language);
        let inside = all.len();
        all.extend(words(&self.now.text, self.after, 0, language));
        let mut best: Option<(usize, u32, bool)> = None;
        for (i, word) in all[..inside].iter().enumerate() {
            let Some(san) = word.san else { continue };
            if *steps == 0 {
                break;
            }
            *steps -= 1;
            if san.resolve(position).is_err() || !super::mainline::number_fits(position, word) {
                continue;
            }
            let run = run(&all, i, position, true);
            *steps = steps.saturating_sub(run.stopped - i);
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
        (explains >= least && body.len() >= place - self.inner.start).then_some((place, explains))
    }
}
