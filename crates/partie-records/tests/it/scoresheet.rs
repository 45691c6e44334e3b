//! Texts: all shared notation files to exactly their truth, by the way a user takes.

use partie_core::Game;
use partie_formats::ReadOptions;
use partie_records::{detect, dispatch};
use partie_testkit::{corpus, suite::shared};

fn games(path: &std::path::Path) -> Vec<Game> {
    let bytes = std::fs::read(path).expect("file");
    let name = path.file_name().expect("name").to_string_lossy();
    let format = detect::detect(&bytes, Some(&name));
    dispatch::read(format, Box::new(&bytes[..]), &ReadOptions::default())
        .map(|r| r.expect("memory").parsed.value)
        .collect()
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn derived_files_are_read_exactly() {
    let root = shared("testdata");
    let truth = corpus::expected_games(&root);
    let (mut files, mut exact) = (0, 0);
    let mut wrong = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(root.join("derived"))
        .expect("folder")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    names.sort();
    for path in names {
        files += 1;
        let games = games(&path);
        let lines: Vec<Vec<String>> = games.iter().map(corpus::moves).collect();
        if lines.len() == truth.len() && lines.iter().zip(&truth).all(|(a, b)| a == b) {
            exact += 1;
            continue;
        }
        let name = path.file_name().expect("name").to_string_lossy().into_owned();
        let bad: Vec<String> = lines
            .iter()
            .zip(&truth)
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(i, (a, b))| {
                let same = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
                format!("game {i}: {} plies of {}, {same} right", a.len(), b.len())
            })
            .take(4)
            .collect();
        wrong.push(format!("{name}: {} games, {bad:?}", lines.len()));
    }
    println!("{exact} of {files} files exact");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Lines above the players belong to the same game as they do.
#[test]
fn lines_above_a_game_are_its_own() {
    let text = "Event: Spring\nSite: Brno\nRound: 1\nWhite: Alfa\nBlack: Horvath,Ad1\n\n\
                1. e4 e5\n1-0\n\n\
                Event: Autumn\n\nSite: Wien\nWhite: Gama\nBlack: Delta\n\n1. d4 d5\n0-1\n\n\
                White: E\nBlack: F\nDate: 2024.01.01\n\n1. c4 e5\n\n\
                White: G\nBlack: H\n\n1-0\n\n\
                White: X\nBlack: Y\n\n\
                White: I\nBlack: J\n\n1. Bg2 O-O\n1-0\n";
    let games: Vec<_> = partie_scoresheet::read(text.as_bytes(), &ReadOptions::default())
        .map(|record| record.expect("memory").parsed)
        .collect();
    let reported: Vec<_> = games
        .iter()
        .map(|game| {
            let tag = |name| game.value.tags.get(name).unwrap_or("-");
            let codes: Vec<_> = game.diagnostics.iter().map(|d| d.code.id).collect();
            let tags = ["Event", "Site", "White", "Black", "Date"].map(tag).join(" ");
            format!("{tags}: {} {}", game.value.ply_count(), codes.join(" "))
        })
        .collect();
    let expected = [
        "Spring Brno Alfa Horvath,Ad1 -: 2 ",
        "Autumn Wien Gama Delta -: 2 ",
        "- - E F 2024.01.01: 2 ",
        "- - G H -: 0 TXT021",
        "- - I J -: 0 TXT003",
    ];
    assert_eq!(reported, expected);
}

/// Of several moves the one is meant with which the game goes on.
#[test]
fn words_that_can_be_several_moves() {
    for (text, plies, codes) in [
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 c5", 4, "TXT012"),
        ("1. P-K4 P-K4 2. P-Q4 P-KB4 3. PxP PxP 4. N-QB3 N-QB3 5. NxP N-B3", 10, "TXT013"),
        ("1. P-K4 P-Q4 2. P-QB4 P-K3 3. PxP PxP 4. PxP QxP 5. N-QB3 Q-K4 ch", 4, "TXT012"),
        // A letter that stands apart does not make another move.
        (
            "1. P - K 4 P - K 4 2. P - Q 4 P - K B 4 3. P x P P x P 4. Kt - Q B 3 Kt - Q B 3 \
             5. Kt x P Kt - B 3",
            10,
            "TXT013",
        ),
        (
            "1. P - K 4 P - Q 4 2. P - Q B 4 P - K 3 3. P × P P × P 4. P × P Q × P \
             5. Kt - Q B 3 Q - K 4 ch",
            4,
            "TXT012",
        ),
    ] {
        let game = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
        let reported: Vec<_> = game
            .diagnostics
            .iter()
            .filter(|d| d.severity > partie_formats::Severity::Note)
            .map(|d| d.code.id)
            .collect();
        assert_eq!((game.value.ply_count(), &*reported.join(" ")), (plies, codes), "{text}");
    }
}

/// A sideline in parentheses may be long.
#[test]
fn long_sidelines() {
    let remark = "a remark about it, ".repeat(200);
    let text = format!("1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 {remark}) 3. Bb5 a6");
    let parsed = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
    let game = parsed.value;
    assert_eq!(corpus::sans(&game).join(" "), "e4 e5 Nf3 Nc6 Bb5 a6");
    let written = movetext(&game);
    assert!(written.contains("(2... d6 3. d4 {a remark"), "{written}");
    assert_eq!(game.unread, None);
}

/// Written games are read as the same moves, also where words are long and games too.
#[test]
fn texts_come_back() {
    let mut moves = String::new();
    for n in 0..600 {
        let number = 2 * n + 1;
        let line = format!("{number}. Nf3 Nf6 {}. Ng1 Ng8 ", number + 1);
        moves.push_str(&line);
    }
    for (movetext, notation) in [
        (moves.as_str(), "san"),
        ("1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. d3 d6 5. Nd2 Nd7 6. Ndb1 Ndb8", "descriptive"),
    ] {
        let text = format!("[White \"A\"]\n[Black \"B\"]\n\n{movetext} *\n");
        let game = partie_pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
        let writing = partie_formats::WriteOptions::default()
            .notation(notation.parse::<partie_core::Notation>().expect("known"));
        let mut out = Vec::new();
        partie_scoresheet::write(&game, &writing, &mut out).expect("memory").ignore();
        let back = partie_scoresheet::parse(&out, &ReadOptions::default());
        assert_eq!(corpus::moves(&back.value), corpus::moves(&game), "{notation}");
    }
}

fn show(text: &str, parsed: &partie_formats::Parsed<Game>) -> (String, String) {
    let codes: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|d| format!("{} {}", d.code.id, &text[d.span.clone()]))
        .collect();
    (corpus::moves(&parsed.value).join(" "), codes.join("; "))
}

