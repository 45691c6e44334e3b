//! The game that a player plays, and notices to all who see it.

use partie_wire::notice::{Notice, game::GameNotice};

use crate::{
    game::model::Games,
    ids::{GameNumber, PlayerId},
    outbox::Outbox,
    players::{Players, player::Activity},
};

/// The game that a player plays, and the opponent; else reports that there is none.
pub(crate) fn own_opponent(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    who: PlayerId,
) -> Option<(GameNumber, PlayerId)> {
    let number = own_game(players, out, who)?;
    let game = games.get(number)?;
    let opponent = game.sides.get(!game.color_of(who)?).player?;
    Some((number, opponent))
}

/// Tells those who watch a game, not its players.
pub(crate) fn send_to_observers(
    games: &Games,
    out: &mut Outbox,
    number: GameNumber,
    notice: &Notice,
) {
    let watchers = games.get(number).map(|g| g.observers.clone()).unwrap_or_default();
    for id in watchers {
        out.send(id, notice.clone());
    }
}

/// Tells all who see a game.
pub(crate) fn send_to_game(games: &Games, out: &mut Outbox, number: GameNumber, notice: &Notice) {
    let players: Vec<PlayerId> =
        games.get(number).map(|g| g.players().collect()).unwrap_or_default();
    for id in players {
        out.send(id, notice.clone());
    }
    send_to_observers(games, out, number, notice);
}

/// The game that a player plays; else reports that there is none.
pub(crate) fn own_game(players: &Players, out: &mut Outbox, who: PlayerId) -> Option<GameNumber> {
    match players.activity(who) {
        Activity::Playing(number) => Some(number),
        Activity::Free | Activity::Examining(_) => {
            out.send(who, GameNotice::NotPlaying);
            None
        }
    }
}
