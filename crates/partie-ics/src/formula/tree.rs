//! A parsed formula: an arena in which every part follows the parts it is made of, so that it is
//! evaluated from front to back, without recursion.

use std::ops::Range;

use super::facts::{Proposal, Variable};

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    /// `*`
    Times,
    /// `/`; by 0.001 where it were by 0.
    Over,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `<`
    Less,
    /// `<=`, `=<`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`, `=>`
    GreaterOrEqual,
    /// `=`, `==`
    Equal,
    /// `!=`, `<>`
    Unequal,
    /// `&`, `&&`, `and`
    And,
    /// `|`, `||`, `or`
    Or,
}

impl Binary {
    /// Precedence of the operator, the loosest last: 2 (times) to 8 (or).
    pub(crate) const fn looseness(self) -> u8 {
        match self {
            Binary::Times | Binary::Over => 2,
            Binary::Plus | Binary::Minus => 3,
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => 4,
            Binary::Equal => 5,
            Binary::Unequal => 6,
            Binary::And => 7,
            Binary::Or => 8,
        }
    }

    fn of(self, a: f64, b: f64) -> f64 {
        let truth = match self {
            Binary::Times => return a * b,
            Binary::Over => return a / if b == 0.0 { 0.001 } else { b },
            Binary::Plus => return a + b,
            Binary::Minus => return a - b,
            Binary::Less => a < b,
            Binary::LessOrEqual => a <= b,
            Binary::Greater => a > b,
            Binary::GreaterOrEqual => a >= b,
            Binary::Equal => same(a, b),
            Binary::Unequal => !same(a, b),
            Binary::And => a != 0.0 && b != 0.0,
            Binary::Or => a != 0.0 || b != 0.0,
        };
        f64::from(u8::from(truth))
    }
}

/// Equal but for what divisions round.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// An operator or function before a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    /// `!`, `not`
    Not,
    /// `-`
    Negative,
    /// `maxtime(n)`: the longest, in seconds, that n moves take both players together.
    MaxTime,
    /// `mymaxtime(n)`: the longest that n moves take the owner.
    MyMaxTime,
}

/// The place of a part in the arena.
pub(crate) type Id = usize;

/// A part of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Node {
    /// A constant.
    Number(f64),
    /// A fact of the proposed match.
    Variable(Variable),
    /// The value of f1 to f9, by its index from 0.
    Reference(u8),
    /// An operator before a value.
    Unary(Unary, Id),
    /// An operator between two values.
    Binary(Binary, Id, Id),
}

/// A part and the bytes of the text on which it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormulaPart {
    /// The node of the tree.
    pub(crate) node: Node,
    /// Its range in the text, without its own parentheses.
    pub(crate) place: Range<usize>,
}

/// A formula as a tree; its last part is the whole. Without parts it is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tree {
    pub(super) parts: Vec<FormulaPart>,
}

/// Limit of values, so that nothing overflows.
const BOUND: f64 = 1e15;

impl Tree {
    /// Evaluates all parts; `f` has the values of f1 to f9.
    pub(crate) fn values(&self, proposal: &Proposal, f: &[f64; 9]) -> Vec<f64> {
        let mut values: Vec<f64> = Vec::with_capacity(self.parts.len());
        let seconds = |c: crate::category::Control, n: f64| {
            (c.initial.0 as f64 + c.increment.0 as f64 * n) / 1000.0
        };
        for part in &self.parts {
            let value = match part.node {
                Node::Number(n) => n,
                Node::Variable(variable) => variable.value(proposal),
                Node::Reference(n) => f[usize::from(n)],
                Node::Unary(Unary::Not, a) => f64::from(u8::from(values[a] == 0.0)),
                Node::Unary(Unary::Negative, a) => -values[a],
                Node::Unary(Unary::MyMaxTime, a) => seconds(proposal.mine, values[a]),
                Node::Unary(Unary::MaxTime, a) => {
                    seconds(proposal.mine, values[a]) + seconds(proposal.theirs, values[a])
                }
                Node::Binary(operator, a, b) => operator.of(values[a], values[b]),
            };
            values.push(value.clamp(-BOUND, BOUND));
        }
        values
    }
}
