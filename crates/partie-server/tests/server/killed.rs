//! A server that is killed: what it has acknowledged is stored, and its games are adjourned.
//!
//! The server is a process of its own: this program, which runs one of these tests once more with
//! the variable [`DATA`].

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use partie_server::{
    Metrics,
    admin::Endpoint,
    hub::Verdict,
    password::verify,
    store::{FOLDER, Location, Store, model::Snapshot},
};
use partie_testkit::suite;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{
    chat::{Folder, soon},
    databases::{Databases, on_each_database},
    ending,
};

/// The variable with the data folder of a server that is a process of its own.
const DATA: &str = "PARTIE_TEST_SERVER_DATA";
/// The variable with its database, if that is a PostgreSQL.
const DATABASE: &str = "PARTIE_TEST_SERVER_DATABASE";
/// The test that is the server in such a process.
const SERVER: &str = "killed::at_the_answer::on_sqlite";

/// Number of kills of a test.
fn kills() -> usize {
    let wanted = std::env::var("PARTIE_TEST_KILLS").ok();
    let wanted = wanted.map(|kills| kills.parse().expect("a number in PARTIE_TEST_KILLS"));
    wanted.unwrap_or_else(|| suite::rounds(7, 63))
}

/// Is the server, if this process was started for that.
async fn serve() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let server = ending::open_with(Path::new(&data), |config| {
        if let Ok(database) = std::env::var(DATABASE) {
            config.database = database;
        }
    })
    .await;
    let (_, address) = server.addresses().first().expect("a port");
    #[expect(clippy::print_stdout, reason = "the address is announced")]
    {
        println!("\naddress {address}");
    }
    std::future::pending::<()>().await;
}

/// A server in a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(club: &Club) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args([SERVER, "--exact", "--nocapture"])
            .env(DATA, &club.folder.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Location::Postgres(url) = &club.location {
            command.env(DATABASE, url);
        }
        let mut child = command.spawn().expect("started");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines
            .map(|line| line.expect("text"))
            .find_map(|line| line.strip_prefix("address ")?.parse().ok())
            .expect("an address");
        Self { child, address }
    }

    fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("killed");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A member at the server.
struct Member {
    stream: TcpStream,
    heard: String,
    name: String,
}

impl Member {
    async fn comes(process: &Process, name: &str) -> Self {
        let stream = TcpStream::connect(process.address).await.expect("connected");
        let mut member = Self { stream, heard: String::new(), name: name.to_owned() };
        member.types(&format!("{name}\nsecret-word")).await;
        assert!(member.hears("Starting FICS session").await, "{name}: {}", member.heard);
        // The answers of the login are not taken for others.
        member.types("set width 240\nset seek 0\nset style 12\niset nowrap 1").await;
        assert!(member.hears("nowrap set").await, "{name}: {}", member.heard);
        member
    }

    async fn types(&mut self, line: &str) {
        // A killed server reads nothing.
        let _ = self.stream.write_all(format!("{line}\n").as_bytes()).await;
    }

    /// Reads the rest of the next board in style 12.
    async fn board(&mut self) -> Option<String> {
        let comes = self.hears("<12> ").await;
        while comes && !self.heard.contains('\n') {
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes).await {
                Ok(count) if count > 0 => {
                    self.heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
                }
                _ => return None,
            }
        }
        Some(self.heard.lines().next().filter(|_| comes)?.to_owned())
    }

    /// Reads up to some words; returns false if the server is gone before.
    async fn hears(&mut self, words: &str) -> bool {
        let heard = async {
            loop {
                if let Some(at) = self.heard.find(words) {
                    self.heard.drain(..at + words.len());
                    return true;
                }
                let mut bytes = [0; 4096];
                match self.stream.read(&mut bytes).await {
                    Ok(count) if count > 0 => {
                        self.heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
                    }
                    _ => return false,
                }
            }
        };
        tokio::time::timeout(Duration::from_mins(1), heard).await.unwrap_or_else(|_| {
            panic!("{} does not hear \"{words}\" in {:?}", self.name, self.heard)
        })
    }
}

