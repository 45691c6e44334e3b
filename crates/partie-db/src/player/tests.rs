//! A few games of one player.

use super::*;
use crate::query::samples::sample;

fn report(texts: &[&str]) -> PlayerReport {
    let name = Name::new("Ann", false).expect("a name");
    let mut report = PlayerReport::default();
    for text in texts {
        let game = PlayerGame::of(&sample(text), &name).expect("a game of hers");
        report.add(&game);
    }
    report
}

const GAMES: [&str; 3] = [
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2023.05.01\"]\n[WhiteElo \"2000\"]\n\
     [BlackElo \"2100\"]\n[TimeControl \"60+1\"]\n\n1. e4 {[%clk 0:01:00]} c5 {[%clk 0:00:59]} \
     2. Nf3 {[%clk 0:00:50]} d6 {[%clk 0:00:58]} 3. d4 {[%clk 0:00:05]} Nf6 {[%clk 0:00:50]} \
     4. Nc3 {[%clk 0:00:06]} a6 {[%clk 0:00:40]} 1-0",
    "[White \"Bob\"]\n[Black \"Ann\"]\n[Date \"2023.05.09\"]\n[BlackElo \"2010\"]\n\
     [WhiteElo \"2100\"]\n[TimeControl \"60+1\"]\n[Termination \"Time forfeit\"]\n\n\
     1. d4 d5 2. c4 {[%clk 0:00:30]} e6 {[%clk 0:00:30]} 3. Nc3 {[%clk 0:00:20]} \
     Nf6 {[%clk 0:00:40]} 1-0",
    "[White \"Cem\"]\n[Black \"Ann\"]\n[Date \"2024.??.??\"]\n[BlackElo \"2020\"]\n[ECO \"A00\"]\n\n\
     1/2-1/2",
];

#[test]
fn results() {
    let report = report(&GAMES);
    let score = |won, drawn, lost| Score { won, drawn, lost, open: 0 };
    assert_eq!(report.score(), score(1, 1, 1));
    assert_eq!(report.score_with(Color::Black), score(0, 1, 1));
    assert_eq!(
        report.openings(Color::White),
        [("B50 Sicilian Defense".to_owned(), score(1, 0, 0))]
    );
    let black = report.openings(Color::Black);
    assert_eq!(black[0].0, "A00");
    assert!(black[1].0.starts_with("D3"), "{black:?}");
    assert_eq!(report.opponents()[0], ("Bob".to_owned(), score(1, 0, 1)));
    assert_eq!(report.years()[1], ("2024".to_owned(), score(0, 1, 0)));
    assert_eq!(report.speeds(), [("bullet".to_owned(), score(1, 0, 1))]);
    // Half of the points against a mean of 2100.
    assert_eq!(report.performance(), Some((2100, 2100)));
    let curves = report.ratings();
    let month = Date::of_month(2023, 5).expect("a month");
    assert_eq!(curves[0].points, [RatingPoint { date: month, rating: 2005, games: 2 }]);
    assert_eq!((curves[1].speed, curves[1].points[0].date.month()), (None, 0));
    // Within a month there are days, and a point alone is no curve.
    let days = report.curves();
    let days: Vec<_> = days.iter().map(|curve| (curve.speed, curve.points.len())).collect();
    assert_eq!(days, [(Some(TimeClass::Bullet), 2)]);
}

#[test]
fn openings_have_one_name() {
    let report = report(&[
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. c4 e5 1-0",
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. c4 Nf6 2. Nc3 1-0",
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. c4 c5 0-1",
        "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. b3 0-1",
    ]);
    let openings = report.openings(Color::White);
    let rows: Vec<_> = openings.iter().map(|(name, score)| (&**name, score.games())).collect();
    assert_eq!(rows, [("A16–A30 English Opening", 3), ("A01 Nimzo-Larsen Attack", 1)]);
}

#[test]
fn use_of_time() {
    let report = report(&GAMES);
    let time = report.time();
    // In the first game 60 - 50 + 1 = 11 s, 50 - 5 + 1 = 46 s and 5 - 6 + 1 = 0 s; in the second
    // only the third move, whose clock shows more than there can be: 30 - 40 + 1 s.
    assert_eq!((time.all().moves, time.all().milliseconds), (3, 57_000));
    let longest = time.longest.as_ref().expect("three times");
    assert_eq!((longest.milliseconds, longest.number), (46_000, 3));
    assert_eq!(longest.game(partie_core::Date::iso), "Bob, 2023-05-01");
    // Four moves with a known clock before them, one of them with less than 6 s.
    assert_eq!((time.judged, time.short, time.impossible), (4, 1, 1));
    assert_eq!((time.lost_on_time, time.won_on_time), (1, 0));
}

#[test]
fn periods_add_time() {
    let control = TimeClass::of("2/60:30");
    assert!(control.is_some());
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"2/60:30\"]\n\n1. e4 {[%clk 0:00:58]} \
        e5 2. Nf3 {[%clk 0:01:18]} Nc6 3. Bb5 {[%clk 0:01:08]} *";
    let report = report(&[text]);
    // 58 - 78 + 30 = 10 s, then 10 s.
    assert_eq!(report.time().all().milliseconds, 20_000);
    assert_eq!(report.time().impossible, 0);
}

#[test]
fn both_players_of_one_name() {
    let report = report(&["[White \"Ann A\"]\n[Black \"Ann B\"]\n\n1. e4 0-1"]);
    assert_eq!((report.both(), report.score().lost), (1, 1));
    assert_eq!(report.spellings(), [("Ann A", 1)]);
    assert_eq!(report.json(5)["names"][0][1], 1);
}
