//! Words with which moves are spelled out, in lower case, in the eighteen languages of chess
//! records and Slovak: pieces, captures, castling, check and mate.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use partie_core::{CastlingSide, Role};

use super::lower_case;

/// Names of the pieces, also declined as for captured pieces.
#[rustfmt::skip]
const PIECES: [(Role, &[&str]); 6] = [
    (Role::King, &[
        "king", "král", "kráľ", "könig", "roi", "rey", "re", "rei", "koning", "konge", "kung",
        "król", "король", "kuningas", "király", "kóngur", "rege", "regele",
    ]),
    (Role::Queen, &[
        "queen", "dáma", "dámu", "dame", "reine", "dama", "damę", "reina", "donna", "regina",
        "rainha", "koningin", "dronning", "dronningen", "dam", "damen", "drottning", "hetman",
        "hetmana", "ферзь", "ферзя", "lipp", "lipu", "kuningatar", "kuningattaren", "daami",
        "daamin", "vezér", "vezért", "drottningu", "damă", "regină",
    ]),
    (Role::Rook, &[
        "rook", "věž", "veža", "vežu", "turm", "tour", "torre", "toren", "tårn", "tårnet", "torn",
        "tornet", "wieża", "wieżę", "ладья", "ладью", "vanker", "vankri", "torni", "tornin",
        "bástya", "bástyát", "hrókur", "hrók", "turn", "turnul",
    ]),
    (Role::Bishop, &[
        "bishop", "střelec", "střelce", "strelec", "strelca", "läufer", "laeufer", "fou", "alfil",
        "alfiere", "bispo", "loper", "raadsheer", "løber", "løberen", "løper", "løperen", "löpare",
        "löparen", "goniec", "gońca", "слон", "слона", "oda", "lähetti", "lähetin", "futó",
        "futót", "biskup", "nebun", "nebunul",
    ]),
    (Role::Knight, &[
        "knight", "jezdec", "jezdce", "kůň", "koně", "jazdec", "jazdca", "kôň", "koňa", "springer",
        "springeren", "pferd", "cavalier", "caballo", "cavallo", "cavalo", "paard", "hest",
        "hesten", "springare", "springaren", "häst", "hästen", "skoczek", "skoczka", "koń",
        "konia", "конь", "коня", "ratsu", "ratsun", "huszár", "huszárt", "riddari", "riddara",
        "cal", "calul",
    ]),
    (Role::Pawn, &[
        "pawn", "pěšec", "pěšce", "pěšák", "pěšáka", "pešiak", "pešiaka", "bauer", "bauern",
        "pion", "peón", "peon", "pedone", "peão", "bonde", "bonden", "pionek", "pionka", "piona",
        "пешка", "пешку", "ettur", "etturi", "sotilas", "sotilaan", "gyalog", "gyalogot", "peð",
        "pionul",
    ]),
];

/// Words for capturing.
#[rustfmt::skip]
const TAKES: [&str; 40] = [
    "x", "×", "takes", "captures", "bere", "berie", "schlägt", "schlaegt", "nimmt", "prend",
    "captura", "toma", "come", "prende", "cattura", "mangia", "slaat", "neemt", "bije", "zbija",
    "bierze", "берёт", "берет", "бьёт", "бьет", "slår", "tager", "tar", "lööb", "võtab", "lyö",
    "syö", "üt", "üti", "leüti", "drepur", "ia", "capturează", "captureert", "tekur",
];

/// Words before the square that a piece goes to.
#[rustfmt::skip]
const TOWARDS: [&str; 20] = [
    "to", "nach", "auf", "à", "en", "a", "in", "su", "para", "em", "naar", "op", "til", "till", "na",
    "на", "pe", "la", "ruudulle", "väljale",
];

/// Words before the square that a piece leaves.
#[rustfmt::skip]
const FROM: [&str; 14] = [
    "from", "z", "ze", "zo", "von", "vom", "de", "da", "dal", "van", "fra", "från", "с", "frá",
];

/// Articles before a piece.
#[rustfmt::skip]
const ARTICLES: [&str; 17] = [
    "the", "der", "die", "den", "le", "la", "el", "il", "lo", "o", "het", "a", "an", "eine",
    "einen", "une", "un",
];

/// Words that say en passant; the last one if there are several.
const EN_PASSANT: [&str; 8] = [
    "passant",
    "vorbeigehen",
    "mimochodem",
    "mimochodom",
    "paso",
    "przelocie",
    "passing",
    "проходе",
];

/// Other words inside a move: for captures, en passant and promotion.
#[rustfmt::skip]
const LINKS: [&str; 24] = [
    "on", "at", "im", "en", "in", "al", "w", "promotes", "promoting", "promotion", "umwandlung",
    "proměna", "becomes", "v", "ve", "на", "wird", "promoción", "promozione", "promoveert", "tot",
    "promocja", "превращение", "в",
];

/// Verbs and nouns for castling.
#[rustfmt::skip]
const CASTLES: [&str; 33] = [
    "castles", "castle", "castling", "rochade", "rochiert", "rošáda", "roque", "roquent",
    "enroque", "enroca", "arrocco", "arrocca", "rokade", "rokeert", "rokerer", "rochaden",
    "rockad", "rockaden", "rockerar", "roszada", "рокировка", "рокируется", "vangerdus",
    "vangerdab", "linnoitus", "linnoittaa", "tornitus", "sánc", "sáncol", "hrókun", "hrókar", "rocada",
    "rocadă",
];

