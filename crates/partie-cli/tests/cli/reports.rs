//! `partie db report`, `partie db prepare` and `partie db novelties`.

use crate::run::Folder;

/// Games of a club, one of them by another order of moves.
const GAMES: &str = "\
[Event \"Club\"]
[Date \"2019.03.01\"]
[White \"Adam, Ida\"]
[Black \"Brown, Leo\"]
[Result \"1-0\"]
[WhiteElo \"1800\"]
[BlackElo \"1900\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0

[Event \"Club\"]
[Date \"2020.03.01\"]
[White \"Clark <b>\"]
[Black \"Brown, Leo\"]
[Result \"1/2-1/2\"]
[WhiteElo \"1950\"]
[BlackElo \"1910\"]

1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Bxc6 dxc6 1/2-1/2

[Event \"Club\"]
[Date \"2021.03.01\"]
[White \"Brown, Leo\"]
[Black \"Adam, Ida\"]
[Result \"0-1\"]
[WhiteElo \"1920\"]
[BlackElo \"1850\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 b5 0-1
";

/// A later game.
const NEW: &str = "\
[Event \"Club\"]
[Date \"2022.03.01\"]
[White \"Adam, Ida\"]
[Black \"Clark <b>\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6 5. O-O 1-0
";

/// Asserts that a text has lines.
#[track_caller]
fn has_lines(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|own| own == *line), "{line}\n{text}");
    }
}

fn library() -> Folder {
    let folder = Folder::new();
    folder.write("all.pgn", GAMES);
    folder.write("new.pgn", NEW);
    assert_eq!(folder.partie("db import library all.pgn -q").status, 0);
    folder
}

#[test]
fn a_report_on_an_opening() {
    let folder = library();
    let done = folder.partie("db report library e4 e5 Nf3 Nc6 Bb5 --ascii");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    has_lines(
        &done.stdout,
        &[
            "C60 Ruy Lopez",
            "3 games of 3 (100.0%), 2019.03.01 - 2021.03.01",
            "White scores 50.0%: won 33.3%, drawn 33.3%, lost 33.3%",
            "move     games   share  White   draw  Black                     Elo  perf.  last",
            "3... a6      3  100.0%  33.3%  33.3%  33.3%  #####======.....  1887   1890  2021",
            "3... a6       3  100.0%  50.0%  #####======.....  1887  2021",
            "  4. Ba4      2   66.7%  50.0%  ########........  1860  2021",
            "2020      1  100.0%    0.0%  100.0%    0.0%   50.0%  ================",
            "Brown, Leo      2    0      1     1   25.0%     1910       1875   1682  2020",
            "   2  2020.03.01  Clark <b> - Brown, Leo  1950, 1910  1/2-1/2      4",
            "1. Nf3 Nc6 2. e4 e5 3. Bb5      1  33.3%  50.0%",
        ],
    );
    let json = folder.partie("db report library e4 e5 Nf3 Nc6 Bb5 --json");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&object["games"], &object["opening"]["eco"]), (&3.into(), &"C60".into()));
    assert_eq!(object["moves"][0]["first_game"]["white"], "Adam, Ida");
    assert_eq!(object["lines"][1]["san"], "Ba4");
    let none = folder.partie("db report library a3 a6 a4");
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
    assert_eq!(none.stderr, "partie: no game came to this position\n");
    assert_eq!(folder.partie("db report library e4 e5 -o open.html").status, 0);
    let page = folder.read("open.html");
    assert!(page.contains("class=\"shares\"") && !page.contains("<b>"), "{page}");
    #[cfg(feature = "full")]
    assert!(page.contains("<figure class=\"large\"><svg "), "{page}");
}

#[test]
fn preparation_against_a_player() {
    let folder = library();
    folder.write("own.pgn", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6 *\n");
    let done = folder.partie("db prepare library brown --against own.pgn --ascii");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    has_lines(
        &done.stdout,
        &[
            "Preparation against Brown, Leo",
            "First moves by year",
            "1. e4      1  1 (100%)",
            "Lines of the repertoire never met with White",
            "1. e4 c5                                 the repertoire      1",
            "Answers with Black by year",
            "1. Nf3 Nc6      1         -  1 (100%)",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6  the player        1",
        ],
    );
    let json = folder.partie("db prepare library brown --color black --me adam --json");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(object["sides"][0]["games"], 2);
    assert_eq!(object["sides"][0]["repertoire"]["lines"], 1);
    let none = folder.partie("db prepare library morphy");
    assert_eq!((none.status, none.stderr.as_str()), (1, "partie: no games of this player\n"));
}

#[test]
fn novelties_of_games() {
    let folder = library();
    let done = folder.partie("db novelties library new.pgn all.pgn --pgn annotated.pgn --ascii");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    has_lines(
        &done.stdout,
        &[
            "4 novelties in 4 games",
            "1  Adam, Ida - Clark <b>, Club, 2022.03.01   4... d6       2  b5 (1), Nf6 (1)",
            "2  Clark <b> - Brown, Leo, Club, 2020.03.01  1. Nf3        1  e4 (1)",
        ],
    );
    let annotated = folder.read("annotated.pgn").replace('\n', " ");
    let comment = "4. Ba4 d6 $146 {Novelty. 2 earlier games had the position before it: b5 (1), Nf6 (1); the last one \
                   Brown, Leo – Adam, Ida, 2021.} 5. O-O";
    assert!(annotated.contains(comment), "{annotated}");
    let json = folder.partie("db novelties library new.pgn --json");
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&object["novelty"]["ply"], &object["novelty"]["move"]), (&7.into(), &"d6".into()));
    let other = folder.partie("db novelties library new.pgn --json --until 2020");
    let object: serde_json::Value = serde_json::from_str(&other.stdout).expect("JSON");
    assert_eq!(object["novelty"]["games"], 1);
}

#[test]
fn saved_searches_choose_the_games_of_reports() {
    let folder = library();
    assert_eq!(folder.partie("db save library later --date 2020..").status, 0);
    let report = folder.partie("db report library e4 e5 Nf3 Nc6 Bb5 --saved later --ascii");
    assert!(report.stdout.contains("2 games of 2 (100.0%)"), "{}", report.stdout);
    let novelties = folder.partie("db novelties library new.pgn --saved later --json");
    let object: serde_json::Value = serde_json::from_str(&novelties.stdout).expect("JSON");
    assert_eq!(object["novelty"]["games"], 1);
    let prepared = folder.partie("db prepare library brown --saved later --json");
    let object: serde_json::Value = serde_json::from_str(&prepared.stdout).expect("JSON");
    let sides = object["sides"].as_array().expect("two");
    assert_eq!(sides.iter().map(|side| side["games"].as_u64().unwrap_or(0)).sum::<u64>(), 2);
    for command in ["report library", "prepare library brown", "novelties library new.pgn"] {
        let done = folder.partie(&format!("db {command} --saved unknown"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command}");
        assert!(done.stderr.contains("no saved search `unknown`"), "{command}: {}", done.stderr);
    }
}

#[test]
fn games_with_novelties_need_a_file_of_their_own() {
    let folder = library();
    for output in ["", " -o -", " -o same.html --force"] {
        let name = if output.contains("same") { "same.html" } else { "-" };
        let done = folder.partie(&format!("db novelties library new.pgn --pgn {name}{output}"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{output}");
        assert!(done.stderr.contains("choose another name for --pgn"), "{}", done.stderr);
    }
}
