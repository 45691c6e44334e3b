//! Board lines and positions: what a line shows, and the line that shows a position.

use std::{borrow::Cow, fmt::Write as _};

use partie_core::{
    Bitboard, Board, ByColor, ByRole, CastlingSide, Color, File, Move, Ply, Position, Rank, Role,
    Setup, Square, Variant, moves::san, rules::SetupProblem,
};

use super::{CastlingFlags, Style12};

/// The previous move as the verbose field says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// `o-o` or `o-o-o`.
    Castle(CastlingSide),
    /// `P/e7-e8=Q`. The piece letter is not kept: some servers get it wrong.
    Normal {
        /// From.
        from: Square,
        /// To.
        to: Square,
        /// Piece that a pawn became.
        promotion: Option<Role>,
    },
    /// `P/@@-e4`.
    Drop {
        /// Dropped piece.
        role: Role,
        /// Its square.
        to: Square,
    },
}

impl Coordinates {
    /// Reads the verbose field; `None` for `none` and any unknown text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Coordinates> {
        // As nearly all are: `N/g1-f3`.
        if let [b'A'..=b'Z', b'/', a, b, b'-', c, d] = *text.as_bytes()
            && let (Some(from), Some(to)) = (square(a, b), square(c, d))
        {
            return Some(Coordinates::Normal { from, to, promotion: None });
        }
        for (side, spellings) in [
            (CastlingSide::KingSide, ["o-o", "0-0"]),
            (CastlingSide::QueenSide, ["o-o-o", "0-0-0"]),
        ] {
            if spellings.iter().any(|castling| text.eq_ignore_ascii_case(castling)) {
                return Some(Coordinates::Castle(side));
            }
        }
        let (piece, squares) = text.split_once('/')?;
        let (squares, promotion) = match squares.split_once('=') {
            Some((squares, letter)) => (squares, Some(Role::from_char(one_char(letter)?)?)),
            None => (squares, None),
        };
        let (from, to) = squares.split_once('-')?;
        let to = to.parse().ok()?;
        if from == "@@" {
            let role = Role::from_char(piece.chars().last()?)?;
            return Some(Coordinates::Drop { role, to });
        }
        Some(Coordinates::Normal { from: from.parse().ok()?, to, promotion })
    }

    /// The verbose field of a move.
    #[must_use]
    pub fn write(position: &Position, ply: Ply) -> Cow<'static, str> {
        let Some(m) = ply.any_move() else {
            return Cow::Borrowed("none");
        };
        let mut text = String::with_capacity(9);
        match m {
            Move::Castle { .. } => {
                let short = position.castling_side(m) == Some(CastlingSide::KingSide);
                return Cow::Borrowed(if short { "o-o" } else { "o-o-o" });
            }
            Move::Put { role, to } => {
                text.push(role.upper_char());
                text.push_str("/@@-");
                text.push_str(&to.to_string());
            }
            Move::EnPassant { from, to } => {
                let _ = write!(text, "P/{from}-{to}");
            }
            Move::Normal { role, from, to, promotion, .. } => {
                text.push(role.upper_char());
                let _ = write!(text, "/{from}-{to}");
                if let Some(role) = promotion {
                    text.push('=');
                    text.push(role.upper_char());
                }
            }
        }
        Cow::Owned(text)
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank * 8 + file)))
}

fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

