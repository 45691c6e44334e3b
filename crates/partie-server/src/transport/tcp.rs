//! Plain TCP: the server speaks first, nothing is negotiated.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use socket2::{SockRef, TcpKeepalive};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    Lobby, Place, Refusal, converse,
    stream::{Reading, Writing},
};
use crate::connection::Transport;

/// How long somebody who is refused may take to read why.
const REFUSING: Duration = Duration::from_secs(1);

/// Sets up every socket: small writes go out at once (without this a move takes 40 ms), and a peer
/// whose machine vanished is noticed after two minutes.
pub(super) fn set_up(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_mins(1))
        .with_interval(Duration::from_secs(15))
        .with_retries(4);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

pub(super) async fn serve(lobby: Arc<Lobby>, place: Place, stream: TcpStream, peer: SocketAddr) {
    let (reader, writer) = stream.into_split();
    converse(lobby, place, peer, Transport::Telnet, Reading(reader), Writing(writer)).await;
}

/// Says why a connection is refused.
pub(super) async fn refuse(mut stream: TcpStream, refusal: Refusal) {
    let text = format!("\n\r{}\n\r", refusal.sentence());
    // Who does not read it does not learn it.
    let _ = tokio::time::timeout(REFUSING, async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await
    })
    .await;
}
