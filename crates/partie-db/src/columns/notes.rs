//! Clocks and evaluations from comments, move by move, and the parts that no column holds.

use std::io::Write as _;

use partie_core::{
    Comment, CommentPlace, Variant,
    annotation::{Command, Score, commands},
    message,
    time::{ClockTime, clock_milliseconds},
};

use partie_formats::{GameView, Loss, Strip, view::Note};

/// A value for each move, or none at all.
#[derive(Clone, Debug, Default)]
pub(super) struct Each(pub(super) Option<Vec<Option<i32>>>);

impl Each {
    /// Sets the value of a move, from 0, if it has none yet.
    fn set(&mut self, at: usize, plies: usize, value: i32) -> bool {
        let values = self.0.get_or_insert_with(|| Vec::with_capacity(plies));
        if values.len() > at {
            return false;
        }
        values.resize(at, None);
        values.push(Some(value));
        true
    }

    fn finish(&mut self, plies: usize) {
        if let Some(values) = &mut self.0 {
            values.resize(plies, None);
        }
    }
}

/// The lists of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) clocks: Each,
    pub(super) move_times: Each,
    pub(super) evals: Each,
    pub(super) mates: Each,
}

/// Returns, in milliseconds, the clock after each move of the main line, and the time taken for
/// each move.
pub(crate) fn times(game: &impl GameView) -> [Vec<Option<i32>>; 2] {
    let Notes { clocks, move_times, .. } =
        of(game, game.ply_count(), Strip::default(), false).notes;
    [clocks, move_times].map(|each| each.0.unwrap_or_default())
}

/// Notes of a game, and the parts of it that they hold.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) notes: Notes,
    /// Parts that they do not hold.
    pub(super) lost: Vec<Loss>,
    /// Look of the game's comments; `None` if others are written of the notes.
    pub(super) style: Option<CommentStyle>,
}

/// Layout of comments that hold only commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommentStyle {
    /// True for `{ [%clk 0:03:00] }`, as lichess writes them; false for `{[%clk 0:03:00]}`.
    pub(crate) spaced: bool,
    /// True for evaluations without a final zero, `0.2` and `1.0`, as lichess writes them; false for
    /// `0.20` and `1.00`.
    pub(crate) short_evals: bool,
}

impl CommentStyle {
    /// Returns the style by the values of the columns `comment_spaces` and `short_evals`.
    pub(crate) fn of(columns: [Option<i64>; 2]) -> CommentStyle {
        let [spaced, short_evals] = columns.map(|value| value > Some(0));
        CommentStyle { spaced, short_evals }
    }
}

/// The style of a game's comments as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
struct KnownStyle {
    spaced: Option<bool>,
    short_evals: Option<bool>,
}

impl KnownStyle {
    /// Returns true if a comment is written as the values of its move are, in the style of the comments
    /// before it, and notes the style.
    fn fits(&mut self, text: &str, values: MoveValues, written: &mut Vec<u8>) -> bool {
        let inner = text.strip_prefix(' ').and_then(|text| text.strip_suffix(' '));
        let spaced = inner.is_some();
        if *self.spaced.get_or_insert(spaced) != spaced {
            return false;
        }
        let mut is_written = |short_evals| {
            written.clear();
            values.write(short_evals, written);
            *written == inner.unwrap_or(text).as_bytes()
        };
        // Both styles write most evaluations in the same way.
        if values.eval.is_none_or(|eval| eval % 10 != 0) {
            return is_written(false);
        }
        if let Some(short_evals) = self.short_evals {
            return is_written(short_evals);
        }
        self.short_evals = [true, false].into_iter().find(|short_evals| is_written(*short_evals));
        self.short_evals.is_some()
    }

    fn style(self) -> CommentStyle {
        CommentStyle {
            spaced: self.spaced.unwrap_or_default(),
            short_evals: self.short_evals.unwrap_or_default(),
        }
    }
}