/// Chess Game Player text beside its rules: the moves read, and the diagnostics with their places.
#[test]
fn chess_game_player_text() {
    let castles = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6";
    let opening = "e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6";
    let promotes = "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 c8-b7 a6xb7 b8-c6 b7xa8";
    let promoted = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8";
    for (text, moves, codes) in [
        // The diagram in the description of the format.
        ("….d2…….-……….d4….D7………….-d5…...", "d2d4 d7d5", ""),
        (
            "………….d2…….-………….d4……….D7………….-d5………...\n………….f1-…………..B5+…\n",
            "d2d4 d7d5",
            "TXT002 f1-…………..B5",
        ),
        // Illegal pairs, with signs, words or nothing between.
        ("e2 .... - ... e5 d7 .... - ... d2", "", "TXT002 e2 .... - ... e5"),
        (
            "e2-e4 e7 pawn - to e3 g1 knight - to g5",
            "e2e4",
            "TXT014 e7 pawn - to e3; TXT014 g1 knight - to g5",
        ),
        ("e2-e4 e7\u{a0}–\u{a0}e4 d7-d5", "e2e4", "TXT002 e7\u{a0}–\u{a0}e4"),
        ("e2-e4 e7e4", "e2e4", "TXT014 e7e4"),
        ("nothing at all", "", "TXT001 nothing at all"),
        ("see a3 and c4", "", "TXT001 see a3 and c4"),
        // Prose is no move and nothing to report.
        ("e2-e4 better than c2 or c4, so-called e7-e5", "e2e4 e7e5", ""),
        ("e2-e4 then x in next e5 e7-e5", "e2e4 e7e5", ""),
        // Letters glued to a square.
        ("e2-e4 d7-d5 e4-e5 f7-f5 e5xf6e.p. g7xf6", "e2e4 d7d5 e4e5 f7f5 e5f6 g7f6", ""),
        ("e2-e4 d7-d5 e4-e5 f7-f5 e5xf6ep g7xf6", "e2e4 d7d5 e4e5 f7f5 e5f6 g7f6", ""),
        ("e2-e4 d7-d5 e4-e5 f7-f5 e5xd6e.p. c7xd6", "e2e4 d7d5 e4e5 f7f5", "TXT002 e5xd6"),
        ("d2-d4abc d7-d5", "d2d4 d7d5", "TXT015 d2-d4abc"),
        ("d2-d5abc d7-d5", "", "TXT002 d2-d5"),
        ("movee2-e4 e7-e5", "e2e4 e7e5", "TXT015 e2-e4"),
        ("e2-toe4 e7-e5", "e2e4 e7e5", ""),
        ("e2-e45 e7-e5", "e2e4 e7e5", "TXT015 e2-e45"),
        ("e2-e4 e7-e51-0", "e2e4 e7e5", ""),
        ("e2-e4 e7-e6 d2-d4 f8-b4ch c2-c3", "e2e4 e7e6 d2d4 f8b4 c2c3", ""),
        ("e2e4 e7e5", "e2e4 e7e5", "TXT016 e2e4; TXT016 e7e5"),
        ("Крe1-e2 e2-e4", "", "TXT002 e1-e2"),
        ("e2-e4 e7-e5 Крe1-e2 Крe8-e7", "e2e4 e7e5 e1e2 e8e7", ""),
        // Numbers that jump ahead, and misread moves.
        ("1. e2-e4 e7-e5 3. g1-f3", "e2e4 e7e5", "TXT020 3."),
        ("1. e2-e4 2. g1-f3", "e2e4", "TXT020 2."),
        ("1. e2-e4 e7-e5 see 4. c2-c4 below 2. g1-f3", "e2e4 e7e5 g1f3", ""),
        ("1. e2-e4 e7-e5 see move 7. below 2. g1-f3", "e2e4 e7e5 g1f3", ""),
        (
            "1. e2-e4 e7-e5 2. g1-f3 hoping for 5. d2-d4 b8-c6 3. f1-b5",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            "",
        ),
        ("e2-e4 e7-e5 4. g1-f3 5. b8-c6", "e2e4 e7e5", "TXT020 4."),
        ("17. e2-e4 e7-e5 18. g1-f3", "e2e4 e7e5", "TXT020 18."),
        ("1. e2-e4 e7-e5 2. Ngl-f3 NbB-c6", "e2e4 e7e5", "TXT002 Ngl-f3"),
        // Castling with any dash, with letters after it, with spaces.
        (&format!("{opening} 0–0 f8-e7"), &format!("{castles} e1g1 f8e7"), ""),
        (&format!("{opening} o‑o f8-e7"), &format!("{castles} e1g1 f8e7"), ""),
        (&format!("{opening} O−O f8-e7"), &format!("{castles} e1g1 f8e7"), ""),
        (&format!("{opening} 0-0abc f8-e7"), &format!("{castles} e1g1 f8e7"), "TXT015 0-0abc"),
        (&format!("{opening} 0-01-0"), &format!("{castles} e1g1"), ""),
        (&format!("{opening} O-O - f8-e7 – O-O"), &format!("{castles} e1g1 f8e7"), "TXT010 O-O"),
        (&format!("{opening} 0 - 0 d2-d3"), &format!("{castles} d2d3"), "TXT014 0 - 0"),
        (&format!("{opening} 0–0–0 d2-d3"), castles, "TXT010 0–0–0"),
        // Promotions.
        (&format!("{promotes}(S) h7-h6"), &format!("{promoted}b h7h6"), ""),
        (&format!("{promotes}<j> h7-h6"), &format!("{promoted}n h7h6"), ""),
        (&format!("{promotes}=R h7-h6"), &format!("{promoted}r h7h6"), "TXT017 =R"),
        (&format!("{promotes}N h7-h6"), &format!("{promoted}n h7h6"), "TXT017 N"),
        (&format!("{promotes}(T) h7-h6"), &format!("{promoted}q h7h6"), "TXT005 a8"),
        // Moves in headings.
        ("# 1. e2-e4 e7-e5\n# 2. g1-f3", "e2e4 e7e5 g1f3", ""),
        ("# Game: e2-e4 e7-e5\ng1-f3", "e2e4 e7e5 g1f3", ""),
        ("# The Open Game e2-e4 e7-e5\ne2-e4 e7-e5 g1-f3", "e2e4 e7e5 g1f3", ""),
        ("# 1 Novák,Ad1 - Dvořák,B2\ne2-e4", "e2e4", ""),
        ("White: e2-e4\nBlack: e7-e5", "e2e4 e7e5", ""),
    ] {
        let mut game = partie_scoresheet::cgp::parse(text.as_bytes(), &ReadOptions::default());
        // Words around the moves are tested with the ledger.
        game.diagnostics.retain(|d| d.code.id != "TXT021");
        assert_eq!(show(text, &game), (moves.to_owned(), codes.to_owned()), "{text}");
    }
}

