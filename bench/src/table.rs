//! The costs as Markdown.

use std::{fmt::Write as _, time::Duration};

use crate::{
    agreement::Agreement,
    measure::Cost,
    tools::{Job, TASKS, Task, Tool},
};

/// All that is known of one corpus.
#[derive(Debug)]
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Note about it.
    pub what: &'static str,
    /// Bytes of what the tools read, and of what the slow tools read.
    pub bytes: (u64, u64),
    /// Number of copies of the corpus in it.
    pub times: u64,
    /// Games and plies.
    pub agreement: Agreement,
    /// The tasks that were run, with the costs of each round.
    pub costs: Vec<(Task, Vec<Cost>)>,
}

impl Measured {
    fn of(&self, task: Task) -> Option<&[Cost]> {
        self.costs.iter().find(|(t, _)| *t == task).map(|(_, costs)| costs.as_slice())
    }

    /// Returns the share of the work that a slow tool was spared, as a factor.
    fn scale(&self, task: Task) -> f64 {
        if task.is_short() { self.bytes.0 as f64 / self.bytes.1 as f64 } else { 1.0 }
    }

    /// Plies that a task played.
    fn plies(&self, task: Task) -> f64 {
        if task.is_short() {
            self.agreement.short_plies as f64
        } else {
            (self.agreement.plies * self.times) as f64
        }
    }

    /// Seconds for each run.
    fn seconds(&self, task: Task, clock: fn(&Cost) -> Duration) -> Option<Vec<f64>> {
        let scale = self.scale(task);
        let seconds = |cost| clock(cost).as_secs_f64() * scale / task.runs as f64;
        Some(self.of(task)?.iter().map(seconds).collect())
    }

    /// Returns how many times as fast as `peer` the task is: one ratio a round.
    fn ratios(&self, task: Task, peer: Task, clock: fn(&Cost) -> Duration) -> Option<Vec<f64>> {
        let (ours, theirs) = (self.seconds(task, clock)?, self.seconds(peer, clock)?);
        Some(ours.iter().zip(theirs).map(|(ours, theirs)| theirs / ours).collect())
    }
}

fn cpu(cost: &Cost) -> Duration {
    cost.cpu
}

fn wall(cost: &Cost) -> Duration {
    cost.wall
}

/// Comparisons: a title, ours, the peer, by wall time or not.
const COMPARED: [(&str, Task, Task, bool); 11] = {
    use Job::{Check, Convert, Count};
    use Tool::{Partie, PgnExtract, PgnReader, PythonChess, Scid};
    let (count, check) = (Task::new(Partie, Count), Task::new(Partie, Check));
    let convert = Task::new(Partie, Convert);
    [
        ("`count` : pgn-reader `stats`", count, Task::new(PgnReader, Count), false),
        ("`check` : pgn-reader `validate`", check, Task::new(PgnReader, Check), false),
        ("`check` : pgn-extract `-r`", check, Task::new(PgnExtract, Check), false),
        ("`check` : scid, import", check, Task::new(Scid, Check), false),
        ("`check` : python-chess `read_game`", check, Task::new(PythonChess, Check), false),
        ("`convert` : pgn-extract", convert, Task::new(PgnExtract, Convert), false),
        (
            "`check`, two runs at once : one after the other",
            Task::twice(Partie, Check),
            check,
            true,
        ),
        ("`check`, two threads : one", Task::on_two(Partie, Check), check, true),
        ("`convert`, two threads : one", Task::on_two(Partie, Convert), convert, true),
        (
            "`check` : pgn-reader, both on two threads",
            Task::on_two(Partie, Check),
            Task::on_two(PgnReader, Check),
            true,
        ),
        (
            "pgn-reader, two threads : one",
            Task::on_two(PgnReader, Check),
            Task::new(PgnReader, Check),
            true,
        ),
    ]
};

