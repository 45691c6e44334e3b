//! Text around the board: event, opening, players, clocks, pieces in hand.

use partie_core::{
    BoardId, Boards, Color, Game, NodeId, Position, Variant,
    time::{ClockTime, TimeControl},
};
use partie_formats::{GameView as _, WriteOptions, fen};

use crate::{
    board::{self, BoardStyle, StyledLine, StyledSpan, TextStyle, layout},
    report::visible,
};

/// Returns the value of a tag, unless it is empty or unknown.
pub(super) fn tag(game: &Game, name: &str) -> Option<String> {
    let value = game.tags.get_ignoring_case(name)?.trim();
    let nothing = value.is_empty() || value.chars().all(|c| matches!(c, '?' | '.' | '-' | '*'));
    (!nothing).then(|| visible(value))
}

/// The players, or what else a game is called.
pub(super) fn title(game: &Game) -> String {
    let name = |tag_name: &str| tag(game, tag_name);
    let (white, black) = match game.start {
        Boards::One(_) => (name("White"), name("Black")),
        Boards::Two(_) => {
            let pair = |a: &str, b: &str| match (name(a), name(b)) {
                (None, None) => None,
                (a, b) => {
                    let known = |n: Option<String>| n.unwrap_or_else(|| "?".to_owned());
                    Some(format!("{} & {}", known(a), known(b)))
                }
            };
            (pair("WhiteA", "BlackB"), pair("BlackA", "WhiteB"))
        }
    };
    match (white, black) {
        (None, None) => name("Event").unwrap_or_else(|| {
            // A position from a list of positions.
            let set_up = game.tree.is_empty() && game.start != Boards::start(game.variant);
            if set_up { fen::boards(&game.start, &WriteOptions::default()) } else { "?".to_owned() }
        }),
        (white, black) => {
            let known = |n: Option<String>| n.unwrap_or_else(|| "?".to_owned());
            format!("{} - {}", known(white), known(black))
        }
    }
}

/// Returns the lines above the board: event, place, date and round; opening; variant and time
/// control. Only the opening may come from the moves instead of the record.
pub(super) fn lines(game: &Game) -> Vec<String> {
    let mut lines = Vec::new();
    let round = tag(game, "Round").map(|round| format!("round {round}"));
    let date = tag(game, "Date")
        .or_else(|| tag(game, "UTCDate"))
        .map(|date| date.split('.').take_while(|p| !p.contains('?')).collect::<Vec<_>>().join("."));
    let mut event: Vec<_> =
        [tag(game, "Event"), tag(game, "Site"), date, round].into_iter().flatten().collect();
    event.dedup();
    lines.push(event.join(", "));
    let opening = [tag(game, "ECO"), tag(game, "Opening"), tag(game, "Variation")];
    let opening = opening.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let found = game.opening().filter(|_| opening.is_empty());
    lines.push(found.map_or(opening, |(found, _)| format!("{} {}", found.code, found.name)));
    let variant = (!matches!(game.variant, Variant::Standard | Variant::FromPosition))
        .then(|| game.variant.name().to_owned());
    let control = tag(game, "TimeControl").map(|control| format!("time control {control}"));
    lines.push([variant, control].into_iter().flatten().collect::<Vec<_>>().join(", "));
    lines.retain(|line| !line.is_empty());
    lines
}

/// The tag of a player: `White`, or `WhiteA` in bughouse.
fn player_tag(game: &Game, id: BoardId, color: Color) -> String {
    let color = color.fold_wb("White", "Black");
    match game.start {
        Boards::One(_) => color.to_owned(),
        Boards::Two(_) => format!("{color}{id}"),
    }
}

/// Returns a player's line with title and rating, and the clock at the right end of the board,
/// unless the name is longer. The widths are the board's and the maximum.
pub(super) fn player(
    game: &Game,
    id: BoardId,
    color: Color,
    clock: Option<ClockTime>,
    look: BoardStyle,
    (columns, most): (usize, usize),
) -> StyledLine {
    let role = player_tag(game, id, color);
    let name = tag(game, &role).unwrap_or_else(|| "?".to_owned());
    let title = tag(game, &format!("{role}Title")).map(|t| format!("{t} ")).unwrap_or_default();
    // A server writes 0 for a player without a rating.
    let rating = tag(game, &format!("{role}Elo")).filter(|r| r != "0");
    let rating = rating.map(|r| format!(" ({r})")).unwrap_or_default();
    let clock = clock.map(clock_text).unwrap_or_default();
    let indent = if look.coordinates { 2 } else { 0 };
    let ellipsis = if look.figures == board::PieceGlyphs::Unicode { "…" } else { "..." };
    let space = if clock.is_empty() { 0 } else { clock.len() + 1 };
    let room = most.max(columns).saturating_sub(indent + space + title.len() + rating.len());
    let mut line = vec![
        StyledSpan::new(" ".repeat(indent), TextStyle::Plain),
        StyledSpan::new(title, TextStyle::Faint),
        StyledSpan::new(layout::cut(&name, room, ellipsis), TextStyle::Strong),
        StyledSpan::new(rating, TextStyle::Faint),
    ];
    if !clock.is_empty() {
        let before = columns.saturating_sub(clock.len()).max(layout::width(&line) + 1);
        line = layout::padded(line, before);
        line.push(StyledSpan::new(clock, TextStyle::Plain));
    }
    line
}

