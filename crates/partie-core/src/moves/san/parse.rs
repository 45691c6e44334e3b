//! Parses the text of a move without a position.

use super::{Action, San};
use crate::{
    CastlingSide, File, Language, Rank, Role, Square,
    moves::{
        CheckMark, Quirks,
        language::figurine,
        marks::{fold, strip},
    },
};

impl San {
    /// Parses the text of a move without a position. `None` if it is not a move.
    ///
    /// Suffixes such as `!?` must be cut off before.
    #[must_use]
    pub fn parse(text: &str, language: Language) -> Option<San> {
        exact(text.as_bytes(), language).or_else(|| generous(text, &[language]))
    }

    /// Returns true if [`San::parse`] understands a text in some language.
    ///
    /// ```
    /// use partie_core::moves::san::San;
    /// assert!(["Nf3", "Sf3", "Кf3", "exd5"].into_iter().all(San::is_move));
    /// assert!(!San::is_move("Lasker"));
    /// ```
    #[must_use]
    pub fn is_move(text: &str) -> bool {
        exact(text.as_bytes(), Language::English).is_some()
            || generous(text, &Language::ALL).is_some()
    }
}

/// SAN as the PGN standard writes it, which nearly every move of nearly every record is.
fn exact(text: &[u8], language: Language) -> Option<San> {
    let (body, mark) = match text {
        [body @ .., b'+'] => (body, CheckMark::Check),
        [body @ .., b'#'] => (body, CheckMark::Mate),
        body => (body, CheckMark::None),
    };
    let found = |action| Some(San { action, mark, quirks: Quirks::NONE });
    let letter = |c: u8| match c {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    };
    let english = language == Language::English;
    let (body, promotion) = match body {
        b"O-O" => return found(Action::Castle(CastlingSide::KingSide)),
        b"O-O-O" => return found(Action::Castle(CastlingSide::QueenSide)),
        [body @ .., b'=', role] if english => (body, Some(letter(*role)?)),
        body => (body, None),
    };
    let [before @ .., to_file, to_rank] = body else {
        return None;
    };
    let (to_file, to_rank) = (file(*to_file)?, rank(*to_rank)?);
    let (before, capture) = match before {
        [before @ .., b'x'] => (before, true),
        before => (before, false),
    };
    let (role, from_file, from_rank) = match *before {
        [role, b'@'] if english && !capture && promotion.is_none() => {
            let role = if role == b'P' { Role::Pawn } else { letter(role)? };
            return found(Action::Drop { role, to: Square::from_coords(to_file, to_rank) });
        }
        [] if !capture => (Role::Pawn, None, None),
        [f] if capture && f.is_ascii_lowercase() => (Role::Pawn, Some(file(f)?), None),
        [role] if english => (letter(role)?, None, None),
        [role, c] if english => (letter(role)?, file(c), rank(c)),
        [role, f, r] if english => (letter(role)?, Some(file(f)?), Some(rank(r)?)),
        _ => return None,
    };
    if (role != Role::Pawn && promotion.is_some())
        || (before.len() == 2 && from_file.is_none() && from_rank.is_none())
    {
        return None;
    }
    let perhaps = match before {
        [b'b'] if english => Some(Role::Bishop),
        [c] if role == Role::Pawn => small_piece(*c, language),
        _ => None,
    };
    found(Action::Piece {
        role,
        file: from_file,
        rank: from_rank,
        capture,
        to_file,
        to_rank: Some(to_rank),
        promotion,
        perhaps,
    })
}

const fn file(c: u8) -> Option<File> {
    File::from_char(c as char)
}

const fn rank(c: u8) -> Option<Rank> {
    Rank::from_char(c as char)
}

/// Returns the piece whose letter, in lower case, is also the letter of a file: a bishop for `b` in
/// English.
fn small_piece(c: u8, language: Language) -> Option<Role> {
    let capital = [c.to_ascii_uppercase()];
    Role::ALL
        .into_iter()
        .find(|role| *role != Role::Pawn && language.letter(*role).as_bytes() == capital)
}

