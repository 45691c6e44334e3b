//! The heading of a game in books and pages: players, event, date and result.

use partie_core::{
    Boards, Color, Date, Game, Language,
    openings::{self, Opening},
};

use crate::phrases::{self, Phrases};

/// The head of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Name of a game without players.
    name: Option<String>,
    /// True if that is not the record's.
    is_unnamed: bool,
    /// White; in bughouse both players of White's team on board A.
    pub white: HeadingPlayer,
    /// Black.
    pub black: HeadingPlayer,
    /// `1–0`, `½–½`; empty if it is not known.
    pub result: String,
    /// Known circumstances: event, site, round, date, opening.
    pub circumstances: Vec<String>,
    /// Event and year, as far as they are known and not the title.
    pub occasion: String,
    /// Author of the comments.
    pub annotator: Option<String>,
}

/// A player, or two partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadingPlayer {
    /// The name, `?` if it is not known.
    pub name: String,
    /// The title, `GM`; empty if there is none.
    pub title: String,
    /// The rating, if it is known.
    pub rating: Option<String>,
    /// True if the record names a player.
    is_known: bool,
}

impl HeadingPlayer {
    /// Returns true if the record names a player.
    #[cfg(feature = "book")]
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    /// `GM Kasparov, Garry (2812)`.
    fn rated(&self) -> String {
        let space = if self.title.is_empty() { "" } else { " " };
        let name = format!("{}{space}{}", self.title, self.name);
        match &self.rating {
            Some(rating) => format!("{name} ({rating})"),
            None => name,
        }
    }
}

impl Heading {
    /// Returns the heading of a game, with the words that are not the record's in a language.
    #[must_use]
    pub fn of(game: &Game, language: Language) -> Heading {
        let tag = |name: &str| known(game.tags.get(name)?);
        let mut circumstances = Vec::new();
        let event = tag("Event").map(|event| match tag("Round") {
            Some(round) => format!("{event} ({round})"),
            None => event,
        });
        let (white, black) = (side(game, Color::White), side(game, Color::Black));
        // Studies and puzzles have no players; they are called after their event.
        let mut name = None;
        let mut is_unnamed = false;
        if white.is_known || black.is_known {
            circumstances.extend(event);
        } else {
            is_unnamed = event.is_none();
            let position = || Phrases::of(language).position.to_owned();
            name = event.or_else(|| game.tree.is_empty().then(position));
        }
        circumstances.extend(tag("Site"));
        let written = tag("Date").or_else(|| tag("UTCDate"));
        let date = written.as_deref().and_then(|date| date.parse::<Date>().ok());
        circumstances.extend(date.map(|date| phrases::date(date, language)).or(written));
        // A name of the list is known in other languages.
        let named = tag("Opening").map(|name| {
            if openings::is_name(&name) { openings::translated(&name, language) } else { name }
        });
        let opening = [tag("ECO"), named, tag("Variation")];
        let opening: Vec<_> = opening.into_iter().flatten().collect();
        let code = tag("ECO");
        let is_named = opening.len() > usize::from(code.is_some());
        // A code alone comes from the record; the moves give the opening's name.
        let found = if is_named { None } else { openings::of(game) };
        match found {
            Some(Opening { code: own, name }) => {
                let name = openings::translated(name, language);
                circumstances.push(format!("{} {name}", code.as_deref().unwrap_or(own)));
            }
            None if opening.is_empty() => {}
            None => circumstances.push(opening.join(" ")),
        }
        let event = tag("Event").filter(|_| name.is_none()).or_else(|| tag("Site"));
        let event = event.filter(|event| !event.contains("://"));
        let year = date.map(|date| date.year().to_string());
        // Many an event has the year in its name.
        let year = year.filter(|year| event.as_ref().is_none_or(|event| !event.contains(year)));
        let occasion: Vec<String> = event.into_iter().chain(year).collect();
        Heading {
            occasion: occasion.join(" "),
            name,
            is_unnamed,
            white,
            black,
            result: game.outcome.as_printed().to_owned(),
            circumstances,
            annotator: tag("Annotator"),
        }
    }

    /// Returns true if no part of it comes from the record.
    #[cfg(feature = "book")]
    pub(crate) fn is_bare(&self) -> bool {
        self.is_unnamed
            && self.result.is_empty()
            && self.circumstances.is_empty()
            && self.annotator.is_none()
    }

    /// Returns `Kasparov, Garry – Topalov, Veselin`, or the name of a game without players.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("{} – {}", self.white.name, self.black.name))
    }

    /// Returns the title with the players' titles and ratings.
    #[must_use]
    pub fn rated_title(&self) -> String {
        let (white, black) = (self.white.rated(), self.black.rated());
        self.name.clone().unwrap_or_else(|| format!("{white} – {black}"))
    }
}

