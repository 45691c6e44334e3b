//! Meanings of the standard's opcodes (PGN standard 1994, section 16.2.5).
//!
//! | opcode | operands | meaning |
//! |---|---|---|
//! | `acd` `acn` `acs` | number | analysis: depth, nodes, seconds |
//! | `am` `bm` | moves | to be avoided, best |
//! | `c0` to `c9` | string | comments |
//! | `ce` | number | evaluation in centipawns for the side to move, see [`evaluation`] |
//! | `dm` | number | direct mate in so many moves |
//! | `draw_accept` `draw_claim` `draw_offer` `draw_reject` `resign` | none | talk of the players |
//! | `eco` `nic` | string | opening codes |
//! | `fmvn` `hmvc` | number | the counters of a FEN: move number, half-moves |
//! | `id` | string | name of the position |
//! | `noop` | any | nothing |
//! | `pm` `sm` | move | predicted, supplied |
//! | `pv` | moves in order | predicted variation |
//! | `rc` | number, 1 to 3 | how often the position has occurred |
//! | `tcgs` | number | game selector of a game by mail |
//! | `tcri` `tcsi` | strings | receiver and sender of a game by mail |
//! | `v0` to `v9` | string | names of variations |
//! | `D1`, `D2`, ... | number | of perft suites: positions that can be reached in so many plies |

use std::ops::RangeInclusive;

use partie_core::{Ply, Position, annotation::Score};

use super::operation::Operation;

/// Meaning of an operation in its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// No operand: the opcode alone has a meaning.
    Flag,
    /// Moves of the position (`bm am pm sm`).
    Moves(Vec<Ply>),
    /// Moves one after the other (`pv`).
    Line(Vec<Ply>),
    /// A whole number.
    Number(i64),
    /// A string or a word.
    Text(String),
    /// Operands of an opcode without a fixed type.
    Texts(Vec<String>),
}

/// Type of an opcode's operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OperandKind {
    Flag,
    Move,
    Moves,
    Line,
    Number(RangeInclusive<i64>),
    Text,
    Any,
}

/// Returns true if an opcode has a meaning that the standard or a program of wide use gives it.
#[must_use]
pub fn is_known(opcode: &str) -> bool {
    kind(opcode).is_some()
}

/// Returns the kind of a known opcode.
pub(crate) fn kind(opcode: &str) -> Option<OperandKind> {
    Some(match opcode {
        "am" | "bm" => OperandKind::Moves,
        "pm" | "sm" => OperandKind::Move,
        "pv" => OperandKind::Line,
        "acd" | "acn" | "acs" | "hmvc" | "tcgs" => OperandKind::Number(0..=i64::MAX),
        "ce" => OperandKind::Number(-MATE..=MATE),
        "dm" => OperandKind::Number(i64::MIN..=i64::MAX),
        "fmvn" => OperandKind::Number(1..=i64::MAX),
        "rc" => OperandKind::Number(1..=3),
        "draw_accept" | "draw_claim" | "draw_offer" | "draw_reject" | "resign" => OperandKind::Flag,
        "eco" | "id" | "nic" => OperandKind::Text,
        "noop" | "tcri" | "tcsi" => OperandKind::Any,
        _ => match opcode.as_bytes() {
            [b'c' | b'v', b'0'..=b'9'] => OperandKind::Text,
            [b'D', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                OperandKind::Number(0..=i64::MAX)
            }
            _ => return None,
        },
    })
}

/// `ce` of a mated king (section 16.2.5.10: 32767 less the plies to the mate).
const MATE: i64 = 32_767;

/// The longest mate that follows from a number of centipawns, in moves.
const LONGEST_MATE: i64 = 500;

/// Returns the evaluation `ce` as a score *for the side to move*: centipawns, or a mate in n moves,
/// which is 32767 - (2n - 1); being mated in n moves is -32767 + 2n.
///
/// ```
/// use partie_core::annotation::Score;
/// use partie_formats::epd::opcode::evaluation;
/// assert_eq!(evaluation(-25), Score::Centipawns(-25));
/// assert_eq!(evaluation(32_764), Score::Mate(2));
/// assert_eq!(evaluation(-32_755), Score::Mate(-6));
/// ```
#[must_use]
pub fn evaluation(ce: i64) -> Score {
    let ce = ce.clamp(-MATE, MATE);
    let moves = (MATE - ce.abs() + 1) / 2;
    let small = |n: i64| i32::try_from(n).unwrap_or_default();
    if moves > LONGEST_MATE {
        Score::Centipawns(small(ce))
    } else if ce > 0 {
        Score::Mate(small(moves.max(1)))
    } else {
        Score::Mate(-small(moves))
    }
}

/// Returns the operands in the opcode's type.
pub(super) fn value(position: &Position, operation: &Operation) -> Option<Value> {
    let texts = || operation.operands.iter().map(|o| o.text().to_owned());
    let moves = |line: bool| {
        let mut at = position.clone();
        let mut plies = Vec::new();
        for operand in &operation.operands {
            match super::moves::read_move(&at, operand.text()) {
                Some(Ok(read)) => {
                    if line {
                        at.play(read.ply).ok()?;
                    }
                    plies.push(read.ply);
                }
                Some(Err(_)) => return None,
                None => {}
            }
        }
        Some(plies)
    };
    Some(match kind(&operation.opcode) {
        Some(OperandKind::Flag) => Value::Flag,
        Some(OperandKind::Move | OperandKind::Moves) => Value::Moves(moves(false)?),
        Some(OperandKind::Line) => Value::Line(moves(true)?),
        Some(OperandKind::Number(range)) => match operation.operands.as_slice() {
            [one] => Value::Number(one.text().parse().ok().filter(|n| range.contains(n))?),
            _ => return None,
        },
        Some(OperandKind::Text) => Value::Text(texts().collect::<Vec<_>>().join(" ")),
        Some(OperandKind::Any) | None => Value::Texts(texts().collect()),
    })
}
