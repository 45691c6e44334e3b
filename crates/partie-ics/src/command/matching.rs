//! Proposals of games, and answers to them.

use partie_core::ByColor;
use partie_wire::{
    command::matching::{MatchingCommand, OfferChoice, Wanted},
    fields::Name,
    notice::{offer::OfferNotice, partner::PartnerNotice},
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    accept,
    category::{Control, GameKind},
    challenge::Challenge,
    command::bugwho,
    game::partner,
    ids::PlayerId,
    match_filter,
    offer::{self, Offer, OfferContent},
    players::{NameMatch, find, player::Activity},
    state::State,
};

/// The most minutes, and the most seconds a move.
const LONGEST: u32 = 999;

/// An answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// By the one to whom it was made.
    Accept,
    /// By the one to whom it was made.
    Decline,
    /// By the one who made it.
    Withdraw,
}

impl Answer {
    const fn verb(self) -> &'static str {
        match self {
            Answer::Accept => "accept",
            Answer::Decline => "decline",
            Answer::Withdraw => "withdraw",
        }
    }
}

pub(crate) fn matching_command(state: &mut State, command: MatchingCommand) {
    let who = state.out.who;
    match command {
        MatchingCommand::Match { player, wanted } => propose(state, who, &player, &wanted),
        MatchingCommand::Rematch => rematch(state),
        MatchingCommand::Accept(pick) => answer(state, Answer::Accept, &pick),
        MatchingCommand::Decline(pick) => answer(state, Answer::Decline, &pick),
        MatchingCommand::Withdraw(pick) => answer(state, Answer::Withdraw, &pick),
        MatchingCommand::Pending => state.offers.show(&state.players, &mut state.out, who),
        MatchingCommand::Bugwho(parts) => bugwho::bugwho(state, parts),
        MatchingCommand::Partner(Some(player)) => ask_for_partnership(state, &player),
        MatchingCommand::Partner(None) => end_partnership(state),
    }
}

/// `accept`, `decline`, `withdraw`.
fn answer(state: &mut State, answer: Answer, pick: &OfferChoice) {
    let who = state.out.who;
    let mine = |o: &&Offer| match answer {
        Answer::Withdraw => o.from == who,
        Answer::Accept | Answer::Decline => o.to == who,
    };
    let other = |o: &Offer| if answer == Answer::Withdraw { o.to } else { o.from };
    let all: Vec<Offer> = state.offers.of(who).filter(mine).cloned().collect();
    let verb = Name::from(answer.verb());
    let mut meant_name = None;
    let those = |fits: &dyn Fn(&Offer) -> bool| -> Vec<u32> {
        all.iter().filter(|o| fits(o)).map(|o| o.index).collect()
    };
    let picked = match pick {
        OfferChoice::Only | OfferChoice::All => those(&|_| true),
        OfferChoice::Index(index) => those(&|o| o.index == *index),
        OfferChoice::Kind(kind) => those(&|o| o.content.kind() == *kind),
        OfferChoice::Player(name) => {
            let Some(id) = find::find_online(state, who, name) else { return };
            meant_name = Some(state.players.name(id));
            those(&|o| other(o) == id)
        }
    };
    let many = picked.len() > 1 && *pick != OfferChoice::All;
    // A player cannot accept several offers at once.
    if many || (picked.len() > 1 && answer == Answer::Accept) {
        return state.out.reply(OfferNotice::WhichOffer { verb });
    }
    if picked.is_empty() {
        let notice = match pick {
            OfferChoice::Only | OfferChoice::All => OfferNotice::NoOffers { verb },
            OfferChoice::Index(index) => OfferNotice::NoOfferNumber { index: *index, verb },
            OfferChoice::Kind(kind) => OfferNotice::NoOffersOf { kind: kind.name().into(), verb },
            OfferChoice::Player(_) => {
                let who = meant_name.unwrap_or_default().into();
                match answer {
                    Answer::Withdraw => OfferNotice::NoOffersTo { who, verb },
                    Answer::Accept | Answer::Decline => OfferNotice::NoOffersFrom { who, verb },
                }
            }
        };
        return state.out.reply(notice);
    }
    for index in picked {
        match answer {
            Answer::Accept => accept::accept(state, index),
            Answer::Decline => state.offers.decline(&state.players, &mut state.out, index),
            Answer::Withdraw => state.offers.withdraw(&state.players, &mut state.out, index),
        }
    }
}

