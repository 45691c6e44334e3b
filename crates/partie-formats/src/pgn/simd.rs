//! Which bytes of a block mean something in movetext: by the instructions of newer x86
//! processors where there are some, else by a portable twin that says the same.
//!
//! This is the only module with `unsafe`. What is compiled for AVX2 may run only where the
//! processor has it; whoever holds an [`Avx2`] has asked.

use super::block::{BLOCK, Bits, Block, Lane, below, equal, within};

/// The bytes of a block.
pub(super) type Bytes = [u8; BLOCK];

/// What stands in a block of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    /// Opening braces.
    pub(super) opened: Bits,
    /// Closing braces.
    pub(super) closed: Bits,
    /// Line feeds.
    pub(super) lines: Bits,
    /// What may mean more than a move, a number, an NAG or blanks do, wherever it stands on
    /// a line: `"*-/:;<[`, carriage returns, what is not ASCII.
    pub(super) odd: Bits,
}

/// What stands in a block of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// Closing braces.
    pub(super) closed: Bits,
    /// What may be more than words: `{[<>&`, carriage returns, what is not ASCII.
    pub(super) odd: Bits,
}

/// What stands in a block that begins with a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// Double quotes.
    pub(super) quotes: Bits,
    /// Letters, digits and underscores; those of ASCII.
    pub(super) letters: Bits,
    /// What is below a blank, semicolons, what is not ASCII.
    pub(super) stops: Bits,
}

/// Looks at blocks.
pub(super) trait Simd: Copy {
    /// A block of tags.
    fn tag(self, bytes: &Bytes) -> Tag;
    /// A block of movetext.
    fn signs(self, bytes: &Bytes) -> Signs;
    /// A block of a comment.
    fn words(self, bytes: &Bytes) -> Words;
    /// Whether there may be more than words in a block, after which the comment is no more
    /// or holds a tag: `{}[`.
    fn may_end_words(self, bytes: &Bytes) -> bool;
}

/// Work on many blocks. Its function is to be inlined, with all that it calls often.
pub(super) trait Work {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run(self, simd: impl Simd) -> Self::Output;
}

/// Does some work by the best instructions there are.
#[inline]
pub(super) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return avx2.run(work);
    }
    work.run(Portable)
}

/// Looks at blocks on any machine.
#[derive(Clone, Copy, Debug)]
struct Portable;

impl Simd for Portable {
    #[inline]
    fn tag(self, bytes: &Bytes) -> Tag {
        let block = Block::new(bytes);
        let letters = block.bits(|lane| {
            let letters = within(lane | Lane::splat(0x20), b'a', b'z');
            letters | within(lane, b'0', b'9') | equal(lane, b'_')
        });
        let stops = block.bits(|lane| below(lane, b' ') | equal(lane, b';'));
        Tag { quotes: block.equal(b'"'), letters, stops }
    }

    #[inline]
    fn signs(self, bytes: &Bytes) -> Signs {
        let block = Block::new(bytes);
        let odd = block.bits(|lane| {
            let slashes = equal(lane | Lane::splat(0x02), b'/');
            let results = slashes | equal(lane, b'*') | within(lane, b':', b'<');
            // What is not ASCII has the bit itself.
            results | equal(lane, b'[') | equal(lane, b'"') | equal(lane, b'\r') | lane
        });
        let (opened, closed) = (block.equal(b'{'), block.equal(b'}'));
        Signs { opened, closed, lines: block.equal(b'\n'), odd }
    }

    #[inline]
    fn words(self, bytes: &Bytes) -> Words {
        let block = Block::new(bytes);
        let odd = block.bits(|lane| {
            // These differ in one bit each.
            let brackets = equal(lane | Lane::splat(0x20), b'{');
            let angles = equal(lane | Lane::splat(0x02), b'>');
            brackets | angles | equal(lane, b'&') | equal(lane, b'\r') | lane
        });
        Words { closed: block.equal(b'}'), odd }
    }