/// Reads a text in the first of some languages in which it is a move.
fn generous(text: &str, languages: &[Language]) -> Option<San> {
    let mut quirks = Quirks::NONE;
    let folded = fold(text, &mut quirks);
    let mut rest: &str = &folded;
    if matches!(rest, "--" | "Z0" | "z0" | "0000" | "@@@@" | "null" | "<>" | "pass") {
        if rest != "--" {
            quirks.insert(Quirks::NONSTANDARD_NULL);
        }
        return Some(San { action: Action::Null, mark: CheckMark::None, quirks });
    }
    let mark = strip(&mut rest, &mut quirks);
    let action = castling(rest, &mut quirks)
        .map(Action::Castle)
        .or_else(|| languages.iter().find_map(|language| drop(rest, *language, &mut quirks)))
        .or_else(|| {
            let languages = if may_be_piece(rest) { languages } else { &[] };
            languages.iter().find_map(|language| piece(rest, *language, &mut quirks))
        })?;
    Some(San { action, mark, quirks })
}

/// Returns false for most words of prose and most numbers, which are no move of a piece in any
/// language: a move names at most two squares, a piece of at most two letters and a promotion.
fn may_be_piece(text: &str) -> bool {
    const MOST_RANKS: usize = 2;
    // The piece of a promotion may be named.
    let most_signs = if text.contains('=') { 12 } else { 8 };
    let (mut signs, mut ranks, mut has_file) = (0, 0, false);
    for c in text.chars() {
        match c {
            '0' | '9' => return false,
            '1'..='8' => ranks += 1,
            'a'..='h' | 'A'..='H' => has_file = true,
            _ => {}
        }
        signs += usize::from(c.is_alphanumeric());
        if signs > most_signs || ranks > MOST_RANKS {
            return false;
        }
    }
    has_file
}

