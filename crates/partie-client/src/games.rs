//! The games that are played, watched and examined, by their numbers.

use std::collections::BTreeMap;

use partie_speech::Speech;
use partie_wire::{
    notice::{board::BoardNotice, game::GameNotice},
    style12::{Created, GameEnd, GameInfo, Holdings, Match, MoveList},
};

use crate::{
    followed::Followed,
    protocol::{Change, LiveFacts},
    window::Window,
};

/// Number of ended games that are kept for a window that is away.
const ENDED: usize = 4;
/// Number of games that are kept; a server may send any number.
const GAMES: usize = 100;
/// The most moves that a window gets again which has lost its state.
const MOVES: usize = 3000;
/// Maximum number of requests for the moves of a game.
const LISTS: u32 = 20;

/// The games of a session.
#[derive(Debug)]
pub(crate) struct Games {
    speech: Speech,
    by_number: BTreeMap<u32, Followed>,
    /// Players of games who lost the connection, with the time until which their games wait.
    absent: BTreeMap<String, u32>,
    /// The terms of a game that is about to begin.
    creating: Option<Match>,
    partner_game: Option<u32>,
}

impl Games {
    /// No games. Sentences about moves are in the language.
    pub(crate) const fn new(speech: Speech) -> Games {
        Games {
            speech,
            by_number: BTreeMap::new(),
            absent: BTreeMap::new(),
            creating: None,
            partner_game: None,
        }
    }

    /// Returns true while a game of the player's own goes on.
    pub(crate) fn is_playing(&self) -> bool {
        self.by_number.values().any(Followed::is_played)
    }

    /// Returns a move as every server reads it, if it is legal at this ply of a game.
    pub(crate) fn spell(&self, game: u32, ply: u32, uci: &str) -> Option<String> {
        self.by_number.get(&game)?.spell(ply, uci)
    }

    /// Returns the game that has a number now. One that has ended is forgotten.
    fn current(&mut self, number: u32) -> &mut Followed {
        let game = self.known(number);
        if game.ended.is_some() {
            *game = Followed::default();
        }
        game
    }

    /// Returns the game of a number. To make room for a new one, games without a board are removed
    /// first, then the lowest numbers.
    fn known(&mut self, number: u32) -> &mut Followed {
        if self.by_number.len() >= GAMES && !self.by_number.contains_key(&number) {
            let mut games = self.by_number.iter();
            let idle = games.find(|(_, game)| game.board.is_none() || game.ended.is_some());
            let oldest = idle.or(self.by_number.first_key_value()).map(|(number, _)| *number);
            oldest.and_then(|oldest| self.by_number.remove(&oldest));
        }
        self.by_number.entry(number).or_default()
    }

    /// Adds a board. Returns true if the moves before it must be requested.
    pub(crate) fn board(&mut self, board: &BoardNotice, window: &mut Window) -> bool {
        let speech = self.speech;
        let number = board.moment.line.game as u32;
        let mut creating = self.creating.take();
        let game = self.current(number);
        let is_new = game.board.is_none();
        let is_it = |terms: &mut Match| is_new && terms.white == board.moment.line.white;
        if let Some(terms) = creating.take_if(is_it) {
            game.terms(number, &terms);
        }
        game.board_at = window.now;
        game.take(board, speech);
        let is_unknown = !game.knows_start;
        if is_new && let Some(facts) = game.facts.clone() {
            window.change(Change::Facts(facts));
        }
        self.creating = creating;
        self.show_board(number, window);
        is_unknown
    }

    /// Takes the pieces in hand.
    pub(crate) fn holdings(&mut self, holdings: &Holdings, window: &mut Window) {
        let number = holdings.game as u32;
        let speech = self.speech;
        if self.by_number.get_mut(&number).is_some_and(|game| game.holdings(holdings, speech)) {
            self.show_board(number, window);
        }
    }

    /// Takes the facts of a `<g1>` line.
    pub(crate) fn info(&mut self, info: &GameInfo, window: &mut Window) {
        let game = self.current(info.game as u32);
        game.info(info);
        if let Some(facts) = game.facts.clone().filter(|_| game.board.is_some()) {
            window.change(Change::Facts(facts));
        }
    }

    /// Takes the words with which a game begins that is observed.
    pub(crate) fn terms(&mut self, number: u32, terms: &Match) {
        self.known(number).terms(number, terms);
    }

    /// Begins the player's own game from its notice; some servers send no other data of it.
    pub(crate) fn created(&mut self, created: &Created) {
        let number = created.game as u32;
        self.current(number).facts.get_or_insert_with(|| LiveFacts {
            game: number,
            category: created.kind.clone(),
            rated: created.rated,
            white: String::new(),
            black: String::new(),
            partner: None,
        });
    }

