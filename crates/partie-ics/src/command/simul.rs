//! Simultaneous exhibitions: how they come about, and the ways of their giver.

use partie_core::{Color, Outcome};
use partie_wire::{
    command::{matching::Wanted, simul::SimulCommand},
    fields::Passes,
    notice::{
        ending::Ending, game::GameNotice, games::GamesTable, offer::OfferNotice, simul::SimulNotice,
    },
    proposal::OfferKind,
    variables::Variable,
};

use crate::{
    accept,
    category::Kind,
    command::{listing, matching, settings},
    game::{
        adjourn, end,
        model::Games,
        request,
        simul::{self, MOST_PASSES},
    },
    ids::{GameNumber, PlayerId},
    match_filter,
    offer::{self, OfferContent},
    outbox::Outbox,
    players::{Players, find, player::Activity},
    state::State,
};

pub(crate) fn simul_command(
    state: &mut State,
    out: &mut Outbox,
    who: PlayerId,
    command: SimulCommand,
) {
    let State { players, seeks, games, .. } = state;
    match command {
        SimulCommand::Open => {
            settings::set_variable(players, seeks, out, who, Variable::Simopen, None);
        }
        SimulCommand::Match { player, wanted } => simmatch(state, out, who, &player, &wanted),
        SimulCommand::Games { player } => simgames(players, games, out, who, player.as_deref()),
        SimulCommand::Next => step(players, games, out, who, 1),
        SimulCommand::Prev => step(players, games, out, who, -1),
        SimulCommand::Goboard { board } => goboard(players, games, out, who, &board),
        SimulCommand::Pass => simpass(players, games, out, who),
        SimulCommand::Abort => {
            if is_in_simul(players, games, out, who) {
                request::abort(state, out, who);
            }
        }
        SimulCommand::Adjourn => {
            if is_in_simul(players, games, out, who) {
                request::ask_to_adjourn(state, out, who);
            }
        }
        SimulCommand::AllAbort => {
            for number in own_boards(players, out, who) {
                abort_board(state, out, who, number);
            }
        }
        SimulCommand::AllAdjourn => {
            for number in own_boards(players, out, who) {
                adjourn_board(state, out, who, number);
            }
        }
    }
}

/// `simmatch`: an offer between a player and the giver of a simul, or the answer to one.
fn simmatch(state: &mut State, out: &mut Outbox, who: PlayerId, player: &str, wanted: &Wanted) {
    let Some(other) = find::find_online(&state.players, out, who, player) else { return };
    if other == who {
        return out.send(who, OfferNotice::Yourself);
    }
    if let Some(refusal) = match_filter::refuses(&state.players, who, other) {
        return match_filter::report_refusal(&state.players, out, who, other, refusal);
    }
    let kind = OfferKind::Simul;
    if let Some(index) = state.offers.between(other, who, kind).map(|o| o.index) {
        return accept::accept(state, out, index);
    }
    let name = state.players.name(other);
    let giver = match (state.players.gives_simul(other), state.players.gives_simul(who)) {
        (true, _) => other,
        (false, true) => who,
        (false, false) => {
            return out.send(who, SimulNotice::NotOpen { who: name.into() });
        }
    };
    if !state.players.is_free_for_simul(who, giver) {
        return match state.players.activity(who) {
            Activity::Examining(_) => out.send(who, OfferNotice::WhileExamining),
            Activity::Free | Activity::Playing(_) => out.send(who, OfferNotice::WhilePlaying),
        };
    }
    if !state.players.is_free_for_simul(other, giver) {
        return out.send(who, SimulNotice::TooLate { who: name.into() });
    }
    if state.offers.between(who, other, kind).is_some() {
        return out.send(who, SimulNotice::Already { to: name.into() });
    }
    let Some(mut challenge) = matching::challenge_of(&state.players, out, who, wanted) else {
        return;
    };
    if challenge.kind == Kind::Bughouse {
        return out.send(who, SimulNotice::NoBughouse);
    }
    if challenge.rated && !state.players.is_registered(other) {
        challenge.rated = false;
        out.send(who, OfferNotice::IsUnregistered { who: name.into() });
    }
    // The giver has White where nothing else was said.
    let usual = if who == giver { Color::White } else { Color::Black };
    challenge.color.get_or_insert(usual);
    let proposal = offer::proposal(&state.players, out.now, who, other, &challenge);
    let from = state.players.name(who).into();
    out.send(who, SimulNotice::Sent { proposal: proposal.clone() });
    out.send(other, SimulNotice::Asked { from, proposal });
    state.offers.make(
        &state.players,
        out,
        who,
        other,
        OfferContent::Simul { giver, challenge: Box::new(challenge) },
    );
}

/// `simgames`: the boards of a giver, or of the giver against whom one plays.
fn simgames(
    players: &Players,
    games: &Games,
    out: &mut Outbox,
    who: PlayerId,
    player: Option<&str>,
) {
    let giver = if let Some(player) = player {
        let Some(other) = find::find_online(players, out, who, player) else { return };
        if players.online_state(other).is_none_or(|p| p.simul.is_empty()) {
            let who_is = players.name(other).into();
            return out.send(who, SimulNotice::HeIsNotGiving { who: who_is });
        }
        other
    } else {
        let own = players.boards_of(who).first().and_then(|n| games.get(*n)?.simul);
        let Some(simul) = own else { return out.send(who, SimulNotice::NotIn) };
        simul.giver
    };
    let boards = players.boards_of(giver);
    let rows = boards
        .iter()
        .filter_map(|n| games.get(*n))
        .map(|g| listing::row(games, out.now, g))
        .collect();
    out.send(who, GamesTable { rows, of: None });
}

