//! The moves of a game: `cbg`.
//!
//! Source: the description of the format in Morphy (`docs/cbh-format/moves.md`) and what its readers do.

use partie_core::{
    CastlingSide, Color, File, Game, Move, NodeId, Piece, Ply, Position, Rank, Role, Square,
    Variant,
};
use partie_formats::{database::codes, fen};

use super::{
    stones::{Stones, square},
    tables::substitution,
};
use crate::{files::Part, found::Problems};

/// Codes that are no move of one byte.
const TWO_BYTES: u8 = 235;
const IGNORED: u8 = 236;
const VARIATION: u8 = 254;
const END: u8 = 255;

/// Most variations that are begun and not read yet.
const MOST: usize = 4096;

/// First codes of pieces with a number among those of their kind. Each is followed by a code for each
/// direction and distance.
const PIECES: [(u8, Role, usize); 21] = [
    (1, Role::King, 0),
    (11, Role::Queen, 0),
    (39, Role::Rook, 0),
    (53, Role::Rook, 1),
    (67, Role::Bishop, 0),
    (81, Role::Bishop, 1),
    (95, Role::Knight, 0),
    (103, Role::Knight, 1),
    (111, Role::Pawn, 0),
    (115, Role::Pawn, 1),
    (119, Role::Pawn, 2),
    (123, Role::Pawn, 3),
    (127, Role::Pawn, 4),
    (131, Role::Pawn, 5),
    (135, Role::Pawn, 6),
    (139, Role::Pawn, 7),
    (143, Role::Queen, 1),
    (171, Role::Queen, 2),
    (199, Role::Rook, 2),
    (213, Role::Bishop, 2),
    (227, Role::Knight, 2),
];

/// Form in which the moves of a game are written.
#[derive(Clone, Copy, Debug)]
struct Mode {
    /// Number of the mode, which has its own substitution.
    number: u8,
    /// True for two bytes a move: squares instead of pieces.
    is_simple: bool,
    /// True if the count of moves is subtracted before the substitution, not after it.
    is_before: bool,
    /// True if pieces are counted from h8 on, or the squares of a move are exchanged.
    is_reverse: bool,
}

impl Mode {
    const fn of(number: u8) -> Mode {
        Mode {
            number,
            is_simple: number < 8 && number & 1 == 1,
            is_before: number < 4,
            is_reverse: matches!(number, 2 | 3 | 6 | 7 | 11),
        }
    }

    const fn is_chess960(self) -> bool {
        matches!(self.number, 10 | 11)
    }
}

/// Names of modes whose moves are not read.
const fn variant(mode: u8) -> &'static str {
    match mode {
        8 | 9 => "losing chess",
        12 | 13 => "Out Chatrang",
        14 | 15 => "Twins",
        16 | 17 => "Makruk",
        18 | 19 => "Pawns",
        63 => "positions that need not be legal",
        _ => "an unknown variant",
    }
}

/// Adds the moves of a game's data to it. Returns its nodes in the order of the data, in which
/// annotations count them; `None` where a move was not read.
pub(super) fn read(
    data: &[u8],
    (part, offset): (&Part, u64),
    game: &mut Game,
    problems: &mut Problems,
) -> Vec<Option<NodeId>> {
    let place = |at: usize| format!("{}, byte {}", part.name, offset + at as u64);
    let Some(&[flags, ..]) = data.first_chunk::<4>() else {
        problems.add(&codes::BROKEN_DATA, format!("{}: the data end early", place(data.len())));
        return Vec::new();
    };
    let mode = Mode::of(flags & 0x3f);
    let Some(table) = substitution(mode.number) else {
        let name = variant(mode.number);
        let words = format!("{}: mode {} ({name}); the moves were not read", place(0), mode.number);
        problems.add(&codes::OTHER_RULES, words);
        return Vec::new();
    };
    let mut at = 4;
    if flags & 0x40 != 0 {
        let length = if mode.is_chess960() { 36 } else { 28 };
        let fen = data.get(at..at + length).and_then(|data| position(data, mode));
        let rules = mode.is_chess960().then_some(Variant::Chess960);
        let start = fen.as_deref().map(|fen| fen::start_position(fen, rules).value);
        let Some(start) = start.filter(|start| start.problem().is_none()) else {
            let what = fen.unwrap_or_else(|| "the data end early or name no piece".to_owned());
            let words = format!("{}: no position to play from: {what}", place(at));
            problems.add(&codes::BAD_START, words);
            return Vec::new();
        };
        game.variant = start.variant();
        game.start = start.into();
        at += length;
    }
    let reader = Reader { data, at, table, mode, moves: 0, nodes: Vec::new() };
    reader.read(game, problems, &place)
}

