//! Reports on players as JSON.

use partie_core::Color;
use serde_json::{Value, json};

use super::{PlayerReport, Ranked, TimeBand};
use crate::statistics::Score;

impl PlayerReport {
    /// Returns all statistics as one JSON object, with at most `most` openings, opponents and time
    /// controls.
    #[must_use]
    pub fn json(&self, most: usize) -> Value {
        let names = self.spellings().into_iter().map(|(name, games)| json!([name, games]));
        let (first, last) = self.dates().unzip();
        let (mean, performance) = self.performance().unzip();
        let curves = self.ratings().into_iter().map(|curve| {
            let points = curve.points.iter().map(|point| {
                json!({
                    "year": point.date.year(),
                    "month": Some(point.date.month()).filter(|month| *month > 0),
                    "rating": point.rating,
                    "games": point.games,
                })
            });
            let speed = curve.speed.map(|speed| speed.to_string());
            json!({ "speed": speed, "months": points.collect::<Vec<_>>() })
        });
        let time = self.time();
        let longest = time.longest.as_ref().map(|think| {
            json!({
                "seconds": seconds(think.milliseconds),
                "move": think.number,
                "color": think.color.fold_wb("white", "black"),
                "game": think.game(|date| date.to_string()),
            })
        });
        json!({
            "names": names.collect::<Vec<_>>(),
            "games": self.games(),
            "both": self.both(),
            "first": first.map(|date| date.to_string()),
            "last": last.map(|date| date.to_string()),
            "score": of(self.score()),
            "white": of(self.score_with(Color::White)),
            "black": of(self.score_with(Color::Black)),
            "opponents_rating": mean,
            "performance": performance,
            "openings_white": list(self.openings(Color::White), most),
            "openings_black": list(self.openings(Color::Black), most),
            "opponents": list(self.opponents(), most),
            "years": list(self.years(), usize::MAX),
            "speeds": list(self.speeds(), usize::MAX),
            "time_controls": list(self.time_controls(), most),
            "ratings": curves.collect::<Vec<_>>(),
            "time": {
                "games": time.games,
                "moves": time.bands().map(band).collect::<Vec<_>>(),
                "longest": longest,
                "judged": time.judged,
                "short": time.short,
                "impossible_clocks": time.impossible,
                "lost_on_time": time.lost_on_time,
                "won_on_time": time.won_on_time,
            },
        })
    }
}

fn of(score: Score) -> Value {
    let Score { won, drawn, lost, open } = score;
    json!({ "won": won, "drawn": drawn, "lost": lost, "open": open })
}

fn list(rows: Ranked, most: usize) -> Value {
    let rows = rows.into_iter().take(most).map(|(name, score)| {
        let mut object = of(score);
        object["name"] = json!(name);
        object
    });
    rows.collect::<Vec<_>>().into()
}

fn band(band: TimeBand) -> Value {
    json!({
        "from": band.first,
        "to": band.last,
        "moves": band.moves,
        "seconds": seconds(band.milliseconds),
    })
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}
