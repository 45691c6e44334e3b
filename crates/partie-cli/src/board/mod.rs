//! Boards as text: figures or letters, with or without coloured squares.
//!
//! [`draw`] gives lines of [`StyledSpan`]s with a meaning ([`TextStyle`], [`Background`]);
//! [`style`] or the terminal interface maps these to colours. `show` prints the lines, and `show
//! --tui` places them on the screen.

pub(crate) mod layout;
pub(crate) mod style;

use partie_core::{
    ByRole, CastlingSide, Color, File, Move, Piece, Ply, Position, Rank, Role, Square,
};

pub(crate) use style::{Background, ColourDepth, StyledLine, StyledSpan, TextStyle};

/// The columns that a board takes with its coordinates.
pub(crate) const WIDTH: usize = 2 + 8 * CELL;

/// The columns of a square.
const CELL: usize = 3;

/// Characters for pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceGlyphs {
    /// Chess figures.
    Unicode,
    /// Letters, large ones for White.
    Ascii,
}

/// Style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardStyle {
    /// Characters for pieces.
    pub(crate) figures: PieceGlyphs,
    /// True if squares have colours. Without, brackets mark the last move and stars a king
    /// in check.
    pub(crate) coloured: bool,
    /// True if files and ranks are named.
    pub(crate) coordinates: bool,
}

impl BoardStyle {
    /// The sign of a piece, as it stands on the board or in hand.
    pub(crate) fn figure(self, piece: Piece) -> char {
        match self.figures {
            PieceGlyphs::Ascii => piece.char(),
            // On coloured squares the colour of the figure says whose it is, and full
            // figures are easier to see.
            PieceGlyphs::Unicode => {
                figure(piece.role, if self.coloured { Color::Black } else { piece.color })
            }
        }
    }

    /// The columns of a drawn board.
    pub(crate) const fn width(self) -> usize {
        if self.coordinates { WIDTH } else { 8 * CELL }
    }
}

const fn figure(role: Role, color: Color) -> char {
    match (role, color) {
        (Role::King, Color::White) => '♔',
        (Role::Queen, Color::White) => '♕',
        (Role::Rook, Color::White) => '♖',
        (Role::Bishop, Color::White) => '♗',
        (Role::Knight, Color::White) => '♘',
        (Role::Pawn, Color::White) => '♙',
        (Role::King, Color::Black) => '♚',
        (Role::Queen, Color::Black) => '♛',
        (Role::Rook, Color::Black) => '♜',
        (Role::Bishop, Color::Black) => '♝',
        (Role::Knight, Color::Black) => '♞',
        (Role::Pawn, Color::Black) => '♟',
    }
}

/// The squares that a move touched: where it came from and where it went.
pub(crate) fn touched(before: &Position, ply: Ply) -> Vec<Square> {
    match ply.any_move() {
        None => Vec::new(),
        Some(Move::Put { to, .. }) => vec![to],
        Some(m @ Move::Castle { king, .. }) => {
            let side = before.castling_side(m).unwrap_or(CastlingSide::KingSide);
            vec![king, before.castling_goal(king, side)]
        }
        Some(m) => m.from().into_iter().chain([m.to()]).collect(),
    }
}

