//! Requests between the players of a game: a draw, an end without a result, an
//! adjournment, taking moves back, changing sides, pausing the clocks, more time.

use partie_core::Outcome;
use partie_wire::{
    fields::{Name, Seconds},
    notice::{ending::Ending, game::GameNotice, offer::OfferNotice},
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    accept,
    clock::Flag,
    draw_claims,
    game::{adjourn, end, own},
    ids::{GameNumber, PlayerId},
    offer::OfferContent,
    state::State,
    time::Span,
};

/// The most seconds that one may give at once.
const MOST_MORETIME: u32 = 600;

/// `draw`: a claim, an agreement, or an offer.
pub(crate) fn draw(state: &mut State) {
    let Some((number, _)) = own::own_opponent(state) else { return };
    let Some(game) = state.games.get(number) else { return };
    // In bughouse the other board goes on, and positions do not recur.
    if let Some(claim) = draw_claims::draw(&game.history).filter(|_| game.partner.is_none()) {
        return end::end_by_rules(state, number, Outcome::Draw, &claim);
    }
    ask(state, OfferKind::Draw);
}

/// `abort`: at once before both have moved, or if only the opponent is out of time;
/// else both have to agree.
pub(crate) fn abort(state: &mut State) {
    let who = state.out.who;
    let Some(number) = own::own_game(state) else { return };
    let Some(game) = state.games.get(number) else { return };
    if game.line.len() < 2 {
        return end::end(state, number, Outcome::Unknown, Ending::AbortedOnMove1);
    }
    let opponent = game.color_of(who).map(|color| !color);
    if matches!(game.clock.flag(state.out.now), Flag::One(late) if Some(late) == opponent) {
        let by = state.players.name(who).into();
        return end::end(state, number, Outcome::Unknown, Ending::CourtesyAborted { by });
    }
    ask(state, OfferKind::Abort);
}

/// `adjourn`: both have accounts, and agree.
pub(crate) fn ask_to_adjourn(state: &mut State) {
    let Some(number) = own::own_game(state) else { return };
    if state.games.is_bughouse(number) {
        state.out.reply(OfferNotice::CannotAdjournBughouse);
    } else if !adjourn::can_adjourn(state, number) {
        state.out.reply(OfferNotice::CannotAdjourn);
    } else {
        ask(state, OfferKind::Adjourn);
    }
}

/// `switch`: other sides.
pub(crate) fn ask_to_switch(state: &mut State) {
    let Some(number) = own::own_game(state) else { return };
    if state.games.is_bughouse(number) {
        state.out.reply(OfferNotice::CannotSwitchBughouse);
    } else {
        ask(state, OfferKind::Switch);
    }
}

/// `pause` and `unpause`.
pub(crate) fn ask_to_pause(state: &mut State, kind: OfferKind) {
    let Some(number) = own::own_game(state) else { return };
    let Some(game) = state.games.get(number) else { return };
    let paused = game.clock.is_paused();
    let refusal = match kind {
        OfferKind::Unpause => (!paused).then_some(OfferNotice::NotPaused),
        _ if game.clock.is_untimed() => Some(OfferNotice::UntimedPause),
        _ if paused => Some(OfferNotice::AlreadyPaused),
        _ if game.line.len() < 2 => Some(OfferNotice::EarlyPause),
        _ => None,
    };
    match refusal {
        Some(notice) => state.out.reply(notice),
        None => ask(state, kind),
    }
}

/// Asks the opponent; if they have asked the same, both agree.
fn ask(state: &mut State, kind: OfferKind) {
    let who = state.out.who;
    if let Some((number, opponent)) = own::own_opponent(state) {
        ask_at(state, number, who, opponent, kind);
    }
}

