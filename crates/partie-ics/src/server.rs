//! The server as a value: inputs, outputs, and the notices sent to each connection.

use std::borrow::Cow;

use partie_core::Outcome;
use partie_wire::{
    display::DisplayOptions,
    ivars::Ivar,
    notice::{Notice, ending::Ending, players::Names, session::SessionNotice},
    prompt::TimeOfDay,
    server_writer::{Prompt, ReplyTo},
    timeseal::{Stamp, Version, lag::LagMeter},
};

use crate::{
    Change, Config, SessionId, Span, Tick,
    admin_state::AdminState,
    game::{AdjournedGames, Game, Games},
    offer::Offers,
    outbox::Outbox,
    players::{Activity, NameMatch, OnlineState, Player, PlayerId, Players},
    rng::Rng,
    seek::Seeks,
    session::{Session, Sessions, Stage},
    storage::StorageFailure,
};

/// An event that happens to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A connection was opened.
    Open {
        /// Number of the connection.
        session: SessionId,
        /// The peer's address, as shown to administrators.
        address: String,
        /// A secret that only the same client can present again, where the transport has one.
        /// With it a guest takes their seat again after a lost connection.
        token: Option<String>,
    },
    /// A line came in.
    Line {
        /// The connection.
        session: SessionId,
        /// The line without its end.
        text: String,
        /// The client's clock when it was sent, if the connection is sealed.
        stamp: Option<Stamp>,
    },
    /// The connection speaks timeseal.
    Sealed {
        /// The connection.
        session: SessionId,
        /// The protocol version.
        version: Version,
    },
    /// The answer to a ping: the client's clock when a board arrived.
    Pong {
        /// The connection.
        session: SessionId,
        /// The client's clock.
        stamp: Stamp,
    },
    /// A line came that cannot be read, and is skipped.
    Unreadable {
        /// The connection.
        session: SessionId,
        /// Set if it was too long; else it was not sealed on a sealed connection.
        too_long: bool,
    },
    /// The answer to [`Output::Check`].
    Checked {
        /// The connection whose password was checked.
        session: SessionId,
        /// Set if it was right.
        good: bool,
    },
    /// The answer to [`Output::Hash`].
    Hashed {
        /// The player whose password was hashed.
        player: PlayerId,
        /// Its hash; none if it could not be hashed, and the old password stays.
        hash: Option<String>,
    },
    /// A connection is gone.
    Close {
        /// The connection.
        session: SessionId,
    },
    /// The server's owner says something over a socket of the machine;
    /// [`Output::Answer`] is the answer.
    Owner {
        /// The number of the question.
        ticket: u64,
        /// The line, without its end.
        line: String,
    },
    /// The answer to [`Output::Secrets`].
    Secrets {
        /// Random words for passwords, each of which is used once.
        words: Vec<String>,
    },
    /// Changes can be stored again, or cannot be stored for now and wait.
    Storing {
        /// Set if changes are stored.
        works: bool,
    },
    /// The server is to stop: games are adjourned.
    Stop,
    /// Nothing but time.
    Time,
}

/// An action for the caller to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Notices to send.
    Send(Delivery),
    /// Input is to be echoed, or not (before a password).
    Echo {
        /// The connection.
        to: SessionId,
        /// Set if it is to be echoed.
        on: bool,
    },
    /// A connection is to be closed when all was sent.
    Close {
        /// The connection.
        to: SessionId,
    },
    /// A password is to be compared with its hash; [`Input::Checked`] is the answer.
    Check {
        /// The connection.
        session: SessionId,
        /// The hash.
        hash: String,
        /// The typed password.
        password: String,
    },
    /// A password is to be hashed; [`Input::Hashed`] is the answer.
    Hash {
        /// The player.
        player: PlayerId,
        /// The password.
        password: String,
    },
    /// The answer to the server's owner.
    Answer {
        /// The number of the question.
        ticket: u64,
        /// The lines, each with its end.
        text: String,
        /// Set if it was done.
        good: bool,
    },
    /// Random words for passwords are wanted, as nobody can guess them;
    /// [`Input::Secrets`] brings them.
    Secrets {
        /// Number of words.
        count: usize,
    },
    /// All was said: the server is to end.
    End,
    /// Something is to be stored.
    Store(Change),
}

/// Notices sent to one connection at once: one write.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The connection.
    pub to: SessionId,
    /// To which line it is the answer; none if something happened.
    pub reply_to: Option<ReplyTo>,
    /// The notices, in order.
    pub notices: Vec<Notice>,
    /// The prompt after them.
    pub prompt: Prompt,
}

