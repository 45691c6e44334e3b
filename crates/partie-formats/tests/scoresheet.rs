//! Texts: all shared notation files to exactly their truth, by the way a user takes.

mod common;

use partie_core::Game;
use partie_formats::{ReadOptions, detect, dispatch};

fn games(path: &std::path::Path) -> Vec<Game> {
    let bytes = std::fs::read(path).expect("file");
    let name = path.file_name().expect("name").to_string_lossy();
    let format = detect::detect(&bytes, Some(&name));
    dispatch::read(format, Box::new(&bytes[..]), &ReadOptions::default())
        .map(|r| r.expect("memory").parsed.value)
        .collect()
}

#[test]
fn derived_files_are_read_exactly() {
    let Some(root) = common::shared("testdata") else { return };
    let truth = common::expected_games(&root);
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
        let lines: Vec<Vec<String>> = games.iter().map(common::moves).collect();
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

/// What stands above the players belongs to the same game as they do.
#[test]
fn lines_above_a_game_are_its_own() {
    let text = "Event: Spring\nSite: Brno\nRound: 1\nWhite: Alfa\nBlack: Horvath,Ad1\n\n\
                1. e4 e5\n1-0\n\n\
                Event: Autumn\n\nSite: Wien\nWhite: Gama\nBlack: Delta\n\n1. d4 d5\n0-1\n\n\
                White: E\nBlack: F\nDate: 2024.01.01\n\n1. c4 e5\n\n\
                White: G\nBlack: H\n\n1-0\n\n\
                White: X\nBlack: Y\n\n\
                White: I\nBlack: J\n\n1. Bg2 O-O\n1-0\n";
    let games: Vec<_> = partie_formats::scoresheet::read(text.as_bytes(), &ReadOptions::default())
        .map(|record| record.expect("memory").parsed)
        .collect();
    let told: Vec<_> = games
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
        "- - G H -: 0 ",
        "- - I J -: 0 TXT003",
    ];
    assert_eq!(told, expected);
}

/// Of several moves the one is meant with which the game goes on.
#[test]
fn words_that_can_be_several_moves() {
    for (text, plies, codes) in [
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 c5", 4, "TXT012"),
        ("1. P-K4 P-K4 2. P-Q4 P-KB4 3. PxP PxP 4. N-QB3 N-QB3 5. NxP N-B3", 10, "TXT013"),
        ("1. P-K4 P-Q4 2. P-QB4 P-K3 3. PxP PxP 4. PxP QxP 5. N-QB3 Q-K4 ch", 4, "TXT012"),
    ] {
        let game = partie_formats::scoresheet::parse(text.as_bytes(), &ReadOptions::default());
        let told: Vec<_> = game
            .diagnostics
            .iter()
            .filter(|d| d.severity > partie_formats::Severity::Note)
            .map(|d| d.code.id)
            .collect();
        assert_eq!((game.value.ply_count(), &*told.join(" ")), (plies, codes), "{text}");
    }
}

/// What the writer writes is read as the same moves, also where words are long and games too.
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
        let game = partie_formats::pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
        let writing = partie_formats::WriteOptions {
            notation: partie_core::Notation::from_name(notation).expect("known"),
            ..Default::default()
        };
        let mut out = Vec::new();
        partie_formats::scoresheet::write(&game, &writing, &mut out).expect("memory").ignore();
        let back = partie_formats::scoresheet::parse(&out, &ReadOptions::default());
        assert_eq!(common::moves(&back.value), common::moves(&game), "{notation}");
    }
}
