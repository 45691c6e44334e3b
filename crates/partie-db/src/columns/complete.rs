//! Columns and values that tables of earlier versions lack.

use partie_core::{
    moves::code,
    openings::{self, Opening},
};
use partie_formats::WriteOptions;

use super::{
    Batch, Row, RowParts, Table,
    back::{replayed, variant_of},
    batch::{Column, Value},
    coded::start_text,
    field::{COLUMNS, Source},
    notes::CommentStyle,
};
use crate::query::speed::Speed;

/// Values of a game that tables of earlier versions lack.
struct Later {
    opening: Option<Opening>,
    speed: Option<Speed>,
    /// Style of its comments, if its movetext is stored and need not be.
    style: Option<CommentStyle>,
}

impl Batch {
    /// Adds to a batch with all columns of a library's table what earlier versions did not write:
    /// initial positions in codes, openings and speeds. Movetexts that the columns bring back go.
    pub(crate) fn complete(&mut self) {
        self.complete_codes();
        let has = |at: usize| self.column(COLUMNS[at].name).is_some();
        if Table::Library.places().filter(|at| COLUMNS[*at].is_later()).all(has) {
            return;
        }
        let later: Vec<Later> = (0..self.len()).map(|row| self.later(row)).collect();
        let columns = Table::Library.places().map(|at| self.completed(at, &later)).collect();
        *self = Batch::of_columns(self.len(), columns);
    }

    fn later(&self, row: usize) -> Later {
        let column = |name| self.column(name);
        let text = |name| column(name).and_then(|column| column.text(row));
        let code = column("code").and_then(|column| column.bytes(row));
        let code = code.filter(|code| code::split_start(code).0.is_none());
        let plies = code.and_then(|code| replayed(None, code));
        Later {
            opening: plies.and_then(openings::of_plies),
            speed: text("time_control").and_then(Speed::of),
            style: self.style_of_movetext(row),
        }
    }

    /// Returns the style of the comments of a game whose movetext is stored and need not be: earlier
    /// versions knew fewer styles.
    fn style_of_movetext(&self, row: usize) -> Option<CommentStyle> {
        // It is stored since evaluations have no final zero.
        let movetext = self.column("movetext")?.text(row)?;
        memchr::memmem::find(movetext.as_bytes(), b"[%eval ")?;
        let parts = RowParts::of(Table::Library);
        let row = Row::of_game(&self.game(row), parts, &WriteOptions::default());
        row.movetext.is_none().then_some(row.style)
    }

    /// Returns the movetext of a game, unless an earlier version stored it needlessly.
    pub(super) fn needed_movetext(&self, row: usize) -> Option<&str> {
        let movetext = self.column("movetext")?.text(row)?;
        let is_needed =
            self.column("short_evals").is_some() || self.style_of_movetext(row).is_none();
        is_needed.then_some(movetext)
    }

    /// Returns a column with what it lacks.
    fn completed(&self, at: usize, later: &[Later]) -> Column {
        let (mut made, old) = (Column::new(at), self.column(COLUMNS[at].name));
        let source = COLUMNS[at].source;
        if !COLUMNS[at].is_later() && !matches!(source, Source::Movetext | Source::Spaces) {
            return old.cloned().unwrap_or(made);
        }
        let text = |text: Option<&'static str>| {
            text.map_or(Value::Null, |text| Value::Bytes(text.as_bytes()))
        };
        for (row, Later { opening, speed, style }) in later.iter().enumerate() {
            let number = old.and_then(|column| column.number(row)).unwrap_or(0) as i32;
            let kept = old.and_then(|column| column.bytes(row)).map_or(Value::Null, Value::Bytes);
            made.push(match source {
                Source::OpeningCode => text(opening.map(|opening| opening.code)),
                Source::OpeningName => text(opening.map(|opening| opening.name)),
                Source::Speed => text(speed.map(Speed::name)),
                Source::Movetext if style.is_some() => Value::Null,
                Source::Movetext => kept,
                Source::Spaces => Value::Int32(style.map_or(number, |s| s.spaced.into())),
                _ => Value::Int32(style.map_or(0, |s| s.short_evals.into())),
            });
        }
        made
    }
}

