//! The outcome of a game: of the Result tag, the result after the moves and the final position,
//! which may differ.

use std::ops::Range;

use partie_core::{Outcome, Termination};

use super::{bpgn::termination, codes, fix::FixCollector, tags::TagSection};
use partie_formats::{Code, Confidence, Diagnostic, Severity, message};

/// Chooses between the result found and the result in the tag, given the final position, and
/// reports that they differ.
fn conflict(
    (found, place): (Outcome, &Range<usize>),
    (stated, tag): (Outcome, Option<Range<usize>>),
    board: Option<Outcome>,
) -> (Outcome, Diagnostic) {
    // A star is an unknown result, so it contradicts nothing.
    let known = found.is_known() && stated.is_known();
    let outcome = match board {
        Some(board) if known && (board == found || board == stated) => board,
        _ if stated.is_known() => stated,
        _ => found,
    };
    let message = message!(
        "the Result tag says {stated}, but {found} stands after the moves; {outcome} was taken",
        stated = stated,
        found,
        outcome
    );
    let mut diagnostic = Diagnostic::new(&codes::CONFLICT, place.clone(), message)
        .severity(if known { Severity::Warning } else { Severity::Repaired });
    if let Some(tag) = tag {
        diagnostic = diagnostic.related(tag, message!("the Result tag is here"));
    }
    (outcome, diagnostic)
}

/// Reports that no result stands at the end of a game, at a place; the outcome that is taken can be
/// written there after some space.
fn missing_result(at: usize, outcome: Outcome, space: Option<&str>) -> Diagnostic {
    let message =
        message!("expected a result at the end of the game; {outcome} was taken", outcome);
    let diagnostic = Diagnostic::new(&codes::MISSING_RESULT, at..at, message);
    match space {
        Some(space) => diagnostic.fix(at..at, format!("{space}{outcome}"), Confidence::Safe),
        None => diagnostic,
    }
}

/// Reports that the final position contradicts the outcome of the record.
fn board_conflict(board: Outcome, outcome: Outcome, place: Range<usize>) -> Diagnostic {
    let message =
        message!("the final position says {board}, but the record says {outcome}", board, outcome);
    Diagnostic::new(&codes::BOARD_CONFLICT, place, message)
}

/// The result of a game.
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    /// The reason, if the final position decides.
    pub(crate) reason: Option<Termination>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Statements of a record about the end of its game.
pub(crate) struct Record<'a> {
    /// The result after the moves, and its place.
    pub(crate) found: Option<&'a (Outcome, Range<usize>)>,
    /// The result of the Result tag.
    pub(crate) stated: Option<Outcome>,
    /// Place of the value of the Result tag.
    pub(crate) tag: Option<Range<usize>>,
    /// The result and the reason of the final position, if it ends the game.
    pub(crate) end: Option<(Outcome, Termination)>,
    /// True if the moves are not read to their end.
    pub(crate) is_torn: bool,
    /// Number of plies in the main line.
    pub(crate) plies: u32,
    /// End of the text, and the space that a missing result needs before it.
    pub(crate) text_end: (usize, Option<&'a str>),
}

/// Decides the result of a game by the result after the moves, the Result tag and the final position.
pub(crate) fn decide(record: Record<'_>, mut fixes: Option<&mut FixCollector>) -> Decision {
    let Record { found, stated, tag, end, is_torn, plies, text_end } = record;
    let at_ply = |diagnostic: Diagnostic| diagnostic.at_ply(plies.max(1));
    let mut diagnostics = Vec::new();
    let outcome = match (found, stated) {
        (Some((found, place)), Some(stated)) if *found != stated => {
            let board = end.as_ref().map(|(outcome, _)| *outcome);
            let (outcome, diagnostic) = conflict((*found, place), (stated, tag.clone()), board);
            diagnostics.push(at_ply(diagnostic));
            if let Some(fixes) = &mut fixes {
                settle(fixes, &codes::CONFLICT, (*found, place), (stated, tag.clone()), outcome);
            }
            outcome
        }
        (Some((found, _)), _) => *found,
        (None, stated) => {
            let outcome = stated.unwrap_or(Outcome::Unknown);
            diagnostics.push(at_ply(missing_result(text_end.0, outcome, text_end.1)));
            outcome
        }
    };
    let mut decided = None;
    if let Some((board, reason)) = end.filter(|_| !is_torn && plies > 0) {
        if outcome == board {
            decided = Some(reason);
        } else if reason != Termination::InsufficientMaterial {
            let place = found.map_or(0..0, |(_, place)| place.clone());
            diagnostics.push(at_ply(board_conflict(board, outcome, place)));
            if let (Some((found, place)), Some(fixes)) = (found, fixes) {
                let stated = (stated.unwrap_or(outcome), tag);
                settle(fixes, &codes::BOARD_CONFLICT, (*found, place), stated, board);
            }
        }
    }
    Decision { outcome, reason: decided, diagnostics }
}

/// Writes an outcome where another one stands, after the moves or in the Result tag,
/// and keeps a result that is overruled as a comment.
fn settle(
    fixes: &mut FixCollector,
    code: &'static Code,
    (found, place): (Outcome, &Range<usize>),
    (stated, tag): (Outcome, Option<Range<usize>>),
    outcome: Outcome,
) {
    let mut kept = Vec::new();
    if found != outcome {
        kept.extend(found.is_known().then_some(found));
    }
    if stated != outcome {
        kept.extend(stated.is_known().then_some(stated));
    }
    kept.dedup();
    let confidence = if kept.is_empty() { Confidence::Safe } else { Confidence::Likely };
    let kept: Vec<_> = kept.iter().map(|o| format!("{{written: {o}}} ")).collect();
    let kept = kept.concat();
    if found != outcome || !kept.is_empty() {
        fixes.add(code, None, place.clone(), format!("{kept}{outcome}"), confidence);
    }
    if let Some(tag) = tag.filter(|_| stated != outcome) {
        fixes.add(code, None, tag, outcome.as_pgn(), confidence);
    }
}

/// A Result tag in words gives way to the result after the moves.
pub(crate) fn nonstandard_result_tag(
    fixes: &mut FixCollector,
    section: &TagSection,
    found: Outcome,
    place: &Range<usize>,
) {
    if let (Some(value), None, Some(tag)) =
        (section.tags.get("Result"), section.outcome(), section.place("Result"))
    {
        let code = &codes::NONSTANDARD_RESULT_TAG;
        let words = value.trim().replace('{', "(").replace('}', ")");
        let empty = matches!(words.as_str(), "" | "?");
        let confidence = if empty { Confidence::Safe } else { Confidence::Likely };
        fixes.add(code, None, tag, found.as_pgn(), confidence);
        if !empty {
            let kept = format!("{{Result: {words}}} ");
            fixes.add(code, None, place.start..place.start, kept, Confidence::Likely);
        }
    }
}

/// PGN's Termination tag (PGN standard, section 9.8.1) and the words of chess servers.
pub(crate) fn termination_of(value: &str) -> Option<Termination> {
    let low = value.trim().to_ascii_lowercase();
    Some(match low.as_str() {
        "" | "normal" | "?" | "unknown" => return None,
        "abandoned" => Termination::Disconnection,
        "adjudication" => Termination::Adjudication,
        "time forfeit" => Termination::TimeForfeit,
        "rules infraction" => Termination::RulesInfraction,
        "unterminated" => Termination::Adjourned,
        _ => termination(&low).unwrap_or_else(|| Termination::Other(value.trim().to_owned())),
    })
}
