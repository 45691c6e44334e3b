//! The first field of a FEN: the pieces on the board and in hand.

use partie_core::{
    Bitboard, Board, ByColor, ByRole, Color, File, Language, Piece, Rank, Role, Square,
};

use super::{codes, token::Token};
use crate::{Confidence, Diagnostic, diagnostic, message};

/// Contents of the first field.
pub(super) struct Placement {
    pub(super) board: Board,
    pub(super) promoted: Bitboard,
    /// Pieces in hand, if the field has a place for them, even an empty one.
    pub(super) pockets: Option<ByColor<ByRole<u8>>>,
    /// Place of the pieces in hand, in bytes of the text.
    pub(super) pockets_at: std::ops::Range<usize>,
    /// The field does not hold eight ranks.
    pub(super) is_nothing: bool,
}

/// Reads the field. `drops`: the variant is known to have pieces in hand.
pub(super) fn read(field: Token<'_>, drops: bool, diagnostics: &mut Vec<Diagnostic>) -> Placement {
    let mut placement = Placement {
        board: Board::empty(),
        promoted: Bitboard::EMPTY,
        pockets: None,
        pockets_at: field.span(),
        is_nothing: false,
    };
    let (squares, bracket) = match field.text.find('[') {
        Some(open) => (field.part(0..open), Some(field.part(open..field.text.len()))),
        None => (field, None),
    };
    if squares.text.bytes().filter(|b| *b == b'/').count() < 2 {
        let message = message!(
            "expected the eight ranks of a position, but found `{found}`",
            found = shortened(field.text)
        );
        diagnostics.push(field.wrong(&codes::NO_POSITION, "eight ranks parted by /", message));
        placement.is_nothing = true;
        return placement;
    }
    let mut ranks: Vec<Token<'_>> = Vec::with_capacity(9);
    let mut start = 0;
    for part in squares.text.split('/') {
        ranks.push(squares.part(start..start + part.len()));
        start += part.len() + 1;
    }
    let surplus = if ranks.len() > 8 { ranks.split_off(8) } else { Vec::new() };
    match surplus.as_slice() {
        [] => {}
        [last] if last.text.is_empty() && !drops => diagnostics.push(
            Diagnostic::new(
                &codes::NONSTANDARD_PLACEMENT,
                last.start - 1..last.start,
                message!("expected the end of the ranks, but found `/`"),
            )
            .fix(last.start - 1..last.start, "", Confidence::Safe),
        ),
        [last] if last.text.chars().all(|c| c == '-' || Piece::from_char(c).is_some()) => {
            read_pockets(*last, &mut placement, diagnostics);
        }
        _ => {
            let span = surplus[0].start..squares.span().end;
            diagnostics.push(count_of_ranks(span, 8 + surplus.len()));
            placement.is_nothing = true;
        }
    }
    if ranks.len() < 8 {
        diagnostics.push(count_of_ranks(squares.span(), ranks.len()));
        placement.is_nothing = true;
    }
    if placement.is_nothing {
        return placement;
    }
    let language = language_of(squares.text);
    if language != Language::English {
        diagnostics.push(diagnostic!(
            &codes::FOREIGN_LETTERS,
            squares.span(),
            "the piece letters of this position are those of the language `{code}`",
            code = language.code()
        ));
    }
    for (rank, token) in Rank::ALL.into_iter().rev().zip(ranks) {
        read_rank(rank, token, language, &mut placement, diagnostics);
    }
    if let Some(bracket) = bracket {
        read_bracket(bracket, &mut placement, diagnostics);
    }
    placement
}

fn count_of_ranks(span: std::ops::Range<usize>, found: usize) -> Diagnostic {
    diagnostic!(&codes::RANK_COUNT, span, "expected 8 ranks, but found {found}", found)
        .expected("8 ranks", found.to_string())
}

/// Returns a piece by its letter in a language.
fn piece(c: char, language: Language) -> Option<Piece> {
    if language == Language::English {
        return Piece::from_char(c);
    }
    let color = Color::from_white(c.is_uppercase());
    let letter = c.to_uppercase().to_string();
    let role = Role::ALL.into_iter().find(|role| language.letter(*role) == letter)?;
    Some(Piece { color, role })
}

/// Returns the only language of which all letters of a board are, with one king for each side;
/// else English. A few letters prove nothing.
fn language_of(ranks: &str) -> Language {
    const FEWEST: usize = 8;
    let letters = || ranks.chars().filter(|c| c.is_alphabetic());
    if letters().count() < FEWEST {
        return Language::English;
    }
    let fits = |language: &Language| {
        let mut kings = [0; 2];
        let known = letters().all(|c| {
            let piece = piece(c, *language);
            if let Some(Piece { color, role: Role::King }) = piece {
                kings[color as usize] += 1;
            }
            piece.is_some()
        });
        known && kings == [1, 1]
    };
    if letters().all(|c| Piece::from_char(c).is_some()) {
        return Language::English;
    }
    let board = |language| letters().map(|c| piece(c, language)).collect::<Vec<_>>();
    let mut languages = Language::DISTINCT.into_iter().filter(fits);
    match languages.next() {
        Some(first) if languages.all(|other| board(other) == board(first)) => first,
        _ => Language::English,
    }
}

