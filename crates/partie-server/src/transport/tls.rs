//! TLS: telnet and WebSocket on one port, distinguished by the client's first bytes.

use std::{io, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
    server::TlsStream,
};

use super::{
    ConnectionPermit, TransportContext, Visitor, certificate, converse, http,
    stream::{Rewound, Stream},
};
use crate::connection::Transport;

/// Time limit for the TLS handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Time to wait for an HTTP request before the server speaks first, as telnet clients expect.
const SNIFFING: Duration = Duration::from_millis(300);
/// The start of an HTTP request for a WebSocket.
const REQUEST: &[u8] = b"GET ";

/// The server's certificate and key, ready for handshakes.
#[derive(Clone)]
pub(crate) struct Identity(TlsAcceptor);

impl Identity {
    /// Reads PEM files: the certificate with its chain, and the key.
    pub(crate) fn read(certificate: &Path, key: &Path) -> io::Result<Self> {
        let invalid = |path: &Path, fault: &dyn std::fmt::Display| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {fault}", path.display()))
        };
        let chain: Vec<_> = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect)
            .map_err(|fault| invalid(certificate, &fault))?;
        if chain.is_empty() {
            return Err(invalid(certificate, &"there is no certificate in it"));
        }
        let secret = PrivateKeyDer::from_pem_file(key).map_err(|fault| invalid(key, &fault))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|fault| invalid(certificate, &fault))?
            .with_no_client_auth()
            .with_single_cert(chain, secret)
            .map_err(|fault| invalid(certificate, &fault))?;
        // Browsers send this ALPN protocol for wss; other clients send none.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// The self-signed certificate in the data folder, made at the first start and kept.
    pub(crate) fn own(folder: &Path) -> io::Result<Self> {
        let (certificate, key) = certificate::own(folder)?;
        Self::read(&certificate, &key)
    }
}

pub(super) async fn serve(
    shared: Arc<TransportContext>,
    permit: ConnectionPermit,
    stream: TcpStream,
    peer: SocketAddr,
    identity: Identity,
) {
    // The handshake is large and short-lived; it is not to be part of the idle task.
    let opening = Box::pin(tokio::time::timeout(HANDSHAKE, open(identity, stream)));
    let Ok(Ok(opened)) = opening.await else { return };
    match opened {
        Opened::Http(stream) => {
            // A name that leads here by deceit has no certificate that browsers trust.
            let transport = Transport::SecureWebSocket;
            let visitor = Visitor { address: peer, transport, is_local: false };
            http::serve(shared, permit, stream, visitor).await;
        }
        Opened::Telnet(stream) => {
            let hub_access = Arc::clone(&shared.hub_access);
            converse(hub_access, permit, peer, Transport::Tls, None, Stream(stream)).await;
        }
    }
}

/// Boxed: `TlsStream` is large and would bloat every enclosing future.
type Secret = Box<Rewound<TlsStream<TcpStream>>>;

/// The protocol that a client speaks after the handshake.
enum Opened {
    Http(Secret),
    Telnet(Secret),
}

/// The client's protocol, with the bytes that were read to detect it.
#[derive(Debug, PartialEq, Eq)]
enum First {
    Http(Vec<u8>),
    Telnet(Vec<u8>),
}

async fn open(identity: Identity, stream: TcpStream) -> io::Result<Opened> {
    let mut stream = identity.0.accept(stream).await?;
    let first = if stream.get_ref().1.alpn_protocol().is_some() {
        First::Http(Vec::new())
    } else {
        sniff(&mut stream).await?
    };
    Ok(match first {
        First::Http(first) => Opened::Http(Box::new(Rewound::new(first, stream))),
        First::Telnet(first) => Opened::Telnet(Box::new(Rewound::new(first, stream))),
    })
}

async fn sniff(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<First> {
    let mut first = Vec::with_capacity(64);
    // A timeout loses no bytes, since they are read into a buffer.
    let reading = async {
        while first.len() < REQUEST.len() && REQUEST.starts_with(&first) {
            if stream.read_buf(&mut first).await? == 0 {
                break;
            }
        }
        Ok(())
    };
    match tokio::time::timeout(SNIFFING, reading).await {
        Ok(Err(fault)) => Err(fault),
        _ if first.starts_with(REQUEST) => Ok(First::Http(first)),
        _ => Ok(First::Telnet(first)),
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    async fn sniffed(pieces: &[&[u8]]) -> First {
        let (mut client, mut server) = tokio::io::duplex(4096);
        let write = async {
            for piece in pieces {
                client.write_all(piece).await.expect("write");
                tokio::task::yield_now().await;
            }
        };
        let (first, ()) = tokio::join!(sniff(&mut server), write);
        first.expect("sniff")
    }

    #[tokio::test]
    async fn a_request_is_distinguished_from_a_name_even_byte_by_byte() {
        assert_eq!(sniffed(&[b"G", b"E", b"T", b" /"]).await, First::Http(b"GET /".to_vec()));
        assert_eq!(sniffed(&[b"guest\r\n"]).await, First::Telnet(b"guest\r\n".to_vec()));
        assert_eq!(sniffed(&[b"G", b"arry\n"]).await, First::Telnet(b"Garry\n".to_vec()));
        assert_eq!(sniffed(&[]).await, First::Telnet(Vec::new()), "silence: the server speaks");
    }
}
