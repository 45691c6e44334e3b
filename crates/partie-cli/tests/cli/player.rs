//! `partie player` and `partie db player`.

use crate::run::Folder;

/// Two games of Adolf Anderssen, one of them with clocks, and one of others.
const GAMES: &str = "\
[Event \"Club <i>\"]
[Date \"2023.05.01\"]
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky <script>\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]
[BlackElo \"2100\"]
[TimeControl \"60+1\"]

1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. f4 {[%clk 0:00:50]} exf4 {[%clk 0:00:58]} 3. Bc4
{[%clk 0:00:05]} Qh4+ {[%clk 0:00:50]} 4. Kf1 {[%clk 0:00:06]} 1-0

[Event \"Club <i>\"]
[Date \"2024.02.09\"]
[White \"Staunton\"]
[Black \"Anderssen, A.\"]
[Result \"0-1\"]
[WhiteElo \"1900\"]
[BlackElo \"2050\"]
[TimeControl \"60+1\"]
[Termination \"Time forfeit\"]

1. c4 e5 0-1

[Event \"Club <i>\"]
[White \"Staunton\"]
[Black \"Kieseritzky <script>\"]
[Result \"0-1\"]

1. c4 e5 0-1
";

#[test]
fn a_report() {
    let folder = Folder::new();
    folder.write("all.pgn", GAMES);
    let done = folder.partie("player anderssen,adolf all.pgn --ascii --top 1");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout);
    let none = folder.partie("player morphy all.pgn");
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
    assert_eq!(none.stderr, "partie: no games of this player\n");
}

#[test]
fn for_programs_and_browsers() {
    let folder = Folder::new();
    folder.write("all.pgn", GAMES);
    let json = folder.partie("player anderssen all.pgn --format json");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(object["games"], 2);
    assert_eq!(object["black"]["won"], 1);
    assert_eq!(object["openings_white"][0]["name"], "C33 King's Gambit Accepted");
    assert_eq!(object["time"]["longest"]["seconds"], 46.0);
    assert_eq!(object["time"]["won_on_time"], 1);
    assert_eq!(object["ratings"][0]["months"][1]["rating"], 2050);

    assert_eq!(folder.partie("player anderssen all.pgn -o report.html").status, 0);
    let page = folder.read("report.html");
    assert!(page.contains("<svg ") && page.contains("<polyline "), "{page}");
    assert!(page.contains("Kieseritzky &lt;script&gt;") && !page.contains("<script"), "{page}");
}

#[test]
fn a_library() {
    let folder = Folder::new();
    folder.write("all.pgn", GAMES);
    folder.partie("db import library all.pgn");
    let stored = folder.partie("db player library anderssen");
    let read = folder.partie("player anderssen all.pgn");
    assert_eq!((stored.status, stored.stdout), (0, read.stdout), "{}", stored.stderr);
    assert_eq!(folder.partie("db player library morphy").status, 1);
}

#[cfg(feature = "full")]
#[test]
fn a_report_in_the_languages_of_the_pages() {
    let folder = Folder::new();
    folder.write("all.pgn", GAMES);
    for (language, words) in [
        ("de", ["Gegner", "Eröffnungen"]),
        ("fr", ["Adversaires", "Ouvertures"]),
        ("cs", ["Soupeři", "Zahájení"]),
    ] {
        let shown = folder.partie(&format!("player anderssen all.pgn --language {language}"));
        assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
        for word in words {
            assert!(shown.stdout.contains(word), "{word}: {}", shown.stdout);
        }
        let file = format!("player anderssen all.pgn --language {language} -o {language}.html");
        assert_eq!(folder.partie(&file).status, 0);
        let page = folder.read(&format!("{language}.html"));
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{page}");
        assert!(page.contains("<polyline ") && page.contains(words[0]), "{page}");
    }
}
