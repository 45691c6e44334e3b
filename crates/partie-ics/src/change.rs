//! Changes to store: every change of a registered player's
//! data, every finished or adjourned game, one after another.

use partie_core::ByColor;

use crate::{
    clock::MoveTime,
    game::adjourned::Adjourned,
    ids::AdjournedId,
    time::{Span, Tick},
};

/// A change to be stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A registered player's data are new or other than before.
    Account(Box<crate::players::player::Account>),
    /// Nobody has this name any more: its account was taken away or got another name, which a
    /// [`Change::Account`] before this one says.
    Removed {
        /// The key: the name in small letters.
        key: String,
    },
    /// A removed account is restored: a [`Change::Account`] before this one contains it, and the
    /// name is no longer among the removed ones.
    Restored {
        /// The key: the name in small letters.
        key: String,
    },
    /// The server policy changed.
    Policy(Box<crate::admin_state::ServerPolicy>),
    /// A piece of news is new or other than before.
    News(crate::message::News),
    /// A piece of news is gone.
    NewsRemoved {
        /// Number of the item.
        number: u32,
    },
    /// A game is over.
    Finished(Box<crate::game::model::Finished>),
    /// A game is interrupted.
    Adjourned(Box<Adjourned>),
    /// A game is running, as it would be found adjourned if the server were killed now; or it was
    /// changed otherwise than by a move. An adjourned game that goes on keeps its number.
    Running(Box<Adjourned>),
    /// A move was made in a running game.
    Moved(Moved),
    /// An adjourned or running game will not go on: it is over.
    Dropped {
        /// Number of the game.
        id: AdjournedId,
    },
}

/// A move of a running game.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Number of the adjourned game.
    pub id: AdjournedId,
    /// The half-move in UCI.
    pub uci: String,
    /// Time left for both sides after it.
    pub left: ByColor<Span>,
    /// The time that it took.
    pub time: MoveTime,
    /// Time at which it was made.
    pub at: Tick,
}
