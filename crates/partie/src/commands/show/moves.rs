//! The moves as words that fill lines.

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Nag, NodeId, Notation, Position,
    annotation::commands, walk::Step,
};

use crate::{
    board::{Figures, Ink, Line, Look, Span},
    report::visible,
};

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) look: Look,
    pub(super) notation: Notation,
    /// Whether variations are written, too.
    pub(super) variations: bool,
    /// Whether comments are written, too.
    pub(super) comments: bool,
}

/// The number of a move: `4.`, `4...`, or `4a.` of bughouse.
pub(super) fn number(boards: &Boards, id: BoardId) -> String {
    let position = boards.board(id);
    let number = position.fullmoves();
    match (boards, position.turn()) {
        (Boards::One(_), Color::White) => format!("{number}."),
        (Boards::One(_), Color::Black) => format!("{number}..."),
        (Boards::Two(_), Color::White) => format!("{number}{id}."),
        (Boards::Two(_), Color::Black) => format!("{number}{}.", id.to_string().to_lowercase()),
    }
}

/// A move as it is written.
pub(super) fn word(game: &Game, node: NodeId, before: &Position, style: Style) -> String {
    game.tree.ply(node).map(|ply| style.notation.print(before, ply)).unwrap_or_default()
}

/// The signs behind a move.
pub(super) fn signs(game: &Game, node: NodeId, look: Look) -> String {
    game.tree.annotations(node).nags.iter().map(|nag| sign(*nag, look)).collect()
}

/// A NAG as books print it, or its number.
fn sign(nag: Nag, look: Look) -> String {
    match nag.suffix() {
        Some(suffix) => suffix.to_owned(),
        None => match nag.glyph().filter(|g| look.figures == Figures::Unicode || g.is_ascii()) {
            Some(glyph) => format!(" {glyph}"),
            None => format!(" ${}", nag.0),
        },
    }
}

/// A comment without the commands in it, but for the operations of EPD, which people
/// write and read; `None` if nothing is left.
pub(super) fn prose(text: &str) -> Option<String> {
    let mut prose = String::new();
    let mut at = 0;
    for command in commands(text) {
        prose.push_str(&text[at..command.span.start]);
        prose.push(' ');
        if command.name == "epd" {
            prose.push_str(command.argument);
        }
        at = command.span.end;
    }
    prose.push_str(&text[at..]);
    let prose: Vec<_> = prose.split_whitespace().collect();
    (!prose.is_empty()).then(|| visible(&prose.join(" ")))
}

/// The words of a comment, but for clocks of bughouse, which stand beside the board.
pub(super) fn words_of(comment: &Comment, game: &Game) -> Option<String> {
    let bughouse = matches!(game.start, Boards::Two(_));
    if bughouse && comment.clock().is_some() {
        return None;
    }
    prose(&comment.text)
}

/// The moves of the game with the result, word by word; the move of `current` is marked.
pub(super) fn words(game: &Game, current: Option<NodeId>, style: Style) -> Vec<Line> {
    let mut writer = Writer { game, style, current, words: Vec::new(), opened: 0, depth: 0 };
    let mut numbered = true;
    if style.comments {
        writer.comments(NodeId::ROOT, CommentPlace::After);
        writer.comments(NodeId::ROOT, CommentPlace::Last);
    }
    for step in game.walk() {
        match step {
            Step::Move { depth, .. } | Step::Open { depth } | Step::Close { depth }
                if depth > 0 && !style.variations => {}
            Step::Open { depth } => {
                writer.opened += 1;
                writer.depth = depth;
                numbered = true;
            }
            Step::Close { depth } => {
                writer.depth = depth - 1;
                writer.close();
                numbered = true;
            }
            Step::End { node } => {
                if style.comments {
                    writer.comments(node, CommentPlace::Last);
                }
            }
            Step::Move { node, before, .. } => {
                if style.comments && writer.comments(node, CommentPlace::Before) {
                    numbered = true;
                }
                writer.a_move(node, &before, numbered);
                numbered = style.comments && writer.comments(node, CommentPlace::After);
            }
        }
    }
    if let Some(unread) = &game.unread {
        for word in format!("[not read: {}]", visible(unread)).split_whitespace() {
            writer.words.push(vec![Span::new(word, Ink::Alert)]);
        }
    }
    writer.words.push(vec![Span::new(game.outcome.as_pgn(), Ink::Strong)]);
    writer.words
}

