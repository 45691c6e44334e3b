//! The chess server of the hub: bytes of connections become inputs of [`Ics`], its outputs
//! become bytes. All decisions are made in [`partie_ics`].

use std::{collections::BTreeMap, sync::Arc};

use partie_ics::{Delivery, Ics, Input, Output, SessionId, Span, Tick, players::PlayerId};
use partie_wire::{
    display::DisplayOptions,
    notice::Notice,
    server_reader::{self, ServerReader},
    server_writer::{self, Prompt},
    telnet,
    timeseal::Version,
};

use crate::{
    admin::Answer,
    hub::{Domain, Event, Outbox, Verdict},
    metrics::Tally,
    password,
    persistence::Persister,
};

/// The owner of a password that is being checked or hashed.
#[derive(Clone, Copy, Debug)]
enum Secret {
    Check(SessionId),
    Hash(PlayerId),
}

/// The values last reported to the metrics.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    players: i64,
    games: i64,
    moves: i64,
}

/// A notice for many receivers, rendered once per style.
#[derive(Debug)]
struct Rendered {
    notices: Arc<[Notice]>,
    prompt: Prompt,
    display: DisplayOptions,
    sealed: Option<Version>,
    bytes: Vec<u8>,
}

/// Number of looks of one notice that are kept.
const LOOKS: usize = 8;

/// The chess server ([`Ics`]) as the hub's domain.
#[derive(Debug)]
pub struct IcsApp {
    ics: Ics,
    /// Stores its changes; `None` without a store, as in tests.
    persister: Option<Persister>,
    readers: BTreeMap<SessionId, ServerReader>,
    counted: Counted,
    /// The longest line, in bytes.
    line_bytes: usize,
    secrets: BTreeMap<u64, Secret>,
    last_secret: u64,
    /// Number of each player's newest password while it is hashed. Hashes of one player may finish
    /// out of order; the password set last counts.
    newest: BTreeMap<PlayerId, u64>,
    outputs: Vec<Output>,
    /// The looks of the last notices of this step that go to many.
    rendered: Vec<Rendered>,
    /// Random words that the server asked for in this step.
    words: Option<Vec<String>>,
}

impl IcsApp {
    /// Makes a server for connections whose lines have up to `line_bytes` bytes; its
    /// changes are stored by the persister.
    #[must_use]
    pub fn new(ics: Ics, persister: Option<Persister>, line_bytes: usize) -> IcsApp {
        IcsApp {
            ics,
            persister,
            counted: Counted::default(),
            readers: BTreeMap::new(),
            line_bytes,
            secrets: BTreeMap::new(),
            last_secret: 0,
            newest: BTreeMap::new(),
            outputs: Vec::new(),
            rendered: Vec::new(),
            words: None,
        }
    }

    /// Handles one input and its outputs.
    fn input(&mut self, now: i64, input: Input, out: &mut Outbox) {
        let mut outputs = std::mem::take(&mut self.outputs);
        self.ics.handle(Tick(now), input, &mut outputs);
        for output in outputs.drain(..) {
            self.output(output, out);
        }
        self.outputs = outputs;
        self.rendered.clear();
        if let Some(words) = self.words.take() {
            self.input(now, Input::Secrets { words }, out);
        }
    }

    fn output(&mut self, output: Output, out: &mut Outbox) {
        match output {
            Output::Send(delivery) => self.write(&delivery, out),
            Output::Echo { to, on } => {
                let bytes = if on { telnet::ECHO_ON } else { telnet::ECHO_OFF };
                out.write(to, &bytes);
            }
            Output::Close { to } => out.close(to),
            Output::Check { session, hash, password } => {
                let ticket = self.secret(Secret::Check(session));
                out.verify(ticket, password.as_bytes(), &hash);
            }
            Output::Hash { player, password } => {
                let ticket = self.secret(Secret::Hash(player));
                self.newest.insert(player, ticket);
                out.hash(ticket, password.as_bytes());
            }
            Output::Answer { ticket, text, good } => {
                out.answer(ticket, if good { Answer::ok(text) } else { Answer::no(text) });
            }
            Output::Secrets { count } => {
                self.words = Some((0..count).filter_map(|_| password::random()).collect());
            }
            Output::End => out.end(),
            Output::Store(change) => {
                if let partie_ics::Change::Finished(_) = change {
                    out.count(Tally::FinishedGames, 1);
                }
                if let Some(persister) = &mut self.persister {
                    persister.change(change, out);
                }
            }
        }
    }

