//! Graceful shutdown: events reported to the players are there at the next start.

use std::{path::Path, sync::Arc};

use partie_ics::{Ics, Tick};
use partie_server::{
    BoundServer, Config, IcsApp, Metrics, Server,
    admin::Endpoint,
    hub::{Event, Verdict},
    password::verify,
    persistence::Persister,
    store::{Location, Store, model::Snapshot},
    transport::Port,
};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::chat::{Folder, TestServer, config, soon, until};

/// A chess server in a folder.
pub(crate) async fn open(folder: &Folder) -> Server<IcsApp> {
    open_with(&folder.0, |_| {}).await
}

/// A chess server in a folder, with other settings.
pub(crate) async fn open_with(folder: &Path, change: impl FnOnce(&mut Config)) -> Server<IcsApp> {
    let mut config = config(folder);
    change(&mut config);
    let line_bytes = config.limits.line_bytes;
    let (bound, snapshot) = soon(BoundServer::open(config, None)).await.expect("bound");
    let (persister, start) = Persister::open(snapshot, "Partie").expect("good rows");
    let ics = Ics::from_state(partie_ics::Config::default(), start, Tick(0), 1);
    bound.start(IcsApp::new(ics, Some(persister), line_bytes)).expect("start")
}

/// The content of a folder's database.
async fn stored(folder: &Folder) -> Snapshot {
    let location = Location::Sqlite(folder.0.join("partie.sqlite"));
    let (store, snapshot) =
        soon(Store::open(location, None, Arc::new(Metrics::new()))).await.expect("store");
    assert!(soon(store.close(std::time::Duration::from_mins(1))).await);
    snapshot
}

/// More passwords are set than may wait for comparison, one player's again and again, and the
/// server shuts down before they are hashed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_that_were_set_are_kept() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let endpoint = Endpoint::find(&folder.0);
    let names: Vec<String> =
        (b'a'..=b'j').flat_map(|a| (b'a'..=b'h').map(move |b| [a, b])).map(name).collect();
    let all = names.clone();
    let asked = tokio::task::spawn_blocking(move || {
        let done = |line: String| {
            let answer = endpoint.ask(&line).expect("answer");
            assert!(answer.done, "{line}: {}", answer.text);
        };
        for name in &all {
            done(format!("addplayer {name} {name}@example.org Somebody"));
        }
        for name in &all {
            done(format!("asetpasswd {name} secret-of-{name}"));
        }
        for number in 0..20 {
            done(format!("asetpasswd {} number-{number}", all[0]));
        }
    });
    soon(asked).await.expect("asked");
    tokio::time::timeout(std::time::Duration::from_mins(1), server.stop())
        .await
        .expect("in time")
        .expect("stopped");
    let accounts = stored(&folder).await.accounts;
    assert_eq!(accounts.len(), names.len());
    let without: Vec<_> = accounts.iter().filter(|a| a.password_hash.is_empty()).collect();
    assert!(without.is_empty(), "{without:?}");
    for (name, password) in [
        (&names[0], "number-19".to_owned()),
        (&names[1], format!("secret-of-{}", names[1])),
        (&names[79], format!("secret-of-{}", names[79])),
    ] {
        let account = accounts.iter().find(|a| a.handle == **name).expect("known");
        assert_eq!(verify(password.as_bytes(), &account.password_hash), Verdict::Right, "{name}");
    }
}

fn name(letters: [u8; 2]) -> String {
    format!("Lasker{}", letters.map(char::from).iter().collect::<String>())
}

/// Many slow events are queued when the server shuts down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_does_not_wait_for_what_has_come() {
    const CLIENTS: usize = 40;
    let TestServer { server, folder: _folder } = TestServer::open().await;
    let telnet = server.addresses().iter().find(|(port, _)| *port == Port::Telnet);
    let telnet = telnet.expect("open").1;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        clients.push(TcpStream::connect(telnet).await.expect("connect"));
    }
    for client in &mut clients {
        client.write_all(b"slow\n").await.expect("write");
    }
    let metrics = Arc::clone(server.metrics());
    until(|| !metrics.text().contains("latency_seconds_count 0\n")).await;
    let chat = soon(server.stop()).await.expect("stopped");
    let is_slow =
        |event: &&Event| matches!(event, Event::Bytes { bytes, .. } if bytes == b"slow\n");
    let handled = chat.log.iter().filter(is_slow).count();
    assert!(handled < CLIENTS / 2, "{handled} of {CLIENTS}");
}
