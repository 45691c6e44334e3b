//! Observing games.

use partie_wire::{
    notice::watch::{InfoNotice, WatchNotice},
    style12::GameInfo,
    variables::Variable,
};

use crate::{
    game::{board, gnotify, model::Game},
    ids::{GameNumber, PlayerId},
    players::{find, player::Activity},
    state::State,
};

/// Maximum number of games to observe at once.
const MOST: usize = 30;

/// The game of a number or a player; else reports that there is none.
pub(crate) fn find_game(state: &mut State, word: &str) -> Option<GameNumber> {
    let who = state.out.who;
    if let Ok(number) = word.parse() {
        let number = GameNumber(number);
        if state.games.get(number).is_none() {
            state.out.reply(WatchNotice::NoSuchGame);
            return None;
        }
        return Some(number);
    }
    let player = find::find_online(state, who, word)?;
    let number = state.players.activity(player).game();
    if number.is_none() {
        state.out.reply(WatchNotice::NotInGame { who: state.players.name(player).into() });
    }
    number
}

/// The game that is meant: the named one; else the player's own, else the first that they
/// observe.
pub(crate) fn meant_game(state: &mut State, word: Option<&str>) -> Option<GameNumber> {
    if let Some(word) = word {
        return find_game(state, word);
    }
    let number = state.players.game_around(state.out.who);
    if number.is_none() {
        state.out.reply(WatchNotice::NoGame);
    }
    number
}

/// Finds the game that a word names, or by default the player's own, if they may see it.
pub(crate) fn seen_game(state: &mut State, word: Option<&str>) -> Option<GameNumber> {
    let who = state.out.who;
    let number = meant_game(state, word)?;
    may_see(state, who, number).then_some(number)
}

/// Shows the best game of a kind to players who follow such games and watch none.
pub(crate) fn watch_best(state: &mut State) {
    let waiting: Vec<(PlayerId, String)> = state
        .players
        .online()
        .filter_map(|p| Some((p.id, p.online.as_ref()?)))
        .filter(|(_, online)| online.activity == Activity::Free)
        .filter_map(|(id, online)| {
            let letters = online.best.clone()?;
            let fits = |game: &Game| letters.is_empty() || letters.contains(game.letter());
            let watches = online.observing.iter().filter_map(|n| state.games.get(*n)).any(fits);
            (!watches).then_some((id, letters))
        })
        .collect();
    for (id, letters) in waiting {
        if let Some(number) = state.games.best_game(id, &letters) {
            observe(state, id, number);
        }
    }
}

/// Returns true if a game's board may be shown to a player.
pub(crate) fn may_see(state: &mut State, who: PlayerId, number: GameNumber) -> bool {
    let Some(game) = state.games.get(number) else { return false };
    let partners = game.partner.and_then(|p| state.games.get(p));
    let inside = game.color_of(who).is_some()
        || game.examiners().contains(&who)
        || partners.is_some_and(|p| p.color_of(who).is_some());
    if game.terms.private && !inside {
        state.out.send(who, WatchNotice::PrivateGame { game: number.0 });
        return false;
    }
    true
}

/// Starts observing a game.
pub(crate) fn observe(state: &mut State, who: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    if game.color_of(who).is_some() {
        return state.out.send(who, WatchNotice::OwnGame);
    }
    if game.examiners().contains(&who) {
        return state.out.send(who, WatchNotice::OwnExamination);
    }
    if game.observers.contains(&who) {
        return state.out.send(who, WatchNotice::AlreadyObserving { game: number.0 });
    }
    if !may_see(state, who, number) {
        return;
    }
    if state.players.has_one_board(who) {
        let others =
            state.players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
        for other in others {
            unobserve(state, who, other);
        }
    }
    if state.players.online_state(who).is_some_and(|p| p.observing.len() >= MOST) {
        return state.out.send(who, WatchNotice::TooMany { most: MOST as u32 });
    }
    if let Some(game) = state.games.get_mut(number) {
        game.observers.push(who);
    }
    state.players.change_online(who, |online| online.observing.push(number));
    state.out.send(who, WatchNotice::NowObserving { game: number.0 });
    send_game_line(state, who, number);
    send_game_info(state, who, number);
    board::show_board(state, number, who, true);
}

/// Players, ratings and terms, before a board.
pub(crate) fn send_game_line(state: &mut State, who: PlayerId, number: GameNumber) {
    if let Some(game) = state.games.get(number) {
        let line = WatchNotice::Line { game: number.0, players: game.as_match() };
        state.out.send(who, line);
    }
}

/// The facts of a game, for interfaces.
pub(crate) fn send_game_info(state: &mut State, who: PlayerId, number: GameNumber) {
    let Some(game) = state.games.get(number) else { return };
    let unregistered = game
        .sides
        .as_ref()
        .map(|s| s.player.and_then(|p| state.players.get(p)).is_some_and(|p| !p.registered));
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
    state.out.send(who, InfoNotice(info));
}

/// Stops observing a game. Returns true if it was observed.
pub(crate) fn unobserve(state: &mut State, who: PlayerId, number: GameNumber) -> bool {
    if let Some(game) = state.games.get_mut(number) {
        game.observers.retain(|id| *id != who);
    }
    let Some(online) = state.players.online_state_mut(who) else { return false };
    let before = online.observing.len();
    online.observing.retain(|n| *n != number);
    let did = online.observing.len() < before;
    if did {
        state.out.begin_event(who);
        state.out.send(who, WatchNotice::Removed { game: number.0 });
    }
    did
}

/// A game has begun, or goes on: its players watch no other (unless they want to), and
/// who follows them watches it.
pub(crate) fn game_began(state: &mut State, number: GameNumber) {
    gnotify::announce_game(state, number);
    let Some(game) = state.games.get(number) else { return };
    let ids: Vec<PlayerId> = game.players().collect();
    let beside: Vec<PlayerId> = match game.partner.and_then(|p| state.games.get(p)) {
        // White here and Black there are partners.
        Some(other) => {
            [other.sides.black.player, other.sides.white.player].into_iter().flatten().collect()
        }
        None => Vec::new(),
    };
    for id in &ids {
        stop_observing_for(state, *id, true);
    }
    let followers: Vec<(PlayerId, PlayerId)> = state
        .players
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
        let private = state.games.get(number).is_some_and(|g| g.terms.private);
        if private {
            continue;
        }
        let opponent = ids.iter().find(|p| **p != followed).copied().unwrap_or(followed);
        let (who, opponent) =
            (state.players.name(followed).into(), state.players.name(opponent).into());
        state.out.send(id, WatchNotice::FollowedStarts { who, opponent });
        observe(state, id, number);
    }
    watch_best(state);
}

/// Stops observing when a player begins to play or examine, unless they want to continue
/// (`set unobserve`).
pub(crate) fn stop_observing_for(state: &mut State, who: PlayerId, playing: bool) {
    let value = state.players.variables(who).map_or(1, |v| v.number(Variable::Unobserve));
    let keeps = value == 3 || value == if playing { 2 } else { 1 };
    if keeps && !state.players.has_one_board(who) {
        return;
    }
    let all = state.players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
    for number in all {
        unobserve(state, who, number);
    }
}
