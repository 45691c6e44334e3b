//! Batches: the columns of some games.

use std::ops::Range;

use partie_core::{Game, rules::PositionKey};
use partie_formats::WriteOptions;

use super::{
    Row, RowParts,
    field::{self, COLUMNS, Field, Source, Table, ValueKind},
};
use crate::query::speed::Speed;

/// A table of games, by column.
#[derive(Clone, Debug)]
pub struct Batch {
    rows: usize,
    /// The number of its first game in the library.
    first_id: u64,
    columns: Vec<Column>,
}

/// A column of a [`Batch`].
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name and type.
    pub field: &'static Field,
    /// Its number among all columns.
    at: usize,
    /// The values, one for each row of the batch; 0 or empty in rows without a value.
    pub values: Values,
    /// Presence of a value for each row; empty if the field is not nullable.
    pub valid: Vec<bool>,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Values of the kinds [`ValueKind::Int16`], [`ValueKind::Int32`] and [`ValueKind::Date`].
    Int32(Vec<i32>),
    /// Values of the kind [`ValueKind::Int64`].
    Int64(Vec<i64>),
    /// Values of the kinds [`ValueKind::Text`] and [`ValueKind::Bytes`].
    Bytes(Bytes),
    /// Lists of the kind [`ValueKind::Int32s`].
    Int32s {
        /// Beginnings of the rows' lists, and the end of the last one.
        offsets: Vec<u32>,
        /// The elements of all lists.
        values: Vec<Option<i32>>,
    },
    /// Pairs of the kind [`ValueKind::Pairs`].
    Pairs {
        /// Beginnings of the rows' pairs, and the end of the last ones.
        offsets: Vec<u32>,
        /// The first texts of all pairs.
        names: Bytes,
        /// The second ones.
        values: Bytes,
    },
}

/// Many texts in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Beginnings of the values, and the end of the last one.
    pub offsets: Vec<u32>,
    /// All of them, one after the other.
    pub bytes: Vec<u8>,
}

impl Bytes {
    pub(crate) fn new() -> Bytes {
        Bytes { offsets: vec![0], bytes: Vec::new() }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.offsets.push(self.bytes.len() as u32);
    }

    /// Appends some values of others.
    fn append(&mut self, others: &Bytes, rows: Range<usize>) {
        let bytes = append_ends(&mut self.offsets, &others.offsets, rows);
        self.bytes.extend_from_slice(&others.bytes[bytes]);
    }

    /// None of them, with room for as many.
    fn room(&self) -> Bytes {
        let mut offsets = Vec::with_capacity(self.offsets.len());
        offsets.push(0);
        Bytes { offsets, bytes: Vec::with_capacity(self.bytes.len() + self.bytes.len() / 8) }
    }

