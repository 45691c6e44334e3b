//! Words around games, in lower case, in the eighteen languages of chess records and Slovak:
//! players, places, dates, and how a game ends.

pub(super) mod moves;
mod results;

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use partie_core::Color;

pub(crate) use results::verdict;
pub use results::{outcome, stated_outcome};

/// Names of tags.
const TAGS: [(&str, &[&str]); 11] = [
    (
        "White",
        &[
            "white",
            "bílý",
            "bily",
            "bílí",
            "biely",
            "weiss",
            "weiß",
            "weisser",
            "weißer",
            "blancs",
            "blanc",
            "blancas",
            "bianco",
            "brancas",
            "branco",
            "wit",
            "białe",
            "biale",
            "белые",
            "белый",
            "hvid",
            "hvit",
            "vit",
            "valge",
            "valged",
            "valkea",
            "valkeat",
            "világos",
            "vilagos",
            "hvítt",
            "hvítur",
            "alb",
            "albul",
        ],
    ),
    (
        "Black",
        &[
            "black",
            "černý",
            "cerny",
            "černí",
            "čierny",
            "schwarz",
            "schwarzer",
            "noirs",
            "noir",
            "negras",
            "nero",
            "pretas",
            "preto",
            "zwart",
            "czarne",
            "чёрные",
            "черные",
            "чёрный",
            "черный",
            "sort",
            "svart",
            "must",
            "mustad",
            "musta",
            "mustat",
            "sötét",
            "sotet",
            "svartur",
            "negru",
            "negrul",
        ],
    ),
    (
        "Event",
        &[
            "event",
            "tournament",
            "match",
            "turnaj",
            "turnier",
            "wettkampf",
            "tournoi",
            "torneo",
            "torneio",
            "toernooi",
            "turniej",
            "турнир",
            "turnering",
            "turniir",
            "turnaus",
            "verseny",
            "mót",
            "turneu",
        ],
    ),
    (
        "Site",
        &[
            "site",
            "place",
            "venue",
            "místo",
            "miesto",
            "ort",
            "lieu",
            "luogo",
            "lugar",
            "local",
            "plaats",
            "miejsce",
            "место",
            "sted",
            "plats",
            "ort",
            "koht",
            "paikka",
            "helyszín",
            "staður",
            "loc",
            "locul",
        ],
    ),
    (
        "Date",
        &[
            "date",
            "datum",
            "dátum",
            "data",
            "dato",
            "fecha",
            "дата",
            "kuupäev",
            "päivämäärä",
            "päiväys",
            "dagsetning",
            "dags",
        ],
    ),
    (
        "Round",
        &[
            "round", "kolo", "runde", "ronde", "ronda", "turno", "rodada", "runda", "тур", "rond",
            "voor", "kierros", "forduló", "umferð", "rd",
        ],
    ),
    (
        "Board",
        &[
            "board",
            "bd",
            "brett",
            "šachovnice",
            "šachovnica",
            "échiquier",
            "tablero",
            "scacchiera",
            "tabuleiro",
            "bord",
            "szachownica",
            "доска",
            "bræt",
            "bräde",
            "laud",
            "lauta",
            "tábla",
            "borð",
            "masa",
        ],
    ),
    (
        "Result",
        &[
            "result",
            "výsledek",
            "výsledok",
            "ergebnis",
            "résultat",
            "resultado",
            "risultato",
            "uitslag",
            "wynik",
            "результат",
            "resultat",
            "tulemus",
            "tulos",
            "eredmény",
            "úrslit",
            "rezultat",
        ],
    ),
    ("WhiteElo", &["whiteelo", "white elo", "white rating"]),
    ("BlackElo", &["blackelo", "black elo", "black rating"]),
    ("ECO", &["eco"]),
];

/// Names for the column of a table that holds the moves.
const MOVES: [&str; 24] = [
    "moves",
    "movetext",
    "pgn",
    "san",
    "uci",
    "notation",
    "tahy",
    "ťahy",
    "züge",
    "coups",
    "jugadas",
    "movimientos",
    "mosse",
    "lances",
    "zetten",
    "posunięcia",
    "ruchy",
    "ходы",
    "træk",
    "trekk",
    "drag",
    "käigud",
    "siirrot",
    "lépések",
];

/// Words before the number of a game.
const GAME: [&str; 22] = [
    "game",
    "partie",
    "partia",
    "partida",
    "partita",
    "partij",
    "партия",
    "parti",
    "partii",
    "peli",
    "játszma",
    "skák",
    "spiel",
    "nr",
    "no",
    "nr.",
    "no.",
    "№",
    "#",
    "diagram",
    "skak",
    "partidul",
];

