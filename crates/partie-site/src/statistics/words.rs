//! Statistics in the languages of the pages.

use partie_db::{
    query::TimeClass,
    statistics::{GameStatistics, Section, StatisticsRow, Topic},
};
use partie_page::Words;

use crate::words as page_words;

/// Returns numbers of all games with their names.
pub(crate) fn facts(statistics: &GameStatistics, words: &Words) -> Vec<(String, String)> {
    let games = statistics.games();
    let mut facts = vec![(words.games_count.clone(), words.grouped(games))];
    if let Some(lengths) = statistics.lengths().filter(|_| games > 0) {
        let mean = lengths.plies as f64 / 2.0 / games as f64;
        facts.push((words.mean_length.clone(), words.rounded(mean, 1)));
    }
    if let Some((first, last)) = statistics.dates() {
        facts.push((words.played.clone(), words.days(first, last)));
    }
    if let Some(mean) = statistics.average_elo() {
        facts.push((words.mean_rating.clone(), mean.to_string()));
    }
    facts
}

/// Returns the heading of a section and its column heading, which is empty if both are equal.
pub(crate) fn headings<'a>(section: &Section, words: &'a Words) -> (String, &'a str) {
    let (heading, column) = of_topic(section.topic, words);
    let mut heading = heading.to_owned();
    if section.more > 0 {
        let all = (section.rows.len() + section.more) as u64;
        heading += &words.part_of(section.rows.len() as u64, all);
    }
    if section.topic == Topic::Results
        && let [white, draws, black] = ["1-0", "1/2-1/2", "0-1"].map(|result| {
            section.rows.iter().find(|row| row.value == result).map_or(0, |row| row.number) as f64
        })
        && white + draws + black > 0.0
    {
        let share = (white + draws / 2.0) * 100.0 / (white + draws + black);
        heading += &format!(" ({})", words.labelled(&words.white_score, words.percent(share, 1)));
    }
    (heading, column)
}

/// Returns the heading of a topic and its column heading, which is empty if both are equal.
fn of_topic(topic: Topic, words: &Words) -> (&str, &str) {
    match topic {
        Topic::Results => (&words.topic_results, &words.result),
        Topic::Years => (&words.topic_years, &words.year),
        Topic::Ratings => (&words.topic_ratings, &words.rating),
        Topic::Lengths => (&words.topic_lengths, &words.moves),
        Topic::Families => (&words.topic_families, &words.find_opening),
        Topic::Openings => (&words.topic_openings, &words.find_opening),
        Topic::Speeds => (&words.topic_speeds, ""),
        Topic::TimeControls => (&words.topic_time_controls, ""),
        Topic::Terminations => (&words.topic_terminations, ""),
        Topic::Variants => (&words.topic_variants, &words.find_variant),
        Topic::Players => (&words.players, &words.player),
        Topic::Events => (&words.topic_events, &words.event),
        Topic::Diagnostics => (&words.diagnostics, ""),
    }
}

/// Returns the label of a row.
pub(crate) fn label(topic: Topic, row: &StatisticsRow, words: &Words) -> String {
    let word = match (topic, row.value.as_str()) {
        (Topic::Results, "1-0") => &words.white_wins,
        (Topic::Results, "1/2-1/2") => &words.draws,
        (Topic::Results, "0-1") => &words.black_wins,
        (Topic::Results, _) => &words.no_result,
        (Topic::Families, value) => match value.as_bytes()[0] {
            b'A' => &words.family_a,
            b'B' => &words.family_b,
            b'C' => &words.family_c,
            b'D' => &words.family_d,
            _ => &words.family_e,
        },
        (Topic::Speeds, value) => match value.parse::<TimeClass>() {
            Ok(speed) => return page_words::speed(speed, words).to_owned(),
            Err(_) => &row.label,
        },
        (Topic::Openings, _) => return words.opening(&row.label),
        (Topic::TimeControls, value) => return page_words::time_control(value),
        _ => &row.label,
    };
    word.clone()
}
