//! What programs do that direct tournaments: they are on the list `td`.

use super::{Args, Command, Entry, done, matching::Wanted};

/// What a program does that directs a tournament.
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
        /// Who proposes it.
        from: String,
        /// To whom.
        to: String,
        /// What.
        wanted: Wanted,
    },
    /// Puts a player into a tournament, or takes him out.
    Tournset {
        /// The player.
        player: String,
        /// Whether he is in.
        on: bool,
    },
    /// Lets a player follow another.
    Rfollow {
        /// The player.
        player: String,
        /// Whom.
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
