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
    category::GameKind,
    command::{listing, matching, settings},
    game::{
        adjourn, end, request,
        simul::{self, MOST_PASSES},
    },
    ids::{GameNumber, PlayerId},
    match_filter,
    offer::{self, OfferContent},
    players::{find, player::Activity},
    state::State,
};

pub(crate) fn simul_command(state: &mut State, command: SimulCommand) {
    let who = state.out.who;
    match command {
        SimulCommand::Open => settings::set_variable(state, Variable::Simopen, None),
        SimulCommand::Match { player, wanted } => simmatch(state, &player, &wanted),
        SimulCommand::Games(player) => simgames(state, player.as_deref()),
        SimulCommand::Next => step(state, who, 1),
        SimulCommand::Prev => step(state, who, -1),
        SimulCommand::Goboard(board) => goboard(state, &board),
        SimulCommand::Pass => simpass(state),
        SimulCommand::Abort => {
            if is_in_simul(state) {
                request::abort(state);
            }
        }
        SimulCommand::Adjourn => {
            if is_in_simul(state) {
                request::ask_to_adjourn(state);
            }
        }
        SimulCommand::AllAbort => {
            for number in own_boards(state, who) {
                abort_board(state, who, number);
            }
        }
        SimulCommand::AllAdjourn => {
            for number in own_boards(state, who) {
                adjourn_board(state, who, number);
            }
        }
    }
}

/// `simmatch`: an offer between a player and the giver of a simul, or the answer to one.
fn simmatch(state: &mut State, player: &str, wanted: &Wanted) {
    let who = state.out.who;
    let Some(other) = find::find_online(state, who, player) else { return };
    if other == who {
        return state.out.reply(OfferNotice::Yourself);
    }
    if let Some(refusal) = match_filter::refuses(&state.players, who, other) {
        return state.out.reply(refusal);
    }
    let kind = OfferKind::Simul;
    if let Some(index) = state.offers.between(other, who, kind).map(|o| o.index) {
        return accept::accept(state, index);
    }
    let name = state.players.name(other);
    let giver = match (state.players.gives_simul(other), state.players.gives_simul(who)) {
        (true, _) => other,
        (false, true) => who,
        (false, false) => {
            return state.out.reply(SimulNotice::NotOpen { who: name.into() });
        }
    };
    if !state.players.is_free_for_simul(who, giver) {
        return match state.players.activity(who) {
            Activity::Examining(_) => state.out.reply(OfferNotice::WhileExamining),
            Activity::Free | Activity::Playing(_) => state.out.reply(OfferNotice::WhilePlaying),
        };
    }
    if !state.players.is_free_for_simul(other, giver) {
        return state.out.reply(SimulNotice::TooLate { who: name.into() });
    }
    if state.offers.between(who, other, kind).is_some() {
        return state.out.reply(SimulNotice::Already { to: name.into() });
    }
    let Some(mut challenge) = matching::challenge_of(state, who, wanted) else {
        return;
    };
    if challenge.kind == GameKind::Bughouse {
        return state.out.reply(SimulNotice::NoBughouse);
    }
    if challenge.rated && !state.players.is_registered(other) {
        challenge.rated = false;
        state.out.reply(OfferNotice::IsUnregistered { who: name.into() });
    }
    // By default the giver has White.
    let usual = if who == giver { Color::White } else { Color::Black };
    challenge.color.get_or_insert(usual);
    let proposal = offer::proposal(&state.players, state.out.now, who, other, &challenge);
    let from = state.players.name(who).into();
    state.out.reply(SimulNotice::Sent { proposal: proposal.clone() });
    state.out.send(other, SimulNotice::Asked { from, proposal });
    state.offers.make(
        &state.players,
        &mut state.out,
        who,
        other,
        OfferContent::Simul { giver, challenge: Box::new(challenge) },
    );
}

/// `simgames`: the boards of a giver, or of the giver against whom one plays.
fn simgames(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let giver = if let Some(player) = player {
        let Some(other) = find::find_online(state, who, player) else { return };
        if state.players.online_state(other).is_none_or(|p| p.simul.is_empty()) {
            let who_is = state.players.name(other).into();
            return state.out.reply(SimulNotice::HeIsNotGiving { who: who_is });
        }
        other
    } else {
        let own = state.players.boards_of(who).first().and_then(|n| state.games.get(*n)?.simul);
        let Some(simul) = own else { return state.out.reply(SimulNotice::NotIn) };
        simul.giver
    };
    let boards = state.players.boards_of(giver);
    let rows = boards
        .iter()
        .filter_map(|n| state.games.get(*n))
        .map(|g| listing::row(&state.games, state.out.now, g))
        .collect();
    state.out.reply(GamesTable { rows, of: None });
}

