//! Counting the games of a position.

use std::ops::AddAssign;

use partie_core::{Color, Outcome};

use super::GameSummary;

/// Results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that White won.
    pub white: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a result.
    pub unknown: u64,
}

impl Results {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.finished() + self.unknown
    }

    /// Returns the number of games that have a result.
    #[must_use]
    pub const fn finished(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// Returns the score of a side, from 0 to 1, in the games that have a result; `None` if none
    /// has.
    #[must_use]
    pub fn score(&self, color: Color) -> Option<f64> {
        let finished = self.finished();
        let won = color.fold_wb(self.white, self.black);
        (finished > 0).then(|| (won as f64 + self.draws as f64 / 2.0) / finished as f64)
    }

    pub(in crate::library) const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(Color::White) => self.white += 1,
            Outcome::Win(Color::Black) => self.black += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        let Results { white, draws, black, unknown } = other;
        self.white += white;
        self.draws += draws;
        self.black += black;
        self.unknown += unknown;
    }
}

/// Mean of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mean {
    pub(super) sum: u64,
    pub(super) count: u64,
}

impl AddAssign for Mean {
    fn add_assign(&mut self, other: Mean) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

impl Mean {
    pub(super) const fn add(&mut self, elo: u16) {
        if elo > 0 {
            self.sum += elo as u64;
            self.count += 1;
        }
    }

    pub(super) fn rounded(self) -> Option<u32> {
        let half = self.count / 2;
        (self.count > 0).then(|| ((self.sum + half) / self.count) as u32)
    }
}

/// A game that came to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    /// Number in the library, from 1; of several libraries, see [`Libraries::library_of`](super::Libraries::library_of).
    pub number: u64,
    /// Facts of it.
    pub summary: GameSummary,
    /// The move that was made, as [`columns::moves`](crate::columns::moves) packs it.
    pub packed_move: u16,
}

/// Counts of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) results: Results,
    /// Ratings of White's players and of Black's.
    pub(super) elo: [Mean; 2],
    pub(super) last_played: (u16, u8),
    pub(super) last_game: u64,
}

impl Counted {
    /// Counts a game. One without a result only adds to the total, since lichess' explorer has none of
    /// them.
    pub(super) fn add_game(&mut self, game: &GameSummary) {
        self.results.add(game.outcome);
        if game.outcome != Outcome::Unknown {
            self.elo[0].add(game.white_elo);
            self.elo[1].add(game.black_elo);
            self.last_played = self.last_played.max((game.year, game.month));
        }
    }

    pub(super) fn add(&mut self, other: &Counted) {
        self.results += other.results;
        for (elo, other) in self.elo.iter_mut().zip(other.elo) {
            *elo += other;
        }
        self.last_played = self.last_played.max(other.last_played);
        self.last_game = self.last_game.max(other.last_game);
    }
}

/// Value by which games are shown.
type Rank = fn(&ExploredGame) -> (u32, u64);

/// Games of a position that were counted.
pub(super) struct Tallied {
    /// By move.
    pub(super) counted: Vec<(u16, Counted)>,
    /// Games with the highest ratings, the highest first.
    pub(super) top_games: Vec<ExploredGame>,
    /// Games played last, the last first.
    pub(super) recent_games: Vec<ExploredGame>,
}

/// Counts the games of a position.
pub(super) struct Tally {
    /// Difference between the numbers of the games to come and those in their library.
    pub(super) before: u64,
    counted: Vec<(u16, Counted)>,
    top: Highest<Rank>,
    recent: Highest<Rank>,
}

impl Tally {
    /// Makes an empty tally that keeps `top_games` games with the highest ratings and the
    /// `recent_games` latest ones.
    pub(super) fn new(top_games: usize, recent_games: usize) -> Tally {
        let by_rating = |game: &ExploredGame| (game.summary.mean_elo().into(), game.number);
        let by_date = |game: &ExploredGame| {
            (u32::from(game.summary.year) << 8 | u32::from(game.summary.month), game.number)
        };
        Tally {
            before: 0,
            counted: Vec::new(),
            top: Highest::new(top_games, by_rating),
            recent: Highest::new(recent_games, by_date),
        }
    }

    /// Counts a game, given its number in its library. Games come in the order of their numbers.
    pub(super) fn add(&mut self, number: u64, summary: GameSummary, packed_move: u16) {
        let number = self.before + number;
        let counted = self.counted(packed_move);
        counted.add_game(&summary);
        if summary.outcome == Outcome::Unknown {
            return;
        }
        counted.last_game = number;
        let game = ExploredGame { number, summary, packed_move };
        self.top.add(game);
        self.recent.add(game);
    }

    /// Adds the counts of a move.
    pub(super) fn add_counted(&mut self, packed_move: u16, other: &Counted) {
        let has_game = other.last_game > 0;
        let last_game = if has_game { self.before + other.last_game } else { 0 };
        self.counted(packed_move).add(&Counted { last_game, ..*other });
    }

    /// Adds a highly rated or late game whose counts were added separately.
    pub(super) fn add_game(&mut self, game: ExploredGame, is_top: bool) {
        if game.summary.outcome == Outcome::Unknown {
            // Earlier versions kept them.
            return;
        }
        let game = ExploredGame { number: self.before + game.number, ..game };
        if is_top { self.top.add(game) } else { self.recent.add(game) }
    }

    /// Ends counting.
    pub(super) fn finish(self) -> Tallied {
        let Tally { counted, top, recent, .. } = self;
        Tallied { counted, top_games: top.finish(), recent_games: recent.finish() }
    }

    fn counted(&mut self, packed_move: u16) -> &mut Counted {
        // A position has few moves.
        let at = self.counted.iter().position(|(other, _)| *other == packed_move);
        let at = at.unwrap_or_else(|| {
            self.counted.push((packed_move, Counted::default()));
            self.counted.len() - 1
        });
        &mut self.counted[at].1
    }
}

/// Keeps the games that are highest by a value.
struct Highest<F> {
    most: usize,
    value: F,
    games: Vec<ExploredGame>,
    /// Lowest value that can still enter the list.
    floor: (u32, u64),
}

impl<F: Fn(&ExploredGame) -> (u32, u64)> Highest<F> {
    const fn new(most: usize, value: F) -> Highest<F> {
        Highest { most, value, games: Vec::new(), floor: (0, 0) }
    }

    fn add(&mut self, game: ExploredGame) {
        if self.most > 0 && (self.value)(&game) >= self.floor {
            self.games.push(game);
            if self.games.len() >= self.most.saturating_mul(2).max(4096) {
                self.cut();
            }
        }
    }

    /// Drops all but the highest.
    fn cut(&mut self) {
        let order = |game: &ExploredGame| std::cmp::Reverse((self.value)(game));
        if self.games.len() > self.most {
            let (_, lowest, _) = self.games.select_nth_unstable_by_key(self.most - 1, order);
            self.floor = (self.value)(lowest);
            self.games.truncate(self.most);
        }
    }

    /// Returns them, the highest first.
    fn finish(mut self) -> Vec<ExploredGame> {
        if self.most == 0 {
            return Vec::new();
        }
        self.cut();
        self.games.sort_unstable_by_key(|game| std::cmp::Reverse((self.value)(game)));
        self.games
    }
}
