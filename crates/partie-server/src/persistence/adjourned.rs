//! Interrupted and running games, their rows, and the moves that were made since.

use std::{collections::HashMap, fmt::Write as _};

use partie_core::{ByColor, Position, moves::uci};
use partie_ics::{
    Moved, Span, Tick,
    clock::{MoveTime, Saved},
    game::{Adjourned, AdjournedId, Played, Side, Terms},
};
use partie_wire::notice::ending::Ending;
use serde::{Deserialize, Serialize};

use super::json::{self, Problem};
use crate::store::model;

/// The newest version of the JSON.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    version: u32,
    terms: Terms,
    #[serde(with = "partie_core::serialize::sides")]
    sides: ByColor<Side>,
    /// FEN; none where it is the variant's start.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    start: Option<String>,
    line: Vec<MoveRow>,
    clock: Saved,
    since: Tick,
    until: Tick,
    #[serde(with = "partie_core::serialize::text")]
    ending: Ending,
}

/// A ply: UCI, time taken, credit for lag, and the time left for both players.
#[derive(Serialize, Deserialize)]
struct MoveRow(String, Span, Span, Span, Span);

/// An adjourned game as it is stored.
pub(super) fn row(game: &Adjourned, revision: i64) -> model::Adjourned {
    let Adjourned { id, keys, terms, sides, start, line, clock, since, until, ending } = game;
    let mut before = start.clone();
    let mut moves = Vec::with_capacity(line.len());
    for played in line {
        moves.push(MoveRow(
            uci::write(&before, played.ply),
            played.took,
            played.lag,
            played.left.white,
            played.left.black,
        ));
        played.again(&mut before);
    }
    let data = Data {
        version: VERSION,
        terms: terms.clone(),
        sides: sides.clone(),
        start: json::write_start(start, terms.variant()),
        line: moves,
        clock: clock.clone(),
        since: *since,
        until: *until,
        ending: ending.clone(),
    };
    model::Adjourned {
        id: number(*id),
        white: keys.white.clone(),
        black: keys.black.clone(),
        data: json::write(&data),
        revision,
    }
}

/// The number of an adjourned game, as the store has it.
pub(super) fn number(id: AdjournedId) -> i64 {
    i64::try_from(id.0).unwrap_or(i64::MAX)
}

/// Appends the line that stores a move.
pub(super) fn add_line(revision: i64, moved: &Moved, lines: &mut String) {
    let Moved { id: _, uci, left, time, at } = moved;
    let MoveTime { thought, charged, added, lag } = time;
    // Writing to memory cannot fail.
    let _ = writeln!(
        lines,
        "{revision} {uci} {} {} {} {} {} {} {}",
        left.white.0, left.black.0, thought.0, charged.0, added.0, lag.0, at.0
    );
}

/// The lines of moves, without their revisions, by these.
pub(super) fn moves(rows: &[model::Moves]) -> HashMap<i64, Vec<&str>> {
    let mut all: HashMap<i64, Vec<&str>> = HashMap::new();
    for line in rows.iter().flat_map(|row| row.data.lines()) {
        if let Some((revision, line)) = line.split_once(' ')
            && let Ok(revision) = revision.parse()
        {
            all.entry(revision).or_default().push(line);
        }
    }
    all
}

/// Plays a move that was stored separately.
fn play(game: &mut Adjourned, board: &mut Position, line: &str) -> Result<(), Problem> {
    let problem = || format!("the move \"{line}\" cannot be read");
    let (uci, numbers) = line.split_once(' ').ok_or_else(problem)?;
    let numbers: Result<Vec<i64>, _> = numbers.split(' ').map(str::parse).collect();
    let [white, black, thought, charged, added, lag, at] = numbers.map_err(|_| problem())?[..]
    else {
        return Err(problem());
    };
    let ply = json::read_move(board, uci)?;
    let left = ByColor { white: Span(white), black: Span(black) };
    let played = Played::on(board, ply, Span(charged), Span(lag), left)
        .ok_or_else(|| format!("the move {uci} is not legal"))?;
    game.line.push(played);
    game.clock.left = left;
    game.clock.turn = board.turn();
    game.clock.taken.push(MoveTime {
        thought: Span(thought),
        charged: Span(charged),
        added: Span(added),
        lag: Span(lag),
    });
    game.until = Tick(at);
    Ok(())
}

/// An adjourned game as it was, with the moves that were made since it was stored.
pub(super) fn game(row: model::Adjourned, moves: Vec<&str>) -> Result<Adjourned, Problem> {
    let data: Data = json::read(&row.data, VERSION)?;
    let start = json::read_start(data.start.as_deref(), data.terms.variant())?;
    let mut before = start.clone();
    let mut line = Vec::with_capacity(data.line.len());
    for MoveRow(text, took, lag, white, black) in data.line {
        let ply = json::read_move(&before, &text)?;
        let left = ByColor { white, black };
        let played = Played::on(&mut before, ply, took, lag, left)
            .ok_or_else(|| format!("the move {text} is not legal"))?;
        line.push(played);
    }
    let mut game = Adjourned {
        id: AdjournedId(u64::try_from(row.id).map_err(|_| "a negative number".to_owned())?),
        keys: ByColor { white: row.white, black: row.black },
        terms: data.terms,
        sides: data.sides,
        start,
        line,
        clock: data.clock,
        since: data.since,
        until: data.until,
        ending: data.ending,
    };
    for line in moves {
        play(&mut game, &mut before, line)?;
    }
    Ok(game)
}
