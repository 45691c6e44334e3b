//! Games as people paste them: results with marks, tags in other spellings, moves with spaces in them,
//! logs of chess servers, positions from addresses. Each is read through detection, as a file is.

use std::io::Read;

use partie_formats::{GameView as _, ReadOptions, Record, WriteOptions};
use partie_records::{container, dispatch};

/// Reads a file.
pub(crate) fn records(name: &str, text: &str) -> Vec<Record> {
    let layers = container::layers(text.as_bytes(), Some(name));
    let source: Box<dyn Read + Send> = Box::new(text.as_bytes());
    let options = ReadOptions::default();
    let records: Result<Vec<_>, _> = match layers.container {
        Some(found) => container::read(found, layers.format, source, &options).collect(),
        None => dispatch::read(layers.format, Box::new(text.as_bytes()), &options).collect(),
    };
    records.expect("memory does not fail")
}

/// Returns the names, the moves and the result of each game.
pub(crate) fn games(name: &str, text: &str) -> Vec<String> {
    let line = |record: &Record| {
        let game = record.game();
        let tag = |name| game.tags.get(name).unwrap_or("?").to_owned();
        let moves: Vec<_> = game.san_moves().collect();
        format!("{} - {}: {} {}", tag("White"), tag("Black"), moves.join(" "), game.outcome())
    };
    records(name, text).iter().map(line).collect()
}

#[test]
fn results() {
    for (written, result) in [
        ("1-0\\", "1-0"),
        ("[1-0]", "1-0"),
        ("(0-1)", "0-1"),
        ("1-0/", "1-0"),
        ("1-0&nbsp;", "1-0"),
        ("<b>1-0</b>", "1-0"),
        ("\"1-0\"", "1-0"),
        ("1-0#", "1-0"),
        ("l-0", "1-0"),
        ("O-1", "0-1"),
        ("1 : 0", "1-0"),
        ("=-=", "1/2-1/2"),
        ("1F-0F", "1-0"),
        ("draw", "1/2-1/2"),
        ("remis", "1/2-1/2"),
        ("White resigns", "0-1"),
        ("resigns 1-0", "1-0"),
        // Words that state no result.
        ("White plays on", "*"),
        ("the end", "*"),
    ] {
        let text = format!("[White \"Oak\"]\n\n1. e4 e5 2. Nf3 Nc6 {written}\n");
        assert_eq!(
            games("a.pgn", &text),
            [format!("Oak - ?: e4 e5 Nf3 Nc6 {result}")],
            "{written}"
        );
    }
}

#[test]
fn tags() {
    for tag in [
        "[White: \"Oak\"]",
        "[White = \"Oak\"]",
        "[White 'Oak']",
        "[white \"Oak\"]",
        "[WHITE: \"Oak\"]",
        "[[White \"Oak\"]]",
        "[White \"Oak\"},",
        "[White \"Oak],",
        "[White \"\"Oak\"\"]",
        "[White Oak]",
    ] {
        let text = format!("[Event \"Club\"]\n{tag}\n[Black \"Elm\"]\n\n1. e4 e5 *\n");
        assert_eq!(games("a.pgn", &text), ["Oak - Elm: e4 e5 *"], "{tag}");
    }
    // A start position that cannot be read is not passed over by another layout.
    let text = "; a remark\n[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 e5 *\n";
    assert_eq!(games("a.pgn", text), ["? - ?:  *"]);
    let text = "[White \"Oak\"]\n[FEN 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1]\n\n1. e4 Kd7 *\n";
    assert_eq!(games("a.pgn", text), ["Oak - ?: e4 Kd7 *"]);
    // Remarks in brackets are no tags.
    let text = "[White \"Oak\"]\n\n1. e4\n[White is better]\ne5 *\n";
    assert_eq!(games("a.pgn", text), ["Oak - ?: e4 e5 *"]);
}

