//! Standard algebraic notation, read generously and written exactly
//! (PGN standard 1994, section 8.2.3; import rules of many programs).
//!
//! Reading goes in two steps: [`San::parse`] knows no position and says what the
//! text means; [`San::resolve`] finds the legal move. What had to be forgiven on
//! the way is in [`Quirks`].

use super::{CheckMark, Language, NotRead, Ply, Quirks, Reading, only};
use crate::{CastlingSide, File, Move, MoveList, Position, Rank, Role, Square};

/// A move as its text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    /// What is moved, and how.
    pub action: Action,
    /// The check mark.
    pub mark: CheckMark,
    /// What was forgiven so far.
    pub quirks: Quirks,
}

/// The kinds of move that a text can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move of a piece.
    Piece {
        /// Which; a pawn if no letter stands there.
        role: Role,
        /// The file it comes from.
        file: Option<File>,
        /// The rank it comes from.
        rank: Option<Rank>,
        /// Whether a capture sign stands there.
        capture: bool,
        /// The target's file.
        to_file: File,
        /// The target's rank; missing in `ed`.
        to_rank: Option<Rank>,
        /// The piece promoted to.
        promotion: Option<Role>,
        /// The letter was a lower-case `b`, which may be a pawn's file or a bishop.
        perhaps_bishop: bool,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A drop.
    Drop {
        /// What is dropped.
        role: Role,
        /// Where.
        to: Square,
    },
    /// A null move.
    Null,
}

/// Reads a move in English letters.
///
/// # Errors
///
/// [`NotRead`].
///
/// ```
/// use partie_core::{Position, moves::san};
/// let start = Position::default();
/// let reading = san::read(&start, "nf3").expect("a knight's move");
/// assert_eq!(san::write(&start, reading.ply), "Nf3");
/// assert_eq!(reading.quirks.words(), ["piece letter in lower case"]);
/// ```
pub fn read(position: &Position, text: &str) -> Result<Reading, NotRead> {
    read_in(position, text, Language::English)
}

/// Reads a move with the letters of a language. Figurines are understood in all.
///
/// # Errors
///
/// [`NotRead`].
pub fn read_in(position: &Position, text: &str, language: Language) -> Result<Reading, NotRead> {
    San::parse(text, language).ok_or(NotRead::NotAMove)?.resolve(position)
}

/// Writes a legal move with its check mark.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    write_in(position, ply, Language::English)
}

/// Writes a legal move with its check mark, with the letters of a language.
#[must_use]
pub fn write_in(position: &Position, ply: Ply, language: Language) -> String {
    let mut text = write_plain(position, ply, language);
    if let Some(m) = ply.to_move() {
        let mut after = position.clone();
        after.play_unchecked(m);
        text.push_str(check_mark(&after));
    }
    text
}

/// The mark for the position after a move: `+`, `#` or nothing.
#[must_use]
pub fn check_mark(after: &Position) -> &'static str {
    // As python-chess and lichess: a decided variant game gets `#` as mate does.
    if after.is_check() {
        if after.is_checkmate() || after.is_variant_end() { "#" } else { "+" }
    } else if after.is_variant_end() {
        "#"
    } else {
        ""
    }
}

/// Writes a legal move without a check mark.
#[must_use]
pub fn write_plain(position: &Position, ply: Ply, language: Language) -> String {
    let Ply::Move(m) = ply else {
        return "--".to_owned();
    };
    let mut text = String::with_capacity(8);
    match m {
        Move::Castle { king, rook } => {
            text.push_str(if king < rook { "O-O" } else { "O-O-O" });
        }
        Move::Put { role, to } => {
            text.push_str(language.letter(role));
            text.push('@');
            push_square(&mut text, to);
        }
        Move::EnPassant { from, to } => {
            text.push(from.file().char());
            text.push('x');
            push_square(&mut text, to);
        }
        Move::Normal { role: Role::Pawn, from, capture, to, promotion } => {
            if capture.is_some() {
                text.push(from.file().char());
                text.push('x');
            }
            push_square(&mut text, to);
            if let Some(role) = promotion {
                text.push('=');
                text.push_str(language.letter(role));
            }
        }
        Move::Normal { role, from, capture, to, .. } => {
            text.push_str(language.letter(role));
            let (file, rank) = disambiguation(from, &position.candidates(role, to));
            if file {
                text.push(from.file().char());
            }
            if rank {
                text.push(from.rank().char());
            }
            if capture.is_some() {
                text.push('x');
            }
            push_square(&mut text, to);
        }
    }
    text
}

