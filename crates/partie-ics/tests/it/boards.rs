//! Games from named boards and wild starts.

use crate::club::Club;
use partie_core::{Ply, Position, moves::uci, rules::wild};
use partie_formats::{WriteOptions, fen};
use partie_ics::{Change, game::Finished, named_positions::NamedPosition};

/// The lines of a diagram: the name, the ranks from 8 to 1, who moves and may castle.
fn diagram(name: &str, position: &Position) -> Vec<String> {
    let fen = fen::position(position, &WriteOptions::default());
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut lines = vec![name.to_owned()];
    for rank in fields[0].split('/') {
        let mut squares = Vec::new();
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => squares.extend(vec![".".to_owned(); empty as usize]),
                None => squares.push(letter.to_string()),
            }
        }
        lines.push(squares.join(" "));
    }
    let turn = if fields[1] == "w" { "White" } else { "Black" };
    lines.push(format!("{turn}, {}", fields[2]));
    lines
}

/// All boards that are not drawn by lot, three in a row. Openings stand as their moves in
/// the file of the boards itself.
#[test]
fn boards_in_diagrams() {
    let named = NamedPosition::all()
        .filter(|board| board.category() != "openings")
        .map(|board| diagram(board.name(), &board.position()));
    let wilds = wild::Wild::ALL
        .into_iter()
        .filter_map(|wild| Some(diagram(wild.name(), &wild::start(wild)?)));
    let all: Vec<Vec<String>> = named.chain(wilds).collect();
    let mut drawn = String::new();
    for row in all.chunks(3) {
        for line in 0..row[0].len() {
            let cells: Vec<String> = row.iter().map(|d| format!("{:24}", d[line])).collect();
            drawn.push_str(cells.concat().trim_end());
            drawn.push('\n');
        }
        drawn.push('\n');
    }
    let expected = include_str!("boards/diagrams.txt");
    assert!(drawn == expected, "the boards are drawn otherwise:\n{drawn}");
}

/// Adam and Boris, who have accounts, and Cecil, who watches.
fn club() -> Club {
    let mut club = Club::new();
    club.members(["Adam", "Boris", "Cecil"]);
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
        club.read(name);
    }
    club
}

#[test]
fn which_there_are() {
    let mut club = club();
    club.hears("Adam", "boards", "Categories: endings misc odds openings pawns wild");
    club.hears(
        "Adam",
        "boards ODDS",
        "Boards in odds: pawn pawn-and-move knight knight-and-move rook rook-and-move queen \
         queen-and-move",
    );
    club.hears("Adam", "boards wild", "Boards in wild: 0 1 2 3 4 5 7 8 8a fr");
    club.hears("Adam", "boards cats", "There is no board category \"cats\".");
}

#[test]
fn the_proposer_gives_the_odds() {
    for (typed, challenge, first) in [
        (
            "5 0 odds knight",
            "Adam (----) [white] Boris (----) unrated nonstandard 5 0 Loaded from odds/knight.",
            "r-bqkbnr W -1 1 1 1 1 0 1 Adam Boris 1 5 0 36 39 300 300 1 none",
        ),
        (
            "5 0 odds/rook-and-move",
            "Adam (----) [black] Boris (----) unrated nonstandard 5 0 Loaded from \
             odds/rook-and-move.",
            "RNBQKBNR W -1 1 1 1 0 0 1 Boris Adam -1 5 0 39 34 300 300 1 none",
        ),
        // The player asks for odds.
        (
            "0 0 odds queen black",
            "Adam (----) [black] Boris (----) unrated nonstandard 0 0 Loaded from odds/queen.",
            "RNB-KBNR W -1 1 1 1 1 0 1 Boris Adam -1 0 0 30 39 0 0 1 none",
        ),
    ] {
        let mut club = club();
        club.hears("Adam", &format!("match boris {typed}"), &format!("Issuing: {challenge}"));
        club.received("Boris", &format!("Challenge: {challenge}\n"));
        club.types("Boris", "accept");
        let received = club.read("Adam");
        let board = received.lines().find(|l| l.starts_with("<12> ")).expect(typed);
        let first = first.replacen("r-bqkbnr", "R-BQKBNR", 1);
        assert!(board.contains(&first), "{typed}: {board}");
    }
}

#[test]
fn they_are_never_rated() {
    let mut club = club();
    club.hears(
        "Adam",
        "match boris 5 0 rated white pawns pawns-only",
        "Games from this board are not rated - setting to unrated.\n\
         Issuing: Adam (----) [white] Boris (----) unrated nonstandard 5 0 Loaded from \
         pawns/pawns-only.",
    );
    club.types("Boris", "accept");
    club.received(
        "Boris",
        "Creating: Adam (----) Boris (----) unrated pawns/pawns-only 5 0\n\
         {Game 1 (Adam vs. Boris) Creating unrated pawns/pawns-only match.}\n\n\
         <12> ----k--- pppppppp -------- -------- -------- -------- PPPPPPPP ----K--- W -1 0 0 0 0 \
         0 1 Adam Boris -1 5 0 8 8 300 300 1 none (0:00) none 1 0 0\n",
    );
    club.types("Adam", "resign");
    club.received("Adam", "No ratings adjustment done.");
    // A wild start is a named position, too, but counts for ratings.
    club.hears(
        "Adam",
        "match boris 5 0 rated white wild 8a",
        "Issuing: Adam (----) [white] Boris (----) rated wild 5 0 Loaded from wild/8a.",
    );
}

