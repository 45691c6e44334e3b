//! Diagnostics as text: the line, carets below the location, the fix.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use partie_formats::{Confidence, Diagnostic, Fix, Record, Severity};

use super::{
    excerpt::excerpt,
    visible::{game_label, shortened, visible},
};

/// Number of characters quoted of a replaced text or a replacement.
const QUOTED: usize = 60;

/// Renders diagnostics as text.
#[derive(Debug)]
pub(crate) struct TextReport {
    renderer: Renderer,
}

impl TextReport {
    /// For a terminal of a width in characters, in colour or not.
    pub(crate) fn new(width: usize, colour: bool) -> TextReport {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        // The line number and the bar next to it take about eight characters.
        TextReport { renderer: renderer.term_width(width.saturating_sub(8).max(40)) }
    }

    /// Renders a diagnostic in several lines, the last without a line end.
    pub(crate) fn render(&self, file: &str, record: &Record, diagnostic: &Diagnostic) -> String {
        let mut spans = vec![diagnostic.span.clone()];
        let mut labels = vec![None];
        let mut elsewhere = None;
        if let Some(related) = &diagnostic.related {
            let line = record.line_around(diagnostic.span.start);
            if record.line_around(related.span.start) == line {
                spans.push(related.span.clone());
                labels.push(Some(visible(&related.message.to_string())));
            } else {
                elsewhere = Some(related);
            }
        }
        let title = level(diagnostic.severity)
            .primary_title(visible(&diagnostic.message.to_string()))
            .id(diagnostic.code.id);
        let mut group = with_excerpt(Group::with_title(title), file, record, &spans, labels)
            .element(Level::NOTE.with_name("game").message(game_label(record, diagnostic)));
        if let Some(fix) = &diagnostic.fix {
            group = group.element(
                Level::HELP
                    .with_name(fix_name(diagnostic, fix.confidence))
                    .message(fix_label(record, diagnostic, fix)),
            );
        }
        let mut groups = vec![group];
        if let Some(related) = elsewhere {
            let title = Level::NOTE.secondary_title(visible(&related.message.to_string()));
            let spans = std::slice::from_ref(&related.span);
            groups.push(with_excerpt(Group::with_title(title), file, record, spans, vec![None]));
        }
        self.renderer.render(&groups)
    }
}

/// Adds the line of the first place with all places marked; the first is the primary one.
fn with_excerpt<'a>(
    group: Group<'a>,
    file: &str,
    record: &Record,
    spans: &[Range<usize>],
    labels: Vec<Option<String>>,
) -> Group<'a> {
    let place = record.place(spans.first().map_or(0, |s| s.start));
    let shown = excerpt(record, spans);
    let mut snippet = Snippet::source(shown.text).line_start(place.line as usize);
    for (span, label) in shown.spans.into_iter().zip(labels) {
        let kind = match label {
            None => AnnotationKind::Primary,
            Some(_) => AnnotationKind::Context,
        };
        snippet = snippet.annotation(kind.span(span).label(label));
    }
    if shown.from_line_start {
        return group.element(snippet.path(visible(file)));
    }
    // The renderer would count the column from where the excerpt begins.
    let origin =
        Origin::path(visible(file)).line(place.line as usize).char_column(place.column as usize);
    group.element(origin).element(snippet)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Repaired => Level::INFO.with_name("repaired"),
        Severity::Note => Level::NOTE,
    }
}

/// Names a fix, and where reading stops also the command that makes it.
fn fix_name(diagnostic: &Diagnostic, confidence: Confidence) -> String {
    let level = confidence.name();
    match diagnostic.severity {
        Severity::Error => format!("partie fix --level {level}"),
        _ => format!("fix ({level})"),
    }
}

/// A fix in words.
fn fix_label(record: &Record, diagnostic: &Diagnostic, fix: &Fix) -> String {
    let quoted = |text: &str| format!("`{}`", shortened(&visible(text), QUOTED));
    let end = fix.span.end.min(record.text.len());
    let old = record.decoded(&record.text[fix.span.start.min(end)..end]);
    let new = quoted(&fix.replacement);
    let breaks = fix.replacement.trim().is_empty() && fix.replacement.contains('\n');
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let joins = old.lines().count() > 1 && fix.replacement.lines().count() == 1;
    let mut words = match (old.is_empty(), fix.replacement.is_empty()) {
        _ if breaks && old.trim().is_empty() => "break the line".to_owned(),
        _ if joins && dense(&old) == dense(&fix.replacement) => format!("write {new} on one line"),
        (true, _) => format!("insert {new}"),
        (false, true) => format!("remove {}", quoted(&old)),
        (false, false) => format!("write {new} instead of {}", quoted(&old)),
    };
    if fix.span.start != diagnostic.span.start {
        let place = record.place(fix.span.start);
        words += &format!(" at {}:{}", place.line, place.column);
    }
    words
}
