//! Commands of observers.

use super::args::{Args, Argument};
use crate::notice::eco;

commands! {
    /// A command of an observer.
    pub enum WatchCommand {
        /// Watches games (`/l`, `/b` and the like: the best game of a kind); without an argument:
        /// says which are watched.
        Observe(Vec<String>) = "observe" 80 "[game|player]...",
        /// Stops watching; without an argument: all games.
        Unobserve(Option<String>) = "unobserve" 138 "[game|player]",
        /// Watches the game of a player's partner; the player's own partner's if none is named.
        Pobserve(Option<String>) = "pobserve" 89 "[game|player]",
        /// Lists the observers; of all games if none is named.
        Allobservers(Option<String>) = "allobservers" 14 "[game|player]",
        /// Watches all games of a player from now on; without a name, none.
        Follow(Option<String>) = "follow" 41 "[player|/letters]",
        /// Watches all games of a player's partner from now on.
        Pfollow(Option<String>) = "pfollow" 88 "[player]",
        /// Stops following.
        Unfollow = "unfollow" 41,
        /// Makes a watched game the first one, to which commands without a number belong.
        Primary(Option<String>) = "primary" 91 "[game|player]",
        /// The board again.
        Refresh(Option<String>) = "refresh" 101 "[game|player]",
        /// The partner's board again.
        Prefresh = "prefresh" 90,
        /// The games that are played: of a number, the beginning of a name, or `/` and letters of
        /// kinds.
        Games(Option<String>) = "games" 43 "[game|player|/letters]",
        /// Shows the facts of a game: clocks, castling, counts.
        Ginfo(Option<String>) = "ginfo" 46 "[game|player]",
        /// The opening of a game, or the openings of a code or a name.
        Eco(OpeningQuestion) = "eco" 35 "[game|player|code|-e code|-n name]",
    }
}

/// Openings that are asked for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningQuestion {
    /// The opening of a game, given by number or player.
    Game(Option<String>),
    /// Openings with a code, or with codes that begin with it.
    Code(String),
    /// Openings whose name contains a text.
    Name(String),
}

impl Argument for OpeningQuestion {
    fn read(args: &mut Args<'_>) -> Option<OpeningQuestion> {
        let flag = args.peek().unwrap_or_default().to_ascii_lowercase();
        if matches!(flag.as_str(), "-e" | "-n") {
            args.word();
        }
        match flag.as_str() {
            "-e" => args.name().map(OpeningQuestion::Code),
            "-n" => args.text().map(OpeningQuestion::Name),
            // No name of a player has digits.
            word if eco::is_code(word) => args.name().map(OpeningQuestion::Code),
            _ => Some(OpeningQuestion::Game(args.name())),
        }
    }
}