/// Whether the file and the rank of the source must be written.
fn disambiguation(from: Square, candidates: &MoveList) -> (bool, bool) {
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for other in candidates.iter().filter_map(|m| match m {
        Move::Normal { from: other, .. } if *other != from => Some(*other),
        _ => None,
    }) {
        others = true;
        same_file |= other.file() == from.file();
        same_rank |= other.rank() == from.rank();
    }
    (others && (!same_file || same_rank), same_file)
}

fn push_square(text: &mut String, square: Square) {
    text.push(square.file().char());
    text.push(square.rank().char());
}

impl San {
    /// What a text means, whatever the position. `None` if it is no move.
    ///
    /// Suffixes such as `!?` must be cut off before.
    #[must_use]
    pub fn parse(text: &str, language: Language) -> Option<San> {
        let mut quirks = Quirks::NONE;
        let folded = fold(text, &mut quirks);
        let mut rest: &str = &folded;
        if matches!(rest, "--" | "Z0" | "z0" | "0000" | "@@@@" | "null" | "<>" | "pass") {
            if rest != "--" {
                quirks.insert(Quirks::ODD_NULL);
            }
            return Some(San { action: Action::Null, mark: CheckMark::None, quirks });
        }
        let mark = strip_marks(&mut rest, &mut quirks);
        let action = parse_castling(rest, &mut quirks)
            .map(Action::Castle)
            .or_else(|| parse_drop(rest, language, &mut quirks))
            .or_else(|| parse_piece(rest, language, &mut quirks))?;
        Some(San { action, mark, quirks })
    }

    /// The legal move that it means.
    ///
    /// # Errors
    ///
    /// [`NotRead::Illegal`] or [`NotRead::Ambiguous`].
    pub fn resolve(&self, position: &Position) -> Result<Reading, NotRead> {
        let mut quirks = self.quirks;
        let ply = match self.action {
            Action::Null => Ply::Null,
            Action::Castle(side) => Ply::Move(only(&position.castling_moves(side))?),
            Action::Drop { role, to } => {
                let m = Move::Put { role, to };
                if !position.is_legal(m) {
                    return Err(NotRead::Illegal);
                }
                Ply::Move(m)
            }
            Action::Piece { perhaps_bishop, role, file, rank, to_file, capture, .. } => {
                // `bb3` doubles no pawn's file: only a bishop is written so.
                if perhaps_bishop && !capture && file == Some(to_file) && rank.is_none() {
                    quirks.insert(Quirks::LOWERCASE_PIECE);
                    if let Ok(m) = self.as_bishop(position, &mut quirks) {
                        return Ok(Reading { ply: Ply::Move(m), quirks, mark: self.mark });
                    }
                    quirks = self.quirks;
                }
                match resolve_piece(self.action, role, position, &mut quirks) {
                    Err(NotRead::Illegal) if perhaps_bishop => {
                        quirks = self.quirks;
                        quirks.insert(Quirks::LOWERCASE_PIECE);
                        Ply::Move(self.as_bishop(position, &mut quirks)?)
                    }
                    other => Ply::Move(other?),
                }
            }
        };
        Ok(Reading { ply, quirks, mark: self.mark })
    }

    /// `bxc3`, `bc3` and `b3`... with a bishop instead of the b-pawn.
    fn as_bishop(&self, position: &Position, quirks: &mut Quirks) -> Result<Move, NotRead> {
        let Action::Piece { rank, capture, to_file, to_rank, .. } = self.action else {
            return Err(NotRead::Illegal);
        };
        let action = Action::Piece {
            role: Role::Bishop,
            file: None,
            rank,
            capture,
            to_file,
            to_rank,
            promotion: None,
            perhaps_bishop: false,
        };
        resolve_piece(action, Role::Bishop, position, quirks)
    }
}

