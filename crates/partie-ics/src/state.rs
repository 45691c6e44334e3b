//! The state of the server between inputs.

use crate::{
    admin_state::AdminState,
    announcements::Announcements,
    config::Config,
    game::{adjourned::AdjournedGames, model::Games},
    offer::Offers,
    outbox::Outbox,
    players::Players,
    rng::Rng,
    seek::Seeks,
    session::Sessions,
    time::Tick,
    wrong_passwords::WrongPasswords,
};

/// The state while storing fails.
#[derive(Clone, Debug)]
pub(crate) struct StorageFailure {
    pub(crate) since: Tick,
    /// Set once players were notified.
    pub(crate) announced: bool,
}

/// The parts of the server's state.
///
/// A rule borrows the part that it needs, or the state if it needs several; with `&State` it
/// changes nothing.
#[derive(Debug)]
pub(crate) struct State {
    /// Outputs of the event.
    pub(crate) out: Outbox,
    /// The settings of the server's owner.
    pub(crate) config: Config,
    /// Time at which the server started.
    pub(crate) started: Tick,
    /// The connections.
    pub(crate) sessions: Sessions,
    /// The players.
    pub(crate) players: Players,
    /// The games on the boards.
    pub(crate) games: Games,
    /// Games that are interrupted.
    pub(crate) adjourned: AdjournedGames,
    /// Offers that are not answered yet.
    pub(crate) offers: Offers,
    /// Ads for games.
    pub(crate) seeks: Seeks,
    /// Arrivals and departures that are announced soon.
    pub(crate) announcements: Announcements,
    /// The source of random choices.
    pub(crate) rng: Rng,
    /// The state that administrators control.
    pub(crate) admin: AdminState,
    /// Wrong passwords of the last hour.
    pub(crate) wrong_passwords: WrongPasswords,
    /// Set while changes cannot be stored.
    pub(crate) storage_failure: Option<StorageFailure>,
}

impl State {
    /// The state of a server that starts now, without any account.
    pub(crate) fn new(config: Config, now: Tick, seed: u64) -> State {
        let mut players = Players::default();
        players.add_owner();
        State {
            out: Outbox::new(now),
            config,
            started: now,
            sessions: Sessions::default(),
            players,
            games: Games::default(),
            adjourned: AdjournedGames::default(),
            offers: Offers::default(),
            seeks: Seeks::default(),
            announcements: Announcements::default(),
            rng: Rng::new(seed),
            admin: AdminState::default(),
            wrong_passwords: WrongPasswords::default(),
            storage_failure: None,
        }
    }
}
