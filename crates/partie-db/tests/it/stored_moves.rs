//! Questions to stored moves have the answers that the games themselves give.

use partie_core::{
    Game, Position, Role, Variant,
    moves::{san, uci},
    openings,
    rules::PositionKey,
};
use partie_db::{
    columns::{Batch, Row, Table},
    stored_moves::{self, Pattern, Target},
};
use partie_formats::{GameView as _, ReadOptions, WriteOptions, fen};
use partie_testkit::{random::Chance, suite};

/// Initial positions, with the names of their variants; orthodox chess if there is none.
const STARTS: &[(&str, &str)] = &[
    ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("", "4k3/P6p/8/8/8/8/7P/R3K2R b KQ - 3 7"),
    ("", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 31"),
    ("Chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Chess960", "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1"),
    ("King of the Hill", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
    ("Racing Kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
];

/// A game of random moves, as PGN.
fn random_game(variant: &str, start: &str, plies: usize, chance: &mut Chance) -> String {
    let rules = variant.parse().unwrap_or(Variant::Standard);
    let mut position = fen::parse_position(start, Some(rules)).value;
    let mut text =
        if variant.is_empty() { String::new() } else { format!("[Variant \"{variant}\"]\n") };
    if *STARTS[0].1 != *start || !variant.is_empty() {
        text += &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n");
    }
    text += "\n";
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let ply = legal[chance.below(legal.len())].into();
        text += &format!("{} ", san::write(&position, ply));
        position.play(ply).expect("legal");
    }
    text + "*\n"
}

fn stored(text: &str) -> (Game, Option<Vec<u8>>) {
    let record = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).next();
    let record = record.expect("a game").expect("memory does not fail");
    let mut batch = Batch::of(Table::Library);
    batch.push("games.pgn", &Row::of_library(&record));
    let code = batch.column("code").and_then(|column| column.bytes(0)).map(<[u8]>::to_vec);
    (record.game().clone(), code)
}

/// The positions of a game, the first one included.
fn positions(game: &Game) -> Vec<Position> {
    let first = game.start.first().clone();
    std::iter::once(first).chain(game.positions().map(|(_, position)| position)).collect()
}

fn bare_fen(position: &Position) -> String {
    fen::position(position, &WriteOptions::default())
}

#[test]
fn answers_of_games() {
    let mut chance = Chance::new(suite::seed(44));
    for round in 0..suite::rounds(60, 2_000) {
        let (variant, start) = STARTS[round % STARTS.len()];
        let length = chance.below(160);
        let text = random_game(variant, start, length, &mut chance);
        let (game, code) = stored(&text);
        let code = code.unwrap_or_else(|| panic!("no code: {text}"));
        let positions = positions(&game);
        let words = |word: fn(&Position, partie_core::Ply) -> String| {
            let plies = game.plies().map(|(_, ply)| ply);
            positions
                .iter()
                .zip(plies)
                .map(|(position, ply)| word(position, ply))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(stored_moves::plies(&code), Some(game.ply_count() as u32), "{text}");
        assert_eq!(stored_moves::san(&code), Some(words(san::write)));
        assert_eq!(stored_moves::uci(&code), Some(words(uci::write)));
        assert_eq!(stored_moves::opening(&code), openings::of(&game), "{text}");
        for (ply, position) in positions.iter().enumerate() {
            let ply = ply as u32;
            let fen = bare_fen(position);
            assert_eq!(stored_moves::fen_at(&code, ply).as_ref(), Some(&fen), "{text}");
            let material = stored_moves::material_at(&code, ply).expect("there");
            let met = material.parse::<Pattern>().expect(&material).met_by(&code);
            assert!(met.is_some_and(|met| met <= ply), "{material}: {text}");
            let pawns = stored_moves::pawns_at(&code, ply).expect("there");
            let pawns = fen::parse_position(&pawns, None).value;
            let own = position.board().by_role(Role::Pawn);
            assert_eq!(pawns.board().occupied(), own, "{text}");
            assert_eq!(pawns.board().white(), own & position.board().white(), "{text}");
        }
        let last = positions.len() as u32;
        assert_eq!(stored_moves::fen_at(&code, last), None, "{text}");
        assert_eq!(stored_moves::material_at(&code, last), None);
        assert_eq!(stored_moves::pawns_at(&code, last), None);
    }
}

/// A position is found where `find --fen` finds it: by board, side to move, castling rights and the
/// capture en passant.
#[test]
fn positions_are_reached() {
    let mut chance = Chance::new(suite::seed(45));
    for round in 0..suite::rounds(40, 1_000) {
        let (variant, start) = STARTS[round % STARTS.len()];
        let (game, code) = stored(&random_game(variant, start, 120, &mut chance));
        let (other, _) = stored(&random_game(variant, start, 30, &mut chance));
        let code = code.expect("a code");
        let own = positions(&game);
        let same = |one: &Position, other: &Position| {
            let fields = |position| {
                let fen = bare_fen(position);
                fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>()
            };
            fields(one) == fields(other)
        };
        for position in own.iter().chain(&positions(&other)) {
            let first = own.iter().position(|own| same(own, position));
            let text = bare_fen(position);
            let target: Target = text.parse().expect(&text);
            assert_eq!(target.reached_by(&code), first.map(|ply| ply as u32), "{variant}: {text}");
        }
    }
}

#[test]
fn keys_of_positions() {
    for (fen, is_there) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", false),
        ("8/8/8/8/8/8/8/8 w - - 0 1", false),
        ("e4 e5", false),
        ("", false),
    ] {
        let key = is_there.then(|| PositionKey::of(&fen::parse_position(fen, None).value).as_i64());
        assert_eq!(stored_moves::key(fen), key, "{fen}");
    }
}

#[test]
fn games_without_an_answer() {
    let scandinavian = [0xc1, 0xb1, 0xc2];
    assert_eq!(stored_moves::uci(&scandinavian).as_deref(), Some("e2e4 d7d5 e4d5"));
    for (code, plies) in [
        (&[][..], Some(0)),
        // A king has no such move.
        (&[0xc1, 0xb1, 0x0c], None),
        // A bishop that a pawn stands before.
        (&[0x31], None),
        // An initial position that is cut off, one that is missing, and one that cannot be played.
        (&[15, 200, b'8'], None),
        (&[15, 1, b'8'], None),
        (
            &[
                15, 23, b'8', b'/', b'8', b'/', b'8', b'/', b'8', b'/', b'8', b'/', b'8', b'/',
                b'8', b'/', b'8', b' ', b'w', b' ', b'-', b' ', b'-', b' ', b'0',
            ],
            None,
        ),
    ] {
        assert_eq!(stored_moves::plies(code), plies, "{code:?}");
        assert_eq!(stored_moves::uci(code).is_some(), plies.is_some(), "{code:?}");
        assert_eq!(stored_moves::san(code).is_some(), plies.is_some(), "{code:?}");
    }
    let crazyhouse = "[Event \"a\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    assert_eq!(stored(crazyhouse).1, None, "drops have no code");
}

#[test]
fn patterns_are_met() {
    // 1. e4 e5 2. Nf3 Nc6 3. Bb5
    let (_, code) = stored("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n");
    let code = code.expect("a code");
    for (pattern, ply) in [
        ("*/*/*/?B*/*/*/*/*", Some(5)),
        ("*/*/*/?B*/*/*/*/* b", Some(5)),
        ("*/*/*/?B*/*/*/*/* w", Some(6)),
        ("*/*/*/*/*/*/*/*", Some(0)),
        ("KQR2B2N2P8 vs KQR2B2NP8", Some(7)),
        ("KQR2BN2P8 vs KQR2B2NP8", Some(8)),
        ("KRP vs KR", None),
    ] {
        let found = pattern.parse::<Pattern>().expect(pattern).met_by(&code);
        assert_eq!(found, ply, "{pattern}");
    }
    for wrong in ["", "e4", "8/8", "K vs"] {
        assert!(wrong.parse::<Pattern>().is_err(), "{wrong}");
    }
}
