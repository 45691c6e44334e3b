//! The words for the ends of games by the rules.

use partie_core::{Color, Outcome, Termination, Variant};
use partie_wire::{fields::Name, notice::ending::Ending};

/// The end that the rules of a variant name, in the server's words; the sides are called
/// by their names.
pub(crate) fn by_rules(
    variant: Variant,
    outcome: Outcome,
    termination: &Termination,
    name: impl Fn(Color) -> Name,
) -> Ending {
    match (termination, outcome) {
        (Termination::Checkmate, Outcome::Win(winner)) => {
            // In losers it is the mated side that wins.
            let mated = if variant == Variant::Losers { winner } else { !winner };
            Ending::Checkmated { loser: name(mated) }
        }
        (Termination::Stalemate, Outcome::Win(winner)) => {
            let winner = name(winner);
            match variant {
                Variant::Suicide => Ending::WinsByFewerMaterial { winner },
                _ => Ending::WinsByStalemate { winner },
            }
        }
        (Termination::Stalemate, _) if variant == Variant::Suicide => Ending::EqualMaterial,
        (Termination::Stalemate, _) => Ending::Stalemate,
        (Termination::FivefoldRepetition | Termination::Repetition, _) => Ending::Repetition,
        (Termination::SeventyFiveMoves | Termination::FiftyMoves, _) => Ending::FiftyMoves,
        (_, Outcome::Win(winner)) => match variant {
            Variant::Suicide | Variant::Losers | Variant::Antichess | Variant::Horde => {
                Ending::LosesAll { winner: name(winner) }
            }
            Variant::Atomic => Ending::KingExploded { loser: name(!winner) },
            _ => Ending::ReachesGoal { winner: name(winner) },
        },
        // All that is left there are bishops that never meet.
        (_, _) if matches!(variant, Variant::Suicide | Variant::Antichess) => {
            Ending::OppositeBishops
        }
        (_, _) => Ending::NoMaterial,
    }
}