/// Castling in any spelling: `O-O`, `0-0`, `o-o`, `OO`, `0.0`, `0–0–0`.
pub(crate) fn castling(text: &str, quirks: &mut Quirks) -> Option<CastlingSide> {
    let mut letters = 0;
    for c in text.chars() {
        match c {
            '0' | 'O' | 'o' | 'О' | 'о' | 'Ο' | 'ο' | '\u{d8}' => letters += 1,
            '-' | '_' | '~' => {}
            '.' if letters > 0 && !text.ends_with('.') => {}
            _ => return None,
        }
        if letters > 3 {
            return None;
        }
    }
    let side = match letters {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    match text {
        "O-O" | "O-O-O" => {}
        "0-0" | "0-0-0" => quirks.insert(Quirks::ZERO_CASTLING),
        _ => quirks.insert(Quirks::NONSTANDARD_CASTLING),
    }
    Some(side)
}

fn drop(text: &str, language: Language, quirks: &mut Quirks) -> Option<Action> {
    let (before, after) = text.split_once('@')?;
    let to = Square::from_ascii(after.to_ascii_lowercase().as_bytes()).ok()?;
    if to.to_string() != after {
        quirks.insert(Quirks::CAPITALS);
    }
    if before.is_empty() {
        quirks.insert(Quirks::BARE_DROP);
        return Some(Action::Drop { role: Role::Pawn, to });
    }
    let (role, length) = whole_letter(before, language, quirks)?;
    (length == before.len()).then_some(Action::Drop { role, to })
}

/// A piece letter that is not mixed up with files: of the language, a figurine, small,
/// or English.
fn whole_letter(text: &str, language: Language, quirks: &mut Quirks) -> Option<(Role, usize)> {
    if let Some(found) = letter(text, language, quirks) {
        return Some(found);
    }
    if let Some(found) = language.small_role_at(text) {
        quirks.insert(Quirks::LOWERCASE_PIECE);
        return Some(found);
    }
    let c = text.chars().next()?;
    let role = Role::from_char(c)?;
    quirks.insert(Quirks::ENGLISH_LETTER);
    if c.is_lowercase() {
        quirks.insert(Quirks::LOWERCASE_PIECE);
    }
    Some((role, 1))
}

/// A piece letter of the language, or a figurine, at the start of a text; an English
/// letter among figurines.
fn letter(text: &str, language: Language, quirks: &mut Quirks) -> Option<(Role, usize)> {
    language.role_at(text).or_else(|| {
        let c = text.chars().next()?;
        let Some(role) = figurine(c) else {
            let english = language.is_figurine() && c.is_ascii_uppercase();
            let role = Role::from_char(c).filter(|_| english)?;
            quirks.insert(Quirks::ENGLISH_LETTER);
            return Some((role, 1));
        };
        if !language.is_figurine() {
            quirks.insert(Quirks::FIGURINE);
        }
        Some((role, c.len_utf8()))
    })
}

/// A move of a piece or a pawn.
fn piece(text: &str, language: Language, quirks: &mut Quirks) -> Option<Action> {
    let mut attempt = *quirks;
    if let Some((role, length)) = letter(text, language, &mut attempt) {
        if role == Role::Pawn {
            attempt.insert(Quirks::PAWN_LETTER);
        }
        if let Some(action) = squares(&text[length..], role, language, &mut attempt) {
            *quirks = attempt;
            return Some(file_or_piece(action, &text[..length], attempt));
        }
    }
    // A file first, `b` among them; then small letters.
    attempt = *quirks;
    if let Some(mut action) = squares(text, Role::Pawn, language, &mut attempt) {
        // `b4d5` names two squares, so its `b` is a file.
        if let Action::Piece { file: Some(file), rank: None, to_rank: Some(_), perhaps, .. } =
            &mut action
        {
            let c = text.as_bytes()[0];
            if c == file.char() as u8 {
                *perhaps = small_piece(c, language);
            }
        }
        *quirks = attempt;
        return Some(action);
    }
    let (role, length) = language.small_role_at(text)?;
    quirks.insert(Quirks::LOWERCASE_PIECE);
    if role == Role::Pawn {
        quirks.insert(Quirks::PAWN_LETTER);
    }
    squares(&text[length..], role, language, quirks)
}

/// Reads the letter before a square in capitals as a file, too: `CXD4` is a capture by a pawn or,
/// in French, by a knight.
fn file_or_piece(action: Action, letter: &str, quirks: Quirks) -> Action {
    let Action::Piece { role, file: None, rank: None, capture, to_file, to_rank, .. } = action
    else {
        return action;
    };
    let file = match letter.as_bytes() {
        [c] if quirks.contains(Quirks::CAPITALS) => file(c.to_ascii_lowercase()),
        _ => None,
    };
    let (Some(file), Some(_)) = (file, to_rank) else { return action };
    Action::Piece {
        role: Role::Pawn,
        file: Some(file),
        rank: None,
        capture,
        to_file,
        to_rank,
        promotion: None,
        perhaps: Some(role),
    }
}

/// Parses the text after the piece letter: `[file][rank][sign]file[rank][:][promotion]`.
fn squares(text: &str, role: Role, language: Language, quirks: &mut Quirks) -> Option<Action> {
    let (promotion, rest) = match role {
        Role::Pawn => promotion(text, language, quirks)?,
        _ => (None, text),
    };
    let mut squares: [(Option<File>, Option<Rank>); 2] = [(None, None); 2];
    let mut at = 0;
    let mut sign = None;
    for c in rest.chars() {
        match c {
            'a'..='h' | 'A'..='H' => {
                if c.is_ascii_uppercase() {
                    quirks.insert(Quirks::CAPITALS);
                }
                if squares[at] != (None, None) {
                    at += 1;
                }
                squares.get_mut(at)?.0 = File::from_char(c.to_ascii_lowercase());
            }
            '1'..='8' if squares[at].1.is_none() => squares[at].1 = Rank::from_char(c),
            'x' | 'X' | ':' | '×' | '*' | '-' if sign.is_none() => {
                if matches!(c, 'X' | ':' | '×' | '*') {
                    quirks.insert(Quirks::NONSTANDARD_CAPTURE_SIGN);
                }
                // After both squares only `ed5:` and `ed:` are in use.
                if squares[1] != (None, None) && c != ':' {
                    return None;
                }
                if squares[0] != (None, None) {
                    at = 1;
                } else if role == Role::Pawn {
                    quirks.insert(Quirks::MISSING_FILE);
                }
                sign = Some(c);
            }
            _ => return None,
        }
    }
    let capture = sign.is_some_and(|c| c != '-');
    let (from, to) = match squares {
        // `Nf3:` and `d5:` capture; `d5-` goes nowhere.
        [only, (None, None)] if sign.is_none_or(|c| c != '-') || at == 0 => ((None, None), only),
        [_, (None, None)] => return None,
        [from, to] => (from, to),
    };
    let (to_file, to_rank) = (to.0?, to.1);
    let both = from.0.is_some() && from.1.is_some();
    // Only a pawn's capture may go without the rank: `ed`, `exd`.
    let half_capture = from.1.is_none()
        && from.0.is_some_and(|file| (file as u8).abs_diff(to_file as u8) == 1)
        && role == Role::Pawn;
    if to_rank.is_none() && !half_capture {
        return None;
    }
    // `e-d5` and `N-f3` are no algebraic moves.
    if sign == Some('-') && !both {
        return None;
    }
    if both && (role == Role::Pawn || sign == Some('-')) {
        quirks.insert(Quirks::LONG_FORM);
    }
    Some(Action::Piece {
        role,
        file: from.0,
        rank: from.1,
        capture,
        to_file,
        to_rank,
        promotion,
        perhaps: None,
    })
}

/// Splits `=Q`, `Q`, `/Q`, `(Q)`, `=q` off a pawn's move. `None` if a sign of promotion has
/// no piece after it.
fn promotion<'a>(
    text: &'a str,
    language: Language,
    quirks: &mut Quirks,
) -> Option<(Option<Role>, &'a str)> {
    const SIGNS: [char; 10] = ['=', '/', '(', '[', '{', '<', ')', ']', '}', '>'];
    const NAMES: [(&str, Role); 4] = [
        ("queen", Role::Queen),
        ("rook", Role::Rook),
        ("bishop", Role::Bishop),
        ("knight", Role::Knight),
    ];
    if let Some((before, name)) = text.split_once('=')
        && let Some((_, role)) = NAMES.iter().find(|(word, _)| name.eq_ignore_ascii_case(word))
    {
        quirks.insert(Quirks::NONSTANDARD_PROMOTION);
        return Some((Some(*role), before));
    }
    let signed = text.contains(SIGNS);
    let open = text.trim_end_matches([')', ']', '}', '>']);
    let before_letter = |length: usize| &open[..open.len() - length];
    let mut attempt = *quirks;
    let found = language
        .role_at_end(open)
        .filter(|(role, _)| *role != Role::Pawn)
        .or_else(|| {
            let c = open.chars().next_back()?;
            let role = figurine(c)?;
            if !language.is_figurine() {
                attempt.insert(Quirks::FIGURINE);
            }
            Some((role, c.len_utf8()))
        })
        .or_else(|| {
            let c = open.chars().next_back()?;
            let small = language.small_role_at(&open[open.len() - c.len_utf8()..]);
            if c.is_lowercase() {
                attempt.insert(Quirks::NONSTANDARD_PROMOTION);
            }
            let role = small.map(|(role, _)| role).filter(|role| *role != Role::Pawn);
            let role = role.or_else(|| {
                attempt.insert(Quirks::ENGLISH_LETTER);
                Role::from_char(c)
            })?;
            Some((role, c.len_utf8()))
        })
        // A bare letter is a promotion on the last ranks only: `ed` is not.
        .filter(|(_, length)| signed || before_letter(*length).ends_with(['1', '8']));
    let Some((role, length)) = found else {
        return if signed { None } else { Some((None, text)) };
    };
    let before = before_letter(length);
    // A check mark may stand before the sign.
    let square = before.trim_end_matches(['=', '/', '(', '[', '{', '<', '+', '#']);
    if open.len() != text.len() || before.strip_suffix('=') != Some(square) {
        attempt.insert(Quirks::NONSTANDARD_PROMOTION);
    }
    *quirks = attempt;
    Some((Some(role), square))
}
