//! Descriptive notation as books print it.

use partie_formats::ReadOptions;
use partie_testkit::{corpus, suite::shared};

/// Descriptive notation as books print it, with letters that stand apart.
#[test]
fn descriptive_moves_with_spaces() {
    let four = "1. P - K 4 P - K 4\n2. Kt - K B 3 Kt - Q B 3\n3. Kt - B 3 Kt - B 3\n\
                4. P - Q 4 P x P\n";
    let four_moves = "e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4";
    for (text, moves) in [
        ("1. P - Q 4    P - Q 4\n2. Kt - Q B 3  Q Kt - Q 2", "d4 d5 Nc3 Nd7"),
        ("1. P-Q 4 P-Q 4 2. B - Kt 5 P-K R 3 3. B - R 4 B - B 4", "d4 d5 Bg5 h6 Bh4 Bf5"),
        ("1. P - K 4 P - Q 4 2. K P x P Q x P 3. Q Kt - B 3 Q - Q 1", "e4 d5 exd5 Qxd5 Nc3 Qd8"),
        (
            "1. P - K 4 P - K 4 2. P - K B 4 P x P 3. B - B 4 Q - R 5 ch 4. K - B 1 P - Q Kt 4 ?",
            "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5",
        ),
        (
            "1. P - K 4 P - K 4 2. B - B 4 Kt - Q B 3 3. Q - R 5 Kt - B 3 4. Q x B P mate",
            "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
        ),
        (&format!("{four}5. Kt x P (Q 4) B - Kt 5"), &format!("{four_moves} Nxd4 Bb4")),
        (&format!("{four}5. Kt (B 3) x P Kt (B 3) x P"), &format!("{four_moves} Nxd4 Nxe4")),
        (&format!("{four}5. Kt (B3) - Q 5 Kt x P (K 5)"), &format!("{four_moves} Nd5 Nxe4")),
        (
            &format!("{four}5. B - Q Kt 5 P x Kt\n6. O - O P x P"),
            &format!("{four_moves} Bb5 dxc3 O-O cxb2"),
        ),
        // Sentences between the moves, with moves and numbers of their own.
        (
            &format!(
                "{four}5. Kt x P\n\nB - Kt 5 was better; 5 B - Kt 5, P x Kt was a mistake.\n\n\
                   5. ........ Kt x Kt\n\nB - B 4 is 5...B - B 4. Now 6 Q x Kt, P - Q 4 wins.\n\n\
                   6. Q x Kt P - Q 4"
            ),
            &format!("{four_moves} Nxd4 Nxd4 Qxd4 d5"),
        ),
        (
            &format!(
                "{four}5. Kt x P\n\nAfter\n5...B - Kt 5 comes\n6 Kt x Kt, Q P x Kt;\n\n\
                 5. ........ Kt x Kt\n6. Q x Kt P - Q 4"
            ),
            &format!("{four_moves} Nxd4 Nxd4 Qxd4 d5"),
        ),
    ] {
        let game = partie_scoresheet::parse(text.as_bytes(), &ReadOptions::default());
        let read = corpus::sans(&game.value).join(" ");
        assert_eq!(read, moves, "{text}\n{:?}", game.diagnostics);
    }
}

/// Number of plies, names and results that are read correctly, and of all in the truth.
#[derive(Debug, Default)]
struct Score {
    plies: usize,
    names: usize,
    results: usize,
}

/// *Chess Fundamentals* (Capablanca, 1921; Project Gutenberg 33870) holds 19 games that begin
/// at move 1 and name both players. The truth was made from the rows of moves alone, by a
/// program of its own (python-chess, all readings of every word): for each game there is
/// exactly one line of legal moves that fits every word. Endings, openings and positions from
/// diagrams are not counted. A ply counts if it and all plies before it are the truth's.
#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn a_book_is_read() {
    let root = shared("testdata/descriptive");
    let truth = std::fs::read("../../testdata/scoresheet/chess-fundamentals.pgn").expect("truth");
    let book = std::fs::read(root.join("33870-8.txt")).expect("the book");
    let read = |format, bytes: &[u8]| -> Vec<partie_core::Game> {
        partie_records::dispatch::read(format, Box::new(bytes), &ReadOptions::default())
            .map(|record| record.expect("memory").parsed.value)
            .collect()
    };
    let truth = read(partie_formats::Format::Pgn, &truth);
    let format = partie_records::detect::detect(&book, Some("33870-8.txt"));
    let games = read(format, &book);
    let (mut all, mut right) = (Score::default(), Score::default());
    for game in &truth {
        let moves = corpus::sans(game);
        let same = |other: &partie_core::Game| {
            corpus::sans(other).iter().zip(&moves).take_while(|(a, b)| a == b).count()
        };
        let names = |other: &partie_core::Game| {
            ["White", "Black"].iter().filter(|n| other.tags.get(n) == game.tags.get(n)).count()
        };
        let found = games.iter().max_by_key(|g| (names(g), same(g))).expect("a game");
        let score = Score {
            plies: same(found),
            names: names(found),
            results: usize::from(found.outcome == game.outcome),
        };
        println!(
            "{} - {}: {} plies of {}, {} names, result {}",
            game.tags.get("White").unwrap_or("?"),
            game.tags.get("Black").unwrap_or("?"),
            score.plies,
            moves.len(),
            score.names,
            found.outcome,
        );
        all.plies += moves.len();
        all.names += 2;
        all.results += 1;
        right.plies += score.plies;
        right.names += score.names;
        right.results += score.results;
    }
    println!("{right:?} of {all:?}, {} games", games.len());
    for (right, all) in
        [(right.plies, all.plies), (right.names, all.names), (right.results, all.results)]
    {
        assert!(right * 10 >= all * 9, "{right} of {all}");
    }
}
