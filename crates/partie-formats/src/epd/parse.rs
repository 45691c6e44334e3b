//! A line of EPD to its position and operations.

use std::{io, ops::Range};

use partie_core::{Game, Ply, Position, moves::san};

use super::{Epd, Operand, Operation, codes};
use crate::{
    Confidence, Diagnostic, Format, Parsed, ReadOptions, decode, fen,
    lines::{self, Records},
};

/// Opcodes whose operands are moves of the position.
const MOVES: [&str; 4] = ["bm", "am", "sm", "rc"];
/// Opcodes with one whole number.
const NUMBERS: [&str; 7] = ["acd", "acn", "acs", "ce", "dm", "fmvn", "hmvc"];

/// Reads one line as a game of no moves.
#[must_use]
pub fn parse(line: &[u8], options: &ReadOptions) -> Parsed<Game> {
    parse_record(line, options).map(|epd| epd.to_game())
}

/// Reads one line. Spans are in bytes of it.
///
/// ```
/// use partie_formats::{ReadOptions, epd};
/// let line = b"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";";
/// let epd = epd::parse_record(line, &ReadOptions::default()).value;
/// assert_eq!(epd.operation("id").expect("an id").operands[0].text(), "castle");
/// assert_eq!(epd::record(&epd, &Default::default()), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";");
/// ```
#[must_use]
pub fn parse_record(line: &[u8], options: &ReadOptions) -> Parsed<Epd> {
    let decoded = decode::decode(line, options.encoding.as_deref());
    let text = &*decoded.text;
    let mut out = Vec::new();
    let (fields, behind) = fields(text);
    let six = fields.len() == 6;
    let position_end = fields.last().map_or(0, |f| f.end);
    // A FEN of four fields lacks its counters; in EPD that is as it should be.
    let head = &text[..position_end];
    let full = if six { head.to_owned() } else { format!("{head} 0 1") };
    let parsed = fen::parse_position(&full, options.variant);
    for mut d in parsed.diagnostics {
        d.span = d.span.start.min(position_end)..d.span.end.min(position_end);
        if let Some(fix) = &mut d.fix {
            fix.span = fix.span.start.min(position_end)..fix.span.end.min(position_end);
        }
        out.push(d);
    }
    let mut position = parsed.value;
    let rest = &text[behind..];
    if six && !rest.trim_start().starts_with(';') && !rest.trim().is_empty() {
        let span = fields[4].start..fields[5].end;
        out.push(Diagnostic::new(
            &codes::SIX_FIELDS,
            span,
            "expected an operation, but found the counters of a FEN",
        ));
    }
    let found = operations(text, behind, &mut out);
    if rest.trim_start().starts_with(';') && !found.is_empty() {
        out.retain(|d| d.code != &codes::MISSING_SEMICOLON);
        let at = behind + rest.find(';').unwrap_or(0);
        out.push(Diagnostic::new(
            &codes::PERFT,
            at..at + 1,
            "the counts of a perft suite stand here",
        ));
    }
    check(&found, &position, &mut out);
    position = with_counters(position, &found);
    let operations = found.into_iter().map(|(operation, _)| operation).collect();
    for d in &mut out {
        d.span = decoded.byte_offset(d.span.start)..decoded.byte_offset(d.span.end);
        if let Some(fix) = &mut d.fix {
            fix.span = decoded.byte_offset(fix.span.start)..decoded.byte_offset(fix.span.end);
        }
    }
    out.sort_by_key(|d| d.span.start);
    Parsed { value: Epd { position, operations }, diagnostics: out }
}

/// Reads a stream of EPD, one record a line. Empty lines and lines that begin with `#`
/// or `%` are passed over.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Epd, options, lines::is_empty_or_remark, parse)
}

/// The fields of the position (four, or six if two numbers follow), and where the
/// operations begin.
fn fields(text: &str) -> (Vec<Range<usize>>, usize) {
    let mut fields: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while fields.len() < 6 {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start().len());
        let word =
            text[start..].split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
        if word.is_empty() {
            break;
        }
        let counter = fields.len() >= 4;
        let number = word == "-" || word.bytes().all(|b| b.is_ascii_digit());
        if counter && !number {
            break;
        }
        fields.push(start..start + word.len());
        at = start + word.len();
    }
    if fields.len() == 5 {
        fields.pop();
    }
    let behind = fields.last().map_or(0, |f| f.end);
    (fields, behind)
}