/// `4:58`, `1:04:58`, and tenths of a second in the last twenty: `0:07.3`.
pub(super) fn clock_text(time: ClockTime) -> String {
    let sign = if time.0 < 0 { "-" } else { "" };
    let ms = time.0.unsigned_abs();
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    match hours {
        0 if ms < 20_000 && !ms.is_multiple_of(1000) => {
            format!("{sign}0:{seconds:02}.{}", ms % 1000 / 100)
        }
        0 => format!("{sign}{minutes}:{seconds:02}"),
        _ => format!("{sign}{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The pieces in hand and the checks given of a side, where the variant has them.
pub(super) fn hand(position: &Position, color: Color, look: BoardStyle) -> Option<StyledLine> {
    let indent = if look.coordinates { "  " } else { "" };
    let mut line = vec![StyledSpan::new(indent, TextStyle::Plain)];
    if position.variant().has_drops() {
        let pockets = position.pockets().unwrap_or_default();
        line.push(StyledSpan::new("in hand: ", TextStyle::Plain));
        line.push(board::pocket(*pockets.get(color), color, look));
    } else if position.variant() == Variant::ThreeCheck {
        let left = u32::from(*position.remaining_checks()?.get(color));
        let given = 3_u32.saturating_sub(left);
        line.push(StyledSpan::new(format!("checks given: {given} of 3"), TextStyle::Plain));
    } else {
        return None;
    }
    Some(line)
}

/// The clocks as they stood after the move of a node, by board and colour.
pub(super) fn clocks(game: &Game, node: NodeId) -> [[Option<ClockTime>; 2]; 2] {
    let mut path: Vec<_> = std::iter::successors(Some(node), |n| game.tree.parent(*n)).collect();
    path.reverse();
    let mut turn = BoardId::ALL.map(|id| game.start.board(id).turn());
    let mut clocks = [[start_clock(game); 2]; 2];
    for node in path.into_iter().filter(|n| *n != NodeId::ROOT) {
        let board = game.tree.board(node).index();
        if let Some(time) = game.node(node).clock() {
            clocks[board][turn[board] as usize] = Some(time);
        }
        turn[board] = !turn[board];
    }
    clocks
}

/// The time at the start, in a game whose moves have clock times.
fn start_clock(game: &Game) -> Option<ClockTime> {
    let control = TimeControl::guess(game.tags.get("TimeControl")?)?;
    let (time, _) = control.start()?;
    game.tree.mainline().take(8).any(|n| game.node(n).clock().is_some()).then_some(time)
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;

    #[test]
    fn clocks_run_on_both_sides() {
        let text = b"[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:02]} e5 2. Nf3 {12} {[%clk 0:00:07.35]} *";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        let nodes: Vec<_> = std::iter::once(NodeId::ROOT).chain(game.tree.mainline()).collect();
        let texts = |node| clocks(&game, node)[0].map(|c| c.map(clock_text).unwrap_or_default());
        // By colour: Black is 0 in the vocabulary.
        let (black, white) = (Color::Black as usize, Color::White as usize);
        assert_eq!(texts(nodes[0])[white], "3:00");
        assert_eq!(texts(nodes[2])[white], "3:02");
        assert_eq!(texts(nodes[3])[white], "0:07.3");
        assert_eq!(texts(nodes[3])[black], "3:00");
        assert_eq!(clock_text(ClockTime::from_seconds(3_723)), "1:02:03");
        assert_eq!(clock_text(ClockTime(-61_000)), "-1:01");
    }

    #[test]
    fn nothing_is_said_that_the_record_does_not_say() {
        let text = b"[Event \"?\"]\n[Site \"Prag\"]\n[Date \"1908.05.??\"]\n[Round \"-\"]\n[White \"?\"]\n[Black \"?\"]\n[ECO \"C33\"]\n\n*";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        assert_eq!(lines(&game), ["Prag, 1908.05", "C33"]);
        assert_eq!(title(&game), "?");
        let text = b"[ECO \"?\"]\n\n1. e4 e5 2. f4 exf4 *";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        assert_eq!(lines(&game), ["C33 King's Gambit Accepted"]);
        let text = b"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 9\"]\n\n*";
        let game = pgn::parse(text, &ReadOptions::default()).value;
        assert_eq!(title(&game), "4k3/8/8/8/8/8/8/4K2R w K - 0 9");
    }
}
