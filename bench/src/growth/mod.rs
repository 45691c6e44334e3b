//! Growth of the program's costs with its input: every command on inputs that
//! repeat one thing, at one size and at twice that size.

pub mod jobs;
mod patterns;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use clap::Args;

use self::{
    jobs::{JOBS, Job},
    patterns::{PATTERNS, Pattern},
};
use crate::{
    machine,
    measure::{self, Cost},
};

/// Check that twice the input costs at most 2.3 times the CPU time and memory
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program to measure
    #[arg(long, value_name = "FILE")]
    partie: PathBuf,

    /// Only the patterns whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pattern: String,

    /// Only the commands whose names begin with one of these
    #[arg(long, value_name = "TEXT", value_delimiter = ',', default_value = "")]
    job: Vec<String>,

    /// The largest input, in KiB
    #[arg(long, value_name = "KIB", default_value_t = 2048)]
    largest: usize,

    /// CPU seconds after which a run is ended and counted as failed
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u32,
}

/// Highest ratio of the costs when the input is twice as large.
const MOST: f64 = 2.3;

/// The smallest input that is measured.
const SMALLEST: usize = 64 << 10;

/// Time that can be told from noise.
const LONG: Duration = Duration::from_millis(30);

/// Memory that can be told from noise, in bytes.
const MUCH: u64 = 32 << 20;

/// Number of repetitions of a pair of runs before its minimum counts as too much.
const REPEATS: usize = 4;

/// Cost of a job on a pattern.
enum Cell {
    /// No size in reach costs enough to be measured.
    Cheap,
    /// Costs at a size, and at twice that size, without what starting costs.
    Measured { bytes: usize, once: Cost, twice: Cost },
    /// The run failed or took too long.
    Failed(String),
}

impl Cell {
    fn growth(&self) -> (Option<f64>, Option<f64>) {
        let Cell::Measured { once, twice, .. } = self else { return (None, None) };
        let time = twice.cpu.as_secs_f64() / once.cpu.as_secs_f64();
        let memory = twice.peak as f64 / once.peak as f64;
        ((once.cpu >= LONG).then_some(time), (once.peak >= MUCH).then_some(memory))
    }

    fn is_good(&self) -> bool {
        let (time, memory) = self.growth();
        let fits = |growth: Option<f64>| growth.is_none_or(|growth| growth <= MOST);
        !matches!(self, Cell::Failed(_)) && fits(time) && fits(memory)
    }

    fn figures(&self) -> String {
        let figure = |growth: Option<f64>| growth.map_or("·".to_owned(), |g| format!("{g:.1}"));
        match (self, self.growth()) {
            (Cell::Failed(_), _) => "✗".to_owned(),
            (_, (None, None)) => "·".to_owned(),
            (_, (time, memory)) => format!("{} {}", figure(time), figure(memory)),
        }
    }
}

/// Measures; gives a table in Markdown.
///
/// # Errors
///
/// If a cost grows too fast, or the program cannot be run.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let folder = tempfile::Builder::new().prefix("partie-growth-").tempdir()?;
    let bench = Bench { arguments, folder: folder.path() };
    let wanted = |job: &&Job| arguments.job.iter().any(|begin| job.name.starts_with(begin));
    let jobs: Vec<&Job> = JOBS.iter().filter(wanted).collect();
    let mut rows = String::new();
    let mut bad = Vec::new();
    let mut worst = Worst::default();
    // What starting costs, by format and command.
    let mut starts = BTreeMap::new();
    let chosen = PATTERNS.iter().filter(|p| p.name.contains(&arguments.pattern));
    for pattern in chosen {
        let _ = write!(rows, "| {} |", pattern.name);
        for job in &jobs {
            let cell = bench.cell(pattern, job, &mut starts)?;
            let _ = write!(rows, " {} |", cell.figures());
            worst.see(pattern, job, &cell);
            if !cell.is_good() {
                let why = Bench::explain(pattern, job, &cell);
                eprintln!("{why}");
                bad.push(why);
            }
        }
        rows.push('\n');
        eprintln!("{}", pattern.name);
    }
    let heads: Vec<_> = jobs.iter().map(|job| format!(" `{}` |", job.name)).collect();
    let heads = heads.concat();
    let rules = "---|".repeat(jobs.len());
    let text = format!(
        "Measured on {}: the CPU time and the memory of twice the input, in parts of those of \
         the input. `·`: less than {} ms or {} MB even for {} KiB.\n\n| |{heads}\n|---|{rules}\n\
         {rows}\n{worst}",
        machine::today(),
        LONG.as_millis(),
        MUCH >> 20,
        arguments.largest / 2,
    );
    if bad.is_empty() {
        return Ok(text);
    }
    println!("{text}");
    bail!("{} of the costs grow too fast:\n{}", bad.len(), bad.join("\n"))
}

