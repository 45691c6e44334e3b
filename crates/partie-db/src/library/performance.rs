//! Rating performance.

/// Points that a score adds to the mean rating of the opponents, for 50 to 100 percent (FIDE Handbook
/// B.02, table 8.1.1).
const ADDED: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Returns the rating performance of a score, from 0 to 1, against opponents of a mean rating.
pub(super) fn performance(mean: u32, score: f64) -> i32 {
    let percent = (score.clamp(0.0, 1.0) * 100.0).round() as i32;
    let added = ADDED[percent.abs_diff(50) as usize];
    mean as i32 + if percent < 50 { -added } else { added }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performances() {
        for (mean, score, expected) in [
            (2500, 0.5, 2500),
            (2500, 1.0, 3300),
            (2500, 0.0, 1700),
            (2400, 0.75, 2593),
            (2400, 0.25, 2207),
        ] {
            assert_eq!(performance(mean, score), expected, "{mean} {score}");
        }
    }
}
