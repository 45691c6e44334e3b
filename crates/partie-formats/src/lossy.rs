//! Losses: the parts of a game that a format could not carry.

use partie_core::Message;

/// One loss in writing, in words: `2 variations`, `clock times`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Loss(pub Message);

impl Loss {
    /// Returns the kind of loss, and the number of lost items if it is counted.
    ///
    /// ```
    /// use partie_core::message;
    /// use partie_formats::Loss;
    /// let number = 2;
    /// let counted = Loss(message!("{number} variations", number)).counted();
    /// assert_eq!(counted, ("variation".to_owned(), Some(2)));
    /// assert_eq!(Loss(message!("clock times")).counted(), ("clock times".to_owned(), None));
    /// ```
    #[must_use]
    pub fn counted(&self) -> (String, Option<u64>) {
        let words = self.0.to_string();
        if let Some((number, kind)) = words.split_once(' ')
            && let Ok(number) = number.parse()
        {
            return (kind.strip_suffix('s').unwrap_or(kind).to_owned(), Some(number));
        }
        (words, None)
    }
}

/// A value whose conversion may have lost something. Callers must decide:
/// [`Lossy::exact`] refuses losses, [`Lossy::ignore`] accepts them.
#[must_use = "something may have been lost; use `exact` or `ignore`, or look at `lost`"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lossy<T> {
    /// The converted value.
    pub value: T,
    /// The parts that were lost.
    pub lost: Vec<Loss>,
}

impl<T> Lossy<T> {
    /// Wraps a value that lost nothing.
    pub const fn complete(value: T) -> Lossy<T> {
        Lossy { value, lost: Vec::new() }
    }

    /// Returns the value, if nothing was lost.
    ///
    /// # Errors
    ///
    /// Returns the losses, if there are any.
    pub fn exact(self) -> Result<T, Vec<Loss>> {
        if self.lost.is_empty() { Ok(self.value) } else { Err(self.lost) }
    }

    /// Returns the value and drops the list of losses.
    pub fn ignore(self) -> T {
        self.value
    }
}
