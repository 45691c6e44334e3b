//! A club in a test: players who type lines and read the server's answers.
//!
//! ```text
//! let mut club = Club::new();
//! club.guests(["Adam", "Boris"]);
//! club.hears("Adam", "match boris 3 0", "Issuing: Adam (++++) Boris (++++) unrated blitz 3 0.");
//! ```

use std::collections::BTreeMap;

use partie_ics::{
    Config, Ics, Input, Output, SessionId, Span, Tick, lists::List, players::Account,
};
use partie_wire::server_writer;

/// A server with players, and all notices sent to them.
pub(crate) struct Club {
    pub(crate) ics: Ics,
    pub(crate) now: Tick,
    sessions: BTreeMap<String, SessionId>,
    /// Text sent to each connection and not read yet.
    received: BTreeMap<SessionId, String>,
    /// Passwords and changes of this club.
    pub(crate) stored: Vec<partie_ics::Change>,
    closed: Vec<SessionId>,
    last: u64,
    /// The answers to the owner, and whether each request was done.
    answers: Vec<(bool, String)>,
    /// Number of random words handed out.
    secrets: usize,
    /// Set once the server asks to end.
    pub(crate) ended: bool,
    /// Set to hash passwords only when the test says so.
    pub(crate) hashes_later: bool,
    to_hash: Vec<Input>,
}

#[allow(dead_code, reason = "each test file uses a part")]
impl Club {
    /// An empty club on 2026-11-20, 23:46 UTC.
    pub(crate) fn new() -> Club {
        Club::with(Config::default())
    }

    /// An empty club with a configuration of its own.
    pub(crate) fn with(config: Config) -> Club {
        let now = Tick(1_795_218_360_000);
        Club {
            ics: Ics::new(config, now, 1),
            now,
            sessions: BTreeMap::new(),
            received: BTreeMap::new(),
            stored: Vec::new(),
            closed: Vec::new(),
            last: 0,
            answers: Vec::new(),
            secrets: 0,
            ended: false,
            hashes_later: false,
            to_hash: Vec::new(),
        }
    }

    /// One input, and all that follows from it. A password is its own hash here.
    pub(crate) fn input(&mut self, input: Input) {
        let mut next = vec![input];
        while let Some(input) = next.pop() {
            let mut out = Vec::new();
            self.ics.handle(self.now, input, &mut out);
            for output in out {
                match output {
                    Output::Send(delivery) => {
                        let display = self.ics.display(delivery.to);
                        let mut bytes = Vec::new();
                        let sealed = self.ics.sealed(delivery.to);
                        server_writer::write(
                            &delivery.notices,
                            delivery.reply_to,
                            delivery.prompt,
                            &display,
                            sealed,
                            &mut bytes,
                        );
                        let text = String::from_utf8_lossy(&bytes).replace('\r', "");
                        self.received.entry(delivery.to).or_default().push_str(&text);
                    }
                    Output::Close { to } => self.closed.push(to),
                    Output::Check { session, hash, password } => {
                        next.push(Input::Checked { session, good: hash == password });
                    }
                    Output::Hash { player, password } => {
                        let hashed = Input::Hashed { player, hash: Some(password) };
                        if self.hashes_later {
                            self.to_hash.push(hashed);
                        } else {
                            next.push(hashed);
                        }
                    }
                    Output::Secrets { count } => {
                        let words = (0..count).map(|n| format!("word{}", self.secrets + n));
                        next.push(Input::Secrets { words: words.rev().collect() });
                        self.secrets += count;
                    }
                    Output::Answer { good, text, .. } => self.answers.push((good, text)),
                    Output::End => self.ended = true,
                    Output::Store(change) => self.stored.push(change),
                    Output::Echo { .. } => {}
                }
            }
        }
    }

    /// The passwords that wait are hashed.
    pub(crate) fn hash(&mut self) {
        for hashed in std::mem::take(&mut self.to_hash) {
            self.input(hashed);
        }
    }

    /// A new connection, whose transport has no token.
    pub(crate) fn connect(&mut self, name: &str) {
        self.connect_with(name, None);
    }

    /// A new connection, whose transport may have a token.
    pub(crate) fn connect_with(&mut self, name: &str, token: Option<&str>) {
        self.open(name, "127.0.0.1", token);
    }

    /// A new connection from an address.
    pub(crate) fn connect_from(&mut self, name: &str, address: &str) {
        self.open(name, address, None);
    }

