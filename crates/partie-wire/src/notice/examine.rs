//! Examined games.

use partie_core::Outcome;

use crate::fields::{Moves, Name, by_display};

crate::notices! {
    /// A notice about examined games.
    pub enum ExamineNotice {
        /// An empty board.
        Scratch = "Starting a game in examine (scratch) mode.",
        /// A move on the board.
        Moved { game: u32, who: Name, san: String } = "Game {game}: {who} moves: {san}",
        /// Back in the line.
        BackedUp { game: u32, who: Name, moves: Moves } = "Game {game}: {who} backs up {moves}.",
        /// On in the line.
        WentForward { game: u32, who: Name, moves: Moves } = "Game {game}: {who} goes forward {moves}.",
        /// Back to the main line.
        Reverted { game: u32, who: Name, half_move: u32 } = "Game {game}: {who} reverts to main line move {half_move}.",
        /// The line on the board is the main line now.
        Committed { game: u32, who: Name } = "Game {game}: {who} commits the subvariation.",
        /// The rest of the main line is gone.
        Truncated { game: u32, who: Name, half_move: u32 } = "Game {game}: {who} truncates the game at halfmove {half_move}.",
        /// A variation has no rest that could be cut off.
        NotOnMainLine = "You are not in the main line; \"revert\" or \"commit\" first.",
        /// Another time on White's clock.
        WhiteClock { game: u32, who: Name, clock: String } = "Game {game}: {who} sets white's clock to {clock}",
        /// Another time on Black's clock.
        BlackClock { game: u32, who: Name, clock: String } = "Game {game}: {who} sets black's clock to {clock}",
        /// Not a time.
        BadClock { clock: String } = "\"{clock}\" is not a time such as 1:02:03.",
        /// The line ends here.
        Over { game: u32, reason: String, outcome: Outcome } = "Game {game}: {reason} {outcome}",
        /// There is no next move.
        AtEnd = "You're at the end of the game.",
        /// There is no previous move.
        AtStart = "You're at the beginning of the game.",
        /// The board shows the main line.
        OnMainLine = "You are already in the main line.",
        /// No board of the player's own.
        NotExamining = "You are not examining a game.",
        /// One has a board already.
        AlreadyExamining = "You are already examining a game.",
        /// The player is playing a game.
        WhilePlaying = "You are playing a game.",
        /// The board is left.
        Unexamined { game: u32 } = "You are no longer examining game {game}.",
        /// Another examiner left.
        Stopped { who: Name, game: u32 } = "{who} stopped examining game {game}.",
        /// One may examine, too.
        MadeExaminer { who: Name, game: u32 } = "{who} has made you an examiner of game {game}.",
        /// Another player may.
        IsExaminer { who: Name, game: u32 } = "{who} is now an examiner of game {game}.",
        /// The player is an examiner already.
        IsExaminerAlready { who: Name } = "{who} is already an examiner of your game.",
        /// Only who watches can be made examiner.
        MustObserve { who: Name } = "{who} must observe the game you are examining.",
        /// White's name was changed.
        WhiteNamed { game: u32, who: Name, name: Name } = "Game {game}: {who} sets White's name to {name}.",
        /// Black's name was changed.
        BlackNamed { game: u32, who: Name, name: Name } = "Game {game}: {who} sets Black's name to {name}.",
        /// Not a name.
        BadName { name: String } = "\"{name}\" cannot be a player's name.",
        /// A game was copied.
        Copied { from: u32, game: u32 } = "Game {from} copied; you are now examining game {game}.",
        /// A set-up begins.
        SetupBegins = "Entering setup mode.",
        /// To the others.
        SetupBegun { game: u32, who: Name } = "Game {game}: {who} enters setup mode.",
        /// A set-up ends.
        SetupDone = "Game is validated - entering examine mode.",
        /// To the others.
        SetupEnded { game: u32, who: Name } = "Game {game}: {who} has validated the position. Entering examine mode.",
        /// Setup mode is off.
        NotInSetup = "You are not in setup mode; type \"bsetup\" first.",
        /// The position cannot be played.
        CannotBePlayed { why: String } = "The position cannot be played: {why}.",
        /// The text is no FEN.
        NotAFen = "That is not a valid FEN position.",
        /// No such square.
        NoSuchSquare { square: String } = "There is no square \"{square}\".",
        /// The rules are not known.
        NoSuchRules { rules: String } = "There is no category or board \"{rules}\".",
        /// The text names no castling rights.
        BadCastling = "Castling rights are given as kq, k, q or none.",
        /// The text names no pieces in hand.
        BadHolding = "Pieces in hand are given by the letters PNBRQ, in crazyhouse only.",
        /// The player's own set-up: how a side may castle.
        CastlingSet { side: Name, rights: Name } = "Castling rights for {side} set to {rights}.",
        /// The player's own set-up: who is to move.
        ToMoveSet { side: Name } = "It is now {side}'s turn to move.",
        /// The player's own set-up: by which rules it is played.
        RulesSet { rules: String } = "The game type is now {rules}.",
        /// A set-up was changed.
        SetupChanged { game: u32, who: Name, what: String } = "Game {game}: {who} sets {what}.",
    }
}

by_display! {
    Outcome: |text| Outcome::from_pgn(text).filter(|outcome| outcome.as_pgn() == text),
        vec![Outcome::Draw, Outcome::Unknown, Outcome::Win(partie_core::Color::Black)];
}
