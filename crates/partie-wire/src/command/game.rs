//! Commands in a game being played.

use super::entry::FamilyEntry;

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

pub(super) const ENTRIES: &[FamilyEntry<GameCommand>] = &[
    FamilyEntry {
        name: "resign",
        code: 103,
        usage: "resign [player]",
        read: |a| Some(GameCommand::Resign { player: a.name() }),
    },
    FamilyEntry { name: "draw", code: 34, usage: "draw", read: |_| Some(GameCommand::Draw) },
    FamilyEntry { name: "abort", code: 10, usage: "abort", read: |_| Some(GameCommand::Abort) },
    FamilyEntry {
        name: "adjourn",
        code: 13,
        usage: "adjourn",
        read: |_| Some(GameCommand::Adjourn),
    },
    FamilyEntry { name: "flag", code: 38, usage: "flag", read: |_| Some(GameCommand::Flag) },
    FamilyEntry {
        name: "takeback",
        code: 131,
        usage: "takeback [half-moves]",
        read: |a| Some(GameCommand::Takeback { plies: a.value().unwrap_or(1) }),
    },
    FamilyEntry { name: "switch", code: 130, usage: "switch", read: |_| Some(GameCommand::Switch) },
    FamilyEntry { name: "pause", code: 86, usage: "pause", read: |_| Some(GameCommand::Pause) },
    FamilyEntry {
        name: "unpause",
        code: 139,
        usage: "unpause",
        read: |_| Some(GameCommand::Unpause),
    },
    FamilyEntry {
        name: "moretime",
        code: 76,
        usage: "moretime seconds",
        read: |a| Some(GameCommand::Moretime { seconds: a.value()? }),
    },
    FamilyEntry {
        name: "courtesyabort",
        code: 0,
        usage: "courtesyabort [player]",
        read: |a| Some(GameCommand::Courtesyabort { player: a.name() }),
    },
    FamilyEntry {
        name: "courtesyadjourn",
        code: 0,
        usage: "courtesyadjourn",
        read: |_| Some(GameCommand::Courtesyadjourn),
    },
    FamilyEntry {
        name: "resume",
        code: 104,
        usage: "resume [player]",
        read: |a| Some(GameCommand::Resume { player: a.name() }),
    },
    FamilyEntry {
        name: "promote",
        code: 92,
        usage: "promote piece",
        read: |a| Some(GameCommand::Promote { piece: a.name()? }),
    },
    FamilyEntry {
        name: "time",
        code: 133,
        usage: "time [game|player]",
        read: |a| Some(GameCommand::Time { game: a.name() }),
    },
];