/// The proposed game, completed by the player's variables. If there is no such game, reports it
/// and returns `None`.
pub(crate) fn challenge_of(state: &mut State, who: PlayerId, wanted: &Wanted) -> Option<Challenge> {
    let kind = wanted.kind.as_deref().map_or(Ok(GameKind::Chess), str::parse);
    let Ok(kind) = kind else {
        let board = wanted.kind.clone().unwrap_or_default();
        state.out.send(who, OfferNotice::NoSuchBoard { board });
        return None;
    };
    let number = |variable| state.players.variables(who).map_or(0, |v| v.number(variable));
    let white = (
        wanted.minutes.unwrap_or_else(|| number(Variable::Time)),
        wanted.increment.unwrap_or_else(|| number(Variable::Inc)),
    );
    let black = wanted.odds.unwrap_or(white);
    if [white.0, white.1, black.0, black.1].iter().any(|n| *n > LONGEST) {
        state.out.send(who, OfferNotice::TooLong);
        return None;
    }
    let control =
        |(minutes, increment): (u32, u32)| Control::fics(minutes as u16, increment as u16);
    let controls = ByColor { white: control(white), black: control(black) };
    let mut rated = wanted.rated.unwrap_or_else(|| state.players.wants(who, Variable::Rated));
    if rated && !kind.can_be_rated(controls) {
        rated = false;
        if wanted.rated.is_some() {
            state.out.send(
                who,
                match kind {
                    GameKind::Board(_) => OfferNotice::BoardNeverRated,
                    _ => OfferNotice::NeverRated,
                },
            );
        }
    }
    if rated && !state.players.is_registered(who) {
        rated = false;
        state.out.send(who, OfferNotice::YouAreUnregistered);
    }
    let color = wanted.color.or_else(|| kind.proposers_side());
    Some(Challenge { kind, controls, rated, color, adjourned: None })
}

/// `partner` with a name: an offer, or the answer to one.
fn ask_for_partnership(state: &mut State, player: &str) {
    let who = state.out.who;
    let Some(other) = find::find_online(state, who, player) else { return };
    let (name, other_name): (Name, Name) =
        (state.players.name(who).into(), state.players.name(other).into());
    if let Some(partner) = state.players.partner_of(who) {
        let who_is = state.players.name(partner).into();
        return state.out.reply(PartnerNotice::HaveOne { who: who_is });
    }
    if let Some(refusal) = match_filter::refuses(&state.players, who, other) {
        return state.out.reply(refusal);
    }
    let kind = OfferKind::Partner;
    if let Some(index) = state.offers.between(other, who, kind).map(|o| o.index) {
        return accept::accept(state, index);
    }
    let refusal = if other == who {
        Some(PartnerNotice::Yourself)
    } else if state.players.partner_of(other).is_some() {
        Some(PartnerNotice::HasOne { who: other_name.clone() })
    } else if !state.players.wants(other, Variable::Bugopen) {
        Some(PartnerNotice::NotOpen { who: other_name.clone() })
    } else if state.offers.between(who, other, kind).is_some() {
        Some(PartnerNotice::Already { who: other_name.clone() })
    } else {
        None
    };
    if let Some(notice) = refusal {
        return state.out.reply(notice);
    }
    partner::open_for_bughouse(state, who);
    state.out.reply(PartnerNotice::Offering { to: other_name });
    state.out.send(other, PartnerNotice::Offered { from: name });
    state.offers.make(&state.players, &mut state.out, who, other, OfferContent::Plain(kind));
}

/// `partner` without a name.
fn end_partnership(state: &mut State) {
    let who = state.out.who;
    let Some(partner) = state.players.partner_of(who) else {
        return state.out.reply(PartnerNotice::None);
    };
    let (name, partners) = (state.players.name(who).into(), state.players.name(partner).into());
    state.players.part(who, partner);
    state.out.reply(PartnerNotice::YouEnd { with: partners });
    state.out.send(partner, PartnerNotice::Ends { who: name });
}

/// Returns true if a player may propose games now; else reports why not.
fn may_propose(state: &mut State, who: PlayerId) -> bool {
    let refusal = match state.players.activity(who) {
        Activity::Playing(_) => OfferNotice::WhilePlaying,
        Activity::Examining(_) => OfferNotice::WhileExamining,
        Activity::Free => return true,
    };
    state.out.send(who, refusal);
    false
}

/// `match`.
pub(crate) fn propose(state: &mut State, who: PlayerId, player: &str, wanted: &Wanted) {
    if !may_propose(state, who) {
        return;
    }
    let Some(other) = find::find_online(state, who, player) else { return };
    if other == who {
        return state.out.send(who, OfferNotice::Yourself);
    }
    if !may_be_asked(state, who, other) {
        return;
    }
    if let Some(wanted) = challenge_of(state, who, wanted) {
        challenge(state, who, other, wanted);
    }
}

/// Returns true if a player can be asked for a game; else reports why not.
fn may_be_asked(state: &mut State, who: PlayerId, other: PlayerId) -> bool {
    if let Some(refusal) = match_filter::refuses(&state.players, who, other) {
        state.out.send(who, refusal);
        return false;
    }
    let name = state.players.name(other).into();
    let refusal = match state.players.activity(other) {
        _ if !state.players.wants(other, Variable::Open) => OfferNotice::NotOpen { who: name },
        Activity::Playing(_) => OfferNotice::IsPlaying { who: name },
        Activity::Examining(_) => OfferNotice::IsExamining { who: name },
        Activity::Free => return true,
    };
    state.out.send(who, refusal);
    false
}

