//! Every way a game ends, in the server's words.

use crate::club::Club;
use partie_ics::named_positions::NamedPosition;

/// Adam has White against Boris; Cecil watches what is said about it.
fn game(terms: &str, moves: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    begin(&mut club, terms, moves);
    club
}

fn begin(club: &mut Club, terms: &str, moves: &str) {
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
    }
    club.types("Adam", &format!("match boris {terms} white"));
    club.types("Boris", "accept");
    play(club, moves.split_whitespace());
}

fn play<'m>(club: &mut Club, moves: impl IntoIterator<Item = &'m str>) {
    for (ply, word) in moves.into_iter().enumerate() {
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
}

/// The text sent to both players about the end of their game: the last line of that kind.
#[track_caller]
fn ended(club: &mut Club) -> String {
    let last = |text: String| {
        let text = text.replace("fics% ", "");
        let line = text.lines().rfind(|l| l.starts_with("{Game 1 ") && !l.contains("Creating"));
        line.unwrap_or_default().to_owned()
    };
    let (adams, boriss) = (last(club.read("Adam")), last(club.read("Boris")));
    assert_eq!(adams, boriss);
    assert_eq!(club.ics.games().count(), usize::from(adams.is_empty()));
    adams.strip_prefix("{Game 1 (Adam vs. Boris) ").unwrap_or_default().to_owned()
}

#[test]
fn by_the_moves() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 \
                     Qxc8 Kg6 Qe6";
    for (terms, moves, end) in [
        ("3 0", "f3 e5 g4 Qh4#", "Adam checkmated} 0-1"),
        ("3 0", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "Boris checkmated} 1-0"),
        ("3 0", stalemate, "Game drawn by stalemate} 1/2-1/2"),
        ("3 0", shuffle, ""),
        ("3 0 atomic", "Nf3 a6 Ne5 a5 Nxd7", "Boris's king exploded} 1-0"),
        ("untimed", "f3 e5 g4 Qh4#", "Adam checkmated} 0-1"),
        ("3 0 atomic", "f3 e5 g4 Qh4#", "Adam checkmated} 0-1"),
        ("3 0 zh", "f3 e5 g4 Qh4#", "Adam checkmated} 0-1"),
        // A mated player has won.
        ("3 0 losers", "f3 e5 g4 Qh4#", "Adam checkmated} 1-0"),
        (
            "3 0 endings krk",
            "Ra7 Kf8 Ke2 Kg8 Ke3 Kf8 Ke4 Kg8 Ke5 Kf8 Ke6 Kg8 Kf6 Kh8 Kg6 Kg8 Ra8#",
            "Boris checkmated} 1-0",
        ),
        ("3 0 zh", "e4 d5 exd5 Qxd5 Nc3 Qd8 d4 c6 Nf3 Nf6 Bd3 e6 O-O Bd6", ""),
    ] {
        let mut club = game(terms, moves);
        assert_eq!(ended(&mut club), end, "{moves}");
    }
    let mut club = game("3 0", shuffle);
    club.types("Boris", "draw");
    assert_eq!(ended(&mut club), "Game drawn by repetition} 1/2-1/2");
}

#[test]
fn by_what_is_left() {
    let (moves, _) = crate::playout::until_bare_kings();
    let mut club = game("untimed", "");
    play(&mut club, moves.iter().map(String::as_str));
    assert_eq!(ended(&mut club), "Neither player has mating material} 1/2-1/2");

    let (moves, winner) = crate::playout::suicide();
    let mut club = game("untimed suicide", "");
    play(&mut club, moves.iter().map(String::as_str));
    assert_eq!(ended(&mut club), format!("{winner}"));
}

/// Stalemate in suicide: fewer pieces win, as many are a draw. Bishops that never meet are a draw,
/// too.
#[test]
fn by_stalemate_in_suicide() {
    for (moves, end) in [
        (
            "Nc3 b5 Nxb5 Na6 Nxc7 Nxc7 e4 Nb5 Bxb5 Ba6 Bxa6 d5 exd5 Qxd5 Qe2 Qxd2 Qxe7 Qxc1 \
             Qxe8 Qxe1 Rxe1 Rxe8 Rxe8 g5 Rxf8 Nf6 Rxh8 h6 Rxh6 g4 Rxf6 g3 fxg3",
            "Boris wins by having less material (stalemate)} 0-1",
        ),
        (
            "e3 Nh6 b4 c5 bxc5 d6 cxd6 exd6 Qh5 Qb6 Qxf7 Qxb1 Qxg7 Qxa2 Qxh8 Qxc2 Rxa7 Qxc1 \
             Rxa8 Qxe1 Rxb8 Qxf1 Rxb7 Qxf2 Qxh7 Qxg2 Qxh6 Bxb7 Qxf8 Kxf8 h3 Qxg1 Rxg1 Bc8 Ra1 \
             Bxh3 Ra6 Bf1 Rxd6 Bh3 e4 Kg8 d3 Bg2 e5 Be4 dxe4 Kf7 Re6 Kxe6",
            "Boris wins by having less material (stalemate)} 0-1",
        ),
        (
            "d4 c5 dxc5 d5 cxd6 exd6 Qxd6 Bxd6 Bd2 Bxh2 Rxh2 Qxd2 Rxh7 Qxe1 Rxg7 Qxf2 Rxg8 \
             Qxg2 Rxh8 Qxe2 Bxe2 f5 Rxe8 Na6 Bxa6 bxa6 Rxc8 Rxc8 a4 Rxc2 Nf3 Rxb2 Ra3 Rxb1 a5 \
             Rb5 Ra1 Rxa5 Rxa5 f4 Rxa6",
            "Game drawn by stalemate (equal material)} 1/2-1/2",
        ),
        (
            "b4 Nh6 Bb2 a5 bxa5 Rxa5 Bxg7 Bxg7 c4 Rxa2 Rxa2 d5 cxd5 Qxd5 f3 Qxf3 Nxf3 Bd7 e4 \
             Nf5 exf5 Bxf5 Nd4 Bxb1 Qxb1 Bxd4 Qxb7 Rg8 Qxc7 Rxg2 Qxb8 Rxd2 Rxd2 Be3 Qxe8 Bxd2 \
             Qxf7 Bxe1 Qxh7 Bh4 Qxe7 Bxe7 Bc4 Bc5 Rg1 Bxg1 Ba6 Bxh2",
            "Game drawn by stalemate (opposite color bishops)} 1/2-1/2",
        ),
    ] {
        let mut club = game("untimed suicide", moves);
        assert_eq!(ended(&mut club), end, "{moves}");
    }
}

