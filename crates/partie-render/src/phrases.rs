//! The few words that Partie itself prints in books and pages, in one language.

use partie_core::{Date, Language};
use partie_speech::{Speech, SpeechLanguage};

/// Words for headings and captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phrases {
    /// "After" a move.
    pub(crate) after: &'static str,
    /// The first position.
    pub(crate) start: &'static str,
    /// Title of a position without players and event.
    pub(crate) position: &'static str,
    /// The title of a book of several games.
    pub(crate) games: &'static str,
    /// The task below a position: White is to move, or Black.
    pub(crate) to_move: [&'static str; 2],
    /// The task to mate; `{}` is the number of moves.
    pub(crate) mate: &'static str,
    /// The heading of the solutions of positions.
    pub(crate) solutions: &'static str,
    /// Stands before a move that is a mistake.
    pub(crate) avoid: &'static str,
    /// The heading of an index of players.
    pub(crate) players: &'static str,
    /// A round, before its number.
    pub(crate) round: &'static str,
    /// The title of a book of positions.
    pub(crate) puzzles: &'static str,
    /// Stands before the author of comments.
    pub(crate) annotated: &'static str,
    /// Stands before text that could not be read.
    pub(crate) not_read: &'static str,
}

impl Phrases {
    pub(crate) const fn of(language: Language) -> Phrases {
        let [after, start, position, games] = match language {
            Language::English | Language::Figurine | Language::ColouredFigurine => {
                ["after", "Start", "Position", "Games of chess"]
            }
            Language::Czech => ["po", "Začátek", "Pozice", "Šachové partie"],
            Language::Danish => ["efter", "Start", "Stilling", "Skakpartier"],
            Language::Dutch => ["na", "Begin", "Stelling", "Schaakpartijen"],
            Language::Estonian => ["pärast", "Algus", "Seis", "Malepartiid"],
            // In Finnish and Hungarian, "after" follows its noun.
            Language::Finnish => ["▲", "Alku", "Asema", "Shakkipelejä"],
            Language::French => ["après", "Début", "Position", "Parties d’échecs"],
            Language::German => ["nach", "Anfang", "Stellung", "Schachpartien"],
            Language::Hungarian => ["▲", "Kezdet", "Állás", "Sakkjátszmák"],
            Language::Icelandic => ["eftir", "Upphaf", "Staða", "Skákir"],
            Language::Italian => ["dopo", "Inizio", "Posizione", "Partite di scacchi"],
            Language::Norwegian => ["etter", "Start", "Stilling", "Sjakkpartier"],
            Language::Polish => ["po", "Początek", "Pozycja", "Partie szachowe"],
            Language::Portuguese => ["após", "Início", "Posição", "Partidas de xadrez"],
            Language::Romanian => ["după", "Început", "Poziție", "Partide de șah"],
            Language::Russian => ["после", "Начало", "Позиция", "Шахматные партии"],
            Language::Spanish => ["tras", "Inicio", "Posición", "Partidas de ajedrez"],
            Language::Swedish => ["efter", "Start", "Ställning", "Schackpartier"],
        };
        let [white, black, mate, solutions, avoid, players, round, puzzles] = match language {
            Language::English | Language::Figurine | Language::ColouredFigurine => [
                "White to move",
                "Black to move",
                "mate in {}",
                "Solutions",
                "not",
                "Players",
                "Round",
                "Chess puzzles",
            ],
            Language::Czech => [
                "Bílý na tahu",
                "Černý na tahu",
                "mat {}. tahem",
                "Řešení",
                "ne",
                "Hráči",
                "Kolo",
                "Šachové úlohy",
            ],
            Language::Danish => [
                "Hvid trækker",
                "Sort trækker",
                "mat i {}",
                "Løsninger",
                "ikke",
                "Spillere",
                "Runde",
                "Skakopgaver",
            ],
            Language::Dutch => [
                "Wit aan zet",
                "Zwart aan zet",
                "mat in {}",
                "Oplossingen",
                "niet",
                "Spelers",
                "Ronde",
                "Schaakproblemen",
            ],
            Language::Estonian => [
                "Valge käik",
                "Musta käik",
                "matt {} käiguga",
                "Lahendused",
                "mitte",
                "Mängijad",
                "Voor",
                "Maleülesanded",
            ],
            Language::Finnish => [
                "Valkea siirtää",
                "Musta siirtää",
                "matti {} siirrolla",
                "Ratkaisut",
                "ei",
                "Pelaajat",
                "Kierros",
                "Shakkitehtäviä",
            ],
            Language::French => [
                "Trait aux Blancs",
                "Trait aux Noirs",
                "mat en {}",
                "Solutions",
                "pas",
                "Joueurs",
                "Ronde",
                "Problèmes d’échecs",
            ],
            Language::German => [
                "Weiß am Zug",
                "Schwarz am Zug",
                "matt in {}",
                "Lösungen",
                "nicht",
                "Spieler",
                "Runde",
                "Schachaufgaben",
            ],
            Language::Hungarian => [
                "Világos lép",
                "Sötét lép",
                "matt {} lépésben",
                "Megoldások",
                "nem",
                "Játékosok",
                "Forduló",
                "Sakkfeladványok",
            ],
            Language::Icelandic => [
                "Hvítur á leik",
                "Svartur á leik",
                "mát í {}",
                "Lausnir",
                "ekki",
                "Skákmenn",
                "Umferð",
                "Skákþrautir",
            ],
            Language::Italian => [
                "Muove il Bianco",
                "Muove il Nero",
                "matto in {}",
                "Soluzioni",
                "non",
                "Giocatori",
                "Turno",
                "Problemi di scacchi",
            ],
            Language::Norwegian => [
                "Hvit trekker",
                "Svart trekker",
                "matt i {}",
                "Løsninger",
                "ikke",
                "Spillere",
                "Runde",
                "Sjakkoppgaver",
            ],
            Language::Polish => [
                "Białe na posunięciu",
                "Czarne na posunięciu",
                "mat w {}",
                "Rozwiązania",
                "nie",
                "Zawodnicy",
                "Runda",
                "Zadania szachowe",
            ],
            Language::Portuguese => [
                "Brancas jogam",
                "Pretas jogam",
                "mate em {}",
                "Soluções",
                "não",
                "Jogadores",
                "Ronda",
                "Problemas de xadrez",
            ],
            Language::Romanian => [
                "Albul la mutare",
                "Negrul la mutare",
                "mat în {}",
                "Soluții",
                "nu",
                "Jucători",
                "Runda",
                "Probleme de șah",
            ],
            Language::Russian => [
                "Ход белых",
                "Ход чёрных",
                "мат в {} х.",
                "Решения",
                "не",
                "Участники",
                "Тур",
                "Шахматные задачи",
            ],
            Language::Spanish => [
                "Juegan blancas",
                "Juegan negras",
                "mate en {}",
                "Soluciones",
                "no",
                "Jugadores",
                "Ronda",
                "Problemas de ajedrez",
            ],
            Language::Swedish => [
                "Vit vid draget",
                "Svart vid draget",
                "matt i {}",
                "Lösningar",
                "inte",
                "Spelare",
                "Rond",
                "Schackproblem",
            ],
        };
        let [annotated, not_read] = match language {
            Language::English | Language::Figurine | Language::ColouredFigurine => {
                ["Annotated by", "Not read"]
            }
            Language::Czech => ["Komentoval", "Nepřečteno"],
            Language::Danish => ["Kommenteret af", "Ikke læst"],
            Language::Dutch => ["Geannoteerd door", "Niet gelezen"],
            Language::Estonian => ["Kommenteerinud", "Lugemata"],
            Language::Finnish => ["Kommentoinut", "Lukematta"],
            Language::French => ["Commenté par", "Non lu"],
            Language::German => ["Kommentiert von", "Nicht gelesen"],
            Language::Hungarian => ["Jegyzetek –", "Nem olvasható"],
            Language::Icelandic => ["Skýringar eftir", "Ólesið"],
            Language::Italian => ["Commenti di", "Non letto"],
            Language::Norwegian => ["Kommentert av", "Ikke lest"],
            Language::Polish => ["Komentarze –", "Nie odczytano"],
            Language::Portuguese => ["Comentários de", "Não lido"],
            Language::Romanian => ["Comentarii de", "Necitit"],
            Language::Russian => ["Комментарии –", "Не прочитано"],
            Language::Spanish => ["Comentarios de", "No leído"],
            Language::Swedish => ["Kommenterat av", "Inte läst"],
        };
        let to_move = [white, black];
        Phrases {
            after,
            start,
            position,
            games,
            to_move,
            mate,
            solutions,
            avoid,
            players,
            round,
            puzzles,
            annotated,
            not_read,
        }
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
