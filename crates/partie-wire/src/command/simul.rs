//! Simultaneous exhibitions: one plays many.

use super::{Entry, done, matching::Wanted};

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

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "simabort", code: 112, usage: "simabort", read: |_| done(SimulCommand::Abort) },
    Entry {
        name: "simallabort",
        code: 113,
        usage: "simallabort",
        read: |_| done(SimulCommand::AllAbort),
    },
    Entry {
        name: "simadjourn",
        code: 114,
        usage: "simadjourn",
        read: |_| done(SimulCommand::Adjourn),
    },
    Entry {
        name: "simalladjourn",
        code: 115,
        usage: "simalladjourn",
        read: |_| done(SimulCommand::AllAdjourn),
    },
    Entry {
        name: "simgames",
        code: 116,
        usage: "simgames [player]",
        read: |a| done(SimulCommand::Games { player: a.name() }),
    },
    Entry {
        name: "simmatch",
        code: 117,
        usage: "simmatch player [rated|unrated] [time] [inc] [black's time] [black's inc] [white|black] [kind of game]",
        read: |a| {
            let player = a.name()?;
            let wanted = Wanted::read(a)?;
            let of_seeks = wanted.manual.is_some() || wanted.formula || wanted.range.is_some();
            (!of_seeks).then_some(())?;
            done(SimulCommand::Match { player, wanted })
        },
    },
    Entry { name: "simnext", code: 118, usage: "simnext", read: |_| done(SimulCommand::Next) },
    Entry { name: "simopen", code: 120, usage: "simopen", read: |_| done(SimulCommand::Open) },
    Entry { name: "simpass", code: 121, usage: "simpass", read: |_| done(SimulCommand::Pass) },
    Entry { name: "simprev", code: 122, usage: "simprev", read: |_| done(SimulCommand::Prev) },
    Entry {
        name: "goboard",
        code: 47,
        usage: "goboard game|player",
        read: |a| done(SimulCommand::Goboard { board: a.name()? }),
    },
];
