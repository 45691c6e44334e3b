//! Random numbers from a seed: the same seed gives the same numbers, on every machine.
//!
//! The generator is `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014). It is for the game's own random choices (colours, start positions, guests'
//! names), not for secrets.

/// A deterministic random number generator.
///
/// ```
/// use partie_ics::rng::Rng;
/// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
/// assert_eq!(one.below(960), other.below(960));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Creates a generator whose numbers are determined by the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, but without, `limit`; every number is equally likely.
    /// With a limit of 0 the number is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        if limit == 0 {
            return 0;
        }
        // Bits that would favour the small numbers are drawn again (D. Lemire, "Fast
        // random integer generation in an interval", 2019).
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = (self.bits() >> 32) * u64::from(limit);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    /// Heads or tails.
    pub(crate) const fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Brings the items into any order; every order is equally likely.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let limit = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(limit) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn the_published_sequence() {
        let mut rng = Rng::new(1_234_567);
        for expected in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            assert_eq!(rng.bits(), expected);
        }
    }

    #[test]
    fn lots_are_fair_and_in_range() {
        let mut rng = Rng::new(1);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|n| (9_500..10_500).contains(n)), "{counts:?}");
        let heads = (0..10_000).filter(|_| rng.coin()).count();
        assert!((4_800..5_200).contains(&heads), "{heads}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn shuffles_reach_every_order() {
        let mut rng = Rng::new(2);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let mut items = ['R', 'N', 'B', 'Q'];
            rng.shuffle(&mut items);
            seen.insert(items);
        }
        assert_eq!(seen.len(), 24);
    }

    #[test]
    fn a_state_goes_on_where_it_was() {
        let mut rng = Rng::new(9);
        rng.bits();
        let mut again = Rng::new(rng.state);
        assert_eq!(rng.bits(), again.bits());
    }
}
