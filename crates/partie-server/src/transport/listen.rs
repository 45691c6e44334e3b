//! Listening sockets: opened here, or by systemd.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use strum::{Display, EnumString};
use tokio::net::{TcpListener, TcpSocket};

use super::{Identity, TransportContext, Visitor, http, tcp, tls};
use crate::connection::Transport;

/// Backlog of connections waiting to be accepted: a whole club comes at once.
const BACKLOG: u32 = 1024;

/// The ports of a server, named as in the configuration and in `FileDescriptorName=` of a systemd
/// socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Port {
    /// Plain TCP for chess clients.
    Telnet,
    /// TLS for chess clients and browsers.
    Tls,
    /// HTTP: pages and WebSocket.
    Http,
    /// Metrics and health.
    Private,
}

/// A socket that listens, and what for.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) port: Port,
    pub(crate) socket: TcpListener,
}

/// Opens a socket on each address. An address that this machine does not have (IPv6 may be
/// switched off) is passed over with a warning, if another one of `addresses` is there.
pub(crate) fn bind(port: Port, addresses: &[SocketAddr]) -> io::Result<Vec<Listener>> {
    let mut listeners = Vec::new();
    let mut absent = None;
    for address in addresses {
        match bind_one(*address) {
            Ok(socket) => listeners.push(Listener { port, socket }),
            Err(fault) if is_absent(&fault) => {
                tracing::warn!(%address, "this machine does not have that address");
                absent = Some((address, fault));
            }
            Err(fault) => return Err(named(port, address, &fault)),
        }
    }
    match absent {
        Some((address, fault)) if listeners.is_empty() => Err(named(port, address, &fault)),
        _ => Ok(listeners),
    }
}

fn bind_one(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Returns true if the address does not exist, rather than being forbidden or in use.
fn is_absent(fault: &io::Error) -> bool {
    // 97: EAFNOSUPPORT, which has no kind of its own.
    fault.kind() == io::ErrorKind::AddrNotAvailable || fault.raw_os_error() == Some(97)
}

fn named(port: Port, address: &SocketAddr, fault: &io::Error) -> io::Error {
    io::Error::new(fault.kind(), format!("cannot listen on {address} ({port}): {fault}"))
}

/// Returns the sockets passed by systemd; `names` is the value of `LISTEN_FDNAMES`. A socket
/// without a known name is for telnet.
pub(crate) fn activated(names: Option<&str>) -> io::Result<Vec<Listener>> {
    let mut sockets = listenfd::ListenFd::from_env();
    let names: Vec<_> = names.unwrap_or_default().split(':').collect();
    let mut listeners = Vec::new();
    for index in 0..sockets.len() {
        let Some(socket) = sockets.take_tcp_listener(index)? else { continue };
        socket.set_nonblocking(true)?;
        let name = names.get(index).copied().unwrap_or_default();
        let port = name.parse().unwrap_or(Port::Telnet);
        listeners.push(Listener { port, socket: TcpListener::from_std(socket)? });
    }
    Ok(listeners)
}

/// Returns the next connection. While none can be accepted it waits: there may be no more file
/// descriptors until others leave.
pub(crate) async fn accepted<T, F: Future<Output = io::Result<T>>>(accept: impl Fn() -> F) -> T {
    loop {
        match accept().await {
            Ok(accepted) => return accepted,
            Err(fault) => {
                tracing::warn!(%fault, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Accepts connections for ever. Each is served by tasks of its own.
pub(crate) async fn accept(
    listener: Listener,
    shared: Arc<TransportContext>,
    identity: Option<Identity>,
) {
    let is_local = !shared.behind_proxy
        && listener.socket.local_addr().is_ok_and(|address| address.ip().is_loopback());
    loop {
        let (stream, peer) = accepted(|| listener.socket.accept()).await;
        if let Err(fault) = tcp::set_up(&stream) {
            tracing::debug!(%fault, "the peer has gone already");
            continue;
        }
        let permit = match shared.hub_access.limiter.acquire(peer.ip()) {
            Ok(permit) => permit,
            Err(refusal) => {
                shared.hub_access.metrics.refused(refusal);
                match listener.port {
                    Port::Telnet => drop(tokio::spawn(tcp::refuse(stream, tcp::line(refusal)))),
                    Port::Http => drop(tokio::spawn(tcp::refuse(stream, http::refusal(refusal)))),
                    Port::Tls | Port::Private => {}
                }
                continue;
            }
        };
        let shared = Arc::clone(&shared);
        match (listener.port, &identity) {
            (Port::Tls, Some(identity)) => {
                let identity = identity.clone();
                tokio::spawn(tls::serve(shared, permit, stream, peer, identity));
            }
            (Port::Http, _) => {
                let transport = Transport::WebSocket;
                let visitor = Visitor { address: peer, transport, is_local };
                tokio::spawn(http::serve(shared, permit, stream, visitor));
            }
            (Port::Telnet, _) => {
                tokio::spawn(tcp::serve(shared, permit, stream, peer));
            }
            // Only the server's own startup could mix these up; then nothing is served unencrypted.
            (Port::Tls, None) | (Port::Private, _) => {}
        }
    }
}
