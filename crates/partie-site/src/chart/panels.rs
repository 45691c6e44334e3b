//! Sections as a picture: panels in two columns, rankings as bars, scales as columns.

use std::fmt::Write as _;

use partie_db::statistics::{Section, Shape, StatisticsRow, Topic};

use crate::{html::escaped, statistics::terms::Terms};

const WIDTH: f64 = 1080.0;
const MARGIN: f64 = 28.0;
const GAP: f64 = 20.0;
const PANEL: f64 = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
/// Space inside a panel.
const PAD: f64 = 18.0;
/// The height of a panel's heading.
const HEADING: f64 = 46.0;
/// The height of a row of a ranking.
const ROW: f64 = 23.0;
/// The height of the columns of a scale.
const COLUMNS: f64 = 170.0;
/// The space under the columns of a scale.
const AXIS: f64 = 34.0;
/// The width of a ranking's labels.
const LABELS: f64 = 205.0;

const STYLE: &str = "\
text{font-family:'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#2b2b2b}\
.title{font-size:26px;font-weight:600}.line{font-size:14px;fill:#666}\
.heading{font-size:16px;font-weight:600}.label{font-size:13px}\
.number{font-size:12px;fill:#666}.panel{fill:#fff;stroke:#e3ddd3}\
.bar{fill:#4f7cac}.track{fill:#f0ece5}.axis{stroke:#cfc8bc}";

/// Draws sections with a title and a few lines under it; both may be empty.
pub(crate) fn draw(title: &str, lines: &[String], sections: &[Section], terms: &Terms) -> String {
    let top = match (title, lines) {
        ("", []) => MARGIN,
        _ => MARGIN + 40.0 + lines.len() as f64 * 21.0 + 14.0,
    };
    let mut ends = [top, top];
    let mut panels = String::new();
    for section in sections {
        // Each panel goes under the shorter column.
        let column = usize::from(ends[1] < ends[0]);
        let x = MARGIN + column as f64 * (PANEL + GAP);
        let height = height(section);
        panel(&mut panels, (section, terms), x, ends[column], height);
        ends[column] += height + GAP;
    }
    let height = ends[0].max(ends[1]) - GAP + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#faf7f2\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"{1}\">{0}</text>\n",
        escaped(title),
        MARGIN + 24.0
    );
    for (i, line) in lines.iter().enumerate() {
        let y = MARGIN + 52.0 + i as f64 * 21.0;
        text(&mut out, "line", MARGIN, y, "start", line);
    }
    out + &panels + "</svg>\n"
}

fn height(section: &Section) -> f64 {
    let body = match section.shape {
        Shape::Ranking => section.rows.len() as f64 * ROW,
        Shape::Scale => COLUMNS + AXIS,
    };
    HEADING + body + PAD * 0.7
}

fn panel(out: &mut String, (section, terms): (&Section, &Terms), x: f64, y: f64, height: f64) {
    let _ = writeln!(
        out,
        "<rect class=\"panel\" x=\"{x}\" y=\"{y}\" width=\"{PANEL}\" height=\"{height}\" rx=\"8\"/>"
    );
    text(out, "heading", x + PAD, y + 29.0, "start", &section.title);
    match section.shape {
        Shape::Ranking => {
            text(out, "number", x + PANEL - PAD, y + 29.0, "end", &caption(section, terms));
            ranking(out, section, terms, x + PAD, y + HEADING);
        }
        Shape::Scale => scale(out, section, terms, x + PAD, y + HEADING),
    }
}

fn ranking(out: &mut String, section: &Section, terms: &Terms, x: f64, y: f64) {
    let most = section.rows.iter().map(|r| r.number).max().unwrap_or(0).max(1) as f64;
    let numbers: Vec<_> = section.rows.iter().map(|r| number(section, r, terms)).collect();
    // A character of the numbers is about 6.6 wide.
    let width = numbers.iter().map(|n| n.chars().count()).max().unwrap_or(0) as f64 * 6.6;
    let room = PANEL - 2.0 * PAD - LABELS - width - 10.0;
    for (i, (row, number)) in section.rows.iter().zip(&numbers).enumerate() {
        let top = y + i as f64 * ROW;
        let (start, length) = (x + LABELS, (row.number as f64 / most * room).max(1.5));
        text(out, "label", x, top + 14.0, "start", &fitting(&row.label, LABELS - 10.0));
        let _ = writeln!(
            out,
            "<rect class=\"track\" x=\"{start}\" y=\"{0}\" width=\"{room:.1}\" height=\"14\" rx=\"3\"/>\
             <rect class=\"bar\" x=\"{start}\" y=\"{0}\" width=\"{length:.1}\" height=\"14\" rx=\"3\"/>",
            top + 2.5
        );
        text(out, "number", x + PANEL - 2.0 * PAD, top + 14.0, "end", number);
    }
}

