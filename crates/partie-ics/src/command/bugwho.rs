//! `bugwho`: the games, partnerships and players of bughouse.

use partie_wire::{
    command::matching::BugParts,
    fields::Titled,
    notice::bugwho::{BugPlayer, Bugwho},
    variables::Variable,
};

use crate::{
    category::Category,
    command::listing,
    ids::PlayerId,
    players::{Players, player::Activity},
    state::State,
    time::Tick,
};

/// `bugwho`.
pub(crate) fn bugwho(state: &mut State, parts: BugParts) {
    let boards = parts.games.then(|| {
        let first = state.games.iter().filter(|g| g.partner.is_some_and(|p| p > g.number));
        first
            .filter_map(|game| {
                let other = state.games.get(game.partner?)?;
                Some([
                    listing::row(&state.games, state.out.now, game),
                    listing::row(&state.games, state.out.now, other),
                ])
            })
            .collect()
    });
    let online: Vec<PlayerId> = state.players.online().map(|p| p.id).collect();
    let partners = parts.partners.then(|| {
        let mut pairs = Vec::new();
        for one in &online {
            if let Some(other) = state.players.partner_of(*one)
                && *one < other
                && !(plays_bughouse(state, *one) && plays_bughouse(state, other))
            {
                pairs.push([
                    bug_player(&state.players, state.out.now, *one),
                    bug_player(&state.players, state.out.now, other),
                ]);
            }
        }
        pairs
    });
    let unpartnered = parts.unpartnered.then(|| {
        let open = online
            .iter()
            .filter(|id| {
                state.players.wants(**id, Variable::Bugopen)
                    && state.players.partner_of(**id).is_none()
            })
            .map(|id| bug_player(&state.players, state.out.now, *id))
            .collect();
        (open, online.len())
    });
    state.out.reply(Bugwho { games: boards, partners, unpartnered });
}

fn plays_bughouse(state: &State, who: PlayerId) -> bool {
    match state.players.activity(who) {
        Activity::Playing(number) => state.games.get(number).is_some_and(|g| g.partner.is_some()),
        Activity::Free | Activity::Examining(_) => false,
    }
}

fn bug_player(players: &Players, now: Tick, who: PlayerId) -> BugPlayer {
    let sign = match players.activity(who) {
        Activity::Playing(_) => '^',
        Activity::Examining(_) => '#',
        Activity::Free if !players.wants(who, Variable::Open) => ':',
        Activity::Free => ' ',
    };
    let titles = players.get(who).map(|p| p.titled().titles).unwrap_or_default();
    let name = Titled { name: players.name(who), titles };
    BugPlayer { rating: players.shown_rating(now, who, Category::Bughouse), sign, name }
}
