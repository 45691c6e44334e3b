//! The board on which a line of moves is replayed.

use std::{borrow::Cow, cell::RefCell, ops::Range};

use partie_core::{
    Color, Language, Outcome, Ply, Position, Role, Termination, Variant,
    moves::san,
    rules::fast::{FastBoard, FastMove, FastReader, FastState},
};

/// A position of a line. Orthodox games are played at speed as long as their moves are
/// written well; all rules are asked about the others, and then it goes on at speed.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    /// A board of orthodox chess.
    Fast(FastBoard),
    /// A board of any other variant, or one with a move that needs all rules.
    Full(Position),
}

thread_local! {
    /// Readers of moves, which remember their words from game to game. The moves of a game are read by
    /// one; another may look ahead.
    static READERS: RefCell<Vec<FastReader>> = const { RefCell::new(Vec::new()) };
}

/// Takes a reader of moves, which should be given back.
pub(crate) fn lend_reader() -> FastReader {
    READERS.with_borrow_mut(Vec::pop).unwrap_or_default()
}

/// Gives a reader of moves back.
pub(crate) fn give_back(reader: FastReader) {
    READERS.with_borrow_mut(|readers| readers.push(reader));
}

impl Board {
    /// Returns the board at the start of a game, at speed if possible.
    pub(crate) fn start(variant: Variant, start: &Position) -> Board {
        let start = start.clone();
        if variant == Variant::Standard { Board::at_speed(start) } else { Board::Full(start) }
    }

    /// Returns the board of a position, at speed if possible.
    fn at_speed(position: Position) -> Board {
        FastBoard::from_position(&position).map_or(Board::Full(position), Board::Fast)
    }

    /// Returns the position, with all rules.
    pub(crate) fn position(&self) -> Cow<'_, Position> {
        match self {
            Board::Fast(board) => Cow::Owned(board.to_position()),
            Board::Full(position) => Cow::Borrowed(position),
        }
    }

    /// Plays a move that was read in the position. Returns false if a side in check passes, or an illegal move
    /// cannot be made.
    pub(crate) fn play_read(&mut self, ply: Ply) -> bool {
        if let Board::Full(position) = self {
            return position.play_known(ply);
        }
        let mut position = self.position().into_owned();
        let played = position.play_known(ply);
        if played {
            self.set(position);
        }
        played
    }

    /// Returns true if the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        match self {
            Board::Fast(board) => board.is_check(),
            Board::Full(position) => position.is_check(),
        }
    }

    /// Returns the mark of check or mate that the last move should have.
    pub(crate) fn check_mark(&self) -> &'static str {
        match self {
            Board::Fast(board) if !board.is_check() => "",
            Board::Fast(board) if board.has_legal_move() => "+",
            Board::Fast(_) => "#",
            Board::Full(position) => san::check_mark(position),
        }
    }

    /// Continues from a position, on the same kind of board.
    pub(crate) fn set(&mut self, position: Position) {
        *self = match self {
            Board::Fast(_) => Board::at_speed(position),
            Board::Full(_) => Board::Full(position),
        }
    }

    /// Takes the state of another board.
    #[inline]
    pub(crate) fn copy(&mut self, other: &Board) {
        match (self, other) {
            // In place, without a copy on the way.
            (Board::Fast(board), Board::Fast(other)) => *board = *other,
            (board, other) => *board = other.clone(),
        }
    }

    /// Returns true if White is to move.
    pub(crate) fn is_whites_turn(&self) -> bool {
        match self {
            Board::Fast(board) => matches!(board.turn(), Color::White),
            Board::Full(position) => matches!(position.turn(), Color::White),
        }
    }

    /// Returns the number of the next move, from 1.
    pub(crate) fn fullmoves(&self) -> u32 {
        match self {
            Board::Fast(board) => board.fullmoves(),
            Board::Full(position) => position.fullmoves(),
        }
    }

    /// Returns the result and its reason if the position itself ends the game.
    pub(crate) fn end(&self) -> Option<(Outcome, Termination)> {
        match self {
            Board::Fast(board) => end(board),
            Board::Full(position) => position.end(),
        }
    }

    /// Plays the word at an offset on the fast path, and returns how to take the move back. Returns
    /// `None` and does nothing unless the word is the canonical spelling of a legal move, in the
    /// language's letters.
    #[inline]
    pub(crate) fn play(
        &mut self,
        reader: &mut FastReader,
        text: &str,
        place: &Range<usize>,
        language: Language,
    ) -> Option<(FastMove, FastState)> {
        let Board::Fast(board) = self else { return None };
        let key = match language {
            Language::English => key(text.as_bytes(), place)?,
            _ => in_english(&text[place.clone()], language)?,
        };
        let before = *board;
        let state = board.state();
        let Some(ply) = reader.play(board, key) else {
            *board = before;
            return None;
        };
        Some((ply, state))
    }

    /// Returns the word of a move that was played at speed as the export format writes it, given
    /// the word that stands in the text.
    pub(crate) fn written(&self, ply: FastMove, word: &str, language: Language) -> Option<String> {
        if matches!(self, Board::Full(_)) {
            return None;
        }
        let mut written = if language == Language::English {
            word.to_owned()
        } else {
            let bytes = in_english(word, language)?.to_le_bytes();
            str::from_utf8(&bytes).ok()?.trim_end_matches('\0').to_owned()
        };
        if ply.unmarked {
            written.truncate(written.trim_end_matches(['+', '#']).len());
            written.push_str(self.check_mark());
        }
        Some(written)
    }
}