/// The same at a board that need not be the one at which one stands.
pub(crate) fn ask_at(
    state: &mut State,
    number: GameNumber,
    who: PlayerId,
    opponent: PlayerId,
    kind: OfferKind,
) {
    if let Some(index) = state.offers.between(opponent, who, kind).map(|o| o.index) {
        return accept::accept(state, index);
    }
    if state.offers.between(who, opponent, kind).is_some() {
        return state.out.send(who, OfferNotice::AlreadyOffered { what: kind });
    }
    let from: Name = state.players.name(who).into();
    let game = number.0;
    macro_rules! notices {
        ($($kind:ident: $sent:ident, $wanted:ident, $seen:ident;)*) => {
            match kind {
                $(OfferKind::$kind => (
                    OfferNotice::$sent,
                    OfferNotice::$wanted { from: from.clone() },
                    OfferNotice::$seen { game, from },
                ),)*
                // These have parameters, or no game.
                OfferKind::Takeback | OfferKind::Match | OfferKind::Partner | OfferKind::Simul => return,
            }
        };
    }
    let (sent, wanted, seen) = notices! {
        Draw: DrawSent, DrawOffered, DrawSeen;
        Abort: AbortSent, AbortWanted, AbortSeen;
        Adjourn: AdjournSent, AdjournWanted, AdjournSeen;
        Switch: SwitchSent, SwitchWanted, SwitchSeen;
        Pause: PauseSent, PauseWanted, PauseSeen;
        Unpause: UnpauseSent, UnpauseWanted, UnpauseSeen;
    };
    state.out.send(who, sent);
    state.out.send(opponent, wanted);
    own::send_to_observers(state, number, &seen.into());
    state.offers.make(&state.players, &mut state.out, who, opponent, OfferContent::Plain(kind));
}

/// `takeback`.
pub(crate) fn ask_to_take_back(state: &mut State, plies: u32) {
    let who = state.out.who;
    let Some((number, opponent)) = own::own_opponent(state) else { return };
    let played = state.games.get(number).map_or(0, |g| g.line.len());
    let opponents = state.players.name(opponent);
    let refusal = if state.games.is_bughouse(number) {
        Some(OfferNotice::CannotTakeBackBughouse)
    } else if played == 0 || plies == 0 {
        Some(OfferNotice::NoPlies)
    } else if plies as usize > played {
        Some(OfferNotice::TooFewPlies { played: played as u32 })
    } else if state.players.wants(opponent, Variable::Notakeback) {
        Some(OfferNotice::NoTakebacks { who: opponents.into() })
    } else {
        None
    };
    if let Some(notice) = refusal {
        return state.out.reply(notice);
    }
    let asked = |offer: &crate::offer::Offer| match offer.content {
        OfferContent::Takeback(n) => Some((offer.index, n)),
        OfferContent::Match(_) | OfferContent::Simul { .. } | OfferContent::Plain(_) => None,
    };
    let kind = OfferKind::Takeback;
    let theirs = state.offers.between(opponent, who, kind).and_then(asked);
    let mine = state.offers.between(who, opponent, kind).and_then(asked);
    let from: Name = state.players.name(who).into();
    match (theirs, mine) {
        (Some((index, n)), _) if n == plies => return accept::accept(state, index),
        (Some((index, _)), _) => {
            state.offers.discard(&mut state.out, index);
            state.out.reply(OfferNotice::TakebackDiffers);
            state.out.send(opponent, OfferNotice::TakebackInstead { from: from.clone(), plies });
        }
        (None, Some((_, n))) if n == plies => {
            return state.out.reply(OfferNotice::AlreadyOffered { what: kind });
        }
        (None, mine) => {
            if let Some((index, _)) = mine {
                state.offers.discard(&mut state.out, index);
            }
            state.out.reply(OfferNotice::TakebackSent);
            state.out.send(opponent, OfferNotice::TakebackWanted { from: from.clone(), plies });
        }
    }
    let seen = OfferNotice::TakebackSeen { game: number.0, from, plies };
    own::send_to_observers(state, number, &seen.into());
    state.offers.make(&state.players, &mut state.out, who, opponent, OfferContent::Takeback(plies));
}

/// `moretime`.
pub(crate) fn give_time(state: &mut State, seconds: u32) {
    let Some((number, opponent)) = own::own_opponent(state) else { return };
    if !(1..=MOST_MORETIME).contains(&seconds) {
        return state.out.reply(OfferNotice::MoretimeLimit);
    }
    let Some(game) = state.games.get_mut(number) else { return };
    let Some(color) = game.color_of(opponent) else { return };
    if game.clock.give(color, Span::seconds(i64::from(seconds))) == Span::ZERO {
        return state.out.reply(OfferNotice::UntimedMoretime);
    }
    let seconds = Seconds(seconds as usize);
    state.out.reply(GameNotice::TimeAdded { seconds });
    state.out.send(opponent, GameNotice::TimeGot { seconds });
    let seen = OfferNotice::TimeAddedSeen {
        game: number.0,
        who: state.players.name(state.out.who).into(),
        seconds,
    };
    own::send_to_observers(state, number, &seen.into());
}
