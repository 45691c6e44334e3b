//! Metrics and health.

use partie_server::transport::Port;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::chat::{TestServer, soon, until};

async fn get(test: &TestServer, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(test.address(Port::Private)).await.expect("connect");
    let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("write");
    let mut answer = String::new();
    soon(stream.read_to_string(&mut answer)).await.expect("answer");
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_private_port_says_how_the_server_is() {
    let test = TestServer::open().await;
    let health = get(&test, "GET", "/healthz").await;
    assert!(
        health.starts_with("HTTP/1.1 200 OK\r\n") && health.ends_with("\r\n\r\nok\n"),
        "{health}"
    );

    let mut client = TcpStream::connect(test.address(Port::Telnet)).await.expect("connect");
    soon(client.read_exact(&mut [0; 7])).await.expect("greeting");
    client.write_all(b"hello\n").await.expect("write");
    soon(client.read_exact(&mut [0; 12])).await.expect("echo");
    // The line is counted when all that it causes is on its way.
    let counted = test.server.metrics();
    until(|| counted.text().contains("latency_seconds_count 1\n")).await;
    let metrics = get(&test, "GET", "/metrics").await;
    for line in [
        "content-type: application/openmetrics-text; version=1.0.0; charset=utf-8",
        "partie_connections{transport=\"telnet\"} 1",
        "partie_received_bytes_total{transport=\"telnet\"} 6",
        "partie_logins_total 1",
        "partie_event_latency_seconds_count 1",
    ] {
        assert!(metrics.lines().any(|l| l == line), "{line} is not in:\n{metrics}");
    }
    assert!(get(&test, "GET", "/").await.starts_with("HTTP/1.1 404 "));
    assert!(get(&test, "POST", "/metrics").await.starts_with("HTTP/1.1 405 "));
}
