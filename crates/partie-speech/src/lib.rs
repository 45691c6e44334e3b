//! Chess in sentences, for screen readers and speech.
//!
//! A part of the program `partie`: its public items serve the program's other parts, and may change
//! with any version.
//!
//! A [`Speech`] says positions, moves, signs, clocks, results and whole games in
//! nine languages ([`SpeechLanguage`]). Nothing here depends on a format: all are pure
//! functions over `partie-core`, so that a chess server can speak with the same words.
//!
//! Squares are spoken as written (`e4`); with [`Speech::spell`] files have the distinct names used
//! at blind players' tables: anna, bella, cesar, david, eva, felix, gustav, hector (FIDE Laws of
//! Chess, appendix D, guidelines for play with blind players).
//!
//! ```
//! use partie_core::{Position, moves::san};
//! use partie_speech::{Speech, SpeechLanguage};
//! let start = Position::default();
//! let ply = san::read(&start, "Nf3").expect("a move").ply;
//! let say = |language| Speech::new(language).move_sentence(&start, ply);
//! assert_eq!(say(SpeechLanguage::English), "Move 1, White: knight from g1 to f3.");
//! assert_eq!(say(SpeechLanguage::Czech), "Tah 1, bílý: jezdec z g1 na f3.");
//! ```
//!
//! # What it does not say
//!
//! Commands in comments other than clocks and engines' judgements; tags beyond event,
//! place, date, round, players, ratings and opening.

mod action;
mod czech;
mod dutch;
mod english;
mod french;
mod game;
mod german;
mod italian;
mod move_phrases;
mod nouns;
mod polish;
mod position;
mod remarks;
mod result;
mod russian;
mod signs;
mod spanish;

use partie_core::{BoardId, Boards, Color, Ply, Position, Role, Square, variants};

use action::SpokenMove;
use move_phrases::filled;
pub use move_phrases::{MovePhrases, PieceNames};
use nouns::{CountForm, Nouns};

variants! {
    /// A language that Partie speaks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SpeechLanguage {
        /// English.
        #[default]
        English = "en" "English",
        /// French.
        French = "fr" "français",
        /// German.
        German = "de" "Deutsch",
        /// Czech.
        Czech = "cs" "čeština",
        /// Spanish.
        Spanish = "es" "español",
        /// Italian.
        Italian = "it" "italiano",
        /// Dutch.
        Dutch = "nl" "Nederlands",
        /// Polish.
        Polish = "pl" "polski",
        /// Russian.
        Russian = "ru" "русский",
    }
    /// All languages.
    ALL
    /// The ISO 639-1 code.
    code
    /// The language's own name.
    name
}

impl SpeechLanguage {
    /// Returns the language of a code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<SpeechLanguage> {
        SpeechLanguage::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The phrases for moves.
    #[must_use]
    pub const fn phrases(self) -> &'static MovePhrases {
        match self {
            SpeechLanguage::English => &english::PHRASES,
            SpeechLanguage::French => &french::PHRASES,
            SpeechLanguage::German => &german::PHRASES,
            SpeechLanguage::Czech => &czech::PHRASES,
            SpeechLanguage::Spanish => &spanish::PHRASES,
            SpeechLanguage::Italian => &italian::PHRASES,
            SpeechLanguage::Dutch => &dutch::PHRASES,
            SpeechLanguage::Polish => &polish::PHRASES,
            SpeechLanguage::Russian => &russian::PHRASES,
        }
    }

    /// Returns the form of nouns after a number (Unicode CLDR, plural rules).
    pub(crate) const fn count_form(self, count: u64) -> CountForm {
        let (ten, hundred) = (count % 10, count % 100);
        let teens = 12 <= hundred && hundred <= 14;
        match self {
            SpeechLanguage::French if count < 2 => CountForm::One,
            SpeechLanguage::Russian if ten == 1 && hundred != 11 => CountForm::One,
            SpeechLanguage::Russian | SpeechLanguage::Polish if 2 <= ten && ten <= 4 && !teens => {
                CountForm::Few
            }
            SpeechLanguage::Czech if 2 <= count && count <= 4 => CountForm::Few,
            SpeechLanguage::Russian => CountForm::Many,
            _ if count == 1 => CountForm::One,
            SpeechLanguage::Czech | SpeechLanguage::Polish => CountForm::Many,
            _ => CountForm::Few,
        }
    }

    /// The names of the pieces.
    const fn nouns(self) -> &'static Nouns {
        match self {
            SpeechLanguage::English => &english::NOUNS,
            SpeechLanguage::French => &french::NOUNS,
            SpeechLanguage::German => &german::NOUNS,
            SpeechLanguage::Czech => &czech::NOUNS,
            SpeechLanguage::Spanish => &spanish::NOUNS,
            SpeechLanguage::Italian => &italian::NOUNS,
            SpeechLanguage::Dutch => &dutch::NOUNS,
            SpeechLanguage::Polish => &polish::NOUNS,
            SpeechLanguage::Russian => &russian::NOUNS,
        }
    }
}

/// A text in each language, in the order of [`SpeechLanguage::ALL`].
type Texts = [&'static str; SpeechLanguage::ALL.len()];

/// Options of spoken chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speech {
    /// The language.
    pub language: SpeechLanguage,
    /// True if files are named by words: `eva 4` for `e4`.
    pub spell: bool,
    /// True if the square that a piece comes from is said only where it is needed, as in
    /// short algebraic notation.
    pub brief: bool,
    /// Phrases for moves in another language; all else is said in `language`.
    pub moves: Option<&'static MovePhrases>,
}

