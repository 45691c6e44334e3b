//! Laws of the rules: a slow, independent generator agrees, and bughouse loses no piece between its
//! boards.

use partie_core::{
    BoardId, Boards, Bughouse, ByColor, ByRole, CastlingSide, Color, Move, Outcome, Position, Role,
    Square, Variant,
    moves::{Ply, san, uci},
    rules::{
        PositionKey, chess960,
        wild::{self, Wild},
    },
};
use proptest::prelude::*;

/// The variants in which the slow generator is at home. For losers, suicide, bughouse
/// and wild castling there are no published tables: this law stands in for them.
const KNOWN: [Variant; 9] = [
    Variant::Standard,
    Variant::WildCastle,
    Variant::Losers,
    Variant::Suicide,
    Variant::Antichess,
    Variant::Crazyhouse,
    Variant::Bughouse,
    Variant::KingOfTheHill,
    Variant::ThreeCheck,
];

fn start(variant: Variant) -> Boards {
    match variant {
        Variant::WildCastle => Boards::One(wild::start(Wild::Wild0).expect("fixed")),
        _ => Boards::start(variant),
    }
}

/// Plays the seeds as choices among the legal moves and shows the boards after each.
fn play(variant: Variant, seeds: &[u32], mut look: impl FnMut(&Boards, BoardId, &Boards)) {
    let mut boards = start(variant);
    for seed in seeds {
        let id = match boards {
            Boards::Two(_) if seed % 2 == 1 => BoardId::B,
            _ => BoardId::A,
        };
        let legal = boards.legal_moves(id);
        if legal.is_empty() {
            continue;
        }
        let rare: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.is_capture() || m.is_castle() || m.is_promotion())
            .collect();
        let choice = (seed / 8) as usize;
        let m = match rare.as_slice() {
            [_, ..] if seed % 8 < 4 => rare[choice % rare.len()],
            _ => legal[choice % legal.len()],
        };
        let before = boards.clone();
        boards.play(id, Ply::Move(m)).expect("legal");
        look(&before, id, &boards);
    }
}

fn moves_of(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|m| uci::write(position, (*m).into())).collect();
    moves.sort();
    moves
}