#[test]
fn moves_with_spaces_in_them() {
    for (written, moves) in [
        (
            "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Nb d7 5. Bg5 h6",
            "d4 Nf6 c4 e6 Nf3 d5 Nc3 Nbd7 Bg5 h6",
        ),
        ("1. e4 e5 2. Nf3 N c6 3. B b5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e 5 2. N f3 Nc 6", "e4 e5 Nf3 Nc6"),
        // Otherwise the pawn's move would be played.
        ("1. e4 e6 2. d4 N c6… 3. B d3 N e5… 4. a3", "e4 e6 d4 Nc6 Bd3 Ne5 a3"),
        ("1. e4 d5 2. ex d5 Q xd5", "e4 d5 exd5 Qxd5"),
        ("1. e4 d5 2. e x d5 Q x d5", "e4 d5 exd5 Qxd5"),
        ("1. e4 d5 2. e4 x d5 Qxd5", "e4 d5 exd5 Qxd5"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O - O O- O", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0.0 Castles K", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"),
        (
            "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-\nO O-O-O",
            "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O",
        ),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Q x f7 #", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"),
        ("1. ee4 a6 2. e5 d5 3. exd5 e.p. cxd6", "e4 a6 e5 d5 exd6 cxd6"),
    ] {
        let found = games("a.pgn", &format!("[White \"Oak\"]\n\n{written} *\n"));
        assert_eq!(found, [format!("Oak - ?: {moves} *")], "{written}");
    }
    // `N` may be the sign of a novelty, after which a pawn moves.
    let found = games("a.pgn", "1. e4 e5 2. Nf3 N c6 *\n");
    assert_eq!(found, ["? - ?: e4 e5 Nf3 *"]);
}

#[test]
fn promotions() {
    for written in ["gxh8=Q", "gxh8+=Q", "gxh8=queen", "gxh8=Q+", "gxh8/Q", "gxh8(Q)"] {
        let text = format!("[FEN \"4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. {written} Kd7 *\n");
        assert_eq!(games("a.pgn", &text), ["? - ?: gxh8=Q+ Kd7 *"], "{written}");
    }
}

#[test]
fn logs() {
    let board = |board: &str, number: u32, turn: char, last: &str, san: &str| {
        format!(
            "<12> {board} {turn} -1 1 1 1 1 0 7 Oak Elm 0 5 0 39 39 300 300 {number} {last} (0:03) {san} 0"
        )
    };
    let lines = [
        "{Game 7 (Oak vs. Elm) Creating rated blitz match.}".to_owned(),
        board(
            "rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR",
            1,
            'W',
            "none",
            "none",
        ),
        board(
            "rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR",
            1,
            'B',
            "P/e2-e4",
            "e4",
        ),
        "{Game 7 (Oak vs. Elm) Elm resigns} 1-0".to_owned(),
    ];
    for prefix in [
        "",
        "[12:30:00] ",
        "(12:30) ",
        "[2026-11-28T12:30:00Z] ",
        "<- ",
        "    ",
        "   7  ",
        "fics%\u{a0}",
        "fics% fics% ",
    ] {
        let text = lines.each_ref().map(|line| format!("{prefix}{line}\n")).concat();
        assert_eq!(games("a.log", &text), ["Oak - Elm: e4 1-0"], "{prefix}");
    }
    let text =
        lines.each_ref().map(|line| format!("{{\"t\": 0, \"line\": \"{line}\"}}\n")).concat();
    assert_eq!(games("a.log", &text), ["Oak - Elm: e4 1-0"]);
    // The first line may be torn, and others belong to no game; places are those of the file.
    let log = |line: &String| format!("[12:30:00] {line}\n");
    let text =
        format!("{}{}[12:30:01] hello\n{}", &log(&lines[0])[13..], log(&lines[1]), log(&lines[2]));
    assert_eq!(games("a.log", &text), ["Oak - Elm: e4 *"]);
    let record = &records("a.log", &text)[0];
    let at = record.text.windows(7).position(|word| word == b"P/e2-e4").expect("the move");
    let place = record.place(at);
    assert_eq!((place.line, place.byte as usize), (4, text.find("P/e2-e4").expect("the move")));
    // A server's words inside a line of moves make no transcript.
    assert_eq!(games("a.txt", "1. e4 e5 2. Nf3 at fics% once 1-0\n"), ["? - ?: e4 e5 Nf3 1-0"]);
    // The words about the end may come before the last board.
    let text = format!("{}\n{}\n{}\n{}\n", lines[0], lines[1], lines[3], lines[2]);
    assert_eq!(games("a.log", &text), ["Oak - Elm: e4 1-0"]);
}

#[test]
fn positions() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for written in [
        "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-%200%201",
        "rnbqkbnr/pppppppp/--------/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "tsldklst/bbbbbbbb/8/8/4B3/8/BBBB1BBB/TSLDKLST s KQkq - 0 1",
    ] {
        for name in ["a.fen", "a.txt"] {
            let records = records(name, &format!("{written}\n"));
            let found = records.first().map(|record| {
                let start = record.game().start.first();
                partie_formats::fen::position(start, &WriteOptions::default())
            });
            assert_eq!(found.as_deref(), Some(fen), "{name}: {written}");
        }
    }
}

