//! Purposes of commands, and the notices that answer them.

use partie_wire::notice::{
    Notice, game::GameNotice, lists::ListNotice, offer::OfferNotice, session::SessionNotice,
};

use crate::{protocol::Asked, talk};

/// The purpose of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// A command of the window with this number: its answer is shown.
    Typed(u32),
    /// Its answer is not.
    Setup,
    /// It is a move in this game.
    Move(u32),
    /// The moves of a game that was joined later.
    Moves(u32),
    /// A list for the window.
    List(Asked),
}

/// Returns true if a notice is of the kind that answers a command.
pub(crate) fn answers(purpose: Purpose, notice: &Notice) -> bool {
    match purpose {
        Purpose::Moves(_) => matches!(notice, Notice::Moves(_)),
        Purpose::List(Asked::Games) => matches!(notice, Notice::Games(_)),
        Purpose::List(Asked::Players) => matches!(notice, Notice::Who(_)),
        Purpose::List(Asked::History | Asked::Stored) => {
            matches!(notice, Notice::Records(_) | Notice::Record(_) | Notice::Page(_))
        }
        Purpose::List(Asked::Finger) => matches!(notice, Notice::Finger(_) | Notice::Page(_)),
        Purpose::Typed(_) | Purpose::Setup | Purpose::Move(_) => false,
    }
}

/// Returns true for a server's notice that refuses a move.
pub(crate) fn is_refusal(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::Game(
            GameNotice::IllegalMove { .. }
                | GameNotice::AmbiguousMove { .. }
                | GameNotice::ClockPaused
                | GameNotice::NotYourMove
                | GameNotice::NotPlayingOrExamining
                | GameNotice::NotPlaying
        ) | Notice::Simul(_)
    )
}

/// Returns true for a notice of the kind that answers a setting.
pub(crate) const fn is_about_settings(notice: &Notice) -> bool {
    match notice {
        Notice::Settings(_) | Notice::Variables(_) | Notice::Page(_) => true,
        Notice::Session(said) => matches!(
            said,
            SessionNotice::NotFound { .. }
                | SessionNotice::BadParameters { .. }
                | SessionNotice::IvarSet { .. }
                | SessionNotice::IvarUnset { .. }
                | SessionNotice::Locked
                | SessionNotice::NoSuchVariable { .. }
                | SessionNotice::BadValue { .. }
        ),
        _ => false,
    }
}

/// Returns true for a notice of a kind that answers no command.
pub(crate) fn is_unasked(notice: &Notice) -> bool {
    match notice {
        Notice::Ad(_) => true,
        Notice::Talk(words) => talk::said(words).is_some(),
        Notice::List(list) => matches!(
            list,
            ListNotice::Connected { .. }
                | ListNotice::Disconnected { .. }
                | ListNotice::Arrived { .. }
                | ListNotice::ArrivedAdjourned { .. }
                | ListNotice::ArrivedUnlisted { .. }
                | ListNotice::Departed { .. }
                | ListNotice::DepartedUnlisted { .. }
        ),
        Notice::Offer(offer) => matches!(
            offer,
            OfferNotice::Challenge { .. }
                | OfferNotice::TakebackWanted { .. }
                | OfferNotice::DrawOffered { .. }
                | OfferNotice::AbortWanted { .. }
                | OfferNotice::AdjournWanted { .. }
                | OfferNotice::SwitchWanted { .. }
                | OfferNotice::PauseWanted { .. }
                | OfferNotice::Withdraws { .. }
                | OfferNotice::Accepts { .. }
                | OfferNotice::Declines { .. }
        ),
        _ => false,
    }
}
