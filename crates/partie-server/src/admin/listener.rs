//! The server's side of the administrator's endpoint.

use std::{
    fs, io,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, oneshot},
};

use super::{Answer, EndpointKind, LONGEST_LINE, PATIENCE, PORT_FILE, SOCKET};
use crate::{
    hub::{Arrival, HubSender},
    modes,
    transport::accepted,
};

/// Maximum number of concurrent connections.
const ASKERS: usize = 8;
/// Time limit for the token of a connection: anyone on this computer may connect.
const TOKEN_PATIENCE: Duration = Duration::from_secs(5);
/// Number of random bytes in a token, which is written in hexadecimal digits.
const TOKEN_BYTES: usize = 32;

/// The listening endpoint; its file is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct AdminListener {
    listener: Listener,
    path: PathBuf,
}

#[derive(Debug)]
enum Listener {
    /// The socket, and the user to whom it belongs.
    #[cfg(unix)]
    Socket(tokio::net::UnixListener, u32),
    /// The port, and the token.
    Port(TcpListener, Arc<str>),
}

/// An accepted connection, and the proof that it must give.
enum Connection {
    #[cfg(unix)]
    Socket(tokio::net::UnixStream, u32),
    Port(TcpStream, Arc<str>),
}

impl AdminListener {
    /// Makes the endpoint in the data folder, which only the server's user can enter (mode 0700).
    /// Files of a dead server are removed; the folder's lock guarantees that no other server runs.
    pub(crate) async fn bind(folder: &Path, kind: EndpointKind) -> io::Result<Self> {
        for name in [SOCKET, PORT_FILE] {
            modes::remove_file(&folder.join(name))?;
        }
        match kind {
            EndpointKind::Socket => Self::bind_socket(folder.join(SOCKET)),
            EndpointKind::Port => Self::bind_port(folder.join(PORT_FILE)).await,
        }
    }

    #[cfg(unix)]
    fn bind_socket(path: PathBuf) -> io::Result<Self> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};

        let listener = tokio::net::UnixListener::bind(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let owner = fs::metadata(&path)?.uid();
        Ok(Self { listener: Listener::Socket(listener, owner), path })
    }

    #[cfg(not(unix))]
    fn bind_socket(_: PathBuf) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets"))
    }

    async fn bind_port(path: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let token = token()?;
        let line = format!("{} {token}\n", listener.local_addr()?.port());
        modes::write_whole(&path, line.as_bytes(), 0o600)?;
        Ok(Self { listener: Listener::Port(listener, token.into()), path })
    }

    /// Answers until the hub is gone.
    pub(crate) async fn serve(self, hub: HubSender) {
        let room = Arc::new(Semaphore::new(ASKERS));
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
            let connection = tokio::select! {
                connection = accepted(|| self.accept()) => connection,
                () = hub.closed() => return,
            };
            let hub = hub.clone();
            tokio::spawn(async move {
                let _place = place;
                if let Err(fault) = connection.serve(hub).await {
                    tracing::debug!(%fault, "an administrator's connection");
                }
            });
        }
    }

    async fn accept(&self) -> io::Result<Connection> {
        Ok(match &self.listener {
            #[cfg(unix)]
            Listener::Socket(listener, owner) => {
                Connection::Socket(listener.accept().await?.0, *owner)
            }
            Listener::Port(listener, token) => {
                Connection::Port(listener.accept().await?.0, Arc::clone(token))
            }
        })
    }
}

impl Drop for AdminListener {
    fn drop(&mut self) {
        // It may be gone already; the next start replaces it anyway.
        let _ = fs::remove_file(&self.path);
    }
}

