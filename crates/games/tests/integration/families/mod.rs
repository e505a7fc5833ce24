//! Set-ups shared by the tests in this folder.

/// Set-ups of every family that together cover everything in a view.
pub const SETUPS: &[&str] = &[
    "carcassonne seats=2",
    "carcassonne+river+inns-cathedrals+traders-builders seats=3",
    "carcassonne+princess-dragon+tower+abbey-mayor+count seats=4",
    "carcassonne+mists seats=2",
    "hunters seats=3",
    "hunters seats=2 edition=later",
    "discovery seats=2",
    "discovery seats=3 hand=two_hidden",
    "discovery seats=2 hand=two_open",
    "coop seats=2",
];

/// A small reproducible random number generator.
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // The steps of a 64-bit xorshift generator.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}
