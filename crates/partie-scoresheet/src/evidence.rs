//! Words that may have been meant as moves, and the words after a move number.

use partie_core::moves::{descriptive, san::San};
use smallvec::SmallVec;

use super::tokens::{OPENING, Token, TokenKind, is_figurine};
use partie_formats::{misread, result};

/// Returns true if a word is a move in some language. Two letters are more likely a word.
pub(super) fn is_move(word: &str) -> bool {
    let descriptive = word.split_once('-').is_some_and(|(piece, square)| {
        let is_piece = |c| "KQRBNPt".contains(c);
        piece.chars().all(is_piece)
            && square.trim_start_matches(is_piece).trim_end_matches('+').len() == 1
            && square.contains(|c: char| c.is_ascii_digit())
    });
    let has_figures = word.contains(|c: char| c.is_ascii_digit());
    let castles = word.starts_with(['O', 'o', '0']) && word.contains('-');
    // `10000.` is no move in any language.
    let has_letters = word.contains(|c: char| c.is_alphabetic() || !c.is_ascii());
    (has_figures && has_letters || castles) && San::is_move(word) || descriptive
}

pub(super) fn is_castling(word: &str) -> bool {
    word.len() <= 8
        && word.contains('-')
        && word.contains(['O', 'o', '0'])
        && word.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-' | '+' | '#'))
}

/// Returns true for a piece of descriptive notation alone, as the first word of `Kt x P`.
pub(super) fn is_piece_word(word: &str) -> bool {
    word.len() <= 3
        && word
            .trim_start_matches(['Q', 'K'])
            .trim_start_matches(['P', 'R', 'B', 'N'])
            .trim_start_matches('t')
            .is_empty()
}

/// Returns true if a word can be a move at all: in every notation moves have digits, dashes,
/// crosses or castling, except `ed`.
pub(super) fn may_be_move(word: &str) -> bool {
    word.len() == 2
        || word.bytes().any(|b| b.is_ascii_digit() || matches!(b, b'-' | b'x' | b'X' | b'O' | b':'))
        || word.as_bytes().get(..6).is_some_and(|head| head.eq_ignore_ascii_case(b"castle"))
        || !word.is_ascii()
}

pub(super) fn looks_like_move(word: &str) -> bool {
    word.len() <= 14
        && word.chars().any(|c| c.is_ascii_digit())
        && (word.chars().any(char::is_alphabetic) || word.contains('-') || word.len() >= 4)
}

/// Longest word that may have been a move, in bytes.
const LONGEST_MOVE: usize = 8;

/// Returns true if a word may be a move that was misread or breaks off: `Rel`, `BbS`, `dA`, `Bb`.
pub(super) fn resembles_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let figure = word.starts_with(is_figurine);
    let word = word.trim_start_matches(is_figurine);
    if word.len() > LONGEST_MOVE {
        return false;
    }
    let mut letters: SmallVec<[char; LONGEST_MOVE]> =
        word.chars().filter(|c| !matches!(c, 'x' | '-' | ':')).collect();
    let is_file = |c: &char| ('a'..='h').contains(c);
    let is_rank = |c: &char| matches!(c, '1'..='8') || misread::rank(*c).is_some();
    let piece = letters.first().copied().filter(|c| c.is_uppercase());
    if piece.is_some() {
        letters.remove(0);
    }
    let english = figure || piece.is_some_and(|c| "KQRBN".contains(c));
    let piece = figure || piece.is_some();
    match &letters[..] {
        // A piece letter and a file also make an ordinary word.
        [file] => english && is_file(file),
        [file, rank] => is_file(file) && is_rank(rank) && (piece || !rank.is_lowercase()),
        // `Bf1-c` and `Bf1c` break off.
        [from, '1'..='8', file] if is_file(from) && is_file(file) => {
            piece || word.chars().rev().nth(1).is_some_and(|c| !c.is_ascii_digit())
        }
        [from, file, rank] => {
            is_file(file)
                && is_rank(rank)
                && (is_file(from) && (piece || word.contains('x')) || piece && is_rank(from))
                && (piece || !rank.is_lowercase())
        }
        [from, from_rank, file, rank] => {
            is_file(from)
                && is_rank(from_rank)
                && is_file(file)
                && is_rank(rank)
                && word.contains(|c: char| c.is_ascii_digit())
        }
        _ => false,
    }
}