struct Writer<'a> {
    game: &'a Game,
    style: Style,
    current: Option<NodeId>,
    words: Vec<Line>,
    /// Parentheses that the next word gets in front.
    opened: usize,
    depth: usize,
}

impl Writer<'_> {
    fn a_move(&mut self, node: NodeId, before: &Boards, numbered: bool) {
        let id = self.game.tree.board(node);
        let position = before.board(id);
        let mut word = self.begun();
        let two = matches!(before, Boards::Two(_));
        if numbered || two || position.turn() == Color::White {
            word.push(Span::new(format!("{} ", number(before, id)), Ink::Number));
        }
        let current = self.current == Some(node);
        let ink = match self.depth {
            _ if current => Ink::Current,
            0 if self.style.variations => Ink::Strong,
            0 => Ink::Plain,
            _ => Ink::Variation,
        };
        let text = self::word(self.game, node, position, self.style);
        let signs = signs(self.game, node, self.style.look);
        let (open, close) =
            if current && !self.style.look.coloured { ("[", "]") } else { ("", "") };
        word.push(Span::new(format!("{open}{text}"), ink));
        word.push(Span::new(signs, if current { ink } else { Ink::Nag }));
        word.push(Span::new(close, ink));
        self.words.push(word);
    }

    /// Writes the comments of a place; says whether there were any.
    fn comments(&mut self, node: NodeId, place: CommentPlace) -> bool {
        let comments = &self.game.tree.annotations(node).comments;
        let mut any = false;
        for comment in comments.iter().filter(|c| c.place == place) {
            let Some(text) = words_of(comment, self.game) else { continue };
            any = true;
            let text = if self.style.look.coloured { text } else { format!("{{{text}}}") };
            for part in text.split_whitespace() {
                let mut word = self.begun();
                word.push(Span::new(part, Ink::Comment));
                self.words.push(word);
            }
        }
        any
    }

    fn begun(&mut self) -> Line {
        match std::mem::take(&mut self.opened) {
            0 => Line::new(),
            n => vec![Span::new("(".repeat(n), Ink::Variation)],
        }
    }

    fn close(&mut self) {
        match self.words.last_mut() {
            Some(word) if self.opened == 0 => word.push(Span::new(")", Ink::Variation)),
            _ => self.opened = self.opened.saturating_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use partie_core::Language;
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;
    use crate::board::layout;

    fn text(pgn: &str, style: Style, ply: usize) -> String {
        let game = pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        let current = game.tree.mainline().nth(ply.wrapping_sub(1));
        let lines = layout::filled(&words(&game, current, style), |_| 200);
        lines.iter().map(|l| layout::plain(l)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_main_line_and_the_whole_text() {
        let look = Look { figures: Figures::Ascii, coloured: false, coordinates: true };
        let mut style = Style {
            look,
            notation: Notation::San(Language::English),
            variations: false,
            comments: false,
        };
        let pgn = "{Before} 1. e4 {[%clk 0:01:00] best} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $14)) 2. Nf3 $1 Nc6 1-0";
        assert_eq!(text(pgn, style, 3), "1. e4 e5 2. [Nf3!] Nc6 1-0");
        style.variations = true;
        assert_eq!(text(pgn, style, 0), "1. e4 e5 (1... c5 2. Nf3 (2. c3 $14)) 2. Nf3! Nc6 1-0");
        style.comments = true;
        assert_eq!(
            text(pgn, style, 0),
            "{Before} 1. e4 {best} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $14)) 2. Nf3! Nc6 1-0"
        );
        style.notation = Notation::San(Language::German);
        assert!(text("1. Nf3 *", style, 0).contains("Sf3"));
        assert_eq!(text("1. e4 Ke4 *", style, 0), "1. e4 [not read: Ke4] *");
        let epd = prose("[%epd bm g4; id \"7\";] [%clk 0:01:00] easy");
        assert_eq!(epd.as_deref(), Some("bm g4; id \"7\"; easy"));
    }
}
