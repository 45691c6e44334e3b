//! Two games, four players: pieces taken on one board are handed over to the other.

use partie_core::{ByColor, Color, Ply, Position, Role, Variant};
use partie_wire::{
    notice::{board::HoldingsNotice, game::GameNotice},
    style12::Holdings,
};

use crate::{
    game::{
        model::{Game, Terms},
        observe, start,
    },
    ids::{GameNumber, PlayerId},
    players::player::Activity,
    state::State,
};

impl Game {
    /// Plays a move of bughouse, without keeping the captured piece. Returns the piece for the
    /// partner.
    pub(crate) fn take_for_partner(&mut self, ply: Ply) -> Option<Role> {
        let Ply::Move(m) = ply else { return None };
        let (before, _) = self.last()?;
        let role = if before.promoted().contains(m.to()) { Role::Pawn } else { m.capture()? };
        m.capture()?;
        let mover = before.turn();
        let mut pockets = self.position().pockets().unwrap_or_default();
        let count = pockets.get_mut(mover).get_mut(role);
        *count = count.saturating_sub(1);
        self.set_pockets(pockets);
        Some(role)
    }
}

/// Begins bughouse on two boards. `boards[0]` has White and Black of the first; White
/// there and Black on the other are partners.
pub(crate) fn begin_bughouse(
    state: &mut State,
    boards: [ByColor<PlayerId>; 2],
    terms: &Terms,
) -> [GameNumber; 2] {
    let start = Position::start(Variant::Bughouse);
    let numbers = boards.map(|sides| start::begin(state, sides, terms.clone(), start.clone()));
    for (this, other) in [(0, 1), (1, 0)] {
        if let Some(game) = state.games.get_mut(numbers[this]) {
            game.partner = Some(numbers[other]);
        }
    }
    for (this, other) in [(0, 1), (1, 0)] {
        let names = boards[other];
        let notice = GameNotice::PartnersGame {
            game: numbers[other].0,
            white: state.players.name(names.white).into(),
            black: state.players.name(names.black).into(),
        };
        // White here and Black there are partners.
        for (id, with) in [(boards[this].white, names.white), (boards[this].black, names.black)] {
            state.out.send(id, GameNotice::PartnerJoined { with: state.players.name(with).into() });
            state.out.send(id, notice.clone());
        }
    }
    for number in numbers {
        observe::game_began(state, number);
    }
    numbers
}

/// Hands a captured piece over to the other board of bughouse, and reports it to everyone
/// there before the next board.
pub(crate) fn hand_over(state: &mut State, number: GameNumber, mover: Color, role: Role) {
    let Some(partner) = state.games.get(number).and_then(|g| g.partner) else { return };
    let receiver = !mover;
    let Some(game) = state.games.get_mut(partner) else { return };
    let mut pockets = game.position().pockets().unwrap_or_default();
    let count = pockets.get_mut(receiver).get_mut(role);
    *count = count.saturating_add(1);
    game.set_pockets(pockets);
    send_holdings(state, partner, Some((receiver, role)));
}

/// Reports the pieces in hand to everyone at a game, and the piece that was just passed.
pub(crate) fn send_holdings(state: &mut State, number: GameNumber, passed: Option<(Color, Role)>) {
    let Some(game) = state.games.get(number) else { return };
    let Some(pieces) = game.position().pockets() else { return };
    let notice = HoldingsNotice(Holdings { game: number.0.into(), pieces, passed });
    let there = |id: &PlayerId| state.players.activity(*id) == Activity::Playing(number);
    state.out.send_all(game.players().filter(there).chain(game.observers.iter().copied()), notice);
}
