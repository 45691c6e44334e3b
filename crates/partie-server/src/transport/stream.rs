//! Streams of bytes (as TLS) as connections, and a stream whose first bytes were read.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Buf;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::{OutputPiece, Wire};

/// Number of bytes read at once.
pub(super) const PIECE: usize = 4096;

/// A stream as a connection.
pub(super) struct Stream<S>(pub(super) S);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Wire for Stream<S> {
    const KEEP_ALIVE: Option<Duration> = None;

    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<Vec<u8>>>> {
        // The buffer is on the thread's stack and only exists during a read: an idle connection has
        // none.
        let mut buffer = [0; PIECE];
        let mut buffer = ReadBuf::new(&mut buffer);
        Pin::new(&mut self.0).poll_read(context, &mut buffer).map(|read| match read {
            Ok(()) => Ok((!buffer.filled().is_empty()).then(|| buffer.filled().to_vec())),
            // TLS without a farewell, as many clients do it.
            Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(fault) => Err(fault),
        })
    }

    fn poll_send(
        &mut self,
        context: &mut Context<'_>,
        piece: &mut Option<OutputPiece>,
    ) -> Poll<io::Result<()>> {
        let mut stream = Pin::new(&mut self.0);
        match piece {
            Some(OutputPiece::Bytes(bytes)) => {
                while !bytes.is_empty() {
                    match ready!(stream.as_mut().poll_write(context, bytes))? {
                        0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                        count => bytes.advance(count),
                    }
                }
                *piece = None;
            }
            Some(OutputPiece::Farewell) => return stream.poll_shutdown(context),
            Some(OutputPiece::Ping) | None => *piece = None,
        }
        stream.poll_flush(context)
    }
}

/// A stream whose first bytes were read already and are given once more.
#[derive(Debug)]
pub(super) struct Rewound<S> {
    first: Vec<u8>,
    stream: S,
}

impl<S> Rewound<S> {
    pub(super) fn new(first: Vec<u8>, stream: S) -> Self {
        Self { first, stream }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Rewound<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.first.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let now = self.first.len().min(buffer.remaining());
        buffer.put_slice(&self.first[..now]);
        self.first.drain(..now);
        if self.first.is_empty() {
            self.first = Vec::new();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Rewound<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
