//! Observing games.

use partie_wire::{
    notice::watch::{InfoNotice, WatchNotice},
    style12::GameInfo,
    variables::Variable,
};

use crate::{
    game::{
        board, gnotify,
        model::{Game, Games},
    },
    ids::{GameNumber, PlayerId},
    outbox::Outbox,
    players::{Players, find, player::Activity},
};

/// Maximum number of games to observe at once.
const MOST: usize = 30;

/// The game of a number or a player; else reports that there is none.
pub(crate) fn find_game(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    asker: PlayerId,
    word: &str,
) -> Option<GameNumber> {
    if let Ok(number) = word.parse() {
        let number = GameNumber(number);
        if games.get(number).is_none() {
            out.send(asker, WatchNotice::NoSuchGame);
            return None;
        }
        return Some(number);
    }
    let player = find::find_online(players, out, asker, word)?;
    let number = players.activity(player).game();
    if number.is_none() {
        out.send(asker, WatchNotice::NotInGame { who: players.name(player).into() });
    }
    number
}

/// The game that is meant: the named one; else the player's own, else the first that they
/// observe.
pub(crate) fn meant_game(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    asker: PlayerId,
    word: Option<&str>,
) -> Option<GameNumber> {
    if let Some(word) = word {
        return find_game(players, games, out, asker, word);
    }
    let number = players.game_around(asker);
    if number.is_none() {
        out.send(asker, WatchNotice::NoGame);
    }
    number
}

/// The game that a word means, or without one that of the player, if they may see it.
pub(crate) fn seen_game<'g>(
    players: &Players,
    games: &'g Games,
    out: &mut Outbox,
    asker: PlayerId,
    word: Option<&str>,
) -> Option<&'g Game> {
    let number = meant_game(players, games, out, asker, word)?;
    if may_see(games, out, asker, number) { games.get(number) } else { None }
}

/// Those who follow the best games of a kind, and watch none now, watch one.
pub(crate) fn watch_best(players: &mut Players, games: &mut Games, out: &mut Outbox) {
    let waiting: Vec<(PlayerId, String)> = players
        .online()
        .filter_map(|p| Some((p.id, p.online.as_ref()?)))
        .filter(|(_, online)| online.activity == Activity::Free)
        .filter_map(|(id, online)| {
            let letters = online.best.clone()?;
            let fits = |game: &Game| letters.is_empty() || letters.contains(game.letter());
            let watches = online.observing.iter().filter_map(|n| games.get(*n)).any(fits);
            (!watches).then_some((id, letters))
        })
        .collect();
    for (id, letters) in waiting {
        if let Some(number) = games.best_game(id, &letters) {
            observe(players, games, out, id, number);
        }
    }
}

/// Returns true if a game's board may be shown to a player.
pub(crate) fn may_see(games: &Games, out: &mut Outbox, who: PlayerId, number: GameNumber) -> bool {
    let Some(game) = games.get(number) else { return false };
    let partners = game.partner.and_then(|p| games.get(p));
    let inside = game.color_of(who).is_some()
        || game.examiners().contains(&who)
        || partners.is_some_and(|p| p.color_of(who).is_some());
    if game.terms.private && !inside {
        out.send(who, WatchNotice::PrivateGame { game: number.0 });
        return false;
    }
    true
}

/// Starts observing a game.
pub(crate) fn observe(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get(number) else { return };
    if game.color_of(who).is_some() {
        return out.send(who, WatchNotice::OwnGame);
    }
    if game.examiners().contains(&who) {
        return out.send(who, WatchNotice::OwnExamination);
    }
    if game.observers.contains(&who) {
        return out.send(who, WatchNotice::AlreadyObserving { game: number.0 });
    }
    if !may_see(games, out, who, number) {
        return;
    }
    if players.has_one_board(who) {
        let others = players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
        for other in others {
            unobserve(players, games, out, who, other);
        }
    }
    if players.online_state(who).is_some_and(|p| p.observing.len() >= MOST) {
        return out.send(who, WatchNotice::TooMany { most: MOST as u32 });
    }
    if let Some(game) = games.get_mut(number) {
        game.observers.push(who);
    }
    players.change_online(who, |online| online.observing.push(number));
    out.send(who, WatchNotice::NowObserving { game: number.0 });
    send_game_line(games, out, who, number);
    send_game_info(players, games, out, who, number);
    board::show_board(games, out, number, who, true);
}