    /// Returns the value at an index, from 0.
    ///
    /// # Panics
    ///
    /// Panics if the index is out of bounds.
    #[must_use]
    pub fn at(&self, index: usize) -> &[u8] {
        &self.bytes[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns true if there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Appends the ends of rows' elements to others, given where elements begin and the last ones end.
/// Returns the range of these elements.
fn append_ends(ends: &mut Vec<u32>, others: &[u32], rows: Range<usize>) -> Range<usize> {
    let (start, before) = (others[rows.start], ends.last().copied().unwrap_or_default());
    ends.extend(others[rows.start + 1..=rows.end].iter().map(|end| before + (end - start)));
    start as usize..others[rows.end] as usize
}

impl Values {
    fn new(kind: ValueKind) -> Values {
        match kind {
            ValueKind::Int16 | ValueKind::Int32 | ValueKind::Date => Values::Int32(Vec::new()),
            ValueKind::Int64 => Values::Int64(Vec::new()),
            ValueKind::Text | ValueKind::Bytes => Values::Bytes(Bytes::new()),
            ValueKind::Int32s => Values::Int32s { offsets: vec![0], values: Vec::new() },
            ValueKind::Pairs => {
                Values::Pairs { offsets: vec![0], names: Bytes::new(), values: Bytes::new() }
            }
        }
    }
}

impl Values {
    /// None, with room for as many.
    fn room(&self) -> Values {
        let lists = |offsets: &Vec<u32>| {
            let mut room = Vec::with_capacity(offsets.len());
            room.push(0);
            room
        };
        match self {
            Values::Int32(values) => Values::Int32(Vec::with_capacity(values.len())),
            Values::Int64(values) => Values::Int64(Vec::with_capacity(values.len())),
            Values::Bytes(bytes) => Values::Bytes(bytes.room()),
            Values::Int32s { offsets, values } => {
                let values = Vec::with_capacity(values.len() + values.len() / 8);
                Values::Int32s { offsets: lists(offsets), values }
            }
            Values::Pairs { offsets, names, values } => {
                let (names, values) = (names.room(), values.room());
                Values::Pairs { offsets: lists(offsets), names, values }
            }
        }
    }
}

/// A value on its way into a column.
pub(super) enum Value<'a> {
    Int32(i32),
    Int64(u64),
    Bytes(&'a [u8]),
    Int32s(&'a [Option<i32>]),
    Null,
}

impl Column {
    /// A column of [`COLUMNS`] without values.
    pub(crate) fn new(at: usize) -> Column {
        let field = &COLUMNS[at];
        Column { field, at, values: Values::new(field.kind), valid: Vec::new() }
    }

    pub(super) fn push(&mut self, value: Value<'_>) {
        if self.field.nullable {
            self.valid.push(!matches!(value, Value::Null));
        }
        match (&mut self.values, value) {
            (Values::Int32(values), Value::Int32(value)) => values.push(value),
            (Values::Int32(values), _) => values.push(0),
            (Values::Int64(values), Value::Int64(value)) => values.push(value as i64),
            (Values::Int64(values), _) => values.push(0),
            (Values::Bytes(values), Value::Bytes(value)) => values.push(value),
            (Values::Bytes(values), _) => values.push(b""),
            (Values::Int32s { offsets, values }, value) => {
                if let Value::Int32s(list) = value {
                    values.extend_from_slice(list);
                }
                offsets.push(values.len() as u32);
            }
            (Values::Pairs { offsets, names, .. }, _) => offsets.push(names.len() as u32),
        }
    }

    /// Returns a column without values, with room for as many.
    fn room(&self) -> Column {
        let (field, at, values) = (self.field, self.at, self.values.room());
        Column { field, at, values, valid: Vec::with_capacity(self.valid.len()) }
    }

    /// Appends rows of a column of the same field.
    fn append(&mut self, other: &Column, rows: Range<usize>) {
        self.valid.extend_from_slice(other.valid.get(rows.clone()).unwrap_or_default());
        match (&mut self.values, &other.values) {
            (Values::Int32(values), Values::Int32(others)) => {
                values.extend_from_slice(&others[rows]);
            }
            (Values::Int64(values), Values::Int64(others)) => {
                values.extend_from_slice(&others[rows]);
            }
            (Values::Bytes(bytes), Values::Bytes(others)) => bytes.append(others, rows),
            (
                Values::Int32s { offsets, values },
                Values::Int32s { offsets: ends, values: others },
            ) => values.extend_from_slice(&others[append_ends(offsets, ends, rows)]),
            (
                Values::Pairs { offsets, names, values },
                Values::Pairs { offsets: ends, names: other_names, values: others },
            ) => {
                let pairs = append_ends(offsets, ends, rows);
                names.append(other_names, pairs.clone());
                values.append(others, pairs);
            }
            _ => unreachable!("columns of a field have values of the same kind"),
        }
    }

    /// Returns the bytes of a row; `None` if it has none, or the column holds none.
    #[must_use]
    pub fn bytes(&self, row: usize) -> Option<&[u8]> {
        match &self.values {
            Values::Bytes(bytes) if self.has(row) => Some(bytes.at(row)),
            _ => None,
        }
    }

    /// Returns the text of a row; `None` if it has none, or the column holds none.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(row)?).ok()
    }

    /// Returns the number of a row; `None` if it has none, or the column holds none.
    #[must_use]
    pub fn number(&self, row: usize) -> Option<i64> {
        match &self.values {
            Values::Int32(values) if self.has(row) => Some(values[row].into()),
            Values::Int64(values) if self.has(row) => Some(values[row]),
            _ => None,
        }
    }

    /// Returns the day of a row as ISO 8601 writes it, `2024-01-31`; `None` if it has none, or the column
    /// holds none.
    #[must_use]
    pub fn day(&self, row: usize) -> Option<String> {
        let number = (self.field.kind == ValueKind::Date).then(|| self.number(row)).flatten()?;
        Some(field::day_of_number(number.try_into().ok()?).replace('.', "-"))
    }

    /// Returns the list of a row; `None` if it has none, or the column holds none.
    #[must_use]
    pub fn numbers(&self, row: usize) -> Option<&[Option<i32>]> {
        match &self.values {
            Values::Int32s { offsets, values } if self.has(row) => {
                Some(&values[offsets[row] as usize..offsets[row + 1] as usize])
            }
            _ => None,
        }
    }

    /// Returns the pairs of a row; none if the column holds none.
    pub fn pairs(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        let range = match &self.values {
            Values::Pairs { offsets, .. } => offsets[row] as usize..offsets[row + 1] as usize,
            _ => 0..0,
        };
        range.filter_map(move |i| match &self.values {
            Values::Pairs { names, values, .. } => {
                let text = |bytes| std::str::from_utf8(bytes).ok();
                Some((text(names.at(i))?, text(values.at(i))?))
            }
            _ => None,
        })
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        match &self.values {
            Values::Int32(values) => values.len(),
            Values::Int64(values) => values.len(),
            Values::Bytes(bytes) => bytes.len(),
            Values::Int32s { offsets, .. } | Values::Pairs { offsets, .. } => offsets.len() - 1,
        }
    }

    /// Returns true if a row has a value.
    #[must_use]
    pub fn has(&self, row: usize) -> bool {
        !self.field.nullable || self.valid[row]
    }
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new()
    }
}

impl Batch {
    /// Makes a batch of [`Table::File`] without games.
    #[must_use]
    pub fn new() -> Batch {
        Batch::of(Table::File)
    }

    /// Makes a batch of a table without games.
    #[must_use]
    pub fn of(table: Table) -> Batch {
        Batch { rows: 0, first_id: 1, columns: table.places().map(Column::new).collect() }
    }

    /// Makes an empty batch of some columns of [`Table::File`], or `code` and `wide` of
    /// [`Table::Library`]. The first unknown name is returned as an error.
    ///
    /// # Errors
    ///
    /// Returns the name if there is no such column.
    pub fn with_columns<'a>(names: &[&'a str]) -> Result<Batch, &'a str> {
        let place = |name: &&'a str| {
            let has = |at: &usize| COLUMNS[*at].name == *name;
            let of_file = Table::File.places().find(has);
            let coded =
                || Table::Library.places().find(has).filter(|_| matches!(*name, "code" | "wide"));
            of_file.or_else(coded).map(Column::new).ok_or(*name)
        };
        let columns = names.iter().map(place).collect::<Result<_, _>>()?;
        Ok(Batch { rows: 0, first_id: 1, columns })
    }

    /// Returns the parts of rows that the columns are filled from.
    #[must_use]
    pub fn row_parts(&self) -> RowParts {
        RowParts::of_columns(|name| self.column(name).is_some())
    }

    /// Makes a batch of columns that were read, each with `rows` rows.
    pub(crate) const fn of_columns(rows: usize, columns: Vec<Column>) -> Batch {
        Batch { rows, first_id: 1, columns }
    }

    /// Makes a batch of [`Table::Library`] whose first game has this number there.
    pub(crate) fn of_library(first_id: u64) -> Batch {
        Batch { first_id, ..Batch::of(Table::Library) }
    }

    /// Takes the games out, and leaves room for as many.
    #[must_use]
    pub fn take(&mut self) -> Batch {
        let columns = self.columns.iter().map(Column::room).collect();
        let first_id = self.first_id + self.rows as u64;
        std::mem::replace(self, Batch { rows: 0, first_id, columns })
    }

    /// Renumbers the games in their library, from a number on.
    pub(crate) fn number_from(&mut self, first_id: u64) {
        for column in self.columns.iter_mut().filter(|c| c.field.source == Source::Id) {
            let numbers = (first_id..).take(self.rows).map(|id| id as i64);
            column.values = Values::Int64(numbers.collect());
        }
    }

    /// Returns the number in the library of the game in a row; `None` if the column is not there.
    pub(crate) fn number(&self, row: usize) -> Option<u64> {
        self.column("id")?.number(row)?.try_into().ok()
    }

    /// Returns the numbers in the library of the games that have one.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..self.rows).filter_map(|row| self.number(row))
    }

    /// Keeps only some columns.
    pub fn keep_columns(&mut self, names: &[&str]) {
        self.columns.retain(|column| names.contains(&column.field.name));
    }

    /// Returns a batch of the same columns without games, with room for as many.
    pub(crate) fn room(&self) -> Batch {
        let columns = self.columns.iter().map(Column::room).collect();
        Batch { rows: 0, first_id: self.first_id, columns }
    }

    /// Appends rows of a batch of the same columns.
    pub(crate) fn append(&mut self, other: &Batch, rows: Range<usize>) {
        self.rows += rows.len();
        for (column, other) in self.columns.iter_mut().zip(&other.columns) {
            column.append(other, rows.clone());
        }
    }

    /// Keeps only the games for whose rows the function returns true. Returns true if all are kept.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(usize) -> bool) -> bool {
        let keep: Vec<_> = (0..self.rows).map(is_kept).collect();
        if !keep.contains(&false) {
            return true;
        }
        let (mut kept, mut row) = (self.room(), 0);
        for run in keep.chunk_by(|one, next| one == next) {
            if run[0] {
                kept.append(self, row..row + run.len());
            }
            row += run.len();
        }
        *self = kept;
        false
    }

    /// Returns a batch of one row: that of a game which takes the place of another one in this batch,
    /// a [`Table::Library`], with its number and the place that it was read from.
    pub(crate) fn with_game(&self, row: usize, game: &Game) -> Batch {
        let column = |name| self.column(name);
        let count = |name| column(name).and_then(|column| column.number(row)).unwrap_or(0) as u64;
        let parts = RowParts::of(Table::Library);
        let mut other = Row::of_game(game, parts, &WriteOptions::default());
        [other.number, other.line, other.byte] = ["game", "line", "byte"].map(count);
        let mut batch = Batch::of_library(count("id"));
        let file = column("file").and_then(|column| column.text(row)).unwrap_or_default();
        batch.push(file, &other);
        batch
    }

    /// Replaces values of a column of bytes or texts, where the function gives another one for the
    /// row, from 0.
    pub(super) fn replace_bytes(
        &mut self,
        column: &str,
        mut other: impl FnMut(usize, &[u8]) -> Option<Vec<u8>>,
    ) {
        let column = self.columns.iter_mut().find(|c| c.field.name == column);
        let Some(Column { values: Values::Bytes(bytes), valid, .. }) = column else { return };
        let mut replaced = bytes.room();
        for row in 0..bytes.len() {
            let is_there = valid.get(row).is_none_or(|valid| *valid);
            let value = is_there.then(|| other(row, bytes.at(row))).flatten();
            replaced.push(value.as_deref().unwrap_or(bytes.at(row)));
        }
        *bytes = replaced;
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns true if there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the columns, in the order of their table.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the columns themselves.
    #[must_use]
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// Returns the column of a name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.field.name == name)
    }

    /// Returns the size of the values in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        let size = |column: &Column| match &column.values {
            Values::Int32(values) => 4 * values.len(),
            Values::Int64(values) => 8 * values.len(),
            Values::Bytes(bytes) => bytes.bytes.len() + 4 * bytes.len(),
            Values::Int32s { values, .. } => 8 * values.len(),
            Values::Pairs { names, values, .. } => {
                names.bytes.len() + values.bytes.len() + 8 * names.len()
            }
        };
        self.columns.iter().map(size).sum()
    }

    /// Adds a game, read from a file of this name.
    pub fn push(&mut self, file: &str, row: &Row) {
        // Dates that are no days stand among the tags, unless a column has them as text.
        let has_days = !self.columns.iter().any(|c| matches!(c.field.source, Source::DateText(_)));
        let given = Given::of(row, has_days);
        let id = self.first_id + self.rows as u64;
        for column in &mut self.columns {
            column.push(match column.field.source {
                Source::Id => Value::Int64(id),
                _ => given.value(column.at, file, row),
            });
        }
        let others = self.columns.iter_mut().find(|column| column.field.source == Source::Tags);
        if let Some(Column { values: Values::Pairs { offsets, names, values }, .. }) = others {
            for (name, value) in given.others {
                names.push(name.as_bytes());
                values.push(value.as_bytes());
            }
            if let Some(end) = offsets.last_mut() {
                *end = names.len() as u32;
            }
        }
        self.rows += 1;
    }
}

