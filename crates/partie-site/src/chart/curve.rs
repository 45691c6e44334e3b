//! Ratings over time, as characters or as SVG.

use std::fmt::Write as _;

use partie_core::Date;
use partie_db::player::{RatingCurve, RatingPoint};

use crate::{crosstable, html::escaped};

/// Lines of a curve of characters.
const ROWS: usize = 9;

/// The fewest and the most columns: there is room for the labels of both ends.
const COLUMNS: (usize, usize) = (24, 72);

/// Returns the heading of a curve.
pub(crate) fn title(curve: &RatingCurve) -> String {
    match curve.speed {
        Some(speed) => format!("Rating ({speed})"),
        None => "Rating".to_owned(),
    }
}

/// Returns the place of a point in time, in days; a year alone counts as its middle.
fn day(point: &RatingPoint) -> u32 {
    let middle = Date::of_month(point.date.year(), 7).filter(|_| point.date.month() == 0);
    middle.unwrap_or(point.date).day_number()
}

/// Lowest and highest day and rating.
struct Bounds {
    days: (u32, u32),
    ratings: (u32, u32),
}

impl Bounds {
    fn of(curve: &RatingCurve) -> Bounds {
        let range = |value: fn(&RatingPoint) -> u32| {
            let values = || curve.points.iter().map(value);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        Bounds { days: range(day), ratings: range(|point| point.rating) }
    }

    /// Returns the place of a point, from 0 to 1 in both directions, from the lower left.
    fn place(&self, point: &RatingPoint) -> (f64, f64) {
        (share(day(point), self.days), share(point.rating, self.ratings))
    }
}

fn share(value: u32, (low, high): (u32, u32)) -> f64 {
    match high - low {
        0 => 0.5,
        span => f64::from(value.saturating_sub(low)) / f64::from(span),
    }
}

/// Returns the labels of the ends of the time.
fn ends(curve: &RatingCurve, written: impl Fn(Date) -> String) -> [String; 2] {
    let points = || curve.points.iter();
    [points().min_by_key(|p| day(p)), points().max_by_key(|p| day(p))]
        .map(|point| point.map(|point| written(point.date)).unwrap_or_default())
}

/// Draws a curve with characters.
pub(crate) fn draw(curve: &RatingCurve, ascii: bool) -> String {
    let bounds = Bounds::of(curve);
    let columns = ((bounds.days.1 - bounds.days.0) / 31 + 1) as usize;
    let columns = columns.clamp(COLUMNS.0, COLUMNS.1);
    let mut sums = vec![(0_u64, 0_u64); columns];
    for point in &curve.points {
        let column = (bounds.place(point).0 * (columns - 1) as f64).round() as usize;
        sums[column].0 += u64::from(point.rating) * point.games;
        sums[column].1 += point.games;
    }
    let mut lines = vec![vec![' '; columns]; ROWS];
    for (column, (sum, games)) in sums.into_iter().enumerate() {
        let Some(rating) = sum.checked_div(games) else { continue };
        let height = share(rating as u32, bounds.ratings);
        let row = ROWS - 1 - (height * (ROWS - 1) as f64).round() as usize;
        lines[row][column] = if ascii { '*' } else { '•' };
    }
    let (side, corner, floor) = if ascii { ('|', '+', '-') } else { ('│', '└', '─') };
    let mut out = String::new();
    let (low, high) = bounds.ratings;
    for (row, line) in lines.iter().enumerate() {
        let label = match row {
            // The line is in the middle.
            0 if low == high => String::new(),
            _ if low == high && row == ROWS / 2 => high.to_string(),
            0 => high.to_string(),
            _ if row == ROWS - 1 => low.to_string(),
            _ => String::new(),
        };
        let line: String = line.iter().collect();
        let _ = writeln!(out, "{}", format!("{label:>5} {side}{line}").trim_end());
    }
    let _ = writeln!(out, "      {corner}{}", floor.to_string().repeat(columns));
    let [first, last] = ends(curve, crosstable::date);
    let gap = " ".repeat(columns.saturating_sub(first.len() + last.len()));
    let last = if first == last { String::new() } else { gap + &last };
    let _ = writeln!(out, "       {first}{last}");
    out
}

/// Returns the multiples of a round step between two values, at most `most`.
fn ticks(low: u32, high: u32, most: u32) -> impl Iterator<Item = u32> {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let step = steps.into_iter().find(|step| (high - low) / step <= most).unwrap_or(1000);
    (low / step + 1..=high.saturating_sub(1) / step).map(move |number| number * step)
}

/// Draws a curve as SVG with a title; `written` formats its dates.
pub(crate) fn svg(curve: &RatingCurve, title: &str, written: impl Fn(Date) -> String) -> String {
    const WIDTH: f64 = 900.0;
    const HEIGHT: f64 = 260.0;
    const LEFT: f64 = 60.0;
    const EDGE: f64 = 24.0;
    let bounds = Bounds::of(curve);
    let place = |point: &RatingPoint| {
        let (x, y) = bounds.place(point);
        (LEFT + x * (WIDTH - LEFT - EDGE), HEIGHT - 2.0 * EDGE - y * (HEIGHT - 3.0 * EDGE))
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" fill=\"currentColor\" font-size=\"13\">\n\
         <title>{}</title>\n",
        escaped(title)
    );
    let points: Vec<String> = curve
        .points
        .iter()
        .map(|point| {
            let (x, y) = place(point);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let bottom = HEIGHT - 2.0 * EDGE + 8.0;
    let _ = write!(
        out,
        "<path d=\"M{LEFT} {EDGE}V{bottom}H{}\" fill=\"none\" stroke=\"currentColor\" opacity=\".4\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#4f7cac\" stroke-width=\"2\"/>\n",
        WIDTH - EDGE,
        points.join(" ")
    );
    for point in &curve.points {
        let (x, y) = place(point);
        let date = written(point.date);
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#4f7cac\"><title>{date}: {}</title></circle>",
            point.rating
        );
    }
    let (low, high) = bounds.ratings;
    let (top, floor) = (EDGE + 5.0, HEIGHT - 2.0 * EDGE + 5.0);
    let mut labels = if low == high {
        // The line is in the middle.
        vec![(LEFT - 8.0, f64::midpoint(top, floor), "end", high.to_string())]
    } else {
        vec![
            (LEFT - 8.0, top, "end", high.to_string()),
            (LEFT - 8.0, floor, "end", low.to_string()),
        ]
    };
    for rating in ticks(low, high, 5) {
        let (_, y) = place(&RatingPoint { rating, ..curve.points[0] });
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"currentColor\" opacity=\".15\"/>",
            WIDTH - EDGE
        );
        // Not over the labels of the ends, even where a phone enlarges them.
        if y - EDGE > 26.0 && HEIGHT - 2.0 * EDGE - y > 26.0 {
            labels.push((LEFT - 8.0, y + 5.0, "end", rating.to_string()));
        }
    }
    let year = |day: u32| day / (12 * 31);
    for year in ticks(year(bounds.days.0), year(bounds.days.1), 8) {
        let Some(date) = Date::of_month(year as u16, 1) else { continue };
        let (x, _) = place(&RatingPoint { date, rating: low, games: 0 });
        if x - LEFT > 230.0 && WIDTH - EDGE - x > 230.0 {
            labels.push((x, HEIGHT - 14.0, "middle", year.to_string()));
        }
    }
    let [first, last] = ends(curve, &written);
    labels.push((LEFT, HEIGHT - 14.0, "start", first.clone()));
    if last != first {
        labels.push((WIDTH - EDGE, HEIGHT - 14.0, "end", last));
    }
    for (x, y, anchor, text) in labels {
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers_between_their_ends() {
        let of = |low, high, most| ticks(low, high, most).collect::<Vec<_>>();
        assert_eq!(of(2387, 2851, 5), [2400, 2500, 2600, 2700, 2800]);
        assert_eq!(of(1999, 2006, 8), [2000, 2001, 2002, 2003, 2004, 2005]);
        assert!(of(2000, 2000, 5).is_empty());
        let month = |year| Date::of_month(year, 1).expect("a month");
        let point = |year, rating| RatingPoint { date: month(year), rating, games: 1 };
        let points = [(1990, 2400), (2000, 2705), (2010, 2851)];
        let curve =
            RatingCurve { speed: None, points: points.map(|(year, r)| point(year, r)).to_vec() };
        let drawn = svg(&curve, "Rating", Date::iso);
        for label in ["2400", "2500", "2600", "2700", "2851", "1990-01", "2000", "2010-01"] {
            assert!(drawn.contains(&format!(">{label}</text>")), "{label}: {drawn}");
        }
    }
}
