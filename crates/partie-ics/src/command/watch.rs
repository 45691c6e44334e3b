//! Watching: the boards that a player sees, and the observers of their own.

use partie_wire::{
    command::watch::WatchCommand,
    fields::{self, Titled},
    notice::watch::{ObserversNotice, WatchNotice},
    style12::Relation,
};

use crate::{
    command::listing,
    game::{board, observe},
    ids::{GameNumber, PlayerId},
    players::{
        find,
        player::{Activity, Following},
    },
    state::State,
};

pub(crate) fn watch_command(state: &mut State, command: WatchCommand) {
    let who = state.out.who;
    match command {
        WatchCommand::Observe(words) if words.is_empty() => list_observed(state),
        WatchCommand::Observe(words) => {
            for word in words {
                if let Some(number) = game_to_observe(state, &word) {
                    observe::observe(state, who, number);
                }
            }
        }
        WatchCommand::Unobserve(game) => unobserve_typed(state, game.as_deref()),
        WatchCommand::Pobserve(game) => {
            if let Some(number) = partners_game(state, game.as_deref()) {
                observe::observe(state, who, number);
            }
        }
        WatchCommand::Allobservers(game) => allobservers(state, game.as_deref()),
        WatchCommand::Follow(player) => follow(state, who, player.as_deref(), false),
        WatchCommand::Pfollow(player) => follow(state, who, player.as_deref(), true),
        WatchCommand::Unfollow => follow(state, who, None, false),
        WatchCommand::Primary(game) => primary(state, game.as_deref()),
        WatchCommand::Refresh(game) => {
            if let Some(number) = observe::meant_game(state, game.as_deref()) {
                refresh(state, number);
            }
        }
        WatchCommand::Prefresh => {
            if let Some(number) = partners_game(state, None) {
                refresh(state, number);
            }
        }
        WatchCommand::Games(which) => listing::games_table(state, which.as_deref()),
        WatchCommand::Ginfo(game) => listing::ginfo(state, game.as_deref()),
        WatchCommand::Eco(what) => listing::eco(state, &what),
    }
}

/// As [`observe::find_game`], and `/b`: the best game of a kind, by the sum of ratings.
fn game_to_observe(state: &mut State, word: &str) -> Option<GameNumber> {
    let Some(letters) = word.strip_prefix('/') else {
        return observe::find_game(state, word);
    };
    let best = state.games.best_game(state.out.who, letters);
    if best.is_none() {
        state.out.reply(WatchNotice::NoSuchGame);
    }
    best
}

fn unobserve_typed(state: &mut State, word: Option<&str>) {
    let who = state.out.who;
    let Some(word) = word else {
        let all = state.players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
        if all.is_empty() {
            state.out.reply(WatchNotice::ObservingNone);
        }
        for number in all {
            observe::unobserve(state, who, number);
        }
        return;
    };
    if let Some(number) = observe::find_game(state, word)
        && !observe::unobserve(state, who, number)
    {
        state.out.reply(WatchNotice::NotObservingThis { game: number.0 });
    }
}

fn list_observed(state: &mut State) {
    let all =
        state.players.online_state(state.out.who).map(|p| p.observing.clone()).unwrap_or_default();
    if all.is_empty() {
        return state.out.reply(WatchNotice::ObservingNone);
    }
    let games = all.iter().map(|n| n.0.to_string()).collect::<Vec<_>>().join(" ");
    state.out.reply(WatchNotice::ObservingThese { games });
}

/// The game on the other board of bughouse.
fn partners_game(state: &mut State, word: Option<&str>) -> Option<GameNumber> {
    let who = state.out.who;
    let number = match word {
        Some(word) => observe::find_game(state, word)?,
        None => match state.players.activity(who) {
            Activity::Playing(number) => number,
            Activity::Examining(_) | Activity::Free => {
                state.out.reply(WatchNotice::NoOwnPartnerGame);
                return None;
            }
        },
    };
    let partner = state.games.get(number).and_then(|g| g.partner);
    if partner.is_none() {
        let notice = match word.filter(|w| w.parse::<u32>().is_err()) {
            Some(word) => match find::find_online(state, who, word) {
                Some(id) => WatchNotice::NoPartnerGame { who: state.players.name(id).into() },
                None => return None,
            },
            None => WatchNotice::NoOwnPartnerGame,
        };
        state.out.reply(notice);
    }
    partner
}

