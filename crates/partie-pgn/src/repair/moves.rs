//! Repair of the movetext: fixes that the reader proposes, and moves that cannot be played.

use std::ops::Range;

use super::{
    change::RepairOptions,
    edit::Edit,
    reading::{Reading, without_braces},
};
use crate::{codes, fix::ProposedFix, text::CUT, token::TokenKind};
use partie_formats::{Confidence, Diagnostic};

/// Takes what the reader of the game proposes.
pub(super) fn take_edits(now: &mut Reading, edits: &mut Vec<Edit>) {
    let stopped = now.examined.stop.is_some();
    let shifted = numbers_of_fen(now).is_some();
    let fixes = std::mem::take(&mut now.examined.fixes);
    edits.extend(fixes.into_iter().filter_map(|ProposedFix { code, ply, fix }| {
        // Where a game cannot be read, its numbers show where the mistake is.
        let number = code == &codes::WRONG_NUMBER;
        let wanted = fix.confidence < Confidence::Guess && !(number && (stopped || shifted));
        wanted.then(|| Edit::new(code, fix.span, fix.replacement, fix.confidence).at_ply(ply))
    }));
}

/// The moves are numbered otherwise than the FEN says, but all alike: what must be
/// added to the FEN's move number.
pub(super) fn numbers_of_fen(now: &Reading) -> Option<i64> {
    now.game().tags.get("FEN")?;
    let mut wrong = now.diagnostics().iter().filter(|d| d.code == &codes::WRONG_NUMBER);
    let first = wrong.next().filter(|d| d.ply == Some(1))?;
    if wrong.next().is_some() {
        return None;
    }
    let number = |text: &Option<String>| text.as_deref()?.parse::<i64>().ok();
    let shift = number(&first.found)? - number(&first.expected)?;
    (i64::from(now.game().start.first().fullmoves()) + shift > 0).then_some(shift)
}

/// Returns true if a diagnostic says that the main line of a game is read no further.
#[must_use]
pub fn stops_game(diagnostic: &Diagnostic) -> bool {
    use codes::{AFTER_END, AMBIGUOUS, ILLEGAL_MOVE, MISSING_MOVE, NOT_A_MOVE, SECOND_GAME};
    [&AFTER_END, &AMBIGUOUS, &ILLEGAL_MOVE, &MISSING_MOVE, &NOT_A_MOVE, &SECOND_GAME]
        .contains(&diagnostic.code)
        || partie_scoresheet::codes::STOPS.contains(&diagnostic.code)
}

/// Moves what cannot be played into a comment, which holds the words `as_read`: earlier edits may have
/// changed them.
pub(super) fn put_away(
    now: &Reading,
    options: RepairOptions,
    as_read: impl FnOnce(Range<usize>) -> String,
) -> Option<Edit> {
    if options.level < Confidence::Likely {
        return None;
    }
    let unread = now.examined.unread.clone()?;
    let tokens = now.tokens();
    let code =
        now.diagnostics().iter().find(|d| stops_game(d)).map_or(&codes::ILLEGAL_MOVE, |d| d.code);
    let ply = u32::try_from(now.game().ply_count() + 1).ok();
    // A tag in the middle is none of the moves.
    let end = tokens
        .iter()
        .find(|t| matches!(t.kind, TokenKind::Tag(_)) && t.span.start > unread.start)
        .map_or(unread.end, |t| t.span.start.min(unread.end));
    let text = &now.text[unread.start..end];
    let kept = text.trim_end();
    if kept.is_empty() {
        return None;
    }
    let span = unread.start..unread.start + kept.len();
    let comment = format!("{{{CUT} {}}}", without_braces(&as_read(span.clone())));
    Some(Edit::new(code, span, comment, Confidence::Likely).at_ply(ply))
}