/// Players, ratings and terms, before a board.
pub(crate) fn send_game_line(games: &Games, out: &mut Outbox, who: PlayerId, number: GameNumber) {
    if let Some(game) = games.get(number) {
        let line = WatchNotice::Line { game: number.0, players: game.as_match() };
        out.send(who, line);
    }
}

/// The facts of a game, for interfaces.
pub(crate) fn send_game_info(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get(number) else { return };
    let unregistered = game
        .sides
        .as_ref()
        .map(|s| s.player.and_then(|p| players.get(p)).is_some_and(|p| !p.registered));
    let seconds = game.terms.controls.white.initial.whole_seconds();
    let time = (seconds, game.terms.increment());
    let info = GameInfo {
        game: number.0.into(),
        private: game.terms.private,
        kind: game.terms.name().to_owned(),
        rated: game.terms.rated,
        unregistered,
        time: partie_core::ByColor { white: time, black: time },
        partner: game.partner.map_or(0, |p| p.0.into()),
        ratings: game.sides.as_ref().map(|s| s.rating),
        timeseal: partie_core::ByColor { white: false, black: false },
        rest: "m=2 n=0".to_owned(),
    };
    out.send(who, InfoNotice(info));
}

/// Stops observing a game. Returns true if it was observed.
pub(crate) fn unobserve(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) -> bool {
    if let Some(game) = games.get_mut(number) {
        game.observers.retain(|id| *id != who);
    }
    let Some(online) = players.online_state_mut(who) else { return false };
    let before = online.observing.len();
    online.observing.retain(|n| *n != number);
    let did = online.observing.len() < before;
    if did {
        out.begin_event(who);
        out.send(who, WatchNotice::Removed { game: number.0 });
    }
    did
}

/// A game has begun, or goes on: its players watch no other (unless they want to), and
/// who follows them watches it.
pub(crate) fn game_began(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    number: GameNumber,
) {
    gnotify::announce_game(players, games, out, number);
    let Some(game) = games.get(number) else { return };
    let ids: Vec<PlayerId> = game.players().collect();
    let beside: Vec<PlayerId> = match game.partner.and_then(|p| games.get(p)) {
        // White here and Black there are partners.
        Some(other) => {
            [other.sides.black.player, other.sides.white.player].into_iter().flatten().collect()
        }
        None => Vec::new(),
    };
    for id in &ids {
        stop_observing_for(players, games, out, *id, true);
    }
    let followers: Vec<(PlayerId, PlayerId)> = players
        .online()
        .filter_map(|p| Some((p.id, p.online.as_ref()?.following?)))
        .filter_map(|(id, following)| {
            let among = if following.partner { &beside } else { &ids };
            let at = among.iter().position(|p| *p == following.whom)?;
            Some((id, *ids.get(at)?))
        })
        .filter(|(id, _)| !ids.contains(id))
        .collect();
    for (id, followed) in followers {
        let private = games.get(number).is_some_and(|g| g.terms.private);
        if private {
            continue;
        }
        let opponent = ids.iter().find(|p| **p != followed).copied().unwrap_or(followed);
        let (who, opponent) = (players.name(followed).into(), players.name(opponent).into());
        out.send(id, WatchNotice::FollowedStarts { who, opponent });
        observe(players, games, out, id, number);
    }
    watch_best(players, games, out);
}

/// Stops observing when a player begins to play or examine, unless they want to continue
/// (`set unobserve`).
pub(crate) fn stop_observing_for(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    playing: bool,
) {
    let value = players.variables(who).map_or(1, |v| v.number(Variable::Unobserve));
    let keeps = value == 3 || value == if playing { 2 } else { 1 };
    if keeps && !players.has_one_board(who) {
        return;
    }
    let all = players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
    for number in all {
        unobserve(players, games, out, who, number);
    }
}
