//! From text to tree, with an explicit stack (the shunting-yard method).

use std::{fmt, ops::Range};

use super::{
    facts::Variable,
    tree::{Binary, FormulaPart, Id, Node, Tree, Unary},
};

/// The most characters of a formula.
pub const LONGEST: usize = 1023;
/// The most parentheses and prefixes that may be open at once.
pub const DEEPEST: usize = 64;

/// Reason why a text is no formula, with its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem.
    pub kind: ProblemKind,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// A problem in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A value is missing; contains the text found instead, if any.
    ExpectedValue(Option<String>),
    /// An operator must stand here.
    ExpectedOperator(String),
    /// The function must be followed by a number in parentheses.
    ExpectedArgument(&'static str),
    /// An unknown word.
    UnknownWord(String),
    /// `minutes` or `seconds` without a number right before it.
    LoneUnit(String),
    /// f1 to f9 may only refer to earlier ones.
    NotYet {
        /// The number of the variable that is referred to.
        to: u8,
        /// The number of the variable that is set.
        from: u8,
    },
    /// The parenthesis here is not closed.
    Unclosed,
    /// The parenthesis here was not opened.
    Unopened,
    /// A number of more than nine digits.
    LongNumber,
    /// More than [`LONGEST`] characters.
    TooLong,
    /// More than [`DEEPEST`] parentheses and prefixes at once.
    TooDeep,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match &self.kind {
            ProblemKind::ExpectedValue(found) => {
                f.write_str("expected a number, a variable, `!`, `-` or `(`, but found ")?;
                match found {
                    Some(found) => write!(f, "`{found}`"),
                    None => f.write_str("the end"),
                }
            }
            ProblemKind::ExpectedOperator(found) => {
                write!(f, "expected an operator such as `&`, `|`, `<` or `+`, but found `{found}`")
            }
            ProblemKind::ExpectedArgument(name) => {
                write!(f, "expected a number of moves after `{name}`, as in `{name}(40)`")
            }
            ProblemKind::UnknownWord(word) => write!(f, "there is no variable `{word}`"),
            ProblemKind::LoneUnit(unit) => write!(f, "expected a number right before `{unit}`"),
            ProblemKind::NotYet { to, from } => {
                write!(f, "f{from} may refer to variables before f{from} only, not to f{to}")
            }
            ProblemKind::Unclosed => f.write_str("expected a `)` for the `(` here"),
            ProblemKind::Unopened => f.write_str("found `)`, but there is no `(` for it"),
            ProblemKind::LongNumber => f.write_str("expected a number of at most nine digits"),
            ProblemKind::TooLong => write!(f, "expected at most {LONGEST} characters"),
            ProblemKind::TooDeep => {
                write!(f, "expected at most {DEEPEST} parentheses and prefixes at once")
            }
        }
    }
}

impl std::error::Error for Problem {}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Value(Node),
    Unary(Unary),
    Binary(Binary),
    Minus,
    Open,
    Close,
}

/// An operator that waits on the stack for its operand.
enum Waiting {
    Open { at: usize },
    Unary { operator: Unary, at: usize },
    Binary(Binary),
}

/// A finished value: its part, and the bytes it stands on with its parentheses.
struct Operand {
    id: Id,
    place: Range<usize>,
}

/// Reads a formula, which may refer to f1 up to `below`. A text without anything but whitespace or
/// a comment gives an empty tree.
pub(super) fn parse(text: &str, below: u8) -> Result<Tree, Problem> {
    let mut parser = Parser { text, tree: Tree::default(), waiting: vec![], operands: vec![] };
    parser.read(below).map_err(|(kind, at)| Problem {
        kind,
        column: text.get(..at).unwrap_or(text).chars().count() + 1,
    })?;
    Ok(parser.tree)
}

struct Parser<'a> {
    text: &'a str,
    tree: Tree,
    waiting: Vec<Waiting>,
    operands: Vec<Operand>,
}

type Fault = (ProblemKind, usize);

