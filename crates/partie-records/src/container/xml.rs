//! Records in XML with an element for each move, or with elements that hold whole games.
//!
//! Elements separate words: `<move><white>e4</white><black>e5</black></move>` is two moves. Elements
//! and attributes of a `game` with the names of tags are tags, if the game has moves. Of a move
//! that stands in several notations, the first is read and the others become comments.

use std::ops::Range;

use super::{
    html::{self, BLOCKS, HIDDEN},
    keys, moves,
    unpacked::Unpacking,
};
use crate::detect;

/// Elements that hold moves, in lower case.
const MOVES: [&[u8]; 12] = [
    b"move",
    b"moves",
    b"movetext",
    b"ply",
    b"plies",
    b"m",
    b"halfmove",
    b"half-move",
    b"san",
    b"turn",
    b"pgn",
    b"notation",
];

/// Elements that hold one game.
const GAMES: [&[u8]; 2] = [b"game", b"chessgame"];

/// Attributes of an element for moves that hold both moves of a number.
const PAIR: [&[u8]; 4] = [b"white", b"w", b"black", b"b"];

/// Attributes that hold one move, the preferred notation first.
const MOVE: [&[u8]; 7] = [b"san", b"move", b"notation", b"lan", b"uci", b"value", b"text"];

/// Elements after a move that are not moves.
const REMARKS: [&[u8]; 9] =
    [b"comment", b"annotation", b"note", b"remark", b"clock", b"time", b"fen", b"eval", b"score"];

/// Returns true if a text is XML that is not a web page, and has a declaration or elements for moves.
pub(super) fn is_xml(text: &[u8]) -> bool {
    /// Length of the declaration and other text before the first element.
    const NEAR: usize = 1 << 10;
    let near = text[..text.len().min(NEAR)].to_ascii_lowercase();
    if near.starts_with(b"<?xml") {
        return memchr::memmem::find(&near, b"<html").is_none();
    }
    let Some((first, _)) = name(text) else { return false };
    let is_of_pages = BLOCKS.contains(&&first[..])
        || HIDDEN.contains(&&first[..])
        || matches!(&first[..], b"html" | b"body" | b"b" | b"i" | b"a" | b"span" | b"font");
    !is_of_pages
        && memchr::memchr_iter(b'<', text)
            .any(|at| name(&text[at..]).is_some_and(|(name, _)| MOVES.contains(&&name[..])))
}

/// Returns the local name of an element in lower case, and whether its tag closes it.
fn name(tag: &[u8]) -> Option<(Vec<u8>, bool)> {
    let name = tag.strip_prefix(b"<")?;
    let (closes, name) = name.strip_prefix(b"/").map_or((false, name), |name| (true, name));
    let is_part = |b: &&u8| b.is_ascii_alphanumeric() || b"-_:".contains(b);
    let name = &name[..name.iter().take_while(is_part).count()];
    let local = name.rsplit(|b| *b == b':').next().unwrap_or_default();
    let is_name = local.first().is_some_and(u8::is_ascii_alphabetic);
    is_name.then(|| (local.to_ascii_lowercase(), closes))
}

/// Adds the text of a document.
pub(super) fn unpack<'a>(source: &'a [u8], out: &mut Unpacking<'a>) {
    let game = out.length();
    Document { source, out, game, has_moves: false, moves_began: false, has_san: false }.unpack();
}

/// A document that is being unpacked.
struct Document<'a, 'o> {
    source: &'a [u8],
    out: &'o mut Unpacking<'a>,
    /// Start of the open game in the unpacked text.
    game: usize,
    /// True in an element for a game that has moves.
    has_moves: bool,
    /// True once an element for moves has begun in the open game.
    moves_began: bool,
    /// True once a move in SAN was read in the open game.
    has_san: bool,
}

impl Document<'_, '_> {
    fn unpack(&mut self) {
        let mut at = 0;
        while at < self.source.len() {
            let next = memchr::memchr(b'<', &self.source[at..]);
            let next = next.map_or(self.source.len(), |i| at + i);
            html::text(self.source, at..next, self.out);
            at = next;
            let rest = &self.source[at..];
            if rest.is_empty() {
                return;
            }
            let until =
                |end: &[u8]| memchr::memmem::find(rest, end).map_or(rest.len(), |i| i + end.len());
            if rest.starts_with(b"<!--") {
                at += until(b"-->");
            } else if rest.starts_with(b"<![CDATA[") {
                let end = at + until(b"]]>");
                let closes = self.source[..end].ends_with(b"]]>");
                self.separate(at);
                self.out.copy(at + b"<![CDATA[".len()..if closes { end - 3 } else { end });
                at = end;
            } else {
                at = self.element(at);
            }
        }
    }

    /// Ends the word before an element.
    fn separate(&mut self, at: usize) {
        if self.out.since(0).last().is_some_and(|b| !b.is_ascii_whitespace()) {
            self.out.put(b" ", at);
        }
    }

