//! Messages between a session and its window, as JSON.
//!
//! A test holds that `web/src/types/Live.ts` has the same types. Times are milliseconds, squares
//! are named `e4`, moves are written as engines write them (`e2e4`, `e7e8q`, `N@f3`), castling as
//! the king's move to its square, or in Chess960 to its rook.

use serde::{Deserialize, Serialize};

/// Version of the protocol: a window of another version is to be loaded again.
pub const VERSION: u32 = 2;

/// A message to the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message {
    /// The answer to [`Request::Hello`].
    Welcome {
        /// The secret by which the window comes back to this session.
        token: String,
        /// True if the session went on; otherwise it is a new one, and the state begins anew.
        resumed: bool,
        /// Number of the last request that was taken; what is newer is to be sent again.
        taken: u32,
    },
    /// News of the session.
    News(News),
    /// A request was taken and need not be sent again.
    Taken {
        /// Its number.
        id: u32,
    },
    /// Another window goes on with this session.
    Replaced,
    /// The session cannot begin.
    Refused {
        /// The reason.
        reason: Refused,
    },
    /// The answer to [`Request::Ping`].
    Pong,
}

/// Reason why a session cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// The window has another version of the protocol: the page is to be loaded again.
    Version,
    /// Too many sessions.
    Full,
    /// Too many sessions from this address.
    Address,
    /// The chess server cannot be reached.
    Unreachable,
}

/// A change of the session, with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct News {
    /// The number, one more than that of the news before.
    pub number: u32,
    /// The time since the session began.
    pub at: u32,
    /// The server's own words, for the console; none for what is not meant to be read.
    pub text: Option<String>,
    /// Number of the command that the text answers, where the server says so.
    pub answers: Option<u32>,
    /// The change, if the words are of a known kind.
    pub change: Option<Change>,
}

/// A change of the session's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Change {
    /// All state is forgotten; what follows is the state as it is now.
    Reset,
    /// The server asks for a name.
    LoginRequired,
    /// The name or the password was not taken; a name is asked for again.
    LoginRefused {
        /// The reason.
        reason: LoginRefusal,
        /// The name that was given.
        name: String,
    },
    /// The player is logged in.
    Started {
        /// The name.
        name: String,
        /// `U` for guests, `*` for administrators, `FM`, `TD`, …
        titles: Vec<String>,
    },
    /// The server closed the connection: the session is over.
    Closed,
    /// A position of a game that is played, watched or examined.
    Board(Box<LiveBoard>),
    /// The facts of a game.
    Facts(LiveFacts),
    /// The moves of a game from its start to the position on the board.
    Moves {
        /// The game.
        game: u32,
        /// The position from which it began.
        start: String,
        /// The moves.
        moves: Vec<LiveMove>,
    },
    /// A game ended.
    Ended {
        /// The game.
        game: u32,
        /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it was aborted or adjourned.
        result: String,
        /// The server's words: `Boris resigns`.
        reason: String,
    },
    /// A player of a game has lost the connection, or is back.
    Absent {
        /// The player.
        name: String,
        /// Seconds for which the game waits; none if the player is back.
        seconds: Option<u32>,
    },
    /// A game is not watched or examined any more.
    Left {
        /// The game.
        game: u32,
    },
    /// The partner's game in bughouse.
    PartnerGame {
        /// The game.
        game: u32,
    },
    /// The player's partner in bughouse.
    Partner {
        /// The name; none if there is no partner any more.
        name: Option<String>,
    },
    /// The player's openness for bughouse, as the server has it.
    Bugopen {
        /// True if others may ask the player to be partners.
        open: bool,
    },
    /// A seek, new or changed.
    Seek(Seek),
    /// Seeks that are gone.
    SeeksRemoved {
        /// Their numbers.
        indexes: Vec<u32>,
    },
    /// All seeks are gone; those that stand are sent after it.
    SeeksCleared,
    /// An offer from a player or to one.
    Offer(Offer),
    /// An offer that was answered or withdrawn.
    OfferRemoved {
        /// Its number.
        index: u32,
    },
    /// Talk.
    Said(Said),
    /// The games in progress: the answer to [`Request::Ask`].
    Games {
        /// The games.
        rows: Vec<GameRow>,
    },
    /// The players online: the answer to [`Request::Ask`].
    Players {
        /// The players.
        rows: Vec<PlayerRow>,
    },
    /// Players came or left: the list is to be asked for again.
    PlayersChanged,
    /// The player's adjourned games.
    Adjourned {
        /// The games.
        rows: Vec<AdjournedRow>,
    },
    /// The games that were interrupted and may go on, and the games of a player:
    /// the answer to [`Request::Ask`] as text.
    Page {
        /// The list that was asked for.
        what: Asked,
        /// The server's words.
        text: String,
    },
    /// A move was refused: the position on the board stands.
    MoveRefused {
        /// The game.
        game: u32,
    },
}

