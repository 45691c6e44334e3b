//! What comments say of clocks and engines, move by move; and what no column holds.

use partie_core::{
    Comment, Variant,
    annotation::{Command, Score},
};

use crate::{GameView, Loss, Strip, bpgn, view::Note};

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

/// The notes of a game whose main line has so many moves, and what is lost.
pub(super) fn of(game: &impl GameView, plies: usize, strip: Strip) -> (Notes, Vec<Loss>) {
    let extras = game.extras();
    let mut notes = Notes::default();
    let (mut comments, mut nags, mut depths) = (0, 0, 0);
    for (ply, note) in game.notes() {
        let Note::Comment(text, _) = note else {
            nags += 1;
            continue;
        };
        let at = ply.checked_sub(1).filter(|at| *at < plies);
        let mut whole = true;
        let mut words = commands(&text, |command| {
            let Some(at) = at else {
                whole = false;
                return;
            };
            whole &= match notes.take(&command, at, plies, strip) {
                Some(depth) => {
                    depths += usize::from(depth);
                    true
                }
                None => false,
            };
        });
        // In bughouse a clock stands alone.
        if words
            && game.variant() == Variant::Bughouse
            && let (Some(at), Some(time)) = (at, bpgn::clock(&Comment::after(&*text)))
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
                let time = match usual_clock(command.argument.as_bytes()) {
                    Some(time) => time,
                    None => i32::try_from(command.milliseconds()?).ok()?,
                };
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

/// Goes over the commands of a comment, and says whether there are words beside them.
fn commands<'a>(text: &'a str, mut each: impl FnMut(Command<'a>)) -> bool {
    let mut words = false;
    let mut rest = text.trim_ascii();
    // As servers write them: nothing but commands.
    while let Some(inner) = rest.strip_prefix("[%") {
        let Some(close) = memchr::memchr(b']', inner.as_bytes()) else { break };
        let command = &inner[..close];
        let name = command.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if name == 0 {
            break;
        }
        each(Command { span: 0..0, name: &command[..name], argument: command[name..].trim() });
        rest = inner[close + 1..].trim_ascii_start();
    }
    if !rest.is_empty() {
        words = true;
        partie_core::annotation::commands(rest).into_iter().for_each(each);
    }
    words
}

/// A clock as lichess writes it, `h:mm:ss`, in milliseconds.
fn usual_clock(text: &[u8]) -> Option<i32> {
    let [h, b':', m, n, b':', s, t] = *text else { return None };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let minutes = digit(m)? * 10 + digit(n)?;
    let seconds = digit(s)? * 10 + digit(t)?;
    Some((digit(h)? * 3600 + minutes * 60 + seconds) * 1000)
}

#[cfg(test)]
mod tests {
    use partie_core::time::clock_milliseconds;

    use super::usual_clock;

    #[test]
    fn usual_clocks_are_read_as_others_are() {
        for text in ["0:00:00", "1:23:45", "9:59:59", "0:99:99"] {
            let time = usual_clock(text.as_bytes()).map(i64::from);
            assert_eq!(time, clock_milliseconds(text), "{text}");
            assert!(time.is_some());
        }
        for text in ["0:00:0", "10:00:00", "0:0a:00", "-0:00:1", "0.00.00"] {
            assert_eq!(usual_clock(text.as_bytes()), None, "{text}");
        }
    }
}
