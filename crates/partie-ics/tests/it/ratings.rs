//! Commands about ratings.

use crate::club::Club;

/// Ann, Boris, Cecil and the program Deep, with ratings.
fn rated() -> Club {
    let mut club = Club::new();
    club.members(["Ann", "Boris", "Cecil", "Deep"]);
    for line in [
        "+computer deep",
        "asetrating ann blitz 1900 50 10 2 3",
        "asetrating ann wild 1500 40",
        "asetrating boris blitz 1900 60",
        "asetrating cecil blitz 1700 30",
        "asetrating cecil standard 1600 120",
        "asetrating deep blitz 2500 30 100 0 0",
    ] {
        assert!(club.owner(line).0, "{line}");
    }
    for name in ["Ann", "Boris", "Cecil", "Deep"] {
        club.read(name);
    }
    club
}

#[test]
fn what_a_game_would_change() {
    let mut club = rated();
    club.guests(["Adam"]);
    for (typed, answer) in [
        ("assess", "You are not playing a game; say against whom you would play: assess player."),
        ("assess nosuch", "There is no player matching the name nosuch."),
        ("assess ann", "You can't play against yourself."),
        ("assess adam", "Adam is not registered and has no ratings."),
        ("assess 7", "There is no game 7 that is played."),
        ("assess boris /q", "\"q\" are not letters of categories (b s l w B z S L x)."),
        ("assess a b c", "Usage: assess [game|player [player]] [/categories]"),
        (
            "assess boris /b",
            "                      Blitz\n              Ann              Boris\n         \
             (1900 RD 50.0)    (1900 RD 60.0)\n   Win:        8                -10\n  Draw:        \
             0                 0\n  Loss:        -8                10\n\
             New RD:       49.5              59.1",
        ),
    ] {
        club.hears("Ann", typed, answer);
    }
    let all = club.answer("Adam", "assess cecil deep");
    assert_eq!(all.matches("New RD:").count(), 5, "{all}");
    assert!(all.contains("(---- RD 350.0)"), "{all}");

    club.types("Ann", "match boris 5 0 rated white");
    club.types("Boris", "accept");
    let mine = club.answer("Boris", "assess");
    let names = mine.lines().nth(1).unwrap_or_default().split_ascii_whitespace();
    assert_eq!(names.collect::<Vec<_>>(), ["Boris", "Ann"], "{mine}");
    assert_eq!(mine, club.answer("Cecil", "assess boris ann /b"));
    assert!(club.answer("Cecil", "assess 1").contains("Ann              Boris"));
}

#[test]
fn the_ratings_of_a_player() {
    let mut club = rated();
    club.guests(["Adam"]);
    club.hears(
        "Boris",
        "statistics ann",
        "Statistics for Ann:\n\n               rating     RD     win    loss    draw   total   best\n\
         Blitz            1900   50.0      10       2       3      15\n\
         Wild             1500   40.0       0       0       0       0",
    );
    club.hears("Adam", "statistics", "Statistics for Adam(U):\n\nAdam is NOT a registered player.");
    club.members(["Dora"]);
    club.hears("Adam", "stat dora", "Statistics for Dora:\n\nDora has not played any rated games.");
}

#[test]
fn the_best() {
    let mut club = rated();
    for (typed, answer) in [
        (
            "best",
            "     Blitz                    Standard                 Lightning\n\n  1. Deep           2500\n  2. Ann            1900\n  2. Boris          1900\n  4. Cecil          1700",
        ),
        (
            "hbest b",
            "     Blitz\n\n  1. Ann            1900\n  1. Boris          1900\n  3. Cecil          1700",
        ),
        ("cbest b", "     Blitz\n\n  1. Deep           2500"),
        (
            "best wb",
            "     Blitz                    Wild\n\n  1. Deep           2500   1. Ann            1500\n  2. Ann            1900\n  2. Boris          1900\n  4. Cecil          1700",
        ),
        ("best u", "\"u\" are not letters of categories (b s l w B z S L x)."),
    ] {
        let heard = club.answer("Ann", typed);
        assert_eq!(heard.trim_start_matches('\n'), answer.trim_start_matches('\n'), "{typed}");
    }
    assert_eq!(club.answer("Ann", "worst b"), club.answer("Ann", "best b"));
}

#[test]
fn where_somebody_stands() {
    let mut club = rated();
    club.guests(["Adam"]);
    for (typed, answer) in [
        (
            "rank cecil b",
            "     Blitz\n\n  1. Deep           2500\n  2. Ann            1900\n  2. Boris          1900\n  4. Cecil          1700",
        ),
        // Players with an uncertain rating stand in their place without a rank.
        ("rank cecil s", "     Standard\n\n     Cecil          1600"),
        ("rank ann s", "     Standard"),
        ("rank 2-3 b", "     Blitz\n\n  2. Ann            1900\n  2. Boris          1900"),
        ("rank 9-12 b", "     Blitz"),
        ("rank 3-2 b", "\"3-2\" is not a range of ranks such as 1-20."),
        (
            "hrank deep b",
            "     Blitz\n\n     Deep           2500\n  1. Ann            1900\n  1. Boris          1900\n  3. Cecil          1700",
        ),
        ("crank 2500 b", "     Blitz\n\n  1. Deep           2500"),
        ("rank adam", "Adam is not registered and has no ratings."),
        ("uscf", "uscf: This command is obsolete."),
    ] {
        let heard = club.answer("Ann", typed);
        assert_eq!(heard.trim_start_matches('\n'), answer, "{typed}");
    }
    club.types("Ann", "iset block 1");
    club.read("Ann");
    club.types("Ann", "3 uscf");
    club.received("Ann", "\u{15}3\u{16}516\u{16}uscf: This command is obsolete.");
}

/// Players who have not played for long are not ranked any more.
#[test]
fn certainty_fades() {
    let mut club = Club::new();
    club.members(["Ann"]);
    assert!(club.owner("asetrating ann blitz 1900 80").0);
    club.hears("Ann", "best b", "     Blitz\n\n  1. Ann            1900");
    club.wait(30 * 60 * 1000);
    club.hears("Ann", "best b", "     Blitz");
}
