//! Signs, clocks, judgements and dates in words.

use partie_core::{
    Color, Date, Nag,
    annotation::{Eval, Score},
    time::ClockTime,
};

use crate::{Speech, SpeechLanguage};

/// The signs in the four languages; numbers after the PGN standard, section 10, and
/// `ChessBase`'s additions.
const NAGS: &[(u8, [&str; 4])] = &[
    (1, ["good move", "bon coup", "guter Zug", "dobrý tah"]),
    (2, ["mistake", "mauvais coup", "Fehler", "chyba"]),
    (3, ["brilliant move", "coup brillant", "glänzender Zug", "vynikající tah"]),
    (4, ["blunder", "gaffe", "grober Fehler", "hrubá chyba"]),
    (5, ["interesting move", "coup intéressant", "interessanter Zug", "zajímavý tah"]),
    (6, ["dubious move", "coup douteux", "zweifelhafter Zug", "pochybný tah"]),
    (7, ["forced move", "coup forcé", "erzwungener Zug", "vynucený tah"]),
    (8, ["only move", "seul coup", "einziger Zug", "jediný tah"]),
    (9, ["worst move", "le pire coup", "schlechtester Zug", "nejhorší tah"]),
    (10, ["equal position", "position égale", "ausgeglichene Stellung", "vyrovnaná pozice"]),
    (
        11,
        [
            "equal and quiet",
            "position égale et calme",
            "ruhig und ausgeglichen",
            "klidná a vyrovnaná pozice",
        ],
    ),
    (
        12,
        [
            "equal and active",
            "position égale et active",
            "aktiv und ausgeglichen",
            "aktivní a vyrovnaná pozice",
        ],
    ),
    (13, ["unclear position", "position peu claire", "unklare Stellung", "nejasná pozice"]),
    (
        14,
        [
            "White is slightly better",
            "léger avantage blanc",
            "Weiß steht etwas besser",
            "bílý stojí o něco lépe",
        ],
    ),
    (
        15,
        [
            "Black is slightly better",
            "léger avantage noir",
            "Schwarz steht etwas besser",
            "černý stojí o něco lépe",
        ],
    ),
    (16, ["White is better", "avantage blanc", "Weiß steht besser", "bílý stojí lépe"]),
    (17, ["Black is better", "avantage noir", "Schwarz steht besser", "černý stojí lépe"]),
    (
        18,
        [
            "White is winning",
            "avantage décisif blanc",
            "Weiß steht auf Gewinn",
            "bílý má rozhodující výhodu",
        ],
    ),
    (
        19,
        [
            "Black is winning",
            "avantage décisif noir",
            "Schwarz steht auf Gewinn",
            "černý má rozhodující výhodu",
        ],
    ),
    (
        20,
        [
            "White is crushing",
            "avantage écrasant blanc",
            "Weiß steht überwältigend",
            "bílý má drtivou výhodu",
        ],
    ),
    (
        21,
        [
            "Black is crushing",
            "avantage écrasant noir",
            "Schwarz steht überwältigend",
            "černý má drtivou výhodu",
        ],
    ),
    (22, ["zugzwang", "zugzwang", "Zugzwang", "nevýhoda tahu"]),
    (23, ["zugzwang", "zugzwang", "Zugzwang", "nevýhoda tahu"]),
    (26, ["more space", "avantage d'espace", "Raumvorteil", "prostorová výhoda"]),
    (27, ["more space", "avantage d'espace", "Raumvorteil", "prostorová výhoda"]),
    (
        32,
        [
            "lead in development",
            "avance de développement",
            "Entwicklungsvorsprung",
            "náskok ve vývinu",
        ],
    ),
    (
        33,
        [
            "lead in development",
            "avance de développement",
            "Entwicklungsvorsprung",
            "náskok ve vývinu",
        ],
    ),
    (36, ["initiative", "initiative", "Initiative", "iniciativa"]),
    (37, ["initiative", "initiative", "Initiative", "iniciativa"]),
    (40, ["attack", "attaque", "Angriff", "útok"]),
    (41, ["attack", "attaque", "Angriff", "útok"]),
    (
        44,
        [
            "compensation for the material",
            "compensation pour le matériel",
            "Kompensation für das Material",
            "kompenzace za materiál",
        ],
    ),
    (
        45,
        [
            "compensation for the material",
            "compensation pour le matériel",
            "Kompensation für das Material",
            "kompenzace za materiál",
        ],
    ),
    (132, ["counterplay", "contre-jeu", "Gegenspiel", "protihra"]),
    (133, ["counterplay", "contre-jeu", "Gegenspiel", "protihra"]),
    (138, ["time trouble", "crise de temps", "Zeitnot", "časová tíseň"]),
    (139, ["time trouble", "crise de temps", "Zeitnot", "časová tíseň"]),
    (140, ["with the idea", "avec l'idée", "mit der Idee", "s myšlenkou"]),
    (141, ["directed against", "dirigé contre", "gerichtet gegen", "namířeno proti"]),
    (142, ["better is", "meilleur est", "besser ist", "lepší je"]),
    (146, ["novelty", "nouveauté", "Neuerung", "novinka"]),
    (220, ["diagram", "diagramme", "Diagramm", "diagram"]),
    (221, ["diagram", "diagramme", "Diagramm", "diagram"]),
];

