//! The administrator's endpoint, by which `partie admin` reaches the local server.
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
//! Only the user who runs the server, and root, may ask. There are two kinds of endpoint, each a
//! file in the data folder:
//!
//! - [`SOCKET`] is a Unix socket. It has mode 0600, and the server checks the peer's user besides.
//! - [`PORT_FILE`] holds the number of a TCP port on 127.0.0.1 and a random token. A client that
//!   can read the file (mode 0600 on Unix) may ask: the first line of its connection is `token` and
//!   the token. A connection with another token is answered `no` and closed.
//!
//! ```text
//! -> token 5a0c...
//! -> passwd Alpha
//! <- ok 37
//! ```

mod listener;

use std::{
    fs, io,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpStream},
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

pub(crate) use self::listener::AdminListener;

/// The longest question, in bytes.
pub const LONGEST_LINE: usize = 8192;
/// The longest answer that is read, in bytes.
pub(crate) const LONGEST_ANSWER: usize = 16 << 20;
/// Longest silence of a connection before it is closed.
const PATIENCE: Duration = Duration::from_mins(1);
/// The name of the socket in the data folder.
pub const SOCKET: &str = "admin.sock";
/// The name of the file in the data folder that holds the port and the token.
pub const PORT_FILE: &str = "admin.port";

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

/// Kind of endpoint on which a server listens for `partie admin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointKind {
    /// A Unix socket in the data folder.
    Socket,
    /// A TCP port on 127.0.0.1 with a token in the data folder.
    Port,
}

impl EndpointKind {
    /// The kinds that this system has.
    pub const AVAILABLE: &[Self] =
        if cfg!(unix) { &[Self::Socket, Self::Port] } else { &[Self::Port] };

    /// Its name in the configuration.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Socket => "socket",
            Self::Port => "port",
        }
    }

    /// The name of its file in the data folder.
    const fn file_name(self) -> &'static str {
        match self {
            Self::Socket => SOCKET,
            Self::Port => PORT_FILE,
        }
    }
}

impl FromStr for EndpointKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::AVAILABLE.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<_> =
                Self::AVAILABLE.iter().map(|kind| format!("\"{}\"", kind.name())).collect();
            format!("expected {}, but found \"{text}\"", names.join(" or "))
        })
    }
}

impl Default for EndpointKind {
    fn default() -> Self {
        Self::AVAILABLE[0]
    }
}

/// The endpoint of a server on this computer, by its data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    kind: EndpointKind,
    path: PathBuf,
}

impl Endpoint {
    /// Finds the endpoint in a data folder; without one, where a server would make it by default.
    #[must_use]
    pub fn find(data: &Path) -> Self {
        let endpoint = |kind: EndpointKind| Self { kind, path: data.join(kind.file_name()) };
        let mut all = EndpointKind::AVAILABLE.iter().copied().map(endpoint);
        all.find(|e| e.path.exists()).unwrap_or_else(|| endpoint(EndpointKind::default()))
    }

    /// The file that stands for the endpoint.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Asks the running server one question and waits for the answer.
    ///
    /// # Errors
    /// If no server listens here, it is not ours to ask, or the answer is cut.
    pub fn ask(&self, line: &str) -> io::Result<Answer> {
        if line.contains('\n') || line.len() > LONGEST_LINE {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a question is one short line",
            ));
        }
        match self.kind {
            #[cfg(unix)]
            EndpointKind::Socket => {
                let stream = std::os::unix::net::UnixStream::connect(&self.path)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                exchange(stream, &format!("{line}\n"))
            }
            #[cfg(not(unix))]
            EndpointKind::Socket => Err(io::ErrorKind::Unsupported.into()),
            EndpointKind::Port => {
                let (port, token) = read_port_file(&self.path)?;
                let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
                stream.set_read_timeout(Some(PATIENCE))?;
                exchange(stream, &format!("token {token}\n{line}\n"))
            }
        }
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the server's answer is broken")
}

/// Sends a request and reads the answer.
fn exchange(mut stream: impl Read + Write, request: &str) -> io::Result<Answer> {
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    (&mut reader).take(64).read_line(&mut head)?;
    let (word, length) = head.trim_end().split_once(' ').ok_or_else(broken)?;
    let length: usize = length.parse().map_err(|_| broken())?;
    if length > LONGEST_ANSWER || !matches!(word, "ok" | "no") {
        return Err(broken());
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    Ok(Answer { done: word == "ok", text: String::from_utf8(text).map_err(|_| broken())? })
}

/// Reads the port and the token from the file of a data folder.
fn read_port_file(path: &Path) -> io::Result<(u16, String)> {
    let text = fs::read_to_string(path)?;
    let (port, token) = text.trim_end().split_once(' ').unwrap_or_default();
    match port.parse() {
        Ok(port) if !token.is_empty() => Ok((port, token.to_owned())),
        _ => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("expected a port and a token in {}", path.display()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_its_length_in_bytes() {
        assert_eq!(Answer::ok("Zukertort é\n").bytes(), "ok 13\nZukertort é\n".as_bytes());
        assert_eq!(Answer::no("").bytes(), b"no 0\n");
    }
}
