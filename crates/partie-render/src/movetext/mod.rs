//! The moves of a game as a reader meets them: with numbers, signs, comments without
//! the commands of programs, and the places at which a diagram belongs.

mod chosen;
mod lettered;

pub(crate) use lettered::lettered;

use std::collections::HashMap;

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Language, Nag, NodeId, Notation, Position,
    annotation::commands, walk::WalkEvent,
};

/// Positions of diagrams in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagrams {
    /// Before the first move of a game that does not begin from the usual position.
    pub start: bool,
    /// Requested by the game: by the NAGs `$220` and `$221`, or by `[#]`, `[%dia]` or a
    /// lone `D` in a comment.
    pub marked: bool,
    /// In games without requests: about every ten moves, at points of interest.
    pub chosen: bool,
    /// Number of main-line moves between diagrams.
    pub every: Option<u32>,
    /// After the last move.
    pub end: bool,
}

impl Diagrams {
    /// None at all.
    pub const NONE: Diagrams =
        Diagrams { start: false, marked: false, chosen: false, every: None, end: false };

    /// Suitable for a book: the start, requested diagrams, and in games without requests
    /// some that are chosen.
    pub const BOOK: Diagrams =
        Diagrams { start: true, marked: true, chosen: true, ..Diagrams::NONE };
}

impl Default for Diagrams {
    fn default() -> Diagrams {
        Diagrams { marked: true, ..Diagrams::NONE }
    }
}

/// A part of a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// A move.
    Move {
        /// The node of the move.
        node: NodeId,
        /// `12.` or `12...`; empty where it goes without saying.
        number: String,
        /// The move itself.
        text: String,
        /// Glyphs after the move.
        signs: String,
        /// Depth of nested variations.
        depth: usize,
    },
    /// A comment in words.
    Comment {
        /// Its text without commands.
        text: String,
        /// Depth of nested variations.
        depth: usize,
    },
    /// A diagram.
    Diagram {
        /// The position after this node.
        node: NodeId,
        /// Its move with the number; `None` for the start.
        after: Option<String>,
        /// True if the game did not request it.
        chosen: bool,
    },
    /// A variation begins; the first has the depth 1.
    Open {
        /// Depth of its moves.
        depth: usize,
    },
    /// A variation ends.
    Close {
        /// Depth of its moves.
        depth: usize,
    },
}

/// Returns the text of a game in parts, with the piece letters of a language.
#[must_use]
pub fn parts(game: &Game, language: Language, diagrams: Diagrams) -> Vec<TextPart> {
    let mut chosen = Vec::new();
    if diagrams.chosen {
        let marked = Diagrams { marked: diagrams.marked, ..Diagrams::NONE };
        let marked = written(game, language, marked, &[]);
        if !marked.iter().any(|part| matches!(part, TextPart::Diagram { .. })) {
            chosen = chosen::nodes(game);
        }
    }
    written(game, language, diagrams, &chosen)
}

/// The text of a game, with diagrams after some nodes in any case.
fn written(
    game: &Game,
    language: Language,
    diagrams: Diagrams,
    chosen: &[NodeId],
) -> Vec<TextPart> {
    let mut writer = PartsWriter {
        game,
        language,
        diagrams,
        chosen,
        parts: Vec::new(),
        names: HashMap::new(),
        numbered: true,
        lines: vec![vec![game.start.clone()]],
    };
    let set_up = game.start != Boards::start(game.variant) && !game.start.is_unread();
    if diagrams.start && set_up {
        writer.diagram(NodeId::ROOT);
    }
    for place in [CommentPlace::Before, CommentPlace::After, CommentPlace::Last] {
        writer.comments(NodeId::ROOT, NodeId::ROOT, place);
    }
    let end = game.tree.mainline_end();
    for step in game.walk() {
        match step {
            WalkEvent::Open { depth } => {
                writer.lines.push(Vec::new());
                writer.parts.push(TextPart::Open { depth });
                writer.numbered = true;
            }
            WalkEvent::Close { depth } => {
                writer.lines.pop();
                writer.parts.push(TextPart::Close { depth });
                writer.numbered = true;
            }
            WalkEvent::End { node } => {
                writer.comments(node, node, CommentPlace::Last);
                if node == end && diagrams.end {
                    writer.diagram(node);
                }
            }
            WalkEvent::Move { node, before, depth } => writer.a_move(node, before, depth),
        }
    }
    writer.parts
}

/// Returns the signs of a move, with signs that hardly any font has in typewriter spelling.
#[must_use]
pub fn common(signs: &str) -> String {
    signs.replace('⩲', "+=").replace('⩱', "=+").replace('⌓', "(better is)")
}

struct PartsWriter<'a> {
    game: &'a Game,
    language: Language,
    diagrams: Diagrams,
    chosen: &'a [NodeId],
    parts: Vec<TextPart>,
    /// The moves that were written, with their numbers.
    names: HashMap<NodeId, String>,
    /// True if the next move needs its number.
    numbered: bool,
    /// For each open line, the boards that its comments may refer to: after the last move, then
    /// before it.
    lines: Vec<Vec<Boards>>,
}