struct Bench<'a> {
    arguments: &'a Arguments,
    folder: &'a Path,
}

impl Bench<'_> {
    fn cell(
        &self,
        pattern: &Pattern,
        job: &Job,
        starts: &mut BTreeMap<(&str, &str), Cost>,
    ) -> anyhow::Result<Cell> {
        let key = (pattern.format, job.name);
        let start = match starts.get(&key) {
            Some(start) => *start,
            None => match self.cost(pattern, job, 0)? {
                Ok(start) => *starts.entry(key).or_insert(start),
                Err(why) => return Ok(Cell::Failed(why)),
            },
        };
        let mut bytes = SMALLEST;
        let largest = (self.arguments.largest << 10) / 2;
        let mut known = BTreeMap::new();
        loop {
            let once = match self.least(pattern, job, bytes, start, &mut known)? {
                Ok(once) => once,
                Err(why) => return Ok(Cell::Failed(why)),
            };
            let short = once.cpu < LONG && once.peak < MUCH;
            if short && bytes < largest {
                // Far from long: the sizes between tell nothing.
                let far = once.cpu < LONG / 4 && once.peak < MUCH / 2;
                bytes = if far { bytes * 16 } else { bytes * 2 }.min(largest);
                continue;
            }
            if short {
                return Ok(Cell::Cheap);
            }
            let mut cell = Cell::Failed(String::new());
            for repeat in 0..REPEATS {
                if repeat > 0 {
                    // A busy machine makes runs longer, never shorter.
                    known.remove(&bytes);
                    known.remove(&(2 * bytes));
                }
                let mut least = |bytes| self.least(pattern, job, bytes, start, &mut known);
                let (once, twice) = match (least(bytes)?, least(2 * bytes)?) {
                    (Ok(once), Ok(twice)) => (once, twice),
                    (Err(why), _) | (_, Err(why)) => return Ok(Cell::Failed(why)),
                };
                cell = match cell {
                    Cell::Measured { once: a, twice: b, .. } => {
                        Cell::Measured { bytes, once: less(once, a), twice: less(twice, b) }
                    }
                    _ => Cell::Measured { bytes, once, twice },
                };
                if cell.is_good() {
                    return Ok(cell);
                }
            }
            // What grows too fast does so at the next sizes, too; a cache that is full does not.
            if bytes >= largest || known.get(&(2 * bytes)).is_some_and(|c| c.cpu > 20 * LONG) {
                return Ok(cell);
            }
            bytes *= 2;
        }
    }

    /// Returns the cost at a size, less the cost of starting, measured once.
    fn least(
        &self,
        pattern: &Pattern,
        job: &Job,
        bytes: usize,
        start: Cost,
        known: &mut BTreeMap<usize, Cost>,
    ) -> anyhow::Result<Result<Cost, String>> {
        if let Some(cost) = known.get(&bytes) {
            return Ok(Ok(*cost));
        }
        Ok(self.cost(pattern, job, bytes)?.map(|cost| {
            let cost = Cost {
                cpu: cost.cpu.saturating_sub(start.cpu),
                wall: cost.wall,
                peak: cost.peak.saturating_sub(start.peak),
            };
            known.insert(bytes, cost);
            cost
        }))
    }

    /// Returns the cost of a run, or the reason why it failed.
    fn cost(
        &self,
        pattern: &Pattern,
        job: &Job,
        bytes: usize,
    ) -> anyhow::Result<Result<Cost, String>> {
        let file = self.folder.join(format!("{bytes}.txt"));
        fs::write(&file, pattern.text(bytes))?;
        let limited =
            format!("ulimit -t {}; \"$0\" \"$@\"; [ $? -lt 2 ] || exit 9", self.arguments.seconds);
        let mut command: Vec<OsString> = vec!["sh".into(), "-c".into(), limited.into()];
        command.push((&self.arguments.partie).into());
        for word in job.arguments {
            command.push(if *word == "FILE" { file.clone().into() } else { (*word).into() });
        }
        command.push("--from".into());
        command.push(pattern.format.into());
        Ok(measure::run(&command, 1).map_err(|_| {
            format!("failed or took more than {} s on {bytes} bytes", self.arguments.seconds)
        }))
    }

    fn explain(pattern: &Pattern, job: &Job, cell: &Cell) -> String {
        let name = format!("{} ({}), {}", pattern.name, pattern.format, job.name);
        match cell {
            Cell::Failed(why) => format!("{name}: {why}"),
            Cell::Measured { bytes, once, twice } => format!(
                "{name}: {} KiB {:.3} s {} MB, {} KiB {:.3} s {} MB",
                bytes >> 10,
                once.cpu.as_secs_f64(),
                once.peak >> 20,
                bytes >> 9,
                twice.cpu.as_secs_f64(),
                twice.peak >> 20,
            ),
            Cell::Cheap => name,
        }
    }
}

