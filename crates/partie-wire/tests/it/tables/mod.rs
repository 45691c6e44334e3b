//! Tables and other blocks: what is written is read back, and what servers print is read.

mod laws;
mod printed;
