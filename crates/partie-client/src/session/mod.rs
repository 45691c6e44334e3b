//! A session: the server's bytes and the window's requests, and what follows from them.

mod login;
mod notices;
mod unnumbered;

use std::collections::{BTreeMap, VecDeque};

use partie_speech::Speech;
use partie_wire::{
    char_escapes,
    client::{Client, Incoming, Seal},
    command,
    ivars::Ivar,
    line::shown::Shown,
    login::Dialogue,
    notice::{Notice, game::GameNotice, record::RecordTable, talk::TalkNotice},
    notice_reader::{NoticeReader, ReadNotice, Reply, ServerEvent},
    prompt::KNOWN,
    style12::Match,
    timeseal::{self, Hello, Stamp, Version},
    variables::{Found, Variable},
};
use unnumbered::{Numbering, Turns};

use crate::{
    changes::{self, OwnWords},
    games::Followed,
    journal::Journal,
    protocol::{Asked, Change, Message, Offer, Request, Said, Seek},
};

/// The interface variables that the session relies on.
const IVARS: [Ivar; 11] = [
    Ivar::Seekremove,
    Ivar::Defprompt,
    Ivar::Startpos,
    Ivar::Block,
    Ivar::Gameinfo,
    Ivar::Pendinfo,
    Ivar::Seekinfo,
    Ivar::Nohighlight,
    Ivar::Ms,
    Ivar::Movecase,
    Ivar::Nowrap,
];

/// Commands after the login. The last one makes the server send the seeks that stand.
const SETUP: [&str; 8] = [
    "set interface Partie",
    "set style 12",
    "set bell 0",
    "set seek 1",
    "set autoflag 1",
    "variables",
    "set pin 1",
    "iset seekinfo 1",
];

/// Commands that would take from the session what it relies on.
const OWN: [&str; 2] = ["iset", "style"];
/// Variables of the same kind.
const OWN_VARIABLES: [Variable; 3] = [Variable::Style, Variable::Interface, Variable::Prompt];

/// Number of texts that a window gets again which has lost its state, and their bytes.
const TEXTS: usize = 100;
const TEXT_BYTES: usize = 32 << 10;
/// The most bytes of one text.
const TEXT: usize = 16 << 10;
/// The most bytes of a command.
const LINE: usize = 1000;
/// Number of ended games that are kept for a window that is away.
const ENDED: usize = 4;
/// Number of games, seeks and offers that are kept; a server may send any number.
const GAMES: usize = 100;
const SEEKS: usize = 1000;
const OFFERS: usize = 300;
/// The most moves that a window gets again which has lost its state.
const MOVES: usize = 3000;
/// Number of times that the moves of a game are asked for.
const LISTS: u32 = 20;
/// Number of numbered commands whose answers may be missing.
const UNANSWERED: usize = 500;

