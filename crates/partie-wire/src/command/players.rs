//! Commands about players, messages and news.

use super::entry::{FamilyEntry, entry};

/// Questions about players, and messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayersCommand {
    /// Lists the players online.
    Who {
        /// Letters that choose who is shown and how, or a player.
        flags: Option<String>,
    },
    /// Shows a player.
    Finger {
        /// The player; oneself by default.
        player: Option<String>,
        /// The parts to show.
        flags: Option<String>,
    },
    /// All known names that begin so.
    Handles {
        /// The beginning.
        begin: String,
    },
    /// Lists the arrivals and departures of a player.
    Logons {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// Lists the last arrivals and departures.
    Llogons {
        /// Number of lines.
        number: Option<usize>,
    },
    /// The player's messages; with a name those from and to a player; with a text a new one.
    Messages {
        /// A player, a number, a range of numbers.
        which: Option<String>,
        /// The text.
        text: Option<String>,
    },
    /// Sends one of the player's messages on to a player.
    Fmessage {
        /// The receiver.
        player: String,
        /// Number of the message.
        number: usize,
    },
    /// Deletes messages.
    ClearMessages {
        /// `*`, a player, a number, a range of numbers.
        which: String,
    },
    /// Shows the news.
    News {
        /// A number, a range, or `all`.
        which: Option<String>,
    },
}

pub(super) const ENTRIES: &[FamilyEntry<PlayersCommand>] = &[
    entry("who", 146, "who [flags]", |a| Some(PlayersCommand::Who { flags: a.text() })),
    entry("finger", 37, "finger [player] [flags]", |a| {
        let (player, flags) = match a.name() {
            // `finger /s` is about oneself.
            Some(flags) if flags.starts_with('/') => (None, Some(flags)),
            player => (player, a.name()),
        };
        Some(PlayersCommand::Finger { player, flags })
    }),
    entry("handles", 48, "handles beginning", |a| {
        Some(PlayersCommand::Handles { begin: a.name()? })
    }),
    entry("logons", 66, "logons [player]", |a| Some(PlayersCommand::Logons { player: a.name() })),
    entry("llogons", 65, "llogons [number]", |a| {
        Some(PlayersCommand::Llogons { number: a.value() })
    }),
    entry("messages", 74, "messages [player|number|first-last] [text]", |a| {
        Some(PlayersCommand::Messages { which: a.name(), text: a.text() })
    }),
    entry("fmessage", 40, "fmessage player number", |a| {
        Some(PlayersCommand::Fmessage { player: a.name()?, number: a.value()? })
    }),
    entry("clearmessages", 24, "clearmessages *|player|number|first-last", |a| {
        Some(PlayersCommand::ClearMessages { which: a.name()? })
    }),
    entry("news", 78, "news [number|first-last|all]", |a| {
        Some(PlayersCommand::News { which: a.name() })
    }),
];
