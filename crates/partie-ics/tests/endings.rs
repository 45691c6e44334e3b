//! Every way a game ends, in the server's words.

mod club;
mod playout;

use club::Club;

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

/// What both are told about the end of their game: the last line of that kind.
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
    let (moves, _) = playout::until_bare_kings();
    let mut club = game("untimed", "");
    play(&mut club, moves.iter().map(String::as_str));
    assert_eq!(ended(&mut club), "Neither player has mating material} 1/2-1/2");

    let (moves, winner) = playout::suicide();
    let mut club = game("untimed suicide", "");
    play(&mut club, moves.iter().map(String::as_str));
    assert_eq!(ended(&mut club), format!("{winner}"));
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
    club.was_told("Adam", "\nNo ratings adjustment done.\n");
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
    club.was_told("Adam", "\nBlitz rating adjustment: 0 --> 1882.\n");
    let kept: Vec<&str> = club
        .stored
        .iter()
        .filter_map(|c| match c {
            partie_ics::Change::Account(account) => Some(account.handle.as_str()),
            _ => None,
        })
        .collect();
    assert!(kept.ends_with(&["Adam", "Boris"]), "{kept:?}");
    // The next game shows what they have now; a game without a result changes nothing.
    club.types("Boris", "match adam 3 0 rated white");
    club.types("Adam", "accept");
    club.was_told("Adam", "Creating: Boris (1558P) Adam (1882P) rated blitz 3 0\n");
    club.hears(
        "Adam",
        "abort",
        "{Game 1 (Boris vs. Adam) Game aborted on move 1} *\nNo ratings adjustment done.",
    );
}
