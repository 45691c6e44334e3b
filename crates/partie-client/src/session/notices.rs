//! Notices of a server, taken into the state.

use partie_wire::{
    notice::{
        Notice, admin::AdminNotice, examine::ExamineNotice, game::GameNotice, lists::ListNotice,
        login::LoginNotice, partner::PartnerNotice, pending::PendInfo, seek_ads::AdNotice,
        settings::SettingsNotice, watch::WatchNotice,
    },
    style12::Relation,
    variables::Variable,
};

use super::{ENDED, GAMES, LISTS, OFFERS, Purpose, SEEKS, Session};
use crate::{
    changes,
    games::Followed,
    protocol::{Change, Offer},
};

impl Session {
    /// Takes a notice. Its text is shown unless it is meant for programs.
    pub(super) fn notice(&mut self, now: u32, notice: &Notice, text: Option<String>) {
        let speech = self.speech;
        match notice {
            Notice::Board(board) => {
                let number = board.moment.line.game as u32;
                // A single position that was asked for is not a game.
                if matches!(board.relation, Relation::StartOfList) {
                    return self.text(now, text);
                }
                let is_new = self.begin_game(number, board.moment.line.white.as_ref());
                let Some(game) = self.games.get_mut(&number) else { return };
                game.board_at = now;
                if game.take(board, speech).is_none() {
                    return;
                }
                let begins = game.begin();
                let unknown = game.moves.is_none();
                let facts = game.facts.clone().filter(|_| is_new);
                if let Some(facts) = facts {
                    self.change(now, Change::Facts(facts));
                }
                self.show_board(number);
                if unknown && !begins && self.player.is_some() {
                    self.ask_moves(number);
                }
            }
            Notice::Holdings(holdings) => {
                let number = holdings.0.game as u32;
                let Some(game) = self.games.get_mut(&number) else { return };
                if game.holdings(&holdings.0, speech) {
                    self.show_board(number);
                }
            }
            Notice::Info(info) => {
                let number = info.0.game as u32;
                self.make_room(number);
                let game = self.games.entry(number).or_default();
                if game.ended.is_some() {
                    *game = Followed::default();
                }
                game.info(&info.0);
                let facts = game.facts.clone().filter(|_| game.board.is_some());
                if let Some(facts) = facts {
                    self.change(now, Change::Facts(facts));
                }
            }
            Notice::Game(GameNotice::Creating { players }) => {
                self.creating = Some(players.clone());
                self.text(now, text);
            }
            Notice::Watch(WatchNotice::Line { game, players }) => {
                self.make_room(*game);
                self.games.entry(*game).or_default().terms(*game, players);
                self.text(now, text);
            }
            Notice::Game(GameNotice::Ended { game: end }) => {
                self.text(now, text);
                for name in [&end.white, &end.black] {
                    self.absent.remove(name);
                }
                let number = end.game as u32;
                let Some(game) = self.games.get_mut(&number) else { return };
                if game.board.is_none() || game.ended.is_some() {
                    return;
                }
                let (result, reason) = (end.outcome.as_pgn().to_owned(), end.reason.clone());
                game.end(now, result.clone(), reason.clone());
                self.show_board(number);
                if self.partner_game == Some(number) {
                    self.partner_game = None;
                }
                self.forget_ended();
                self.change(now, Change::Ended { game: number, result, reason });
            }
            Notice::Game(GameNotice::PartnersGame { game, .. }) => {
                self.text(now, text);
                self.partner_game = Some(*game);
                self.change(now, Change::PartnerGame { game: *game });
                self.send(Purpose::Setup, "pobserve");
            }
            Notice::Watch(
                WatchNotice::Removed { game }
                | WatchNotice::NoLongerObserving { game }
                | WatchNotice::NoExaminers { game },
            )
            | Notice::Examine(ExamineNotice::Unexamined { game }) => {
                self.text(now, text);
                if self.games.remove(game).is_some_and(|followed| followed.board.is_some()) {
                    self.change(now, Change::Left { game: *game });
                }
            }
            Notice::Game(GameNotice::Away { who, seconds }) => {
                let seconds = u32::try_from(seconds.0).unwrap_or(u32::MAX);
                self.absent.retain(|_, until| *until > now);
                if self.absent.len() < GAMES {
                    let until = now.saturating_add(seconds.saturating_mul(1000));
                    self.absent.insert(who.0.clone(), until);
                }
                let change = Change::Absent { name: who.0.clone(), seconds: Some(seconds) };
                self.news(now, text, Some(change));
            }
            Notice::Game(GameNotice::Back { who }) => {
                self.absent.remove(&who.0);
                let change = Change::Absent { name: who.0.clone(), seconds: None };
                self.news(now, text, Some(change));
            }
            Notice::Ad(ad) => self.ad(now, ad, text),
            Notice::PendInfo(PendInfo::To(pending)) => {
                self.offer(now, changes::offer(pending, true), text);
            }
            Notice::PendInfo(PendInfo::From(pending)) => {
                self.offer(now, changes::offer(pending, false), text);
            }
            Notice::PendInfo(PendInfo::Removed(index)) => {
                if self.offers.remove(index).is_some() {
                    self.change(now, Change::OfferRemoved { index: *index });
                }
            }
            Notice::Partner(partner) => {
                self.text(now, text);
                let name = match partner {
                    PartnerNotice::YouAgree { with } => Some(with.0.clone()),
                    PartnerNotice::Agrees { who } => Some(who.0.clone()),
                    PartnerNotice::YouEnd { .. }
                    | PartnerNotice::Ends { .. }
                    | PartnerNotice::NoLonger
                    | PartnerNotice::Left { .. } => None,
                    PartnerNotice::OpensYou => return self.open_for_bughouse(now, true),
                    _ => return,
                };
                self.partner.clone_from(&name);
                self.change(now, Change::Partner { name });
            }
            Notice::Variables(page) => {
                self.shows_arrivals |= text.is_none() && page.values.on(Variable::Pin);
                self.text(now, text);
                self.open_for_bughouse(now, page.values.on(Variable::Bugopen));
            }
            Notice::Settings(SettingsNotice::Set { said }) => {
                let is_on = said.value == "1";
                // The session itself asks for arrivals, without a text.
                if said.variable == Variable::Pin && text.is_some() {
                    self.shows_arrivals = is_on;
                }
                self.text(now, text);
                if said.variable == Variable::Bugopen {
                    self.open_for_bughouse(now, is_on);
                }
            }
            Notice::List(ListNotice::Connected { .. } | ListNotice::Disconnected { .. }) => {
                let text = text.filter(|_| self.shows_arrivals);
                self.news(now, text, Some(Change::PlayersChanged));
            }
            Notice::Admin(AdminNotice::YouAreRegistered { .. }) => {
                self.text(now, text);
                if let Some((name, titles)) = &mut self.player {
                    titles.retain(|title| title != "U");
                    let (name, titles) = (name.clone(), titles.clone());
                    self.change(now, Change::Started { name, titles });
                }
            }
            Notice::Login(LoginNotice::IvarsSet) => {}
            Notice::Talk(talk) => match changes::said(talk) {
                Some(said) => self.news(now, text, Some(Change::Said(said))),
                None => self.text(now, text),
            },
            _ => self.text(now, text),
        }
    }

