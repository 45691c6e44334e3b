//! Games that were played: their moves, lists of them, the journal.

use super::{Args, entry::FamilyEntry};

/// A command about games and records of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordCommand {
    /// The moves of a game that is played or examined.
    Moves {
        /// Number or player; the player's own.
        game: Option<String>,
    },
    /// The moves of a kept game.
    Smoves(GameRef),
    /// The moves of a player's last game.
    Oldmoves {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// The last position of an adjourned game.
    Sposition {
        /// One player.
        player: String,
        /// The other; oneself.
        opponent: Option<String>,
    },
    /// The last position of a kept game.
    Smposition(GameRef),
    /// The last games of a player.
    History {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// The games that a player keeps.
    Journal {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// Keeps a game in the player's journal.
    Jsave {
        /// The place, a letter.
        slot: char,
        /// The game.
        from: GameRef,
    },
    /// Frees a place of the player's journal.
    Jkill {
        /// The place, a letter.
        slot: char,
    },
    /// A player's adjourned games.
    Stored {
        /// The player; oneself by default.
        player: Option<String>,
    },
    /// The positions from which games can begin.
    Boards {
        /// A category; none: the list of them.
        category: Option<String>,
    },
}

/// A stored game: its player, and which of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// The player; oneself by default.
    pub player: Option<String>,
    /// The game.
    pub which: Which,
}

/// A choice among a player's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The last one.
    Last,
    /// A number of the history; negative: so many games back.
    Number(i32),
    /// A place of the journal.
    Slot(char),
    /// The adjourned game against a player.
    Opponent(String),
}

impl GameRef {
    /// Reads `[player] [number|letter|opponent]`.
    pub fn read(args: &mut Args<'_>) -> GameRef {
        let first = args.name();
        // `smoves 9`: the player's own.
        if let Some(number) = first.as_deref().and_then(|f| f.parse().ok()) {
            return GameRef { player: None, which: Which::Number(number) };
        }
        let which = match args.name() {
            None => Which::Last,
            Some(word) => Which::read(word),
        };
        GameRef { player: first, which }
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

/// A place of the journal: `A` to `Z`, also as `%A`.
pub(super) fn slot(word: &str) -> Option<char> {
    let mut letters = word.trim_start_matches('%').chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    letters.next().is_none().then(|| letter.to_ascii_uppercase())
}

pub(super) const ENTRIES: &[FamilyEntry<RecordCommand>] = &[
    FamilyEntry {
        name: "moves",
        code: 77,
        usage: "moves [game|player]",
        read: |a| Some(RecordCommand::Moves { game: a.name() }),
    },
    FamilyEntry {
        name: "smoves",
        code: 123,
        usage: "smoves [player] [number|letter|opponent]",
        read: |a| Some(RecordCommand::Smoves(GameRef::read(a))),
    },
    FamilyEntry {
        name: "oldmoves",
        code: 81,
        usage: "oldmoves [player]",
        read: |a| Some(RecordCommand::Oldmoves { player: a.name() }),
    },
    FamilyEntry {
        name: "sposition",
        code: 125,
        usage: "sposition player [opponent]",
        read: |a| Some(RecordCommand::Sposition { player: a.name()?, opponent: a.name() }),
    },
    FamilyEntry {
        name: "smposition",
        code: 124,
        usage: "smposition [player] [number|letter|opponent]",
        read: |a| Some(RecordCommand::Smposition(GameRef::read(a))),
    },
    FamilyEntry {
        name: "history",
        code: 51,
        usage: "history [player]",
        read: |a| Some(RecordCommand::History { player: a.name() }),
    },
    FamilyEntry {
        name: "journal",
        code: 60,
        usage: "journal [player]",
        read: |a| Some(RecordCommand::Journal { player: a.name() }),
    },
    FamilyEntry {
        name: "jsave",
        code: 61,
        usage: "jsave letter player number|letter|opponent",
        read: |a| {
            let slot = slot(a.word()?)?;
            Some(RecordCommand::Jsave { slot, from: GameRef::read(a) })
        },
    },
    FamilyEntry {
        name: "jkill",
        code: 59,
        usage: "jkill letter",
        read: |a| Some(RecordCommand::Jkill { slot: slot(a.word()?)? }),
    },
    FamilyEntry {
        name: "stored",
        code: 127,
        usage: "stored [player]",
        read: |a| Some(RecordCommand::Stored { player: a.name() }),
    },
    FamilyEntry {
        name: "boards",
        code: 20,
        usage: "boards [category]",
        read: |a| Some(RecordCommand::Boards { category: a.name() }),
    },
];
