//! An unwritable database: players are notified, the server ends, stored data is not lost.

use std::{fs, io::Write, path::Path, process::Command, sync::Arc, time::Duration};

use partie_server::{
    IcsApp, Metrics, Server,
    admin::Endpoint,
    store::{Location, Store},
    transport::Port,
};
use rusqlite::Connection;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{
    chat::{Folder, TestServer, soon, until},
    ending::open,
};

/// A small disk of its own in a folder; it is gone with this.
struct Disk(Folder);

impl Disk {
    fn mount() -> Self {
        let folder = Folder::new();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=2m", "partie-test"]).arg(&folder.0);
        let done = mount.output().expect("mount");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Self(folder)
    }

    /// Leaves no byte free.
    fn fill(&self) {
        let mut file = fs::File::create(self.0.0.join("ballast")).expect("a file");
        for size in [1 << 16, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn free(&self) {
        fs::remove_file(self.0.0.join("ballast")).expect("the ballast");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0.0).output();
    }
}

/// Makes accounts whose names begin so, and gives the names.
async fn add_players(folder: &Path, begin: &str, count: u8) -> Vec<String> {
    let endpoint = Endpoint::find(folder);
    let names = (b'a'..b'a' + count).map(|last| format!("{begin}{}", char::from(last)));
    let names: Vec<String> = names.collect();
    let all = names.clone();
    let asked = tokio::task::spawn_blocking(move || {
        for name in &all {
            let line = format!("addplayer {name} {name}@example.org Somebody");
            assert!(endpoint.ask(&line).expect("answer").done, "{line}");
        }
    });
    soon(asked).await.expect("asked");
    names
}

/// The accounts that the next start finds in a folder.
async fn accounts(folder: &Path) -> Vec<String> {
    let location = Location::Sqlite(folder.join("partie.sqlite"));
    let opened = soon(Store::open(location, None, Arc::new(Metrics::new()))).await;
    let (store, snapshot) = opened.expect("a database");
    assert!(store.close(Duration::from_secs(20)).await);
    snapshot.accounts.into_iter().map(|account| account.handle).collect()
}

/// The state after a kill: the database and its log, as they are at one moment.
async fn accounts_after_a_kill(folder: &Path) -> Vec<String> {
    let copy = Folder::new();
    let files = || ["partie.sqlite", "partie.sqlite-wal"].map(|name| fs::read(folder.join(name)));
    let mut before = files().map(|file| file.expect("a file"));
    loop {
        let now = files().map(|file| file.expect("a file"));
        if now == before {
            break;
        }
        before = now;
    }
    let [database, log] = before;
    fs::write(copy.0.join("partie.sqlite"), database).expect("a copy");
    fs::write(copy.0.join("partie.sqlite-wal"), log).expect("a copy");
    accounts(&copy.0).await
}

/// Waits until accounts are in the database.
async fn are_stored(folder: &Path, names: &[String]) {
    soon(async {
        loop {
            let stored = accounts_after_a_kill(folder).await;
            if names.iter().all(|name| stored.contains(name)) {
                return;
            }
        }
    })
    .await;
}

/// An administrator who is logged in over telnet.
async fn administrator(server: &Server<IcsApp>, folder: &Path) -> TcpStream {
    let endpoint = Endpoint::find(folder);
    let asked = tokio::task::spawn_blocking(move || {
        for line in [
            "addplayer Root root@example.org Root",
            "asetpasswd root secret-word",
            "asetadmin root 60",
        ] {
            assert!(endpoint.ask(line).expect("answer").done, "{line}");
        }
    });
    soon(asked).await.expect("asked");
    let (_, address) =
        server.addresses().iter().find(|(port, _)| *port == Port::Telnet).expect("telnet");
    let mut stream = TcpStream::connect(address).await.expect("connect");
    // The password is typed before its hash is ready.
    stream.write_all(b"root\nsecret-word\n").await.expect("write");
    hears(&mut stream, "**** Starting FICS session as Root").await;
    stream.write_all(b"set width 240\n").await.expect("write");
    stream
}

async fn hears(stream: &mut TcpStream, words: &str) {
    let mut all = Vec::new();
    soon(async {
        while !String::from_utf8_lossy(&all).contains(words) {
            all.push(stream.read_u8().await.expect("more"));
        }
    })
    .await;
}

mod needs_root {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs root, to mount a small disk"]
    async fn a_full_disk_loses_nothing_that_was_stored() {
        let disk = Disk::mount();
        let folder = &disk.0.0;
        let server = open(&disk.0).await;
        let mut root = administrator(&server, folder).await;
        let stored = add_players(folder, "Before", 9).await;
        are_stored(folder, &stored).await;

        disk.fill();
        let healthy = server.healthy();
        let mut waiting = Vec::new();
        for letter in 'a'..='z' {
            waiting.extend(add_players(folder, &format!("Waits{letter}"), 26).await);
            if !*healthy.borrow() {
                break;
            }
        }
        until(|| !*healthy.borrow()).await;
        hears(&mut root, "**** The database cannot be written.").await;
        // The server works all the same.
        root.write_all(b"finger waitsaa\n").await.expect("write");
        hears(&mut root, "Finger of Waitsaa").await;
        let left = accounts_after_a_kill(folder).await;
        assert!(stored.iter().all(|name| left.contains(name)), "{left:?}");
        assert!(left.len() < 1 + stored.len() + waiting.len(), "nothing failed");

        // With room again, all waiting changes are stored.
        disk.free();
        hears(&mut root, "**** Results are stored again.").await;
        are_stored(folder, &stored).await;
        are_stored(folder, &waiting).await;

        // Full once more, and asked to stop.
        disk.fill();
        for letter in 'a'..='z' {
            add_players(folder, &format!("Lost{letter}"), 26).await;
            if !*healthy.borrow() {
                break;
            }
        }
        until(|| !*healthy.borrow()).await;
        let fault = soon(server.stop()).await.map(drop).expect_err("not all is stored");
        assert_eq!(fault.to_string(), "not everything could be stored");
        disk.free();
        let left = accounts(folder).await;
        assert!(stored.iter().chain(&waiting).all(|name| left.contains(name)), "{left:?}");
    }
}

/// Very many changes wait, so that the server itself waits for the database. It ends, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_waits_for_the_database_ends() {
    let test = TestServer::open().await;
    let other = Connection::open(test.folder.0.join("partie.sqlite")).expect("connect");
    other.execute_batch("BEGIN IMMEDIATE").expect("lock");
    let mut stream = TcpStream::connect(test.address(Port::Telnet)).await.expect("connect");
    let lines = "keep\n".repeat(1000);
    let written = async {
        // The server reads no more once it waits.
        let second = Duration::from_secs(1);
        while tokio::time::timeout(second, stream.write_all(lines.as_bytes())).await.is_ok() {}
    };
    tokio::time::timeout(Duration::from_mins(1), written).await.expect("it waits");
    let stopped = tokio::time::timeout(Duration::from_mins(1), test.server.stop()).await;
    let fault = stopped.expect("an end").map(drop).expect_err("not all is stored");
    assert_eq!(fault.to_string(), "not everything could be stored");
}
