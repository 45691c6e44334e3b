//! Prints the FEN of every position in the main lines of a file, with the move that led to it and
//! what the record says about it: `positions FILE`

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::{env, error::Error};

use partie::{fen, prelude::*};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("usage: positions FILE")?;
    let options = WriteOptions::default();
    for record in partie::open(path)? {
        let record = record?;
        let game = record.game();
        println!("game {}\n{}", record.number, fen::boards(&game.start, &options));
        let moves = game.san_moves().zip(game.positions());
        for (node, (san, (_, position))) in game.mainline().zip(moves) {
            print!("{}  {san}", fen::position(&position, &options));
            if let Some(clock) = node.clock() {
                print!("  clock {clock}");
            }
            if let Some(eval) = node.eval() {
                print!("  eval {eval}");
            }
            println!();
        }
    }
    Ok(())
}
