//! Servers that do not confirm block mode: classic ones. Their answers have no numbers, so commands
//! are sent without, and an answer is known by its kind. Offers have no numbers either: those of
//! the window are the session's own, and stand for names.

use std::collections::VecDeque;

use partie_wire::{
    command,
    fields::Name,
    notice::{
        Notice, game::GameNotice, lists::ListNotice, offer::OfferNotice, pending::PendingOffer,
        session::SessionNotice, talk::TalkNotice,
    },
    notice_reader::{ReadNotice, Reply},
    proposal::{OfferKind, Offered},
    style12::{GameEnd, Relation},
};

use super::{IVARS, Purpose, SETUP, Session, UNANSWERED, is_refusal};
use crate::{
    changes::{self, OwnWords},
    games::Followed,
    protocol::{Asked, Change, LiveFacts},
};

/// State of block mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    /// The server has not shown its prompt; commands wait.
    #[default]
    Unknown,
    /// It was asked for block mode; commands wait.
    Asked,
    /// It answers in frames: commands have numbers.
    Confirmed,
    /// It answered without a frame: commands have no numbers.
    Refused,
}

/// Milliseconds after which the next command is sent though nothing was answered.
const PATIENCE: u32 = 3000;

/// Commands that are sent one after another: some servers read one line, and the next only after
/// seconds if it came meanwhile.
#[derive(Debug, Default)]
pub(super) struct Turns {
    waiting: VecDeque<Turn>,
    /// The command that is not answered.
    sent: Option<Sent>,
    /// True if something came unasked after the last prompt.
    unasked: bool,
    /// True if something came after it that may be an answer.
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

/// Interface variables that some servers without block mode have.
const CLASSIC_IVARS: [&str; 2] = ["iset startpos 1", "iset ms 1"];
/// Commands to which an offer's number is given.
const ANSWERS: [&str; 3] = ["accept", "decline", "withdraw"];

impl Session {
    /// An answer came in a frame.
    pub(super) fn confirm_numbers(&mut self) {
        if self.numbering == Numbering::Confirmed {
            return;
        }
        self.numbering = Numbering::Confirmed;
        let Turns { waiting, .. } = std::mem::take(&mut self.turns);
        if self.player.is_some() {
            self.set_up();
        }
        // What was to go without a number goes with one.
        for Turn { purpose, number, text } in waiting {
            if !matches!(purpose, Purpose::Setup) {
                self.own_words.remove(&number);
                self.send(purpose, &text);
            }
        }
    }

    /// The server showed its prompt.
    pub(super) fn prompted(&mut self) {
        // One follows what comes unasked, too, and an answer may come with it.
        let answers = self.turns.answered || !self.turns.unasked;
        (self.turns.unasked, self.turns.answered) = (false, false);
        match self.numbering {
            Numbering::Unknown if self.player.is_some() => {
                self.numbering = Numbering::Asked;
                self.turns.sent = Some(Sent { purpose: Purpose::Setup, number: 0, at: self.now });
                self.send_line("iset block 1");
            }
            Numbering::Asked if answers => self.refuse_numbers(),
            Numbering::Refused if answers => {
                if let Some(sent) = self.turns.sent.take() {
                    // They were not said.
                    self.own_words.remove(&sent.number);
                }
            }
            _ => {}
        }
    }

    fn refuse_numbers(&mut self) {
        self.numbering = Numbering::Refused;
        self.turns.sent = None;
        self.set_up();
    }

    /// Returns the time at which [`Session::wake`] is due, in milliseconds of the session.
    #[must_use]
    pub fn deadline(&self) -> Option<u32> {
        let waits = self.numbering == Numbering::Asked || !self.turns.waiting.is_empty();
        let sent = self.turns.sent.as_ref().filter(|_| waits)?;
        Some(sent.at.saturating_add(PATIENCE))
    }

    /// Takes the passage of time: a server that does not answer gets the next command.
    pub fn wake(&mut self, now: u32) {
        self.now = now;
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return;
        }
        match self.numbering {
            Numbering::Asked => self.refuse_numbers(),
            _ => self.next_turn(),
        }
    }

    /// Sends a command after those before it. Moves come first, and lists last.
    pub(super) fn take_turns(&mut self, purpose: Purpose, text: String) {
        let place = |purpose| match purpose {
            Purpose::Move(_) => 0,
            Purpose::Setup | Purpose::Typed(_) => 1,
            Purpose::Moves(_) | Purpose::List(_) => 2,
        };
        let waiting = &mut self.turns.waiting;
        if waiting.len() >= UNANSWERED {
            return self.not_sent(purpose);
        }
        let later = waiting.iter().position(|turn| place(turn.purpose) > place(purpose));
        let turn = Turn { purpose, number: self.last_number, text };
        waiting.insert(later.unwrap_or(waiting.len()), turn);
        self.next_turn();
    }

    /// Reports a command for which there is no room.
    fn not_sent(&mut self, purpose: Purpose) {
        self.own_words.remove(&self.last_number);
        match purpose {
            Purpose::Move(game) => self.refuse_move(self.now, game),
            Purpose::Typed(id) => {
                self.answering = Some(id);
                let text = "Too many commands wait for the server; this one was not sent.";
                self.text(self.now, Some(text.to_owned()));
                self.answering = None;
            }
            _ => {}
        }
    }

