//! Tables of small tournaments, computed by hand.

use proptest::prelude::*;

use super::*;
use crate::query::samples::sample;

/// Returns a tournament of lines such as `1 Ann Bob 1-0`: the round, White, Black and the result.
fn tournament(lines: &str, kind: Option<TournamentKind>) -> Tournament {
    Tournament::new(games(lines), kind)
}

fn games(lines: &str) -> Vec<EventGame> {
    let game = |(number, line): (usize, &str)| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [round, white, black, result] = words[..] else { panic!("four words: {line}") };
        // Each game has moves of its own.
        let moves = ["e4", "d4", "c4", "Nf3", "Nc3", "f4", "b3", "g3", "a3", "h3"];
        let replies = ["e5", "d5", "c5", "Nf6", "Nc6", "f5", "b6", "g6", "a6", "h6"];
        let (one, other) = (moves[number % 10], replies[number / 10]);
        let elo = |name: &str| match name {
            "Ann" => 2400,
            "Bob" => 2300,
            "Cem" => 2200,
            "Dag" => 2100,
            _ => 0,
        };
        EventGame::of(&sample(&format!(
            "[Event \"Club\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[Result \"{result}\"]\n\n1. {one} {other} {result}\n",
            elo(white),
            elo(black)
        )))
    };
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate().map(game).collect()
}

/// Returns the games of PGN.
pub(super) fn games_of(text: &str) -> Vec<EventGame> {
    let games = partie_pgn::read(text.as_bytes(), &partie_formats::ReadOptions::default());
    games.flatten().map(|game| EventGame::of(&game)).collect()
}

/// Returns the ranks, names, points and tie-breaks, a line for each player.
fn table(tournament: &Tournament, tie_breaks: &str) -> String {
    let tie_breaks: Vec<TieBreak> =
        tie_breaks.split_whitespace().map(|code| code.parse().expect(code)).collect();
    let mut out = String::new();
    for standing in tournament.standings(&tie_breaks) {
        let values = standing.tie_breaks.iter();
        let values = values.map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
        out += &format!(
            "{} {} {} {}\n",
            standing.rank,
            tournament.players[standing.player].name,
            standing.points,
            values.collect::<Vec<_>>().join(" ")
        );
    }
    out
}

/// Four players, all against all. Ann beats Dag and draws with Bob and Cem, and so on.
const ALL_PLAY_ALL: &str = "
    1 Ann Dag 1-0
    1 Bob Cem 1-0
    2 Dag Cem 0-1
    2 Ann Bob 1/2-1/2
    3 Bob Dag 0-1
    3 Cem Ann 1/2-1/2";

