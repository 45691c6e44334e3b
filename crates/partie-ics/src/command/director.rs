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
    outbox::Outbox,
    players::{Players, find, player::Activity},
    state::State,
};

/// The numbers in block mode of what is done in a player's name.
const MATCH: u16 = 73;

const OBSERVE: u16 = 80;

const FOLLOW: u16 = 41;

pub(crate) fn director_command(state: &mut State, out: &mut Outbox, command: DirectorCommand) {
    if !state.players.get(out.who).is_some_and(|p| p.is(List::Td)) {
        out.reply_to.code = block::code::RIGHTS;
        return out.refuse(TalkNotice::OnlyDirectors);
    }
    match command {
        DirectorCommand::Getpi(player) => getpi(&state.players, out, &player),
        DirectorCommand::Getgi(player) => getgi(state, out, &player),
        DirectorCommand::Rmatch { from, to, wanted } => rmatch(state, out, &from, &to, &wanted),
        DirectorCommand::Tournset { player, on } => tournset(&mut state.players, out, &player, on),
        DirectorCommand::Rfollow { player, whom } => rfollow(state, out, &player, &whom),
        DirectorCommand::Robserve { player, game } => robserve(state, out, &player, &game),
    }
}

/// `getpi`: reports a player who is online; silent about others.
fn getpi(players: &Players, out: &mut Outbox, player: &str) {
    let Some(player) = players.named(player).filter(|p| p.online.is_some()) else { return };
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
    out.reply(answer);
}

/// `getgi`: reports a player who is online; silent about others.
fn getgi(state: &State, out: &mut Outbox, player: &str) {
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
    out.reply(answer);
}

/// Returns true if a player has put themselves under a director's control; otherwise notifies the
/// director.
fn is_in_tourney(players: &Players, out: &mut Outbox, player: PlayerId) -> bool {
    let is_in = players.wants(player, Variable::Tourney);
    if !is_in {
        out.refuse(DirectorNotice::NotInTourney { name: players.name(player).into() });
    }
    is_in
}

/// `rmatch`: a player proposes a game to another without having typed it.
fn rmatch(state: &mut State, out: &mut Outbox, from: &str, to: &str, wanted: &Wanted) {
    let who = out.who;
    let Some(from) = find::find_online(&state.players, out, who, from) else { return };
    let Some(to) = find::find_online(&state.players, out, who, to) else { return };
    if !is_in_tourney(&state.players, out, from) || !is_in_tourney(&state.players, out, to) {
        return;
    }
    let (by, player, opponent) =
        (state.players.name(who), state.players.name(from), state.players.name(to));
    out.posed = Some((from, MATCH));
    out.send(from, DirectorNotice::IssuedForYou { by: by.into() });
    let before = state.players.activity(from);
    matching::propose(state, out, from, &opponent, wanted);
    // It is an offer now, or a game where the opponent had proposed the same.
    let offered = state.offers.between(from, to, OfferKind::Match).is_some();
    let begun = before == Activity::Free && state.players.activity(from) != Activity::Free;
    let (from, to) = (player.into(), opponent.into());
    if offered || begun {
        out.reply(DirectorNotice::Issued { from, to });
    } else {
        out.refuse(DirectorNotice::NotIssued { from, to });
    }
}

/// `tournset`.
fn tournset(players: &mut Players, out: &mut Outbox, player: &str, on: bool) {
    let who = out.who;
    let Some(id) = find::find_online(players, out, who, player) else { return };
    let by = players.name(who).into();
    players.change_online(id, |online| online.variables.switch(Variable::Tourney, on));
    let (name, on) = (players.name(id).into(), u16::from(on));
    out.send(id, DirectorNotice::YourTourneySet { by, on });
    out.reply(DirectorNotice::TourneySet { name, on });
}

/// `rfollow`.
fn rfollow(state: &mut State, out: &mut Outbox, player: &str, whom: &str) {
    let who = out.who;
    let Some(id) = find::find_online(&state.players, out, who, player) else { return };
    if !is_in_tourney(&state.players, out, id) {
        return;
    }
    let Some(other) = find::find_online(&state.players, out, who, whom) else { return };
    let (name, whom) = (state.players.name(id), state.players.name(other));
    out.posed = Some((id, FOLLOW));
    watch::follow(state, out, id, Some(&whom), false);
    let follows =
        state.players.online_state(id).and_then(|p| p.following).is_some_and(|f| f.whom == other);
    let (name, whom) = (name.into(), whom.into());
    if follows {
        out.reply(DirectorNotice::Follows { name, whom });
    } else {
        out.refuse(DirectorNotice::DoesNotFollow { name, whom });
    }
}

/// `robserve`.
fn robserve(state: &mut State, out: &mut Outbox, player: &str, game: &str) {
    let who = out.who;
    let Some(id) = find::find_online(&state.players, out, who, player) else { return };
    if !is_in_tourney(&state.players, out, id) {
        return;
    }
    let Some(number) = observe::find_game(state, out, game) else { return };
    out.posed = Some((id, OBSERVE));
    observe::observe(state, out, id, number);
    let name = state.players.name(id).into();
    let observes = state.players.online_state(id).is_some_and(|p| p.observing.contains(&number));
    let game = number.0;
    if observes {
        out.reply(DirectorNotice::Observes { name, game });
    } else {
        out.refuse(DirectorNotice::DoesNotObserve { name, game });
    }
}
