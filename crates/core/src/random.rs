//! Random numbers for playouts and samplers. The draw order of a real game comes from the `games` crate.

/// A source of random numbers, supplied by the caller; this crate does not store one.
pub trait Random {
    /// Returns 64 random bits.
    fn next(&mut self) -> u64;

    /// Returns a number below `n`, which must be at least 1. The bias is below n / 2^32.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        scale(self.next() as u32, n)
    }
}

/// Maps 32 random bits to a number below `n`.
#[inline(always)]
pub(crate) fn scale(bits: u32, n: u32) -> u32 {
    ((u64::from(bits) * u64::from(n)) >> 32) as u32
}

/// SplitMix64: fast, small and the same on every platform. Do not use it where players must not be able to predict the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallRandom(u64);

impl SmallRandom {
    /// Creates a generator from `seed`; equal seeds give equal numbers.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl Random for SmallRandom {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
