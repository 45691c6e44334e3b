//! Chess records of any format.
//!
//! Files are detected ([`detect`]), unpacked ([`container`]), read and written ([`dispatch`])
//! without naming their format. Here are also the formats that stand on others: transcripts of
//! an Internet Chess Server ([`style12`], put together by the [`recorder`]) and Partie's own
//! JSON ([`ndjson`]).

mod account;
pub mod codes;
pub mod container;
pub mod detect;
pub mod dispatch;
pub mod foreign;
pub mod ndjson;
mod outside;
pub mod recorder;
pub mod style12;

pub use account::{account, may_keep_words, words_kept};
pub use outside::Outside;
