//! Phrases with which servers and archives give the reason of a result.

use partie_core::Termination;

/// Returns the reason that some words name (FICS's wording of game ends, which archives copy).
///
/// ```
/// use partie_core::Termination;
/// use partie_pgn::bpgn::termination;
/// assert_eq!(termination("BobBughouse checkmated"), Some(Termination::Checkmate));
/// assert_eq!(termination("Game aborted on move 1"), Some(Termination::Aborted));
/// assert_eq!(termination("well played"), None);
/// ```
#[must_use]
pub fn termination(words: &str) -> Option<Termination> {
    let low = words.to_ascii_lowercase();
    let has = |part: &str| low.contains(part);
    Some(if has("checkmate") {
        Termination::Checkmate
    } else if has("resign") {
        Termination::Resignation
    } else if has("both players ran out of time") {
        Termination::BothTimesOut
    } else if has("no material to mate") || has("ran out of time and") {
        Termination::TimeForfeitWithoutMaterial
    } else if has("forfeits on time")
        || has("forfeit on time")
        || has("flagged")
        || has("ran out of time")
    {
        Termination::TimeForfeit
    } else if has("disconnect") {
        Termination::Disconnection
    } else if has("stalemate") {
        Termination::Stalemate
    } else if has("mutual agreement") && has("drawn") {
        Termination::Agreement
    } else if has("repetition") {
        Termination::Repetition
    } else if has("50 move") || has("fifty move") {
        Termination::FiftyMoves
    } else if has("mating material") {
        Termination::InsufficientMaterial
    } else if has("adjudicat") {
        Termination::Adjudication
    } else if has("abort") {
        Termination::Aborted
    } else if has("adjourn") || has("lost connection") {
        Termination::Adjourned
    } else if has("partner") && has("won") || has("partners' game") {
        Termination::PartnersGameOver
    } else if has("losing all material") || has("explode") {
        Termination::VariantEnd
    } else {
        return None;
    })
}
