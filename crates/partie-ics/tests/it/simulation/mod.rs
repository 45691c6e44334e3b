//! A server full of players, driven by a log; and its invariants.

use std::collections::BTreeMap;

use partie_ics::{
    Config, Ics, Input, Output, SessionId, Span, Tick,
    players::{Account, Activity},
};
use partie_wire::server_writer;

/// The players: five guests, two members.
pub(crate) const PLAYERS: &[&str] = &["Adam", "Boris", "Cecil", "Dora", "Emil", "Fritz", "Gerda"];

/// Lines about another player.
pub(crate) const ABOUT_PLAYERS: &[&str] = &[
    "simmatch NAME 1 0",
    "simmatch NAME 5 0 white",
    "simmatch NAME 3 0",
    "simgames NAME",
    "goboard NAME",
    "match NAME 1 0",
    "match NAME 3 2 white",
    "match NAME untimed black",
    "match NAME 1 0 zh",
    "match NAME 1 0 bughouse",
    "match NAME 1 0 bughouse",
    "match NAME 5 0 atomic",
    "match NAME 1 0 wild fr",
    "match NAME 2 12 r",
    "match NAME 1 0 5 0",
    "partner NAME",
    "partner NAME",
    "accept NAME",
    "decline NAME",
    "withdraw NAME",
    "play NAME",
    "observe NAME",
    "unobserve NAME",
    "follow NAME",
    "pfollow NAME",
    "pobserve NAME",
    "primary NAME",
    "tell NAME hello",
    "+censor NAME",
    "-censor NAME",
    "+noplay NAME",
    "-noplay NAME",
    "+notify NAME",
    "finger NAME",
    "resume NAME",
    "resign NAME",
    "courtesyabort NAME",
    "examine NAME -1",
    "mexamine NAME",
    "moves NAME",
    "games NAME",
    "refresh NAME",
    "variables NAME",
    "stored NAME",
    "history NAME",
    "time NAME",
    "allobservers NAME",
];

/// Other lines.
pub(crate) const LINES: &[&str] = &[
    "simopen",
    "simopen",
    "simnext",
    "simprev",
    "simpass",
    "simgames",
    "simabort",
    "simadjourn",
    "simallabort",
    "simalladjourn",
    "goboard 1",
    "goboard 2",
    "accept",
    "accept",
    "accept",
    "accept",
    "accept all",
    "accept 1",
    "accept t partner",
    "decline",
    "decline all",
    "withdraw",
    "withdraw all",
    "pending",
    "rematch",
    "resign",
    "draw",
    "abort",
    "adjourn",
    "takeback",
    "takeback 2",
    "switch",
    "pause",
    "unpause",
    "flag",
    "moretime 30",
    "resume",
    "courtesyabort",
    "courtesyadjourn",
    "partner",
    "bugwho",
    "ptell go",
    "seek 1 0",
    "seek 3 0 white",
    "seek 2 12 zh",
    "seek 5 0 m",
    "unseek",
    "sought all",
    "play 1",
    "observe 1",
    "observe 2",
    "unobserve",
    "unobserve 1",
    "games",
    "who",
    "refresh",
    "moves",
    "smoves",
    "oldmoves",
    "examine",
    "unexamine",
    "forward",
    "backward",
    "forward 9",
    "revert",
    "commit",
    "bsetup",
    "bsetup clear",
    "bsetup done",
    "bsetup fen 8/8/4k3/8/8/4K3/8/8",
    "x@e4",
    "tomove black",
    "copygame",
    "set autoflag 1",
    "set autoflag 0",
    "set bugopen 1",
    "set bugopen 0",
    "set open 0",
    "set open 1",
    "set private 1",
    "set noescape 1",
    "set style 1",
    "set style 12",
    "set formula blitz",
    "set unobserve 1",
    "set gin 1",
    "iset block 1",
    "1 date",
    "iset ms 1",
    "iset pendinfo 1",
    "iset seekinfo 1",
    "iset compressmove 1",
    "iset nowrap 1",
    "iset lock 1",
    "kibitz hm",
    "whisper hm",
    "say hm",
    "tell 1 hm",
    "+channel 1",
    "shout hm",
    "promote n",
    "quit",
    "flip",
    "time",
    "ginfo",
    "stored",
    "jsave 1",
    "journal",
    "logons",
    "uptime",
    "unfollow",
    "primary",
    "prefresh",
    "follow",
];

