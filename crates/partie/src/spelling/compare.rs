//! Whether two spellings are probably one name, how surely, and why.

use std::fmt;

use super::{
    Field,
    census::Spelling,
    person::{Given, Person, Reading},
    sound::{Alike, alike, sound},
    title::Title,
};
use crate::query::folded;

/// How sure it is that two spellings are one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Confidence {
    /// Worth a look.
    Possible,
    /// Nearly always right.
    Likely,
    /// They have the same words, or the same FIDE id.
    Certain,
}

impl Confidence {
    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Confidence::Possible => "possible",
            Confidence::Likely => "likely",
            Confidence::Certain => "certain",
        }
    }
}

/// What two spellings differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The case of letters only.
    Case,
    /// Accents, punctuation and blanks.
    Signs,
    /// The order of the names.
    Order,
    /// A title or the like beside the name.
    Title,
    /// Nothing that counts: the FIDE id is the same.
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
    /// The country beside a place.
    Country,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Case => "only the case of letters differs",
            Why::Signs => "only accents, signs or blanks differ",
            Why::Order => "the same names in another order",
            Why::Title => "a title or a country beside the name",
            Why::FideId => "the same FIDE id",
            Why::Transliteration => "another transliteration",
            Why::Initial => "an initial for a given name",
            Why::MoreNames => "one given name more or less",
            Why::FamilyOnly => "the family name only",
            Why::FamilyPart => "one family name more or less",
            Why::Slip => "one letter differs",
            Why::Country => "the country beside the place",
        })
    }
}

/// Which of two spellings says less, so that it may also stand for a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weaker {
    Neither,
    First,
    Second,
}

/// What two spellings have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) confidence: Confidence,
    pub(super) why: Why,
    pub(super) weaker: Weaker,
}

/// A spelling in its parts.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Person(Person),
    Title(Title),
    /// Anything else, such as an account on a server: only the case of letters may vary.
    Plain(String),
}

impl Form {
    /// The name of an account on a server.
    pub(super) fn account(text: &str) -> Form {
        Form::Plain(text.to_lowercase())
    }

    pub(super) fn of(field: Field, text: &str) -> Form {
        let parsed = match field {
            Field::Player => Person::parse(text).map(Form::Person),
            Field::Event | Field::Site => Title::parse(field, text).map(Form::Title),
        };
        parsed.unwrap_or_else(|| match field {
            Field::Player => Form::account(text),
            // Addresses of games differ in the case of letters.
            Field::Event | Field::Site => Form::Plain(text.to_owned()),
        })
    }
}

/// How many years at most lie between the games of one person.
const LIFE: u16 = 80;

/// After how many years without a game an initial may rather be a son or a grandson.
const PAUSE: u16 = 12;

/// Compares two spellings; none if they are different names.
pub(super) fn compare(one: (&Spelling, &Form), other: (&Spelling, &Form)) -> Option<Relation> {
    let (first, second) = (one.0, other.0);
    let known = !first.ids.is_empty() && !second.ids.is_empty();
    let same_id = first.ids.keys().any(|id| second.ids.contains_key(id));
    if known && !same_id {
        return None;
    }
    let related = match (one.1, other.1) {
        (Form::Person(a), Form::Person(b)) => persons(a, b),
        (Form::Title(a), Form::Title(b)) => titles(a, b),
        (Form::Plain(a), Form::Plain(b)) => {
            (a == b).then(|| strong(Confidence::Certain, Why::Case))
        }
        _ => None,
    };
    if same_id {
        let confidence = if related.is_some() { Confidence::Certain } else { Confidence::Possible };
        return Some(strong(confidence, Why::FideId));
    }
    let mut related = related?;
    if let (Some(a), Some(b)) = (first.years, second.years)
        && matches!(one.1, Form::Person(_))
    {
        if a.1.max(b.1) - a.0.min(b.0) > LIFE {
            return None;
        }
        if a.0.max(b.0).saturating_sub(a.1.min(b.1)) > PAUSE && related.weaker != Weaker::Neither {
            related.confidence = Confidence::Possible;
        }
    }
    if related.why == Why::Signs && first.text.to_lowercase() == second.text.to_lowercase() {
        related.why = Why::Case;
    }
    Some(related)
}

const fn strong(confidence: Confidence, why: Why) -> Relation {
    Relation { confidence, why, weaker: Weaker::Neither }
}

fn persons(one: &Person, other: &Person) -> Option<Relation> {
    if one.generation != other.generation {
        return None;
    }
    if one.words == other.words {
        // Who is meant if somebody is called Thomas James and another James Thomas?
        let clear = one.readings.iter().any(|reading| other.readings.contains(reading));
        let why = match clear {
            _ if one.adorned != other.adorned => Why::Title,
            true if one.comma == other.comma => Why::Signs,
            _ => Why::Order,
        };
        return (clear || !(one.comma && other.comma)).then(|| strong(Confidence::Certain, why));
    }
    let pairs = one.readings.iter().flat_map(|a| other.readings.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| readings(a, b)).max_by_key(|relation| relation.confidence)
}

