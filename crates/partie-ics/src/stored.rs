//! Types that are stored as the tuples of their fields.

use crate::{
    category::Control,
    clock::MoveTime,
    players::player::Logon,
    record::RecordedMove,
    time::{Span, Tick},
};

macro_rules! as_tuples {
    ($($type:ident { $($field:ident),+ }: $tuple:ty;)+) => {$(
        impl From<$tuple> for $type {
            fn from(($($field),+): $tuple) -> $type {
                $type { $($field),+ }
            }
        }

        impl From<$type> for $tuple {
            fn from($type { $($field),+ }: $type) -> $tuple {
                ($($field),+)
            }
        }
    )+};
}

as_tuples! {
    Control { initial, increment }: (Span, Span);
    MoveTime { thought, charged, added, lag }: (Span, Span, Span, Span);
    Logon { at, came }: (Tick, bool);
    RecordedMove { san, took }: (String, Span);
}
