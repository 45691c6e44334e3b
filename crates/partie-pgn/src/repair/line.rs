//! Repair by the fixes that diagnostics themselves propose: FEN, EPD and BPGN.

use super::{
    change::{Change, RepairOptions, Repaired, re_encoded},
    edit::{Edit, apply, compatible, harmless, insertions, takes},
};
use crate::bpgn;
use partie_formats::{Format, Limits, Parsed, ReadOptions, decode, epd, fen};

/// Greatest number of times that a text is read again. Each round fixes what the one before
/// uncovered.
const ROUNDS: usize = 64;

pub(super) fn repair(
    format: Format,
    bytes: &[u8],
    options: RepairOptions,
    read: &ReadOptions,
) -> Repaired {
    // All diagnostics count here, however many.
    let limits = Limits { diagnostics: usize::MAX, ..read.limits };
    let read = &read.clone().limits(limits);
    let parse = |text: &str| match format {
        Format::Fen => fen::parse(text.as_bytes(), read),
        Format::Epd => epd::parse(text.as_bytes(), read),
        _ => bpgn::parse(text.as_bytes(), read),
    };
    let decoded = decode::decode(bytes, read.encoding.as_deref());
    let mut text = decoded.text.clone().into_owned();
    let mut changes: Vec<Change> = re_encoded(bytes, &decoded).into_iter().collect();
    let mut maps = Vec::new();
    let mut now = parse(&text);
    for _ in 0..ROUNDS {
        let wanted = edits(&now, options);
        // A fix says what was read, so the game must stay what it is.
        let before = insertions(&wanted);
        let made = harmless(compatible(wanted, &text), |some| {
            let (after, map) = apply(&text, some);
            let next = parse(&after);
            let good = next.value.final_boards() == now.value.final_boards()
                && takes(some, &before, &edits(&next, options));
            good.then_some((after, map, next))
        });
        let Some((edits, (after, map, next))) = made else { break };
        maps.push(map);
        changes.extend(edits.into_iter().map(|e| {
            let back = |offset| {
                let offset = maps.iter().rev().skip(1).fold(offset, |at, m| m.back(at));
                decoded.byte_offset(offset).min(bytes.len())
            };
            Change {
                span: back(e.span.start)..back(e.span.end),
                before: text[e.span].to_owned(),
                after: e.replacement,
                code: e.code,
                confidence: e.confidence,
                ply: e.ply,
                guess: None,
            }
        }));
        text = after;
        now = next;
    }
    let left = now.diagnostics;
    Repaired { changes, ..Repaired::unchanged(text, left) }
}

fn edits<T>(parsed: &Parsed<T>, options: RepairOptions) -> Vec<Edit> {
    parsed
        .diagnostics
        .iter()
        .filter_map(|d| {
            let fix = d.fix.as_ref().filter(|f| f.confidence <= options.level)?;
            let edit = Edit::new(d.code, fix.span.clone(), &fix.replacement, fix.confidence);
            Some(edit.at_ply(d.ply))
        })
        .collect()
}