/// A position of a main line, as a row of [`Table::Positions`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionRow<'a> {
    /// Number of the game in its library, from 1.
    pub(crate) game: u64,
    /// Number of moves made before, from 0.
    pub(crate) ply: usize,
    pub(crate) key: PositionKey,
    pub(crate) fen: &'a str,
    /// The move made in the position, in UCI.
    pub(crate) uci: Option<&'a str>,
    /// Clocks of White and Black in milliseconds.
    pub(crate) clocks: [Option<i32>; 2],
    pub(crate) eval: Option<i32>,
    pub(crate) mate: Option<i32>,
    pub(crate) material: &'a str,
}

impl Batch {
    /// Adds a position to a batch of [`Table::Positions`].
    pub(crate) fn push_position(&mut self, row: &PositionRow<'_>) {
        use super::field::PositionPart;
        let number = |number: Option<i32>| number.map_or(Value::Null, Value::Int32);
        for column in &mut self.columns {
            let Source::Position(part) = column.field.source else { continue };
            column.push(match part {
                PositionPart::Game => Value::Int64(row.game),
                PositionPart::Ply => Value::Int32(row.ply as i32),
                PositionPart::Key => Value::Int64(row.key.as_u64()),
                PositionPart::Fen => Value::Bytes(row.fen.as_bytes()),
                PositionPart::Move => {
                    row.uci.map_or(Value::Null, |uci| Value::Bytes(uci.as_bytes()))
                }
                PositionPart::WhiteClock => number(row.clocks[0]),
                PositionPart::BlackClock => number(row.clocks[1]),
                PositionPart::Eval => number(row.eval),
                PositionPart::Mate => number(row.mate),
                PositionPart::Material => Value::Bytes(row.material.as_bytes()),
            });
        }
        self.rows += 1;
    }
}

