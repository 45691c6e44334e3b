//! Tests of reading, quirks and errors.

use super::*;
use crate::{Ply, Variant, moves::uci};

fn after(moves: &str) -> Position {
    let mut position = Position::start(Variant::Standard);
    for text in moves.split_whitespace() {
        let reading = uci::read(&position, text).expect(text);
        position.play(reading.ply).expect(text);
    }
    position
}

/// Input, canonical form and quirks.
#[test]
fn generous_reading() {
    let open = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
    for (moves, text, clean, quirks) in [
        ("", "e4", "e4", vec![]),
        ("", "Pe4", "e4", vec!["pawn named by a letter"]),
        ("", "e2-e4", "e4", vec!["both squares written"]),
        ("", "e2e4", "e4", vec!["both squares written"]),
        ("", "g1f3", "Nf3", vec!["both squares written"]),
        ("", "Ng1-f3", "Nf3", vec!["both squares written"]),
        ("", "Ngf3", "Nf3", vec!["more disambiguation than needed"]),
        ("", "nf3", "Nf3", vec!["piece letter in lower case"]),
        ("", "♘f3", "Nf3", vec!["figurine for a piece letter"]),
        (open, "O-O", "O-O", vec![]),
        (open, "0-0", "O-O", vec!["castling written with zeros"]),
        (open, "o-o", "O-O", vec!["castling written unusually"]),
        (open, "OO", "O-O", vec!["castling written unusually"]),
        (open, "O–O", "O-O", vec!["look-alike characters"]),
        (open, "Kg1", "O-O", vec!["castling written as a king's move"]),
        (open, "e1g1", "O-O", vec!["both squares written", "castling written as a king's move"]),
        (open, "exd5", "exd5", vec![]),
        (open, "ed5", "exd5", vec!["capture sign missing"]),
        (open, "ed", "exd5", vec!["capture sign missing", "rank of the target missing"]),
        (open, "e:d5", "exd5", vec!["unusual capture sign"]),
        (open, "ed5:", "exd5", vec!["unusual capture sign"]),
        (open, "Nxe5", "Ne5", vec!["capture sign, but nothing is captured"]),
        (open, "BXD5", "Bxd5", vec!["unusual capture sign", "square in capitals"]),
        (open, "EXD5", "exd5", vec!["unusual capture sign", "square in capitals"]),
        (open, "bb3", "Bb3", vec!["piece letter in lower case"]),
        (open, "b3", "b3", vec![]),
        (open, "--", "--", vec![]),
        (open, "Z0", "--", vec!["null move not written as --"]),
    ] {
        let position = after(moves);
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), clean, "{text}");
        assert_eq!(reading.quirks.words(), quirks, "{text}");
    }
}

#[test]
fn promotions() {
    let (position, _) = Position::from_setup(Variant::Standard, {
        let mut setup = crate::Setup::empty();
        setup.board = "7k/P7/8/8/8/8/8/K7".parse().expect("board");
        setup
    });
    for text in ["a8=Q", "a8Q", "a8/Q", "a8(Q)", "a8=q", "a8q", "a8[Q]", "a7a8q", "a8=Q+"] {
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), "a8=Q+", "{text}");
    }
    let reading = read(&position, "a8").expect("a promotion");
    assert_eq!(reading.quirks, Quirks::MISSING_PROMOTION);
    let reading = read_in(&position, "a8D+", Language::Czech).expect("dáma");
    assert_eq!(write(&position, reading.ply), "a8=Q+");
    assert_eq!(read(&position, "a8=K"), Err(NotRead::Illegal));
}

/// Letters of other languages, and what every language understands.
#[test]
fn other_letters() {
    use Language as L;
    let open = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
    for (moves, language, text, clean, quirks) in [
        ("", L::Czech, "Jf3", "Nf3", vec![]),
        ("", L::Czech, "jf3", "Nf3", vec!["piece letter in lower case"]),
        ("", L::Czech, "Nf3", "", vec![]),
        ("", L::German, "Be4", "e4", vec!["pawn named by a letter"]),
        ("", L::Dutch, "Pf3", "Nf3", vec![]),
        ("", L::Russian, "Кf3", "Nf3", vec![]),
        ("", L::Russian, "кf3", "Nf3", vec!["piece letter in lower case"]),
        ("", L::Russian, "е4", "e4", vec!["look-alike characters"]),
        (open, L::Russian, "С:d5", "Bxd5", vec!["unusual capture sign"]),
        (open, L::Russian, "Крe2", "Ke2", vec![]),
        (open, L::Russian, "КРe2", "Ke2", vec!["piece letter in lower case"]),
        (open, L::Russian, "0-0", "O-O", vec!["castling written with zeros"]),
        (open, L::French, "♔e2", "Ke2", vec!["figurine for a piece letter"]),
        (open, L::French, "Re2", "Ke2", vec![]),
        (open, L::Figurine, "♔e2", "Ke2", vec![]),
        (open, L::Figurine, "♚e2", "Ke2", vec![]),
        (open, L::Figurine, "Ke2", "Ke2", vec!["English piece letter"]),
        // In French, `f` is a file first and `c`, `d` and `f` are pieces else.
        (open, L::French, "fxd5", "Bxd5", vec!["piece letter in lower case"]),
        (open, L::French, "exd5", "exd5", vec![]),
        (open, L::French, "de2", "Qe2", vec!["piece letter in lower case"]),
    ] {
        let position = after(moves);
        match read_in(&position, text, language) {
            Ok(reading) => {
                assert_eq!(write(&position, reading.ply), clean, "{text}");
                assert_eq!(reading.quirks.words(), quirks, "{text}");
            }
            Err(error) => assert_eq!((error, clean), (NotRead::NotAMove, ""), "{text}"),
        }
    }
}

