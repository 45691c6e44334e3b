//! Conversion of a row back to its game.

use partie_core::{
    BoardId, Boards, Comment, Game, NodeId, Outcome, Tags, Variant, time::ClockTime,
};

use super::{
    Batch,
    batch::{implied, set_missing},
    field::Source,
    moves,
};
use partie_formats::fen;
use partie_records::ndjson;

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
        let variant = text("variant")
            .and_then(|name| name.parse::<Variant>().ok())
            .unwrap_or(Variant::Standard);
        let start = match text("fen") {
            Some(fen) => fen::parse_boards(fen, Some(variant)).value,
            None => Boards::start(variant),
        };
        let mut game = Game::from_boards(variant, start);
        let result = text("result").unwrap_or("*");
        game.outcome = Outcome::from_pgn(result).unwrap_or_default();
        game.termination = text("reason").map(ndjson::termination);
        game.unread = text("unread").map(str::to_owned);
        game.tags = self.tags(row);
        set_missing(&mut game.tags, implied(result, variant, text("fen")));
        self.play(row, &mut game);
        game
    }

    fn tags(&self, row: usize) -> Tags {
        let mut tags = Tags::new();
        for column in self.columns() {
            match column.field.source {
                Source::Tag(name) => {
                    if let Some(value) = column.text(row) {
                        tags.set(name, value);
                    }
                }
                Source::Number(name) => {
                    if let Some(value) = column.number(row) {
                        tags.set(name, value.to_string());
                    }
                }
                Source::Signed(name) => {
                    if let Some(value) = column.number(row) {
                        tags.set(name, format!("{value:+}"));
                    }
                }
                Source::Tags => {
                    for (name, value) in column.pairs(row) {
                        tags.set(name, value);
                    }
                }
                _ => {}
            }
        }
        tags
    }

    fn play(&self, row: usize, game: &mut Game) {
        let Some(binary) = self.column("moves_binary").and_then(|column| column.bytes(row)) else {
            return;
        };
        let mut boards = game.start.clone();
        let mut at = NodeId::ROOT;
        for (ply, move_) in binary.as_chunks().0.iter().enumerate() {
            let Some((board, uci)) = moves::uci(*move_) else { break };
            let two = matches!(boards, Boards::Two(_));
            let board = if two { board } else { BoardId::A };
            let Some(played) = moves::read(boards.board(board), &uci) else { break };
            if boards.play(board, played).is_err() {
                break;
            }
            at = game.tree.add_on(at, board, played);
            if let Some(text) = self.commands(row, ply) {
                game.tree.annotations_mut(at).comments.push(Comment::after(text));
            }
        }
    }

    /// Returns the notes on a move, as commands in a comment.
    fn commands(&self, row: usize, ply: usize) -> Option<String> {
        let value = |name| {
            let list = self.column(name).and_then(|column| column.numbers(row));
            list.and_then(|list| list.get(ply).copied().flatten())
        };
        let pawns = |value: i32| {
            let sign = if value < 0 { "-" } else { "" };
            let value = value.unsigned_abs();
            format!("[%eval {sign}{}.{:02}]", value / 100, value % 100)
        };
        let time =
            |name: &'static str| move |value: i32| format!("[%{name} {}]", ClockTime(value.into()));
        let commands: Vec<String> = [
            value("evals").map(pawns),
            value("mates").map(|moves| format!("[%eval #{moves}]")),
            value("clocks").map(time("clk")),
            value("move_times").map(time("emt")),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!commands.is_empty()).then(|| commands.join(" "))
    }
}
