//! The administrator's socket.

use std::{
    io::{ErrorKind, Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
};

use partie_server::admin::{Answer, LONGEST_LINE, SOCKET, ask};

use super::chat::{TestServer, soon};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_answered_one_after_the_other() {
    let test = TestServer::open().await;
    let socket = test.folder.0.join(SOCKET);
    let mode = std::fs::metadata(&socket).expect("socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let asked = socket.clone();
    soon(tokio::task::spawn_blocking(move || {
        let answer = ask(&asked, "passwd Alpha é").expect("answer");
        assert_eq!(answer, Answer::ok("You asked: passwd Alpha é\n"));
        assert_eq!(ask(&asked, "fail").expect("answer"), Answer::no("No.\n"));

        let mut stream = UnixStream::connect(&asked).expect("connect");
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
    assert!(!socket.exists(), "the socket goes with the server");
    let gone = ask(&socket, "hello").expect_err("nobody there");
    assert_eq!(gone.kind(), ErrorKind::NotFound);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_without_an_answer_ends_with_the_server() {
    let test = TestServer::open().await;
    let socket = test.folder.0.join(SOCKET);
    let waiting = tokio::task::spawn_blocking(move || ask(&socket, "silence"));
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    soon(test.server.stop()).await.expect("stopped");
    let answer = soon(waiting).await.expect("asked").expect("answer");
    assert_eq!(answer, Answer::no("The server gave no answer.\n"));
}
