//! Types whose values have names: read by [`FromStr`](std::str::FromStr), written by
//! [`Display`](std::fmt::Display).

use std::{error::Error, fmt};

/// A name that no value of a type has.
///
/// ```
/// use partie_core::{Color, Variant};
/// let error = "chess with cards".parse::<Variant>().expect_err("no variant");
/// assert_eq!(error.to_string(), "expected a variant, but found `chess with cards`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    expected: &'static str,
    found: String,
}

impl UnknownName {
    /// Makes an error of what was expected, with its article (`a variant`), and of what was found.
    pub fn new(expected: &'static str, found: impl Into<String>) -> UnknownName {
        UnknownName { expected, found: found.into() }
    }

    /// Returns what was expected, with its article.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// Returns the name as it was found.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, but found `{}`", self.expected, self.found)
    }
}

impl Error for UnknownName {}

/// Implements `Display` by a method that returns the name, and `FromStr` by a function that returns
/// the value of a name: `named!(Variant, name, "a variant", by_name)`.
#[macro_export]
macro_rules! named {
    ($type:ty, $name:ident, $expected:literal, $by_name:expr) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                let by_name: fn(&str) -> Option<$type> = $by_name;
                by_name(name).ok_or_else(|| $crate::UnknownName::new($expected, name))
            }
        }
    };
}

/// Defines an enum of variants with texts, the constant `ALL`, and a method for each text.
///
/// ```
/// partie_core::variants! {
///     /// A side of the board.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Wing {
///         /// Files a to d.
///         Queen = "queenside" "O-O-O",
///         /// Files e to h.
///         King = "kingside" "O-O",
///     }
///     /// Both sides.
///     ALL
///     /// The name.
///     name
///     /// How castling to that side is written.
///     castling
/// }
/// assert_eq!(Wing::ALL.map(Wing::name), ["queenside", "kingside"]);
/// assert_eq!(Wing::King.castling(), "O-O");
/// ```
#[macro_export]
macro_rules! variants {
    (
        $(#[$meta:meta])*
        pub enum $type:ident {
            $($(#[$about:meta])* $variant:ident = $($text:literal)+),* $(,)?
        }
        $(#[$of_all:meta])*
        ALL
        $($(#[$of_method:meta])* $method:ident)+
    ) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$about])* $variant),*
        }

        impl $type {
            $(#[$of_all])*
            pub const ALL: [$type; [$(stringify!($variant)),*].len()] = [$($type::$variant),*];
        }

        $crate::variants!(@$type [$($variant [$($text)+])*] $([$(#[$of_method])* $method])+);
    };
    // The first text of each variant belongs to the first method.
    (@$type:ident [$($variant:ident [$text:literal $($others:tt)*])*]
        [$(#[$about:meta])* $method:ident] $($next:tt)*) => {
        impl $type {
            $(#[$about])*
            #[must_use]
            pub const fn $method(self) -> &'static str {
                match self {
                    $($type::$variant => $text),*
                }
            }
        }

        $crate::variants!(@$type [$($variant [$($others)*])*] $($next)*);
    };
    (@$type:ident [$($variant:ident [])*]) => {};
}
