//! Checks of the operands of known opcodes.

use std::ops::Range;

use partie_core::Position;

use super::{
    codes,
    moves::read_move,
    opcode::{self, OperandKind},
    operations::PlacedOperation,
};
use crate::{Confidence, Diagnostic, Message, ToValue, diagnostic, lines::Diagnostics, message};

/// Looks at the operands.
pub(super) fn operands(
    found: &[PlacedOperation],
    position: &Position,
    diagnostics: &mut Diagnostics,
) {
    for one in found {
        let opcode = one.operation.opcode.as_str();
        let Some(kind) = opcode::kind(opcode) else { continue };
        let count = one.operation.operands.len();
        match kind {
            OperandKind::Move | OperandKind::Moves | OperandKind::Line => {
                if count == 0 && kind != OperandKind::Line {
                    diagnostics.push(other_count(one, &message!("a move"), message!("none")));
                } else if count > 1 && kind == OperandKind::Move {
                    diagnostics.push(other_count(one, &message!("one move"), count.to_string()));
                }
                // A diagram has no moves; this has been reported already.
                if position.problem().is_none() {
                    moves(one, position, kind == OperandKind::Line, diagnostics);
                }
            }
            OperandKind::Number(range) => match one.operation.operands.as_slice() {
                // `acd ;` stands in many suites for "not known".
                [] => {}
                [operand] => number(one, operand.text(), &range, diagnostics),
                _ => diagnostics.push(other_count(one, &message!("one number"), count.to_string())),
            },
            OperandKind::Text if count != 1 => {
                diagnostics.push(other_count(one, &message!("one string"), count.to_string()));
            }
            OperandKind::Flag if count > 0 => {
                diagnostics.push(other_count(one, &message!("no operand"), count.to_string()));
            }
            OperandKind::Flag | OperandKind::Text | OperandKind::Any => {}
        }
    }
}

fn other_count(one: &PlacedOperation, expected: &Message, found: impl ToValue) -> Diagnostic {
    let found = found.to_value();
    diagnostic!(
        &codes::OPERANDS,
        one.place.clone(),
        "expected {expected} after `{opcode}`, but found {found}",
        expected,
        opcode = one.operation.opcode,
        found
    )
    .expected(expected.to_string(), found.to_string())
}

fn number(
    one: &PlacedOperation,
    text: &str,
    range: &std::ops::RangeInclusive<i64>,
    diagnostics: &mut Diagnostics,
) {
    if text.parse().is_ok_and(|n| range.contains(&n)) {
        return;
    }
    let expected = match (*range.start(), *range.end()) {
        (i64::MIN, _) => message!("a whole number"),
        (least, i64::MAX) => message!("a whole number from {least}", least),
        (least, most) => message!("a whole number from {least} to {most}", least, most),
    };
    diagnostics.push(
        diagnostic!(
            &codes::BAD_NUMBER,
            one.operands[0].clone(),
            "expected {expected} after `{opcode}`, but found `{text}`",
            expected,
            opcode = one.operation.opcode,
            text
        )
        .expected(expected.to_string(), text),
    );
}

fn moves(one: &PlacedOperation, position: &Position, line: bool, diagnostics: &mut Diagnostics) {
    let mut at = position.clone();
    for (operand, place) in one.operation.operands.iter().zip(&one.operands) {
        let text = operand.text();
        match read_move(&at, text) {
            None => diagnostics.push(not_san(place, &message!("a move"), text).fix(
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
                // Later moves in a line cannot be judged.
                if line {
                    return;
                }
            }
        }
    }
}

fn not_san(place: &Range<usize>, expected: &impl ToValue, found: &str) -> Diagnostic {
    let expected = expected.to_value();
    diagnostic!(
        &codes::NOT_SAN,
        place.clone(),
        "expected {expected}, but found `{found}`",
        expected,
        found
    )
    .expected(expected.to_string().trim_matches('`'), found)
}