/// Words between the names of two players.
const AGAINST: [&str; 17] = [
    "vs",
    "vs.",
    "v",
    "v.",
    "versus",
    "against",
    "contre",
    "gegen",
    "proti",
    "против",
    "contra",
    "contro",
    "mot",
    "mod",
    "tegen",
    "przeciw",
    "gegn",
];

/// Words that occur in names of openings, but not of players.
const OPENINGS: [&str; 46] = [
    "defence",
    "defense",
    "gambit",
    "opening",
    "variation",
    "attack",
    "system",
    "game",
    "games",
    "countergambit",
    "declined",
    "accepted",
    "line",
    "verteidigung",
    "eröffnung",
    "variante",
    "angriff",
    "partie",
    "abgelehnt",
    "angenommen",
    "défense",
    "ouverture",
    "attaque",
    "defensa",
    "apertura",
    "ataque",
    "difesa",
    "defesa",
    "abertura",
    "obhajoba",
    "obrana",
    "otvorenie",
    "zahájení",
    "gambitem",
    "varianta",
    "útok",
    "verdediging",
    "opening",
    "obrona",
    "защита",
    "дебют",
    "гамбит",
    "вариант",
    "chapter",
    "kapitel",
    "part",
];

/// Names of ratings.
const RATINGS: [&str; 20] = [
    "elo",
    "élő",
    "эло",
    "rating",
    "rtg",
    "рейтинг",
    "ranking",
    "ratingtal",
    "fide",
    "dwz",
    "twz",
    "nwz",
    "uscf",
    "ecf",
    "cfc",
    "acf",
    "fqe",
    "knsb",
    "wertungszahl",
    "értékszám",
];

/// Months by the beginnings of their names, in the order of the year.
const MONTHS: [&[&str]; 12] = [
    &["jan", "led", "stycz", "янв", "gen", "ene", "ian", "tammi", "jaan"],
    &["feb", "fév", "fev", "únor", "unor", "luty", "lut", "фев", "helmi", "veeb"],
    &["mar", "mär", "maa", "břez", "brez", "мар", "maalis", "mrt", "már"],
    &["apr", "avr", "abr", "dub", "kwie", "апр", "huhti", "ápr"],
    &["may", "mai", "mei", "maj", "máj", "květ", "kvet", "мая", "май", "mag", "touko", "maí"],
    &[
        "jun", "juin", "červen", "červn", "cerven", "czerw", "июн", "giu", "iun", "kesä", "jún",
        "juuni",
    ],
    &[
        "jul",
        "juil",
        "červenec",
        "červenc",
        "cervenec",
        "lip",
        "июл",
        "lug",
        "iul",
        "heinä",
        "júl",
        "juuli",
    ],
    &["aug", "aoû", "aou", "srp", "sier", "авг", "ago", "elo", "ágú"],
    &["sep", "zář", "zar", "wrze", "сен", "set", "syys", "szep"],
    &["oct", "okt", "říj", "rij", "paźd", "pazd", "окт", "ott", "out", "loka"],
    &["nov", "lis", "ноя", "marras", "nóv", "noi"],
    &["dec", "déc", "pros", "grud", "дек", "dez", "dic", "joulu", "des", "dets"],
];

/// Words for resigning, also alone.
const RESIGN: [&str; 66] = [
    "resigns",
    "resigned",
    "resign",
    "resignation",
    "vzdal",
    "vzdala",
    "vzdává",
    "vzdáva",
    "vzdali",
    "vzdaly",
    "gab",
    "gibt",
    "aufgegeben",
    "aufgabe",
    "gaben",
    "geben",
    "abandon",
    "abandonne",
    "abandonnent",
    "abandonna",
    "abandonó",
    "abandona",
    "abandonan",
    "abandonaron",
    "abandonam",
    "abandonaram",
    "abandonou",
    "abandonano",
    "abbandona",
    "abbandonano",
    "abbandono",
    "rinde",
    "rinden",
    "desiste",
    "desistem",
    "geeft",
    "gaf",
    "opgegeven",
    "opgave",
    "poddały",
    "poddaly",
    "poddają",
    "rezygnacja",
    "rezygnują",
    "сдались",
    "сдаются",
    "сдался",
    "opgav",
    "opgiver",
    "opgivet",
    "ga",
    "gir",
    "oppgitt",
    "gav",
    "ger",
    "uppgivet",
    "alistus",
    "alistub",
    "alistusid",
    "luovutti",
    "luovuttaa",
    "feladta",
    "feladja",
    "gafst",
    "gefst",
    "cedează",
];