fn read_rank(
    rank: Rank,
    token: Token<'_>,
    language: Language,
    placement: &mut Placement,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let number = rank.char();
    let mut width = 0_usize;
    let mut pieces = 0;
    let mut previous_was_digit = false;
    let mut split_digits = false;
    let mut strange = None;
    let mut chars = token.text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let was_digit = std::mem::replace(&mut previous_was_digit, c.is_ascii_digit());
        if let Some(digit) = c.to_digit(10) {
            split_digits |= was_digit || digit == 0;
            width += digit as usize;
        } else if c == '-' {
            // An empty square.
            split_digits = true;
            width += 1;
        } else if let Some(piece) = piece(c, language) {
            pieces += 1;
            if let Some(square) = square(rank, width) {
                placement.board.set_piece_at(square, piece);
                if chars.peek().is_some_and(|(_, c)| *c == '~') {
                    placement.promoted.add(square);
                }
            }
            if chars.peek().is_some_and(|(_, c)| *c == '~') {
                chars.next();
            }
            width += 1;
        } else {
            // Most likely a piece letter of another language: it holds its square.
            strange.get_or_insert(token.character(i, c));
            width += 1;
        }
    }
    if let Some(strange) = strange {
        let message = message!(
            "expected a piece letter or a digit on rank {number}, but found `{found}`",
            number,
            found = strange.text
        );
        let expected = "one of KQRBNP kqrbnp or 1 to 8";
        diagnostics.push(strange.wrong(&codes::BAD_SQUARE, expected, message));
    }
    let code = &codes::NONSTANDARD_PLACEMENT;
    if width != 8 && pieces == 0 && strange.is_none() && !token.text.is_empty() {
        let message = message!(
            "expected `8` for the empty rank {number}, but found `{found}`",
            number,
            found = token.text
        );
        diagnostics.push(token.replaced(code, "8", Confidence::Likely, message));
    } else if width != 8 {
        let message = message!(
            "expected 8 squares on rank {number}, but found {found}",
            number,
            found = width
        );
        let diagnostic = Diagnostic::new(&codes::RANK_LENGTH, token.span(), message);
        diagnostics.push(diagnostic.expected("8 squares", width.to_string()));
    } else if split_digits {
        let message = message!(
            "expected one digit for a row of empty squares on rank {number}, but found `{found}`",
            number,
            found = token.text
        );
        let diagnostic = Diagnostic::new(code, token.span(), message);
        let joined = joined_digits(token.text);
        diagnostics.push(diagnostic.fix(token.span(), joined, Confidence::Safe));
    }
}

fn square(rank: Rank, file: usize) -> Option<Square> {
    File::try_from(u32::try_from(file).ok()?).ok().map(|file| Square::from_coords(file, rank))
}

/// Returns the rank with neighbouring digits added up.
fn joined_digits(rank: &str) -> String {
    let mut joined = String::new();
    let is_empty = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    for run in rank.as_bytes().chunk_by(|a, b| is_empty(a) == is_empty(b)) {
        let run = str::from_utf8(run).unwrap_or_default();
        let squares = |c: char| c.to_digit(10).or((c == '-').then_some(1));
        match run.chars().map(squares).sum::<Option<u32>>() {
            Some(0) => {}
            Some(empty) => joined.push_str(&empty.to_string()),
            None => joined.push_str(run),
        }
    }
    joined
}

/// `[QNp]`, `[-]`, `[]`.
fn read_bracket(bracket: Token<'_>, placement: &mut Placement, diagnostics: &mut Vec<Diagnostic>) {
    let close = bracket.text.find(']');
    let inner = bracket.part(1..close.unwrap_or(bracket.text.len()));
    read_pockets(inner, placement, diagnostics);
    placement.pockets_at = bracket.span();
    if close.is_none_or(|close| close + 1 < bracket.text.len()) {
        let message = message!(
            "expected `]` after the pieces in hand, but found `{found}`",
            found = shortened(bracket.text)
        );
        diagnostics.push(bracket.wrong(&codes::BAD_POCKET, "]", message));
    }
}

/// Piece letters in any order, or `-`.
pub(super) fn read_pockets(
    token: Token<'_>,
    placement: &mut Placement,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut pockets = placement.pockets.unwrap_or_default();
    let mut strange = None;
    for (i, c) in token.text.char_indices() {
        match Piece::from_char(c) {
            Some(Piece { color, role }) if role != Role::King => {
                let count = pockets.get_mut(color).get_mut(role);
                *count = count.saturating_add(1);
            }
            None if c == '-' => {}
            _ => {
                strange.get_or_insert(token.character(i, c));
            }
        }
    }
    if let Some(strange) = strange {
        let message = message!(
            "expected a piece in hand, one of QRBNP qrbnp, but found `{found}`",
            found = strange.text
        );
        diagnostics.push(strange.wrong(&codes::BAD_POCKET, "one of QRBNP qrbnp", message));
    }
    placement.pockets = Some(pockets);
    placement.pockets_at = token.span();
}

/// Returns a text cut for a message.
#[must_use]
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Returns true if any piece is in hand.
pub(super) fn any_in_hand(pockets: &ByColor<ByRole<u8>>) -> bool {
    Color::ALL.into_iter().any(|c| Role::ALL.into_iter().any(|r| pockets.get(c)[r] > 0))
}