/// The tags of a row, each for its column.
struct Given<'a> {
    by_column: [Option<&'a str>; COLUMNS.len()],
    others: Vec<(&'a str, &'a str)>,
    date: [Option<i32>; 3],
}

impl<'a> Given<'a> {
    /// Dates that are no days are among the others where columns have days.
    fn of(row: &'a Row, has_days: bool) -> Given<'a> {
        let mut by_column = [None; COLUMNS.len()];
        let mut others = Vec::new();
        for (name, value) in row.tags() {
            match field::of_tag(name, value) {
                Some(at) => {
                    by_column[at] = Some(value);
                    let is_text = has_days && matches!(COLUMNS[at].source, Source::DateText(_));
                    if is_text && field::as_day(value).is_none() {
                        others.push((name, value));
                    }
                }
                None if follows(name, value, row) => {}
                None => others.push((name, value)),
            }
        }
        let date = row.tags().find(|(name, _)| *name == "Date");
        let date = date.map_or([None; 3], |(_, value)| field::date(value));
        Given { by_column, others, date }
    }

    /// Returns the name of the speed by the time control.
    fn speed(&self) -> Option<&'static str> {
        const TIME_CONTROL: usize = field::place_of("time_control");
        Some(Speed::of(self.by_column[TIME_CONTROL]?)?.name())
    }

