//! Parsing of a FEN: first its fields as text, then the position.

use std::{num::NonZeroU32, ops::Range};

use partie_core::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Color, File, Piece, Position, Rank,
    RemainingChecks, Role, Setup, Square, Variant,
};

use super::{
    codes,
    placement::{self, Placement, shortened},
    token::Token,
};
use crate::{Code, Confidence, Diagnostic, Message, Severity, ToValue, diagnostic, message};

/// Kind of text that may follow the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suffix {
    /// The text is a FEN.
    Nothing,
    /// Operations of EPD.
    Operations,
}

/// The fields as they stand in the text.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    placement: Token<'a>,
    side: Option<Token<'a>>,
    castling: Option<Token<'a>>,
    en_passant: Option<Token<'a>>,
    checks: Option<Token<'a>>,
    pub(crate) halfmoves: Option<Token<'a>>,
    pub(crate) fullmoves: Option<Token<'a>>,
    pockets: Option<Token<'a>>,
    /// Text after the fields, without whitespace around it.
    pub(crate) rest: Token<'a>,
    suffix: Suffix,
}

/// A position with the text after it.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) position: Position,
    pub(crate) rest: Range<usize>,
}

fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '\u{feff}' | '\u{200b}')
}

/// Spelling of a space in the address of a page.
const SPACE_OF_ADDRESS: &str = "%20";

fn skip_spaces(text: &str) -> &str {
    let mut rest = text.trim_start_matches(is_whitespace);
    while let Some(after) = rest.strip_prefix(SPACE_OF_ADDRESS) {
        rest = after.trim_start_matches(is_whitespace);
    }
    rest
}

fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "−")
}

fn is_side(text: &str) -> bool {
    side(text).is_some()
}

fn side(text: &str) -> Option<Color> {
    Some(match text.to_ascii_lowercase().as_str() {
        "w" | "white" | "weiß" | "weiss" => Color::White,
        "b" | "black" | "s" | "schwarz" => Color::Black,
        _ => return None,
    })
}

fn is_castling(text: &str) -> bool {
    is_dash(text)
        || !text.is_empty()
            && text.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'a'..=b'h' | b'k' | b'q'))
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

fn is_en_passant(text: &str) -> bool {
    is_dash(text) || is_square(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_counter(text: &str) -> bool {
    is_number(text) || is_dash(text)
}

fn is_checks(text: &str) -> bool {
    let text = text.strip_prefix('+').unwrap_or(text);
    text.split_once('+').is_some_and(|(white, black)| is_number(white) && is_number(black))
}

fn is_pockets(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| Piece::from_char(c).is_some())
        || text.starts_with('[') && text.ends_with(']')
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    suffix: Suffix,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        let rest = skip_spaces(&self.text[self.at..]);
        let start = self.text.len() - rest.len();
        let length = rest.find(|c| is_whitespace(c) || c == ';').unwrap_or(rest.len());
        let length = rest[..length].find(SPACE_OF_ADDRESS).unwrap_or(length);
        (length > 0).then(|| Token { start, text: &rest[..length] })
    }

    fn take(&mut self, token: Token<'a>) -> Token<'a> {
        self.at = token.span().end;
        token
    }

    /// Returns the next token if it fits its field, or if it fits none at all.
    fn field(&mut self, fits: fn(&str) -> bool, later: &[fn(&str) -> bool]) -> Option<Token<'a>> {
        let token = self.peek()?;
        let operation = self.suffix == Suffix::Operations
            && token.text.starts_with(|c: char| c.is_ascii_alphabetic());
        if fits(token.text) || !operation && !later.iter().any(|fits| fits(token.text)) {
            return Some(self.take(token));
        }
        None
    }

    fn optional(&mut self, fits: fn(&str) -> bool) -> Option<Token<'a>> {
        let token = self.peek().filter(|t| fits(t.text))?;
        Some(self.take(token))
    }
}