fn resolve_piece(
    action: Action,
    role: Role,
    position: &Position,
    quirks: &mut Quirks,
) -> Result<Move, NotRead> {
    let Action::Piece { file, rank, capture, to_file, to_rank, promotion, .. } = action else {
        return Err(NotRead::Illegal);
    };
    let mut candidates = MoveList::new();
    match to_rank {
        Some(to_rank) => {
            candidates = position.candidates(role, Square::from_coords(to_file, to_rank));
        }
        None => {
            for m in &position.legal_moves() {
                if m.role() == role && m.to().file() == to_file && m.is_capture() {
                    candidates.push(*m);
                }
            }
        }
    }
    candidates.retain(|m| match m {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => {
            file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank())
        }
        _ => false,
    });
    if candidates.iter().any(|m| m.is_promotion()) {
        if promotion.is_none() {
            quirks.insert(Quirks::MISSING_PROMOTION);
        }
        let wanted = promotion.unwrap_or(Role::Queen);
        candidates.retain(|m| m.promotion() == Some(wanted));
    } else if promotion.is_some() {
        candidates.clear();
    }
    // `e4` is a push: where a pawn can also capture there, the push is meant.
    if role == Role::Pawn && candidates.len() > 1 && file.is_none() {
        candidates.retain(|m| m.is_capture() == capture);
    }
    // The full square of a king names castling, too: `e1g1`, `Ke1-g1`.
    if candidates.is_empty() && matches!(role, Role::King | Role::Pawn) {
        if let Some(m) = castling_as_king_move(action, position) {
            quirks.insert(Quirks::CASTLING_AS_KING_MOVE);
            return Ok(m);
        }
        // `e1e2`, both squares without a letter, may be any piece.
        if let (Some(file), Some(rank), Role::Pawn, Some(to_rank)) = (file, rank, role, to_rank) {
            let from = Square::from_coords(file, rank);
            let to = Square::from_coords(to_file, to_rank);
            if let Some(piece) = position.piece_at(from).filter(|p| p.role != Role::Pawn) {
                candidates = position.candidates(piece.role, to);
                candidates.retain(|m| m.from() == Some(from));
            }
        }
    }
    let m = only(&candidates)?;
    note_quirks(m, action, position, quirks);
    Ok(m)
}

/// Compares what stood there with what stands in a clean record.
fn note_quirks(m: Move, action: Action, position: &Position, quirks: &mut Quirks) {
    let Action::Piece { role, file, rank, capture, to_rank, .. } = action else {
        return;
    };
    if to_rank.is_none() {
        quirks.insert(Quirks::MISSING_RANK);
    }
    if capture && !m.is_capture() {
        quirks.insert(Quirks::FALSE_CAPTURE_SIGN);
    } else if !capture && m.is_capture() {
        quirks.insert(Quirks::MISSING_CAPTURE_SIGN);
    }
    if file.is_some() && rank.is_some() && quirks.contains(Quirks::LONG_FORM) {
        return;
    }
    let Some(from) = m.from() else { return };
    if role == Role::Pawn {
        if m.is_capture() && file.is_none() {
            quirks.insert(Quirks::MISSING_FILE);
        }
        if rank.is_some() || (file.is_some() && !m.is_capture()) {
            quirks.insert(Quirks::OVER_DISAMBIGUATED);
        }
    } else {
        let (need_file, need_rank) = disambiguation(from, &position.candidates(role, m.to()));
        if (file.is_some() && !need_file) || (rank.is_some() && !need_rank) {
            quirks.insert(Quirks::OVER_DISAMBIGUATED);
        }
    }
}

fn castling_as_king_move(action: Action, position: &Position) -> Option<Move> {
    let Action::Piece { role, file, rank, to_file, to_rank, .. } = action else {
        return None;
    };
    let king = position.board().king_of(position.turn())?;
    // A bare `g1` must not be castling; without a letter both squares must stand there.
    let full = file == Some(king.file()) && rank == Some(king.rank());
    if role == Role::Pawn && !full || to_rank? != king.rank() {
        return None;
    }
    if file.is_some_and(|f| f != king.file()) || rank.is_some_and(|r| r != king.rank()) {
        return None;
    }
    [CastlingSide::KingSide, CastlingSide::QueenSide]
        .into_iter()
        .flat_map(|side| position.castling_moves(side))
        .find(|m| {
            let Move::Castle { king, rook } = *m else {
                return false;
            };
            let side = CastlingSide::from_king_side(king < rook);
            to_file == side.king_to_file() || full && to_file == rook.file()
        })
}

/// Replaces look-alikes, and drops invisible characters.
fn fold<'a>(text: &'a str, quirks: &mut Quirks) -> std::borrow::Cow<'a, str> {
    if text.is_ascii() {
        return text.into();
    }
    let folded: String = text
        .chars()
        .filter_map(|c| match c {
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{a0}' => None,
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
                Some('-')
            }
            '×' | '✕' | '✖' => Some('×'),
            _ => Some(c),
        })
        .collect();
    if folded != text {
        quirks.insert(Quirks::LOOKALIKES);
    }
    folded.into()
}

