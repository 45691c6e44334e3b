//! Boards in sentences, for blind players.

use crate::style12::{Relation, Style12};
use partie_core::{Color, Ply, Position, time::ClockTime};
use partie_speech::Speech;

/// A board in sentences.
#[derive(Clone, Debug)]
pub(super) struct Spoken<'a> {
    /// The line, its clocks in milliseconds.
    pub(super) line: &'a Style12<'static>,
    /// The position.
    pub(super) position: &'a Position,
    /// The last move, and the position in which it was made.
    pub(super) played: Option<&'a (Position, Ply)>,
    /// The relation of the viewer to the game.
    pub(super) relation: Relation,
    /// The viewer's side.
    pub(super) side: Color,
    /// Set to describe the whole board, not only its changes.
    pub(super) whole: bool,
}

/// Appends the sentences, a line each: the last move, or the whole position; then the clocks, the
/// viewer's own first.
pub(super) fn write(spoken: &Spoken<'_>, out: &mut String) {
    let speech = Speech::default();
    let line = spoken.line;
    let mut said: Vec<String> = Vec::new();
    let playing = spoken.relation.is_playing();
    if spoken.whole {
        said.push(format!("Game {}: {} against {}.", line.game, line.white, line.black));
    } else if !playing {
        said.push(format!("Game {}.", line.game));
    }
    if let Some((before, ply)) = spoken.played {
        said.push(speech.move_sentence(before, *ply));
    }
    if spoken.whole {
        said.extend(speech.position(spoken.position));
    }
    let timed = line.initial > 0 || line.increment > 0;
    if timed {
        let left = |color: Color| speech.duration(ClockTime(*line.clock.get(color)));
        if playing {
            said.push(format!("Your clock: {}.", left(spoken.side)));
            said.push(format!("Your opponent's clock: {}.", left(!spoken.side)));
        } else {
            said.push(format!("White's clock: {}.", left(Color::White)));
            said.push(format!("Black's clock: {}.", left(Color::Black)));
        }
    }
    match spoken.relation {
        Relation::PlayingMyMove => said.push("It is your move.".to_owned()),
        Relation::PlayingOpponentsMove if spoken.whole => {
            said.push("It is your opponent's move.".to_owned());
        }
        _ => {}
    }
    out.push_str(&said.join("\n"));
}
