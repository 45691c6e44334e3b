//! Broken connections: the game waits a while for the player to return.

use partie_core::Outcome;
use partie_wire::{
    fields::Seconds,
    notice::{ending::Ending, game::GameNotice},
};

use super::GameNumber;
use crate::{
    Ics, Span, Tick,
    players::{Activity, PlayerId},
};

/// Silence after which a player's lag is reported.
const LAG: Span = Span::seconds(30);

impl Ics {
    /// Handles a broken connection. The seat of a player in a game is kept for a while; their clock
    /// runs on.
    pub(crate) fn lost(&mut self, who: PlayerId) {
        let Activity::Playing(_) = self.activity(who) else {
            self.leave(who);
            return;
        };
        let until = self.out.now + self.config.grace;
        self.out.disconnect(who);
        if let Some(online) = self.online_mut(who) {
            online.session = None;
            online.lagged = false;
            online.away = Some(until);
        }
        let seconds = Seconds((self.config.grace.0 / 1000) as usize);
        let who_name = self.name(who).into();
        let notice = GameNotice::Away { who: who_name, seconds };
        for number in self.boards_of(who) {
            self.send_to_others(who, number, &notice);
        }
    }

    /// Resumes the game of a player who returns. It is sent in the words with which games begin, so
    /// that every client opens it: after the words of the login, as an event of its own.
    pub(crate) fn came_back(&mut self, who: PlayerId) {
        let was_away = self.online_mut(who).is_some_and(|p| p.away.take().is_some());
        if let Activity::Playing(number) = self.activity(who) {
            if was_away {
                let back = GameNotice::Back { who: self.name(who).into() };
                for number in self.boards_of(who) {
                    self.send_to_others(who, number, &back);
                }
            }
            self.out.send(who, GameNotice::YouAreBack { game: number.0 });
            self.send_resumed_game(who, number);
        }
    }

    /// Ends the games of a player who does not return: adjourned where both have accounts, lost
    /// where they were well under way, else aborted.
    pub(crate) fn abandon_games(&mut self, who: PlayerId) {
        for number in self.boards_of(who) {
            self.abandon_game(who, number);
        }
    }

    fn abandon_game(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let Some(color) = game.color_of(who) else { return };
        let (name, begun, noescape) = (game.name(color), game.line.len() >= 2, game.noescape);
        if !begun {
            self.end(number, Outcome::Unknown, Ending::LostAborted { who: name });
        } else if !noescape && self.can_adjourn(number) {
            self.adjourn(number, Ending::LostAdjourned { who: name });
        } else {
            self.end(number, Outcome::Win(!color), Ending::ByDisconnection { loser: name });
        }
    }

    /// Reports to everyone at a game that the player to move has not been heard of for long: the
    /// connection is broken, or the client answers no ping.
    pub(crate) fn report_lag(&mut self) {
        let mut late: Vec<(PlayerId, GameNumber)> = Vec::new();
        for game in self.games.iter().filter(|g| g.is_played()) {
            let Some(id) = game.sides.get(game.turn()).player else { continue };
            let Some(online) = self.online(id) else { continue };
            let since = match online.session.and_then(|s| self.sessions.get(s)) {
                Some(session) if session.lagged => None,
                Some(session) => session.asked,
                None if online.lagged => None,
                None => online.away.map(|until| until - self.config.grace),
            };
            if since.is_some_and(|since| since + LAG <= self.out.now) {
                late.push((id, game.number));
            }
        }
        for (id, number) in late {
            let session = self.online(id).and_then(|p| p.session);
            if let Some(session) = session.and_then(|s| self.sessions.get_mut(s)) {
                session.lagged = true;
            } else if let Some(online) = self.online_mut(id) {
                online.lagged = true;
            }
            let (who, seconds) = (self.name(id).into(), Seconds((LAG.0 / 1000) as usize));
            let notice = GameNotice::Lagged { game: number.0, who, seconds };
            self.send_to_others(id, number, &notice);
        }
    }

    /// Ends the waiting of those whose time to come back is over.
    pub(crate) fn expire_disconnects(&mut self) {
        let gone: Vec<PlayerId> = self
            .players
            .online()
            .filter(|p| p.online.as_ref().and_then(|p| p.away).is_some_and(|t| t <= self.out.now))
            .map(|p| p.id)
            .collect();
        for who in gone {
            self.abandon_games(who);
            self.leave(who);
        }
    }

    /// Time at which the next wait for a player ends.
    pub(crate) fn next_disconnect_expiry(&self) -> Option<Tick> {
        self.players.online().filter_map(|p| p.online.as_ref()?.away).min()
    }

    /// Tells all who see a game, but not one of them.
    pub(crate) fn send_to_others(
        &mut self,
        but: PlayerId,
        number: GameNumber,
        notice: &GameNotice,
    ) {
        let Some(game) = self.games.get(number) else { return };
        let all: Vec<PlayerId> = game
            .players()
            .chain(game.examiners().iter().copied())
            .chain(game.observers.iter().copied())
            .collect();
        for id in all {
            if id != but {
                self.out.send(id, notice.clone());
            }
        }
    }
}
