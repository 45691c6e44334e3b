//! Rating performance.

/// Points that a score adds to the mean rating of the opponents, for 50 to 100 percent (FIDE Handbook
/// B.02, table 8.1.1).
const ADDED: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Highest differences of ratings for which the stronger player is expected to score 50 to 99 percent
/// (FIDE Handbook B.02, table 8.1.2); above them it is 100.
const DIFFERENCES: [u32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// Returns the rating performance of a score, from 0 to 1, against opponents of a mean rating.
pub(crate) fn performance(mean: u32, score: f64) -> i32 {
    // Halves of a percent are rounded up, and 23 of 40 half points are a little less than 57½ % in binary.
    let percent = (score.clamp(0.0, 1.0) * 100.0 + 1e-9).round() as i32;
    let added = ADDED[percent.abs_diff(50) as usize];
    mean as i32 + if percent < 50 { -added } else { added }
}

/// Returns the lowest rating whose expected score against `opponents` is `halves` half points,
/// without FIDE's limit of 400 points. Without points, the lowest opponent's rating less 800;
/// `None` without opponents.
pub(crate) fn perfect_performance(opponents: &[u32], halves: u32) -> Option<i32> {
    let lowest = *opponents.iter().min()? as i32 - 800;
    if halves == 0 {
        return Some(lowest);
    }
    let highest = *opponents.iter().max()? as i32 + 800;
    let reaches = |rating: i32| {
        let sum: u32 = opponents.iter().map(|opponent| expected(rating - *opponent as i32)).sum();
        sum >= halves * 50
    };
    // The expected score never falls as the rating grows.
    let (mut low, mut high) = (lowest, highest);
    while low < high {
        let middle = low + (high - low) / 2;
        if reaches(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// Returns the expected score, in percent, for a rating difference.
pub(crate) fn expected(difference: i32) -> u32 {
    let above = DIFFERENCES.partition_point(|most| *most < difference.unsigned_abs()) as u32;
    if difference < 0 { 50 - above } else { 50 + above }
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
            // 12½ % and 57½ %; in binary, the latter is less.
            (2125, 0.125, 1803),
            (2400, 23.0 / 40.0, 2457),
        ] {
            assert_eq!(performance(mean, score), expected, "{mean} {score}");
        }
    }

    #[test]
    fn expected_scores() {
        for (difference, percent) in
            [(0, 50), (3, 50), (4, 51), (-4, 49), (200, 76), (-391, 9), (735, 99), (736, 100)]
        {
            assert_eq!(expected(difference), percent, "{difference}");
        }
    }

    #[test]
    fn perfect_performances() {
        for (opponents, halves, rating) in [
            // An even score against one rating: 3 points less are still expected to draw.
            (&[2400, 2400][..], 2, Some(2397)),
            // 75 % is expected from 189 points up.
            (&[2400, 2400], 3, Some(2589)),
            // 100 % is expected from 736 points up.
            (&[2400, 2300], 4, Some(3136)),
            (&[2400, 2300], 0, Some(1500)),
            (&[], 0, None),
        ] {
            assert_eq!(perfect_performance(opponents, halves), rating, "{opponents:?} {halves}");
        }
    }
}
