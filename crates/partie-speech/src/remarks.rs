//! Clocks, judgements and dates in words.

use partie_core::{
    Color, Date,
    annotation::{Eval, Score},
    time::ClockTime,
};

use crate::{Speech, SpeechLanguage, Texts, nouns::CountForm};

impl Speech {
    /// A span of time: `1 hour 4 minutes 58 seconds`. Below twenty seconds with tenths, if
    /// there are any.
    #[must_use]
    pub fn duration(self, time: ClockTime) -> String {
        let ms = time.0.unsigned_abs();
        let mut parts = Vec::new();
        if time.0 < 0 {
            parts.push(self.minus().to_owned());
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
            let point = if self.language == SpeechLanguage::English { "." } else { "," };
            // A decimal takes the plural, but for French below two; in Slavic
            // languages the genitive of the singular, which follows two to four as well.
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
        let word = self.pick([
            "clock", "pendule", "Uhr", "hodiny", "reloj", "orologio", "klok", "zegar", "часы",
        ]);
        self.labelled(word, &self.duration(time))
    }

    /// The time that a move took: `took 5 seconds`.
    pub(crate) fn time_taken(self, time: ClockTime) -> String {
        let word = self.pick([
            "time taken",
            "temps utilisé",
            "Bedenkzeit",
            "spotřebovaný čas",
            "tiempo usado",
            "tempo impiegato",
            "verbruikte tijd",
            "zużyty czas",
            "затрачено времени",
        ]);
        self.labelled(word, &self.duration(time))
    }

    /// An engine's judgement: `evaluation: plus 0.34`, `evaluation: White mates in 3`.
    #[must_use]
    pub fn evaluation(self, eval: Eval) -> String {
        let word = self.pick([
            "evaluation",
            "évaluation",
            "Bewertung",
            "hodnocení",
            "evaluación",
            "valutazione",
            "waardering",
            "ocena",
            "оценка",
        ]);
        let value = match eval.score {
            Score::Centipawns(n) => {
                let sign = match n {
                    0 => "",
                    1.. => self.pick([
                        "plus", "plus", "plus", "plus", "más", "più", "plus", "plus", "плюс",
                    ]),
                    _ => self.minus(),
                };
                let space = if sign.is_empty() { "" } else { " " };
                let point = if self.language == SpeechLanguage::English { "." } else { "," };
                let n = n.unsigned_abs();
                format!("{sign}{space}{}{point}{:02}", n / 100, n % 100)
            }
            Score::Mate(n) => {
                let mates = self.pick([
                    "mates in",
                    "matent en",
                    "setzt matt in",
                    "dá mat",
                    "dan mate en",
                    "dà matto in",
                    "geeft mat in",
                    "dają mata w",
                    "ставят мат в",
                ]);
                let side = self.side_of_sentence(if n < 0 { Color::Black } else { Color::White });
                let n = n.unsigned_abs();
                match self.language {
                    SpeechLanguage::Czech => format!("{side} {mates} {n}. tahem"),
                    SpeechLanguage::Polish => {
                        let moves = if n == 1 { "posunięciu" } else { "posunięciach" };
                        format!("{side} {mates} {n} {moves}")
                    }
                    SpeechLanguage::Russian => {
                        let moves = match self.language.count_form(u64::from(n)) {
                            CountForm::One => "ход",
                            CountForm::Few => "хода",
                            CountForm::Many => "ходов",
                        };
                        format!("{side} {mates} {n} {moves}")
                    }
                    _ => format!("{side} {mates} {n}"),
                }
            }
        };
        self.labelled(word, &value)
    }

    const fn minus(self) -> &'static str {
        self.pick(["minus", "moins", "minus", "minus", "menos", "meno", "min", "minus", "минус"])
    }

    /// A date, as much of it as is known: `2024.01.05` is `5 January 2024`.
    #[must_use]
    pub fn date(self, date: Date) -> String {
        let year = date.year();
        let Some(month) = usize::from(date.month()).checked_sub(1) else { return year.to_string() };
        let name = self.pick(MONTHS[month]);
        match (self.language, date.day()) {
            // Only a day puts a Slavic month into the genitive.
            (SpeechLanguage::Czech, 0) => format!("{} {year}", MONTHS_ALONE[month]),
            (SpeechLanguage::Polish, 0) => format!("{} {year}", POLISH_MONTHS_ALONE[month]),
            (SpeechLanguage::Russian, 0) => format!("{} {year} года", RUSSIAN_MONTHS_ALONE[month]),
            (SpeechLanguage::Russian, day) => format!("{day} {name} {year} года"),
            (SpeechLanguage::Spanish, 0) => format!("{name} de {year}"),
            (SpeechLanguage::Spanish, day) => format!("{day} de {name} de {year}"),
            (SpeechLanguage::Italian, 1) => format!("1º {name} {year}"),
            (_, 0) => format!("{name} {year}"),
            (SpeechLanguage::French, 1) => format!("1er {name} {year}"),
            (SpeechLanguage::German | SpeechLanguage::Czech, day) => {
                format!("{day}. {name} {year}")
            }
            (_, day) => format!("{day} {name} {year}"),
        }
    }

