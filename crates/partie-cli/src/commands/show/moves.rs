//! The moves as words that fill lines.

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Nag, NodeId, Notation, Position,
    annotation::commands, walk::WalkEvent,
};

use crate::{
    board::{BoardStyle, PieceGlyphs, StyledLine, StyledSpan, TextStyle},
    report::visible,
};

/// Style of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveStyle {
    pub(super) look: BoardStyle,
    pub(super) notation: Notation,
    /// True if variations are written, too.
    pub(super) variations: bool,
    /// True if comments are written, too.
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
pub(super) fn word(game: &Game, node: NodeId, before: &Position, style: MoveStyle) -> String {
    game.tree.ply(node).map(|ply| style.notation.print(before, ply)).unwrap_or_default()
}

/// Returns the glyphs after a move.
pub(super) fn signs(game: &Game, node: NodeId, look: BoardStyle) -> String {
    game.tree.annotations(node).nags.iter().map(|nag| sign(*nag, look)).collect()
}

/// A NAG as books print it, or its number.
fn sign(nag: Nag, look: BoardStyle) -> String {
    match nag.suffix() {
        Some(suffix) => suffix.to_owned(),
        None => {
            match nag.glyph().filter(|g| look.figures == PieceGlyphs::Unicode || g.is_ascii()) {
                Some(glyph) => format!(" {glyph}"),
                None => format!(" ${}", nag.0),
            }
        }
    }
}

/// Returns a comment without the commands in it, except EPD operations, which are meant for
/// human readers; `None` if nothing is left.
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

/// Returns the text of a comment, except for bughouse clocks, which are shown next to the
/// board.
pub(super) fn words_of(comment: &Comment, game: &Game) -> Option<String> {
    let bughouse = matches!(game.start, Boards::Two(_));
    if bughouse && comment.clock().is_some() {
        return None;
    }
    prose(&comment.text)
}

/// The moves of the game with the result, word by word; the move of `current` is marked.
pub(super) fn words(game: &Game, current: Option<NodeId>, style: MoveStyle) -> Vec<StyledLine> {
    let mut writer = MovesWriter { game, style, current, words: Vec::new(), opened: 0, depth: 0 };
    let mut numbered = true;
    if style.comments {
        writer.comments(NodeId::ROOT, CommentPlace::After);
        writer.comments(NodeId::ROOT, CommentPlace::Last);
    }
    for step in game.walk() {
        match step {
            WalkEvent::Move { depth, .. }
            | WalkEvent::Open { depth }
            | WalkEvent::Close { depth }
                if depth > 0 && !style.variations => {}
            WalkEvent::Open { depth } => {
                writer.opened += 1;
                writer.depth = depth;
                numbered = true;
            }
            WalkEvent::Close { depth } => {
                writer.depth = depth - 1;
                writer.close();
                numbered = true;
            }
            WalkEvent::End { node } => {
                if style.comments {
                    writer.comments(node, CommentPlace::Last);
                }
            }
            WalkEvent::Move { node, before, .. } => {
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
            writer.words.push(vec![StyledSpan::new(word, TextStyle::Alert)]);
        }
    }
    writer.words.push(vec![StyledSpan::new(game.outcome.as_pgn(), TextStyle::Strong)]);
    writer.words
}

struct MovesWriter<'a> {
    game: &'a Game,
    style: MoveStyle,
    current: Option<NodeId>,
    words: Vec<StyledLine>,
    /// Parentheses that the next word gets in front.
    opened: usize,
    depth: usize,
}

impl MovesWriter<'_> {
    fn a_move(&mut self, node: NodeId, before: &Boards, numbered: bool) {
        let id = self.game.tree.board(node);
        let position = before.board(id);
        let mut word = self.begun();
        let two = matches!(before, Boards::Two(_));
        if numbered || two || position.turn() == Color::White {
            word.push(StyledSpan::new(format!("{} ", number(before, id)), TextStyle::Number));
        }
        let current = self.current == Some(node);
        let style = match self.depth {
            _ if current => TextStyle::Current,
            0 if self.style.variations => TextStyle::Strong,
            0 => TextStyle::Plain,
            _ => TextStyle::Variation,
        };
        let text = self::word(self.game, node, position, self.style);
        let signs = signs(self.game, node, self.style.look);
        let (open, close) =
            if current && !self.style.look.coloured { ("[", "]") } else { ("", "") };
        word.push(StyledSpan::new(format!("{open}{text}"), style));
        word.push(StyledSpan::new(signs, if current { style } else { TextStyle::Nag }));
        word.push(StyledSpan::new(close, style));
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
                word.push(StyledSpan::new(part, TextStyle::Comment));
                self.words.push(word);
            }
        }
        any
    }

    fn begun(&mut self) -> StyledLine {
        match std::mem::take(&mut self.opened) {
            0 => StyledLine::new(),
            n => vec![StyledSpan::new("(".repeat(n), TextStyle::Variation)],
        }
    }

    fn close(&mut self) {
        match self.words.last_mut() {
            Some(word) if self.opened == 0 => word.push(StyledSpan::new(")", TextStyle::Variation)),
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

    fn text(pgn: &str, style: MoveStyle, ply: usize) -> String {
        let game = pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        let current = game.tree.mainline().nth(ply.wrapping_sub(1));
        let lines = layout::filled(&words(&game, current, style), |_| 200);
        lines.iter().map(|l| layout::plain(l)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_main_line_and_the_whole_text() {
        let look = BoardStyle { figures: PieceGlyphs::Ascii, coloured: false, coordinates: true };
        let mut style = MoveStyle {
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
