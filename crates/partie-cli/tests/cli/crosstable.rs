//! `partie crosstable` and `partie db crosstable`.

use crate::run::Folder;

/// Returns games of lines such as `1 Ann Bob 1-0`: the round, White, Black and the result.
fn games(event: &str, lines: &str) -> String {
    let game = |(number, line): (usize, &str)| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [round, white, black, result] = words[..] else { panic!("four words: {line}") };
        let elo = |name: &str| 2500 - 100 * u32::from(name.as_bytes()[0] - b'A');
        let first = ["e4", "d4", "c4", "Nf3", "Nc3", "f4", "b3", "g3"][number % 8];
        format!(
            "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"2024.05.{:02}\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[WhiteElo \"{}\"]\n\
             [BlackElo \"{}\"]\n\n1. {first} {result}\n\n",
            number + 1,
            elo(white),
            elo(black)
        )
    };
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate().map(game).collect()
}

fn club() -> String {
    games(
        "Club <b>",
        "1 Ann Dag 1-0
         1 Bob Cem 1-0
         2 Dag Cem 0-1
         2 Ann Bob 1/2-1/2
         3 Bob Dag *
         3 Cem Ann 1/2-1/2",
    )
}

#[test]
fn all_play_all() {
    let folder = Folder::new();
    folder.write("club.pgn", club());
    let done = folder.partie("crosstable club.pgn --ascii");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout, @"
    Club <b>, 2024.05.01 - 2024.05.06
    all-play-all, 4 players, 6 games

       player  rating 1 2 3 4  points  games  DE   SB  WIN  perf
    1  Ann       2500 x = = 1       2      3      1.5    1  2425
    2  Bob       2400 = x 1 *     1.5      2   1  2.5    1  2593
    3  Cem       2300 = 0 x 1     1.5      3   0    1    1  2367
    4  Dag       2200 0 * 0 x       0      2        0    0  1600

    DE direct encounter; SB Sonneborn-Berger; WIN wins; perf rating performance
    1 game without a result (*) without points.
    ");
}

#[test]
fn swiss() {
    let folder = Folder::new();
    let lines = "1 Ann Dag 1-0\n1 Bob Eva 1-0\n1 Cem Fay 0-1\n2 Fay Ann 0-1\n2 Dag Bob 0-1\n\
                 2 Cem Eva 1-0\n3 Ann Bob 1/2-1/2";
    folder.write("open.pgn", games("Open", lines));
    let done = folder.partie("crosstable open.pgn --ascii --kind swiss");
    // Ann's opponents count Dag 0 and half a point for the round after his last game, Fay 1 and a half,
    // Bob 2½; Fay's Cem 1½, Ann 2½, and her own point for the third round.
    insta::assert_snapshot!(done.stdout, @"
    Open, 2024.05.01 - 2024.05.07
    Swiss, 6 players, 7 games, 3 rounds

       player  rating  R1  R2  R3  points  games  BHC1   BH  WIN  perf
    1  Ann       2500 5w1 3b1 2w=     2.5      3     4  4.5    2  2473
    2  Bob       2400 6w1 5b1 1b=     2.5      3     3  3.5    2  2540
    3  Fay       2000 4b1 1w0   -       1      2     4    5    1  2400
    4  Cem       2300 3w0 6w1   -       1      2     2    3    1  2050
    5  Dag       2200 1b0 2w0   -       0      2     5    5    0  1650
    6  Eva       2100 2b0 4b0   -       0      2     4    4    0  1550

    BHC1 Buchholz, without the lowest; BH Buchholz; WIN wins; perf rating performance
    From the games alone: 4 rounds of players have no record; points of byes and forfeits are missing.
    ");
    // Byes of the third round: Fay has a point for it, Cem half of one.
    let byes = games("Open", "3 Fay Bye 1-0\n3 Bye Cem 1/2-1/2");
    let byes = byes.replace("1. e4 ", "").replace("1. d4 ", "");
    folder.write("byes.pgn", games("Open", lines) + &byes);
    let done = folder.partie("crosstable byes.pgn --ascii --kind swiss --tie-breaks BH,REP");
    for (player, cells) in
        [("Fay", ["4b1", "1w0", "bye1", "2"]), ("Cem", ["3w0", "6w1", "bye0.5", "1.5"])]
    {
        let line = done.stdout.lines().find(|line| line.contains(player)).expect(player);
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[3..7], cells, "{}", done.stdout);
    }
    assert!(done.stdout.contains("2 rounds of players have no record"), "{}", done.stdout);
    let bad = folder.partie("crosstable open.pgn --tie-breaks XY");
    assert!(bad.status == 2 && bad.stderr.contains("expected one of DE WIN"), "{}", bad.stderr);
}

