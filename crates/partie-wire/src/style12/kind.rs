//! Kinds of games in the words of servers.

use partie_core::Variant;

/// Returns the rules named by a server's words for a kind of game, such as `blitz crazyhouse`,
/// `wild/fr` or `suicide`. `None` if they name none.
#[must_use]
pub fn variant_of(kind: &str) -> Option<Variant> {
    let mut rules = None;
    for word in kind.split([' ', ',']) {
        let named = match word {
            "wild/fr" | "fischerandom" | "fr" => Some(Variant::Chess960),
            "nonstandard" | "non-standard" => Some(Variant::Standard),
            _ => match word.strip_prefix("wild/") {
                Some(number) => number
                    .parse::<Variant>()
                    .ok()
                    .or_else(|| word.parse::<Variant>().ok())
                    .filter(|v| *v != Variant::Standard)
                    .or(Some(Variant::FromPosition)),
                // `odds/knight`, `pawns/pawns-only`: the usual rules from a named board.
                None if word.contains('/') => Some(Variant::FromPosition),
                None => word.parse::<Variant>().ok(),
            },
        };
        // `blitz crazyhouse` is crazyhouse.
        if let (None | Some(Variant::Standard), Some(_)) = (rules, named) {
            rules = named;
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (kind, variant) in [
            ("blitz", Some(Variant::Standard)),
            ("blitz crazyhouse", Some(Variant::Crazyhouse)),
            ("crazyhouse", Some(Variant::Crazyhouse)),
            ("blitz bughouse", Some(Variant::Bughouse)),
            ("wild/fr", Some(Variant::Chess960)),
            ("wild/1", Some(Variant::WildCastle)),
            ("wild/4", Some(Variant::FromPosition)),
            ("wild/8a", Some(Variant::FromPosition)),
            ("wild/17", Some(Variant::Losers)),
            ("suicide", Some(Variant::Suicide)),
            ("odds/rook-and-move", Some(Variant::FromPosition)),
            ("untimed", Some(Variant::Standard)),
            ("wild", None),
            ("5-minute", None),
        ] {
            assert_eq!(variant_of(kind), variant, "{kind}");
        }
    }
}
