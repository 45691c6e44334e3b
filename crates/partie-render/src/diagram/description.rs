//! Textual description of a frame, for readers who cannot see it.

use partie_core::{Color, Role, time::ClockTime};

use crate::{
    frame::{BoardFrame, Frame},
    phrases::{self, Phrases, capitalised},
    piece,
};

/// `Kasparov – Topalov, after 24. Rxd4`.
pub(super) fn title(frame: &Frame) -> String {
    let words = Phrases::of(frame.language);
    let mut parts = Vec::new();
    for board in &frame.boards {
        let (white, black) = (&board.seats.white.name, &board.seats.black.name);
        let players = match (white.as_str(), black.as_str()) {
            ("", "") => String::new(),
            (white, black) => format!("{} – {}", or_unknown(white), or_unknown(black)),
        };
        let place = match (&board.last_move, frame.ply) {
            (Some(last), _) => format!("{} {last}", words.after),
            (None, _) if !matches!(phrases::code(frame.language), None | Some("en")) => {
                words.start.to_owned()
            }
            (None, _) if players.is_empty() => "Chess position".to_owned(),
            (None, _) => "start position".to_owned(),
        };
        let part = [players, place].into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>();
        parts.push(part.join(", "));
    }
    capitalised(&parts.join("; "))
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}

/// Describes the boards of a frame in words: the pieces of both sides, and who is to move. Pictures
/// carry it for readers who cannot see them ([`Scene::description`](crate::Scene::description)).
#[must_use]
pub fn description(frame: &Frame) -> String {
    let boards: Vec<String> = frame.boards.iter().map(board).collect();
    match boards.as_slice() {
        [a, b] => format!("Board A. {a} Board B. {b}"),
        boards => boards.join(" "),
    }
}

fn board(board: &BoardFrame) -> String {
    let position = &board.position;
    let mut text = String::new();
    for color in Color::ALL {
        text += color.fold_wb("White", "Black");
        text += ": ";
        let mut pieces = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            let of_role = position.board().by_color(color) & position.board().by_role(role);
            let squares: Vec<String> = of_role.into_iter().map(|s| s.to_string()).collect();
            let plural = if squares.len() > 1 { "s" } else { "" };
            if !squares.is_empty() {
                pieces.push(format!("{}{plural} on {}", piece::role(role), squares.join(" ")));
            }
        }
        if let Some(pockets) = position.pockets() {
            let hand: Vec<String> = Role::ALL
                .into_iter()
                .rev()
                .map(|role| (role, *pockets.get(color).get(role)))
                .filter(|(_, count)| *count > 0)
                .map(|(role, count)| format!("{count} {}", piece::role(role)))
                .collect();
            if !hand.is_empty() {
                pieces.push(format!("in hand {}", hand.join(" ")));
            }
        }
        text += &if pieces.is_empty() { "no pieces".to_owned() } else { pieces.join(", ") };
        text += ". ";
    }
    let state = if position.is_checkmate() {
        " and is mated"
    } else if position.is_check() {
        " and is in check"
    } else if position.is_stalemate() {
        " and has no move"
    } else {
        ""
    };
    text += &format!("{} is to move{state}.", position.turn().fold_wb("White", "Black"));
    if let Some(last) = &board.last_move {
        text += &format!(" The last move was {last}.");
    }
    text
}

/// `1:20:00`, `4:58`, and tenths in the last twenty seconds: `0:07.3`.
pub(super) fn clock(clock: ClockTime) -> String {
    let sign = if clock.0 < 0 { "−" } else { "" };
    let ms = clock.0.unsigned_abs();
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    if hours > 0 {
        format!("{sign}{hours}:{minutes:02}:{seconds:02}")
    } else if ms < 20_000 && !ms.is_multiple_of(1000) {
        format!("{sign}0:{seconds:02}.{}", ms % 1000 / 100)
    } else {
        format!("{sign}{minutes}:{seconds:02}")
    }
}
