//! `partie names`.

use crate::run::{Folder, ended, program};

fn game(white: &str, black: &str, site: &str) -> String {
    format!(
        "[Event \"Match\"]\n[Site \"{site}\"]\n[Date \"1985.??.??\"]\n[White \"{white}\"]\n\
         [Black  \"{black}\"]\n\n1. e4 c5 {{[sic] White \\\"x\\\"}} *\n\n"
    )
}

fn folder() -> Folder {
    let folder = Folder::new();
    let games = [
        game("Kasparov, Garry", "Karpov, Anatoly", "Moscow"),
        game("Karpov, A", "Kasparow, Garri", "Moscow"),
        game("Garry Kasparov", "Korchnoi", "MOSCOW"),
        game("Polgar, Judit", "Polgar, Sofia", "Budapest"),
        game("Polgar, J", "Byrne,R", "Budapest"),
        game("Byrne, Robert", "Byrne, Ronald", "?"),
    ];
    folder.write("names.pgn", games.concat());
    folder
}

#[test]
fn suggestions() {
    let folder = folder();
    let done = folder.partie("names --of players,sites names.pgn");
    assert_eq!(done.status, 1);
    insta::assert_snapshot!(done.stdout, @"
    Kasparov, Garry
        Kasparov, Garry       1  the suggestion
        Garry Kasparov        1  certain   the same names in another order
        Kasparow, Garri       1  likely    another transliteration

    Karpov, Anatoly
        Karpov, Anatoly       1  the suggestion
        Karpov, A             1  likely    an initial for a given name

    Polgar, Judit
        Polgar, Judit         1  the suggestion
        Polgar, J             1  likely    an initial for a given name

    Undecided:
        Byrne,R               1  Byrne, Robert | Byrne, Ronald

    Moscow
        Moscow       2  the suggestion
        MOSCOW       1  certain   only upper and lower case differ
    ");
    insta::assert_snapshot!(done.stderr, @"
    partie: 12 players: 7 are spellings of 3 players
    partie: 3 sites: 2 are spellings of 1 site
    ");
    let done = folder.partie("names --level certain --of events names.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, ""));
    let done = folder.partie("names --json names.pgn");
    let objects: Vec<serde_json::Value> =
        done.stdout.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(objects[0]["suggestion"], "Kasparov, Garry");
    assert_eq!(objects[0]["spellings"][1]["confidence"], "certain");
    assert_eq!(objects[0]["spellings"][0]["years"], serde_json::json!([1985, 1985]));
    assert_eq!(objects.last().expect("one")["undecided"], "Byrne,R");
}

#[test]
fn a_map_is_written_and_carried_out() {
    let folder = folder();
    let done = folder.partie("names names.pgn --map my.tsv -q");
    assert_eq!((done.status, done.stdout.as_str(), done.stderr.as_str()), (0, "", ""));
    let map = folder.read("my.tsv");
    let lines: Vec<_> = map.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(
        lines.contains(
            &"player\tPolgar, J\tPolgar, Judit\t1 game\tlikely\tan initial for a given name"
        ),
        "{map}"
    );
    folder.write(
        "my.tsv",
        map.replace("player\tPolgar", "#player\tPolgar") + "player\tNobody\tN.N.\n",
    );
    let done = folder.partie("names names.pgn --apply my.tsv -o tidy.pgn");
    assert_eq!(done.status, 0);
    insta::assert_snapshot!(done.stderr, @"
    partie: 6 games written to tidy.pgn
    partie: player Garry Kasparov → Kasparov, Garry: 1 time
    partie: player Karpov, A → Karpov, Anatoly: 1 time
    partie: player Kasparow, Garri → Kasparov, Garry: 1 time
    partie: replaced spellings in 2 of 6 games
    partie: 1 spelling of my.tsv not found in any game
    ");
    // Nothing else has changed.
    let expected = folder
        .read("names.pgn")
        .replace("\"Garry Kasparov\"", "\"Kasparov, Garry\"")
        .replace("\"Kasparow, Garri\"", "\"Kasparov, Garry\"")
        .replace("\"Karpov, A\"", "\"Karpov, Anatoly\"");
    assert_eq!(folder.read("tidy.pgn"), expected);
    let kept = folder.partie("names names.pgn --apply my.tsv --keep-old -q").stdout;
    assert!(
        kept.contains("[White \"Kasparov, Garry\"]\n[WhiteSpelling \"Garry Kasparov\"]\n"),
        "{kept}"
    );
    // Games of other formats are written anew.
    folder.partie("convert -q names.pgn -o names.ndjson");
    let lines = folder.partie("names names.ndjson --apply my.tsv -q").stdout;
    assert!(!lines.contains("Kasparow") && lines.contains("Kasparov, Garry"), "{lines}");
}

#[test]
fn a_game_in_an_old_encoding() {
    let folder = Folder::new();
    let latin = b"[White \"Reti, R\"]\n[Black \"M\xfcller\"]\n\n1. e4 {gr\xfcn} *\n\n";
    folder.write("old.pgn", latin);
    folder.write("my.tsv", "player\tReti, R\tR\u{e9}ti, Richard\n");
    let done = folder.partie("names old.pgn --apply my.tsv -q");
    assert!(
        done.stdout.contains("[White \"R\u{e9}ti, Richard\"]\n[Black \"M\u{fc}ller\"]"),
        "{done:?}"
    );
    assert!(done.stdout.contains("gr\u{fc}n"), "{done:?}");
    folder.write("my.tsv", "player\tReti, R\tReti, \"R\\\\\"\n");
    folder.partie("names old.pgn --apply my.tsv -q -o new.pgn");
    let expected = [b"[White \"Reti, \\\"R\\\\\\\"\"]", &latin[17..]].concat();
    assert_eq!(folder.read_bytes("new.pgn"), expected);
}

#[test]
fn what_cannot_be_done() {
    let folder = folder();
    for (arguments, words) in [
        ("names.pgn -o x.pgn", "--apply"),
        ("names.pgn --apply games.pgn", "line 1: expected three columns"),
        ("names.pgn --apply nowhere.tsv", "nowhere.tsv"),
        ("names.pgn --map games.pgn", "--force"),
        ("names.pgn --apply map.tsv -o names.pgn", "--force"),
        ("names.pgn --of openings", "players, events, sites"),
        ("nothere.pgn", "file not found"),
    ] {
        let done = folder.partie(&format!("names {arguments}"));
        assert!(done.status == 2 && done.stderr.contains(words), "{arguments}: {done:?}");
    }
}

/// FIDE's list fills what a game lacks, and only that.
#[test]
fn players_of_a_list() {
    let folder = Folder::new();
    let list = "<playerslist><player><fideid>100</fideid><name>Novak, Jan</name><title>GM</title>\
                <rating>2500</rating><birthday>1990</birthday></player><player><fideid>101</fideid>\
                <name>Svoboda, Petr</name><rating>1900</rating><birthday>1980</birthday></player>\
                </playerslist>";
    folder.write("standard_jan24frl_xml.xml", list);
    let game = |white: &str, black: &str, more: &str| {
        format!(
            "[Event \"Club\"]\n[Date \"2024.01.05\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n{more}\
             [Result \"1-0\"]\n\n1.e4   {{as it stands}} 1-0\n\n"
        )
    };
    let games =
        game("Novak, J.", "Svoboda, Petr", "[BlackElo \"1950\"]\n") + &game("Bob", "Eva", "");
    folder.write("club.pgn", &games);
    let done = folder.partie("names club.pgn --players standard_jan24frl_xml.xml --keep-old");
    assert_eq!(done.status, 0, "{done:?}");
    let (first, rest) = done.stdout.split_once("1.e4   {as it stands}").expect("its layout");
    for tag in [
        "[White \"Novak, Jan\"]",
        "[WhiteFideId \"100\"]",
        "[WhiteTitle \"GM\"]",
        "[WhiteElo \"2500\"]",
        "[WhiteSpelling \"Novak, J.\"]",
        "[Black \"Svoboda, Petr\"]",
        "[BlackFideId \"101\"]",
        "[BlackElo \"1950\"]",
    ] {
        assert!(first.contains(tag), "{tag}: {first}");
    }
    assert!(!first.contains("BlackTitle") && !first.contains("1900"), "{first}");
    assert!(rest.ends_with(&game("Bob", "Eva", "")), "{}", done.stdout);
    assert!(done.stderr.contains("2 of 4 names found among 2 players; 1 of 2 games"), "{done:?}");
    // A list without its month, and one without its end.
    folder.write("players_list_xml_foa.xml", list);
    let undated = folder.partie("names club.pgn --players players_list_xml_foa.xml");
    assert!(undated.stdout.contains("FideId") && !undated.stdout.contains("2500"), "{undated:?}");
    assert!(
        undated.stderr.contains("no titles or ratings") && !undated.stdout.contains("Title"),
        "{undated:?}"
    );
    folder.write("standard_feb24frl_xml.xml", &list[..list.len() - 40]);
    let cut = folder.partie("names club.pgn --players standard_feb24frl_xml.xml -o cut.pgn");
    assert!(cut.status == 1 && cut.stderr.contains("the list is incomplete"), "{cut:?}");
    let none = folder.partie("names club.pgn --players club.pgn");
    assert!(none.status == 2 && none.stderr.contains("no list of players"), "{none:?}");
}

/// `--player` finds the spellings that are suggested to be one.
#[test]
fn what_is_joined_is_found() {
    let folder = Folder::new();
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"Bob\"]\n\n1. e4 *\n\n");
    let names = ["Korchnoi, Viktor", "Kortschnoj, Victor", "Kasparov, Garry"];
    folder.write("three.pgn", names.map(game).concat());
    assert!(folder.partie("names three.pgn").stdout.contains("Kortschnoj, Victor"));
    let mut grep = folder.command(program());
    let done = ended(grep.args(["grep", "--player", "Korchnoi, Viktor", "three.pgn", "-c"]));
    assert_eq!(done.stdout, "2\n", "{done:?}");
    folder.partie("db import library three.pgn -q");
    assert_eq!(folder.partie("db find library --player korchnoi -c").stdout, "2\n");
    assert!(folder.partie("player kortschnoj three.pgn").stdout.contains("2 games"));
}
