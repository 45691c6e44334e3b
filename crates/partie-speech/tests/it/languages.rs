//! Speech in Spanish, Italian, Dutch, Polish and Russian, as tables.

use partie_core::{
    Color, Nag, Outcome, Ply, Position, Termination,
    annotation::{Eval, Score},
    moves::uci,
    time::ClockTime,
};
use partie_formats::fen;
use partie_speech::{Speech, SpeechLanguage};

const LANGUAGES: [SpeechLanguage; 5] = [
    SpeechLanguage::Spanish,
    SpeechLanguage::Italian,
    SpeechLanguage::Dutch,
    SpeechLanguage::Polish,
    SpeechLanguage::Russian,
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 12";
const TAKING: &str = "4k3/8/2p1p3/r2q1b1n/2P1P3/5N2/8/7K w - - 0 1";
const TAKERS: &str = "k2r4/6P1/4p3/8/3Q1n2/2B3N1/1R6/4K3 w - - 0 1";
const HOUSE: &str = "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1";

/// FEN, move, and the words for it.
const MOVES: &[(&str, &str, [&str; 5])] = &[
    (
        START,
        "e2e4",
        [
            "peón de e2 a e4",
            "pedone da e2 in e4",
            "pion van e2 naar e4",
            "pion z e2 na e4",
            "пешка с e2 на e4",
        ],
    ),
    (
        START,
        "g1f3",
        [
            "caballo de g1 a f3",
            "cavallo da g1 in f3",
            "paard van g1 naar f3",
            "skoczek z g1 na f3",
            "конь с g1 на f3",
        ],
    ),
    // Everything that can be taken, in its case.
    (
        TAKING,
        "e4f5",
        [
            "peón de e4 captura alfil en f5",
            "pedone da e4 cattura alfiere in f5",
            "pion van e4 slaat loper op f5",
            "pion z e4 bije gońca na f5",
            "пешка с e4 берёт слона на f5",
        ],
    ),
    (
        TAKING,
        "c4d5",
        [
            "peón de c4 captura dama en d5",
            "pedone da c4 cattura donna in d5",
            "pion van c4 slaat dame op d5",
            "pion z c4 bije hetmana na d5",
            "пешка с c4 берёт ферзя на d5",
        ],
    ),
    (
        TAKERS,
        "d4d8",
        [
            "dama de d4 captura torre en d8, jaque",
            "donna da d4 cattura torre in d8, scacco",
            "dame van d4 slaat toren op d8, schaak",
            "hetman z d4 bije wieżę na d8, szach",
            "ферзь с d4 берёт ладью на d8, шах",
        ],
    ),
    (
        TAKERS,
        "d4f4",
        [
            "dama de d4 captura caballo en f4",
            "donna da d4 cattura cavallo in f4",
            "dame van d4 slaat paard op f4",
            "hetman z d4 bije skoczka na f4",
            "ферзь с d4 берёт коня на f4",
        ],
    ),
    (
        "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1",
        "f3e5",
        [
            "caballo de f3 captura peón en e5",
            "cavallo da f3 cattura pedone in e5",
            "paard van f3 slaat pion op e5",
            "skoczek z f3 bije piona na e5",
            "конь с f3 берёт пешку на e5",
        ],
    ),
    (
        CASTLING,
        "e8g8",
        ["enroque corto", "arrocco corto", "korte rokade", "krótka roszada", "короткая рокировка"],
    ),
    (
        CASTLING,
        "e8c8",
        ["enroque largo", "arrocco lungo", "lange rokade", "długa roszada", "длинная рокировка"],
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "e5d6",
        [
            "peón de e5 captura al paso en d6",
            "pedone da e5 cattura en passant in d6",
            "pion van e5 slaat en passant op d6",
            "pion z e5 bije w przelocie na d6",
            "пешка с e5 берёт на проходе на d6",
        ],
    ),
    (
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7b8r",
        [
            "peón de a7 captura caballo en b8, promoción a torre, jaque",
            "pedone da a7 cattura cavallo in b8, promozione a torre, scacco",
            "pion van a7 slaat paard op b8, promoveert tot toren, schaak",
            "pion z a7 bije skoczka na b8, promocja na wieżę, szach",
            "пешка с a7 берёт коня на b8, превращение в ладью, шах",
        ],
    ),
    (
        "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1",
        "e4f6",
        [
            "caballo de e4 a f6, jaque doble",
            "cavallo da e4 in f6, scacco doppio",
            "paard van e4 naar f6, dubbelschaak",
            "skoczek z e4 na f6, podwójny szach",
            "конь с e4 на f6, двойной шах",
        ],
    ),
    (
        "4k3/8/4K3/8/8/8/8/7R w - - 0 1",
        "h1h8",
        [
            "torre de h1 a h8, jaque mate",
            "torre da h1 in h8, scacco matto",
            "toren van h1 naar h8, mat",
            "wieża z h1 na h8, mat",
            "ладья с h1 на h8, мат",
        ],
    ),
    (
        "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1",
        "g2g6",
        [
            "dama de g2 a g6, ahogado",
            "donna da g2 in g6, stallo",
            "dame van g2 naar g6, pat",
            "hetman z g2 na g6, pat",
            "ферзь с g2 на g6, пат",
        ],
    ),
    (
        HOUSE,
        "N@f3",
        [
            "coloca un caballo en f3",
            "piazza un cavallo in f3",
            "plaatst een paard op f3",
            "wstawienie skoczka na f3",
            "конь ставится на f3",
        ],
    ),
    (START, "0000", ["jugada nula", "passa", "past", "pusty ruch", "пропуск хода"]),
];

fn position(fen: &str) -> Position {
    fen::parse_position(fen, None).value
}

fn ply(position: &Position, text: &str) -> Ply {
    uci::read(position, text).expect(text).ply
}

/// Compares what is said in each language.
fn compare(what: &str, said: impl Fn(Speech) -> String, wanted: [&str; 5]) {
    for (language, wanted) in LANGUAGES.into_iter().zip(wanted) {
        assert_eq!(said(Speech::new(language)), wanted, "{what}, {language:?}");
    }
}

#[test]
fn every_kind_of_move() {
    for (fen, text, wanted) in MOVES {
        let position = position(fen);
        let ply = ply(&position, text);
        compare(text, |speech| speech.ply(&position, ply), *wanted);
    }
    let position = position(CASTLING);
    let ply = ply(&position, "e8g8");
    compare(
        "a number",
        |speech| speech.move_sentence(&position, ply),
        [
            "Jugada 12, negras: enroque corto.",
            "Mossa 12, Nero: arrocco corto.",
            "Zet 12, zwart: korte rokade.",
            "Posunięcie 12, czarne: krótka roszada.",
            "Ход 12, чёрные: короткая рокировка.",
        ],
    );
}

#[test]
fn positions() {
    let placed = position("r3k2r/pp6/8/3pP3/8/8/PPP5/R3K1NR w KQkq d6 0 20");
    compare(
        "a position",
        |speech| speech.position(&placed).join("\n"),
        [
            "Blancas: rey e1, torres a1 y h1, caballo g1, peones a2, b2, c2 y e5.\n\
             Negras: rey e8, torres a8 y h8, peones a7, b7 y d5.\n\
             Juegan las blancas.\n\
             Las blancas pueden enrocar corto y largo.\n\
             Las negras pueden enrocar corto y largo.\n\
             Es posible capturar al paso en d6.",
            "Bianco: re e1, torri a1 e h1, cavallo g1, pedoni a2, b2, c2 ed e5.\n\
             Nero: re e8, torri a8 e h8, pedoni a7, b7 e d5.\n\
             Muove il Bianco.\n\
             Il Bianco può arroccare corto e lungo.\n\
             Il Nero può arroccare corto e lungo.\n\
             È possibile la presa en passant in d6.",
            "Wit: koning e1, torens a1 en h1, paard g1, pionnen a2, b2, c2 en e5.\n\
             Zwart: koning e8, torens a8 en h8, pionnen a7, b7 en d5.\n\
             Wit aan zet.\n\
             Wit mag kort en lang rokeren.\n\
             Zwart mag kort en lang rokeren.\n\
             En passant slaan is mogelijk op d6.",
            "Białe: król e1, wieże a1 i h1, skoczek g1, piony a2, b2, c2 i e5.\n\
             Czarne: król e8, wieże a8 i h8, piony a7, b7 i d5.\n\
             Białe na posunięciu.\n\
             Białe mogą wykonać obie roszady.\n\
             Czarne mogą wykonać obie roszady.\n\
             Możliwe bicie w przelocie na d6.",
            "Белые: король e1, ладьи a1 и h1, конь g1, пешки a2, b2, c2 и e5.\n\
             Чёрные: король e8, ладьи a8 и h8, пешки a7, b7 и d5.\n\
             Ход белых.\n\
             Белые могут рокировать в обе стороны.\n\
             Чёрные могут рокировать в обе стороны.\n\
             Возможно взятие на проходе на d6.",
        ],
    );
    let last = |fen: &str, speech: Speech| speech.position(&position(fen)).pop().expect("words");
    compare(
        "mate",
        |speech| last("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", speech),
        [
            "Las negras han recibido mate.",
            "Il Nero ha subito scacco matto.",
            "Zwart staat mat.",
            "Czarne dostały mata.",
            "Чёрные получили мат.",
        ],
    );
    compare(
        "check",
        |speech| last("R3k3/8/8/4K3/8/8/8/8 b - - 0 1", speech),
        [
            "Las negras están en jaque.",
            "Il Nero è sotto scacco.",
            "Zwart staat schaak.",
            "Czarne są w szachu.",
            "Чёрные под шахом.",
        ],
    );
}

/// Slavic languages count one, two to four, and five and more.
#[test]
fn counts() {
    let house = position("4k3/8/8/8/8/8/8/4K3[QRRPPPPPn] w - - 0 1");
    compare(
        "pieces in hand",
        |speech| speech.position(&house)[2].clone(),
        [
            "Blancas en mano: 1 dama, 2 torres, 5 peones.",
            "Bianco in mano: 1 donna, 2 torri, 5 pedoni.",
            "Wit in de hand: 1 dame, 2 torens, 5 pionnen.",
            "Białe mają w ręce: 1 hetman, 2 wieże, 5 pionów.",
            "У белых в руке: 1 ферзь, 2 ладьи, 5 пешек.",
        ],
    );
    for (ms, wanted) in [
        (
            3_723_000,
            [
                "1 hora 2 minutos 3 segundos",
                "1 ora 2 minuti 3 secondi",
                "1 uur 2 minuten 3 seconden",
                "1 godzina 2 minuty 3 sekundy",
                "1 час 2 минуты 3 секунды",
            ],
        ),
        (
            1_281_000,
            [
                "21 minutos 21 segundos",
                "21 minuti 21 secondi",
                "21 minuten 21 seconden",
                "21 minut 21 sekund",
                "21 минута 21 секунда",
            ],
        ),
        (7_350, ["7,3 segundos", "7,3 secondi", "7,3 seconden", "7,3 sekundy", "7,3 секунды"]),
        (
            -60_000,
            ["menos 1 minuto", "meno 1 minuto", "min 1 minuut", "minus 1 minuta", "минус 1 минута"],
        ),
    ] {
        compare("a time", |speech| speech.duration(ClockTime(ms)), wanted);
    }
    for (moves, wanted) in [
        (
            1,
            [
                "evaluación: las blancas dan mate en 1",
                "valutazione: il Bianco dà matto in 1",
                "waardering: wit geeft mat in 1",
                "ocena: białe dają mata w 1 posunięciu",
                "оценка: белые ставят мат в 1 ход",
            ],
        ),
        (
            -3,
            [
                "evaluación: las negras dan mate en 3",
                "valutazione: il Nero dà matto in 3",
                "waardering: zwart geeft mat in 3",
                "ocena: czarne dają mata w 3 posunięciach",
                "оценка: чёрные ставят мат в 3 хода",
            ],
        ),
    ] {
        let eval = Eval { score: Score::Mate(moves), depth: None };
        compare("a mate", |speech| speech.evaluation(eval), wanted);
    }
    for (pawns, wanted) in [
        (
            -135,
            [
                "evaluación: menos 1,35",
                "valutazione: meno 1,35",
                "waardering: min 1,35",
                "ocena: minus 1,35",
                "оценка: минус 1,35",
            ],
        ),
        (
            40,
            [
                "evaluación: más 0,40",
                "valutazione: più 0,40",
                "waardering: plus 0,40",
                "ocena: plus 0,40",
                "оценка: плюс 0,40",
            ],
        ),
    ] {
        let eval = Eval { score: Score::Centipawns(pawns), depth: None };
        compare("pawns", |speech| speech.evaluation(eval), wanted);
    }
}

#[test]
fn dates_and_signs() {
    for (date, wanted) in [
        (
            "2024.01.05",
            [
                "5 de enero de 2024",
                "5 gennaio 2024",
                "5 januari 2024",
                "5 stycznia 2024",
                "5 января 2024 года",
            ],
        ),
        (
            "1908.08.01",
            [
                "1 de agosto de 1908",
                "1º agosto 1908",
                "1 augustus 1908",
                "1 sierpnia 1908",
                "1 августа 1908 года",
            ],
        ),
        (
            "1851.06.??",
            ["junio de 1851", "giugno 1851", "juni 1851", "czerwiec 1851", "июнь 1851 года"],
        ),
        ("1851.??.??", ["1851"; 5]),
    ] {
        compare(date, |speech| speech.date(date.parse().expect(date)), wanted);
    }
    let sign = |speech: Speech| speech.nag(Nag(14)).expect("a meaning").to_owned();
    compare(
        "a sign",
        sign,
        [
            "las blancas están algo mejor",
            "il Bianco sta leggermente meglio",
            "wit staat iets beter",
            "białe stoją nieco lepiej",
            "у белых чуть лучше",
        ],
    );
}

#[test]
fn results() {
    let white = Outcome::Win(Color::White);
    for (outcome, reason, wanted) in [
        (
            white,
            Some(Termination::Resignation),
            [
                "Las blancas ganan: las negras han abandonado.",
                "Il Bianco vince: il Nero ha abbandonato.",
                "Wit wint: zwart heeft opgegeven.",
                "Białe wygrywają: czarne poddały się.",
                "Белые выиграли: чёрные сдались.",
            ],
        ),
        (
            white,
            Some(Termination::TimeForfeit),
            [
                "Las blancas ganan: las negras han perdido por tiempo.",
                "Il Bianco vince: il Nero ha perso per il tempo.",
                "Wit wint: zwart heeft de tijd overschreden.",
                "Białe wygrywają: czarne przekroczyły czas.",
                "Белые выиграли: чёрные просрочили время.",
            ],
        ),
        (
            Outcome::Draw,
            Some(Termination::Agreement),
            [
                "Tablas: por acuerdo.",
                "Patta: per accordo.",
                "Remise: in overleg.",
                "Remis: za zgodą stron.",
                "Ничья: по соглашению.",
            ],
        ),
        (
            Outcome::Unknown,
            None,
            [
                "Sin resultado.",
                "Nessun risultato.",
                "Geen uitslag.",
                "Brak wyniku.",
                "Без результата.",
            ],
        ),
    ] {
        compare("a result", |speech| speech.result(outcome, reason.as_ref()), wanted);
    }
}
