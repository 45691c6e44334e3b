//! The annotations of a game: `cba`.
//!
//! Source: the description of the format in Morphy (`docs/cbh-format/annotations.md`) and what its
//! readers do.

use std::collections::BTreeMap;

use partie_core::{Comment, CommentPlace, Game, Nag, NodeId, Square};
use partie_formats::{Code, database::codes};

use super::{nations::language, signs, stones::square};
use crate::{files::Part, found::Problems};

/// Number of bytes before the annotations of a game, and before the data of one.
const HEAD: usize = 14;
const ONE: usize = 6;

/// Place among the nodes of a game's own annotations.
const OF_GAME: u32 = 0xff_ffff;

/// Returns the number of bytes of a game's annotations, given their beginning.
pub(super) fn length(head: &[u8]) -> Option<usize> {
    let bytes = head.get(10..HEAD)?;
    Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
        .filter(|n| *n >= HEAD)
}

/// Annotations of one node.
#[derive(Default)]
struct Annotations<'a> {
    nags: Vec<u8>,
    /// Commands for a comment.
    commands: String,
    /// Texts before and after the move, with the numbers of their languages.
    before: Vec<(u8, &'a [u8])>,
    after: Vec<(u8, &'a [u8])>,
}

/// Adds the annotations of a game to its nodes, which are in the order of the data of its moves.
pub(super) fn read(
    data: &[u8],
    (part, offset): (&Part, u64),
    nodes: &[Option<NodeId>],
    game: &mut Game,
    problems: &mut Problems,
) {
    let mut left_out: BTreeMap<(&'static str, &'static str), usize> = BTreeMap::new();
    let mut found: BTreeMap<u32, Annotations<'_>> = BTreeMap::new();
    let mut at = HEAD;
    let mut without_move = 0;
    while at < data.len() {
        let Some(&[high, middle, low, kind, long, short]) = data[at..].first_chunk::<ONE>() else {
            let words =
                format!("{}, byte {}: the annotations end early", part.name, offset + at as u64);
            problems.add(&codes::BROKEN_DATA, words);
            break;
        };
        let length = usize::from(u16::from_be_bytes([long, short]));
        let Some(body) = data.get(at + ONE..at + length).filter(|_| length >= ONE) else {
            let words = format!(
                "{}, byte {}: an annotation of {length} bytes leads beyond their end",
                part.name,
                offset + at as u64
            );
            problems.add(&codes::BROKEN_DATA, words);
            break;
        };
        at += length;
        let number = u32::from_be_bytes([0, high, middle, low]);
        let is_known = number == OF_GAME || nodes.get(number as usize).copied().flatten().is_some();
        if !is_known {
            without_move += 1;
            continue;
        }
        // The start comes first, then the moves.
        let here = found.entry(if number == OF_GAME { 0 } else { number + 1 }).or_default();
        if let Some(kind) = here.add(kind, body, game) {
            *left_out.entry(kind).or_default() += 1;
        }
    }
    if without_move > 0 {
        let words = format!(
            "{}, byte {offset}: {without_move} annotations belong to moves that were not read",
            part.name
        );
        problems.add(&codes::BROKEN_DATA, words);
    }
    for ((code, kind), number) in left_out {
        let code: &'static Code = match code {
            "media" => &codes::MEDIA,
            "training" => &codes::TRAINING,
            _ => &codes::OTHER_ANNOTATION,
        };
        problems.add(code, format!("{}, byte {offset}: {kind} left out: {number}", part.name));
    }
    let texts = || found.values().flat_map(|here| here.before.iter().chain(&here.after));
    let charset = signs::charset(texts().map(|(_, text)| *text));
    let mut languages: Vec<u8> =
        texts().map(|(language, _)| *language).filter(|n| *n > 0).collect();
    languages.sort_unstable();
    languages.dedup();
    let names: Vec<_> = languages.iter().filter_map(|number| language(*number)).collect();
    if !names.is_empty() {
        game.tags.push("CommentLanguage", names.join(", "));
    }
    let lines = texts().filter(|(_, text)| text.trim_ascii().contains(&b'\n')).count();
    if lines > 0 {
        let words = format!(
            "{}, byte {offset}: line ends in comments, written as spaces: {lines}",
            part.name
        );
        problems.add(&codes::LINE_ENDS, words);
    }
    // Where there is one language, each comment is in it.
    let is_marked = languages.len() > 1;
    let decoded = |(number, text): &(u8, &[u8])| {
        let text = signs::decode(text, charset);
        let name = language(*number).filter(|_| is_marked && *number > 0);
        name.map_or_else(|| text.clone(), |name| format!("[%lang {name}] {text}"))
    };
    for (number, here) in &found {
        let node = match number.checked_sub(1) {
            None => NodeId::ROOT,
            Some(number) => match nodes[number as usize] {
                Some(node) => node,
                None => continue,
            },
        };
        let annotations = game.tree.annotations_mut(node);
        for nag in &here.nags {
            annotations.add_nag(Nag(*nag));
        }
        let texts = here.before.iter().map(|text| (text, CommentPlace::Before));
        let texts = texts.chain(here.after.iter().map(|text| (text, CommentPlace::After)));
        let mut commands = here.commands.as_str();
        for (text, place) in texts {
            let place = if node == NodeId::ROOT { CommentPlace::After } else { place };
            let mut text = decoded(text);
            if place == CommentPlace::After && !commands.is_empty() {
                text = format!("{commands} {text}");
                commands = "";
            }
            if !text.is_empty() {
                annotations.comments.push(Comment { text, place });
            }
        }
        if !commands.is_empty() {
            annotations.comments.push(Comment::after(commands));
        }
    }
}