/// The data of a server that is killed again and again.
struct Club {
    folder: Folder,
    location: Location,
}

impl Club {
    /// A club whose members have the password `secret-word`.
    async fn new(databases: &Databases, members: &[&str]) -> Self {
        let folder = Folder::new();
        let location = match databases.fresh().await {
            Location::Sqlite(_) => Location::Sqlite(folder.0.join("partie.sqlite")),
            postgres @ Location::Postgres(_) => postgres,
        };
        let club = Self { folder, location };
        let process = Process::start(&club);
        for name in members {
            club.orders(&format!("addplayer {name} {name}@example.org Somebody")).await;
            club.orders(&format!("asetpasswd {name} secret-word")).await;
        }
        process.kill();
        let stored = club.stored().await.accounts;
        assert_eq!(stored.len(), members.len());
        for account in stored {
            let verdict = verify(b"secret-word", &account.password_hash);
            assert_eq!(verdict, Verdict::Right, "{}", account.handle);
        }
        club
    }

    async fn orders(&self, line: &str) {
        let (endpoint, line) = (Endpoint::find(&self.folder.0), line.to_owned());
        let asked = tokio::task::spawn_blocking(move || {
            let answer = endpoint.ask(&line).expect("an answer");
            assert!(answer.done, "{line}: {}", answer.text);
        });
        soon(asked).await.expect("asked");
    }

    /// Reads the state that the next start finds; the files of games agree with it.
    async fn stored(&self) -> Snapshot {
        let (metrics, files) = (Arc::new(Metrics::new()), Some(&*self.folder.0));
        let opened = soon(Store::open(self.location.clone(), files, metrics)).await;
        let (store, snapshot) = opened.expect("the next start");
        assert!(store.close(Duration::from_mins(1)).await);
        let games = snapshot.games.iter().filter(|game| !game.pgn.is_empty()).count();
        let filed: usize =
            files_of(&self.folder.0.join(FOLDER)).map(|t| t.matches("[Event ").count()).sum();
        assert!(filed >= games, "{filed} games are in files, and at least {games} in the database");
        assert_eq!(filed as i64, snapshot.last_game);
        snapshot
    }
}

fn files_of(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path: PathBuf| std::fs::read_to_string(path).expect("text"))
}

on_each_database!(at_the_answer, killed_at_the_answer);