/// Takes the notes of a game whose main line has `plies` plies. With `compare`, also checks whether
/// its comments can be rebuilt from them letter by letter.
pub(super) fn of(game: &impl GameView, plies: usize, strip: Strip, compare: bool) -> Taken {
    let extras = game.extras();
    let mut notes = Notes::default();
    let (mut comments, mut nags, mut depths) = (0, 0, 0);
    let mut exact = compare && extras.variations == 0;
    let mut style = KnownStyle::default();
    let mut written = Vec::new();
    let noted = extras.comments || extras.nags;
    for (ply, note) in noted.then(|| game.notes()).into_iter().flatten() {
        let Note::Comment(text, place) = note else {
            nags += 1;
            exact = false;
            continue;
        };
        exact &= place == CommentPlace::After;
        let at = ply.checked_sub(1).filter(|at| *at < plies);
        if !strip.clocks
            && let Some(at) = at
            && let Some(time) = lone_clock(&text)
            && notes.clocks.set(at, plies, time)
        {
            exact = exact && style.fits(&text, notes.values(at), &mut written);
            continue;
        }
        let mut whole = true;
        let mut words = false;
        let mut end = 0;
        for command in commands(&text) {
            words |= !text[end..command.span.start].trim_ascii().is_empty();
            end = command.span.end;
            match at.and_then(|at| notes.take(&command, at, plies, strip)) {
                Some(depth) => depths += usize::from(depth),
                None => whole = false,
            }
        }
        words |= !text[end..].trim_ascii().is_empty();
        // In bughouse a clock stands alone.
        if words
            && game.variant() == Variant::Bughouse
            && let (Some(at), Some(time)) = (at, Comment::after(&*text).clock())
            && let Ok(time) = i32::try_from(time)
        {
            words = !strip.clocks && !notes.clocks.set(at, plies, time);
        }
        comments += usize::from(words || !whole);
        exact = exact && at.is_some_and(|at| style.fits(&text, notes.values(at), &mut written));
    }
    for list in [&mut notes.clocks, &mut notes.move_times, &mut notes.evals, &mut notes.mates] {
        list.finish(plies);
    }
    let mut lost = Vec::new();
    // Text in variations is lost with them.
    for (number, stripped, what) in [
        (extras.variations, strip.variations, "variation"),
        (comments, strip.comments, "comment"),
        (nags, strip.nags, "NAG"),
        (depths, strip.evals, "search depth"),
    ] {
        if number > 0 && !stripped {
            let s = if number == 1 { "" } else { "s" };
            lost.push(Loss(message!("{number} {what}", number, what = format!("{what}{s}"))));
        }
    }
    Taken { notes, lost, style: exact.then(|| style.style()) }
}

/// Returns the time of a comment that consists of a clock, as do most comments of online games.
fn lone_clock(text: &str) -> Option<i32> {
    let time = text.trim_ascii().strip_prefix("[%clk ")?.strip_suffix(']')?;
    clock_milliseconds(time)?.try_into().ok()
}

/// The values of a move.
#[derive(Clone, Copy, Debug, Default)]
struct MoveValues {
    eval: Option<i32>,
    mate: Option<i32>,
    clock: Option<i32>,
    move_time: Option<i32>,
}

impl MoveValues {
    /// Appends the text of the comment that they stand in; nothing if there are none.
    fn append_comment(self, style: CommentStyle, out: &mut Vec<u8>) {
        let MoveValues { eval, mate, clock, move_time } = self;
        if (eval, mate, clock, move_time) == (None, None, None, None) {
            return;
        }
        if style.spaced {
            out.push(b' ');
        }
        self.write(style.short_evals, out);
        if style.spaced {
            out.push(b' ');
        }
    }

    /// Appends the notes as a comment's commands; nothing if there are none.
    #[inline]
    fn write(self, short_evals: bool, out: &mut Vec<u8>) {
        let start = out.len();
        let begin = |out: &mut Vec<u8>| {
            if out.len() > start {
                out.push(b' ');
            }
        };
        if let Some(eval) = self.eval {
            begin(out);
            out.extend_from_slice(b"[%eval ");
            append_pawns(eval, short_evals, out);
            out.push(b']');
        }
        if let Some(mate) = self.mate {
            begin(out);
            // Memory does not fail.
            _ = write!(out, "[%eval #{mate}]");
        }
        if let Some(clock) = self.clock {
            begin(out);
            out.extend_from_slice(b"[%clk ");
            ClockTime(clock.into()).append_to(out);
            out.push(b']');
        }
        if let Some(taken) = self.move_time {
            begin(out);
            out.extend_from_slice(b"[%emt ");
            ClockTime(taken.into()).append_to(out);
            out.push(b']');
        }
    }
}

