//! Writing EPD: opcodes once and in ASCII order, the moves of `bm` and `am` in ASCII
//! order, those of `pv` in their own (PGN standard, section 16.2).

use std::io;

use partie_core::{Game, moves::san};

use super::{Epd, Operand, Operation, parse::operand_move};
use crate::{Loss, Lossy, WriteOptions, fen};

/// A record as one line, without its end.
#[must_use]
pub fn record(epd: &Epd, options: &WriteOptions) -> String {
    let full = fen::position(&epd.position, options);
    let mut fields: Vec<&str> = full.split(' ').collect();
    // The last two fields are the counters.
    fields.truncate(fields.len().saturating_sub(2));
    let mut line = fields.join(" ");
    let mut list: Vec<Operation> = Vec::new();
    for operation in &epd.operations {
        if !list.iter().any(|o| o.opcode == operation.opcode) {
            list.push(clean(epd, operation));
        }
    }
    for (opcode, value, usual) in
        [("hmvc", epd.position.halfmoves(), 0), ("fmvn", epd.position.fullmoves(), 1)]
    {
        if value != usual && !list.iter().any(|o| o.opcode == opcode) {
            list.push(Operation {
                opcode: opcode.to_owned(),
                operands: vec![Operand::Word(value.to_string())],
            });
        }
    }
    list.sort_by(|a, b| a.opcode.cmp(&b.opcode));
    if !list.is_empty() {
        line.push(' ');
        line.push_str(&operations(&list));
    }
    line
}

/// Moves in SAN, and in order where the standard wants it.
fn clean(epd: &Epd, operation: &Operation) -> Operation {
    let mut operation = operation.clone();
    let opcode = operation.opcode.as_str();
    if matches!(opcode, "bm" | "am" | "sm" | "rc") {
        for operand in &mut operation.operands {
            if let Some(ply) = operand_move(&epd.position, operand.text()) {
                *operand = Operand::Word(san::write(&epd.position, ply));
            }
        }
        if matches!(opcode, "bm" | "am") {
            operation.operands.sort_by(|a, b| a.text().cmp(b.text()));
        }
    } else if opcode == "pv" {
        let mut position = epd.position.clone();
        for operand in &mut operation.operands {
            let Some(ply) = operand_move(&position, operand.text()) else { break };
            *operand = Operand::Word(san::write(&position, ply));
            if position.play(ply).is_err() {
                break;
            }
        }
    }
    operation
}

/// Operations as they stand in a line.
pub(super) fn operations(list: &[Operation]) -> String {
    let mut text = String::new();
    for operation in list {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&operation.opcode);
        for operand in &operation.operands {
            text.push(' ');
            match operand {
                Operand::Text(string) => {
                    text.push('"');
                    text.push_str(&string.replace('"', "'"));
                    text.push('"');
                }
                Operand::Word(word) => text.push_str(word),
            }
        }
        text.push(';');
    }
    text
}

/// Writes the last position of a game with the operations it was read with.
///
/// # Errors
///
/// When the output fails. The moves and the tags are lost.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut epd = Epd::from_game(game);
    let mut lost = Vec::new();
    if !game.tree.is_empty() {
        // The operations belong to the first position, not to the last.
        epd.operations.clear();
        lost.push(Loss::new("the moves (EPD is one position: the last)"));
    }
    if !game.tags.is_empty() {
        lost.push(Loss::new("the tags"));
    }
    writeln!(out, "{}", record(&epd, options))?;
    Ok(Lossy { value: (), lost })
}
