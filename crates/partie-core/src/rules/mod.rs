//! Positions and legal moves of every variant.
//!
//! [`Position`] is one board; [`Bughouse`] is two; [`Boards`] is either. The rules of
//! standard chess, Chess960 and seven variants are shakmaty's. Partie's own are
//! bughouse, losers, FICS's suicide and the castling of wild 0 and 1.

mod boards;
mod bughouse;
pub mod chess960;
mod draw;
pub mod fast;
mod illegal;
mod key;
mod legal;
mod perft;
pub mod pieces;
mod position;
pub mod replay;
mod variant;
pub mod wild;
mod wild_castle;

pub use boards::{BoardId, Boards};
pub use bughouse::Bughouse;
pub use draw::History;
pub use key::{PositionKey, polyglot_key};
pub use legal::MovesTo;
pub use perft::perft;
pub use position::{IllegalPly, Position, SetupProblem};
pub use replay::ReplayBoard;
pub use variant::Variant;