/// The purpose of a numbered command.
#[derive(Clone, Copy, Debug)]
enum Purpose {
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

/// A player's session, without its sockets.
#[derive(Debug)]
pub struct Session {
    speech: Speech,
    client: Client,
    /// The time of what happens now.
    now: u32,
    /// Number of lines that were sealed.
    sealed: u32,
    dialogue: Dialogue,
    reader: NoticeReader,
    journal: Journal,
    texts: VecDeque<String>,
    text_bytes: usize,
    /// Name and password that the window gave, until they are needed.
    credentials: Option<(String, String)>,
    /// The name that was given last.
    given: String,
    ivars_sent: bool,
    /// True if the server takes interface variables before the login.
    ivars_set: bool,
    /// True after they were taken, until the server says something else: some ask for the name
    /// once more, and some do not.
    may_ask_again: bool,
    player: Option<(String, Vec<String>)>,
    needs_login: bool,
    closed: bool,
    games: BTreeMap<u32, Followed>,
    /// Players of games who lost the connection, with the time until which their games wait.
    absent: BTreeMap<String, u32>,
    /// The terms of a game that is about to begin.
    creating: Option<Match>,
    seeks: BTreeMap<u32, Seek>,
    offers: BTreeMap<u32, Offer>,
    partner: Option<String>,
    partner_game: Option<u32>,
    /// Openness for bughouse, once it is known.
    bugopen: Option<bool>,
    /// True if the player wants to read of arrivals and departures.
    shows_arrivals: bool,
    purposes: BTreeMap<u32, Purpose>,
    /// Words of the player that the server has not confirmed, by the numbers of their commands.
    own_words: BTreeMap<u32, OwnWords>,
    last_number: u32,
    numbering: Numbering,
    /// Commands that wait until it is known.
    held: Vec<(Purpose, String)>,
    turns: Turns,
    /// The game in which a move was sent without a number.
    moving: Option<u32>,
    /// Number of the last offer, of a server that does not number them.
    last_offer: u32,
    /// Number of the command whose answer is taken now.
    answering: Option<u32>,
    taken: u32,
    is_attached: bool,
    bytes: Vec<u8>,
    messages: Vec<Message>,
}

impl Session {
    /// A session with a server that has just been connected. Sentences are in the language.
    #[must_use]
    pub fn new(speech: Speech) -> Session {
        Session {
            speech,
            client: Client::plain(),
            now: 0,
            sealed: 0,
            dialogue: Dialogue::default(),
            reader: NoticeReader::default(),
            journal: Journal::default(),
            texts: VecDeque::new(),
            text_bytes: 0,
            credentials: None,
            given: String::new(),
            ivars_sent: false,
            ivars_set: false,
            may_ask_again: false,
            player: None,
            needs_login: false,
            closed: false,
            games: BTreeMap::new(),
            absent: BTreeMap::new(),
            creating: None,
            seeks: BTreeMap::new(),
            offers: BTreeMap::new(),
            partner: None,
            partner_game: None,
            bugopen: None,
            shows_arrivals: false,
            purposes: BTreeMap::new(),
            own_words: BTreeMap::new(),
            last_number: 0,
            numbering: Numbering::default(),
            held: Vec::new(),
            turns: Turns::default(),
            moving: None,
            last_offer: 0,
            answering: None,
            taken: 0,
            is_attached: false,
            bytes: Vec::new(),
            messages: Vec::new(),
        }
    }

    /// The same session with timeseal: the server credits the player with the time that moves take
    /// on their way to it. The server has to know timeseal.
    #[must_use]
    pub fn with_timeseal(mut self) -> Session {
        let [name, system] = ["partie", "-"].map(str::to_owned);
        self.client = Client::sealed(Hello { version: Version::V2, name, system });
        let seal = self.seal();
        self.client.hello(seal, &mut self.bytes);
        self
    }

    /// The seal of the next line. Its offset and padding hide nothing, and need no chance.
    fn seal(&mut self) -> Seal {
        self.sealed = self.sealed.wrapping_add(1);
        let mixed = self.sealed.wrapping_mul(0x9e37_79b9) >> 16;
        Seal {
            stamp: Stamp::new(self.now.into()),
            offset: (mixed % u32::from(timeseal::OFFSETS)) as u8,
            padding: b'a' + (mixed % 26) as u8,
        }
    }

    /// Sends a line as it is.
    fn send_line(&mut self, line: &str) {
        let seal = self.seal();
        self.client.send(line, Some(seal), &mut self.bytes);
    }

    /// Takes bytes of the server, which came so many milliseconds after the session's begin.
    pub fn receive(&mut self, now: u32, bytes: &[u8]) {
        self.now = now;
        self.client.receive(bytes, &mut self.bytes);
        while let Some(incoming) = self.client.poll() {
            let is_prompt = matches!(incoming, Incoming::Shown(Shown::Prompt(_)));
            match &incoming {
                Incoming::Shown(shown) => self.dialogue.receive(shown),
                Incoming::Answer(answer) => {
                    self.confirm_numbers();
                    // Some servers frame the beginning of the session already.
                    if self.player.is_none() {
                        let lines = answer.text.lines().map(|line| Shown::Line(line.to_owned()));
                        lines.for_each(|line| self.dialogue.receive(&line));
                    }
                }
                Incoming::Ping => {
                    let seal = self.seal();
                    self.client.pong(seal, &mut self.bytes);
                }
                Incoming::Broken => {}
            }
            self.reader.receive(incoming);
            self.read(now);
            while let Some(asked) = self.dialogue.poll() {
                self.login(now, asked);
            }
            if is_prompt {
                self.prompted();
            }
        }
        self.next_turn();
    }

