//! Operations of an EPD record.

/// One operation: an opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`.
    pub opcode: String,
    /// Operands in the order of the text.
    pub operands: Vec<Operand>,
}

impl Operation {
    /// Returns an operation of one word, such as `dm 5`.
    pub fn word(opcode: impl Into<String>, word: impl Into<String>) -> Operation {
        Operation { opcode: opcode.into(), operands: vec![Operand::Word(word.into())] }
    }

    /// Returns an operation of one string, such as `id "BK.01"`.
    pub fn string(opcode: impl Into<String>, text: impl Into<String>) -> Operation {
        Operation { opcode: opcode.into(), operands: vec![Operand::Text(text.into())] }
    }
}

/// An operand as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A string in quotes, without them.
    Text(String),
    /// A word: a move, a number, a symbol.
    Word(String),
}

impl Operand {
    /// Returns the text of either kind.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Operand::Text(text) | Operand::Word(text) => text,
        }
    }
}
