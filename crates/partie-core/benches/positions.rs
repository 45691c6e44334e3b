//! Positions: playing, legal moves, keys, perft. The counts are plies, or leaves of perft.

mod game;

use divan::{Bencher, black_box, counter::ItemsCount};
use partie_core::{
    Position, Variant,
    rules::{PositionKey, ReplayBoard, perft},
};

fn main() {
    divan::main();
}

/// The positions from which variants start, and how deep perft goes.
const STARTS: [(Variant, u32); 5] = [
    (Variant::Standard, 4),
    (Variant::Crazyhouse, 4),
    (Variant::Atomic, 4),
    (Variant::Antichess, 4),
    (Variant::Horde, 4),
];

#[divan::bench(args = STARTS.map(|(variant, _)| variant.name()))]
fn perft_from_the_start(bencher: Bencher, name: &str) {
    let (variant, depth) =
        STARTS.into_iter().find(|(variant, _)| variant.name() == name).expect("a start");
    let start = Position::start(variant);
    bencher
        .counter(ItemsCount::new(perft(&start, depth)))
        .bench(|| perft(black_box(&start), depth));
}

/// A whole game played, every move checked.
#[divan::bench]
fn play(bencher: Bencher) {
    let game = game::positions();
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        let mut position = Position::default();
        for (_, ply, _) in &game {
            position.play(black_box(*ply)).expect("legal");
        }
        position
    });
}

/// Plays the game's moves without checking them.
#[divan::bench]
fn play_unchecked(bencher: Bencher) {
    let moves: Vec<_> =
        game::positions().into_iter().filter_map(|(_, ply, _)| ply.to_move()).collect();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let mut position = Position::default();
        for m in &moves {
            position.play_unchecked(black_box(*m));
        }
        position
    });
}

#[divan::bench]
fn legal_moves(bencher: Bencher) {
    each(bencher, |position| position.legal_moves().len());
}

/// End of the game, if it is over.
#[divan::bench]
fn end(bencher: Bencher) {
    each(bencher, Position::end);
}

#[divan::bench]
fn key(bencher: Bencher) {
    each(bencher, PositionKey::of);
}

/// A whole game decoded from its code, with the key of each position.
#[divan::bench]
fn replay(bencher: Bencher) {
    let (mut board, mut code) = (ReplayBoard::start(), Vec::new());
    let game = game::positions();
    for (_, ply, _) in &game {
        board.encode(*ply, &mut code).expect("a code");
    }
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        let (mut board, mut rest) = (ReplayBoard::start(), black_box(&code[..]));
        let mut keys = 0;
        while board.decode(&mut rest).is_some() {
            keys ^= board.key().as_i64();
        }
        keys
    });
}

fn each<T>(bencher: Bencher, question: impl Fn(&Position) -> T + Sync) {
    let game = game::positions();
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        for (position, _, _) in &game {
            black_box(question(black_box(position)));
        }
    });
}
