//! Laws of the notations: every legal move of random positions of every variant
//! survives writing and reading in every notation that can carry it.

use partie_core::{BoardId, Boards, Language, Notation, Ply, Position, Variant, moves};
use proptest::prelude::*;

/// Positions along a random game: the seeds choose among the legal moves.
fn playout(variant: Variant, seeds: &[u16]) -> Vec<Position> {
    let mut boards = Boards::start(variant);
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
        // Captures and drops more often than chance: they make the positions odd.
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
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

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
    fn reading_never_panics(text in "\\PC{0,12}", seeds in prop::collection::vec(any::<u16>(), 0..20)) {
        let positions = playout(Variant::Crazyhouse, &seeds);
        let Some(position) = positions.last() else { return Ok(()) };
        for notation in notations() {
            let _ = notation.read(position, &text);
        }
        if let Some(san) = moves::san::San::parse(&text, Language::English) {
            let _ = moves::why::why_illegal(position, &san);
            let _ = moves::why::nearest(position, &san);
        }
    }

    #[test]
    fn why_has_always_words(seeds in prop::collection::vec(any::<u16>(), 1..40), text in "[KQRBN]?[a-h]?x?[a-h][1-8]|O-O|O-O-O|[PNBRQ]@[a-h][1-8]") {
        for variant in Variant::ALL {
            let positions = playout(variant, &seeds);
            let Some(position) = positions.last() else { continue };
            let Some(san) = moves::san::San::parse(&text, Language::English) else { continue };
            if san.resolve(position).is_err() {
                prop_assert!(!moves::why::why_illegal(position, &san).is_empty());
                for m in moves::why::nearest(position, &san) {
                    prop_assert!(position.is_legal(m));
                }
            }
        }
    }
}

#[test]
fn every_move_of_some_chess960_starts() {
    for variant in [Variant::Chess960, Variant::Standard] {
        for seeds in [[3_u16; 30], [7; 30], [12; 30]] {
            for position in playout(variant, &seeds) {
                survives(&position);
            }
        }
    }
}