#[test]
fn several_events() {
    let folder = Folder::new();
    folder.write("all.pgn", club() + &games("Match", "1 Ann Bob 1-0\n2 Bob Ann 1-0"));
    let done = folder.partie("crosstable all.pgn");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("the games are of 2 events; choose one"), "{}", done.stderr);
    assert!(done.stderr.contains("  Match, 2024.05.01 – 2024.05.02: 2 games"), "{}", done.stderr);
    let done = folder.partie("crosstable all.pgn --event match --ascii");
    assert!(done.stdout.starts_with("Match, 2024"), "{}", done.stdout);
    assert_eq!(folder.partie("crosstable all.pgn --event nowhere").status, 1);
    let both = folder.partie("crosstable all.pgn --all --format json");
    let objects: Vec<serde_json::Value> =
        both.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["players"][0]["name"], "Ann");
    assert_eq!(objects[0]["players"][0]["tie_breaks"]["SB"], 1.5);
    assert_eq!(objects[0]["unfinished"], 1);
    assert_eq!(objects[1]["kind"], "match");
}

#[test]
fn the_whole_name_of_an_event_chooses_it() {
    let folder = Folder::new();
    let blitz = "1 Ann Bob 1-0\n2 Bob Ann 1-0";
    folder.write("all.pgn", games("Club", blitz) + &games("Club TB", blitz));
    let done = folder.partie("crosstable all.pgn --event club");
    assert!(done.status == 0 && done.stdout.starts_with("Club, "), "{done:?}");
    assert_eq!(folder.partie("crosstable all.pgn --event clu").status, 2);
    let both = folder.partie("crosstable all.pgn --event club --all");
    assert!(both.stdout.contains("Club, ") && both.stdout.contains("Club TB, "), "{both:?}");
}

