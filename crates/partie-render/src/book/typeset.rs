//! Sets a game.

use partie_core::{Game, Language};

use super::{
    flow::{Figure, Flow, Role},
    lines::{PlacedPiece, Span, fill},
    measures::{Faces, Measures},
    options::BookOptions,
};
use crate::{
    DiagramStyle, Frame, draw,
    font::Face,
    frame::Walk,
    heading::Heading,
    movetext::{self, TextPart},
    phrases::Phrases,
};

/// The deepest variation that is a paragraph of its own; deeper ones stand in parentheses.
const OWN_PARAGRAPH: usize = 1;

/// Sets a game; the page and the place on it where it begins.
pub(super) fn game(
    flow: &mut Flow,
    game: &Game,
    heading: &Heading,
    number: Option<usize>,
    options: &BookOptions,
) -> (usize, f64) {
    let measures = flow.measures;
    let size = measures.size;
    flow.skip(size * 1.8);
    let mut parts = movetext::parts(game, options.language, options.diagrams);
    // A book opened at a study shows its position.
    let mut walk = Walk::new(game, spoken(options.spoken()));
    let first = match parts.first() {
        Some(TextPart::Diagram { node, .. }) => {
            flow.height(&figure(measures, walk.to(*node), options.look))
        }
        _ => 0.0,
    };
    let phrases = Phrases::of(options.spoken());
    let begin = head(flow, heading, number, first, phrases);
    let mut setter = Typesetter {
        flow,
        walk,
        look: options.look,
        words: options.spoken(),
        spans: Vec::new(),
        depth: 0,
        glue: true,
    };
    // The result belongs to the moves, not under the last diagram.
    let last = parts.pop_if(|part| matches!(part, TextPart::Diagram { after: Some(_), .. }));
    for part in parts {
        setter.part(part);
    }
    if !heading.result.is_empty() {
        setter.end_of_variation(0);
        setter.word(&heading.result, measures.faces.strong, false);
    }
    setter.paragraph();
    if let Some(diagram) = last {
        setter.part(diagram);
    }
    if let Some(unread) = &game.unread {
        let text = unread.split_whitespace().collect::<Vec<_>>().join(" ");
        let space = if options.spoken() == Language::French { "\u{a0}" } else { "" };
        setter.word(&format!("{}{space}: {text}", phrases.not_read), measures.faces.slanted, true);
        setter.paragraph();
    }
    flow.settle();
    begin
}

/// Sets a game's heading, on a page with room for its first lines; returns the page and the place
/// of the heading.
fn head(
    flow: &mut Flow,
    heading: &Heading,
    number: Option<usize>,
    first: f64,
    phrases: Phrases,
) -> (usize, f64) {
    let measures = flow.measures;
    let (size, column, faces) = (measures.size, measures.column(), measures.faces);
    let big = size * 1.25;
    let title = fill(&title(&heading.rated_title(), number, faces), big, column, false);
    let mut facts = heading.circumstances.join(", ");
    if let Some(annotator) = &heading.annotator {
        facts += if facts.is_empty() { "" } else { ". " };
        facts += &format!("{} {annotator}", phrases.annotated);
    }
    let small = size * 0.92;
    let facts = fill(&[Span::of(&facts, faces.slanted)], small, column, false);
    // The head stays together and has a few lines of text below.
    let height = big * title.len() as f64 + small * facts.len() as f64 + size * 3.5;
    flow.need(height * measures.leading + first);
    flow.running_head(&heading.title());
    let begin = flow.place();
    flow.lines(Role::Head, title, 0.0, big);
    flow.lines(Role::Text, facts, 0.0, small);
    flow.skip(size * 0.25);
    flow.rule();
    flow.skip(size * 0.5);
    begin
}

/// Gathers spans to paragraphs.
struct Typesetter<'a> {
    flow: &'a mut Flow,
    walk: Walk<'a>,
    look: DiagramStyle,
    words: Language,
    spans: Vec<Span>,
    /// Depth of nested variations.
    depth: usize,
    /// True if the next word follows without a space.
    glue: bool,
}

