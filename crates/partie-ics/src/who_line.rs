//! A player as programs and lists show them: sign, titles and ratings.

use partie_wire::{
    notice::who::{Certainty, WhoLine},
    style12::Rating,
    variables::Variable,
};

use crate::{
    category::Category,
    ids::PlayerId,
    players::{
        Players,
        player::{Activity, IDLE, Player},
    },
    time::Tick,
};

/// The sign before a player's name in lists.
pub(crate) fn sign(now: Tick, player: &Player) -> char {
    let Some(online) = &player.online else { return ' ' };
    match online.activity {
        Activity::Playing(_) if !online.simul.is_empty() => '~',
        Activity::Playing(_) => '^',
        Activity::Examining(_) => '#',
        Activity::Free if !online.variables.on(Variable::Open) => ':',
        Activity::Free if online.variables.on(Variable::Tourney) => '&',
        Activity::Free if now - online.active >= IDLE => '.',
        Activity::Free if online.variables.text(Variable::Busy).is_some() => '.',
        Activity::Free => ' ',
    }
}

/// A player's line for programs.
pub(crate) fn who_line(
    players: &Players,
    now: Tick,
    id: PlayerId,
    categories: &[Category],
) -> WhoLine {
    let Some(player) = players.get(id) else {
        return WhoLine { name: String::new(), sign: ' ', titles: 0, ratings: Vec::new() };
    };
    let rating = |category: &Category| {
        let rating = players.shown_rating(now, id, *category);
        let certainty = match rating {
            Rating::Settled(_) => Certainty::Established,
            Rating::Estimated(_) => Certainty::Estimated,
            _ => Certainty::Provisional,
        };
        (rating.number().unwrap_or_default(), certainty)
    };
    WhoLine {
        name: player.name().to_owned(),
        sign: sign(now, player),
        titles: player.titles().bits(),
        ratings: categories.iter().map(rating).collect(),
    }
}