/// The boards of the simul that a player gives; else reports that there is none.
fn own_boards(state: &mut State, who: PlayerId) -> Vec<GameNumber> {
    let boards = state.players.online_state(who).map(|p| p.simul.clone()).unwrap_or_default();
    if boards.is_empty() {
        state.out.send(who, SimulNotice::NotGiving);
    }
    boards
}

/// `simnext`, `simprev`: goes to the board `by` places further.
fn step(state: &mut State, who: PlayerId, by: isize) {
    let boards = own_boards(state, who);
    let Activity::Playing(here) = state.players.activity(who) else { return };
    let Some(at) = boards.iter().position(|n| *n == here) else { return };
    if boards.len() == 1 {
        return state.out.send(who, SimulNotice::OnlyBoard);
    }
    let next = (at as isize + by).rem_euclid(boards.len() as isize);
    if let Some(number) = boards.get(next as usize) {
        simul::go_to(state, who, *number);
    }
}

/// `goboard`.
fn goboard(state: &mut State, board: &str) {
    let who = state.out.who;
    let boards = own_boards(state, who);
    if boards.is_empty() {
        return;
    }
    let low = board.to_ascii_lowercase();
    let is_meant = |number: &&GameNumber| match board.parse::<u32>() {
        Ok(wanted) => number.0 == wanted,
        Err(_) => state
            .games
            .opponent_at(who, **number)
            .is_some_and(|id| state.players.name(id).to_ascii_lowercase().starts_with(&low)),
    };
    match boards.iter().find(is_meant) {
        Some(number) => simul::go_to(state, who, *number),
        None => state.out.reply(SimulNotice::NoBoard { board: board.to_owned() }),
    }
}

/// Returns true if a player gives or plays in a simul; else reports that they do not.
fn is_in_simul(state: &mut State) -> bool {
    let Activity::Playing(number) = state.players.activity(state.out.who) else {
        state.out.reply(SimulNotice::NotIn);
        return false;
    };
    let is_in = state.games.get(number).is_some_and(|g| g.simul.is_some());
    if !is_in {
        state.out.reply(SimulNotice::NotIn);
    }
    is_in
}

/// `simpass`: the opponent thinks on, and the giver goes to the next board.
fn simpass(state: &mut State) {
    let who = state.out.who;
    let Activity::Playing(number) = state.players.activity(who) else {
        return state.out.reply(SimulNotice::NotIn);
    };
    let Some(game) = state.games.get(number) else { return };
    let Some(simul) = game.simul.filter(|s| s.giver != who) else {
        return state.out.reply(SimulNotice::NotIn);
    };
    let (giver, mine) = (simul.giver, game.color_of(who) == Some(game.turn()));
    let (name, giver_name) = (state.players.name(who).into(), state.players.name(giver).into());
    let refusal = if !mine {
        Some(GameNotice::NotYourMove.into())
    } else if state.players.activity(giver) != Activity::Playing(number) {
        Some(SimulNotice::Elsewhere { who: giver_name }.into())
    } else if simul.passes >= MOST_PASSES {
        Some(SimulNotice::NoPasses { who: giver_name }.into())
    } else {
        None::<partie_wire::notice::Notice>
    };
    if let Some(notice) = refusal {
        return state.out.reply(notice);
    }
    let passes = simul.passes + 1;
    if let Some(simul) = state.games.get_mut(number).and_then(|g| g.simul.as_mut()) {
        simul.passes = passes;
    }
    let left = Passes(usize::from(MOST_PASSES - passes));
    state.out.reply(SimulNotice::YouPass { left });
    state.out.send(giver, SimulNotice::Passes { game: number.0, who: name, left });
    if state.players.boards_of(giver).len() > 1 {
        step(state, giver, 1);
    }
}

fn abort_board(state: &mut State, giver: PlayerId, number: GameNumber) {
    let Some(opponent) = state.games.opponent_at(giver, number) else { return };
    if state.games.get(number).is_some_and(|g| g.line.len() < 2) {
        end::end(state, number, Outcome::Unknown, Ending::AbortedOnMove1);
    } else {
        request::ask_at(state, number, giver, opponent, OfferKind::Abort);
    }
}

fn adjourn_board(state: &mut State, giver: PlayerId, number: GameNumber) {
    let Some(opponent) = state.games.opponent_at(giver, number) else { return };
    if adjourn::can_adjourn(state, number) {
        request::ask_at(state, number, giver, opponent, OfferKind::Adjourn);
    } else {
        state.out.send(giver, OfferNotice::CannotAdjourn);
    }
}