fn readings(one: &Reading, other: &Reading) -> Option<Relation> {
    let (family, part) = match alike(&one.family, &other.family) {
        Some(alike) => (alike, Weaker::Neither),
        None if one.first.as_ref() == Some(&other.family) => (Alike::Same, Weaker::Second),
        None if other.first.as_ref() == Some(&one.family) => (Alike::Same, Weaker::First),
        None => return None,
    };
    let weak = |confidence, why, weaker| Some(Relation { confidence, why, weaker });
    if one.given.is_empty() || other.given.is_empty() {
        let both = one.given.is_empty() && other.given.is_empty();
        let confidence = match family {
            _ if part != Weaker::Neither => return None,
            Alike::Same => Confidence::Possible,
            Alike::Sound if one.family.len() > 4 => Confidence::Possible,
            Alike::Slip if both && one.family.len() > 6 => Confidence::Possible,
            _ => return None,
        };
        let weaker = if one.given.is_empty() { Weaker::First } else { Weaker::Second };
        return match (both, family) {
            (true, Alike::Slip) => Some(strong(confidence, Why::Slip)),
            (true, _) => Some(strong(Confidence::Likely, Why::Transliteration)),
            (false, _) => weak(confidence, Why::FamilyOnly, weaker),
        };
    }
    let given = Givens::compare(&one.given, &other.given)?;
    let slips = [family, given.alike].iter().filter(|a| **a == Alike::Slip).count();
    let initials = one.given[0].is_short() || other.given[0].is_short();
    if slips > 1 || slips > 0 && (initials || part != Weaker::Neither) {
        // What agrees is too little: an initial and a family name that differ.
        return None;
    }
    if part != Weaker::Neither {
        let contrary = given.weaker != Weaker::Neither && given.weaker != part;
        return (!contrary).then_some(Relation {
            confidence: Confidence::Possible,
            why: Why::FamilyPart,
            weaker: part,
        });
    }
    if let Some(why) = given.why {
        // Short names sound alike by chance: Fehr and Fier.
        let short = one.family.len().min(other.family.len()) < 6;
        let confidence = match given.certain {
            _ if slips > 0 || family == Alike::Sound && short => Confidence::Possible,
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        return weak(confidence, why, given.weaker);
    }
    Some(match (family, given.alike) {
        (Alike::Slip, _) => {
            let long = one.family.len().min(other.family.len()) > 6;
            strong(if long { Confidence::Likely } else { Confidence::Possible }, Why::Slip)
        }
        (_, Alike::Slip) => {
            let long = one.given.iter().chain(&other.given).all(|g| g.word.len() > 6);
            strong(if long { Confidence::Likely } else { Confidence::Possible }, Why::Slip)
        }
        (Alike::Same, Alike::Same) => strong(Confidence::Certain, Why::Signs),
        _ => strong(Confidence::Likely, Why::Transliteration),
    })
}

/// How the given names of two people agree.
struct Givens {
    /// The least alike of the names that both have.
    alike: Alike,
    /// Why one says less than the other.
    why: Option<Why>,
    weaker: Weaker,
    /// The short name is certainly short.
    certain: bool,
}

impl Givens {
    fn compare(one: &[Given], other: &[Given]) -> Option<Givens> {
        let mut found =
            Givens { alike: Alike::Same, why: None, weaker: Weaker::Neither, certain: true };
        for (a, b) in one.iter().zip(other) {
            let shorter = if a.word.len() < b.word.len() { Weaker::First } else { Weaker::Second };
            let (short, long) = if shorter == Weaker::First { (a, b) } else { (b, a) };
            let literally = long.word.starts_with(&short.word);
            let begins = literally
                || short.word.len() == 1 && sound(&long.word).starts_with(&sound(&short.word));
            if a.word == b.word {
            } else if begins && (short.is_short()) {
                found.says_less(shorter, Why::Initial)?;
                found.certain &= short.short && literally;
            } else if a.short || b.short {
                return None;
            } else {
                match alike(&a.word, &b.word)? {
                    Alike::Slip if found.alike == Alike::Slip => return None,
                    Alike::Slip => found.alike = Alike::Slip,
                    Alike::Sound if found.alike == Alike::Same => found.alike = Alike::Sound,
                    Alike::Sound | Alike::Same => {}
                }
            }
        }
        if one.len() != other.len() {
            let shorter = if one.len() < other.len() { Weaker::First } else { Weaker::Second };
            found.says_less(shorter, Why::MoreNames)?;
        }
        Some(found)
    }

    /// Notes which side says less; none if each says less than the other somewhere, as
    /// `J. Raul` and `Jose R.`, which is too little to go by.
    fn says_less(&mut self, side: Weaker, why: Why) -> Option<()> {
        if self.weaker != Weaker::Neither && self.weaker != side {
            return None;
        }
        self.weaker = side;
        self.why.get_or_insert(why);
        Some(())
    }
}

fn titles(one: &Title, other: &Title) -> Option<Relation> {
    if one.joined == other.joined {
        return Some(strong(Confidence::Certain, Why::Signs));
    }
    let weak = |weaker| Relation { confidence: Confidence::Possible, why: Why::Country, weaker };
    if one.place.as_ref() == Some(&other.joined) {
        return Some(weak(Weaker::Second));
    }
    if other.place.as_ref() == Some(&one.joined) {
        return Some(weak(Weaker::First));
    }
    let long = one.joined.len() > 9;
    Some(match one.alike(other)? {
        Alike::Slip if long => strong(Confidence::Likely, Why::Slip),
        Alike::Slip => strong(Confidence::Possible, Why::Slip),
        Alike::Sound | Alike::Same => strong(Confidence::Likely, Why::Transliteration),
    })
}

/// What is most alike of a name in all its spellings.
pub(super) fn plain_key(form: &Form) -> String {
    match form {
        Form::Person(person) => person.words.join(" "),
        Form::Title(title) => title.joined.clone(),
        Form::Plain(text) => folded(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the program makes of two names, in words.
    fn told(field: Field, one: &str, other: &str) -> String {
        let spelling = |text: &str| Spelling { text: text.to_owned(), ..Spelling::default() };
        let (a, b) = (spelling(one), spelling(other));
        let (form, its) = (Form::of(field, one), Form::of(field, other));
        let found = compare((&a, &form), (&b, &its));
        // Whichever comes first.
        let turned = compare((&b, &its), (&a, &form));
        assert_eq!(found.map(|r| (r.confidence, r.why)), turned.map(|r| (r.confidence, r.why)));
        found.map_or("different".to_owned(), |r| format!("{}: {}", r.confidence.word(), r.why))
    }

    #[test]
    fn spellings_of_players() {
        for (one, other, verdict) in [
            ("Kasparov, Garry", "KASPAROV, Garry", "certain: only the case of letters differs"),
            ("Réti, Richard", "Reti,Richard", "certain: only accents, signs or blanks differ"),
            (
                "Müller, Karsten",
                "Mueller, Karsten",
                "certain: only accents, signs or blanks differ",
            ),
            ("Kasparov, Garry", "Garry Kasparov", "certain: the same names in another order"),
            (
                "Beliavsky, Alexander",
                "Beliavsky, Alexander GM",
                "certain: a title or a country beside the name",
            ),
            ("Каспаров, Гарри", "Kasparov, Garri", "certain: only accents, signs or blanks differ"),
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
            ("Capablanca, Jose", "Capablanca, Jose Raul", "likely: one given name more or less"),
            ("Bondarevsky, Igor", "Bondaresvky, Igor", "likely: one letter differs"),
            ("Euwe, Max", "Euwwe, Max", "likely: another transliteration"),
            ("Smith, Steven", "Smith, Stiven", "possible: one letter differs"),
            ("Kasparov", "Kasparov, Garry", "possible: the family name only"),
            ("Bellon, Juan", "Bellon Lopez, Juan", "possible: one family name more or less"),
            // Different people.
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
                "certain: a title or a country beside the name",
            ),
            ("Thomas, James", "James, Thomas", "different"),
            ("DrNykterstein2", "DrNykterstein3", "different"),
            ("x_y", "X_Y", "certain: only the case of letters differs"),
        ] {
            assert_eq!(told(Field::Player, one, other), verdict, "{one} – {other}");
        }
    }

    #[test]
    fn spellings_of_events_and_places() {
        for (one, other, verdict) in [
            ("St.Petersburg", "St. Petersburg", "certain: only accents, signs or blanks differ"),
            ("GRONINGEN", "Groningen", "certain: only the case of letters differs"),
            ("Dortmund GER", "Dortmund", "possible: the country beside the place"),
            ("Candidates Tournament", "Candidates Tornament", "likely: one letter differs"),
            ("Hastings 1934", "Hastings 1935", "different"),
            ("Linares A", "Linares B", "different"),
            ("Paris", "Parma", "different"),
            ("Open A", "Open", "different"),
        ] {
            assert_eq!(told(Field::Site, one, other), verdict, "{one} – {other}");
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
            (spelling("Ivanov, Alexander", 7, None), Some(Why::FideId)),
            (spelling("Ivanov, Alexander", 0, None), Some(Why::Initial)),
        ] {
            let forms =
                (Form::of(Field::Player, &short.text), Form::of(Field::Player, &other.text));
            let found = compare((&short, &forms.0), (&other, &forms.1));
            assert_eq!(found.map(|r| r.why), verdict, "{other:?}");
        }
        let (old, young) = (
            spelling("Anderssen, A", 0, Some((1851, 1879))),
            spelling("Anderssen, Adolf", 0, Some((1990, 2001))),
        );
        let forms = (Form::of(Field::Player, &old.text), Form::of(Field::Player, &young.text));
        assert_eq!(compare((&old, &forms.0), (&young, &forms.1)), None);
        let (elder, younger) = (
            spelling("Petrosian, Tigran", 0, Some((1945, 1983))),
            spelling("Petrosian, Tigran L", 0, Some((1999, 2020))),
        );
        let forms = (Form::of(Field::Player, &elder.text), Form::of(Field::Player, &younger.text));
        let found = compare((&elder, &forms.0), (&younger, &forms.1));
        assert_eq!(found.map(|r| r.confidence), Some(Confidence::Possible));
    }
}