/// Returns a tag's value, unless it is an unknown value.
fn known(value: &str) -> Option<String> {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown = value.is_empty() || value == "-" || value.chars().all(|c| "?.".contains(c));
    (!unknown).then_some(value)
}

fn side(game: &Game, color: Color) -> HeadingPlayer {
    let tag = |name: &str| known(game.tags.get(name)?);
    let word = color.fold_wb("White", "Black");
    if let Boards::Two(_) = game.start {
        // White of board A plays with Black of board B.
        let partner = color.fold_wb("BlackB", "WhiteB");
        let player = |seat: &str| match (tag(seat), tag(&format!("{seat}Elo"))) {
            (Some(name), Some(rating)) if rating != "0" => format!("{name} ({rating})"),
            (Some(name), _) => name,
            (None, _) => "?".to_owned(),
        };
        let name = format!("{} & {}", player(&format!("{word}A")), player(partner));
        return HeadingPlayer { name, title: String::new(), rating: None, is_known: true };
    }
    HeadingPlayer {
        is_known: tag(word).is_some(),
        name: tag(word).unwrap_or_else(|| "?".to_owned()),
        title: tag(&format!("{word}Title")).unwrap_or_default(),
        rating: tag(&format!("{word}Elo")).filter(|rating| rating != "0"),
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;
    use partie_pgn as pgn;

    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        let text = "[Event \"Club  cup\"]\n[Site \"?\"]\n[Date \"1999.??.??\"]\n[Round \"3\"]\n\
            [White \"Novák, Jiří\"]\n[WhiteElo \"2000\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n";
        let heading = Heading::of(
            &pgn::parse(text.as_bytes(), &ReadOptions::default()).value,
            Language::English,
        );
        assert_eq!(heading.white.rated(), "Novák, Jiří (2000)");
        assert_eq!(heading.title(), "Novák, Jiří – ?");
        assert_eq!(heading.circumstances, ["Club cup (3)", "1999"]);
        assert_eq!(heading.result, "½–½");
        assert_eq!(heading.occasion, "Club cup 1999");
    }

    #[test]
    fn titles_stand_before_names() {
        let text = "[White \"Adler, Ida\"]\n[WhiteTitle \"WIM\"]\n[WhiteElo \"2310\"]\n\
            [Black \"Brandt, Oskar\"]\n[BlackTitle \"-\"]\n\n*\n";
        let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
        let heading = Heading::of(&game, Language::English);
        assert_eq!(heading.rated_title(), "WIM Adler, Ida (2310) – Brandt, Oskar");
        assert_eq!(heading.title(), "Adler, Ida – Brandt, Oskar");
    }

    #[test]
    fn a_study_is_called_after_its_event() {
        let text = "[Event \"Studies: Réti 1921\"]\n[Site \"https://example.org/1\"]\n\
            [Date \"1921.??.??\"]\n[White \"?\"]\n[Black \"?\"]\n\n*\n";
        let heading = Heading::of(
            &pgn::parse(text.as_bytes(), &ReadOptions::default()).value,
            Language::English,
        );
        assert_eq!(heading.title(), "Studies: Réti 1921");
        assert_eq!(heading.circumstances, ["https://example.org/1", "1921"]);
        assert_eq!(heading.occasion, "1921");
        let bare =
            pgn::parse(b"[FEN \"8/8/8/3k4/8/8/4P3/4K3 w - - 0 1\"]\n\n*", &ReadOptions::default());
        assert_eq!(Heading::of(&bare.value, Language::English).title(), "Position");
        assert_eq!(Heading::of(&bare.value, Language::German).title(), "Stellung");
        let nobody = pgn::parse(b"1. e4 *", &ReadOptions::default());
        assert_eq!(Heading::of(&nobody.value, Language::English).title(), "? – ?");
    }

    #[test]
    fn an_opening_without_a_tag_is_that_of_the_moves() {
        for (text, language, expected) in [
            ("1. e4 e5 2. f4 exf4 *", Language::English, "C33 King's Gambit Accepted"),
            ("1. e4 e5 2. f4 exf4 *", Language::German, "C33 Angenommenes Königsgambit"),
            ("1. e4 e5 2. Ke2 *", Language::German, "C20 Bongcloud Attack"),
            (
                "[ECO \"C34\"]\n\n1. e4 e5 2. f4 exf4 *",
                Language::English,
                "C34 King's Gambit Accepted",
            ),
            ("[ECO \"C34\"]\n\n*", Language::English, "C34"),
            (
                "[ECO \"C34\"]\n[Opening \"King's gambit\"]\n\n1. e4 e5 2. f4 exf4 *",
                Language::German,
                "C34 King's gambit",
            ),
            (
                "[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]\n\n1. e4 *",
                Language::Czech,
                "B90 Sicilská obrana: Najdorfova varianta",
            ),
        ] {
            let game = pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
            assert_eq!(Heading::of(&game, language).circumstances, [expected], "{text}");
        }
    }
}
