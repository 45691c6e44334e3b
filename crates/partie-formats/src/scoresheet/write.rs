//! Writing a scoresheet: the players, and the moves in two columns.

use std::io;

use partie_core::{Boards, Color, Game, Language, Move, Notation, Ply, Role, Variant};

use super::header::notation_line;
use crate::{Loss, Lossy, WriteOptions, fen, pgn::unwrap_lines, replay::Replay};

/// Writes a game as a text in the notation of the options, and an empty line behind it.
///
/// # Errors
///
/// When the output fails. Variations, NAGs, comments and most tags are lost, and a
/// bughouse game is not written at all.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut lost = Vec::new();
    if matches!(game.start, Boards::Two(_)) {
        lost.push(Loss::new("a bughouse game (write it as BPGN)"));
        return Ok(Lossy { value: (), lost });
    }
    let mut text = String::new();
    for (tag, value) in game.tags.iter() {
        if matches!(tag, "Event" | "Site" | "Date" | "Round" | "White" | "Black") && value != "?" {
            text.push_str(tag);
            text.push_str(": ");
            text.push_str(&unwrap_lines(value));
            text.push('\n');
        }
    }
    if game.start != Boards::start(game.variant) {
        text.push_str(&format!("FEN: {}\n", fen::position(game.start.first(), options)));
    }
    if game.variant != Variant::Standard {
        text.push_str(&format!("Variant: {}\n", game.variant.name()));
    }
    text.push_str(&notation_line(options.notation));
    text.push_str("\n\n");
    let mut replay = Replay::new(game.start.first());
    let mut uncarried = false;
    let mut word = String::new();
    for (i, (_, ply)) in game.plies().enumerate() {
        let (white, number) = (replay.turn() == Color::White, replay.fullmoves());
        word.clear();
        let legal = replay.write(ply, [options.notation], [&mut word]);
        uncarried |= !options.notation.can_carry(ply);
        if white {
            if i > 0 {
                text.push('\n');
            }
            text.push_str(&format!("{number:>3}. {word:<8} "));
        } else if i == 0 {
            text.push_str(&format!("{number:>3}. ...       {word}"));
        } else {
            text.push_str(&word);
        }
        if !legal {
            break;
        }
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut text = lines.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(game.outcome.as_pgn());
    text.push_str("\n\n");
    out.write_all(text.as_bytes())?;
    if game.tree.has_variations() {
        lost.push(Loss::new("variations"));
    }
    if game.tree.mainline().any(|n| {
        !game.tree.annotations(n).comments.is_empty() || !game.tree.annotations(n).nags.is_empty()
    }) {
        lost.push(Loss::new("comments and NAGs"));
    }
    if game.tags.iter().any(|(n, _)| {
        !matches!(n, "Event" | "Site" | "Date" | "Round" | "White" | "Black" | "Result")
            && !matches!(n, "FEN" | "SetUp" | "Variant")
    }) {
        lost.push(Loss::new("tags other than event, players, date and result"));
    }
    if uncarried {
        lost.push(Loss::new(format!(
            "moves that {} has no sign for, written as SAN",
            options.notation.name()
        )));
    }
    Ok(Lossy { value: (), lost })
}

/// Reports a start position or variant, which a text of Chess Game Player cannot name.
fn lost_start(game: &Game) -> impl Iterator<Item = Loss> {
    let position = game.start != Boards::start(game.variant);
    let variant = game.variant != Variant::Standard;
    let variant = variant.then(|| Loss::new(format!("the variant ({})", game.variant.name())));
    position.then(|| Loss::new("the start position")).into_iter().chain(variant)
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
    (!lost.is_empty()).then(|| Loss::new(format!("tags ({})", lost.join(", "))))
}

/// Whether Chess Game Player has a form for a ply.
fn carries(ply: Ply) -> bool {
    let Ply::Move(m) = ply else { return false };
    !matches!(m, Move::Put { .. }) && m.promotion() != Some(Role::King)
}

/// The letter of a promotion's piece: Czech in Czech texts, else English, where the knight
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
    let mut lossy = write(
        game,
        &WriteOptions { notation: Notation::Long(language), ..options.clone() },
        &mut io::sink(),
    )?;
    if matches!(game.start, Boards::Two(_)) {
        return Ok(lossy);
    }
    lossy.lost.retain(|loss| !loss.0.starts_with("tags "));
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
        lossy.lost.push(Loss::new("null moves, drops and promotions to king"));
    }
    if game.outcome != partie_core::Outcome::Unknown && position.end().is_none() {
        lossy.lost.push(Loss::new("the result"));
    }
    Ok(lossy)
}