    fn open_for_bughouse(&mut self, now: u32, open: bool) {
        if self.bugopen.replace(open) != Some(open) {
            self.change(now, Change::Bugopen { open });
        }
    }

    /// A board begins to be followed. True if it was not before.
    pub(super) fn begin_game(&mut self, number: u32, white: &str) -> bool {
        self.make_room(number);
        let game = self.games.entry(number).or_default();
        if game.ended.is_some() {
            *game = Followed::default();
        }
        let is_new = game.board.is_none();
        if is_new
            && self.creating.as_ref().is_some_and(|terms| terms.white == white)
            && let Some(terms) = self.creating.take()
        {
            game.terms(number, &terms);
        }
        is_new
    }

    /// Makes room for a game that is not known yet: those without a board go first, then the lowest
    /// numbers.
    pub(super) fn make_room(&mut self, number: u32) {
        if self.games.len() < GAMES || self.games.contains_key(&number) {
            return;
        }
        let idle = self.games.iter().find(|(_, game)| game.board.is_none() || game.ended.is_some());
        let oldest = idle.or(self.games.first_key_value()).map(|(number, _)| *number);
        if let Some(oldest) = oldest {
            self.games.remove(&oldest);
        }
    }

    /// Forgets games that ended long ago.
    pub(super) fn forget_ended(&mut self) {
        let ended = self.games.iter().filter(|(_, game)| game.ended.is_some());
        let ended: Vec<u32> = ended.map(|(number, _)| *number).collect();
        for number in ended.iter().take(ended.len().saturating_sub(ENDED)) {
            self.games.remove(number);
        }
    }

