//! A domain small enough to see through: a chat. Each line is sent to everyone; some lines are
//! orders. It remembers every event.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use partie_server::{
    BoundServer, Config, Server, SessionId, Tally,
    admin::Answer,
    hub::{Domain, Event, Outbox},
    store::model::{Change, Fact},
    transport::Port,
};

#[derive(Default)]
pub(crate) struct Chat {
    pub(crate) log: Vec<Event>,
    lines: BTreeMap<SessionId, Vec<u8>>,
    bells: Vec<(i64, SessionId)>,
    asked_by: BTreeMap<u64, SessionId>,
}

impl Domain for Chat {
    fn handle(&mut self, now: i64, event: Event, out: &mut Outbox) {
        self.log.push(event.clone());
        match event {
            Event::Opened { id, .. } => {
                self.lines.insert(id, Vec::new());
                out.write(id, b"login: ");
                out.count(Tally::Logins, 1);
            }
            Event::Bytes { id, bytes } => {
                let mut line = self.lines.remove(&id).unwrap_or_default();
                for byte in bytes {
                    if byte == b'\n' {
                        self.line(now, id, &std::mem::take(&mut line), out);
                    } else {
                        line.push(byte);
                    }
                }
                self.lines.insert(id, line);
            }
            Event::Closed { id, .. } => {
                self.lines.remove(&id);
            }
            Event::Absent { .. } => {}
            Event::Verified { ticket, verdict } => {
                let id = self.asked_by[&ticket];
                out.write(id, format!("verified {verdict:?}\n").as_bytes());
            }
            Event::Hashed { ticket, hash } => {
                let id = self.asked_by[&ticket];
                let hash = hash.expect("a hash");
                out.verify(ticket, b"caro-kann", &hash);
                out.write(id, b"hashed\n");
            }
            Event::Asked { ticket, line } if line == "fail" => {
                out.answer(ticket, Answer::no("No.\n"));
            }
            Event::Asked { line, .. } if line == "silence" => {}
            Event::Storing { works } => {
                for id in self.lines.keys() {
                    out.write(*id, format!("storing {works}\n").as_bytes());
                }
            }
            Event::Asked { ticket, line } => {
                out.answer(ticket, Answer::ok(format!("You asked: {line}\n")));
            }
        }
    }

    fn deadline(&self) -> Option<i64> {
        self.bells.iter().map(|(at, _)| *at).min()
    }

    fn wake(&mut self, now: i64, out: &mut Outbox) {
        self.bells.retain(|(at, id)| {
            if *at <= now {
                out.write(*id, format!("ring {}\n", now - at).as_bytes());
            }
            *at > now
        });
    }

    fn shutdown(&mut self, _: i64, out: &mut Outbox) {
        for id in self.lines.keys() {
            out.write(*id, b"The server ends.\n");
        }
    }
}

impl Chat {
    fn line(&mut self, now: i64, id: SessionId, line: &[u8], out: &mut Outbox) {
        match line {
            b"quit" => {
                out.write(id, b"Goodbye.\n");
                out.close(id);
            }
            b"bell" => self.bells.push((now + 50, id)),
            b"flood" => out.write(id, &[b'x'; 16 * 1024]),
            b"slow" => std::thread::sleep(Duration::from_millis(50)),
            b"hash" => {
                self.asked_by.insert(1, id);
                out.write(id, b"hashing\n");
                out.hash(1, b"caro-kann");
            }
            b"keep" => out.store(Change::PutFact(Fact {
                kind: "test".into(),
                key: "kept".into(),
                data: "{}".into(),
            })),
            line => {
                for other in self.lines.keys().copied().chain([id]) {
                    out.write_with(other, |text| {
                        text.extend_from_slice(b"said: ");
                        text.extend_from_slice(line);
                        text.push(b'\n');
                    });
                }
            }
        }
    }
}

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("partie-server-{}-{next}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Every port on loopback, chosen by the system.
pub(crate) fn config(folder: &Path) -> Config {
    let mut config = Config::new(folder.to_path_buf());
    let any = || "127.0.0.1:0".parse().expect("address");
    config.listen.telnet = any();
    config.listen.tls = any();
    config.listen.http = any();
    config.listen.private = any();
    config
}

pub(crate) struct TestServer {
    pub(crate) server: Server<Chat>,
    pub(crate) folder: Folder,
}

impl TestServer {
    pub(crate) async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = Folder::new();
        let mut config = config(&folder.0);
        change(&mut config);
        let (bound, _) = BoundServer::open(config, None).await.expect("bound");
        let server = bound.start(Chat::default()).expect("start");
        Self { server, folder }
    }

    pub(crate) fn address(&self, port: Port) -> SocketAddr {
        let found = self.server.addresses().iter().find(|(p, _)| *p == port);
        found.expect("the port is open").1
    }
}

/// No test waits longer.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), what).await.expect("it takes too long")
}

/// Waits until a condition holds.
pub(crate) async fn until(mut so: impl FnMut() -> bool) {
    soon(async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}