fn strip_marks(rest: &mut &str, quirks: &mut Quirks) -> CheckMark {
    const MARKS: [(&str, CheckMark, bool); 22] = [
        ("+", CheckMark::Check, false),
        ("#", CheckMark::Mate, false),
        ("++", CheckMark::Double, true),
        ("+#", CheckMark::Mate, true),
        ("#+", CheckMark::Mate, true),
        ("†", CheckMark::Check, true),
        ("††", CheckMark::Double, true),
        ("‡", CheckMark::Mate, true),
        ("≠", CheckMark::Mate, true),
        ("x", CheckMark::Mate, true),
        ("disch", CheckMark::Check, true),
        ("dis.ch", CheckMark::Check, true),
        ("dis.ch.", CheckMark::Check, true),
        ("dblch", CheckMark::Double, true),
        ("dbl.ch", CheckMark::Double, true),
        ("dbl.ch.", CheckMark::Double, true),
        ("ch", CheckMark::Check, true),
        ("ch.", CheckMark::Check, true),
        ("mate", CheckMark::Mate, true),
        ("mat", CheckMark::Mate, true),
        ("matt", CheckMark::Mate, true),
        ("+mate", CheckMark::Mate, true),
    ];
    let mut mark = CheckMark::None;
    loop {
        let end = MARKS
            .iter()
            .filter(|(m, _, _)| rest.len() > m.len() && rest.ends_with(m))
            // A mark follows a rank, a promotion letter or castling, never a file letter.
            .filter(|(m, _, _)| {
                *m != "x" || rest[..rest.len() - 1].ends_with(|c: char| c.is_ascii_digit())
            })
            .max_by_key(|(m, _, _)| m.len());
        if let Some((text, meaning, odd)) = end {
            *rest = &rest[..rest.len() - text.len()];
            mark = *meaning;
            if *odd {
                quirks.insert(Quirks::ODD_CHECK_MARK);
            }
            continue;
        }
        let Some(stripped) =
            ["e.p.", "e.p", "ep.", "ep", "EP"].iter().find_map(|e| rest.strip_suffix(e))
        else {
            break;
        };
        *rest = stripped.trim_end_matches('.');
        quirks.insert(Quirks::EN_PASSANT_MARK);
    }
    mark
}

