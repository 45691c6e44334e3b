//! The data of a game: tags, start position, moves with markers, comments.
//!
//! A move is a byte: the number of the piece in the high half, and in the low half where it goes, as
//! its kind may go. The king, whose number is 0, needs codes up to 10; the others are markers.

use partie_core::{
    CastlingSide, Comment, CommentPlace, File, Game, Move, Nag, NodeId, Ply, Position, Rank, Role,
    Square, Variant,
};
use partie_formats::{database::codes, decode, fen};

use super::pieces::Pieces;
use crate::{files::Part, found::Problems};

/// Markers among the moves.
const NAG: u8 = 11;
const COMMENT: u8 = 12;
const VARIATION: u8 = 13;
const END_OF_VARIATION: u8 = 14;
const END: u8 = 15;

/// Names of tags that are stored as a number, from 241 on.
const TAGS: [&str; 10] = [
    "WhiteCountry",
    "BlackCountry",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Opening",
    "Variation",
    "Setup",
    "Source",
    "SetUp",
];

/// Length of a tag's name from which on it is a number, and the number of a date of Scid 2.
const NUMBERED: u8 = 241;
const OLD_DATE: u8 = 255;

/// Deepest variation within variations that is read.
const DEEPEST: usize = 500;

/// Place of the data in a file.
type Source<'a> = (&'a Part, u64);

/// Adds the tags, moves and comments of a game's data to it.
pub(super) fn read(
    data: &[u8],
    source: Source<'_>,
    is_chess960: bool,
    game: &mut Game,
    problems: &mut Problems,
) {
    let mut reader = Reader { data, at: 0, source, problems };
    if reader.tags(game).is_none() {
        reader.problem("the tags do not end");
        return;
    }
    if let Some(pieces) = reader.start(is_chess960, game) {
        reader.line(pieces, game);
    }
}

/// A place in the text for a comment.
#[derive(Clone, Copy)]
struct Mark {
    /// The move; `None` if it was not read.
    node: Option<NodeId>,
    place: CommentPlace,
}