#[test]
fn all_play_all() {
    let club = tournament(ALL_PLAY_ALL, None);
    assert_eq!((club.kind, club.cycles, club.rounds.len()), (TournamentKind::AllPlayAll, 1, 3));
    // Points: Ann 1 + ½ + ½ = 2; Bob 1 + ½ + 0 = 1½; Cem 0 + 1 + ½ = 1½; Dag 0 + 0 + 1 = 1.
    // SB: Ann 1·1 + ½·1½ + ½·1½ = 2½; Bob 1·1½ + ½·2 + 0·1 = 2½; Cem 0·1½ + 1·1 + ½·2 = 2;
    // Dag 1·1½ = 1½. DE: Bob beat Cem. Half of 3 points is 1½, which Ann, Bob and Cem have, so that
    // KS is Ann ½ + ½ = 1, Bob 1 + ½ = 1½, Cem 0 + ½ = ½, Dag 0 + 0 + 1 = 1.
    insta::assert_snapshot!(table(&club, "DE SB KS WIN BPG BWG"), @"
    1 Ann 2 - 2.5 1 1 1 0
    2 Bob 1½ 1 2.5 1.5 1 1 0
    3 Cem 1½ 0 2 0.5 1 2 1
    4 Dag 1 - 1.5 1 1 2 1
    ");
    // ARO: Ann (2300 + 2200 + 2100) / 3 = 2200; Bob 2233⅓; Cem 2266⅔; Dag 2300.
    // TPR: Ann 67 % is +125; Bob and Cem 50 % are +0; Dag 33 % is -125.
    insta::assert_snapshot!(table(&club, "ARO TPR AROC1"), @"
    1 Ann 2 2200 2325 2250
    2 Cem 1½ 2267 2267 2350
    3 Bob 1½ 2233 2233 2300
    4 Dag 1 2300 2175 2350
    ");
}

/// Four players in three rounds; Dag leaves after the first, and Cem misses the second.
const SWISS: &str = "
    1 Ann Cem 1-0
    1 Bob Dag 1-0
    2 Ann Bob 1/2-1/2
    3 Cem Bob 0-1";

#[test]
fn swiss_with_missed_rounds() {
    let club = tournament(SWISS, Some(TournamentKind::Swiss));
    // Points: Ann 1½, Bob 1 + ½ + 1 = 2½, Cem 0, Dag 0.
    // As opponents count: Ann 1½ + ½ (round 3) = 2; Bob 2½; Cem 0; Dag 0 + ½ + ½ = 1.
    // BH: Bob Dag 1 + Ann 2 + Cem 0 = 3; Ann Cem 0 + Bob 2½ + own 1½ = 4;
    // Cem Ann 2 + own 0 + Bob 2½ = 4½; Dag Bob 2½ + own 0 + own 0 = 2½.
    // Cut 1: Bob without Cem 3; Ann and Cem without the missed round 2½ and 4½; Dag without one of
    // the two 2½. PS: Bob 1 + 1½ + 2½ = 5; Ann 1 + 1½ + 1½ = 4.
    // SB: Bob 1·1 + ½·2 + 1·0 = 2; Ann 1·0 + ½·2½ = 1¼. FB: the games of the last round are drawn:
    // Bob 2 and Cem ½; Bob's 1 + 2 + ½ = 3½; Ann's ½ + 2 + 1½ = 4; Cem's 2 + ½ + 2 = 4½ with ½ for
    // the missed round; Dag's 2.
    insta::assert_snapshot!(table(&club, "BH BHC1 PS SB FB"), @"
    1 Bob 2½ 3 3 5 2 3.5
    2 Ann 1½ 4 2.5 4 1.25 4
    3 Cem 0 4.5 4.5 0 0 4.5
    4 Dag 0 2.5 2.5 0 0 2
    ");
}

#[test]
fn cuts_and_forfeits() {
    let mut records = games(
        "1 Ann Bob 1-0
         1 Cem Dag 1-0
         2 Ann Cem 1-0
         2 Dag Bob 1/2-1/2
         3 Cem Bob 1-0",
    );
    let club = Tournament::new(records.clone(), Some(TournamentKind::Swiss));
    // Points: Ann 2, Bob ½, Cem 2, Dag ½; as opponents Ann 2½ and Dag 1, who miss the third round.
    // BH: Ann ½ + 2 + 1½, because her own 2 are more than half of 3; Bob 2½ + 1 + 2; Cem 1 + 2½ +
    // ½; Dag 2 + ½ + ½. The cut removes the missed rounds, Dag for Bob and Bob for Cem. SB: Ann ½ +
    // 2 + 0, where the cut removes Bob's ½ and not the 0 of the missed round; Bob ½ of Dag's 1,
    // which is cut; Cem 1 + ½, where Bob's is cut; Dag ½ of Bob's ½.
    insta::assert_snapshot!(table(&club, "BH BHC1 SB SBC1"), @"
    1 Cem 2 4 3.5 1.5 1
    2 Ann 2 4 2.5 2.5 2
    3 Bob ½ 5.5 4.5 0.5 0
    4 Dag ½ 3 2.5 0.25 0.25
    ");
    // Ann's first game becomes a round without one, in which an opponent counts no more than Bob.
    records[0].forfeit = true;
    let club = Tournament::new(records, Some(TournamentKind::Swiss));
    assert!(table(&club, "WIN WON BH").contains("Ann 2 2 1 4\n"), "{}", table(&club, "WIN WON BH"));
}

/// Two teams of three; Ann, Bob and Cem win 5½ to 3½.
#[test]
fn two_teams() {
    let lines = "
        1 Ann Dag 1-0
        1 Bob Eva 1/2-1/2
        1 Cem Fay 0-1
        2 Eva Ann 0-1
        2 Fay Bob 1/2-1/2
        2 Dag Cem 1/2-1/2
        3 Ann Fay 1/2-1/2
        3 Bob Dag 1-0
        3 Cem Eva 1/2-1/2";
    let club = tournament(lines, None);
    assert_eq!((club.kind, club.cycles), (TournamentKind::Scheveningen, 1));
    assert_eq!(club.teams(), Some([vec![0, 2, 4], vec![1, 3, 5]]));
    // SB: Ann 1·½ + 1·1 + ½·2 = 2½; Bob ½·1 + ½·2 + 1·½ = 2; Fay 1·1 + ½·2 + ½·2½ = 3¼;
    // Cem ½·½ + ½·1 = ¾; Eva ½·2 + ½·1 = 1½; Dag ½·1 = ½.
    insta::assert_snapshot!(table(&club, "SB WIN"), @"
    1 Ann 2½ 2.5 2
    2 Fay 2 3.25 1
    3 Bob 2 2 1
    4 Eva 1 1.5 0
    5 Cem 1 0.75 0
    6 Dag ½ 0.5 0
    ");
    // A game within a team.
    let other = tournament(&format!("{lines}\n4 Ann Bob 1-0"), None);
    assert_eq!((other.kind, other.teams()), (TournamentKind::AllPlayAll, None));
}

#[test]
fn rounds_elected_to_play() {
    let mut records = games("1 Ann Bob 1-0\n2 Bob Cem 0-1\n3 Cem Ann 1/2-1/2");
    records[1].forfeit = true;
    for kind in [TournamentKind::Swiss, TournamentKind::AllPlayAll] {
        let club = Tournament::new(records.clone(), Some(kind));
        insta::allow_duplicates! {
            insta::assert_snapshot!(table(&club, "REP"), @"
            1 Ann 1½ 2
            1 Cem 1½ 2
            3 Bob 0 1
            ");
        }
    }
}

#[test]
fn byes() {
    let record = |white: &str, black: &str, result: &str, moves: &str| {
        format!("[Round \"2\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} {result}\n\n")
    };
    let text = record("Ann", "BYE", "1-0", "")
        + &record("bye", "Bob", "1/2-1/2", "")
        + &record("Cem", "bye", "0-1", "")
        // Twice, without a result, and one of a player of this name.
        + &record("Cem", "bye", "0-1", "")
        + &record("Dag", "bye", "*", "")
        + &record("Dag", "Bye", "0-1", "1. e4");
    let club = Tournament::new(games_of(&text), Some(TournamentKind::Swiss));
    let byes = club.byes.iter().map(|bye| {
        format!("{} {} in round {}", club.players[bye.player].name, bye.points, bye.round)
    });
    assert_eq!(
        byes.collect::<Vec<_>>(),
        ["Ann 1 in round 2", "Bob ½ in round 2", "Cem 0 in round 2"]
    );
    let reasons: Vec<_> =
        club.left_out.iter().map(|left_out| left_out.reason.to_string()).collect();
    assert_eq!(reasons, ["the game is recorded twice", "it is a bye without a result"]);
    assert_eq!(club.games.len(), 1);
    insta::assert_snapshot!(table(&club, "REP"), @"
    1 Ann 1 1
    1 Bye 1 1
    3 Bob ½ 0
    4 Dag 0 1
    5 Cem 0 0
    ");
}

#[test]
fn direct_encounters() {
    // Ann, Bob and Cem have two points each. Among them Ann 1½, Bob 1½, Cem 0; then Ann and Bob drew,
    // which leaves them equal.
    let lines = "
        1 Ann Bob 1/2-1/2
        1 Cem Dag 1-0
        2 Ann Cem 1-0
        2 Bob Dag 0-1
        3 Dag Ann 1/2-1/2
        3 Bob Cem 1-0
        4 Eva Cem 0-1
        4 Dag Eva 0-1
        5 Eva Ann 1-0
        5 Bob Eva 1/2-1/2";
    let club = tournament(lines, None);
    // Eva 0 + 1 + 1 + ½ = 2½; Ann ½ + 1 + ½ + 0 = 2; Bob ½ + 0 + 1 + ½ = 2; Cem 1 + 0 + 0 + 1 = 2;
    // Dag 0 + 1 + ½ + 0 = 1½.
    insta::assert_snapshot!(table(&club, "DE"), @"
    1 Eva 2½ -
    2 Ann 2 1.5
    2 Bob 2 1.5
    4 Cem 2 0
    5 Dag 1½ -
    ");
    // Of three players with a point, Ann beat Bob and Cem, so neither can overtake her although Bob
    // and Cem have not met; these two stay tied.
    let lines = "
        1 Ann Bob 1-0
        2 Ann Cem 1-0
        1 Cem Dag 1-0
        3 Bob Eva 1-0
        3 Dag Ann 1-0
        4 Eva Ann 1-0
        5 Dag Cem 0-1
        5 Eva Bob 0-1";
    let club = tournament(lines, Some(TournamentKind::Swiss));
    insta::assert_snapshot!(table(&club, "DE"), @"
    1 Ann 2 2
    2 Bob 2 0
    2 Cem 2 0
    4 Dag 1 -
    4 Eva 1 -
    ");
}

#[test]
fn kinds() {
    let all = |players: &[&str], games: usize| {
        let mut lines = String::new();
        for (n, one) in players.iter().enumerate() {
            for other in &players[n + 1..] {
                for _ in 0..games {
                    lines += &format!("? {one} {other} 1-0\n");
                }
            }
        }
        lines
    };
    let knockout = "1 A B 1-0\n1 C D 1-0\n1 E F 1-0\n1 G H 1-0\n2 A C 1-0\n2 E G 1-0\n3 A E 1-0";
    let swiss =
        "1 A B 1-0\n1 C D 1-0\n1 E F 1-0\n1 G H 1-0\n2 A C 1-0\n2 E G 1-0\n2 B D 1-0\n2 F H 1-0";
    let quads = "1 A B 1-0\n1 A B 1-0\n1 A C 1-0\n1 D E 1-0\n1 D F 1-0\n1 G H 1-0";
    // One player against all others, on boards, or in rounds.
    let star = |round: fn(usize) -> String, others: &str| -> String {
        let game = |(n, other)| match n % 2 {
            0 => format!("{} X {other} 1-0\n", round(n)),
            _ => format!("{} {other} X 1/2-1/2\n", round(n)),
        };
        others.split("").filter(|name| !name.is_empty()).enumerate().map(game).collect()
    };
    let unknown = |_| "?".to_owned();
    for (lines, kind, cycles) in [
        (star(unknown, "ABCDEFGHIJKLMNOPQRS"), TournamentKind::Simultaneous, 1),
        (star(unknown, "ABCD"), TournamentKind::Simultaneous, 1),
        (star(unknown, "AB"), TournamentKind::AllPlayAll, 1),
        (star(|board| format!("1.{}", board + 1), "ABCDEFGH"), TournamentKind::Simultaneous, 1),
        (star(|round| (round + 1).to_string(), "ABCDEFGHI"), TournamentKind::Swiss, 1),
        (all(&["A", "B"], 4), TournamentKind::Match, 1),
        (all(&["A", "B", "C"], 1), TournamentKind::AllPlayAll, 1),
        (all(&["A", "B", "C", "D"], 2), TournamentKind::AllPlayAll, 2),
        (knockout.to_owned(), TournamentKind::Knockout, 1),
        (swiss.to_owned(), TournamentKind::Swiss, 1),
        (quads.to_owned(), TournamentKind::Other, 1),
    ] {
        let tournament = tournament(&lines, None);
        assert_eq!((tournament.kind, tournament.cycles), (kind, cycles), "{lines}");
    }
    // The last round that was reached comes before points.
    let cup = tournament(&format!("{knockout}\n1 B A 0-1"), None);
    assert!(table(&cup, "").starts_with("1 A 4 \n2 E 2 \n3 "), "{}", table(&cup, ""));
}

#[test]
fn rounds_without_tags() {
    let source = |lines: &str, days: &[&str]| {
        let mut games = games(lines);
        for (game, day) in games.iter_mut().zip(days) {
            game.date = day.parse().ok();
        }
        let tournament = Tournament::new(games, Some(TournamentKind::Other));
        let rounds: Vec<usize> = tournament.games.iter().map(|game| game.round).collect();
        (tournament.round_source, rounds)
    };
    let lines = "? A B 1-0\n? C D 1-0\n? A C 1-0\n? B D 1-0";
    let days = ["2024.05.02", "2024.05.02", "2024.05.01", "2024.05.01"];
    assert_eq!(source(lines, &days), (RoundSource::Dates, vec![2, 2, 1, 1]));
    // Two games on a day.
    let days = ["2024.05.01"; 4];
    assert_eq!(source(lines, &days), (RoundSource::Order, vec![1, 1, 2, 2]));
    // One of four lacks its round.
    let lines = "1.1 A B 1-0\n1.2 C D 1-0\n2.1 A C 1-0\n? B D 1-0";
    assert_eq!(source(lines, &[]), (RoundSource::Tags, vec![1, 1, 2, 2]));
}

#[test]
fn nothing_is_lost_silently() {
    let mut records = games(
        "1 Ann Bob 1-0
         2 ? Bob 1-0
         3 Ann ann 1-0
         4 Bob Ann *
         5 Ann Cem 1-0
         6 Bob Cem 0-1",
    );
    let mut again = records[0].clone();
    records.push(again.clone());
    again.round = "9".to_owned();
    records.push(again);
    let all = records.len();
    let club = Tournament::new(records, None);
    let reasons: Vec<_> =
        club.left_out.iter().map(|left_out| left_out.reason.to_string()).collect();
    assert_eq!(
        reasons,
        ["a player is not named", "both players have one name", "the game is recorded twice"]
    );
    assert_eq!(club.games.len() + club.left_out.len(), all);
    assert_eq!(club.unfinished(), 1);
    // A point for each game with a result.
    let points: u32 = club.standings(&[]).iter().map(|standing| standing.points.halves).sum();
    assert_eq!(points as usize, 2 * (club.games.len() - club.unfinished()));
}

#[test]
fn players_by_their_names() {
    let side = |name: &str, fide_id| Side { name: name.to_owned(), fide_id, ..Side::default() };
    let mut roster = Roster::default();
    for (name, id, number) in [
        ("Carlsen, Magnus", None, 0),
        ("Magnus Carlsen", Some(1_503_014), 0),
        ("CARLSEN,M", Some(1_503_014), 0),
        ("Carlsen, M.", None, 0),
        ("Petrosian, Tigran", Some(1), 1),
        ("Petrosian, Tigran", Some(2), 2),
        ("Müller, Karsten", None, 3),
        ("Mueller, Karsten", None, 3),
        ("Muller, K", None, 4),
    ] {
        assert_eq!(roster.number(&side(name, id)), number, "{name}");
    }
}

#[test]
fn events_of_one_name() {
    for (days, sizes) in [
        // A year alone lies in the event of that year; without a date a game is of the first.
        (&["1994.02.23", "1993.03.14", "1993.02.23", "1993.??.??", "????.??.??"][..], &[4, 1][..]),
        (&["1993.??.??", "1994.??.??", "1993.??.??"], &[2, 1]),
        (&["2019.12.28", "2020.01.05", "2020.03.30"], &[3]),
    ] {
        let mut records = games(&"1 A B 1-0\n".repeat(days.len()));
        for (number, (game, day)) in records.iter_mut().zip(days).enumerate() {
            game.event = if number == 1 { "LINARES" } else { "Linares" }.to_owned();
            game.date = day.parse().ok();
        }
        let parted: Vec<usize> = events(records).iter().map(Vec::len).collect();
        assert_eq!(parted, sizes, "{days:?}");
    }
}

#[test]
fn codes_of_tie_breaks() {
    for (code, written, name) in [
        ("bh-c1", "BHC1", "Buchholz, without the lowest"),
        ("BH/M2", "BHM2", "Buchholz, without the two lowest and the two highest"),
        ("DE", "DE", "direct encounter"),
        ("aroc1", "AROC1", "mean rating of the opponents, without the lowest"),
        ("PS/C1", "PSC1", "progressive scores, without the first round"),
        ("GE", "REP", "rounds elected to play"),
    ] {
        let tie_break: TieBreak = code.parse().expect(code);
        assert_eq!((tie_break.to_string().as_str(), tie_break.name().as_str()), (written, name));
    }
    for code in ["", "XX", "DEC1", "C1", "PSM1"] {
        assert!(code.parse::<TieBreak>().is_err(), "{code}");
    }
}

proptest! {
    /// Every record of every tournament is counted once, and so is every player.
    #[test]
    fn all_is_counted(
        pairs in prop::collection::vec((0..4_usize, 0..7_usize, 0..7_usize, 0..4_usize), 0..24),
        kind in 0..TournamentKind::ALL.len(),
    ) {
        let results = ["1-0", "0-1", "1/2-1/2", "*"];
        let name = |n: usize| ["Ann", "Bob", "Cem", "Dag", "Eva", "Fay", "?"][n];
        let line = |(round, white, black, result): &(usize, usize, usize, usize)| {
            format!("{round} {} {} {}", name(*white), name(*black), results[*result])
        };
        let lines: Vec<String> = pairs.iter().map(line).collect();
        let records: Vec<EventGame> = lines.iter().flat_map(|line| games(line)).collect();
        let codes = "DE WIN WON BPG BWG PS SB SBM2 KS BH BHC2 BHM1 AOB FB FBC1 ARO AROM2 TPR PTP APRO APPO";
        let tie_breaks: Vec<TieBreak> =
            codes.split(' ').map(|code| code.parse().expect(code)).collect();
        for kind in [None, Some(TournamentKind::ALL[kind])] {
            let club = Tournament::new(records.clone(), kind);
            prop_assert_eq!(club.games.len() + club.left_out.len(), pairs.len());
            let standings = club.standings(&tie_breaks);
            let mut players: Vec<usize> = standings.iter().map(|place| place.player).collect();
            players.sort_unstable();
            prop_assert_eq!(players, (0..club.players.len()).collect::<Vec<_>>());
            let halves: u32 = standings.iter().map(|place| place.points.halves).sum();
            prop_assert_eq!(halves as usize, 2 * (club.games.len() - club.unfinished()));
            prop_assert!(standings.windows(2).all(|pair| pair[0].rank <= pair[1].rank));
            prop_assert!(standings.iter().all(|place| place.tie_breaks.len() == tie_breaks.len()));
        }
    }
}