/// Draws a board of eight lines, and one more with the names of the files. `below` is the
/// side that sits below; `last` are the squares of the last move.
pub(crate) fn draw(
    position: &Position,
    last: &[Square],
    below: Color,
    look: BoardStyle,
) -> Vec<StyledLine> {
    let mut ranks = Rank::ALL.to_vec();
    let mut files = File::ALL.to_vec();
    match below {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let king = position.is_check().then(|| position.board().king_of(position.turn())).flatten();
    let mut lines = Vec::with_capacity(9);
    for rank in &ranks {
        let mut line = StyledLine::new();
        if look.coordinates {
            line.push(StyledSpan::new(format!("{} ", rank.char()), TextStyle::Coordinate));
        }
        for file in &files {
            let square = Square::from_coords(*file, *rank);
            line.push(cell(position, square, last.contains(&square), king == Some(square), look));
        }
        lines.push(line);
    }
    if look.coordinates {
        let names: Vec<_> = files.iter().map(|f| f.char().to_string()).collect();
        lines
            .push(vec![StyledSpan::new(format!("   {}", names.join("  ")), TextStyle::Coordinate)]);
    }
    lines
}

fn cell(
    position: &Position,
    square: Square,
    last: bool,
    check: bool,
    look: BoardStyle,
) -> StyledSpan {
    let piece = position.piece_at(square);
    let promoted = position.variant().has_drops() && position.promoted().contains(square);
    let (open, close) = match (look.coloured, check, last) {
        (false, true, _) => ('*', '*'),
        (false, false, true) => ('[', ']'),
        _ => (' ', ' '),
    };
    let close = if promoted && close == ' ' { '~' } else { close };
    let (sign, style) = match piece {
        Some(piece) => {
            let style = piece.color.fold_wb(TextStyle::WhitePiece, TextStyle::BlackPiece);
            (look.figure(piece), if look.coloured { style } else { TextStyle::Plain })
        }
        None if look.coloured => (' ', TextStyle::Plain),
        None if look.figures == PieceGlyphs::Ascii => ('.', TextStyle::Plain),
        None => ('·', TextStyle::Plain),
    };
    let background = match (look.coloured, check, last, square.is_light()) {
        (false, ..) => Background::None,
        (true, true, ..) => Background::Check,
        (true, false, true, true) => Background::LastLight,
        (true, false, true, false) => Background::LastDark,
        (true, false, false, true) => Background::Light,
        (true, false, false, false) => Background::Dark,
    };
    StyledSpan { text: format!("{open}{sign}{close}"), style, background }
}

/// The pieces in hand of a side, the strongest first: `♕♘♙♙`, or `♙x5` where there are
/// many; `-` if there are none. On a board of colours they stand on a square.
pub(crate) fn pocket(hand: ByRole<u8>, color: Color, look: BoardStyle) -> StyledSpan {
    const ORDER: [Role; 6] =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let many = ORDER.iter().map(|role| usize::from(hand[*role])).sum::<usize>() > 12;
    let mut text = String::new();
    for role in ORDER {
        let sign = look.figure(Piece { color, role });
        match hand[role] {
            0 => {}
            n if many && n > 1 => text.push_str(&format!("{sign}x{n} ")),
            n => text.extend(std::iter::repeat_n(sign, usize::from(n))),
        }
    }
    text.truncate(text.trim_end().len());
    match (text.is_empty(), look.coloured) {
        (true, _) => StyledSpan::new("-", TextStyle::Plain),
        (false, false) => StyledSpan::new(text, TextStyle::Plain),
        (false, true) => {
            let style = color.fold_wb(TextStyle::WhitePiece, TextStyle::BlackPiece);
            StyledSpan { text: format!(" {text} "), style, background: Background::Dark }
        }
    }
}

#[cfg(test)]
mod tests {
    use partie_core::{Variant, moves::uci};
    use partie_formats::fen;

    use super::*;

    const PLAIN: BoardStyle =
        BoardStyle { figures: PieceGlyphs::Ascii, coloured: false, coordinates: true };

    fn text(lines: &[StyledLine]) -> String {
        lines.iter().map(|l| layout::plain(l).trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn letters() {
        let mut position = Position::default();
        let ply = uci::read(&position, "e2e4").expect("a move").ply;
        let last = touched(&position, ply);
        position.play(ply).expect("legal");
        assert_eq!(
            text(&draw(&position, &last, Color::White, PLAIN)),
            "\
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  . [P] .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P  P [.] P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
"
        );
    }

    #[test]
    fn figures_for_the_other_side_and_a_check() {
        let position =
            fen::parse_position("4k3/8/8/8/7q/8/PPPPP1PP/RNBQKBNR[Pn] w KQ - 0 3", None).value;
        let look = BoardStyle { figures: PieceGlyphs::Unicode, ..PLAIN };
        assert_eq!(
            text(&draw(&position, &[], Color::Black, look)),
            "\
1  ♖  ♘  ♗ *♔* ♕  ♗  ♘  ♖
2  ♙  ♙  ·  ♙  ♙  ♙  ♙  ♙
3  ·  ·  ·  ·  ·  ·  ·  ·
4  ♛  ·  ·  ·  ·  ·  ·  ·
5  ·  ·  ·  ·  ·  ·  ·  ·
6  ·  ·  ·  ·  ·  ·  ·  ·
7  ·  ·  ·  ·  ·  ·  ·  ·
8  ·  ·  ·  ♚  ·  ·  ·  ·
   h  g  f  e  d  c  b  a
"
        );
        let hands = position.pockets().expect("crazyhouse");
        assert_eq!(pocket(hands.white, Color::White, look).text, "♙");
        let coloured = pocket(hands.white, Color::White, BoardStyle { coloured: true, ..look });
        assert_eq!((coloured.text.as_str(), coloured.style), (" ♟ ", TextStyle::WhitePiece));
        assert_eq!(pocket(hands.black, Color::Black, PLAIN).text, "n");
        let many = ByRole { pawn: 14, queen: 1, ..ByRole::default() };
        assert_eq!(pocket(many, Color::White, PLAIN).text, "QPx14");
        assert_eq!(pocket(ByRole::default(), Color::White, look).text, "-");
    }

    #[test]
    fn the_squares_of_a_move() {
        let castle = fen::parse_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None).value;
        let house = fen::parse_position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", None).value;
        for (position, move_text, squares) in [
            (&castle, "e1g1", vec![Square::E1, Square::G1]),
            (&castle, "h1h7", vec![Square::H1, Square::H7]),
            (&house, "N@f3", vec![Square::F3]),
        ] {
            let ply = uci::read(position, move_text).expect(move_text).ply;
            assert_eq!(touched(position, ply), squares, "{move_text}");
        }
        assert_eq!(touched(&Position::start(Variant::Standard), Ply::Null), []);
    }

    #[test]
    fn every_square_of_a_coloured_board_has_a_ground() {
        let look = BoardStyle { figures: PieceGlyphs::Unicode, coloured: true, coordinates: false };
        let last = [Square::A1, Square::B1];
        let lines = draw(&Position::default(), &last, Color::White, look);
        assert_eq!(lines.len(), 8);
        assert_eq!(lines[7][0].background, Background::LastDark);
        assert_eq!(lines[7][1].background, Background::LastLight);
        assert_eq!(lines[0][0].background, Background::Light);
        assert_eq!((lines[0][0].text.as_str(), lines[0][0].style), (" ♜ ", TextStyle::BlackPiece));
        assert_eq!((lines[7][0].text.as_str(), lines[7][0].style), (" ♜ ", TextStyle::WhitePiece));
    }
}
