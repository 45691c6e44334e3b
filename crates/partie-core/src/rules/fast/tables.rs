//! Bitboard tables: attacks on an empty board, and the squares between two squares.
//!
//! All tables are made at compile time. Squares count from a1 (0) over b1 (1) to h8 (63).

use super::occupant::{KING, Occupant, PAWN, ROOK};
use crate::Square;

/// Squares in each direction of a square.
#[derive(Clone, Copy)]
pub(super) struct Rays {
    /// Rook's lines on an empty board.
    pub(super) rook: u64,
    /// Bishop's lines on an empty board.
    pub(super) bishop: u64,
    /// Knight's jumps.
    pub(super) knight: u64,
    /// King's steps.
    pub(super) king: u64,
    /// The squares that a pawn of White, of Black, attacks from here.
    pub(super) pawn: [u64; 2],
}

/// By square.
pub(super) static AROUND: [Rays; 64] = around();

/// The squares strictly between two squares of one line; none for other pairs.
#[inline]
pub(super) fn between(a: usize, b: usize) -> u64 {
    WAYS[a & 63][b & 63]
}

/// The squares strictly between two squares of one line, indexed by target and source square. Rows
/// from [`NO_WAY`] on are empty.
///
/// All moves of one step use row `NO_WAY`, which thus stays in the cache.
pub(super) static WAYS: [[u64; 64]; 128] = {
    let (lines, mut all) = (lines(false), [[0; 64]; 128]);
    let mut to = 0;
    while to < lines.len() {
        all[to] = lines[to];
        to += 1;
    }
    all
};

/// The row of moves that go over no square.
pub(super) const NO_WAY: u8 = 64;

/// By the side that attacks, by the square that is attacked, by the kind of piece: from
/// where such a piece attacks the square on an empty board.
pub(super) static FROM: [[[u64; 8]; 64]; 2] = from();

/// A board as a king sees it.
pub(super) struct KingView {
    /// Squares of a line that lie behind another square; empty for squares that are not on a line
    /// with the king.
    pub(super) behind: [u64; 64],
    /// The squares strictly between another square and the king.
    pub(super) between: [u64; 64],
    /// By the man: from where it would give check on an empty board.
    pub(super) checks: [u64; Occupant::COUNT],
    /// Rook's lines on an empty board.
    pub(super) straight: u64,
}

/// By the square of the king.
pub(super) static SEEN: [KingView; 64] = seen();

/// Squares of castling.
pub(super) struct Castling {
    /// Squares of king and rook before and after it.
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(super) king_to: Square,
    pub(super) rook_to: Square,
    /// The squares between them.
    pub(super) free: u64,
    /// From where knights, pawns and a king of the other side would attack the squares that
    /// the king passes, stands and lands on.
    pub(super) knights: u64,
    pub(super) pawns: u64,
    pub(super) kings: u64,
}

/// Castling by side, then kingside before queenside.
pub(super) static CASTLING: [[Castling; 2]; 2] = [
    [
        castling(0, Square::E1, Square::H1, Square::G1, Square::F1),
        castling(0, Square::E1, Square::A1, Square::C1, Square::D1),
    ],
    [
        castling(1, Square::E8, Square::H8, Square::G8, Square::F8),
        castling(1, Square::E8, Square::A8, Square::C8, Square::D8),
    ],
];

pub(super) const A1: u64 = 1;
pub(super) const H1: u64 = 1 << 7;
pub(super) const A8: u64 = 1 << 56;
pub(super) const H8: u64 = 1 << 63;

/// The square some steps away, unless it is beyond the edge.
const fn step(square: usize, file: i32, rank: i32) -> Option<usize> {
    let (f, r) = ((square % 8) as i32 + file, (square / 8) as i32 + rank);
    if f < 0 || f > 7 || r < 0 || r > 7 { None } else { Some((r * 8 + f) as usize) }
}

