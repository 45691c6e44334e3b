//! Preparation as JSON.

use serde_json::{Value, json};

use super::{JudgedLine, Preparation, PreparedSide};
use crate::library::{Libraries, expected_json, game_json, lines_json};

impl Preparation {
    /// Returns the preparation as one JSON object, with at most `rows` of the newest games, which are of
    /// these libraries, and the sides given.
    #[must_use]
    pub fn json(&self, sides: &[PreparedSide], rows: usize, libraries: Libraries<'_>) -> Value {
        let newest = self.newest.iter().take(rows).map(|game| game_json(game, libraries));
        json!({
            "player": self.report.json(rows),
            "newest_games": newest.collect::<Vec<_>>(),
            "sides": sides.iter().map(side).collect::<Vec<_>>(),
        })
    }
}

fn side(side: &PreparedSide) -> Value {
    let judged = |lines: &[JudgedLine]| lines.iter().map(line).collect::<Vec<_>>();
    let years = side.years.iter().map(|(moves, years)| {
        let years = years.iter().map(|(year, games)| json!({ "year": year, "games": games }));
        json!({ "moves": moves, "years": years.collect::<Vec<_>>() })
    });
    let meeting = side.meeting.as_ref().map(|meeting| {
        let unmet = meeting.unmet.iter().map(|line| {
            json!({
                "moves": line.moves,
                "last_by": line.color.fold_wb("white", "black"),
                "lines": line.lines,
            })
        });
        json!({
            "lines": meeting.lines,
            "played": lines_json(&meeting.played),
            "unmet": unmet.collect::<Vec<_>>(),
            "unmet_count": meeting.unmet_count,
        })
    });
    json!({
        "color": side.color.fold_wb("white", "black"),
        "games": side.score.games(),
        "won": side.score.won,
        "drawn": side.score.drawn,
        "lost": side.score.lost,
        "expected": expected_json(&side.expected),
        "lines": lines_json(&side.lines),
        "weak": judged(&side.weak),
        "strong": judged(&side.strong),
        "judged": side.judged,
        "first_moves": years.collect::<Vec<_>>(),
        "repertoire": meeting,
    })
}

fn line(line: &JudgedLine) -> Value {
    json!({
        "moves": line.moves,
        "games": line.games,
        "score": line.reached,
        "expected": line.expected,
        "error": line.error,
        "deviation": line.deviation(),
    })
}
