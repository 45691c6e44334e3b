//! Values for serde (feature `serde`).

use partie_core::as_text;
use serde::{Serialize, Serializer};

use crate::{Code, Format};

as_text!(Format);

/// Writes a position as its variant and its FEN.
pub mod position {
    use partie_core::{Position, Variant};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::{WriteOptions, fen, options::EnPassant};

    #[derive(Serialize, Deserialize)]
    struct Fields {
        variant: Variant,
        fen: String,
    }

    /// Writes a position.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(value: &Position, serializer: S) -> Result<S::Ok, S::Error> {
        let options = WriteOptions::default().en_passant(EnPassant::Always);
        let fen = fen::position(value, &options);
        Fields { variant: value.variant(), fen }.serialize(serializer)
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// Fails if the deserializer fails or the FEN cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let Fields { variant, fen } = Fields::deserialize(deserializer)?;
        let read = fen::parse_position(&fen, Some(variant));
        match read.diagnostics.first() {
            Some(problem) if read.value.is_unread() && fen != "?" => {
                Err(de::Error::custom(&problem.message))
            }
            _ => Ok(read.value),
        }
    }
}

/// Writes a kind of diagnostic as its identifier.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}