    fn counted(self, count: u64, unit: Unit) -> String {
        let [one, few, many] = self.unit(unit);
        let word = match self.language.count_form(count) {
            CountForm::One => one,
            CountForm::Few => few,
            CountForm::Many => many,
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
            (SpeechLanguage::Czech | SpeechLanguage::Polish, Unit::Minute) => {
                ["minuta", "minuty", "minut"]
            }
            (SpeechLanguage::Czech | SpeechLanguage::Polish, Unit::Second) => {
                ["sekunda", "sekundy", "sekund"]
            }
            (SpeechLanguage::Spanish, Unit::Hour) => ["hora", "horas", "horas"],
            (SpeechLanguage::Spanish, Unit::Minute) => ["minuto", "minutos", "minutos"],
            (SpeechLanguage::Spanish, Unit::Second) => ["segundo", "segundos", "segundos"],
            (SpeechLanguage::Italian, Unit::Hour) => ["ora", "ore", "ore"],
            (SpeechLanguage::Italian, Unit::Minute) => ["minuto", "minuti", "minuti"],
            (SpeechLanguage::Italian, Unit::Second) => ["secondo", "secondi", "secondi"],
            (SpeechLanguage::Dutch, Unit::Hour) => ["uur", "uur", "uur"],
            (SpeechLanguage::Dutch, Unit::Minute) => ["minuut", "minuten", "minuten"],
            (SpeechLanguage::Dutch, Unit::Second) => ["seconde", "seconden", "seconden"],
            (SpeechLanguage::Polish, Unit::Hour) => ["godzina", "godziny", "godzin"],
            (SpeechLanguage::Russian, Unit::Hour) => ["час", "часа", "часов"],
            (SpeechLanguage::Russian, Unit::Minute) => ["минута", "минуты", "минут"],
            (SpeechLanguage::Russian, Unit::Second) => ["секунда", "секунды", "секунд"],
        }
    }
}

#[derive(Clone, Copy)]
enum Unit {
    Hour,
    Minute,
    Second,
}

const MONTHS: [Texts; 12] = [
    ["January", "janvier", "Januar", "ledna", "enero", "gennaio", "januari", "stycznia", "января"],
    [
        "February",
        "février",
        "Februar",
        "února",
        "febrero",
        "febbraio",
        "februari",
        "lutego",
        "февраля",
    ],
    ["March", "mars", "März", "března", "marzo", "marzo", "maart", "marca", "марта"],
    ["April", "avril", "April", "dubna", "abril", "aprile", "april", "kwietnia", "апреля"],
    ["May", "mai", "Mai", "května", "mayo", "maggio", "mei", "maja", "мая"],
    ["June", "juin", "Juni", "června", "junio", "giugno", "juni", "czerwca", "июня"],
    ["July", "juillet", "Juli", "července", "julio", "luglio", "juli", "lipca", "июля"],
    ["August", "août", "August", "srpna", "agosto", "agosto", "augustus", "sierpnia", "августа"],
    [
        "September",
        "septembre",
        "September",
        "září",
        "septiembre",
        "settembre",
        "september",
        "września",
        "сентября",
    ],
    [
        "October",
        "octobre",
        "Oktober",
        "října",
        "octubre",
        "ottobre",
        "oktober",
        "października",
        "октября",
    ],
    [
        "November",
        "novembre",
        "November",
        "listopadu",
        "noviembre",
        "novembre",
        "november",
        "listopada",
        "ноября",
    ],
    [
        "December",
        "décembre",
        "Dezember",
        "prosince",
        "diciembre",
        "dicembre",
        "december",
        "grudnia",
        "декабря",
    ],
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

const POLISH_MONTHS_ALONE: [&str; 12] = [
    "styczeń",
    "luty",
    "marzec",
    "kwiecień",
    "maj",
    "czerwiec",
    "lipiec",
    "sierpień",
    "wrzesień",
    "październik",
    "listopad",
    "grudzień",
];

const RUSSIAN_MONTHS_ALONE: [&str; 12] = [
    "январь",
    "февраль",
    "март",
    "апрель",
    "май",
    "июнь",
    "июль",
    "август",
    "сентябрь",
    "октябрь",
    "ноябрь",
    "декабрь",
];