    /// Brings the metrics up to date.
    fn count(&mut self, out: &mut Outbox) {
        let now = Counted {
            players: self.ics.players().count_online() as i64,
            games: self.ics.games().filter(|g| g.is_played()).count() as i64,
            moves: self.ics.moves_played() as i64,
        };
        out.count(Tally::Players, now.players - self.counted.players);
        out.count(Tally::Games, now.games - self.counted.games);
        out.count(Tally::Moves, now.moves - self.counted.moves);
        self.counted = now;
    }

    fn secret(&mut self, secret: Secret) -> u64 {
        self.last_secret += 1;
        self.secrets.insert(self.last_secret, secret);
        self.last_secret
    }

    fn write(&mut self, delivery: &Delivery, out: &mut Outbox) {
        let Delivery { to, reply_to, notices, prompt } = delivery;
        let display = self.ics.display(*to);
        let sealed = self.ics.sealed(*to);
        let render = |bytes: &mut Vec<u8>| {
            server_writer::write(notices, *reply_to, *prompt, &display, sealed, bytes);
        };
        if reply_to.is_some() || Arc::strong_count(notices) == 1 {
            return out.write_with(*to, render);
        }
        let known = self.rendered.iter().find(|known| {
            Arc::ptr_eq(&known.notices, notices)
                && (known.prompt, known.sealed) == (*prompt, sealed)
                && known.display == *display
        });
        if let Some(known) = known {
            return out.write(*to, &known.bytes);
        }
        let mut bytes = Vec::new();
        render(&mut bytes);
        out.write(*to, &bytes);
        if self.rendered.len() == LOOKS {
            self.rendered.remove(0);
        }
        let (notices, display) = (Arc::clone(notices), display.into_owned());
        self.rendered.push(Rendered { notices, prompt: *prompt, display, sealed, bytes });
    }

    fn bytes(&mut self, now: i64, session: SessionId, bytes: &[u8], out: &mut Outbox) {
        let Some(reader) = self.readers.get_mut(&session) else { return };
        reader.receive(bytes);
        while let Some(input) = self.readers.get_mut(&session).and_then(ServerReader::poll) {
            let input = match input {
                server_reader::Input::Line { text, stamp } => Input::Line { session, text, stamp },
                server_reader::Input::Hello(hello) => {
                    Input::Sealed { session, version: hello.version }
                }
                server_reader::Input::Pong(stamp) => Input::Pong { session, stamp },
                server_reader::Input::TooLong => Input::Unreadable { session, too_long: true },
                server_reader::Input::NotSealed => Input::Unreadable { session, too_long: false },
                server_reader::Input::AreYouThere => {
                    out.write(session, b"\n\r[Yes]\n\r");
                    continue;
                }
                server_reader::Input::Negotiate(..) => continue,
            };
            self.input(now, input, out);
        }
    }
}

impl Domain for IcsApp {
    fn handle(&mut self, now: i64, event: Event, out: &mut Outbox) {
        match event {
            Event::Opened { id, peer, token, .. } => {
                self.readers.insert(id, ServerReader::new(self.line_bytes));
                let address = peer.ip().to_string();
                self.input(now, Input::Open { session: id, address, token }, out);
            }
            Event::Bytes { id, bytes } => self.bytes(now, id, &bytes, out),
            Event::Absent { id, left } => {
                let left =
                    left.map(|left| Span(i64::try_from(left.as_millis()).unwrap_or(i64::MAX)));
                self.input(now, Input::Absent { session: id, left }, out);
            }
            Event::Closed { id, .. } => {
                self.readers.remove(&id);
                self.input(now, Input::Close { session: id }, out);
            }
            Event::Verified { ticket, verdict } => {
                if let Some(Secret::Check(session)) = self.secrets.remove(&ticket) {
                    let good = verdict == Verdict::Right;
                    out.count(if good { Tally::Logins } else { Tally::RefusedLogins }, 1);
                    self.input(now, Input::Checked { session, good }, out);
                }
            }
            Event::Hashed { ticket, hash } => {
                let Some(Secret::Hash(player)) = self.secrets.remove(&ticket) else { return };
                if self.newest.get(&player) == Some(&ticket) {
                    self.newest.remove(&player);
                    if hash.is_none() {
                        tracing::error!("a password could not be hashed; the old one stays");
                    }
                    self.input(now, Input::Hashed { player, hash }, out);
                }
            }
            Event::Storing { works } => self.input(now, Input::Storing { works }, out),
            Event::Asked { ticket, line } => self.input(now, Input::Owner { ticket, line }, out),
        }
    }

    fn deadline(&self) -> Option<i64> {
        self.ics.deadline().map(|tick| tick.0)
    }

    fn wake(&mut self, now: i64, out: &mut Outbox) {
        self.input(now, Input::Time, out);
        self.count(out);
    }

    fn shutdown(&mut self, now: i64, out: &mut Outbox) {
        self.input(now, Input::Stop, out);
    }
}
