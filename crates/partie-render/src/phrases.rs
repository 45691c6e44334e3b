//! The few words that Partie itself prints in books and pages, in the language of the moves.

use partie_core::{Date, Language};
use partie_speech::{Speech, SpeechLanguage};

/// Words for headings and captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phrases {
    /// "After" a move.
    pub(crate) after: &'static str,
    /// The caption of the first position.
    pub(crate) start: &'static str,
    /// The heading of the board of a page.
    pub(crate) board: &'static str,
    /// The heading of the moves of a page.
    pub(crate) moves: &'static str,
    /// Title of a position without players and event.
    pub(crate) position: &'static str,
    /// The title of a book of several games.
    pub(crate) games: &'static str,
}

impl Phrases {
    pub(crate) const fn of(language: Language) -> Phrases {
        let [after, start, board, moves, position, games] = match language {
            Language::English | Language::Figurine | Language::ColouredFigurine => {
                ["after", "Start", "Board", "Moves", "Position", "Games of chess"]
            }
            Language::Czech => ["po", "Začátek", "Šachovnice", "Tahy", "Pozice", "Šachové partie"],
            Language::Danish => ["efter", "Start", "Bræt", "Træk", "Stilling", "Skakpartier"],
            Language::Dutch => ["na", "Begin", "Bord", "Zetten", "Stelling", "Schaakpartijen"],
            Language::Estonian => ["pärast", "Algus", "Malelaud", "Käigud", "Seis", "Malepartiid"],
            // In Finnish and Hungarian, "after" follows its noun.
            Language::Finnish => ["▲", "Alku", "Lauta", "Siirrot", "Asema", "Shakkipelejä"],
            Language::French => {
                ["après", "Début", "Échiquier", "Coups", "Position", "Parties d’échecs"]
            }
            Language::German => ["nach", "Anfang", "Brett", "Züge", "Stellung", "Schachpartien"],
            Language::Hungarian => ["▲", "Kezdet", "Tábla", "Lépések", "Állás", "Sakkjátszmák"],
            Language::Icelandic => ["eftir", "Upphaf", "Borð", "Leikir", "Staða", "Skákir"],
            Language::Italian => {
                ["dopo", "Inizio", "Scacchiera", "Mosse", "Posizione", "Partite di scacchi"]
            }
            Language::Norwegian => ["etter", "Start", "Brett", "Trekk", "Stilling", "Sjakkpartier"],
            Language::Polish => {
                ["po", "Początek", "Szachownica", "Posunięcia", "Pozycja", "Partie szachowe"]
            }
            Language::Portuguese => {
                ["após", "Início", "Tabuleiro", "Lances", "Posição", "Partidas de xadrez"]
            }
            Language::Romanian => {
                ["după", "Început", "Tablă", "Mutări", "Poziție", "Partide de șah"]
            }
            Language::Russian => {
                ["после", "Начало", "Доска", "Ходы", "Позиция", "Шахматные партии"]
            }
            Language::Spanish => {
                ["tras", "Inicio", "Tablero", "Jugadas", "Posición", "Partidas de ajedrez"]
            }
            Language::Swedish => ["efter", "Start", "Bräde", "Drag", "Ställning", "Schackpartier"],
        };
        Phrases { after, start, board, moves, position, games }
    }
}

/// A date in a language, by its numbers where the names of months are not known.
pub(crate) fn date(date: Date, language: Language) -> String {
    match SpeechLanguage::of_code(code(language).unwrap_or("en")) {
        Some(language) => Speech::new(language).date(date),
        None => date.iso(),
    }
}

/// The code of a language for documents; figurines are of none.
pub(crate) fn code(language: Language) -> Option<&'static str> {
    (!language.is_figurine()).then(|| language.code())
}

/// With its first letter as a capital.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
