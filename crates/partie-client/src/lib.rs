//! A player's session on an Internet Chess Server, for a window.
//!
//! A part of the program `partie`: its public items serve the program's other parts, and may change
//! with any version.
//!
//! A [`Session`] takes the bytes of a server and the requests of a window. It logs in, requests the
//! server's machine-readable lines, follows games, seeks and offers, and emits
//! [`News`](protocol::News), which are numbered, so that a window can resume after an absence.
//! Sockets and clocks belong to the caller.
//!
//! ```
//! use partie_client::{Session, protocol::{Change, Message, Request}};
//! use partie_speech::Speech;
//!
//! let mut session = Session::new(Speech::default());
//! session.attach(0);
//! session.receive(0, b"\n\rlogin: ");
//! assert!(session.take_bytes().starts_with(b"%b"), "interface variables go first");
//! session.receive(5, b"\n\r#Ivars set.\n\r\n\rlogin: ");
//! let asked = session.take_messages().into_iter().any(|message| {
//!     matches!(message, Message::News(news) if news.change == Some(Change::LoginRequired))
//! });
//! assert!(asked);
//! let login = Request::Login { id: 1, name: "Anna".into(), password: String::new() };
//! session.request(9, login);
//! assert_eq!(session.take_bytes(), b"Anna\n");
//! ```

mod changes;
mod commands;
mod connection;
mod followed;
mod games;
mod lobby;
mod login;
pub mod protocol;
mod purpose;
mod session;
mod talk;
mod window;

pub use session::Session;
