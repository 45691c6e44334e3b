//! Patterns of positions, and positions themselves.
//!
//! A pattern is the board of a FEN, rank 8 first, whose squares may be wild as in
//! pgn-extract's `FENPattern`:
//!
//! | written | meant |
//! |---|---|
//! | `K` ... `p`, `1` to `8` | this piece, so many empty squares, as in a FEN |
//! | `?` | any square, empty or not |
//! | `*` | any number of any squares, none included |
//! | `A`, `a` | any white piece, any black piece |
//! | `!` | any piece |
//! | `_` | an empty square |
//! | `[QR]` | one of these; `A`, `a` and `_` may stand there, too |
//! | `[^QR]` | a piece, but none of these |
//!
//! The board may be followed by `w` or `b` for the side to move.

use std::str::FromStr;

use partie_core::{
    Bitboard, Color, Piece, Position, Rank, Role, Square,
    rules::{
        PositionKey,
        pieces::{self, kind},
    },
};
use partie_formats::{GameView, Severity, WriteOptions, fen};

use super::{ParseError, piece_tracker::PieceSets, placement::PlacementFilter};

/// Possible contents of a square: a bit for each piece by its [`kind`], and one for an
/// empty square.
type PieceBits = u16;

const EMPTY: PieceBits = 1 << pieces::EMPTY;
const WHITE: PieceBits = 0b11_1111;
const BLACK: PieceBits = WHITE << 6;
const ANYTHING: PieceBits = EMPTY | WHITE | BLACK;

/// A part of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RankPart {
    /// One square on which one of these stands.
    One(PieceBits),
    /// Any number of any squares.
    Any,
}

/// A board with wild squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPattern {
    /// Ranks with a restriction, rank 8 first.
    ranks: Vec<(Rank, Vec<RankPart>)>,
    turn: Option<Color>,
}

impl FromStr for BoardPattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<BoardPattern, ParseError> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let turn = match words.next() {
            None | Some("-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(other) => {
                return Err(format!("expected w or b after the board, but found `{other}`").into());
            }
        };
        if let Some(more) = words.next() {
            return Err(format!("unexpected text after the side to move: `{more}`").into());
        }
        let ranks = board.split('/').map(rank).collect::<Result<Vec<_>, _>>()?;
        if ranks.len() != 8 {
            return Err(
                format!("expected 8 ranks separated by /, but found {}", ranks.len()).into()
            );
        }
        let ranks = Rank::ALL.into_iter().rev().zip(ranks);
        let ranks = ranks.filter(|(_, parts)| *parts != [RankPart::Any]).collect();
        Ok(BoardPattern { ranks, turn })
    }
}

impl BoardPattern {
    /// Returns true if a board fits, with a side to move.
    pub(crate) fn fits(&self, sets: &PieceSets, turn: Color) -> bool {
        self.turn.is_none_or(|own| own == turn)
            && self.ranks.iter().all(|(rank, parts)| {
                let shift = 8 * u32::from(*rank);
                rank_fits(parts, |wanted| (squares(wanted, sets).0 >> shift) as u8)
            })
    }

    /// Returns the pattern with colours reversed, seen from the other side.
    #[must_use]
    pub fn mirrored(&self) -> BoardPattern {
        let swap =
            |things: PieceBits| things & EMPTY | (things & WHITE) << 6 | (things & BLACK) >> 6;
        let part = |part: &RankPart| match part {
            RankPart::One(things) => RankPart::One(swap(*things)),
            RankPart::Any => RankPart::Any,
        };
        let mirrored = |(rank, parts): &(Rank, Vec<RankPart>)| {
            (rank.flip_vertical(), parts.iter().map(part).collect())
        };
        let ranks = self.ranks.iter().rev().map(mirrored).collect();
        BoardPattern { ranks, turn: self.turn.map(|turn| !turn) }
    }
}

