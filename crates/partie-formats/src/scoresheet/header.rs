//! Lines above a game that say who played, where and when.

/// Names of the players and other facts in lines such as `White: Morphy`.
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
    NAMES.iter().find(|(_, words)| words.contains(&name.as_str())).map(|(tag, _)| (*tag, value))
}