fn parse_castling(text: &str, quirks: &mut Quirks) -> Option<CastlingSide> {
    match text {
        "O-O" => return Some(CastlingSide::KingSide),
        "O-O-O" => return Some(CastlingSide::QueenSide),
        _ => {}
    }
    let mut letters = 0;
    let mut zeros = false;
    for c in text.chars() {
        match c {
            '0' => {
                letters += 1;
                zeros = true;
            }
            'O' | 'o' | 'О' | 'о' | 'Ο' | 'ο' | '\u{d8}' => letters += 1,
            '-' | '_' | '~' => {}
            _ => return None,
        }
    }
    let side = match letters {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    let exact = matches!(text, "0-0" | "0-0-0");
    quirks.insert(if zeros && exact { Quirks::ZERO_CASTLING } else { Quirks::ODD_CASTLING });
    Some(side)
}

fn parse_drop(text: &str, language: Language, quirks: &mut Quirks) -> Option<Action> {
    let (before, after) = text.split_once('@')?;
    let to: Square = after.to_ascii_lowercase().parse().ok()?;
    let role = if before.is_empty() {
        quirks.insert(Quirks::BARE_DROP);
        Role::Pawn
    } else {
        let (role, length) = role_letter(before, language, quirks).or_else(|| {
            let role = Role::from_char(before.chars().next()?)?;
            quirks.insert(Quirks::LOWERCASE_PIECE);
            Some((role, 1))
        })?;
        if length != before.len() {
            return None;
        }
        role
    };
    Some(Action::Drop { role, to })
}

/// A piece letter of the language, or a figurine, at the start of a text.
fn role_letter(text: &str, language: Language, quirks: &mut Quirks) -> Option<(Role, usize)> {
    if let Some(found) = language.role_at(text) {
        return Some(found);
    }
    let c = text.chars().next()?;
    let role = match c {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    };
    quirks.insert(Quirks::FIGURINE);
    // The text variation selector often follows a figurine.
    let selector =
        text[c.len_utf8()..].chars().next().filter(|c| matches!(c, '\u{fe0e}' | '\u{fe0f}'));
    Some((role, c.len_utf8() + selector.map_or(0, char::len_utf8)))
}

fn parse_piece(text: &str, language: Language, quirks: &mut Quirks) -> Option<Action> {
    let mut rest = text;
    let mut role = None;
    let mut perhaps_bishop = false;
    if let Some((found, length)) = role_letter(rest, language, quirks) {
        role = Some(found);
        rest = &rest[length..];
    } else {
        match rest.as_bytes().first()? {
            b'b' => perhaps_bishop = language == Language::English,
            c @ (b'n' | b'r' | b'q' | b'k' | b'p') if language == Language::English => {
                role = Role::from_char(char::from(*c));
                quirks.insert(Quirks::LOWERCASE_PIECE);
                rest = &rest[1..];
            }
            _ => {}
        }
    }
    if role == Some(Role::Pawn) {
        quirks.insert(Quirks::PAWN_LETTER);
    }
    let (promotion, rest) = split_promotion(rest, language, quirks)?;
    // What remains is [file][rank][sign]file[rank].
    let mut squares: [(Option<File>, Option<Rank>); 2] = [(None, None); 2];
    let mut at = 0;
    let mut sign = None;
    for c in rest.chars() {
        match c {
            'a'..='h' | 'A'..='H' => {
                let file = File::from_char(c.to_ascii_lowercase())?;
                if squares[at] != (None, None) {
                    at += 1;
                }
                squares.get_mut(at)?.0 = Some(file);
                if c.is_ascii_uppercase() {
                    quirks.insert(Quirks::LOOKALIKES);
                }
            }
            '1'..='8' => {
                let rank = Rank::from_char(c)?;
                if squares[at].1.is_some() {
                    return None;
                }
                squares[at].1 = Some(rank);
            }
            'x' | 'X' | ':' | '×' | '*' | '-' => {
                if sign.is_some() || squares[1] != (None, None) {
                    // `exd5:` marks the capture behind the move.
                    if c != ':' || sign.is_some() {
                        return None;
                    }
                } else if squares[0] != (None, None) {
                    at = 1;
                }
                if matches!(c, 'X' | ':' | '×' | '*') {
                    quirks.insert(Quirks::ODD_CAPTURE_SIGN);
                }
                sign = Some(c);
            }
            _ => return None,
        }
    }
    let capture = sign.is_some_and(|c| c != '-');
    let (from, to) = match squares {
        [only, (None, None)] => ((None, None), only),
        [from, to] => (from, to),
    };
    let role = role.unwrap_or(Role::Pawn);
    let to_file = to.0?;
    if to.1.is_none() && (role != Role::Pawn || from.0.is_none() || from.1.is_some()) {
        return None;
    }
    if from.0.is_some()
        && from.1.is_some()
        && (sign.is_some() && sign != Some('x') || role == Role::Pawn)
    {
        quirks.insert(Quirks::LONG_FORM);
    }
    if sign == Some('-') && (from.0.is_none() || from.1.is_none()) && role == Role::Pawn {
        return None;
    }
    Some(Action::Piece {
        role,
        file: from.0,
        rank: from.1,
        capture,
        to_file,
        to_rank: to.1,
        promotion,
        perhaps_bishop,
    })
}

/// Cuts `=Q`, `Q`, `/Q`, `(Q)`, `=q` off the end of a pawn's move.
fn split_promotion<'a>(
    text: &'a str,
    language: Language,
    quirks: &mut Quirks,
) -> Option<(Option<Role>, &'a str)> {
    let Some(rank) = text.rfind(['1', '8']) else {
        return Some((None, text));
    };
    let (rest, tail) = text.split_at(rank + 1);
    if tail.is_empty() || tail == ":" {
        return Some((None, text));
    }
    if tail
        .starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'a'..='h' | 'x' | 'X' | ':' | '-'))
        && !matches!(tail, "b")
    {
        // `R1a3`, `N8xd7`: that rank was the source's.
        return Some((None, text));
    }
    let letter = tail.trim_matches(['=', '/', '(', ')', '[', ']', '{', '}', '<', '>']);
    let role = match role_letter(letter, language, quirks) {
        Some((role, length)) if length == letter.len() => role,
        None if letter.len() == 1 => {
            quirks.insert(Quirks::ODD_PROMOTION);
            // A lower-case letter of the language, or English letters in any language.
            Role::ALL
                .into_iter()
                .find(|r| language.letter(*r).to_lowercase() == letter)
                .or_else(|| Role::from_char(letter.chars().next()?))?
        }
        _ => return None,
    };
    if tail.strip_prefix('=') != Some(letter) {
        quirks.insert(Quirks::ODD_PROMOTION);
    }
    if role == Role::Pawn {
        return None;
    }
    Some((Some(role), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, moves::uci};

    fn after(moves: &str) -> Position {
        let mut position = Position::start(Variant::Standard);
        for text in moves.split_whitespace() {
            let ply = uci::read(&position, text).expect(text);
            position.play(ply).expect(text);
        }
        position
    }

    /// What is read, how it is written well, and what was forgiven.
    #[test]
    fn generous_reading() {
        let open = "e2e4 d7d5 g1f3 g8f6 f1c4 e7e6 b1c3 f8b4";
        for (moves, text, clean, quirks) in [
            ("", "e4", "e4", vec![]),
            ("", "Pe4", "e4", vec!["pawn named by a letter"]),
            ("", "e2-e4", "e4", vec!["both squares written"]),
            ("", "e2e4", "e4", vec!["both squares written"]),
            ("", "g1f3", "Nf3", vec!["both squares written"]),
            ("", "Ng1-f3", "Nf3", vec!["both squares written"]),
            ("", "Ngf3", "Nf3", vec!["more disambiguation than needed"]),
            ("", "nf3", "Nf3", vec!["piece letter in lower case"]),
            ("", "♘f3", "Nf3", vec!["figurine for a piece letter"]),
            (open, "O-O", "O-O", vec![]),
            (open, "0-0", "O-O", vec!["castling written with zeros"]),
            (open, "o-o", "O-O", vec!["castling written unusually"]),
            (open, "OO", "O-O", vec!["castling written unusually"]),
            (open, "O–O", "O-O", vec!["look-alike characters"]),
            (open, "Kg1", "O-O", vec!["castling written as a king's move"]),
            (
                open,
                "e1g1",
                "O-O",
                vec!["both squares written", "castling written as a king's move"],
            ),
            (open, "exd5", "exd5", vec![]),
            (open, "ed5", "exd5", vec!["capture sign missing"]),
            (open, "ed", "exd5", vec!["capture sign missing", "rank of the target missing"]),
            (open, "e:d5", "exd5", vec!["unusual capture sign"]),
            (open, "ed5:", "exd5", vec!["unusual capture sign"]),
            (open, "Nxe5", "Ne5", vec!["capture sign, but nothing is captured"]),
            (open, "bb3", "Bb3", vec!["piece letter in lower case"]),
            (open, "b3", "b3", vec![]),
            (open, "--", "--", vec![]),
            (open, "Z0", "--", vec!["null move not written as --"]),
        ] {
            let position = after(moves);
            let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write(&position, reading.ply), clean, "{text}");
            assert_eq!(reading.quirks.words(), quirks, "{text}");
        }
    }

    #[test]
    fn promotions() {
        let (position, _) = Position::from_setup(Variant::Standard, {
            let mut setup = crate::Setup::empty();
            setup.board = "7k/P7/8/8/8/8/8/K7".parse().expect("board");
            setup
        });
        for text in ["a8=Q", "a8Q", "a8/Q", "a8(Q)", "a8=q", "a8q", "a8[Q]", "a7a8q", "a8=Q+"] {
            let reading = read(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(write(&position, reading.ply), "a8=Q+", "{text}");
        }
        let reading = read(&position, "a8").expect("a promotion");
        assert_eq!(reading.quirks, Quirks::MISSING_PROMOTION);
        let reading = read_in(&position, "a8D+", Language::Czech).expect("dáma");
        assert_eq!(write(&position, reading.ply), "a8=Q+");
        assert_eq!(read(&position, "a8=K"), Err(NotRead::Illegal));
    }

    #[test]
    fn refusals() {
        let position = Position::default();
        for (text, error) in [
            ("Nf4", NotRead::Illegal),
            ("e5", NotRead::Illegal),
            ("O-O", NotRead::Illegal),
            ("the", NotRead::NotAMove),
            ("e9", NotRead::NotAMove),
            ("", NotRead::NotAMove),
            ("a", NotRead::NotAMove),
            ("1-0", NotRead::NotAMove),
        ] {
            assert_eq!(read(&position, text), Err(error), "{text}");
        }
        let rooks = after("a2a4 a7a5 h2h4 h7h5 a1a3 h8h6 h1h3 a8a6");
        assert!(matches!(read(&rooks, "Rd3"), Err(NotRead::Ambiguous(moves)) if moves.len() == 2));
        assert_eq!(write(&rooks, read(&rooks, "Rad3").expect("legal").ply), "Rad3");
    }
}
