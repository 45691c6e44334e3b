//! Connection, settings, help.

use super::entry::{FamilyEntry, entry};

/// The code of `help`, whose answers quote what else is said.
pub const HELP: u16 = 50;

/// A command about the connection and the player's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionCommand {
    /// Counts the players online and their activities.
    Ustat,
    /// Closes the connection.
    Quit,
    /// The server's date and time, and the player's own.
    Date,
    /// Shows how long the server has run.
    Uptime,
    /// A page of help; none: the list of them.
    Help {
        /// The page.
        page: Option<String>,
    },
    /// The next page of a long text.
    Next,
    /// A variable. Without a value it is asked for or toggled, as the variable wants.
    Set {
        /// Its name or a beginning of it.
        variable: String,
        /// The value.
        value: Option<String>,
    },
    /// An interface variable.
    Iset {
        /// Its name or a beginning of it.
        variable: String,
        /// The value.
        value: Option<String>,
    },
    /// The style of boards.
    Style {
        /// A number or a name.
        style: String,
    },
    /// Boards from the other side.
    Flip,
    /// A bell with boards, or none.
    Bell,
    /// All variables of a player.
    Variables {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// All interface variables of a player.
    Ivariables {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// A name for a command; without a text it is shown, without anything all are.
    Alias {
        /// The name.
        name: Option<String>,
        /// The commands it stands for.
        text: Option<String>,
    },
    /// Forgets an alias.
    Unalias {
        /// The name.
        name: String,
    },
    /// Keeps all variables of this session for good.
    Keep,
    /// Shows a player's round-trip time.
    Ping {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// Shows the server's limits.
    Limits,
    /// Takes part in matches, or not: `set open`.
    Open,
    /// The time in the prompt, or not: `set ptime`.
    Ptime,
    /// A new password.
    Password {
        /// The old one, which guests do not have.
        old: Option<String>,
        /// The new one.
        new: String,
    },
}

pub(super) const ENTRIES: &[FamilyEntry<SessionCommand>] = &[
    entry("quit", 97, "quit", |_| Some(SessionCommand::Quit)),
    entry("date", 32, "date", |_| Some(SessionCommand::Date)),
    entry("uptime", 140, "uptime", |_| Some(SessionCommand::Uptime)),
    entry("help", HELP, "help [page]", |a| Some(SessionCommand::Help { page: a.text() })),
    entry("next", 79, "next", |_| Some(SessionCommand::Next)),
    entry("set", 109, "set variable [value]", |a| {
        Some(SessionCommand::Set { variable: a.name()?, value: a.text() })
    }),
    entry("iset", 56, "iset variable [0|1]", |a| {
        Some(SessionCommand::Iset { variable: a.name()?, value: a.text() })
    }),
    entry("style", 128, "style number", |a| Some(SessionCommand::Style { style: a.name()? })),
    entry("flip", 39, "flip", |_| Some(SessionCommand::Flip)),
    entry("bell", 17, "bell", |_| Some(SessionCommand::Bell)),
    entry("variables", 143, "variables [player]", |a| {
        Some(SessionCommand::Variables { player: a.name() })
    }),
    entry("ivariables", 58, "ivariables [player]", |a| {
        Some(SessionCommand::Ivariables { player: a.name() })
    }),
    entry("alias", 159, "alias [name [text]]", |a| {
        Some(SessionCommand::Alias { name: a.name(), text: a.text() })
    }),
    entry("unalias", 136, "unalias name", |a| Some(SessionCommand::Unalias { name: a.name()? })),
    entry("keep", 109, "keep", |_| Some(SessionCommand::Keep)),
    entry("ping", 190, "ping [player]", |a| Some(SessionCommand::Ping { player: a.name() })),
    entry("ustat", 142, "ustat", |_| Some(SessionCommand::Ustat)),
    entry("limits", 63, "limits", |_| Some(SessionCommand::Limits)),
    entry("open", 83, "open", |_| Some(SessionCommand::Open)),
    entry("ptime", 95, "ptime", |_| Some(SessionCommand::Ptime)),
    entry("index", 54, "index", |_| Some(SessionCommand::Help { page: Some("commands".into()) })),
    entry("password", 85, "password [old] new", |a| {
        let first = a.name()?;
        Some(match a.name() {
            Some(new) => SessionCommand::Password { old: Some(first), new },
            None => SessionCommand::Password { old: None, new: first },
        })
    }),
];
