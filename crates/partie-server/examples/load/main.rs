//! Measures a server under load: moves, boards for many observers, logins, idle guests.
//!
//! ```text
//! cargo run --release -p partie-server --example load                        everything
//! cargo run --release -p partie-server --example load -- pairs 1000 100 5    one measurement
//! cargo run --release -p partie-server --example load -- at HOST:PORT pairs 100
//! ```
//!
//! Measurements, with their default arguments: `pairs PAIRS THINK SECONDS` (thinking in
//! milliseconds; guests), `members PAIRS THINK SECONDS` (the same with members, whose games are
//! rated and stored), `observers COUNT`, `logins COUNT ONLINE` (`ONLINE` clients connect before),
//! `idle COUNT`; and without sockets, for a profiler: `in_process PAIRS SECONDS`, `comings ONLINE
//! COUNT`.
//!
//! The server is a process of its own (this program; with a database for members only), so that its
//! time is separate from the clients', which share one thread. With `at` a running server is
//! measured; its CPU time is then unknown.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

mod in_process;
mod measure;
mod player;

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use partie_ics::{Tick, players::Account};
use partie_server::{BoundServer, Config, IcsApp, persistence::Persister};
use player::PASSWORD;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["serve", folder, members] => serve(folder.into(), members.parse()?),
        ["at", address, ref what @ ..] => clients(address.parse()?, None, what),
        ["in_process", ref numbers @ ..] => {
            in_process::measure(number(numbers, 0, 1000)?, number(numbers, 1, 5)?)
        }
        ["comings", ref numbers @ ..] => {
            in_process::comings(number(numbers, 0, 9900)?, number(numbers, 1, 1000)?)
        }
        [] => {
            for what in EVERYTHING {
                alone(&what.split(' ').collect::<Vec<_>>())?;
            }
            for online in [0, 100, 1000, 9900] {
                in_process::comings(online, 1000)?;
            }
            in_process::measure(1000, 5)
        }
        ref what => alone(what),
    }
}

/// The default measurements.
const EVERYTHING: [&str; 14] = [
    "pairs 1 0",
    "pairs 100 0",
    "pairs 1000 0",
    "pairs 1000 200",
    "pairs 1000 100",
    "members 1 0",
    "members 100 0",
    "members 1000 200",
    "observers 100",
    "observers 500",
    "logins 20",
    "logins 200",
    "logins 20 9900",
    "idle 5000",
];

/// The number at a place, or what is usual there.
pub(crate) fn number(numbers: &[&str], at: usize, usual: u64) -> Outcome<u64> {
    numbers.get(at).map_or(Ok(usual), |word| Ok(word.parse()?))
}

/// A server of its own, and one measurement.
fn alone(what: &[&str]) -> Outcome<()> {
    let folder = std::env::temp_dir().join(format!("partie-load-{}", std::process::id()));
    let members = match what {
        ["members", numbers @ ..] => 2 * number(numbers, 0, 100)?,
        _ => 0,
    };
    let mut child = Command::new(std::env::current_exe()?)
        .arg("serve")
        .arg(&folder)
        .arg(members.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let done = clients(line.trim().parse()?, Some(&child), what);
    drop(child.stdin.take());
    child.wait()?;
    fs::remove_dir_all(&folder)?;
    done
}

/// The clients' side.
fn clients(server: SocketAddr, child: Option<&Child>, what: &[&str]) -> Outcome<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tasks = tokio::task::LocalSet::new();
    let process = child.map(Child::id);
    tasks.block_on(&runtime, async {
        match *what {
            ["pairs" | "members", ref n @ ..] => {
                let think = Duration::from_millis(number(n, 1, 0)?);
                let seconds = Duration::from_secs(number(n, 2, 5)?);
                measure::pairs(server, process, number(n, 0, 100)?, think, seconds).await
            }
            ["observers", ref n @ ..] => {
                measure::observers(server, process, number(n, 0, 500)?).await
            }
            ["logins", ref n @ ..] => {
                measure::logins(server, process, number(n, 0, 20)?, number(n, 1, 0)?).await
            }
            ["idle", ref n @ ..] => measure::idle(server, process, number(n, 0, 5000)?).await,
            _ => Err("pairs, members, observers, logins, idle, in_process or comings".into()),
        }
    })
}

/// The server's side: stored is what concerns its members. The end of the standard input is its
/// end.
fn serve(folder: PathBuf, members: u64) -> Outcome<()> {
    let mut config = Config::new(folder);
    config.listen.telnet = "127.0.0.1:0".parse()?;
    config.listen.tls = "off".parse()?;
    config.listen.http = "off".parse()?;
    config.listen.private = "off".parse()?;
    config.limits.connections = 0;
    let line_bytes = config.limits.line_bytes;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (bound, snapshot) = BoundServer::open(config, None).await?;
        let mut ics = in_process::ics(Tick(0));
        let mut persister = None;
        if members > 0 {
            persister = Some(Persister::open(snapshot, "Load")?.0);
            // Checked in no time.
            let argon2 =
                Argon2::new(Algorithm::default(), Version::default(), Params::new(8, 1, 1, None)?);
            let hash = argon2.hash_password_with_salt(PASSWORD.as_bytes(), &[0; 16])?.to_string();
            for number in 0..members {
                let (handle, password) = (player::name(number), Some(hash.clone()));
                ics.know(Account { handle, password, ..Account::default() });
            }
        }
        let server = bound.start(IcsApp::new(ics, persister, line_bytes))?;
        let (_, address) = server.addresses().first().ok_or("no port")?;
        println!("{address}");
        let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
        server.run(async { drop(ended.await) }).await?;
        Ok(())
    })
}

/// The resources used by a process.
#[derive(Clone, Copy, Default)]
pub(crate) struct Used {
    /// Time of processors.
    pub(crate) time: Duration,
    /// Memory in kB.
    pub(crate) memory: i64,
}

impl Used {
    /// Returns a process's usage; unknown for a server that this program did not start.
    pub(crate) fn by(process: Option<u32>) -> Outcome<Used> {
        let Some(process) = process else { return Ok(Used::default()) };
        let folder = Path::new("/proc").join(process.to_string());
        let status = fs::read_to_string(folder.join("status"))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let memory = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        // After the name in parentheses come the state and ten numbers, then hundredths of
        // seconds as the process itself and as the kernel for it.
        let text = fs::read_to_string(folder.join("stat"))?;
        let (_, numbers) = text.rsplit_once(") ").ok_or("no stat")?;
        let mut ticks = numbers.split(' ').skip(11).take(2).map(str::parse::<u64>);
        let sum = ticks.by_ref().sum::<Result<u64, _>>()?;
        Ok(Used { time: Duration::from_millis(sum * 10), memory })
    }
}
