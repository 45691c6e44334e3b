//! Checks of the operands of known opcodes.

use std::ops::Range;

use partie_core::Position;

use super::{
    codes,
    moves::read_move,
    opcode::{self, OperandKind},
    operations::Found,
};
use crate::{Confidence, Diagnostic, diagnostic, lines::Diagnostics};

/// Looks at the operands.
pub(super) fn operands(found: &[Found], position: &Position, diagnostics: &mut Diagnostics) {
    for one in found {
        let opcode = one.operation.opcode.as_str();
        let Some(kind) = opcode::kind(opcode) else { continue };
        let count = one.operation.operands.len();
        match kind {
            OperandKind::Move | OperandKind::Moves | OperandKind::Line => {
                if count == 0 && kind != OperandKind::Line {
                    diagnostics.push(other_count(one, "a move", "none"));
                } else if count > 1 && kind == OperandKind::Move {
                    diagnostics.push(other_count(one, "one move", &count.to_string()));
                }
                // Nothing can be played in a diagram; that has been said already.
                if position.problem().is_none() {
                    moves(one, position, kind == OperandKind::Line, diagnostics);
                }
            }
            OperandKind::Number(range) => match one.operation.operands.as_slice() {
                // `acd ;` stands in many suites for "not known".
                [] => {}
                [operand] => number(one, operand.text(), &range, diagnostics),
                _ => diagnostics.push(other_count(one, "one number", &count.to_string())),
            },
            OperandKind::Text if count != 1 => {
                diagnostics.push(other_count(one, "one string", &count.to_string()));
            }
            OperandKind::Flag if count > 0 => {
                diagnostics.push(other_count(one, "no operand", &count.to_string()));
            }
            OperandKind::Flag | OperandKind::Text | OperandKind::Any => {}
        }
    }
}

fn other_count(one: &Found, expected: &str, found: &str) -> Diagnostic {
    diagnostic!(
        &codes::OPERANDS,
        one.place.clone(),
        "expected {expected} after `{opcode}`, but found {found}",
        expected,
        opcode = one.operation.opcode,
        found
    )
    .expected(expected, found)
}

fn number(
    one: &Found,
    text: &str,
    range: &std::ops::RangeInclusive<i64>,
    diagnostics: &mut Diagnostics,
) {
    if text.parse().is_ok_and(|n| range.contains(&n)) {
        return;
    }
    let limits = match (*range.start(), *range.end()) {
        (i64::MIN, _) => String::new(),
        (least, i64::MAX) => format!(" from {least}"),
        (least, most) => format!(" from {least} to {most}"),
    };
    let expected = format!("a whole number{limits}");
    diagnostics.push(
        diagnostic!(
            &codes::BAD_NUMBER,
            one.operands[0].clone(),
            "expected {expected} after `{opcode}`, but found `{text}`",
            expected,
            opcode = one.operation.opcode,
            text
        )
        .expected(expected, text),
    );
}

fn moves(one: &Found, position: &Position, line: bool, diagnostics: &mut Diagnostics) {
    let mut at = position.clone();
    for (operand, place) in one.operation.operands.iter().zip(&one.operands) {
        let text = operand.text();
        match read_move(&at, text) {
            None => diagnostics.push(not_san(place, "a move", text).fix(
                place.clone(),
                "",
                Confidence::Safe,
            )),
            Some(Ok(read)) => {
                if read.odd {
                    diagnostics.push(not_san(place, &format!("`{}`", read.san), text).fix(
                        place.clone(),
                        read.san.as_str(),
                        Confidence::Safe,
                    ));
                }
                if line && at.play(read.ply).is_err() {
                    return;
                }
            }
            Some(Err(error)) => {
                diagnostics.push(
                    diagnostic!(
                        &codes::BAD_MOVE,
                        place.clone(),
                        "expected a legal move after `{opcode}`, but found `{text}`: {error}",
                        opcode = one.operation.opcode,
                        text,
                        error
                    )
                    .expected("a legal move", text),
                );
                // What follows in a line cannot be judged.
                if line {
                    return;
                }
            }
        }
    }
}

fn not_san(place: &Range<usize>, expected: &str, found: &str) -> Diagnostic {
    diagnostic!(
        &codes::NOT_SAN,
        place.clone(),
        "expected {expected}, but found `{found}`",
        expected,
        found
    )
    .expected(expected.trim_matches('`'), found)
}
