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
    let words = words.to_ascii_lowercase();
    let says = |parts: &[&str]| parts.iter().all(|part| words.contains(part));
    PHRASES.iter().find(|(parts, _)| says(parts)).map(|(_, reason)| reason.clone())
}

/// Words that stand together where a game ends, and the reason. The first that fits counts.
static PHRASES: [(&[&str], Termination); 30] = [
    (&["checkmate"], Termination::Checkmate),
    (&["resign"], Termination::Resignation),
    (&["both players ran out of time"], Termination::BothTimesOut),
    (&["no material to mate"], Termination::TimeForfeitWithoutMaterial),
    (&["ran out of time and"], Termination::TimeForfeitWithoutMaterial),
    (&["timeout vs"], Termination::TimeForfeitWithoutMaterial),
    (&["forfeits on time"], Termination::TimeForfeit),
    (&["won on time"], Termination::TimeForfeit),
    (&["game abandoned"], Termination::Disconnection),
    (&["forfeit on time"], Termination::TimeForfeit),
    (&["flagged"], Termination::TimeForfeit),
    (&["ran out of time"], Termination::TimeForfeit),
    (&["disconnect"], Termination::Disconnection),
    (&["stalemate"], Termination::Stalemate),
    (&["mutual agreement", "drawn"], Termination::Agreement),
    (&["drawn by agreement"], Termination::Agreement),
    (&["repetition"], Termination::Repetition),
    (&["50-move"], Termination::FiftyMoves),
    (&["50 move"], Termination::FiftyMoves),
    (&["fifty move"], Termination::FiftyMoves),
    (&["mating material"], Termination::InsufficientMaterial),
    (&["insufficient material"], Termination::InsufficientMaterial),
    (&["adjudicat"], Termination::Adjudication),
    (&["abort"], Termination::Aborted),
    (&["adjourn"], Termination::Adjourned),
    (&["lost connection"], Termination::Adjourned),
    (&["partner", "won"], Termination::PartnersGameOver),
    (&["partners' game"], Termination::PartnersGameOver),
    (&["losing all material"], Termination::VariantEnd),
    (&["explode"], Termination::VariantEnd),
];
