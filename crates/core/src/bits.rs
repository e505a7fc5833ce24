//! Small sets as the bits of a number.

/// The numbers of the bits that are set, lowest first.
#[inline]
pub fn bits(mut mask: u16) -> impl Iterator<Item = u16> + Clone {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u16);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(bits(0b1000_0000_0010_0101).collect::<Vec<_>>(), [0, 2, 5, 15]);
        assert_eq!(bits(0).next(), None);
    }
}