/// The boards of the simul that a player gives; else reports that there is none.
fn own_boards(players: &Players, out: &mut Outbox, who: PlayerId) -> Vec<GameNumber> {
    let boards = players.online_state(who).map(|p| p.simul.clone()).unwrap_or_default();
    if boards.is_empty() {
        out.send(who, SimulNotice::NotGiving);
    }
    boards
}

/// `simnext`, `simprev`: to the board so many places further.
fn step(players: &mut Players, games: &Games, out: &mut Outbox, who: PlayerId, by: isize) {
    let boards = own_boards(players, out, who);
    let Activity::Playing(here) = players.activity(who) else { return };
    let Some(at) = boards.iter().position(|n| *n == here) else { return };
    if boards.len() == 1 {
        return out.send(who, SimulNotice::OnlyBoard);
    }
    let next = (at as isize + by).rem_euclid(boards.len() as isize);
    if let Some(number) = boards.get(next as usize) {
        simul::go_to(players, games, out, who, *number);
    }
}

/// `goboard`.
fn goboard(players: &mut Players, games: &Games, out: &mut Outbox, who: PlayerId, board: &str) {
    let boards = own_boards(players, out, who);
    if boards.is_empty() {
        return;
    }
    let low = board.to_ascii_lowercase();
    let is_meant = |number: &&GameNumber| match board.parse::<u32>() {
        Ok(wanted) => number.0 == wanted,
        Err(_) => games
            .opponent_at(who, **number)
            .is_some_and(|id| players.name(id).to_ascii_lowercase().starts_with(&low)),
    };
    match boards.iter().find(is_meant) {
        Some(number) => simul::go_to(players, games, out, who, *number),
        None => out.send(who, SimulNotice::NoBoard { board: board.to_owned() }),
    }
}

/// Returns true if a player gives or plays in a simul; else reports that they do not.
fn is_in_simul(players: &Players, games: &Games, out: &mut Outbox, who: PlayerId) -> bool {
    let Activity::Playing(number) = players.activity(who) else {
        out.send(who, SimulNotice::NotIn);
        return false;
    };
    let is_in = games.get(number).is_some_and(|g| g.simul.is_some());
    if !is_in {
        out.send(who, SimulNotice::NotIn);
    }
    is_in
}

/// `simpass`: the opponent thinks on, and the giver goes to the next board.
fn simpass(players: &mut Players, games: &mut Games, out: &mut Outbox, who: PlayerId) {
    let Activity::Playing(number) = players.activity(who) else {
        return out.send(who, SimulNotice::NotIn);
    };
    let Some(game) = games.get(number) else { return };
    let Some(simul) = game.simul.filter(|s| s.giver != who) else {
        return out.send(who, SimulNotice::NotIn);
    };
    let (giver, mine) = (simul.giver, game.color_of(who) == Some(game.turn()));
    let (name, giver_name) = (players.name(who).into(), players.name(giver).into());
    let refusal = if !mine {
        Some(GameNotice::NotYourMove.into())
    } else if players.activity(giver) != Activity::Playing(number) {
        Some(SimulNotice::Elsewhere { who: giver_name }.into())
    } else if simul.passes >= MOST_PASSES {
        Some(SimulNotice::NoPasses { who: giver_name }.into())
    } else {
        None::<partie_wire::notice::Notice>
    };
    if let Some(notice) = refusal {
        return out.send(who, notice);
    }
    let passes = simul.passes + 1;
    if let Some(simul) = games.get_mut(number).and_then(|g| g.simul.as_mut()) {
        simul.passes = passes;
    }
    let left = Passes(usize::from(MOST_PASSES - passes));
    out.send(who, SimulNotice::YouPass { left });
    out.send(giver, SimulNotice::Passes { game: number.0, who: name, left });
    if players.boards_of(giver).len() > 1 {
        step(players, games, out, giver, 1);
    }
}

fn abort_board(state: &mut State, out: &mut Outbox, giver: PlayerId, number: GameNumber) {
    let Some(opponent) = state.games.opponent_at(giver, number) else { return };
    if state.games.get(number).is_some_and(|g| g.line.len() < 2) {
        end::end(state, out, number, Outcome::Unknown, Ending::AbortedOnMove1);
    } else {
        request::ask_at(state, out, number, giver, opponent, OfferKind::Abort);
    }
}

fn adjourn_board(state: &mut State, out: &mut Outbox, giver: PlayerId, number: GameNumber) {
    let Some(opponent) = state.games.opponent_at(giver, number) else { return };
    if adjourn::can_adjourn(&state.players, &state.games, number) {
        request::ask_at(state, out, number, giver, opponent, OfferKind::Adjourn);
    } else {
        out.send(giver, OfferNotice::CannotAdjourn);
    }
}
