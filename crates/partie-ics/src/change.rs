//! Changes to store: every change of a registered player's
//! data, every finished or adjourned game, one after another.

/// One thing to be stored.
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
    /// An account that was taken away is given back, which a [`Change::Account`] before this one
    /// says: nobody of this name is among those who were taken away.
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
    Adjourned(Box<crate::game::adjourned::Adjourned>),
    /// An adjourned game goes on.
    Resumed {
        /// Number of the game.
        id: crate::ids::AdjournedId,
    },
}
