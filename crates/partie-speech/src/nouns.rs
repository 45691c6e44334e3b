//! Names of the pieces in the forms that counts ask for.

use partie_core::Role;

use crate::{PieceNames, SpeechLanguage, move_phrases::of};

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

impl CountForm {
    /// Returns the form after a number in a language (Unicode CLDR, plural rules).
    pub(crate) const fn of(language: SpeechLanguage, count: u64) -> CountForm {
        let (ten, hundred) = (count % 10, count % 100);
        let teens = 12 <= hundred && hundred <= 14;
        match language {
            SpeechLanguage::French if count < 2 => CountForm::One,
            SpeechLanguage::Russian if ten == 1 && hundred != 11 => CountForm::One,
            SpeechLanguage::Russian | SpeechLanguage::Polish if 2 <= ten && ten <= 4 && !teens => {
                CountForm::Few
            }
            SpeechLanguage::Czech if 2 <= count && count <= 4 => CountForm::Few,
            SpeechLanguage::Russian => CountForm::Many,
            _ if count == 1 => CountForm::One,
            SpeechLanguage::Czech | SpeechLanguage::Polish => CountForm::Many,
            _ => CountForm::Few,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_after_numbers() {
        use CountForm::{Few, Many, One};
        for (language, expected) in [
            (SpeechLanguage::English, [Few, One, Few, Few, Few, Few, Few]),
            (SpeechLanguage::French, [One, One, Few, Few, Few, Few, Few]),
            (SpeechLanguage::Czech, [Many, One, Few, Many, Many, Many, Many]),
            (SpeechLanguage::Polish, [Many, One, Few, Many, Many, Many, Few]),
            (SpeechLanguage::Russian, [Many, One, Few, Many, Many, One, Few]),
        ] {
            let forms = [0, 1, 2, 5, 12, 21, 22].map(|count| CountForm::of(language, count));
            assert_eq!(forms, expected, "{language:?}");
        }
    }
}
