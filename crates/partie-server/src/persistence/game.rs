//! Finished games as records: PGN, and BPGN for the two boards of bughouse.

use partie_core::{
    BoardId, Boards, Bughouse, Color, Comment, Game, NodeId, Outcome, Position, Tags, Termination,
    Tree, Variant, moves::san, openings, time::ClockTime,
};
use partie_formats::WriteOptions;
use partie_ics::{
    Tick,
    category::Control,
    game::{Finished, Played, Terms},
    time::Zone,
};
use partie_pgn as pgn;
use partie_pgn::bpgn;

use crate::store::model;

/// The record of a game that was played at `site`, and the empty line after it. The tag `GameId`
/// has its number in the store, so that no two records are the same.
fn record(finished: &Finished, site: &str, number: i64) -> String {
    let mut game = game(finished, site);
    game.tags.set("GameId", number.to_string());
    let mut text = Vec::new();
    let write = if finished.other.is_some() { bpgn::write } else { pgn::write };
    let written = write(&game, &WriteOptions::default(), &mut text);
    if let Err(fault) = written {
        tracing::error!(%fault, "a game could not be written to memory");
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The rows of a game in the store, one for each board: numbers are given from `number` on.
pub(super) fn rows(finished: &Finished, site: &str, number: i64) -> Vec<model::Game> {
    let record = record(finished, site, number);
    let opening = match &finished.other {
        None => openings::of(&one_board(finished)),
        Some(_) => None,
    };
    let row = |(id, board): (i64, &Finished)| model::Game {
        id,
        white: board.sides.white.name.clone(),
        black: board.sides.black.name.clone(),
        white_rating: board.sides.white.rating.number().map(i64::from),
        black_rating: board.sides.black.rating.number().map(i64::from),
        category: board.terms.category().name().to_owned(),
        rated: board.terms.rated,
        initial_ms: board.terms.controls.white.initial.0,
        increment_ms: board.terms.controls.white.increment.0,
        started: board.since.0,
        ended: board.until.0,
        result: board.outcome.as_pgn().to_owned(),
        reason: board.ending.short().to_owned(),
        eco: opening.map_or_else(String::new, |opening| opening.code.to_owned()),
        pgn: record.clone(),
    };
    let boards = std::iter::once(finished).chain(finished.other.as_deref());
    (number..).zip(boards).map(row).collect()
}

/// A finished game, with both boards where there are two.
pub(super) fn game(finished: &Finished, site: &str) -> Game {
    let mut game = match &finished.other {
        None => one_board(finished),
        Some(other) => two_boards(finished, other),
    };
    game.outcome = finished.outcome;
    // An event on a board says more than one on the other board.
    let ending = match &finished.other {
        Some(other) if finished.ending.to_string().contains("partner") => &other.ending,
        _ => &finished.ending,
    };
    let words = ending.to_string();
    game.termination =
        Some(bpgn::termination(&words).unwrap_or_else(|| Termination::Other(words.clone())));
    let last = game.tree.mainline_end();
    comment(&mut game.tree, last, words);
    game.tags = tags(finished, site, &game);
    game
}

fn one_board(finished: &Finished) -> Game {
    let variant = finished.terms.variant();
    let mut game = Game::from_boards(variant, Boards::One(finished.start.clone()));
    let mut node = NodeId::ROOT;
    let mut turn = finished.start.turn();
    for played in &finished.line {
        node = game.tree.add(node, played.ply);
        comment(&mut game.tree, node, clocks(played, turn, &finished.terms));
        turn = !turn;
    }
    game
}

/// Both boards in one tree, in the order in which the moves were played.
fn two_boards(a: &Finished, b: &Finished) -> Game {
    // Pieces handed over before a board's first move are part of its start position.
    let mut boards = Bughouse::new(a.start.clone(), b.start.clone());
    for id in BoardId::ALL {
        boards.set_pockets(id, partie_core::ByColor::default());
    }
    let start = Boards::Two(Box::new(boards.clone()));
    let mut game = Game::from_boards(Variant::Bughouse, start);
    let mut node = NodeId::ROOT;
    let mut left =
        [times(a), times(b)].map(std::iter::IntoIterator::into_iter).map(Iterator::peekable);
    let of = |id: BoardId| if id == BoardId::A { a } else { b };
    loop {
        let [first, second] = &mut left;
        let earlier = match (first.peek(), second.peek()) {
            (None, None) => break,
            (Some(_), None) => BoardId::A,
            (None, Some(_)) => BoardId::B,
            (Some((on_a, _)), Some((on_b, _))) => {
                if on_a <= on_b {
                    BoardId::A
                } else {
                    BoardId::B
                }
            }
        };
        // A piece is dropped after it was taken on the other board, even where the clocks of
        // the boards, which do not know of each other's pauses, seem to say otherwise.
        let next = [earlier, earlier.other()].into_iter().find_map(|id| {
            let (_, played) = left[id.index()].peek().copied()?;
            let turn = boards.board(id).turn();
            boards.play(id, played.ply).ok()?;
            Some((id, turn, played))
        });
        let Some((id, turn, played)) = next else {
            let rest = |id: BoardId| {
                let mut at = boards.board(id).clone();
                sans(&mut at, left[id.index()].clone().map(|(_, played)| played))
            };
            tracing::error!("a game of bughouse has moves that are not legal");
            let (on_a, on_b) = (rest(BoardId::A), rest(BoardId::B));
            game.unread = Some(format!("A: {on_a} B: {on_b}"));
            break;
        };
        left[id.index()].next();
        node = game.tree.add_on(node, id, played.ply);
        comment(&mut game.tree, node, clocks(played, turn, &of(id).terms));
    }
    game
}

fn sans<'a>(position: &mut Position, line: impl Iterator<Item = &'a Played>) -> String {
    let mut words = Vec::new();
    for played in line {
        words.push(san::write(position, played.ply));
        played.again(position);
    }
    words.join(" ")
}

/// The moves of a board, each with the moment at which it was played.
fn times(board: &Finished) -> Vec<(Tick, &Played)> {
    let mut at = board.since;
    let moment = |played: &'_ Played| {
        at = at + played.took + played.lag;
        at
    };
    board.line.iter().map(moment).zip(&board.line).collect()
}