impl Batch {
    /// Puts the initial position before the codes of games that do not begin as usual, where it is
    /// missing: earlier versions did not store it there.
    pub(crate) fn complete_codes(&mut self) {
        let others: Vec<_> = (0..self.len()).map(|row| self.start_text(row)).collect();
        if others.iter().all(Option::is_none) {
            return;
        }
        self.replace_bytes("code", |row, moves| {
            let text = others[row].as_deref().filter(|_| code::split_start(moves).0.is_none())?;
            let mut code = Vec::with_capacity(moves.len() + text.len() + 2);
            code::push_start(text, &mut code)?;
            code.extend_from_slice(moves);
            Some(code)
        });
    }

    fn start_text(&self, row: usize) -> Option<String> {
        let text = |name| self.column(name).and_then(|column| column.text(row));
        start_text(variant_of(text("variant")), text("fen"))
    }
}

#[cfg(test)]
mod tests {
    use partie_core::Variant;
    use partie_formats::ReadOptions;

    use super::*;

    /// Games, each with its movetext as earlier versions stored it, if they did.
    fn batch(games: &[(&str, Option<&str>)]) -> Batch {
        let mut batch = Batch::of_library(1);
        for (text, movetext) in games {
            let records = partie_pgn::read(text.as_bytes(), &ReadOptions::default());
            for record in records {
                let mut row = Row::of_library(&record.expect("a game"));
                if let Some(movetext) = movetext {
                    row.movetext = Some((*movetext).to_owned());
                    row.style = CommentStyle::default();
                }
                batch.push("games.pgn", &row);
            }
        }
        batch
    }

    #[test]
    fn tables_of_earlier_versions() {
        let evals = "1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.25] } *";
        let words = "1. e4 { [%eval 0.2] best } 1... c5 *";
        let blitz = format!("[TimeControl \"180+2\"]\n\n{evals}");
        let atomic = format!("[Variant \"{}\"]\n\n1. e4 e5 *", Variant::Atomic.name());
        let [old, new] = [true, false].map(|is_old| {
            let as_before = |movetext: &'static str| is_old.then_some(movetext);
            batch(&[
                (&blitz, as_before("1. e4 { [%eval 0.2] } 1... e5 { [%eval 0.25] } *\n\n")),
                (words, None),
                ("1. d4 Nf6 2. c4 g6 3. Nc3 d5 *", None),
                ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", None),
                (&atomic, None),
            ])
        });
        let is_earlier = |at: &usize| !COLUMNS[*at].is_later();
        let names: Vec<_> =
            Table::Library.places().filter(is_earlier).map(|at| COLUMNS[at].name).collect();
        let mut before = old;
        before.keep_columns(&names);
        let mut completed = before.clone();
        completed.complete();
        for (column, expected) in completed.columns().iter().zip(new.columns()) {
            let name = column.field.name;
            assert_eq!((name, &column.valid), (expected.field.name, &expected.valid));
            assert_eq!(column.values, expected.values, "{name}");
        }
        assert_eq!(completed.columns().len(), new.columns().len());
        let text = |name: &str, row| completed.column(name).and_then(|column| column.text(row));
        let rows = 0..completed.len();
        let all = |name: &str| -> Vec<_> { rows.clone().map(|row| text(name, row)).collect() };
        assert_eq!(all("eco_moves"), [Some("C20"), Some("B20"), Some("D80"), None, None]);
        assert_eq!(all("speed"), [Some("blitz"), None, None, None, None]);
        let has_movetext: Vec<_> = all("movetext").iter().map(Option::is_some).collect();
        assert_eq!(has_movetext, [false, true, false, false, false]);
        // They are the same records.
        for row in 0..new.len() {
            let digest = |batch: &Batch| batch.record_digest(row, &[]);
            assert_eq!(digest(&before), digest(&new), "game {row}");
        }
    }
}