/// The operations of a text alone.
pub(super) fn operations_of(text: &str) -> Vec<Operation> {
    operations(text, 0, &mut Vec::new()).into_iter().map(|(operation, _)| operation).collect()
}

fn operations(
    text: &str,
    from: usize,
    out: &mut Vec<Diagnostic>,
) -> Vec<(Operation, Vec<Range<usize>>)> {
    let mut found = Vec::new();
    let mut words: Vec<(Operand, Range<usize>)> = Vec::new();
    let mut chars = text[from..].char_indices().map(|(i, c)| (from + i, c)).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            ';' => flush(&mut words, &mut found, out),
            '"' => {
                let start = at + 1;
                let end = text[start..].find('"').map(|i| start + i);
                let stop =
                    end.unwrap_or_else(|| text.trim_end().trim_end_matches(';').len().max(start));
                if end.is_none() {
                    out.push(
                        Diagnostic::new(
                            &codes::OPEN_STRING,
                            at..stop,
                            "expected a closing quote before the end of the line",
                        )
                        .fix(stop..stop, "\"", Confidence::Safe),
                    );
                }
                if stop - start > 255 {
                    let message =
                        format!("expected fewer than 256 bytes, but found {}", stop - start);
                    out.push(Diagnostic::new(&codes::LONG_STRING, start..stop, message));
                }
                words.push((
                    Operand::Text(text[start..stop].to_owned()),
                    at..stop + usize::from(end.is_some()),
                ));
                while chars.next_if(|(i, _)| *i <= stop && (end.is_some() || *i < stop)).is_some() {
                }
            }
            c if c.is_whitespace() => {}
            _ => {
                let end = text[at..]
                    .find(|c: char| c.is_whitespace() || c == ';' || c == '"')
                    .map_or(text.len(), |i| at + i);
                words.push((Operand::Word(text[at..end].to_owned()), at..end));
                while chars.next_if(|(i, _)| *i < end).is_some() {}
            }
        }
    }
    if let Some((_, last)) = words.last() {
        let end = last.end;
        out.push(
            Diagnostic::new(
                &codes::MISSING_SEMICOLON,
                end..end,
                "expected `;` behind the last operation",
            )
            .fix(end..end, ";", Confidence::Safe),
        );
        flush(&mut words, &mut found, out);
    }
    found
}

/// Makes the words gathered so far an operation.
fn flush(
    words: &mut Vec<(Operand, Range<usize>)>,
    found: &mut Vec<(Operation, Vec<Range<usize>>)>,
    out: &mut Vec<Diagnostic>,
) {
    if words.is_empty() {
        return;
    }
    let mut words = std::mem::take(words);
    let (first, place) = words.remove(0);
    let opcode = first.text().to_owned();
    // `acn 1028 acd`: an opcode stands where the semicolon should.
    if NUMBERS.contains(&opcode.as_str())
        && words.len() >= 2
        && words[1].0.text().starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let tail: Vec<_> = words.drain(1..).collect();
        let at = tail[0].1.start;
        out.push(
            Diagnostic::new(
                &codes::JOINED,
                at..tail[0].1.end,
                format!("expected `;` before `{}`", tail[0].0.text()),
            )
            .fix(at..at, "; ", Confidence::Likely),
        );
        add(opcode, place, words, found, out);
        let mut tail = tail;
        flush(&mut tail, found, out);
        return;
    }
    add(opcode, place, words, found, out);
}

