//! Writing a scoresheet: the players, and the moves in two columns.

use std::{io, ops::ControlFlow};

use partie_core::{Boards, Color, Game, Language, Move, Notation, Ply, Role, Variant, message};

use super::header::notation_line;
use partie_formats::{
    GameView, Loss, Lossy, WriteOptions, fen,
    replay::{Gathered, Replay, length_of},
    text::unwrap_lines,
};

/// Writes a game as a text in the notation of the options, and an empty line after it.
///
/// # Errors
///
/// When the output fails. Variations, NAGs, comments and most tags are lost, and a
/// bughouse game is not written at all.
pub fn write(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut lost = Vec::new();
    if matches!(game.start(), Some(Boards::Two(_))) {
        lost.push(Loss(message!("a bughouse game (write it as BPGN)")));
        return Ok(Lossy { value: (), lost });
    }
    let mut text = Vec::with_capacity(1024);
    for (tag, value) in game.tags() {
        if matches!(tag, "Event" | "Site" | "Date" | "Round" | "White" | "Black") && value != "?" {
            line(&mut text, tag, &unwrap_lines(value));
        }
    }
    let start = game.start().filter(|_| !game.has_standard_start()).map(Boards::first);
    if let Some(start) = start {
        line(&mut text, "FEN", &fen::position(start, options));
    }
    if game.variant() != Variant::Standard {
        line(&mut text, "Variant", game.variant().name());
    }
    text.extend_from_slice(notation_line(options.notation).as_bytes());
    text.extend_from_slice(b"\n\n");
    let mut replay = Replay::of(game, &[options.notation]);
    let mut uncarried = false;
    let mut lines = Gathered::new(&mut text);
    // Spaces are due before a move of Black.
    let mut spaces = 0;
    let mut started = false;
    let _ = game.mainline().try_for_each(|played| {
        let (white, number) = (replay.turn() == Color::White, replay.fullmoves());
        if white {
            if started {
                lines.push(*b"\n", 1);
            }
            push_number(&mut lines, number);
            lines.push(*b". ", 2);
        } else if !started {
            push_number(&mut lines, number);
            lines.push(*b". ...       ", 12);
        } else {
            lines.push(*b"         ", spaces);
        }
        started = true;
        uncarried |= !options.notation.can_carry(played.ply);
        let width = if let Some(word) = replay.write_known(played, options.notation) {
            lines.push(word.to_le_bytes(), length_of(word));
            length_of(word)
        } else {
            lines.flush();
            let before = lines.text.len();
            let legal = replay.write(played, [options.notation], [lines.text]);
            if !legal {
                return ControlFlow::Break(());
            }
            lines.text[before..].iter().filter(|byte| **byte & 0xc0 != 0x80).count()
        };
        spaces = 9 - width.min(8);
        ControlFlow::Continue(())
    });
    lines.flush();
    end_line(&mut text);
    text.extend_from_slice(game.outcome().as_pgn().as_bytes());
    text.extend_from_slice(b"\n\n");
    out.write_all(&text)?;
    if !started {
        lost.push(Loss(message!("a game without moves, whose text reads as none")));
    }
    let extras = game.extras();
    if extras.variations > 0 {
        lost.push(Loss(message!("variations")));
    }
    if (extras.comments || extras.nags) && game.notes().any(|(ply, _)| ply > 0) {
        lost.push(Loss(message!("comments and NAGs")));
    }
    if game.tags().any(|(n, _)| {
        !matches!(n, "Event" | "Site" | "Date" | "Round" | "White" | "Black" | "Result")
            && !matches!(n, "FEN" | "SetUp" | "Variant")
    }) {
        lost.push(Loss(message!("tags other than event, players, date and result")));
    }
    if uncarried {
        lost.push(Loss(message!(
            "moves that {notation} has no sign for, written as SAN",
            notation = options.notation.name()
        )));
    }
    Ok(Lossy { value: (), lost })
}

/// Appends a name and its value on a line.
fn line(text: &mut Vec<u8>, name: &str, value: &str) {
    for part in [name, ": ", value.trim_end()] {
        text.extend_from_slice(part.as_bytes());
    }
    end_line(text);
}

/// Ends a line without whitespace before its end, unless it has ended.
fn end_line(text: &mut Vec<u8>) {
    if !text.ends_with(b"\n") {
        text.truncate(text.trim_ascii_end().len());
        text.push(b'\n');
    }
}

