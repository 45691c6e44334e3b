//! Measures the server memory that an idle connection costs.
//!
//! ```text
//! cargo run --release -p partie-server --example idle -- [CONNECTIONS]
//! ```
//!
//! The program starts itself once more as a server with a domain that greets and echoes, opens
//! connections of each kind, lets each send a line and read the answer, waits, and looks at how
//! much memory the server has then.
#![expect(clippy::print_stdout, reason = "a measurement is printed")]

use std::{
    collections::BTreeMap,
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use partie_server::{
    BoundServer, Config,
    hub::{Domain, Event, Outbox},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};
use tokio_tungstenite::{client_async, tungstenite::Message};

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Echo;

impl Domain for Echo {
    fn handle(&mut self, _: i64, event: Event, out: &mut Outbox) {
        match event {
            Event::Opened { id, .. } => out.write(id, b"login: "),
            Event::Bytes { id, bytes } => out.write(id, &bytes),
            _ => {}
        }
    }

    fn deadline(&self) -> Option<i64> {
        None
    }

    fn wake(&mut self, _: i64, _: &mut Outbox) {}

    fn shutdown(&mut self, _: i64, _: &mut Outbox) {}
}

fn main() -> Outcome<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match arguments.first().map(String::as_str) {
        Some("server") => runtime.block_on(serve(PathBuf::from(&arguments[1]))),
        Some(count) => runtime.block_on(measure(count.parse()?)),
        None => runtime.block_on(measure(5000)),
    }
}

async fn serve(folder: PathBuf) -> Outcome<()> {
    let mut config = Config::new(folder);
    config.listen.telnet = "127.0.0.1:0".parse()?;
    config.listen.tls = "127.0.0.1:0".parse()?;
    config.listen.http = "127.0.0.1:0".parse()?;
    config.listen.private = "off".parse()?;
    config.limits.connections = 0;
    let (bound, _) =
        BoundServer::open(config, std::env::var("LISTEN_FDNAMES").ok().as_deref()).await?;
    let server = bound.start(Echo)?;
    for (port, address) in server.addresses() {
        println!("{port} {address}");
    }
    println!("ready");
    // Until the one who started us ends.
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
    server.run(async { drop(ended.await) }).await?;
    Ok(())
}

async fn measure(count: usize) -> Outcome<()> {
    for kind in ["telnet", "tls", "http", "wss"] {
        // A server of its own for each kind: memory that is free again is not given back.
        measure_kind(kind, count).await?;
    }
    Ok(())
}

async fn measure_kind(kind: &str, count: usize) -> Outcome<()> {
    let folder = std::env::temp_dir().join(format!("partie-idle-{}", std::process::id()));
    let mut server = Command::new(std::env::current_exe()?)
        .arg("server")
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut addresses = BTreeMap::<String, SocketAddr>::new();
    for line in BufReader::new(server.stdout.take().ok_or("no output")?).lines() {
        let line = line?;
        match line.split_once(' ') {
            Some((name, address)) => drop(addresses.insert(name.to_owned(), address.parse()?)),
            None => break,
        }
    }
    let tls = connector(&folder)?;
    let address = addresses[if kind == "wss" { "tls" } else { kind }];
    let before = resident(server.id())?;
    let began = Instant::now();
    let mut open: Vec<Box<dyn Send>> = Vec::with_capacity(count);
    for _ in 0..count {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let name = ServerName::try_from("localhost")?;
        open.push(match kind {
            "telnet" => echoed(stream).await?,
            "tls" => echoed(tls[0].connect(name, stream).await?).await?,
            "http" => reading(stream).await?,
            _ => reading(tls[1].connect(name, stream).await?).await?,
        });
    }
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let grown = resident(server.id())? - before;
    let each = grown as f64 / count as f64;
    println!(
        "{kind:6} {count} connections: {each:.1} kB each ({before} + {grown} kB), \
         opened in {took:.1?}"
    );
    drop(open);
    drop(server.stdin.take());
    server.wait()?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Makes one connector without ALPN, and one like a browser's.
fn connector(folder: &std::path::Path) -> Outcome<[TlsConnector; 2]> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(folder.join("certificate.pem"))?)?;
    let plain = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut browser = plain.clone();
    browser.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok([Arc::new(plain).into(), Arc::new(browser).into()])
}

async fn echoed<S>(mut stream: S) -> Outcome<Box<dyn Send>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    stream.write_all(b"g\n").await?;
    let mut answer = [0; 9];
    stream.read_exact(&mut answer).await?;
    Ok(Box::new(stream))
}

async fn reading<S>(stream: S) -> Outcome<Box<dyn Send>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut socket, _) = Box::pin(client_async("ws://localhost/", stream)).await?;
    socket.send(Message::text("g")).await?;
    let mut read = 0;
    while read < 9 {
        read += socket.next().await.ok_or("the end")??.len();
    }
    Ok(Box::new(socket))
}

/// The memory that a process has, in kB.
fn resident(process: u32) -> Outcome<i64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse()?)
}
