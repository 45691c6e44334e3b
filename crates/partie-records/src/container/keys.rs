//! Names of tags as keys of data files, attributes and elements.

/// Keys in lower case without `_`, `-` and spaces, and the tags that they name.
const TAGS: [(&str, &str); 27] = [
    ("event", "Event"),
    ("tournament", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("board", "Board"),
    ("white", "White"),
    ("whiteplayer", "White"),
    ("whitename", "White"),
    ("black", "Black"),
    ("blackplayer", "Black"),
    ("blackname", "Black"),
    ("result", "Result"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("variation", "Variation"),
    ("annotator", "Annotator"),
    ("whiteelo", "WhiteElo"),
    ("whiterating", "WhiteElo"),
    ("blackelo", "BlackElo"),
    ("blackrating", "BlackElo"),
    ("whitetitle", "WhiteTitle"),
    ("blacktitle", "BlackTitle"),
    ("whiteteam", "WhiteTeam"),
    ("blackteam", "BlackTeam"),
    ("timecontrol", "TimeControl"),
    ("eventdate", "EventDate"),
];

/// Keys for moves, in lower case.
pub(super) const MOVES: [&str; 6] = ["moves", "movetext", "pgn", "san", "line", "game"];

/// Keys for mappings of tags or about players, in lower case.
pub(super) const FACTS: [&str; 9] =
    ["players", "white", "black", "tags", "header", "headers", "info", "meta", "metadata"];

/// Returns the tag that a key names: `white`, `White`, `white_elo`.
pub(crate) fn tag_of(key: &str) -> Option<&'static str> {
    let bare = |c: &char| !matches!(c, '_' | '-' | ' ');
    let key: String = key.chars().filter(bare).map(|c| c.to_ascii_lowercase()).collect();
    TAGS.iter().find(|(name, _)| *name == key).map(|(_, tag)| *tag)
}

/// Returns true if a value may belong to a tag: it is neither a CSS colour nor a move.
pub(crate) fn is_value_of(tag: &str, value: &str) -> bool {
    /// Length of the longest value.
    const LONGEST: usize = 200;
    let value = value.trim();
    let is_text = !value.is_empty() && value.len() <= LONGEST && !value.contains('\n');
    is_text
        && match tag {
            "Result" => partie_core::Outcome::from_pgn(value).is_some(),
            "WhiteElo" | "BlackElo" => value.bytes().all(|b| b.is_ascii_digit()),
            "White" | "Black" => {
                !value.starts_with('#')
                    && value.chars().any(char::is_alphabetic)
                    && !partie_scoresheet::is_of_moves(value)
            }
            _ => true,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_tags() {
        for (key, value, tag) in [
            ("white", "Smith", Some("White")),
            ("White_Elo", "2500", Some("WhiteElo")),
            ("whiteElo", "high", None),
            ("black", "#fff", None),
            ("black", "e4", None),
            ("result", "1-0", Some("Result")),
            ("result", "fine", None),
            ("colour", "white", None),
        ] {
            let found = tag_of(key).filter(|tag| is_value_of(tag, value));
            assert_eq!(found, tag, "{key}: {value}");
        }
    }
}
