//! Boards: the players who see them, and how.

use std::sync::Arc;

use partie_core::{ByColor, Color};
use partie_wire::{
    notice::board::{BoardNotice, Moment},
    style12::{Coordinates, Holdings, Relation, Style12, Taken},
};

use crate::{
    category::GameKind,
    game::model::Game,
    ids::{GameNumber, PlayerId},
    players::player::Activity,
    state::State,
    time::Tick,
};

impl Game {
    /// The state of the board now.
    pub(crate) fn moment(&self, now: Tick) -> Moment {
        let position = self.position();
        let mut line = Style12::from_position(position);
        let last = self.last();
        line.game = self.number.0.into();
        line.white = self.sides.white.name.clone().into();
        line.black = self.sides.black.name.clone().into();
        line.initial = self.terms.minutes();
        line.increment = self.terms.increment();
        line.clock = if self.is_played() {
            ByColor::new_with(|color| self.clock.left(color, now).0)
        } else {
            self.times().map(|span| span.0)
        };
        line.taken = Taken { milliseconds: last.map_or(0, |(_, p)| p.took.0), precise: true };
        if let Some((before, played)) = last {
            line.verbose = Coordinates::write(before, played.ply);
            line.san = played.san.clone().into();
        }
        let is_chess = self.is_played() && self.terms.kind == GameKind::Chess;
        let delta = if is_chess { self.delta() } else { None };
        let holdings = position.pockets().map(|pieces| Holdings {
            game: self.number.0.into(),
            pieces,
            passed: None,
        });
        Moment {
            line,
            ticking: self.is_played() && self.clock.is_ticking(),
            lag: last.map_or(0, |(_, p)| p.lag.0),
            delta,
            holdings,
            position: position.clone(),
            played: last.map(|(before, p)| (before.clone(), p.ply)),
            previous: self.at.checked_sub(2).map(|i| self.line[i].san.clone()),
        }
    }

    /// The relation of a viewer to the board.
    pub(crate) fn relation(&self, viewer: PlayerId) -> Relation {
        if !self.is_played() {
            return if self.examiners().contains(&viewer) {
                Relation::Examining
            } else {
                Relation::ObservingExamined
            };
        }
        match self.color_of(viewer) {
            Some(color) if color == self.turn() => Relation::PlayingMyMove,
            Some(_) => Relation::PlayingOpponentsMove,
            None => Relation::Observing,
        }
    }
}

/// Shows a game to one viewer.
pub(crate) fn show_board(state: &mut State, number: GameNumber, viewer: PlayerId, whole: bool) {
    let Some(game) = state.games.get(number) else { return };
    let notice = BoardNotice {
        moment: Arc::new(game.moment(state.out.now)),
        relation: game.relation(viewer),
        side: game.color_of(viewer).unwrap_or(Color::White),
        whole,
    };
    state.out.send(viewer, notice);
}

/// Shows a game's board separately, as seen by a non-participant.
pub(crate) fn show_board_as(
    state: &mut State,
    number: GameNumber,
    viewer: PlayerId,
    relation: Relation,
) {
    let Some(game) = state.games.get(number) else { return };
    let moment = Arc::new(game.moment(state.out.now));
    let notice = BoardNotice { moment, relation, side: Color::White, whole: true };
    state.out.send(viewer, notice);
}

/// Shows a game to all who see it: the opponent first, then the mover, then the others.
pub(crate) fn show_all(state: &mut State, number: GameNumber, whole: bool) {
    let Some(game) = state.games.get(number) else { return };
    let moment = Arc::new(game.moment(state.out.now));
    let to_move = game.sides.get(game.turn()).player;
    let waiting = game.sides.get(!game.turn()).player;
    let mut viewers: Vec<PlayerId> = Vec::new();
    if game.is_played() {
        // The giver of a simul sees their current board.
        let there = |id: &PlayerId| state.players.activity(*id) == Activity::Playing(number);
        viewers.extend(to_move.into_iter().chain(waiting).filter(there));
    }
    for id in game.viewers() {
        if !viewers.contains(&id) {
            viewers.push(id);
        }
    }
    for id in viewers {
        let side = game.color_of(id).unwrap_or(Color::White);
        let (moment, relation) = (Arc::clone(&moment), game.relation(id));
        state.out.send(id, BoardNotice { moment, relation, side, whole });
    }
}
