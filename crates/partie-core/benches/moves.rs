//! Reading and writing one move: all moves of a game, each in its position. The counts
//! are plies.

mod game;

use divan::{Bencher, black_box, counter::ItemsCount};
use partie_core::{Language, Notation, moves::san::San};

fn main() {
    divan::main();
}

/// The text of a move to its parts, without a position.
#[divan::bench]
fn san_parse(bencher: Bencher) {
    let game = game::positions();
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        for (_, _, text) in &game {
            black_box(San::parse(black_box(text), Language::English));
        }
    });
}

/// The text of a move to a move, with all that was forgiven.
#[divan::bench(args = Notation::ALL.map(Notation::name))]
fn read(bencher: Bencher, name: &str) {
    let notation = name.parse::<Notation>().expect("a notation");
    let game: Vec<_> = game::positions()
        .into_iter()
        .map(|(position, ply, _)| {
            let text = notation.write(&position, ply);
            (position, text)
        })
        .collect();
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        for (position, text) in &game {
            black_box(notation.read(position, black_box(text)).expect("legal"));
        }
    });
}

#[divan::bench(args = Notation::ALL.map(Notation::name))]
fn write(bencher: Bencher, name: &str) {
    let notation = name.parse::<Notation>().expect("a notation");
    let game = game::positions();
    bencher.counter(ItemsCount::new(game.len())).bench(|| {
        for (position, ply, _) in &game {
            black_box(notation.write(position, *ply));
        }
    });
}
