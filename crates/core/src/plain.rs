//! Plain data as bytes, lowest first: what a saved position is made of.

/// A value that can be written as bytes and read again.
pub trait Plain: Sized {
    /// Appends the bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// Takes the bytes off the front; none if there are too few, or they stand for no value.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

macro_rules! plain_integers {
    ($($integer:ty),*) => {$(
        impl Plain for $integer {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(Self::from_le_bytes(*bytes))
            }
        }
    )*};
}

plain_integers!(u8, u16, u32, u64, i16, i32);

impl Plain for bool {
    fn write(&self, out: &mut Vec<u8>) {
        u8::from(*self).write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        match u8::read(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Plain + Copy + Default, const N: usize> Plain for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.write(out));
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(from)?;
        }
        Some(items)
    }
}

/// Makes a struct plain, field by field.
#[macro_export]
macro_rules! plain_struct {
    ($name:ty { $($part:ident),* $(,)? }) => {
        impl $crate::Plain for $name {
            fn write(&self, out: &mut Vec<u8>) {
                $($crate::Plain::write(&self.$part, out);)*
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($part: $crate::Plain::read(from)?),* })
            }
        }
    };
}

/// A value that a kind and one number stand for, such as a pending decision.
pub trait Coded: Copy {
    /// Its kind, and what it says besides.
    fn code(self) -> (u8, u16);

    /// What a kind and a number stand for; none if they stand for nothing.
    fn decoded(kind: u8, number: u16) -> Option<Self>;
}

impl<T: Coded> Plain for T {
    fn write(&self, out: &mut Vec<u8>) {
        let (kind, number) = self.code();
        kind.write(out);
        number.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let code = (u8::read(from)?, u16::read(from)?);
        // Nothing else stands for the same value.
        Self::decoded(code.0, code.1).filter(|value| value.code() == code)
    }
}

/// Two small numbers in one, which [`parted`] takes apart.
#[inline]
pub const fn paired(low: u8, high: u8) -> u16 {
    u16::from_le_bytes([low, high])
}

/// The two small numbers in one: low, high.
#[inline]
pub const fn parted(pair: u16) -> (u8, u8) {
    let [low, high] = pair.to_le_bytes();
    (low, high)
}

impl Plain for () {
    fn write(&self, _: &mut Vec<u8>) {}

    fn read(_: &mut &[u8]) -> Option<Self> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        7u8.write(&mut bytes);
        (-2i16).write(&mut bytes);
        u32::MAX.write(&mut bytes);
        assert_eq!(bytes, [7, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff]);
        let mut from = &bytes[..];
        assert_eq!((u8::read(&mut from), i16::read(&mut from)), (Some(7), Some(-2)));
        assert_eq!((u32::read(&mut from), u8::read(&mut from)), (Some(u32::MAX), None));
    }
}