/// Drops as in crazyhouse records.
#[test]
fn drops() {
    let mut setup = crate::Setup::empty();
    setup.board = "k7/8/8/8/8/8/6r1/K7".parse().expect("board");
    let hand = setup.pockets.get_or_insert_default().get_mut(crate::Color::White);
    (hand.pawn, hand.knight, hand.queen) = (1, 1, 1);
    let position = Position::from_setup(Variant::Crazyhouse, setup).0;
    for (language, text, clean, quirks) in [
        (Language::English, "P@e4", "P@e4", vec![]),
        (Language::English, "@e4", "P@e4", vec!["drop without a piece letter"]),
        (Language::English, "n@b6", "N@b6+", vec!["piece letter in lower case"]),
        (Language::English, "N@B6", "N@b6+", vec!["square in capitals"]),
        (Language::German, "D@b7#", "Q@b7+", vec![]),
        (Language::German, "Q@b7", "Q@b7+", vec!["English piece letter"]),
    ] {
        let reading = read_in(&position, text, language).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), clean, "{text}");
        assert_eq!(reading.quirks.words(), quirks, "{text}");
    }
    for (text, error) in [
        ("R@e4", NotRead::Illegal),
        ("P@e8", NotRead::Illegal),
        ("N@a8", NotRead::Illegal),
        ("N@", NotRead::NotAMove),
        ("NN@e4", NotRead::NotAMove),
        ("N@e9", NotRead::NotAMove),
    ] {
        assert_eq!(read(&position, text), Err(error), "{text}");
    }
}

/// Marks after the move.
#[test]
fn marks() {
    let position = after("e2e4 f7f5");
    for (text, mark, quirks) in [
        ("Qh5+", CheckMark::Check, vec![]),
        ("Qh5++", CheckMark::Double, vec!["unusual check mark"]),
        ("Qh5 ch", CheckMark::Check, vec!["unusual check mark", "spaces inside the move"]),
        ("Qh5ch.", CheckMark::Check, vec!["unusual check mark"]),
        ("Qh5dis.ch", CheckMark::Check, vec!["unusual check mark"]),
        ("Qh5†", CheckMark::Check, vec!["unusual check mark"]),
        ("Qh5#", CheckMark::Mate, vec![]),
        ("Qh5x", CheckMark::Mate, vec!["unusual check mark"]),
        ("Qh5mate", CheckMark::Mate, vec!["unusual check mark"]),
        ("Qh5", CheckMark::None, vec![]),
    ] {
        let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&position, reading.ply), "Qh5+", "{text}");
        assert_eq!((reading.mark, reading.quirks.words()), (mark, quirks), "{text}");
    }
    let passing = after("e2e4 a7a6 e4e5 d7d5");
    for text in ["exd6", "exd6e.p.", "exd6 e.p.", "exd6ep", "exd6 (ep)", "ed e.p.", "e:d6ep"] {
        let reading = read(&passing, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(&passing, reading.ply), "exd6", "{text}");
    }
}

