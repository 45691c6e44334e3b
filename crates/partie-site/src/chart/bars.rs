//! Sections as bars of characters.

use partie_db::statistics::Section;
use partie_formats::text::visible;

use crate::statistics::terms::Terms;

/// Style of bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BarStyle {
    /// Width of the page in characters; unlimited for a file.
    pub(crate) width: usize,
    /// Eighths of blocks instead of `#`.
    pub(crate) blocks: bool,
}

/// The longest label before it is cut.
const LABEL: usize = 38;

/// The widest bar that still looks like one.
const WIDEST: usize = 50;

/// Draws a section.
pub(crate) fn draw(section: &Section, style: BarStyle, terms: &Terms) -> String {
    let labels: Vec<String> = section.rows.iter().map(|r| cut(&visible(&r.label), style)).collect();
    let label_width = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let width = |texts: &[String]| texts.iter().map(|t| t.chars().count()).max().unwrap_or(0);
    let numbers: Vec<String> = section.rows.iter().map(|r| (terms.grouped)(r.number)).collect();
    let number_width = width(&numbers);
    let shares: Vec<String> = section.rows.iter().map(|r| terms.share_of(section, r)).collect();
    // As wide as the widest English share, so that bars are aligned.
    let share_width = if section.whole > 0 { width(&shares).max(6) } else { 0 };
    let notes: Vec<String> = section.rows.iter().map(|r| terms.note(section, r)).collect();
    let note_width = width(&notes);
    let before =
        2 + label_width + 2 + number_width + if share_width > 0 { 3 + share_width } else { 0 } + 2;
    let after = if note_width > 0 { note_width + 2 } else { 0 };
    let room = style.width.saturating_sub(before + after).clamp(8, WIDEST);
    let most = section.rows.iter().map(|r| r.number).max().unwrap_or(0).max(1);

    let mut out = format!("{}\n", section.title);
    for (at, row) in section.rows.iter().enumerate() {
        let (label, number, note) = (&labels[at], &numbers[at], &notes[at]);
        let mut line = format!("  {label:label_width$}  {number:>number_width$}");
        if share_width > 0 {
            line += &format!("  {:>share_width$}", shares[at]);
        }
        line += &format!("  {:room$}", bar(row.number, most, room, style.blocks));
        if !note.is_empty() {
            line += &format!("  {note}");
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Draws shares of a whole, as in `12/5/7`, as a bar of full, half-full and dotted parts; spaces if the
/// whole is nothing.
pub(crate) fn shares(parts: &str, columns: usize) -> String {
    let parts: Vec<u64> = parts.split('/').map(|part| part.parse().unwrap_or(0)).collect();
    let all: u64 = parts.iter().sum();
    if all == 0 {
        return " ".repeat(columns);
    }
    let (mut bar, mut sum, mut drawn) = (String::new(), 0, 0);
    for (part, sign) in parts.into_iter().zip(['█', '▒', '·']) {
        sum += part;
        let end = ((sum * columns as u64 + all / 2) / all) as usize;
        bar.extend(std::iter::repeat_n(sign, end - drawn));
        drawn = end;
    }
    bar
}

/// A label that is not too long for the page.
fn cut(label: &str, style: BarStyle) -> String {
    let label = if style.blocks { label.to_owned() } else { label.replace('–', "-") };
    if label.chars().count() <= LABEL || style.width == usize::MAX {
        return label;
    }
    let dots = if style.blocks { "…" } else { "..." };
    let kept: String = label.chars().take(LABEL - dots.chars().count()).collect();
    format!("{}{dots}", kept.trim_end())
}

/// Draws a bar for a number, in whole characters or eighths. Every number above 0 has a visible
/// bar.
fn bar(number: u64, most: u64, width: usize, blocks: bool) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let parts = if blocks { 8 } else { 1 };
    let length = (number as f64 / most as f64 * (width * parts) as f64).round() as usize;
    let length = length.max(usize::from(number > 0));
    if blocks {
        format!("{}{}", "█".repeat(length / 8), EIGHTHS[length % 8])
    } else {
        "#".repeat(length)
    }
}

#[cfg(test)]
mod tests {
    use partie_db::statistics::{Shape, StatisticsRow, Topic};

    use super::*;

    fn section() -> Section {
        let row = |label: &str, number, score| StatisticsRow {
            label: label.to_owned(),
            value: String::new(),
            number,
            score,
        };
        Section {
            topic: Topic::Players,
            title: "Players".to_owned(),
            shape: Shape::Ranking,
            rows: vec![
                row("Anderssen, Adolf", 12_000, Some(66.0)),
                row("Kieseritzky, Lionel Adalbert Bagration Felix", 4500, Some(41.0)),
                row("NN", 1, None),
            ],
            whole: 16_501,
            more: 0,
        }
    }

    #[test]
    fn drawn_with_blocks() {
        insta::assert_snapshot!(draw(&section(), BarStyle { width: 90, blocks: true }, &Terms::english()), @"
        Players
          Anderssen, Adolf                        12 000   72.7%  ███████████████████  scores 66%
          Kieseritzky, Lionel Adalbert Bagratio…    4500   27.3%  ███████▏             scores 41%
          NN                                           1    0.0%  ▏
        ");
    }

    #[test]
    fn drawn_with_signs() {
        insta::assert_snapshot!(draw(&section(), BarStyle { width: 60, blocks: false }, &Terms::english()), @"
        Players
          Anderssen, Adolf                        12 000   72.7%  ########  scores 66%
          Kieseritzky, Lionel Adalbert Bagrat...    4500   27.3%  ###       scores 41%
          NN                                           1    0.0%  #
        ");
    }
}
