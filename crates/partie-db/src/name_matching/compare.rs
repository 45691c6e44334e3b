//! Comparison of two spellings: how likely they are one name, and why.

use std::fmt;

use strum::Display;

use super::{
    Field,
    census::Spelling,
    player_name::{Given, PlayerName, Reading},
    title::Title,
};
use crate::{
    phonetics::{Similarity, alike, phonetics},
    query::folded,
};

/// Confidence that two spellings are one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display)]
#[strum(serialize_all = "lowercase")]
pub enum Confidence {
    /// Worth a look.
    Possible,
    /// Nearly always right.
    Likely,
    /// Same words, or same FIDE id.
    Certain,
}

/// Difference of two spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameDifference {
    /// The case of letters only.
    Case,
    /// Accents, punctuation and spaces.
    Signs,
    /// The order of the names.
    Order,
    /// Title or similar addition.
    Title,
    /// Any, with the same FIDE id.
    FideId,
    /// The transliteration.
    Transliteration,
    /// A given name in full and its beginning.
    Initial,
    /// One has more given names.
    MoreNames,
    /// One has no given name.
    FamilyOnly,
    /// One has only the first part of the family name.
    FamilyPart,
    /// One letter.
    Slip,
    /// Country after a place.
    Country,
    /// The order and the spaces, in which most other names are written.
    Form,
}

impl fmt::Display for NameDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NameDifference::Case => "only upper and lower case differ",
            NameDifference::Signs => "only accents, punctuation or spaces differ",
            NameDifference::Order => "the same names in another order",
            NameDifference::Title => "a title or a country with the name",
            NameDifference::FideId => "the same FIDE id",
            NameDifference::Transliteration => "another transliteration",
            NameDifference::Initial => "an initial for a given name",
            NameDifference::MoreNames => "a given name is missing",
            NameDifference::FamilyOnly => "the family name only",
            NameDifference::FamilyPart => "a family name is missing",
            NameDifference::Slip => "one letter differs",
            NameDifference::Country => "a country with the site",
            NameDifference::Form => "written as most other names are",
        })
    }
}

/// The less specific of two spellings, which may also match a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LessSpecific {
    Neither,
    First,
    Second,
}

/// Relation of two spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameRelation {
    pub(super) confidence: Confidence,
    pub(super) why: NameDifference,
    pub(super) weaker: LessSpecific,
    /// True if the games are so many years apart that a closer match takes precedence.
    pub(super) late: bool,
}

/// A spelling in its parts.
#[derive(Clone, Debug)]
pub(super) enum ParsedName {
    PlayerName(PlayerName),
    Title(Title),
    /// Any other text, such as a server account: only letter case may vary.
    Plain(String),
}

impl ParsedName {
    /// The name of an account on a server.
    pub(super) fn account(text: &str) -> ParsedName {
        ParsedName::Plain(text.to_lowercase())
    }

    pub(super) fn of(field: Field, text: &str) -> ParsedName {
        let parsed = match field {
            Field::Player => PlayerName::parse(text).map(ParsedName::PlayerName),
            Field::Event | Field::Site => Title::parse(field, text).map(ParsedName::Title),
        };
        parsed.unwrap_or_else(|| match field {
            Field::Player => ParsedName::account(text),
            // Addresses of games differ in the case of letters.
            Field::Event | Field::Site => ParsedName::Plain(text.to_owned()),
        })
    }
}

/// Maximum number of years between the games of one player.
const LIFE: u16 = 80;

/// Number of years without a game after which an initial may belong to a descendant.
const PAUSE: u16 = 12;

