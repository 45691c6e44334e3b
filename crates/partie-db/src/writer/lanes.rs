//! Distribution of the columns among threads.

use std::{
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

use crate::columns::{COLUMNS, Column, Table};
use parquet::errors::{ParquetError, Result};

use super::encode::{Encoded, Encoder, Leaf, leaves_of};

/// Number of batches that wait for a thread.
const WAITING: usize = 4;

/// Encoder of columns, with or without other threads.
pub(crate) enum Lanes {
    /// Encodes on the caller's thread.
    Here(Encoder),
    /// Encodes on other threads.
    Beside {
        lanes: Vec<Lane>,
        /// The lane of each column.
        of_column: Vec<usize>,
    },
}

/// A thread that encodes some of the columns.
pub(crate) struct Lane {
    work: SyncSender<Work>,
    done: Receiver<Result<Vec<Encoded>>>,
}

enum Work {
    Columns(Vec<Column>),
    /// The row group ends.
    End,
}

impl Lanes {
    /// Begins with the leaves of all columns of a table.
    pub(crate) fn new(table: Table, leaves: Vec<Leaf>, threads: usize) -> Result<Lanes> {
        if threads < 2 {
            return Ok(Lanes::Here(Encoder::new(leaves)));
        }
        let columns: Vec<_> = table.places().collect();
        let of_column = share_out(&columns, threads);
        let mut shares: Vec<Vec<Leaf>> = (0..threads).map(|_| Vec::new()).collect();
        let mut leaves = leaves.into_iter();
        for (lane, column) in of_column.iter().zip(columns) {
            shares[*lane].extend(leaves.by_ref().take(leaves_of(COLUMNS[column].kind)));
        }
        let lanes = shares.into_iter().map(Lane::start).collect::<Result<_>>()?;
        Ok(Lanes::Beside { lanes, of_column })
    }

    /// Encodes the columns of a batch.
    pub(crate) fn write(&mut self, columns: Vec<Column>) -> Result<()> {
        match self {
            Lanes::Here(encoder) => encoder.write(columns),
            Lanes::Beside { lanes, of_column } => {
                let mut shares: Vec<Vec<Column>> = lanes.iter().map(|_| Vec::new()).collect();
                for (lane, column) in of_column.iter().zip(columns) {
                    shares[*lane].push(column);
                }
                let mut lanes = lanes.iter().zip(shares);
                lanes.try_for_each(|(lane, share)| lane.send(Work::Columns(share)))
            }
        }
    }

    /// Ends a row group. Returns its leaves in their order.
    pub(crate) fn end(&mut self) -> Result<Vec<Encoded>> {
        match self {
            Lanes::Here(encoder) => encoder.end(),
            Lanes::Beside { lanes, .. } => {
                lanes.iter().try_for_each(|lane| lane.send(Work::End))?;
                let mut all = Vec::new();
                for lane in lanes {
                    all.extend(lane.done.recv().map_err(|_| lost())??);
                }
                all.sort_by_key(|encoded| encoded.leaf);
                Ok(all)
            }
        }
    }
}

impl Lane {
    /// Starts a thread, which ends when its queue is closed.
    fn start(leaves: Vec<Leaf>) -> Result<Lane> {
        let (work, waiting) = mpsc::sync_channel(WAITING);
        let (encoded, done) = mpsc::sync_channel(1);
        let thread = thread::Builder::new().name("columns".to_owned());
        thread.spawn(move || {
            let mut encoder = Encoder::new(leaves);
            let mut written = Ok(());
            for work in waiting {
                match work {
                    // After an error the rest is of no use.
                    Work::Columns(columns) if written.is_ok() => written = encoder.write(columns),
                    Work::Columns(_) => {}
                    Work::End => {
                        let ended = std::mem::replace(&mut written, Ok(()));
                        if encoded.send(ended.and_then(|()| encoder.end())).is_err() {
                            return;
                        }
                    }
                }
            }
        })?;
        Ok(Lane { work, done })
    }

    fn send(&self, work: Work) -> Result<()> {
        self.work.send(work).map_err(|_| lost())
    }
}

fn lost() -> ParquetError {
    ParquetError::General("a thread that encodes columns has panicked".to_owned())
}

/// Distributes the columns among threads, the most expensive ones first.
fn share_out(columns: &[usize], threads: usize) -> Vec<usize> {
    let cost = |column: usize| match COLUMNS[columns[column]].name {
        "moves" => 20,
        "moves_binary" | "code" | "clocks" => 8,
        "white" | "black" | "site" | "opening" | "tags" => 2,
        _ => 1,
    };
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|column| std::cmp::Reverse(cost(*column)));
    let (mut lanes, mut loads) = (vec![0; columns.len()], vec![0; threads]);
    for column in order {
        let lane = (0..threads).min_by_key(|lane| loads[*lane]).unwrap_or(0);
        lanes[column] = lane;
        loads[lane] += cost(column);
    }
    lanes
}
