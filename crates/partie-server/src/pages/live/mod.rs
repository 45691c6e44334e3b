//! Sessions of pages on which games are played: a browser's WebSocket, and a session with a chess
//! server that goes on while the browser is away.

mod gateway;
mod registry;
mod running;
mod window;

pub use self::{gateway::ChessServer, running::LiveLimits};
pub(super) use self::{registry::Registry as LiveSessions, window::serve};