/// A line that is being read.
struct Line {
    /// The position after its last move, with the numbers of its pieces.
    board: (Position, Pieces),
    /// The same before that move, and the node before it.
    before: Option<(Position, Pieces)>,
    parent: NodeId,
    node: NodeId,
    /// True if nothing more can be read of it.
    is_stopped: bool,
    /// Comment before its first move, as an index of the marks.
    opening: Option<usize>,
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    source: Source<'a>,
    problems: &'a mut Problems,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.data.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let bytes = self.data.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(bytes)
    }

    /// Text up to a zero. Without one, it goes to the end and is none.
    fn terminated(&mut self) -> Result<&'a [u8], &'a [u8]> {
        let rest = &self.data[self.at..];
        let Some(length) = memchr::memchr(0, rest) else {
            self.at = self.data.len();
            return Err(rest);
        };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// Place of a byte of the data, for messages.
    fn place(&self, at: usize) -> String {
        let (part, offset) = self.source;
        format!("{}, byte {}", part.name, offset + at as u64)
    }

    fn problem(&mut self, words: &str) {
        let words = format!("{}: {words}", self.place(self.at));
        self.problems.add(&codes::BROKEN_DATA, words);
    }

    /// Reads the tags. `None` if they do not end.
    fn tags(&mut self, game: &mut Game) -> Option<()> {
        loop {
            let at = self.at;
            let length = self.byte()?;
            if length == 0 {
                return Some(());
            }
            let name = match length {
                OLD_DATE => {
                    self.bytes(3)?;
                    continue;
                }
                NUMBERED.. => TAGS.get(usize::from(length - NUMBERED)).copied().map(str::as_bytes),
                _ => Some(self.bytes(length.into())?),
            };
            let length = self.byte()?;
            let value = self.bytes(length.into())?;
            let Some(name) = name else {
                let words = format!("{}: a tag without a name was left out", self.place(at));
                self.problems.add(&codes::BROKEN_DATA, words);
                continue;
            };
            let name = decode::utf8_or_western(name);
            if !game.tags.add(&*name, &*decode::utf8_or_western(value)) {
                let words = format!("{}: a second tag {name} was left out", self.place(at));
                self.problems.add(&codes::BROKEN_DATA, words);
            }
        }
    }

    /// Reads the start position, and returns the numbers of its pieces.
    fn start(&mut self, is_chess960: bool, game: &mut Game) -> Option<Pieces> {
        let Some(flags) = self.byte() else {
            self.problem("the data end before the moves");
            return None;
        };
        if flags & 1 == 0 {
            return Some(Pieces::usual());
        }
        let at = self.at;
        let text = decode::utf8_or_western(self.terminated().unwrap_or_else(|text| text));
        let rules = is_chess960.then_some(Variant::Chess960);
        let position = fen::start_position(&text, rules).value;
        let pieces = Pieces::of(position.board());
        let Some(pieces) = pieces.filter(|_| position.problem().is_none()) else {
            let words = format!("{}: no position to play from: {text}", self.place(at));
            self.problems.add(&codes::BAD_START, words);
            game.tags.set("FEN", &*text);
            return None;
        };
        game.tags.remove("Setup");
        game.tags.set("FEN", text.trim());
        game.tags.set("SetUp", "1");
        game.variant = position.variant();
        game.start = position.into();
        Some(pieces)
    }

    /// Reads the moves and the comments.
    fn line(&mut self, pieces: Pieces, game: &mut Game) {
        let start = (game.start.first().clone(), pieces);
        let mut line = Line {
            board: start,
            before: None,
            parent: NodeId::ROOT,
            node: NodeId::ROOT,
            is_stopped: false,
            opening: None,
        };
        let mut outer: Vec<Line> = Vec::new();
        let mut marks: Vec<Mark> = Vec::new();
        loop {
            let at = self.at;
            let Some(byte) = self.byte() else {
                self.problem("the end of the game is missing");
                return;
            };
            match byte {
                NAG => {
                    let Some(nag) = self.byte() else { continue };
                    if !line.is_stopped {
                        game.tree.annotations_mut(line.node).add_nag(Nag(nag));
                    }
                }
                COMMENT => {
                    let is_first = !outer.is_empty() && line.node == line.parent;
                    line.opening = line.opening.or(is_first.then_some(marks.len()));
                    let node = (!line.is_stopped).then_some(line.node);
                    marks.push(Mark { node, place: CommentPlace::After });
                }
                VARIATION => {
                    // What follows a move that was not read is passed over, with its variations.
                    let before = if line.is_stopped {
                        Some(line.board.clone())
                    } else {
                        line.before.clone()
                    };
                    let Some(before) = before else {
                        self.at = at;
                        self.problem("a variation stands before any move");
                        return;
                    };
                    if outer.len() == DEEPEST {
                        self.problem("too many variations within variations");
                        return;
                    }
                    let inner = Line {
                        board: before,
                        before: None,
                        parent: line.parent,
                        node: line.parent,
                        is_stopped: line.is_stopped,
                        opening: None,
                    };
                    outer.push(std::mem::replace(&mut line, inner));
                }
                END_OF_VARIATION => {
                    let Some(next) = outer.pop() else {
                        self.at = at;
                        self.problem("a variation ends that has not begun");
                        return;
                    };
                    // A comment of a variation without moves belongs to the move that it replaces.
                    if let (Some(opening), true) = (line.opening, line.node == line.parent) {
                        marks[opening].node = Some(next.node);
                    }
                    line = next;
                }
                END => break,
                _ if line.is_stopped => {}
                code => match self.ply(code, &line.board) {
                    Some(ply) if line.play(ply, game, &mut marks) => {}
                    _ => {
                        let after = match line.node {
                            NodeId::ROOT => "at the start".to_owned(),
                            node => {
                                let ply = game.tree.ply(node).map(|ply| ply.to_string());
                                format!("after {}", ply.unwrap_or_default())
                            }
                        };
                        let words = format!(
                            "{}: the code {code:#04x} is no legal move {after}",
                            self.place(at)
                        );
                        self.problems.add(&codes::BAD_MOVE, words);
                        line.is_stopped = true;
                    }
                },
            }
        }
        if !outer.is_empty() {
            self.problem("the game ends within a variation");
        }
        self.comments(&marks, game);
    }

    /// Reads a move of a piece.
    fn ply(&mut self, code: u8, (position, pieces): &(Position, Pieces)) -> Option<Ply> {
        let us = position.turn();
        let from = pieces.at(us, code >> 4)?;
        let role = position.piece_at(from).filter(|piece| piece.color == us)?.role;
        let low = code & 15;
        let step = |steps: &[i8; 16]| from.offset(i32::from(steps[usize::from(low)]));
        let (to, promotion) = match role {
            Role::King => match low {
                0 => return Some(Ply::Null),
                9 | 10 => {
                    let side = CastlingSide::from_king_side(low == 10);
                    return position.castling_moves(side).first().copied().map(Ply::Move);
                }
                11.. => return None,
                _ => (step(&[0, -9, -8, -7, -1, 1, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0])?, None),
            },
            Role::Knight => {
                (step(&[0, -17, -15, -10, -6, 6, 10, 15, 17, 0, 0, 0, 0, 0, 0, 0])?, None)
            }
            Role::Pawn => {
                let direction = us.fold_wb(1, -1);
                let steps = [7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9, 16];
                let to = from.offset(direction * steps[usize::from(low)])?;
                let promotion = match low {
                    3..=5 => Some(Role::Queen),
                    6..=8 => Some(Role::Rook),
                    9..=11 => Some(Role::Bishop),
                    12..=14 => Some(Role::Knight),
                    _ => None,
                };
                (to, promotion)
            }
            Role::Bishop => {
                let distance = i32::from(low & 7) - i32::from(from.file());
                (from.offset(if low >= 8 { -7 * distance } else { 9 * distance })?, None)
            }
            // Diagonally a queen goes by a second byte.
            Role::Queen if u32::from(low) == u32::from(from.file()) => {
                let square = self.byte()?.checked_sub(64)?;
                (Square::try_from(square).ok()?, None)
            }
            Role::Queen | Role::Rook => {
                let (file, rank) = if low >= 8 {
                    (from.file(), Rank::try_from(low - 8).ok()?)
                } else {
                    (File::try_from(low).ok()?, from.rank())
                };
                (Square::from_coords(file, rank), None)
            }
        };
        let capture = position.piece_at(to).map(|piece| piece.role);
        let m = if role == Role::Pawn && from.file() != to.file() && capture.is_none() {
            Move::EnPassant { from, to }
        } else {
            Move::Normal { role, from, capture, to, promotion }
        };
        Some(Ply::Move(m))
    }

    /// Reads the comments, in the order of their marks.
    fn comments(&mut self, marks: &[Mark], game: &mut Game) {
        for mark in marks {
            let at = self.at;
            let text = match self.terminated() {
                Ok(text) => text,
                Err(text) => {
                    let words = format!("{}: the comments end early", self.place(at));
                    self.problems.add(&codes::BROKEN_DATA, words);
                    if text.is_empty() {
                        return;
                    }
                    text
                }
            };
            if let (Some(node), false) = (mark.node, text.is_empty()) {
                // Scid 5 keeps the lines of PGN, whose ends are spaces there.
                let mut text = decode::utf8_or_western(text).into_owned();
                if text.contains('\n') {
                    text = text.replace("\r\n", " ").replace('\n', " ");
                }
                let comment = Comment { text, place: mark.place };
                game.tree.annotations_mut(node).comments.push(comment);
            }
        }
        if self.at < self.data.len() {
            let number = memchr::memchr_iter(0, &self.data[self.at..]).count();
            self.problem(&format!("{number} comments without a place were left out"));
        }
    }
}