    /// Reads a tag, and the content of an element that has no other elements in it. Returns its end.
    fn element(&mut self, at: usize) -> usize {
        let rest = &self.source[at..];
        let Some(length) = html::length_of_tag(rest) else {
            self.out.put(b"<", at);
            return at + 1;
        };
        let end = at + length + 1;
        let Some((name, closes)) = name(rest) else {
            // An instruction or a declaration, or a sign of the text.
            let is_markup = matches!(rest.get(1), Some(b'?' | b'!'));
            if !is_markup {
                self.out.put(b"<", at);
            }
            return if is_markup { end } else { at + 1 };
        };
        let is_empty = rest[..length].ends_with(b"/");
        self.separate(at);
        if BLOCKS.contains(&&name[..]) {
            self.out.end_line(at);
        }
        if !closes && !is_empty && HIDDEN[1..].contains(&&name[..]) {
            return end + html::end_of_content(&self.source[end..], &name);
        }
        if GAMES.contains(&&name[..]) {
            if closes {
                self.end_game(at);
                return end;
            }
            self.begin_game(at);
        }
        if name == b"variation" && self.moves_began {
            self.out.put(if closes { b") " } else { b"(" }, at);
        }
        if closes {
            return end;
        }
        self.attributes(&name, at..at + length);
        if GAMES.contains(&&name[..]) && is_empty {
            self.end_game(at);
        }
        let leaf = if is_empty { None } else { self.leaf(&name, end) };
        self.moves_began |= MOVES.contains(&&name[..]);
        self.has_san |= name == b"san";
        leaf.unwrap_or(end)
    }

    /// Adds the content of an element that is a tag or a comment; returns its end.
    fn leaf(&mut self, name: &[u8], start: usize) -> Option<usize> {
        let end = start + memchr::memchr(b'<', &self.source[start..])?;
        if !self.source[end..].starts_with(b"</") {
            return None;
        }
        let value = str::from_utf8(&self.source[start..end]).ok()?.trim();
        if value.is_empty() {
            return None;
        }
        let is_other_notation = self.has_san && matches!(name, b"uci" | b"lan");
        if self.moves_began {
            if !is_other_notation && !REMARKS.contains(&name) {
                return None;
            }
            self.out.put(b"{", start);
            self.put_changed(start..end, |text| text.replace('{', "(").replace('}', ")"));
            self.out.put(b"}", end);
            return Some(end);
        }
        if !self.has_moves {
            return None;
        }
        if name == b"fen" && detect::is_board(value) {
            html::tag(self.source, "FEN", start..end, self.out);
            return Some(end);
        }
        let tag = keys::tag_of(str::from_utf8(name).ok()?)?;
        html::tag(self.source, tag, start..end, self.out);
        Some(end)
    }

    /// Adds a text with its entities, after a change.
    fn put_changed(&mut self, range: Range<usize>, change: impl Fn(&str) -> String) {
        let before = self.out.length();
        html::text(self.source, range.clone(), self.out);
        let changed = change(&String::from_utf8_lossy(self.out.since(before)));
        if changed.as_bytes() != self.out.since(before) {
            self.out.cut(before);
            self.out.put(changed.as_bytes(), range.start);
        }
    }

    /// Adds the moves of an element for them, or the tags, the position and the games of another one.
    fn attributes(&mut self, element: &[u8], tag: Range<usize>) {
        let source = self.source;
        let found = html::values(source, tag.clone());
        if !MOVES.contains(&element) {
            let has_tags = self.has_moves && GAMES.contains(&element);
            for (name, value) in found.iter().filter(|_| has_tags) {
                let tag = str::from_utf8(name).ok().and_then(keys::tag_of);
                if let Some(tag) = tag.filter(|_| !source[value.clone()].trim_ascii().is_empty()) {
                    html::tag(source, tag, value.clone(), self.out);
                }
            }
            html::attributes(source, tag, self.out);
            return;
        }
        let value = |wanted: &[u8]| {
            let (_, value) = found.iter().find(|(name, _)| name == wanted)?;
            let words = str::from_utf8(&source[value.clone()]).ok()?;
            partie_scoresheet::is_of_moves(words).then(|| value.clone())
        };
        let mut read: Vec<_> = PAIR.iter().filter_map(|name| value(name)).collect();
        if read.is_empty() {
            read.extend(MOVE.iter().find_map(|name| value(name)));
        }
        if read.is_empty()
            && let (Some(from), Some(to)) = (value(b"from"), value(b"to"))
            && from.len() == 2
            && to.len() == 2
        {
            self.out.copy(from);
            self.out.copy(to);
            let promotion = found.iter().find(|(name, _)| name == b"promotion");
            if let Some((_, piece)) = promotion.filter(|(_, piece)| piece.len() == 1) {
                self.out.copy(piece.clone());
            }
            self.out.put(b" ", tag.end);
        }
        for value in read {
            self.out.copy(value.clone());
            self.out.put(b" ", value.end);
        }
    }

    fn begin_game(&mut self, at: usize) {
        self.end_game(at);
        let content = &self.source[at + 1..];
        let end = memchr::memchr_iter(b'<', content)
            .find(|i| name(&content[*i..]).is_some_and(|(name, _)| GAMES.contains(&&name[..])));
        self.has_moves = holds_a_move(&content[..end.unwrap_or(content.len())]);
    }

    /// Ends the open game: moves without a result do not say where the next one begins.
    fn end_game(&mut self, at: usize) {
        self.out.end_line(at);
        if self.has_moves && !moves::has_result(self.out.since(self.game)) {
            self.out.put(b"*\n", at);
        }
        self.out.put(b"\n", at);
        self.game = self.out.length();
        (self.has_moves, self.moves_began, self.has_san) = (false, false, false);
    }
}

/// Returns true if one of the words between marks is a move.
fn holds_a_move(content: &[u8]) -> bool {
    let words = content.split(|b| b.is_ascii_whitespace() || b"<>\"'".contains(b));
    words.filter_map(|word| str::from_utf8(word).ok()).any(partie_scoresheet::is_of_moves)
}