impl Parser<'_> {
    fn read(&mut self, below: u8) -> Result<(), Fault> {
        if let Some((at, _)) = self.text.char_indices().nth(LONGEST) {
            return Err((ProblemKind::TooLong, at));
        }
        let mut at = 0;
        let mut wants_value = true;
        let mut function: Option<(&'static str, usize)> = None;
        while let Some((token, place)) = next_token(self.text, at, below)? {
            at = place.end;
            if let Some((name, place)) = function.take()
                && token != Token::Open
            {
                return Err((ProblemKind::ExpectedArgument(name), place));
            }
            match (wants_value, token) {
                (true, Token::Value(node)) => {
                    self.push(node, place);
                    self.apply_prefixes();
                    wants_value = false;
                }
                (true, Token::Open) => self.wait(Waiting::Open { at: place.start })?,
                (true, Token::Minus) => {
                    self.wait(Waiting::Unary { operator: Unary::Negative, at: place.start })?;
                }
                (true, Token::Unary(operator)) => {
                    function = match operator {
                        Unary::MaxTime => Some(("maxtime", place.start)),
                        Unary::MyMaxTime => Some(("mymaxtime", place.start)),
                        Unary::Not | Unary::Negative => None,
                    };
                    self.wait(Waiting::Unary { operator, at: place.start })?;
                }
                (false, Token::Binary(operator)) => {
                    self.binary(operator);
                    wants_value = true;
                }
                (false, Token::Minus) => {
                    self.binary(Binary::Minus);
                    wants_value = true;
                }
                (false, Token::Close) => self.close(place)?,
                (true, _) => {
                    let found = self.text[place.clone()].to_owned();
                    return Err((ProblemKind::ExpectedValue(Some(found)), place.start));
                }
                (false, _) => {
                    let found = self.text[place.clone()].to_owned();
                    return Err((ProblemKind::ExpectedOperator(found), place.start));
                }
            }
        }
        if let Some((name, place)) = function {
            return Err((ProblemKind::ExpectedArgument(name), place));
        }
        if wants_value && (!self.waiting.is_empty() || !self.operands.is_empty()) {
            return Err((ProblemKind::ExpectedValue(None), self.text.len()));
        }
        self.apply_looser_than(u8::MAX);
        match self.waiting.last() {
            Some(Waiting::Open { at }) => Err((ProblemKind::Unclosed, *at)),
            _ => Ok(()),
        }
    }

    fn wait(&mut self, waiting: Waiting) -> Result<(), Fault> {
        let (Waiting::Open { at } | Waiting::Unary { at, .. }) = waiting else { return Ok(()) };
        let open = self.waiting.iter().filter(|w| !matches!(w, Waiting::Binary(_))).count();
        if open >= DEEPEST {
            return Err((ProblemKind::TooDeep, at));
        }
        self.waiting.push(waiting);
        Ok(())
    }

    fn push(&mut self, node: Node, place: Range<usize>) {
        self.operands.push(Operand { id: self.tree.parts.len(), place: place.clone() });
        self.tree.parts.push(FormulaPart { node, place });
    }

    /// Prefixes bind tightest.
    fn apply_prefixes(&mut self) {
        while let Some(Waiting::Unary { operator, at }) =
            self.waiting.pop_if(|w| matches!(w, Waiting::Unary { .. }))
        {
            let Some(operand) = self.operands.pop() else { return };
            self.push(Node::Unary(operator, operand.id), at..operand.place.end);
        }
    }

    fn binary(&mut self, operator: Binary) {
        self.apply_looser_than(operator.looseness());
        self.waiting.push(Waiting::Binary(operator));
    }

    /// Applies what waits and binds at least as tightly, back to an open parenthesis.
    fn apply_looser_than(&mut self, looseness: u8) {
        while let Some(Waiting::Binary(operator)) =
            self.waiting.pop_if(|w| matches!(w, Waiting::Binary(b) if b.looseness() <= looseness))
        {
            let (Some(right), Some(left)) = (self.operands.pop(), self.operands.pop()) else {
                return;
            };
            let node = Node::Binary(operator, left.id, right.id);
            self.push(node, left.place.start..right.place.end);
        }
    }

    fn close(&mut self, place: Range<usize>) -> Result<(), Fault> {
        self.apply_looser_than(u8::MAX);
        let Some(Waiting::Open { at }) = self.waiting.pop() else {
            return Err((ProblemKind::Unopened, place.start));
        };
        if let Some(operand) = self.operands.last_mut() {
            operand.place = at..place.end;
        }
        self.apply_prefixes();
        Ok(())
    }
}

