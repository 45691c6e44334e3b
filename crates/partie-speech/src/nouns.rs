//! Names of the pieces in the forms required by counts.

use partie_core::Role;

use crate::move_phrases::{PieceNames, of};

/// Names of the pieces of one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nouns {
    /// One of a kind.
    pub(crate) one: PieceNames,
    /// Several of a kind, without a number.
    pub(crate) several: PieceNames,
    /// After two, and in Slavic languages after three and four.
    pub(crate) few: PieceNames,
    /// After greater numbers.
    pub(crate) many: PieceNames,
}

impl Nouns {
    /// Names of a language that has only one plural.
    pub(crate) const fn plain(one: PieceNames, several: PieceNames) -> Nouns {
        Nouns { one, several, few: several, many: several }
    }

    pub(crate) const fn one(&self, role: Role) -> &'static str {
        of(&self.one, role)
    }

    pub(crate) const fn several(&self, role: Role) -> &'static str {
        of(&self.several, role)
    }

    pub(crate) const fn counted(&self, role: Role, form: CountForm) -> &'static str {
        match form {
            CountForm::One => of(&self.one, role),
            CountForm::Few => of(&self.few, role),
            CountForm::Many => of(&self.many, role),
        }
    }
}

/// The form of a noun after a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountForm {
    One,
    Few,
    Many,
}