impl Speech {
    /// A NAG in words; `None` if it has no settled meaning.
    ///
    /// ```
    /// use partie_core::Nag;
    /// use partie_speech::{Speech, SpeechLanguage};
    /// assert_eq!(Speech::new(SpeechLanguage::English).nag(Nag(1)), Some("good move"));
    /// assert_eq!(Speech::new(SpeechLanguage::Czech).nag(Nag(4)), Some("hrubá chyba"));
    /// ```
    #[must_use]
    pub fn nag(self, nag: Nag) -> Option<&'static str> {
        let (_, texts) = NAGS.iter().find(|(number, _)| *number == nag.0)?;
        Some(self.pick(*texts))
    }

    /// NAGs with a settled meaning, in words.
    pub fn nags(self) -> impl Iterator<Item = (Nag, &'static str)> {
        NAGS.iter().map(move |(number, texts)| (Nag(*number), self.pick(*texts)))
    }

    /// A span of time: `1 hour 4 minutes 58 seconds`. Below twenty seconds with tenths, if
    /// there are any.
    #[must_use]
    pub fn duration(self, time: ClockTime) -> String {
        let ms = time.0.unsigned_abs();
        let mut parts = Vec::new();
        if time.0 < 0 {
            parts.push(self.pick(["minus", "moins", "minus", "minus"]).to_owned());
        }
        let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        let tenths = ms % 1000 / 100;
        if hours > 0 {
            parts.push(self.counted(hours, Unit::Hour));
        }
        if minutes > 0 {
            parts.push(self.counted(minutes, Unit::Minute));
        }
        if ms < 20_000 && tenths > 0 {
            let point = self.pick([".", ",", ",", ","]);
            // A decimal takes the plural, but for French below two; in Czech the
            // genitive of the singular, which looks like the plural.
            let word = match self.language {
                SpeechLanguage::French if seconds < 2 => self.unit(Unit::Second)[0],
                _ => self.unit(Unit::Second)[1],
            };
            parts.push(format!("{seconds}{point}{tenths} {word}"));
        } else if seconds > 0 || hours + minutes == 0 {
            parts.push(self.counted(seconds, Unit::Second));
        }
        parts.join(" ")
    }

    /// Reading of a clock: `clock: 4 minutes 58 seconds`.
    #[must_use]
    pub fn clock(self, time: ClockTime) -> String {
        let word = self.pick(["clock", "pendule", "Uhr", "hodiny"]);
        format!("{word}{} {}", self.colon(), self.duration(time))
    }

    /// The time that a move took: `took 5 seconds`.
    pub(crate) fn time_taken(self, time: ClockTime) -> String {
        let word = self.pick(["time taken", "temps utilisé", "Bedenkzeit", "spotřebovaný čas"]);
        format!("{word}{} {}", self.colon(), self.duration(time))
    }

    /// An engine's judgement: `evaluation: plus 0.34`, `evaluation: White mates in 3`.
    #[must_use]
    pub fn evaluation(self, eval: Eval) -> String {
        let word = self.pick(["evaluation", "évaluation", "Bewertung", "hodnocení"]);
        let value = match eval.score {
            Score::Centipawns(n) => {
                let sign = match n {
                    0 => "",
                    1.. => "plus ",
                    _ => self.pick(["minus ", "moins ", "minus ", "minus "]),
                };
                let point = self.pick([".", ",", ",", ","]);
                let n = n.unsigned_abs();
                format!("{sign}{}{point}{:02}", n / 100, n % 100)
            }
            Score::Mate(n) => {
                let mates = self.pick(["mates in", "matent en", "setzt matt in", "dá mat"]);
                let side = self.side_of_sentence(if n < 0 { Color::Black } else { Color::White });
                let n = n.unsigned_abs();
                match self.language {
                    SpeechLanguage::Czech => format!("{side} {mates} {n}. tahem"),
                    _ => format!("{side} {mates} {n}"),
                }
            }
        };
        format!("{word}{} {value}", self.colon())
    }

    /// A date, as much of it as is known: `2024.01.05` is `5 January 2024`.
    #[must_use]
    pub fn date(self, date: Date) -> String {
        let year = date.year();
        let Some(month) = usize::from(date.month()).checked_sub(1) else { return year.to_string() };
        let name = self.pick(MONTHS[month]);
        match (self.language, date.day()) {
            // Only a day puts the Czech month into the genitive.
            (SpeechLanguage::Czech, 0) => format!("{} {year}", MONTHS_ALONE[month]),
            (_, 0) => format!("{name} {year}"),
            (SpeechLanguage::French, 1) => format!("1er {name} {year}"),
            (SpeechLanguage::English | SpeechLanguage::French, day) => {
                format!("{day} {name} {year}")
            }
            (SpeechLanguage::German | SpeechLanguage::Czech, day) => {
                format!("{day}. {name} {year}")
            }
        }
    }

    fn counted(self, count: u64, unit: Unit) -> String {
        let [one, few, many] = self.unit(unit);
        let word = match (self.language, count) {
            (_, 1) | (SpeechLanguage::French, 0) => one,
            (SpeechLanguage::Czech, 2..=4) => few,
            (SpeechLanguage::Czech, _) => many,
            _ => few,
        };
        format!("{count} {word}")
    }

    /// One, two, and five of a unit.
    const fn unit(self, unit: Unit) -> [&'static str; 3] {
        match (self.language, unit) {
            (SpeechLanguage::English, Unit::Hour) => ["hour", "hours", "hours"],
            (SpeechLanguage::English | SpeechLanguage::French, Unit::Minute) => {
                ["minute", "minutes", "minutes"]
            }
            (SpeechLanguage::English, Unit::Second) => ["second", "seconds", "seconds"],
            (SpeechLanguage::French, Unit::Hour) => ["heure", "heures", "heures"],
            (SpeechLanguage::French, Unit::Second) => ["seconde", "secondes", "secondes"],
            (SpeechLanguage::German, Unit::Hour) => ["Stunde", "Stunden", "Stunden"],
            (SpeechLanguage::German, Unit::Minute) => ["Minute", "Minuten", "Minuten"],
            (SpeechLanguage::German, Unit::Second) => ["Sekunde", "Sekunden", "Sekunden"],
            (SpeechLanguage::Czech, Unit::Hour) => ["hodina", "hodiny", "hodin"],
            (SpeechLanguage::Czech, Unit::Minute) => ["minuta", "minuty", "minut"],
            (SpeechLanguage::Czech, Unit::Second) => ["sekunda", "sekundy", "sekund"],
        }
    }
}

#[derive(Clone, Copy)]
enum Unit {
    Hour,
    Minute,
    Second,
}

const MONTHS: [[&str; 4]; 12] = [
    ["January", "janvier", "Januar", "ledna"],
    ["February", "février", "Februar", "února"],
    ["March", "mars", "März", "března"],
    ["April", "avril", "April", "dubna"],
    ["May", "mai", "Mai", "května"],
    ["June", "juin", "Juni", "června"],
    ["July", "juillet", "Juli", "července"],
    ["August", "août", "August", "srpna"],
    ["September", "septembre", "September", "září"],
    ["October", "octobre", "Oktober", "října"],
    ["November", "novembre", "November", "listopadu"],
    ["December", "décembre", "Dezember", "prosince"],
];

const MONTHS_ALONE: [&str; 12] = [
    "leden",
    "únor",
    "březen",
    "duben",
    "květen",
    "červen",
    "červenec",
    "srpen",
    "září",
    "říjen",
    "listopad",
    "prosinec",
];
