//! Commands of tournament-director bots: they are on the list `td`.

use super::{Args, Command, Entry, done, matching::Wanted};

/// A command of a tournament-director bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectorCommand {
    /// The ratings of a player, for programs.
    Getpi {
        /// The whole handle.
        player: String,
    },
    /// The game of a player, for programs.
    Getgi {
        /// The whole handle.
        player: String,
    },
    /// Proposes a game in a player's name.
    Rmatch {
        /// The proposer.
        from: String,
        /// The opponent.
        to: String,
        /// The terms.
        wanted: Wanted,
    },
    /// Adds a player to a tournament or removes them.
    Tournset {
        /// The player.
        player: String,
        /// Set to add the player.
        on: bool,
    },
    /// Lets a player follow another.
    Rfollow {
        /// The player.
        player: String,
        /// The player to follow.
        whom: String,
    },
    /// Lets a player observe a game.
    Robserve {
        /// The player.
        player: String,
        /// A number or one who plays.
        game: String,
    },
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
    entry("getpi", 45, "getpi player", |a| done(DirectorCommand::Getpi { player: a.name()? })),
    entry("getgi", 44, "getgi player", |a| done(DirectorCommand::Getgi { player: a.name()? })),
    entry("rmatch", 183, "rmatch player player [terms]", |a| {
        let (from, to) = (a.name()?, a.name()?);
        done(DirectorCommand::Rmatch { from, to, wanted: Wanted::read(a)? })
    }),
    entry("tournset", 135, "tournset player 0|1", |a| {
        let player = a.name()?;
        let on = match a.word()? {
            "1" | "on" => true,
            "0" | "off" => false,
            _ => return None,
        };
        done(DirectorCommand::Tournset { player, on })
    }),
    entry("rfollow", 100, "rfollow player player", |a| {
        done(DirectorCommand::Rfollow { player: a.name()?, whom: a.name()? })
    }),
    entry("robserve", 106, "robserve player game|player", |a| {
        done(DirectorCommand::Robserve { player: a.name()?, game: a.name()? })
    }),
];
