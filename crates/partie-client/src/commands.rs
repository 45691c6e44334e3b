//! Commands to the server, and what their answers are for.
//!
//! In block mode commands have numbers, and so have their answers. Classic servers do not confirm
//! it: commands are sent one after another, and an answer is known by its kind.

use std::collections::{BTreeMap, VecDeque};

use partie_wire::notice::{Notice, game::GameNotice};

use crate::{
    connection::Connection,
    lobby::Lobby,
    login::IVARS,
    purpose::{self, Purpose},
    talk::Talk,
};

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
/// Interface variables that some servers without block mode have.
const CLASSIC_IVARS: [&str; 2] = ["iset startpos 1", "iset ms 1"];
/// Number of commands whose answers may be missing.
const UNANSWERED: usize = 500;
/// Milliseconds after which the next command is sent without an answer to the last one.
const PATIENCE: u32 = 3000;

/// State of block mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Numbering {
    /// The server has not shown its prompt; commands wait.
    #[default]
    Unknown,
    /// Block mode was requested; commands wait.
    Asked,
    /// It answers in frames: commands have numbers.
    Confirmed,
    /// It answered without a frame: commands have no numbers.
    Refused,
}

/// Commands that are sent one after another: some servers read one line, and the next only after
/// seconds if it came meanwhile.
#[derive(Debug, Default)]
struct Turns {
    waiting: VecDeque<Turn>,
    /// The command that is not answered.
    sent: Option<Sent>,
    /// True if something unrequested arrived after the last prompt.
    unasked: bool,
    /// True if a possible answer arrived after it.
    answered: bool,
}

#[derive(Debug)]
struct Sent {
    purpose: Purpose,
    number: u32,
    /// When it was sent, in milliseconds of the session.
    at: u32,
}

#[derive(Debug)]
struct Turn {
    purpose: Purpose,
    number: u32,
    text: String,
}

/// The commands that are not answered.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    /// Purposes of numbered commands, and of lists requested without a number.
    purposes: BTreeMap<u32, Purpose>,
    last_number: u32,
    numbering: Numbering,
    /// Commands that wait until it is known.
    held: Vec<(Purpose, String)>,
    turns: Turns,
    /// The game in which a move was sent without a number.
    moving: Option<u32>,
}

impl Commands {
    /// Returns true if commands have numbers.
    pub(crate) fn are_numbered(&self) -> bool {
        self.numbering == Numbering::Confirmed
    }

    /// Returns true if commands have no numbers.
    pub(crate) fn are_unnumbered(&self) -> bool {
        self.numbering == Numbering::Refused
    }

    /// Takes the news that an answer came in a frame. The first time, returns the commands that
    /// were to go without a number and now go with one.
    pub(crate) fn confirm_numbers(&mut self, talk: &mut Talk) -> Option<Vec<(Purpose, String)>> {
        if self.are_numbered() {
            return None;
        }
        self.numbering = Numbering::Confirmed;
        let waiting = std::mem::take(&mut self.turns).waiting.into_iter();
        let own = waiting.filter(|turn| !matches!(turn.purpose, Purpose::Setup));
        let own = own.map(|turn| {
            talk.take(turn.number);
            (turn.purpose, turn.text)
        });
        Some(own.collect())
    }

    /// Takes the prompt of the server. Returns true if it shows that there will be no numbers.
    pub(crate) fn prompted(
        &mut self,
        is_logged_in: bool,
        talk: &mut Talk,
        server: &mut Connection,
    ) -> bool {
        // A prompt also follows unrequested lines, which may come together with an answer.
        let answers = self.turns.answered || !self.turns.unasked;
        (self.turns.unasked, self.turns.answered) = (false, false);
        match self.numbering {
            Numbering::Unknown if is_logged_in => {
                self.numbering = Numbering::Asked;
                let sent = Sent { purpose: Purpose::Setup, number: 0, at: server.now };
                self.turns.sent = Some(sent);
                server.send("iset block 1");
            }
            Numbering::Asked if answers => return self.refuse_numbers(),
            Numbering::Refused if answers => {
                if let Some(sent) = self.turns.sent.take() {
                    // They were not said.
                    talk.take(sent.number);
                }
            }
            _ => {}
        }
        false
    }

    fn refuse_numbers(&mut self) -> bool {
        self.numbering = Numbering::Refused;
        self.turns.sent = None;
        true
    }

    /// Returns the time at which [`Commands::wake`] is due.
    pub(crate) fn deadline(&self) -> Option<u32> {
        let waits = self.numbering == Numbering::Asked || !self.turns.waiting.is_empty();
        let sent = self.turns.sent.as_ref().filter(|_| waits)?;
        Some(sent.at.saturating_add(PATIENCE))
    }

    /// Takes the passage of time: a server that does not answer gets the next command. Returns true
    /// if that shows that there will be no numbers.
    pub(crate) fn wake(&mut self, server: &mut Connection) -> bool {
        if self.deadline().is_none_or(|deadline| deadline > server.now) {
            return false;
        }
        if self.numbering == Numbering::Asked {
            return self.refuse_numbers();
        }
        self.next_turn(server);
        false
    }

    /// Returns the commands for the settings that the session needs.
    pub(crate) fn settings(&self, has_ivars: bool) -> Vec<String> {
        let ivars: Vec<String> = match self.numbering {
            Numbering::Refused => CLASSIC_IVARS.map(str::to_owned).to_vec(),
            _ if !has_ivars => IVARS.iter().map(|ivar| format!("iset {ivar} 1")).collect(),
            _ => Vec::new(),
        };
        ivars.into_iter().chain(SETUP.map(str::to_owned)).collect()
    }

