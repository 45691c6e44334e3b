//! Simultaneous exhibitions: the giver plays at many boards and stands at one of them.

use partie_core::{ByColor, Color};
use partie_wire::{notice::simul::SimulNotice, variables::Variable};

use super::{GameNumber, Simul};
use crate::{
    Ics,
    challenge::Challenge,
    partner::by_color,
    players::{Activity, PlayerId},
    start_positions,
};

/// Number of passes that an opponent may grant the giver before moving.
pub(crate) const MOST_PASSES: u8 = 3;

impl Ics {
    /// All games that a player plays, in their order.
    pub(crate) fn boards_of(&self, who: PlayerId) -> Vec<GameNumber> {
        match self.online(who) {
            Some(online) if !online.simul.is_empty() => online.simul.clone(),
            Some(online) => match online.activity {
                Activity::Playing(number) => vec![number],
                Activity::Free | Activity::Examining(_) => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    /// The game that two players play against each other.
    pub(crate) fn common_game(&self, one: PlayerId, other: PlayerId) -> Option<GameNumber> {
        let plays = |number: &GameNumber| {
            self.games.get(*number).is_some_and(|g| g.color_of(other).is_some())
        };
        self.boards_of(one).into_iter().find(plays)
    }

    /// Seats a player at a new board; the giver of a simul stays at the current one.
    pub(crate) fn sit_down(&mut self, who: PlayerId, number: GameNumber) {
        let Some(online) = self.online_mut(who) else { return };
        if !online.simul.is_empty() {
            online.simul.push(number);
            return;
        }
        online.activity = Activity::Playing(number);
        let session = online.session;
        self.players.note_moved(who);
        // Lag is given back for each game anew.
        if let Some(meter) = session.and_then(|s| self.sessions.meter(s)) {
            meter.begin();
        }
    }

    /// A board is cleared: its player is free; the giver of a simul goes to the next one.
    pub(crate) fn stand_up(&mut self, who: PlayerId, number: GameNumber) {
        let Some(online) = self.online_mut(who) else { return };
        let at = online.simul.iter().position(|n| *n == number);
        online.simul.retain(|n| *n != number);
        if online.activity != Activity::Playing(number) {
            return;
        }
        let next = online.simul.get(at.unwrap_or(0)).or(online.simul.first());
        online.activity = next.map_or(Activity::Free, |next| Activity::Playing(*next));
        if online.activity == Activity::Free {
            online.away = None;
            self.players.note_moved(who);
        }
    }

    /// Shows the giver of a simul their board, where one of the others has just been cleared.
    pub(crate) fn show_current_board(&mut self, who: PlayerId) {
        let gives = self.online(who).is_some_and(|p| !p.simul.is_empty());
        if let (true, Activity::Playing(number)) = (gives, self.activity(who)) {
            self.come_to(who, number);
        }
    }

    /// Returns true if a player gives a simul, or would.
    pub(crate) fn gives_simul(&self, who: PlayerId) -> bool {
        self.wants(who, Variable::Simopen) || self.online(who).is_some_and(|p| !p.simul.is_empty())
    }

    /// Returns true if a player can begin a game of a simul; its giver may have begun already.
    pub(crate) fn is_free_for_simul(&self, who: PlayerId, giver: PlayerId) -> bool {
        match self.activity(who) {
            Activity::Free => self.online(who).is_some_and(|p| p.session.is_some()),
            Activity::Playing(_) => {
                who == giver && self.online(who).is_some_and(|p| !p.simul.is_empty())
            }
            Activity::Examining(_) => false,
        }
    }

    /// An offer of a simul game was accepted.
    pub(crate) fn begin_simul(
        &mut self,
        from: PlayerId,
        to: PlayerId,
        giver: PlayerId,
        what: &Challenge,
    ) {
        for who in [from, to] {
            if !self.is_free_for_simul(who, giver) {
                let busy = SimulNotice::TooLate { who: self.name(who).into() };
                self.out.send(to, busy.clone());
                self.out.send(from, busy);
                return;
            }
        }
        let ByColor { white, black } = by_color(from, what.color.unwrap_or(Color::White), to);
        let private = [white, black].iter().any(|id| self.wants(*id, Variable::Private));
        let boards = start_positions::start(what.kind, &mut self.rng);
        self.before_game(white, black);
        let terms = what.terms(private);
        let number = self.begin(white, black, terms, boards.first().clone());
        if let Some(game) = self.games.get_mut(number) {
            game.simul = Some(Simul { giver, passes: 0 });
        }
        if let Some(online) = self.online_mut(giver)
            && !online.simul.contains(&number)
        {
            online.simul.push(number);
        }
    }

    /// Moves the giver to one of the boards and shows it; the opponent there is notified.
    pub(crate) fn go_to(&mut self, giver: PlayerId, number: GameNumber) {
        if self.activity(giver) != Activity::Playing(number) {
            if let Some(online) = self.online_mut(giver) {
                online.activity = Activity::Playing(number);
            }
            if let Some(opponent) = self.opponent_at(giver, number) {
                let who = self.name(giver).into();
                self.out.send(opponent, SimulNotice::Comes { who });
            }
        }
        self.come_to(giver, number);
    }

    fn come_to(&mut self, giver: PlayerId, number: GameNumber) {
        let Some(opponent) = self.opponent_at(giver, number) else { return };
        let who = self.name(opponent).into();
        self.out.send(giver, SimulNotice::AtBoard { game: number.0, who });
        self.show_board(number, giver, true);
    }

    /// The opponent of a player at a board.
    pub(crate) fn opponent_at(&self, who: PlayerId, number: GameNumber) -> Option<PlayerId> {
        let game = self.games.get(number)?;
        game.sides.get(!game.color_of(who)?).player
    }

    /// After a move, takes the giver to the next board that waits, or reports that an opponent at
    /// another board has moved.
    pub(crate) fn moved_in_simul(&mut self, mover: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get(number) else { return };
        let Some(Simul { giver, .. }) = game.simul else { return };
        if giver != mover {
            if self.activity(giver) != Activity::Playing(number) {
                let who = self.name(mover).into();
                self.out.send(giver, SimulNotice::Moved { game: number.0, who });
            }
            return;
        }
        let boards = self.boards_of(giver);
        let at = boards.iter().position(|n| *n == number).unwrap_or(0);
        let waits = |n: &&GameNumber| {
            self.games.get(**n).is_some_and(|g| g.color_of(giver) == Some(g.turn()))
        };
        let next = boards.iter().cycle().skip(at + 1).take(boards.len()).find(waits);
        if let Some(next) = next.copied() {
            self.go_to(giver, next);
        }
    }
}
