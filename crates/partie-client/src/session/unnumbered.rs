//! Servers that do not confirm block mode: classic ones. Their answers have no numbers, so commands
//! are sent without, and an answer is known by its kind. Offers have no numbers either: those of
//! the window are the session's own, and stand for names.

use std::collections::VecDeque;

use partie_wire::{
    command,
    fields::Name,
    notice::{
        Notice, game::GameNotice, lists::ListNotice, offer::OfferNotice, pending::PendingOffer,
        talk::TalkNotice,
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
    /// True if something came unasked after the last prompt, and nothing that may be an answer.
    unasked: bool,
}

#[derive(Debug)]
struct Sent {
    is_setup: bool,
    number: u32,
    /// When it was sent, in milliseconds of the session.
    at: u32,
}

#[derive(Debug)]
struct Turn {
    number: u32,
    is_setup: bool,
    /// It gives way to the others: a list.
    is_list: bool,
    line: String,
}

/// Interface variables that some servers without block mode have.
const CLASSIC_IVARS: [&str; 2] = ["iset startpos 1", "iset ms 1"];
/// Commands to which an offer's number is given.
const ANSWERS: [&str; 3] = ["accept", "decline", "withdraw"];

impl Session {
    /// An answer came in a frame.
    pub(super) fn confirm_numbers(&mut self) {
        if self.numbering != Numbering::Confirmed {
            self.numbering = Numbering::Confirmed;
            if self.player.is_some() {
                self.set_up();
            }
        }
    }

    /// The server showed its prompt.
    pub(super) fn prompted(&mut self) {
        match self.numbering {
            Numbering::Unknown if self.player.is_some() => {
                self.numbering = Numbering::Asked;
                self.turns.sent = Some(Sent { is_setup: true, number: 0, at: self.now });
                self.send_line("iset block 1");
            }
            Numbering::Asked if !self.turns.unasked => {
                self.numbering = Numbering::Refused;
                self.turns.sent = None;
                self.set_up();
            }
            Numbering::Refused if !self.turns.unasked => {
                if let Some(sent) = self.turns.sent.take() {
                    // They were not said.
                    self.own_words.remove(&sent.number);
                }
            }
            _ => {}
        }
        self.turns.unasked = false;
    }

    /// Sends a command after those before it. Lists come last.
    pub(super) fn take_turns(&mut self, purpose: Purpose, line: String) {
        let is_list = matches!(purpose, Purpose::Moves(_) | Purpose::List(_));
        let is_setup = matches!(purpose, Purpose::Setup);
        let waiting = &mut self.turns.waiting;
        let first_list = waiting.iter().position(|turn| turn.is_list).filter(|_| !is_list);
        if waiting.len() < UNANSWERED {
            let turn = Turn { number: self.last_number, is_setup, is_list, line };
            waiting.insert(first_list.unwrap_or(waiting.len()), turn);
        }
        self.next_turn();
    }

    /// Sends the next command, unless the one before it may still be answered.
    pub(super) fn next_turn(&mut self) {
        let is_due = |sent: &Sent| self.now.saturating_sub(sent.at) >= PATIENCE;
        if self.turns.sent.as_ref().is_none_or(is_due)
            && let Some(Turn { number, is_setup, line, .. }) = self.turns.waiting.pop_front()
        {
            self.turns.sent = Some(Sent { is_setup, number, at: self.now });
            self.send_line(&line);
        }
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
    /// if it waits.
    pub(super) fn numbered(&mut self, purpose: Purpose, text: &str) -> Option<String> {
        match (self.numbering, purpose) {
            (Numbering::Unknown | Numbering::Asked, _) => {
                if self.held.len() < UNANSWERED {
                    self.held.push((purpose, text.to_owned()));
                }
                return None;
            }
            (Numbering::Refused, Purpose::Move(game)) => self.moving = Some(game),
            (Numbering::Refused, Purpose::Typed(_) | Purpose::Setup) => {}
            (Numbering::Confirmed, _)
            | (Numbering::Refused, Purpose::Moves(_) | Purpose::List(_)) => {
                self.purposes.insert(self.last_number, purpose);
            }
        }
        Some(match self.numbering {
            Numbering::Confirmed => format!("{} {text}", self.last_number),
            _ => self.by_name(text),
        })
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
        // A prompt follows it, too.
        self.turns.unasked = is_unasked(&read.notice);
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

    /// Takes the words of the player that a player of this name has got: the oldest that may be meant.
    /// Older ones are forgotten, since the server answers in order.
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
        matches!(
            notice,
            Notice::Settings(_) | Notice::Variables(_) | Notice::Page(_) | Notice::Session(_)
        ) && self.turns.sent.as_ref().is_some_and(|sent| sent.is_setup)
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

/// Returns true for what answers no command.
fn is_unasked(notice: &Notice) -> bool {
    match notice {
        Notice::Talk(talk) => changes::said(talk).is_some(),
        Notice::List(list) => {
            matches!(list, ListNotice::Connected { .. } | ListNotice::Disconnected { .. })
        }
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
