//! Games as a PDF book: a table of contents, and each game with its heading, its moves
//! typeset as in chess books, and diagrams; with bookmarks, page numbers and text that can
//! be searched and copied. Headings, paragraphs and a description of each diagram are
//! tagged for screen readers.
//!
//! Positions without moves, as EPD has them, are puzzles: a diagram with its name and task
//! each, and their solutions at the end. A book may have tables, parts and an index.

mod contents;
mod flow;
mod lines;
mod measures;
mod options;
mod paint;
mod puzzle;
mod table;
mod tags;
mod typeset;

use std::collections::{BTreeMap, BTreeSet};

use partie_core::{Boards, Game};

use crate::{
    RenderError, font,
    heading::Heading,
    phrases::{self, Phrases},
};
use contents::{ContentsEntry, Front};
use flow::{Flow, Role};
use lines::{Span, fill};
use measures::Measures;
use paint::Pages;
use puzzle::Puzzle;

pub use options::{BookOptions, Paper};
pub use table::BookTable;

/// A book that is being made. Games and pages are held in memory until the end, because the table of
/// contents stands before them.
#[derive(Debug)]
pub struct Book {
    options: BookOptions,
    tables: Vec<BookTable>,
    parts: Vec<BookPart>,
    /// Number of games.
    games: usize,
    is_indexed: bool,
}

/// A part of a book, in the order of its pages.
#[derive(Debug)]
enum BookPart {
    /// A heading over the games after it.
    Section(String),
    Game(Box<Game>),
}

/// A part that is ready to be set.
enum Ready {
    Section(String),
    Game(Box<Game>, Box<Heading>),
    Puzzle(Box<Game>, Puzzle),
}

/// A book that is ready to be printed.
#[derive(Clone, Debug)]
pub struct FinishedBook {
    /// The PDF file.
    pub file: Vec<u8>,
    /// The characters for which the book's fonts have no glyph. Boxes stand for them on the
    /// pages; text that is copied from there has them.
    pub lacking: BTreeSet<char>,
}

impl Book {
    /// An empty book.
    #[must_use]
    pub fn new(options: BookOptions) -> Book {
        Book { options, tables: Vec::new(), parts: Vec::new(), games: 0, is_indexed: false }
    }

    /// Appends a game.
    pub fn add(&mut self, game: Game) {
        self.games += 1;
        self.parts.push(BookPart::Game(Box::new(game)));
    }

    /// Puts a heading over the games that follow.
    pub fn section(&mut self, heading: impl Into<String>) {
        self.parts.push(BookPart::Section(heading.into()));
    }

    /// Adds the heading of a round.
    pub fn round(&mut self, number: usize) {
        let word = Phrases::of(self.options.spoken()).round;
        self.section(format!("{word} {number}"));
    }

    /// Puts a table before the games.
    pub fn table(&mut self, table: BookTable) {
        self.tables.push(table);
    }

    /// Appends an index of players.
    pub fn index(&mut self) {
        self.is_indexed = true;
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games
    }

    /// Returns true if the book has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The finished book.
    ///
    /// # Errors
    ///
    /// [`RenderError::NothingToShow`] of an empty book without tables, and [`RenderError::Encoding`],
    /// which cannot happen short of a bug.
    pub fn finish(self) -> Result<FinishedBook, RenderError> {
        if self.is_empty() && self.tables.is_empty() {
            return Err(RenderError::NothingToShow);
        }
        let Book { options, tables, parts, games, is_indexed } = self;
        let spoken = options.spoken();
        let phrases = Phrases::of(spoken);
        let mut ready: Vec<Ready> = parts.into_iter().map(|part| part.ready(&options)).collect();
        forget_one_occasion(&mut ready);
        let title = options.title.clone().unwrap_or_else(|| match (games, ready.first()) {
            (1, Some(Ready::Game(_, heading))) => heading.title(),
            (1, Some(Ready::Puzzle(_, puzzle))) if !puzzle.name.is_empty() => puzzle.name.clone(),
            _ if ready.iter().all(|part| matches!(part, Ready::Puzzle(..))) => {
                phrases.puzzles.to_owned()
            }
            _ => match phrases::code(spoken) {
                None | Some("en") => format!("{games} games of chess"),
                Some(_) => phrases.games.to_owned(),
            },
        });
        let measures = Measures::of(&options);
        let is_titled = games > 1 || options.title.is_some();
        let front = Front { measures, title: is_titled.then_some(&*title), tables: &tables };
        let mut index = is_indexed.then(PlayerIndex::default);
        let mut expected = listed(&ready);
        // Without other parts, one game needs no contents.
        let has_contents = expected.len() > 1 || (is_titled && !expected.is_empty());
        if has_contents && is_indexed {
            expected.push(ContentsEntry::part(phrases.players.to_owned(), (0, 0.0)));
        }
        if !has_contents {
            expected.clear();
        }
        let has_front = is_titled || !tables.is_empty();
        let shared = if has_front { front.shared(&expected) } else { None };
        let mut flow = match shared {
            Some(y) => Flow::below(measures, y + measures.size * 2.5),
            None => Flow::new(measures),
        };
        let mut entries = Vec::new();
        let mut solved: Vec<(Option<usize>, Puzzle)> = Vec::new();
        let mut number = 0;
        for part in ready {
            let numbered = |number: &mut usize| {
                *number += 1;
                (games > 1).then_some(*number)
            };
            entries.push(match part {
                Ready::Section(heading) => {
                    let begin = flow.section(&heading, measures.size * 8.0);
                    ContentsEntry::part(heading, begin)
                }
                Ready::Game(game, heading) => {
                    let number = numbered(&mut number);
                    let begin = typeset::game(&mut flow, &game, &heading, number, &options);
                    if let (Some(index), Some(number), Boards::One(_)) =
                        (&mut index, number, &game.start)
                    {
                        index.add(&heading, number);
                    }
                    ContentsEntry::game(&heading, number, begin)
                }
                Ready::Puzzle(game, puzzle) => {
                    let shown = numbered(&mut number);
                    let begin = puzzle.set(&mut flow, &game, shown, &options);
                    let name = if puzzle.name.is_empty() {
                        number.to_string()
                    } else {
                        puzzle.name.clone()
                    };
                    if !puzzle.solution.is_empty() {
                        solved.push((shown, puzzle));
                    }
                    ContentsEntry { is_listed: false, ..ContentsEntry::part(name, begin) }
                }
            });
        }
        if !solved.is_empty() {
            // Not beside the positions.
            flow.next_page();
            let begin = flow.section(phrases.solutions, measures.size * 3.0);
            for (number, puzzle) in &solved {
                puzzle.set_solution(&mut flow, *number);
            }
            entries.push(ContentsEntry {
                is_listed: false,
                ..ContentsEntry::part(phrases.solutions.to_owned(), begin)
            });
        }
        if let Some(index) = index.filter(|index| !index.games.is_empty()) {
            let begin = flow.section(phrases.players, measures.size * 3.0);
            index.set(&mut flow);
            entries.push(ContentsEntry::part(phrases.players.to_owned(), begin));
        }
        flow.settle();
        let mut contents: Vec<ContentsEntry> = entries.clone();
        contents.retain(|entry| has_contents && entry.is_listed);
        let mut lacking = flow.lacking.clone();
        lacking.extend(font::lacking(measures.faces.strong, &title));
        let front = match (has_front, shared) {
            (false, _) => Vec::new(),
            (true, Some(_)) => front.pages(&contents, 0).finish(),
            (true, None) => {
                // The number of pages does not depend on the numbers that stand in them.
                let before = front.pages(&contents, 0).finish().len();
                front.pages(&contents, before).finish()
            }
        };
        let pages = Pages { front, games: flow.finish(), is_shared: shared.is_some() };
        // The words of the records are most likely in the language of the headings.
        let language = phrases::code(spoken);
        let file = paint::document(&title, language, measures, &pages, &entries)?;
        Ok(FinishedBook { file, lacking })
    }
}

