//! Games on the server: played or examined.

pub(crate) mod adjourn;
pub(crate) mod adjourned;
pub(crate) mod begin_match;
pub(crate) mod board;
pub(crate) mod bughouse;
pub(crate) mod disconnect;
pub(crate) mod end;
pub(crate) mod ending;
pub(crate) mod examination;
pub(crate) mod examine;
pub(crate) mod flag;
pub(crate) mod gnotify;
pub(crate) mod line;
pub(crate) mod model;
pub(crate) mod observe;
pub(crate) mod own;
pub(crate) mod partner;
pub(crate) mod play;
pub(crate) mod records;
pub(crate) mod request;
pub(crate) mod resume;
pub(crate) mod running;
pub(crate) mod setup;
pub(crate) mod simul;
pub(crate) mod start;
pub(crate) mod stored;
pub(crate) mod tables;

pub use crate::ids::{AdjournedId, GameNumber};
pub use adjourned::Adjourned;
pub use line::{Played, Pockets, position_after};
pub use model::{Examination, Finished, Game, Games, MainLine, Mode, Side, Simul, Terms};
