//! Work that Ctrl-C ends.

use std::{
    panic,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use pyo3::prelude::*;

/// Interval at which Python is asked for signals.
const EVERY: Duration = Duration::from_millis(50);

/// Becomes true when the work is to end.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Does long work on a thread of its own while Python runs its other threads and its handlers of
/// signals. The exception of a handler, such as `KeyboardInterrupt`, ends the work.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> PyResult<T> + Send,
) -> PyResult<T> {
    let interrupt = Interrupt::default();
    let work = || work(&interrupt);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let worker = scope.spawn(move || {
                // Hangs up when the work is done, or panics.
                let _done = done;
                work()
            });
            let mut raised = None;
            while raised.is_none() && is_done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout)
            {
                raised = Python::attach(|py| py.check_signals()).err();
            }
            interrupt.0.store(raised.is_some(), Ordering::Relaxed);
            let result = worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
            raised.map_or(result, Err)
        })
    })
}