impl Connection {
    /// Answers the questions of one connection, if it may ask.
    async fn serve(self, hub: HubSender) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Self::Socket(mut stream, owner) => {
                let uid = stream.peer_cred()?.uid();
                if !may_ask(uid, owner) {
                    tracing::warn!(uid, "another user tried to administer the server");
                    let refusal = Answer::no("This is not your server.\n");
                    return stream.write_all(&refusal.bytes()).await;
                }
                let (reader, writer) = stream.split();
                converse(tokio::io::BufReader::new(reader), writer, hub).await
            }
            Self::Port(mut stream, token) => {
                stream.set_nodelay(true)?;
                let (reader, mut writer) = stream.split();
                let mut reader = tokio::io::BufReader::new(reader);
                let mut line = Vec::new();
                let limit = "token ".len() + 2 * TOKEN_BYTES + "\r\n".len();
                let mut limited = (&mut reader).take(limit as u64);
                let reading = limited.read_until(b'\n', &mut line);
                tokio::time::timeout(TOKEN_PATIENCE, reading).await??;
                if !is_token(&line, &token) {
                    tracing::warn!("a connection without the token tried to administer the server");
                    writer.write_all(&Answer::no("The token is wrong.\n").bytes()).await?;
                    writer.shutdown().await?;
                    // Closing with unread input would reset the connection and lose the answer.
                    let mut rest = reader.take(LONGEST_LINE as u64 + 1);
                    let mut nowhere = tokio::io::sink();
                    let draining = tokio::io::copy(&mut rest, &mut nowhere);
                    tokio::time::timeout(TOKEN_PATIENCE, draining).await??;
                    return Ok(());
                }
                converse(reader, writer, hub).await
            }
        }
    }
}

#[cfg(unix)]
fn may_ask(uid: u32, owner: u32) -> bool {
    uid == owner || uid == 0
}

/// Makes an unguessable token.
fn token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut token = String::new();
    for byte in bytes {
        token.push_str(&format!("{byte:02x}"));
    }
    Ok(token)
}

/// Returns true for the line that carries the token. The time it takes does not depend on where a
/// wrong token differs.
fn is_token(line: &[u8], token: &str) -> bool {
    let given = line.trim_ascii_end().strip_prefix(b"token ").unwrap_or_default();
    let difference = given.iter().zip(token.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && difference == 0
}

/// Answers one line after another.
async fn converse(
    mut reader: impl AsyncBufRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    hub: HubSender,
) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut reader).take(LONGEST_LINE as u64 + 1);
        let read = tokio::time::timeout(PATIENCE, limited.read_until(b'\n', &mut line)).await??;
        if read == 0 {
            return Ok(());
        }
        if line.pop() != Some(b'\n') {
            return writer.write_all(&Answer::no("That line is too long.\n").bytes()).await;
        }
        let answer = match String::from_utf8(line) {
            Ok(line) => forward(line.trim_end_matches('\r').to_owned(), &hub).await,
            Err(_) => Answer::no("That line is not UTF-8.\n"),
        };
        writer.write_all(&answer.bytes()).await?;
    }
}

async fn forward(line: String, hub: &HubSender) -> Answer {
    let (answer, answered) = oneshot::channel();
    if hub.send(Arrival::Asked { line, answer }).await.is_err() {
        return Answer::no("The server is ending.\n");
    }
    answered.await.unwrap_or_else(|_| Answer::no("The server gave no answer.\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_the_owner_and_root_may_ask() {
        assert!(may_ask(1000, 1000));
        assert!(may_ask(0, 1000));
        assert!(!may_ask(1001, 1000));
    }

    #[test]
    fn a_token_is_right_only_as_a_whole() {
        let right = token().expect("random bytes");
        assert_eq!(right.len(), 2 * TOKEN_BYTES);
        assert_ne!(right, token().expect("random bytes"));
        assert!(is_token(format!("token {right}\n").as_bytes(), &right));
        assert!(is_token(format!("token {right}\r\n").as_bytes(), &right));
        let mut altered = right.clone().into_bytes();
        altered[40] ^= 1;
        let altered = String::from_utf8(altered).expect("ASCII");
        for wrong in ["", &right, "token ", &format!("token {}", &right[1..])] {
            assert!(!is_token(wrong.as_bytes(), &right), "{wrong}");
        }
        assert!(!is_token(format!("token {altered}\n").as_bytes(), &right));
        assert!(!is_token(format!("token {right}0\n").as_bytes(), &right));
    }
}
