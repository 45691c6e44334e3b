//! Writing PGN in export format (PGN standard 1994, section 8).

use std::io;

use partie_core::{
    Boards, Color, CommentPlace, Game, NodeId, Notation, Position, Tags, Tree, Variant,
    annotation::commands, tags::ROSTER,
};

use super::tags::{escape, mend_date};
use crate::{Loss, Lossy, WriteOptions, fen};

/// Writes one game and the empty line behind it.
///
/// # Errors
///
/// When the output fails. What PGN cannot carry is in the [`Lossy`].
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let lost = losses(game, options);
    if matches!(game.start, Boards::Two(_)) {
        return Ok(Lossy { value: (), lost });
    }
    let mut text = String::with_capacity(1024);
    write_tags(game, options, &mut text);
    text.push('\n');
    let mut line = Filler { out: &mut text, column: 0, width: options.width, held: String::new() };
    write_moves(game, options, &mut line);
    line.word(game.outcome.as_pgn());
    line.flush();
    text.push_str("\n\n");
    out.write_all(text.as_bytes())?;
    Ok(Lossy { value: (), lost })
}

/// What of a game PGN cannot carry, or the options leave out.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    let mut lost = Vec::new();
    if matches!(game.start, Boards::Two(_)) {
        lost.push(Loss::new("a bughouse game (write it as BPGN)"));
        return lost;
    }
    let nodes = || all_nodes(&game.tree);
    let brace =
        nodes().any(|n| game.tree.annotations(n).comments.iter().any(|c| c.text.contains('}')));
    if brace && !options.strip.comments {
        lost.push(Loss::new("closing braces in comments, written as parentheses"));
    }
    lost
}

fn all_nodes(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    let mut stack = vec![NodeId::ROOT];
    std::iter::from_fn(move || {
        let node = stack.pop()?;
        stack.extend(tree.children(node));
        Some(node)
    })
}

// ---- tags

fn write_tags(game: &Game, options: &WriteOptions, out: &mut String) {
    let mut tags = game.tags.clone();
    for name in ROSTER {
        let default = match name {
            "Date" => "????.??.??",
            "Result" => game.outcome.as_pgn(),
            _ => "?",
        };
        tags.add(name, default);
    }
    if tags.get("Result") != Some(game.outcome.as_pgn()) {
        tags.set("Result", game.outcome.as_pgn());
    }
    add_start(game, options, &mut tags);
    for (name, value) in tags.in_export_order() {
        let needed = ROSTER.contains(&name) || matches!(name, "FEN" | "SetUp" | "Variant");
        if needed || !options.strip.tags {
            out.push('[');
            out.push_str(name);
            out.push_str(" \"");
            // A date whose order is certain is written as the standard has it.
            let mended = if name.ends_with("Date") { mend_date(value) } else { None };
            out.push_str(&escape(mended.as_deref().unwrap_or(value)));
            out.push_str("\"]\n");
        }
    }
}

/// FEN, `SetUp` and Variant, where the game cannot be read without them.
fn add_start(game: &Game, options: &WriteOptions, tags: &mut Tags) {
    let start = game.start.first();
    // A FEN that gives no playable position stays as the record gave it.
    let as_given = start.problem().is_some() && tags.get("FEN").is_some();
    if !as_given && *start != Position::start(game.variant) {
        let given = tags.get("FEN").map(|t| fen::parse_position(t, Some(game.variant)).value);
        if given.as_ref() != Some(start) {
            tags.set("FEN", fen::position(start, options));
        }
        tags.add("SetUp", "1");
    }
    let orthodox = matches!(game.variant, Variant::Standard | Variant::FromPosition);
    let named = tags.get("Variant").and_then(Variant::from_name);
    if !orthodox && named != Some(game.variant) {
        tags.set("Variant", game.variant.name());
    }
}

// ---- movetext

/// Fills lines with words up to a width.
struct Filler<'a> {
    out: &'a mut String,
    column: usize,
    width: usize,
    /// The last word, which a closing parenthesis may still join.
    held: String,
}