/// Returns the squares on which one of these stands.
#[inline]
fn squares(wanted: PieceBits, sets: &PieceSets) -> Bitboard {
    let (mut rest, mut squares) = (wanted, Bitboard::EMPTY);
    while rest != 0 {
        squares |= sets.get(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
    squares
}

/// Returns true if the parts cover the eight squares of a rank; `squares` has a bit for each file
/// with one of the given pieces. `reached` has a bit for each number of squares that the parts seen
/// so far can cover.
#[inline]
fn rank_fits(parts: &[RankPart], squares: impl Fn(PieceBits) -> u8) -> bool {
    let mut reached: u16 = 1;
    for part in parts {
        reached = match part {
            RankPart::Any => (0x1ff << reached.trailing_zeros()) & 0x1ff,
            RankPart::One(wanted) => (reached & u16::from(squares(*wanted))) << 1,
        };
        if reached == 0 {
            return false;
        }
    }
    reached & (1 << 8) != 0
}

fn rank(text: &str) -> Result<Vec<RankPart>, ParseError> {
    let mut parts = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '*' => parts.push(RankPart::Any),
            '1'..='8' => parts.extend((0..c as u8 - b'0').map(|_| RankPart::One(EMPTY))),
            '[' => {
                let rest = chars.as_str();
                let close =
                    rest.find(']').ok_or_else(|| format!("missing ] after [ in `{text}`"))?;
                parts.push(RankPart::One(set(&rest[..close])?));
                chars = rest[close + 1..].chars();
            }
            c => parts.push(RankPart::One(things(c)?)),
        }
    }
    let squares = parts.iter().filter(|p| matches!(p, RankPart::One(_))).count();
    let open = parts.contains(&RankPart::Any);
    if squares > 8 || squares < 8 && !open {
        return Err(format!("expected 8 squares in the rank `{text}`, but found {squares}").into());
    }
    Ok(parts)
}

fn set(text: &str) -> Result<PieceBits, ParseError> {
    let (text, not) = text.strip_prefix('^').map_or((text, false), |rest| (rest, true));
    let all = text.chars().try_fold(0, |all, c| Ok::<_, ParseError>(all | things(c)?))?;
    let wanted = if not { (WHITE | BLACK) & !all } else { all };
    if wanted == 0 { Err("`[]` matches no square".into()) } else { Ok(wanted) }
}

fn things(c: char) -> Result<PieceBits, ParseError> {
    Ok(match c {
        '?' => ANYTHING,
        '!' => WHITE | BLACK,
        'A' => WHITE,
        'a' => BLACK,
        '_' => EMPTY,
        c => {
            let Some(Piece { color, role }) = Piece::from_char(c) else {
                return Err(format!(
                    "expected a piece, a number or one of ? * ! A a _ [, but found `{c}`"
                )
                .into());
            };
            1 << kind(color, role)
        }
    })
}

/// A position in which only the FEN fields that were given are fixed: the board, the side to move,
/// the castling rights, the en passant square.
#[derive(Clone, Debug)]
pub struct FenPattern {
    position: Position,
    fields: usize,
    placement: PlacementFilter,
}

impl FromStr for FenPattern {
    type Err = ParseError;

    /// Reads a FEN of one to six fields.
    fn from_str(text: &str) -> Result<FenPattern, ParseError> {
        let parsed = fen::parse_position(text, None);
        if let Some(error) = parsed
            .diagnostics
            .iter()
            .find(|d| d.severity == Severity::Error && d.code != &fen::codes::UNPLAYABLE)
        {
            return Err(error.message.to_string().into());
        }
        let fields = text.split([' ', '_', '\t']).filter(|f| !f.is_empty()).count();
        let placement = PlacementFilter::of(&parsed.value);
        Ok(FenPattern { position: parsed.value, fields, placement })
    }
}

