//! Values for serde (feature `serde`).

use partie_core::as_text;
use serde::{Serialize, Serializer};

use crate::{Code, Format, Message};

as_text!(Format);

/// Writes a message as its sentence.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes a kind of diagnostic as its identifier.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}