    pub(super) fn ask_moves(&mut self, game: u32) {
        let asked = |purpose: &Purpose| matches!(purpose, Purpose::Moves(of) if *of == game);
        let is_asked = self.is_asked(asked);
        let lists = self.games.get_mut(&game).map(|game| &mut game.lists);
        if !is_asked
            && let Some(lists) = lists
            && *lists < LISTS
        {
            *lists += 1;
            self.send(Purpose::Moves(game), &format!("moves {game}"));
        }
    }

    pub(super) fn report_moves(&mut self, now: u32, game: u32) {
        let known = self.games.get(&game).and_then(|game| game.moves.clone());
        if let Some((start, moves)) = known {
            self.change(now, Change::Moves { game, start, moves });
        }
    }

    /// A move was not made: the window shows the board as it is.
    pub(super) fn refuse_move(&mut self, now: u32, game: u32) {
        self.change(now, Change::MoveRefused { game });
        self.show_board(game);
    }

    /// Shows the board of a game, with the time at which its clocks were so.
    pub(super) fn show_board(&mut self, game: u32) {
        let Some(followed) = self.games.get(&game) else { return };
        let at = followed.board_at;
        if let Some(board) = followed.board.clone() {
            self.change(at, Change::Board(Box::new(board)));
        }
    }

    pub(super) fn ad(&mut self, now: u32, ad: &AdNotice, text: Option<String>) {
        match ad {
            AdNotice::Own(ad) | AdNotice::Listed(ad) | AdNotice::Posted(ad) => {
                let seek = changes::seek(ad);
                if self.seeks.len() >= SEEKS && !self.seeks.contains_key(&seek.index) {
                    return self.text(now, text);
                }
                if self.seeks.insert(seek.index, seek.clone()).as_ref() != Some(&seek) {
                    self.change(now, Change::Seek(seek));
                }
            }
            AdNotice::Removed(indexes) => {
                let indexes: Vec<u32> =
                    indexes.iter().copied().filter(|i| self.seeks.remove(i).is_some()).collect();
                if !indexes.is_empty() {
                    self.change(now, Change::SeeksRemoved { indexes });
                }
            }
            AdNotice::Cleared => {
                self.seeks.clear();
                self.change(now, Change::SeeksCleared);
            }
            AdNotice::Sought(_) => self.text(now, text),
        }
    }

    pub(super) fn offer(&mut self, now: u32, offer: Offer, text: Option<String>) {
        if self.offers.len() >= OFFERS && !self.offers.contains_key(&offer.index) {
            return self.text(now, text);
        }
        self.offers.insert(offer.index, offer.clone());
        self.change(now, Change::Offer(offer));
    }
}
