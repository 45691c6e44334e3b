//! A command of any family, its entry in the family's table, and the levels required to use it.

use serde::{Deserialize, Serialize};

use super::{
    Args, admin, director, examine, game, lists, matching, players, ratings, record, seek, session,
    simul, talk, watch,
};

/// One variant for each family, and what is none of them.
macro_rules! families {
    ($($(#[$doc:meta])* $variant:ident($command:ty),)*) => {
        /// A command with its arguments.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Command {
            /// An empty line.
            Nothing,
            $($(#[$doc])* $variant($command),)*
        }

        $(impl From<$command> for Command {
            fn from(command: $command) -> Command {
                Command::$variant(command)
            }
        })*
    };
}

families! {
    /// Connection, settings, help.
    Session(session::SessionCommand),
    /// Commands in a game being played.
    Game(game::GameCommand),
    /// Talk between players.
    Talk(talk::TalkCommand),
    /// Lists and channels.
    List(lists::ListCommand),
    /// Players online, messages, news.
    Players(players::PlayersCommand),
    /// Proposals of games, and answers to them.
    Matching(matching::MatchingCommand),
    /// Ads for games.
    Seek(seek::SeekCommand),
    /// Simultaneous exhibitions.
    Simul(simul::SimulCommand),
    /// Commands for observers.
    Watch(watch::WatchCommand),
    /// Moves and records of games.
    Record(record::RecordCommand),
    /// Commands of examiners.
    Examine(examine::ExamineCommand),
    /// Commands of administrators.
    Admin(admin::AdminCommand),
    /// Commands of tournament-director bots.
    Director(director::DirectorCommand),
    /// Questions about ratings.
    Ratings(ratings::RatingsCommand),
}

/// One command: how it is called, its number in block mode, how its arguments are read.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The full name.
    pub name: &'static str,
    /// The number in block mode.
    pub code: u16,
    /// The usage, for a player who used it wrongly.
    pub usage: &'static str,
    /// Minimum level of players who may use the command.
    pub least: Level,
    /// Reads the arguments; `None` if they are none of this command's.
    pub(super) read: fn(&mut Args<'_>) -> Option<Command>,
}

/// Defines a family of commands: an enum, and the entry of each command.
///
/// A variant is followed by its name, its number in block mode (0: none), its arguments as shown in
/// its usage, and the level required to use it (by default none). Its fields are read as
/// [`Argument`](super::args::Argument)s or by the function after their type. `more` lists variants
/// without a command or with several, `entries` lists commands with a read function.
macro_rules! commands {
    (
        $(#[$meta:meta])*
        pub enum $family:ident {
            $(
                $(#[$about:meta])*
                $variant:ident
                    $({ $($(#[$of_field:meta])* $field:ident: $type:ty $(= $reader:expr)?),* $(,)? })?
                    $(($inner:ty $(= $reads:expr)?))?
                    = $name:literal $code:tt $($usage:literal)? $(for $least:ident)?
            ),* $(,)?
        }
        $(
            more { $($more:tt)* }
            entries { $($other:literal $number:tt $($arguments:literal)? $(for $level:ident)? => $read:expr),* $(,)? }
        )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $family {
            $(
                $(#[$about])*
                $variant $({ $($(#[$of_field])* $field: $type),* })? $(($inner))?,
            )*
            $($($more)*)?
        }

        pub(super) const ENTRIES: &[$crate::command::Entry] = &[
            $(commands!(@entry $name, $code, [$($usage)?], [$($least)?], |_args| {
                Some($family::$variant
                    $({ $($field: commands!(@read _args $(, $reader)?)),* })?
                    $((commands!(@read _args $(, $reads)?)))?)
            }, $family),)*
            $($(commands!(@entry $other, $number, [$($arguments)?], [$($level)?], $read, $family),)*)?
        ];
    };
    ($family:ident: $($name:literal $code:tt => $read:expr),* $(,)?) => {
        pub(super) const ENTRIES: &[$crate::command::Entry] =
            &[$(commands!(@entry $name, $code, [], [], $read, $family)),*];
    };
    (@entry $name:literal, $code:tt, [$($usage:literal)?], [$($least:ident)?], $read:expr, $family:ident) => {
        $crate::command::Entry {
            name: $name,
            code: $code,
            usage: concat!($name $(, " ", $usage)?),
            least: commands!(@level $($least)?),
            read: |args| {
                let read: fn(&mut $crate::command::Args<'_>) -> Option<$family> = $read;
                read(args).map($crate::command::Command::from)
            },
        }
    };
    (@level) => { $crate::command::Level::ANYBODY };
    (@level $least:ident) => { $crate::command::Level::$least };
    (@read $args:ident) => { $crate::command::args::Argument::read($args)? };
    (@read $args:ident, $reader:expr) => { $reader($args)? };
}

/// The administration level of a player, numbered as for `asetadmin`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Level(pub u8);

impl Level {
    /// Any player, guests as well.
    pub const ANYBODY: Level = Level(0);
    /// Administrators, who keep order.
    pub const ADMIN: Level = Level(10);
    /// Corrects ratings and titles, too.
    pub const MASTER: Level = Level(20);
    /// Makes others administrators, and ends the server.
    pub const HEAD: Level = Level(60);
    /// The server's owner.
    pub const OWNER: Level = Level(100);
}
