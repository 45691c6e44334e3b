//! WebSocket: the same stream of bytes in messages.
//!
//! From the client binary and text messages are read alike, one after the other; a text message
//! that does not end its line ends it, because browser clients send one command a message. To the
//! client go binary messages, one for each write: Style 12 is bytes, not always UTF-8.

use std::{
    io,
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        protocol::{Role, WebSocketConfig},
    },
};

use super::{OutputPiece, Wire};

/// After this much silence the server sends a ping: proxies cut silent connections after a minute.
const SILENCE: Duration = Duration::from_secs(45);

/// A WebSocket.
pub(super) struct Socket<S>(Box<WebSocketStream<S>>);

/// The WebSocket whose handshake is done; `first` was read after the request.
pub(super) async fn open<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    first: Bytes,
    message_bytes: usize,
) -> Socket<S> {
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = 1024;
    // Every message goes out at once; it is whole already.
    config.write_buffer_size = 0;
    config.max_message_size = Some(message_bytes);
    config.max_frame_size = Some(message_bytes);
    let socket =
        WebSocketStream::from_partially_read(stream, first.into(), Role::Server, Some(config));
    Socket(Box::new(socket.await))
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Wire for Socket<S> {
    const KEEP_ALIVE: Option<Duration> = Some(SILENCE);

    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<Vec<u8>>>> {
        loop {
            let bytes = match ready!(self.0.poll_next_unpin(context)) {
                None | Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed)) => {
                    return Poll::Ready(Ok(None));
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
                Some(Err(fault)) => return Poll::Ready(Err(broken(fault))),
            };
            if !bytes.is_empty() {
                return Poll::Ready(Ok(Some(bytes)));
            }
        }
    }

    fn poll_send(
        &mut self,
        context: &mut Context<'_>,
        piece: &mut Option<OutputPiece>,
    ) -> Poll<io::Result<()>> {
        if let Some(OutputPiece::Farewell) = piece {
            return self.0.poll_close_unpin(context).map_err(broken);
        }
        if piece.is_some() {
            ready!(self.0.poll_ready_unpin(context)).map_err(broken)?;
        }
        let message = match piece.take() {
            Some(OutputPiece::Bytes(bytes)) => Some(Message::Binary(bytes)),
            Some(OutputPiece::Ping) => Some(Message::Ping(Bytes::new())),
            Some(OutputPiece::Farewell) | None => None,
        };
        if let Some(message) = message {
            self.0.start_send_unpin(message).map_err(broken)?;
        }
        self.0.poll_flush_unpin(context).map_err(broken)
    }
}

fn broken(fault: Error) -> io::Error {
    match fault {
        Error::Io(fault) => fault,
        other => io::Error::other(other),
    }
}
