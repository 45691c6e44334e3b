//! FIDE's own examples: the tournaments of "Exercises in Tie-Breaking" by IA Mario Held (Technical
//! Commission, tec.fide.com, March 2024), with the values that are published as their solutions.
//!
//! The exercises follow the rules of 2023. Since March 2026 a round without a game counts as a game
//! against an opponent whose points are capped at half of all rounds, or at the points of the
//! paired opponent (C.07, articles 16.4.1 and 16.4.2). Where that gives another value, the
//! published value follows in brackets.

use super::{tests::games_of, *};

/// Exercises 1 to 24 and 27 to 33. Nick left after three rounds.
const SWISS: &str = "
     1 Alyx      2200   9w1  13b½  2w½  15b1  4w½
     2 Bruno     2150  10b1   7w1  1b½  16w1  3b½
     3 Charline  2100  11w½   6b1  8w1   4b½  2w½
     4 David     2050  12b1  bye½ 13w1   3w½  1b½
     5 Helene    2000  13w0  15b0 11w1   7b½ 10w1
     6 Franck    1950  14b0   3w0 bye1  10w1  8b1
     7 Genevieve 1900  15w1   2b0 16b0   5w½ 11b0
     8 Irina     1850  16b½  14w1  3b0  13w1  6w0
     9 Jessica   1800   1b0  10w0 bye½  11b- bye1
    10 Lais      1750   2w0   9b1 15w0   6b0  5b0
    11 Maria     1700   3b½  16w0  5b0   9w+  7w1
    12 Nick      1650   4w0  bye1 14w+     -    -
    13 Opal      1600   5b1   1w½  4b0   8b0 14w0
    14 Paul      1550   6w1   8b0 12b-  bye0 13b1
    15 Reine     1500   7b0   5w1 10b1   1w0 16b0
    16 Stephan   1450   8w½  11b1  7w1   2b0 15w1";

/// Exercise 25.
const LONG_SWISS: &str = "
     1 Alyx      2150   9w1  13b½  2w½  15b1  4w½   6b½  3b½ 16w½  8b1
     2 Bruno     2130  10b1   7w1  1b½  16w1  3b1   4w½  6w0 15b½  5w½
     3 Charline  2200  11w½   6b1  8w1   4b½  2w0  16b1  1w½ 14w1 10b1
     4 David     2110  12b1  bye½ 13w1   3w½  1b½   2b½ 16w½  6b½ 15w1
     5 Helene    1890  13w0  15b0 11w1   7b½ 10w1  14b0  9b1  8w0  2b½
     6 Franck    2090  14b0   3w0 bye1  10w1  8b1   1w½  2b1  4w½ 16b1
     7 Genevieve 1950  15w1   2b0 16b0   5w½ 11b0  10b0 13w1  9w1 14b1
     8 Irina     1930  16b½  14w1  3b0  13w1  6w0  11b½ 15w½  5b1  1w0
     9 Jessica   1790   1b0  10w0 bye½  11b- bye1  13b1  5w0  7b0 12w½
    10 Lais      1870   2w0   9b1 15w0   6b0  5b0   7w1 12b1 11w1  3w0
    11 Maria     1810   3b½  16w0  5b0   9w+  7w1   8w½ 14b0 10b0 13w½
    12 Nick      1770   4w0  bye1 14w+     -    -  15b0 10w0 13b½  9b½
    13 Opal      1750   5b1   1w½  4b0   8b0 14w0   9w0  7b0 12w½ 11b½
    14 Paul      1850   6w1   8b0 12b-  bye0 13b1   5w1 11w1  3b0  7w0
    15 Reine     1830   7b0   5w1 10b1   1w0 16b0  12w1  8b½  2w½  4b0
    16 Stephan   1910   8w½  11b1  7w1   2b0 15w1   3w0  4b½  1b½  6w0";