/// `rematch`.
fn rematch(state: &mut State) {
    let who = state.out.who;
    if !may_propose(state, who) {
        return;
    }
    let Some((name, last)) = state.players.online_state(who).and_then(|p| p.last_match.clone())
    else {
        return state.out.reply(OfferNotice::NoLastOpponent);
    };
    match state.players.match_online(&name) {
        NameMatch::One(other) if state.players.name(other) == name => {
            if may_be_asked(state, who, other) {
                challenge(state, who, other, last);
            }
        }
        _ => state.out.reply(OfferNotice::LastOpponentGone { who: name.into() }),
    }
}

/// Proposes a game to a player who can be asked.
pub(crate) fn challenge(
    state: &mut State,
    who: PlayerId,
    other: PlayerId,
    mut challenge: Challenge,
) {
    if !state.players.wants(who, Variable::Open) {
        state.out.send(who, OfferNotice::OpensYou);
        state.players.change_online(who, |online| online.variables.switch(Variable::Open, true));
    }
    let other_name = state.players.name(other);
    let bughouse = challenge.kind == GameKind::Bughouse;
    if bughouse && !partner::can_play_bughouse(state, who, other) {
        return;
    }
    if let Some(id) =
        state.adjourned.between_players(&state.players, who, other).filter(|_| !bughouse)
    {
        // The game that they have begun goes on.
        challenge = challenge_to_continue(state, who, id).unwrap_or(challenge);
    } else if challenge.rated {
        let partners = [who, other].map(|id| state.players.partner_of(id).filter(|_| bughouse));
        let all = [Some(other)].into_iter().chain(partners).flatten();
        if let Some(guest) = all.into_iter().find(|id| !state.players.is_registered(*id)) {
            challenge.rated = false;
            let guest = state.players.name(guest).into();
            state.out.send(who, OfferNotice::IsUnregistered { who: guest });
        }
    }
    if challenge.adjourned.is_none()
        && !match_filter::fits_formula(&state.players, state.out.now, other, who, &challenge)
    {
        let formula = match_filter::formula_of(&state.players, other);
        return state.out.send(who, OfferNotice::FormulaOf { who: other_name.into(), formula });
    }
    let found = |offer: &crate::offer::Offer| match &offer.content {
        OfferContent::Match(challenge) => Some((offer.index, (**challenge).clone())),
        OfferContent::Simul { .. } | OfferContent::Takeback(_) | OfferContent::Plain(_) => None,
    };
    let theirs = state.offers.between(other, who, OfferKind::Match).and_then(found);
    let mine = state.offers.between(who, other, OfferKind::Match).and_then(found);
    let (my_name, to) = (state.players.name(who), other_name);
    if let Some((index, theirs)) = theirs {
        if challenge.meets(&theirs) {
            state.out.send(who, OfferNotice::Intercepts { whose: to.into() });
            state.out.send(other, OfferNotice::Intercepted { whose: my_name.into() });
            if let (Some(offer), Some(color)) = (state.offers.get_mut(index), challenge.color) {
                offer.ask_color(!color);
            }
            return accept::accept(state, index);
        }
        state.out.send(who, OfferNotice::Counteroffer { from: to.into() });
        state.out.send(other, OfferNotice::Countered { who: my_name.into() });
        state.offers.discard(&mut state.out, index);
    } else if let Some((index, mine)) = mine {
        if mine == challenge {
            return state.out.send(who, OfferNotice::Identical { to: to.into() });
        }
        state.out.send(who, OfferNotice::Updating { to });
        state.out.send(other, OfferNotice::Updates { who: my_name.into() });
        state.offers.discard(&mut state.out, index);
    }
    let proposal = offer::proposal(&state.players, state.out.now, who, other, &challenge);
    state.out.send(who, OfferNotice::Issuing { proposal: proposal.clone() });
    state.out.send(other, OfferNotice::Challenge { proposal: proposal.clone() });
    if bughouse {
        let issues = PartnerNotice::Issues { proposal: proposal.clone() };
        let challenged = PartnerNotice::Challenged { proposal };
        partner::send_to_partners(state, who, other, issues, challenged);
    }
    state.offers.make(
        &state.players,
        &mut state.out,
        who,
        other,
        OfferContent::Match(Box::new(challenge)),
    );
}

/// The challenge that lets an game game go on.
fn challenge_to_continue(
    state: &State,
    who: PlayerId,
    id: crate::ids::AdjournedId,
) -> Option<Challenge> {
    let game = state.adjourned.get(id)?;
    let key = state.players.get(who)?.account.key();
    let color = partie_core::Color::ALL.into_iter().find(|c| *game.keys.get(*c) == key);
    Some(Challenge {
        kind: game.terms.kind,
        controls: game.terms.controls,
        rated: game.terms.rated,
        color,
        adjourned: Some(id),
    })
}