    /// Takes the end of the connection.
    pub fn server_closed(&mut self, now: u32) {
        self.reader.flush();
        self.read(now);
        self.closed = true;
        self.change(now, Change::Closed);
    }

    /// Returns true once the server has closed the connection.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns true if the player is logged in.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.player.is_some()
    }

    /// Returns true while a game of the player's own goes on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.games.values().any(Followed::is_played)
    }

    /// Withdraws the player's seeks: the window has been away for a while, and nobody would answer.
    pub fn withdraw_seeks(&mut self, now: u32) {
        self.now = now;
        let name = self.player.as_ref().map(|(name, _)| name.as_str());
        let own = self.seeks.values().any(|seek| Some(seek.name.as_str()) == name);
        if own {
            self.send(Purpose::Setup, "unseek");
        }
    }

    /// Number of the last request that was taken.
    #[must_use]
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// Takes the bytes for the server.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Takes the messages for the window.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Takes a window that has seen the news up to a number. It gets what it has not seen,
    /// or the whole state.
    pub fn attach(&mut self, seen: u32) {
        self.is_attached = true;
        self.messages.clear();
        if let Some(missed) = self.journal.after(seen) {
            self.messages.extend(missed.cloned().map(Message::News));
        } else {
            self.snapshot();
        }
    }

    /// Lets the window go. Later news are kept for it.
    pub fn detach(&mut self) {
        self.is_attached = false;
        self.messages.clear();
    }

    /// Takes a request of the window.
    pub fn request(&mut self, now: u32, request: Request) {
        self.now = now;
        let id = match &request {
            Request::Hello { .. } => return,
            Request::Ping => {
                self.messages.push(Message::Pong);
                return;
            }
            Request::Login { id, .. }
            | Request::Line { id, .. }
            | Request::Move { id, .. }
            | Request::Ask { id, .. } => *id,
        };
        self.messages.push(Message::Taken { id });
        if id <= self.taken || self.closed {
            return;
        }
        self.taken = id;
        match request {
            Request::Hello { .. } | Request::Ping => {}
            Request::Login { name, password, .. } => {
                let line = |text: String| text.chars().filter(|c| !c.is_control()).collect();
                self.credentials = Some((line(name), line(password)));
                if self.needs_login {
                    self.give_name();
                }
            }
            Request::Line { text, id } => {
                let text: String = text.chars().filter(|c| !c.is_control()).collect();
                let refusal = if text.len() > LINE {
                    Some(format!("A command has up to {LINE} bytes; this one was not sent."))
                } else {
                    is_own(&text).then(|| format!("{} is set by the page itself.", text.trim()))
                };
                if refusal.is_some() {
                    self.answering = Some(id);
                    self.news(now, refusal, None);
                    self.answering = None;
                } else if self.player.is_some() {
                    self.send(Purpose::Typed(id), &text);
                }
            }
            Request::Move { game, ply, uci, .. } => {
                let text = self.games.get(&game).and_then(|game| game.spell(ply, &uci));
                match text {
                    Some(text) => self.send(Purpose::Move(game), &text),
                    None => self.refuse_move(now, game),
                }
            }
            Request::Ask { what, .. } => {
                let command = match what {
                    Asked::Games => "games",
                    Asked::Players => "who",
                    Asked::History => "history",
                    Asked::Stored => "stored",
                    Asked::Finger => "finger",
                };
                if self.player.is_some() {
                    self.send(Purpose::List(what), command);
                }
            }
        }
    }

    /// Sends a command, with a number if the server answers with it.
    fn send(&mut self, purpose: Purpose, text: &str) {
        // Servers do not answer to empty lines.
        if text.trim().is_empty() {
            return;
        }
        self.last_number += 1;
        let Some(line) = self.numbered(purpose, text) else { return };
        if let Purpose::Typed(_) = purpose
            && let Some(words) = changes::own_words(text)
        {
            self.own_words.insert(self.last_number, words);
        }
        while self.purposes.len() > UNANSWERED {
            self.purposes.pop_first();
        }
        while self.own_words.len() > UNANSWERED {
            self.own_words.pop_first();
        }
        match self.numbering {
            Numbering::Refused => self.take_turns(purpose, line),
            _ => self.send_line(&line),
        }
    }

    fn read(&mut self, now: u32) {
        while let Some(event) = self.reader.poll() {
            match event {
                ServerEvent::Notice(read) => self.unnumbered(now, read),
                ServerEvent::Answer(reply) => self.answer(now, reply),
                ServerEvent::Other(Incoming::Broken | Incoming::Shown(Shown::TooLong)) => {
                    self.text(now, Some("A line of the server could not be read.".to_owned()));
                }
                // Prompts and questions are for programs, and the bell is off.
                ServerEvent::Other(_) => {}
            }
        }
    }

    fn answer(&mut self, now: u32, reply: Reply) {
        let purpose = self.purposes.remove(&reply.number);
        let words = self.own_words.remove(&reply.number);
        self.answer_for(now, purpose, words.as_ref(), reply);
    }

    /// Takes the answer to a command of this purpose, with which the player said these words.
    fn answer_for(
        &mut self,
        now: u32,
        purpose: Option<Purpose>,
        words: Option<&OwnWords>,
        reply: Reply,
    ) {
        if let Some(Purpose::List(what @ (Asked::History | Asked::Stored | Asked::Finger))) =
            purpose
        {
            if what == Asked::Stored {
                let rows = reply.notices.iter().find_map(|read| match &read.notice {
                    Notice::Records(RecordTable::Stored { rows, .. }) => Some(rows.as_slice()),
                    _ => None,
                });
                self.change(now, changes::adjourned(rows.unwrap_or_default()));
            }
            let text = reply.notices.iter().map(|read| read.text.as_str()).collect::<String>();
            let text = text.trim_matches('\n').to_owned();
            return self.change(now, Change::Page { what, text });
        }
        // What another player does in this one's name has no number.
        self.answering = match purpose {
            Some(Purpose::Typed(id)) => Some(id),
            _ => None,
        };
        for ReadNotice { text, notice } in reply.notices {
            match (&notice, purpose) {
                (Notice::Games(table), Some(Purpose::List(Asked::Games))) => {
                    self.change(now, changes::games(&table.rows));
                }
                (Notice::Who(page), Some(Purpose::List(Asked::Players))) => {
                    self.change(now, changes::players(page));
                }
                (Notice::Moves(list), Some(Purpose::Moves(game))) => {
                    let speech = self.speech;
                    let followed = self.games.get_mut(&game);
                    let new = followed.as_ref().is_some_and(|game| game.facts.is_none());
                    if followed.is_some_and(|game| game.list(&list.0, speech)) {
                        let facts = self.games[&game].facts.clone().filter(|_| new);
                        if let Some(facts) = facts {
                            self.change(now, Change::Facts(facts));
                        }
                        self.report_moves(now, game);
                    } else {
                        // They can be read in the console.
                        self.text(now, Some(text));
                    }
                }
                (notice, Some(Purpose::Move(game))) => {
                    let refused = !matches!(notice, Notice::Board(_));
                    self.notice(now, notice, Some(text));
                    if refused && is_refusal(notice) {
                        self.refuse_move(now, game);
                    }
                }
                (Notice::Talk(TalkNotice::Told { name, .. }), _) => {
                    let said = words.map(|words| Change::Said(self.own(words, &name.0)));
                    self.news(now, Some(text), said);
                }
                (notice, None | Some(Purpose::Typed(_))) => self.notice(now, notice, Some(text)),
                (notice, Some(Purpose::Setup | Purpose::List(_) | Purpose::Moves(_))) => {
                    self.notice(now, notice, None);
                }
            }
        }
        self.answering = None;
    }

    /// Something that the player said to another one.
    fn own(&self, OwnWords { way, text, .. }: &OwnWords, to: &str) -> Said {
        let from = self.player.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        Said {
            way: *way,
            from,
            titles: String::new(),
            place: None,
            to: Some(to.to_owned()),
            text: text.clone(),
        }
    }

    fn text(&mut self, now: u32, text: Option<String>) {
        if let Some(text) = text {
            self.news(now, Some(text), None);
        }
    }

    fn change(&mut self, now: u32, change: Change) {
        self.news(now, None, Some(change));
    }

    fn news(&mut self, now: u32, text: Option<String>, change: Option<Change>) {
        let text = text.map(|text| shortened(&text));
        let text = text.filter(|text| !text.is_empty());
        if text.is_none() && change.is_none() {
            return;
        }
        if let Some(text) = &text {
            self.texts.push_back(text.clone());
            self.text_bytes += text.len();
            while self.texts.len() > TEXTS || self.text_bytes > TEXT_BYTES {
                let Some(oldest) = self.texts.pop_front() else { break };
                self.text_bytes -= oldest.len();
            }
        }
        let answers = self.answering.filter(|_| text.is_some());
        let news = self.journal.add(now, text, answers, change);
        if self.is_attached {
            self.messages.push(Message::News(news));
        }
    }

    /// Sends the whole state.
    fn snapshot(&mut self) {
        let at = self.journal.now();
        self.change(at, Change::Reset);
        if let Some((name, titles)) = self.player.clone() {
            self.change(at, Change::Started { name, titles });
        } else if self.needs_login {
            self.change(at, Change::LoginRequired);
        }
        // The player's own game comes first, with its moves.
        let mut numbers: Vec<u32> = self.games.keys().copied().collect();
        numbers.sort_by_key(|number| !self.games[number].is_played());
        let mut moves = 0;
        for number in numbers {
            let Some(game) = self.games.get(&number).filter(|game| game.board.is_some()) else {
                continue;
            };
            let (facts, ended) = (game.facts.clone(), game.ended.clone());
            moves += game.moves.as_ref().map_or(0, |(_, moves)| moves.len());
            if let Some(facts) = facts {
                self.change(at, Change::Facts(facts));
            }
            self.show_board(number);
            if moves <= MOVES {
                self.report_moves(at, number);
            }
            if let Some((result, reason)) = ended {
                self.change(at, Change::Ended { game: number, result, reason });
            }
        }
        self.absent.retain(|_, until| *until > at);
        let absent = self.absent.iter().map(|(name, until)| Change::Absent {
            name: name.clone(),
            seconds: Some((until - at) / 1000),
        });
        let absent: Vec<Change> = absent.collect();
        let mut changes: Vec<Change> = self.seeks.values().cloned().map(Change::Seek).collect();
        changes.extend(self.offers.values().cloned().map(Change::Offer));
        changes.extend(self.partner.clone().map(|name| Change::Partner { name: Some(name) }));
        changes.extend(self.partner_game.map(|game| Change::PartnerGame { game }));
        changes.extend(self.bugopen.map(|open| Change::Bugopen { open }));
        changes.extend(absent);
        changes.extend(self.closed.then_some(Change::Closed));
        for change in changes {
            self.change(at, change);
        }
        self.text_bytes = 0;
        for text in std::mem::take(&mut self.texts) {
            self.news(at, Some(text), None);
        }
    }
}

/// Returns true for a command that the session gives itself: `iset`, `$iset`, `set style`.
fn is_own(line: &str) -> bool {
    let (first, rest) = command::split(line.trim_start_matches(['$', '@']));
    let Found::One(entry) = command::find(first) else { return false };
    let variable = || Variable::find(command::split(rest).0);
    OWN.contains(&entry.name)
        || entry.name == "set" && matches!(variable(), Found::One(v) if OWN_VARIABLES.contains(&v))
}

/// Returns a text for people: without prompts that stand alone, and not too long.
fn shortened(text: &str) -> String {
    let is_prompt = |line: &&str| KNOWN.contains(&line.trim());
    let text = char_escapes::decode(text);
    let kept: Vec<&str> = text.split('\n').filter(|line| !is_prompt(line)).collect();
    let text = kept.join("\n");
    let text = text.trim_matches('\n');
    let end = text.floor_char_boundary(TEXT);
    let cut = if end < text.len() { " …" } else { "" };
    format!("{}{cut}", &text[..end])
}

/// Returns true for what a server says when it does not take a move.
fn is_refusal(notice: &Notice) -> bool {
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
