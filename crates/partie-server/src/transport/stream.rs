//! Streams of bytes (as TLS) as source and sink, and a stream whose first bytes were read.

use std::{
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::{Sink, Source};

/// How many bytes are read at once.
pub(super) const PIECE: usize = 4096;

/// The reading half of a stream.
pub(crate) struct Reading<R>(pub(crate) R);

impl<R: AsyncRead + Unpin + Send + 'static> Source for Reading<R> {
    async fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        poll_fn(|context| {
            // The buffer lives on the stack of the thread and only while something is read: an
            // idle connection has none.
            let mut buffer = [0; PIECE];
            let mut buffer = ReadBuf::new(&mut buffer);
            Pin::new(&mut self.0).poll_read(context, &mut buffer).map(|read| match read {
                Ok(()) => Ok((!buffer.filled().is_empty()).then(|| buffer.filled().to_vec())),
                // TLS without a farewell, as many clients do it.
                Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                Err(fault) => Err(fault),
            })
        })
        .await
    }
}

/// The writing half of a stream.
pub(crate) struct Writing<W>(pub(crate) W);

impl<W: AsyncWrite + Unpin + Send + 'static> Sink for Writing<W> {
    const KEEP_ALIVE: Option<Duration> = None;

    async fn send(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.0.write_all(&bytes).await?;
        self.0.flush().await
    }

    async fn ping(&mut self) -> io::Result<()> {
        Ok(())
    }

    async fn finish(&mut self) -> io::Result<()> {
        self.0.shutdown().await
    }
}

/// A stream whose first bytes were read already and are given once more.
#[derive(Debug)]
pub(crate) struct Rewound<S> {
    first: Vec<u8>,
    stream: S,
}

impl<S> Rewound<S> {
    pub(crate) fn new(first: Vec<u8>, stream: S) -> Self {
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
