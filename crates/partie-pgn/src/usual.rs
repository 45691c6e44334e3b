//! Reading one usual game at speed, or saying at speed that there is nothing to mend in it.

use std::{cell::RefCell, ops::Range};

use partie_core::{Game, Outcome};

use super::{
    codes,
    fast::{self, Fast},
};
use crate::{raw::TagPlaces, view::GameSink};
use partie_formats::{Diagnostic, Keep, Parsed, ReadOptions, Severity};

thread_local! {
    static FAST: RefCell<Fast> = RefCell::default();
}

/// Reads one game if it is a usual one.
pub(super) fn at_speed(bytes: &[u8], options: &ReadOptions) -> Option<Parsed<Game>> {
    if !fast::is_usual(options) {
        return None;
    }
    FAST.with_borrow_mut(|fast| fast.game(bytes, true, options)).whole(bytes.len())
}

/// Finds the tags at the start of a text, and where they end, if there is nothing odd about them.
pub(crate) fn tag_places(text: &[u8], options: &ReadOptions) -> Option<(TagPlaces, usize)> {
    FAST.with_borrow_mut(|fast| fast.tag_places(text, options))
}

/// Gives a game to a sink, if it is a usual one.
pub(crate) fn view<S: GameSink>(bytes: &[u8], options: &ReadOptions, sink: &S) -> Option<S::Made> {
    if !fast::is_usual(options) {
        return None;
    }
    let look = FAST.with_borrow_mut(|fast| {
        fast.read_game(bytes, true, options, sink.needs_moves(), |game, _, _| {
            sink.make(game, &mut Vec::new())
        })
    });
    look.whole(bytes.len())
}

/// Returns true if nothing mends what a diagnostic reports: which part of a name is the surname
/// nobody knows, and passing is usual in analysis.
pub(crate) fn is_unmendable(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Note
        && [&codes::NAME_ORDER, &codes::NULL_MOVE].contains(&diagnostic.code)
}

/// Returns true if a text is one game of which there is nothing to mend.
pub(crate) fn is_faultless(text: &str, options: &ReadOptions) -> bool {
    if !fast::is_usual(options) {
        return false;
    }
    let bytes = text.as_bytes();
    let all = ReadOptions { keep: Keep::Text, ..options.clone() };
    let look = FAST.with_borrow_mut(|fast| fast.wanted(bytes, true, &all));
    let wanted = look.whole(bytes.len());
    wanted.is_some_and(|wanted| wanted.parsed().diagnostics.iter().all(is_unmendable))
}

/// Reads one game if there is nothing to mend in it.
pub(crate) fn faultless(text: &str, options: &ReadOptions) -> Option<Parsed<Game>> {
    if !is_faultless(text, options) {
        return None;
    }
    at_speed(text.as_bytes(), options)
}

/// The tags of a game, each with the place of its name and that of the whole pair, and the result.
pub(crate) type Tagged = (Vec<(Range<usize>, Range<usize>)>, Outcome);

/// Finds the tags of a game of which nothing is to be reported but that tags of the roster are
/// missing.
pub(crate) fn lacks_roster(text: &[u8], options: &ReadOptions) -> Option<Tagged> {
    if !fast::is_usual(options) {
        return None;
    }
    let look = FAST.with_borrow_mut(|fast| {
        fast.view(text, true, options, Keep::OnlyFindings, false, |game| {
            (game.tag_places().collect(), game.outcome)
        })
    });
    let (wanted, tagged) = look.whole(text.len())?;
    let mut diagnostics = wanted.parsed().diagnostics.into_iter();
    diagnostics.all(|d| d.code == &codes::MISSING_ROSTER).then_some(tagged)
}