/// Reason why a login was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LoginRefusal {
    /// The password is wrong, or none was given for a registered name.
    Password,
    /// There were too many wrong passwords; the next is taken after a while.
    TooManyPasswords,
    /// Names have 3 to 17 letters and nothing else.
    Name,
    /// A player of this name is on already.
    Taken,
    /// The player must not come in.
    Banned,
    /// No guests are let in.
    NoGuests,
    /// The name belongs to nobody, and guests choose no names here, or words that are not known.
    Other,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LivePlayer {
    /// The name.
    pub name: String,
    /// Time left; below 0 where the flag may fall.
    #[cfg_attr(test, ts(type = "number"))]
    pub clock: i64,
}

/// The player's relation to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Watches a game that is played.
    Observer,
    /// Examines, and may move both sides.
    Examiner,
    /// Watches a game that others examine.
    ExaminationObserver,
    /// Looks at a single position.
    Visitor,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveBoard {
    /// The game's number on the server.
    pub game: u32,
    /// The player's part in it.
    pub relation: Relation,
    /// True if Black is at the bottom of the board.
    pub flipped: bool,
    /// White.
    pub white: LivePlayer,
    /// Black.
    pub black: LivePlayer,
    /// True if the clock of the side to move is running.
    pub ticking: bool,
    /// Minutes at the start; 0 with an increment of 0 is a game without clocks.
    pub minutes: u32,
    /// Seconds added a move.
    pub increment: u32,
    /// The last move and the position after it.
    pub current: LiveMove,
    /// Legal moves, if the player may move now.
    pub moves: Vec<String>,
    /// True if the player may drop pieces: their pockets stand in the FEN.
    pub drops: bool,
}

/// A move and the position after it; for a start position the texts of the move are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveMove {
    /// Number of half-moves from the start of the game, as the move numbers count them.
    pub ply: u32,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Its squares: from and to, or one for a drop.
    pub last: Vec<String>,
    /// The move as a sentence in the window's language.
    pub words: String,
    /// FEN after it, with pockets where there are any.
    pub fen: String,
    /// True if the side to move is in check.
    pub check: bool,
}

/// The facts of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveFacts {
    /// The game's number.
    pub game: u32,
    /// The kind in the server's words: `blitz`, `wild/fr`, `bughouse`.
    pub category: String,
    /// True if ratings change.
    pub rated: bool,
    /// White's rating as it is shown: `1586`, `1586E`, `++++` for guests, `----` for none.
    pub white: String,
    /// Black's rating.
    pub black: String,
    /// The game on the other board of bughouse.
    pub partner: Option<u32>,
}

/// A seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seek {
    /// Its number.
    pub index: u32,
    /// The seeker.
    pub name: String,
    /// The seeker's rating as it is shown.
    pub rating: String,
    /// The number of the rating; none for guests and those who have none.
    pub number: Option<u16>,
    /// True if the seeker is a program.
    pub computer: bool,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds added a move.
    pub increment: u32,
    /// True if ratings change.
    pub rated: bool,
    /// The kind of game: `blitz`, `wild/fr`, `crazyhouse`.
    pub category: String,
    /// The side that the seeker asks for, if any.
    pub side: Option<Side>,
    /// The least rating that may answer.
    pub from: u32,
    /// The greatest rating that may answer.
    pub to: u32,
    /// True if the seeker confirms each answer.
    pub manual: bool,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    /// The number by which it is accepted, declined or withdrawn.
    pub index: u32,
    /// True if it comes from the player, false if it is to be answered.
    pub own: bool,
    /// The other player.
    pub with: String,
    /// `match`, `draw`, `abort`, `adjourn`, `takeback`, `pause`, `unpause`, `switch`, `partner`,
    /// `simul`.
    pub what: String,
    /// The terms of a match: `unrated blitz 3 2`, or the number of half-moves to take back.
    pub terms: String,
    /// The side that the challenger asks for, of a match.
    pub side: Option<Side>,
}

