//! Programs that direct tournaments.

use partie_core::Color;
use partie_wire::{
    block,
    command::{director::DirectorCommand, matching::Wanted},
    notice::{director::DirectorNotice, talk::TalkNotice},
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    category::Category,
    command::{matching, watch},
    game::observe,
    ids::PlayerId,
    lists::List,
    players::{find, player::Activity},
    state::State,
};

/// Block-mode numbers of commands on behalf of a player.
const MATCH: u16 = 73;

const OBSERVE: u16 = 80;

const FOLLOW: u16 = 41;

pub(crate) fn director_command(state: &mut State, command: DirectorCommand) {
    if !state.players.get(state.out.who).is_some_and(|p| p.is(List::Td)) {
        state.out.reply_to.code = block::code::RIGHTS;
        return state.out.refuse(TalkNotice::OnlyDirectors);
    }
    match command {
        DirectorCommand::Getpi(player) => getpi(state, &player),
        DirectorCommand::Getgi(player) => getgi(state, &player),
        DirectorCommand::Rmatch { from, to, wanted } => rmatch(state, &from, &to, &wanted),
        DirectorCommand::Tournset { player, on } => tournset(state, &player, on),
        DirectorCommand::Rfollow { player, whom } => rfollow(state, &player, &whom),
        DirectorCommand::Robserve { player, game } => robserve(state, &player, &game),
    }
}

/// `getpi`: reports a player who is online; silent about others.
fn getpi(state: &mut State, player: &str) {
    let Some(player) = state.players.named(player).filter(|p| p.online.is_some()) else { return };
    let rating = |category| {
        let record = player.account.records.of(category);
        if player.registered { record.and_then(|r| r.rating).unwrap_or(0) } else { -1 }
    };
    let answer = DirectorNotice::Getpi {
        name: player.name().into(),
        wild: rating(Category::Wild),
        blitz: rating(Category::Blitz),
        standard: rating(Category::Standard),
        lightning: rating(Category::Lightning),
        bughouse: rating(Category::Bughouse),
        suicide: rating(Category::Suicide),
    };
    state.out.reply(answer);
}

/// `getgi`: reports a player who is online; silent about others.
fn getgi(state: &mut State, player: &str) {
    let Some(player) = state.players.named(player) else { return };
    let Some(online) = &player.online else { return };
    let name = player.name().into();
    let game = match online.activity {
        Activity::Playing(number) => state.games.get(number),
        Activity::Free | Activity::Examining(_) => None,
    };
    let answer = match game {
        None => DirectorNotice::GetgiNone { name },
        Some(game) => DirectorNotice::Getgi {
            name,
            white: game.name(Color::White),
            black: game.name(Color::Black),
            game: game.number.0,
            time: game.terms.controls.white.initial.0 / 100,
            increment: game.terms.controls.white.increment.0 / 100,
            rated: game.terms.rated.into(),
            private: game.terms.private.into(),
        },
    };
    state.out.reply(answer);
}

/// Returns true if a player has put themselves under a director's control; otherwise notifies the
/// director.
fn is_in_tourney(state: &mut State, player: PlayerId) -> bool {
    let is_in = state.players.wants(player, Variable::Tourney);
    if !is_in {
        state.out.refuse(DirectorNotice::NotInTourney { name: state.players.name(player).into() });
    }
    is_in
}

/// `rmatch`: a player proposes a game to another without having typed it.
fn rmatch(state: &mut State, from: &str, to: &str, wanted: &Wanted) {
    let who = state.out.who;
    let Some(from) = find::find_online(state, who, from) else { return };
    let Some(to) = find::find_online(state, who, to) else { return };
    if !is_in_tourney(state, from) || !is_in_tourney(state, to) {
        return;
    }
    let (by, player, opponent) =
        (state.players.name(who), state.players.name(from), state.players.name(to));
    state.out.posed = Some((from, MATCH));
    state.out.send(from, DirectorNotice::IssuedForYou { by: by.into() });
    let before = state.players.activity(from);
    matching::propose(state, from, &opponent, wanted);
    // It is an offer now, or a game where the opponent had proposed the same.
    let offered = state.offers.between(from, to, OfferKind::Match).is_some();
    let begun = before == Activity::Free && state.players.activity(from) != Activity::Free;
    let (from, to) = (player.into(), opponent.into());
    if offered || begun {
        state.out.reply(DirectorNotice::Issued { from, to });
    } else {
        state.out.refuse(DirectorNotice::NotIssued { from, to });
    }
}

/// `tournset`.
fn tournset(state: &mut State, player: &str, on: bool) {
    let who = state.out.who;
    let Some(id) = find::find_online(state, who, player) else { return };
    let by = state.players.name(who).into();
    state.players.change_online(id, |online| online.variables.switch(Variable::Tourney, on));
    let (name, on) = (state.players.name(id).into(), u16::from(on));
    state.out.send(id, DirectorNotice::YourTourneySet { by, on });
    state.out.reply(DirectorNotice::TourneySet { name, on });
}

/// `rfollow`.
fn rfollow(state: &mut State, player: &str, whom: &str) {
    let who = state.out.who;
    let Some(id) = find::find_online(state, who, player) else { return };
    if !is_in_tourney(state, id) {
        return;
    }
    let Some(other) = find::find_online(state, who, whom) else { return };
    let (name, whom) = (state.players.name(id), state.players.name(other));
    state.out.posed = Some((id, FOLLOW));
    watch::follow(state, id, Some(&whom), false);
    let follows =
        state.players.online_state(id).and_then(|p| p.following).is_some_and(|f| f.whom == other);
    let (name, whom) = (name.into(), whom.into());
    if follows {
        state.out.reply(DirectorNotice::Follows { name, whom });
    } else {
        state.out.refuse(DirectorNotice::DoesNotFollow { name, whom });
    }
}

/// `robserve`.
fn robserve(state: &mut State, player: &str, game: &str) {
    let who = state.out.who;
    let Some(id) = find::find_online(state, who, player) else { return };
    if !is_in_tourney(state, id) {
        return;
    }
    let Some(number) = observe::find_game(state, game) else { return };
    state.out.posed = Some((id, OBSERVE));
    observe::observe(state, id, number);
    let name = state.players.name(id).into();
    let observes = state.players.online_state(id).is_some_and(|p| p.observing.contains(&number));
    let game = number.0;
    if observes {
        state.out.reply(DirectorNotice::Observes { name, game });
    } else {
        state.out.refuse(DirectorNotice::DoesNotObserve { name, game });
    }
}