/// Words for castling kingside, before or after the words for castling.
#[rustfmt::skip]
const SHORT: [&str; 37] = [
    "short", "kingside", "king-side", "kurz", "kurze", "klein", "kleine", "petit", "court",
    "corto", "corta", "chico", "breve", "pequeno", "menor", "curto", "korte", "kort", "lille",
    "liten", "krótka", "mała", "krátká", "krátka", "malá", "rövid", "kis", "mică", "mica",
    "scurtă", "короткая", "короткую", "lühike", "lyhyt", "stutt", "kurzen", "k-side",
];

/// Words for castling queenside, before or after the words for castling.
#[rustfmt::skip]
const LONG: [&str; 40] = [
    "long", "queenside", "queen-side", "lang", "lange", "groß", "große", "gross", "grosse",
    "grand", "largo", "larga", "grande", "longo", "lungo", "lunga", "maior", "groot", "grote",
    "stor", "store", "långa", "lång", "długa", "duża", "dlouhá", "velká", "dlhá", "veľká",
    "hosszú", "nagy", "mare", "lungă", "длинная", "длинную", "pikk", "pitkä", "löng", "langt",
    "q-side",
];

/// Names of the king's and the queen's side, after `castles`.
#[rustfmt::skip]
const WINGS: [(CastlingSide, &[&str]); 2] = [
    (CastlingSide::KingSide, &["k", "kr", "ks", "k.r", "king", "king's", "king’s", "kings"]),
    (CastlingSide::QueenSide, &["q", "qr", "qs", "q.r", "queen", "queen's", "queen’s", "queens"]),
];

/// Words between castling and its side.
const BETWEEN: [&str; 7] = ["on", "with", "the", "to", "his", "в", "en"];

/// Words right after the side.
const SIDES: [&str; 5] = ["side", "wing", "rook", "flank", "сторону"];

/// Words after a move that say check, mate or en passant.
#[rustfmt::skip]
const MARKS: [&str; 51] = [
    "ch", "ch.", "mate", "mate.", "e.p.", "e.p", "ep", "ep.", "dis", "dis.", "disc", "disc.",
    "discovered", "dbl", "dbl.", "double", "+", "++", "#", "check", "checkmate", "schach",
    "schachmatt", "matt", "mat", "échec", "šach", "šachmat", "scacco", "matto", "jaque", "xeque",
    "schaak", "schaakmat", "szach", "шах", "мат", "skak", "skakmat", "sjakk", "sjakkmatt",
    "schack", "schackmatt", "sakk", "șah", "shakki", "matti", "tuli", "skák", "skákmát", "mát",
];

/// Words with which a move can begin, for texts that have many others.
static FIRST: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let pieces = PIECES.iter().flat_map(|(_, names)| *names);
    pieces.chain(&ARTICLES).chain(&CASTLES).chain(&SHORT).chain(&LONG).copied().collect()
});

/// Part of castling in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Castling {
    /// A verb or noun for it.
    Castles,
    /// A word for its side: `short`.
    Length(CastlingSide),
    /// A name of the side: `king's`, `KR`.
    Wing(CastlingSide),
    /// A word between castling and its side.
    Between,
    /// A word right after the side.
    Side,
}

/// Returns true if a move in words can begin with a word; words with squares are not included.
pub(crate) fn begins_move(word: &str) -> bool {
    FIRST.contains(word)
}

/// Reads a piece's name.
pub(crate) fn role(word: &str) -> Option<Role> {
    static ROLES: LazyLock<HashMap<&str, Role>> = LazyLock::new(|| {
        let named = PIECES.iter().flat_map(|(role, names)| names.iter().map(|name| (*name, *role)));
        named.collect()
    });
    ROLES.get(word).copied()
}

/// Reads a word of castling.
pub(crate) fn castling(word: &str) -> Option<Castling> {
    static PARTS: LazyLock<HashMap<&str, Castling>> = LazyLock::new(|| {
        let (short, long) = (CastlingSide::KingSide, CastlingSide::QueenSide);
        let wings = WINGS.iter().map(|(side, names)| (*names, Castling::Wing(*side)));
        let mut parts: Vec<(&[&str], Castling)> = vec![
            (&CASTLES, Castling::Castles),
            (&SHORT, Castling::Length(short)),
            (&LONG, Castling::Length(long)),
        ];
        parts.extend(wings);
        parts.extend([(&SIDES[..], Castling::Side), (&BETWEEN[..], Castling::Between)]);
        let mut known = HashMap::new();
        for (words, part) in parts {
            for word in words {
                known.entry(*word).or_insert(part);
            }
        }
        known
    });
    PARTS.get(word).copied()
}

/// Returns true for a word for capturing.
pub(crate) fn is_takes(word: &str) -> bool {
    TAKES.contains(&word)
}

/// Returns true for a word before the square that a piece goes to.
pub(crate) fn is_towards(word: &str) -> bool {
    TOWARDS.contains(&word)
}

/// Returns true for an article.
pub(crate) fn is_article(word: &str) -> bool {
    ARTICLES.contains(&word)
}

/// Returns true for the last word that says en passant.
pub(crate) fn is_en_passant(word: &str) -> bool {
    EN_PASSANT.contains(&word)
}

/// Returns true for another word inside a move.
pub(crate) fn is_link(word: &str) -> bool {
    FROM.contains(&word) || LINKS.contains(&word)
}

/// Returns true for a word after a move that says check, mate or en passant.
pub fn is_mark(word: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| MARKS.into_iter().collect());
    ALL.contains(&*lower_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two pieces share a name.
    #[test]
    fn names_are_unique() {
        let mut all: Vec<_> = PIECES.iter().flat_map(|(_, names)| *names).collect();
        all.extend(&CASTLES);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
