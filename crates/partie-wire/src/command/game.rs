//! Commands in a game being played.

use super::{Entry, done};

/// A command of a player in their game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// A move, as it was typed.
    Move(String),
    /// Gives up; with a name: an adjourned game against that player.
    Resign {
        /// The opponent of the adjourned game.
        player: Option<String>,
    },
    /// Offers, accepts or claims a draw.
    Draw,
    /// Asks for, or agrees to, a game without a result.
    Abort,
    /// Asks for, or agrees to, an interruption.
    Adjourn,
    /// Claims that the opponent's time is over.
    Flag,
    /// Asks to take back half-moves.
    Takeback {
        /// Number of half-moves; 1 by default.
        plies: u32,
    },
    /// Asks to change sides.
    Switch,
    /// Asks to stop the clocks.
    Pause,
    /// Lets the clocks run again.
    Unpause,
    /// Gives the opponent time.
    Moretime {
        /// Seconds.
        seconds: u32,
    },
    /// Ends the game, or an interrupted one against a player, without a result, as a gift.
    Courtesyabort {
        /// The opponent of the adjourned game.
        player: Option<String>,
    },
    /// Interrupts the game, as a gift.
    Courtesyadjourn,
    /// Asks to go on with an adjourned game.
    Resume {
        /// The opponent; the only one who is on if not said.
        player: Option<String>,
    },
    /// Sets the default promotion piece.
    Promote {
        /// Letter or name of the piece.
        piece: String,
    },
    /// The clocks of a game.
    Time {
        /// Number or player.
        game: Option<String>,
    },
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "resign",
        code: 103,
        usage: "resign [player]",
        read: |a| done(GameCommand::Resign { player: a.name() }),
    },
    Entry { name: "draw", code: 34, usage: "draw", read: |_| done(GameCommand::Draw) },
    Entry { name: "abort", code: 10, usage: "abort", read: |_| done(GameCommand::Abort) },
    Entry { name: "adjourn", code: 13, usage: "adjourn", read: |_| done(GameCommand::Adjourn) },
    Entry { name: "flag", code: 38, usage: "flag", read: |_| done(GameCommand::Flag) },
    Entry {
        name: "takeback",
        code: 131,
        usage: "takeback [half-moves]",
        read: |a| done(GameCommand::Takeback { plies: a.value().unwrap_or(1) }),
    },
    Entry { name: "switch", code: 130, usage: "switch", read: |_| done(GameCommand::Switch) },
    Entry { name: "pause", code: 86, usage: "pause", read: |_| done(GameCommand::Pause) },
    Entry { name: "unpause", code: 139, usage: "unpause", read: |_| done(GameCommand::Unpause) },
    Entry {
        name: "moretime",
        code: 76,
        usage: "moretime seconds",
        read: |a| done(GameCommand::Moretime { seconds: a.value()? }),
    },
    Entry {
        name: "courtesyabort",
        code: 0,
        usage: "courtesyabort [player]",
        read: |a| done(GameCommand::Courtesyabort { player: a.name() }),
    },
    Entry {
        name: "courtesyadjourn",
        code: 0,
        usage: "courtesyadjourn",
        read: |_| done(GameCommand::Courtesyadjourn),
    },
    Entry {
        name: "resume",
        code: 104,
        usage: "resume [player]",
        read: |a| done(GameCommand::Resume { player: a.name() }),
    },
    Entry {
        name: "promote",
        code: 92,
        usage: "promote piece",
        read: |a| done(GameCommand::Promote { piece: a.name()? }),
    },
    Entry {
        name: "time",
        code: 133,
        usage: "time [game|player]",
        read: |a| done(GameCommand::Time { game: a.name() }),
    },
];
