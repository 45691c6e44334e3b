//! Interrupted games that are to go on, or not; ends that are a gift.

use partie_core::{Color, Outcome};
use partie_wire::{
    command::matching::Wanted,
    notice::{ending::Ending, interrupted::InterruptedNotice, offer::OfferNotice},
};

use crate::{
    command::matching,
    game::{adjourn, adjourned, end, own},
    ids::AdjournedId,
    players::NameMatch,
    state::State,
    time::Span,
};

/// `resume`: the match that lets an adjourned game go on.
pub(crate) fn ask_to_resume(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let name = if let Some(player) = player {
        let Some((_, name)) = interrupted_with(state, player) else { return };
        name
    } else {
        let mut names = state.adjourned.opponents_on(&state.players, who);
        match (names.pop(), names.is_empty()) {
            (Some(name), true) => name,
            (Some(name), false) => {
                names.push(name);
                let names = names.join(" ");
                return state.out.reply(InterruptedNotice::Which { names });
            }
            (None, _) if state.adjourned.of_player(&state.players, who).next().is_none() => {
                return state.out.reply(InterruptedNotice::None);
            }
            (None, _) => return state.out.reply(InterruptedNotice::NobodyOn),
        }
    };
    matching::propose(state, who, &name, &Wanted::default());
}

/// The adjourned game of a player and another, who need not be online; else reports that
/// there is none.
fn interrupted_with(state: &mut State, player: &str) -> Option<(AdjournedId, String)> {
    let who = state.out.who;
    let State { players, adjourned, .. } = state;
    let opponents: Vec<(AdjournedId, String)> = adjourned
        .of_player(players, who)
        .map(|g| (g.id, adjourned::opponent_in(players, who, g)))
        .collect();
    let keys: Vec<String> = opponents.iter().map(|(_, n)| n.to_ascii_lowercase()).collect();
    let NameMatch::One(other) = players.match_name(player, |p| keys.contains(&p.account.key()))
    else {
        state.out.reply(InterruptedNotice::NoneWith { who: player.into() });
        return None;
    };
    let name = players.name(other);
    opponents.into_iter().find(|(_, n)| n.eq_ignore_ascii_case(&name))
}

/// `resign` with a name.
pub(crate) fn resign_interrupted(state: &mut State, player: &str) {
    let Some((id, opponent)) = interrupted_with(state, player) else { return };
    let Some(game) = state.adjourned.get(id) else { return };
    let key = opponent.to_ascii_lowercase();
    let winner = if game.keys.white == key { Color::White } else { Color::Black };
    let ending = Ending::Resigns { loser: state.players.name(state.out.who).into() };
    adjourn::end_interrupted(state, id, Outcome::Win(winner), ending);
}

/// `courtesyabort` with a name: a game that the opponent left.
pub(crate) fn abort_interrupted(state: &mut State, player: &str) {
    let who = state.out.who;
    let Some((id, opponent)) = interrupted_with(state, player) else { return };
    let left = state.adjourned.get(id).is_some_and(|game| match &game.ending {
        Ending::LostAdjourned { who } => who.0.eq_ignore_ascii_case(&opponent),
        _ => false,
    });
    if !left {
        return state.out.reply(InterruptedNotice::NotLeft { who: opponent.into() });
    }
    let by = state.players.name(who).into();
    adjourn::end_interrupted(state, id, Outcome::Unknown, Ending::CourtesyAborted { by });
}

/// `courtesyabort` and `courtesyadjourn`: an opponent who is away, or out of time,
/// is spared.
pub(crate) fn courtesy(state: &mut State, adjourn: bool) {
    let Some((number, opponent)) = own::own_opponent(state) else { return };
    let Some(game) = state.games.get(number) else { return };
    let late = !game.clock.is_untimed()
        && game.color_of(opponent).is_some_and(|c| game.clock.left(c, state.out.now) <= Span::ZERO);
    let away = state.players.online_state(opponent).is_some_and(|p| p.session.is_none());
    let by = state.players.name(state.out.who).into();
    if !late && !away {
        let who_is = state.players.name(opponent).into();
        state.out.reply(InterruptedNotice::NoCourtesy { who: who_is });
    } else if !adjourn {
        end::end(state, number, Outcome::Unknown, Ending::CourtesyAborted { by });
    } else if game.partner.is_some() {
        state.out.reply(OfferNotice::CannotAdjournBughouse);
    } else if !adjourn::can_adjourn(state, number) {
        state.out.reply(OfferNotice::CannotAdjourn);
    } else {
        adjourn::adjourn(state, number, Ending::CourtesyAdjourned { by });
    }
}
