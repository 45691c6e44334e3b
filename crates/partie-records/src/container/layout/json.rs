//! JSON in which each move, or each pair of moves, is an object.

use partie_core::moves::san::San;
use partie_scoresheet::vocabulary;
use serde_json::{Map, Value};

use super::{super::keys, edit::Edit};

/// Names of the members that hold White's move, Black's, and a move of either side.
const WHITE: [&str; 2] = ["white", "w"];
const BLACK: [&str; 2] = ["black", "b"];
const MOVE: [&str; 7] = ["san", "move", "notation", "lan", "uci", "m", "ply"];

/// Fewest plies of a game.
const LEAST: usize = 2;

/// Puts games in PGN in place of a document with lists of moves as objects.
pub(super) fn moves(text: &str) -> Vec<Edit> {
    let is_json = text.trim_start().starts_with(['{', '[']);
    let Some(document) = is_json.then(|| serde_json::from_str::<Value>(text).ok()).flatten() else {
        return Vec::new();
    };
    let mut games = String::new();
    find(&document, None, &mut games);
    if games.is_empty() { Vec::new() } else { vec![(0..text.len(), games.into())] }
}

/// Adds the games of a value, which may be a member of an object with the names of the players.
fn find(value: &Value, around: Option<&Map<String, Value>>, games: &mut String) {
    match value {
        Value::Array(items) => match plies(items) {
            Some(plies) => add(around, &plies, games),
            // Moves with more in them than can be read here.
            None if items.iter().any(|item| named(item.as_object(), &MOVE).is_some()) => {}
            None => items.iter().for_each(|item| find(item, None, games)),
        },
        Value::Object(members) => {
            members.values().for_each(|member| find(member, Some(members), games));
        }
        _ => {}
    }
}

/// Returns the moves of a list of objects, of which each holds one or two.
fn plies(items: &[Value]) -> Option<Vec<String>> {
    let mut plies = Vec::new();
    for item in items {
        let members = item.as_object()?;
        // What else an object holds, as variations, is not left out.
        if members.values().any(|value| value.is_array() || value.is_object()) {
            return None;
        }
        let before = plies.len();
        let named = |names: &[&str]| named(Some(members), names);
        if let (Some(from), Some(to)) = (square(members, "from"), square(members, "to")) {
            let promotion = members.get("promotion").and_then(Value::as_str).unwrap_or_default();
            plies.push(format!("{from}{to}{promotion}"));
        } else if let Some(ply) = named(&MOVE) {
            plies.push(ply);
        } else {
            plies.extend(named(&WHITE));
            plies.extend(named(&BLACK));
        }
        if plies.len() == before {
            return None;
        }
        let remark = remark(members);
        if let Some(last) = plies.last_mut().filter(|_| !remark.is_empty()) {
            *last = format!("{last} {{{remark}}}");
        }
    }
    (plies.len() >= LEAST).then_some(plies)
}

/// Returns what else an object with a move says, besides its number.
fn remark(members: &Map<String, Value>) -> String {
    const OF_MOVES: [&str; 3] = ["from", "to", "promotion"];
    const NUMBERS: [&str; 7] = ["n", "no", "nr", "number", "movenumber", "index", "id"];
    let others = members.iter().filter(|(name, value)| {
        let name = &*name.to_lowercase().replace('_', "");
        let is_move = [&WHITE[..], &BLACK, &MOVE, &OF_MOVES].concat().contains(&name);
        !(is_move || value.is_null() || value.is_number() && NUMBERS.contains(&name))
    });
    let words = others.map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name}: {text}"),
        None => format!("{name}: {value}"),
    });
    words.collect::<Vec<_>>().join(", ").replace(['{', '}'], "'")
}

/// Returns the move in the first member that has one of some names.
fn named(members: Option<&Map<String, Value>>, names: &[&str]) -> Option<String> {
    let known = |(name, _): &(&String, &Value)| names.contains(&&*name.to_lowercase());
    let word = members?.iter().find(known).and_then(|(_, value)| value.as_str());
    word.filter(|word| San::is_move(word)).map(str::to_owned)
}

fn square<'a>(members: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    let square = members.get(name)?.as_str()?;
    matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8']).then_some(square)
}

fn add(around: Option<&Map<String, Value>>, plies: &[String], games: &mut String) {
    let mut result = "*";
    let mut others = String::new();
    for (name, value) in around.into_iter().flatten() {
        let Some(value) = value.as_str() else { continue };
        let value = value.replace(['"', '\\', '\n', '{', '}'], "'");
        let Some(tag) = keys::tag_of(name) else {
            others.push_str(&format!("{{{name}: {value}}} "));
            continue;
        };
        if tag == "Result"
            && let Some(outcome) = vocabulary::outcome(&value)
        {
            result = outcome.as_pgn();
        }
        games.push_str(&format!("[{tag} \"{value}\"]\n"));
    }
    games.push('\n');
    games.push_str(&others);
    for (i, ply) in plies.iter().enumerate() {
        if i % 2 == 0 {
            games.push_str(&format!("{}. ", i / 2 + 1));
        }
        games.push_str(ply);
        games.push(' ');
    }
    games.push_str(result);
    games.push_str("\n\n");
}
