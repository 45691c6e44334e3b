//! Records of the same game among many.

use std::{cmp::Reverse, collections::HashMap, fmt};

use partie_core::{Date, Outcome};

use super::{GameContext, MoveDigest, Subject, beginnings, text};
use crate::{folding::folded, identity::main_line};

/// Data that is kept of a game to find its duplicates.
#[derive(Clone, Debug)]
pub struct GameDigest {
    moves: u128,
    context: GameContext,
    richness: (u32, u32),
}

impl GameDigest {
    /// Returns the data of a game.
    #[must_use]
    pub fn of(game: &impl Subject) -> GameDigest {
        let moves = MoveDigest::of(game);
        GameDigest {
            context: GameContext::of(game, &moves),
            richness: moves.richness(game),
            moves: moves.moves,
        }
    }
}

/// Reason why a game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuplicateReason {
    /// Another record of the same game is kept.
    Same,
    /// It is the beginning of a game that is kept.
    Beginning,
    /// A game that is kept corrects it.
    Corrected,
}

impl DuplicateReason {
    /// Returns its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DuplicateReason::Same => "same",
            DuplicateReason::Beginning => "contained",
            DuplicateReason::Corrected => "corrected",
        }
    }
}

/// Writes the reason as words between the removed game and the kept one.
impl fmt::Display for DuplicateReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DuplicateReason::Same => "is the same as",
            DuplicateReason::Beginning => "is the beginning of",
            DuplicateReason::Corrected => "is corrected by",
        })
    }
}

/// Moves by which a game and its correction may differ.
const FEW_PLIES: usize = 6;

/// Moves of a game and its identifying tags, to find its corrections.
#[derive(Clone, Debug)]
pub struct GameRecord {
    number: u32,
    /// The words of the players' names and of the event, the day and the round.
    occasion: (Vec<String>, Vec<String>, String, Date, String),
    outcome: Outcome,
    moves: Vec<u32>,
    annotations: u32,
}

impl GameRecord {
    /// Returns the data of a game by its number from 0; `None` if players, event, day or round are not
    /// known, or not all of its moves.
    #[must_use]
    pub fn of(number: u32, game: &impl Subject) -> Option<GameRecord> {
        let name = |tag| {
            let words = text::words(game.known(tag)?);
            (!words.is_empty()).then_some(words)
        };
        let mut players = (name("White")?, name("Black")?);
        players.0.sort_unstable();
        players.1.sort_unstable();
        let date = game.date().filter(|date| date.day() > 0)?;
        let round = game.known("Round").filter(|round| *round != "-")?.trim().to_owned();
        let event = folded(game.known("Event")?.trim());
        let moves = MoveDigest::of(game);
        if game.game().unread.is_some() || game.game().ply_count() == 0 {
            return None;
        }
        Some(GameRecord {
            number,
            occasion: (players.0, players.1, event, date, round),
            outcome: game.outcome(),
            moves: main_line(game.game()),
            annotations: moves.richness(game).0,
        })
    }

    /// Returns true if the moves are equal but for a few, which one has in place of the other or
    /// beyond it.
    fn has_moves_of(&self, other: &GameRecord) -> bool {
        let (short, long) = if self.moves.len() < other.moves.len() {
            (&self.moves, &other.moves)
        } else {
            (&other.moves, &self.moves)
        };
        if short == long {
            return true;
        }
        // Two short games may well differ in little.
        if short.len() < 2 * FEW_PLIES || long.len() - short.len() > FEW_PLIES {
            return false;
        }
        let first = short.iter().zip(long).take_while(|(a, b)| a == b).count();
        let last = short[first..].iter().rev().zip(long[first..].iter().rev());
        let last = last.take_while(|(a, b)| a == b).count();
        long.len() - first - last <= FEW_PLIES
    }

    /// Rank among records of a game: one with a result, with more moves, with more annotations, then the
    /// later one.
    fn rank(&self) -> (bool, usize, u32, u32) {
        (self.outcome.is_known(), self.moves.len(), self.annotations, self.number)
    }
}

/// A game with its number among all, from 0.
#[derive(Debug)]
struct KnownGame {
    number: u32,
    digest: GameDigest,
}

/// A game that may be the beginning of another.
#[derive(Debug)]
struct Candidate {
    /// Number of plies.
    plies: usize,
    /// Index among the known games.
    place: usize,
    /// The place and length of the other.
    longer: (usize, usize),
}

/// Games that are left out, since others are kept.
#[derive(Debug)]
pub struct Duplicates {
    /// In the order of their moves, then of their numbers.
    known: Vec<KnownGame>,
    /// For each game, by number: if it is removed, the index of the kept game, and the reason.
    removed: Vec<Option<(usize, DuplicateReason)>>,
    count: u64,
    candidates: Vec<Candidate>,
}