/// Returns the meaning of the numbers after the bars.
fn caption(section: &Section, terms: &Terms) -> String {
    let mut caption = terms.games.to_owned();
    if section.whole > 0 {
        caption += &format!(" · {}", terms.share);
    }
    if section.rows.iter().any(|r| r.score.is_some()) {
        let of = usize::from(section.topic == Topic::Players);
        caption += &format!(" · {}", terms.captions[of]);
    }
    caption
}

fn number(section: &Section, row: &StatisticsRow, terms: &Terms) -> String {
    let share = Some(terms.share_of(section, row)).filter(|share| !share.is_empty());
    let score = row.score.map(|score| (terms.percent)(score, 0));
    [Some((terms.grouped)(row.number)), share, score]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

fn scale(out: &mut String, section: &Section, terms: &Terms, x: f64, y: f64) {
    let most = section.rows.iter().map(|r| r.number).max().unwrap_or(0).max(1) as f64;
    let width = PANEL - 2.0 * PAD;
    let step = width / section.rows.len() as f64;
    let column = (step * 0.78).min(64.0);
    let bottom = y + COLUMNS;
    // A column needs about 36 for a label under it.
    let every = (36.0 / step).ceil().max(1.0) as usize;
    for (i, row) in section.rows.iter().enumerate() {
        let middle = x + (i as f64 + 0.5) * step;
        let tall = row.number as f64 / most * (COLUMNS - 20.0);
        let tall = if row.number > 0 { tall.max(1.5) } else { 0.0 };
        let _ = writeln!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{column:.1}\" height=\"{tall:.1}\" rx=\"2\">\
             <title>{}: {}</title></rect>",
            middle - column / 2.0,
            bottom - tall,
            escaped(&row.label),
            (terms.grouped)(row.number)
        );
        let highest = row.number as f64 >= most;
        if highest || section.rows.len() <= 8 {
            text(
                out,
                "number",
                middle,
                bottom - tall - 5.0,
                "middle",
                &(terms.grouped)(row.number),
            );
        }
        if i % every == 0 {
            let label = row.label.split('–').next().unwrap_or(&row.label);
            text(out, "number", middle, bottom + 17.0, "middle", label);
        }
    }
    let _ = writeln!(
        out,
        "<line class=\"axis\" x1=\"{x}\" y1=\"{bottom}\" x2=\"{}\" y2=\"{bottom}\"/>",
        x + width
    );
}

/// A label cut to a width; a character is about 6.9 wide.
fn fitting(label: &str, width: f64) -> String {
    let most = (width / 6.9) as usize;
    if label.chars().count() <= most {
        return label.to_owned();
    }
    let kept: String = label.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

fn text(out: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    let words = escaped(words);
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_lie_in_the_picture() {
        let section = |shape, rows: usize| Section {
            topic: Topic::Lengths,
            title: "A & B".to_owned(),
            shape,
            rows: (0..rows)
                .map(|n| StatisticsRow {
                    label: format!("<{n}>"),
                    value: String::new(),
                    number: n as u64,
                    score: None,
                })
                .collect(),
            whole: 100,
            more: 0,
        };
        let sections =
            [section(Shape::Ranking, 3), section(Shape::Scale, 20), section(Shape::Scale, 1)];
        let picture =
            draw("Games \u{1}\"x\"", &["1 game".to_owned()], &sections, &Terms::english());
        assert!(picture.contains("<title>Games &quot;x&quot;</title>"));
        assert!(picture.contains("A &amp; B") && picture.contains("&lt;2&gt;"));
        assert_eq!(picture.matches("class=\"panel\"").count(), 3);
        let number = |text: &str, name: &str| -> f64 {
            let from = text.find(&format!(" {name}=\"")).expect(name) + name.len() + 3;
            text[from..].split('"').next().expect("a value").parse().expect("a number")
        };
        let whole = number(&picture, "height");
        for rect in picture.split("<rect ").skip(2) {
            let rect = format!(" {}", rect.split('>').next().expect("an end"));
            assert!(number(&rect, "y") + number(&rect, "height") <= whole, "{rect}");
            assert!(number(&rect, "x") + number(&rect, "width") <= WIDTH, "{rect}");
        }
    }
}