    fn open(&mut self, name: &str, address: &str, token: Option<&str>) {
        self.last += 1;
        let session = SessionId(self.last);
        self.sessions.insert(name.to_owned(), session);
        let token = token.map(str::to_owned);
        self.input(Input::Open { session, address: address.to_owned(), token });
    }

    /// Logs guests in and reads the texts of the login. They see boards in style 12.
    pub(crate) fn guests<const N: usize>(&mut self, names: [&str; N]) {
        for name in names {
            self.connect(name);
            self.types(name, name);
            self.types(name, "");
            self.types(name, "style 12");
        }
        for name in names {
            self.read(name);
        }
    }

    /// Logs registered players in and reads the texts of the login. They see boards in style 12.
    /// Their password is `secret`.
    pub(crate) fn members<const N: usize>(&mut self, names: [&str; N]) {
        for name in names {
            self.ics.know(Account {
                handle: name.to_owned(),
                password: Some("secret".to_owned()),
                ..Account::default()
            });
            self.returns(name);
            self.types(name, "style 12");
        }
        for name in names {
            self.read(name);
        }
    }

    /// A player who runs the server logs in.
    pub(crate) fn runs(&mut self, name: &str) {
        self.ics.know(Account {
            handle: name.to_owned(),
            password: Some("secret".to_owned()),
            listed: [List::Admin].into(),
            ..Account::default()
        });
        self.returns(name);
        self.read(name);
    }

    /// A registered player logs in.
    pub(crate) fn returns(&mut self, name: &str) {
        self.connect(name);
        self.types(name, name);
        self.types(name, "secret");
    }

    /// The connection of a player.
    pub(crate) fn session(&self, name: &str) -> SessionId {
        self.sessions[name]
    }

    /// A player types a line.
    pub(crate) fn types(&mut self, name: &str, line: &str) {
        let session = self.sessions[name];
        self.input(Input::Line { session, text: line.to_owned(), stamp: None });
    }

    /// The text sent to a player since the last reading.
    pub(crate) fn read(&mut self, name: &str) -> String {
        self.received.remove(&self.sessions[name]).unwrap_or_default()
    }

    /// The text sent to a player who types a line, without unread text before it and without the
    /// prompts.
    #[track_caller]
    pub(crate) fn answer(&mut self, name: &str, line: &str) -> String {
        self.read(name);
        self.types(name, line);
        self.read(name).replace("fics% ", "").trim_matches('\n').to_owned()
    }

    /// Types a line for a player and checks the whole answer.
    #[track_caller]
    pub(crate) fn hears(&mut self, name: &str, line: &str, expected: &str) {
        let answer = self.answer(name, line);
        assert_eq!(answer, expected, "{name} typed: {line}");
    }

    /// Checks that the unread text of a player contains these words.
    #[track_caller]
    pub(crate) fn received(&mut self, name: &str, words: &str) {
        let received = self.read(name);
        assert!(received.contains(words), "{name} was not told: {words}\nbut: {received}");
    }

    /// Logs administrators of a level in and reads the texts of the login. They see boards in style
    /// 12. Their password is `secret`.
    pub(crate) fn admins<const N: usize>(&mut self, names: [&str; N], level: u8) {
        for name in names {
            let mut account = Account {
                handle: name.to_owned(),
                password: Some("secret".to_owned()),
                ..Account::default()
            };
            account.listed.insert(partie_ics::lists::List::Admin);
            account.admin_notes.level = level;
            self.ics.know(account);
            self.returns(name);
            self.types(name, "style 12");
        }
        for name in names {
            self.read(name);
        }
    }

    /// Runs a line of the owner; returns if it was done, and the answer.
    pub(crate) fn owner(&mut self, line: &str) -> (bool, String) {
        self.input(Input::Owner { ticket: 1, line: line.to_owned() });
        assert_eq!(self.answers.len(), 1, "one answer");
        self.answers.remove(0)
    }

    /// Time goes by.
    pub(crate) fn wait(&mut self, milliseconds: i64) {
        self.now = self.now + Span(milliseconds);
        self.input(Input::Time);
    }

    /// The connection breaks.
    pub(crate) fn breaks(&mut self, name: &str) {
        let session = self.sessions[name];
        self.input(Input::Close { session });
    }

    /// Returns true if the server closed a player's connection.
    pub(crate) fn is_closed(&self, name: &str) -> bool {
        self.closed.contains(&self.sessions[name])
    }
}