/// The server is killed as soon as an answer has arrived that acknowledges a change.
async fn killed_at_the_answer(databases: &Databases) {
    serve().await;
    let club = Club::new(databases, &["Anna", "Boris"]).await;
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for round in 0..kills() {
        let process = Process::start(&club);
        let mut anna = Member::comes(&process, "Anna").await;
        let word = format!("word{round}");
        let what = ["message", "list", "note", "account", "password", "result", "adjourned"];
        let what = what[round % what.len()];
        *notes.entry(what).or_default() += 1;
        match what {
            "message" => {
                anna.types(&format!("message boris {word}")).await;
                assert!(anna.hears("The following message was sent").await);
            }
            "list" => {
                anna.types(&format!("+censor {word}a")).await;
                anna.types("=censor").await;
                anna.types("+notify boris").await;
                anna.types("-notify boris").await;
                assert!(anna.hears("removed from your notify list").await, "{}", anna.heard);
                anna.types(&format!("set 1 {word}")).await;
                assert!(anna.hears("Note 1 set").await, "{}", anna.heard);
            }
            "note" => {
                anna.types(&format!("set 2 {word}")).await;
                assert!(anna.hears("Note 2 set").await, "{}", anna.heard);
            }
            "account" => {
                let letters: String = word.bytes().map(|b| char::from(b'a' + b % 26)).collect();
                club.orders(&format!("addplayer {letters} {word}@example.org Somebody")).await;
            }
            "password" => {
                club.orders(&format!("asetpasswd boris secret-of-{word}")).await;
            }
            _ => {
                let mut boris = Member::comes(&process, "Boris").await;
                // Nobody keeps more than some messages.
                boris.types("clearmessages *").await;
                anna.types("match boris 3 0 rated white").await;
                assert!(boris.hears("Challenge:").await, "{}", boris.heard);
                boris.types("accept").await;
                assert!(anna.hears("Creating").await, "{}", anna.heard);
                anna.types("e4").await;
                assert!(boris.hears("P/e2-e4").await, "{}", boris.heard);
                boris.types("e5").await;
                assert!(anna.hears("P/e7-e5").await, "{}", anna.heard);
                if what == "result" {
                    boris.types("resign").await;
                    assert!(anna.hears("rating adjustment").await, "{}", anna.heard);
                } else {
                    anna.types("adjourn").await;
                    boris.types("adjourn").await;
                    assert!(boris.hears("adjourned by mutual agreement").await, "{}", boris.heard);
                }
            }
        }
        process.kill();
        let stored = club.stored().await;
        let account = |key: &str| stored.accounts.iter().find(|a| a.key == key).expect(key);
        match what {
            "message" => {
                let sent = stored.messages.iter().any(|message| message.text.contains(&word));
                assert!(sent, "{round}: {:?}", stored.messages);
            }
            "list" | "note" => assert!(account("anna").data.contains(&word), "{round}"),
            "account" => {
                let email = format!("{word}@example.org");
                let made = stored.accounts.iter().find(|account| account.email == email);
                let made = made.unwrap_or_else(|| panic!("{round}: no account"));
                assert!(!made.password_hash.is_empty(), "{round}");
            }
            "password" => {
                let password = format!("secret-of-{word}");
                let verdict = verify(password.as_bytes(), &account("boris").password_hash);
                assert_eq!(verdict, Verdict::Right, "{round}");
            }
            "result" => {
                let games = notes["result"];
                let losses = stored.ratings.iter().find(|r| r.account == "boris").map(|r| r.losses);
                assert_eq!((stored.last_game, losses), (games as i64, Some(games as i64)));
            }
            _ => assert_eq!(stored.adjourned.len(), 1, "{round}"),
        }
        // Boris can come again, and so can the next game.
        if ["password", "adjourned"].contains(&what) {
            let process = Process::start(&club);
            club.orders("asetpasswd boris secret-word").await;
            if what == "adjourned" {
                club.orders("adjudicate anna boris abort").await;
            }
            process.kill();
            assert_eq!(club.stored().await.adjourned.len(), 0);
        }
    }
    print(&format!("killed at the answer: {notes:?}, nothing was lost"));
}

on_each_database!(under_load, killed_under_load);

/// Counts of what was acknowledged to a member.
#[derive(Default)]
struct Acknowledged {
    results: i64,
    messages: usize,
    /// Plies of the running game before the last acknowledged change.
    moves: usize,
}

/// The server is killed at any moment while games end and messages are left.
async fn killed_under_load(databases: &Databases) {
    const PAIRS: [[&str; 2]; 4] =
        [["Anna", "Boris"], ["Cecil", "Donna"], ["Emil", "Frida"], ["Gerd", "Hanna"]];
    let names = PAIRS.concat();
    let club = Club::new(databases, &names).await;
    let (mut results, mut messages, mut running) = (0, 0, 0);
    let mut before = club.stored().await;
    for round in 0..kills() {
        let process = Process::start(&club);
        let mut clients = tokio::task::JoinSet::new();
        for (index, [white, black]) in PAIRS.into_iter().enumerate() {
            let (white, black) =
                (Member::comes(&process, white).await, Member::comes(&process, black).await);
            match index {
                0 => clients.spawn(long_game(white, black)),
                _ => clients.spawn(short_games(white, black, round)),
            };
        }
        let time = 300 + (round as u64).wrapping_mul(7919) % 900;
        tokio::time::sleep(Duration::from_millis(time)).await;
        process.kill();
        let acknowledged: Vec<(String, Acknowledged)> = soon(clients.join_all()).await;
        let stored = club.stored().await;
        for (name, acknowledged) in acknowledged {
            let key = name.to_lowercase();
            let played = |snapshot: &Snapshot| -> i64 {
                let own = snapshot.ratings.iter().filter(|rating| rating.account == key);
                own.map(|rating| rating.wins + rating.losses + rating.draws).sum()
            };
            let more = played(&stored) - played(&before);
            assert!(
                more >= acknowledged.results,
                "{round}: {name} has {more} results, not {}",
                acknowledged.results
            );
            let text = message(round);
            let own = stored.messages.iter().filter(|m| m.from == name && m.text == text);
            let left = own.count();
            assert!(
                left >= acknowledged.messages,
                "{round}: {name} left {}, not {left}",
                acknowledged.messages
            );
            results += acknowledged.results;
            messages += acknowledged.messages;
            if acknowledged.moves > 0 {
                let game = stored.adjourned.iter().find(|game| game.white == key);
                let game = game.unwrap_or_else(|| panic!("{round}: no game of {name}"));
                let moves = stored.moves.iter().flat_map(|row| row.data.lines());
                let own = format!("{} ", game.revision);
                let moves = moves.filter(|line| line.starts_with(&own)).count();
                assert!(
                    moves >= acknowledged.moves,
                    "{round}: {moves} moves of {}",
                    acknowledged.moves
                );
                running += 1;
            }
        }
        before = stored;
    }
    print(&format!(
        "killed under load: {results} results, {messages} messages and {running} running games \
         were there"
    ));
}

