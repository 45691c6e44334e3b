//! Replay of a game's moves for writers that need positions or another notation.

use partie_core::{
    Boards, Color, File, Language, Move, Notation, Piece, Ply, Position, Role, Square,
    rules::fast::FastBoard,
};

use crate::view::{GameView, PlayedMove};

/// A position in which the moves of a line are written and played.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all are of orthodox chess")]
pub enum Replay {
    /// A game of orthodox chess with the SAN of all moves known.
    Known {
        /// Side to move.
        turn: Color,
        /// Number of the move, from 1.
        fullmoves: u32,
    },
    /// A board of orthodox chess.
    Fast(FastBoard),
    /// A board of any variant.
    Any(Box<Position>),
}

impl Replay {
    /// Starts at a position.
    pub fn new(position: &Position) -> Replay {
        FastBoard::from_position(position)
            .map_or_else(|| Replay::Any(Box::new(position.clone())), Replay::Fast)
    }

    /// Starts at a game's first position, to write its moves in the given notations.
    pub fn of(game: &impl GameView, notations: &[Notation]) -> Replay {
        let known = game.mainline().next().is_some_and(|first| first.san.is_some());
        match game.start().map(Boards::first) {
            Some(start) if known && notations.iter().copied().all(is_fast) => {
                Replay::Known { turn: start.turn(), fullmoves: start.fullmoves() }
            }
            None if known && notations.iter().copied().all(is_fast) => {
                Replay::Known { turn: Color::White, fullmoves: 1 }
            }
            Some(start) => Replay::new(start),
            None => Replay::Fast(FastBoard::new()),
        }
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self {
            Replay::Known { turn, .. } => *turn,
            Replay::Fast(board) => board.turn(),
            Replay::Any(position) => position.turn(),
        }
    }

    /// Returns the number of the move, from 1.
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        match self {
            Replay::Known { fullmoves, .. } => *fullmoves,
            Replay::Fast(board) => board.fullmoves(),
            Replay::Any(position) => position.fullmoves(),
        }
    }

    /// Returns the position reached; `None` if the moves did not have to be played.
    #[must_use]
    pub fn into_position(self) -> Option<Position> {
        match self {
            Replay::Known { .. } => None,
            Replay::Fast(board) => Some(board.to_position()),
            Replay::Any(position) => Some(*position),
        }
    }

    /// Appends a move to a text in each of some notations, and plays it. Returns false if it is not
    /// legal; then it is written as well as can be and not played.
    pub fn write<const N: usize>(
        &mut self,
        played: PlayedMove,
        notations: [Notation; N],
        texts: [&mut Vec<u8>; N],
    ) -> bool {
        if let Replay::Known { turn, fullmoves } = self {
            for (notation, text) in notations.into_iter().zip(texts) {
                push(text, played, *turn, notation);
            }
            *fullmoves += u32::from(turn.is_black());
            *turn = !*turn;
            return true;
        }
        let ply = played.ply;
        if let Replay::Fast(board) = self {
            let turn = board.turn();
            if notations.iter().all(|notation| is_fast(*notation))
                && let Ply::Move(m) = ply
                && let Some(word) = board.write(m)
            {
                let played = PlayedMove { san: Some(word), ..played };
                for (notation, text) in notations.into_iter().zip(texts) {
                    push(text, played, turn, notation);
                }
                return true;
            }
            *self = Replay::Any(Box::new(board.to_position()));
        }
        let Replay::Any(position) = self else { return false };
        for (notation, text) in notations.into_iter().zip(texts) {
            text.extend_from_slice(notation.write(position, ply).as_bytes());
        }
        let legal = position.play(ply).is_ok();
        if legal && !matches!(ply, Ply::Move(_)) {
            *self = Replay::new(position);
        }
        legal
    }

    /// Plays a move and returns its letters in a notation, the first one in the lowest byte.
    /// Returns `None` and plays nothing if the letters of the moves are not known or do not fit
    /// into a [`packed`] word.
    #[inline]
    #[must_use]
    pub fn write_known(&mut self, played: PlayedMove, notation: Notation) -> Option<u64> {
        let Replay::Known { turn, fullmoves } = self else { return None };
        let word = packed(played, notation)?;
        *fullmoves += u32::from(turn.is_black());
        *turn = !*turn;
        Some(word)
    }

    /// Plays a move and returns its letters in English short algebraic notation, the first one in
    /// the lowest byte. Returns `None` and plays nothing if the fast board cannot play it.
    pub fn write_short(&mut self, ply: Ply) -> Option<u64> {
        let Replay::Fast(board) = self else { return None };
        match ply {
            Ply::Move(m) => board.write(m),
            Ply::Null | Ply::Illegal(_) => None,
        }
    }
}

