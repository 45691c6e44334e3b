//! Ends of games.

use partie_core::{ByColor, Color, Outcome, Termination};
use partie_wire::{
    command::record::{GameRef, Which},
    fields::Name,
    notice::{ending::Ending, game::GameNotice},
    style12::GameEnd,
    variables::Variable,
};

use crate::{
    category::Category,
    change::Change,
    game::{
        ending::by_rules,
        examination, gnotify,
        model::{Finished, Game},
        observe, records, simul,
    },
    ids::{GameNumber, PlayerId},
    leave,
    output::Output,
    players::{Players, player::Activity},
    rating::{Record, Score},
    state::State,
    time::Tick,
};

/// The effect of a game on a player's record.
struct Rated {
    player: PlayerId,
    before: Record,
    after: Record,
}

impl Game {
    /// The name of a side, as notices want it.
    pub(crate) fn name(&self, color: Color) -> Name {
        self.sides.get(color).name.as_str().into()
    }
}

/// The rules of the game ended it.
pub(crate) fn end_by_rules(
    state: &mut State,
    number: GameNumber,
    outcome: Outcome,
    termination: &Termination,
) {
    if let Some(game) = state.games.get(number) {
        let name = |color| game.name(color);
        let ending = by_rules(game.terms.variant(), outcome, termination, name);
        end(state, number, outcome, ending);
    }
}

/// A player gave up.
pub(crate) fn resign(state: &mut State, player: PlayerId, number: GameNumber) {
    if let Some((color, loser)) = state.games.side_of(player, number) {
        end(state, number, Outcome::Win(!color), Ending::Resigns { loser });
    }
}

/// A game is over, and with it the partners' game in bughouse.
pub(crate) fn end(state: &mut State, number: GameNumber, outcome: Outcome, ending: Ending) {
    let partner = state.games.get(number).and_then(|g| g.partner);
    let players: Vec<PlayerId> = [Some(number), partner]
        .into_iter()
        .flatten()
        .filter_map(|n| state.games.get(n))
        .flat_map(Game::players)
        .collect();
    let partners = state.games.get(number).map(|game| match outcome {
        // White of one board and Black of the other are partners.
        Outcome::Win(winner) => {
            let other = partner.and_then(|p| state.games.get(p));
            let winner_there = !winner;
            let name = other.map_or_else(|| game.name(winner), |o| o.name(winner_there));
            (Outcome::Win(winner_there), Ending::PartnerWon { winner: name })
        }
        Outcome::Draw => (Outcome::Draw, Ending::PartnersDrew),
        Outcome::Unknown => (Outcome::Unknown, Ending::PartnersAborted),
    });
    let rated = new_records(state, state.out.now, number, outcome);
    let rated_beside = match (partner, &partners) {
        (Some(partner), Some((outcome, _))) => new_records(state, state.out.now, partner, *outcome),
        _ => None,
    };
    let mut boards = vec![(number, close_game(state, number, outcome, ending, rated))];
    if let (Some(partner), Some((outcome, ending))) = (partner, partners) {
        boards.push((partner, close_game(state, partner, outcome, ending, rated_beside)));
    }
    boards.sort_by_key(|(number, _)| *number);
    let mut boards = boards.into_iter().filter_map(|(_, finished)| finished);
    if let Some(mut finished) = boards.next().filter(|_| outcome.is_known()) {
        finished.other = boards.next();
        state.out.emit(Output::Store(Change::Finished(finished)));
    }
    if outcome.is_known() && !state.admin.ended {
        for id in players {
            examine_what_was_played(state, id);
        }
    }
    observe::watch_best(state);
}

/// Starts examining the finished game for a player who wants it (`set examine 1`).
fn examine_what_was_played(state: &mut State, who: PlayerId) {
    let wants = state.players.wants(who, Variable::Examine);
    let on = state.players.online_state(who).is_some_and(|p| p.session.is_some());
    if wants && on && state.players.activity(who) == Activity::Free {
        let last = GameRef { player: None, which: Which::Last };
        examination::examine(state, who, Some(&last));
    }
}