/// Writes a start position as FEN.
fn position(data: &[u8], mode: Mode) -> Option<String> {
    let mut bits = data[4..28].iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    let mut board = [[None; 8]; 8];
    for number in 0..64_usize {
        if bits.next()? == 0 {
            continue;
        }
        let is_black = bits.next()? == 1;
        let role = bits.next()? << 2 | bits.next()? << 1 | bits.next()?;
        let letter = match role {
            1 => 'k',
            2 => 'q',
            3 => 'n',
            4 => 'b',
            5 => 'r',
            6 => 'p',
            _ => return None,
        };
        let letter = if is_black { letter } else { letter.to_ascii_uppercase() };
        board[number % 8][number / 8] = Some(letter);
    }
    let mut fen = String::new();
    for (rank, row) in board.iter().enumerate().rev() {
        let mut empty = 0;
        for piece in row {
            match piece {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        fen += &empty.to_string();
                    }
                    fen.push(*letter);
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let is_black = data[1] & 16 != 0;
    fen += if is_black { " b " } else { " w " };
    // In Chess960 the rooks' files follow: White's on the a-side, Black's, and the others.
    let rights = [(1, 'K', 4), (0, 'Q', 2), (3, 'k', 5), (2, 'q', 3)];
    let before = fen.len();
    for (bit, letter, rook) in rights {
        if data[2] >> bit & 1 == 0 {
            continue;
        }
        let file = data.get(28 + rook).filter(|_| mode.is_chess960());
        match file.and_then(|number| square(*number)) {
            Some(rook) if letter.is_ascii_uppercase() => fen.push(rook.file().upper_char()),
            Some(rook) => fen.push(rook.file().char()),
            None => fen.push(letter),
        }
    }
    if fen.len() == before {
        fen.push('-');
    }
    match data[1] & 15 {
        file @ 1..=8 => {
            let rank = if is_black { 3 } else { 6 };
            fen += &format!(" {}{rank}", char::from(b'a' + file - 1));
        }
        _ => fen += " -",
    }
    fen += &format!(" 0 {}", data[3].max(1));
    Some(fen)
}

/// A place from which moves are read.
#[derive(Clone)]
struct Place {
    node: Option<NodeId>,
    position: Position,
    stones: Stones,
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    table: [u8; 256],
    mode: Mode,
    /// Number of moves so far, modulo 256.
    moves: u8,
    nodes: Vec<Option<NodeId>>,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.data.get(self.at)?;
        self.at += 1;
        Some(if self.mode.is_before {
            self.table[usize::from(byte.wrapping_sub(self.moves))]
        } else {
            self.table[usize::from(byte)].wrapping_sub(self.moves)
        })
    }

    fn word(&mut self) -> Option<u16> {
        Some(u16::from(self.byte()?) << 8 | u16::from(self.byte()?))
    }

    fn read(
        mut self,
        game: &mut Game,
        problems: &mut Problems,
        place: &dyn Fn(usize) -> String,
    ) -> Vec<Option<NodeId>> {
        let position = game.start.first().clone();
        let stones = Stones::of(position.board(), self.mode.is_reverse);
        let mut here = Place { node: Some(NodeId::ROOT), position, stones };
        let mut waiting: Vec<Place> = Vec::new();
        let mut is_first = true;
        loop {
            let start = self.at;
            // A game of two bytes a move that has none has no end either.
            if self.mode.is_simple && is_first && self.at == self.data.len() {
                return self.nodes;
            }
            is_first = false;
            let Some((code, flags)) = self.code() else {
                let words = format!("{}: the end of the game is missing", place(self.at));
                problems.add(&codes::BROKEN_DATA, words);
                return self.nodes;
            };
            if flags.begins {
                if waiting.len() == MOST {
                    let words = format!("{}: too many variations within variations", place(start));
                    problems.add(&codes::BROKEN_DATA, words);
                    return self.nodes;
                }
                waiting.push(here.clone());
            }
            if let Some(code) = code {
                let ply = here.node.and_then(|_| self.ply(code, &here));
                let next = ply.and_then(|ply| here.after(ply, game));
                if let (None, Some(node)) = (&next, here.node) {
                    let before = game.tree.ply(node).map(|ply| format!("after {ply}"));
                    let before = before.unwrap_or_else(|| "at the start".to_owned());
                    let words = format!("{}: {code} is no legal move {before}", place(start));
                    problems.add(&codes::BAD_MOVE, words);
                }
                here = next.unwrap_or(Place { node: None, ..here });
                self.nodes.push(here.node);
                self.moves = self.moves.wrapping_add(1);
            }
            if flags.ends {
                match waiting.pop() {
                    Some(place) => here = place,
                    None => return self.nodes,
                }
            }
        }
    }

    /// Reads a code: a move, a mark, or both.
    fn code(&mut self) -> Option<(Option<Code>, Flags)> {
        let none = Flags { begins: false, ends: false };
        if self.mode.is_simple {
            let word = self.word()?;
            let flags = Flags { begins: word & 1 << 15 != 0, ends: word & 1 << 14 != 0 };
            let (mut from, mut to) = (word & 63, word >> 6 & 63);
            if self.mode.is_reverse {
                (from, to) = (to, from);
            }
            let is_null = from == 0 && to == 0;
            let word = from | to << 6 | word & 3 << 12;
            return Some((Some(if is_null { Code::Piece(0) } else { Code::Squares(word) }), flags));
        }
        Some(match self.byte()? {
            TWO_BYTES => (Some(Code::Squares(self.word()?)), none),
            // Marks whose meaning is not known are no moves.
            IGNORED..VARIATION => (None, none),
            VARIATION => (None, Flags { begins: true, ..none }),
            END => (None, Flags { ends: true, ..none }),
            code => (Some(Code::Piece(code)), none),
        })
    }

    fn ply(&self, code: Code, here: &Place) -> Option<Ply> {
        match code {
            Code::Piece(0) => Some(Ply::Null),
            Code::Piece(code) => here.by_piece(code),
            Code::Squares(word) => here.by_squares(word, self.mode.is_chess960()),
        }
    }
}

/// Marks of variations at a code.
struct Flags {
    /// Another move follows from the same position, after the line of this one.
    begins: bool,
    /// The line ends.
    ends: bool,
}

/// A move as it is stored.
#[derive(Clone, Copy)]
enum Code {
    Piece(u8),
    Squares(u16),
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Code::Piece(code) => write!(f, "the code {code}"),
            Code::Squares(word) => write!(f, "the code {word:#06x} of two bytes"),
        }
    }
}