impl PartsWriter<'_> {
    fn a_move(&mut self, node: NodeId, before: Boards, depth: usize) {
        let tree = &self.game.tree;
        let Some(ply) = tree.ply(node) else { return };
        let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
        if let Some(line) = self.lines.last_mut().filter(|line| line.is_empty()) {
            line.push(before.clone());
        }
        self.comments(node, parent, CommentPlace::Before);
        let board = tree.board(node);
        let position = before.board(board);
        let two = matches!(&before, Boards::Two(_));
        let mut number = number(position, two.then_some(board));
        let text = Notation::San(self.language).print(position, ply);
        self.names.insert(node, format!("{number}{text}"));
        if !(self.numbered || two || position.turn() == Color::White) {
            number.clear();
        }
        let nags = &tree.annotations(node).nags;
        self.parts.push(TextPart::Move {
            node,
            number,
            text,
            signs: nags.iter().copied().map(sign).collect(),
            depth,
        });
        self.numbered = false;
        if self.diagrams.marked && nags.iter().copied().any(asks_for_diagram) {
            self.diagram(node);
        }
        let due = self.diagrams.every.is_some_and(|every| {
            depth == 0
                && position.turn() == Color::Black
                && position.fullmoves().is_multiple_of(every.max(1))
        });
        // In English, comments stay as they are.
        if self.language != Language::English
            && let Some(line) = self.lines.last_mut()
        {
            let mut after = before.clone();
            if after.play(board, ply).is_ok() {
                *line = vec![after, before];
            }
        }
        self.comments(node, node, CommentPlace::After);
        if due || self.chosen.contains(&node) {
            self.diagram(node);
        }
    }

    /// The comments of a node at a place, with diagrams of the position after `shown`.
    fn comments(&mut self, node: NodeId, shown: NodeId, place: CommentPlace) {
        let depth = self.lines.len() - 1;
        let comments = self.game.tree.annotations(node).comments.iter();
        for comment in comments.filter(|comment| comment.place == place) {
            let (text, diagram) = self.words(comment);
            let text = self.lettered(text);
            if !text.is_empty() {
                self.parts.push(TextPart::Comment { text, depth });
                self.numbered = true;
            }
            if diagram && self.diagrams.marked {
                self.diagram(shown);
            }
        }
    }

    /// Gives the moves that a comment names the letters of the language. It may speak of the last position
    /// of its line, or of another move in place of the last one.
    fn lettered(&self, text: String) -> String {
        let boards = self.lines.last().into_iter().flatten();
        let positions = boards.flat_map(|boards| match boards {
            Boards::One(position) => vec![position],
            Boards::Two(two) => BoardId::ALL.map(|id| two.board(id)).to_vec(),
        });
        lettered(text, self.language, &positions.collect::<Vec<_>>())
    }

    /// Adds a diagram, unless one of the same position stands there already.
    fn diagram(&mut self, node: NodeId) {
        let last = self.parts.iter().rev().find(|part| !matches!(part, TextPart::Comment { .. }));
        if !matches!(last, Some(TextPart::Diagram { node: shown, .. }) if *shown == node) {
            let (after, chosen) = (self.names.get(&node).cloned(), self.chosen.contains(&node));
            self.parts.push(TextPart::Diagram { node, after, chosen });
            self.numbered = true;
        }
    }

    /// Returns a comment without commands, and true if it requests a diagram.
    fn words(&self, comment: &Comment) -> (String, bool) {
        let bughouse = matches!(self.game.start, Boards::Two(_));
        if bughouse && comment.clock().is_some() {
            return (String::new(), false);
        }
        let mut text = String::new();
        let mut diagram = false;
        let mut at = 0;
        for command in commands(&comment.text) {
            diagram |= matches!(command.name, "dia" | "diagram");
            text.push_str(&comment.text[at..command.span.start]);
            text.push(' ');
            at = command.span.end;
        }
        text.push_str(&comment.text[at..]);
        if text.contains("[#]") {
            diagram = true;
            text = text.replace("[#]", " ");
        }
        let mut words: Vec<_> = text.split_whitespace().collect();
        // BPGN says by a letter what kind of comment it is.
        if bughouse && words.first() == Some(&"C:") {
            words.remove(0);
        }
        if let ["D" | "Diagram" | "diagram"] = words.as_slice() {
            return (String::new(), true);
        }
        (words.join(" "), diagram)
    }
}

/// Returns true if a comment continues the sentence of a move, as in `18.e5, but not f5`.
#[must_use]
pub fn joins(comment: &str) -> bool {
    // Not `...Nf6`, which names a move of Black.
    comment.starts_with([',', ';', ':', '.', ')']) && !comment.starts_with("..")
}