    /// Sends the next command, unless the one before it may still be answered.
    pub(super) fn next_turn(&mut self) {
        let is_due = |sent: &Sent| self.now.saturating_sub(sent.at) >= PATIENCE;
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
        self.turns.sent = Some(Sent { purpose, number, at: self.now });
        self.send_line(&text);
    }

    /// Returns true if a command of such a purpose was sent, or waits.
    pub(super) fn is_asked(&self, purpose: impl Fn(&Purpose) -> bool) -> bool {
        let waiting = self.turns.waiting.iter().map(|turn| &turn.purpose);
        self.purposes.values().chain(waiting).any(purpose)
    }

    /// Sends the settings that the session relies on, then what has waited.
    pub(super) fn set_up(&mut self) {
        match self.numbering {
            Numbering::Refused => {
                for command in CLASSIC_IVARS {
                    self.send(Purpose::Setup, command);
                }
            }
            _ if !self.ivars_set => {
                for ivar in IVARS {
                    self.send(Purpose::Setup, &format!("iset {ivar} 1"));
                }
            }
            _ => {}
        }
        for command in SETUP {
            self.send(Purpose::Setup, command);
        }
        for (purpose, text) in std::mem::take(&mut self.held) {
            self.send(purpose, &text);
        }
    }

    /// Returns the line with which a command goes out, and notes what its answer is for; `None`
    /// if it waits until the numbering is known.
    pub(super) fn numbered(&mut self, purpose: Purpose, text: &str) -> Option<String> {
        match self.numbering {
            Numbering::Unknown | Numbering::Asked => {
                if self.held.len() < UNANSWERED {
                    self.held.push((purpose, text.to_owned()));
                } else {
                    self.not_sent(purpose);
                }
                None
            }
            Numbering::Refused => Some(self.by_name(text)),
            Numbering::Confirmed => {
                self.purposes.insert(self.last_number, purpose);
                Some(format!("{} {text}", self.last_number))
            }
        }
    }

    /// Returns a command with the other player's name in place of an offer's number.
    fn by_name(&self, text: &str) -> String {
        let (first, rest) = command::split(text);
        let offer = rest.trim().parse().ok().and_then(|index: u32| self.offers.get(&index));
        match offer.filter(|_| ANSWERS.contains(&first)) {
            Some(offer) => format!("{first} {}", offer.with),
            None => text.to_owned(),
        }
    }

    /// Takes a notice that has no number.
    pub(super) fn unnumbered(&mut self, now: u32, read: ReadNotice) {
        let unasked = self.is_unasked(&read.notice);
        self.turns.unasked |= unasked;
        self.turns.answered |= !unasked;
        match self.numbering {
            Numbering::Refused => {}
            Numbering::Asked if self.is_setup(&read.notice) => {
                return self.notice(now, &read.notice, None);
            }
            _ => return self.notice(now, &read.notice, Some(read.text)),
        }
        let asked = self.purposes.iter().find(|(_, purpose)| answers(**purpose, &read.notice));
        let purpose = match asked.map(|(number, _)| *number) {
            Some(number) => self.purposes.remove(&number),
            None if is_refusal(&read.notice) => self.moving.take().map(Purpose::Move),
            None => self.is_setup(&read.notice).then_some(Purpose::Setup),
        };
        let words = match &read.notice {
            Notice::Talk(TalkNotice::Told { name, .. }) => self.words_to(name),
            _ => None,
        };
        self.follow_offers(now, &read.notice);
        let reply = Reply { number: 0, code: 0, notices: vec![read], posed: false, cut: false };
        self.answer_for(now, purpose, words.as_ref(), reply);
    }

