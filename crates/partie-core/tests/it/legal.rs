//! Legality and short algebraic notation without move lists, compared with the ones that use move
//! lists.

use partie_core::{
    CastlingMode, Language, Move, Ply, Position, Role, Square, Variant,
    moves::san::{self, San},
};
use proptest::prelude::*;
use shakmaty::{
    san::San as Shakmaty,
    variant::{Variant as Rules, VariantPosition},
};

/// Positions of a game of random moves.
fn playout(variant: Variant, choices: &[u16]) -> Vec<Position> {
    let mut position = Position::start(variant);
    let mut positions = vec![position.clone()];
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
        positions.push(position.clone());
    }
    positions
}

/// Every way in which a piece could be said to go from a square to another one.
fn all_moves(position: &Position) -> impl Iterator<Item = Move> {
    let promotions = [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)];
    Square::ALL.into_iter().flat_map(move |from| {
        let role = position.board().role_at(from).unwrap_or(Role::Rook);
        Square::ALL.into_iter().flat_map(move |to| {
            let there = position.board().role_at(to);
            [there, Some(Role::Bishop), None].into_iter().flat_map(move |capture| {
                promotions
                    .map(|promotion| Move::Normal { role, from, capture, to, promotion })
                    .into_iter()
            })
        })
    })
}

/// Every piece on every square.
fn all_drops() -> impl Iterator<Item = Move> {
    Role::ALL.into_iter().flat_map(|role| Square::ALL.map(|to| Move::Put { role, to }))
}

/// Shakmaty's rules for a variant that it knows.
fn rules(variant: Variant) -> Option<Rules> {
    Some(match variant {
        Variant::Standard | Variant::Chess960 | Variant::FromPosition => Rules::Chess,
        Variant::Atomic => Rules::Atomic,
        Variant::Antichess => Rules::Antichess,
        Variant::Crazyhouse => Rules::Crazyhouse,
        Variant::Horde => Rules::Horde,
        Variant::KingOfTheHill => Rules::KingOfTheHill,
        Variant::RacingKings => Rules::RacingKings,
        Variant::ThreeCheck => Rules::ThreeCheck,
        _ => return None,
    })
}

/// The moves of a position as words, by all legal moves and by shakmaty.
fn words_agree(position: &Position) {
    let oracle = rules(position.variant()).map(|rules| {
        VariantPosition::from_setup(rules, position.setup(), CastlingMode::Chess960)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .expect("playable")
    });
    let moves = position.legal_moves();
    for m in &moves {
        let text = san::write_plain(position, Ply::Move(*m), Language::English);
        if let Some(oracle) = &oracle {
            // Shakmaty leaves a dropped pawn's letter out.
            assert_eq!(text.trim_start_matches('P'), Shakmaty::from_move(oracle, *m).to_string());
        }
        // The text disambiguates exactly as far as needed.
        let meant = San::parse(&text, Language::English).expect("a move");
        assert_eq!(meant.resolve(position).map(|r| r.ply), Ok(Ply::Move(*m)), "{text}");
        assert_eq!(meant.resolve(position).map(|r| r.quirks.is_empty()), Ok(true), "{text}");
        for text in [text.clone(), format!("{text}+"), format!("{text}#")] {
            if san::spells(&text, position, *m) {
                let read = san::read(position, &text).expect("it is spelled so");
                assert_eq!(read.ply, Ply::Move(*m), "{text}");
            }
        }
        assert!(!san::spells(&format!("{text}!"), position, *m));
        for other in &moves {
            assert!(m == other || !san::spells(&text, position, *other), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn legal_is_what_is_in_the_list(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        for variant in Variant::ALL {
            if let Some(position) = playout(variant, &choices).last() {
                let moves = position.legal_moves();
                prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
                for m in &moves {
                    prop_assert!(position.is_legal(*m), "{m:?} in {:?}", position.setup());
                }
                for m in all_moves(position).chain(all_drops()) {
                    prop_assert_eq!(position.is_legal(m), moves.contains(&m), "{:?} in {:?}", m, position.setup());
                }
            }
        }
    }

    #[test]
    fn moves_to_a_square_are_those_of_the_list(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        for variant in Variant::ALL {
            for position in playout(variant, &choices).iter().rev().take(2) {
                let moves = position.legal_moves();
                for (role, to) in Role::ALL.into_iter().flat_map(|r| Square::ALL.map(|to| (r, to))) {
                    let ours = |m: &Move| m.role() == role && m.to() == to && !m.is_put() && !m.is_castle();
                    let mut listed: Vec<_> = moves.iter().copied().filter(ours).collect();
                    let mut found = position.moves_to(role, to).to_vec();
                    let order = |m: &Move| (m.from(), m.promotion().map(u8::from));
                    listed.sort_by_key(order);
                    found.sort_by_key(order);
                    prop_assert_eq!(found, listed, "{:?} to {} in {:?}", role, to, position.setup());
                }
            }
        }
    }

    #[test]
    fn words_of_all_variants(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        for variant in Variant::ALL {
            for position in playout(variant, &choices).iter().rev().take(4) {
                words_agree(position);
            }
        }
    }
}
