//! Conversion of a row back to its game.

use partie_core::{
    BoardId, Boards, Comment, Game, NodeId, Outcome, Ply, Tags, Tree, Variant,
    moves::code::split_start,
    rules::replay::{ReplayBoard, ReplayMove},
};

use super::{
    Batch, Row,
    batch::implied,
    field::{Source, day_of_number},
    moves,
    notes::{CommentStyle, MoveComments, OF_COMMENTS},
    tag_texts::TagTexts,
};
use partie_formats::{ReadOptions, WriteOptions, fen};
use partie_records::ndjson;

impl Row {
    /// Returns the game, which is stored whole.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut batch = Batch::of_library(1);
        batch.push("", self);
        batch.game(0)
    }
}

impl Batch {
    /// Returns the game of a row, from 0, and the name of its file. Moves that are not legal end
    /// it: that never happens in a batch that was made of rows.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn game(&self, row: usize) -> Game {
        let text = |name| self.column(name).and_then(|column| column.text(row));
        let variant = variant_of(text("variant"));
        let start = match text("fen") {
            Some(fen) => fen::parse_boards(fen, Some(variant)).value,
            None => Boards::start(variant),
        };
        let mut game = Game::from_boards(variant, start);
        let result = text("result").unwrap_or("*");
        game.outcome = Outcome::from_pgn(result).unwrap_or_default();
        game.termination = text("reason").map(ndjson::termination);
        game.unread = text("unread").map(str::to_owned);
        game.tags = self.tags_with_implied(row);
        match text("movetext").and_then(|movetext| read_movetext(&game, movetext)) {
            Some((tree, tags)) => {
                game.tree = tree;
                if let Some(tags) = tags {
                    game.tags = tags;
                }
            }
            None => self.play(row, &mut game),
        }
        game
    }

    /// Returns the tags of a game, including those implied by other columns.
    pub(crate) fn tags_with_implied(&self, row: usize) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in self.tag_texts(row).iter() {
            tags.set(name, value);
        }
        tags
    }

    /// Returns the pairs of [`Batch::tags_with_implied`], whose names differ unless the file is
    /// damaged.
    pub(crate) fn tag_texts(&self, row: usize) -> TagTexts {
        let mut tags = TagTexts::new();
        let [mut result, mut variant, mut fen] = [None; 3];
        for column in self.columns() {
            let (text, number) = (|| column.text(row), || column.number(row));
            match column.field.source {
                Source::Day(name) => {
                    if let Some(number) = number().and_then(|day| day.try_into().ok()) {
                        tags.push(name, &day_of_number(number));
                    }
                }
                Source::Tag(name) | Source::DateText(name) => {
                    if let Some(value) = text() {
                        tags.push(name, value);
                    }
                }
                Source::Number(name) => {
                    if let Some(value) = number() {
                        tags.push(name, &value.to_string());
                    }
                }
                Source::Signed(name) => {
                    if let Some(value) = number() {
                        tags.push(name, &format!("{value:+}"));
                    }
                }
                Source::Tags => {
                    for (name, value) in column.pairs(row) {
                        tags.push(name, value);
                    }
                }
                _ => match column.field.name {
                    "result" => result = text(),
                    "variant" => variant = text(),
                    "fen" => fen = text(),
                    _ => {}
                },
            }
        }
        for (name, value) in implied(result.unwrap_or("*"), variant_of(variant), fen) {
            if tags.iter().all(|(known, _)| known != name) {
                tags.push(name, value);
            }
        }
        tags
    }

    fn play(&self, row: usize, game: &mut Game) {
        let bytes = |name| self.column(name).and_then(|column| column.bytes(row));
        let list = |name| self.column(name).and_then(|column| column.numbers(row));
        let number = |name| self.column(name).and_then(|column| column.number(row));
        let comments = MoveComments {
            lists: OF_COMMENTS.map(|name| list(name).unwrap_or_default()),
            style: CommentStyle::of([number("comment_spaces"), number("short_evals")]),
        };
        let texts = comments.texts();
        let mut texts = texts.iter();
        let mut at = NodeId::ROOT;
        let mut add = |board, played| {
            at = game.tree.add_on(at, board, played);
            if let Some(text) = texts.next().filter(|text| !text.is_empty()) {
                game.tree.annotations_mut(at).comments.push(Comment::after(text));
            }
        };
        if let Some(code) = bytes("code") {
            let plies = replayed(Some(&game.start), code);
            return plies.into_iter().flatten().for_each(|ply| add(BoardId::A, ply));
        }
        let Some(binary) = bytes("moves_binary").or_else(|| bytes("wide")) else { return };
        let mut boards = game.start.clone();
        for move_ in binary.as_chunks().0 {
            let Some((board, uci)) = moves::uci(*move_) else { break };
            let two = matches!(boards, Boards::Two(_));
            let board = if two { board } else { BoardId::A };
            let Some(played) = moves::read(boards.board(board), &uci) else { break };
            if boards.play(board, played).is_err() {
                break;
            }
            add(board, played);
        }
    }
}

/// Returns the rules of a game by its column `variant`.
pub(crate) fn variant_of(name: Option<&str>) -> Variant {
    match name {
        None | Some("Standard") => Variant::Standard,
        Some(name) => name.parse().unwrap_or_default(),
    }
}

/// Returns the moves of a code from a start position (`None`: the standard one), up to the first
/// that cannot be decoded.
pub(crate) fn replayed(start: Option<&Boards>, code: &[u8]) -> Option<impl Iterator<Item = Ply>> {
    let mut board = ReplayBoard::of_start(start)?;
    let (_, mut code) = split_start(code);
    Some(std::iter::from_fn(move || {
        (!code.is_empty()).then(|| board.decode(&mut code).map(ReplayMove::to_ply))?
    }))
}

/// Returns the tree of a movetext that was written of a game, and of a game of two boards its tags.
fn read_movetext(game: &Game, movetext: &str) -> Option<(Tree, Option<Tags>)> {
    let two = matches!(game.start, Boards::Two(_));
    let text = if two {
        movetext.to_owned()
    } else {
        let fen = fen::boards(&game.start, &WriteOptions::default());
        let variant = game.variant.name();
        format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext}")
    };
    let record = partie_pgn::read(text.as_bytes(), &ReadOptions::default().keep_illegal(true))
        .next()?
        .ok()?;
    Some((record.game().tree.clone(), two.then(|| record.game().tags.clone())))
}
