//! Clock readings and time controls.

/// Reads a clock: `h:mm:ss`, `m:ss` or seconds alone, each with a decimal
/// fraction and perhaps a minus sign. Gives milliseconds; digits beyond the third
/// of the fraction are cut off.
///
/// ```
/// use partie_core::time::clock_milliseconds;
/// assert_eq!(clock_milliseconds("1:20:00"), Some(4_800_000));
/// assert_eq!(clock_milliseconds("0.656"), Some(656));
/// assert_eq!(clock_milliseconds("1:2:3:4"), None);
/// ```
#[must_use]
pub fn clock_milliseconds(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let mut seconds: i64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        parts += 1;
    }
    if parts > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut milliseconds = seconds.checked_mul(1000)?;
    for (digit, weight) in fraction.bytes().zip([100, 10, 1]) {
        milliseconds += i64::from(digit - b'0') * weight;
    }
    Some(if negative { -milliseconds } else { milliseconds })
}
