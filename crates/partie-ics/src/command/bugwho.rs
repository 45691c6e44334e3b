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
    game::model::Games,
    ids::PlayerId,
    outbox::Outbox,
    players::{Players, player::Activity},
    time::Tick,
};

/// `bugwho`.
pub(crate) fn bugwho(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    who: PlayerId,
    parts: BugParts,
) {
    let boards = parts.games.then(|| {
        let first = games.iter().filter(|g| g.partner.is_some_and(|p| p > g.number));
        first
            .filter_map(|game| {
                let other = games.get(game.partner?)?;
                Some([listing::row(games, out.now, game), listing::row(games, out.now, other)])
            })
            .collect()
    });
    let online: Vec<PlayerId> = players.online().map(|p| p.id).collect();
    let partners = parts.partners.then(|| {
        let mut pairs = Vec::new();
        for one in &online {
            if let Some(other) = players.partner_of(*one)
                && *one < other
                && !(plays_bughouse(players, games, *one) && plays_bughouse(players, games, other))
            {
                pairs.push([
                    bug_player(players, out.now, *one),
                    bug_player(players, out.now, other),
                ]);
            }
        }
        pairs
    });
    let unpartnered = parts.unpartnered.then(|| {
        let open = online
            .iter()
            .filter(|id| {
                players.wants(**id, Variable::Bugopen) && players.partner_of(**id).is_none()
            })
            .map(|id| bug_player(players, out.now, *id))
            .collect();
        (open, online.len())
    });
    out.send(who, Bugwho { games: boards, partners, unpartnered });
}

fn plays_bughouse(players: &Players, games: &Games, who: PlayerId) -> bool {
    match players.activity(who) {
        Activity::Playing(number) => games.get(number).is_some_and(|g| g.partner.is_some()),
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
