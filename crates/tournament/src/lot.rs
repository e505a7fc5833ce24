//! Draws by lot.

/// Mixes two numbers into one that looks random (the finaliser of `SplitMix64`).
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut x = seed.wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