#[test]
fn what_is_no_board() {
    let mut club = club();
    for (typed, name) in [("odds king", "odds king"), ("endings", "endings"), ("wild 9", "wild 9")]
    {
        let typed = format!("match boris 5 0 {typed}");
        club.hears("Adam", &typed, &format!("No such board: {name}."));
    }
    club.hears(
        "Adam",
        "seek 5 0 odds knight",
        "Games from odds/knight can't be sought; use \"match\".",
    );
    club.types("Boris", "set seek 1");
    club.read("Boris");
    club.types("Adam", "seek 5 0 unrated wild 5");
    club.received("Boris", "Adam (----) seeking 5 0 unrated wild/5 (\"play 1\" to respond)");
}

/// The position and the moves are shown and kept, from the first list to the last.
#[test]
fn one_is_watched_listed_and_kept() {
    let mut club = club();
    club.types("Adam", "match boris 5 0 openings kings-gambit black");
    club.types("Boris", "accept");
    club.types("Cecil", "iset startpos 1");
    club.types("Cecil", "iset ms 1");
    club.types("Cecil", "observe 1");
    club.received(
        "Cecil",
        "Game 1: Boris (----) Adam (----) unrated openings/kings-gambit 5 0\n\n\
         <12> rnbqkbnr pppp-ppp -------- ----p--- ----PP-- -------- PPPP--PP RNBQKBNR B -1 1 1 1 1 0 1 \
         Boris Adam 0 5 0 39 39 300000 300000 1 none (0:00.000) none 0 0 0\n",
    );
    club.hears(
        "Cecil",
        "games",
        "  1 ---- Boris       ---- Adam       [ nu  5   0]   5:00 -  5:00 (39-39) B:  1\n\n  \
         1 game displayed.",
    );
    club.types("Adam", "exf4");
    club.types("Boris", "Nf3");
    club.types("Cecil", "moves 1");
    let list = club.read("Cecil");
    for words in [
        "Unrated openings/kings-gambit match, initial time: 5 minutes, increment: 0 seconds.\n",
        "\n<12> rnbqkbnr pppp-ppp -------- ----p--- ----PP-- -------- PPPP--PP RNBQKBNR B ",
        "  1.  ...                     exf4    (0:00.000)\n  2.  Nf3     (0:00.000)",
    ] {
        assert!(list.contains(words), "{words} is not in\n{list}");
    }
    club.types("Adam", "resign");
    let history = club.answer("Boris", "history");
    assert!(history.contains(" [ nu  5   0] "), "{history}");
    let finished = finished(&club);
    let start = fen::position(&finished.start, &WriteOptions::default());
    assert_eq!(start, "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 1");
    // It can be looked at again.
    club.types("Boris", "examine boris -1");
    club.received("Boris", "PPPP--PP RNBQKBNR B -1 1 1 1 1 0 1 Boris Adam 2 ");
    club.types("Boris", "forward 1");
    club.received("Boris", " P/e5-f4 ");
}

/// The last game that was stored.
fn finished(club: &Club) -> &Finished {
    let last = club.stored.iter().rev().find_map(|change| match change {
        Change::Finished(game) => Some(&**game),
        _ => None,
    });
    last.expect("a game was stored")
}

#[test]
fn one_is_interrupted_and_goes_on() {
    let mut club = club();
    club.types("Adam", "match boris 5 0 misc pyramid white");
    club.types("Boris", "accept");
    club.types("Adam", "Nf3");
    club.types("Boris", "Nf6");
    club.types("Adam", "adjourn");
    club.types("Boris", "accept");
    club.read("Boris");
    club.types("Adam", "match boris");
    club.types("Boris", "accept");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Continuing unrated misc/pyramid match.}\n\n");
    club.types("Adam", "takeback 2");
    club.types("Boris", "accept");
    club.received(
        "Boris",
        "<12> rnbqkbnr p------p -p----p- --pPPp-- --PppP-- -P----P- P------P RNBQKBNR W ",
    );
}

/// The player who gave odds gives them again, no matter who asks for the next game.
#[test]
fn odds_stay_as_they_were() {
    for asks in ["Adam", "Boris"] {
        let mut club = club();
        club.types("Adam", "match boris 5 0 odds rook");
        club.types("Boris", "accept");
        club.types("Adam", "resign");
        club.types(asks, "rematch");
        let other = if asks == "Adam" { "Boris" } else { "Adam" };
        club.types(other, "accept");
        club.received("Adam", "-NBQKBNR W -1 1 0 1 1 0 1 Adam Boris 1 ");
    }
}

#[test]
fn one_is_set_up_by_an_examiner() {
    let mut club = club();
    club.types("Adam", "examine endings philidor");
    club.received(
        "Adam",
        "<12> ---k---- R------- -------- ---PK--- -------- -------r -------- -------- B ",
    );
    club.types("Adam", "Rh6");
    club.received("Adam", " R/h3-h6 ");
    club.types("Adam", "bsetup odds queen");
    club.received("Adam", " PPPPPPPP RNB-KBNR W ");
}

/// `<d1>` is for games that begin as chess does; others get whole boards.
#[test]
fn deltas_are_for_chess() {
    for (kind, delta) in [("", true), ("wild fr", false), ("wild 8", false), ("odds pawn", false)] {
        let mut club = club();
        club.types("Boris", "iset compressmove 1");
        club.types("Adam", &format!("match boris 5 0 unrated white {kind}"));
        club.types("Boris", "accept");
        club.read("Boris");
        let position = club.ics.games().next().expect("a game").position().clone();
        club.types("Adam", &uci::write(&position, Ply::Move(position.legal_moves()[0])));
        assert_eq!(club.read("Boris").contains("<d1> 1 1 "), delta, "{kind}");
    }
}
