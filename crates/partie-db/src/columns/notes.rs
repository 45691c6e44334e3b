//! Clocks and evaluations from comments, move by move, and the parts that no column holds.

use partie_core::{
    Comment, Variant,
    annotation::{Command, Score, commands},
    time::clock_milliseconds,
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

/// Returns the notes of a game whose main line has so many moves, and what is lost.
pub(super) fn of(game: &impl GameView, plies: usize, strip: Strip) -> (Notes, Vec<Loss>) {
    let extras = game.extras();
    let mut notes = Notes::default();
    let (mut comments, mut nags, mut depths) = (0, 0, 0);
    let noted = extras.comments || extras.nags;
    for (ply, note) in noted.then(|| game.notes()).into_iter().flatten() {
        let Note::Comment(text, _) = note else {
            nags += 1;
            continue;
        };
        let at = ply.checked_sub(1).filter(|at| *at < plies);
        if !strip.clocks
            && let Some(at) = at
            && let Some(time) = lone_clock(&text)
            && notes.clocks.set(at, plies, time)
        {
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
    }
    for list in [&mut notes.clocks, &mut notes.move_times, &mut notes.evals, &mut notes.mates] {
        list.finish(plies);
    }
    let mut lost = Vec::new();
    // What stands in variations is lost with them.
    for (number, stripped, what) in [
        (extras.variations, strip.variations, "variation"),
        (comments, strip.comments, "comment"),
        (nags, strip.nags, "NAG"),
        (depths, strip.evals, "search depth"),
    ] {
        if number > 0 && !stripped {
            let s = if number == 1 { "" } else { "s" };
            lost.push(Loss::new(format!("{number} {what}{s}")));
        }
    }
    (notes, lost)
}

/// Returns the time of a comment that is a clock and nothing else, as most comments of games that
/// were played online.
fn lone_clock(text: &str) -> Option<i32> {
    let time = text.trim_ascii().strip_prefix("[%clk ")?.strip_suffix(']')?;
    clock_milliseconds(time)?.try_into().ok()
}

impl Notes {
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
            "cal" | "csl" if strip.marks => Some(false),
            _ => None,
        }
    }
}