#[test]
fn strings_of_programs() {
    let tagged =
        "const a = `[White \"Oak\"]\n\n1. d4 d5 *`;\nconst b = \"1. e4 e5 2. Nf3 Nc6 1-0\";\n";
    assert_eq!(games("a.js", tagged), ["Oak - ?: d4 d5 *", "? - ?: e4 e5 Nf3 Nc6 1-0"]);
    let joined = "pgn = (\"1. e4 e5 2. Nf3 Nc6 \"\n       \"3. Bb5 a6 1-0\")\n";
    assert_eq!(games("a.py", joined), ["? - ?: e4 e5 Nf3 Nc6 Bb5 a6 1-0"]);
    let joined = "a.game ='1. e4 e5,'+\n   '2. Nf3 Nc6.';\nb.game ='1. d4 d5,'+\n   '2. c4 e6.';\n";
    assert_eq!(games("a.js", joined), ["? - ?: e4 e5 Nf3 Nc6 *", "? - ?: d4 d5 c4 e6 *"]);
    let mark = "x = {`\u{feff}[White \"Oak\"]\n\n1. e4 e5 1-0\n`}\n";
    assert_eq!(games("a.tsx", mark), ["Oak - ?: e4 e5 1-0"]);
    // A stray mark is no string.
    let stray = "1. e4 e5 1/2-1/2`\n\n[White \"Elm\"]\n\n1. d4 d5 0-1\n";
    assert_eq!(games("a.pgn", stray), ["? - ?: e4 e5 1/2-1/2", "Elm - ?: d4 d5 0-1"]);
}

#[test]
fn rows_of_tables() {
    let games_of = |text: &str| games("a.csv", text);
    assert_eq!(
        games_of(
            "game_id,white,black,winner,moves\n17,tal,keres,white,e4 e5 Nf3 Nc6\n18,geller,stein,draw,d4 d5 c4 e6\n"
        ),
        ["tal - keres: e4 e5 Nf3 Nc6 1-0", "geller - stein: d4 d5 c4 e6 1/2-1/2"]
    );
    assert_eq!(
        games_of(
            "7,Tal,Keres,1-0,\"1. e4 e5 2. Nf3 Nc6\"\n8,Geller,Stein,0-1,\"1. d4 d5 2. c4 e6\"\n"
        ),
        ["Tal - Keres: e4 e5 Nf3 Nc6 1-0", "Geller - Stein: d4 d5 c4 e6 0-1"]
    );
}

#[test]
fn reasons_of_results() {
    use partie_core::Termination;
    for (words, reason) in [
        ("Oak won on time", Termination::TimeForfeit),
        ("Oak won by checkmate", Termination::Checkmate),
        ("Oak won by resignation", Termination::Resignation),
        ("Game drawn by agreement", Termination::Agreement),
        ("Game drawn by repetition", Termination::Repetition),
        ("Game drawn by 50-move rule", Termination::FiftyMoves),
        ("Game drawn by timeout vs insufficient material", Termination::TimeForfeitWithoutMaterial),
        ("Oak won - game abandoned", Termination::Disconnection),
    ] {
        let text = format!("[White \"Oak\"]\n[Termination \"{words}\"]\n\n1. e4 e5 1-0\n");
        let records = records("a.pgn", &text);
        assert_eq!(records[0].game().termination.as_ref(), Some(&reason), "{words}");
    }
}

