//! Starts of games.

use partie_core::{ByColor, Color, Position, Variant};
use partie_wire::{
    notice::game::GameNotice,
    style12::{Created, Match},
    variables::Variable,
};

use crate::{
    clock::Clock,
    game::{
        board, examination,
        model::{Game, Side, Terms},
        observe, simul,
    },
    ids::{GameNumber, PlayerId},
    players::player::Activity,
    state::State,
};

impl Game {
    /// Players, ratings and terms, as in `Creating:` and `Game 1:`.
    pub(crate) fn as_match(&self) -> Match {
        let name = |color| self.sides.get(color).name.clone();
        Match {
            white: name(Color::White),
            black: name(Color::Black),
            ratings: ByColor { white: self.sides.white.rating, black: self.sides.black.rating },
            rated: self.terms.rated,
            kind: self.terms.name().to_owned(),
            minutes: self.terms.minutes(),
            increment: self.terms.increment(),
        }
    }

    /// Returns the line that announces the start or the resumption.
    pub(crate) fn created(&self, continuing: bool) -> Created {
        Created {
            game: self.number.0.into(),
            white: self.sides.white.name.clone(),
            black: self.sides.black.name.clone(),
            continuing,
            rated: self.terms.rated,
            kind: self.terms.name().to_owned(),
        }
    }
}

/// Begins a game between two players who are free. Both are notified, and get the board.
pub(crate) fn begin(
    state: &mut State,
    ids: ByColor<PlayerId>,
    terms: Terms,
    start: Position,
) -> GameNumber {
    let number = state.games.free_number();
    let ByColor { white, black } = ids;
    let sides = ids.map(|id| Side {
        player: Some(id),
        name: state.players.name(id),
        rating: state.players.shown_rating(state.out.now, id, terms.category()),
    });
    let least = state.players.least_move_time([white, black]);
    let clock = match terms.kind.variant() {
        Variant::Bughouse => Clock::bughouse(terms.controls, start.turn(), state.out.now),
        _ => Clock::new(terms.controls, start.turn(), state.out.now),
    }
    .with_least_move_time(least);
    let noescape = state.players.want_both([white, black], Variable::Noescape);
    let game = Game { noescape, ..Game::new(number, sides, terms, start, clock, state.out.now) };
    let creating = GameNotice::Creating { players: game.as_match() };
    let created = GameNotice::Created { game: game.created(false) };
    let bughouse = game.terms.variant() == Variant::Bughouse;
    state.games.insert(game);
    for id in [white, black] {
        simul::sit_down(state, id, number);
        state.out.send(id, creating.clone());
        state.out.send(id, created.clone());
    }
    for id in [white, black] {
        if state.players.activity(id) == Activity::Playing(number) {
            observe::send_game_info(state, id, number);
            board::show_board(state, number, id, true);
            if noescape {
                state.out.send(id, GameNotice::Noescape { game: number.0 });
            }
        }
    }
    // In bughouse the partners' game has to begin first.
    if !bughouse {
        observe::game_began(state, number);
    }
    number
}

/// Two players are about to play: what they and others wanted is off, and they leave
/// the boards that they watch or examine.
pub(crate) fn before_game(state: &mut State, one: PlayerId, other: PlayerId) {
    state.offers.drop_challenges(&state.players, &mut state.out, one, other);
    state.seeks.withdraw_all_of(&state.players, &mut state.out, &[one, other]);
    for who in [one, other] {
        observe::stop_observing_for(state, who, true);
        if let Activity::Examining(number) = state.players.activity(who) {
            examination::unexamine(state, who, number);
        }
    }
}
