//! A seeded random number generator.

use table::{COLOURS, Colour, Hash};

/// Returns a colour derived from a token, so that choosing one takes no further random number.
pub fn colour_in(token: Hash) -> Colour {
    Colour::try_from(token[0] % COLOURS as u8).expect("the number is in range")
}

/// The splitmix64 generator: all seeds are equally good.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Returns true with this probability.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub fn hash(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.next().to_be_bytes()));
        bytes
    }
}