/// Appends a number, which is at least three characters wide.
fn push_number(text: &mut Gathered<'_>, number: u32) {
    if number < 1000 {
        let digit = |unit: u32| b'0' + (number / unit % 10) as u8;
        let hundreds = if number < 100 { b' ' } else { digit(100) };
        let tens = if number < 10 { b' ' } else { digit(10) };
        text.push([hundreds, tens, digit(1)], 3);
    } else {
        text.flush();
        text.text.extend_from_slice(number.to_string().as_bytes());
    }
}

/// Reports a start position or variant, which a text of Chess Game Player cannot name.
fn lost_start(game: &Game) -> impl Iterator<Item = Loss> {
    let position = game.start != Boards::start(game.variant);
    let variant = game.variant != Variant::Standard;
    let variant =
        variant.then(|| Loss(message!("the variant ({variant})", variant = game.variant.name())));
    position.then(|| Loss(message!("the start position"))).into_iter().chain(variant)
}

/// Reports tags that a text of Chess Game Player cannot hold: all but the players' names.
fn lost_tags(game: &Game) -> Option<Loss> {
    let named = ["White", "Black"].iter().all(|name| game.tags.get(name).is_some());
    let lost: Vec<_> = game
        .tags
        .iter()
        .filter(|(name, value)| match *name {
            "White" | "Black" => !named && *value != "?",
            // The result, the start and the variant report these.
            "Result" | "FEN" | "SetUp" | "Variant" => false,
            _ => !matches!(*value, "?" | "????.??.??" | "-"),
        })
        .map(|(name, _)| name)
        .collect();
    (!lost.is_empty()).then(|| Loss(message!("tags ({tags})", tags = lost.join(", "))))
}

/// Returns true if Chess Game Player has a form for a ply.
fn carries(ply: Ply) -> bool {
    let Ply::Move(m) = ply else { return false };
    !matches!(m, Move::Put { .. }) && m.promotion() != Some(Role::King)
}

/// Returns the letter of a promotion's piece: Czech in Czech texts, else English, where the knight
/// is `K`. The rules of Chess Game Player have no others.
fn promotion_letter(role: Role, language: Language) -> &'static str {
    match (role, language) {
        (Role::Knight, l) if l != Language::Czech => "K",
        (_, Language::Czech) => Language::Czech.letter(role),
        _ => Language::English.letter(role),
    }
}

/// Writes a game in the manner of Chess Game Player: both squares of every move, the
/// piece letters of the options' language, promotions in brackets, `++` for mate.
///
/// # Errors
///
/// As [`write`].
pub(super) fn write_cgp(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let language = options.notation.language().unwrap_or_default();
    let mut lossy =
        write(game, &options.clone().notation(Notation::Long(language)), &mut io::sink())?;
    if matches!(game.start, Boards::Two(_)) {
        return Ok(lossy);
    }
    lossy.lost.retain(|loss| !loss.0.to_string().starts_with("tags "));
    let mut text = String::new();
    if let (Some(white), Some(black)) = (game.tags.get("White"), game.tags.get("Black")) {
        text.push_str(&format!("# {} - {}\n", unwrap_lines(white), unwrap_lines(black)));
    }
    let mut position = game.start.first().clone();
    let mut uncarried = false;
    for (i, (_, ply)) in game.plies().enumerate() {
        let long = Notation::Long(language).write(&position, ply);
        uncarried |= !carries(ply);
        let word = long.replace("O-O-O", "0-0-0").replace("O-O", "0-0");
        let word = match (word.split_once('='), ply) {
            (Some((squares, piece)), Ply::Move(Move::Normal { promotion: Some(role), .. })) => {
                let mark = piece.trim_start_matches(|c: char| !matches!(c, '+' | '#'));
                format!("{squares}({}){mark}", promotion_letter(role, language))
            }
            _ => word,
        };
        let word = word.replace('#', "++");
        if position.turn() == Color::White || i == 0 {
            if i > 0 {
                text.push('\n');
            }
            text.push_str(&format!("{}. ", position.fullmoves()));
        } else {
            text.push(' ');
        }
        text.push_str(&word);
        if position.play(ply).is_err() {
            break;
        }
    }
    text.push_str("\n\n");
    out.write_all(text.as_bytes())?;
    lossy.lost.extend(lost_start(game));
    lossy.lost.extend(lost_tags(game));
    if uncarried {
        lossy.lost.push(Loss(message!("null moves, illegal moves, drops and promotions to king")));
    }
    if game.outcome != partie_core::Outcome::Unknown && position.end().is_none() {
        lossy.lost.push(Loss(message!("the result")));
    }
    Ok(lossy)
}
