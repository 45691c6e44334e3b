//! The administrator's socket: a Unix socket in the data folder over which `partie admin` asks.
//!
//! A question is one line of UTF-8 (at most [`LONGEST_LINE`] bytes). The answer is a head, `ok` or
//! `no` with the length of the text in bytes, then the text:
//!
//! ```text
//! -> passwd Alpha
//! <- ok 37
//! <- The new password of Alpha is 7kQ...
//! ```
//!
//! Only the user who runs the server, and root, may ask: the socket has mode 0600, and the server
//! looks at who is on the other side besides.

use std::{
    fs, io,
    io::{BufRead, BufReader, Read, Write},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    sync::{Semaphore, oneshot},
};

use crate::hub::{Arrival, HubSender};

/// The longest question, in bytes.
pub const LONGEST_LINE: usize = 8192;
/// The longest answer that is read, in bytes.
pub const LONGEST_ANSWER: usize = 16 << 20;
/// Maximum number of concurrent connections.
const ASKERS: usize = 8;
/// Longest silence of a connection before it is closed.
const PATIENCE: Duration = Duration::from_mins(1);
/// The name of the socket in the data folder.
pub const SOCKET: &str = "admin.sock";

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Set if the request succeeded.
    pub done: bool,
    /// The text of the answer, each line ending with `\n`.
    pub text: String,
}

impl Answer {
    /// It was done.
    #[must_use]
    pub fn ok(text: impl Into<String>) -> Self {
        Self { done: true, text: text.into() }
    }

    /// It was not done, and why.
    #[must_use]
    pub fn no(text: impl Into<String>) -> Self {
        Self { done: false, text: text.into() }
    }

    fn bytes(&self) -> Vec<u8> {
        let head = if self.done { "ok" } else { "no" };
        format!("{head} {}\n{}", self.text.len(), self.text).into_bytes()
    }
}

/// Asks a running server one question and waits for the answer.
///
/// # Errors
/// If no server listens at `socket`, it is not ours to ask, or the answer is cut.
pub fn ask(socket: &Path, line: &str) -> io::Result<Answer> {
    if line.contains('\n') || line.len() > LONGEST_LINE {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a question is one short line"));
    }
    let mut stream = std::os::unix::net::UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("{line}\n").as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    (&mut reader).take(64).read_line(&mut head)?;
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "the server's answer is broken");
    let (word, length) = head.trim_end().split_once(' ').ok_or_else(broken)?;
    let length: usize = length.parse().map_err(|_| broken())?;
    if length > LONGEST_ANSWER || !matches!(word, "ok" | "no") {
        return Err(broken());
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    Ok(Answer { done: word == "ok", text: String::from_utf8(text).map_err(|_| broken())? })
}

/// The listening socket; its file is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
    owner: u32,
}

impl AdminSocket {
    /// Makes the socket in the data folder, which is ours alone (mode 0700). A file left behind
    /// by a server that died is replaced; the folder's lock says that no other server runs.
    pub(crate) fn bind(folder: &Path) -> io::Result<Self> {
        let path = folder.join(SOCKET);
        match fs::remove_file(&path) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let owner = fs::metadata(&path)?.uid();
        Ok(Self { listener, path, owner })
    }

    /// Answers until the hub is gone.
    pub(crate) async fn serve(self, hub: HubSender) {
        let room = Arc::new(Semaphore::new(ASKERS));
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
            let stream = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    Err(fault) => {
                        tracing::warn!(%fault, "the administrator's socket");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
                () = hub.closed() => return,
            };
            let (owner, hub) = (self.owner, hub.clone());
            tokio::spawn(async move {
                let _place = place;
                if let Err(fault) = converse(stream, owner, hub).await {
                    tracing::debug!(%fault, "an administrator's connection");
                }
            });
        }
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        // It may be gone already; the next start replaces it anyway.
        let _ = fs::remove_file(&self.path);
    }
}

fn may_ask(uid: u32, owner: u32) -> bool {
    uid == owner || uid == 0
}

async fn converse(mut stream: UnixStream, owner: u32, hub: HubSender) -> io::Result<()> {
    let uid = stream.peer_cred()?.uid();
    if !may_ask(uid, owner) {
        tracing::warn!(uid, "another user tried to administer the server");
        return stream.write_all(&Answer::no("This is not your server.\n").bytes()).await;
    }
    let (reader, mut writer) = stream.split();
    let mut reader = tokio::io::BufReader::new(reader);
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

    #[test]
    fn only_the_owner_and_root_may_ask() {
        assert!(may_ask(1000, 1000));
        assert!(may_ask(0, 1000));
        assert!(!may_ask(1001, 1000));
    }

    #[test]
    fn an_answer_says_its_length_in_bytes() {
        assert_eq!(Answer::ok("Zukertort é\n").bytes(), "ok 13\nZukertort é\n".as_bytes());
        assert_eq!(Answer::no("").bytes(), b"no 0\n");
    }
}
