//! (filled by its slice)

pub mod codes;
