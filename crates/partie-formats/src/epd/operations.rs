//! Operations after a position, as text.

use std::{collections::HashMap, ops::Range};

use super::{
    codes,
    opcode::{self, OperandKind},
    operation::{Operand, Operation},
};
use crate::{Confidence, Diagnostic, ToValue, diagnostic, lines::Diagnostics, message};

/// An operation and where it stands.
#[derive(Debug)]
pub(super) struct PlacedOperation {
    pub(super) operation: Operation,
    /// Place of the opcode, in bytes of the text.
    pub(super) place: Range<usize>,
    /// Places of the operands, quotes included.
    pub(super) operands: Vec<Range<usize>>,
}

/// Returns the operations of a text without a position.
pub(super) fn alone(text: &str) -> Vec<Operation> {
    scan(text, 0, true, &mut Diagnostics::new(0)).into_iter().map(|found| found.operation).collect()
}

/// Finds the operations from a place on. With `open`, the last one needs no semicolon.
pub(super) fn scan(
    text: &str,
    from: usize,
    open: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<PlacedOperation> {
    let mut found = List::default();
    let mut words: Vec<(Operand, Range<usize>)> = Vec::new();
    let mut at = from;
    while let Some(c) = text[at..].chars().next() {
        crate::steps::add(1);
        match c {
            ';' => {
                add(&mut words, &mut found, diagnostics);
                at += 1;
            }
            '"' => {
                let (operand, end) = string(text, at, diagnostics);
                words.push((operand, at..end));
                at = end;
            }
            c if c.is_whitespace() => at += c.len_utf8(),
            _ => {
                let length = text[at..]
                    .find(|c: char| c.is_whitespace() || c == ';' || c == '"')
                    .unwrap_or(text.len() - at);
                words.push((Operand::Word(text[at..at + length].to_owned()), at..at + length));
                at += length;
            }
        }
    }
    if let Some((_, last)) = words.last().filter(|_| !open) {
        let end = last.end;
        let message =
            message!("expected `;` after the last operation, but found the end of the line");
        let diagnostic = Diagnostic::new(&codes::MISSING_SEMICOLON, end..end, message);
        diagnostics.push(diagnostic.replaced(";", "", Confidence::Safe));
    }
    add(&mut words, &mut found, diagnostics);
    found.list
}

/// Operations so far, and the first place of each opcode.
#[derive(Default)]
struct List {
    list: Vec<PlacedOperation>,
    first: HashMap<String, Range<usize>>,
}

/// Returns a string from its opening quote on, and where it ends.
fn string(text: &str, open: usize, diagnostics: &mut Diagnostics) -> (Operand, usize) {
    let start = open + 1;
    let close = closing_quote(text, start);
    let stop = close.unwrap_or_else(|| {
        let end = text[start..].trim_end().trim_end_matches(';').len();
        start + end
    });
    if close.is_none() {
        let message = message!("expected a closing quote, but found the end of the line");
        let diagnostic = Diagnostic::new(&codes::OPEN_STRING, open..stop, message);
        let diagnostic = diagnostic.expected("\"", "").fix(stop..stop, "\"", Confidence::Likely);
        diagnostics.push(diagnostic);
    }
    let length = stop - start;
    if length > LONGEST_STRING {
        let message =
            message!("expected a string of fewer than 256 bytes, but found {length}", length);
        let diagnostic = Diagnostic::new(&codes::LONG_STRING, start..stop, message);
        diagnostics.push(diagnostic.expected("fewer than 256 bytes", length.to_string()));
    }
    let plain = text[start..stop].replace("\\\"", "\"");
    (Operand::Text(plain), stop + usize::from(close.is_some()))
}

/// Section 16.2.2.2 of the standard, in bytes.
const LONGEST_STRING: usize = 255;

/// A quote after a backslash belongs to the string, unless it ends an operation and
/// every string after it is closed: `"C:\"` ends there.
fn closing_quote(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    while let Some(i) = text[at..].find('"').map(|i| at + i) {
        crate::steps::add(1);
        let after = text[i + 1..].trim_start();
        let ends = after.is_empty() || after.starts_with(';');
        if !text[start..i].ends_with('\\') || ends && bare_quotes(after).is_multiple_of(2) {
            return Some(i);
        }
        at = i + 1;
    }
    None
}

/// Counts the quotes without a backslash before them, up to a bounded distance.
fn bare_quotes(text: &str) -> usize {
    const FAR: usize = 1024;
    let bytes = &text.as_bytes()[..text.len().min(FAR)];
    memchr::memchr_iter(b'"', bytes).filter(|i| *i == 0 || bytes[i - 1] != b'\\').count()
}

/// Turns the words gathered so far into an operation.
fn add(words: &mut Vec<(Operand, Range<usize>)>, found: &mut List, diagnostics: &mut Diagnostics) {
    let mut rest = std::mem::take(words);
    while !rest.is_empty() {
        crate::steps::add(1);
        let next = joined(&rest).unwrap_or(rest.len());
        let after = rest.split_off(next);
        if let Some((operand, place)) = after.first() {
            let (before, place) = (rest[next - 1].1.end, place.clone());
            let message = message!(
                "expected `;` before the operation `{opcode}`, but found `{opcode}`",
                opcode = operand.text()
            );
            let diagnostic = Diagnostic::new(&codes::JOINED, place, message);
            let diagnostic = diagnostic.expected(";", operand.text());
            diagnostics.push(diagnostic.fix(before..before, ";", Confidence::Likely));
        }
        push(std::mem::replace(&mut rest, after), found, diagnostics);
    }
}

/// Finds the beginning of a second operation that no semicolon separates from the first.
fn joined(words: &[(Operand, Range<usize>)]) -> Option<usize> {
    let kind = opcode::kind(words.first()?.0.text())?;
    let least = match kind {
        OperandKind::Flag => 1,
        OperandKind::Any => return None,
        _ => 2,
    };
    let number = matches!(kind, OperandKind::Number(_));
    words.iter().enumerate().skip(least).find_map(|(i, (operand, _))| {
        let Operand::Word(word) = operand else { return None };
        let letter = word.starts_with(|c: char| c.is_ascii_alphabetic());
        // `c4` is more often a move than a comment.
        let known = word.len() > 1 && !word.starts_with('c') || word == "ce";
        (number && letter || known && opcode::kind(word).is_some()).then_some(i)
    })
}

fn push(words: Vec<(Operand, Range<usize>)>, found: &mut List, diagnostics: &mut Diagnostics) {
    let (mut operands, mut places): (Vec<_>, Vec<_>) = words.into_iter().unzip();
    let place = places[0].clone();
    let opcode = match &operands[0] {
        Operand::Word(word) => {
            let word = word.clone();
            operands.remove(0);
            places.remove(0);
            word
        }
        // A string without an opcode is kept under `noop`.
        Operand::Text(_) => "noop".to_owned(),
    };
    let sound = opcode.len() <= 15
        && opcode.starts_with(|c: char| c.is_ascii_alphabetic())
        && opcode.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !sound || places.first() == Some(&place) {
        let what = if sound { "a string" } else { &*opcode };
        diagnostics.push(
            diagnostic!(&codes::INVALID_OPCODE, place.clone(), "expected an opcode of a letter and up to 14 more letters, digits or _, but found {found}", found = if sound { message!("a string").to_value() } else { format!("`{what}`").to_value() })
            .expected("an opcode", what),
        );
    }
    if let Some(first) = found.first.get(&opcode) {
        let message = message!("expected each opcode once, but found `{opcode}` again", opcode);
        let diagnostic = Diagnostic::new(&codes::DUPLICATE, place.clone(), message);
        let diagnostic = diagnostic.expected("", opcode.as_str());
        diagnostics.push(diagnostic.related(first.clone(), message!("first given here")));
    } else {
        found.first.insert(opcode.clone(), place.clone());
    }
    found.list.push(PlacedOperation {
        operation: Operation { opcode, operands },
        place,
        operands: places,
    });
}

/// Returns operations as they stand in a line.
pub(super) fn text_of<'a>(list: impl IntoIterator<Item = &'a Operation>) -> String {
    let mut text = String::new();
    for operation in list {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&operation.opcode);
        let string = opcode::kind(&operation.opcode) == Some(OperandKind::Text);
        for operand in &operation.operands {
            text.push(' ');
            match operand {
                Operand::Word(word) if !string => text.push_str(word),
                Operand::Word(string) | Operand::Text(string) => {
                    text.push('"');
                    text.push_str(&string.replace('"', "\\\"").replace(['\n', '\r'], " "));
                    text.push('"');
                }
            }
        }
        text.push(';');
    }
    text
}