/// Finds the fields. A field that is missing in the middle is noticed by the shape
/// of the next one.
pub(crate) fn scan(text: &str, start: usize, suffix: Suffix) -> Fields<'_> {
    let mut scanner = Scanner { text, at: start, suffix };
    let nothing = Token { start, text: &text[start..start] };
    let placement = match scanner.peek() {
        Some(token) => scanner.take(token),
        None => nothing,
    };
    let counters: [fn(&str) -> bool; 2] = [is_checks, is_number];
    let side = scanner.field(is_side, &[is_castling, is_square, is_checks, is_number]);
    let castling = scanner.field(is_castling, &[is_square, is_checks, is_number]);
    let en_passant = scanner.field(is_en_passant, &counters);
    let mut checks = scanner.optional(is_checks);
    let (halfmoves, fullmoves) = match suffix {
        Suffix::Nothing => {
            let halfmoves = scanner.field(is_counter, &[is_checks, is_pockets]);
            (halfmoves, scanner.field(is_counter, &[is_checks, is_pockets]))
        }
        Suffix::Operations => {
            let halfmoves = scanner.optional(is_counter);
            (halfmoves, scanner.optional(is_counter))
        }
    };
    checks = checks.or_else(|| scanner.optional(is_checks));
    let pockets = match suffix {
        Suffix::Nothing => scanner.optional(is_pockets),
        Suffix::Operations => None,
    };
    let rest = skip_spaces(&text[scanner.at..]);
    let rest = Token { start: text.len() - rest.len(), text: rest.trim_end() };
    Fields {
        placement,
        side,
        castling,
        en_passant,
        checks,
        halfmoves,
        fullmoves,
        pockets,
        rest,
        suffix,
    }
}

/// Makes a position of the fields.
pub(crate) fn resolve(
    fields: &Fields<'_>,
    variant: Option<Variant>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Read {
    let drops = variant.is_some_and(Variant::has_drops);
    let mut placed = placement::read(fields.placement, drops, diagnostics);
    if placed.is_nothing {
        let position = Position::unread(variant.unwrap_or(Variant::Standard));
        return Read { position, rest: fields.rest.span() };
    }
    if let Some(token) = fields.pockets {
        late_pockets(token, &mut placed, diagnostics);
    }
    let mut inferred = variant.unwrap_or_else(|| infer(&placed, fields));
    let mut reader = FieldReader { fields, placed, variant: inferred, diagnostics };
    let turn = reader.side_to_move();
    let castling_rights = reader.castling_rights();
    let ep_square = reader.en_passant(turn);
    let remaining_checks = reader.checks();
    let pockets = reader.pockets();
    let halfmoves = reader.counter(fields.halfmoves, &message!("half-moves"), "0").unwrap_or(0);
    let fullmoves = reader.move_number();
    let setup = Setup {
        board: reader.placed.board,
        promoted: reader.placed.promoted,
        pockets,
        turn,
        castling_rights,
        ep_square,
        remaining_checks,
        halfmoves,
        fullmoves,
    };
    if variant.is_none()
        && inferred == Variant::Standard
        && CastlingMode::detect(&setup) == CastlingMode::Chess960
    {
        inferred = Variant::Chess960;
        let span = fields.castling.map_or(fields.placement.span(), Token::span);
        diagnostics.push(Diagnostic::new(
            &codes::CHESS960,
            span,
            message!("expected king and rooks of orthodox castling, but found those of Chess960"),
        ));
    }
    let (position, problem) = Position::from_setup(inferred, setup);
    if let Some(problem) = problem {
        let span = fields.placement.span();
        diagnostics.push(if position.problem().is_some() {
            let expected = "a position that can be played";
            let message = message!(
                "expected a position that can be played, but found that {problem}",
                problem
            );
            Diagnostic::new(&codes::UNPLAYABLE, span, message)
                .expected(expected, problem.to_string())
        } else {
            let message =
                message!("expected a position from a game, but found that {problem}", problem);
            Diagnostic::new(&codes::UNREACHABLE_POSITION, span, message)
        });
    }
    Read { position, rest: fields.rest.span() }
}

/// Returns the variant that the text itself shows.
fn infer(placed: &Placement, fields: &Fields<'_>) -> Variant {
    if placed.pockets.is_some() || placed.promoted.any() {
        Variant::Crazyhouse
    } else if fields.checks.is_some() {
        Variant::ThreeCheck
    } else {
        Variant::Standard
    }
}

/// chess.com writes the pieces in hand as a seventh field.
fn late_pockets(token: Token<'_>, placed: &mut Placement, diagnostics: &mut Vec<Diagnostic>) {
    let inner = match token.text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        Some(inner) => token.part(1..inner.len() + 1),
        None => token,
    };
    placement::read_pockets(inner, placed, diagnostics);
    placed.pockets_at = token.span();
    diagnostics.push(diagnostic!(
        &codes::NONSTANDARD_PLACEMENT,
        token.span(),
        "expected the pieces in hand after the first rank, but found `{found}` at the end",
        found = token.text
    ));
}

