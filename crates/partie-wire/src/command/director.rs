//! Commands of tournament-director bots: they are on the list `td`.

use super::{
    entry::{FamilyEntry, entry},
    matching::Wanted,
};

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

pub(super) const ENTRIES: &[FamilyEntry<DirectorCommand>] = &[
    entry("getpi", 45, "getpi player", |a| Some(DirectorCommand::Getpi { player: a.name()? })),
    entry("getgi", 44, "getgi player", |a| Some(DirectorCommand::Getgi { player: a.name()? })),
    entry("rmatch", 183, "rmatch player player [terms]", |a| {
        let (from, to) = (a.name()?, a.name()?);
        Some(DirectorCommand::Rmatch { from, to, wanted: Wanted::read(a)? })
    }),
    entry("tournset", 135, "tournset player 0|1", |a| {
        let player = a.name()?;
        let on = match a.word()? {
            "1" | "on" => true,
            "0" | "off" => false,
            _ => return None,
        };
        Some(DirectorCommand::Tournset { player, on })
    }),
    entry("rfollow", 100, "rfollow player player", |a| {
        Some(DirectorCommand::Rfollow { player: a.name()?, whom: a.name()? })
    }),
    entry("robserve", 106, "robserve player game|player", |a| {
        Some(DirectorCommand::Robserve { player: a.name()?, game: a.name()? })
    }),
];