/// Columns from which the comments of a game without movetext are made.
pub(crate) const OF_COMMENTS: [&str; 4] = ["evals", "mates", "clocks", "move_times"];

/// Comments of a game without movetext.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveComments<'a> {
    /// Values of the columns [`OF_COMMENTS`].
    pub(crate) lists: [&'a [Option<i32>]; OF_COMMENTS.len()],
    pub(crate) style: CommentStyle,
}

impl MoveComments<'_> {
    /// Returns the comments of all plies.
    pub(crate) fn texts(&self) -> CommentTexts {
        let plies = self.lists.iter().map(|list| list.len()).max().unwrap_or(0);
        let (mut text, mut ends) = (Vec::with_capacity(32 * plies), Vec::with_capacity(plies));
        for ply in 0..plies {
            let value = |list: &[Option<i32>]| list.get(ply).copied().flatten();
            let [eval, mate, clock, move_time] = self.lists.map(value);
            let values = MoveValues { eval, mate, clock, move_time };
            values.append_comment(self.style, &mut text);
            ends.push(text.len());
        }
        // All of it is ASCII.
        CommentTexts { text: String::from_utf8(text).unwrap_or_default(), ends }
    }
}

/// The comments of a game's plies.
#[derive(Clone, Debug)]
pub(crate) struct CommentTexts {
    /// All of them, one after the other.
    text: String,
    /// End of each, in bytes.
    ends: Vec<usize>,
}

impl CommentTexts {
    /// Returns the comment of each ply, as far as there are any; empty where there is none.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let text = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            text
        })
    }
}

/// Appends hundredths of a pawn as pawns: `-0.17`. A short number has no second decimal that is zero.
fn append_pawns(hundredths: i32, is_short: bool, out: &mut Vec<u8>) {
    let size = hundredths.unsigned_abs();
    if hundredths < 0 {
        out.push(b'-');
    }
    // Formatting takes longer, and nearly all are small.
    match u8::try_from(size / 100) {
        Ok(pawns @ 0..10) => out.push(b'0' + pawns),
        // Memory does not fail.
        _ => _ = write!(out, "{}", size / 100),
    }
    let digit = |number: u32| b'0' + (number % 10) as u8;
    out.extend_from_slice(&[b'.', digit(size / 10)]);
    if !is_short || !size.is_multiple_of(10) {
        out.push(digit(size));
    }
}

impl Notes {
    /// Returns the values of a move, from 0.
    fn values(&self, at: usize) -> MoveValues {
        let value = |each: &Each| each.0.as_ref().and_then(|each| each.get(at).copied().flatten());
        MoveValues {
            eval: value(&self.evals),
            mate: value(&self.mates),
            clock: value(&self.clocks),
            move_time: value(&self.move_times),
        }
    }

    /// Takes the value of a command, and says whether a depth stood there, too. `None` if
    /// no column holds it.
    fn take(
        &mut self,
        command: &Command<'_>,
        at: usize,
        plies: usize,
        strip: Strip,
    ) -> Option<bool> {
        match command.name {
            "clk" | "emt" => {
                if strip.clocks {
                    return Some(false);
                }
                let time = i32::try_from(command.milliseconds()?).ok()?;
                let list =
                    if command.name == "clk" { &mut self.clocks } else { &mut self.move_times };
                list.set(at, plies, time).then_some(false)
            }
            "eval" => {
                if strip.evals {
                    return Some(false);
                }
                let eval = command.eval()?;
                let set = match eval.score {
                    Score::Centipawns(value) => self.evals.set(at, plies, value),
                    Score::Mate(moves) => self.mates.set(at, plies, moves),
                };
                set.then_some(eval.depth.is_some())
            }
            "egt" | "mct" => strip.clocks.then_some(false),
            "evp" => strip.evals.then_some(false),
            "cal" | "csl" => strip.marks.then_some(false),
            _ => strip.other_commands.then_some(false),
        }
    }
}
