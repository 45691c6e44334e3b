//! Values as text for [serde](https://serde.rs) (feature `serde`).
//!
//! Types with a text are written and read as that text. [`text`] does so for the small types that
//! are not Partie's own:
//!
//! ```
//! use partie_core::{Square, Variant};
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Flag {
//!     #[serde(with = "partie_core::serialize::text")]
//!     square: Square,
//!     variant: Variant,
//! }
//! let flag: Flag = serde_json::from_str(r#"{"square":"e4","variant":"crazyhouse"}"#)?;
//! assert_eq!((flag.square, flag.variant), (Square::E4, Variant::Crazyhouse));
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    Brush, Language, Mark, Message, Outcome, Ply, Tags, Variant,
    rules::wild::Wild,
    time::{ClockTime, TimeControl},
};

/// Writes a value by its `Display` and reads it by its `FromStr`.
pub mod text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes a value as its text.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads a value from its text.
    ///
    /// # Errors
    ///
    /// Fails if the deserializer fails or the text is not a value.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Writes an optional value by its `Display` and reads it by its `FromStr`.
pub mod optional_text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    /// Writes a value as its text, or nothing as null.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(
        value: &Option<impl Display>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(serializer)
    }

    /// Reads a value from its text, or nothing.
    ///
    /// # Errors
    ///
    /// Fails if the deserializer fails or the text is not a value.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}

/// Writes a value for each side as a map of `white` and `black`.
pub mod sides {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::ByColor;

    #[derive(Serialize, Deserialize)]
    struct Sides<T> {
        white: T,
        black: T,
    }

    /// Writes the values.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &ByColor<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Sides { white: &value.white, black: &value.black }.serialize(serializer)
    }

    /// Reads the values.
    ///
    /// # Errors
    ///
    /// Fails if the deserializer fails.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByColor<T>, D::Error> {
        let Sides { white, black } = Sides::deserialize(deserializer)?;
        Ok(ByColor { white, black })
    }
}

/// Writes a side as true for White and false for Black.
pub mod is_white {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::Color;

    /// Writes the side.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(color.is_white())
    }

    /// Reads the side.
    ///
    /// # Errors
    ///
    /// Fails if the deserializer fails.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        bool::deserialize(deserializer).map(Color::from_white)
    }
}

/// Implements `Serialize` and `Deserialize` by the text of each type.
#[macro_export]
macro_rules! as_text {
    ($($type:ty)+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serialize::text::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                $crate::serialize::text::deserialize(deserializer)
            }
        }
    )+};
}

as_text!(Brush ClockTime Language Mark Outcome TimeControl Variant Wild);

/// Writes a move in long algebraic notation; it is read with the position in which it is played
/// ([`moves::long`](crate::moves::long)).
impl Serialize for Ply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes tags as a map, in their order.
impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Reads tags from a map, in its order.
impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct Pairs;

        impl<'de> de::Visitor<'de> for Pairs {
            type Value = Tags;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map of tags")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Tags::new();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    if let Some(first) = tags.get(&name) {
                        let problem = format!("tag {name} is {first:?} and {value:?}");
                        return Err(de::Error::custom(problem));
                    }
                    tags.push(name, value);
                }
                Ok(tags)
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}

/// Writes a message as its sentence.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
