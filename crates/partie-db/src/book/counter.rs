//! Books made of games: each move is counted, and how well its player fared.

use partie_core::{
    Color, Outcome, Ply, Variant,
    rules::{polyglot_key, replay::ReplayBoard},
};
use partie_formats::GameView;
use partie_pgn::view::GameSink;

use super::{
    entry::{BookEntry, BookMove},
    file::Book,
    weights,
};

/// Number of tallies that are added before they are sorted and summed up.
const FEW: usize = 1 << 20;

/// Selection of the moves that become part of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookOptions {
    /// Number of plies at the beginning of each game.
    pub plies: usize,
    /// Least number of games in which a move was played.
    pub min_games: u32,
    /// Side whose moves are counted; `None` for both.
    pub only: Option<Color>,
}

partie_core::setters! { BookOptions:
    /// Sets the number of plies at the beginning of each game.
    plies: usize;
    /// Sets the least number of games in which a move was played.
    min_games: u32;
    /// Sets the side whose moves are counted.
    only: Option<Color>;
}

impl Default for BookOptions {
    /// Moves of both sides that were played in three games, up to the fortieth ply.
    fn default() -> BookOptions {
        BookOptions { plies: 40, min_games: 3, only: None }
    }
}

/// Counts of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Key of the position.
    pub key: u64,
    /// The move.
    pub book_move: BookMove,
    /// Number of games in which it was played.
    pub games: u32,
    /// Points scored with the move: 2 for a win, 1 for a draw or a game without a result.
    pub points: u32,
}

impl Tally {
    /// Returns its place in the order of tallies.
    #[must_use]
    pub const fn place(&self) -> (u64, u16) {
        (self.key, self.book_move.bits())
    }

    /// Adds the counts of another tally of the same move.
    const fn add(&mut self, other: &Tally) {
        self.games = self.games.saturating_add(other.games);
        self.points = self.points.saturating_add(other.points);
    }
}

/// The moves of one game, each once.
#[derive(Clone, Debug, Default)]
pub struct GameTallies {
    /// The moves with counts of one game.
    pub tallies: Vec<Tally>,
    /// False if the game is not of standard chess; then there are no tallies.
    pub is_standard: bool,
}

impl GameTallies {
    /// Plays the main line of a game. It may begin with any position. A game without a result counts
    /// as a draw, as it does in Polyglot.
    #[must_use]
    pub fn of(game: &impl GameView, options: BookOptions) -> GameTallies {
        if !matches!(game.variant(), Variant::Standard | Variant::FromPosition) {
            return GameTallies::default();
        }
        let board = ReplayBoard::of_start(game.start());
        let tallies = board.and_then(|board| by_code(game, board, options));
        let mut tallies = tallies.unwrap_or_else(|| by_rules(game, options));
        // A move that was repeated counts once.
        tallies.sort_unstable_by_key(Tally::place);
        tallies.dedup_by_key(|tally| tally.place());
        GameTallies { tallies, is_standard: true }
    }
}

/// Replays a game with the code of moves, which is fast. `None` if its moves have none.
fn by_code(
    game: &impl GameView,
    mut board: ReplayBoard,
    options: BookOptions,
) -> Option<Vec<Tally>> {
    let mut tallies = Vec::with_capacity(options.plies.min(256));
    let mut code = Vec::with_capacity(options.plies.min(256));
    let outcome = game.outcome();
    for (_, ply) in game.main_plies().take(options.plies) {
        tallies.extend(tally(board.turn(), ply, outcome, options, || board.polyglot_key()));
        board.encode(ply, &mut code)?;
    }
    Some(tallies)
}

fn by_rules(game: &impl GameView, options: BookOptions) -> Vec<Tally> {
    let mut tallies = Vec::new();
    let mut position = game.start_boards().first().clone();
    for (_, ply) in game.main_plies().take(options.plies) {
        let key = || polyglot_key(&position);
        tallies.extend(tally(position.turn(), ply, game.outcome(), options, key));
        if position.play(ply).is_err() {
            break;
        }
    }
    tallies
}

