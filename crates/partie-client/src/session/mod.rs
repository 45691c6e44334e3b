//! A session: the server's bytes and the window's requests, and the part that each concerns.

mod notices;

use partie_speech::Speech;
use partie_wire::{
    client::Incoming,
    command,
    line::shown::Shown,
    login::LoginEvent,
    notice_reader::{NoticeReader, ServerEvent},
    variables::{NameLookup, Variable},
};

use crate::{
    commands::Commands,
    connection::Connection,
    games::Games,
    lobby::Lobby,
    login::Login,
    protocol::{Asked, Change, Message, Request},
    purpose::Purpose,
    talk::Talk,
    window::Window,
};

/// Commands that would change settings that the session needs.
const OWN: [&str; 2] = ["iset", "style"];
/// Variables of the same kind.
const OWN_VARIABLES: [Variable; 3] = [Variable::Style, Variable::Interface, Variable::Prompt];

/// The most bytes of a command.
const LINE: usize = 1000;

/// A player's session, without its sockets.
#[derive(Debug)]
pub struct Session {
    server: Connection,
    reader: NoticeReader,
    login: Login,
    commands: Commands,
    games: Games,
    lobby: Lobby,
    talk: Talk,
    window: Window,
    closed: bool,
}

impl Session {
    /// A session with a server that has just been connected. Sentences are in the language.
    #[must_use]
    pub fn new(speech: Speech) -> Session {
        Session {
            server: Connection::plain(),
            reader: NoticeReader::default(),
            login: Login::default(),
            commands: Commands::default(),
            games: Games::new(speech),
            lobby: Lobby::default(),
            talk: Talk::default(),
            window: Window::default(),
            closed: false,
        }
    }

    /// The same session with timeseal: the server credits the player with the time that moves take
    /// on their way to it. The server has to know timeseal.
    #[must_use]
    pub fn with_timeseal(mut self) -> Session {
        self.server = Connection::sealed();
        self
    }

    const fn at(&mut self, now: u32) {
        self.server.now = now;
        self.window.now = now;
    }

    /// Takes bytes of the server, received `now` milliseconds after the session's start.
    pub fn receive(&mut self, now: u32, bytes: &[u8]) {
        self.at(now);
        self.server.receive(bytes);
        while let Some(incoming) = self.server.poll() {
            let is_prompt = matches!(incoming, Incoming::Shown(Shown::Prompt(_)));
            if matches!(incoming, Incoming::Answer(_))
                && let Some(waiting) = self.commands.confirm_numbers(&mut self.talk)
            {
                if self.login.is_done() {
                    self.set_up();
                }
                for (purpose, text) in waiting {
                    self.send(purpose, &text);
                }
            }
            self.login.receive(&incoming);
            self.reader.receive(incoming);
            self.read();
            while let Some(event) = self.login.poll() {
                let starts = matches!(event, LoginEvent::Started { .. });
                self.login.take(event, &mut self.server, &mut self.window);
                if starts && self.commands.are_numbered() {
                    self.set_up();
                }
            }
            let is_in = self.login.is_done();
            if is_prompt && self.commands.prompted(is_in, &mut self.talk, &mut self.server) {
                self.set_up();
            }
        }
        self.commands.next_turn(&mut self.server);
    }

    /// Takes the end of the connection.
    pub fn server_closed(&mut self, now: u32) {
        self.at(now);
        self.reader.flush();
        self.read();
        self.closed = true;
        self.window.change(Change::Closed);
    }

