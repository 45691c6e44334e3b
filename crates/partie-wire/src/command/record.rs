//! Games that were played: their moves, lists of them, the journal.

use super::{Args, args::Argument};

commands! {
    /// A command about games and records of games.
    pub enum RecordCommand {
        /// The moves of a game that is played or examined; none: the player's own.
        Moves(Option<String>) = "moves" 77 "[game|player]",
        /// The moves of a kept game.
        Smoves(GameRef) = "smoves" 123 "[player] [number|letter|opponent]",
        /// The moves of the last game of a player, or one's own.
        Oldmoves(Option<String>) = "oldmoves" 81 "[player]",
        /// The last position of an adjourned game.
        Sposition {
            /// One player.
            player: String,
            /// The other; oneself.
            opponent: Option<String>,
        } = "sposition" 125 "player [opponent]",
        /// The last position of a kept game.
        Smposition(GameRef) = "smposition" 124 "[player] [number|letter|opponent]",
        /// The last games of a player, or one's own.
        History(Option<String>) = "history" 51 "[player]",
        /// The games that a player keeps, or one's own.
        Journal(Option<String>) = "journal" 60 "[player]",
        /// Frees a place of the player's journal, a letter.
        Jkill(char = journal_slot) = "jkill" 59 "letter",
        /// The adjourned games of a player, or one's own.
        Stored(Option<String>) = "stored" 127 "[player]",
        /// The positions from which games can begin, of a category; none: the list of categories.
        Boards(Option<String>) = "boards" 20 "[category]",
        /// Keeps a game in the player's journal.
        Jsave {
            /// The place, a letter.
            slot: char = journal_slot,
            /// The game.
            from: GameRef,
        } = "jsave" 61 "letter player number|letter|opponent",
    }
}

/// A stored game: its player, and which of theirs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameRef {
    /// The player; oneself by default.
    pub player: Option<String>,
    /// The game.
    pub which: Which,
}

/// A choice among a player's games.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The last one.
    Last,
    /// A number of the history; if negative, counted back from the last game.
    Number(i32),
    /// A place of the journal.
    Slot(char),
    /// The adjourned game against a player.
    Opponent(String),
}

/// Reads `[player] [number|letter|opponent]`.
impl Argument for GameRef {
    fn read(args: &mut Args<'_>) -> Option<GameRef> {
        let first = args.name();
        // `smoves 9`: the player's own.
        if let Some(number) = first.as_deref().and_then(|f| f.parse().ok()) {
            return Some(GameRef { player: None, which: Which::Number(number) });
        }
        let which = match args.name() {
            None => Which::Last,
            Some(word) => Which::read(word),
        };
        Some(GameRef { player: first, which })
    }
}

impl Which {
    fn read(word: String) -> Which {
        if let Ok(number) = word.parse() {
            return Which::Number(number);
        }
        // FICS also writes a place as `%A`.
        match slot(&word) {
            Some(slot) => Which::Slot(slot),
            None => Which::Opponent(word),
        }
    }
}

fn journal_slot(args: &mut Args<'_>) -> Option<char> {
    slot(args.word()?)
}

/// A place of the journal: `A` to `Z`, also as `%A`.
fn slot(word: &str) -> Option<char> {
    let mut letters = word.trim_start_matches('%').chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    letters.next().is_none().then(|| letter.to_ascii_uppercase())
}