/// The way in which something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the player alone.
    Tell,
    /// By the opponent.
    Say,
    /// By the bughouse partner.
    Partner,
    /// To all at a game.
    Kibitz,
    /// To the observers of a game.
    Whisper,
    /// In a channel.
    Channel,
    /// To everybody.
    Shout,
    /// By those who run the server.
    Announcement,
}

/// A thing that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Said {
    /// The way.
    pub way: Way,
    /// The speaker.
    pub from: String,
    /// The titles as they stand after names: `(U)`, `(FM)(TM)`.
    pub titles: String,
    /// The channel or the game, where there is one.
    pub place: Option<u32>,
    /// The receiver of what the player said.
    pub to: Option<String>,
    /// The text.
    pub text: String,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameRow {
    /// Its number.
    pub game: u32,
    /// White; long names may be cut.
    pub white: String,
    /// White's rating as it is shown.
    pub white_rating: String,
    /// Black.
    pub black: String,
    /// Black's rating.
    pub black_rating: String,
    /// The kind of game.
    pub category: String,
    /// True if ratings change.
    pub rated: bool,
    /// True if it is not shown to others.
    pub private: bool,
    /// True if it is examined.
    pub examined: bool,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds added a move.
    pub increment: u32,
    /// The number of the next move.
    pub move_number: u32,
}

/// A player online.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerRow {
    /// The name.
    pub name: String,
    /// The titles as they stand after names.
    pub titles: String,
    /// The rating as it is shown.
    pub rating: String,
    /// `playing`, `examining`, `simul`, `closed` (to challenges), `idle`, `tournament`, or none.
    pub doing: Option<Doing>,
}

/// Activity of a player online.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// Plays.
    Playing,
    /// Gives a simultaneous exhibition.
    Simul,
    /// Takes no challenges.
    Closed,
    /// Examines a game.
    Examining,
    /// Has done nothing for some minutes.
    Idle,
    /// Plays in a tournament.
    Tournament,
}

/// An adjourned game of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdjournedRow {
    /// The opponent; long names may be cut.
    pub opponent: String,
    /// True if the opponent is online.
    pub online: bool,
    /// The player's side.
    pub side: Side,
    /// The kind of game.
    pub category: String,
    /// True if ratings change.
    pub rated: bool,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds added a move.
    pub increment: u32,
    /// The number of the next move.
    pub move_number: u32,
}

/// A list that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The games in progress.
    Games,
    /// The players online.
    Players,
    /// The player's last games.
    History,
    /// The player's interrupted games.
    Stored,
    /// The player's own page.
    Finger,
}

/// A message of the window. All but `hello` and `ping` are numbered: 1, 2, …; a number that was
/// taken before is not taken again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The first message of a connection.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// The token of the session to go on with.
        token: Option<String>,
        /// Number of the last news that the window has; 0 if it has none.
        seen: u32,
        /// The language of sentences: `en`, `fr`, `de`, `cs`.
        language: String,
    },
    /// Logs in: the answer to [`Change::LoginRequired`].
    Login {
        /// Its number.
        id: u32,
        /// The name, or `guest`.
        name: String,
        /// The password; empty for guests.
        password: String,
    },
    /// A command as players type it.
    Line {
        /// Its number.
        id: u32,
        /// The command.
        text: String,
    },
    /// A move.
    Move {
        /// Its number.
        id: u32,
        /// The game.
        game: u32,
        /// The ply of the position in which it is made: a move for another position is refused.
        ply: u32,
        /// The move as engines write it.
        uci: String,
    },
    /// Asks for a list, which is not shown in the console.
    Ask {
        /// Its number.
        id: u32,
        /// The list.
        what: Asked,
    },
    /// Asks for a sign of life.
    Ping,
}

#[cfg(test)]
mod tests;