/// Several pieces, one of them pinned.
#[test]
fn disambiguation() {
    let knights = |board: &str| {
        let mut setup = crate::Setup::empty();
        setup.board = board.parse().expect(board);
        Position::from_setup(Variant::Standard, setup).0
    };
    let free = knights("7k/8/8/8/8/5N2/8/KN6");
    let pinned = knights("4r2k/8/8/8/8/5N2/8/K3N2r");
    for (position, text, clean, quirks) in [
        (&free, "Nbd2", "Nbd2", vec![]),
        (&free, "N1d2", "Nbd2", vec!["disambiguated by rank, where the file comes first"]),
        (&free, "Nb1d2", "Nbd2", vec!["more disambiguation than needed"]),
        (&free, "Nb1-d2", "Nbd2", vec!["both squares written"]),
        (&free, "Nfd4", "Nd4", vec!["more disambiguation than needed"]),
        (&pinned, "Nd4", "Nd4", vec![]),
        (&pinned, "Ng5", "Ng5", vec![]),
    ] {
        let reading = read(position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(write(position, reading.ply), clean, "{text}");
        assert_eq!(reading.quirks.words(), quirks, "{text}");
    }
    assert!(matches!(read(&free, "Nd2"), Err(NotRead::Ambiguous(m)) if m.len() == 2));
    // The knight on e1 is pinned by the rook on h1: the other one is meant.
    let reading = read(&pinned, "Ng1").expect("one knight only");
    assert_eq!(write(&pinned, reading.ply), "Ng1");
    assert_eq!(read(&pinned, "Nc2"), Err(NotRead::Illegal));
}

#[test]
fn refusals() {
    let position = Position::default();
    for (text, error) in [
        ("Nf4", NotRead::Illegal),
        ("e5", NotRead::Illegal),
        ("O-O", NotRead::Illegal),
        ("the", NotRead::NotAMove),
        ("e9", NotRead::NotAMove),
        ("", NotRead::NotAMove),
        ("a", NotRead::NotAMove),
        ("1-0", NotRead::NotAMove),
    ] {
        assert_eq!(read(&position, text), Err(error), "{text}");
    }
    let rooks = after("a2a4 a7a5 h2h4 h7h5 a1a3 h8h6 h1h3 a8a6");
    assert!(matches!(read(&rooks, "Rd3"), Err(NotRead::Ambiguous(moves)) if moves.len() == 2));
    assert_eq!(write(&rooks, read(&rooks, "Rad3").expect("legal").ply), "Rad3");
}

/// Positions along random games of a variant, from its start or a given one.
fn playout(mut position: Position, seeds: &[u16]) -> Vec<Position> {
    let mut positions = vec![position.clone()];
    for seed in seeds {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[usize::from(*seed) % legal.len()]);
        positions.push(position.clone());
    }
    positions
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::default() })]
    /// Shakmaty writes SAN, too; where it has the rules, the texts are the same but for
    /// dropped pawns, which lichess, FICS and we write `P@e4`.
    #[test]
    fn shakmaty_writes_the_same(seeds in proptest::collection::vec(0..u16::MAX, 1..80)) {
        use Variant as V;
        for variant in [
            V::Standard, V::Chess960, V::Crazyhouse, V::Atomic, V::Antichess, V::KingOfTheHill,
            V::ThreeCheck, V::Horde, V::RacingKings,
        ] {
            for position in playout(Position::start(variant), &seeds) {
                for m in position.legal_moves() {
                    let rules = position.playable().expect("a game from the start").clone();
                    let mut theirs = shakmaty::san::SanPlus::from_move(rules, m).to_string();
                    if theirs.starts_with('@') {
                        theirs.insert(0, 'P');
                    }
                    assert_eq!(write(&position, Ply::Move(m)), theirs, "{variant} {}", position.board());
                }
            }
        }
    }
}

/// A word that can be a move of a pawn or of a piece is left undecided, and two squares are no
/// bishop's move.
#[test]
fn no_piece_is_guessed() {
    let king_pawn = "e2e4";
    let spanish = "e2e4 e7e5 g1f3 b8c6 d2d4 d7d6 d4e5";
    let english = "c2c4 c7c5 g1f3 b8c6 d2d4";
    for (moves, language, text, moves_found) in [
        (spanish, Language::English, "xe5", "dxe5 Nxe5"),
        (spanish, Language::English, "e5:", "dxe5 Nxe5"),
        (spanish, Language::English, "Pxe5", "dxe5"),
        (king_pawn, Language::English, "xh6", "h6 Nh6"),
        (king_pawn, Language::English, "h6*", "h6"),
        (english, Language::French, "CXD4", "cxd4 Nxd4"),
        (english, Language::French, "CD4", "cxd4 Nxd4"),
        (english, Language::French, "Cxd4", "Nxd4"),
        (english, Language::French, "cxd4", "cxd4"),
        ("e2e4 e7e5 f1c4 g8f6", Language::English, "b4d5", ""),
    ] {
        let position = after(moves);
        let found = match read_in(&position, text, language) {
            Ok(reading) => vec![write(&position, reading.ply)],
            Err(NotRead::Ambiguous(moves)) => {
                moves.iter().map(|m| write(&position, Ply::Move(*m))).collect()
            }
            Err(_) => Vec::new(),
        };
        assert_eq!(found.join(" "), moves_found, "{text}");
    }
}