/// Compares two spellings; none if they are different names.
pub(super) fn compare(
    one: (&Spelling, &ParsedName),
    other: (&Spelling, &ParsedName),
) -> Option<NameRelation> {
    let (first, second) = (one.0, other.0);
    let known = !first.ids.is_empty() && !second.ids.is_empty();
    let same_id = first.ids.keys().any(|id| second.ids.contains_key(id));
    if known && !same_id {
        return None;
    }
    let related = match (one.1, other.1) {
        (ParsedName::PlayerName(a), ParsedName::PlayerName(b)) => persons(a, b),
        (ParsedName::Title(a), ParsedName::Title(b)) => titles(a, b),
        (ParsedName::Plain(a), ParsedName::Plain(b)) => {
            (a == b).then(|| strong(Confidence::Certain, NameDifference::Case))
        }
        _ => None,
    };
    if same_id {
        return Some(strong(Confidence::Certain, NameDifference::FideId));
    }
    let mut related = related?;
    if let (Some(a), Some(b)) = (first.years, second.years)
        && matches!(one.1, ParsedName::PlayerName(_))
    {
        if a.1.max(b.1) - a.0.min(b.0) > LIFE {
            return None;
        }
        if a.0.max(b.0).saturating_sub(a.1.min(b.1)) > PAUSE
            && related.weaker != LessSpecific::Neither
        {
            // An initial joins the only name that fits, however late.
            related.late = related.why == NameDifference::Initial;
            if !related.late {
                related.confidence = Confidence::Possible;
            }
        }
    }
    if related.why == NameDifference::Signs
        && first.text.to_lowercase() == second.text.to_lowercase()
    {
        related.why = NameDifference::Case;
    }
    Some(related)
}

const fn strong(confidence: Confidence, why: NameDifference) -> NameRelation {
    NameRelation { confidence, why, weaker: LessSpecific::Neither, late: false }
}

fn persons(one: &PlayerName, other: &PlayerName) -> Option<NameRelation> {
    if one.generation != other.generation {
        return None;
    }
    if one.words == other.words {
        // Neither order of Thomas James and James Thomas is certain.
        let clear = one.readings.iter().any(|reading| other.readings.contains(reading));
        let why = match clear {
            _ if one.adorned != other.adorned => NameDifference::Title,
            true if one.comma == other.comma => NameDifference::Signs,
            _ => NameDifference::Order,
        };
        return (clear || !(one.comma && other.comma)).then(|| strong(Confidence::Certain, why));
    }
    let pairs = one.readings.iter().flat_map(|a| other.readings.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| readings(a, b)).max_by_key(|relation| relation.confidence)
}