impl Speech {
    /// Full sentences in a language, squares as they are written.
    #[must_use]
    pub const fn new(language: SpeechLanguage) -> Speech {
        Speech { language, spell: false, brief: false, moves: None }
    }

    /// A square.
    ///
    /// ```
    /// use partie_core::Square;
    /// use partie_speech::Speech;
    /// assert_eq!(Speech { spell: true, ..Speech::default() }.square(Square::E4), "eva 4");
    /// ```
    #[must_use]
    pub fn square(self, square: Square) -> String {
        const FILES: [&str; 8] =
            ["anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hector"];
        if self.spell {
            format!("{} {}", FILES[usize::from(square.file())], square.rank().char())
        } else {
            square.to_string()
        }
    }

    /// A piece's name in the nominative.
    #[must_use]
    pub const fn piece(self, role: Role) -> &'static str {
        self.language.nouns().one(role)
    }

    /// A side: `White`, `Blancs`, `Weiß`, `bílý`, `белые`.
    #[must_use]
    pub const fn side(self, color: Color) -> &'static str {
        self.language.phrases().side(color)
    }

    /// A legal move without its number: `knight from g1 to f3, check`.
    #[must_use]
    pub fn ply(self, before: &Position, ply: Ply) -> String {
        self.phrases().say(&SpokenMove::new(before, ply, self.brief), |square| self.square(square))
    }

    /// A legal move as a sentence: `Move 5, White: castles kingside.`
    #[must_use]
    pub fn move_sentence(self, before: &Position, ply: Ply) -> String {
        sentence(&self.numbered(before, ply))
    }

    /// A legal move of a game as a sentence, in bughouse with its board first:
    /// `Board A, move 5, White: pawn from e2 to e4.`
    #[must_use]
    pub fn game_move(self, before: &Boards, id: BoardId, ply: Ply) -> String {
        let position = before.board(id);
        match before {
            Boards::One(_) => self.move_sentence(position, ply),
            Boards::Two(_) => {
                let numbered = self.numbered(position, ply);
                let values = [("board", &*id.to_string()), ("move", &numbered)];
                sentence(&filled(self.phrases().on_board, &values))
            }
        }
    }

    /// `move 5, White: castles kingside`
    fn numbered(self, before: &Position, ply: Ply) -> String {
        let phrases = self.phrases();
        let values = [
            ("number", &*before.fullmoves().to_string()),
            ("side", phrases.side(before.turn())),
            ("move", &self.ply(before, ply)),
        ];
        filled(phrases.numbered, &values)
    }

    /// Returns the phrases that moves are said with.
    #[must_use]
    pub const fn phrases(self) -> &'static MovePhrases {
        match self.moves {
            Some(phrases) => phrases,
            None => self.language.phrases(),
        }
    }

    /// A board of bughouse.
    fn board(self, id: BoardId) -> String {
        format!(
            "{} {id}",
            self.pick([
                "board",
                "échiquier",
                "Brett",
                "šachovnice",
                "tablero",
                "scacchiera",
                "bord",
                "szachownica",
                "доска"
            ])
        )
    }

    /// Number of pieces: `2 pawns`.
    fn pieces(self, role: Role, count: u8) -> String {
        let form = self.language.count_form(u64::from(count));
        let name = self.language.nouns().counted(role, form);
        format!("{count} {name}")
    }

    /// Pieces of a kind on their squares: `rooks a1 and f1`.
    fn placed(self, role: Role, squares: &[Square]) -> String {
        let nouns = self.language.nouns();
        let name = if squares.len() == 1 { nouns.one(role) } else { nouns.several(role) };
        let squares: Vec<_> = squares.iter().map(|s| self.square(*s)).collect();
        format!("{name} {}", self.listed(&squares))
    }

    /// `a, b and c`
    fn listed(self, words: &[String]) -> String {
        let [first @ .., last] = words else { return String::new() };
        if first.is_empty() {
            return last.clone();
        }
        let and = match self.language {
            SpeechLanguage::Italian if last.starts_with('e') => "ed",
            _ => self.pick(["and", "et", "und", "a", "y", "e", "en", "i", "и"]),
        };
        format!("{} {and} {last}", first.join(", "))
    }

    /// A value after its label.
    fn labelled(self, label: &str, value: &str) -> String {
        let space = if self.language == SpeechLanguage::French { " " } else { "" };
        format!("{label}{space}: {value}")
    }

    /// The one of the texts that is in this language; in the order of [`SpeechLanguage::ALL`].
    const fn pick(self, texts: Texts) -> &'static str {
        texts[self.language as usize]
    }
}

/// Words as a sentence: a capital letter first, a full stop at the end.
fn sentence(words: &str) -> String {
    let words = words.trim();
    let mut characters = words.chars();
    let mut text: String =
        characters.next().map(char::to_uppercase).into_iter().flatten().collect();
    text.push_str(characters.as_str());
    finished(text)
}

/// Text of a record with a full stop at the end.
fn finished(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?', '…', ':']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_after_numbers() {
        use CountForm::{Few, Many, One};
        for (language, expected) in [
            (SpeechLanguage::English, [Few, One, Few, Few, Few, Few, Few]),
            (SpeechLanguage::French, [One, One, Few, Few, Few, Few, Few]),
            (SpeechLanguage::Czech, [Many, One, Few, Many, Many, Many, Many]),
            (SpeechLanguage::Polish, [Many, One, Few, Many, Many, Many, Few]),
            (SpeechLanguage::Russian, [Many, One, Few, Many, Many, One, Few]),
        ] {
            let forms = [0, 1, 2, 5, 12, 21, 22].map(|count| language.count_form(count));
            assert_eq!(forms, expected, "{language:?}");
        }
    }
}