/// An Internet Chess Server.
#[derive(Debug)]
pub struct Ics {
    pub(crate) config: Config,
    pub(crate) started: Tick,
    pub(crate) sessions: Sessions,
    pub(crate) players: Players,
    pub(crate) games: Games,
    pub(crate) rng: Rng,
    /// Offers that are not answered yet.
    pub(crate) offers: Offers,
    /// Ads for games.
    pub(crate) seeks: Seeks,
    /// Games that are interrupted.
    pub(crate) adjourned: AdjournedGames,
    /// Set while what changes cannot be stored.
    pub(crate) storage_failure: Option<StorageFailure>,
    /// The state that administrators control.
    pub(crate) admin_state: AdminState,
    /// Time at which something may happen by itself.
    due: Option<Tick>,
    /// What the current input brings about.
    pub(crate) out: Outbox,
}

impl Ics {
    /// A server that begins at a tick; all chance follows from the seed.
    #[must_use]
    pub fn new(config: Config, now: Tick, seed: u64) -> Ics {
        let mut players = Players::default();
        players.add_owner(AdminState::owner());
        Ics {
            config,
            started: now,
            sessions: Sessions::default(),
            players,
            games: Games::default(),
            rng: Rng::new(seed),
            offers: Offers::default(),
            seeks: Seeks::default(),
            adjourned: AdjournedGames::default(),
            storage_failure: None,
            admin_state: AdminState::default(),
            due: None,
            out: Outbox::new(now),
        }
    }

    /// Takes one input and appends what is to be done. Time never goes back: an earlier
    /// tick counts as the last one.
    pub fn handle(&mut self, now: Tick, input: Input, out: &mut Vec<Output>) {
        self.out.begin(now);
        match input {
            Input::Open { session, address, token } => self.open(session, address, token),
            Input::Line { session, text, stamp } => {
                self.out.stamp = stamp;
                self.line(session, &text);
            }
            Input::Sealed { session, version } => {
                let meter = LagMeter::new(self.config.lag);
                if let Some(session) = self.sessions.get_mut(session) {
                    session.seal = Some((version, meter));
                }
            }
            Input::Pong { session, stamp } => {
                if let Some(session) = self.sessions.get_mut(session) {
                    session.answered(self.out.now, stamp);
                }
            }
            Input::Unreadable { session, too_long } => {
                let notice = if too_long {
                    SessionNotice::LineTooLong
                } else {
                    SessionNotice::LineNotSealed
                };
                self.out.send_to_session(session, notice);
            }
            Input::Checked { session, good } => self.checked(session, good),
            Input::Hashed { player, hash } => self.hashed(player, hash),
            Input::Close { session } => self.close(session),
            Input::Owner { ticket, line } => self.owner(ticket, &line),
            Input::Secrets { words } => self.admin_state.take_secrets(words),
            Input::Storing { works } => self.storing(works),
            Input::Stop => self.stop(),
            Input::Time => {}
        }
        self.on_time();
        self.announce_availability();
        self.want_secrets();
        self.games.count();
        let posed = self.out.posed.and_then(|(who, _)| self.online(who));
        let posed = posed.filter(|p| p.display.ivars.has(Ivar::Block)).and_then(|p| p.session);
        self.out.flush(&mut self.sessions, posed, out);
    }

    /// Time at which something happens by itself: [`Input::Time`] is due then.
    #[must_use]
    pub fn deadline(&self) -> Option<Tick> {
        if self.admin_state.wants_secrets() { Some(self.started) } else { self.due }
    }

    /// Number of moves played since the start.
    #[must_use]
    pub fn moves_played(&self) -> u64 {
        self.games.moves_played()
    }

