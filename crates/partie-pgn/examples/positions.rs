//! Prints the FEN of every position in the mainlines of a PGN file, with the move that led to it
//! and what the record says about it: `positions FILE`

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use partie_core::moves::san;
use partie_formats::{ReadOptions, WriteOptions, fen};
use partie_pgn::Reader;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("usage: positions FILE")?;
    let options = WriteOptions::default();
    let mut out = io::stdout().lock();
    for record in Reader::from_path(path, &ReadOptions::default())? {
        let record = record?;
        let game = record.game();
        let mut boards = game.start.clone();
        writeln!(out, "game {}\n{}", record.number, fen::boards(&boards, &options))?;
        for node in game.mainline() {
            let Some(ply) = node.ply() else { continue };
            let board = game.tree.board(node.id());
            let san = san::write(boards.board(board), ply);
            boards.play(board, ply)?;
            write!(out, "{}  {san}", fen::boards(&boards, &options))?;
            if let Some(clock) = node.clock() {
                write!(out, "  clock {clock}")?;
            }
            if let Some(eval) = node.eval() {
                write!(out, "  eval {eval}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