fn readings(one: &Reading, other: &Reading) -> Option<NameRelation> {
    let (family, part) = match alike(&one.family, &other.family) {
        Some(alike) => (alike, LessSpecific::Neither),
        None if one.first.as_ref() == Some(&other.family) => {
            (Similarity::Same, LessSpecific::Second)
        }
        None if other.first.as_ref() == Some(&one.family) => {
            (Similarity::Same, LessSpecific::First)
        }
        None => return None,
    };
    let weak =
        |confidence, why, weaker| Some(NameRelation { confidence, why, weaker, late: false });
    if one.given.is_empty() || other.given.is_empty() {
        let both = one.given.is_empty() && other.given.is_empty();
        let confidence = match family {
            _ if part != LessSpecific::Neither => return None,
            Similarity::Same => Confidence::Possible,
            Similarity::Sound if one.family.len() > 4 => Confidence::Possible,
            Similarity::Slip if both && one.family.len() > 6 => Confidence::Possible,
            _ => return None,
        };
        let weaker = if one.given.is_empty() { LessSpecific::First } else { LessSpecific::Second };
        return match (both, family) {
            (true, Similarity::Slip) => Some(strong(confidence, NameDifference::Slip)),
            (true, _) => Some(strong(Confidence::Likely, NameDifference::Transliteration)),
            (false, _) => weak(confidence, NameDifference::FamilyOnly, weaker),
        };
    }
    let given = Givens::compare(&one.given, &other.given)?;
    let slips = [family, given.alike].iter().filter(|a| **a == Similarity::Slip).count();
    let initials = one.given[0].is_short() || other.given[0].is_short();
    if slips > 1 || slips > 0 && (initials || part != LessSpecific::Neither) {
        // An initial alone is too little if the family names differ.
        return None;
    }
    if part != LessSpecific::Neither {
        let contrary = given.weaker != LessSpecific::Neither && given.weaker != part;
        return (!contrary).then_some(NameRelation {
            confidence: Confidence::Possible,
            why: NameDifference::FamilyPart,
            weaker: part,
            late: false,
        });
    }
    if let Some(why) = given.why {
        // Short names sound alike by chance: Fehr and Fier.
        let short = one.family.len().min(other.family.len()) < 6;
        let confidence = match given.certain {
            _ if slips > 0 || family == Similarity::Sound && short => Confidence::Possible,
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        return weak(confidence, why, given.weaker);
    }
    Some(match (family, given.alike) {
        (Similarity::Slip, _) => {
            let long = one.family.len().min(other.family.len()) > 6;
            strong(
                if long { Confidence::Likely } else { Confidence::Possible },
                NameDifference::Slip,
            )
        }
        (_, Similarity::Slip) => {
            let long = one.given.iter().chain(&other.given).all(|g| g.word.len() > 6);
            strong(
                if long { Confidence::Likely } else { Confidence::Possible },
                NameDifference::Slip,
            )
        }
        (Similarity::Same, Similarity::Same) => strong(Confidence::Certain, NameDifference::Signs),
        _ => strong(Confidence::Likely, NameDifference::Transliteration),
    })
}

/// Agreement of the given names of two players.
struct Givens {
    /// The least alike of the names that both have.
    alike: Similarity,
    /// Reason why one says less than the other.
    why: Option<NameDifference>,
    weaker: LessSpecific,
    /// The short name is certainly short.
    certain: bool,
}

impl Givens {
    fn compare(one: &[Given], other: &[Given]) -> Option<Givens> {
        let mut found = Givens {
            alike: Similarity::Same,
            why: None,
            weaker: LessSpecific::Neither,
            certain: true,
        };
        for (a, b) in one.iter().zip(other) {
            let shorter = if a.word.len() < b.word.len() {
                LessSpecific::First
            } else {
                LessSpecific::Second
            };
            let (short, long) = if shorter == LessSpecific::First { (a, b) } else { (b, a) };
            let literally = long.word.starts_with(&short.word);
            let begins = literally
                || short.word.len() == 1
                    && phonetics(&long.word).starts_with(&phonetics(&short.word));
            if a.word == b.word {
            } else if begins && (short.is_short()) {
                found.says_less(shorter, NameDifference::Initial)?;
                found.certain &= short.short && literally;
            } else if a.short || b.short {
                return None;
            } else {
                match alike(&a.word, &b.word)? {
                    Similarity::Slip if found.alike == Similarity::Slip => return None,
                    Similarity::Slip => found.alike = Similarity::Slip,
                    Similarity::Sound if found.alike == Similarity::Same => {
                        found.alike = Similarity::Sound;
                    }
                    Similarity::Sound | Similarity::Same => {}
                }
            }
        }
        if one.len() != other.len() {
            let shorter =
                if one.len() < other.len() { LessSpecific::First } else { LessSpecific::Second };
            found.says_less(shorter, NameDifference::MoreNames)?;
        }
        Some(found)
    }

    /// Notes which side says less; none if each says less than the other somewhere, as
    /// `J. Raul` and `Jose R.`, which is too little to go by.
    fn says_less(&mut self, side: LessSpecific, why: NameDifference) -> Option<()> {
        if self.weaker != LessSpecific::Neither && self.weaker != side {
            return None;
        }
        self.weaker = side;
        self.why.get_or_insert(why);
        Some(())
    }
}

fn titles(one: &Title, other: &Title) -> Option<NameRelation> {
    if one.joined == other.joined {
        return Some(strong(Confidence::Certain, NameDifference::Signs));
    }
    let weak = |weaker| NameRelation {
        confidence: Confidence::Possible,
        why: NameDifference::Country,
        weaker,
        late: false,
    };
    if one.place.as_ref() == Some(&other.joined) {
        return Some(weak(LessSpecific::Second));
    }
    if other.place.as_ref() == Some(&one.joined) {
        return Some(weak(LessSpecific::First));
    }
    let long = one.joined.len() > 9;
    Some(match one.alike(other)? {
        Similarity::Slip if long => strong(Confidence::Likely, NameDifference::Slip),
        Similarity::Slip => strong(Confidence::Possible, NameDifference::Slip),
        Similarity::Sound | Similarity::Same => {
            strong(Confidence::Likely, NameDifference::Transliteration)
        }
    })
}

/// Returns the key that all spellings of a name are most likely to share.
pub(super) fn plain_key(form: &ParsedName) -> String {
    match form {
        ParsedName::PlayerName(player_name) => player_name.words.join(" "),
        ParsedName::Title(title) => title.joined.clone(),
        ParsedName::Plain(text) => folded(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the result of comparing two names.
    fn verdict_of(field: Field, one: &str, other: &str) -> String {
        let spelling = |text: &str| Spelling { text: text.to_owned(), ..Spelling::default() };
        let (a, b) = (spelling(one), spelling(other));
        let (form, its) = (ParsedName::of(field, one), ParsedName::of(field, other));
        let found = compare((&a, &form), (&b, &its));
        // In either order.
        let turned = compare((&b, &its), (&a, &form));
        assert_eq!(found.map(|r| (r.confidence, r.why)), turned.map(|r| (r.confidence, r.why)));
        found.map_or("different".to_owned(), |r| format!("{}: {}", r.confidence, r.why))
    }

    #[test]
    fn spellings_of_players() {
        for (one, other, verdict) in [
            ("Kasparov, Garry", "KASPAROV, Garry", "certain: only upper and lower case differ"),
            (
                "Réti, Richard",
                "Reti,Richard",
                "certain: only accents, punctuation or spaces differ",
            ),
            (
                "Müller, Karsten",
                "Mueller, Karsten",
                "certain: only accents, punctuation or spaces differ",
            ),
            ("Kasparov, Garry", "Garry Kasparov", "certain: the same names in another order"),
            (
                "Beliavsky, Alexander",
                "Beliavsky, Alexander GM",
                "certain: a title or a country with the name",
            ),
            (
                "Каспаров, Гарри",
                "Kasparov, Garri",
                "certain: only accents, punctuation or spaces differ",
            ),
            ("Kasparov, Garry", "Kasparow, Garri", "likely: another transliteration"),
            ("Yusupov, Artur", "Jussupow, Artur", "likely: another transliteration"),
            ("Kortschnoj, Viktor", "Korchnoi, Victor", "likely: another transliteration"),
            ("Kasparov, G.", "Kasparov, Garry", "likely: an initial for a given name"),
            ("G. Kasparov", "Kasparov, Garry", "likely: an initial for a given name"),
            ("Jussupow, A", "Yusupov, Artur", "likely: an initial for a given name"),
            ("Jussupow, A", "Iousoupov, J", "different"),
            ("Spassky, B", "Spasski, W", "different"),
            ("Vaganian, W", "Vaganian, Viktor", "possible: an initial for a given name"),
            ("Fehr, Axel", "Fier,A", "possible: an initial for a given name"),
            ("Tal, Mikhail", "Tahl, Mikhail", "likely: another transliteration"),
            ("Lasker, Em", "Lasker, Emanuel", "possible: an initial for a given name"),
            ("Capablanca, Jose", "Capablanca, Jose Raul", "likely: a given name is missing"),
            ("Bondarevsky, Igor", "Bondaresvky, Igor", "likely: one letter differs"),
            ("Euwe, Max", "Euwwe, Max", "likely: another transliteration"),
            ("Smith, Steven", "Smith, Stiven", "possible: one letter differs"),
            ("Kasparov", "Kasparov, Garry", "possible: the family name only"),
            ("Bellon, Juan", "Bellon Lopez, Juan", "possible: a family name is missing"),
            // Different players.
            ("Polgar, Judit", "Polgar, Sofia", "different"),
            ("Polgar, Judit", "Polgar, Zsuzsa", "different"),
            ("Byrne, Donald", "Byrne, Robert", "different"),
            ("Byrne, Robert", "Byrne, Robert Jr.", "different"),
            ("Li, Chao", "Li, Chao b", "different"),
            ("Lasker, Ed", "Lasker, Em", "different"),
            ("Ivanov, Alexander", "Ivanova, Alexandra", "different"),
            ("Ivanov, A", "Ivanova, A", "different"),
            ("Smith, Daniel", "Smith, Daniela", "different"),
            ("Kasparov, G", "Kasparova, G", "different"),
            ("Karpov, Anatoly", "Kasparov, Garry", "different"),
            ("Petrov, A", "Petrosv, B", "different"),
            ("Petrovic, A", "Petrosic, A", "different"),
            (
                "Kramnik, Vladimir",
                "Vladimir Kramnik Rus",
                "certain: a title or a country with the name",
            ),
            ("Thomas, James", "James, Thomas", "different"),
            ("DrNykterstein2", "DrNykterstein3", "different"),
            ("x_y", "X_Y", "certain: only upper and lower case differ"),
        ] {
            assert_eq!(verdict_of(Field::Player, one, other), verdict, "{one} – {other}");
        }
    }

    #[test]
    fn spellings_of_events_and_places() {
        for (one, other, verdict) in [
            (
                "St.Petersburg",
                "St. Petersburg",
                "certain: only accents, punctuation or spaces differ",
            ),
            ("GRONINGEN", "Groningen", "certain: only upper and lower case differ"),
            ("Dortmund GER", "Dortmund", "possible: a country with the site"),
            ("Candidates Tournament", "Candidates Tornament", "likely: one letter differs"),
            ("Hastings 1934", "Hastings 1935", "different"),
            ("Linares A", "Linares B", "different"),
            ("Paris", "Parma", "different"),
            ("Open A", "Open", "different"),
        ] {
            assert_eq!(verdict_of(Field::Site, one, other), verdict, "{one} – {other}");
        }
    }

    #[test]
    fn ids_and_years_tell_people_apart() {
        let spelling = |text: &str, id: u32, years| Spelling {
            text: text.to_owned(),
            ids: (id > 0).then_some((id, 1)).into_iter().collect(),
            years,
            ..Spelling::default()
        };
        let short = spelling("Ivanov, A", 7, None);
        for (other, verdict) in [
            (spelling("Ivanov, Alexander", 8, None), None),
            (spelling("Ivanov, Alexander", 7, None), Some(NameDifference::FideId)),
            (spelling("Ivanov, Alexander", 0, None), Some(NameDifference::Initial)),
        ] {
            let forms = (
                ParsedName::of(Field::Player, &short.text),
                ParsedName::of(Field::Player, &other.text),
            );
            let found = compare((&short, &forms.0), (&other, &forms.1));
            assert_eq!(found.map(|r| r.why), verdict, "{other:?}");
        }
        let (old, young) = (
            spelling("Anderssen, A", 0, Some((1851, 1879))),
            spelling("Anderssen, Adolf", 0, Some((1990, 2001))),
        );
        let forms =
            (ParsedName::of(Field::Player, &old.text), ParsedName::of(Field::Player, &young.text));
        assert_eq!(compare((&old, &forms.0), (&young, &forms.1)), None);
        let (elder, younger) = (
            spelling("Petrosian, Tigran", 0, Some((1945, 1983))),
            spelling("Petrosian, Tigran L", 0, Some((1999, 2020))),
        );
        let forms = (
            ParsedName::of(Field::Player, &elder.text),
            ParsedName::of(Field::Player, &younger.text),
        );
        let found = compare((&elder, &forms.0), (&younger, &forms.1));
        assert_eq!(found.map(|r| r.confidence), Some(Confidence::Possible));
    }
}