/// Moves in headings of any scoresheet, dashes, and languages that fit equally well.
#[test]
fn scoresheets_of_any_kind() {
    for (text, moves, codes) in [
        ("# 1. e4 e5\n2. Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6", ""),
        ("# Moves: 1. e4 e5 2. Nf3\n2... Nc6 3. Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5", "TXT021 Moves:"),
        (
            "# Open Game, 1. e4 e5\n\n1. e4 e5 2. Nf3 Nc6",
            "e2e4 e7e5 g1f3 b8c6",
            "TXT021 Open Game, 1. e4 e5",
        ),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0–0", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1", ""),
        ("1. P – K 4 P – K 4", "e2e4 e7e5", "TXT008 P – K 4"),
        ("1. d4 c6 2. c3 a5 3. Sd2", "d2d4 c7c6 c2c3 a7a5 b1d2", "TXT007 d4; TXT008 d4"),
        ("Notation: san in Czech\n\n1. d4 c6 2. c3 a5 3. Sd2", "d2d4 c7c6 c2c3 a7a5 c1d2", ""),
        ("Notation: san in de\n\n1. d4 c6 2. c3 a5 3. Sd2", "d2d4 c7c6 c2c3 a7a5 b1d2", ""),
        (
            "Notation: my own\n\n1. d4 c6 2. c3 a5 3. Nd2",
            "d2d4 c7c6 c2c3 a7a5 b1d2",
            "TXT021 Notation: my own; TXT007 d4",
        ),
    ] {
        let game = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
        assert_eq!(show(text, &game), (moves.to_owned(), codes.to_owned()), "{text}");
    }
}