/// The number before a move: `12.`, `12...`; in bughouse `12A.`, `12a.`, `12B.`, `12b.`.
fn number(position: &Position, board: Option<BoardId>) -> String {
    let number = position.fullmoves();
    match (board, position.turn()) {
        (None, Color::White) => format!("{number}."),
        (None, Color::Black) => format!("{number}..."),
        (Some(board), Color::White) => format!("{number}{board}."),
        (Some(board), Color::Black) => format!("{number}{}.", board.to_string().to_lowercase()),
    }
}

fn asks_for_diagram(nag: Nag) -> bool {
    matches!(nag.0, 220 | 221)
}

/// Formats a NAG as in print: suffixes on the move, other glyphs after a space.
#[must_use]
pub fn sign(nag: Nag) -> String {
    match (nag.suffix(), nag.glyph()) {
        // Compensation has a sign of its own in Unicode, which hardly any font has.
        (None, _) if matches!(nag.0, 44 | 45) => " =/∞".to_owned(),
        (Some(suffix), _) => suffix.to_owned(),
        (None, Some(glyph)) => format!(" {glyph}"),
        (None, None) if nag.0 == 0 || asks_for_diagram(nag) => String::new(),
        (None, None) => format!(" ${}", nag.0),
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;

    /// The text on one line; `#` is a diagram.
    fn text(pgn: &str, diagrams: Diagrams) -> String {
        let game = pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        let words = parts(&game, Language::English, diagrams).into_iter().map(|part| match part {
            TextPart::Move { number, text, signs, .. } => format!("{number}{text}{signs}"),
            TextPart::Comment { text, .. } => format!("{{{text}}}"),
            TextPart::Diagram { node, after, .. } => {
                assert_eq!(after.is_none(), node == NodeId::ROOT);
                format!("#{}", node.index())
            }
            TextPart::Open { .. } => "(".to_owned(),
            TextPart::Close { .. } => ")".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_come_back_behind_what_interrupts() {
        for (pgn, expected) in [
            ("1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3"),
            ("1. e4 {[%clk 0:01:00]} e5 *", "1.e4 e5"),
            ("1. e4 {good} e5 *", "1.e4 {good} 1...e5"),
            (
                "{Start} 1. e4 e5 (1... c5 $10 {D} 2. Nf3) 2. d4 $13 *",
                "{Start} 1.e4 e5 ( 1...c5 = #3 2.Nf3 ) 2.d4 ∞",
            ),
            ("1. e4 $1 $220 {[%csl Gd4] [#] here} e5 $146 *", "1.e4! #1 {here} 1...e5 N"),
        ] {
            assert_eq!(text(pgn, Diagrams::default()), expected, "{pgn}");
        }
    }

    #[test]
    fn diagrams_every_few_moves() {
        let diagrams = Diagrams { every: Some(2), end: true, ..Diagrams::NONE };
        assert_eq!(
            text("1. e4 {D} e5 2. Nf3 Nc6 3. Bb5 *", diagrams),
            "1.e4 e5 2.Nf3 Nc6 #4 3.Bb5 #5"
        );
    }
    #[test]
    fn a_game_that_asks_for_no_diagram_gets_some() {
        let shuffle = |moves: u32, key: u32| {
            let mut pgn = String::new();
            for n in 1..=moves {
                let (w, b) = if n % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
                let sign = if n == key { "!" } else { "" };
                pgn += &format!("{n}. {w}{sign} {b} ");
            }
            text(&(pgn + "*"), Diagrams::BOOK)
        };
        let diagrams = |text: &str| {
            let numbers = text.split(' ').filter_map(|word| word.strip_prefix('#'));
            numbers.map(|n| n.parse().expect("a node")).collect::<Vec<usize>>()
        };
        assert_eq!(diagrams(&shuffle(35, 0)), [20, 40, 60]);
        // Before the move with the sign.
        assert_eq!(diagrams(&shuffle(35, 14)), [26, 46, 62]);
        assert_eq!(diagrams(&shuffle(11, 0)), [0; 0]);
        assert_eq!(text("1. e4 {D} e5 *", Diagrams::BOOK), "1.e4 #1 1...e5");
        // Arrows are only visible on diagrams.
        let arrow = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        let arrow = format!("{arrow} 9. Nf3 {{[%cal Gg1f3]}} Nf6 {}", "Ng1 Ng8 Nf3 Nf6 ".repeat(4));
        assert_eq!(diagrams(&text(&arrow, Diagrams::BOOK))[0], 17);
        let shown = |pgn: &str| {
            let book = text(pgn, Diagrams { end: true, ..Diagrams::BOOK });
            diagrams(&book).len()
        };
        // The diagram of the end does not count.
        assert_eq!(shown(&"Nf3 Nf6 Ng1 Ng8 ".repeat(20)), 4);
    }

    #[test]
    fn a_diagram_of_the_start_if_it_is_not_the_usual_one() {
        let endgame = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 *";
        assert_eq!(text(endgame, Diagrams::BOOK), "#0 1...Kd7");
        assert_eq!(text(endgame, Diagrams { end: true, ..Diagrams::NONE }), "1...Kd7 #1");
        assert_eq!(text("1. e4 *", Diagrams::BOOK), "1.e4");
    }
}
