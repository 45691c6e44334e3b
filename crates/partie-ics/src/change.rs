//! What has to be remembered when the server stops: every change of a registered player's
//! data, every finished or adjourned game, one after another.

/// One thing to be stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A registered player's data are new or other than before.
    Account(Box<crate::people::Account>),
    /// An account is gone.
    Removed {
        /// Its key: the name in small letters.
        key: String,
    },
    /// A game is over.
    Finished(Box<crate::game::Finished>),
    /// A game is interrupted.
    Adjourned(Box<crate::game::Adjourned>),
    /// An interrupted game goes on.
    Resumed {
        /// Which.
        id: crate::game::AdjournedId,
    },
}
