//! Values for serde.

#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]

use std::collections::BTreeMap;

use partie_core::as_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    proposal::OfferKind,
    variables::{BadValue, Variable, VariableKind, Variables},
};

as_text!(OfferKind Variable);

/// Writes variables as a map, with the values that `set` takes.
impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(Variable::ALL.iter().map(|&variable| (variable, self.value(variable))))
    }
}

/// Reads variables from a map. Missing ones have a new player's values.
impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variables, D::Error> {
        let mut variables = Variables::registered();
        for (variable, value) in BTreeMap::<Variable, String>::deserialize(deserializer)? {
            // No value would toggle a switch.
            if value.is_empty() && !matches!(variable.kind(), VariableKind::Text { .. }) {
                return Err(de::Error::custom(BadValue(variable)));
            }
            variables.set(variable, Some(&value)).map_err(de::Error::custom)?;
        }
        Ok(variables)
    }
}

/// Writes a file as its letter.
pub(crate) mod file {
    use partie_core::File;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(
        value: &Option<File>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(File::char).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<File>, D::Error> {
        let letter = Option::<char>::deserialize(deserializer)?;
        let file = |letter| {
            File::from_char(letter).ok_or_else(|| de::Error::custom("expected a file, a to h"))
        };
        letter.map(file).transpose()
    }
}

/// Writes pieces in hand as the line of [`Holdings`] does: `PPN`.
///
/// [`Holdings`]: crate::style12::Holdings
pub(crate) mod pieces {
    use partie_core::{ByColor, ByRole, Role};
    use serde::{Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(
        value: &ByColor<ByRole<u8>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let letters = value.map(|hand| {
            let of_role =
                |role: Role| std::iter::repeat_n(role.upper_char(), usize::from(*hand.get(role)));
            Role::ALL.into_iter().flat_map(of_role).collect::<String>()
        });
        partie_core::serialize::sides::serialize(&letters, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByColor<ByRole<u8>>, D::Error> {
        let letters: ByColor<String> = partie_core::serialize::sides::deserialize(deserializer)?;
        let mut pieces = ByColor::<ByRole<u8>>::default();
        for (letters, hand) in letters.zip(pieces.as_mut()) {
            for letter in letters.chars() {
                let role = Role::from_char(letter);
                let role = role.ok_or_else(|| de::Error::custom("expected letters of pieces"))?;
                let count = hand.get_mut(role);
                *count = count.saturating_add(1);
            }
        }
        Ok(pieces)
    }
}

/// Writes a piece that was handed over as its FEN letter: upper case for White.
pub(crate) mod passed {
    use partie_core::{Color, Piece, Role};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(
        value: &Option<(Color, Role)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(|(color, role)| Piece { color, role }.char()).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(Color, Role)>, D::Error> {
        let letter = Option::<char>::deserialize(deserializer)?;
        let piece = |letter| {
            Piece::from_char(letter)
                .ok_or_else(|| de::Error::custom("expected a letter of a piece"))
        };
        Ok(letter.map(piece).transpose()?.map(|piece| (piece.color, piece.role)))
    }
}

/// Writes a move, in UCI, with the position before it.
pub(crate) mod played {
    use partie_core::{Ply, Position, moves::uci};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[derive(Serialize, Deserialize)]
    struct Played {
        #[serde(with = "partie_formats::serialize::position")]
        before: Position,
        uci: String,
    }

    pub(crate) fn serialize<S: Serializer>(
        value: &Option<(Position, Ply)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let played = value.as_ref().map(|(before, ply)| {
            let uci = uci::write(before, *ply);
            Played { before: before.clone(), uci }
        });
        played.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(Position, Ply)>, D::Error> {
        let Some(Played { before, uci }) = Option::deserialize(deserializer)? else {
            return Ok(None);
        };
        match uci::read(&before, &uci) {
            Ok(reading) => Ok(Some((before, reading.ply))),
            Err(_) => Err(de::Error::custom(format!("the move {uci} cannot be played here"))),
        }
    }
}