/// The 50-move rule must be claimed by either player.
#[test]
fn by_fifty_moves() {
    let board = "endings kbbk".parse::<NamedPosition>().expect("a board");
    let moves = crate::playout::fifty_moves(&board.position());
    for who in ["Adam", "Boris"] {
        let mut club = game("untimed endings kbbk", "");
        let (last, before) = moves.split_last().expect("a hundred");
        play(&mut club, before.iter().map(String::as_str));
        club.hears(who, "draw", "Draw request sent.");
        club.types(who, "withdraw");
        club.types("Boris", last);
        assert_eq!(ended(&mut club), "", "nothing ends by itself");
        club.types(who, "draw");
        assert_eq!(ended(&mut club), "Game drawn by the 50 move rule} 1/2-1/2");
    }
}

/// An opponent out of time can be spared by `abort`, as by `courtesyabort`.
#[test]
fn by_courtesy() {
    for words in ["abort", "courtesyabort"] {
        let mut club = game("1 0", "e4 e5 Nf3");
        club.types("Adam", "set autoflag 0");
        club.wait(60_001);
        club.types("Adam", words);
        assert_eq!(ended(&mut club), "Game courtesyaborted by Adam} *", "{words}");
    }
    // The player who is late asks.
    let mut club = game("1 0", "e4 e5 Nf3");
    club.types("Adam", "set autoflag 0");
    club.wait(60_001);
    club.hears("Boris", "abort", "Abort request sent.");
}

#[test]
fn by_words() {
    for (moves, who, words, end) in [
        ("", "Adam", "resign", "Adam resigns} 0-1"),
        ("e4 e5", "Boris", "resign", "Boris resigns} 1-0"),
        ("e4 e5", "Adam draw, Boris draw", "", "Game drawn by mutual agreement} 1/2-1/2"),
        ("e4 e5", "Adam abort, Boris abort", "", "Game aborted by mutual agreement} *"),
        ("e4 e5", "Adam abort, Boris accept", "", "Game aborted by mutual agreement} *"),
        ("e4", "Boris", "abort", "Game aborted on move 1} *"),
        ("e4 e5", "Boris", "courtesyabort", ""),
    ] {
        let mut club = game("3 0", moves);
        if words.is_empty() {
            for said in who.split(", ") {
                let (who, words) = said.split_once(' ').expect("a name and words");
                club.types(who, words);
            }
        } else {
            club.types(who, words);
        }
        assert_eq!(ended(&mut club), end, "{who}: {words}");
    }
}

#[test]
fn guests_play_for_nothing() {
    let mut club = game("3 0", "e4 e5");
    club.hears(
        "Boris",
        "resign",
        "{Game 1 (Adam vs. Boris) Boris resigns} 1-0\nNo ratings adjustment done.",
    );
    club.received("Adam", "\nNo ratings adjustment done.\n");
    assert!(club.stored.iter().any(|c| matches!(c, partie_ics::Change::Finished(_))));
}

#[test]
fn a_rated_game_changes_ratings() {
    let mut club = Club::new();
    club.members(["Adam", "Boris"]);
    begin(&mut club, "3 0 rated", "e4 e5");
    club.hears(
        "Boris",
        "resign",
        "{Game 1 (Adam vs. Boris) Boris resigns} 1-0\nBlitz rating adjustment: 0 --> 1558.",
    );
    club.received("Adam", "\nBlitz rating adjustment: 0 --> 1882.\n");
    let kept: Vec<&str> = club
        .stored
        .iter()
        .filter_map(|c| match c {
            partie_ics::Change::Account(account) => Some(account.handle.as_str()),
            _ => None,
        })
        .collect();
    assert!(kept.ends_with(&["Adam", "Boris"]), "{kept:?}");
    // The next game shows the current ratings; a game without a result changes nothing.
    club.types("Boris", "match adam 3 0 rated white");
    club.types("Adam", "accept");
    club.received("Adam", "Creating: Boris (1558P) Adam (1882P) rated blitz 3 0\n");
    club.hears(
        "Adam",
        "abort",
        "{Game 1 (Boris vs. Adam) Game aborted on move 1} *\nNo ratings adjustment done.",
    );
}
