//! The outcome of a game: of the Result tag, the result after the moves and the final position,
//! which may differ.

use std::ops::Range;

use partie_core::{Outcome, Termination};

use super::{codes, fix::FixCollector, tags::TagSection};
use partie_formats::{Code, Confidence, Diagnostic, Severity, message};

/// Takes one of two results, the one that was found and the one of the Result tag, given
/// what the final position says; also reports that they differ.
pub(crate) fn conflict(
    (found, place): (Outcome, &Range<usize>),
    (stated, tag): (Outcome, Option<Range<usize>>),
    board: Option<Outcome>,
) -> (Outcome, Diagnostic) {
    // A star says nothing, so it contradicts nothing.
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
pub(crate) fn missing_result(at: usize, outcome: Outcome, space: Option<&str>) -> Diagnostic {
    let message =
        message!("expected a result at the end of the game; {outcome} was taken", outcome);
    let diagnostic = Diagnostic::new(&codes::MISSING_RESULT, at..at, message);
    match space {
        Some(space) => diagnostic.fix(at..at, format!("{space}{outcome}"), Confidence::Safe),
        None => diagnostic,
    }
}

/// Reports that the final position contradicts the outcome of the record.
pub(crate) fn board_conflict(board: Outcome, outcome: Outcome, place: Range<usize>) -> Diagnostic {
    let message =
        message!("the final position says {board}, but the record says {outcome}", board, outcome);
    Diagnostic::new(&codes::BOARD_CONFLICT, place, message)
}

/// Writes an outcome where another one stands, after the moves or in the Result tag,
/// and keeps a result that is overruled as a comment.
pub(crate) fn settle(
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
        _ => Termination::Other(value.trim().to_owned()),
    })
}