    /// Returns true once the server has closed the connection.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns true if the player is logged in.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.login.is_done()
    }

    /// Returns true while a game of the player's own goes on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.games.is_playing()
    }

    /// Withdraws the player's seeks, because the window has been away and nobody would answer.
    pub fn withdraw_seeks(&mut self, now: u32) {
        self.at(now);
        if self.lobby.has_seek_of(self.login.name()) {
            self.send(Purpose::Setup, "unseek");
        }
    }

    /// Returns the time at which [`Session::wake`] is due, in milliseconds of the session.
    #[must_use]
    pub fn deadline(&self) -> Option<u32> {
        self.commands.deadline()
    }

    /// Takes the passage of time: a server that does not answer gets the next command.
    pub fn wake(&mut self, now: u32) {
        self.at(now);
        if self.commands.wake(&mut self.server) {
            self.set_up();
        }
    }

    /// Number of the last request that was taken.
    #[must_use]
    pub fn taken(&self) -> u32 {
        self.window.taken
    }

    /// Takes the bytes for the server.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.server.take_bytes()
    }

    /// Takes the messages for the window.
    pub fn take_messages(&mut self) -> Vec<Message> {
        self.window.take_messages()
    }

    /// Attaches a window that has seen the news up to a number. It gets the missed news, or the
    /// whole state.
    pub fn attach(&mut self, seen: u32) {
        let window = &mut self.window;
        if window.attach(seen) {
            return;
        }
        window.reset();
        self.login.show(window);
        self.games.show(window);
        self.lobby.show(window);
        if self.closed {
            window.change(Change::Closed);
        }
        window.repeat_texts();
    }

    /// Lets the window go. Later news are kept for it.
    pub fn detach(&mut self) {
        self.window.detach();
    }

    /// Takes a request of the window.
    pub fn request(&mut self, now: u32, request: Request) {
        self.at(now);
        let id = match &request {
            Request::Hello { .. } => return,
            Request::Ping => return self.window.send(Message::Pong),
            Request::Login { id, .. }
            | Request::Line { id, .. }
            | Request::Move { id, .. }
            | Request::Ask { id, .. } => *id,
        };
        self.window.send(Message::Taken { id });
        if id <= self.window.taken || self.closed {
            return;
        }
        self.window.taken = id;
        match request {
            Request::Hello { .. } | Request::Ping => {}
            Request::Login { name, password, .. } => {
                self.login.credentials(line(&name), line(&password), &mut self.server);
            }
            Request::Line { text, id } => {
                let text = line(&text);
                if text.len() > LINE {
                    let refusal =
                        format!("A command has up to {LINE} bytes; this one was not sent.");
                    self.window.answer(id, refusal);
                } else if is_own(&text) {
                    self.window.answer(id, format!("{} is set by the page itself.", text.trim()));
                } else if self.login.is_done() {
                    self.send(Purpose::Typed(id), &text);
                }
            }
            Request::Move { game, ply, uci, .. } => match self.games.spell(game, ply, &uci) {
                Some(text) => self.send(Purpose::Move(game), &text),
                None => self.games.refuse_move(game, &mut self.window),
            },
            Request::Ask { what, .. } => {
                let command = match what {
                    Asked::Games => "games",
                    Asked::Players => "who",
                    Asked::History => "history",
                    Asked::Stored => "stored",
                    Asked::Finger => "finger",
                };
                if self.login.is_done() {
                    self.send(Purpose::List(what), command);
                }
            }
        }
    }

    /// Sends a command. The window gets to know of its own that are not sent.
    fn send(&mut self, purpose: Purpose, text: &str) {
        // Servers do not answer to empty lines.
        if text.trim().is_empty() {
            return;
        }
        let Session { commands, lobby, talk, server, .. } = self;
        if commands.send(purpose, text, lobby, talk, server) {
            return;
        }
        match purpose {
            Purpose::Move(game) => self.games.refuse_move(game, &mut self.window),
            Purpose::Typed(id) => {
                let text = "Too many commands wait for the server; this one was not sent.";
                self.window.answer(id, text.to_owned());
            }
            _ => {}
        }
    }

    /// Sends the settings that the session needs, then waiting commands.
    fn set_up(&mut self) {
        for command in self.commands.settings(self.login.ivars_set) {
            self.send(Purpose::Setup, &command);
        }
        for (purpose, text) in self.commands.take_held() {
            self.send(purpose, &text);
        }
    }

    fn read(&mut self) {
        while let Some(event) = self.reader.poll() {
            match event {
                ServerEvent::Notice(read) => self.unnumbered(read),
                ServerEvent::Answer(reply) => {
                    let purpose = self.commands.take(reply.number);
                    let words = self.talk.take(reply.number);
                    self.answer(purpose, words.as_ref(), reply);
                }
                ServerEvent::Other(Incoming::Broken | Incoming::Shown(Shown::TooLong)) => {
                    self.window.text(Some("A line of the server could not be read.".to_owned()));
                }
                // Prompts and questions are for programs, and the bell is off.
                ServerEvent::Other(_) => {}
            }
        }
    }
}

/// Returns a text as one line.
fn line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Returns true for a command that the session gives itself: `iset`, `$iset`, `set style`.
fn is_own(line: &str) -> bool {
    let (first, rest) = command::split(line.trim_start_matches(['$', '@']));
    let NameLookup::One(entry) = command::find(first) else { return false };
    let variable = || Variable::find(command::split(rest).0);
    OWN.contains(&entry.name)
        || entry.name == "set"
            && matches!(variable(), NameLookup::One(v) if OWN_VARIABLES.contains(&v))
}