/// Returns true if moves of the notation are made of their letters in short algebraic notation.
#[must_use]
pub const fn is_fast(notation: Notation) -> bool {
    matches!(notation, Notation::San(_) | Notation::Long(_) | Notation::Uci)
}

/// Appends a move of orthodox chess whose letters are known, in a notation that [`is_fast`].
#[inline]
pub fn push(text: &mut Vec<u8>, played: PlayedMove, turn: Color, notation: Notation) {
    match packed(played, notation) {
        Some(word) => push_word(text, word),
        None => text.extend_from_slice(wide(played, turn, notation).as_bytes()),
    }
}

/// Short words on their way to a text: they are gathered, and many of them are appended at once.
pub struct Gathered<'a> {
    /// Text that the words are appended to.
    pub text: &'a mut Vec<u8>,
    block: [u8; Gathered::MOST + Gathered::WORD],
    length: usize,
}

impl<'a> Gathered<'a> {
    /// Number of bytes that are gathered at most, but for the last word.
    const MOST: usize = 512;

    /// Number of bytes of the longest word.
    const WORD: usize = 33;

    /// Gathers words for a text.
    pub const fn new(text: &'a mut Vec<u8>) -> Gathered<'a> {
        Gathered { text, block: [0; Gathered::MOST + Gathered::WORD], length: 0 }
    }

    /// Adds the first bytes of some, 33 at most.
    #[inline]
    pub fn push<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        let at = self.length & (Gathered::MOST - 1);
        // One store, where copying a slice would be a call.
        if let Some(place) = self.block[at..].first_chunk_mut() {
            *place = bytes;
        }
        self.length = at + length;
        if self.length >= Gathered::MOST {
            self.flush();
        }
    }

    /// Adds a word.
    #[inline]
    pub fn word<const N: usize>(&mut self, word: &[u8; N]) {
        self.push(*word, N);
    }

    /// Adds words of any length.
    pub fn slice(&mut self, words: &[u8]) {
        if self.length + words.len() >= Gathered::MOST {
            self.flush();
        }
        if words.len() < Gathered::MOST {
            let end = self.length + words.len();
            self.block[self.length..end].copy_from_slice(words);
            self.length = end;
        } else {
            self.text.extend_from_slice(words);
        }
    }

    /// Adds a number.
    #[inline]
    pub fn number(&mut self, number: u64) {
        match digits(number) {
            Some(word) => self.push(word.to_le_bytes(), length_of(word)),
            None => self.slice(number.to_string().as_bytes()),
        }
    }

    /// Appends all that was gathered to the text.
    #[inline(never)]
    pub fn flush(&mut self) {
        self.text.extend_from_slice(&self.block[..self.length]);
        self.length = 0;
    }
}

/// Returns the digits of a number, the first one lowest, if they are eight at most.
#[inline]
#[must_use]
pub fn digits(number: u64) -> Option<u64> {
    let (mut word, mut rest) = (0, number);
    while word >> 56 == 0 {
        word = word << 8 | (u64::from(b'0') + rest % 10);
        rest /= 10;
        if rest == 0 {
            return Some(word);
        }
    }
    None
}