/// Words that may be moves somewhere.
pub(crate) const MOVES: &[&str] = &[
    "e4", "e5", "d4", "d5", "exd5", "exd4", "Qxd5", "Nf3", "Nc6", "Nf6", "Nc3", "Bc4", "Qh5",
    "Qxf7", "Qh4", "f3", "g4", "f6", "g5", "e2e4", "e7e5", "O-O", "P@e4", "P@e5", "N@f3", "a3",
    "a6", "h3", "h6", "Ng1", "Ng8", "Bb5", "axb5", "Bxc6", "dxc6",
];

/// One line of the log.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A player types a line.
    Line(String, String),
    /// A player's connection breaks.
    Breaks(String),
    /// A player logs in, perhaps for the second time.
    Returns(String),
    /// Time goes by, in milliseconds.
    Wait(i64),
    /// Time passes until an event is due.
    Due,
    /// The server stops.
    Stop,
}

impl Entry {
    /// Reads a line: `Adam e4`, `Adam breaks`, `Adam returns`, `+1000`, `stop`.
    #[allow(dead_code, reason = "each test file uses a part")]
    pub(crate) fn read(line: &str) -> Entry {
        if let Some(time) = line.strip_prefix('+') {
            return Entry::Wait(time.parse().expect("milliseconds"));
        }
        match line.split_once(' ') {
            None if line == "stop" => Entry::Stop,
            None => Entry::Line("Adam".to_owned(), line.to_owned()),
            Some((who, "breaks")) => Entry::Breaks(who.to_owned()),
            Some((who, "returns")) => Entry::Returns(who.to_owned()),
            Some((who, typed)) => Entry::Line(who.to_owned(), typed.to_owned()),
        }
    }
}

/// A server, its connections, and all that it said.
pub(crate) struct Simulation {
    ics: Ics,
    now: Tick,
    sessions: BTreeMap<String, SessionId>,
    last: u64,
    out: Vec<Output>,
    received: String,
}

impl Simulation {
    /// Every player is on.
    pub(crate) fn new(seed: u64) -> Simulation {
        let now = Tick(1_795_218_360_000);
        let mut ics = Ics::new(Config::default(), now, seed);
        for name in ["Fritz", "Gerda"] {
            ics.know(Account {
                handle: name.to_owned(),
                password: Some("secret".to_owned()),
                ..Account::default()
            });
        }
        let (sessions, out, received) = (BTreeMap::new(), Vec::new(), String::new());
        let mut simulation = Simulation { ics, now, sessions, last: 0, out, received };
        for name in PLAYERS {
            simulation.apply(&Entry::Returns((*name).to_owned()));
            simulation.apply(&Entry::Line((*name).to_owned(), "style 12".to_owned()));
        }
        simulation
    }

    /// Returns all outputs.
    pub(crate) fn lives(&mut self, log: &[Entry]) -> Vec<Output> {
        for entry in log {
            self.apply(entry);
        }
        std::mem::take(&mut self.out)
    }

    /// Returns all outputs as written.
    #[allow(dead_code, reason = "each test file uses a part")]
    pub(crate) fn reads(&mut self, log: &[Entry]) -> String {
        for entry in log {
            self.apply(entry);
        }
        std::mem::take(&mut self.received)
    }

