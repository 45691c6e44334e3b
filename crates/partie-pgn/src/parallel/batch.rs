//! Batches of results, one for many games.

/// Results of consecutive records.
#[derive(Clone, Debug)]
pub struct Batch<T> {
    /// The results, in the order of the records.
    pub made: Vec<T>,
    /// Text that was written for the results; only the caller's work knows which part belongs to
    /// which.
    pub text: Vec<u8>,
}

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch { made: Vec::new(), text: Vec::new() }
    }
}

impl<T> Batch<T> {
    pub(super) const fn is_empty(&self) -> bool {
        self.made.is_empty() && self.text.is_empty()
    }

    pub(super) const fn has_memory(&self) -> bool {
        self.made.capacity() + self.text.capacity() > 0
    }

    /// Empties the batch, keeping its memory.
    pub(super) fn emptied(mut self) -> Batch<T> {
        self.made.clear();
        self.text.clear();
        self
    }
}
