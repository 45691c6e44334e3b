//! Malicious and broken clients: nobody else notices, and nothing grows.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use partie_server::{CloseReason, IcsApp, Server, Transport, transport::Port};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use super::{
    chat::{Folder, TestServer, soon, until},
    ending::open,
};

/// Reads until `end` has come.
async fn heard(stream: &mut TcpStream, end: &str) -> String {
    let mut all = Vec::new();
    soon(async {
        while !all.windows(end.len()).any(|part| part == end.as_bytes()) {
            let read = stream.read_buf(&mut all).await.expect("read");
            assert!(read > 0, "it ended after {:?}", String::from_utf8_lossy(&all));
        }
    })
    .await;
    String::from_utf8_lossy(&all).into_owned()
}

async fn guest(server: &Server<IcsApp>) -> TcpStream {
    let telnet = server.addresses().iter().find(|(port, _)| *port == Port::Telnet);
    let mut stream = TcpStream::connect(telnet.expect("open").1).await.expect("connect");
    heard(&mut stream, "login: ").await;
    stream.write_all(b"guest\n\n").await.expect("write");
    heard(&mut stream, "fics% ").await;
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_commands_holds_up_nobody() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let over = Arc::new(AtomicBool::new(false));
    for _ in 0..10 {
        let (mut reader, mut writer) = guest(&server).await.into_split();
        // These clients read their input: others are cut anyway.
        tokio::spawn(async move {
            let mut buffer = vec![0; 1 << 16];
            while reader.read(&mut buffer).await.is_ok_and(|count| count > 0) {}
        });
        let over = Arc::clone(&over);
        tokio::spawn(async move {
            let lines = "\n".repeat(1 << 16);
            while !over.load(Ordering::Relaxed) && writer.write_all(lines.as_bytes()).await.is_ok()
            {
            }
        });
    }
    let mut player = guest(&server).await;
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        player.write_all(b"date\n").await.expect("write");
        heard(&mut player, "GMT  ").await;
    }
    over.store(true, Ordering::Relaxed);
    soon(server.stop()).await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_million_bytes_without_an_end_are_one_line_too_long() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let mut player = guest(&server).await;
    let piece = vec![b'x'; 1 << 16];
    for _ in 0..160 {
        player.write_all(&piece).await.expect("write");
    }
    player.write_all(b"\ndate\n").await.expect("write");
    let received = heard(&mut player, "GMT  ").await;
    assert_eq!(received.matches("too long").count(), 1, "{received}");
    soon(server.stop()).await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_bytes_are_no_end_of_the_world() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let mut player = guest(&server).await;
    player
        .write_all(b"\0\0\nset 1 a\0b\xff\xfe\x01\x1b[2Jc\n\xff\xf4\xff\xfd\x06shout \0\nfinger\n")
        .await
        .expect("write");
    let received = heard(&mut player, " 1: ab[2Jc").await;
    assert!(!received.contains('\0') && !received.contains("\x1b["), "{received:?}");
    soon(server.stop()).await.expect("stopped");
}

/// A client reads nothing and is asked to leave: its bytes cannot be sent, but its place becomes
/// free.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_cannot_stay_after_the_end() {
    let test = TestServer::with(|config| config.limits.queue_bytes = 1 << 30).await;
    let socket = TcpSocket::new_v4().expect("socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let address = test.address(Port::Telnet);
    let mut deaf = soon(socket.connect(address)).await.expect("connect");
    deaf.write_all("flood\n".repeat(2000).as_bytes()).await.expect("write");
    deaf.write_all(b"quit\n").await.expect("write");
    let metrics = Arc::clone(test.server.metrics());
    until(|| metrics.connections_ended(CloseReason::Asked) == 1).await;
    assert_eq!(metrics.connections(Transport::Telnet), 0);
    drop(deaf);
    soon(test.server.stop()).await.expect("stopped");
}

/// The first bytes of a WebSocket.
const UPGRADE: &str = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A frame as a client sends it, masked with zeros.
fn frame(head: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![head];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        long => {
            bytes.push(0xff);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_every_kind() {
    let test = TestServer::open().await;
    let open = async || {
        let mut stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
        stream.write_all(UPGRADE.as_bytes()).await.expect("write");
        heard(&mut stream, "login: ").await;
        stream
    };
    // One message in three frames with a ping between them, byte by byte.
    let mut good = open().await;
    let pieces = [frame(0x01, b"e2"), frame(0x89, b"hey"), frame(0x00, b"e"), frame(0x80, b"4")];
    for byte in pieces.concat() {
        good.write_all(&[byte]).await.expect("write");
    }
    let received = heard(&mut good, "said: e2e4\n").await;
    assert!(received.starts_with("\u{fffd}\u{3}hey"), "the ping comes back first: {received:?}");

    // Input that ends the connection, and only this one.
    let metrics = Arc::clone(test.server.metrics());
    let mut unmasked = frame(0x81, b"e7e5");
    unmasked[1] &= 0x7f;
    let giant = vec![0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
    let broken = [
        ("a frame without mask", unmasked),
        ("no such kind of frame", frame(0x83, b"")),
        ("a reserved bit", frame(0xc1, b"e7e5")),
        ("a continuation of nothing", frame(0x80, b"e7e5")),
        ("a ping in two frames", frame(0x09, b"a")),
        ("text that is no UTF-8", frame(0x81, b"\xff\xfe")),
        ("a message over the limit", frame(0x82, &b"x".repeat(70_000))),
        ("the head of a frame of 2^63 bytes", giant),
    ];
    for (number, (what, bytes)) in broken.into_iter().enumerate() {
        let mut bad = open().await;
        bad.write_all(&bytes).await.expect(what);
        until(|| metrics.connections_ended(CloseReason::Broken) == number as u64 + 1).await;
    }
    let mut leaving = open().await;
    leaving.write_all(&frame(0x88, &[3, 232])).await.expect("write");
    until(|| metrics.connections_ended(CloseReason::Left) == 1).await;
    let mut rest = Vec::new();
    soon(leaving.read_to_end(&mut rest)).await.expect("the end");
    assert_eq!(rest.first(), Some(&0x88), "a farewell for a farewell: {rest:?}");

    good.write_all(&frame(0x81, b"Nf3")).await.expect("write");
    heard(&mut good, "said: Nf3\n").await;
    soon(test.server.stop()).await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_at_the_ports_for_tls_and_http() {
    let test = TestServer::open().await;
    for port in [Port::Tls, Port::Http] {
        for garbage in [
            vec![0; 70_000],
            vec![b'A'; 200_000],
            [b"GET /".as_slice(), &b"a".repeat(100_000)].concat(),
            ["GET / HTTP/1.1\r\n", &"a: b\r\n".repeat(20_000)].concat().into_bytes(),
            [b"\x16\x03\x01\xff\xff".as_slice(), &[1].repeat(70_000)].concat(),
        ] {
            let mut stream = TcpStream::connect(test.address(port)).await.expect("connect");
            // It may be cut while this is still being sent.
            let _ = stream.write_all(&garbage).await;
            let mut answer = Vec::new();
            // The connection ends, cleanly or not.
            let _ = soon(stream.read_to_end(&mut answer)).await;
            assert!(answer.len() < 1000, "{:?}", String::from_utf8_lossy(&answer));
        }
    }
    let metrics = test.server.metrics();
    assert!(Transport::ALL.iter().all(|transport| metrics.connections(*transport) == 0));
    soon(test.server.stop()).await.expect("stopped");
}