    /// One line of the log.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        match entry {
            Entry::Line(who, text) => self.types(who, text),
            Entry::Breaks(who) => {
                if let Some(session) = self.sessions.remove(who) {
                    self.input(Input::Close { session });
                }
            }
            Entry::Returns(who) => {
                self.last += 1;
                let session = SessionId(self.last);
                self.sessions.insert(who.clone(), session);
                let token = Some(who.clone());
                self.input(Input::Open { session, address: "127.0.0.1".to_owned(), token });
                self.types(who, who);
                if matches!(who.as_str(), "Fritz" | "Gerda") {
                    self.types(who, "secret");
                } else {
                    self.types(who, "");
                }
            }
            Entry::Wait(span) => {
                self.now = self.now + Span(*span);
                self.input(Input::Time);
            }
            Entry::Due => {
                if let Some(due) = self.ics.deadline() {
                    self.now = self.now.max(due);
                    self.input(Input::Time);
                    // Due actions are done: the deadline moves on.
                    assert!(self.ics.deadline().is_none_or(|next| next > self.now));
                }
            }
            Entry::Stop => self.input(Input::Stop),
        }
    }

    fn types(&mut self, who: &str, text: &str) {
        if let Some(session) = self.sessions.get(who).copied() {
            self.input(Input::Line { session, text: text.to_owned(), stamp: None });
        }
    }

    fn input(&mut self, input: Input) {
        let mut next = vec![input];
        while let Some(input) = next.pop() {
            let mut out = Vec::new();
            self.ics.handle(self.now, input, &mut out);
            for output in &out {
                match output {
                    Output::Send(delivery) => {
                        let display = self.ics.display(delivery.to);
                        let mut bytes = Vec::new();
                        server_writer::write(
                            &delivery.notices,
                            None,
                            delivery.prompt,
                            &display,
                            None,
                            &mut bytes,
                        );
                        self.received.push_str(&String::from_utf8_lossy(&bytes).replace('\r', ""));
                    }
                    Output::Check { session, hash, password } => {
                        next.push(Input::Checked { session: *session, good: hash == password });
                    }
                    Output::Hash { player, password } => {
                        next.push(Input::Hashed { player: *player, hash: Some(password.clone()) });
                    }
                    Output::Close { to } => self.sessions.retain(|_, session| session != to),
                    Output::Store(_)
                    | Output::Echo { .. }
                    | Output::Answer { .. }
                    | Output::Secrets { .. }
                    | Output::End => {}
                }
            }
            self.out.append(&mut out);
        }
    }

    /// Checks the invariants.
    pub(crate) fn check_invariants(&self) {
        let all = self.ics.players();
        let mut numbers = Vec::new();
        for game in self.ics.games() {
            numbers.push(game.number);
            assert!(game.at <= game.line.len(), "{:?}: {} plies", game.number, game.at);
            if game.is_played() {
                assert_eq!(game.at, game.line.len());
                assert_eq!(game.clock.turn(), game.turn(), "{:?}: the clock", game.number);
                let players: Vec<_> = game.players().collect();
                assert_eq!(players.len(), 2, "{:?} has no players", game.number);
                assert_ne!(players[0], players[1]);
                for id in players {
                    let online = all.get(id).and_then(|p| p.online.as_ref());
                    let online = online.expect("a player who is on");
                    if online.simul.is_empty() {
                        assert_eq!(online.activity, Activity::Playing(game.number));
                    } else {
                        assert!(online.simul.contains(&game.number));
                    }
                    assert!(online.session.is_some() || online.away.is_some());
                }
            } else {
                assert!(!game.examiners().is_empty(), "{:?} has no examiners", game.number);
                for id in game.examiners() {
                    let online = all.get(*id).and_then(|p| p.online.as_ref());
                    let online = online.expect("an examiner who is on");
                    assert_eq!(online.activity, Activity::Examining(game.number));
                }
            }
            for id in &game.observers {
                let online = all.get(*id).and_then(|p| p.online.as_ref());
                let online = online.expect("an observer who is on");
                assert!(online.observing.contains(&game.number), "{:?}", game.number);
            }
            if let Some(partner) = game.partner {
                let other = self.ics.games().find(|g| g.number == partner);
                assert_eq!(other.and_then(|g| g.partner), Some(game.number));
            }
        }
        for player in all.online() {
            let Some(online) = &player.online else { continue };
            match online.activity {
                Activity::Playing(number) | Activity::Examining(number) => {
                    assert!(numbers.contains(&number), "{} is at no board", player.name());
                }
                Activity::Free => assert!(online.session.is_some() && online.away.is_none()),
            }
            for number in &online.simul {
                let game = self.ics.games().find(|g| g.number == *number).expect("a board");
                assert!(game.color_of(player.id).is_some() && game.is_played());
                assert!(
                    matches!(online.activity, Activity::Playing(at) if online.simul.contains(&at))
                );
            }
            for number in &online.observing {
                let game = self.ics.games().find(|g| g.number == *number).expect("a game");
                assert!(game.observers.contains(&player.id), "{number:?}");
            }
            if let Some(partner) = online.partner {
                let other = all.get(partner).and_then(|p| p.online.as_ref());
                assert_eq!(other.and_then(|p| p.partner), Some(player.id), "{}", player.name());
            }
        }
    }
}