/// Appends a word, the first letter lowest.
#[inline]
pub fn push_word(text: &mut Vec<u8>, word: u64) {
    let end = text.len() + length_of(word);
    text.extend_from_slice(&word.to_le_bytes());
    text.truncate(end);
}

/// Returns the name of a square, the file lowest.
#[inline]
#[must_use]
pub fn name(square: Square) -> u16 {
    const NAMES: [u16; 64] = {
        let mut names = [0; 64];
        let mut at = 0;
        while at < 64 {
            names[at] = u16::from_le_bytes([b'a' + at as u8 % 8, b'1' + at as u8 / 8]);
            at += 1;
        }
        names
    };
    NAMES[u32::from(square) as usize & 63]
}

/// Returns a move in UCI, the first letter lowest.
#[inline]
#[must_use]
pub fn uci_word(from: Square, to: Square, promotion: Option<Role>) -> u64 {
    let promotion = promotion.map_or(0, |role| u64::from(role.char() as u8));
    u64::from(name(from)) | u64::from(name(to)) << 16 | promotion << 32
}

/// Returns a move that is no [`packed`] word.
fn wide(played: PlayedMove, turn: Color, notation: Notation) -> String {
    let word = played.san.unwrap_or_default();
    let bytes = word.to_le_bytes();
    let mut letters = bytes[..length_of(word)].iter().map(|letter| char::from(*letter));
    let language = notation.language().unwrap_or_default();
    let letter = |role| language.letter_of(Piece { color: turn, role });
    let mut text = String::new();
    match (notation, played.ply) {
        (
            Notation::Long(_),
            Ply::Move(m @ (Move::Normal { from, to, .. } | Move::EnPassant { from, to })),
        ) => {
            if m.role() != Role::Pawn {
                text.push_str(letter(m.role()));
            }
            from.append_to_string(&mut text);
            text.push(if m.is_capture() { 'x' } else { '-' });
            to.append_to_string(&mut text);
            if let Some(role) = m.promotion() {
                text.push('=');
                text.push_str(letter(role));
            }
            text.extend(letters.next_back().filter(|mark| matches!(mark, '+' | '#')));
        }
        (_, Ply::Move(_) | Ply::Illegal(_)) => {
            for sign in letters {
                match Role::from_char(sign).filter(|_| sign.is_ascii_uppercase()) {
                    Some(role) => text.push_str(letter(role)),
                    None => text.push(sign),
                }
            }
        }
        // A null move is written the same in every position.
        (_, Ply::Null) => text.push_str(&notation.write(&Position::default(), Ply::Null)),
    }
    text
}

/// Returns the number of letters of a word.
#[must_use]
pub const fn length_of(word: u64) -> usize {
    8 - word.leading_zeros() as usize / 8
}

/// Returns a move as [`push`] writes it, the first letter lowest, if it has eight letters of ASCII
/// at most.
#[inline]
#[must_use]
pub fn packed(played: PlayedMove, notation: Notation) -> Option<u64> {
    let san = played.san?;
    let Ply::Move(m) = played.ply else { return None };
    if notation == Notation::San(Language::English) {
        return Some(san);
    }
    match (notation, m) {
        (Notation::Uci, Move::Castle { king, rook }) => {
            let file = if king < rook { File::G } else { File::C };
            Some(uci_word(king, Square::from_coords(file, king.rank()), None))
        }
        (Notation::Uci, Move::Normal { from, to, .. } | Move::EnPassant { from, to }) => {
            Some(uci_word(from, to, m.promotion()))
        }
        (
            Notation::Long(language),
            Move::Normal { from, to, .. } | Move::EnPassant { from, to },
        ) => {
            let sign = if m.is_capture() { b'x' } else { b'-' };
            let mut word =
                u64::from(name(from)) | u64::from(sign) << 16 | u64::from(name(to)) << 24;
            if m.role() != Role::Pawn {
                word = word << 8 | ascii(language, m.role())?;
            }
            let mut length = length_of(word);
            if let Some(role) = m.promotion() {
                word |= (u64::from(b'=') | ascii(language, role)? << 8) << (8 * length);
                length += 2;
            }
            let last = san >> (8 * (length_of(san).max(1) - 1));
            if last == u64::from(b'+') || last == u64::from(b'#') {
                word |= last << (8 * length);
            }
            Some(word)
        }
        (Notation::San(language), Move::Normal { role, promotion: None, .. })
            if role != Role::Pawn =>
        {
            Some(san & !0xff | ascii(language, role)?)
        }
        (Notation::San(language), Move::Normal { promotion: Some(role), .. }) => {
            let sign = (0..7).find(|at| (san >> (8 * at)) as u8 == b'=')?;
            let letter = 8 * (sign + 1);
            Some(san & !(0xff << letter) | ascii(language, role)? << letter)
        }
        (Notation::Long(_) | Notation::San(_), _) => Some(san),
        _ => None,
    }
}