/// Exercises 14 to 16 and 26.
const ALL_PLAY_ALL: &str = "
     1 Alyx      2200   5w½   2w1  3b1   4w0  6b1
     2 Bruno     2150   6w1   1b0  5w1   3w½  4b1
     3 Charline  2100   4w1   6b1  1w0   2b½  5w1
     4 David     2050   3b0   5b0  6w½   1b1  2w0
     5 Franck    1950   1b½   4w1  2b0   6w-  3b0
     6 Helene    2000   2b0   3w0  4b½   5b+  1w0";

/// Returns the tournament of a crosstable.
fn tournament(crosstable: &str, kind: TournamentKind) -> Tournament {
    let rows: Vec<Vec<&str>> = crosstable
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|row: &Vec<_>| !row.is_empty())
        .collect();
    let mut records = String::new();
    for round in 0..rows[0].len() - 3 {
        for row in &rows {
            let cell = row[3 + round];
            let mut record = |black: [&str; 2], result: &str, termination: &str| {
                records += &format!(
                    "[Round \"{}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[WhiteElo \"{}\"]\n[BlackElo \
                     \"{}\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n{result}\n\n",
                    round + 1,
                    row[1],
                    black[0],
                    row[2],
                    black[1],
                );
            };
            if let Some(points) = cell.strip_prefix("bye") {
                record(["bye", "?"], result_of(points), "unplayed");
            } else if let Some((opponent, sign)) = cell.split_once('w') {
                let number: usize = opponent.parse().expect("a number");
                let opponent = [rows[number - 1][1], rows[number - 1][2]];
                let forfeit = if ["+", "-"].contains(&sign) { "forfeit" } else { "normal" };
                record(opponent, result_of(sign), forfeit);
            }
        }
    }
    let club = Tournament::new(games_of(&records), Some(kind));
    assert!(club.left_out.is_empty(), "{:?}", club.left_out);
    club
}

fn result_of(sign: &str) -> &'static str {
    match sign {
        "1" | "+" => "1-0",
        "½" => "1/2-1/2",
        "0" | "-" => "0-1",
        _ => panic!("{sign}"),
    }
}

/// Compares values of players, in the order of the crosstable, with lines such as `BH 12½ 14(15)`;
/// values in brackets are ignored.
fn check(crosstable: &str, kind: TournamentKind, lines: &str) {
    let club = tournament(crosstable, kind);
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let code = words.next().expect("a code");
        let tie_break: TieBreak = code.parse().expect(code);
        for (row, value) in crosstable.trim().lines().zip(words) {
            let name = row.split_whitespace().nth(1).expect("a name");
            let value = value.split('(').next().unwrap_or(value);
            let standings = club.standings(&[tie_break]);
            let is_named = |standing: &&Standing| club.players[standing.player].name == name;
            let own = standings.iter().find(is_named).expect(name).tie_breaks[0];
            let own = own.map_or("-".to_owned(), |value| value.to_string());
            assert_eq!(own, value, "{code} of {name}");
        }
    }
}

#[test]
fn points_of_a_swiss_tournament() {
    let club = tournament(SWISS, TournamentKind::Swiss);
    let points = club
        .standings(&[])
        .into_iter()
        .map(|standing| format!("{} {}", club.players[standing.player].name, standing.points));
    assert_eq!(
        points.collect::<Vec<_>>().join(", "),
        "Bruno 4, Alyx 3½, Charline 3½, David 3½, Stephan 3½, Franck 3, Helene 2½, Irina 2½, \
         Maria 2½, Nick 2, Paul 2, Reine 2, Genevieve 1½, Jessica 1½, Opal 1½, Lais 1"
    );
}

