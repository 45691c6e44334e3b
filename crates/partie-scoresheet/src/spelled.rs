//! Moves in words: `Springer f3`, `Bishop takes c6`, `petit roque`.

use partie_core::{
    CastlingSide, File, Move, Ply, Position, Rank, Role, Square,
    moves::{NotRead, Reading, is_dash},
};

use smallvec::SmallVec;

use super::{
    evidence::{may_be_move, resembles_move},
    tokens::{Token, TokenKind, tokens},
    vocabulary::moves::{self as words, Castling},
};

/// Most tokens of a move in words: `le pion de e7 prend le cavalier en d8, promotion en dame`.
const MOST_TOKENS: usize = 16;

/// Meaning of the words of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Meaning {
    role: Option<Role>,
    from: Origin,
    takes: bool,
    en_passant: bool,
    captured: Option<Role>,
    to: Option<Square>,
    promotion: Option<Role>,
}

/// Square that a piece leaves, or a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Origin {
    file: Option<File>,
    rank: Option<Rank>,
}

/// Reads the move in words that begins at a token. Returns the token after it, and the move: of
/// several places where it can end, the furthest at which it is legal.
pub(super) fn read(
    text: &str,
    body: &[Token],
    at: usize,
    position: &Position,
) -> Option<(usize, Result<Reading, NotRead>)> {
    let first = text[body[at].span.clone()].to_lowercase();
    if !words::begins_move(&first) && squares(&first).is_none() {
        return None;
    }
    let mut found = None;
    if let Some((next, side)) = castling(text, body, at) {
        let sides = side.map_or(vec![CastlingSide::KingSide, CastlingSide::QueenSide], |s| vec![s]);
        let moves = sides.into_iter().flat_map(|side| position.castling_moves(side)).collect();
        found = Some((next, only(moves)));
    }
    for (next, meaning) in meanings(text, body, at) {
        let fits = |m: &Move| meaning.fits(*m);
        let reading = only(position.legal_moves().into_iter().filter(fits).collect());
        if found.is_none() || !matches!(reading, Err(NotRead::Illegal)) {
            found = Some((next, reading));
        }
    }
    found.filter(|(next, _)| {
        begins_line(body, at) && names_the_move(text, body, *next)
            || !is_in_sentence(text, body, *next)
    })
}

/// Returns true if a token is the first of its line.
fn begins_line(body: &[Token], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| body[before].kind == TokenKind::Line)
}

/// Returns true if the words after a move name it: `bishop b5 the ruy lopez`.
fn names_the_move(text: &str, body: &[Token], next: usize) -> bool {
    body.get(next).is_some_and(|token| matches!(&text[token.span.clone()], "the" | "a" | "an"))
}

/// Returns true if a text begins with a move in words.
pub(super) fn begins_with_spelled(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let line = || text.lines().next().unwrap_or_default();
    words::begins_move(&first) && {
        let body = tokens(line());
        castling(line(), &body, 0).is_some() || !meanings(line(), &body, 0).is_empty()
    }
}

fn only(moves: Vec<Move>) -> Result<Reading, NotRead> {
    match moves[..] {
        [] => Err(NotRead::Illegal),
        [m] => Ok(Reading::clean(Ply::Move(m))),
        _ => Err(NotRead::Ambiguous(moves)),
    }
}

/// Returns true if a sentence goes on after a move: `the bishop on c5 attacks`.
fn is_in_sentence(text: &str, body: &[Token], next: usize) -> bool {
    let Some(token) = body.get(next).filter(|t| t.kind == TokenKind::Word) else { return false };
    let word = &text[token.span.clone()];
    let between = &text[body[next - 1].span.end..token.span.start];
    between.chars().all(|c| c == ' ')
        && word.chars().all(|c| c.is_lowercase() || "'’".contains(c))
        && !words::is_mark(word)
        && !resembles_move(word)
        && !may_be_move(word)
        && !begins_capture(text, body, next)
        && words::role(word).is_none()
        && !matches!(words::castling(word), Some(Castling::Castles | Castling::Length(_)))
}

