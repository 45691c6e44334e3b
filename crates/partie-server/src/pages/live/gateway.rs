//! The chess server that pages play on.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};

use crate::transport::{self, HubAccess, Presence, Refusal, Visitor};

/// Time limit for a remote server to answer.
const CONNECTING: Duration = Duration::from_secs(15);

/// The chess server that pages play on: the one of this program, or a remote one.
#[derive(Clone)]
pub struct ChessServer(Location);

#[derive(Clone)]
enum Location {
    Here(Arc<HubAccess>),
    Remote { host: String, port: u16, timeseal: bool },
}

/// A connection to a chess server.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl ChessServer {
    /// The server of this program.
    pub(crate) fn here(hub_access: Arc<HubAccess>) -> ChessServer {
        ChessServer(Location::Here(hub_access))
    }

    /// A remote server, which is reached by TCP, and may know timeseal.
    #[must_use]
    pub fn remote(host: &str, port: u16, timeseal: bool) -> ChessServer {
        ChessServer(Location::Remote { host: host.to_owned(), port, timeseal })
    }

    /// Returns true if sessions are to use timeseal.
    pub(super) fn has_timeseal(&self) -> bool {
        matches!(self.0, Location::Remote { timeseal: true, .. })
    }

    /// The name of a remote server.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.0 {
            Location::Here(_) => None,
            Location::Remote { host, .. } => Some(host),
        }
    }

    /// Connects a visitor. The server of this program hears by the [`Presence`] whether they are there.
    pub(super) async fn connect(
        &self,
        visitor: Visitor,
    ) -> Result<(Box<dyn Stream>, Option<Presence>), ConnectError> {
        match &self.0 {
            Location::Here(hub_access) => {
                let (stream, presence) = transport::connect(hub_access, visitor)?;
                Ok((Box::new(stream), Some(presence)))
            }
            Location::Remote { host, port, .. } => {
                let connecting = TcpStream::connect((host.as_str(), *port));
                let stream = timeout(CONNECTING, connecting)
                    .await
                    .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
                transport::set_up(&stream)?;
                Ok((Box::new(stream), None))
            }
        }
    }
}

/// Reason why a chess server cannot be reached.
#[derive(Debug)]
pub(super) enum ConnectError {
    /// Too many connections.
    Full,
    /// It does not answer.
    Unreachable(io::Error),
}

impl From<Refusal> for ConnectError {
    fn from(_: Refusal) -> ConnectError {
        ConnectError::Full
    }
}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> ConnectError {
        ConnectError::Unreachable(error)
    }
}