/// `[%clk 0:02:58] [%emt 0:00:04]`; no clock where there is none.
fn clocks(played: &Played, mover: Color, terms: &Terms) -> String {
    let emt = ClockTime(played.took.0);
    if terms.controls.get(mover).is_untimed() {
        return format!("[%emt {emt}]");
    }
    let clk = ClockTime(played.left.get(mover).0);
    format!("[%clk {clk}] [%emt {emt}]")
}

fn comment(tree: &mut Tree, node: NodeId, text: String) {
    tree.annotations_mut(node).comments.push(Comment::after(text));
}

fn tags(finished: &Finished, site: &str, game: &Game) -> Tags {
    let Finished { terms, since, .. } = finished;
    let rated = if terms.rated { "rated" } else { "unrated" };
    let mut tags = Tags::new();
    tags.set("Event", format!("{site} {rated} {} match", terms.name()));
    tags.set("Site", site);
    tags.set("Date", since.pgn_date(Zone::UTC));
    tags.set("Round", "-");
    let boards: &[(&str, &Finished)] = match &finished.other {
        None => &[("", finished)],
        Some(other) => &[("A", finished), ("B", other)],
    };
    for (board, of) in boards {
        for (color, word) in [(Color::White, "White"), (Color::Black, "Black")] {
            let side = of.sides.get(color);
            tags.set(format!("{word}{board}"), side.name.as_str());
            if let Some(rating) = side.rating.as_pgn() {
                tags.set(format!("{word}{board}Elo"), rating);
            }
        }
    }
    tags.set("Result", game.outcome.as_pgn());
    tags.set("Time", since.pgn_time(Zone::UTC));
    let [white, black] = [terms.controls.white, terms.controls.black].map(time_control);
    if white == black {
        tags.set("TimeControl", white);
    } else {
        tags.set("WhiteTimeControl", white);
        tags.set("BlackTimeControl", black);
    }
    if let Some(opening) = openings::of(game) {
        tags.set("ECO", opening.code);
        tags.set("Opening", opening.name);
    }
    if game.variant != Variant::Standard {
        tags.set("Variant", game.variant.name());
    }
    tags.set("Termination", termination(game.termination.as_ref(), game.outcome));
    tags
}

/// `180+2`, or `-` for a game without clocks.
fn time_control(control: Control) -> String {
    if control.is_untimed() {
        return "-".to_owned();
    }
    let seconds = ClockTime(control.initial.0).in_seconds();
    format!("{seconds}+{}", ClockTime(control.increment.0).in_seconds())
}

/// The word of the tag `Termination`.
const fn termination(reason: Option<&Termination>, outcome: Outcome) -> &'static str {
    match reason {
        _ if matches!(outcome, Outcome::Unknown) => "unterminated",
        Some(
            Termination::TimeForfeit
            | Termination::TimeForfeitWithoutMaterial
            | Termination::BothTimesOut,
        ) => "time forfeit",
        Some(Termination::Disconnection) => "abandoned",
        Some(Termination::Adjudication) => "adjudication",
        Some(Termination::RulesInfraction) => "rules infraction",
        _ => "normal",
    }
}