/// Returns true for `e takes d5`.
fn begins_capture(text: &str, body: &[Token], at: usize) -> bool {
    let word = |i: usize| body.get(i).map_or("", |t| &text[t.span.clone()]);
    squares(word(at)).is_some() && words::is_takes(&word(at + 1).to_lowercase())
}

impl Meaning {
    fn fits(self, m: Move) -> bool {
        let Some(from) = m.from().filter(|_| !m.is_castle()) else { return false };
        self.role.is_none_or(|role| role == m.role())
            && self.from.file.is_none_or(|file| file == from.file())
            && self.from.rank.is_none_or(|rank| rank == from.rank())
            && self.to.is_none_or(|to| to == m.to())
            // `Springer e5` may capture.
            && (m.is_capture() || !self.takes)
            && (m.is_en_passant() || !self.en_passant)
            && self.captured.is_none_or(|role| m.capture() == Some(role))
            // Where no piece to promote to is named, a queen is meant.
            && m.promotion() == m.promotion().and(self.promotion.or(Some(Role::Queen)))
            && (m.is_promotion() || self.promotion.is_none())
    }

    /// Reinterprets the square read last as the source square.
    fn leave(&mut self) {
        if let Some(to) = self.to.take() {
            self.from = Origin { file: Some(to.file()), rank: Some(to.rank()) };
        }
    }

    /// Takes a piece's name; `None` if it belongs to the next move.
    fn name(&mut self, role: Role) -> Option<()> {
        let last_rank = self.to.is_some_and(|to| matches!(to.rank(), Rank::First | Rank::Eighth));
        let place = if self.role.is_none() && self.from == Origin::default() && !self.takes {
            &mut self.role
        } else if self.takes && self.to.is_none() {
            &mut self.captured
        } else if last_rank && self.role == Some(Role::Pawn) {
            &mut self.promotion
        } else {
            return None;
        };
        place.is_none().then(|| *place = Some(role))
    }

    /// Takes a square, and the part of the source square before it.
    fn square(&mut self, from: Origin, to: Square) -> Option<()> {
        if self.to.is_some() {
            if self.captured.is_some() || self.promotion.is_some() {
                return None;
            }
            self.leave();
        }
        if self.from == Origin::default() {
            self.from = from;
        }
        self.to = Some(to);
        Some(())
    }
}

/// Returns the meanings of the words at a token, each with the token after it, the shortest first.
fn meanings(text: &str, body: &[Token], at: usize) -> Vec<(usize, Meaning)> {
    let word = |i: usize| {
        let token = body.get(i).filter(|t| t.kind == TokenKind::Word)?;
        Some(text[token.span.clone()].trim_end_matches(['.', '+', '#']).to_lowercase())
    };
    let mut found: Vec<(usize, Meaning)> = Vec::new();
    let mut meaning = Meaning::default();
    let mut next = at;
    let first = word(at).unwrap_or_default();
    let second = word(at + 1).unwrap_or_default();
    if words::is_article(&first) && words::role(&second).is_some() {
        next += 1;
    } else if let Some((origin, to)) = squares(&first)
        && origin.rank.is_none()
        && (words::is_takes(&second) || words::is_towards(&second) && to.is_some())
    {
        // `e takes d5`, `e2 to e4`.
        meaning.from = origin;
        meaning.role = to.is_none().then_some(Role::Pawn);
        meaning.to = to;
        next += 1;
    } else if words::role(&first).is_none() {
        return found;
    }
    while next < at + MOST_TOKENS {
        if body.get(next).is_some_and(|t| t.kind == TokenKind::Line && found.is_empty()) {
            next += 1;
            continue;
        }
        let Some(word) = word(next) else { break };
        next += 1;
        let taken = if let Some(role) = words::role(&word) {
            meaning.name(role)
        } else if words::is_takes(&word) {
            meaning.leave();
            (!std::mem::replace(&mut meaning.takes, true)).then_some(())
        } else if words::is_en_passant(&word) {
            meaning.en_passant = true;
            Some(())
        } else if let Some((from, Some(to))) = squares(&word) {
            meaning.takes |= word.contains(['x', '×', ':']);
            let promoted = word.split_once('=').map(|(_, piece)| words::role(piece));
            meaning.square(from, to).and_then(|()| match promoted {
                Some(role) => meaning.name(role?),
                None => Some(()),
            })
        } else {
            let is_sign = word.chars().all(|c| is_dash(c) || "=:,".contains(c));
            let known = words::is_towards(&word) || words::is_link(&word);
            if is_sign || known || words::is_article(&word) {
                continue;
            }
            None
        };
        if taken.is_none() {
            break;
        }
        if meaning.to.is_some() || meaning.captured.is_some() {
            found.push((next, meaning));
        }
    }
    found
}

