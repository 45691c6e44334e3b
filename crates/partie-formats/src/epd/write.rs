//! Writing EPD: opcodes once and in ASCII order; the moves of `bm` and `am` in ASCII order, and the
//! moves of `pv` in the order of play (PGN standard, section 16.2).

use std::{collections::BTreeMap, io};

use partie_core::{Boards, message};

use super::{
    Epd, Operand, Operation,
    moves::read_move,
    opcode::{self, OperandKind},
    operations::text_of,
};
use crate::{GameView, Loss, Lossy, WriteOptions, fen};

/// Returns a record as one line, without line end and remarks. Moves are written in SAN; counters
/// other than 0 and 1 as `hmvc` and `fmvn`. Of a repeated opcode, the first is written.
#[must_use]
pub fn record(epd: &Epd, options: &WriteOptions) -> String {
    let mut line = fen::without_counters(&epd.position, options);
    let mut list: BTreeMap<&str, Operation> = BTreeMap::new();
    for operation in &epd.operations {
        list.entry(&operation.opcode).or_insert_with(|| clean(epd, operation));
    }
    for (opcode, value, usual) in
        [("hmvc", epd.position.halfmoves(), 0), ("fmvn", epd.position.fullmoves(), 1)]
    {
        if value != usual || list.contains_key(opcode) {
            list.insert(opcode, Operation::word(opcode, value.to_string()));
        }
    }
    if !list.is_empty() {
        line.push(' ');
        line.push_str(&text_of(list.values()));
    }
    line
}

/// Moves in SAN, and in order where the standard wants it.
fn clean(epd: &Epd, operation: &Operation) -> Operation {
    let kind = opcode::kind(&operation.opcode);
    let line = kind == Some(OperandKind::Line);
    if !line && !matches!(kind, Some(OperandKind::Move | OperandKind::Moves)) {
        return operation.clone();
    }
    let mut position = epd.position.clone();
    let mut operands: Vec<Operand> = Vec::with_capacity(operation.operands.len());
    let mut given = operation.operands.iter();
    for operand in given.by_ref() {
        match read_move(&position, operand.text()) {
            None => {}
            Some(Ok(read)) => {
                operands.push(Operand::Word(read.san));
                if line && position.play(read.ply).is_err() {
                    break;
                }
            }
            Some(Err(_)) => {
                operands.push(operand.clone());
                if line {
                    break;
                }
            }
        }
    }
    operands.extend(given.cloned());
    if kind == Some(OperandKind::Moves) {
        operands.sort_by(|a, b| a.text().cmp(b.text()));
        operands.dedup();
    }
    Operation { opcode: operation.opcode.clone(), operands }
}

/// Writes the last position of a game, with the operations that were read if it has no moves. Other
/// comments before the first move are written as remarks.
///
/// # Errors
///
/// Fails if the output fails. Everything else of the game is lost and named.
pub fn write(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut epd = Epd::from_game(game);
    let mut lost = fen::losses(game, "EPD");
    if epd.position.is_unread() {
        lost.push(fen::unread_loss());
        return Ok(Lossy { value: (), lost });
    }
    let moves = game.mainline().next().is_some();
    if moves && !epd.operations.is_empty() {
        // The operations belong to the first position, not to the last.
        epd.operations.clear();
        lost.push(Loss(message!("the operations of the first position")));
    }
    if repeats_otherwise(&epd.operations) {
        lost.push(Loss(message!("operands of an opcode that is there twice")));
    }
    if matches!(game.start(), Some(Boards::Two(_))) {
        lost.push(Loss(message!("board B of bughouse")));
    }
    if !moves && !options.strip.comments {
        fen::write_remark(&epd.remarks, out)?;
    }
    let board = Boards::One(epd.position.clone());
    let text = record(&epd, options);
    writeln!(out, "{text}")?;
    lost.extend(fen::lost_variant(game, &board, &fen::boards(&board, options)));
    Ok(Lossy { value: (), lost })
}

/// Returns true if an opcode occurs again with other operands.
fn repeats_otherwise(operations: &[Operation]) -> bool {
    let mut first: BTreeMap<&str, &Operation> = BTreeMap::new();
    operations.iter().any(|o| *first.entry(&o.opcode).or_insert(o) != o)
}