/// Words for a draw.
const DRAW: [&str; 38] = [
    "drawn",
    "draw",
    "remis",
    "remíza",
    "remiza",
    "remíz",
    "unentschieden",
    "nulle",
    "nul",
    "tablas",
    "tables",
    "empate",
    "empatada",
    "patta",
    "remise",
    "gelijkspel",
    "gelijk",
    "ничья",
    "ничью",
    "uavgjort",
    "uafgjort",
    "oavgjort",
    "viik",
    "tasapeli",
    "döntetlen",
    "jafntefli",
    "remiză",
    "stalemate",
    "pat",
    "patt",
    "pareggio",
    "stalemated",
    "remisa",
    "remi",
    "pattstellung",
    "smíre",
    "remisiert",
    "halbe",
];

/// Words for winning.
const WIN: [&str; 36] = [
    "wins",
    "won",
    "win",
    "mates",
    "mated",
    "gewinnt",
    "gewann",
    "gewinnen",
    "vyhrál",
    "vyhrává",
    "vyhral",
    "vyhráva",
    "gagne",
    "gagnent",
    "gana",
    "ganan",
    "ganó",
    "ganaron",
    "vince",
    "vincono",
    "vinto",
    "wint",
    "won",
    "ganham",
    "vencem",
    "vence",
    "wygrywają",
    "wygrały",
    "выиграли",
    "выигрывают",
    "vinder",
    "vinner",
    "vandt",
    "vann",
    "nyert",
    "câștigă",
];

/// Words that may accompany words of results.
const FILLERS: [&str; 58] = [
    "se",
    "sa",
    "si",
    "się",
    "sie",
    "auf",
    "op",
    "upp",
    "opp",
    "up",
    "les",
    "las",
    "los",
    "le",
    "la",
    "il",
    "l'",
    "as",
    "os",
    "i",
    "lo",
    "de",
    "het",
    "the",
    "game",
    "partie",
    "partida",
    "partita",
    "partija",
    "parti",
    "partii",
    "and",
    "und",
    "et",
    "y",
    "e",
    "a",
    "en",
    "och",
    "og",
    "ja",
    "i",
    "agreed",
    "by",
    "agreement",
    "here",
    "hier",
    "dohodou",
    "accord",
    "acuerdo",
    "vereinbart",
    "játszmát",
    "játszma",
    "the",
    "in",
    "ont",
    "han",
    "ist",
];

/// Finds the tag that a word of a header line names, in any case and language.
#[must_use]
pub fn tag(word: &str) -> Option<&'static str> {
    static NAMED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let words = TAGS.iter().flat_map(|(tag, words)| words.iter().map(|word| (*word, *tag)));
        // The first tag that a word names is meant.
        words.rev().collect()
    });
    NAMED.get(&*lower_case(word)).copied()
}

/// Returns a word in lower case.
fn lower_case(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.to_lowercase())
}

/// Finds the side that a word names; declined as in `Svartur` or `pretas`.
pub(super) fn side(word: &str) -> Option<Color> {
    match tag(word)? {
        "White" => Some(Color::White),
        "Black" => Some(Color::Black),
        _ => None,
    }
}

pub(super) fn is_moves_column(word: &str) -> bool {
    MOVES.contains(&&*lower_case(word))
}

pub(super) fn is_game(word: &str) -> bool {
    GAME.contains(&&*lower_case(word))
}

pub(super) fn is_against(word: &str) -> bool {
    AGAINST.contains(&word)
}

/// Returns true if a word names a rating.
pub(super) fn is_of_ratings(word: &str) -> bool {
    RATINGS.contains(&&*lower_case(word))
}

pub(super) fn is_of_openings(word: &str) -> bool {
    let word = lower_case(word);
    OPENINGS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Reads the name of a month; 1 is January.
pub fn month(word: &str) -> Option<u8> {
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let word = word.to_lowercase();
    let longest = |names: &&[&str]| {
        let fitting = names.iter().filter(|name| word.starts_with(**name));
        fitting.map(|name| name.len()).max().unwrap_or(0)
    };
    let (index, length) = MONTHS
        .iter()
        .enumerate()
        .map(|(i, names)| (i, longest(names)))
        .max_by_key(|(i, length)| (*length, std::cmp::Reverse(*i)))?;
    (length > 0 && word.chars().count() <= 12).then(|| u8::try_from(index + 1).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_months() {
        for (name, number) in [
            ("March", 3),
            ("März", 3),
            ("marzo", 3),
            ("mars", 3),
            ("května", 5),
            ("червня", 0),
            ("červen", 6),
            ("července", 7),
            ("июля", 7),
            ("października", 10),
            ("août", 8),
            ("syyskuuta", 9),
            ("mayıs", 5),
            ("listopadu", 11),
            ("lipca", 7),
            ("Tag", 0),
        ] {
            assert_eq!(month(name).unwrap_or(0), number, "{name}");
        }
    }
}