/// Reads `f3`, `xf3`, `bd2`, `d8-h4`, or the file `e` alone: where the piece stands, and where it
/// goes.
fn squares(word: &str) -> Option<(Origin, Option<Square>)> {
    let word = word.split('=').next().unwrap_or_default();
    let mut letters: SmallVec<[u8; 4]> = SmallVec::new();
    for c in word.chars().filter(|c| !is_dash(*c) && !"x×:".contains(*c)) {
        if letters.len() == 4 {
            return None;
        }
        letters.push(u8::try_from(c).ok().filter(u8::is_ascii)?);
    }
    let file = |c: u8| File::from_char(char::from(c));
    let rank = |c: u8| Rank::from_char(char::from(c));
    let (from, to) = match letters[..] {
        [f] => return Some((Origin { file: Some(file(f)?), rank: None }, None)),
        [f, r] => (Origin::default(), (f, r)),
        [a, f, r] if file(a).is_some() || rank(a).is_some() => {
            (Origin { file: file(a), rank: rank(a) }, (f, r))
        }
        [a, b, f, r] => (Origin { file: Some(file(a)?), rank: Some(rank(b)?) }, (f, r)),
        _ => return None,
    };
    Some((from, Some(Square::from_coords(file(to.0)?, rank(to.1)?))))
}

/// Reads castling in words at the start of a text: `castles`, `castles (K side)`, `long castling`.
/// Returns its length in bytes, and the side if it is named.
#[must_use]
pub fn castling_in_words(text: &str) -> Option<(usize, Option<CastlingSide>)> {
    let body = tokens(text);
    let (next, side) = castling(text, &body, 0)?;
    Some((body[next - 1].span.end, side))
}

/// Reads castling in words. Returns the token after it, and the side if it is named.
fn castling(text: &str, body: &[Token], at: usize) -> Option<(usize, Option<CastlingSide>)> {
    // `castles (K side)`
    let words = body.iter().enumerate().skip(at).take(MOST_TOKENS).map_while(|(i, token)| {
        let word = &text[token.span.clone()];
        let bracket = token.kind == TokenKind::Remark && word.starts_with('(');
        (token.kind == TokenKind::Word || bracket && i > at).then_some((i + 1, word))
    });
    let mut parts = words.flat_map(|(next, word)| {
        word.split_whitespace().map(move |part| {
            let part = part.trim_matches(['(', ')', '.', ',']).to_lowercase();
            (next, words::castling(&part))
        })
    });
    let (mut end, first) = parts.next()?;
    let mut side = match first? {
        Castling::Castles => None,
        Castling::Length(side) => {
            let (next, second) = parts.next()?;
            (second == Some(Castling::Castles)).then_some(())?;
            return Some((next, Some(side)));
        }
        _ => return None,
    };
    for (next, part) in parts {
        match part {
            Some(Castling::Length(named) | Castling::Wing(named)) if side.is_none() => {
                (side, end) = (Some(named), next);
            }
            Some(Castling::Between) if side.is_none() => {}
            Some(Castling::Side) if side.is_some() => return Some((next, side)),
            _ => break,
        }
    }
    Some((end, side))
}