/// Closes a game: notifies everyone who sees it and frees its players. Returns its record.
fn close_game(
    state: &mut State,
    number: GameNumber,
    outcome: Outcome,
    ending: Ending,
    rated: Option<ByColor<Rated>>,
) -> Option<Box<Finished>> {
    let game = state.games.remove(number)?;
    if let Some(stored) = &game.stored {
        state.out.emit(Output::Store(Change::Dropped { id: stored.id }));
    }
    let ended = GameNotice::Ended {
        game: GameEnd {
            game: number.0.into(),
            white: game.sides.get(Color::White).name.clone(),
            black: game.sides.get(Color::Black).name.clone(),
            reason: ending.to_string(),
            outcome,
        },
    };
    let players: Vec<PlayerId> = game.players().collect();
    let notified: Vec<PlayerId> = players.iter().chain(&game.observers).copied().collect();
    state.out.send_all(notified.iter().copied(), ended.clone());
    gnotify::send_to_interested(state, &ended, &notified);
    for id in &game.observers {
        observe::unobserve(state, *id, number);
    }
    records::keep_history(state, &game, outcome, &ending);
    for id in &players {
        simul::stand_up(&mut state.players, *id, number);
    }
    after_game(state, game.terms.category(), &players, rated);
    state.offers.drop_requests(&mut state.out, &players);
    for id in &players {
        state.seeks.list(&state.players, &mut state.out, *id);
        simul::show_current_board(state, *id);
    }
    // A player who had not come back is gone now.
    for id in players {
        let gone = |p: &crate::players::player::OnlineState| {
            p.session.is_none() && p.activity == Activity::Free
        };
        if state.players.online_state(id).is_some_and(gone) {
            leave::leave(state, id);
        }
    }
    Some(Box::new(Finished {
        terms: game.terms,
        sides: game.sides,
        start: game.start,
        line: game.line,
        since: game.since,
        until: state.out.now,
        outcome,
        ending,
        other: None,
    }))
}

/// The players' records if the game ended now; `None` if it changes no ratings. In bughouse the
/// teams' strengths count, so both boards must be there.
fn new_records(
    state: &State,
    now: Tick,
    number: GameNumber,
    outcome: Outcome,
) -> Option<ByColor<Rated>> {
    let game = state.games.get(number)?;
    let score = match outcome {
        Outcome::Win(Color::White) => Score::Win,
        Outcome::Win(Color::Black) => Score::Loss,
        Outcome::Draw => Score::Draw,
        Outcome::Unknown => return None,
    };
    if !game.terms.rated {
        return None;
    }
    let (white, black) = (
        record_in(&state.players, game, Color::White)?,
        record_in(&state.players, game, Color::Black)?,
    );
    let strength = |(_, record): &(PlayerId, Record)| record.strength(now);
    let own = ByColor { white: strength(&white), black: strength(&black) };
    let beside = match game.partner {
        Some(partner) => {
            let other = state.games.get(partner)?;
            // White here and Black there are partners.
            Some(ByColor {
                white: strength(&record_in(&state.players, other, Color::Black)?),
                black: strength(&record_in(&state.players, other, Color::White)?),
            })
        }
        None => None,
    };
    let rated = |color: Color, (player, before): (PlayerId, Record), score| {
        let (mine, theirs) = (own.get(color), own.get(!color));
        let strength = match &beside {
            Some(beside) => {
                mine.after_beside(*beside.get(color), theirs.team(*beside.get(!color)), score)
            }
            None => mine.after(*theirs, score),
        };
        Rated { player, before, after: before.played(strength, score, now) }
    };
    Some(ByColor {
        white: rated(Color::White, white, score),
        black: rated(Color::Black, black, score.reversed()),
    })
}

/// A side's player, and their record in the category of the game.
fn record_in(players: &Players, game: &Game, color: Color) -> Option<(PlayerId, Record)> {
    let player = game.sides.get(color).player?;
    let records = &players.get(player)?.account.records;
    Some((player, *records.of(game.terms.category())?))
}

/// The follow-up of a game: ratings, and the report to each player.
fn after_game(
    state: &mut State,
    category: Category,
    ids: &[PlayerId],
    rated: Option<ByColor<Rated>>,
) {
    let Some(ByColor { white, black }) = rated else {
        state.out.send_all(ids.iter().copied(), GameNotice::NoRatings);
        return;
    };
    for Rated { player, before, after } in [white, black] {
        if let Some(record) =
            state.players.get_mut(player).and_then(|p| p.account.records.of_mut(category))
        {
            *record = after;
        }
        state.out.send(
            player,
            GameNotice::Ratings {
                category: category.title(),
                before: before.rating.unwrap_or_default().unsigned_abs(),
                after: after.rating.unwrap_or_default().unsigned_abs(),
            },
        );
        state.players.store_account(&mut state.out, player);
    }
}
