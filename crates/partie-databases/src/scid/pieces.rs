//! The numbers by which Scid names pieces in its codes of moves.

use partie_core::{Board, Color, File, Rank, Role, Square};

/// The squares of both sides' pieces by their numbers. The king's number is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    squares: [[Square; 16]; 2],
    count: [u8; 2],
}

const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Pieces {
    /// Numbers at the usual start: the king, the other pieces from the a-file to the h-file, the pawns.
    pub(super) fn usual() -> Pieces {
        let mut squares = [[Square::A1; 16]; 2];
        for color in Color::ALL {
            let rank = |rank: Rank| color.fold_wb(rank, rank.flip_vertical());
            let files = [File::E, File::A, File::B, File::C, File::D, File::F, File::G, File::H];
            let first = files.map(|file| Square::from_coords(file, rank(Rank::First)));
            let second = File::ALL.map(|file| Square::from_coords(file, rank(Rank::Second)));
            let squares = &mut squares[side(color)];
            squares[..8].copy_from_slice(&first);
            squares[8..].copy_from_slice(&second);
        }
        Pieces { squares, count: [16; 2] }
    }

    /// Numbers in another position: in the order of FEN, but the king changes its number with the piece
    /// of number 0. `None` if a side has more than 16 pieces, or not one king.
    pub(super) fn of(board: &Board) -> Option<Pieces> {
        let mut pieces = Pieces { squares: [[Square::A1; 16]; 2], count: [0; 2] };
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let Some(piece) = board.piece_at(square) else { continue };
                let side = side(piece.color);
                let number = usize::from(pieces.count[side]);
                let squares = &mut pieces.squares[side];
                *squares.get_mut(number)? = square;
                if piece.role == Role::King {
                    squares.swap(0, number);
                }
                pieces.count[side] += 1;
            }
        }
        let has_king = |color: Color| {
            pieces.at(color, 0).is_some_and(|square| board.king_of(color) == Some(square))
        };
        Color::ALL.into_iter().all(has_king).then_some(pieces)
    }

    /// The square of a piece.
    pub(super) fn at(&self, color: Color, number: u8) -> Option<Square> {
        let side = side(color);
        (number < self.count[side]).then(|| self.squares[side][usize::from(number)])
    }

    fn number(&self, color: Color, square: Square) -> Option<usize> {
        let side = side(color);
        let squares = &self.squares[side][..usize::from(self.count[side])];
        squares.iter().position(|known| *known == square)
    }

    /// Moves a piece to another square.
    pub(super) fn move_to(&mut self, color: Color, from: Square, to: Square) {
        if let Some(number) = self.number(color, from) {
            self.squares[side(color)][number] = to;
        }
    }

    /// Castles.
    pub(super) fn castle(
        &mut self,
        color: Color,
        rook: Square,
        king_goal: Square,
        rook_goal: Square,
    ) {
        if let Some(number) = self.number(color, rook) {
            let squares = &mut self.squares[side(color)];
            squares[number] = rook_goal;
            squares[0] = king_goal;
        }
    }

    /// Removes a captured piece; the last one gets its number.
    pub(super) fn remove(&mut self, color: Color, square: Square) {
        if let Some(number) = self.number(color, square) {
            let side = side(color);
            self.count[side] -= 1;
            self.squares[side][number] = self.squares[side][usize::from(self.count[side])];
        }
    }
}