/// Counts the pieces on both boards and in all hands, promoted pieces as pawns.
fn material(boards: &Bughouse) -> ByColor<ByRole<u32>> {
    let mut sum = ByColor::<ByRole<u32>>::default();
    for id in BoardId::ALL {
        let board = boards.board(id);
        for square in board.board().occupied() {
            let piece = board.piece_at(square).expect("occupied");
            let role = if board.promoted().contains(square) { Role::Pawn } else { piece.role };
            *sum.get_mut(piece.color).get_mut(role) += 1;
        }
        let pockets = board.pockets().expect("bughouse");
        for color in Color::ALL {
            for role in Role::ALL {
                *sum.get_mut(color).get_mut(role) += u32::from(*pockets.get(color).get(role));
            }
        }
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_slow_generator_agrees(seeds in prop::collection::vec(any::<u32>(), 80)) {
        for variant in KNOWN {
            play(variant, &seeds, |_, id, boards| {
                let position = boards.board(id);
                if !position.is_variant_end() {
                    assert_eq!(moves_of(position), crate::slow::legal_moves(position), "{position:?}");
                }
            });
        }
    }

    #[test]
    fn nothing_is_lost_between_the_boards(seeds in prop::collection::vec(any::<u32>(), 300)) {
        let whole = material(&Bughouse::default());
        play(Variant::Bughouse, &seeds, |before, id, after| {
            let (Boards::Two(old), Boards::Two(new)) = (before, after) else {
                panic!("two boards")
            };
            assert_eq!(material(new), whole);
            for id in BoardId::ALL {
                assert!(new.board(id).problem().is_none());
                let rights = new.board(id).castling_rights();
                assert!(rights.is_subset(old.board(id).castling_rights()));
            }
            // The other board has at most one piece more in hand.
            let bare = |boards: &Bughouse| {
                let mut setup = boards.board(id.other()).setup();
                setup.pockets = None;
                setup
            };
            assert_eq!(bare(old), bare(new));
        });
    }

    /// A position survives the conversion to its setup and back.
    #[test]
    fn a_setup_says_all(seeds in prop::collection::vec(any::<u32>(), 60)) {
        for variant in Variant::ALL {
            play(variant, &seeds, |_, id, boards| {
                let position = boards.board(id);
                let mode = position.castling_mode();
                let (again, _) = Position::from_setup_with(variant, position.setup(), mode);
                assert_eq!(&again, position);
                assert_eq!(PositionKey::of(&again), PositionKey::of(position));
                assert_eq!(moves_of(&again), moves_of(position));
            });
        }
    }

    #[test]
    fn chess960_numbers(number in 0_u16..960) {
        let mut position = chess960::start(number).expect("below 960");
        prop_assert_eq!(chess960::number(&position), Some(number));
        let m = position.legal_moves()[0];
        position.play_unchecked(m);
        prop_assert_eq!(chess960::number(&position), None);
    }
}

fn wild(text: &str) -> Position {
    let setup = text.parse::<shakmaty::fen::Fen>().expect(text).into_setup();
    let (position, problem) = Position::from_setup(Variant::WildCastle, setup);
    assert_eq!(problem, None, "{text}");
    position
}

/// Castling from the d-file: the move, its notations and the board after it.
#[test]
fn kings_on_the_d_file_castle_by_two_squares() {
    for (fen, san_text, uci_text, after) in [
        ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 4 9", "O-O", "d1b1", "r2k3r/8/8/8/8/8/8/1KR4R"),
        ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 4 9", "O-O-O", "d1f1", "r2k3r/8/8/8/8/8/8/R3RK2"),
        ("r2k3r/8/8/8/8/8/8/R2K3R b KQkq - 4 9", "O-O", "d8b8", "1kr4r/8/8/8/8/8/8/R2K3R"),
        ("r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "O-O-O+", "d8f8", "r3rk2/8/8/8/8/8/8/R3K2R"),
        ("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "O-O", "e1g1", "r2k3r/8/8/8/8/8/8/R4RK1"),
        ("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "O-O-O+", "e1c1", "r2k3r/8/8/8/8/8/8/2KR3R"),
    ] {
        let mut position = wild(fen);
        let ply = san::read(&position, san_text).expect(san_text).ply;
        assert_eq!(uci::write(&position, ply), uci_text, "{fen}");
        assert_eq!(uci::read(&position, uci_text).expect(uci_text).ply, ply);
        assert_eq!(san::write(&position, ply), san_text, "{fen}");
        let rights = position.castling_rights();
        let mover = position.turn();
        position.play(ply).expect(san_text);
        assert_eq!(position.board().to_string(), after, "{fen} {san_text}");
        assert_eq!(position.turn(), !mover);
        assert_eq!(position.halfmoves(), 5);
        assert_eq!(position.fullmoves(), if mover.is_white() { 9 } else { 10 });
        // The other side may still castle.
        assert_eq!(position.castling_rights(), rights & (!mover).backrank());
    }
}

#[test]
fn wild_castling_that_is_not_legal() {
    for (fen, short, long) in [
        // Through check, into check, in check, past a check of the rook only.
        ("4k3/8/8/8/8/8/2r5/R2K3R w KQ - 0 1", false, true),
        ("1r2k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", false, true),
        ("3rk3/8/8/8/8/8/8/R2K3R w KQ - 0 1", false, false),
        ("6r1/4k3/8/8/8/8/8/R2K3R w KQ - 0 1", true, true),
        ("4k1r1/8/8/8/8/8/8/R2K3R w Q - 0 1", true, false),
        // A piece between king and rook.
        ("4k3/8/8/8/8/8/8/RN1K3R w KQ - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/R2K2NR w KQ - 0 1", true, false),
    ] {
        let position = wild(fen);
        let can = |side| !position.castling_moves(side).is_empty();
        assert_eq!(
            (can(CastlingSide::KingSide), can(CastlingSide::QueenSide)),
            (short, long),
            "{fen}"
        );
    }
    // The rights go when king or rook move or the rook is taken.
    for (fen, uci_text, rights) in [
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "d1d2", vec![]),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "a1b1", vec![Square::H1]),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "h1h8", vec![Square::A1]),
        ("4k2r/8/8/8/8/8/8/R2K3R b KQk - 0 1", "h8h1", vec![Square::A1]),
        ("4k2r/8/8/8/8/8/8/R2K3R b KQk - 0 1", "h8g8", vec![Square::A1, Square::H1]),
    ] {
        let mut position = wild(fen);
        position.play(uci::read(&position, uci_text).expect(uci_text).ply).expect(uci_text);
        assert_eq!(
            position.castling_rights().into_iter().collect::<Vec<_>>(),
            rights,
            "{fen} {uci_text}"
        );
    }
}

#[test]
fn odds_games_castle_on_the_side_that_has_its_rook() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1";
    let setup = fen.parse::<shakmaty::fen::Fen>().expect(fen).into_setup();
    let (mut position, problem) = Position::from_setup(Variant::FromPosition, setup);
    assert_eq!(problem, None);
    for text in ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "O-O", "O-O"] {
        let ply = san::read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}")).ply;
        position.play(ply).expect(text);
    }
    assert!(position.castling_rights().is_empty());
}

/// Mates that no piece from the partner helps against, and mates that are none.
#[test]
fn bughouse_mates() {
    for (fen, mated) in [
        // From a distance: any piece between.
        ("3R2k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1", false),
        // Close at hand, by a knight, and twice at once.
        ("6k1/5pQp/5P2/8/8/8/8/6K1[] b - - 0 1", true),
        ("6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1", true),
        ("3R2k1/5ppp/5N2/8/8/8/8/6K1[] b - - 0 1", true),
    ] {
        let setup = fen.parse::<shakmaty::fen::Fen>().expect(fen).into_setup();
        let (a, _) = Position::from_setup(Variant::Bughouse, setup);
        let boards = Bughouse::new(a, Position::start(Variant::Bughouse));
        assert_eq!(boards.is_checkmate(BoardId::A), mated, "{fen}");
        let end = boards.end().map(|(outcome, _)| outcome);
        assert_eq!(end, mated.then_some(Outcome::Win(Color::White)), "{fen}");
    }
}
