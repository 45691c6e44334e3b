//! The administrator's endpoint.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    path::Path,
};

use partie_server::{
    admin::{Answer, Endpoint, EndpointKind, LONGEST_LINE, PORT_FILE, SOCKET},
    hub::Event,
};

use super::chat::{TestServer, soon};

async fn server(kind: EndpointKind) -> TestServer {
    TestServer::with(|config| config.listen.admin = kind).await
}

/// Checks that only the user who runs the server may use a file.
#[cfg(unix)]
fn assert_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;

    let mode = std::fs::metadata(path).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(not(unix))]
fn assert_private(path: &Path) {
    assert!(path.exists());
}

/// The port and the token in a data folder.
fn port_and_token(folder: &Path) -> (u16, String) {
    let text = std::fs::read_to_string(folder.join(PORT_FILE)).expect("the file");
    let (port, token) = text.trim_end().split_once(' ').expect("two words");
    (port.parse().expect("a port"), token.to_owned())
}

/// Connects as the client does.
fn connect(kind: EndpointKind, folder: &Path) -> Box<dyn ReadAndWrite> {
    match kind {
        #[cfg(unix)]
        EndpointKind::Socket => {
            use std::os::unix::net::UnixStream;
            Box::new(UnixStream::connect(folder.join(SOCKET)).expect("connected"))
        }
        #[cfg(not(unix))]
        EndpointKind::Socket => unreachable!("there are no Unix sockets"),
        EndpointKind::Port => {
            let (port, token) = port_and_token(folder);
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connected");
            writeln!(stream, "token {token}").expect("written");
            Box::new(stream)
        }
    }
}

trait ReadAndWrite: Read + Write {}
impl<T: Read + Write> ReadAndWrite for T {}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_answered_one_after_the_other() {
    for kind in EndpointKind::AVAILABLE.iter().copied() {
        let test = server(kind).await;
        let folder = test.folder.0.clone();
        let endpoint = Endpoint::find(&folder);
        let name = if kind == EndpointKind::Socket { SOCKET } else { PORT_FILE };
        assert_eq!(endpoint.path(), folder.join(name));
        assert_private(endpoint.path());
        let asked = endpoint.clone();
        soon(tokio::task::spawn_blocking(move || {
            let answer = asked.ask("passwd Alpha é").expect("answer");
            assert_eq!(answer, Answer::ok("You asked: passwd Alpha é\n"));
            assert_eq!(asked.ask("fail").expect("answer"), Answer::no("No.\n"));

            let mut stream = connect(kind, &folder);
            stream.write_all(b"one\r\ntwo\n\xff\n").expect("write");
            stream.write_all(&[b'x'; LONGEST_LINE + 1]).expect("write");
            let mut all = String::new();
            stream.read_to_string(&mut all).expect("read");
            assert_eq!(
                all,
                "ok 15\nYou asked: one\nok 15\nYou asked: two\nno 24\nThat line is not UTF-8.\n\
                 no 23\nThat line is too long.\n"
            );
        }))
        .await
        .expect("asked");
        soon(test.server.stop()).await.expect("stopped");
        assert!(!endpoint.path().exists(), "the file goes with the server");
        let gone = endpoint.ask("hello").expect_err("nobody there");
        assert_eq!(gone.kind(), ErrorKind::NotFound);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_port_answers_nobody_without_the_token() {
    let test = server(EndpointKind::Port).await;
    let folder = test.folder.0.clone();
    let (port, token) = port_and_token(&folder);
    soon(tokio::task::spawn_blocking(move || {
        let wrong = token.replace(|c| c != '0', "0");
        let long = "x".repeat(LONGEST_LINE);
        for first in [format!("token {wrong}"), "token".into(), "hello".into(), token.clone(), long]
        {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connected");
            stream.write_all(format!("{first}\nhello\n").as_bytes()).expect("written");
            stream.shutdown(std::net::Shutdown::Write).expect("shut down");
            let mut all = String::new();
            stream.read_to_string(&mut all).expect("read");
            assert_eq!(all, "no 20\nThe token is wrong.\n", "{first}");
        }
        // The real client, with the token of another server.
        let path = folder.join(PORT_FILE);
        std::fs::write(&path, format!("{port} {wrong}\n")).expect("written");
        let endpoint = Endpoint::find(&folder);
        assert_eq!(endpoint.ask("hello").expect("answer"), Answer::no("The token is wrong.\n"));
        std::fs::write(&path, format!("{port}\n")).expect("written");
        let broken = endpoint.ask("hello").expect_err("no token");
        assert_eq!(broken.kind(), ErrorKind::InvalidData);
        std::fs::write(&path, format!("{port} {token}\n")).expect("written");
        let answer = endpoint.ask("hello").expect("answer");
        assert_eq!(answer, Answer::ok("You asked: hello\n"));
    }))
    .await
    .expect("asked");
    let log = soon(test.server.stop()).await.expect("stopped").log;
    let asked = log.iter().filter(|event| matches!(event, Event::Asked { .. })).count();
    assert_eq!(asked, 1, "{log:?}");
}

/// The files of a server that died do not mislead the client.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_left_behind_are_removed() {
    let kind = EndpointKind::default();
    let test = TestServer::with(|config| {
        for name in [SOCKET, PORT_FILE] {
            std::fs::write(config.data.join(name), "1 old\n").expect("written");
        }
        config.listen.admin = kind;
    })
    .await;
    let folder = test.folder.0.clone();
    assert!(!folder.join(SOCKET).exists() || !folder.join(PORT_FILE).exists());
    let endpoint = Endpoint::find(&folder);
    let answer = soon(tokio::task::spawn_blocking(move || endpoint.ask("hello"))).await;
    assert_eq!(answer.expect("asked").expect("answer"), Answer::ok("You asked: hello\n"));
    soon(test.server.stop()).await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_without_an_answer_ends_with_the_server() {
    let test = TestServer::open().await;
    let endpoint = Endpoint::find(&test.folder.0);
    let waiting = tokio::task::spawn_blocking(move || endpoint.ask("silence"));
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    soon(test.server.stop()).await.expect("stopped");
    let answer = soon(waiting).await.expect("asked").expect("answer");
    assert_eq!(answer, Answer::no("The server gave no answer.\n"));
}
