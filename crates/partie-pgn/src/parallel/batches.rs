//! The batches of a stream in its order, made by one thread or by many.

use std::io;

use super::{batch::Batch, pool::Parallel};
use crate::relocate::Relocate;

/// Appends what the next game gives to a batch; made by one thread.
pub(super) type Next<T> = Box<dyn FnMut(&mut Batch<T>) -> Option<io::Result<()>> + Send>;

/// Iterator over the batches of a stream, in its order; made by
/// [`map_batches`](super::map_batches), [`view`](super::view) and their relatives. An `Err` comes
/// from the source, after all games before it, and ends the stream.
#[derive(Debug)]
pub struct Batches<T> {
    way: Way<T>,
    batch: Batch<T>,
}

pub(super) enum Way<T> {
    Serial {
        next: Next<T>,
        /// Number of games in a batch.
        together: usize,
        /// Error after the last batch.
        failed: Option<io::Error>,
    },
    Parallel(Parallel<T>),
}

impl<T> std::fmt::Debug for Way<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Way::Serial { .. } => "one thread",
            Way::Parallel(_) => "several threads",
        })
    }
}

impl<T> Batches<T> {
    pub(super) fn new(way: Way<T>) -> Batches<T> {
        Batches { way, batch: Batch::default() }
    }

    /// Batches that one thread makes: `next` appends what the next game gives.
    pub fn serial(
        next: impl FnMut(&mut Batch<T>) -> Option<io::Result<()>> + Send + 'static,
    ) -> Batches<T> {
        Batches::serial_by(1, next)
    }

    /// Makes batches like [`Batches::serial`], each of several games that wait for each other.
    pub(crate) fn serial_by(
        together: usize,
        next: impl FnMut(&mut Batch<T>) -> Option<io::Result<()>> + Send + 'static,
    ) -> Batches<T> {
        Batches::new(Way::Serial { next: Box::new(next), together, failed: None })
    }
}

impl<T: Relocate + Send + 'static> Batches<T> {
    /// Returns the next batch, of at least one game, as soon as it is made.
    #[expect(clippy::should_implement_trait, reason = "what it lends is used again")]
    pub fn next(&mut self) -> Option<io::Result<&mut Batch<T>>> {
        let Batches { way, batch } = self;
        match way {
            Way::Serial { next, together, failed } => {
                if let Some(error) = failed.take() {
                    return Some(Err(error));
                }
                batch.made.clear();
                batch.text.clear();
                for games in 0..*together {
                    match next(batch) {
                        Some(Ok(())) => {}
                        Some(Err(error)) if games == 0 => return Some(Err(error)),
                        None if games == 0 => return None,
                        end => {
                            *failed = end.and_then(Result::err);
                            break;
                        }
                    }
                }
                Some(Ok(batch))
            }
            Way::Parallel(parallel) => match parallel.next(std::mem::take(batch))? {
                Ok(next) => {
                    *batch = next;
                    Some(Ok(batch))
                }
                Err(error) => Some(Err(error)),
            },
        }
    }
}

impl<T: Relocate + Send + 'static> IntoIterator for Batches<T> {
    type Item = io::Result<T>;
    type IntoIter = Games<T>;

    /// Turns the batches into single results, without their text.
    fn into_iter(self) -> Games<T> {
        Games { batches: self, made: Vec::new() }
    }
}

/// An iterator over the results for the games of a stream; made by [`read`](super::read)
/// and [`cut`](super::cut). An `Err` comes from the source, after all games before it,
/// and ends the stream.
#[derive(Debug)]
pub struct Games<T> {
    batches: Batches<T>,
    /// Results of the current batch, the next one last.
    made: Vec<T>,
}

impl<T: Relocate + Send + 'static> Iterator for Games<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<io::Result<T>> {
        loop {
            if let Some(made) = self.made.pop() {
                return Some(Ok(made));
            }
            match self.batches.next()? {
                Ok(batch) => {
                    std::mem::swap(&mut self.made, &mut batch.made);
                    self.made.reverse();
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
