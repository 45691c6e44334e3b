//! Commands of observers.

use super::{Args, entry::FamilyEntry};

/// A command of an observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchCommand {
    /// Watches games; without an argument: says which are watched.
    Observe {
        /// Numbers or players; `/l`, `/b` and the like: the best game of a kind.
        games: Vec<String>,
    },
    /// Stops watching; without an argument: all games.
    Unobserve {
        /// Number or player.
        game: Option<String>,
    },
    /// Watches the game of a player's partner; the player's own partner's if none is named.
    Pobserve {
        /// Number or player.
        game: Option<String>,
    },
    /// Lists the observers; of all games if none is named.
    Allobservers {
        /// Number or player.
        game: Option<String>,
    },
    /// Watches whatever a player plays from now on; without a name no more.
    Follow {
        /// The player.
        player: Option<String>,
    },
    /// Watches whatever a player's partner plays from now on.
    Pfollow {
        /// The player whose partner is meant.
        player: Option<String>,
    },
    /// Follows nobody any more.
    Unfollow,
    /// Makes a watched game the first one, to which commands without a number belong.
    Primary {
        /// Number or player.
        game: Option<String>,
    },
    /// The board again.
    Refresh {
        /// Number or player.
        game: Option<String>,
    },
    /// The partner's board again.
    Prefresh,
    /// The games that are played.
    Games {
        /// A number, the beginning of a name, or `/` and letters of kinds.
        which: Option<String>,
    },
    /// Shows the facts of a game: clocks, castling, counts.
    Ginfo {
        /// Number or player.
        game: Option<String>,
    },
    /// The opening of a game.
    Eco {
        /// Number or player.
        game: Option<String>,
    },
}

fn words(args: &mut Args<'_>) -> Vec<String> {
    std::iter::from_fn(|| args.name()).collect()
}

pub(super) const ENTRIES: &[FamilyEntry<WatchCommand>] = &[
    FamilyEntry {
        name: "observe",
        code: 80,
        usage: "observe [game|player]...",
        read: |a| Some(WatchCommand::Observe { games: words(a) }),
    },
    FamilyEntry {
        name: "unobserve",
        code: 138,
        usage: "unobserve [game|player]",
        read: |a| Some(WatchCommand::Unobserve { game: a.name() }),
    },
    FamilyEntry {
        name: "pobserve",
        code: 89,
        usage: "pobserve [game|player]",
        read: |a| Some(WatchCommand::Pobserve { game: a.name() }),
    },
    FamilyEntry {
        name: "allobservers",
        code: 14,
        usage: "allobservers [game|player]",
        read: |a| Some(WatchCommand::Allobservers { game: a.name() }),
    },
    FamilyEntry {
        name: "follow",
        code: 41,
        usage: "follow [player|/letters]",
        read: |a| Some(WatchCommand::Follow { player: a.name() }),
    },
    FamilyEntry {
        name: "pfollow",
        code: 88,
        usage: "pfollow [player]",
        read: |a| Some(WatchCommand::Pfollow { player: a.name() }),
    },
    FamilyEntry {
        name: "unfollow",
        code: 41,
        usage: "unfollow",
        read: |_| Some(WatchCommand::Unfollow),
    },
    FamilyEntry {
        name: "primary",
        code: 91,
        usage: "primary [game|player]",
        read: |a| Some(WatchCommand::Primary { game: a.name() }),
    },
    FamilyEntry {
        name: "refresh",
        code: 101,
        usage: "refresh [game|player]",
        read: |a| Some(WatchCommand::Refresh { game: a.name() }),
    },
    FamilyEntry {
        name: "prefresh",
        code: 90,
        usage: "prefresh",
        read: |_| Some(WatchCommand::Prefresh),
    },
    FamilyEntry {
        name: "games",
        code: 43,
        usage: "games [game|player|/letters]",
        read: |a| Some(WatchCommand::Games { which: a.name() }),
    },
    FamilyEntry {
        name: "ginfo",
        code: 46,
        usage: "ginfo [game|player]",
        read: |a| Some(WatchCommand::Ginfo { game: a.name() }),
    },
    FamilyEntry {
        name: "eco",
        code: 35,
        usage: "eco [game|player]",
        read: |a| Some(WatchCommand::Eco { game: a.name() }),
    },
];