/// Letters that are different pieces in two languages are a doubt, unless one of them is
/// English, in PGN as in other texts.
#[test]
fn languages_that_read_as_far() {
    use partie_formats::Severity::{Note, Warning};
    for (format, text, moves, tie) in [
        ("text", "1. d4 c6 2. c3 a5 3. Sd2 *", "b1d2", Some(Warning)),
        ("pgn", "1. d4 c6 2. c3 a5 3. Sd2 *", "b1d2", Some(Warning)),
        ("text", "1. d4 c6 2. c3 a5 3. Sd2 Pf6 *", "c1d2 f7f6", Some(Warning)),
        ("text", "1. d4 c6 2. c3 a5 3. Sd2 Sf6 *", "b1d2 g8f6", None),
        ("pgn", "1. d4 c6 2. c3 a5 3. Sd2 Sf6 *", "b1d2 g8f6", None),
        ("text", "Note: 1. d4 c6 2. c3 a5 3. Nd2 *", "b1d2", Some(Note)),
        ("pgn", "1. d4 c6 2. c3 a5 3. Nd2 *", "b1d2", None),
    ] {
        let format = format.parse::<partie_formats::Format>().expect("a format");
        let mut records =
            dispatch::read(format, Box::new(text.as_bytes()), &ReadOptions::default());
        let record = records.next().expect("one game").expect("memory");
        let found = record.parsed.diagnostics.iter().find(|d| d.code.name == "language-tie");
        assert_eq!(found.map(|d| d.severity), tie, "{format:?} {text}");
        assert_eq!(corpus::moves(record.game())[4..].join(" "), moves, "{format:?} {text}");
    }
}

/// The page that describes Chess Game Player's format is read as that format, as far as its
/// example goes.
#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn the_description_of_the_format() {
    let root = shared("seeds");
    let path = root.join("004_fe2042eaa04e5d55.txt");
    let bytes = std::fs::read(&path).expect("the page");
    assert_eq!(detect::detect(&bytes, Some("page.txt")), partie_formats::Format::ChessGamePlayer);
    assert_eq!(corpus::moves(&games(&path)[0]), ["d2d4", "d7d5"]);
}

