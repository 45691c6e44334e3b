//! Who played, where, when, and how it ended: the head of a game in books and pages.

use partie_core::{Boards, Color, Game, Outcome};

/// The head of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// White; in bughouse both players of White's team on board A.
    pub(crate) white: Side,
    /// Black.
    pub(crate) black: Side,
    /// `1–0`, `½–½`; empty if it is not known.
    pub(crate) result: String,
    /// Event, site, round, date, opening: what is known of them.
    pub(crate) circumstances: Vec<String>,
    /// Who wrote the comments.
    pub(crate) annotator: Option<String>,
}

/// A player, or two partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) rating: Option<String>,
}

impl Side {
    /// `Kasparov, Garry (2812)`.
    pub(crate) fn rated(&self) -> String {
        match &self.rating {
            Some(rating) => format!("{} ({rating})", self.name),
            None => self.name.clone(),
        }
    }
}

impl Heading {
    pub(crate) fn of(game: &Game) -> Heading {
        let tag = |name: &str| known(game.tags.get(name)?);
        let mut circumstances = Vec::new();
        let event = tag("Event").map(|event| match tag("Round") {
            Some(round) => format!("{event} ({round})"),
            None => event,
        });
        circumstances.extend(event);
        circumstances.extend(tag("Site"));
        circumstances.extend(tag("Date").or_else(|| tag("UTCDate")).as_deref().and_then(date));
        let opening = [tag("ECO"), tag("Opening"), tag("Variation")];
        let opening: Vec<_> = opening.into_iter().flatten().collect();
        if !opening.is_empty() {
            circumstances.push(opening.join(" "));
        }
        Heading {
            white: side(game, Color::White),
            black: side(game, Color::Black),
            result: match game.outcome {
                Outcome::Win(Color::White) => "1–0".to_owned(),
                Outcome::Win(Color::Black) => "0–1".to_owned(),
                Outcome::Draw => "½–½".to_owned(),
                Outcome::Unknown => String::new(),
            },
            circumstances,
            annotator: tag("Annotator"),
        }
    }

    /// `Kasparov, Garry – Topalov, Veselin`.
    pub(crate) fn players(&self) -> String {
        format!("{} – {}", self.white.name, self.black.name)
    }
}

/// A tag's value, unless it says that nothing is known.
fn known(value: &str) -> Option<String> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown = value.is_empty() || value == "-" || value.chars().all(|c| "?.".contains(c));
    (!unknown).then_some(value)
}

/// `1999.01.20` as 1999-01-20, `1999.??.??` as 1999.
fn date(value: &str) -> Option<String> {
    let parts: Vec<_> = value.split('.').take_while(|part| !part.contains('?')).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

fn side(game: &Game, color: Color) -> Side {
    let tag = |name: &str| known(game.tags.get(name)?);
    let word = color.fold_wb("White", "Black");
    if let Boards::Two(_) = game.start {
        // White of board A plays with Black of board B.
        let partner = color.fold_wb("BlackB", "WhiteB");
        let player = |seat: &str| match (tag(seat), tag(&format!("{seat}Elo"))) {
            (Some(name), Some(rating)) => format!("{name} ({rating})"),
            (Some(name), None) => name,
            (None, _) => "?".to_owned(),
        };
        let name = format!("{} & {}", player(&format!("{word}A")), player(partner));
        return Side { name, rating: None };
    }
    Side {
        name: tag(word).unwrap_or_else(|| word.to_owned()),
        rating: tag(&format!("{word}Elo")).filter(|rating| rating != "0"),
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::{ReadOptions, pgn};

    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        let text = "[Event \"Club  cup\"]\n[Site \"?\"]\n[Date \"1999.??.??\"]\n[Round \"3\"]\n\
            [White \"Novák, Jiří\"]\n[WhiteElo \"2000\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n";
        let heading = Heading::of(&pgn::parse(text.as_bytes(), &ReadOptions::default()).value);
        assert_eq!(heading.white.rated(), "Novák, Jiří (2000)");
        assert_eq!(heading.players(), "Novák, Jiří – Black");
        assert_eq!(heading.circumstances, ["Club cup (3)", "1999"]);
        assert_eq!(heading.result, "½–½");
    }
}
