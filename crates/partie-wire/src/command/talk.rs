//! Commands with which players talk to each other.

use super::{Args, Command, Entry, done};

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

const fn entry(
    name: &'static str,
    code: u16,
    usage: &'static str,
    read: fn(&mut Args<'_>) -> Option<Command>,
) -> Entry {
    Entry { name, code, usage, read }
}

pub(super) const ENTRIES: &[Entry] = &[
    entry("tell", 132, "tell player|channel|.|, text", |a| {
        done(TalkCommand::Tell { to: hearer(a)?, text: a.text()? })
    }),
    entry("xtell", 150, "xtell player text", |a| {
        done(TalkCommand::Xtell { to: a.name()?, text: a.text()? })
    }),
    entry("say", 107, "say text", |a| done(TalkCommand::Say { text: a.text()? })),
    entry("ptell", 94, "ptell text", |a| done(TalkCommand::Ptell { text: a.text()? })),
    entry("kibitz", 62, "kibitz text", |a| done(TalkCommand::Kibitz { text: a.text()? })),
    entry("xkibitz", 149, "xkibitz game|player text", |a| {
        done(TalkCommand::Xkibitz { game: a.name()?, text: a.text()? })
    }),
    entry("whisper", 145, "whisper text", |a| done(TalkCommand::Whisper { text: a.text()? })),
    entry("xwhisper", 151, "xwhisper game|player text", |a| {
        done(TalkCommand::Xwhisper { game: a.name()?, text: a.text()? })
    }),
    entry("shout", 110, "shout text", |a| done(TalkCommand::Shout { text: a.text()? })),
    entry("cshout", 31, "cshout text", |a| done(TalkCommand::Cshout { text: a.text()? })),
    entry("it", 57, "it text", |a| done(TalkCommand::It { text: a.text()? })),
    entry("qtell", 96, "qtell player|channel text", |a| {
        done(TalkCommand::Qtell { to: hearer(a)?, text: a.text()? })
    }),
];
