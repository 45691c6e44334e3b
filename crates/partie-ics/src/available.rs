//! Availability for matches, announced to players with `set availinfo 1`.

use partie_wire::{notice::lists::ListNotice, style12::Rating, variables::Variable};

use crate::{audience::News, category::Category, ids::PlayerId, state::State};

/// Announces the players who have become available, or unavailable, by a change noted for them.
pub(crate) fn announce_availability(state: &mut State) {
    for who in state.players.take_moved() {
        let available = state.players.is_available(who);
        let Some(online) = state.players.online_state_mut(who) else { continue };
        if std::mem::replace(&mut online.available, available) != available {
            announce_availability_of(state, who, available);
        }
    }
}

fn announce_availability_of(state: &mut State, who: PlayerId, available: bool) {
    let Some(player) = state.players.get(who) else { return };
    let name = player.titled();
    // The certainty of a rating is not part of this line.
    let rating = |category| {
        let shown = state.players.shown_rating(state.out.now, who, category);
        shown.number().map_or(shown, Rating::Settled)
    };
    let notice = if available {
        ListNotice::Available {
            name,
            blitz: rating(Category::Blitz),
            standard: rating(Category::Standard),
            wild: rating(Category::Wild),
            lightning: rating(Category::Lightning),
            bughouse: rating(Category::Bughouse),
        }
    } else {
        ListNotice::NotAvailable { name }
    };
    let strength = state.players.rating_number(state.out.now, who, Category::Blitz);
    let hearers = state
        .players
        .audience()
        .of(News::Availability)
        .filter_map(|id| state.players.get(id).filter(|p| p.id != who))
        .filter(|p| {
            let limit = |variable| p.variables().number(variable);
            let (least, most) = (limit(Variable::Availmin), limit(Variable::Availmax));
            strength >= least && (most == 0 || strength <= most)
        })
        .map(|p| p.id);
    state.out.send_all(hearers, notice);
}