/// Returns the letter of a piece in a language, if it is one of ASCII.
#[inline]
fn ascii(language: Language, role: Role) -> Option<u64> {
    const LETTERS: [[u8; 7]; Language::ALL.len()] = {
        let mut letters = [[0; 7]; Language::ALL.len()];
        let mut i = 0;
        while i < letters.len() {
            let language = Language::ALL[i];
            let mut role = 0;
            while role < 6 {
                if let [letter @ 0..0x80] = language.letters()[role].as_bytes() {
                    letters[language as usize][role + 1] = *letter;
                }
                role += 1;
            }
            i += 1;
        }
        letters
    };
    match LETTERS[language as usize][role as usize] {
        0 => None,
        letter => Some(u64::from(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_core::{BoardId, moves::san};

    /// Castling, captures, en passant, promotions, checks and mates.
    const GAMES: [&str; 3] = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Qxd4 Qxd4 Nxd4 Bd7 Nc3 O-O-O",
        "f4 e5 fxe5 d6 exd6 Bxd6 Nc3 Bxh2 e4 Qh4+ Ke2 Qxe4+ Nxe4 Bg4+ Nf3 f5 Neg5 Ne7 a4 O-O",
        "e4 f5 e5 d5 exd6 f4 g4 fxg3 dxc7 gxh2 cxb8=N hxg1=Q Rxh7 Rxh7 Qf3 Qxg3 fxg3 Rh1",
    ];

    #[test]
    fn moves_are_written_as_by_any_position() {
        let notations = [
            Notation::San(Language::English),
            Notation::San(Language::German),
            Notation::San(Language::ColouredFigurine),
            Notation::Long(Language::Czech),
            Notation::Long(Language::English),
            Notation::Uci,
        ];
        for game in GAMES {
            let mut position = Position::default();
            let mut replay = Replay::new(&position);
            for word in game.split(' ') {
                let ply = san::read(&position, word).expect(word).ply;
                let mut texts: [Vec<u8>; 6] = Default::default();
                let played = PlayedMove { board: BoardId::A, ply, san: None };
                assert!(replay.write(played, notations, texts.each_mut()), "{word}");
                let expected = notations.map(|notation| notation.write(&position, ply));
                let written = texts.map(|text| String::from_utf8(text).expect("UTF-8"));
                assert_eq!(written, expected, "{word}");
                position.play(ply).expect(word);
            }
            assert!(matches!(replay, Replay::Fast(_)), "{game}");
            assert_eq!(replay.into_position(), Some(position), "{game}");
        }
    }

    #[test]
    fn an_illegal_move_is_written_and_not_played() {
        let mut replay = Replay::new(&Position::default());
        let mut text = Vec::new();
        let ply = Ply::Move(Move::Normal {
            role: Role::Knight,
            from: Square::G1,
            capture: None,
            to: Square::E4,
            promotion: None,
        });
        let played = PlayedMove { board: BoardId::A, ply, san: None };
        assert!(!replay.write(played, [Notation::Uci], [&mut text]));
        assert_eq!(text, b"g1e4");
        assert_eq!(replay.into_position(), Some(Position::default()));
    }
}
