//! Block mode (to be replaced).
#[allow(missing_docs)]
pub fn number(line: &str) -> Option<(u32, &str)> {
    let (n, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some((n.parse().ok()?, rest))
}
