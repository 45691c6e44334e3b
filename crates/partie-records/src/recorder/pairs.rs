//! Pairs of games that are two boards of one bughouse game.

use std::collections::BTreeMap;

use partie_core::{Color, Role};

/// A piece that was handed over: who holds it now, on which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) game: u64,
    pub(super) color: Color,
    pub(super) role: Role,
}

/// Pairs of games that are two boards of one bughouse game.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// Partner games, as the server named them.
    partners: BTreeMap<u64, u64>,
    /// Counts of pieces that were taken on one board and came to the other.
    passes: BTreeMap<(u64, u64), u64>,
    /// Pieces that were handed over before their capture was shown.
    pending: Vec<Pass>,
}

impl Pairs {
    /// Two games are one.
    pub(super) fn join(&mut self, a: u64, b: u64) {
        self.partners.insert(a, b);
        self.partners.insert(b, a);
    }

    /// Returns the partner's game, if the server said it.
    pub(super) fn partner(&self, game: u64) -> Option<u64> {
        self.partners.get(&game).copied()
    }

    /// A game is over.
    pub(super) fn forget(&mut self, game: u64) {
        if let Some(partner) = self.partners.remove(&game) {
            self.partners.remove(&partner);
        }
        self.passes.retain(|(a, b), _| *a != game && *b != game);
        self.pending.retain(|p| p.game != game);
    }

    /// A piece came into a hand; on these boards such a piece was just taken.
    pub(super) fn passed(&mut self, pass: Pass, takers: &[u64]) {
        for taker in takers {
            *self.passes.entry((*taker, pass.game)).or_default() += 1;
        }
        if takers.is_empty() {
            // Some servers say it before they show the capture.
            self.pending.truncate(7);
            self.pending.insert(0, pass);
        }
    }

    /// A piece was taken on a board, by a side.
    pub(super) fn captured(&mut self, game: u64, taker: Color, role: Role) {
        let fits = |p: &Pass| p.game != game && p.color == !taker && p.role == role;
        if let Some(at) = self.pending.iter().position(fits) {
            let pass = self.pending.remove(at);
            *self.passes.entry((game, pass.game)).or_default() += 1;
        }
    }

    /// Returns the board, among several, that most pieces went to or came from.
    pub(super) fn likeliest(&self, game: u64, others: &[u64]) -> Option<u64> {
        let count = |other: u64| {
            let passes = |a, b| self.passes.get(&(a, b)).copied().unwrap_or(0);
            passes(game, other) + passes(other, game)
        };
        match others {
            [] => None,
            [only] => Some(*only),
            several => several
                .iter()
                .copied()
                .max_by_key(|o| (count(*o), std::cmp::Reverse(*o)))
                .filter(|o| count(*o) > 0),
        }
    }
}