const SYMBOLS: &[(&str, Token)] = &[
    ("&&", Token::Binary(Binary::And)),
    ("||", Token::Binary(Binary::Or)),
    ("<=", Token::Binary(Binary::LessOrEqual)),
    ("=<", Token::Binary(Binary::LessOrEqual)),
    (">=", Token::Binary(Binary::GreaterOrEqual)),
    ("=>", Token::Binary(Binary::GreaterOrEqual)),
    ("==", Token::Binary(Binary::Equal)),
    ("!=", Token::Binary(Binary::Unequal)),
    ("<>", Token::Binary(Binary::Unequal)),
    ("<", Token::Binary(Binary::Less)),
    (">", Token::Binary(Binary::Greater)),
    ("=", Token::Binary(Binary::Equal)),
    ("&", Token::Binary(Binary::And)),
    ("|", Token::Binary(Binary::Or)),
    ("*", Token::Binary(Binary::Times)),
    ("/", Token::Binary(Binary::Over)),
    ("+", Token::Binary(Binary::Plus)),
    ("-", Token::Minus),
    ("!", Token::Unary(Unary::Not)),
    ("(", Token::Open),
    (")", Token::Close),
];

/// The token at or after a byte, and where it stands; none at the end or a comment.
fn next_token(text: &str, from: usize, below: u8) -> Result<Option<(Token, Range<usize>)>, Fault> {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let Some(first) = rest.chars().next().filter(|c| *c != '#') else { return Ok(None) };
    if first.is_ascii_digit() {
        return number(rest, start).map(Some);
    }
    if first.is_ascii_alphabetic() {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let token = word(&rest[..end], below).map_err(|kind| (kind, start))?;
        return Ok(Some((token, start..start + end)));
    }
    match SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
        Some((symbol, token)) => Ok(Some((*token, start..start + symbol.len()))),
        None => Err((ProblemKind::UnknownWord(first.to_string()), start)),
    }
}

/// A number, with its unit if one follows: `40`, `2.5`, `8minutes`, `30 seconds`.
fn number(rest: &str, start: usize) -> Result<(Token, Range<usize>), Fault> {
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let digits = &rest[..end];
    if digits.len() > 9 {
        return Err((ProblemKind::LongNumber, start));
    }
    let value: f64 =
        digits.parse().map_err(|_| (ProblemKind::UnknownWord(digits.to_owned()), start))?;
    let after = rest[end..].trim_start();
    let unit_end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
    let Some(factor) = unit(&after[..unit_end].to_ascii_lowercase()) else {
        return Ok((Token::Value(Node::Number(value)), start..start + end));
    };
    let end = rest.len() - after.len() + unit_end;
    Ok((Token::Value(Node::Number(value * factor)), start..start + end))
}

/// The seconds of a unit.
fn unit(low: &str) -> Option<f64> {
    match low {
        "minutes" | "minute" => Some(60.0),
        "seconds" | "second" => Some(1.0),
        _ => None,
    }
}

fn word(word: &str, below: u8) -> Result<Token, ProblemKind> {
    let low = word.to_ascii_lowercase();
    Ok(match low.as_str() {
        _ if unit(&low).is_some() => return Err(ProblemKind::LoneUnit(word.to_owned())),
        "and" => Token::Binary(Binary::And),
        "or" => Token::Binary(Binary::Or),
        "not" => Token::Unary(Unary::Not),
        "maxtime" => Token::Unary(Unary::MaxTime),
        "mymaxtime" => Token::Unary(Unary::MyMaxTime),
        _ => {
            if let [b'f', digit @ b'1'..=b'9'] = low.as_bytes() {
                let to = digit - b'0';
                if to > below {
                    return Err(ProblemKind::NotYet { to, from: below + 1 });
                }
                return Ok(Token::Value(Node::Reference(to - 1)));
            }
            match Variable::from_word(&low) {
                Some(variable) => Token::Value(Node::Variable(variable)),
                None => return Err(ProblemKind::UnknownWord(word.to_owned())),
            }
        }
    })
}