#[test]
fn a_page() {
    let folder = Folder::new();
    folder.write("club.pgn", club().replace("Ann", "Ann <script>alert(1)</script>"));
    assert_eq!(folder.partie("crosstable club.pgn -o club.html").status, 0);
    let page = folder.read("club.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("Club &lt;b&gt;, 2024.05.01"), "{page}");
    assert!(page.contains("Ann &lt;script&gt;") && !page.contains("<script"), "{page}");
    let again = folder.partie("crosstable club.pgn -o club.html");
    assert!(again.status == 2 && again.stderr.contains("--force"), "{}", again.stderr);
}

#[test]
fn a_library() {
    let folder = Folder::new();
    folder.write("all.pgn", club() + &games("Match", "1 Ann Bob 1-0\n2 Bob Ann 1-0"));
    folder.partie("db import library all.pgn");
    for event in ["club", "match"] {
        let stored = folder.partie(&format!("db crosstable library --event {event}"));
        let read = folder.partie(&format!("crosstable all.pgn --event {event}"));
        assert_eq!((stored.status, stored.stdout), (0, read.stdout), "{}", stored.stderr);
    }
}

#[test]
fn casual_games_are_no_tournament() {
    let folder = Folder::new();
    let rated = games("Rated Blitz game", "- Ann Bob 1-0\n- Cem Dag 0-1\n- Ann Dag 1-0");
    folder.write("casual.pgn", &rated);
    let done = folder.partie("crosstable casual.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert_eq!(
        done.stderr,
        "partie: Rated Blitz game: casual games are no tournament; --kind other counts their results\n"
    );
    let done = folder.partie("crosstable casual.pgn --ascii --kind other");
    assert!(done.stdout.contains("games, 4 players, 3 games"), "{}", done.stdout);

    // Beside a tournament they are left out of the tables.
    folder.write("both.pgn", club() + &rated);
    let done = folder.partie("crosstable both.pgn --ascii --all");
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("Club <b>") && !done.stdout.contains("Rated"), "{}", done.stdout);
    assert_eq!(
        done.stderr,
        "partie: no table of 1 event (Rated Blitz game): casual games are no tournament; --kind other \
         counts their results\n"
    );

    // If there are only casual games, no table is made.
    let alone = folder.partie("crosstable casual.pgn --all -o none.html");
    assert_eq!(alone.status, 1, "{alone:?}");
    assert!(!folder.path("none.html").exists());

    folder.write("cup.pgn", games("Casual Cup 2020", "1 Ann Bob 1-0\n1 Cem Dag 0-1"));
    assert_eq!(folder.partie("crosstable cup.pgn").status, 0);

    // With rounds, games of a server are a tournament.
    folder.write(
        "rounds.pgn",
        games("Rated Blitz game", "1 Ann Bob 1-0\n2 Bob Cem 0-1\n3 Ann Cem 1-0"),
    );
    assert_eq!(folder.partie("crosstable rounds.pgn").status, 0);
}

#[test]
fn many_games_need_a_kind() {
    let folder = Folder::new();
    let game = |number: usize| {
        let (white, black) = (number * 7919 % 9000, number * 104_729 % 9001);
        format!("[Event \"Marathon\"]\n[White \"A{white}\"]\n[Black \"B{black}\"]\n\n1. e4 1-0\n\n")
    };
    folder.write("many.pgn", (0..20_100).map(game).collect::<String>());
    let done = folder.partie("crosstable many.pgn");
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (
            2,
            "partie: Marathon: there are more than 20 000 games; --kind other counts their results\n"
        )
    );
    let done = folder.partie("crosstable many.pgn --kind other --ascii");
    assert!(done.stdout.contains("20100 games") || done.stdout.contains("20 100 games"));
    let done = folder.partie("crosstable games.pgn many.pgn --all --ascii");
    assert!(done.stderr.contains("no table of 1 event (Marathon)"), "{}", done.stderr);
    assert!(done.stdout.contains("Coffee house"), "{}", done.stdout);
}

#[cfg(feature = "full")]
#[test]
fn tables_in_the_languages_of_the_pages() {
    let folder = Folder::new();
    folder.write("club.pgn", club());
    for (language, words) in [
        ("de", ["Rundenturnier", "Spieler", "Punkte"]),
        ("fr", ["Joueur", "Points", "Parties"]),
        ("cs", ["Hráč", "Body", "Partie"]),
    ] {
        let shown = folder.partie(&format!("crosstable club.pgn --language {language}"));
        assert_eq!(shown.status, 0, "{shown:?}");
        for word in words {
            assert!(shown.stdout.contains(word), "{word}: {}", shown.stdout);
        }
        let file = format!("crosstable club.pgn --language {language} -o {language}.html");
        assert_eq!(folder.partie(&file).status, 0);
        let page = folder.read(&format!("{language}.html"));
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{page}");
        assert!(page.contains(words[1]) && !page.contains("<b>"), "{page}");
    }
    let ascii = folder.partie("crosstable club.pgn --language de --ascii").stdout;
    assert!(ascii.is_ascii(), "{ascii}");
    let json = folder.partie("crosstable club.pgn --language de --json");
    assert_eq!(json.stdout, folder.partie("crosstable club.pgn --json").stdout);
    assert_eq!(folder.partie("crosstable club.pgn --language xx").status, 2);
}
