//! Persistent state: accounts, ratings, games, messages. Everything is read once at the
//! start; afterwards changes are written asynchronously, in their order.
//!
//! One task owns the database. It takes what waits (about [`BATCH`] changes) into one transaction;
//! what one event has changed is never torn apart. When the database fails it tries again until it
//! comes back; play goes on, up to [`WAITING`] changes. A change that the database refuses for good
//! (a fault of ours) is logged and counted, and does not hold up the others.

mod database;
mod error;
pub mod model;
mod postgres;
mod schema;
mod sqlite;
mod tables;
mod value;

use std::{io, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::sleep,
};

pub use self::database::Location;
use self::{
    database::Database,
    error::{Error, ErrorKind},
    model::{Change, Snapshot},
};
use crate::metrics::Metrics;

/// Maximum number of events whose changes wait for the database.
pub const WAITING: usize = 65_536;
/// Maximum number of changes in a transaction.
pub const BATCH: usize = 512;
/// The first and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));

/// The open store: what was in it, and the task that writes.
pub struct Store {
    changes: Changes,
    writer: JoinHandle<()>,
    healthy: watch::Receiver<bool>,
}

/// The way to the writing task.
#[derive(Debug, Clone)]
pub struct Changes(mpsc::Sender<Vec<Change>>);

impl Changes {
    /// Hands changes over that are written together or not at all; waits only when very many
    /// ([`WAITING`]) wait already.
    pub async fn add(&self, changes: Vec<Change>) {
        // The writer ends after all senders only; if it died, the log has said so.
        if !changes.is_empty() && self.0.send(changes).await.is_err() {
            tracing::error!("changes were lost: the writer of the store is gone");
        }
    }
}

impl Store {
    /// Opens the database, makes or renews its tables, reads everything, and starts to write.
    ///
    /// # Errors
    /// If the database cannot be opened, belongs to a newer version, or is in use.
    pub async fn open(location: Location, metrics: Arc<Metrics>) -> io::Result<(Self, Snapshot)> {
        let failed = |fault: Error| io::Error::other(format!("{location:?}: {fault}"));
        let mut database = Database::open(&location).await.map_err(failed)?;
        let snapshot = database.load().await.map_err(failed)?;
        let (sender, waiting) = mpsc::channel(WAITING);
        let (health, healthy) = watch::channel(true);
        let writer = Writer { location, database: Some(database), waiting, metrics, health };
        let writer = tokio::spawn(writer.run());
        Ok((Self { changes: Changes(sender), writer, healthy }, snapshot))
    }

    /// The way in for changes.
    #[must_use]
    pub fn changes(&self) -> Changes {
        self.changes.clone()
    }

    /// Set if the last transaction was written; shared with all watchers.
    #[must_use]
    pub fn healthy(&self) -> watch::Receiver<bool> {
        self.healthy.clone()
    }

    /// Waits until no more changes can be taken, and for `limit` none were, because the database
    /// cannot be written.
    pub(crate) async fn stuck(&self, limit: Duration) {
        lasts(limit, || self.changes.0.capacity() == 0 && !*self.healthy.borrow()).await;
    }

    /// Gives up what waits, so that nobody waits for the store any more.
    pub(crate) fn give_up(&self) {
        self.writer.abort();
    }

    /// Writes everything that waits and closes the database. All other [`Changes`] must have
    /// been dropped. `false` if that took longer than `limit`.
    pub async fn close(self, limit: Duration) -> bool {
        self.close_within(limit, limit).await
    }

    /// As [`Self::close`], but gives up earlier when the database could not be written for the
    /// time `away`.
    pub(crate) async fn close_within(self, limit: Duration, away: Duration) -> bool {
        drop(self.changes);
        tokio::select! {
            ended = self.writer => ended.is_ok(),
            () = sleep(limit) => false,
            () = lasts(away, || !*self.healthy.borrow()) => false,
        }
    }
}

/// Waits until something was so for a time without a break.
async fn lasts(time: Duration, is_so: impl Fn() -> bool) {
    const STEP: Duration = Duration::from_millis(100);
    let mut since = Duration::ZERO;
    while since < time {
        sleep(STEP).await;
        since = if is_so() { since + STEP } else { Duration::ZERO };
    }
}

struct Writer {
    location: Location,
    /// None while the connection is lost.
    database: Option<Database>,
    waiting: mpsc::Receiver<Vec<Change>>,
    metrics: Arc<Metrics>,
    health: watch::Sender<bool>,
}

impl Writer {
    async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(changes) = self.waiting.recv().await {
            batch.extend(changes);
            while batch.len() < BATCH
                && let Ok(more) = self.waiting.try_recv()
            {
                batch.extend(more);
            }
            self.metrics.store_waiting.set((self.waiting.len() + batch.len()) as i64);
            self.write(&batch).await;
            batch.clear();
            self.metrics.store_waiting.set(self.waiting.len() as i64);
        }
        if let Some(database) = self.database.take()
            && let Err(fault) = database.close().await
        {
            tracing::warn!(%fault, "closing the database");
        }
    }

    /// Writes a batch, however long it takes.
    async fn write(&mut self, batch: &[Change]) {
        let mut pause = PAUSES.0;
        loop {
            match self.attempt(batch).await {
                Ok(()) => {
                    self.healthy(true);
                    self.metrics.stored.inc_by(batch.len() as u64);
                    return;
                }
                Err(fault) if fault.kind == ErrorKind::Refused => {
                    if let [change] = batch {
                        tracing::error!(%fault, kind = kind(change), "a change was refused");
                        self.metrics.store_refused.inc();
                        return;
                    }
                    // One of them is at fault: each for itself.
                    for change in batch {
                        Box::pin(self.write(std::slice::from_ref(change))).await;
                    }
                    return;
                }
                Err(fault) => {
                    tracing::error!(%fault, "the database cannot be written; trying again");
                    self.healthy(false);
                    self.metrics.store_failures.inc();
                    if fault.kind == ErrorKind::Lost {
                        self.database = None;
                    }
                    sleep(pause).await;
                    pause = (pause * 2).min(PAUSES.1);
                }
            }
        }
    }

    fn healthy(&self, healthy: bool) {
        self.health.send_if_modified(|before| std::mem::replace(before, healthy) != healthy);
    }

    async fn attempt(&mut self, batch: &[Change]) -> Result<(), Error> {
        let database = match &mut self.database {
            Some(database) => database,
            lost => lost.insert(Database::open(&self.location).await?),
        };
        database.write(batch).await
    }
}

fn kind(change: &Change) -> &'static str {
    match change {
        Change::PutAccount(_) | Change::RemoveAccount(_) => "account",
        Change::PutRating(_) | Change::RemoveRating(..) => "rating",
        Change::PutGame(_) => "game",
        Change::PutAdjourned(_) | Change::RemoveAdjourned(_) => "adjourned",
        Change::PutMessage(_) | Change::RemoveMessage(_) => "message",
        Change::PutNews(_) | Change::RemoveNews(_) => "news",
        Change::PutFact(_) | Change::RemoveFact(..) => "fact",
    }
}
