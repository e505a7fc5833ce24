//! Plain data as little-endian bytes: the format of a saved position.

/// A value that can be written as bytes and read back.
pub trait Plain: Sized {
    /// Appends the value's bytes to `out`.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads a value from the front of `from` and advances it. Returns `None` if there are too few bytes or they do not encode a value.
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

/// Implements `Plain` for a struct, field by field.
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

/// A value that is encoded as a kind and one number, such as a pending decision.
pub trait Encoded: Copy {
    /// Encodes the value as a kind and a number.
    fn encode(self) -> (u8, u16);

    /// Decodes a kind and a number. Returns `None` if they do not encode a value.
    fn decode(kind: u8, number: u16) -> Option<Self>;
}

impl<T: Encoded> Plain for T {
    fn write(&self, out: &mut Vec<u8>) {
        let (kind, number) = self.encode();
        kind.write(out);
        number.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let code = (u8::read(from)?, u16::read(from)?);
        // Reject codes other than the one that encodes the value.
        Self::decode(code.0, code.1).filter(|value| value.encode() == code)
    }
}

/// Up to two small values packed into one number.
pub trait Packed: Sized {
    /// Packs the values into a number.
    fn pack(self) -> u16;

    /// Unpacks a number. A number that is not the packed form of any value yields an arbitrary value.
    fn unpack(number: u16) -> Self;
}

macro_rules! packed_values {
    ($($value:ty: |$number:ident| $unpack:expr),*) => {$(
        impl Packed for $value {
            fn pack(self) -> u16 {
                u16::from(self)
            }

            fn unpack($number: u16) -> Self {
                $unpack
            }
        }
    )*};
}

packed_values!(u8: |number| number as Self, u16: |number| number, bool: |number| number > 0);

/// The empty value, packed as 0.
impl Packed for () {
    fn pack(self) -> u16 {
        0
    }

    fn unpack(_: u16) -> Self {}
}

/// The first value in the low byte, the second in the high byte.
impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(self) -> u16 {
        self.0.pack() | self.1.pack() << 8
    }

    fn unpack(number: u16) -> Self {
        (A::unpack(number & 0xff), B::unpack(number >> 8))
    }
}

/// Implements [`Encoded`] for an enum, given each variant's code and the names of its fields, which must be [`Packed`].
#[macro_export]
macro_rules! encoded_enum {
    (impl Encoded for $name:ty { $($kind:literal => $variant:ident $({ $($value:ident),* })? $(($inner:ident))?,)* }) => {
        impl $crate::Encoded for $name {
            fn encode(self) -> (u8, u16) {
                match self {
                    $(Self::$variant $({ $($value),* })? $(($inner))? => {
                        ($kind, $crate::Packed::pack(($($($value),*)? $($inner)?)))
                    })*
                }
            }

            fn decode(kind: u8, number: u16) -> Option<Self> {
                Some(match kind {
                    $($kind => {
                        #[allow(unused_parens, reason = "a single value needs no parentheses")]
                        let ($($($value),*)? $($inner)?) = $crate::Packed::unpack(number);
                        Self::$variant $({ $($value),* })? $(($inner))?
                    })*
                    _ => return None,
                })
            }
        }
    };
}

/// Implements [`Packed`] for a struct with two fields.
#[macro_export]
macro_rules! packed_struct {
    ($name:ident { $low:ident, $high:ident }) => {
        impl $crate::Packed for $name {
            fn pack(self) -> u16 {
                $crate::Packed::pack((self.$low, self.$high))
            }

            fn unpack(number: u16) -> Self {
                let ($low, $high) = $crate::Packed::unpack(number);
                Self { $low, $high }
            }
        }
    };
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

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Asked {
        Nothing,
        Place { kind: u8 },
        Deal { seat: u8, last: bool },
        Number(u16),
    }

    encoded_enum! {
        impl Encoded for Asked {
            0 => Nothing,
            1 => Place { kind },
            4 => Deal { seat, last },
            7 => Number(figure),
        }
    }

    #[test]
    fn encoded_values_round_trip() {
        let all =
            [Asked::Nothing, Asked::Place { kind: 200 }, Asked::Deal { seat: 3, last: true }, Asked::Number(0x1234)];
        assert_eq!(all.map(Asked::encode), [(0, 0), (1, 200), (4, 0x0103), (7, 0x1234)]);
        for value in all {
            let mut bytes = Vec::new();
            value.write(&mut bytes);
            assert_eq!(Asked::read(&mut &bytes[..]), Some(value));
        }
        for stands_for_nothing in [[0, 1, 0], [1, 0, 1], [2, 0, 0], [4, 3, 2]] {
            assert_eq!(Asked::read(&mut &stands_for_nothing[..]), None);
        }
    }

    #[test]
    fn plain_integers_round_trip() {
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