impl Place {
    /// A move named by its piece, direction and distance.
    fn by_piece(&self, code: u8) -> Option<Ply> {
        let us = self.position.turn();
        let (first, role, number) = PIECES.into_iter().rev().find(|(first, ..)| *first <= code)?;
        let step = code - first;
        let from = self.stones.at(role.of(us), number)?;
        let around = |files: u8, ranks: u8| {
            let file = (u32::from(from.file()) + u32::from(files)) % 8;
            let rank = (u32::from(from.rank()) + u32::from(ranks)) % 8;
            Square::from_coords(File::new(file), Rank::new(rank))
        };
        let near = |files: i32, ranks: i32| {
            let file = from.file().offset(files)?;
            Some(Square::from_coords(file, from.rank().offset(ranks)?))
        };
        let to = match role {
            Role::King if step >= 8 => {
                let side = CastlingSide::from_king_side(step == 8);
                return self.position.castling_moves(side).first().copied().map(Ply::Move);
            }
            Role::King => {
                let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
                let (files, ranks) = steps[usize::from(step)];
                near(files, ranks)?
            }
            Role::Knight => {
                let steps =
                    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
                let (files, ranks) = *steps.get(usize::from(step))?;
                near(files, ranks)?
            }
            Role::Pawn => {
                let forward = us.fold_wb(1, -1);
                let (files, ranks) = [(0, 1), (0, 2), (1, 1), (-1, 1)][usize::from(step)];
                near(files * forward, ranks * forward)?
            }
            Role::Queen | Role::Rook | Role::Bishop => {
                let distance = step % 7 + 1;
                let direction = step / 7 + if role == Role::Bishop { 2 } else { 0 };
                match direction {
                    0 => around(0, distance),
                    1 => around(distance, 0),
                    2 => around(distance, distance),
                    _ => around(distance, 8 - distance),
                }
            }
        };
        Some(self.between(from, to, None))
    }

