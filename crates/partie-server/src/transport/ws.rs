//! WebSocket: the same stream of bytes in messages.
//!
//! From the client binary and text messages are read alike, one behind the other; a text message
//! that does not end its line ends it, because browser clients send one command a message. To the
//! client go binary messages, one for each write: Style 12 is bytes, not always UTF-8.

use std::{io, time::Duration};

use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        protocol::{Role, WebSocketConfig},
    },
};

use super::{Sink, Source};

/// After this much silence the server sends a ping: proxies cut silent connections after a minute.
const SILENCE: Duration = Duration::from_secs(45);

/// The two halves of a WebSocket whose handshake is done; `first` was read behind the request.
pub(super) async fn halves<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    first: Bytes,
    message_bytes: usize,
) -> (Receiving<S>, Sending<S>) {
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = 1024;
    // Every message goes out at once; it is whole already.
    config.write_buffer_size = 0;
    config.max_message_size = Some(message_bytes);
    config.max_frame_size = Some(message_bytes);
    let socket =
        WebSocketStream::from_partially_read(stream, first.into(), Role::Server, Some(config))
            .await;
    let (sending, receiving) = socket.split();
    (Receiving(receiving), Sending(sending))
}

/// Messages from the client.
pub(super) struct Receiving<S>(SplitStream<WebSocketStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Source for Receiving<S> {
    async fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let bytes = match self.0.next().await {
                None | Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed)) => {
                    return Ok(None);
                }
                Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
                Some(Ok(Message::Text(text))) => {
                    let mut line = text.as_bytes().to_vec();
                    if line.last() != Some(&b'\n') {
                        line.push(b'\n');
                    }
                    line
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                Some(Err(fault)) => return Err(broken(fault)),
            };
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
    }
}

/// Messages to the client.
pub(super) struct Sending<S>(SplitSink<WebSocketStream<S>, Message>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Sink for Sending<S> {
    const KEEP_ALIVE: Option<Duration> = Some(SILENCE);

    async fn send(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.0.send(Message::Binary(bytes.into())).await.map_err(broken)
    }

    async fn ping(&mut self) -> io::Result<()> {
        self.0.send(Message::Ping(Bytes::new())).await.map_err(broken)
    }

    async fn finish(&mut self) -> io::Result<()> {
        self.0.send(Message::Close(None)).await.map_err(broken)?;
        self.0.close().await.map_err(broken)
    }
}

fn broken(fault: Error) -> io::Error {
    match fault {
        Error::Io(fault) => fault,
        other => io::Error::other(other),
    }
}
