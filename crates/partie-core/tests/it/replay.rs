//! Keys of positions, the code of moves, and the board that replays it, against the board that
//! knows all rules.

use partie_core::{
    Bitboard, ByColor, Color, Move, Ply, Position, RemainingChecks, Role, Setup, Square, Variant,
    moves::{code, san, uci},
    rules::{
        PositionKey, ReplayBoard, chess960,
        pieces::{PieceKey, PieceTracker as _},
        polyglot_key, replay,
    },
};
use proptest::prelude::*;

fn played(start: &Position, words: &str) -> Position {
    let mut position = start.clone();
    for word in words.split_whitespace() {
        position.play(san::read(&position, word).expect(word).ply).expect("legal");
    }
    position
}

/// The pieces of a FEN; only as much of it as the tests need.
fn position(variant: Variant, pieces: &str, turn: Color, en_passant: Option<Square>) -> Position {
    let mut setup = Setup::empty();
    setup.board = pieces.parse().expect("a board");
    setup.turn = turn;
    setup.ep_square = en_passant;
    let (position, problem) = Position::from_setup(variant, setup);
    assert_eq!(problem, None);
    position
}

/// Keys from Polyglot's documentation.
#[test]
fn polyglot_publishes_these_keys() {
    for (words, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e4", 0x823c_9b50_fd11_4196),
        ("e4 d5", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", 0x662f_afb9_65db_29d4),
        ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
        ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
        ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
    ] {
        let position = played(&Position::default(), words);
        assert_eq!(polyglot_key(&position), key, "{words}");
        assert_eq!(PositionKey::of(&position).as_u64(), key, "{words}");
    }
}

/// The pawn is pinned by the rook: it may not capture.
#[test]
fn an_illegal_en_passant_counts_for_polyglot_only() {
    let pinned =
        position(Variant::Standard, "8/8/8/8/k2pP2R/8/8/4K3", Color::Black, Some(Square::E3));
    assert_eq!(polyglot_key(&pinned), 0x2963_5ddc_0744_3490);
    assert_eq!(PositionKey::of(&pinned).as_u64(), 0xe652_1802_0d99_7619);
    assert_eq!(PositionKey::of(&pinned).to_string(), "e65218020d997619");
    let board = ReplayBoard::of(&pinned).expect("a code");
    assert_eq!(board.key(), PositionKey::of(&pinned));
    assert_eq!(board.polyglot_key(), polyglot_key(&pinned));
}

/// A double push that gives the third check ends the game, so the pawn cannot be captured.
#[test]
fn no_en_passant_after_the_third_check() {
    for left in 1..=3 {
        let checks = ByColor { white: RemainingChecks::new(3), black: RemainingChecks::new(left) };
        let mut setup = Setup::empty();
        setup.board = "4k3/3p4/8/4P3/2K5/8/8/8".parse().expect("a board");
        setup.turn = Color::Black;
        setup.remaining_checks = Some(checks);
        let (start, _) = Position::from_setup(Variant::ThreeCheck, setup);
        let mut board = ReplayBoard::of(&start).expect("a code");
        let mut code = Vec::new();
        let after = played(&start, "d5+");
        let ply = san::read(&start, "d5+").expect("legal").ply;
        board.encode(ply, &mut code).expect("a code");
        assert_eq!(board.key(), PositionKey::of(&after));
        assert_eq!(after.legal_en_passant().is_some(), left > 1);
    }
}

/// Keys are stored, so these never change.
#[test]
fn the_keys_of_variants_are_frozen() {
    let keys: Vec<_> = Variant::ALL
        .into_iter()
        .map(|variant| format!("{variant} {}", PositionKey::of(&Position::start(variant))))
        .collect();
    assert_eq!(
        keys.join("\n"),
        "Standard 463b96181691fc9c\n\
        Chess960 463b96181691fc9c\n\
        From Position 463b96181691fc9c\n\
        Wildcastle 5a5c0b3623290cdd\n\
        Crazyhouse 699f560b8076a117\n\
        Bughouse 78aac1ae1c4534b3\n\
        Atomic 0ee8706ae70ac990\n\
        Antichess 660f3147ad3184e6\n\
        Suicide 5073a276692f1dc5\n\
        Losers 3f83d5e54457fd76\n\
        King of the Hill cc644679f1054fb0\n\
        Three-check d0d7bd501b66a68f\n\
        Horde 0fa58da67af96799\n\
        Racing Kings 69da5a03c37e278f"
    );
    let later = [
        (Variant::Crazyhouse, "e4 d5 exd5 Qxd5 Nc3 Qa5 @d5"),
        (Variant::ThreeCheck, "e4 e5 Bc4 Nc6 Bxf7+"),
    ]
    .map(|(variant, words)| PositionKey::of(&played(&Position::start(variant), words)).to_string());
    assert_eq!(later, ["9fab171a90cf804b", "777adb0460c94dcd"]);
    assert!(PositionKey::from_i64(-1) < PositionKey::from_i64(1), "the order is signed");
}

/// Codes are stored, so these never change.
#[test]
fn the_code_is_frozen() {
    assert_eq!(code::VERSION, 3);
    let standard = Position::default();
    // Anderssen against Kieseritzky, London 1851.
    let immortal = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 \
        Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 \
        Nxg7+ Kd8 Qf6+ Nxf6 Be7#";
    // En passant on both sides, all promotions, both castlings, a null move.
    let lively = "e4 d5 e5 f5 exf6 d4 c4 dxc3 fxg7 cxb2 gxh8=N bxa1=B Nf3 Nc6 Be2 Bf5 O-O Qd7 \
        h4 O-O-O -- h5 g4 hxg4 h5 g3 h6 gxf2+ Kg2 Bg6 Rh1 f1=R h7 Rxf3 hxg8=Q";
    // The king of c1 castles to the left without moving.
    let fischer = "d4 d5 Rd3 Rd6 O-O-O O-O-O";
    let codes = [
        (standard.clone(), immortal),
        (standard, lively),
        (chess960::start(378).expect("a start"), fischer),
        (Position::start(Variant::RacingKings), "Kh3 Ka3 Kg3 Kb3"),
    ]
    .map(|(start, words)| hex(&encoded(&start, words)));
    assert_eq!(
        codes,
        [
            "c1c1d1c35d404402915f67674eb06161404f66a0e16577a2f14ff0494042\
            63334047205d20404c3e54c0404f072760064b6731",
            "c1b1c0d1c3b0a1b2c3b2cfba67205f330849f1090af1e1f2f0f0f0f2003972f5f0fef8",
            "b1b13a3a0909",
            "00040602",
        ]
    );
}

fn encoded(start: &Position, words: &str) -> Vec<u8> {
    let mut position = start.clone();
    let mut board = ReplayBoard::of(start).expect("a code");
    let mut code = Vec::new();
    for word in words.split_whitespace() {
        let ply = san::read(&position, word).expect(word).ply;
        board.encode(ply, &mut code).expect("a code");
        position.play(ply).expect("legal");
    }
    assert_eq!(board.key(), PositionKey::of(&position));
    code
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// Variants and positions whose moves are stored otherwise, and moves that no piece makes.
#[test]
fn not_everything_has_a_code() {
    for variant in Variant::ALL {
        let board = ReplayBoard::of(&Position::start(variant));
        assert_eq!(board.is_some(), replay::has_code(variant), "{variant}");
    }
    let diagram = Position::from_setup(Variant::Standard, Setup::empty()).0;
    assert!(ReplayBoard::of(&diagram).is_none());
    let mut crowd = Setup::empty();
    crowd.board = "4k3/8/8/8/NNNN4/PPPPPPPP/8/RNBQKBNR".parse().expect("a board");
    assert!(ReplayBoard::of(&Position::from_setup(Variant::FromPosition, crowd).0).is_none());
    let mut board = ReplayBoard::start();
    let mut code = Vec::new();
    for ply in [
        Move::Put { role: Role::Pawn, to: Square::E4 },
        Move::Castle { king: Square::E1, rook: Square::H1 },
        Move::Castle { king: Square::E1, rook: Square::B1 },
        Move::EnPassant { from: Square::E2, to: Square::D3 },
        Move::Normal {
            role: Role::Rook,
            from: Square::B1,
            capture: None,
            to: Square::C3,
            promotion: None,
        },
        Move::Normal {
            role: Role::Knight,
            from: Square::B1,
            capture: None,
            to: Square::D2,
            promotion: None,
        },
        Move::Normal {
            role: Role::Pawn,
            from: Square::E7,
            capture: None,
            to: Square::E5,
            promotion: None,
        },
    ] {
        assert_eq!(board.encode(ply.into(), &mut code), None, "{ply:?}");
        assert_eq!(board.key(), ReplayBoard::start().key());
    }
    assert!(code.is_empty());
}

/// Each byte is refused for a different reason, and nothing changes.
#[test]
fn damaged_bytes() {
    for (before, bytes, reason) in [
        ("", "", "no byte"),
        ("", "05", "a king to its own pawn"),
        ("", "08", "castling through the own pieces"),
        ("", "0b", "a target that kings do not have"),
        ("", "40", "half of a diagonal move"),
        ("", "4001", "a queen to its own pawn"),
        ("", "4051", "the other half is of another piece"),
        ("", "88", "a pawn that does not become a piece yet"),
        ("", "82", "a capture beside the board"),
        ("", "83", "a capture of nothing"),
        ("e4 e5", "c0", "a push to a piece"),
        ("e4 e5", "c1", "a double push from another rank"),
        ("e4 d5 exd5", "b0", "a piece that was captured"),
        ("e4 a6 e5 d5 h3 a5", "c2", "en passant too late"),
    ] {
        let mut board = ReplayBoard::start();
        let mut rest = &encoded(&Position::default(), before)[..];
        while board.decode(&mut rest).is_some() {}
        let bytes: Vec<_> = (0..bytes.len() / 2)
            .map(|at| u8::from_str_radix(&bytes[2 * at..2 * at + 2], 16).expect("hex"))
            .collect();
        let (mut rest, key) = (&bytes[..], board.key());
        assert_eq!(board.decode(&mut rest), None, "{reason}");
        assert_eq!((rest, board.key()), (&bytes[..], key), "{reason}");
    }
}

/// Plays on by choosing legal moves, and compares the boards after each; returns the code.
fn random_game(start: &Position, choices: &[u16]) -> Vec<u8> {
    let mut position = start.clone();
    let mut board = ReplayBoard::of(start).expect("a code");
    let mut encoder = board;
    let mut code = Vec::new();
    assert_same(&board, &position);
    let mut has_illegal = false;
    for choice in choices {
        let moves = position.legal_moves();
        let illegal = || {
            let all = illegal_moves(&position);
            (!all.is_empty()).then(|| Ply::Illegal(all[usize::from(choice / 32) % all.len()]))
        };
        if moves.is_empty() && position.problem().is_none() {
            break;
        }
        // Captures and pawn moves come more often, so that endings are reached.
        let lively: Vec<_> = moves
            .iter()
            .copied()
            .filter(|m| m.is_capture() || m.is_promotion() || m.is_castle())
            .collect();
        let some = if choice % 3 == 0 && !lively.is_empty() { &lively[..] } else { &moves[..] };
        let usual = some.get(usize::from(choice / 3) % some.len().max(1));
        let mut ply = usual.map(|m| Ply::Move(*m));
        match choice % 32 {
            31 if position.after_null().is_some() => ply = Some(Ply::Null),
            30 => ply = illegal().or(ply),
            // A king was left in check: moves go on, but none is legal.
            _ => ply = ply.or_else(illegal),
        }
        let Some(ply) = ply else { break };
        let length = code.len();
        encoder.encode(ply, &mut code).expect("the move has a code");
        let mut rest = &code[length..];
        let played = board.decode(&mut rest).expect("valid");
        assert!(rest.is_empty());
        assert_eq!(played.to_ply(), ply);
        has_illegal |= matches!(ply, Ply::Illegal(_));
        assert_eq!(unpacked(&position, played.packed(board.castling_mode())), ply);
        position.play(ply).expect("legal");
        assert_same(&board, &position);
        assert_same(&encoder, &position);
    }
    assert_eq!(code::may_have_illegal(&code), has_illegal);
    code
}

/// Returns the moves that can be made although they are illegal.
pub(crate) fn illegal_moves(position: &Position) -> Vec<Move> {
    let own = position.board().by_color(position.turn());
    let all = own.into_iter().flat_map(|from| {
        let roles = [None, Some(Role::Knight)];
        roles.into_iter().flat_map(move |role| Square::ALL.map(|to| (from, to, role)))
    });
    let moves = all.filter_map(|(from, to, role)| position.move_between(from, to, role));
    moves.filter(|m| !position.is_legal(*m)).collect()
}

fn unpacked(position: &Position, packed: u16) -> Ply {
    let square = |at: u16| Square::new(u32::from(at & 63));
    let (to, from) = (square(packed), square(packed >> 6));
    if packed == 0 {
        return Ply::Null;
    }
    let promotion = Role::ALL.into_iter().find(|role| *role as u16 == packed >> 12);
    let text = format!("{from}{to}{}", promotion.map_or(String::new(), |r| r.char().to_string()));
    uci::read_as_written(position, &text).expect("it can be made").ply
}

fn assert_same(board: &ReplayBoard, position: &Position) {
    assert_eq!(board.key(), PositionKey::of(position), "{:?}", position.setup());
    if matches!(position.variant(), Variant::Standard | Variant::Chess960 | Variant::FromPosition) {
        assert_eq!(board.polyglot_key(), polyglot_key(position), "{:?}", position.setup());
        assert_eq!(board.placement(), PieceKey::of(position.board()), "{:?}", position.setup());
    }
    assert_eq!(board.turn(), position.turn());
    assert_eq!(board.en_passant(), position.en_passant());
    for square in Square::ALL {
        assert_eq!(board.piece_at(square), position.piece_at(square), "{square}");
    }
    assert_eq!(board.pieces().count(), position.board().occupied().count());
    assert!(board.pieces().all(|(square, piece)| position.piece_at(square) == Some(piece)));
    for color in Color::ALL {
        for role in Role::ALL {
            let count = position.board().by_piece(role.of(color)).count();
            assert_eq!(board.material().count(color, role) as usize, count);
        }
    }
}

/// Three-check and Losers count or forbid moves that the board has to follow.
const PLAYED: [Variant; 5] = [
    Variant::Standard,
    Variant::KingOfTheHill,
    Variant::ThreeCheck,
    Variant::RacingKings,
    Variant::Losers,
];

proptest! {
    #[test]
    fn random_games(choices in prop::collection::vec(any::<u16>(), 0..300)) {
        for variant in PLAYED {
            random_game(&Position::start(variant), &choices);
        }
    }

    #[test]
    fn random_games_of_chess960(
        number in 0..960_u16,
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        random_game(&chess960::start(number).expect("a start"), &choices);
    }

    /// Positions that were set up: few pieces or many, with and without castling.
    #[test]
    fn random_games_from_positions(
        pieces in prop::collection::vec((0..64_u32, 0..12_usize), 0..24),
        kings in (0..64_u32, 0..64_u32),
        at_home in any::<(bool, bool)>(),
        black in any::<bool>(),
        castling in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut setup = Setup::empty();
        for (square, piece) in pieces {
            let role = Role::ALL[piece % 5];
            setup.board.set_piece_at(Square::new(square), role.of(Color::ALL[piece % 2]));
        }
        let place = |home: bool, square, at: Square| if home { at } else { Square::new(square) };
        setup.board.set_piece_at(place(at_home.0, kings.0, Square::E1), Role::King.of(Color::White));
        setup.board.set_piece_at(place(at_home.1, kings.1, Square::E8), Role::King.of(Color::Black));
        setup.turn = Color::from_white(!black);
        setup.castling_rights = Bitboard(castling);
        for variant in [Variant::FromPosition, Variant::Chess960, Variant::ThreeCheck] {
            let mut setup = setup.clone();
            if variant == Variant::ThreeCheck {
                setup.remaining_checks = Some(ByColor::default());
            }
            let (start, _) = Position::from_setup(variant, setup);
            if start.problem().is_none() && ReplayBoard::of(&start).is_some() {
                random_game(&start, &choices);
            }
        }
    }

    /// Decodes arbitrary bytes: each decoded move encodes to the same bytes, and nothing panics.
    #[test]
    fn damaged_code(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        number in 0..960_u16,
    ) {
        for start in [Position::default(), chess960::start(number).expect("a start")] {
            let mut board = ReplayBoard::of(&start).expect("a code");
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let before = (rest, board.key(), board.material());
                if board.decode(&mut rest).is_none() {
                    prop_assert_eq!((rest, board.key(), board.material()), before);
                    rest = &rest[1..];
                }
                let _ = board.pieces().count();
            }
            prop_assert!(board.decode(&mut rest).is_none());
        }
    }
}