#[test]
fn opponents_of_a_swiss_tournament() {
    // Exercises 1 to 13.
    check(SWISS, TournamentKind::Swiss, "
        BH    12.5 13    15.5 14(15)   8.5 11.5(12)   14.5 13.5 9    13   12.5(13.5) 11.5 14 11 12 12.5
        BHC1  11   12    13   11.5     7.5 10.5(11)   12.5 12   7.5  11.5 11(12)   9.5  12   9  11 11
        FB    13.5 13.5  15   14.5(15.5) 10 12        13.5 12.5 9.5  12.5 12(12.5) 11(11.5) 13.5 10.5 12 13.5
        SB    8    9.5   10.5 9.25(9.75) 4.25 6(6.5)  3.25 5.25 2.25 1.5  4.75(5.75) 4  4.25 4.5 3.5 7.25
        SBC1  7.25 8.5   9.25 7.75(8)  3.25 5(5.5)    1.25 3.75 2.25 0    3.25(4.25) 4  4.25 3   2.5 5.75
        AOB   12.4(12.6) 13.6 12.9(13.4) 13.38 13.2(13.4) 13.25 11.7(11.9) 12.9(13) 12.75 10.8(10.9) 12.75 14(15) 11.9(12.1) 13(13.17) 12.2 13.1(13.3)
    ");
}

#[test]
fn ratings_of_a_swiss_tournament() {
    // Exercises 17 to 22. Nick has no second opponent whom a cut would leave.
    check(
        SWISS,
        TournamentKind::Swiss,
        "
        ARO   1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820
        AROC1 1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 -    2025 1900 1963 1900
        TPR   1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969
        APRO  1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805
        PTP   2029 2216 2112 2168 1689 1810 1531 1715 950  1575 1763 1250 1744 1942 1768 2013
    ",
    );
}

#[test]
fn results_of_a_swiss_tournament() {
    // Exercises 27 to 33; REP was GE then.
    check(
        SWISS,
        TournamentKind::Swiss,
        "
        WIN   2  3  2    2    2 3 1 2   1   1 2   2 1 2 2 3
        WON   2  3  2    2    2 2 1 2   0   1 1   0 1 2 2 3
        BPG   2  3  2    2    2 2 3 2   1   3 2   0 3 2 3 2
        BWG   1  1  1    1    0 1 0 0   0   1 0   0 1 1 1 1
        GE    5  5  5    4    5 5 5 5   3   5 5   3 5 3 5 5
        PS    11 13 11   11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5
        PSC1  10 12 10.5 10.5 5 6 5 8   2.5 4 5   7 6 5 7 10
    ",
    );
}

#[test]
fn all_play_all() {
    // Exercises 14 to 16. Half of all points are 2½.
    check(
        ALL_PLAY_ALL,
        TournamentKind::AllPlayAll,
        "
        SB    9.25 6.25 6.25 4.25 3.25 2.25
        SBC1  9.25 4.75 4.75 4.25 3.25 1.5
        KS    2    0.5  0.5  1    0.5  0
    ",
    );
    // A game lost by forfeit is neither rated nor elected, but one won by forfeit counts (C.07,
    // article 15.2).
    check(
        ALL_PLAY_ALL,
        TournamentKind::AllPlayAll,
        "
        TPR   2199 2209 2219 1931 2038 1803
        REP   5    5    5    5    4    5
        WON   3    3    3    1    1    1
    ",
    );
}

#[test]
fn direct_encounters() {
    let ranks = |crosstable, kind| {
        let club = tournament(crosstable, kind);
        let standings = club.standings(&["DE".parse().expect("a code")]);
        let ranks = standings
            .iter()
            .map(|standing| format!("{} {}", standing.rank, club.players[standing.player].name));
        ranks.collect::<Vec<_>>().join(", ")
    };
    // Exercises 23 and 24: no tie is broken.
    assert!(
        ranks(SWISS, TournamentKind::Swiss)
            .starts_with("1 Bruno, 2 Alyx, 2 Charline, 2 David, 2 Stephan")
    );
    // Exercise 25.
    assert_eq!(
        ranks(LONG_SWISS, TournamentKind::Swiss),
        "1 Charline, 2 Franck, 3 Alyx, 3 David, 5 Bruno, 6 Genevieve, 6 Irina, 6 Stephan, \
         9 Helene, 9 Lais, 9 Paul, 9 Reine, 13 Maria, 14 Jessica, 14 Nick, 16 Opal"
    );
    // Exercise 26: of the three below, Helene won a game by forfeit.
    assert_eq!(
        ranks(ALL_PLAY_ALL, TournamentKind::AllPlayAll),
        "1 Alyx, 2 Bruno, 2 Charline, 4 Helene, 5 Franck, 6 David"
    );
}
