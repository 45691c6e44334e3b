//! Persistent state: accounts, ratings, games, messages. Everything is read once at startup;
//! afterwards changes are written in order, and [`Changes::stored`] reports commits.
//!
//! One task owns the database. It writes waiting changes (about [`BATCH`]) in one transaction; the
//! changes of one event stay together. When the database fails, it retries until it comes back;
//! play goes on, up to [`WAITING`] changes. A change that the database rejects permanently (our
//! fault) is logged and counted, and does not delay the others.

mod database;
mod error;
mod files;
pub mod model;
mod postgres;
mod schema;
mod sqlite;
mod tables;
mod value;

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::sleep,
};

use self::{
    database::Database,
    error::{Error, ErrorKind},
    files::Files,
    model::{Change, Fact, Snapshot},
};
pub use self::{database::Location, files::FOLDER};
use crate::metrics::Metrics;

/// Maximum number of events whose changes wait for the database.
pub const WAITING: usize = 65_536;
/// Maximum number of changes in a transaction.
pub const BATCH: usize = 512;
/// Time after which a transaction counts as failing.
const SLOW: Duration = Duration::from_secs(5);
/// The first and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));

/// The open store: its initial state, and the task that writes.
pub struct Store {
    changes: Changes,
    writer: JoinHandle<()>,
    healthy: watch::Receiver<bool>,
}

/// The way to the writing task.
#[derive(Debug, Clone)]
pub struct Changes {
    sender: mpsc::Sender<Vec<Change>>,
    /// Number of the last changes that were handed over.
    last: Arc<AtomicU64>,
    stored: watch::Receiver<u64>,
}

impl Changes {
    /// Hands over changes to be written together or not at all, and returns their number; waits
    /// only when a great many ([`WAITING`]) are waiting. Only one task may call it at a time:
    /// otherwise numbers would not follow the order of writing.
    pub async fn add(&self, changes: Vec<Change>) -> u64 {
        // The writer ends after all senders only; if it died, the log has said so.
        let Ok(place) = self.sender.reserve().await else {
            tracing::error!("changes were lost: the writer of the store is gone");
            return 0;
        };
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        place.send(changes);
        number
    }

    /// Number of the last committed changes; all earlier ones are committed, too. Changes that the
    /// database rejected permanently count as committed. The channel closes with the writing task.
    #[must_use]
    pub fn stored(&self) -> watch::Receiver<u64> {
        self.stored.clone()
    }
}

impl Store {
    /// Opens the database, makes or renews its tables, reads everything, and starts to write.
    /// Finished games are also written to files in the data folder `files`, if there is one.
    ///
    /// # Errors
    /// Fails if the database cannot be opened, belongs to a newer version, or is in use, or if the
    /// files cannot be read or repaired.
    pub async fn open(
        location: Location,
        files: Option<&Path>,
        metrics: Arc<Metrics>,
    ) -> io::Result<(Self, Snapshot)> {
        let failed = |fault: Error| io::Error::other(format!("{location:?}: {fault}"));
        let mut database = Database::open(&location).await.map_err(failed)?;
        let mut snapshot = database.load().await.map_err(failed)?;
        let files = match files {
            Some(data) => {
                let noted = snapshot.facts.iter().find(|fact| fact.kind == FILED);
                let filed = if let Some(fact) = noted {
                    fact.data.parse().unwrap_or(0)
                } else {
                    // An older version has kept them without a note.
                    database.write(&[filed(snapshot.last_game)]).await.map_err(failed)?;
                    snapshot.last_game
                };
                // A file may have a game that the database refused.
                snapshot.last_game = snapshot.last_game.max(filed);
                let mut folder = files::Folder::open(data)?;
                let mut last = filed;
                loop {
                    let games = database.games_after(last).await.map_err(failed)?;
                    let Some(game) = games.last() else { break };
                    last = game.id;
                    folder.add_missing(&games)?;
                }
                Some(Files::start(folder, last, Arc::clone(&metrics))?)
            }
            None => None,
        };
        snapshot.facts.retain(|fact| fact.kind != FILED);
        let (sender, waiting) = mpsc::channel(WAITING);
        let (health, healthy) = watch::channel(true);
        let (progress, stored) = watch::channel(0);
        let writer = StoreWriter {
            location,
            database: Some(database),
            files,
            waiting,
            taken: 0,
            progress,
            metrics,
            health,
        };
        let writer = tokio::spawn(writer.run());
        let changes = Changes { sender, last: Arc::default(), stored };
        Ok((Self { changes, writer, healthy }, snapshot))
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
        lasts(limit, || self.changes.sender.capacity() == 0 && !*self.healthy.borrow()).await;
    }

