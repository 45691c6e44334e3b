//! Browsers that play: a WebSocket each, and the real chess server.

use futures_util::{SinkExt, StreamExt};
use partie_server::{IcsApp, Server, transport::Port};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, http::StatusCode},
};

use super::{
    chat::{Folder, soon},
    ending::{open, open_with},
};

/// A browser's window.
struct Window {
    socket: WebSocketStream<TcpStream>,
    token: String,
    seen: u64,
    next: u32,
}

type Answer = tungstenite::handshake::client::Response;

async fn dial(
    server: &Server<IcsApp>,
    origin: Option<&str>,
) -> Result<(WebSocketStream<TcpStream>, Answer), tungstenite::Error> {
    dial_from(server, origin, None).await
}

/// Connects from an address, as a proxy says it.
async fn dial_from(
    server: &Server<IcsApp>,
    origin: Option<&str>,
    client: Option<&str>,
) -> Result<(WebSocketStream<TcpStream>, Answer), tungstenite::Error> {
    let (_, address) =
        *server.addresses().iter().find(|(port, _)| *port == Port::Http).expect("the port");
    let stream = TcpStream::connect(address).await.expect("connect");
    let mut request = format!("ws://{address}/live").into_client_request().expect("a request");
    let own = format!("http://{address}");
    let origin = origin.map(|origin| if origin == "own" { own.as_str() } else { origin });
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().expect("a value"));
    }
    if let Some(client) = client {
        request.headers_mut().insert("x-forwarded-for", client.parse().expect("a value"));
    }
    soon(Box::pin(client_async(request, stream))).await
}

impl Window {
    async fn open(server: &Server<IcsApp>, token: Option<&str>, seen: u64) -> Window {
        let (socket, _) = dial(server, Some("own")).await.expect("upgrade");
        let mut window = Window { socket, token: String::new(), seen, next: 1 };
        window
            .send(json!({"type": "hello", "version": 2, "token": token, "seen": seen, "language": "en"}))
            .await;
        let welcome = window.next().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        assert_eq!(welcome["resumed"], token.is_some());
        window.next = welcome["taken"].as_u64().expect("a number") as u32 + 1;
        welcome["token"].as_str().expect("a token").clone_into(&mut window.token);
        window
    }