/// Reads the fields after the first.
struct FieldReader<'a> {
    fields: &'a Fields<'a>,
    placed: Placement,
    variant: Variant,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl FieldReader<'_> {
    fn missing(&mut self, severity: Severity, what: &Message, taken: &str) {
        let at = self.fields.rest.start;
        let message = message!(
            "expected {field}, but found none; `{assumed}` is assumed",
            field = what,
            assumed = taken
        );
        let diagnostic = Diagnostic::new(&codes::MISSING_FIELD, at..at, message);
        self.diagnostics.push(diagnostic.expected(what.to_string(), "").severity(severity));
    }

    fn side_to_move(&mut self) -> Color {
        let Some(token) = self.fields.side else {
            self.missing(Severity::Warning, &message!("the side to move"), "w");
            return Color::White;
        };
        let Some(color) = side(token.text) else {
            let message = message!(
                "expected `w` or `b` for the side to move, but found `{found}`; `w` is assumed",
                found = shortened(token.text)
            );
            self.diagnostics.push(token.wrong(&codes::BAD_SIDE, "w or b", message));
            return Color::White;
        };
        let letter = color.char().to_string();
        if token.text != letter {
            let message = message!(
                "expected `{letter}` for the side to move, but found `{found}`",
                letter,
                found = token.text
            );
            let code = &codes::NONSTANDARD_SIDE;
            self.diagnostics.push(token.replaced(code, &letter, Confidence::Safe, message));
        }
        color
    }

    fn castling_rights(&mut self) -> Bitboard {
        let mut rights = Bitboard::EMPTY;
        let Some(token) = self.fields.castling else {
            self.missing(Severity::Repaired, &message!("castling rights"), "-");
            return rights;
        };
        if is_dash(token.text) {
            self.odd_dash(token, &message!("castling rights"));
            return rights;
        }
        let board = &self.placed.board;
        if matches!(self.variant, Variant::Antichess | Variant::Suicide | Variant::RacingKings) {
            let message = message!(
                "expected no castling rights in {variant}, but found `{found}`",
                variant = self.variant,
                found = shortened(token.text)
            );
            let diagnostic = token.wrong(&codes::IMPOSSIBLE_CASTLING, "-", message);
            self.diagnostics.push(diagnostic.fix(token.span(), "-", Confidence::Safe));
            return rights;
        }
        let (mut strange, mut odd) = (None, false);
        let mut impossible = String::new();
        let mut order = Vec::new();
        for (i, c) in token.text.char_indices() {
            if !is_castling(c.encode_utf8(&mut [0; 4])) || is_dash(c.encode_utf8(&mut [0; 4])) {
                strange.get_or_insert(token.character(i, c));
                continue;
            }
            let place = "KQkq".find(c).unwrap_or(if c.is_ascii_uppercase() { 0 } else { 2 });
            odd |= order.last().is_some_and(|last| *last > place);
            order.push(place);
            match rook_of_right(c, board) {
                Some(rook) if rights.contains(rook) => odd = true,
                Some(rook) if has_right_to_side(rook, rights, board) => impossible.push(c),
                Some(rook) => rights.add(rook),
                None => impossible.push(c),
            }
        }
        if let Some(strange) = strange {
            let message = message!(
                "expected `-`, KQkq or the files of rooks, but found `{found}`",
                found = strange.text
            );
            let expected = "-, KQkq or the files of rooks";
            self.diagnostics.push(strange.wrong(&codes::BAD_CASTLING, expected, message));
        } else if odd {
            let message = message!(
                "expected each castling right once and White's first, but found `{found}`",
                found = token.text
            );
            let code = &codes::NONSTANDARD_CASTLING;
            self.diagnostics.push(Diagnostic::new(code, token.span(), message));
        }
        if !impossible.is_empty() {
            let kept = super::write::castling(board, rights, crate::options::CastlingStyle::XFen);
            let message = message!(
                "expected king and rook in their places for the castling right `{impossible}`, but found them elsewhere",
                impossible
            );
            let code = &codes::IMPOSSIBLE_CASTLING;
            self.diagnostics.push(token.replaced(code, &kept, Confidence::Likely, message));
        }
        rights
    }

    fn odd_dash(&mut self, token: Token<'_>, what: &Message) {
        if token.text != "-" {
            let message = message!(
                "expected `-` for no {field}, but found `{found}`",
                field = what,
                found = token.text
            );
            let code = &codes::NONSTANDARD_DASH;
            self.diagnostics.push(token.replaced(code, "-", Confidence::Safe, message));
        }
    }

    fn en_passant(&mut self, turn: Color) -> Option<Square> {
        let Some(token) = self.fields.en_passant else {
            self.missing(Severity::Repaired, &message!("an en passant square or -"), "-");
            return None;
        };
        if is_dash(token.text) {
            self.odd_dash(token, &message!("en passant square"));
            return None;
        }
        let Ok(square) = Square::from_ascii(token.text.to_ascii_lowercase().as_bytes()) else {
            let message = message!(
                "expected `-` or a square for en passant, but found `{found}`",
                found = shortened(token.text)
            );
            self.diagnostics.push(token.wrong(&codes::BAD_EN_PASSANT, "- or a square", message));
            return None;
        };
        // Some programs name the pawn's square instead of the one after it.
        let board = &self.placed.board;
        let passed = behind_pawn(square, board, turn).unwrap_or(square);
        if !was_passed(passed, board, turn) {
            let message = message!(
                "expected a square that a pawn has just passed, but found `{found}`",
                found = token.text
            );
            let code = &codes::IMPOSSIBLE_EN_PASSANT;
            self.diagnostics.push(token.replaced(code, "-", Confidence::Likely, message));
            return None;
        }
        let name = passed.to_string();
        if token.text != name {
            let message = message!(
                "expected `{name}`, the square behind the pawn, but found `{found}`",
                name,
                found = token.text
            );
            let code = &codes::NONSTANDARD_EN_PASSANT;
            self.diagnostics.push(token.replaced(code, &name, Confidence::Safe, message));
        }
        Some(passed)
    }

    fn checks(&mut self) -> Option<ByColor<RemainingChecks>> {
        let three_check = self.variant == Variant::ThreeCheck;
        let Some(token) = self.fields.checks else {
            if three_check {
                self.missing(Severity::Note, &message!("the checks still to give"), "3+3");
            }
            return three_check.then(ByColor::default);
        };
        if !three_check {
            let found = format!("`{}`", shortened(token.text));
            self.foreign(token.span(), &message!("counts of checks"), found, None);
            return None;
        }
        let remaining = remaining_checks(token.text);
        if remaining.is_none() {
            let message = message!(
                "expected checks from `0+0` to `3+3`, but found `{found}`; `3+3` is assumed",
                found = shortened(token.text)
            );
            let expected = "checks from 0+0 to 3+3";
            self.diagnostics.push(token.wrong(&codes::BAD_CHECKS, expected, message));
        }
        Some(remaining.unwrap_or_default())
    }

    fn foreign(
        &mut self,
        span: Range<usize>,
        what: &Message,
        found: impl ToValue,
        severity: Option<Severity>,
    ) {
        let found = found.to_value();
        let text = found.to_string();
        let message = message!(
            "expected no {field} in {variant}, but found {found}",
            field = what,
            variant = self.variant,
            found
        );
        let code = &codes::FOREIGN_FIELD;
        let diagnostic = Diagnostic::new(code, span, message).expected("", text);
        self.diagnostics.push(diagnostic.severity(severity.unwrap_or(code.severity)));
    }

    fn pockets(&mut self) -> Option<ByColor<ByRole<u8>>> {
        let pockets = self.placed.pockets;
        if self.variant.has_drops() {
            return Some(pockets.unwrap_or_default());
        }
        let span = self.placed.pockets_at.clone();
        let promoted = std::mem::take(&mut self.placed.promoted);
        let (what, repaired) = (message!("pieces in hand"), Some(Severity::Repaired));
        if pockets.is_some_and(|p| placement::any_in_hand(&p)) {
            self.foreign(span.clone(), &what, message!("some"), None);
        } else if pockets.is_some() {
            self.foreign(span.clone(), &what, message!("a place for them"), repaired);
        }
        if promoted.any() {
            self.foreign(span, &message!("marks of promoted pieces"), "`~`", repaired);
        }
        None
    }

    fn counter(&mut self, token: Option<Token<'_>>, what: &Message, taken: &str) -> Option<u32> {
        let Some(token) = token else {
            if self.fields.suffix == Suffix::Nothing {
                let what = message!("the number of {field}", field = what);
                self.missing(Severity::Note, &what, taken);
            }
            return None;
        };
        let number = token.text.parse::<u32>().ok();
        if number.is_none() {
            let severity = if is_dash(token.text) { Severity::Repaired } else { Severity::Error };
            let message = message!(
                "expected the number of {field}, but found `{found}`",
                field = what,
                found = shortened(token.text)
            );
            let diagnostic = token.wrong(&codes::BAD_COUNTER, "a number", message);
            self.diagnostics.push(diagnostic.severity(severity));
        }
        number
    }

    fn move_number(&mut self) -> NonZeroU32 {
        let token = self.fields.fullmoves;
        let Some(number) = self.counter(token, &message!("the move"), "1") else {
            return NonZeroU32::MIN;
        };
        NonZeroU32::new(number).unwrap_or_else(|| {
            let span = token.map_or(0..0, Token::span);
            let message = message!("expected a move number from 1, but found `0`; `1` is assumed");
            let diagnostic = Diagnostic::new(&codes::MOVE_NUMBER_ZERO, span, message);
            self.diagnostics.push(diagnostic.replaced("1", "0", Confidence::Safe));
            NonZeroU32::MIN
        })
    }
}

