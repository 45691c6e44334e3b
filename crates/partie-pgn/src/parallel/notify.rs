//! Waiting for other threads.

use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Locks what threads share. A panic with the lock held does not matter to it.
pub(super) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A condition variable that counts its waiters. Call [`notify_all`](Notify::notify_all) only with
/// the lock held under which they wait.
#[derive(Debug, Default)]
pub(super) struct Notify {
    condition: Condvar,
    /// Number of waiting threads; changed only with the lock held.
    waiting: AtomicUsize,
}

impl Notify {
    /// Waits until it is rung, or for less.
    pub(super) fn wait<'a, T>(&self, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.waiting.fetch_add(1, Relaxed);
        let state = self.condition.wait(state).unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Relaxed);
        state
    }

    /// Wakes all waiting threads. Free if there are none; a condition variable alone would make a
    /// system call.
    pub(super) fn notify_all(&self) {
        if self.waiting.load(Relaxed) > 0 {
            self.condition.notify_all();
        }
    }
}
