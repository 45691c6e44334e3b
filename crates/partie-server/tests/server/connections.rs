//! Telnet, TLS and WebSocket carry the same stream; limits hold; the end is in good order.

use std::{io::ErrorKind, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use partie_server::{
    BoundServer, CloseReason, Transport,
    hub::{Domain, Event, Outbox},
    transport::Port,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, http::HeaderValue},
};

use super::chat::{Folder, TestServer, config, soon, until};

/// Reads until the text ends with `end`, and gives all of it.
async fn heard(stream: &mut (impl AsyncRead + Unpin), end: &str) -> String {
    let mut all = Vec::new();
    soon(async {
        while !all.ends_with(end.as_bytes()) {
            let byte = stream.read_u8().await.unwrap_or_else(|fault| {
                panic!("{fault} after {:?}", String::from_utf8_lossy(&all))
            });
            all.push(byte);
        }
    })
    .await;
    String::from_utf8(all).expect("text")
}

async fn telnet(test: &TestServer) -> TcpStream {
    let mut stream = TcpStream::connect(test.address(Port::Telnet)).await.expect("connect");
    assert_eq!(heard(&mut stream, "login: ").await, "login: ");
    stream
}

/// A client that trusts the certificate in the data folder, and no other.
async fn secret(test: &TestServer, alpn: &[&[u8]]) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    let own = CertificateDer::from_pem_file(test.folder.0.join("certificate.pem")).expect("PEM");
    roots.add(own).expect("root");
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = alpn.iter().map(|p| p.to_vec()).collect();
    let stream = TcpStream::connect(test.address(Port::Tls)).await.expect("connect");
    let name = ServerName::try_from("localhost").expect("name");
    soon(TlsConnector::from(Arc::new(config)).connect(name, stream)).await.expect("handshake")
}

async fn websocket<S: AsyncRead + AsyncWrite + Unpin>(stream: S) -> WebSocketStream<S> {
    let (socket, _) =
        soon(Box::pin(client_async("ws://localhost/any/path", stream))).await.expect("upgrade");
    socket
}

