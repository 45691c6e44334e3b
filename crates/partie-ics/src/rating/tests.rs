use proptest::prelude::*;

use super::*;

fn record(rating: Option<i32>, rd: f64) -> Record {
    Record { rating, rd, ..Record::default() }
}

/// The table of FICS's `help assess`, all eight games of it: the effects of a win, a draw and a
/// loss of the first player on both ratings, and the new RDs.
#[test]
fn the_table_of_help_assess() {
    for (category, mine, rd, theirs, their_rd, changes, new_rd, their_new_rd) in [
        ("blitz", Some(1596), 33.1, 1629, 78.8, [(9, -19), (1, -2), (-7, 15)], 32.9, 76.9),
        ("standard", Some(1611), 270.9, 1780, 87.1, [(201, -22), (61, -6), (-79, 10)], 224.4, 85.7),
        (
            "lightning",
            Some(1633),
            350.0,
            1784,
            87.8,
            [(264, -19), (75, -4), (-114, 10)],
            261.3,
            86.6,
        ),
        ("wild", None, 350.0, 1956, 116.2, [(2041, -36), (1836, -11), (1630, 14)], 275.8, 113.8),
        ("crazyhouse", None, 350.0, 1890, 90.4, [(1997, -20), (1805, -5), (1612, 10)], 264.0, 89.2),
        ("suicide", None, 350.0, 1783, 116.6, [(1927, -28), (1750, -3), (1573, 22)], 256.1, 113.8),
        ("losers", None, 350.0, 1938, 115.9, [(2028, -35), (1827, -10), (1625, 15)], 273.0, 113.5),
        ("atomic", None, 350.0, 1877, 82.4, [(1989, -17), (1798, -4), (1608, 9)], 261.7, 81.5),
    ] {
        let (me, you) = (record(mine, rd), record(Some(theirs), their_rd));
        let (mine, theirs) = (assess(&me, &you, Tick(0)), assess(&you, &me, Tick(0)));
        let found = [(mine.win, theirs.loss), (mine.draw, theirs.draw), (mine.loss, theirs.win)];
        assert_eq!(found, changes, "{category}");
        // The RDs of the table are themselves rounded, so the last digit may differ.
        assert!((mine.new_rd - new_rd).abs() < 0.11, "{category} {}", mine.new_rd);
        assert!((theirs.new_rd - their_new_rd).abs() < 0.11, "{category} {}", theirs.new_rd);
        assert!(mine.rating.is_none_or(|r| r == me.rating.unwrap_or(0)));
    }
}

/// An uncertain rating changes more than a certain opponent's; the numbers come from the first game
/// in the example of Glickman's "The Glicko system".
#[test]
fn uncertain_ratings_move_more() {
    let sure = Strength { rating: 1700, rd: 40.0 };
    let unsure = Strength { rating: 1700, rd: 200.0 };
    let won = unsure.after(sure, Score::Win).rating - 1700;
    let lost = 1700 - sure.after(unsure, Score::Loss).rating;
    assert!(won > 5 * lost, "{won} {lost}");
    let player = Strength { rating: 1500, rd: 200.0 };
    let after = player.after(Strength { rating: 1400, rd: 30.0 }, Score::Win);
    assert_eq!(after.rating, 1563);
    assert!((after.rd - 175.2).abs() < 0.1, "{}", after.rd);
}

#[test]
fn deviation_grows_with_time() {
    let player = Strength { rating: 1500, rd: 50.0 };
    for (rest, rd) in [
        (Span::ZERO, 50.0),
        (Span::seconds(-9), 50.0),
        (Span::hours(1), 50.43),
        (Span::days(1), 50.76),
        (Span::days(30), 51.11),
        (Span::days(365), 51.37),
    ] {
        let found = player.after_rest(rest).rd;
        assert!((found - rd).abs() < 0.01, "{rest:?}: {found}");
    }
    assert!(
        Strength { rating: NEWCOMER, rd: LARGEST_RD }.after_rest(Span::days(999)).rd <= LARGEST_RD
    );
}

