//! Reports on positions as JSON.

use partie_core::{Color, Date};
use partie_formats::{WriteOptions, fen};
use serde_json::{Value, json};

use super::{
    Expected, LineMove, PositionReport, ReportedGame, ReportedPlayer, color_of, mean_moves,
};
use crate::library::{ExploredMove, Libraries, tally::Results};

impl PositionReport {
    /// Returns the report as one JSON object; its games are of these libraries.
    #[must_use]
    pub fn json(&self, libraries: Libraries<'_>) -> Value {
        let game = |game: &ReportedGame| game_json(game, libraries);
        let games = |all: &[ReportedGame]| all.iter().map(game).collect::<Vec<_>>();
        let players = |all: &[Vec<ReportedPlayer>; 2]| {
            let of = |side: usize| {
                let row = |player: &ReportedPlayer| player_json(player, color_of(side));
                all[side].iter().map(row).collect::<Vec<_>>()
            };
            json!({ "white": of(0), "black": of(1) })
        };
        let moves = self.moves.iter().map(|(played, first)| {
            let mut object = move_json(played);
            object["first_game"] = first.as_ref().map_or(Value::Null, game);
            object
        });
        let years = self.years.iter().filter(|(_, year)| year.results.games() > 0);
        let years = years.map(|(year, of)| {
            let mut object = results_json(of.results);
            object["year"] = json!(year);
            object["of_games"] = json!(of.of_games);
            object
        });
        let endings = self.endings.iter().map(|(ending, results)| {
            let mut object = results_json(*results);
            object["ending"] = json!(ending.to_string());
            object
        });
        let orders = self.orders.iter().map(|order| {
            let mut object = results_json(order.results);
            object["moves"] = json!(order.moves);
            object
        });
        let (first, last) = self.dates.unzip();
        let [white, drawn, black, unknown] = self.lengths.by_outcome.map(mean_moves);
        let [white_rating, black_rating] = self.average_ratings;
        json!({
            "fen": fen::position(&self.position, &WriteOptions::default()),
            "opening": self.opening.map(|o| json!({ "eco": o.code, "name": o.name })),
            "games": self.results.games(),
            "results": results_json(self.results),
            "ended": self.ended,
            "of_games": self.of_games,
            "first": first.map(Date::iso),
            "last": last.map(Date::iso),
            "white_rating": white_rating,
            "black_rating": black_rating,
            "expected": expected_json(&self.expected),
            "moves": moves.collect::<Vec<_>>(),
            "lines": lines_json(&self.lines),
            "years": years.collect::<Vec<_>>(),
            "length": {
                "mean": self.lengths.mean(),
                "white": white,
                "drawn": drawn,
                "black": black,
                "unknown": unknown,
                "short_draws": self.lengths.short_draws,
            },
            "players": players(&self.players),
            "strongest_players": players(&self.strongest),
            "player_counts": { "white": self.player_counts[0], "black": self.player_counts[1] },
            "top_games": games(&self.top_games),
            "newest_games": games(&self.newest_games),
            "first_game": self.first_game.as_ref().map(game),
            "endings": endings.collect::<Vec<_>>(),
            "with_ending": self.with_ending,
            "orders": orders.collect::<Vec<_>>(),
            "order_count": self.order_count,
            "without_order": self.without_order,
        })
    }
}

/// Returns a number of games with their results.
pub(crate) fn results_json(results: Results) -> Value {
    let Results { white, draws, black, unknown } = results;
    json!({
        "games": results.games(),
        "white": white,
        "draws": draws,
        "black": black,
        "unknown": unknown,
    })
}

/// Returns White's score, what the ratings let expect, and the standard error.
pub(crate) fn expected_json(expected: &Expected) -> Value {
    json!({
        "games": expected.games,
        "white_score": expected.reached(),
        "white_expected": expected.score(),
        "error": expected.error(),
    })
}

fn move_json(played: &ExploredMove) -> Value {
    let mut object = results_json(played.results);
    object["uci"] = json!(played.uci);
    object["san"] = json!(played.san);
    object["average_rating"] = json!(played.average_rating);
    object["average_opponent_rating"] = json!(played.average_opponent_rating);
    object["performance"] = json!(played.performance);
    object["last_played"] = json!(played.last_played.map(month));
    object["opening"] = json!(played.opening.map(|o| json!({ "eco": o.code, "name": o.name })));
    object
}

/// Returns the moves of a tree in a list; `parent` is the place of the move before in the list.
pub(crate) fn lines_json(lines: &[LineMove]) -> Vec<Value> {
    let line = |line: &LineMove| {
        let mut object = results_json(line.results);
        object["uci"] = json!(line.uci);
        object["san"] = json!(line.san);
        object["number"] = json!(line.number);
        object["depth"] = json!(line.depth);
        object["parent"] = json!(line.parent);
        object["ended"] = json!(line.ended);
        object["others"] = json!(line.others);
        object["average_rating"] = json!(line.average_rating);
        object["average_opponent_rating"] = json!(line.average_opponent_rating);
        object["performance"] = json!(line.performance);
        object["expected"] = expected_json(&line.expected);
        object["last_played"] = json!(line.last_played.map(month));
        object["opening"] = json!(line.opening.map(|o| json!({ "eco": o.code, "name": o.name })));
        object
    };
    lines.iter().map(line).collect()
}

fn player_json(player: &ReportedPlayer, color: Color) -> Value {
    let mut object = results_json(player.results);
    object["name"] = json!(player.name);
    object["score"] = json!(player.results.score(color));
    object["highest_rating"] = json!(player.highest_rating);
    object["opponents_rating"] = json!(player.opponents_rating);
    object["performance"] = json!(player.performance);
    object["last_year"] = json!(Some(player.last_year).filter(|year| *year > 0));
    object
}

/// Returns a game; of several libraries, with the name of its own.
pub(crate) fn game_json(game: &ReportedGame, libraries: Libraries<'_>) -> Value {
    let [white, black] = &game.names;
    let [white_elo, black_elo] = game.ratings.map(|elo| Some(elo).filter(|elo| *elo > 0));
    let own = libraries.library_of(game.number).map_or(game.number, |(_, own)| own);
    let mut object = json!({
        "id": own,
        "white": white,
        "black": black,
        "white_elo": white_elo,
        "black_elo": black_elo,
        "result": game.outcome.to_string(),
        "date": game.date.map(Date::iso),
        "plies": game.plies,
        "moves": game.moves,
    });
    if let Some(library) = libraries.library_name(game.number) {
        object["library"] = json!(library);
    }
    object
}

/// Returns a year and a month, which is left out if it is not known.
fn month((year, month): (u16, u8)) -> String {
    if month == 0 { format!("{year:04}") } else { format!("{year:04}-{month:02}") }
}
