//! Small sets stored as the bits of an integer.

/// Iterates over the indices of the set bits, lowest first.
#[inline]
pub fn bits(mask: u16) -> impl Iterator<Item = u16> + Clone {
    wide_bits(mask.into()).map(|bit| bit as u16)
}

/// Iterates over the indices of the set bits of a 64-bit mask, lowest first.
#[inline]
pub fn wide_bits(mut mask: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(bits(0b1000_0000_0010_0101).collect::<Vec<_>>(), [0, 2, 5, 15]);
        assert_eq!(bits(0).next(), None);
        assert_eq!(wide_bits(1 << 63 | 0b101).collect::<Vec<_>>(), [0, 2, 63]);
        assert_eq!(wide_bits(0).next(), None);
    }
}