impl Typesetter<'_> {
    fn part(&mut self, part: TextPart) {
        match part {
            TextPart::Open { depth } if depth <= OWN_PARAGRAPH => {
                self.paragraph();
                self.depth = depth;
            }
            TextPart::Open { depth } => {
                self.depth = depth;
                self.word("(", self.flow.measures.faces.plain, false);
                self.glue = true;
            }
            TextPart::Close { depth } => self.end_of_variation(depth - 1),
            TextPart::Move { number, text, signs, depth, .. } => {
                let faces = self.flow.measures.faces;
                let face = if depth == 0 { faces.strong } else { faces.plain };
                self.word(&format!("{number}{text}{signs}"), face, false);
            }
            TextPart::Comment { text, .. } => {
                self.glue |= movetext::joins(&text);
                self.word(&text, self.flow.measures.faces.plain, true);
            }
            TextPart::Diagram { node, after, chosen } => {
                self.paragraph();
                let measures = self.flow.measures;
                let mut figure = figure(measures, self.walk.to(node), self.look);
                figure.optional = chosen;
                if let Some(last) = after {
                    figure.caption = caption(measures, &last, self.words);
                }
                self.flow.figure(figure);
            }
        }
    }

    fn end_of_variation(&mut self, depth: usize) {
        if self.depth > depth {
            if self.depth > OWN_PARAGRAPH {
                if let Some(last) = self.spans.last_mut() {
                    last.text.push(')');
                } else {
                    self.word(")", self.flow.measures.faces.plain, false);
                }
            } else {
                self.paragraph();
            }
        }
        self.depth = depth;
    }

    /// Adds words after a space.
    fn word(&mut self, text: &str, face: Face, breaks: bool) {
        if !self.glue && !self.spans.is_empty() {
            let face = self.flow.measures.faces.plain;
            self.spans.push(Span { text: " ".to_owned(), face, scale: 1.0, breaks: true });
        }
        self.glue = false;
        let scale = if self.depth == 0 { 1.0 } else { 0.92 };
        self.spans.push(Span { text: text.to_owned(), face, scale, breaks });
    }

    /// Sets the collected spans.
    fn paragraph(&mut self) {
        if self.spans.is_empty() {
            return;
        }
        let spans = std::mem::take(&mut self.spans);
        let measures = self.flow.measures;
        let size = measures.size;
        let indent = if self.depth == 0 { 0.0 } else { size * 1.1 };
        let lines = fill(&spans, size, measures.column() - indent, measures.even);
        self.flow.lines(Role::Text, lines, indent, size);
        self.flow.skip(size * 0.35);
        self.glue = true;
    }
}

/// Returns the language of a diagram's title, which is spoken, so that figurines do not apply.
pub(super) const fn spoken(language: Language) -> Language {
    if language.is_figurine() { Language::English } else { language }
}

/// A diagram.
pub(super) fn figure(measures: Measures, frame: &Frame, look: DiagramStyle) -> Figure {
    let width = if frame.boards.len() > 1 { measures.column() } else { measures.diagram };
    Figure { scene: draw(frame, look), width, caption: Vec::new(), optional: false }
}

/// The line below a diagram.
fn caption(measures: Measures, last: &str, words: Language) -> Vec<PlacedPiece> {
    let text = format!("{} {last}", Phrases::of(words).after);
    below(measures, &text)
}

/// A text on one line below a diagram.
pub(super) fn below(measures: Measures, text: &str) -> Vec<PlacedPiece> {
    let span = Span::of(text, measures.faces.slanted);
    fill(&[span], measures.size * 0.85, f64::INFINITY, false).into_iter().flatten().collect()
}

/// The title of a game or a position, after its number.
pub(super) fn title(title: &str, number: Option<usize>, faces: Faces) -> Vec<Span> {
    let number = number.map(|number| Span::of(&format!("{number}\u{2003}"), faces.plain));
    number.into_iter().chain([Span::of(title, faces.strong)]).collect()
}