/// Returns the rook that a letter means, if king and rook stand so that they could castle.
fn rook_of_right(letter: char, board: &Board) -> Option<Square> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let back_rank = color.fold_wb(Rank::First, Rank::Eighth);
    let king = board.king_of(color).filter(|k| k.rank() == back_rank)?;
    let rooks = board.by_piece(Piece { color, role: Role::Rook }) & Bitboard::from_rank(back_rank);
    match letter.to_ascii_lowercase() {
        'k' => rooks.last().filter(|rook| *rook > king),
        'q' => rooks.first().filter(|rook| *rook < king),
        file => {
            let square = Square::from_coords(File::from_char(file)?, back_rank);
            rooks.contains(square).then_some(square)
        }
    }
}

/// Returns true if the king already has a right on the rook's side.
fn has_right_to_side(rook: Square, rights: Bitboard, board: &Board) -> bool {
    let Some(king) = board.color_at(rook).and_then(|color| board.king_of(color)) else {
        return false;
    };
    rights.into_iter().any(|other| other.rank() == rook.rank() && (other < king) == (rook < king))
}

/// Returns the square over which the pawn on a square came if it has just moved two squares.
fn behind_pawn(square: Square, board: &Board, turn: Color) -> Option<Square> {
    let (pawn_rank, passed_rank) =
        turn.fold_wb((Rank::Fifth, Rank::Sixth), (Rank::Fourth, Rank::Third));
    let pawn = Piece { color: !turn, role: Role::Pawn };
    (square.rank() == pawn_rank && board.piece_at(square) == Some(pawn))
        .then(|| Square::from_coords(square.file(), passed_rank))
}