pub(crate) fn follow(state: &mut State, who: PlayerId, player: Option<&str>, partner: bool) {
    let Some(online) = state.players.online_state_mut(who) else { return };
    let Some(player) = player else {
        let (followed, best) = (online.following.take(), online.best.take());
        // A guest who has left is followed no more.
        let followed = followed.is_some_and(|f| state.players.get(f.whom).is_some());
        let notice = if followed || best.is_some() {
            WatchNotice::NotFollowing
        } else {
            WatchNotice::WasNotFollowing
        };
        return state.out.send(who, notice);
    };
    if let Some(letters) = player.strip_prefix('/') {
        online.following = None;
        online.best = Some(letters.to_owned());
        state.out.send(who, WatchNotice::FollowingBest);
        observe::watch_best(state);
        return;
    }
    let Some(whom) = find::find_online(state, who, player) else { return };
    if whom == who && !partner {
        return state.out.send(who, WatchNotice::FollowSelf);
    }
    if let Some(online) = state.players.online_state_mut(who) {
        online.best = None;
        online.following = Some(Following { whom, partner });
    }
    let name = state.players.name(whom).into();
    state.out.send(
        who,
        if partner {
            WatchNotice::FollowingPartner { who: name }
        } else {
            WatchNotice::Following { who: name }
        },
    );
    // The current game is shown at once.
    let Activity::Playing(number) = state.players.activity(whom) else { return };
    let wanted =
        if partner { state.games.get(number).and_then(|g| g.partner) } else { Some(number) };
    if let Some(number) = wanted
        && state.games.get(number).is_some_and(|g| !g.observers.contains(&who))
    {
        observe::observe(state, who, number);
    }
}

/// Makes a game the first of the player's observed games. The answer has no board, which an
/// interface would take for a move.
fn primary(state: &mut State, word: Option<&str>) {
    let Some(number) = observe::meant_game(state, word) else { return };
    let Some(online) = state.players.online_state_mut(state.out.who) else { return };
    let game = number.0;
    let notice = match online.observing.iter().position(|n| *n == number) {
        None => WatchNotice::NotObservingThis { game },
        Some(0) => WatchNotice::AlreadyPrimary { game },
        Some(at) => {
            online.observing[..=at].rotate_right(1);
            WatchNotice::Primary { game }
        }
    };
    state.out.reply(notice);
}

/// Sends the board of a game again; to a player outside of the game, as a separate board.
fn refresh(state: &mut State, number: GameNumber) {
    let who = state.out.who;
    if !observe::may_see(state, who, number) {
        return;
    }
    let Some(game) = state.games.get(number) else { return };
    let concerned = game.color_of(who).is_some()
        || game.examiners().contains(&who)
        || game.observers.contains(&who);
    observe::send_game_line(state, who, number);
    if concerned {
        board::show_board(state, number, who, true);
    } else {
        board::show_board_as(state, number, who, Relation::Isolated);
    }
}

/// Lists the observers of games.
fn allobservers(state: &mut State, word: Option<&str>) {
    if let Some(word) = word {
        let Some(number) = observe::find_game(state, word) else { return };
        match observers_of(state, number) {
            Some(notice) => state.out.reply(notice),
            None => state.out.reply(WatchNotice::NobodyWatches { game: number.0 }),
        }
        return;
    }
    let numbers: Vec<GameNumber> = state.games.iter().map(|g| g.number).collect();
    let of = numbers.len() as u32;
    let all: Vec<ObserversNotice> =
        numbers.into_iter().filter_map(|number| observers_of(state, number)).collect();
    if all.is_empty() {
        return state.out.reply(WatchNotice::NobodyWatchesAny);
    }
    let shown = fields::Games(all.len());
    for notice in all {
        state.out.reply(notice);
    }
    state.out.reply(WatchNotice::ObserversShown { shown, of });
}

fn observers_of(state: &State, number: GameNumber) -> Option<ObserversNotice> {
    let game = state.games.get(number)?;
    let titled = |ids: &[PlayerId]| -> Vec<Titled> {
        ids.iter()
            .filter_map(|id| state.players.get(*id))
            .map(crate::players::player::Player::titled)
            .collect()
    };
    let (examiners, observers) = (titled(game.examiners()), titled(&game.observers));
    if examiners.is_empty() && observers.is_empty() {
        return None;
    }
    let scratch = game.examination().is_some_and(|e| e.scratch);
    let names = game.sides.as_ref().map(|s| s.name.clone());
    let names = (!scratch).then_some((names.white, names.black));
    Some(ObserversNotice { game: number.0, players: names, examiners, observers })
}
