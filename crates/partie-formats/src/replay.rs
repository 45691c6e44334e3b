//! Replays the moves of a game for those who write them.

use partie_core::{
    Color, File, Language, Move, Notation, Piece, Ply, Position, Role, Square,
    rules::fast::FastBoard,
};

/// A position in which the moves of a line are written and played.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all are of orthodox chess")]
pub(crate) enum Replay {
    /// Of orthodox chess.
    Fast(FastBoard),
    Any(Box<Position>),
}

impl Replay {
    /// Starts at a position.
    pub(crate) fn new(position: &Position) -> Replay {
        FastBoard::from_position(position)
            .map_or_else(|| Replay::Any(Box::new(position.clone())), Replay::Fast)
    }

    pub(crate) fn turn(&self) -> Color {
        match self {
            Replay::Fast(board) => board.turn(),
            Replay::Any(position) => position.turn(),
        }
    }

    pub(crate) fn fullmoves(&self) -> u32 {
        match self {
            Replay::Fast(board) => board.fullmoves(),
            Replay::Any(position) => position.fullmoves(),
        }
    }

    /// Returns the position reached.
    pub(crate) fn into_position(self) -> Position {
        match self {
            Replay::Fast(board) => board.to_position(),
            Replay::Any(position) => *position,
        }
    }

    /// Appends a move to a text in each of some notations, and plays it. Returns false if it is not
    /// legal; then it is written as well as can be and not played.
    pub(crate) fn write<const N: usize>(
        &mut self,
        ply: Ply,
        notations: [Notation; N],
        texts: [&mut String; N],
    ) -> bool {
        if let Replay::Fast(board) = self {
            let turn = board.turn();
            if notations.iter().all(|notation| is_fast(*notation))
                && let Ply::Move(m) = ply
                && let Some(word) = board.write(m)
            {
                for (notation, text) in notations.into_iter().zip(texts) {
                    push(text, word, m, turn, notation);
                }
                return true;
            }
            *self = Replay::Any(Box::new(board.to_position()));
        }
        let Replay::Any(position) = self else { return false };
        for (notation, text) in notations.into_iter().zip(texts) {
            text.push_str(&notation.write(position, ply));
        }
        let legal = position.play(ply).is_ok();
        if legal && ply == Ply::Null {
            *self = Replay::new(position);
        }
        legal
    }

    /// Plays a move and returns its letters in English short algebraic notation, the first one
    /// lowest. `None` if that takes more than the fast board; then nothing was played.
    pub(crate) fn write_short(&mut self, ply: Ply) -> Option<u64> {
        let Replay::Fast(board) = self else { return None };
        match ply {
            Ply::Move(m) => board.write(m),
            Ply::Null => None,
        }
    }
}

/// Returns true if moves of the notation are made of their letters in short algebraic notation.
const fn is_fast(notation: Notation) -> bool {
    matches!(notation, Notation::San(_) | Notation::Long(_) | Notation::Uci)
}

/// Appends a move of orthodox chess, given its letters in English short algebraic notation.
fn push(text: &mut String, word: u64, m: Move, turn: Color, notation: Notation) {
    let bytes = word.to_le_bytes();
    let letters = &bytes[..bytes.len() - word.leading_zeros() as usize / 8];
    match (notation, m) {
        (Notation::Uci, Move::Castle { king, rook }) => {
            let file = if king < rook { File::G } else { File::C };
            king.append_to_string(text);
            Square::from_coords(file, king.rank()).append_to_string(text);
        }
        (Notation::Uci, Move::Normal { from, to, .. } | Move::EnPassant { from, to }) => {
            from.append_to_string(text);
            to.append_to_string(text);
            if let Some(role) = m.promotion() {
                text.push(role.char());
            }
        }
        (
            Notation::Long(language),
            Move::Normal { from, to, .. } | Move::EnPassant { from, to },
        ) => {
            let letter = |role| language.letter_of(Piece { color: turn, role });
            if m.role() != Role::Pawn {
                text.push_str(letter(m.role()));
            }
            from.append_to_string(text);
            text.push(if m.is_capture() { 'x' } else { '-' });
            to.append_to_string(text);
            if let Some(role) = m.promotion() {
                text.push('=');
                text.push_str(letter(role));
            }
            let mark = letters.last().map(|letter| char::from(*letter));
            text.extend(mark.filter(|mark| matches!(mark, '+' | '#')));
        }
        (Notation::San(Language::English), _) => {
            text.push_str(str::from_utf8(letters).unwrap_or_default());
        }
        (Notation::San(language) | Notation::Long(language), _) => {
            for letter in letters.iter().map(|letter| char::from(*letter)) {
                match Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()) {
                    Some(role) => text.push_str(language.letter_of(Piece { color: turn, role })),
                    None => text.push(letter),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partie_core::moves::san;

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
                let mut texts: [String; 6] = Default::default();
                assert!(replay.write(ply, notations, texts.each_mut()), "{word}");
                let expected = notations.map(|notation| notation.write(&position, ply));
                assert_eq!(texts, expected, "{word}");
                position.play(ply).expect(word);
            }
            assert!(matches!(replay, Replay::Fast(_)), "{game}");
            assert_eq!(replay.into_position(), position, "{game}");
        }
    }

    #[test]
    fn an_illegal_move_is_written_and_not_played() {
        let mut replay = Replay::new(&Position::default());
        let mut text = String::new();
        let ply = Ply::Move(Move::Normal {
            role: Role::Knight,
            from: Square::G1,
            capture: None,
            to: Square::E4,
            promotion: None,
        });
        assert!(!replay.write(ply, [Notation::Uci], [&mut text]));
        assert_eq!(text, "g1e4");
        assert_eq!(replay.into_position(), Position::default());
    }
}
