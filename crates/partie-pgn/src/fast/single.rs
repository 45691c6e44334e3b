//! A single game in memory, by items alone: reading it, or checking that it is clean.

use std::{cell::RefCell, ops::Range};

use partie_core::{Game, Outcome};

use super::{Fast, FastResult};
use crate::{codes, tags::TagPlaces, view::GameSink};
use partie_formats::{Diagnostic, Parsed, ReadOptions, Retained, Severity};

thread_local! {
    static FAST: RefCell<Fast> = RefCell::default();
}

/// Reads a whole text as one game, if that needs no tokens.
fn whole<T>(
    text: &[u8],
    options: &ReadOptions,
    read: impl FnOnce(&mut Fast) -> FastResult<T>,
) -> Option<T> {
    super::accepts(options).then(|| FAST.with_borrow_mut(read).whole(text.len())).flatten()
}

/// Reads one game, if it needs no tokens.
pub(crate) fn parse(text: &[u8], options: &ReadOptions) -> Option<Parsed<Game>> {
    whole(text, options, |fast| fast.game(text, true, options))
}

/// Finds the tags at the start of a text and their end, if they are canonical.
pub(crate) fn tag_places(text: &[u8], options: &ReadOptions) -> Option<(TagPlaces, usize)> {
    FAST.with_borrow_mut(|fast| fast.tag_places(text, options))
}

/// Gives a game to a sink, if it needs no tokens.
pub(crate) fn view<S: GameSink>(text: &[u8], options: &ReadOptions, sink: &S) -> Option<S::Made> {
    whole(text, options, |fast| {
        fast.read_game(text, true, options, sink.needs_moves(), |game, _, _| {
            sink.make(game, &mut Vec::new())
        })
    })
}

/// Returns true if no fix is possible for a diagnostic: the surname in a name is unknown, and null
/// moves are usual in analysis.
pub(crate) fn is_unfixable(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Note
        && [&codes::NAME_ORDER, &codes::NULL_MOVE].contains(&diagnostic.code)
}

/// Returns true if a text is one game with nothing to fix.
pub(crate) fn is_clean(text: &str, options: &ReadOptions) -> bool {
    let all = options.clone().keep(Retained::Text);
    let wanted = whole(text.as_bytes(), &all, |fast| fast.wanted(text.as_bytes(), true, &all));
    wanted.is_some_and(|wanted| wanted.parsed().diagnostics.iter().all(is_unfixable))
}

/// Reads one game if there is nothing to fix in it.
pub(crate) fn parse_clean(text: &str, options: &ReadOptions) -> Option<Parsed<Game>> {
    is_clean(text, options).then(|| parse(text.as_bytes(), options)).flatten()
}

/// Tags of a game, each with the place of its name and of the whole pair, and the result.
pub(crate) type Tagged = (Vec<(Range<usize>, Range<usize>)>, Outcome);

/// Finds the tags of a game whose only diagnostics are missing roster tags.
pub(crate) fn only_roster_missing(text: &[u8], options: &ReadOptions) -> Option<Tagged> {
    whole(text, options, |fast| {
        fast.read_game(text, true, options, false, |game, _, diagnostics| {
            let only = diagnostics.iter().all(|d| d.code == &codes::MISSING_ROSTER);
            only.then(|| (game.tag_places().collect(), game.outcome))
        })
    })?
}