/// The way back to the board before a move.
#[derive(Clone, Debug)]
pub(crate) enum Before {
    /// The move was played at speed, and can be taken back.
    Undo(FastMove, FastState),
    /// The board itself.
    Board(Box<Board>),
}

impl Before {
    /// Returns the board before the move, from the one after it.
    pub(crate) fn board(&self, after: &Board) -> Board {
        match (self, after) {
            (Before::Undo(ply, state), Board::Fast(board)) => {
                let mut board = *board;
                board.undo(*ply, *state);
                Board::Fast(board)
            }
            // What was played at speed is on a board of that kind.
            (Before::Undo(..), Board::Full(_)) => after.clone(),
            (Before::Board(board), _) => (**board).clone(),
        }
    }
}

/// Returns the result that the final position itself decides, in orthodox chess.
pub(crate) fn end(board: &FastBoard) -> Option<(Outcome, Termination)> {
    if !board.has_legal_move() {
        return Some(if board.is_check() {
            let winner = if board.turn() == Color::White { Color::Black } else { Color::White };
            (Outcome::Win(winner), Termination::Checkmate)
        } else {
            (Outcome::Draw, Termination::Stalemate)
        });
    }
    board.has_insufficient_material().then_some((Outcome::Draw, Termination::InsufficientMaterial))
}

/// Returns the bytes of a word, the first one lowest, if they are few.
#[inline]
fn key(text: &[u8], place: &Range<usize>) -> Option<u64> {
    let length = place.len();
    if length > 7 {
        return None;
    }
    if let Some(bytes) = text.get(place.start..place.start + 8) {
        let bytes: [u8; 8] = bytes.try_into().ok()?;
        return Some(u64::from_le_bytes(bytes) & ((1 << (8 * length)) - 1));
    }
    Some(text[place.clone()].iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)))
}

/// Returns the bytes of a word of SAN in English letters, the first one lowest, if they are few.
fn in_english(word: &str, language: Language) -> Option<u64> {
    let letter = |role: Role| Language::English.letter(role).as_bytes()[0];
    let role_at = |text| language.role_at(text).filter(|(role, _)| *role != Role::Pawn);
    let mut key = [0; 8];
    let mut bytes = key.iter_mut();
    let mut push = |byte: u8| bytes.next().map(|to| *to = byte);
    let mut rest = word;
    if !word.starts_with(|c| matches!(c, 'a'..='h')) && !word.starts_with("O-O") {
        let (role, length) = role_at(word)?;
        push(letter(role))?;
        rest = &word[length..];
    }
    let (before, promotion) = rest.split_once('=').unwrap_or((rest, ""));
    before.bytes().try_for_each(&mut push)?;
    if before.len() < rest.len() {
        let (role, length) = role_at(promotion)?;
        push(b'=')?;
        push(letter(role))?;
        promotion[length..].bytes().try_for_each(&mut push)?;
    }
    Some(u64::from_le_bytes(key)).filter(|key| key >> 56 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_english_letters() {
        for (language, word, english) in [
            (Language::German, "Sf3", "Nf3"),
            (Language::German, "e8=D+", "e8=Q+"),
            (Language::German, "O-O-O", "O-O-O"),
            (Language::Dutch, "O-O", "O-O"),
            (Language::French, "Rxd1#", "Kxd1#"),
            (Language::Estonian, "Oe3", "Be3"),
            (Language::Russian, "Крxe2+", "Kxe2+"),
            (Language::Figurine, "♘bd7", "Nbd7"),
        ] {
            let found = in_english(word, language).map(u64::to_le_bytes);
            let mut expected = [0; 8];
            expected[..english.len()].copy_from_slice(english.as_bytes());
            assert_eq!(found, Some(expected), "{word}");
        }
        for (language, word) in [
            (Language::German, "Nf3"),
            (Language::German, "Be4"),
            (Language::German, "e8=Q"),
            (Language::German, "e8=B"),
            (Language::German, "e8="),
            (Language::German, "Sg1xf3+#"),
            (Language::German, ""),
        ] {
            assert_eq!(in_english(word, language), None, "{word}");
        }
    }
}
