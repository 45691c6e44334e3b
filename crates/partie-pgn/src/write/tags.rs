//! Tag pairs in export order.

use partie_scoresheet::dates::is_date;
use std::{borrow::Cow, ops::Range};

use partie_core::{Boards, Outcome, Position, Variant, tags::ROSTER};

use crate::{
    bpgn::label,
    names::with_plain_names,
    tags::{escape, mend_date},
};
use partie_formats::{GameView, WriteOptions, fen};

/// A tag pair to write.
pub(crate) struct TagPair<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) value: &'a [u8],
    /// Place of its line in the text, without the line end, if the line is already in output form.
    pub(crate) line: Option<Range<usize>>,
}

/// Tags of a game.
pub(crate) trait TagSource {
    /// Returns what two games have in common only if their tags have the same names in the same
    /// order, if that is known.
    fn layout(&self) -> Option<(u64, usize)>;

    /// Returns the number of tags.
    fn count(&self) -> usize;

    /// Returns a tag.
    fn pair(&self, number: usize) -> TagPair<'_>;

    /// Returns the text in which they may have lines.
    fn text(&self) -> &[u8];
}

impl TagSource for Vec<(Cow<'_, str>, Cow<'_, str>)> {
    fn layout(&self) -> Option<(u64, usize)> {
        None
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn pair(&self, number: usize) -> TagPair<'_> {
        let (name, value) = &self[number];
        TagPair { name: name.as_bytes(), value: value.as_bytes(), line: None }
    }

    fn text(&self) -> &[u8] {
        b""
    }
}

/// The order in which tags are written; most games have the previous game's.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagOrder {
    tags: Vec<Placed>,
    /// The layout of the tags that it is for, and whether only the needed ones are written.
    of: Option<((u64, usize), bool)>,
}

/// A tag in its order.
#[derive(Clone, Copy, Debug)]
struct Placed {
    /// Its index among the given tags; `None` if it is missing.
    number: Option<u32>,
    is_date: bool,
}

/// The places of these tags in the roster.
const DATE: usize = 2;
const RESULT: usize = 6;

impl TagOrder {
    /// Puts tags in order, after the roster's.
    #[cold]
    fn put(&mut self, tags: &impl TagSource, only_needed: bool) {
        let name = |number: u32| tags.pair(number as usize).name;
        self.tags.clear();
        self.tags.resize(ROSTER.len(), Placed { number: None, is_date: false });
        for number in 0..tags.count() as u32 {
            let name = name(number);
            let placed = Placed { number: Some(number), is_date: name.ends_with(b"Date") };
            if let Some(place) = ROSTER.iter().position(|known| known.as_bytes() == name) {
                self.tags[place] = placed;
            } else if !only_needed || matches!(name, b"FEN" | b"SetUp" | b"Variant") {
                self.tags.push(placed);
            }
        }
        self.tags[ROSTER.len()..].sort_unstable_by_key(|placed| placed.number.map(&name));
    }
}

/// Appends tags, and missing tags of the roster.
pub(crate) fn append_tags(
    order: &mut TagOrder,
    tags: &impl TagSource,
    outcome: Outcome,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    let of = tags.layout().map(|layout| (layout, options.strip.tags));
    if of.is_none() || of != order.of {
        order.of = of;
        order.put(tags, options.strip.tags);
    }
    let text = tags.text();
    // Consecutive lines are copied at once.
    let mut lines = 0..0;
    for (place, placed) in order.tags.iter().enumerate() {
        let TagPair { name, value, line } = if let Some(number) = placed.number {
            tags.pair(number as usize)
        } else {
            let value: &[u8] = if place == DATE { b"????.??.??" } else { b"?" };
            TagPair { name: ROSTER[place].as_bytes(), value, line: None }
        };
        let other = if place == RESULT && value != outcome.as_pgn().as_bytes() {
            Some(Cow::from(outcome.as_pgn()))
        } else if placed.is_date && !is_date(value) {
            // A date whose order is certain is written as the standard has it.
            str::from_utf8(value).ok().and_then(mend_date).map(Cow::from)
        } else {
            None
        };
        match (other, line) {
            (None, Some(line)) => {
                if line.start != lines.end + 1 || text[lines.end] != b'\n' {
                    put_lines(text, &mut lines, out);
                    lines.start = line.start;
                }
                lines.end = line.end;
            }
            (other, _) => {
                put_lines(text, &mut lines, out);
                append_tag(name, other.as_ref().map_or(value, |other| other.as_bytes()), out);
            }
        }
    }
    put_lines(text, &mut lines, out);
}

/// Appends lines of a text; none are left.
#[inline]
fn put_lines(text: &[u8], lines: &mut Range<usize>, out: &mut Vec<u8>) {
    if lines.start < lines.end {
        out.extend_from_slice(&text[lines.clone()]);
        out.push(b'\n');
    }
    *lines = 0..0;
}

/// Appends a tag pair on its line.
fn append_tag(name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    let special = |b: &u8| matches!(b, b'"' | b'\\' | b'\n' | b'\r');
    let value = if value.iter().any(special) {
        Cow::from(escape(&String::from_utf8_lossy(value)).into_bytes())
    } else {
        Cow::from(value)
    };
    for part in [b"[", name, b" \"", &value, b"\"]\n"] {
        out.extend_from_slice(part);
    }
}

/// Appends the tags of any game.
pub(crate) fn append_all_tags(game: &impl GameView, options: &WriteOptions, out: &mut Vec<u8>) {
    let mut tags = with_plain_names(game.tags());
    for (name, value) in start_tags(game, options) {
        match tags.iter_mut().find(|(known, _)| known == name) {
            Some(tag) => tag.1 = value.into(),
            None => tags.push((name.into(), value.into())),
        }
    }
    append_tags(&mut TagOrder::default(), &tags, game.outcome(), options, out);
}

/// Returns FEN, `SetUp` and Variant, where the game cannot be read without them and the tags do not
/// say the same.
pub(crate) fn start_tags(
    game: &impl GameView,
    options: &WriteOptions,
) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    let mut variant = game.variant();
    if let Some(start) = game.start().map(Boards::first) {
        let given = game.tag("FEN");
        // A FEN that gives no playable position stays as the record gave it.
        let as_given = start.problem().is_some() && given.is_some();
        if !as_given && *start != Position::start(variant) {
            let given = given.map(|text| fen::parse_position(text, Some(variant)).value);
            if given.as_ref() != Some(start) {
                tags.push(("FEN", fen::position(start, options)));
            }
            if game.tag("SetUp").is_none() {
                tags.push(("SetUp", "1".to_owned()));
            }
        }
        if variant == Variant::Standard && fen::is_chess960_start(start) {
            // As which the game is read.
            variant = Variant::Chess960;
        }
    }
    let orthodox = matches!(variant, Variant::Standard | Variant::FromPosition);
    let named = game.tag("Variant").and_then(|name| name.parse::<Variant>().ok());
    // With the tags of bughouse players and no moves it would be read as bughouse.
    let named_for_it = || game.tags().any(|(name, _)| label::PLAYERS.contains(&name));
    let as_bughouse = || named.is_none() && game.main_plies().next().is_none() && named_for_it();
    if named != Some(variant) && (!orthodox || as_bughouse()) {
        tags.push(("Variant", variant.name().to_owned()));
    }
    tags
}
