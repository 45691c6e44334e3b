//! Request lines of HTTP in every form of a target that there is, and some that there are not.
//!
//! `PARTIE_FUZZ_SECONDS` says how long this goes on beyond its first rounds, and
//! `PARTIE_FUZZ_SEED` repeats the seed that a failing test has printed.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use partie_server::{
    ApiReply,
    pages::{PageOptions, serve_library},
    transport::Port,
};
use partie_testkit::random::Chance;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::chat::{TestServer, soon};

const METHODS: &[&str] =
    &["GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "DELETE", "PRI", "get", "é", ""];

/// Targets of the four forms of RFC 9112: of origin, absolute, of authority, and the asterisk.
const TARGETS: &[&str] = &[
    "/",
    "*",
    "localhost:80",
    "a:1",
    "a",
    "[::1]:443",
    "user@a:1",
    "http://a",
    "http://a?lang=cs",
    "http://a/",
    "http://a/games/1",
    "ftp:",
    "//a/b",
    "",
    "?",
    "?a=b",
    "#",
];

/// Pieces of paths and queries.
const PIECES: &[&str] = &[
    "/",
    "/games",
    "/games/1",
    "/pgn",
    "/embed",
    "/embed/games/1",
    "/shared/",
    "/read",
    "/download",
    "/share",
    "/play",
    "/live",
    "/explore",
    "/statistics",
    "/players",
    "/tournaments",
    "/board.svg",
    "/assets/",
    "/settings",
    "/import",
    "/masters",
    "/lichess",
    "/player",
    "/metrics",
    "/healthz",
    "..",
    "%2e%2e",
    "%",
    "%zz",
    "%ff",
    "%00",
    "//",
    "\\",
    "é",
    "?",
    "&",
    "=",
    "#",
    ":",
    "@",
    "*",
    "?lang=cs",
    "?fen=",
    "8/8/8/8",
    "-1",
    "18446744073709551616",
    "http://",
    "a:1",
    "[",
    "]",
    ";",
];

fn target(chance: &mut Chance) -> String {
    let mut target = String::new();
    if chance.below(2) == 0 {
        target += TARGETS[chance.below(TARGETS.len())];
    }
    for _ in 0..chance.below(5) {
        target += PIECES[chance.below(PIECES.len())];
    }
    target
}

/// Sends the head of a request and reads the beginning of the response: empty if the task that
/// answers has panicked.
async fn answer(address: SocketAddr, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connect");
    stream.write_all(head.as_bytes()).await.expect("write");
    let mut answer = vec![0; 1 << 16];
    let length = soon(stream.read(&mut answer)).await.unwrap_or_default();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

/// The addresses of a server's two ports of HTTP, and of one with the pages and API of a library.
async fn ports(test: &TestServer) -> [SocketAddr; 3] {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let library = listener.local_addr().expect("its address");
    let reply = |path: &str, query: &str| ApiReply {
        status: 200,
        content_type: "text/plain",
        body: format!("{path} {query}").into_bytes(),
    };
    tokio::spawn(serve_library(listener, PageOptions::default(), reply));
    [test.address(Port::Http), test.address(Port::Private), library]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_without_a_path_is_answered() {
    let test = TestServer::open().await;
    for address in ports(&test).await {
        for line in
            ["CONNECT localhost:80", "GET a:1", "OPTIONS *", "GET http://a", "GET http://a?b"]
        {
            let head = format!("{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let answer = answer(address, &head).await;
            assert!(answer.starts_with("HTTP/1.1 "), "{line}: {answer:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_target_is_answered() {
    let variable = |name| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let seed = variable("PARTIE_FUZZ_SEED").unwrap_or(2026);
    let time = Duration::from_secs(variable("PARTIE_FUZZ_SECONDS").unwrap_or(0));
    eprintln!("PARTIE_FUZZ_SEED={seed} repeats this");
    let (start, mut chance) = (Instant::now(), Chance::new(seed));
    let test = TestServer::open().await;
    let ports = ports(&test).await;
    let mut rounds = 0;
    while rounds < 1000 || start.elapsed() < time {
        let line = format!("{} {}", METHODS[chance.below(METHODS.len())], target(&mut chance));
        let upgrade = ["", "Upgrade: websocket\r\nConnection: Upgrade\r\n"][chance.below(2)];
        let head =
            format!("{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{upgrade}\r\n");
        let answer = answer(ports[chance.below(3)], &head).await;
        assert!(answer.starts_with("HTTP/1.1 "), "{line}: {answer:?}");
        rounds += 1;
    }
    let private = test.address(Port::Private);
    let metrics = answer(private, "GET /metrics HTTP/1.0\r\n\r\n").await;
    assert!(metrics.contains("\npartie_panics_total 0\n"), "{metrics}");
}
