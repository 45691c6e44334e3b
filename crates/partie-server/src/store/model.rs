//! The stored data, as plain structs. Times are milliseconds since 1970 (UTC). Names of
//! accounts appear as *keys*: the handle in lower case.

/// A registered player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Account {
    /// Key of the account: the handle in lower case; for a removed account followed by `(removed)`.
    pub key: String,
    /// The name as it is shown: `Capablanca`.
    pub handle: String,
    /// The full name.
    pub real_name: String,
    /// The mail address.
    pub email: String,
    /// The password's hash in the PHC form.
    pub password_hash: String,
    /// Creation time of the account.
    pub created: i64,
    /// Time of the last login.
    pub last_login: Option<i64>,
    /// 0 for a player; administrators have more.
    pub admin_level: i64,
    /// Titles, separated by spaces: `GM TM`.
    pub titles: String,
    /// Variables, lists, notes, aliases and the formula, as JSON.
    pub data: String,
}

/// A player's rating and record in one category.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rating {
    /// The player's key.
    pub account: String,
    /// `blitz`, `standard`, `crazyhouse`, ...
    pub category: String,
    /// The rating; none before the first rated game.
    pub rating: Option<i64>,
    /// The rating deviation (Glicko) after the last game.
    pub rd: f64,
    /// Games won.
    pub wins: i64,
    /// Games lost.
    pub losses: i64,
    /// Games drawn.
    pub draws: i64,
    /// The best established rating; 0 when there is none.
    pub best: i64,
    /// Time at which it was reached.
    pub best_at: Option<i64>,
    /// Set if the rating has ever been established (active).
    pub was_active: bool,
    /// End of the last game; the deviation grows from there.
    pub last_at: Option<i64>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// Its number; never given twice.
    pub id: i64,
    /// White's name as it was shown.
    pub white: String,
    /// Black's name as it was shown.
    pub black: String,
    /// White's rating before the game; none for guests and the unrated.
    pub white_rating: Option<i64>,
    /// Black's rating before the game.
    pub black_rating: Option<i64>,
    /// `blitz`, `standard`, `crazyhouse`, ...
    pub category: String,
    /// Set if the game was rated.
    pub rated: bool,
    /// The time at the start, in milliseconds.
    pub initial_ms: i64,
    /// The increment a move, in milliseconds.
    pub increment_ms: i64,
    /// Start of the game.
    pub started: i64,
    /// End of the game.
    pub ended: i64,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Reason for its end, as `history` shows it: `Res`, `Mat`, ...
    pub reason: String,
    /// The ECO code, or nothing.
    pub eco: String,
    /// The whole game as PGN (BPGN for bughouse).
    pub pgn: String,
}

/// A game to be continued.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Adjourned {
    /// Number of the adjourned game.
    pub id: i64,
    /// White's key.
    pub white: String,
    /// Black's key.
    pub black: String,
    /// The moves, clocks and all else, as JSON.
    pub data: String,
    /// Number of the moves that were made in it since then, in [`Moves`]. No two rows have ever had
    /// the same one.
    pub revision: i64,
}

/// Moves of running games, in the order in which they were made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moves {
    /// Number of the row.
    pub id: i64,
    /// A line for each move: the revision of its game, a space, and the move.
    pub data: String,
}

/// A message left for a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// Number of the message.
    pub id: i64,
    /// The sender's name as it was shown.
    pub from: String,
    /// The receiver's key.
    pub to: String,
    /// Text of the message.
    pub text: String,
    /// Time at which it was sent.
    pub sent: i64,
    /// Set once it was read.
    pub read: bool,
}

/// An item of news.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct News {
    /// Number of the item.
    pub id: i64,
    /// The headline.
    pub title: String,
    /// Text of the item.
    pub text: String,
    /// Author of the item.
    pub author: String,
    /// Time at which it was posted.
    pub posted: i64,
}

/// Any other stored data: channels, the server's lists, bans.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fact {
    /// Kind of fact: `channel`, `list`, `ban`, ...
    pub kind: String,
    /// Key of the fact within its kind.
    pub key: String,
    /// The value, as JSON.
    pub data: String,
}

/// A change of stored data. `Put` makes or replaces; a removed item may be absent.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Makes or replaces an account.
    PutAccount(Account),
    /// Removes an account with its ratings, by key; its games and messages stay.
    RemoveAccount(String),
    /// Makes or replaces a rating.
    PutRating(Rating),
    /// Removes a rating, by key of the account and category.
    RemoveRating(String, String),
    /// Adds a finished game (or replaces the one with its number).
    PutGame(Game),
    /// Makes or replaces an adjourned game.
    PutAdjourned(Adjourned),
    /// Removes an adjourned game, by number.
    RemoveAdjourned(i64),
    /// Adds moves of running games: lines of [`Moves`].
    AddMoves(String),
    /// Adds or replaces a message.
    PutMessage(Message),
    /// Removes a message, by number.
    RemoveMessage(i64),
    /// Adds or replaces an item of news.
    PutNews(News),
    /// Removes an item of news, by number.
    RemoveNews(i64),
    /// Makes or replaces a fact.
    PutFact(Fact),
    /// Removes a fact, by kind and key.
    RemoveFact(String, String),
}

/// The server's state at startup, each list in a fixed order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// All accounts, by key.
    pub accounts: Vec<Account>,
    /// All ratings, by key and category.
    pub ratings: Vec<Rating>,
    /// The newest games of each player ([`GAMES_OF_A_PLAYER`]), by number.
    pub games: Vec<Game>,
    /// The largest number that a game has; 0 when there is none.
    pub last_game: i64,
    /// All adjourned games, by number.
    pub adjourned: Vec<Adjourned>,
    /// Moves that were made in them while they were running, by number.
    pub moves: Vec<Moves>,
    /// All messages, by number.
    pub messages: Vec<Message>,
    /// All news, by number.
    pub news: Vec<News>,
    /// All facts, by kind and key.
    pub facts: Vec<Fact>,
}

/// Number of finished games per player loaded at the start; the store keeps all.
pub const GAMES_OF_A_PLAYER: i64 = 20;