/// Returns true if a word may be a move in ICCF notation, legal or with misread digits: `5254`,
/// `17l6`.
pub(super) fn resembles_iccf(word: &str) -> bool {
    let is_digit = |c: char| matches!(c, '1'..='8');
    let is_misread = |c: char| misread::rank(c).is_some() || c == '?';
    let digits = word.chars().filter(|c| is_digit(*c)).count();
    let misread = word.chars().filter(|c| is_misread(*c)).count();
    let length = word.chars().count();
    matches!(length, 4 | 5) && digits + misread == length && digits > misread
}

/// Returns true if a word is a move in some notation, legal or not.
pub(super) fn is_chess_word(word: &str) -> bool {
    let is_square = |w: &[u8]| matches!(w, [b'a'..=b'h', b'1'..=b'8']);
    // `2.0b1` is a version.
    if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic) {
        return is_move(word);
    }
    let squares = word.len() <= LONGEST_MOVE && word.as_bytes().windows(2).any(is_square);
    is_castling(word) && result::from_spelling(word).is_none() || squares || is_move(word)
}

/// Returns the token after a move, legal or not.
pub(super) fn after_move(text: &str, body: &[Token], at: usize) -> Option<usize> {
    let Token { kind: TokenKind::Word, span } = body.get(at)? else { return None };
    if let Some(length) = descriptive::length_of_first(&text[span.start..]) {
        let end = span.start + length;
        let next = body[at..].iter().position(|token| token.span.start >= end);
        return Some(next.map_or(body.len(), |next| at + next));
    }
    let word = &text[span.clone()];
    (is_chess_word(word) || is_castling(word) || resembles_move(word)).then_some(at + 1)
}

/// Words between a move number and the next one.
pub(super) struct Slot {
    /// Number of words that are moves, or look like them.
    pub(super) moves: usize,
    /// True if a placeholder replaces the first move.
    pub(super) placeholder: bool,
}

impl Slot {
    /// Examines the words after a number.
    pub(super) fn of(text: &str, body: &[Token], number: usize) -> Slot {
        let black = matches!(body[number].kind, TokenKind::Number(_, 2..));
        let mut slot = Slot { moves: 0, placeholder: black };
        let mut at = number + 1;
        while let Some(token) = body.get(at) {
            let word = &text[token.span.clone()];
            let mut next = at + 1;
            match token.kind {
                TokenKind::Number(..) => break,
                TokenKind::Line | TokenKind::Clock => {}
                TokenKind::Word if let Some(after) = after_move(text, body, at) => {
                    slot.moves += 1;
                    next = after;
                }
                _ if slot.moves > 0 => {}
                TokenKind::Remark => {
                    slot.placeholder |=
                        word.starts_with(OPENING) && word.contains(char::is_alphabetic);
                }
                TokenKind::Word => slot.placeholder |= !word.contains(char::is_alphanumeric),
                TokenKind::Nag(_) | TokenKind::Result(_) => slot.placeholder = true,
            }
            at = next;
        }
        slot
    }

    /// Returns true if number 1 leads to a move, legal or not.
    pub(super) fn first(text: &str, body: &[Token]) -> bool {
        body.windows(2).any(|w| {
            matches!(w[0].kind, TokenKind::Number(1, 1..))
                && w[1].kind == TokenKind::Word
                && is_chess_word(&text[w[1].span.clone()])
        })
    }

    /// Returns true if two consecutive numbers of a text lead to moves, legal or not. Words such as
    /// `Be` may begin the steps of a list, so one of the moves must be more than that.
    pub(super) fn first_two(text: &str, body: &[Token]) -> bool {
        let mut last: Option<(u32, bool)> = None;
        body.windows(2).any(|w| {
            let TokenKind::Number(n, 1..) = w[0].kind else { return false };
            let word = &text[w[1].span.clone()];
            let is_chess = w[1].kind == TokenKind::Word && is_chess_word(word);
            let is_certain = is_chess || word.contains(|c: char| c.is_ascii_digit());
            let leads = is_chess || w[1].kind == TokenKind::Word && resembles_move(word);
            leads
                && last
                    .replace((n, is_certain))
                    .is_some_and(|(last, was)| n == last + 1 && (is_certain || was))
        })
    }
}