/// Returns the table of ratios: a row a comparison, a column a corpus.
#[must_use]
pub fn ratios(measured: &[Measured]) -> String {
    let mut out = String::from("| times as fast |");
    for one in measured {
        let _ = write!(out, " {} |", one.name);
    }
    out.push_str("\n|---|");
    out.push_str(&"---:|".repeat(measured.len()));
    for (title, task, peer, by_wall) in COMPARED {
        let clock = if by_wall { wall } else { cpu };
        let cells: Vec<_> = measured.iter().map(|m| m.ratios(task, peer, clock)).collect();
        if cells.iter().all(Option::is_none) {
            continue;
        }
        let unit = if by_wall { " (wall)" } else { "" };
        let _ = write!(out, "\n| {title}{unit} |");
        for cell in cells {
            match cell {
                Some(ratios) => {
                    let (least, middle, most) = spread(&ratios);
                    let [least, middle, most] = [least, middle, most].map(figure);
                    let _ = write!(out, " **{middle}** ({least}–{most}) |");
                }
                None => out.push_str(" |"),
            }
        }
    }
    out.push('\n');
    out
}

/// Returns the table of what each task cost on one corpus.
#[must_use]
pub fn costs(measured: &Measured) -> String {
    let (bytes, short_bytes) = measured.bytes;
    let Measured { name, what, times, agreement, .. } = measured;
    let copies = if *times == 1 { String::new() } else { format!(" ({times} copies)") };
    let mut out = format!(
        "**{name}**: {what}. {:.1} MB{copies}, {} games, {:.2} million plies in main lines.\n\n",
        bytes as f64 / 1e6,
        agreement.games * times,
        (agreement.plies * times) as f64 / 1e6,
    );
    out.push_str("| | CPU s | wall s | MB/s | million plies/s | peak MB |\n");
    out.push_str("|---|---:|---:|---:|---:|---:|\n");
    for task in TASKS {
        let Some(costs) = measured.of(task) else { continue };
        let clock = if task.is_parallel() { wall } else { cpu };
        let read = (if task.is_short() { short_bytes } else { bytes } * task.runs as u64) as f64;
        let seconds = |clock: fn(&Cost) -> Duration| {
            middle(&costs.iter().map(|cost| clock(cost).as_secs_f64()).collect::<Vec<_>>())
        };
        let mark = if task.is_short() { " ¹" } else { "" };
        let peak = middle(&costs.iter().map(|cost| cost.peak as f64).collect::<Vec<_>>());
        // Counting plays nothing, in either tool.
        let plies = if (task.tool, task.job) == (Tool::Partie, Job::Count) {
            String::new()
        } else {
            figure(measured.plies(task) * task.runs as f64 / 1e6 / seconds(clock))
        };
        let _ = writeln!(
            out,
            "| {task}{mark} | {} | {} | {} | {plies} | {:.0} |",
            figure(seconds(cpu) * measured.scale(task)),
            figure(seconds(wall) * measured.scale(task)),
            figure(read / 1e6 / seconds(clock)),
            peak / 1e6,
        );
    }
    out
}

/// Returns the table of what the tools see in the corpora.
#[must_use]
pub fn agreement(measured: &[Measured]) -> String {
    let mut out = String::from("| corpus | tool | games | plies | other than the first row |\n");
    out.push_str("|---|---|---:|---:|---|\n");
    for one in measured {
        for (i, sight) in one.agreement.sights.iter().enumerate() {
            let plies = sight.plies.map_or(String::new(), |plies| plies.to_string());
            let short = if sight.short { " ¹" } else { "" };
            let name = if i == 0 { one.name } else { "" };
            let _ = writeln!(
                out,
                "| {name} | {}{short} | {} | {plies} | {} |",
                sight.who,
                sight.games,
                sight.difference.replace('|', "\\|"),
            );
        }
    }
    out
}

/// Three figures that mean something.
fn figure(value: f64) -> String {
    match value {
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v if v >= 0.0995 => format!("{v:.2}"),
        v => format!("{v:.3}"),
    }
}

fn middle(values: &[f64]) -> f64 {
    spread(values).1
}

/// Least, median, most. Of an even number the median is the mean of the two in the middle.
fn spread(values: &[f64]) -> (f64, f64, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (below, above) = ((sorted.len() - 1) / 2, sorted.len() / 2);
    let middle = f64::midpoint(sorted[below], sorted[above]);
    (sorted[0], middle, sorted[sorted.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_figures() {
        assert_eq!(spread(&[3.0, 1.0, 2.0]), (1.0, 2.0, 3.0));
        assert_eq!(spread(&[4.0, 1.0, 2.0, 3.0]), (1.0, 2.5, 4.0));
        let shown: Vec<_> = [123.4, 12.34, 1.234, 0.1234, 0.0123].map(figure).into();
        assert_eq!(shown, ["123", "12.3", "1.23", "0.12", "0.012"]);
    }
}