    /// Drops waiting changes, so that nothing waits for the store any longer.
    pub(crate) fn give_up(&self) {
        self.writer.abort();
    }

    /// Writes all waiting changes and closes the database. All other [`Changes`] must have been
    /// dropped. Returns false if that took longer than `limit`.
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

/// Waits until a condition has held for a time without a break.
async fn lasts(time: Duration, is_so: impl Fn() -> bool) {
    const STEP: Duration = Duration::from_millis(100);
    let mut since = Duration::ZERO;
    while since < time {
        sleep(STEP).await;
        since = if is_so() { since + STEP } else { Duration::ZERO };
    }
}

struct StoreWriter {
    location: Location,
    /// None while the connection is lost.
    database: Option<Database>,
    files: Option<Files>,
    waiting: mpsc::Receiver<Vec<Change>>,
    /// Number of the last changes taken from there.
    taken: u64,
    progress: watch::Sender<u64>,
    metrics: Arc<Metrics>,
    health: watch::Sender<bool>,
}

impl StoreWriter {
    async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(changes) = self.waiting.recv().await {
            self.taken += 1;
            batch.extend(changes);
            while batch.len() < BATCH
                && let Ok(more) = self.waiting.try_recv()
            {
                self.taken += 1;
                batch.extend(more);
            }
            self.metrics.store_waiting.set((self.waiting.len() + batch.len()) as i64);
            let games = batch.iter().any(|change| matches!(change, Change::PutGame(_)));
            if let Some(files) = self.files.as_ref().filter(|_| games) {
                batch.push(filed(files.filed()));
            }
            self.write(&batch).await;
            batch.clear();
            self.progress.send_replace(self.taken);
            self.metrics.store_waiting.set(self.waiting.len() as i64);
        }
        self.close().await;
    }

    async fn close(mut self) {
        if let Some(mut files) = self.files.take() {
            let closed = tokio::task::spawn_blocking(move || files.close()).await;
            if let Ok(number) = closed {
                self.write(&[filed(number)]).await;
            }
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
                    set_healthy(&self.health, true);
                    self.metrics.stored.inc_by(batch.len() as u64);
                    self.file_games(batch);
                    return;
                }
                Err(fault) if fault.kind == ErrorKind::Refused => {
                    if let [change] = batch {
                        tracing::error!(%fault, kind = kind(change), "a change was refused");
                        self.file_games(batch);
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
                    set_healthy(&self.health, false);
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

    /// Passes the games of a batch to the files, including games that the database rejects
    /// permanently.
    fn file_games(&self, batch: &[Change]) {
        for change in batch {
            if let (Change::PutGame(game), Some(files)) = (change, &self.files) {
                files.add(game);
            }
        }
    }

    async fn attempt(&mut self, batch: &[Change]) -> Result<(), Error> {
        let database = match &mut self.database {
            Some(database) => database,
            lost => lost.insert(Database::open(&self.location).await?),
        };
        let mut writing = std::pin::pin!(database.write(batch));
        tokio::select! {
            written = &mut writing => return written,
            () = sleep(SLOW) => {}
        }
        tracing::error!(seconds = SLOW.as_secs(), "the database takes long to write changes");
        set_healthy(&self.health, false);
        writing.await
    }
}

fn set_healthy(health: &watch::Sender<bool>, healthy: bool) {
    health.send_if_modified(|before| std::mem::replace(before, healthy) != healthy);
}

/// The kind of the fact that says up to which number games are in the files.
const FILED: &str = "filed";

/// The change that notes it.
fn filed(number: i64) -> Change {
    let (kind, key) = (FILED.to_owned(), "games".to_owned());
    Change::PutFact(Fact { kind, key, data: number.to_string() })
}

fn kind(change: &Change) -> &'static str {
    match change {
        Change::PutAccount(_) | Change::RemoveAccount(_) => "account",
        Change::PutRating(_) | Change::RemoveRating(..) => "rating",
        Change::PutGame(_) => "game",
        Change::PutAdjourned(_) | Change::RemoveAdjourned(_) => "adjourned",
        Change::AddMoves(_) => "moves",
        Change::PutMessage(_) | Change::RemoveMessage(_) => "message",
        Change::PutNews(_) | Change::RemoveNews(_) => "news",
        Change::PutFact(_) | Change::RemoveFact(..) => "fact",
    }
}
