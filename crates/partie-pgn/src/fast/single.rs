//! A single game in memory, by items alone: reading it, or checking that it is clean.

use std::{cell::RefCell, ops::Range};

use partie_core::{Game, Outcome};

use super::Fast;
use crate::{codes, tag_places::TagPlaces, view::GameSink};
use partie_formats::{Diagnostic, Parsed, ReadOptions, Retained, Severity};

thread_local! {
    static FAST: RefCell<Fast> = RefCell::default();
}

/// Reads one game, if it needs no tokens.
pub(crate) fn parse(bytes: &[u8], options: &ReadOptions) -> Option<Parsed<Game>> {
    if !super::accepts(options) {
        return None;
    }
    FAST.with_borrow_mut(|fast| fast.game(bytes, true, options)).whole(bytes.len())
}

/// Finds the tags at the start of a text and their end, if they are canonical.
pub(crate) fn tag_places(text: &[u8], options: &ReadOptions) -> Option<(TagPlaces, usize)> {
    FAST.with_borrow_mut(|fast| fast.tag_places(text, options))
}

/// Gives a game to a sink, if it needs no tokens.
pub(crate) fn view<S: GameSink>(bytes: &[u8], options: &ReadOptions, sink: &S) -> Option<S::Made> {
    if !super::accepts(options) {
        return None;
    }
    let look = FAST.with_borrow_mut(|fast| {
        fast.read_game(bytes, true, options, sink.needs_moves(), |game, _, _| {
            sink.make(game, &mut Vec::new())
        })
    });
    look.whole(bytes.len())
}

/// Returns true if no fix is possible for a diagnostic: the surname in a name is unknown, and null
/// moves are usual in analysis.
pub(crate) fn is_unfixable(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Note
        && [&codes::NAME_ORDER, &codes::NULL_MOVE].contains(&diagnostic.code)
}

/// Returns true if a text is one game with nothing to fix.
pub(crate) fn is_clean(text: &str, options: &ReadOptions) -> bool {
    if !super::accepts(options) {
        return false;
    }
    let bytes = text.as_bytes();
    let all = options.clone().keep(Retained::Text);
    let look = FAST.with_borrow_mut(|fast| fast.wanted(bytes, true, &all));
    let wanted = look.whole(bytes.len());
    wanted.is_some_and(|wanted| wanted.parsed().diagnostics.iter().all(is_unfixable))
}

/// Reads one game if there is nothing to fix in it.
pub(crate) fn parse_clean(text: &str, options: &ReadOptions) -> Option<Parsed<Game>> {
    if !is_clean(text, options) {
        return None;
    }
    parse(text.as_bytes(), options)
}

/// Tags of a game, each with the place of its name and of the whole pair, and the result.
pub(crate) type Tagged = (Vec<(Range<usize>, Range<usize>)>, Outcome);

/// Finds the tags of a game whose only diagnostics are missing roster tags.
pub(crate) fn only_roster_missing(text: &[u8], options: &ReadOptions) -> Option<Tagged> {
    if !super::accepts(options) {
        return None;
    }
    let look = FAST.with_borrow_mut(|fast| {
        fast.view(text, true, options, Retained::OnlyDiagnostics, false, |game| {
            (game.tag_places().collect(), game.outcome)
        })
    });
    let (wanted, tagged) = look.whole(text.len())?;
    let mut diagnostics = wanted.parsed().diagnostics.into_iter();
    diagnostics.all(|d| d.code == &codes::MISSING_ROSTER).then_some(tagged)
}