/// Rated games that go on from one server to the next.
async fn long_game(mut white: Member, mut black: Member) -> (String, Acknowledged) {
    let mut acknowledged = Acknowledged::default();
    loop {
        white.types(&format!("match {} 60 0 rated white", black.name)).await;
        black.hears("Challenge:").await;
        black.types("accept").await;
        if !repeat_moves(&mut white, &mut black, &mut acknowledged).await {
            break;
        }
        acknowledged.moves = 0;
        white.types("abort").await;
        black.types("abort").await;
        white.hears("aborted by mutual agreement").await;
    }
    (white.name, acknowledged)
}

/// Plays up to move 60; returns false if the server is gone before.
async fn repeat_moves(
    white: &mut Member,
    black: &mut Member,
    acknowledged: &mut Acknowledged,
) -> bool {
    let mut first = None;
    while let Some(board) = white.board().await {
        let fields: Vec<&str> = board.split(' ').collect();
        let is_white = fields[8] == "W";
        let number: usize = fields[25].parse().expect("the number of the move");
        if number > 60 {
            return true;
        }
        let moves = 2 * number - usize::from(is_white);
        let first = *first.get_or_insert(moves);
        // Moves do not wait for the disk, but what is acknowledged after them is stored after them.
        if moves.is_multiple_of(8) {
            white.types(&format!("set 1 {number}")).await;
            if !white.hears("Note 1 set").await {
                return false;
            }
            acknowledged.moves = moves - first;
        }
        let at_home = if is_white { fields[7].ends_with("NR") } else { fields[0].ends_with("nr") };
        match (is_white, at_home) {
            (true, true) => white.types("Nf3").await,
            (true, false) => white.types("Ng1").await,
            (false, true) => black.types("Nf6").await,
            (false, false) => black.types("Ng8").await,
        }
    }
    false
}

/// Rated games of two moves, and a message after each.
async fn short_games(mut white: Member, mut black: Member, round: usize) -> (String, Acknowledged) {
    let mut acknowledged = Acknowledged::default();
    black.types("clearmessages *").await;
    loop {
        white.types(&format!("match {} 3 0 rated white", black.name)).await;
        if !black.hears("Challenge:").await {
            break;
        }
        black.types("accept").await;
        if !white.hears("Creating:").await {
            break;
        }
        white.types("e4").await;
        black.hears("P/e2-e4").await;
        black.types("e5").await;
        white.hears("P/e7-e5").await;
        white.types("resign").await;
        if !white.hears("rating adjustment").await {
            break;
        }
        acknowledged.results += 1;
        white.types(&format!("message {} {}", black.name, message(round))).await;
        if !white.hears("The following message was sent").await {
            break;
        }
        acknowledged.messages += 1;
    }
    (white.name, acknowledged)
}

/// The message that is left after each game of a round.
fn message(round: usize) -> String {
    format!("well played in round {round}")
}

#[expect(clippy::print_stdout, reason = "the numbers are of interest")]
fn print(words: &str) {
    println!("{words}");
}