    /// A move named by its squares.
    fn by_squares(&self, word: u16, is_chess960: bool) -> Option<Ply> {
        let (from, to) = (square((word & 63) as u8)?, square((word >> 6 & 63) as u8)?);
        if is_chess960 && from == to {
            let side = CastlingSide::from_king_side(from.file() == File::G);
            return self.position.castling_moves(side).first().copied().map(Ply::Move);
        }
        let piece = self.position.piece_at(from)?;
        let is_castling = piece.role == Role::King
            && from.file() == File::E
            && matches!(to.file(), File::C | File::G)
            && from.rank() == to.rank();
        if is_castling {
            let side = CastlingSide::from_king_side(to.file() == File::G);
            return self.position.castling_moves(side).first().copied().map(Ply::Move);
        }
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
        let promotion =
            (piece.role == Role::Pawn && is_last).then(|| roles[usize::from(word >> 12 & 3)]);
        Some(self.between(from, to, promotion))
    }

    /// A move between squares, which may be illegal.
    fn between(&self, from: Square, to: Square, promotion: Option<Role>) -> Ply {
        let role = self.position.piece_at(from).map_or(Role::King, |piece| piece.role);
        let capture = self.position.piece_at(to).map(|piece| piece.role);
        Ply::Move(if role == Role::Pawn && from.file() != to.file() && capture.is_none() {
            Move::EnPassant { from, to }
        } else {
            Move::Normal { role, from, capture, to, promotion }
        })
    }

    /// Plays a move, which becomes a node of the game; `None` if it is not legal.
    fn after(&self, ply: Ply, game: &mut Game) -> Option<Place> {
        let mut next = self.clone();
        let us: Color = self.position.turn();
        next.position.play(ply).ok()?;
        let stones = &mut next.stones;
        match ply.to_move() {
            Some(Move::Castle { king, rook }) => {
                let side = CastlingSide::from_king_side(king < rook);
                let goal = |file: File| Square::from_coords(file, king.rank());
                stones.move_to(Role::King.of(us), king, goal(side.king_to_file()));
                stones.move_to(Role::Rook.of(us), rook, goal(side.rook_to_file()));
            }
            Some(Move::EnPassant { from, to }) => {
                stones.move_to(Role::Pawn.of(us), from, to);
                stones.remove(Role::Pawn.of(!us), Square::from_coords(to.file(), from.rank()));
            }
            Some(Move::Normal { role, from, capture, to, promotion }) => {
                let piece: Piece = role.of(us);
                if let Some(promotion) = promotion {
                    stones.remove(piece, from);
                    stones.add(promotion.of(us), to);
                } else {
                    stones.move_to(piece, from, to);
                }
                if let Some(captured) = capture {
                    stones.remove(captured.of(!us), to);
                }
            }
            Some(Move::Put { .. }) | None => {}
        }
        next.node = Some(game.tree.add(self.node?, ply));
        Some(next)
    }
}