#[test]
fn a_career() {
    let now = |game: i64| Tick(0) + Span::hours(game);
    let rival = Record { wins: 10, losses: 10, ..record(Some(1700), 40.0) };
    let mut me = Record::default();
    assert_eq!(me.shown(now(0)), Rating::Unrated);
    for game in 1..=40 {
        let score = if game % 2 == 0 { Score::Loss } else { Score::Win };
        let strength = me.strength(now(game)).after(rival.strength(now(game)), score);
        me = me.played(strength, score, now(game));
        // Against an equal and well-known opponent it takes 20 games.
        assert_eq!(me.is_active(now(game)), game >= 20, "game {game}: {}", me.rd);
        assert_eq!(me.best.is_some(), me.was_active);
    }
    assert_eq!((me.wins, me.losses, me.draws), (20, 20, 0));
    assert_eq!(me.standing(now(40)), Standing::Active);
    let rating = me.rating.expect("rated");
    assert!((1650..1750).contains(&rating), "{rating}");
    let best = me.best.expect("best");
    assert!(best.rating >= rating && best.at <= now(40));
    // Ratings that are no longer active are estimated.
    me.rd = 79.9;
    assert_eq!(me.standing(now(40)), Standing::Active);
    assert_eq!(me.standing(now(100_000)), Standing::Estimated);
}

#[test]
fn bughouse_rates_teams() {
    let [strong, weak, even] =
        [(2000, 50.0), (1400, 50.0), (1700, 50.0)].map(|(rating, rd)| Strength { rating, rd });
    assert_eq!(strong.team(weak).rating, 1700);
    assert!((strong.team(weak).rd - 35.36).abs() < 0.01);
    // The teams are equal, so both partners win the same though their ratings differ.
    let opponents = even.team(even);
    let won = strong.after_beside(weak, opponents, Score::Win).rating - 2000;
    assert_eq!(weak.after_beside(strong, opponents, Score::Win).rating - 1400, won);
    assert_eq!(even.after(opponents, Score::Win).rating - 1700, won);
    assert!(won >= 8);
}

#[test]
fn ratings_that_are_set() {
    let carried = Record::set(1900, 70.0, Tick(0));
    assert_eq!(carried.standing(Tick(0)), Standing::Active);
    assert_eq!(carried.best, None);
    let unsure = Record::set(1900, 350.0, Tick(0));
    assert_eq!(unsure.standing(Tick(0)), Standing::Provisional);
    assert_eq!(unsure.shown(Tick(0)).to_string(), "1900P");
}

#[test]
fn ratings_after_names() {
    let year = Tick(0) + Span::days(365);
    for (rating, rd, was_active, now, text) in [
        (Some(1670), 40.0, true, Tick(0), "1670"),
        (Some(1586), 79.9, true, year, "1586E"),
        (Some(950), 200.0, false, Tick(0), "950P"),
        (None, 350.0, false, Tick(0), "----"),
    ] {
        let record = Record { was_active, last: Some(Tick(0)), ..record(rating, rd) };
        assert_eq!(record.shown(now).to_string(), text);
    }
}

#[test]
fn records_of_all_categories() {
    let mut records = Records::default();
    *records.of_mut(Category::Atomic).expect("rated") = Record::set(1800, 60.0, Tick(0));
    assert_eq!(records.of(Category::Atomic).and_then(|r| r.rating), Some(1800));
    assert_eq!(records.of(Category::Blitz).and_then(|r| r.rating), None);
    assert!(records.of(Category::Untimed).is_none());
    assert_eq!(records.iter().count(), 9);
}

/// These bits must never change: ratings in stored logs depend on them.
#[test]
fn the_bits() {
    for (found, bits) in [
        (libm::log(2.0), 0x3fe6_2e42_fefa_39ef),
        (libm::log(525_601.0), 0x402a_5837_65bd_0456),
        (libm::exp(1.0), 0x4005_bf0a_8b14_576a),
        (libm::exp(-0.19), 0x3fea_7673_006d_4985),
    ] {
        assert_eq!(found.to_bits(), bits, "{found} {:x}", found.to_bits());
    }
}

fn strengths() -> impl Strategy<Value = Strength> {
    (0..3500_i32, 10.0..350.0_f64).prop_map(|(rating, rd)| Strength { rating, rd })
}

proptest! {
    /// A win is never worse than a draw, nor a draw than a loss; a win never costs
    /// points, a loss never gains any; a game never makes a rating less certain.
    #[test]
    fn order_of_results(me in strengths(), you in strengths()) {
        let [win, draw, loss] = Score::ALL.map(|score| me.after(you, score));
        prop_assert!(win.rating >= draw.rating && draw.rating >= loss.rating);
        prop_assert!(win.rating >= me.rating && loss.rating <= me.rating);
        prop_assert!(win.rd <= me.rd && win.rd > 0.0);
        prop_assert_eq!(win.rd.to_bits(), loss.rd.to_bits());
        // Equals can always win or lose 8 points.
        let equal = Strength { rating: me.rating, ..you };
        prop_assert!(me.after(equal, Score::Win).rating - me.rating >= 8);
    }
}