    /// Takes the commands that have waited until the numbering is known.
    pub(crate) fn take_held(&mut self) -> Vec<(Purpose, String)> {
        std::mem::take(&mut self.held)
    }

    /// Sends a command, with a number if the server answers with it. False if too many wait.
    pub(crate) fn send(
        &mut self,
        purpose: Purpose,
        text: &str,
        lobby: &Lobby,
        talk: &mut Talk,
        server: &mut Connection,
    ) -> bool {
        self.last_number += 1;
        let number = self.last_number;
        if matches!(self.numbering, Numbering::Unknown | Numbering::Asked) {
            let has_room = self.held.len() < UNANSWERED;
            if has_room {
                self.held.push((purpose, text.to_owned()));
            }
            return has_room;
        }
        if let Purpose::Typed(_) = purpose {
            talk.send(number, text);
        }
        if self.are_numbered() {
            self.purposes.insert(number, purpose);
            server.send(&format!("{number} {text}"));
        } else if !self.take_turns(Turn { purpose, number, text: lobby.by_name(text) }, server) {
            talk.take(number);
            return false;
        }
        while self.purposes.len() > UNANSWERED {
            self.purposes.pop_first();
        }
        true
    }

    /// Sends the next command in turn: moves first, and lists last.
    fn take_turns(&mut self, turn: Turn, server: &mut Connection) -> bool {
        let place = |turn: &Turn| match turn.purpose {
            Purpose::Move(_) => 0,
            Purpose::Setup | Purpose::Typed(_) => 1,
            Purpose::Moves(_) | Purpose::List(_) => 2,
        };
        let waiting = &mut self.turns.waiting;
        if waiting.len() >= UNANSWERED {
            return false;
        }
        let later = waiting.iter().position(|other| place(other) > place(&turn));
        waiting.insert(later.unwrap_or(waiting.len()), turn);
        self.next_turn(server);
        true
    }

    /// Sends the next command, unless the one before it may still be answered.
    pub(crate) fn next_turn(&mut self, server: &mut Connection) {
        let is_due = |sent: &Sent| server.now.saturating_sub(sent.at) >= PATIENCE;
        if !self.turns.sent.as_ref().is_none_or(is_due) {
            return;
        }
        let Some(Turn { purpose, number, text }) = self.turns.waiting.pop_front() else { return };
        match purpose {
            Purpose::Move(game) => self.moving = Some(game),
            Purpose::Moves(_) | Purpose::List(_) => {
                self.purposes.insert(number, purpose);
            }
            Purpose::Typed(_) | Purpose::Setup => {}
        }
        self.turns.sent = Some(Sent { purpose, number, at: server.now });
        server.send(&text);
    }

    /// Returns true if the moves of a game were requested, or are about to be.
    pub(crate) fn asks_moves(&self, game: u32) -> bool {
        let waiting = self.turns.waiting.iter().map(|turn| &turn.purpose);
        let mut all = self.purposes.values().chain(waiting);
        all.any(|purpose| matches!(purpose, Purpose::Moves(of) if *of == game))
    }

    /// Takes the purpose of a numbered command that is answered.
    pub(crate) fn take(&mut self, number: u32) -> Option<Purpose> {
        self.purposes.remove(&number)
    }

    /// Takes the purpose of the command that a notice without a number answers, if it is known.
    pub(crate) fn take_answered(&mut self, notice: &Notice) -> Option<Purpose> {
        let asked = self.purposes.iter().find(|(_, purpose)| purpose::answers(**purpose, notice));
        match asked.map(|(number, _)| *number) {
            Some(number) => self.purposes.remove(&number),
            None if purpose::is_refusal(notice) => self.moving.take().map(Purpose::Move),
            None => self.is_setup(notice).then_some(Purpose::Setup),
        }
    }

    /// Takes the board after a move of the player's own game.
    pub(crate) const fn moved(&mut self) {
        self.moving = None;
    }

    /// Takes a notice that has no number, before its meaning.
    pub(crate) fn heard(&mut self, notice: &Notice, talk: &Talk) {
        let unasked = self.is_unasked(notice, talk);
        self.turns.unasked |= unasked;
        self.turns.answered |= !unasked;
    }

    /// Returns true for the answer to a setting of the session itself, while it requests numbers.
    pub(crate) fn is_about_numbers(&self, notice: &Notice) -> bool {
        self.numbering == Numbering::Asked && self.is_setup(notice)
    }

    /// Returns true for the answer to a setting of the session itself.
    fn is_setup(&self, notice: &Notice) -> bool {
        let sent = self.turns.sent.as_ref();
        purpose::is_about_settings(notice)
            && sent.is_some_and(|sent| matches!(sent.purpose, Purpose::Setup))
    }

    /// Returns true for what answers no command.
    fn is_unasked(&self, notice: &Notice, talk: &Talk) -> bool {
        match notice {
            // Moves and commands at a board are answered by them, words are not.
            Notice::Board(_) | Notice::Game(GameNotice::Ended { .. }) => {
                self.turns.sent.as_ref().is_none_or(|sent| match sent.purpose {
                    Purpose::Move(_) => false,
                    Purpose::Typed(_) => talk.is_sent(sent.number),
                    _ => true,
                })
            }
            _ => purpose::is_unasked(notice),
        }
    }
}
