//! Facts of a record's first board other than its position, as tags: the clocks, the move before
//! it, the time taken, the material strength, the game's number.
//!
//! A record of one board, or one that begins in the middle of a game, has no move to attach them
//! to.

use std::borrow::Cow;

use partie_core::{ByColor, Color, Tags, time::ClockTime};

use partie_wire::style12::{Style12, scan};

/// Returns the tags of a board. Clocks of untimed games are left out, and so are impossible ones
/// beyond `longest`, in milliseconds.
pub(crate) fn tags(
    board: &Style12<'_>,
    has_time: bool,
    longest: i64,
) -> Vec<(&'static str, String)> {
    let mut tags = vec![("GameNumber", board.game.to_string())];
    for (name, color) in [("WhiteClock", Color::White), ("BlackClock", Color::Black)] {
        let clock = board.clock_milliseconds(color);
        if has_time && clock.abs() <= longest {
            tags.push((name, ClockTime(clock).to_string()));
        }
    }
    for (name, strength) in
        [("WhiteStrength", board.strength.white), ("BlackStrength", board.strength.black)]
    {
        tags.push((name, strength.to_string()));
    }
    if let Some(san) = board.last_san() {
        tags.push(("LastMove", san.to_owned()));
        tags.push(("LastMoveVerbose", board.verbose.clone().into_owned()));
        tags.push(("TimeTaken", ClockTime(board.taken.milliseconds).to_string()));
    }
    tags
}

/// Returns the clocks in tags, in milliseconds. Without the game's number the tags come from
/// another program, and are the clocks at the end of the game.
pub(super) fn clocks(tags: &Tags) -> Option<ByColor<i64>> {
    tags.get("GameNumber")?;
    let clock = |name| ClockTime::parse(tags.get(name)?).map(|clock| clock.0);
    Some(ByColor { white: clock("WhiteClock")?, black: clock("BlackClock")? })
}

/// Returns the time that tags name for the move before the first board, in milliseconds.
pub(super) fn taken(tags: &Tags) -> Option<i64> {
    ClockTime::parse(tags.get("TimeTaken")?).map(|taken| taken.0)
}

/// Returns the game's number that tags name.
pub(super) fn number(tags: &Tags) -> Option<u64> {
    scan::parse_number::<i64>(tags.get("GameNumber")?)?.try_into().ok()
}

/// Puts the strength and the last move that tags name into a line.
pub(super) fn complete<'a>(line: &mut Style12<'a>, tags: &'a Tags) {
    let word = |name| tags.get(name).filter(|w| !w.is_empty() && !w.contains(char::is_whitespace));
    let strength = |name| scan::parse_number::<i32>(tags.get(name)?);
    if let (Some(white), Some(black)) = (strength("WhiteStrength"), strength("BlackStrength")) {
        line.strength = ByColor { white, black };
    }
    if let Some(san) = word("LastMove") {
        line.san = Cow::Borrowed(san);
    }
    if let Some(verbose) = word("LastMoveVerbose") {
        line.verbose = Cow::Borrowed(verbose);
    }
}