    async fn guest(server: &Server<IcsApp>, name: &str) -> Window {
        let mut window = Window::open(server, None, 0).await;
        window.until(|change| change["kind"] == "login-required").await;
        window.ask(json!({"type": "login", "name": name, "password": ""})).await;
        let started = window.until(|change| change["kind"] == "started").await;
        assert_eq!(started["name"], name);
        window
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// Sends a request with the next number.
    async fn ask(&mut self, mut message: Value) {
        message["id"] = json!(self.next);
        self.next += 1;
        self.send(message).await;
    }

    async fn line(&mut self, text: &str) {
        self.ask(json!({"type": "line", "text": text})).await;
    }

    /// The next message. News come one after the other.
    async fn next(&mut self) -> Value {
        let message = soon(self.socket.next()).await.expect("more").expect("a message");
        let message: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
        if message["type"] == "news" {
            assert_eq!(message["number"], self.seen + 1);
            self.seen += 1;
        }
        message
    }

    /// The next change of a kind.
    async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if is_it(&message["change"]) {
                return message["change"].clone();
            }
        }
    }

    async fn moves(&mut self, uci: &str) {
        let board = self
            .until(|change| {
                change["kind"] == "board" && !change["moves"].as_array().expect("moves").is_empty()
            })
            .await;
        let (game, ply) = (&board["game"], &board["current"]["ply"]);
        self.ask(json!({"type": "move", "game": game, "ply": ply, "uci": uci})).await;
    }

    async fn san(&mut self, san: &str) {
        self.until(|change| change["kind"] == "board" && change["current"]["san"] == san).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_browsers_play_and_one_sleeps() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let mut anna = Window::guest(&server, "Anna").await;
    let mut boris = Window::guest(&server, "Boris").await;
    anna.line("seek 5 0 unrated white").await;
    let seek = boris.until(|change| change["kind"] == "seek").await;
    boris.line(&format!("play {}", seek["index"])).await;
    anna.moves("f2f3").await;
    boris.moves("e7e5").await;
    anna.san("e5").await;

    // Boris' connection breaks. What happens meanwhile he gets once, and his game goes on.
    let (token, seen) = (boris.token.clone(), boris.seen);
    drop(boris);
    anna.ask(json!({"type": "move", "game": 1, "ply": 2, "uci": "g2g4"})).await;
    anna.san("g4").await;
    let mut boris = Window::open(&server, Some(&token), seen).await;
    boris.moves("d8h4").await;
    for window in [&mut anna, &mut boris] {
        let ended = window.until(|change| change["kind"] == "ended").await;
        assert_eq!(
            (&ended["result"], &ended["reason"]),
            (&json!("0-1"), &json!("Anna checkmated"))
        );
    }

    // Another window takes over, and the one before hears of it.
    let mut other = Window::open(&server, Some(&token), 1_000_000).await;
    while boris.next().await["type"] != "replaced" {}
    assert!(matches!(soon(boris.socket.next()).await, Some(Ok(Message::Close(_))) | None));
    // It had no state: it begins anew, at a number of its own.
    let first = soon(other.socket.next()).await.expect("more").expect("a message");
    assert!(first.to_text().expect("text").contains("\"kind\":\"reset\""), "{first}");

    let stopped = soon(server.stop()).await;
    assert!(stopped.is_ok());
    loop {
        let message = soon(anna.socket.next()).await.expect("more").expect("a message");
        if message.to_text().expect("text").contains("\"kind\":\"closed\"") {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opponent_whose_page_is_away_is_reported_with_the_time_that_is_left() {
    let folder = Folder::new();
    let server = open(&folder).await;
    let mut anna = Window::guest(&server, "Anna").await;
    let mut boris = Window::guest(&server, "Boris").await;
    anna.line("seek 5 0 unrated white").await;
    let seek = boris.until(|change| change["kind"] == "seek").await;
    boris.line(&format!("play {}", seek["index"])).await;
    anna.moves("e2e4").await;
    boris.san("e4").await;
    let (token, seen) = (boris.token.clone(), boris.seen);
    drop(boris);
    let absent = anna.until(|change| change["kind"] == "absent").await;
    assert_eq!((&absent["name"], &absent["seconds"]), (&json!("Boris"), &json!(297)));
    // A page that is loaded again meanwhile learns it, too.
    let mut anna = Window::open(&server, Some(&anna.token.clone()), 1_000_000).await;
    let absent = loop {
        let message = soon(anna.socket.next()).await.expect("more").expect("a message");
        let message: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
        if message["change"]["kind"] == "absent" {
            anna.seen = message["number"].as_u64().expect("a number");
            break message["change"].clone();
        }
    };
    assert_eq!(absent["name"], "Boris");
    let _boris = Window::open(&server, Some(&token), seen).await;
    let back = anna.until(|change| change["kind"] == "absent").await;
    assert_eq!((&back["name"], &back["seconds"]), (&json!("Boris"), &Value::Null));
    soon(server.stop()).await.expect("stopped");
}

/// A school, a club and a mobile network have one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_setting_limits_connections_and_pages_of_an_address() {
    async fn welcomed(
        server: &Server<IcsApp>,
        client: &str,
    ) -> (WebSocketStream<TcpStream>, Value) {
        let (mut socket, _) = dial_from(server, Some("own"), Some(client)).await.expect("upgrade");
        let hello =
            json!({"type": "hello", "version": 2, "token": null, "seen": 0, "language": "en"});
        socket.send(Message::text(hello.to_string())).await.expect("sent");
        let answer = soon(socket.next()).await.expect("more").expect("a message");
        (socket, serde_json::from_str(answer.to_text().expect("text")).expect("JSON"))
    }
    let folder = Folder::new();
    let server = open_with(&folder.0, |config| config.listen.behind_proxy = true).await;
    let mut players = Vec::new();
    for player in 1..=25 {
        let (socket, answer) = welcomed(&server, "192.0.2.1").await;
        assert_eq!(answer["type"], "welcome", "player {player}: {answer}");
        players.push(socket);
    }
    drop(players);
    soon(server.stop()).await.expect("stopped");

    let folder = Folder::new();
    let server = open_with(&folder.0, |config| {
        config.listen.behind_proxy = true;
        config.limits.per_address = 2;
        config.limits.connections = 8;
    })
    .await;
    let mut players = Vec::new();
    for (client, answer) in [
        ("2001:db8:1:2::a", json!("welcome")),
        ("2001:db8:1:2::b", json!("welcome")),
        ("2001:db8:1:2::c", json!({"type": "refused", "reason": "address"})),
        ("192.0.2.7", json!("welcome")),
        ("192.0.2.8", json!("welcome")),
    ] {
        let (socket, found) = welcomed(&server, client).await;
        let found = if found["type"] == "welcome" { found["type"].clone() } else { found };
        assert_eq!(found, answer, "{client}");
        players.push(socket);
    }
    drop(players);
    soon(server.stop()).await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_pages_of_the_server_that_speak_the_protocol_get_a_session() {
    let folder = Folder::new();
    let server = open(&folder).await;
    for origin in [None, Some("https://evil.example"), Some("null")] {
        match dial(&server, origin).await {
            Err(tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin:?}");
            }
            other => panic!("{origin:?}: {:?}", other.map(|_| ())),
        }
    }
    let hello = |version: u32| json!({"type": "hello", "version": version, "token": null, "seen": 0, "language": "xx"});
    let refused = json!({"type": "refused", "reason": "version"});
    let long = json!({"type": "line", "id": 1, "text": "x".repeat(5000)});
    for (messages, answer) in [
        (vec![hello(99)], Some(refused)),
        (vec![json!({"type": "ping"})], None),
        (vec![json!("hello")], None),
        (vec![json!({"type": "hello", "version": 2})], None),
        (vec![long], None),
    ] {
        let (mut socket, _) = dial(&server, Some("own")).await.expect("upgrade");
        for message in &messages {
            socket.send(Message::text(message.to_string())).await.expect("sent");
        }
        let seen = match soon(socket.next()).await {
            Some(Ok(Message::Text(text))) => Some(serde_json::from_str(&text).expect("JSON")),
            _ => None,
        };
        assert_eq!(seen, answer, "{messages:?}");
    }
    // A secret that is not known begins a session of its own.
    let (mut socket, _) = dial(&server, Some("own")).await.expect("upgrade");
    let mut stranger = hello(2);
    stranger["token"] = json!("guessed");
    socket.send(Message::text(stranger.to_string())).await.expect("sent");
    let welcome = soon(socket.next()).await.expect("more").expect("a message");
    assert!(welcome.to_text().expect("text").contains("\"resumed\":false"), "{welcome}");
    // A client that sends without end is disconnected.
    let mut sent = 0;
    while sent < 10_000 && socket.send(Message::text(r#"{"type":"ping"}"#)).await.is_ok() {
        sent += 1;
    }
    let mut pongs = 0;
    while let Some(Ok(Message::Text(text))) = soon(socket.next()).await {
        pongs += u32::from(text.contains("pong"));
    }
    assert!(pongs < 200, "{pongs}");
    soon(server.stop()).await.expect("stopped");
}