    /// The games on the server, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.games.iter()
    }

    /// The players: all who have an account, and all who are on.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The display options of a connection.
    #[must_use]
    pub fn display(&self, session: SessionId) -> Cow<'_, DisplayOptions> {
        let player = match self.sessions.get(session) {
            Some(Session { stage: Stage::On(id), .. }) => self.players.get(*id),
            _ => None,
        };
        let Some((player, online)) = player.and_then(|p| Some((p, p.online.as_ref()?))) else {
            return Cow::Owned(DisplayOptions::default());
        };
        if !online.display.clock_in_prompt {
            return Cow::Borrowed(&online.display);
        }
        let now = self.out.now.civil(player.zone());
        let time = TimeOfDay::new(now.hour, now.minute);
        Cow::Owned(DisplayOptions { time, ..online.display.clone() })
    }

    /// The timeseal version of a connection, if any.
    #[must_use]
    pub fn sealed(&self, session: SessionId) -> Option<Version> {
        self.sessions.sealed(session)
    }

    /// One line of one connection.
    fn line(&mut self, session: SessionId, text: &str) {
        let Some(known) = self.sessions.get(session) else { return };
        self.out.speaker = Some(session);
        match known.stage.clone() {
            Stage::On(id) => self.run_line(id, text),
            stage => self.dialogue(session, stage, text),
        }
    }

    pub(crate) fn stop(&mut self) {
        // Connections closed by `shutdown` are not closed once more.
        if std::mem::replace(&mut self.admin_state.ended, true) {
            return;
        }
        let games: Vec<_> = self.games.iter().filter(|g| g.is_played()).map(|g| g.number).collect();
        for number in games {
            if self.can_adjourn(number) {
                self.adjourn(number, Ending::ShutdownAdjourned);
            } else {
                self.end(number, Outcome::Unknown, Ending::ShutdownAborted);
            }
        }
        let all: Vec<SessionId> = self.sessions.iter().map(|(id, _)| id).collect();
        for session in all {
            self.out.send_to_session(session, SessionNotice::LoggingOut);
            self.out.emit(Output::Close { to: session });
        }
    }

    /// Handles the passage of time: flags, timeouts.
    ///
    /// All games and players are looked at when something may be due, and once a second
    /// besides; in between only the speaker's own game can have got an earlier flag.
    fn on_time(&mut self) {
        self.count_down();
        self.announce_storage_failure();
        let own = self.out.speaker.and_then(|s| self.own_flag(s));
        let soon = [self.next_warning(), self.next_storage_notice()].into_iter().flatten().min();
        self.due = [self.due, own, soon].into_iter().flatten().min();
        if self.due.is_some_and(|due| due > self.out.now) {
            return;
        }
        self.flags();
        self.report_lag();
        self.expire_disconnects();
        self.slow_logins();
        self.idle_out();
        let second = (!self.sessions.is_empty()).then(|| self.out.now + Span::seconds(1));
        self.due = [self.next_flag(), self.next_disconnect_expiry(), soon, second]
            .into_iter()
            .flatten()
            .min();
    }

    /// Time at which the flag falls in the game of a connection's player.
    fn own_flag(&self, session: SessionId) -> Option<Tick> {
        let Stage::On(id) = self.sessions.get(session)?.stage else { return None };
        let Activity::Playing(number) = self.activity(id) else { return None };
        self.looks_at(self.games.get(number)?)
    }

    /// A registered player's data changed.
    pub(crate) fn store_account(&mut self, id: PlayerId) {
        self.players.update_audience(id);
        if let Some(player) = self.players.get(id)
            && player.registered
        {
            let account = Box::new(player.account.clone());
            self.out.emit(Output::Store(Change::Account(account)));
        }
    }
}

/// A name that may mean several players.
pub(crate) fn ambiguous(name: &str, names: &[String]) -> SessionNotice {
    SessionNotice::AmbiguousName {
        name: name.to_owned(),
        count: Names(names.len()),
        names: names.join(" "),
    }
}

/// Returns true if a handle may begin so.
pub(crate) fn is_begun_handle(text: &str) -> bool {
    (1..=17).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Small questions that every command asks.
impl Ics {
    /// A player who is on.
    pub(crate) fn online(&self, id: PlayerId) -> Option<&OnlineState> {
        self.players.get(id)?.online.as_ref()
    }

    /// A player who is on, to be changed.
    pub(crate) fn online_mut(&mut self, id: PlayerId) -> Option<&mut OnlineState> {
        self.players.get_mut(id)?.online.as_mut()
    }

    /// The activity of a player.
    pub(crate) fn activity(&self, id: PlayerId) -> Activity {
        self.online(id).map_or(Activity::Free, |p| p.activity)
    }

    /// The name of a player.
    pub(crate) fn name(&self, id: PlayerId) -> String {
        self.players.get(id).map(|p| p.name().to_owned()).unwrap_or_default()
    }

    /// The player online whom a name or its beginning means; else reports that there is none.
    pub(crate) fn find_online(&mut self, asker: PlayerId, name: &str) -> Option<PlayerId> {
        match self.players.match_online(name) {
            NameMatch::One(id) => Some(id),
            NameMatch::Many(names) => {
                self.out.refused = true;
                self.out.send(asker, ambiguous(name, &names));
                None
            }
            NameMatch::Nobody => {
                self.out.refused = true;
                let notice = if is_begun_handle(name) {
                    SessionNotice::NotOnline { name: name.into() }
                } else {
                    SessionNotice::NotAHandle { name: name.to_owned() }
                };
                self.out.send(asker, notice);
                None
            }
        }
    }

    /// The player of an id; `None` for one who is gone.
    pub(crate) fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(id)
    }
}