impl Style12<'_> {
    /// Returns the previous move in coordinates, if there is one and the field is valid.
    #[must_use]
    pub fn last_coordinates(&self) -> Option<Coordinates> {
        Coordinates::parse(&self.verbose)
    }

    /// The position that the line shows, and what was wrong with it.
    ///
    /// A castling right is the outermost rook's on its side of the king. The file of
    /// a double push becomes an en passant square if a pawn stands there that can
    /// just have come. A negative half-move count is 0, move number 0 is 1.
    #[must_use]
    pub fn position(&self, variant: Variant) -> (Position, Option<SetupProblem>) {
        self.position_with(variant, None)
    }

    /// The position with pieces in hand, which come on a line of their own.
    #[must_use]
    pub fn position_with(
        &self,
        variant: Variant,
        pockets: Option<ByColor<ByRole<u8>>>,
    ) -> (Position, Option<SetupProblem>) {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.castling_rights();
        setup.ep_square = self.en_passant();
        setup.halfmoves = u32::try_from(self.halfmoves).unwrap_or(0);
        setup.fullmoves = self.move_number.max(1).try_into().unwrap_or(std::num::NonZeroU32::MIN);
        if variant.has_drops() {
            setup.pockets = Some(pockets.unwrap_or_default());
        }
        Position::from_setup(variant, setup)
    }

    /// The rooks to which the castling flags belong.
    #[must_use]
    pub fn castling_rights(&self) -> Bitboard {
        let flags = self.castling;
        let mut rights = Bitboard::EMPTY;
        for (color, short, long) in [
            (Color::White, flags.white_short, flags.white_long),
            (Color::Black, flags.black_short, flags.black_long),
        ] {
            let home = Bitboard::from_rank(color.backrank());
            let Some(king) = self.board.king_of(color).filter(|k| home.contains(*k)) else {
                continue;
            };
            let rooks = self.board.rooks() & self.board.by_color(color) & home;
            let outermost = |side: fn(&Square, &Square) -> bool, last: bool| {
                let mut on_side = rooks.into_iter().filter(|r| side(r, &king));
                if last { on_side.next_back() } else { on_side.next() }
            };
            if short && let Some(rook) = outermost(Square::gt, true) {
                rights |= rook;
            }
            if long && let Some(rook) = outermost(Square::lt, false) {
                rights |= rook;
            }
        }
        rights
    }

    /// The square over which the previous move's pawn passed, if the board agrees.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let file = self.double_push?;
        let mover = !self.turn;
        let at = |rank| Square::from_coords(file, mover.relative_rank(rank));
        let pawn = self.board.piece_at(at(Rank::Fourth)) == Some(mover.pawn());
        let free =
            [Rank::Second, Rank::Third].map(at).iter().all(|s| self.board.piece_at(*s).is_none());
        // Some servers leave a file standing after a drop or after castling.
        let moved = match self.last_coordinates() {
            Some(Coordinates::Normal { from, to, .. }) => {
                from == at(Rank::Second) && to == at(Rank::Fourth)
            }
            Some(_) => false,
            None => true,
        };
        (pawn && free && moved).then(|| at(Rank::Third))
    }

    /// A line that shows a position; names, times and numbers are to be filled in.
    #[must_use]
    pub fn from_position(position: &Position) -> Style12<'static> {
        let mut line = Style12::empty();
        line.board = position.board().clone();
        line.turn = position.turn();
        line.double_push = position.en_passant().map(Square::file);
        let rights = position.castling_rights();
        for color in Color::ALL {
            let home = Bitboard::from_rank(color.backrank());
            let king = position.board().king_of(color);
            for rook in rights & position.board().by_color(color) & home {
                let flag = match (color, king.is_none_or(|k| rook > k)) {
                    (Color::White, true) => &mut line.castling.white_short,
                    (Color::White, false) => &mut line.castling.white_long,
                    (Color::Black, true) => &mut line.castling.black_short,
                    (Color::Black, false) => &mut line.castling.black_long,
                };
                *flag = true;
            }
        }
        line.halfmoves = i32::try_from(position.halfmoves()).unwrap_or(i32::MAX);
        line.move_number = position.fullmoves();
        line.strength = strength(position);
        line
    }

    /// A line that shows the position after a move.
    #[must_use]
    pub fn after_move(before: &Position, ply: Ply, after: &Position) -> Style12<'static> {
        let mut line = Style12::from_position(after);
        line.verbose = Coordinates::write(before, ply);
        line.san = match ply {
            Ply::Move(_) | Ply::Illegal(_) => Cow::Owned(san::write(before, ply)),
            Ply::Null => Cow::Borrowed("none"),
        };
        line
    }
}

impl CastlingFlags {
    /// All four set.
    pub const ALL: CastlingFlags =
        CastlingFlags { white_short: true, white_long: true, black_short: true, black_long: true };
}

/// Material as FICS counts it: P1 N3 B3 R5 Q9, pieces in hand included.
fn strength(position: &Position) -> ByColor<i32> {
    let material = position.board().material();
    let pockets = position.pockets().unwrap_or_default();
    ByColor::new_with(|color| {
        let side = material.get(color).as_ref().zip(pockets.get(color).as_ref());
        let worth = |(on_board, in_hand): (&u8, &u8), each: i32| {
            each * (i32::from(*on_board) + i32::from(*in_hand))
        };
        worth(side.pawn, 1)
            + worth(side.knight, 3)
            + worth(side.bishop, 3)
            + worth(side.rook, 5)
            + worth(side.queen, 9)
    })
}

/// Returns true if a board is a start array: second ranks full of pawns, first ranks of pieces, all
/// others empty.
#[must_use]
pub fn is_array(board: &Board) -> bool {
    let ranks = |ranks: [Rank; 2]| Bitboard::from_rank(ranks[0]) | Bitboard::from_rank(ranks[1]);
    board.white() == ranks([Rank::First, Rank::Second])
        && board.black() == ranks([Rank::Seventh, Rank::Eighth])
        && board.pawns() == ranks([Rank::Second, Rank::Seventh])
}

/// Returns true if both kings and rooks of an array stand as in orthodox chess.
#[must_use]
pub fn has_orthodox_castling(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let home = |file| Square::from_coords(file, color.backrank());
        board.king_of(color) == Some(home(File::E))
            && [File::A, File::H].iter().all(|f| board.piece_at(home(*f)) == Some(color.rook()))
    })
}