/// Words around the pairs of squares of Chess Game Player's texts become tags and comments.
#[test]
fn words_of_chess_game_player_texts() {
    let mut wrong: Vec<String> = Vec::new();
    for (text, expected) in [
        ("Our game: e2-e4 e7-e5 and then g1-f3", "{Our game:} 1. e4 e5 {and then} 2. Nf3 *"),
        (
            "White: Novák\nBlack: Dvořák\n\n1. Jg1-f3 d7-d5 2. g2-g3 Sc8-g4\n",
            "1. Nf3 d5 2. g3 Bg4 *",
        ),
        ("d2 pawn - to d4 d7-d5", "1. d4 {pawn - to} 1... d5 *"),
        (
            "1. e2-e4 (0:05) e7-e5 (0:07) {good} g1-f3",
            "1. e4 {0:05} 1... e5 {good} {0:07} 2. Nf3 *",
        ),
        (
            "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 Bc8-b7 a6xb7 Nb8-c6 b7xa8Q at last",
            "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q {at last} *",
        ),
        ("1. e2 - e4! e7 - e5?! 2. f2 - f4 += e5 x f4", "1. e4 $1 e5 $6 2. f4 $14 exf4 *"),
        ("e2-e4!! $11 e7-e5 ± g1-f3 +-", "1. e4 $3 $11 e5 $16 2. Nf3 1-0"),
        (
            "1. e2 - e4 e7 - e5 (1... c7 - c5 2. g1 - f3) 2. f2 - f4 (2. d2 - d4 e5 x d4) e5 x f4",
            "1. e4 e5 {1... c7 - c5 2. g1 - f3} 2. f4 {2. d2 - d4 e5 x d4} 2... exf4 *",
        ),
    ] {
        let game = partie_scoresheet::cgp::parse(text.as_bytes(), &ReadOptions::default());
        let movetext = movetext(&game.value);
        if movetext != expected {
            wrong.push(format!("{text}\n  {movetext}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The promotion piece may be glued to its square, in texts of Chess Game Player and others.
#[test]
fn promotions_in_pairs_of_squares() {
    let fen = "1n5k/P7/8/7p/8/8/8/K7 w - - 0 1";
    for (word, san) in [
        ("a7-a8Q", "a8=Q"),
        ("a7-a8q", "a8=Q"),
        ("a7-a8D", "a8=Q"),
        ("a7-a8R", "a8=R"),
        ("a7-a8N!", "a8=N $1"),
        ("a7xb8Q+", "axb8=Q+"),
        ("a7xb8R+", "axb8=R+"),
        ("a7xb8N", "axb8=N"),
        ("a7-a8=R", "a8=R"),
        ("a7-a8/Q", "a8=Q"),
        ("a7-a8(Q)", "a8=Q"),
        ("a7xb8=Q+", "axb8=Q+"),
    ] {
        let text = format!("FEN: {fen}\n\n1. {word} Kh8-g7\n");
        for format in [partie_formats::Format::ChessGamePlayer, partie_formats::Format::Scoresheet]
        {
            let options = ReadOptions::default();
            let mut records = dispatch::read(format, Box::new(text.as_bytes()), &options);
            let record = records.next().expect("one game").expect("memory");
            let shown = movetext(record.game());
            assert_eq!(shown, format!("1. {san} Kg7 *"), "{format:?} {word}");
        }
    }
}

/// Formats the movetext of a game as one line.
fn movetext(game: &Game) -> String {
    let mut out = Vec::new();
    let options = partie_formats::WriteOptions::default();
    partie_pgn::write(game, &options, &mut out).expect("memory").ignore();
    let out = String::from_utf8(out).expect("UTF-8");
    out.rsplit_once("]\n\n").expect("tags").1.trim().replace('\n', " ")
}

/// Losses in writing a text of Chess Game Player are reported.
#[test]
fn losses_of_chess_game_player_texts() {
    let text = b"[Event \"Cup\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[ECO \"C20\"]\n\n1. e4 e5 *\n";
    let game = partie_pgn::parse(text, &ReadOptions::default()).value;
    let options = partie_formats::WriteOptions::default();
    let lossy = partie_scoresheet::cgp::write(&game, &options, &mut Vec::new());
    let lost: Vec<_> =
        lossy.expect("memory").lost.into_iter().map(|loss| loss.0.to_string()).collect();
    assert_eq!(lost, ["tags (Event, ECO)"]);
}