    /// Handles a notice about games.
    pub(crate) fn said(&mut self, notice: &GameNotice, text: Option<String>, window: &mut Window) {
        match notice {
            GameNotice::Creating { players } => {
                self.creating = Some(players.clone());
                window.text(text);
            }
            GameNotice::Ended { game } => {
                window.text(text);
                self.end(game, window);
            }
            GameNotice::PartnersGame { game, .. } => {
                window.text(text);
                self.partner_game = Some(*game);
                window.change(Change::PartnerGame { game: *game });
            }
            GameNotice::Away { who, seconds } => {
                let now = window.now;
                let seconds = u32::try_from(seconds.0).unwrap_or(u32::MAX);
                self.absent.retain(|_, until| *until > now);
                if self.absent.len() < GAMES {
                    let until = now.saturating_add(seconds.saturating_mul(1000));
                    self.absent.insert(who.0.clone(), until);
                }
                let change = Change::Absent { name: who.0.clone(), seconds: Some(seconds) };
                window.news(text, Some(change));
            }
            GameNotice::Back { who } => {
                self.absent.remove(&who.0);
                window.news(text, Some(Change::Absent { name: who.0.clone(), seconds: None }));
            }
            _ => window.text(text),
        }
    }

    fn end(&mut self, end: &GameEnd, window: &mut Window) {
        for name in [&end.white, &end.black] {
            self.absent.remove(name);
        }
        let number = end.game as u32;
        let Some(game) = self.by_number.get_mut(&number) else { return };
        if game.board.is_none() || game.ended.is_some() {
            return;
        }
        let (result, reason) = (end.outcome.as_pgn().to_owned(), end.reason.clone());
        game.end(window.now, result.clone(), reason.clone());
        self.show_board(number, window);
        self.partner_game.take_if(|game| *game == number);
        self.forget_ended();
        window.change(Change::Ended { game: number, result, reason });
    }

    /// Forgets games that ended long ago.
    fn forget_ended(&mut self) {
        let ended = self.by_number.iter().filter(|(_, game)| game.ended.is_some());
        let ended: Vec<u32> = ended.map(|(number, _)| *number).collect();
        for number in ended.iter().take(ended.len().saturating_sub(ENDED)) {
            self.by_number.remove(number);
        }
    }

    /// Takes the word that the boards of a game come no more.
    pub(crate) fn leave(&mut self, number: u32, window: &mut Window) {
        if self.by_number.remove(&number).is_some_and(|game| game.board.is_some()) {
            window.change(Change::Left { game: number });
        }
    }

    /// Adds a list of the moves of a game. Returns false and changes nothing if they do not lead to
    /// its board.
    pub(crate) fn list(&mut self, number: u32, list: &MoveList, window: &mut Window) -> bool {
        let Some(game) = self.by_number.get_mut(&number) else { return false };
        let had_facts = game.facts.is_some();
        if !game.list(list, self.speech) {
            return false;
        }
        if let Some(facts) = game.facts.clone().filter(|_| !had_facts) {
            window.change(Change::Facts(facts));
        }
        if let Some((start, moves)) = game.moves() {
            window.change(Change::Moves { game: number, start, moves });
        }
        true
    }

    /// Counts a request for the moves of a game. Returns false if the limit is reached.
    pub(crate) fn may_ask_moves(&mut self, number: u32) -> bool {
        let Some(game) = self.by_number.get_mut(&number) else { return false };
        let may_ask = game.lists < LISTS;
        game.lists += u32::from(may_ask);
        may_ask
    }

    /// Shows the board of a game as it is: a move was not made.
    pub(crate) fn refuse_move(&self, number: u32, window: &mut Window) {
        window.change(Change::MoveRefused { game: number });
        self.show_board(number, window);
    }

    /// Shows the board of a game, with the time at which its clocks were so.
    fn show_board(&self, number: u32, window: &mut Window) {
        if let Some(game) = self.by_number.get(&number)
            && let Some(board) = game.board.clone()
        {
            window.change_at(game.board_at, Change::Board(Box::new(board)));
        }
    }

    /// Shows the whole state: the player's own game first, with its moves.
    pub(crate) fn show(&mut self, window: &mut Window) {
        let mut games: Vec<(&u32, &Followed)> =
            self.by_number.iter().filter(|(_, game)| game.board.is_some()).collect();
        games.sort_by_key(|(_, game)| !game.is_played());
        let mut moves = 0;
        for (&number, game) in games {
            let known = game.moves();
            moves += known.as_ref().map_or(0, |(_, moves)| moves.len());
            if let Some(facts) = game.facts.clone() {
                window.change(Change::Facts(facts));
            }
            self.show_board(number, window);
            if let Some((start, moves)) = known.filter(|_| moves <= MOVES) {
                window.change(Change::Moves { game: number, start, moves });
            }
            if let Some((result, reason)) = game.ended.clone() {
                window.change(Change::Ended { game: number, result, reason });
            }
        }
        if let Some(game) = self.partner_game {
            window.change(Change::PartnerGame { game });
        }
        let at = window.now;
        self.absent.retain(|_, until| *until > at);
        for (name, until) in &self.absent {
            let seconds = Some((until - at) / 1000);
            window.change(Change::Absent { name: name.clone(), seconds });
        }
    }
}
