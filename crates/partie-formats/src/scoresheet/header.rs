//! Lines above a game that say who played, where and when, and in which notation the moves
//! are written.

use partie_core::{Language, Notation};

use super::heading::begins_with_move;

/// Names of the players and other facts in lines such as `White: Morphy`. `Notation` is
/// there only if it names one.
pub(super) fn header(line: &str) -> Option<(&'static str, &str)> {
    const NAMES: [(&str, &[&str]); 6] = [
        (
            "White",
            &[
                "white",
                "bílý",
                "bily",
                "weiss",
                "weiß",
                "blancs",
                "blanc",
                "blancas",
                "bianco",
                "wit",
                "białe",
                "белые",
                "hvid",
                "vit",
                "biely",
            ],
        ),
        (
            "Black",
            &[
                "black",
                "černý",
                "cerny",
                "schwarz",
                "noirs",
                "noir",
                "negras",
                "nero",
                "zwart",
                "czarne",
                "чёрные",
                "черные",
                "sort",
                "svart",
                "čierny",
            ],
        ),
        ("Event", &["event", "turnaj", "turnier", "tournoi", "torneo", "tournament"]),
        ("Site", &["site", "place", "místo", "ort", "lieu", "luogo"]),
        ("Date", &["date", "datum", "data", "fecha"]),
        ("Round", &["round", "kolo", "runde", "ronde", "ronda"]),
    ];
    let (name, value) = line.split_once(':')?;
    let name = name.trim().to_lowercase();
    let value = value.trim();
    if value.is_empty() || value.len() > 200 {
        return None;
    }
    if name == "notation" {
        return read_notation(value).map(|_| (NOTATION, value));
    }
    let (tag, _) = NAMES.iter().find(|(_, words)| words.contains(&name.as_str()))?;
    // `White: 1. e4` talks of moves.
    (!begins_with_move(value)).then_some((*tag, value))
}

/// The name of the line that says how the moves are written; no tag of a game.
pub(super) const NOTATION: &str = "Notation";

/// The notation that the first lines of a text name.
pub(crate) fn notation_named(text: &str) -> Option<Notation> {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty());
    let mut head = lines.take_while(|line| !line.is_empty()).filter_map(header);
    head.find_map(|(tag, value)| (tag == NOTATION).then(|| read_notation(value))?)
}

/// Writes the line that names a notation: `Notation: san in German`.
pub(super) fn notation_line(notation: Notation) -> String {
    match notation.language().filter(|_| !notation.name().starts_with("fan")) {
        Some(language) => format!("{NOTATION}: {} in {}", notation.name(), language.name()),
        None => format!("{NOTATION}: {}", notation.name()),
    }
}

fn read_notation(value: &str) -> Option<Notation> {
    let Some((name, language)) = value.split_once(" in ") else {
        return Notation::from_name(value);
    };
    let language = language.trim();
    let named = |l: &Language| l.name().eq_ignore_ascii_case(language);
    let language =
        Language::ALL.into_iter().find(named).or_else(|| Language::from_code(language))?;
    Some(Notation::from_name(name.trim())?.in_language(language))
}