    fn value(&self, at: usize, file: &'a str, row: &'a Row) -> Value<'a> {
        let tag = self.by_column[at];
        let bytes =
            |text: Option<&'a str>| text.map_or(Value::Null, |text| Value::Bytes(text.as_bytes()));
        let number = |number: Option<i32>| number.map_or(Value::Null, Value::Int32);
        let list =
            |each: &'a super::notes::Each| each.0.as_deref().map_or(Value::Null, Value::Int32s);
        match COLUMNS[at].source {
            Source::File => Value::Bytes(file.as_bytes()),
            Source::Game => Value::Int64(row.number),
            Source::Line => Value::Int64(row.line),
            Source::Byte => Value::Int64(row.byte),
            Source::Tag(_) | Source::DateText(_) => bytes(tag),
            Source::Day(name) => {
                let text = field::tag_column(name).and_then(|at| self.by_column[at]);
                number(text.and_then(field::as_day))
            }
            Source::Number(_) => number(tag.and_then(field::as_number)),
            Source::Signed(_) => number(tag.and_then(field::as_signed)),
            Source::Date(part) => number(self.date[part]),
            Source::Result => Value::Bytes(row.outcome.as_pgn().as_bytes()),
            Source::Variant => Value::Bytes(row.variant.name().as_bytes()),
            Source::Start => bytes(row.start.as_deref()),
            Source::Reason => bytes(row.reason.as_deref()),
            Source::Plies => Value::Int32(row.plies as i32),
            Source::Uci => Value::Bytes(row.uci.get(1..).unwrap_or_default()),
            Source::Code => row.code.as_deref().map_or(Value::Null, Value::Bytes),
            Source::Wide if row.code.is_some() => Value::Null,
            Source::Binary | Source::Wide => Value::Bytes(&row.binary),
            Source::Spaces => Value::Int32(row.style.spaced.into()),
            Source::ShortEvals => Value::Int32(row.style.short_evals.into()),
            Source::OpeningCode => bytes(row.opening.map(|opening| opening.code)),
            Source::OpeningName => bytes(row.opening.map(|opening| opening.name)),
            Source::Speed => bytes(self.speed()),
            Source::Movetext => bytes(row.movetext.as_deref()),
            Source::Clocks => list(&row.notes.clocks),
            Source::MoveTimes => list(&row.notes.move_times),
            Source::Evals => list(&row.notes.evals),
            Source::Mates => list(&row.notes.mates),
            Source::Tags | Source::Id | Source::Position(_) => Value::Null,
            Source::Unread => bytes(row.unread.as_deref()),
        }
    }
}

/// Returns true if a tag follows from other columns, so that it need not be stored.
fn follows(name: &str, value: &str, row: &Row) -> bool {
    implied(row.outcome.as_pgn(), row.variant, row.start.as_deref()).any(|tag| tag == (name, value))
}

/// Returns the tags that follow from result, variant and start.
pub(super) fn implied<'a>(
    result: &'a str,
    variant: partie_core::Variant,
    start: Option<&'a str>,
) -> impl Iterator<Item = (&'static str, &'a str)> {
    let named = (variant != partie_core::Variant::Standard).then(|| ("Variant", variant.name()));
    let start = start.into_iter().flat_map(|fen| [("SetUp", "1"), ("FEN", fen)]);
    std::iter::once(("Result", result)).chain(named).chain(start)
}