    #[inline]
    fn may_end_words(self, bytes: &Bytes) -> bool {
        let ends = |lane| equal(lane | Lane::splat(0x20), b'{') | equal(lane, b'}');
        Block::new(bytes).any(ends)
    }
}

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "functions for AVX2 are called where it was found")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_movemask_epi8, _mm256_or_si256,
        _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setr_epi64x, _mm256_shuffle_epi8,
        _mm256_slli_epi16, _mm256_srli_epi16,
    };

    use super::{Bits, Bytes, Signs, Simd, Tag, Words, Work};

    /// Looks at blocks by AVX2, which the processor has.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Avx2(());

    impl Avx2 {
        /// Asks the processor.
        #[inline]
        pub(super) fn detect() -> Option<Avx2> {
            let there = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            there.then_some(Avx2(()))
        }

        /// Does some work.
        #[inline]
        pub(super) fn run<W: Work>(self, work: W) -> W::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2")]
            fn run<W: Work>(work: W, simd: Avx2) -> W::Output {
                work.run(simd)
            }
            // SAFETY: `Avx2` is made only where the processor has all of these.
            unsafe { run(work, self) }
        }
    }

    impl Simd for Avx2 {
        #[inline]
        fn tag(self, bytes: &Bytes) -> Tag {
            // SAFETY: `Avx2` is made only where the processor has it.
            unsafe { tag(bytes) }
        }

        #[inline]
        fn signs(self, bytes: &Bytes) -> Signs {
            // SAFETY: as above.
            unsafe { signs(bytes) }
        }

        #[inline]
        fn words(self, bytes: &Bytes) -> Words {
            // SAFETY: as above.
            unsafe { words(bytes) }
        }

        #[inline]
        fn may_end_words(self, bytes: &Bytes) -> bool {
            // SAFETY: as above.
            unsafe { may_end_words(bytes) }
        }
    }

    /// Kinds of bytes, a bit for each: a byte is of those kinds that both of its halves
    /// are said to be of. What is not ASCII is of none.
    struct Kinds {
        by_low: [i8; 16],
        by_high: [i8; 16],
    }

    /// In tags.
    const TAG: Kinds = Kinds {
        by_low: [
            0x25, 0x27, 0x37, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x26, 0x62, 0x22, 0x22,
            0x22, 0x2a,
        ],
        // control, `"`, digits and `;`, `A` to `O`, `P` to `Z` and `_`, `a` to `o`, `p` to `z`
        by_high: [0x20, 0x20, 0x10, 0x41, 0x02, 0x0c, 0x02, 0x04, 0, 0, 0, 0, 0, 0, 0, 0],
    };
    /// Letters, digits and underscores.
    const LETTERS: i8 = 0x0f;
    /// What is below a blank, semicolons.
    const STOPS: i8 = 0x60;

    /// In movetext.
    const MOVETEXT: Kinds = Kinds {
        //       0  1    .2  3  4  5  6  7  8  9    .a    .b    .c    .d  e     .f
        by_low: [0, 0, 0x01, 0, 0, 0, 0, 0, 0, 0, 0x13, 0x26, 0x02, 0x49, 0, 0x01],
        // `\r\n`, `"*-/`, `:;<`, `[`, `{}`
        by_high: [0x18, 0, 0x01, 0x02, 0, 0x04, 0, 0x60, 0, 0, 0, 0, 0, 0, 0, 0],
    };
    /// `"*-/`, `:;<`, `[`, `\r`.
    const ODD: i8 = 0x0f;

    /// In comments.
    const WORDS: Kinds = Kinds {
        //       0  1  2  3  4  5    .6  7  8  9  a    .b    .c    .d    .e  f
        by_low: [0, 0, 0, 0, 0, 0, 0x08, 0, 0, 0, 0, 0x03, 0x04, 0x50, 0x04, 0],
        // `\r`, `&`, `<>`, `[`, `{}`
        by_high: [0x10, 0, 0x08, 0x04, 0, 0x02, 0, 0x41, 0, 0, 0, 0, 0, 0, 0, 0],
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(bytes: &Bytes) -> [__m256i; 2] {
        let (eights, _) = bytes.as_chunks::<8>();
        let eight = |i: usize| i64::from_le_bytes(eights[i]);
        [0, 4].map(|i| _mm256_setr_epi64x(eight(i), eight(i + 1), eight(i + 2), eight(i + 3)))
    }

    /// A table of a half of a byte, twice, as it is needed.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn table(t: [i8; 16]) -> __m256i {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = t;
        _mm256_setr_epi8(
            a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, //
            a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p,
        )
    }

    /// Of which kinds bytes are.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn kinds(bytes: __m256i, kinds: &Kinds) -> __m256i {
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(0x0f));
        _mm256_and_si256(
            _mm256_shuffle_epi8(table(kinds.by_low), bytes),
            _mm256_shuffle_epi8(table(kinds.by_high), high),
        )
    }

    /// The highest bits of bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn highest([low, high]: [__m256i; 2]) -> Bits {
        let bits = |lane| Bits::from(_mm256_movemask_epi8(lane) as u32);
        bits(low) | bits(high) << 32
    }

    /// The highest bit of each byte that is not zero and has none; others may have any.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn not_zero(lane: __m256i) -> __m256i {
        _mm256_add_epi8(lane, _mm256_set1_epi8(0x7f))
    }

    /// The highest bit of each byte that is of one of some kinds, by a mask of them.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn any_of(kinds: __m256i, mask: i8) -> __m256i {
        not_zero(_mm256_and_si256(kinds, _mm256_set1_epi8(mask)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn tag(bytes: &Bytes) -> Tag {
        let halves = halves(bytes);
        let kinds = halves.map(|half| kinds(half, &TAG));
        let stops = kinds.map(|k| any_of(k, STOPS));
        Tag {
            quotes: highest(kinds.map(|k| _mm256_slli_epi16::<3>(k))),
            letters: highest(kinds.map(|k| any_of(k, LETTERS))),
            stops: highest([0, 1].map(|i| _mm256_or_si256(stops[i], halves[i]))),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn signs(bytes: &Bytes) -> Signs {
        let halves = halves(bytes);
        let kinds = halves.map(|half| kinds(half, &MOVETEXT));
        let odd = kinds.map(|k| any_of(k, ODD));
        Signs {
            opened: highest(kinds.map(|k| _mm256_slli_epi16::<2>(k))),
            closed: highest(kinds.map(|k| _mm256_slli_epi16::<1>(k))),
            lines: highest(kinds.map(|k| _mm256_slli_epi16::<3>(k))),
            odd: highest([0, 1].map(|i| _mm256_or_si256(odd[i], halves[i]))),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn words(bytes: &Bytes) -> Words {
        let halves = halves(bytes);
        let kinds = halves.map(|half| kinds(half, &WORDS));
        let odd = kinds.map(|k| any_of(k, 0x1f));
        Words {
            closed: highest(kinds.map(|k| _mm256_slli_epi16::<1>(k))),
            odd: highest([0, 1].map(|i| _mm256_or_si256(odd[i], halves[i]))),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn may_end_words(bytes: &Bytes) -> bool {
        let kinds = halves(bytes).map(|half| kinds(half, &MOVETEXT));
        let ends = any_of(_mm256_or_si256(kinds[0], kinds[1]), 0x64);
        _mm256_movemask_epi8(ends) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which bytes of a block a test takes.
    fn bits(bytes: &Bytes, test: impl Fn(u8) -> bool) -> Bits {
        bytes.iter().rev().fold(0, |bits, b| bits << 1 | Bits::from(test(*b)))
    }

    /// What the documentation says, a byte at a time.
    fn check(simd: impl Simd, bytes: &Bytes) {
        let tag = Tag {
            quotes: bits(bytes, |b| b == b'"'),
            letters: bits(bytes, |b| b.is_ascii_alphanumeric() || b == b'_'),
            stops: bits(bytes, |b| b < b' ' || b == b';' || !b.is_ascii()),
        };
        assert_eq!(simd.tag(bytes), tag, "{bytes:?}");
        let odd = |b: u8| b"\"*-/:;<[\r".contains(&b) || !b.is_ascii();
        let signs = Signs {
            opened: bits(bytes, |b| b == b'{'),
            closed: bits(bytes, |b| b == b'}'),
            lines: bits(bytes, |b| b == b'\n'),
            odd: bits(bytes, odd),
        };
        assert_eq!(simd.signs(bytes), signs, "{bytes:?}");
        let odd = |b: u8| b"{[<>&\r".contains(&b) || !b.is_ascii();
        let words = Words { closed: signs.closed, odd: bits(bytes, odd) };
        assert_eq!(simd.words(bytes), words, "{bytes:?}");
        let ends = bytes.iter().any(|b| b"{}[".contains(b));
        assert_eq!(simd.may_end_words(bytes), ends, "{bytes:?}");
    }

    struct Check<'a>(&'a Bytes);

    impl Work for Check<'_> {
        type Output = ();

        fn run(self, simd: impl Simd) {
            check(simd, self.0);
        }
    }

    fn check_all(bytes: &Bytes) {
        check(Portable, bytes);
        run(Check(bytes));
    }

    #[test]
    fn every_byte_at_every_place() {
        for byte in 0..=255 {
            check_all(&[byte; BLOCK]);
            for other in [b' ', 0, 0xff, b'}'] {
                for place in 0..BLOCK {
                    let mut bytes = [other; BLOCK];
                    bytes[place] = byte;
                    check_all(&bytes);
                }
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes(bytes: [[u8; 32]; 2]) {
            check_all(bytes.concat().first_chunk().expect("long enough"));
        }
    }
}
