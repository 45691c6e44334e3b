//! Batches of results, one for many games.

use std::any::Any;

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
    pub(super) const fn has_memory(&self) -> bool {
        self.made.capacity() + self.text.capacity() > 0
    }

    fn clear(&mut self) {
        self.made.clear();
        self.text.clear();
    }
}

/// A batch of results of any type, passed between threads. The threads are not generic over the
/// type, so that they are compiled once.
pub(super) trait AnyBatch: Any + Send {
    fn is_empty(&self) -> bool;

    /// Empties the batch, keeping its memory.
    fn clear(&mut self);

    /// Takes the batch and leaves an empty one, with the memory of `empty`.
    fn replace(&mut self, empty: Option<Box<dyn AnyBatch>>) -> Box<dyn AnyBatch>;
}

impl<T: Send + 'static> AnyBatch for Batch<T> {
    fn is_empty(&self) -> bool {
        self.made.is_empty() && self.text.is_empty()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn replace(&mut self, empty: Option<Box<dyn AnyBatch>>) -> Box<dyn AnyBatch> {
        let mut batch = empty.and_then(downcast).unwrap_or_default();
        std::mem::swap(self, &mut batch);
        batch
    }
}

/// Returns a batch whose results are of the type `T`.
pub(super) fn downcast<T: 'static>(batch: Box<dyn AnyBatch>) -> Option<Box<Batch<T>>> {
    (batch as Box<dyn Any>).downcast().ok()
}
