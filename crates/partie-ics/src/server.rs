//! The server as a value: each input is routed to the rules that handle it.

use std::borrow::Cow;

use partie_wire::{
    display::DisplayOptions,
    ivars::Ivar,
    notice::session::SessionNotice,
    prompt::TimeOfDay,
    timeseal::{Version, lag::LagMeter},
};

use crate::{
    available,
    command::{self, shutdown},
    config::Config,
    game::{disconnect, flag, model::Game, running},
    ids::SessionId,
    input::Input,
    login,
    output::Output,
    players::Players,
    session::{Session, Stage},
    state::State,
    storage,
    time::{Span, Tick},
};

/// An Internet Chess Server.
#[derive(Debug)]
pub struct Ics {
    /// The state that outlasts an input.
    pub(crate) state: State,
    /// Effects of the current input.
    /// Time of the next possible event without input.
    due: Option<Tick>,
}

impl Ics {
    /// A server that begins at a tick; all chance follows from the seed.
    #[must_use]
    pub fn new(config: Config, now: Tick, seed: u64) -> Ics {
        Ics { state: State::new(config, now, seed), due: None }
    }

    /// Takes one input and appends the outputs. Time never goes back: an earlier tick counts as the
    /// last one.
    pub fn handle(&mut self, now: Tick, input: Input, outputs: &mut Vec<Output>) {
        let state = &mut self.state;
        state.out.begin(now);
        match input {
            Input::Open { session, address, token } => {
                login::open(
                    &mut state.sessions,
                    &state.config,
                    &mut state.out,
                    session,
                    address,
                    token,
                );
            }
            Input::Line { session, text, stamp } => {
                state.out.stamp = stamp;
                line(state, session, &text);
            }
            Input::Sealed { session, version } => {
                let meter = LagMeter::new(state.config.lag);
                if let Some(session) = state.sessions.get_mut(session) {
                    session.seal = Some((version, meter));
                    if let Stage::On(id) = session.stage
                        && let Some(online) = state.players.online_state_mut(id)
                    {
                        online.sealed = true;
                    }
                }
            }
            Input::Pong { session, stamp } => {
                if let Some(session) = state.sessions.get_mut(session) {
                    session.answered(state.out.now, stamp);
                }
            }
            Input::Unreadable { session, too_long } => {
                let notice = if too_long {
                    SessionNotice::LineTooLong
                } else {
                    SessionNotice::LineNotSealed
                };
                state.out.send_to_session(session, notice);
            }
            Input::Checked { session, good } => login::checked(state, session, good),
            Input::Hashed { player, hash } => login::hashed(state, player, hash),
            Input::Absent { session, left } => disconnect::absent(state, session, left),
            Input::Close { session } => login::close(state, session),
            Input::Owner { ticket, line } => command::owner(state, ticket, &line),
            Input::Secrets { words } => state.admin.take_secrets(words),
            Input::Storing { works } => storage::storing(state, works),
            Input::Stop => shutdown::stop(state),
            Input::Time => {}
        }
        self.on_time();
        let state = &mut self.state;
        available::announce_availability(state);
        if let Some(count) = state.admin.request_secrets() {
            state.out.emit(Output::Secrets { count });
        }
        running::store_changes(state);
        state.games.count();
        let posed = state.out.posed.and_then(|(who, _)| state.players.online_state(who));
        let posed = posed.filter(|p| p.display.ivars.has(Ivar::Block)).and_then(|p| p.session);
        state.out.flush(&mut state.sessions, posed, outputs);
    }

    /// Time at which [`Input::Time`] is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Tick> {
        if self.state.admin.wants_secrets() { Some(self.state.started) } else { self.due }
    }

    /// Number of moves played since the start.
    #[must_use]
    pub fn moves_played(&self) -> u64 {
        self.state.games.moves_played()
    }

    /// The games on the server, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.state.games.iter()
    }

    /// The players: all who have an account, and all who are on.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.state.players
    }

    /// The display options of a connection.
    #[must_use]
    pub fn display(&self, session: SessionId) -> Cow<'_, DisplayOptions> {
        let player = match self.state.sessions.get(session) {
            Some(Session { stage: Stage::On(id), .. }) => self.state.players.get(*id),
            _ => None,
        };
        let Some((player, online)) = player.and_then(|p| Some((p, p.online.as_ref()?))) else {
            return Cow::Owned(DisplayOptions::default());
        };
        if !online.display.clock_in_prompt {
            return Cow::Borrowed(&online.display);
        }
        let now = self.state.out.now.civil(player.zone()).time;
        let time = TimeOfDay::new(now.hour(), now.minute());
        Cow::Owned(DisplayOptions { time, ..online.display.clone() })
    }

    /// The timeseal version of a connection, if any.
    #[must_use]
    pub fn sealed(&self, session: SessionId) -> Option<Version> {
        self.state.sessions.sealed(session)
    }

    /// Handles the passage of time: flags, timeouts.
    ///
    /// All games and players are checked when an event may be due, and at least once a second; in
    /// between only the speaker's own game can get an earlier flag.
    fn on_time(&mut self) {
        let state = &mut self.state;
        shutdown::count_down(state);
        storage::announce_storage_failure(state);
        let own = state.out.speaker.and_then(|s| flag::own_flag(state, s));
        let soon = [shutdown::next_warning(&state.admin), storage::next_storage_notice(state)]
            .into_iter()
            .flatten()
            .min();
        let announcement = state.announcements.due();
        self.due = [self.due, own, soon, announcement].into_iter().flatten().min();
        if self.due.is_some_and(|due| due > state.out.now) {
            return;
        }
        if announcement.is_some() {
            state.announcements.announce(&state.players, &mut state.out);
        }
        flag::flags(state);
        disconnect::report_lag(state);
        disconnect::expire_disconnects(state);
        login::slow_logins(state);
        login::idle_out(state);
        let second = (!state.sessions.is_empty()).then(|| state.out.now + Span::seconds(1));
        self.due = [
            flag::next_flag(state),
            state.players.next_disconnect_expiry(),
            state.announcements.due(),
            soon,
            second,
        ]
        .into_iter()
        .flatten()
        .min();
    }
}

/// One line of one connection.
fn line(state: &mut State, session: SessionId, text: &str) {
    let Some(known) = state.sessions.get(session) else { return };
    state.out.speaker = Some(session);
    match known.stage.clone() {
        Stage::On(id) => command::run_line(state, id, text),
        stage => login::dialogue(state, session, stage, text),
    }
}
