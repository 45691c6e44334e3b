//! A session that is running: its server, its window, and the time while that is away.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use partie_client::{
    Session,
    protocol::{Message, Request},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    sync::mpsc,
    time::{sleep_until, timeout},
};

use super::gateway::Stream;
use crate::transport::Presence;

/// The most bytes of messages that wait for a window: more than the whole state of a session.
const QUEUE: usize = 4 << 20;
/// Time limit for a chess server to read the bytes sent to it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Limits of live sessions.
#[derive(Clone, Copy, Debug)]
pub struct LiveLimits {
    /// Number of sessions at the same time; 0: any number.
    pub sessions: usize,
    /// Maximum number of sessions of one address; for IPv6, of its first 64 bits. Sessions of this
    /// machine only count in total. 0: no limit.
    pub per_address: usize,
    /// The time for which a session goes on while its window is away in the middle of a game.
    pub away: Duration,
    /// The time after which the others at its games hear of a window that is away.
    pub away_is_reported: Duration,
    /// The time for which it goes on while no game is played.
    pub away_from_lobby: Duration,
    /// The time after which the seeks of a window that is away are withdrawn.
    pub seeks_stand: Duration,
    /// The same before the login.
    pub away_before_login: Duration,
}

impl Default for LiveLimits {
    fn default() -> LiveLimits {
        LiveLimits {
            sessions: 2000,
            per_address: 20,
            away: Duration::from_mins(5),
            away_is_reported: Duration::from_secs(3),
            away_from_lobby: Duration::from_mins(1),
            seeks_stand: Duration::from_secs(10),
            away_before_login: Duration::from_secs(20),
        }
    }
}

/// An event of a window.
pub(super) enum WindowEvent {
    /// It has come, and has seen the news up to a number.
    Attached { window: WindowQueue, seen: u32 },
    /// It sends a request.
    Requested { window: u64, request: Request },
    /// It has gone.
    Detached { window: u64 },
}

/// The way of messages to a window.
#[derive(Clone, Debug)]
pub(super) struct WindowQueue {
    /// Number of the window.
    pub(super) id: u64,
    messages: mpsc::UnboundedSender<String>,
    waiting: Arc<AtomicUsize>,
}

/// The other end of a [`WindowQueue`].
#[derive(Debug)]
pub(super) struct WindowMessages {
    messages: mpsc::UnboundedReceiver<String>,
    waiting: Arc<AtomicUsize>,
}

impl WindowQueue {
    /// A queue for the window of this number.
    pub(super) fn new(id: u64) -> (WindowQueue, WindowMessages) {
        let (sender, messages) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        (
            WindowQueue { id, messages: sender, waiting: Arc::clone(&waiting) },
            WindowMessages { messages, waiting },
        )
    }

    /// Sends a message. False if the window has gone, or reads too slowly.
    pub(super) fn send(&self, message: &Message) -> bool {
        // Every message can be written as JSON.
        let text = serde_json::to_string(message).unwrap_or_default();
        let waiting = self.waiting.fetch_add(text.len(), Ordering::Relaxed);
        waiting <= QUEUE && self.messages.send(text).is_ok()
    }
}

impl WindowMessages {
    /// The next message; `None` once the session has let the window go.
    pub(super) async fn next(&mut self) -> Option<String> {
        let text = self.messages.recv().await?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}

/// Sends a session's output to its server.
async fn send(session: &mut Session, server: &mut (impl AsyncWrite + Unpin), now: u32) {
    let bytes = session.take_bytes();
    if bytes.is_empty() || session.is_closed() {
        return;
    }
    // A server that does not read must not block the window.
    if !matches!(timeout(PATIENCE, server.write_all(&bytes)).await, Ok(Ok(()))) {
        session.server_closed(now);
    }
}

/// Runs a session to its end, at which it is forgotten.
pub(super) async fn run(
    limits: LiveLimits,
    token: String,
    mut session: Session,
    (stream, presence): (Box<dyn Stream>, Option<Presence>),
    mut events: mpsc::Receiver<WindowEvent>,
    forget: impl FnOnce(),
) {
    let begin = Instant::now();
    let started = tokio::time::Instant::from_std(begin);
    let now = || u32::try_from(begin.elapsed().as_millis()).unwrap_or(u32::MAX);
    let (mut from_server, mut to_server) = tokio::io::split(stream);
    let mut window: Option<WindowQueue> = None;
    let mut alone = tokio::time::Instant::now();
    let mut is_new = true;
    // True if the others at a game know that the window is away.
    let mut reported = false;
    // Whether seeks of a window that is away stand.
    let mut seeks = true;
    let mut buffer = vec![0; 4096];
    send(&mut session, &mut to_server, now()).await;
    loop {
        let away = if session.is_playing() {
            limits.away
        } else if session.is_started() {
            limits.away_from_lobby
        } else {
            limits.away_before_login
        };
        let deadline = session.deadline();
        let woken = started + Duration::from_millis(deadline.unwrap_or_default().into());
        tokio::select! {
            read = from_server.read(&mut buffer), if !session.is_closed() => match read {
                Ok(0) | Err(_) => session.server_closed(now()),
                Ok(count) => session.receive(now(), &buffer[..count]),
            },
            event = events.recv() => match event {
                Some(WindowEvent::Attached { window: queue, seen }) => {
                    if let Some(before) = window.take() {
                        before.send(&Message::Replaced);
                    }
                    if let Some(presence) = presence.as_ref().filter(|_| std::mem::take(&mut reported)) {
                        presence.report(None).await;
                    }
                    let resumed = !std::mem::take(&mut is_new);
                    let taken = session.taken();
                    let welcome = Message::Welcome { token: token.clone(), resumed, taken };
                    if queue.send(&welcome) {
                        session.attach(if resumed { seen } else { 0 });
                        window = Some(queue);
                    }
                }
                Some(WindowEvent::Requested { window: id, request }) => {
                    if window.as_ref().is_some_and(|window| window.id == id) {
                        session.request(now(), request);
                    }
                }
                Some(WindowEvent::Detached { window: id }) => {
                    if window.as_ref().is_some_and(|window| window.id == id) {
                        window = None;
                    }
                }
                None => break,
            },
            () = sleep_until(alone + limits.seeks_stand), if window.is_none() && seeks => {
                session.withdraw_seeks(now());
                seeks = false;
            }
            () = sleep_until(alone + limits.away_is_reported),
                if window.is_none() && !reported && session.is_playing() =>
            {
                reported = true;
                if let Some(presence) = &presence {
                    presence.report(Some(limits.away.saturating_sub(limits.away_is_reported))).await;
                }
            }
            () = sleep_until(alone + away), if window.is_none() => break,
            () = sleep_until(woken), if deadline.is_some() => session.wake(now()),
        }
        send(&mut session, &mut to_server, now()).await;
        let messages = session.take_messages();
        if let Some(queue) = &window
            && !messages.iter().all(|message| queue.send(message))
        {
            // Missed messages are sent when it comes back.
            window = None;
        }
        if window.is_some() {
            alone = tokio::time::Instant::now();
            seeks = true;
        } else {
            session.detach();
            if session.is_closed() {
                break;
            }
        }
    }
    forget();
    // The server sees the end of a client that says no more.
    let _ = to_server.shutdown().await;
}
