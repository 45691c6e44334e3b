//! Clocks and evaluations from comments, move by move, and the parts that no column holds.

use std::fmt::Write as _;

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
pub(super) enum CommentStyle {
    /// `{[%clk 0:03:00]}`.
    #[default]
    Close,
    /// `{ [%clk 0:03:00] }`, as lichess writes them.
    Spaced,
}

impl CommentStyle {
    /// Returns the style of a comment, and its text without the spaces.
    fn of(text: &str) -> (CommentStyle, &str) {
        match text.strip_prefix(' ').and_then(|text| text.strip_suffix(' ')) {
            Some(text) => (CommentStyle::Spaced, text),
            None => (CommentStyle::Close, text),
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
    let mut style = None;
    let mut written = String::new();
    let noted = extras.comments || extras.nags;
    for (ply, note) in noted.then(|| game.notes()).into_iter().flatten() {
        let Note::Comment(text, place) = note else {
            nags += 1;
            exact = false;
            continue;
        };
        let (its_style, inner) = CommentStyle::of(&text);
        exact &= place == CommentPlace::After && *style.get_or_insert(its_style) == its_style;
        let at = ply.checked_sub(1).filter(|at| *at < plies);
        if !strip.clocks
            && let Some(at) = at
            && let Some(time) = lone_clock(&text)
            && notes.clocks.set(at, plies, time)
        {
            exact = exact && notes.write(at, &mut written) == inner;
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
        exact = exact && at.is_some_and(|at| notes.write(at, &mut written) == inner);
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
    Taken { notes, lost, style: exact.then(|| style.unwrap_or_default()) }
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
    fn append_comment(self, spaced: bool, out: &mut String) {
        let MoveValues { eval, mate, clock, move_time } = self;
        if (eval, mate, clock, move_time) == (None, None, None, None) {
            return;
        }
        let space = if spaced { " " } else { "" };
        out.push_str(space);
        self.write(out);
        out.push_str(space);
    }

    /// Appends the notes as a comment's commands; nothing if there are none.
    fn write(self, out: &mut String) {
        fn add(out: &mut String, start: usize, name: &str, value: impl FnOnce(&mut String)) {
            out.push_str(if out.len() > start { " [%" } else { "[%" });
            out.push_str(name);
            out.push(' ');
            value(out);
            out.push(']');
        }
        let start = out.len();
        let time = |time: i32| move |out: &mut String| ClockTime(time.into()).append_to(out);
        if let Some(eval) = self.eval {
            add(out, start, "eval", |out| append_pawns(eval, out));
        }
        if let Some(mate) = self.mate {
            add(out, start, "eval", |out| _ = write!(out, "#{mate}"));
        }
        if let Some(clock) = self.clock {
            add(out, start, "clk", time(clock));
        }
        if let Some(taken) = self.move_time {
            add(out, start, "emt", time(taken));
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
    /// True if spaces stand at both ends.
    pub(crate) spaced: bool,
}

impl MoveComments<'_> {
    /// Returns the comments of all plies.
    pub(crate) fn texts(&self) -> CommentTexts {
        let plies = self.lists.iter().map(|list| list.len()).max().unwrap_or(0);
        let mut texts = CommentTexts {
            text: String::with_capacity(24 * plies),
            ends: Vec::with_capacity(plies),
        };
        for ply in 0..plies {
            let value = |list: &[Option<i32>]| list.get(ply).copied().flatten();
            let [eval, mate, clock, move_time] = self.lists.map(value);
            let values = MoveValues { eval, mate, clock, move_time };
            values.append_comment(self.spaced, &mut texts.text);
            texts.ends.push(texts.text.len());
        }
        texts
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

/// Appends hundredths of a pawn as pawns: `-0.17`.
fn append_pawns(hundredths: i32, out: &mut String) {
    let size = hundredths.unsigned_abs();
    if hundredths < 0 {
        out.push('-');
    }
    // Formatting takes longer, and nearly all are small.
    match u8::try_from(size / 100) {
        Ok(pawns @ 0..10) => out.push(char::from(b'0' + pawns)),
        // Writing to a string cannot fail.
        _ => _ = write!(out, "{}", size / 100),
    }
    let digits = [size / 10 % 10, size % 10].map(|digit| char::from(b'0' + digit as u8));
    out.extend(['.', digits[0], digits[1]]);
}

impl Notes {
    /// Returns the comment that a move's values are written in, in the memory of `out`.
    fn write<'a>(&self, at: usize, out: &'a mut String) -> &'a str {
        let value = |each: &Each| each.0.as_ref().and_then(|each| each.get(at).copied().flatten());
        out.clear();
        let (eval, mate) = (value(&self.evals), value(&self.mates));
        let (clock, move_time) = (value(&self.clocks), value(&self.move_times));
        MoveValues { eval, mate, clock, move_time }.write(out);
        out
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