/// Reads a position as a user types it: if a FEN has only its board, kings and rooks on their home
/// squares can castle.
///
/// # Errors
///
/// Fails if it is not a playable position.
pub fn likely_position(text: &str) -> Result<Position, ParseError> {
    let fields: Vec<&str> = text.split([' ', '_', '\t']).filter(|f| !f.is_empty()).collect();
    let mut position = fen::parse_position(text, None).value;
    if fields.len() < 3 {
        let homes = [
            ("K", Square::E1, Square::H1, Color::White),
            ("Q", Square::E1, Square::A1, Color::White),
            ("k", Square::E8, Square::H8, Color::Black),
            ("q", Square::E8, Square::A8, Color::Black),
        ];
        let is_at = |square, role, color| position.piece_at(square) == Some(Piece { color, role });
        let rights = homes.into_iter().filter(|(_, king, rook, color)| {
            is_at(*king, Role::King, *color) && is_at(*rook, Role::Rook, *color)
        });
        let rights: String = rights.map(|(letter, ..)| letter).collect();
        if let (Some(board), false) = (fields.first(), rights.is_empty()) {
            let turn = fields.get(1).unwrap_or(&"w");
            position = fen::parse_position(&format!("{board} {turn} {rights}"), None).value;
        }
    }
    match position.problem() {
        Some(problem) => Err(format!("not a playable position: {problem}").into()),
        None => Ok(position),
    }
}

impl FenPattern {
    /// Returns the position, with the usual values of fields that were left out.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns true if it may stand in the main line of a game.
    pub(super) fn may_be_in(&self, game: &impl GameView) -> bool {
        self.placement.may_be_in(game)
    }