impl Duplicates {
    /// Finds records of the same games, and keeps the richest of each. Every removed game matches
    /// the kept one directly, not through a third game.
    #[must_use]
    pub fn among(digests: impl IntoIterator<Item = GameDigest>) -> Duplicates {
        let known = |(number, digest)| KnownGame { number, digest };
        let mut known: Vec<_> = (0..).zip(digests).map(known).collect();
        known.sort_unstable_by_key(|k| (k.digest.moves, k.number));
        let removed = vec![None; known.len()];
        let mut all = Duplicates { known, removed, count: 0, candidates: Vec::new() };
        let mut start = 0;
        while start < all.known.len() {
            let moves = all.known[start].digest.moves;
            let lot = all.known[start..].iter().take_while(|k| k.digest.moves == moves).count();
            let mut places: Vec<_> = (start..start + lot).collect();
            places.sort_by_key(|place| Reverse(all.known[*place].digest.richness));
            let mut kept: Vec<usize> = Vec::new();
            for place in places {
                let context = &all.known[place].digest.context;
                let keeper = kept.iter().copied().find(|keeper| {
                    let other = &all.known[*keeper].digest.context;
                    context.may_be(other) && context.knows_no_more_than(other)
                });
                match keeper {
                    Some(keeper) => all.remove(place, keeper, DuplicateReason::Same),
                    None => kept.push(place),
                }
            }
            start += lot;
        }
        all
    }

    fn remove(&mut self, place: usize, keeper: usize, reason: DuplicateReason) {
        self.removed[self.known[place].number as usize] = Some((keeper, reason));
        self.count += 1;
    }

    /// Notes which games may be beginnings of one, by its number from 0. Each game that is kept
    /// must be looked at before they are [left out](Duplicates::remove_beginnings).
    pub fn look_for_beginnings(&mut self, number: u32, longer: &impl Subject) {
        let game = longer.game();
        if game.unread.is_some() {
            return;
        }
        let own = (MoveDigest::of(longer).moves, number);
        let place = self.known.binary_search_by_key(&own, |k| (k.digest.moves, k.number));
        let Ok(place) = place else { return };
        let total = game.ply_count();
        let longer = &self.known[place].digest;
        for (plies, hash) in beginnings(game).enumerate().take(total).skip(1) {
            let first = self.known.partition_point(|k| k.digest.moves < hash);
            for (at, shorter) in self.known.iter().enumerate().skip(first) {
                let digest = &shorter.digest;
                if digest.moves != hash {
                    break;
                }
                let fits = digest.context.may_begin(&longer.context)
                    && digest.richness.0 <= longer.richness.0;
                if fits && self.get(shorter.number).is_none() {
                    self.candidates.push(Candidate { plies, place: at, longer: (place, total) });
                }
            }
        }
    }

    /// Leaves out the beginnings of games that are kept themselves.
    pub fn remove_beginnings(&mut self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        // The longest first: then it is known whether their longer games are kept.
        candidates.sort_by_key(|b| (Reverse(b.plies), b.place, Reverse(b.longer.1), b.longer.0));
        for Candidate { place, longer: (longer, _), .. } in candidates {
            let is_kept = |place: usize| self.get(self.known[place].number).is_none();
            if is_kept(longer) && is_kept(place) {
                self.remove(place, longer, DuplicateReason::Beginning);
            }
        }
    }

    /// Leaves out games that others correct: of the same players, event, day and round, whose moves
    /// are equal but for a few. Records of games that are left out already do not count.
    pub fn remove_corrected(&mut self, records: impl IntoIterator<Item = GameRecord>) {
        let mut records: Vec<_> = records.into_iter().collect();
        records.retain(|record| self.get(record.number).is_none());
        records.sort_by(|a, b| (&a.occasion, b.rank()).cmp(&(&b.occasion, a.rank())));
        let places: HashMap<u32, usize> =
            self.known.iter().enumerate().map(|(place, known)| (known.number, place)).collect();
        for lot in records.chunk_by(|a, b| a.occasion == b.occasion) {
            let mut kept: Vec<&GameRecord> = Vec::new();
            for record in lot {
                let (Some(keeper), Some(place)) = (
                    kept.iter().find(|keeper| keeper.has_moves_of(record)),
                    places.get(&record.number),
                ) else {
                    kept.push(record);
                    continue;
                };
                self.remove(*place, places[&keeper.number], DuplicateReason::Corrected);
            }
        }
    }

    /// Returns the number of the game that is kept instead of one, and why; `None` if the game is
    /// kept.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<(u32, DuplicateReason)> {
        let (keeper, reason) = (*self.removed.get(number as usize)?)?;
        Some((self.known[keeper].number, reason))
    }

    /// Returns the number of games that are left out.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Returns true if all games are kept.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}