fn less(a: Cost, b: Cost) -> Cost {
    Cost { cpu: a.cpu.min(b.cpu), wall: a.wall.min(b.wall), peak: a.peak.min(b.peak) }
}

/// Highest cost of a byte.
#[derive(Default)]
struct Worst {
    time: Vec<(f64, String)>,
    memory: Vec<(f64, String)>,
}

impl Worst {
    fn see(&mut self, pattern: &Pattern, job: &Job, cell: &Cell) {
        let Cell::Measured { bytes, twice, .. } = cell else { return };
        let name = format!("{}, `{}`", pattern.name, job.name);
        let bytes = (2 * bytes) as f64;
        self.time.push((twice.cpu.as_nanos() as f64 / bytes, name.clone()));
        self.memory.push((twice.peak as f64 / bytes, name));
    }
}

impl std::fmt::Display for Worst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (what, unit, all) in [("CPU time", "ns", &self.time), ("Memory", "bytes", &self.memory)]
        {
            let mut all: Vec<_> = all.iter().collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let most: Vec<_> =
                all.iter().take(12).map(|(cost, name)| format!("{name} {cost:.0}")).collect();
            writeln!(f, "{what}, {unit} for a byte of input, the most: {}.\n", most.join("; "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn patterns_and_jobs_have_names_of_their_own() {
        assert!(PATTERNS.len() >= 60);
        let names: BTreeSet<_> = PATTERNS.iter().map(|p| p.name).collect();
        assert_eq!(names.len(), PATTERNS.len());
        let names: BTreeSet<_> = JOBS.iter().map(|j| j.name).collect();
        assert_eq!(names.len(), JOBS.len());
        assert!(JOBS.iter().all(|j| j.arguments.contains(&"FILE")));
    }

    #[test]
    fn too_fast_growth_is_seen() {
        let cost = |milliseconds, peak| Cost {
            cpu: Duration::from_millis(milliseconds),
            wall: Duration::ZERO,
            peak,
        };
        let cell = |once, twice| Cell::Measured { bytes: 1 << 20, once, twice };
        assert!(cell(cost(100, MUCH), cost(210, 2 * MUCH)).is_good());
        assert!(!cell(cost(100, MUCH), cost(390, MUCH)).is_good());
        assert!(!cell(cost(100, MUCH), cost(100, 3 * MUCH)).is_good());
        assert!(cell(cost(10, 0), cost(40, 0)).is_good());
        assert!(!Cell::Failed(String::new()).is_good());
    }
}
