//! Connection, settings, help.

use super::Args;

/// The code of `help`, whose answers quote other notices.
pub const HELP: u16 = 50;

commands! {
    /// A command about the connection and the player's settings.
    pub enum SessionCommand {
        /// Counts the players online and their activities.
        Ustat = "ustat" 142,
        /// Closes the connection.
        Quit = "quit" 97,
        /// The server's date and time, and the player's own.
        Date = "date" 32,
        /// Shows how long the server has run.
        Uptime = "uptime" 140,
        /// The next page of a long text.
        Next = "next" 79,
        /// A variable. Without a value it is shown or toggled, depending on the variable.
        Set {
            /// Its name or a beginning of it.
            variable: String,
            /// The value.
            value: Option<String> = Args::optional_text,
        } = "set" 109 "variable [value]",
        /// An interface variable.
        Iset {
            /// Its name or a beginning of it.
            variable: String,
            /// The value.
            value: Option<String> = Args::optional_text,
        } = "iset" 56 "variable [0|1]",
        /// The style of boards, by number or name.
        Style(String) = "style" 128 "number",
        /// Boards from the other side.
        Flip = "flip" 39,
        /// A bell with boards, or none.
        Bell = "bell" 17,
        /// All variables of a player, or one's own.
        Variables(Option<String>) = "variables" 143 "[player]",
        /// All interface variables of a player, or one's own.
        Ivariables(Option<String>) = "ivariables" 58 "[player]",
        /// An alias of a command; without a text it is shown, and without a name all are.
        Alias {
            /// The name.
            name: Option<String>,
            /// The commands it stands for.
            text: Option<String> = Args::optional_text,
        } = "alias" 159 "[name [text]]",
        /// Forgets an alias.
        Unalias(String) = "unalias" 136 "name",
        /// Keeps all variables of this session for good.
        Keep = "keep" 109,
        /// Shows a player's round-trip time, or one's own.
        Ping(Option<String>) = "ping" 190 "[player]",
        /// Shows the round-trip time to the opponent's program.
        Oping = "oping" 0,
        /// Shows the server's limits.
        Limits = "limits" 63,
        /// Takes part in matches, or not: `set open`.
        Open = "open" 83,
        /// The time in the prompt, or not: `set ptime`.
        Ptime = "ptime" 95,
    }
    more {
        /// A page of help; none: the list of them.
        Help(Option<String>),
        /// A new password.
        Password {
            /// The old one, which guests do not have.
            old: Option<String>,
            /// The new one.
            new: String,
        },
    }
    entries {
        "help" HELP "[page]" => |a| Some(SessionCommand::Help(a.text())),
        "index" 54 => |_| Some(SessionCommand::Help(Some("commands".into()))),
        "password" 85 "[old] new" => |a| {
            let first = a.name()?;
            Some(match a.name() {
                Some(new) => SessionCommand::Password { old: Some(first), new },
                None => SessionCommand::Password { old: None, new: first },
            })
        },
    }
}