fn was_passed(square: Square, board: &Board, turn: Color) -> bool {
    let (from, passed, to) = turn.fold_wb(
        (Rank::Seventh, Rank::Sixth, Rank::Fifth),
        (Rank::Second, Rank::Third, Rank::Fourth),
    );
    let pawn = Piece { color: !turn, role: Role::Pawn };
    square.rank() == passed
        && board.piece_at(square).is_none()
        && board.piece_at(Square::from_coords(square.file(), from)).is_none()
        && board.piece_at(Square::from_coords(square.file(), to)) == Some(pawn)
}

/// `2+3`: still to give; `+1+0`: given.
fn remaining_checks(text: &str) -> Option<ByColor<RemainingChecks>> {
    let given = text.starts_with('+');
    let (white, black) = text.strip_prefix('+').unwrap_or(text).split_once('+')?;
    let number = |text: &str| {
        let n: u32 = text.parse().ok().filter(|n| *n <= 3)?;
        Some(RemainingChecks::new(if given { 3 - n } else { n }))
    };
    Some(ByColor { white: number(white)?, black: number(black)? })
}

/// Returns true if a diagnostic says that words of a position, kept as text, were not understood.
pub(super) fn is_unread(diagnostic: &Diagnostic) -> bool {
    const UNREAD: [&Code; 9] = [
        &codes::TRAILING_TEXT,
        &codes::BAD_SIDE,
        &codes::BAD_CASTLING,
        &codes::BAD_EN_PASSANT,
        &codes::BAD_COUNTER,
        &codes::BAD_CHECKS,
        &codes::BAD_POCKET,
        &codes::FOREIGN_FIELD,
        &codes::BOARD_COUNT,
    ];
    diagnostic.severity >= Severity::Warning
        && !diagnostic.span.is_empty()
        && UNREAD.iter().any(|code| code.id == diagnostic.code.id)
}

/// Returns the diagnostic for text after a FEN.
pub(super) fn trailing(rest: Token<'_>, code: &'static Code) -> Diagnostic {
    let message = message!(
        "expected the end of the position, but found `{found}`",
        found = shortened(rest.text)
    );
    rest.wrong(code, "", message)
}
