//! Tournaments as JSON.

use serde_json::{Map, Value, json};

use super::{Points, TieBreak, Tournament};

impl Tournament {
    /// Returns the crosstable as JSON: players in the order of their ranks, to whom the games refer
    /// by numbers from 1.
    #[must_use]
    pub fn json(&self, tie_breaks: &[TieBreak]) -> Value {
        let standings = self.standings(tie_breaks);
        let mut places = vec![0; self.players.len()];
        let mut players = Vec::new();
        for (place, standing) in standings.iter().enumerate() {
            places[standing.player] = place + 1;
            let player = &self.players[standing.player];
            let values: Map<String, Value> = tie_breaks
                .iter()
                .zip(&standing.tie_breaks)
                .map(|(tie_break, value)| (tie_break.code(), json!(value)))
                .collect();
            let title = Some(&player.title).filter(|title| !title.is_empty());
            players.push(json!({
                "rank": standing.rank,
                "name": player.name,
                "title": title,
                "rating": player.elo,
                "points": number(standing.points),
                "games": standing.games,
                "tie_breaks": values,
                "performance": standing.performance,
            }));
        }
        let games = self.games.iter().map(|game| {
            json!({
                "round": game.round,
                "white": places[game.white],
                "black": places[game.black],
                "result": game.outcome.as_pgn(),
                "forfeit": game.forfeit,
            })
        });
        let byes = self.byes.iter().map(|bye| {
            json!({
                "round": bye.round,
                "player": places[bye.player],
                "points": number(bye.points),
            })
        });
        let left_out = self.left_out.iter().map(|left_out| {
            let [white, black] = &left_out.game.sides;
            json!({
                "reason": left_out.reason.to_string(),
                "round": left_out.game.round,
                "white": white.name,
                "black": black.name,
                "result": left_out.game.outcome.as_pgn(),
            })
        });
        let (first, last) = self.dates.unzip();
        json!({
            "event": self.event,
            "site": self.site,
            "first_date": first.map(|date| date.to_string()),
            "last_date": last.map(|date| date.to_string()),
            "kind": self.kind.name(),
            "cycles": self.cycles,
            "rounds": self.rounds,
            "rounds_by": self.round_source.to_string(),
            "unfinished": self.unfinished(),
            "players": players,
            "games": games.collect::<Vec<_>>(),
            "byes": byes.collect::<Vec<_>>(),
            "left_out": left_out.collect::<Vec<_>>(),
        })
    }
}

fn number(points: Points) -> f64 {
    f64::from(points.halves) / 2.0
}
