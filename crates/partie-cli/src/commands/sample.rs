//! `partie sample`: some games by chance.

use std::ops::ControlFlow;

use super::game_output::GameOutput;
use crate::{args::SampleArguments, exit::Exit};

pub(super) fn run(arguments: &SampleArguments) -> anyhow::Result<Exit> {
    let SampleArguments { games, fraction, seed, copying } = arguments;
    let (entries, mut game_output) = GameOutput::of(copying)?;
    let entries = entries.bar(!game_output.on_terminal());
    let mut chance = SplitMix64::new(*seed);
    let mut written = 0;
    let seen = if let Some(fraction) = fraction {
        entries.each(|entry| {
            if chance.part() < *fraction {
                game_output.write(&entry)?;
                written += 1;
            }
            Ok(ControlFlow::Continue(()))
        })?
    } else {
        let mut reservoir = Reservoir::new(*games, chance);
        let seen = entries.each(|entry| {
            reservoir.offer(entry);
            Ok(ControlFlow::Continue(()))
        })?;
        for entry in reservoir.in_order() {
            game_output.write(&entry)?;
            written += 1;
        }
        seen
    };
    let complete = game_output.finish(entries.messages())?;
    Ok(seen.exit(written == 0 && seen.games == 0 || !complete))
}

/// Numbers that look like chance, the same for the same seed for ever: `SplitMix64`
/// (Steele, Lea and Flood, 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from 0 to below 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Uniform sample of the items it was offered (Vitter's algorithm R, 1985).
struct Reservoir<T> {
    size: usize,
    offered: u64,
    held: Vec<(u64, T)>,
    chance: SplitMix64,
}

impl<T> Reservoir<T> {
    fn new(size: usize, chance: SplitMix64) -> Reservoir<T> {
        Reservoir { size, offered: 0, held: Vec::new(), chance }
    }

    fn offer(&mut self, thing: T) {
        self.offered += 1;
        if self.held.len() < self.size {
            self.held.push((self.offered, thing));
        } else {
            let place = self.chance.below(self.offered);
            if place < self.size as u64 {
                self.held[place as usize] = (self.offered, thing);
            }
        }
    }

    /// Returns the sample in the order of the offers.
    fn in_order(mut self) -> impl Iterator<Item = T> {
        self.held.sort_by_key(|(number, _)| *number);
        self.held.into_iter().map(|(_, thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(size: usize, of: u32, seed: u64) -> Vec<u32> {
        let mut reservoir = Reservoir::new(size, SplitMix64::new(seed));
        (0..of).for_each(|n| reservoir.offer(n));
        reservoir.in_order().collect()
    }

    #[test]
    fn the_numbers_stay_the_same() {
        // The first numbers of SplitMix64 from 1234567, as its authors' code gives them.
        let mut chance = SplitMix64::new(1_234_567);
        let numbers = [chance.next(), chance.next(), chance.next()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_sample_keeps_the_order_and_has_no_doubles() {
        for seed in 0..50 {
            let sample = drawn(10, 100, seed);
            assert_eq!(sample.len(), 10);
            assert!(sample.windows(2).all(|w| w[0] < w[1]), "{sample:?}");
            assert_eq!(sample, drawn(10, 100, seed));
        }
        assert_ne!(drawn(10, 100, 1), drawn(10, 100, 2));
        assert_eq!(drawn(10, 4, 0), [0, 1, 2, 3]);
        assert!(drawn(0, 4, 0).is_empty());
    }

    #[test]
    fn every_game_has_the_same_chance() {
        let mut hits = [0; 20];
        for seed in 0..4000 {
            for n in drawn(5, 20, seed) {
                hits[n as usize] += 1;
            }
        }
        // 1000 each is expected; the standard deviation is 27.
        assert!(hits.iter().all(|n| (850..1150).contains(n)), "{hits:?}");
    }
}