fn tally(
    turn: Color,
    ply: Ply,
    outcome: Outcome,
    options: BookOptions,
    key: impl Fn() -> u64,
) -> Option<Tally> {
    let book_move = BookMove::of(ply.to_move()?)?;
    if options.only.is_some_and(|only| only != turn) {
        return None;
    }
    let points = match outcome {
        Outcome::Win(winner) => 2 * u32::from(winner == turn),
        Outcome::Draw | Outcome::Unknown => 1,
    };
    Some(Tally { key: key(), book_move, games: 1, points })
}

/// Counts the moves of games as they are read.
#[derive(Clone, Copy, Debug)]
pub struct TallySink(pub BookOptions);

impl GameSink for TallySink {
    type Made = GameTallies;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> GameTallies {
        GameTallies::of(game, self.0)
    }
}

/// Sums up the tallies of games. Memory grows with the number of different moves in different
/// positions, by 24 bytes each.
#[derive(Clone, Debug, Default)]
pub struct BookCounter {
    tallies: Vec<Tally>,
    /// Number of tallies that are in order and summed up; the others come after them.
    summed: usize,
}

impl BookCounter {
    /// Returns a counter without games.
    #[must_use]
    pub fn new() -> BookCounter {
        BookCounter::default()
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameTallies) {
        self.tallies.extend(&game.tallies);
        // Each tally is sorted a bounded number of times per doubling.
        if self.tallies.len() - self.summed > self.summed.max(FEW) {
            self.sum_up();
        }
    }

    fn sum_up(&mut self) {
        // The part that is in order already is a run, which this sort only merges.
        self.tallies.sort_by_key(Tally::place);
        self.tallies.dedup_by(|later, earlier| {
            let same = later.place() == earlier.place();
            if same {
                earlier.add(later);
            }
            same
        });
        self.summed = self.tallies.len();
    }

    /// Returns the number of tallies that are held.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tallies.len()
    }

    /// Returns true if there are no tallies.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tallies.is_empty()
    }

    /// Takes all tallies, in order and summed up; the counter is empty afterwards.
    #[must_use]
    pub fn take(&mut self) -> Vec<Tally> {
        self.sum_up();
        self.summed = 0;
        std::mem::take(&mut self.tallies)
    }

    /// Makes a book of the counted moves.
    #[must_use]
    pub fn into_book(mut self, options: BookOptions) -> Book {
        let mut maker = BookMaker::new(options);
        self.take().iter().for_each(|tally| maker.push(tally));
        maker.finish()
    }
}

/// Makes a book from sorted tallies, in which tallies of the same move are adjacent.
#[derive(Clone, Debug)]
pub struct BookMaker {
    min_games: u32,
    book: Vec<BookEntry>,
    /// The moves of the position to which the last tally belongs.
    position: Vec<Tally>,
}

impl BookMaker {
    /// Returns a maker of a book.
    #[must_use]
    pub const fn new(options: BookOptions) -> BookMaker {
        BookMaker { min_games: options.min_games, book: Vec::new(), position: Vec::new() }
    }

    /// Adds a tally whose [place](Tally::place) is not before the last tally's.
    pub fn push(&mut self, tally: &Tally) {
        match self.position.last_mut() {
            Some(last) if last.place() == tally.place() => last.add(tally),
            Some(last) if last.key == tally.key => self.position.push(*tally),
            _ => {
                self.end_position();
                self.position.push(*tally);
            }
        }
    }

    /// Moves that never scored are left out, as they are by Polyglot.
    fn end_position(&mut self) {
        let Some(key) = self.position.first().map(|tally| tally.key) else { return };
        let min_games = self.min_games;
        let kept = self.position.drain(..).filter(|t| t.games >= min_games && t.points > 0);
        let moves = kept.map(|tally| (tally.book_move, u64::from(tally.points), 0));
        weights::append(key, moves.collect(), &mut self.book);
    }

    /// Returns the book.
    #[must_use]
    pub fn finish(mut self) -> Book {
        self.end_position();
        Book::from_entries(self.book)
    }
}
