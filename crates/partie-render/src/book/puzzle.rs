//! Positions with a task, as EPD records them, and their solutions.

use partie_core::{Boards, Color, Game, Language, Notation, Ply, Position};
use partie_formats::epd::{Epd, opcode::Value};

use super::{
    flow::{Flow, Role},
    lines::{Span, fill},
    options::BookOptions,
    typeset::{below, figure, spoken, title},
};
use crate::{
    Frame,
    heading::Heading,
    movetext::{self, Diagrams, TextPart},
    phrases::Phrases,
};

/// A position without moves.
#[derive(Debug)]
pub(super) struct Puzzle {
    /// Its name in the record; empty if it has none.
    pub(super) name: String,
    /// The task, such as `White to move`.
    task: String,
    /// Its solution; empty if the record has none.
    pub(super) solution: String,
}

impl Puzzle {
    /// Returns the puzzle that a game without moves is; none of games that record more than a puzzle shows.
    pub(super) fn of(game: &Game, heading: &Heading, options: &BookOptions) -> Option<Puzzle> {
        let Boards::One(position) = &game.start else { return None };
        let is_start = game.start == Boards::start(game.variant);
        if !game.tree.is_empty() || game.unread.is_some() || !heading.is_bare() {
            return None;
        }
        let epd = Epd::from_game(game);
        if is_start && epd.operations.is_empty() {
            return None;
        }
        let parts = movetext::parts(game, options.language, Diagrams::NONE).into_iter();
        let remarks: Vec<String> = parts
            .filter_map(|part| match part {
                TextPart::Comment { text, .. } => Some(text),
                _ => None,
            })
            .collect();
        // Words on a position without operations are no solution.
        if epd.operations.is_empty() && !remarks.is_empty() {
            return None;
        }
        let phrases = Phrases::of(options.spoken());
        let text = |opcode: &str| match epd.value(opcode) {
            Some(Value::Text(text)) => text,
            _ => String::new(),
        };
        let mut task = phrases.to_move[usize::from(position.turn() == Color::Black)].to_owned();
        if let Some(Value::Number(moves @ 1..)) = epd.value("dm") {
            task += &format!(", {}", phrases.mate.replace("{}", &moves.to_string()));
        }
        let mut solution = moves(&epd, options.language, phrases);
        let comments = (0..=9).map(|number| text(&format!("c{number}")));
        solution
            .extend(comments.map(|words| movetext::lettered(words, options.language, &[position])));
        solution.extend(remarks);
        solution.retain(|part| !part.is_empty());
        Some(Puzzle { name: text("id"), task, solution: solution.join(" ") })
    }

    /// Sets the name, the diagram and the task, which stay together; returns the page and the place
    /// where they begin.
    pub(super) fn set(
        &self,
        flow: &mut Flow,
        game: &Game,
        number: Option<usize>,
        options: &BookOptions,
    ) -> (usize, f64) {
        let measures = flow.measures;
        let size = measures.size;
        let title =
            fill(&title(&self.name, number, measures.faces), size * 1.1, measures.column(), false);
        let mut frame = Frame::of_boards(&game.start);
        frame.language = spoken(options.spoken());
        let mut figure = figure(measures, &frame, options.look);
        figure.caption = below(measures, &self.task);
        let height = size * (1.1 * measures.leading * title.len() as f64 + 0.8);
        flow.skip(size * 0.8);
        flow.need(height + flow.height(&figure));
        flow.running_head("");
        let begin = flow.place();
        flow.lines(Role::Head, title, 0.0, size * 1.1);
        flow.figure(figure);
        begin
    }

    /// Sets the solution; a position alone has no number.
    pub(super) fn set_solution(&self, flow: &mut Flow, number: Option<usize>) {
        let measures = flow.measures;
        let faces = measures.faces;
        let number = number.map(|number| format!("{number}\u{2002}"));
        let number = number.map(|text| Span { breaks: false, ..Span::of(&text, faces.strong) });
        let mut spans: Vec<Span> = number.into_iter().collect();
        if !self.name.is_empty() {
            spans.push(Span::of(&format!("{}\u{2002}", self.name), faces.slanted));
        }
        spans.push(Span::of(&self.solution, faces.plain));
        let lines = fill(&spans, measures.size, measures.column(), false);
        flow.lines(Role::Text, lines, 0.0, measures.size);
        flow.skip(measures.size * 0.25);
    }
}

/// Lists the moves of a solution: the best ones or the line, and the moves to avoid.
fn moves(epd: &Epd, language: Language, phrases: Phrases) -> Vec<String> {
    let line = match epd.value("pv") {
        Some(Value::Line(plies)) => line(&epd.position, &plies, language),
        _ => String::new(),
    };
    let first = |opcode: &str| match epd.value(opcode) {
        Some(Value::Moves(plies)) => {
            let moves = plies.iter().map(|ply| line_of(&epd.position, *ply, language));
            moves.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    };
    let best = first("bm");
    let avoid = first("am");
    let avoid = if avoid.is_empty() { avoid } else { format!("({} {avoid})", phrases.avoid) };
    // A line begins with the best move.
    let is_said = !line.is_empty() && line.starts_with(best.trim_end_matches(['+', '#']));
    vec![if is_said { String::new() } else { best }, line, avoid]
}

/// Moves one after the other, with their numbers.
fn line(position: &Position, plies: &[Ply], language: Language) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for ply in plies {
        let is_numbered = words.is_empty() || position.turn() == Color::White;
        words.push(if is_numbered {
            line_of(&position, *ply, language)
        } else {
            Notation::San(language).print(&position, *ply)
        });
        if position.play(*ply).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// A move with its number.
fn line_of(position: &Position, ply: Ply, language: Language) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    let number = position.fullmoves();
    format!("{number}{dots}{}", Notation::San(language).print(position, ply))
}