#[test]
fn layouts() {
    for text in [
        "1.e4,e5;2.Nf3,Nc6;3.Bb5,a6\n",
        "1.e4+e5+2.Nf3+Nc6+3.Bb5+a6\n",
        "1. e4 e5\\n2. Nf3 Nc6\\n3. Bb5 a6\n",
        "1.%20e4%20e5%202.%20Nf3%20Nc6%203.%20Bb5%20a6\n",
        "1.e4-e5 2.Nf3-Nc6 3.Bb5-a6\n",
        "1e4 e5 2Nf3 Nc6 3Bb5 a6\n",
        "e4 e5;Nf3 Nc6;Bb5 a6\n",
        "White: e4, Black: e5, White: Nf3, Black: Nc6, White: Bb5, Black: a6\n",
        "I. e4 e5 II. Nf3 Nc6 III. Bb5 a6\n",
        "e2e4e7e5g1f3b8c6f1b5a7a6\n",
        "https://lichess.org/analysis/pgn/e4_e5_Nf3_Nc6_Bb5_a6\n",
        "1.e4 e5 2.¤f3 ¤c6 3.¥b5 a6\n",
        "1. e4 e5 2. â™˜f3 â™˜c6 3. â™—b5 a6\n",
        "1. e4 e5 2. Af3 Ac6 3. Fb5 a6\n",
        "1. e4 e5 2. 马f3 马c6 3. 象b5 a6\n",
        "1. e4 e5 2. Nf3[^1] Nc6 3. Bb5 a6\n\n[^1]: The best.\n",
        "pawn e four pawn e five knight f three knight c six bishop b five pawn a six\n",
        "echo four echo five knight foxtrot three knight charlie six bishop bravo five alpha six\n",
        "No  Black  White\n1   e5     e4\n2   Nc6    Nf3\n3   a6     Bb5\n",
        "Nr  White   Time   Black   Time\n1   e4      0:05   e5      0:07\n\
             2   Nf3     0:09   Nc6     0:12\n3   Bb5     0:20   a6      0:31\n",
        "{| class=\"wikitable\"\n! !! White !! Black\n|-\n| 1 || e4 || e5\n|-\n| 2 || Nf3 || Nc6\n\
             |-\n| 3 || Bb5 || a6\n|}\n",
        "1. P4R P4R 2. C3AR C3AD 3. A5C P3TD\n",
    ] {
        assert_eq!(games("a.txt", text), ["? - ?: e4 e5 Nf3 Nc6 Bb5 a6 *"], "{text}");
    }
    let rows = "Adams\tShort\t1-0\te4\te5\tNf3\tNc6\nMiles\tNunn\t0-1\td4\td5\tc4\te6\n";
    assert_eq!(
        games("a.txt", rows),
        ["Adams - Short: e4 e5 Nf3 Nc6 1-0", "Miles - Nunn: d4 d5 c4 e6 0-1"]
    );
    for text in [
        r#"[{"from":"e2","to":"e4"},{"from":"e7","to":"e5"}]"#,
        r#"{"moves":[{"w":"e4","b":"e5"}],"result":"*"}"#,
        "[\n {\n  \"n\": 1,\n  \"white\": \"e4\",\n  \"black\": \"e5\"\n }\n]\n",
    ] {
        assert_eq!(games("a.json", text), ["? - ?: e4 e5 *"], "{text}");
    }
}

/// A layout is found by the beginning of a file, which ends inside a game.
#[test]
fn layouts_of_long_files() {
    let wide = "[White \"Oak\"]\n\n1. ｅ４ ｅ５ 2. Ｎｆ３ Ｎｃ６ 1-0\n\n";
    let together = "[White \"Oak\"]\n\n1.e4e5 2.Nf3Nc6 3.Ng1Nb8 1-0\n\n";
    for (game, moves) in [(wide, "e4 e5 Nf3 Nc6"), (together, "e4 e5 Nf3 Nc6 Ng1 Nb8")] {
        let games = games("a.pgn", &game.repeat(2000));
        assert_eq!(games.len(), 2000);
        let line = format!("Oak - ?: {moves} 1-0");
        assert!(games.iter().all(|game| *game == line), "{:?}", games.iter().find(|g| **g != line));
    }
}

#[test]
fn other_texts_stay() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6\n",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6\n",
        "Nothing of this is about a game; it has 3 rows, and 4-5 columns.\n",
    ] {
        let found = container::layers(text.as_bytes(), Some("game.txt"));
        assert_eq!(found.container, None, "{text}");
    }
}

/// Other cells, notes and members stand beside the moves in what is written.
#[test]
fn layouts_lose_nothing() {
    for (name, text, kept) in [
        (
            "a.txt",
            "Nr  White  Time  Black  Time\n1   e4     0:05  e5     0:07\n2   Nf3    0:09  Nc6    0:12\n\
             3   Bb5    0:20  a6     0:31\n",
            &["0:05", "0:07", "0:31"][..],
        ),
        (
            "a.md",
            "**1. e4 e5 2. Nf3[^1] Nc6** and **3. Bb5 a6**.\n\n[^1]: The best.\n",
            &["The best."],
        ),
        (
            "a.csv",
            "7,Tal,Keres,1-0,\"1. e4 e5 2. Nf3 Nc6\"\n8,Stein,Weiss,0-1,\"1. d4 d5 2. c4 e6\"\n",
            &["7", "Weiss"],
        ),
        (
            "a.json",
            r#"{"place":"Riga","moves":[{"n":1,"w":"e4","b":"e5","note":"bold"}]}"#,
            &["place: Riga", "note: bold"],
        ),
    ] {
        let mut written = Vec::new();
        for record in records(name, text) {
            partie_pgn::write(record.game(), &WriteOptions::default(), &mut written)
                .expect("memory does not fail")
                .ignore();
        }
        let written = String::from_utf8(written).expect("UTF-8");
        for words in kept {
            assert!(written.contains(words), "{words} is lost:\n{written}");
        }
    }
}
