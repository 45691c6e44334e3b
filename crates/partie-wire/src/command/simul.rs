//! Simultaneous exhibitions: one plays many.

use super::{entry::FamilyEntry, matching::Wanted};

/// A command about simultaneous exhibitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimulCommand {
    /// Is open to such games, or not.
    Open,
    /// Proposes a game, or agrees to one.
    Match {
        /// The opponent.
        player: String,
        /// The terms.
        wanted: Wanted,
    },
    /// The games of an exhibition.
    Games {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// The next board.
    Next,
    /// The board before.
    Prev,
    /// A certain board.
    Goboard {
        /// Its number, or the opponent.
        board: String,
    },
    /// The giver may go on before one has moved.
    Pass,
    /// Asks for no result at this board.
    Abort,
    /// Asks for an interruption at this board.
    Adjourn,
    /// Asks for no result at all boards.
    AllAbort,
    /// Asks for an interruption at all boards.
    AllAdjourn,
}

pub(super) const ENTRIES: &[FamilyEntry<SimulCommand>] = &[
    FamilyEntry {
        name: "simabort",
        code: 112,
        usage: "simabort",
        read: |_| Some(SimulCommand::Abort),
    },
    FamilyEntry {
        name: "simallabort",
        code: 113,
        usage: "simallabort",
        read: |_| Some(SimulCommand::AllAbort),
    },
    FamilyEntry {
        name: "simadjourn",
        code: 114,
        usage: "simadjourn",
        read: |_| Some(SimulCommand::Adjourn),
    },
    FamilyEntry {
        name: "simalladjourn",
        code: 115,
        usage: "simalladjourn",
        read: |_| Some(SimulCommand::AllAdjourn),
    },
    FamilyEntry {
        name: "simgames",
        code: 116,
        usage: "simgames [player]",
        read: |a| Some(SimulCommand::Games { player: a.name() }),
    },
    FamilyEntry {
        name: "simmatch",
        code: 117,
        usage: "simmatch player [rated|unrated] [time] [inc] [black's time] [black's inc] [white|black] [kind of game]",
        read: |a| {
            let player = a.name()?;
            let wanted = Wanted::read(a)?;
            let of_seeks = wanted.manual.is_some() || wanted.formula || wanted.range.is_some();
            (!of_seeks).then_some(())?;
            Some(SimulCommand::Match { player, wanted })
        },
    },
    FamilyEntry {
        name: "simnext",
        code: 118,
        usage: "simnext",
        read: |_| Some(SimulCommand::Next),
    },
    FamilyEntry {
        name: "simopen",
        code: 120,
        usage: "simopen",
        read: |_| Some(SimulCommand::Open),
    },
    FamilyEntry {
        name: "simpass",
        code: 121,
        usage: "simpass",
        read: |_| Some(SimulCommand::Pass),
    },
    FamilyEntry {
        name: "simprev",
        code: 122,
        usage: "simprev",
        read: |_| Some(SimulCommand::Prev),
    },
    FamilyEntry {
        name: "goboard",
        code: 47,
        usage: "goboard game|player",
        read: |a| Some(SimulCommand::Goboard { board: a.name()? }),
    },
];