impl Line {
    /// Plays a move; false if it is not legal.
    fn play(&mut self, ply: Ply, game: &mut Game, marks: &mut [Mark]) -> bool {
        let mut position = self.board.0.clone();
        if position.play(ply).is_err() {
            return false;
        }
        let us = self.board.0.turn();
        let mut pieces = self.board.1;
        match ply.to_move() {
            Some(Move::Castle { king, rook }) => {
                let side = CastlingSide::from_king_side(king < rook);
                let goal = |file: File| Square::from_coords(file, king.rank());
                pieces.castle(us, rook, goal(side.king_to_file()), goal(side.rook_to_file()));
            }
            Some(Move::EnPassant { from, to }) => {
                pieces.remove(!us, Square::from_coords(to.file(), from.rank()));
                pieces.move_to(us, from, to);
            }
            Some(Move::Normal { from, capture, to, .. }) => {
                if capture.is_some() {
                    pieces.remove(!us, to);
                }
                pieces.move_to(us, from, to);
            }
            Some(Move::Put { .. }) | None => {}
        }
        self.before = Some(std::mem::replace(&mut self.board, (position, pieces)));
        self.parent = self.node;
        self.node = game.tree.add(self.node, ply);
        if let Some(opening) = self.opening.take() {
            marks[opening] = Mark { node: Some(self.node), place: CommentPlace::Before };
        }
        true
    }
}
