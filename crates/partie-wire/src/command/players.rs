//! Commands about players, messages and news.

use super::Args;

commands! {
    /// Questions about players, and messages.
    pub enum PlayersCommand {
        /// Lists the players online; letters choose who is shown and how.
        Who(Option<String> = Args::optional_text) = "who" 146 "[flags]",
        /// All known names that begin so.
        Handles(String) = "handles" 48 "beginning",
        /// Lists the arrivals and departures of a player, or one's own.
        Logons(Option<String>) = "logons" 66 "[player]",
        /// Lists a number of the last arrivals and departures.
        Llogons(Option<usize>) = "llogons" 65 "[number]",
        /// The player's messages; with a name, messages from and to that player; with a text, sends
        /// one.
        Messages {
            /// A player, a number, a range of numbers.
            which: Option<String>,
            /// The text.
            text: Option<String> = Args::optional_text,
        } = "messages" 74 "[player|number|first-last] [text]",
        /// Sends one of the player's messages on to a player.
        Fmessage {
            /// The receiver.
            player: String,
            /// Number of the message.
            number: usize,
        } = "fmessage" 40 "player number",
        /// Deletes messages: all, a player's, one number, or a range.
        ClearMessages(String) = "clearmessages" 24 "*|player|number|first-last",
        /// Shows the news: a number, a range, or `all`.
        News(Option<String>) = "news" 78 "[number|first-last|all]",
    }
    more {
        /// Shows a player.
        Finger {
            /// The player; oneself by default.
            player: Option<String>,
            /// The parts to show.
            flags: Option<String>,
        },
    }
    entries {
        "finger" 37 "[player] [flags]" => |a| {
            let (player, flags) = match a.name() {
                // `finger /s` is about oneself.
                Some(flags) if flags.starts_with('/') => (None, Some(flags)),
                player => (player, a.name()),
            };
            Some(PlayersCommand::Finger { player, flags })
        },
    }
}
