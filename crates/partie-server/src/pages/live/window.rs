//! A browser's WebSocket: requests to a session, messages from it.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use partie_client::protocol::{self, Message, Refused, Request};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self,
        protocol::{Role, WebSocketConfig},
    },
};

use super::{
    registry::{Events, Registry},
    running::{WindowEvent, WindowMessages, WindowQueue},
};
use crate::transport::Visitor;

/// The most bytes of a request.
const REQUEST: usize = 4096;
/// Time limit for the first request, and for sending a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest silence of a window, which sends a sign of life more often.
const SILENCE: Duration = Duration::from_secs(45);
/// Maximum number of requests at once, and the number added each second.
const BURST: f64 = 60.0;
const A_SECOND: f64 = 20.0;

static WINDOWS: AtomicU64 = AtomicU64::new(1);

type Socket<S> = WebSocketStream<S>;

/// Serves a window until it goes.
pub(in crate::pages) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    registry: Registry,
    visitor: Visitor,
    stream: S,
) {
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = REQUEST;
    config.write_buffer_size = 0;
    config.max_message_size = Some(REQUEST);
    config.max_frame_size = Some(REQUEST);
    let mut socket = Socket::from_raw_socket(stream, Role::Server, Some(config)).await;
    let (queue, messages) = WindowQueue::new(WINDOWS.fetch_add(1, Ordering::Relaxed));
    let id = queue.id;
    let session = match begin(&registry, visitor, &mut socket, queue).await {
        Ok(session) => session,
        Err(refused) => {
            if let Some(reason) = refused {
                let text = serde_json::to_string(&Message::Refused { reason }).unwrap_or_default();
                let _ = send(&mut socket, text).await;
            }
            let _ = timeout(PATIENCE, socket.close(None)).await;
            return;
        }
    };
    converse(&mut socket, &session, id, messages).await;
    // A session that has ended needs no word.
    let _ = session.send(WindowEvent::Detached { window: id }).await;
    let _ = timeout(PATIENCE, socket.close(None)).await;
}

/// Takes the first request, and finds or begins the session that it asks for. No reason: the
/// window does not speak the protocol, or has gone.
async fn begin<S: AsyncRead + AsyncWrite + Unpin>(
    registry: &Registry,
    visitor: Visitor,
    socket: &mut Socket<S>,
    queue: WindowQueue,
) -> Result<Events, Option<Refused>> {
    let first = timeout(PATIENCE, next(socket)).await.ok().flatten().ok_or(None)?;
    let Request::Hello { version, token, seen, language } = first else { return Err(None) };
    if version != protocol::VERSION {
        return Err(Some(Refused::Version));
    }
    let known = token.and_then(|token| registry.find(&token));
    if let Some(session) = known {
        let event = WindowEvent::Attached { window: queue.clone(), seen };
        if session.send(event).await.is_ok() {
            return Ok(session);
        }
    }
    let session = registry.begin(visitor, &language).await?;
    let event = WindowEvent::Attached { window: queue, seen: 0 };
    session.send(event).await.map_err(|_| Some(Refused::Unreachable))?;
    Ok(session)
}

async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut Socket<S>,
    session: &Events,
    window: u64,
    mut messages: WindowMessages,
) {
    let mut allowed = BURST;
    let mut last = Instant::now();
    loop {
        tokio::select! {
            message = messages.next() => {
                let Some(text) = message else { return };
                if send(socket, text).await.is_err() {
                    return;
                }
            }
            request = timeout(SILENCE, next(socket)) => {
                let Ok(Some(request)) = request else { return };
                let now = Instant::now();
                allowed = (allowed + (now - last).as_secs_f64() * A_SECOND).min(BURST) - 1.0;
                last = now;
                if allowed < 0.0 {
                    tracing::debug!("a page sends too much");
                    return;
                }
                let event = WindowEvent::Requested { window, request };
                if session.send(event).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the next request; `None` at the end, and for an invalid one.
async fn next<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut Socket<S>) -> Option<Request> {
    loop {
        match socket.next().await?.ok()? {
            tungstenite::Message::Text(text) => match serde_json::from_str(&text) {
                Ok(request) => return Some(request),
                Err(fault) => {
                    tracing::debug!(%fault, "a page's request");
                    return None;
                }
            },
            tungstenite::Message::Ping(_) | tungstenite::Message::Pong(_) => {}
            _ => return None,
        }
    }
}

async fn send<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut Socket<S>,
    text: String,
) -> Result<(), ()> {
    let sending = socket.send(tungstenite::Message::text(text));
    timeout(PATIENCE, sending).await.map_err(|_| ())?.map_err(|_| ())
}