impl BookPart {
    fn ready(self, options: &BookOptions) -> Ready {
        match self {
            BookPart::Section(heading) => Ready::Section(heading),
            BookPart::Game(game) => {
                let heading = Heading::of(&game, options.spoken());
                if let Some(puzzle) = Puzzle::of(&game, &heading, options) {
                    return Ready::Puzzle(game, puzzle);
                }
                Ready::Game(game, Box::new(heading))
            }
        }
    }
}

/// Takes away an occasion that all games have: the contents need not repeat it.
fn forget_one_occasion(parts: &mut [Ready]) {
    let mut headings = parts.iter().filter_map(|part| match part {
        Ready::Game(_, heading) => Some(heading),
        _ => None,
    });
    let first = headings.next().map(|heading| heading.occasion.clone());
    if headings.any(|heading| Some(&heading.occasion) != first.as_ref()) {
        return;
    }
    for part in parts {
        if let Ready::Game(_, heading) = part {
            heading.occasion.clear();
        }
    }
}

/// The entries that the table of contents will have, apart from their pages.
fn listed(parts: &[Ready]) -> Vec<ContentsEntry> {
    let mut number = 0;
    let mut entries = Vec::new();
    for part in parts {
        match part {
            Ready::Section(heading) => {
                entries.push(ContentsEntry::part(heading.clone(), (0, 0.0)));
            }
            Ready::Game(_, heading) => {
                number += 1;
                entries.push(ContentsEntry::game(heading, Some(number), (0, 0.0)));
            }
            Ready::Puzzle(..) => number += 1,
        }
    }
    entries
}

impl ContentsEntry {
    fn game(heading: &Heading, number: Option<usize>, (page, y): (usize, f64)) -> ContentsEntry {
        ContentsEntry {
            number,
            title: heading.title(),
            occasion: heading.occasion.clone(),
            result: heading.result.clone(),
            is_listed: true,
            page,
            y,
        }
    }

    /// The entry of a part that is no game.
    fn part(title: String, (page, y): (usize, f64)) -> ContentsEntry {
        ContentsEntry {
            number: None,
            title,
            occasion: String::new(),
            result: String::new(),
            is_listed: true,
            page,
            y,
        }
    }
}

/// The players with the numbers of their games.
#[derive(Debug, Default)]
struct PlayerIndex {
    /// By the names in lower case.
    games: BTreeMap<String, (String, Vec<usize>)>,
}

impl PlayerIndex {
    fn add(&mut self, heading: &Heading, number: usize) {
        for side in [&heading.white, &heading.black].into_iter().filter(|side| side.is_known()) {
            let (_, games) = self
                .games
                .entry(side.name.to_lowercase())
                .or_insert_with(|| (side.name.clone(), Vec::new()));
            games.push(number);
        }
    }

    fn set(&self, flow: &mut Flow) {
        let measures = flow.measures;
        for (name, games) in self.games.values() {
            let numbers: Vec<String> = games.iter().map(usize::to_string).collect();
            let spans = [
                Span::of(&format!("{name}\u{2002}"), measures.faces.plain),
                Span::of(&numbers.join(", "), measures.faces.slanted),
            ];
            let lines = fill(&spans, measures.size, measures.column(), false);
            flow.lines(Role::Text, lines, 0.0, measures.size);
        }
    }
}