    /// Returns the keys of all matching positions of standard chess and Chess960; up to some
    /// hundred if fields were left out.
    #[must_use]
    pub fn keys(&self) -> Vec<PositionKey> {
        let board = self.position.board().to_string();
        let fen = fen::position(&self.position, &WriteOptions::default());
        let given: Vec<&str> = fen.split(' ').collect();
        let field = |at: usize| (self.fields > at).then(|| given.get(at).copied()).flatten();
        let turns = field(1).map_or(vec!["w", "b"], |turn| vec![turn]);
        let rights: Vec<String> = match field(2) {
            Some(rights) => vec![rights.to_owned()],
            None => (0..16_u8)
                .map(|bits| {
                    let has = |(at, _): &(usize, char)| bits >> at & 1 == 1;
                    let rights: String =
                        "KQkq".chars().enumerate().filter(has).map(|(_, letter)| letter).collect();
                    if rights.is_empty() { "-".to_owned() } else { rights }
                })
                .collect(),
        };
        let passed: Vec<String> = match field(3) {
            Some(passed) => vec![passed.to_owned()],
            None => std::iter::once("-".to_owned())
                .chain(('a'..='h').flat_map(|file| [format!("{file}3"), format!("{file}6")]))
                .collect(),
        };
        let mut keys = Vec::new();
        for turn in turns {
            for rights in &rights {
                for passed in &passed {
                    let text = format!("{board} {turn} {rights} {passed} 0 1");
                    let read = fen::parse_position(&text, None).value;
                    if self.is(&read) && read.problem().is_none() {
                        keys.push(PositionKey::of(&read));
                    }
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Returns true if a position is this one, regardless of the moves before it. An en
    /// passant square counts if a capture is legal.
    pub(crate) fn is(&self, position: &Position) -> bool {
        let own = &self.position;
        position.board() == own.board()
            && !position.is_unread()
            && (self.fields < 2 || position.turn() == own.turn())
            && (self.fields < 3 || position.castling_rights() == own.castling_rights())
            && (self.fields < 4 || position.legal_en_passant() == own.legal_en_passant())
            && own.pockets().is_none_or(|pockets| position.pockets() == Some(pockets))
    }
}

#[cfg(test)]
mod tests {
    use partie_core::rules::pieces::PieceTracker as _;

    use super::*;

    fn at(fen: &str) -> Position {
        fen::parse_position(fen, None).value
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const RUY: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

    #[test]
    fn boards_alone_may_castle() {
        for (text, fen) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", START),
            (" r3k2r/8/8/8/8/8/8/R3K1R1  b ", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w -", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"),
            ("4k3/8/8/8/8/8/8/R2K3R", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"),
        ] {
            let read = likely_position(text).expect(text);
            assert_eq!(fen::position(&read, &WriteOptions::default()), fen, "{text}");
        }
        for text in ["", "x", "8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/8 w"] {
            let error = likely_position(text).expect_err(text).to_string();
            assert!(error.starts_with("not a playable position: "), "{text}: {error}");
        }
    }

    #[test]
    fn patterns() {
        for (pattern, position, fits) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", START, true),
            ("*/*/*/*/*/*/*/*", RUY, true),
            ("*/*/*/?B*/*/*/*/*", RUY, true),
            ("*/*/*/?B*/*/*/*/*", START, false),
            ("*/*/*/?B* /*/*/*/*", RUY, false),
            ("*/*/*/*/*/*/*/*K??R", RUY, true),
            ("*/*/*/*/*/*/*/*K__R", RUY, true),
            ("*/*/*/*/*/*/*/*K!!R", RUY, false),
            ("*/*/*/*/*/*/*/*K!!R", START, true),
            ("aaaaaaaa/pppp1ppp/*/*/*/*/A*A/A*", RUY, false),
            ("a1aaaaaa/aaaa_aaa/*/*/*/*/A*A/A*", RUY, true),
            ("*/*/*/*[BN]*/*/*/*/*", RUY, true),
            ("*/*/*/*[^BNp]*/*/*/*/*", RUY, false),
            ("*/*/*[bn]*/*/*/*/*/* b", RUY, true),
            ("*/*/*[bn]*/*/*/*/*/* w", RUY, false),
            ("*k*/*/*/*/*/*/*/*K*", START, true),
            ("*e*/*/*/*/*/*/*/*K*", START, false),
        ] {
            match pattern.parse::<BoardPattern>() {
                Ok(p) => {
                    let found = at(position);
                    let sets = PieceSets::of(found.board());
                    assert_eq!(p.fits(&sets, found.turn()), fits, "{pattern} {position}");
                    assert_eq!(p.mirrored().mirrored(), p);
                }
                Err(_) => assert!(!fits, "{pattern}"),
            }
        }
        // A bishop on b5 is a black one on b4 from the other side.
        let mirrored = "*/*/*/?B*/*/*/*/*".parse::<BoardPattern>().expect("a pattern").mirrored();
        let found = at("rnbqk1nr/pppp1ppp/8/4p3/1b6/8/8/4K3 w - - 0 1");
        assert!(mirrored.fits(&PieceSets::of(found.board()), found.turn()));
    }

    #[test]
    fn patterns_that_are_none() {
        for (pattern, words) in [
            ("8/8/8/8/8/8/8", "8 ranks"),
            ("9/8/8/8/8/8/8/8", "`9`"),
            ("7/8/8/8/8/8/8/8", "8 squares"),
            ("8/8/8/8/8/8/8/[KQ", "missing ]"),
            ("8/8/8/8/8/8/8/8 x", "w or b"),
            ("8/8/8/8/8/8/8/8 w KQ", "unexpected text after"),
            ("[]7/8/8/8/8/8/8/8", "matches no square"),
        ] {
            let error = pattern.parse::<BoardPattern>().expect_err(pattern);
            assert!(error.to_string().contains(words), "{error}");
        }
    }

    #[test]
    fn as_many_fields_as_are_given() {
        for (wanted, position, is) in [
            (RUY, RUY, true),
            ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", RUY, true),
            ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b", RUY, true),
            ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w", RUY, false),
            ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b kq", RUY, false),
            ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 9", RUY, true),
            (START, RUY, false),
        ] {
            assert_eq!(
                wanted.parse::<FenPattern>().expect(wanted).is(&at(position)),
                is,
                "{wanted}"
            );
        }
        for text in ["", "x", "Garry Kasparov"] {
            assert!(text.parse::<FenPattern>().is_err(), "{text}");
        }
    }
}
