//! Commands with which players talk to each other.

use super::{
    Args,
    entry::{FamilyEntry, entry},
};

/// The receiver of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// `.`: to the player to whom one said something last.
    LastPlayer,
    /// `,`: to the channel in which one said something last.
    LastChannel,
    /// To a channel.
    Channel(u32),
    /// A player, by name or its beginning.
    Player(String),
}

/// A command that sends a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TalkCommand {
    /// To one player or a channel.
    Tell {
        /// The receiver.
        to: Recipient,
        /// The text.
        text: String,
    },
    /// To one player, who does not become the one of `.`.
    Xtell {
        /// The receiver.
        to: String,
        /// The text.
        text: String,
    },
    /// To the opponent.
    Say {
        /// The text.
        text: String,
    },
    /// To the bughouse partner.
    Ptell {
        /// The text.
        text: String,
    },
    /// To the players and observers of the player's game.
    Kibitz {
        /// The text.
        text: String,
    },
    /// To the players and observers of a game.
    Xkibitz {
        /// The game's number or a player.
        game: String,
        /// The text.
        text: String,
    },
    /// To the observers of the player's game.
    Whisper {
        /// The text.
        text: String,
    },
    /// To the observers of a game.
    Xwhisper {
        /// The game's number or a player.
        game: String,
        /// The text.
        text: String,
    },
    /// Shouts to all players.
    Shout {
        /// The text.
        text: String,
    },
    /// About chess, to all.
    Cshout {
        /// The text.
        text: String,
    },
    /// Describes what the player does, to all.
    It {
        /// The text.
        text: String,
    },
    /// A program's text, with nothing before it but a colon.
    Qtell {
        /// The receiver.
        to: Recipient,
        /// The text; `\n` begins a new line.
        text: String,
    },
}

fn hearer(args: &mut Args<'_>) -> Option<Recipient> {
    Some(match args.word()? {
        "." => Recipient::LastPlayer,
        "," => Recipient::LastChannel,
        word => word.parse().map_or_else(
            |_| Recipient::Player(word.trim_end_matches('!').to_owned()),
            Recipient::Channel,
        ),
    })
}

pub(super) const ENTRIES: &[FamilyEntry<TalkCommand>] = &[
    entry("tell", 132, "tell player|channel|.|, text", |a| {
        Some(TalkCommand::Tell { to: hearer(a)?, text: a.text()? })
    }),
    entry("xtell", 150, "xtell player text", |a| {
        Some(TalkCommand::Xtell { to: a.name()?, text: a.text()? })
    }),
    entry("say", 107, "say text", |a| Some(TalkCommand::Say { text: a.text()? })),
    entry("ptell", 94, "ptell text", |a| Some(TalkCommand::Ptell { text: a.text()? })),
    entry("kibitz", 62, "kibitz text", |a| Some(TalkCommand::Kibitz { text: a.text()? })),
    entry("xkibitz", 149, "xkibitz game|player text", |a| {
        Some(TalkCommand::Xkibitz { game: a.name()?, text: a.text()? })
    }),
    entry("whisper", 145, "whisper text", |a| Some(TalkCommand::Whisper { text: a.text()? })),
    entry("xwhisper", 151, "xwhisper game|player text", |a| {
        Some(TalkCommand::Xwhisper { game: a.name()?, text: a.text()? })
    }),
    entry("shout", 110, "shout text", |a| Some(TalkCommand::Shout { text: a.text()? })),
    entry("cshout", 31, "cshout text", |a| Some(TalkCommand::Cshout { text: a.text()? })),
    entry("it", 57, "it text", |a| Some(TalkCommand::It { text: a.text()? })),
    entry("qtell", 96, "qtell player|channel text", |a| {
        Some(TalkCommand::Qtell { to: hearer(a)?, text: a.text()? })
    }),
];