    /// Takes the words that reached a player of this name: the oldest that may be meant. Older ones are
    /// forgotten, since the server answers in order.
    fn words_to(&mut self, name: &Name) -> Option<OwnWords> {
        let is_meant = |words: &OwnWords| {
            words.to.as_ref().is_none_or(|to| {
                let beginning = name.0.get(..to.len());
                beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(to))
            })
        };
        let number = *self.own_words.iter().find(|(_, words)| is_meant(words))?.0;
        self.own_words = self.own_words.split_off(&number);
        self.own_words.remove(&number)
    }

    /// Returns true for the answer to a setting of the session itself.
    fn is_setup(&self, notice: &Notice) -> bool {
        let answers = match notice {
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
        };
        let sent = self.turns.sent.as_ref();
        answers && sent.is_some_and(|sent| matches!(sent.purpose, Purpose::Setup))
    }

    /// Returns true for what answers no command.
    fn is_unasked(&self, notice: &Notice) -> bool {
        match notice {
            // Moves and commands at a board are answered by them, words are not.
            Notice::Board(_) | Notice::Game(GameNotice::Ended { .. }) => {
                self.turns.sent.as_ref().is_none_or(|sent| match sent.purpose {
                    Purpose::Move(_) => false,
                    Purpose::Typed(_) => self.own_words.contains_key(&sent.number),
                    _ => true,
                })
            }
            Notice::Ad(_) => true,
            Notice::Talk(talk) => changes::said(talk).is_some(),
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

    /// Keeps the offers of a server that does not number them.
    fn follow_offers(&mut self, now: u32, notice: &Notice) {
        let plain = |kind| Offered::Plain(kind);
        match notice {
            Notice::Offer(offer) => match offer {
                OfferNotice::Challenge { proposal } => {
                    self.add_offer(
                        now,
                        false,
                        &proposal.from,
                        Offered::Match(Box::new(proposal.clone())),
                    );
                }
                OfferNotice::Issuing { proposal } => {
                    self.add_offer(
                        now,
                        true,
                        &proposal.to,
                        Offered::Match(Box::new(proposal.clone())),
                    );
                }
                OfferNotice::TakebackWanted { from, plies } => {
                    self.add_offer(now, false, from, Offered::Takeback(*plies));
                }
                OfferNotice::DrawOffered { from } => {
                    self.add_offer(now, false, from, plain(OfferKind::Draw));
                }
                OfferNotice::AbortWanted { from } => {
                    self.add_offer(now, false, from, plain(OfferKind::Abort));
                }
                OfferNotice::AdjournWanted { from } => {
                    self.add_offer(now, false, from, plain(OfferKind::Adjourn));
                }
                OfferNotice::SwitchWanted { from } => {
                    self.add_offer(now, false, from, plain(OfferKind::Switch));
                }
                OfferNotice::PauseWanted { from } => {
                    self.add_offer(now, false, from, plain(OfferKind::Pause));
                }
                OfferNotice::YouAccept { from: with, .. }
                | OfferNotice::YouDecline { from: with, .. }
                | OfferNotice::Withdraws { who: with, .. }
                | OfferNotice::Counteroffer { from: with }
                | OfferNotice::ChallengeRemoved { from: with }
                | OfferNotice::ChallengerJoined { who: with, .. }
                | OfferNotice::ChallengerLeft { who: with } => {
                    self.end_offers(now, |own, other, _| !own && other == with.0);
                }
                OfferNotice::Accepts { who: with, .. }
                | OfferNotice::Declines { who: with, .. }
                | OfferNotice::YouWithdraw { to: with, .. }
                | OfferNotice::Countered { who: with }
                | OfferNotice::ChallengeWithdrawn { to: with }
                | OfferNotice::ChallengedJoined { who: with, .. }
                | OfferNotice::ChallengedLeft { who: with } => {
                    self.end_offers(now, |own, other, _| own && other == with.0);
                }
                _ => {}
            },
            Notice::Game(GameNotice::Created { game })
                if self.is_of([&game.white, &game.black]) =>
            {
                self.end_offers(now, |_, _, what| what == OfferKind::Match.name());
                // Some servers say nothing more of a game.
                let number = game.game as u32;
                self.make_room(number);
                let followed = self.games.entry(number).or_default();
                if followed.ended.is_some() {
                    *followed = Followed::default();
                }
                followed.facts.get_or_insert_with(|| LiveFacts {
                    game: number,
                    category: game.kind.clone(),
                    rated: game.rated,
                    white: String::new(),
                    black: String::new(),
                    partner: None,
                });
            }
            Notice::Board(board)
                if matches!(
                    board.relation,
                    Relation::PlayingMyMove | Relation::PlayingOpponentsMove
                ) =>
            {
                self.moving = None;
                self.end_offers(now, |_, _, what| what != OfferKind::Match.name());
            }
            Notice::Game(GameNotice::Ended { game: GameEnd { white, black, .. } })
                if self.is_of([white, black]) =>
            {
                self.end_offers(now, |_, _, what| what != OfferKind::Match.name());
            }
            _ => {}
        }
    }

    /// Returns true if the player is one of these.
    fn is_of(&self, names: [&String; 2]) -> bool {
        self.player.as_ref().is_some_and(|(own, _)| names.contains(&own))
    }

    /// Adds an offer in place of an earlier one of the same kind.
    fn add_offer(&mut self, now: u32, own: bool, with: &Name, what: Offered) {
        let kind = what.kind().name();
        self.end_offers(now, |mine, other, what| mine == own && other == with.0 && what == kind);
        self.last_offer += 1;
        let pending = PendingOffer { index: self.last_offer, with: with.clone(), what };
        self.offer(now, changes::offer(&pending, own), None);
    }

    /// Removes the offers of which this is true: of whom, with whom, and the kind.
    fn end_offers(&mut self, now: u32, is_over: impl Fn(bool, &str, &str) -> bool) {
        let over =
            self.offers.values().filter(|offer| is_over(offer.own, &offer.with, &offer.what));
        let over: Vec<u32> = over.map(|offer| offer.index).collect();
        for index in over {
            self.offers.remove(&index);
            self.change(now, Change::OfferRemoved { index });
        }
    }
}

/// Returns true if a notice is of the kind that answers a command.
fn answers(purpose: Purpose, notice: &Notice) -> bool {
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
