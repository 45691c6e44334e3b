//! Notices of a server, given to the parts of the session that they concern.

use partie_wire::{
    notice::{
        Notice, admin::AdminNotice, examine::ExamineNotice, game::GameNotice, lists::ListNotice,
        login::LoginNotice, record::RecordTable, settings::SettingsNotice, talk::TalkNotice,
        watch::WatchNotice,
    },
    notice_reader::{ReadNotice, Reply},
    style12::Relation,
    variables::Variable,
};

use super::Session;
use crate::{
    changes,
    protocol::{Asked, Change},
    purpose::{self, Purpose},
    talk::{self, OwnWords},
};

impl Session {
    /// Takes a notice that has no number.
    pub(super) fn unnumbered(&mut self, read: ReadNotice) {
        self.commands.heard(&read.notice, &self.talk);
        if !self.commands.are_unnumbered() {
            let is_shown = !self.commands.is_about_numbers(&read.notice);
            return self.notice(&read.notice, Some(read.text).filter(|_| is_shown));
        }
        let purpose = self.commands.take_answered(&read.notice);
        let words = match &read.notice {
            Notice::Talk(TalkNotice::Told { name, .. }) => self.talk.take_to(name),
            _ => None,
        };
        self.follow(&read.notice);
        let reply = Reply { number: 0, code: 0, notices: vec![read], posed: false, cut: false };
        self.answer(purpose, words.as_ref(), reply);
    }

    /// Concludes from a notice what other servers say besides.
    fn follow(&mut self, notice: &Notice) {
        let is_own = |names: [&String; 2]| {
            self.login.name().is_some_and(|own| names.into_iter().any(|name| name == own))
        };
        match notice {
            Notice::Offer(offer) => self.lobby.follow(offer, &mut self.window),
            Notice::Game(GameNotice::Created { game }) if is_own([&game.white, &game.black]) => {
                self.lobby.end_challenges(&mut self.window);
                self.games.created(game);
            }
            Notice::Board(board)
                if matches!(
                    board.relation,
                    Relation::PlayingMyMove | Relation::PlayingOpponentsMove
                ) =>
            {
                self.commands.moved();
                self.lobby.end_game_offers(&mut self.window);
            }
            Notice::Game(GameNotice::Ended { game }) if is_own([&game.white, &game.black]) => {
                self.lobby.end_game_offers(&mut self.window);
            }
            _ => {}
        }
    }

    /// Takes the answer to a command of this purpose, with which the player said these words.
    pub(super) fn answer(
        &mut self,
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
                self.window.change(changes::adjourned(rows.unwrap_or_default()));
            }
            let text = reply.notices.iter().map(|read| read.text.as_str()).collect::<String>();
            let text = text.trim_matches('\n').to_owned();
            return self.window.change(Change::Page { what, text });
        }
        // What another player does in this one's name has no number.
        self.window.answering = match purpose {
            Some(Purpose::Typed(id)) => Some(id),
            _ => None,
        };
        for ReadNotice { text, notice } in reply.notices {
            match (&notice, purpose) {
                (Notice::Games(table), Some(Purpose::List(Asked::Games))) => {
                    self.window.change(changes::games(&table.rows));
                }
                (Notice::Who(page), Some(Purpose::List(Asked::Players))) => {
                    self.window.change(changes::players(page));
                }
                (Notice::Moves(list), Some(Purpose::Moves(game))) => {
                    if !self.games.list(game, &list.0, &mut self.window) {
                        // They can be read in the console.
                        self.window.text(Some(text));
                    }
                }
                (notice, Some(Purpose::Move(game))) => {
                    self.notice(notice, Some(text));
                    if purpose::is_refusal(notice) {
                        self.games.refuse_move(game, &mut self.window);
                    }
                }
                (Notice::Talk(TalkNotice::Told { name, .. }), _) => {
                    let own = self.login.name().unwrap_or_default();
                    let said = words.map(|words| Change::Said(words.said(own, name)));
                    self.window.news(Some(text), said);
                }
                (notice, None | Some(Purpose::Typed(_))) => self.notice(notice, Some(text)),
                (notice, Some(Purpose::Setup | Purpose::List(_) | Purpose::Moves(_))) => {
                    self.notice(notice, None);
                }
            }
        }
        self.window.answering = None;
    }

    /// Takes a notice. Its text is shown unless it is meant for programs.
    fn notice(&mut self, notice: &Notice, text: Option<String>) {
        let Session { games, lobby, window, .. } = self;
        match notice {
            Notice::Board(board) => {
                // A single requested position is not a game.
                if matches!(board.relation, Relation::StartOfList) {
                    return window.text(text);
                }
                if games.board(board, window) && self.login.is_done() {
                    self.ask_moves(board.moment.line.game as u32);
                }
            }
            Notice::Holdings(holdings) => games.holdings(&holdings.0, window),
            Notice::Info(info) => games.info(&info.0, window),
            Notice::Game(said) => {
                games.said(said, text, window);
                if let GameNotice::PartnersGame { .. } = said {
                    self.send(Purpose::Setup, "pobserve");
                }
            }
            Notice::Watch(WatchNotice::Line { game, players }) => {
                games.terms(*game, players);
                window.text(text);
            }
            Notice::Watch(
                WatchNotice::Removed { game }
                | WatchNotice::NoLongerObserving { game }
                | WatchNotice::NoExaminers { game },
            )
            | Notice::Examine(ExamineNotice::Unexamined { game }) => {
                window.text(text);
                games.leave(*game, window);
            }
            Notice::Ad(ad) => lobby.ad(ad, text, window),
            Notice::PendInfo(info) => lobby.pending(info, text, window),
            Notice::Partner(partner) => {
                window.text(text);
                lobby.partner(partner, window);
            }
            Notice::Variables(page) => {
                lobby.shows_arrivals |= text.is_none() && page.values.on(Variable::Pin);
                window.text(text);
                lobby.open_for_bughouse(page.values.on(Variable::Bugopen), window);
            }
            Notice::Settings(SettingsNotice::Set { said }) => {
                let is_on = said.value == "1";
                // The session itself requests arrivals, without a text.
                if said.variable == Variable::Pin && text.is_some() {
                    lobby.shows_arrivals = is_on;
                }
                window.text(text);
                if said.variable == Variable::Bugopen {
                    lobby.open_for_bughouse(is_on, window);
                }
            }
            Notice::List(ListNotice::Connected { .. } | ListNotice::Disconnected { .. }) => {
                let text = text.filter(|_| lobby.shows_arrivals);
                window.news(text, Some(Change::PlayersChanged));
            }
            Notice::Admin(AdminNotice::YouAreRegistered { .. }) => {
                window.text(text);
                self.login.registered(window);
            }
            Notice::Login(LoginNotice::IvarsSet) => {}
            Notice::Talk(talk) => window.news(text, talk::said(talk).map(Change::Said)),
            _ => window.text(text),
        }
    }

    fn ask_moves(&mut self, game: u32) {
        if !self.commands.asks_moves(game) && self.games.may_ask_moves(game) {
            self.send(Purpose::Moves(game), &format!("moves {game}"));
        }
    }
}