impl Filler<'_> {
    /// A word that must not be broken, behind a blank or on a new line.
    fn word(&mut self, word: &str) {
        self.flush();
        self.held.push_str(word);
    }

    /// A closing parenthesis, on the word before.
    fn close(&mut self) {
        self.held.push(')');
    }

    fn flush(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let length = self.held.chars().count();
        if self.column > 0 {
            if self.width > 0 && self.column + 1 + length > self.width {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.push_str(&self.held);
        self.column += length;
        self.held.clear();
    }

    /// A text that may be broken at single blanks: a line end there reads as a blank again.
    fn text(&mut self, text: &str) {
        let mut start = 0;
        let mut command = false;
        let bytes = text.as_bytes();
        for (i, b) in bytes.iter().enumerate() {
            // A command such as [%clk 0:05:00] stays on one line, unless it is very long.
            if bytes[i..].starts_with(b"[%") {
                command = true;
            } else if *b == b']' {
                command = false;
            }
            let lone = *b == b' '
                && !(command && i - start < 60)
                && i > 0
                && bytes[i - 1] != b' '
                && bytes.get(i + 1).is_some_and(|next| *next != b' ');
            // A line must not begin like an escaped line or a tag.
            if lone
                && !text[i + 1..].starts_with('%')
                && (!text[i + 1..].starts_with('[') || text[i + 1..].starts_with("[%"))
            {
                self.word(&text[start..i]);
                start = i + 1;
            }
        }
        self.word(&text[start..]);
    }
}

/// A step of the walk over the tree.
enum Step {
    /// A move and what follows it. The flag: Black's number must be written.
    Line {
        node: NodeId,
        position: Box<Position>,
        number: bool,
    },
    Open {
        node: NodeId,
        position: Box<Position>,
    },
    Close,
    /// What stands after the variations where a line ends.
    End(NodeId),
}

fn write_moves(game: &Game, options: &WriteOptions, line: &mut Filler<'_>) {
    let tree = &game.tree;
    let language = match options.notation {
        Notation::San(language) => Some(language),
        _ => None,
    };
    let mut commented = write_comments(tree, NodeId::ROOT, CommentPlace::After, options, line);
    commented |= write_comments(tree, NodeId::ROOT, CommentPlace::Last, options, line);
    let mut stack = Vec::new();
    if let Some(first) = tree.next(NodeId::ROOT) {
        let position = Box::new(game.start.first().clone());
        stack.push(Step::Line { node: first, position, number: commented });
    }
    let mut prefix = String::new();
    while let Some(step) = stack.pop() {
        match step {
            Step::Open { node, position } => {
                prefix.push('(');
                stack.push(Step::Line { node, position, number: true });
            }
            Step::Close => {
                line.close();
            }
            Step::End(node) => {
                write_comments(tree, node, CommentPlace::Last, options, line);
            }
            Step::Line { node, position, number } => {
                let Some(ply) = tree.ply(node) else { continue };
                let mut number = number || tree.parent(node) == Some(NodeId::ROOT);
                if comments(tree, node, CommentPlace::Before, options).next().is_some() {
                    let glue = std::mem::take(&mut prefix);
                    write_comments_with(tree, node, CommentPlace::Before, options, line, &glue);
                    number = true;
                }
                let white = position.turn() == Color::White;
                if white || number {
                    let dots = if white { "." } else { "..." };
                    let word = format!("{prefix}{}{dots}", position.fullmoves());
                    prefix.clear();
                    line.word(&word);
                }
                let word = match language {
                    Some(language) => partie_core::moves::san::write_in(&position, ply, language),
                    None => options.notation.write(&position, ply),
                };
                line.word(&word);
                if !options.strip.nags {
                    for nag in &tree.annotations(node).nags {
                        line.word(&format!("${}", nag.0));
                    }
                }
                let commented = write_comments(tree, node, CommentPlace::After, options, line);
                let mut after = position.clone();
                if after.play(ply).is_err() {
                    continue;
                }
                let next = tree.next(node);
                // Variations on this move hang from its parent, behind the first child.
                let parent = tree.parent(node);
                let first = parent.and_then(|p| tree.next(p)) == Some(node);
                let siblings: Vec<NodeId> = match parent {
                    Some(parent) if first && !options.strip.variations => {
                        tree.children(parent).skip(1).collect()
                    }
                    _ => Vec::new(),
                };
                let number_again = commented || !siblings.is_empty();
                match next {
                    Some(next) => {
                        stack.push(Step::Line {
                            node: next,
                            position: after,
                            number: number_again,
                        });
                    }
                    None => stack.push(Step::End(node)),
                }
                for sibling in siblings.into_iter().rev() {
                    stack.push(Step::Close);
                    stack.push(Step::Open { node: sibling, position: position.clone() });
                }
            }
        }
    }
    if let Some(unread) = &game.unread {
        let text = format!(
            "{{Not read: {}}}",
            unread
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .replace('{', "(")
                .replace('}', ")")
        );
        line.text(&text);
    }
}

/// The comments of a place, stripped as the options want; empty ones that only
/// stripping made so are left out.
fn comments<'a>(
    tree: &'a Tree,
    node: NodeId,
    place: CommentPlace,
    options: &'a WriteOptions,
) -> impl Iterator<Item = String> + 'a {
    tree.annotations(node)
        .comments
        .iter()
        .filter(move |c| c.place == place)
        .filter_map(move |c| stripped(&c.text, options))
}

/// A comment's text without what the options strip; `None` if nothing is left of it.
pub(crate) fn stripped(text: &str, options: &WriteOptions) -> Option<String> {
    let strip = options.strip;
    if !strip.comments && !strip.clocks && !strip.evals {
        return Some(text.to_owned());
    }
    let mut kept = String::new();
    let mut words = String::new();
    let mut at = 0;
    let mut removed = false;
    for command in commands(text) {
        words.push_str(&text[at..command.span.start]);
        at = command.span.end;
        let drop = match command.name {
            "clk" | "egt" | "emt" | "mct" => strip.clocks,
            "eval" | "evp" => strip.evals,
            _ => false,
        };
        if drop {
            removed = true;
        } else if strip.comments {
            kept.push_str(&text[command.span.clone()]);
            kept.push(' ');
        } else {
            words.push_str(&text[command.span.clone()]);
        }
    }
    words.push_str(&text[at..]);
    let result = if strip.comments {
        kept.trim_end().to_owned()
    } else if removed {
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    (!result.is_empty() || (!strip.comments && !removed)).then_some(result)
}

fn write_comments(
    tree: &Tree,
    node: NodeId,
    place: CommentPlace,
    options: &WriteOptions,
    line: &mut Filler<'_>,
) -> bool {
    write_comments_with(tree, node, place, options, line, "")
}

fn write_comments_with(
    tree: &Tree,
    node: NodeId,
    place: CommentPlace,
    options: &WriteOptions,
    line: &mut Filler<'_>,
    prefix: &str,
) -> bool {
    let mut prefix = prefix;
    let mut any = false;
    for text in comments(tree, node, place, options) {
        let text = text.replace('}', ")");
        line.text(&format!("{prefix}{{{text}}}"));
        prefix = "";
        any = true;
    }
    any
}