fn add(
    opcode: String,
    place: Range<usize>,
    words: Vec<(Operand, Range<usize>)>,
    found: &mut Vec<(Operation, Vec<Range<usize>>)>,
    out: &mut Vec<Diagnostic>,
) {
    let sound = opcode.len() <= 15
        && opcode.starts_with(|c: char| c.is_ascii_alphabetic())
        && opcode.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !sound {
        out.push(Diagnostic::new(
            &codes::ODD_OPCODE,
            place.clone(),
            format!("expected an opcode, but found `{opcode}`"),
        ));
    }
    if let Some((_, first)) = found.iter().find(|(o, _)| o.opcode == opcode) {
        let mut d = Diagnostic::new(
            &codes::DUPLICATE,
            place.clone(),
            format!("the opcode {opcode} was there already"),
        );
        if let Some(span) = first.first() {
            d = d.related(span.clone(), "first given here");
        }
        out.push(d);
    }
    let mut places = vec![place];
    places.extend(words.iter().map(|(_, p)| p.clone()));
    let operands = words.into_iter().map(|(w, _)| w).collect();
    found.push((Operation { opcode, operands }, places));
}

/// Looks at the operands of known opcodes.
fn check(found: &[(Operation, Vec<Range<usize>>)], position: &Position, out: &mut Vec<Diagnostic>) {
    for (operation, places) in found {
        let opcode = operation.opcode.as_str();
        let moves = MOVES.contains(&opcode);
        if moves || opcode == "pv" || opcode == "pm" {
            if operation.operands.is_empty() && opcode != "pv" {
                out.push(Diagnostic::new(
                    &codes::OPERANDS,
                    places[0].clone(),
                    format!("expected a move behind {opcode}"),
                ));
            }
            let mut at = position.clone();
            for (operand, place) in operation.operands.iter().zip(&places[1..]) {
                let text = operand.text();
                match san::read(&at, text) {
                    Ok(reading) => {
                        let clean = san::write(&at, reading.ply);
                        if !reading.quirks.is_empty() && clean != text {
                            out.push(
                                Diagnostic::new(
                                    &codes::NOT_SAN,
                                    place.clone(),
                                    format!("expected `{clean}`, but found `{text}`"),
                                )
                                .expected(clean.clone(), text)
                                .fix(
                                    place.clone(),
                                    clean,
                                    Confidence::Safe,
                                ),
                            );
                        }
                        if opcode == "pv" && at.play(reading.ply).is_err() {
                            break;
                        }
                    }
                    Err(error) => {
                        out.push(
                            Diagnostic::new(
                                &codes::BAD_MOVE,
                                place.clone(),
                                format!("`{text}` behind {opcode}: {error}"),
                            )
                            .expected("a legal move", text),
                        );
                        if opcode == "pv" {
                            break;
                        }
                    }
                }
            }
        } else if NUMBERS.contains(&opcode) {
            match operation.operands.as_slice() {
                [one] if one.text().parse::<i64>().is_err() => {
                    let message = format!(
                        "expected a whole number behind {opcode}, but found `{}`",
                        one.text()
                    );
                    out.push(
                        Diagnostic::new(&codes::BAD_NUMBER, places[1].clone(), message)
                            .expected("a whole number", one.text()),
                    );
                }
                // `acd ;` stands in many suites for "not known".
                [] | [_] => {}
                _ => {
                    let message = format!(
                        "expected one operand behind {opcode}, but found {}",
                        operation.operands.len()
                    );
                    out.push(Diagnostic::new(&codes::OPERANDS, places[0].clone(), message));
                }
            }
        }
    }
}

/// `hmvc` and `fmvn` are the counters of the position.
fn with_counters(position: Position, found: &[(Operation, Vec<Range<usize>>)]) -> Position {
    let number = |opcode: &str| {
        let (operation, _) = found.iter().find(|(o, _)| o.opcode == opcode)?;
        operation.operands.first()?.text().parse::<u32>().ok()
    };
    let (half, full) = (number("hmvc"), number("fmvn"));
    if half.is_none() && full.is_none() {
        return position;
    }
    let mut setup = position.setup();
    if let Some(half) = half {
        setup.halfmoves = half;
    }
    if let Some(full) = full.and_then(std::num::NonZeroU32::new) {
        setup.fullmoves = full;
    }
    let mode = position.castling_mode();
    Position::from_setup_with(position.variant(), setup, mode).0
}

/// A move in an operand, in SAN or another spelling.
#[must_use]
pub(super) fn operand_move(position: &Position, text: &str) -> Option<Ply> {
    san::read(position, text).ok().map(|r| r.ply)
}