const fn steps(square: usize, ways: &[(i32, i32)], far: bool) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < ways.len() {
        let mut at = square;
        while let Some(next) = step(at, ways[i].0, ways[i].1) {
            bits |= 1 << next;
            at = next;
            if !far {
                break;
            }
        }
        i += 1;
    }
    bits
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const fn around() -> [Rays; 64] {
    let mut all = [Rays { rook: 0, bishop: 0, knight: 0, king: 0, pawn: [0, 0] }; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = Rays {
            rook: steps(square, &STRAIGHT, true),
            bishop: steps(square, &SLANTED, true),
            knight: steps(square, &JUMPS, false),
            king: steps(square, &STRAIGHT, false) | steps(square, &SLANTED, false),
            pawn: [
                steps(square, &[(1, 1), (-1, 1)], false),
                steps(square, &[(1, -1), (-1, -1)], false),
            ],
        };
        square += 1;
    }
    all
}

/// Returns, for each pair of squares on a line, the squares between them, or with `behind` the
/// squares beyond the second one.
#[allow(clippy::large_stack_arrays, reason = "it is made by the compiler")]
const fn lines(behind: bool) -> [[u64; 64]; 64] {
    let mut all = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut way = 0;
        while way < 8 {
            let (file, rank) = if way < 4 { STRAIGHT[way] } else { SLANTED[way - 4] };
            let (mut at, mut between) = (from, 0);
            while let Some(next) = step(at, file, rank) {
                all[from][next] = if behind { steps(next, &[(file, rank)], true) } else { between };
                between |= 1 << next;
                at = next;
            }
            way += 1;
        }
        from += 1;
    }
    all
}

const fn from() -> [[[u64; 8]; 64]; 2] {
    let around = around();
    let mut all = [[[0; 8]; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let near = around[square];
        // Where a pawn attacks this square, one of the other side here would attack it.
        all[0][square][1] = near.pawn[1];
        all[1][square][1] = near.pawn[0];
        let (bit, rank) = (1_u64 << square, square / 8);
        all[0][square][0] = if rank > 1 { bit >> 8 } else { 0 };
        all[1][square][0] = if rank < 6 { bit << 8 } else { 0 };
        if rank == 3 {
            all[0][square][0] |= bit >> 16;
        }
        if rank == 4 {
            all[1][square][0] |= bit << 16;
        }
        let mut side = 0;
        while side < 2 {
            all[side][square][2] = near.knight;
            all[side][square][3] = near.bishop;
            all[side][square][4] = near.rook;
            all[side][square][5] = near.rook | near.bishop;
            all[side][square][6] = near.king;
            side += 1;
        }
        square += 1;
    }
    all
}

#[allow(clippy::large_stack_arrays, reason = "it is made by the compiler")]
const fn seen() -> [KingView; 64] {
    let (between, behind, from) = (lines(false), lines(true), from());
    let mut all = [const {
        KingView { behind: [0; 64], between: [0; 64], checks: [0; Occupant::COUNT], straight: 0 }
    }; 64];
    let mut king = 0;
    while king < 64 {
        let mut checks = [0; Occupant::COUNT];
        let mut role = PAWN;
        while role < KING {
            let mut side = 0;
            while side < 2 {
                let squares = from[side][king][role as usize];
                checks[Occupant::new(role, side) as usize] = squares;
                side += 1;
            }
            role += 1;
        }
        all[king] = KingView {
            behind: behind[king],
            between: between[king],
            checks,
            straight: from[0][king][ROOK as usize],
        };
        king += 1;
    }
    all
}

const fn castling(
    us: usize,
    king: Square,
    rook: Square,
    king_to: Square,
    rook_to: Square,
) -> Castling {
    let around = around();
    let (mut knights, mut pawns, mut kings) = (0, 0, 0);
    let passed = [king as usize, rook_to as usize, king_to as usize];
    let mut i = 0;
    while i < 3 {
        let near = around[passed[i]];
        knights |= near.knight;
        pawns |= near.pawn[us];
        kings |= near.king;
        i += 1;
    }
    let free = lines(false)[king as usize][rook as usize];
    Castling { king, rook, king_to, rook_to, free, knights, pawns, kings }
}
