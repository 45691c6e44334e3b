//! Commands with which players talk to each other.

use super::{Args, args::Argument};

/// The receiver of a message.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recipient {
    /// `.`: the last player addressed.
    LastPlayer,
    /// `,`: the last channel addressed.
    LastChannel,
    /// To a channel.
    Channel(u32),
    /// A player, by name or its beginning.
    Player(String),
}

commands! {
    /// A command that sends a message.
    pub enum TalkCommand {
        /// To one player or a channel.
        Tell {
            /// The receiver.
            to: Recipient,
            /// The text.
            text: String = Args::text,
        } = "tell" 132 "player|channel|.|, text",
        /// To one player, who does not become the one of `.`.
        Xtell {
            /// The receiver.
            to: String,
            /// The text.
            text: String = Args::text,
        } = "xtell" 150 "player text",
        /// To the player who sent the last tell.
        Reply(String = Args::text) = "reply" 0 "text",
        /// To every player of a list who is online.
        Ltell {
            /// The list's name or its beginning.
            list: String,
            /// The text.
            text: String = Args::text,
        } = "ltell" 0 "list text",
        /// To the opponent.
        Say(String = Args::text) = "say" 107 "text",
        /// To the bughouse partner.
        Ptell(String = Args::text) = "ptell" 94 "text",
        /// To the players and observers of the player's game.
        Kibitz(String = Args::text) = "kibitz" 62 "text",
        /// To the players and observers of a game.
        Xkibitz {
            /// The game's number or a player.
            game: String,
            /// The text.
            text: String = Args::text,
        } = "xkibitz" 149 "game|player text",
        /// To the observers of the player's game.
        Whisper(String = Args::text) = "whisper" 145 "text",
        /// To the observers of a game.
        Xwhisper {
            /// The game's number or a player.
            game: String,
            /// The text.
            text: String = Args::text,
        } = "xwhisper" 151 "game|player text",
        /// Shouts to all players.
        Shout(String = Args::text) = "shout" 110 "text",
        /// About chess, to all.
        Cshout(String = Args::text) = "cshout" 31 "text",
        /// Describes the player's action, to all.
        It(String = Args::text) = "it" 57 "text",
        /// Sends a program's text, preceded only by a colon.
        Qtell {
            /// The receiver.
            to: Recipient,
            /// The text; `\n` begins a new line, `\b` is a bell, `\H` and `\h` begin and end
            /// highlighting.
            text: String = Args::text,
        } = "qtell" 96 "player|channel text",
    }
}

impl Argument for Recipient {
    fn read(args: &mut Args<'_>) -> Option<Recipient> {
        Some(match args.word()? {
            "." => Recipient::LastPlayer,
            "," => Recipient::LastChannel,
            word => word.parse().map_or_else(
                |_| Recipient::Player(word.trim_end_matches('!').to_owned()),
                Recipient::Channel,
            ),
        })
    }
}
