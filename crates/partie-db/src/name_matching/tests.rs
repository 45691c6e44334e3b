//! Lists of names, and the players that a reader would recognise.

use super::*;

/// Returns the suggestions for a list of `games name` lines: the suggestion, then its other
/// spellings; and `?` before undecided ones.
fn suggested(field: Field, level: Confidence, list: &str) -> String {
    let mut census = Census::new(field);
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (games, name) = line.split_once(' ').expect("a number and a name");
        for _ in 0..games.parse().expect("a number") {
            census.count(name, None, None);
        }
    }
    let (groups, open) = clusters(&census, level);
    let mut lines = String::new();
    for group in groups {
        let others = group.members.iter().map(|m| m.spelling.text.as_str());
        let others: Vec<_> = others.filter(|text| *text != group.suggestion).collect();
        lines += &format!("{} = {}\n", group.suggestion, others.join(" = "));
    }
    for open in open {
        lines += &format!("? {} = {}\n", open.spelling.text, open.candidates.join(" | "));
    }
    lines
}

const PLAYERS: &str = "
    118 Kasparov
    5 Kasparov, Garry
    20 Kasparov,G
    2 Garri Kasparow
    1 GM KASPAROV, Garry
    3 Kasparova, G
    27 Polgar, Judit
    9 Polgar, Sofia
    4 Polgar, J
    2 Polgár, Judit
    20 Lasker, Edward
    30 Lasker, Emanuel
    7 Lasker,E
    6 Byrne, Donald
    8 Byrne, Robert
    2 Byrne
    1 Byrne, Robert Jr.
    3 Korchnoi, Viktor
    2 Kortschnoj, Victor
    1 Korchnoi, V.
    40 DrNykterstein
    1 drnykterstein
    3 Bondarevsky, Igor
    1 Bondaresvky, Igor";

#[test]
fn players() {
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Likely, PLAYERS), @"
    DrNykterstein = drnykterstein
    Polgar, Judit = Polgar, J = Polgár, Judit
    Kasparov, Garry = Kasparov,G = Garri Kasparow = GM KASPAROV, Garry
    Korchnoi, Viktor = Kortschnoj, Victor = Korchnoi, V.
    Bondarevsky, Igor = Bondaresvky, Igor
    ? Lasker,E = Lasker, Edward | Lasker, Emanuel
    ");
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Certain, PLAYERS), @"
    DrNykterstein = drnykterstein
    Polgar, Judit = Polgár, Judit
    Kasparov, G = Kasparov,G
    Lasker, E = Lasker,E
    Kasparov, Garry = GM KASPAROV, Garry
    ");
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Possible, PLAYERS), @"
    Kasparov, Garry = Kasparov = Kasparov,G = Garri Kasparow = GM KASPAROV, Garry
    DrNykterstein = drnykterstein
    Polgar, Judit = Polgar, J = Polgár, Judit
    Korchnoi, Viktor = Kortschnoj, Victor = Korchnoi, V.
    Bondarevsky, Igor = Bondaresvky, Igor
    ? Lasker,E = Lasker, Edward | Lasker, Emanuel
    ? Byrne = Byrne, Donald | Byrne, Robert
    ");
}

#[test]
fn latin_letters_are_preferred() {
    let list = "
        1 Каспаров, Гарри
        1 Kasparov, Garry
        1 Garri Kasparov
        1 Kasparow, G.
        9 Карпов, Анатолий
        1 Anatoly Karpov
        3 Карякин, Сергей
        2 Karjakin, S.";
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Likely, list), @"
    Karpov, Anatoly = Anatoly Karpov = Карпов, Анатолий
    Карякин, Сергей = Karjakin, S.
    Kasparov, Garry = Garri Kasparov = Kasparow, G. = Каспаров, Гарри
    ");
}

#[test]
fn names_have_one_form() {
    let list = "
        9 Carlsen, Sigrun
        2 Magnus Carlsen
        2 Svidler,Peter
        1 P. Leko
        3 Viswanathan Anand
        4 Thomas, Ulf
        1 Thomas Carlsen";
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Likely, list), @"
    Carlsen, Magnus = Magnus Carlsen
    Svidler, Peter = Svidler,Peter
    Leko, P. = P. Leko
    ");
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Certain, list), @"Svidler, Peter = Svidler,Peter");
    // Where most names have the other order, none is turned.
    let list = "
        9 Carlsen,Sigrun
        2 Svidler, Peter
        2 Magnus Carlsen
        20 Peter Leko";
    insta::assert_snapshot!(suggested(Field::Player, Confidence::Likely, list), @"Svidler,Peter = Svidler, Peter");
}

#[test]
fn places() {
    let list = "
        8 St.Petersburg
        3 St. Petersburg
        3 GRONINGEN
        3 Groningen
        2 Dortmund
        9 Dortmund GER
        4 London ENG
        5 London CAN
        2 London
        2 Göteborg
        1 Goteborg
        1 https://lichess.org/AgGY4epk
        1 https://lichess.org/aggy4epk";
    insta::assert_snapshot!(suggested(Field::Site, Confidence::Likely, list), @"
    St.Petersburg = St. Petersburg
    Groningen = GRONINGEN
    Göteborg = Goteborg
    ");
}

/// Names meet only a few others, however many there are.
#[test]
fn not_every_name_is_compared_with_every_other() {
    let mut census = Census::new(Field::Player);
    let syllables = ["ka", "spa", "rov", "mi", "len", "ko", "ber", "ta", "sky", "dor"];
    let word = |n: usize, length: u32| {
        (0..length).map(|at| syllables[n / 10_usize.pow(at) % 10]).collect::<String>()
    };
    let names = 10_000;
    for n in 0..names {
        census.count(&format!("{}, {}", word(n, 4), word(n / 7, 3)), None, None);
    }
    let pairs = cluster::candidates(&census, &cluster::forms(&census)).len();
    assert!((1..names * 20).contains(&pairs), "{pairs} pairs");
}

#[test]
fn an_initial_joins_the_only_name_that_fits() {
    let suggested = |players: &[(&str, u16)]| {
        let mut census = Census::new(Field::Player);
        for (name, year) in players {
            census.count(name, Some(*year), None);
        }
        let (groups, open) = clusters(&census, Confidence::Likely);
        let groups = groups.into_iter().map(|group| {
            let mut names: Vec<_> = group.members.into_iter().map(|m| m.spelling.text).collect();
            names.sort();
            names.join(" = ")
        });
        let open = open.into_iter().map(|open| format!("? {}", open.spelling.text));
        groups.chain(open).collect::<Vec<_>>()
    };
    // However many years are between the games.
    let late = [("Andersson, U", 1979), ("Andersson, Ulf", 2003)];
    assert_eq!(suggested(&late), ["Andersson, U = Andersson, Ulf"]);
    // The one of the same years, if there are two; none, if both are as far away.
    let nearer = [("Smith, J", 2001), ("Smith, John", 1950), ("Smith, James", 2003)];
    assert_eq!(suggested(&nearer), ["Smith, J = Smith, James"]);
    let both = [("Smith, J", 2001), ("Smith, John", 1950), ("Smith, James", 1951)];
    assert_eq!(suggested(&both), ["? Smith, J"]);
}
