//! Generates pseudo-random numbers that are the same on every machine, so that a tile always looks the same.

/// A small pseudo-random number generator (splitmix step), seeded by text.
pub struct Random(u64);

impl Random {
    /// Creates a generator seeded from a name.
    pub fn named(name: &str) -> Self {
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }

    fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in the range from `low` (inclusive) to `high` (exclusive).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.step() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns an integer below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.step() % n as u64) as usize
    }
}