impl<'a> Annotations<'a> {
    /// Adds an annotation. Returns the kind of one that is left out: its group and its name.
    fn add(
        &mut self,
        kind: u8,
        body: &'a [u8],
        game: &mut Game,
    ) -> Option<(&'static str, &'static str)> {
        let done = match kind {
            0x02 | 0x82 => body.split_at_checked(2).map(|(head, text)| {
                let texts = if kind == 0x02 { &mut self.after } else { &mut self.before };
                texts.push((head[1], text));
            }),
            0x03 => {
                self.nags.extend(body.iter().filter(|nag| **nag != 0));
                Some(())
            }
            0x04 => self.marks("csl", body.chunks_exact(2)),
            0x05 => self.marks("cal", body.chunks_exact(3)),
            0x07 => body.first_chunk::<3>().map(|[hours, minutes, seconds]| {
                self.command("emt", &format!("{hours}:{minutes:02}:{seconds:02}"));
            }),
            0x16 | 0x17 => number(body, 0).map(|hundredths| {
                let seconds = hundredths / 100;
                let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
                self.command("clk", &format!("{hours}:{minutes:02}:{:02}", seconds % 60));
            }),
            0x18 => {
                let kinds = ["opening", "middlegame", "endgame"];
                let kind =
                    body.first().and_then(|kind| kinds.get(usize::from(*kind).wrapping_sub(1)));
                kind.map(|kind| self.command("crit", kind))
            }
            0x1c => self.link(body),
            0x21 => self.evaluation(body),
            0x22 => number(body, 0).map(|medals| self.command("mdl", &medals.to_string())),
            0x24 => time_control(body).map(|control| {
                if game.tags.get("TimeControl").is_none() {
                    game.tags.push("TimeControl", control);
                }
            }),
            _ => None,
        };
        match done {
            Some(()) => None,
            None => Some(match kind {
                0x10 => ("media", "sounds"),
                0x11 => ("media", "pictures"),
                0x20 => ("media", "films"),
                0x25 => ("media", "times in a film"),
                0x09 => ("training", "training questions"),
                0x13 => ("other", "quotations of other games"),
                0x14 => ("other", "pawn structures"),
                0x15 => ("other", "paths of pieces"),
                0x19 | 0x61 => ("other", "data of correspondence chess"),
                0x23 => ("other", "colours of variations"),
                0x02..=0x07 | 0x16..=0x18 | 0x1c | 0x21 | 0x22 | 0x24 | 0x82 => {
                    ("other", "damaged annotations")
                }
                0x26 => ("other", "annotations of the unknown kind 0x26"),
                _ => ("other", "annotations of unknown kinds"),
            }),
        }
    }

    fn command(&mut self, name: &str, value: &str) {
        self.commands += &format!("[%{name} {value}]");
    }

    /// Adds coloured squares, or arrows between two.
    fn marks(&mut self, name: &str, marks: std::slice::ChunksExact<'_, u8>) -> Option<()> {
        let mut all = Vec::new();
        for mark in marks {
            let (colour, squares) = mark.split_first()?;
            let colour = match colour {
                2 => 'G',
                3 => 'Y',
                4 => 'R',
                _ => return None,
            };
            let squares: Option<Vec<Square>> =
                squares.iter().map(|number| square(number.checked_sub(1)?)).collect();
            all.push(
                squares?.iter().fold(colour.to_string(), |all, square| all + &square.to_string()),
            );
        }
        self.command(name, &all.join(","));
        Some(())
    }

    /// Adds an engine's evaluation: hundredths of a pawn or moves to mate, its kind, and the depth.
    fn evaluation(&mut self, body: &[u8]) -> Option<()> {
        let &[value_low, value_high, kind, _, depth_low, depth_high] = body.first_chunk::<6>()?;
        let value = i32::from(i16::from_le_bytes([value_low, value_high]));
        let depth = i16::from_le_bytes([depth_low, depth_high]);
        let depth = if depth > 0 { format!(",{depth}") } else { String::new() };
        let sign = if value < 0 { "-" } else { "" };
        let value = match kind {
            0 => format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100),
            1 => format!("#{value}"),
            _ => return None,
        };
        self.command("eval", &(value + &depth));
        Some(())
    }

    /// Adds an address and its title, as text of any language.
    fn link(&mut self, body: &'a [u8]) -> Option<()> {
        let (length, rest) = body.get(2..)?.split_first()?;
        let (address, rest) = rest.split_at_checked(usize::from(*length))?;
        let (length, rest) = rest.split_first()?;
        let title = rest.get(..usize::from(*length))?;
        for text in [title, address] {
            if !text.is_empty() {
                self.after.push((0, text));
            }
        }
        Some(())
    }
}

/// A number of four bytes, the high one first.
fn number(body: &[u8], at: usize) -> Option<u32> {
    let bytes = body.get(at..at + 4)?;
    Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// Writes a time control as PGN: up to three periods of a time, an increment (both in hundredths of a
/// second) and a number of moves, which is 1000 in the last one.
fn time_control(body: &[u8]) -> Option<String> {
    let mut periods = Vec::new();
    for period in body.chunks_exact(11).take(3) {
        let (time, increment) = (number(period, 0)? / 100, number(period, 4)? / 100);
        let moves = u16::from_be_bytes([period[8], period[9]]);
        if time == 0 && increment == 0 {
            continue;
        }
        let mut text = if (1..1000).contains(&moves) { format!("{moves}/") } else { String::new() };
        text += &time.to_string();
        if increment > 0 {
            text += &format!("+{increment}");
        }
        periods.push(text);
        if moves >= 1000 {
            break;
        }
    }
    (!periods.is_empty()).then(|| periods.join(":"))
}
