//! The rules, the notations, and the structure of the workspace.

mod cases;
mod circles;
mod derived;
mod ends;
mod fast;
mod house;
mod illegal;
mod legal;
mod notations;
mod replay;
mod rules;
mod serde;
mod slow;
#[path = "../../../partie-testkit/src/suite.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests of other crates use the rest")]
mod suite;
mod tree_edits;
