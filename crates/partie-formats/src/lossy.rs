//! What a format could not carry.

/// One thing that was lost in writing, in words: `2 variations`, `clock times`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loss(pub String);

impl Loss {
    /// A loss.
    pub fn new(what: impl Into<String>) -> Loss {
        Loss(what.into())
    }
}

/// A value whose making may have lost something. It must be looked at:
/// [`Lossy::exact`] refuses losses, [`Lossy::ignore`] accepts them.
#[must_use = "something may have been lost; use `exact` or `ignore`, or look at `lost`"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lossy<T> {
    /// The value.
    pub value: T,
    /// What was lost.
    pub lost: Vec<Loss>,
}

impl<T> Lossy<T> {
    /// A value with nothing lost.
    pub const fn complete(value: T) -> Lossy<T> {
        Lossy { value, lost: Vec::new() }
    }

    /// The value, if nothing was lost.
    ///
    /// # Errors
    ///
    /// The losses.
    pub fn exact(self) -> Result<T, Vec<Loss>> {
        if self.lost.is_empty() { Ok(self.value) } else { Err(self.lost) }
    }

    /// The value, whatever was lost.
    pub fn ignore(self) -> T {
        self.value
    }
}
