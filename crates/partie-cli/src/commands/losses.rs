//! Losses in writing, summed over all games.

use std::collections::BTreeMap;

use partie_formats::Loss;

use crate::report::count;

/// Maximum number of kinds of loss. Formats have few; the limit is for losses that quote the input.
const KINDS: usize = 200;

/// Losses by kind.
#[derive(Debug, Default)]
pub(super) struct Losses {
    kinds: BTreeMap<String, Sum>,
    /// Games with losses of kinds that found no place any more.
    others: u64,
}

#[derive(Debug, Default)]
struct Sum {
    /// Number of items, if the format counts them.
    things: u64,
    games: u64,
    counted: bool,
}

impl Losses {
    /// Adds the losses of one game.
    pub(super) fn add(&mut self, lost: &[Loss]) {
        for loss in lost {
            let (kind, number) = loss.counted();
            if self.kinds.len() >= KINDS && !self.kinds.contains_key(&kind) {
                self.others += 1;
                continue;
            }
            let sum = self.kinds.entry(kind).or_default();
            sum.counted |= number.is_some();
            sum.things += number.unwrap_or(1);
            sum.games += 1;
        }
    }

    /// One line for each kind.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self
            .kinds
            .iter()
            .map(|(kind, sum)| {
                let what = if sum.counted { count(sum.things, kind) } else { kind.clone() };
                format!("{what} in {}", count(sum.games, "game"))
            })
            .collect();
        if self.others > 0 {
            lines.push(format!("other content of {}", count(self.others, "game")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use partie_core::message;

    use super::*;

    #[test]
    fn losses_add_up() {
        let mut losses = Losses::default();
        losses.add(&[Loss(message!("2 variations")), Loss(message!("clock times"))]);
        losses.add(&[Loss(message!("1 variation"))]);
        losses.add(&[]);
        assert_eq!(losses.lines(), ["clock times in 1 game", "3 variations in 2 games"]);
        for i in 0..1000 {
            losses.add(&[Loss(message!("tag {i}", i))]);
        }
        assert_eq!(losses.lines().len(), KINDS + 1);
    }
}
