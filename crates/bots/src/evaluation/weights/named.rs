//! Defines the trait for named numbers, and a macro that declares structs of them.

/// Named numbers, such as the weights of a family: a single number, or an array or a struct of named numbers. Struct fields have their own
/// names; array elements are named after the array and numbered from 1, as in `supply_1`.
pub trait Named: Copy + Send + Sync {
    /// The value in which all numbers are 0.
    const ZERO: Self;

    /// Calls `show` with each name and number, always in the same order. `name` is the name of this value; structs ignore it.
    fn each(&mut self, name: &str, show: &mut dyn FnMut(&str, &mut f32));

    /// Returns the names, in order.
    fn names() -> Vec<String> {
        let (mut names, mut nothing) = (Vec::new(), Self::ZERO);
        nothing.each("", &mut |name, _| names.push(name.to_owned()));
        names
    }

    /// Returns the numbers, in the order of their names.
    fn values(mut self) -> Vec<f32> {
        let mut values = Vec::new();
        self.each("", &mut |_, value| values.push(*value));
        values
    }

    /// Replaces the numbers, in the order of their names. If `values` is shorter, the remaining numbers are not changed.
    fn with_values(mut self, values: &[f32]) -> Self {
        let mut values = values.iter();
        self.each("", &mut |_, value| *value = values.next().copied().unwrap_or(*value));
        self
    }

    /// Returns the number with this name.
    fn get(mut self, name: &str) -> Option<f32> {
        let mut found = None;
        self.each("", &mut |here, value| found = found.or((here == name).then_some(*value)));
        found
    }

    /// Sets the number with this name. Returns whether such a number exists.
    fn set(&mut self, name: &str, new: f32) -> bool {
        let mut found = false;
        self.each("", &mut |here, value| {
            if here == name {
                (*value, found) = (new, true);
            }
        });
        found
    }
}

impl Named for f32 {
    const ZERO: Self = 0.0;

    fn each(&mut self, name: &str, show: &mut dyn FnMut(&str, &mut f32)) {
        show(name, self);
    }
}

impl<T: Named, const N: usize> Named for [T; N] {
    const ZERO: Self = [T::ZERO; N];

    fn each(&mut self, name: &str, show: &mut dyn FnMut(&str, &mut f32)) {
        for (i, item) in self.iter_mut().enumerate() {
            item.each(&format!("{name}_{}", i + 1), show);
        }
    }
}

/// Declares a struct that implements [`Named`] with the names of its fields. If a file and a game are given, the struct's default is read
/// from that file.
macro_rules! named_weights {
    (file $file:literal of $game:expr; $(#[$about:meta])* pub struct $name:ident $fields:tt) => {
        $crate::evaluation::weights::named_weights! { $(#[$about])* pub struct $name $fields }

        impl Default for $name {
            fn default() -> Self {
                static WEIGHTS: std::sync::LazyLock<$name> =
                    std::sync::LazyLock::new(|| $crate::evaluation::weights::of_program(include_str!($file), $game));
                *WEIGHTS
            }
        }
    };
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$field_about:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl $crate::evaluation::weights::named::Named for $name {
            const ZERO: Self = Self { $($field: <$type as $crate::evaluation::weights::named::Named>::ZERO,)* };

            fn each(&mut self, _: &str, show: &mut dyn FnMut(&str, &mut f32)) {
                $($crate::evaluation::weights::named::Named::each(&mut self.$field, stringify!($field), show);)*
            }
        }
    };
}
pub(crate) use named_weights;

#[cfg(test)]
mod tests {
    use super::*;

    named_weights! {
        /// A struct nested in [`Whole`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Part {
            pub width: f32,
        }
    }
    named_weights! {
        /// A struct with every kind of field.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Whole {
            pub height: f32,
            pub row: [f32; 2],
            pub part: Part,
        }
    }

    #[test]
    fn numbers_are_found_by_name_and_by_index() {
        assert_eq!(Whole::names(), ["height", "row_1", "row_2", "width"]);
        let mut whole = Whole::ZERO.with_values(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(whole, Whole { height: 1.0, row: [2.0, 3.0], part: Part { width: 4.0 } });
        assert!(whole.set("row_2", 7.0) && whole.set("width", 8.0) && !whole.set("row", 9.0));
        assert_eq!(whole.values(), [1.0, 2.0, 7.0, 8.0]);
        assert_eq!(["row_2", "width", "part"].map(|name| whole.get(name)), [Some(7.0), Some(8.0), None]);
        assert_eq!(whole.with_values(&[5.0]).values(), [5.0, 2.0, 7.0, 8.0]);
    }
}