/// The bytes of messages until they end with `end`.
async fn received<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
    end: &str,
) -> String {
    let mut all = Vec::new();
    soon(async {
        while !all.ends_with(end.as_bytes()) {
            match socket.next().await.expect("more").expect("message") {
                Message::Binary(bytes) => all.extend_from_slice(&bytes),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    })
    .await;
    String::from_utf8(all).expect("text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_transports_carry_the_same_stream() {
    let test = TestServer::open().await;
    let mut plain = telnet(&test).await;
    let mut tls = secret(&test, &[]).await;
    assert_eq!(heard(&mut tls, "login: ").await, "login: ", "telnet clients speak second");
    let stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
    let mut ws = websocket(stream).await;
    assert_eq!(received(&mut ws, "login: ").await, "login: ");
    let mut wss = websocket(secret(&test, &[]).await).await;
    assert_eq!(received(&mut wss, "login: ").await, "login: ");

    let metrics = Arc::clone(test.server.metrics());
    for &transport in Transport::ALL {
        assert_eq!(metrics.connections(transport), 1, "{transport:?}");
    }
    // One line in three packets, two lines in one message, a text without the end of its line.
    for piece in ["e", "2", "e4\n"] {
        plain.write_all(piece.as_bytes()).await.expect("write");
        plain.flush().await.expect("flush");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(heard(&mut plain, "e2e4\n").await, "said: e2e4\n");
    ws.send(Message::binary(&b"e7e5\nNf3\n"[..])).await.expect("send");
    assert_eq!(heard(&mut plain, "Nf3\n").await, "said: e7e5\nsaid: Nf3\n");
    wss.send(Message::text("Nc6")).await.expect("send");
    assert_eq!(heard(&mut plain, "Nc6\n").await, "said: Nc6\n");
    tls.write_all(b"Bb5\n").await.expect("write");
    let all = "said: e2e4\nsaid: e7e5\nsaid: Nf3\nsaid: Nc6\nsaid: Bb5\n";
    assert_eq!(heard(&mut tls, "Bb5\n").await, all);
    assert_eq!(received(&mut wss, "Bb5\n").await, all);

    plain.write_all(b"quit\n").await.expect("write");
    assert_eq!(heard(&mut plain, "bye.\n").await, "said: Bb5\nGoodbye.\n");
    assert_eq!(plain.read(&mut [0; 8]).await.expect("end"), 0);
    wss.close(None).await.expect("close");
    until(|| metrics.connections_ended(CloseReason::Left) == 1).await;
    until(|| metrics.connections_ended(CloseReason::Asked) == 1).await;

    let chat = soon(test.server.stop()).await.expect("stopped");
    assert_eq!(heard(&mut tls, "The server ends.\n").await, "The server ends.\n");
    assert_eq!(received(&mut ws, "ends.\n").await, format!("{all}The server ends.\n"));
    assert!(matches!(ws.next().await, Some(Ok(Message::Close(_)))));
    let opened = chat.log.iter().filter(|e| matches!(e, Event::Opened { .. })).count();
    assert_eq!(opened, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn browsers_that_announce_http_need_not_be_waited_for() {
    let test = TestServer::open().await;
    let stream = secret(&test, &[b"http/1.1"]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    // Longer than the wait for clients without ALPN.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut socket = websocket(stream).await;
    assert_eq!(received(&mut socket, "login: ").await, "login: ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_websocket_gets_its_subprotocol_and_answers_pings() {
    let test = TestServer::open().await;
    let stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
    let mut request = "ws://localhost/".into_client_request().expect("request");
    let offered = HeaderValue::from_static("binary, base64");
    request.headers_mut().insert("Sec-WebSocket-Protocol", offered);
    let (mut socket, response) = soon(client_async(request, stream)).await.expect("upgrade");
    assert_eq!(response.headers()["sec-websocket-protocol"], "binary");
    assert_eq!(received(&mut socket, "login: ").await, "login: ");
    socket.send(Message::Ping("are you there".into())).await.expect("ping");
    let pong = soon(socket.next()).await.expect("pong").expect("message");
    assert_eq!(pong, Message::Pong("are you there".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_requests_see_a_page_and_broken_ones_a_reason() {
    let test = TestServer::open().await;
    let ask = async |head: &str| {
        let mut stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
        stream.write_all(head.as_bytes()).await.expect("write");
        let mut answer = String::new();
        soon(stream.read_to_string(&mut answer)).await.expect("answer");
        answer
    };
    let page = ask("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.ends_with("</html>"), "{page}");
    let broken =
        ask("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n")
            .await;
    assert!(broken.starts_with("HTTP/1.1 400 "), "{broken}");
}

/// A name that another place made lead here would let its pages read answers and open `WebSocket`s.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_of_this_machine_answers_to_its_own_names() {
    for (behind_proxy, host, is_answered) in [
        (false, "localhost:5080", true),
        (false, "127.0.0.1", true),
        (false, "[::1]:5080", true),
        (false, "evil.example", false),
        (true, "chess.example", true),
    ] {
        let test = TestServer::with(|config| config.listen.behind_proxy = behind_proxy).await;
        let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let upgrade = format!("Upgrade: websocket\r\nConnection: Upgrade\r\n{key}");
        for (rest, expected) in [("Connection: close\r\n", "200"), (upgrade.as_str(), "101")] {
            let mut stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
            let origin = format!("Origin: http://{host}\r\n");
            let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{origin}{rest}\r\n");
            stream.write_all(head.as_bytes()).await.expect("write");
            let expected = if is_answered { expected } else { "403" };
            let answer = heard(&mut stream, "\r\n").await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{host}: {answer}");
        }
        soon(test.server.stop()).await.expect("stopped");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_who_is_too_slow_is_dropped_and_nobody_waits() {
    let test = TestServer::with(|config| config.limits.queue_bytes = 64 * 1024).await;
    let mut slow = telnet(&test).await;
    let mut other = telnet(&test).await;
    let metrics = Arc::clone(test.server.metrics());
    // 16 kB each, never read: the system's own buffers fill first, then the queue.
    let mut sent = 0;
    while metrics.connections_ended(CloseReason::TooSlow) == 0 && sent < 20_000 {
        if slow.write_all(b"flood\n").await.is_err() {
            break;
        }
        sent += 1;
        if sent % 50 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    until(|| metrics.connections_ended(CloseReason::TooSlow) == 1).await;
    other.write_all(b"still here\n").await.expect("write");
    assert_eq!(heard(&mut other, "said: still here\n").await, "said: still here\n");
    let chat = soon(test.server.stop()).await.expect("stopped");
    assert!(
        chat.log.iter().any(|e| matches!(e, Event::Closed { reason: CloseReason::TooSlow, .. }))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_one_too_many_gets_a_reason() {
    let test = TestServer::with(|config| config.limits.connections = 2).await;
    let first = telnet(&test).await;
    let _second = telnet(&test).await;
    let mut third = TcpStream::connect(test.address(Port::Telnet)).await.expect("connect");
    let mut text = String::new();
    soon(third.read_to_string(&mut text)).await.expect("text");
    assert_eq!(text, "\n\rThe server is full. Please try again later.\n\r");
    assert!(test.server.metrics().text().contains("connections_refused_total{why=\"full\"} 1"));
    drop(first);
    soon(async {
        loop {
            let mut again = TcpStream::connect(test.address(Port::Telnet)).await.expect("connect");
            let mut start = [0; 7];
            match again.read_exact(&mut start).await {
                Ok(_) if &start == b"login: " => break,
                Ok(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                Err(fault) => assert_ne!(fault.kind(), ErrorKind::ConnectionRefused),
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_wakes_the_domain_in_time() {
    let test = TestServer::open().await;
    let mut client = telnet(&test).await;
    client.write_all(b"bell\n").await.expect("write");
    let ring = heard(&mut client, "\n").await;
    let late: i64 = ring.trim().strip_prefix("ring ").expect("ring").parse().expect("number");
    assert!((0..500).contains(&late), "{late} ms late");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passwords_are_hashed_and_compared_beside_the_play() {
    let test = TestServer::open().await;
    let mut client = telnet(&test).await;
    client.write_all(b"hash\n").await.expect("write");
    let heard = heard(&mut client, "verified Right\n").await;
    assert_eq!(heard, "hashing\nhashed\nverified Right\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_for_an_acknowledgment_is_no_slow_reader() {
    let test = TestServer::with(|config| config.limits.queue_bytes = 64 * 1024).await;
    let mut client = telnet(&test).await;
    let lines = format!("hash\n{}here\n", "flood\n".repeat(20));
    client.write_all(lines.as_bytes()).await.expect("write");
    let heard = heard(&mut client, "said: here\n").await;
    assert!(heard.starts_with("hashing\n"));
    assert_eq!(heard.matches('x').count(), 20 * 16 * 1024);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_keeps_away_and_a_restart_keeps_the_certificate() {
    let test = TestServer::open().await;
    let refused = BoundServer::open(config(&test.folder.0), None).await;
    let Err(fault) = refused else { panic!("two servers in one folder") };
    assert!(fault.to_string().starts_with("another server uses the data folder"), "{fault}");
    let certificate = || std::fs::read(test.folder.0.join("certificate.pem")).expect("PEM");
    let before = certificate();
    soon(test.server.stop()).await.expect("stopped");
    let again = BoundServer::open(config(&test.folder.0), None).await;
    assert!(again.is_ok());
    assert_eq!(certificate(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_the_limits_hold_for_the_client() {
    let test = TestServer::with(|config| {
        config.listen.behind_proxy = true;
        config.limits.per_address = 1;
    })
    .await;
    let connect = async |client: &str| {
        let stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
        let mut request = "ws://localhost/".into_client_request().expect("request");
        // The first address is what the client says of itself.
        let list = HeaderValue::from_str(&format!("127.0.0.1, {client}")).expect("header");
        request.headers_mut().insert("X-Forwarded-For", list);
        soon(Box::pin(client_async(request, stream))).await.expect("upgrade").0
    };
    let mut first = connect("192.0.2.1").await;
    assert_eq!(received(&mut first, "login: ").await, "login: ");
    let mut second = connect("192.0.2.1").await;
    assert!(!matches!(soon(second.next()).await, Some(Ok(_))), "one too many");
    let mut other = connect("192.0.2.2").await;
    assert_eq!(received(&mut other, "login: ").await, "login: ");
    let chat = soon(test.server.stop()).await.expect("stopped");
    let peers: Vec<_> = chat
        .log
        .iter()
        .filter_map(|event| match event {
            Event::Opened { peer, .. } => Some(peer.ip().to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(peers, ["192.0.2.1", "192.0.2.2"]);
}

/// A browser lets every page open a WebSocket anywhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_places_open_a_websocket_only_if_they_are_listed() {
    for (listed, origin, is_answered) in [
        (&[][..], None, true),
        (&[], Some("own"), true),
        (&[], Some("https://chess.example.org"), false),
        (&[], Some("null"), false),
        (&["https://chess.example.org"], Some("https://chess.example.org"), true),
        (&["https://chess.example.org"], Some("http://chess.example.org"), false),
        (&["https://chess.example.org"], Some("own"), true),
        (&["*"], Some("https://chess.example.org"), true),
    ] {
        let test = TestServer::with(|config| {
            config.listen.websocket_origins = listed.iter().map(ToString::to_string).collect();
        })
        .await;
        let stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
        let mut request = "ws://localhost/".into_client_request().expect("request");
        let origin = origin.map(|origin| if origin == "own" { "http://localhost" } else { origin });
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_static(origin));
        }
        match soon(Box::pin(client_async(request, stream))).await {
            Ok((mut socket, _)) => {
                assert!(is_answered, "{listed:?} {origin:?}");
                assert_eq!(received(&mut socket, "login: ").await, "login: ");
            }
            Err(tungstenite::Error::Http(answer)) => {
                assert!(!is_answered, "{listed:?} {origin:?}");
                assert_eq!(answer.status(), 403);
            }
            Err(fault) => panic!("{listed:?} {origin:?}: {fault}"),
        }
        soon(test.server.stop()).await.expect("stopped");
    }
}

/// A WebSocket's cookie is its client's token, together with the page's origin.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_websocket_shows_that_its_client_is_the_same() {
    let test = TestServer::with(|config| config.listen.websocket_origins = vec!["*".into()]).await;
    let mut cookie = None;
    for (again, origin) in [
        (false, "https://chess.example.org"),
        (true, "https://chess.example.org"),
        (true, "https://other.example.org"),
        (false, "https://chess.example.org"),
    ] {
        let stream = TcpStream::connect(test.address(Port::Http)).await.expect("connect");
        let mut request = "ws://localhost/".into_client_request().expect("request");
        request.headers_mut().insert("Origin", HeaderValue::from_static(origin));
        if let Some(cookie) = cookie.clone().filter(|_| again) {
            request.headers_mut().insert("Cookie", cookie);
        }
        let (mut socket, response) =
            soon(Box::pin(client_async(request, stream))).await.expect("upgrade");
        assert_eq!(received(&mut socket, "login: ").await, "login: ");
        let set = response.headers().get("Set-Cookie");
        assert_eq!(set.is_some(), !again, "a cookie is set once");
        if let Some(set) = set {
            let (pair, _) = set.to_str().expect("text").split_once(';').expect("attributes");
            cookie = Some(HeaderValue::try_from(pair).expect("a cookie"));
        }
    }
    let _telnet = telnet(&test).await;
    let chat = soon(test.server.stop()).await.expect("stopped");
    let tokens: Vec<&Option<String>> = chat
        .log
        .iter()
        .filter_map(|event| match event {
            Event::Opened { token, .. } => Some(token),
            _ => None,
        })
        .collect();
    let [first, again, elsewhere, afresh, telnet] = tokens[..] else { panic!("{tokens:?}") };
    assert!(first.is_some() && first == again);
    assert!(elsewhere.is_some() && elsewhere != first);
    assert!(afresh.is_some() && afresh != first);
    assert!(telnet.is_none());
}

/// A domain whose deadline has always passed.
struct Restless(u64);

impl Domain for Restless {
    fn handle(&mut self, _: i64, event: Event, out: &mut Outbox) {
        if let Event::Opened { id, .. } = event {
            out.write(id, b"login: ");
        }
    }

    fn deadline(&self) -> Option<i64> {
        Some(0)
    }

    fn wake(&mut self, _: i64, _: &mut Outbox) {
        self.0 += 1;
    }

    fn shutdown(&mut self, _: i64, _: &mut Outbox) {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_that_stands_still_locks_nobody_out() {
    let folder = Folder::new();
    let (bound, _) = BoundServer::open(config(&folder.0), None).await.expect("bound");
    let server = bound.start(Restless(0)).expect("start");
    let telnet = server.addresses().iter().find(|(port, _)| *port == Port::Telnet);
    let mut client = TcpStream::connect(telnet.expect("telnet").1).await.expect("connect");
    assert_eq!(heard(&mut client, "login: ").await, "login: ");
    let Restless(wakes) = soon(server.stop()).await.expect("stopped");
    assert!(wakes > 0);
}
