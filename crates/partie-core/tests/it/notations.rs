//! Laws of the notations: every legal move of random positions of every variant
//! survives writing and reading in every notation that can carry it.

use partie_core::{
    Bitboard, Board, BoardId, Boards, Language, Notation, Ply, Position, Setup, Variant,
    moves::{self, NotRead},
    rules::wild::{self, Wild},
};
use proptest::prelude::*;

/// Texts of the letters and signs that moves are made of, in any order.
const MOVE_LIKE: &str = "[a-hA-H1-8NBRQKPt0Oox:@=+#()/♘♞♔КСр†., \u{fe0f}-]{1,10}";

/// Positions along a random game: the seeds choose among the legal moves.
fn playout(variant: Variant, seeds: &[u16]) -> Vec<Position> {
    let mut boards = match variant {
        Variant::Chess960 => Boards::One(chess960(u32::from(seeds[0]) % 960)),
        Variant::WildCastle => Boards::One(wild::start(Wild::Wild0).expect("fixed")),
        _ => Boards::start(variant),
    };
    let mut positions = vec![boards.first().clone()];
    for seed in seeds {
        let id = match boards {
            Boards::Two(_) if seed % 2 == 1 => BoardId::B,
            _ => BoardId::A,
        };
        let legal = boards.legal_moves(id);
        if legal.is_empty() {
            continue;
        }
        // More captures and drops than chance would give, for unusual positions.
        let lively: Vec<_> =
            legal.iter().filter(|m| m.is_capture() || m.is_put() || m.is_castle()).collect();
        let m = if lively.is_empty() || seed % 3 == 0 {
            legal[usize::from(*seed) % legal.len()]
        } else {
            *lively[usize::from(*seed) % lively.len()]
        };
        boards.play(id, Ply::Move(m)).expect("a legal move");
        positions.push(boards.board(id).clone());
    }
    positions
}

/// One of the 960 starts, by its usual number.
fn chess960(number: u32) -> Position {
    let mut setup = Setup::initial();
    setup.board = Board::chess960(number);
    setup.castling_rights = setup.board.rooks();
    Position::from_setup(Variant::Chess960, setup).0
}

fn notations() -> Vec<Notation> {
    let mut all = Notation::ALL.to_vec();
    for language in Language::ALL {
        all.push(Notation::San(language));
        all.push(Notation::Long(language));
    }
    all
}

fn survives(position: &Position) {
    for m in position.legal_moves() {
        let ply = Ply::Move(m);
        for notation in notations() {
            if !notation.can_carry(ply) {
                continue;
            }
            let text = notation.write(position, ply);
            let read = notation.read(position, &text).map(|r| r.ply);
            assert_eq!(
                read,
                Ok(ply),
                "{} `{text}` in {:?} {}",
                notation.name(),
                notation.language(),
                position.board()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn moves_survive(seeds in prop::collection::vec(any::<u16>(), 1..60)) {
        for variant in Variant::ALL {
            let positions = playout(variant, &seeds);
            if let Some(last) = positions.last() {
                survives(last);
            }
        }
    }

    #[test]
    fn clean_san_has_no_quirks(seeds in prop::collection::vec(any::<u16>(), 1..60)) {
        for variant in Variant::ALL {
            let positions = playout(variant, &seeds);
            let Some(position) = positions.last() else { continue };
            for m in position.legal_moves() {
                let text = moves::san::write(position, Ply::Move(m));
                let reading = moves::san::read(position, &text).expect("its own text");
                prop_assert!(reading.quirks.is_empty(), "{} {:?}", text, reading.quirks);
            }
        }
    }

    #[test]
    fn whatever_is_read_is_legal(text in prop_oneof!["\\PC{0,12}", MOVE_LIKE], seeds in prop::collection::vec(any::<u16>(), 1..20)) {
        let positions = playout(Variant::Crazyhouse, &seeds);
        let Some(position) = positions.last() else { return Ok(()) };
        for notation in notations() {
            match notation.read(position, &text) {
                Ok(reading) => {
                    if let Ply::Move(m) = reading.ply {
                        prop_assert!(position.is_legal(m), "{} {text}", notation.name());
                    }
                }
                Err(NotRead::Ambiguous(moves)) => {
                    prop_assert!(moves.len() > 1);
                    prop_assert!(moves.into_iter().all(|m| position.is_legal(m)));
                }
                Err(NotRead::Illegal | NotRead::NotAMove) => {}
            }
        }
        if let Some(san) = moves::san::San::parse(&text, Language::English) {
            let _ = moves::illegal_reason::illegal_reason(position, &san);
        }
    }

    #[test]
    fn why_has_always_words(seeds in prop::collection::vec(any::<u16>(), 1..40), text in "[KQRBN]?[a-h]?x?[a-h][1-8]|O-O|O-O-O|[PNBRQ]@[a-h][1-8]") {
        for variant in Variant::ALL {
            let positions = playout(variant, &seeds);
            let Some(position) = positions.last() else { continue };
            let Some(san) = moves::san::San::parse(&text, Language::English) else { continue };
            if san.resolve(position).is_err() {
                let why = moves::illegal_reason::illegal_reason(position, &san);
                prop_assert!(!why.to_string().is_empty());
            }
        }
    }
}

/// Every move of every piece to every square is either legal or has its reason.
#[test]
fn every_illegal_move_has_a_reason() {
    let mut random = 88_172_645_463_325_252_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as u16
    };
    for _ in 0..24 {
        let seeds: Vec<u16> = (0..60).map(|_| next()).collect();
        for variant in Variant::ALL {
            let positions = playout(variant, &seeds);
            let position = &positions[positions.len() * usize::from(seeds[0]) / 65_536];
            for from in position.board().by_color(position.turn()) {
                for to in Bitboard::FULL {
                    let text = format!("{from}{to}");
                    let san = moves::san::San::parse(&text, Language::English).expect("squares");
                    let why = moves::illegal_reason::illegal_reason(position, &san).to_string();
                    assert_eq!(why == "the move is legal", san.resolve(position).is_ok(), "{text}");
                    assert!(
                        !why.contains("forbid"),
                        "{variant} {} {text}: {why}",
                        position.board()
                    );
                }
            }
        }
    }
}

/// Castling from every start of Chess960, with nothing between king and rooks.
#[test]
fn castling_from_all_960_starts() {
    for number in 0..960 {
        let mut setup = Setup::initial();
        setup.board = Board::chess960(number);
        setup.castling_rights = setup.board.rooks();
        let kept = setup.board.kings() | setup.board.rooks();
        for square in Bitboard::BACKRANKS & !kept {
            setup.board.discard_piece_at(square);
        }
        let (position, problem) = Position::from_setup(Variant::Chess960, setup);
        assert_eq!(problem, None, "{number}");
        let castlings = position.legal_moves().iter().filter(|m| m.is_castle()).count();
        assert!(castlings > 0, "{number}");
        survives(&position);
    }
}
