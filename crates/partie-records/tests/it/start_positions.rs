//! Games that begin elsewhere, in every notation.

use partie_formats::{ReadOptions, WriteOptions, fen};
use partie_testkit::corpus;

/// A start position that a text names counts in every notation.
#[test]
fn texts_name_their_start() {
    const ROOK: &str = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    let lines = |fen: &str| {
        [
            format!("FEN: {fen}\n\n"),
            format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n"),
            format!("Position: {fen}\n"),
            format!("White: A\nBlack: B\n{fen}\n\n"),
            format!("{fen}\n"),
        ]
    };
    for (fen, text, moves) in [
        (ROOK, "1. O-O Ke7 2. Rf4", "O-O Ke7 Rf4"),
        (ROOK, "O-O Ke7 Rf4", "O-O Ke7 Rf4"),
        (ROOK, "1. Castles K - K 2 2. R - B 4", "O-O Ke7 Rf4"),
        (ROOK, "1. P-K4 K-Q2 2. R-R7 ch", "e4 Kd7 Rh7+"),
        (ROOK, "1. e1g1c e8e7 2. f1f4", "O-O Ke7 Rf4"),
        (ROOK, "e1g1c e8e7 f1f4", "O-O Ke7 Rf4"),
        (ROOK, "1. 5171 5857 2. 6164", "O-O Ke7 Rf4"),
        (ROOK, "1. e1g1 e8e7 2. f1f4", "O-O Ke7 Rf4"),
        (ROOK, "1. 0-0 Ke8-e7 2. Tf1-f4", "O-O Ke7 Rf4"),
        // The numbers of a study begin with 1, regardless of the position's.
        ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 31", "1. O-O Ke7 2. Rf4", "O-O Ke7 Rf4"),
        ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 31", "31. O-O Ke7 32. Rf4", "O-O Ke7 Rf4"),
        ("4k3/8/8/8/8/8/4P3/4K2R b K - 0 7", "1... Kd7 2. O-O", "Kd7 O-O"),
        ("4k3/8/8/8/8/8/4P3/4K2R b K - 0 7", "7... K-Q2 8. Castles", "Kd7 O-O"),
    ] {
        for line in lines(fen) {
            let text = format!("{line}{text}\n");
            let game = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
            let start = fen::position(game.value.start.first(), &WriteOptions::default());
            assert_eq!(
                (&*start, &*corpus::sans(&game.value).join(" ")),
                (fen, moves),
                "{text}\n{:?}",
                game.diagnostics
            );
        }
        let options = ReadOptions::default().fen(Some(fen.to_owned()));
        let game = partie_scoresheet::parse(format!("{text} *").as_bytes(), &options);
        let start = fen::position(game.value.start.first(), &WriteOptions::default());
        assert_eq!(
            (&*start, &*corpus::sans(&game.value).join(" ")),
            (fen, moves),
            "{text}\n{:?}",
            game.diagnostics
        );
    }
}

/// The same for texts of Chess Game Player, where piece letters have no meaning.
#[test]
fn chess_game_player_texts_begin_at_the_given_position() {
    const ROOK: &str = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    const BLACK: &str = "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 7";
    const BAD: &str = "8/8/8/8/8/8/4P3/4K2R w K - 0 1";
    let cgp = |text: &str, fen: Option<&str>| {
        let options = ReadOptions::default().fen(fen.map(str::to_owned));
        partie_scoresheet::cgp::parse(text.as_bytes(), &options)
    };
    for (fen, text, moves) in [
        (ROOK, "0-0 Ke8-e7 Rf1 - f4", "O-O Ke7 Rf4"),
        (ROOK, "1. 0-0 Ke8-e7\n2. f1 .... - .... f4", "O-O Ke7 Rf4"),
        (ROOK, "White took e1 - g1, Black e8 - e7", "O-O Ke7"),
        (BLACK, "f4xe3 e1-e2", "fxe3 Ke2"),
        ("4k3/8/8/8/8/8/8/1K1R4 w K - 0 1", "0-0", "O-O"),
    ] {
        for line in
            [format!("FEN: {fen}\n\n"), format!("[FEN \"{fen}\"]\n\n"), format!("A - B\n{fen}\n")]
        {
            let text = format!("{line}{text}\n");
            let game = cgp(&text, None);
            let start = fen::position(game.value.start.first(), &WriteOptions::default());
            assert_eq!((&*start, &*corpus::sans(&game.value).join(" ")), (fen, moves), "{text}");
        }
        let game = cgp(text, Some(fen));
        assert_eq!(corpus::sans(&game.value).join(" "), moves, "{text}");
    }
    // No move is played from a position that is not playable.
    let game = cgp(&format!("FEN: {BAD}\n\ne2-e4\n"), None);
    assert_eq!(corpus::sans(&game.value).join(" "), "");
    assert_eq!(game.value.unread.as_deref(), Some("e2-e4"));
}

#[test]
fn pgn_begins_at_the_given_position() {
    let options = ReadOptions::default().fen(Some("4k3/8/8/8/8/8/4P3/4K2R w K - 0 31".to_owned()));
    for (text, moves) in [
        ("31. O-O Ke7 32. Rf4 *", "O-O Ke7 Rf4"),
        // A tag of the game comes first.
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd7 *", "Kd7"),
    ] {
        let game = partie_pgn::parse(text.as_bytes(), &options);
        assert_eq!(corpus::sans(&game.value).join(" "), moves, "{:?}", game.diagnostics);
        let mut written = Vec::new();
        partie_pgn::write(&game.value, &WriteOptions::default(), &mut written)
            .expect("memory")
            .ignore();
        let again = partie_pgn::parse(&written, &ReadOptions::default()).value;
        assert_eq!((again.start, again.tree), (game.value.start, game.value.tree));
    }
}

/// A start that cannot be played from loses no word.
#[test]
fn a_bad_start_keeps_the_moves() {
    let text = "FEN: 8/8/8/8/8/8/8/4K2R w K - 0 1\n\n1. O-O e5 2. Rf4\n";
    let game = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
    assert_eq!(game.value.unread.as_deref(), Some("1. O-O e5 2. Rf4"));
    let codes: Vec<_> = game.diagnostics.iter().map(|d| d.code.id).collect();
    assert!(codes.contains(&"TXT018"), "{codes:?}");
}
