//! Plain TCP: the server speaks first, without negotiation.

use std::{
    io,
    net::{Shutdown, SocketAddr},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Buf;
use socket2::{SockRef, TcpKeepalive};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    ConnectionPermit, OutputPiece, Refusal, TransportContext, Wire, converse, stream::PIECE,
};
use crate::connection::Transport;

/// Time limit for a refused client to read the reason.
const REFUSING: Duration = Duration::from_secs(1);

/// Sets up every socket: small writes go out at once (without this a move takes 40 ms), and a peer
/// whose machine vanished is noticed after two minutes.
pub(crate) fn set_up(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_mins(1))
        .with_interval(Duration::from_secs(15))
        .with_retries(4);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

pub(super) async fn serve(
    shared: Arc<TransportContext>,
    permit: ConnectionPermit,
    stream: TcpStream,
    peer: SocketAddr,
) {
    let hub_access = Arc::clone(&shared.hub_access);
    converse(hub_access, permit, peer, Transport::Telnet, None, Telnet(Arc::new(stream))).await;
}

/// A socket; the hub writes to it, too.
struct Telnet(Arc<TcpStream>);

impl Wire for Telnet {
    const KEEP_ALIVE: Option<Duration> = None;

    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<Vec<u8>>>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            // On the thread's stack, and only during a read.
            let mut buffer = [0; PIECE];
            match self.0.try_read(&mut buffer) {
                Ok(0) => return Poll::Ready(Ok(None)),
                Ok(count) => return Poll::Ready(Ok(Some(buffer[..count].to_vec()))),
                Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {}
                Err(fault) => return Poll::Ready(Err(fault)),
            }
        }
    }

    fn poll_send(
        &mut self,
        context: &mut Context<'_>,
        piece: &mut Option<OutputPiece>,
    ) -> Poll<io::Result<()>> {
        match piece {
            Some(OutputPiece::Bytes(bytes)) => {
                while !bytes.is_empty() {
                    ready!(self.0.poll_write_ready(context))?;
                    match self.0.try_write(bytes) {
                        Ok(0) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                        Ok(count) => bytes.advance(count),
                        Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {}
                        Err(fault) => return Poll::Ready(Err(fault)),
                    }
                }
            }
            Some(OutputPiece::Farewell) => SockRef::from(&*self.0).shutdown(Shutdown::Write)?,
            Some(OutputPiece::Ping) | None => {}
        }
        *piece = None;
        Poll::Ready(Ok(()))
    }

    fn at_once(&self) -> Option<impl Fn(&[u8]) -> usize + Send + Sync + 'static> {
        let stream = Arc::clone(&self.0);
        // A fault is found again by the connection's task.
        Some(move |bytes: &[u8]| stream.try_write(bytes).unwrap_or(0))
    }
}

/// The words for a chess client that is refused.
pub(super) fn line(refusal: Refusal) -> String {
    format!("\n\r{}\n\r", refusal.sentence())
}

/// Says why a connection is refused.
pub(super) async fn refuse(mut stream: TcpStream, text: String) {
    // A client that does not read the reason does not learn it.
    let _ = tokio::time::timeout(REFUSING, async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await
    })
    .await;
}
