//! Signs of moves and positions in words.

use partie_core::Nag;

use crate::{Speech, Texts};

/// The signs in all languages with their numbers, after the PGN standard, section 10, and
/// `ChessBase`'s additions.
const NAGS: &[(&[u8], Texts)] = &[
    (
        &[1],
        [
            "good move",
            "bon coup",
            "guter Zug",
            "dobrý tah",
            "buena jugada",
            "buona mossa",
            "goede zet",
            "dobre posunięcie",
            "хороший ход",
        ],
    ),
    (
        &[2],
        ["mistake", "mauvais coup", "Fehler", "chyba", "error", "errore", "fout", "błąd", "ошибка"],
    ),
    (
        &[3],
        [
            "brilliant move",
            "coup brillant",
            "glänzender Zug",
            "vynikající tah",
            "jugada brillante",
            "mossa brillante",
            "schitterende zet",
            "znakomite posunięcie",
            "блестящий ход",
        ],
    ),
    (
        &[4],
        [
            "blunder",
            "gaffe",
            "grober Fehler",
            "hrubá chyba",
            "error grave",
            "errore grave",
            "blunder",
            "gruby błąd",
            "грубая ошибка",
        ],
    ),
    (
        &[5],
        [
            "interesting move",
            "coup intéressant",
            "interessanter Zug",
            "zajímavý tah",
            "jugada interesante",
            "mossa interessante",
            "interessante zet",
            "interesujące posunięcie",
            "интересный ход",
        ],
    ),
    (
        &[6],
        [
            "dubious move",
            "coup douteux",
            "zweifelhafter Zug",
            "pochybný tah",
            "jugada dudosa",
            "mossa dubbia",
            "dubieuze zet",
            "wątpliwe posunięcie",
            "сомнительный ход",
        ],
    ),
    (
        &[7],
        [
            "forced move",
            "coup forcé",
            "erzwungener Zug",
            "vynucený tah",
            "jugada forzada",
            "mossa forzata",
            "gedwongen zet",
            "wymuszone posunięcie",
            "вынужденный ход",
        ],
    ),
    (
        &[8],
        [
            "only move",
            "seul coup",
            "einziger Zug",
            "jediný tah",
            "única jugada",
            "unica mossa",
            "enige zet",
            "jedyne posunięcie",
            "единственный ход",
        ],
    ),
    (
        &[9],
        [
            "worst move",
            "le pire coup",
            "schlechtester Zug",
            "nejhorší tah",
            "la peor jugada",
            "la mossa peggiore",
            "slechtste zet",
            "najgorsze posunięcie",
            "худший ход",
        ],
    ),
    (
        &[10],
        [
            "equal position",
            "position égale",
            "ausgeglichene Stellung",
            "vyrovnaná pozice",
            "posición igualada",
            "posizione pari",
            "gelijke stelling",
            "równa pozycja",
            "равная позиция",
        ],
    ),
    (
        &[11],
        [
            "equal and quiet",
            "position égale et calme",
            "ruhig und ausgeglichen",
            "klidná a vyrovnaná pozice",
            "posición igualada y tranquila",
            "posizione pari e tranquilla",
            "gelijk en rustig",
            "równa i spokojna pozycja",
            "равная спокойная позиция",
        ],
    ),
    (
        &[12],
        [
            "equal and active",
            "position égale et active",
            "aktiv und ausgeglichen",
            "aktivní a vyrovnaná pozice",
            "posición igualada y activa",
            "posizione pari e attiva",
            "gelijk en actief",
            "równa i aktywna pozycja",
            "равная активная позиция",
        ],
    ),
    (
        &[13],
        [
            "unclear position",
            "position peu claire",
            "unklare Stellung",
            "nejasná pozice",
            "posición incierta",
            "posizione poco chiara",
            "onduidelijke stelling",
            "niejasna pozycja",
            "неясная позиция",
        ],
    ),
    (
        &[14],
        [
            "White is slightly better",
            "léger avantage blanc",
            "Weiß steht etwas besser",
            "bílý stojí o něco lépe",
            "las blancas están algo mejor",
            "il Bianco sta leggermente meglio",
            "wit staat iets beter",
            "białe stoją nieco lepiej",
            "у белых чуть лучше",
        ],
    ),
    (
        &[15],
        [
            "Black is slightly better",
            "léger avantage noir",
            "Schwarz steht etwas besser",
            "černý stojí o něco lépe",
            "las negras están algo mejor",
            "il Nero sta leggermente meglio",
            "zwart staat iets beter",
            "czarne stoją nieco lepiej",
            "у чёрных чуть лучше",
        ],
    ),
    (
        &[16],
        [
            "White is better",
            "avantage blanc",
            "Weiß steht besser",
            "bílý stojí lépe",
            "las blancas están mejor",
            "il Bianco sta meglio",
            "wit staat beter",
            "białe stoją lepiej",
            "у белых лучше",
        ],
    ),
    (
        &[17],
        [
            "Black is better",
            "avantage noir",
            "Schwarz steht besser",
            "černý stojí lépe",
            "las negras están mejor",
            "il Nero sta meglio",
            "zwart staat beter",
            "czarne stoją lepiej",
            "у чёрных лучше",
        ],
    ),
    (
        &[18],
        [
            "White is winning",
            "avantage décisif blanc",
            "Weiß steht auf Gewinn",
            "bílý má rozhodující výhodu",
            "las blancas tienen ventaja decisiva",
            "il Bianco ha un vantaggio decisivo",
            "wit staat gewonnen",
            "białe mają decydującą przewagę",
            "у белых решающее преимущество",
        ],
    ),
    (
        &[19],
        [
            "Black is winning",
            "avantage décisif noir",
            "Schwarz steht auf Gewinn",
            "černý má rozhodující výhodu",
            "las negras tienen ventaja decisiva",
            "il Nero ha un vantaggio decisivo",
            "zwart staat gewonnen",
            "czarne mają decydującą przewagę",
            "у чёрных решающее преимущество",
        ],
    ),
    (
        &[20],
        [
            "White is crushing",
            "avantage écrasant blanc",
            "Weiß steht überwältigend",
            "bílý má drtivou výhodu",
            "las blancas tienen ventaja aplastante",
            "il Bianco ha un vantaggio schiacciante",
            "wit staat verpletterend beter",
            "białe mają miażdżącą przewagę",
            "у белых подавляющее преимущество",
        ],
    ),
    (
        &[21],
        [
            "Black is crushing",
            "avantage écrasant noir",
            "Schwarz steht überwältigend",
            "černý má drtivou výhodu",
            "las negras tienen ventaja aplastante",
            "il Nero ha un vantaggio schiacciante",
            "zwart staat verpletterend beter",
            "czarne mają miażdżącą przewagę",
            "у чёрных подавляющее преимущество",
        ],
    ),
    (
        &[22, 23],
        [
            "zugzwang",
            "zugzwang",
            "Zugzwang",
            "nevýhoda tahu",
            "zugzwang",
            "zugzwang",
            "zetdwang",
            "zugzwang",
            "цугцванг",
        ],
    ),
    (
        &[26, 27],
        [
            "more space",
            "avantage d’espace",
            "Raumvorteil",
            "prostorová výhoda",
            "ventaja de espacio",
            "vantaggio di spazio",
            "ruimtevoordeel",
            "przewaga przestrzeni",
            "преимущество в пространстве",
        ],
    ),
    (
        &[32, 33],
        [
            "lead in development",
            "avance de développement",
            "Entwicklungsvorsprung",
            "náskok ve vývinu",
            "ventaja de desarrollo",
            "vantaggio di sviluppo",
            "ontwikkelingsvoorsprong",
            "przewaga w rozwoju",
            "опережение в развитии",
        ],
    ),
    (
        &[36, 37],
        [
            "initiative",
            "initiative",
            "Initiative",
            "iniciativa",
            "iniciativa",
            "iniziativa",
            "initiatief",
            "inicjatywa",
            "инициатива",
        ],
    ),
    (
        &[40, 41],
        ["attack", "attaque", "Angriff", "útok", "ataque", "attacco", "aanval", "atak", "атака"],
    ),
    (
        &[44, 45],
        [
            "compensation for the material",
            "compensation pour le matériel",
            "Kompensation für das Material",
            "kompenzace za materiál",
            "compensación por el material",
            "compenso per il materiale",
            "compensatie voor het materiaal",
            "rekompensata za materiał",
            "компенсация за материал",
        ],
    ),
    (
        &[132, 133],
        [
            "counterplay",
            "contre-jeu",
            "Gegenspiel",
            "protihra",
            "contrajuego",
            "controgioco",
            "tegenspel",
            "kontrgra",
            "контригра",
        ],
    ),
    (
        &[138, 139],
        [
            "time trouble",
            "crise de temps",
            "Zeitnot",
            "časová tíseň",
            "apuros de tiempo",
            "zeitnot",
            "tijdnood",
            "niedoczas",
            "цейтнот",
        ],
    ),
    (
        &[140],
        [
            "with the idea",
            "avec l’idée",
            "mit der Idee",
            "s myšlenkou",
            "con la idea",
            "con l'idea",
            "met het idee",
            "z ideą",
            "с идеей",
        ],
    ),
    (
        &[141],
        [
            "directed against",
            "dirigé contre",
            "gerichtet gegen",
            "namířeno proti",
            "dirigido contra",
            "diretto contro",
            "gericht tegen",
            "skierowane przeciw",
            "направлено против",
        ],
    ),
    (
        &[142],
        [
            "better is",
            "meilleur est",
            "besser ist",
            "lepší je",
            "es mejor",
            "è meglio",
            "beter is",
            "lepsze jest",
            "лучше",
        ],
    ),
    (
        &[146],
        [
            "novelty",
            "nouveauté",
            "Neuerung",
            "novinka",
            "novedad",
            "novità",
            "nieuwtje",
            "nowość",
            "новинка",
        ],
    ),
    (
        &[220, 221],
        [
            "diagram",
            "diagramme",
            "Diagramm",
            "diagram",
            "diagrama",
            "diagramma",
            "diagram",
            "diagram",
            "диаграмма",
        ],
    ),
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
        let (_, texts) = NAGS.iter().find(|(numbers, _)| numbers.contains(&nag.0))?;
        Some(self.pick(*texts))
    }

    /// NAGs with a settled meaning, in words.
    pub fn nags(self) -> impl Iterator<Item = (Nag, &'static str)> {
        NAGS.iter().flat_map(move |(numbers, texts)| {
            numbers.iter().map(move |number| (Nag(*number), self.pick(*texts)))
        })
    }
}
