//! Requests between the players of a game.

use crate::club::Club;

/// Adam has White against Boris, 3 2, and Cecil watches; some moves are played. The first
/// move of each is free; then each takes a second.
fn game(moves: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    for name in ["Adam", "Boris"] {
        club.types(name, "set bell 0");
    }
    club.types("Adam", "match boris 3 2 white");
    club.types("Boris", "accept");
    play(&mut club, moves);
    club
}

fn play(club: &mut Club, moves: &str) {
    for (ply, word) in moves.split_whitespace().enumerate() {
        if ply >= 2 {
            club.wait(1000);
        }
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
    club.read("Adam");
    club.read("Boris");
}

/// The text without the board line and empty lines.
fn words(text: &str) -> String {
    let lines = text.replace("fics% ", "");
    let lines: Vec<&str> =
        lines.lines().filter(|l| !l.is_empty() && !l.starts_with("<12>")).collect();
    lines.join("\n")
}

#[test]
fn a_draw_is_offered() {
    let mut club = game("e4 e5");
    club.hears("Adam", "draw", "Draw request sent.");
    assert_eq!(club.read("Boris"), "\nAdam offers you a draw.\nfics% ");
    club.hears("Adam", "draw", "Your opponent has not answered your draw request yet.");
    club.hears("Boris", "decline", "You decline the draw request from Adam.");
    assert_eq!(club.read("Adam"), "\nBoris declines the draw request.\nfics% ");
    club.hears("Boris", "accept t draw", "There are no draw offers to accept.");
    club.types("Adam", "draw");
    club.hears(
        "Boris",
        "draw",
        "You accept the draw request from Adam.\n\
         {Game 1 (Adam vs. Boris) Game drawn by mutual agreement} 1/2-1/2\n\
         No ratings adjustment done.",
    );
    club.received(
        "Adam",
        "Boris accepts the draw request.\n\
         {Game 1 (Adam vs. Boris) Game drawn by mutual agreement} 1/2-1/2\n",
    );
}

#[test]
fn programs_are_notified_of_offers() {
    let mut club = game("e4 e5");
    for name in ["Adam", "Boris"] {
        club.types(name, "iset pendinfo 1");
        club.read(name);
    }
    // 1 was the challenge, and rests.
    club.hears("Adam", "draw", "Draw request sent.\n\n<pt> 2 w=Boris t=draw p=#");
    assert_eq!(club.read("Boris"), "\nAdam offers you a draw.\n\n<pf> 2 w=Adam t=draw p=#\nfics% ");
    club.hears("Boris", "decline 2", "You decline the draw request from Adam.\n\n<pr> 2");
    club.received("Adam", "Boris declines the draw request.\n\n<pr> 2\n");
    club.hears("Boris", "takeback 1", "Takeback request sent.\n\n<pt> 3 w=Adam t=takeback p=1");
    club.types("Adam", "accept 3");
    club.received("Adam", "You accept the takeback request from Boris.\n\n<pr> 3\nfics% \n<12> ");
}

#[test]
fn a_move_declines() {
    let mut club = game("e4 e5");
    club.types("Adam", "draw");
    club.types("Adam", "Nf3");
    club.read("Adam");
    // The own move leaves the own offer open; the opponent's does not.
    club.types("Boris", "pending");
    club.received("Boris", "Adam is offering a draw.");
    club.types("Boris", "Nc6");
    assert_eq!(words(&club.read("Boris")), "You decline the draw request from Adam.");
    assert_eq!(words(&club.read("Adam")), "Boris declines the draw request.");
    club.hears("Boris", "accept", "There are no offers to accept.");
}

#[test]
fn a_repetition_is_claimed() {
    let mut club = game("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    club.hears("Boris", "draw", "Draw request sent.");
    club.types("Boris", "Ng8");
    club.hears(
        "Adam",
        "draw",
        "{Game 1 (Adam vs. Boris) Game drawn by repetition} 1/2-1/2\nNo ratings adjustment done.",
    );
    club.hears("Boris", "pending", "There are no offers pending TO other players.\n\nThere are no offers pending FROM other players.");
}

#[test]
fn aborted_at_once_on_move_one() {
    for moves in ["", "e4"] {
        for name in ["Adam", "Boris"] {
            let mut club = game(moves);
            club.hears(
                name,
                "abort",
                "{Game 1 (Adam vs. Boris) Game aborted on move 1} *\nNo ratings adjustment done.",
            );
        }
    }
}

#[test]
fn aborted_by_agreement() {
    let mut club = game("e4 e5");
    club.hears("Adam", "abort", "Abort request sent.");
    assert_eq!(
        club.read("Boris"),
        "\nAdam would like to abort the game; type \"abort\" to accept.\nfics% "
    );
    club.hears(
        "Boris",
        "abort",
        "You accept the abort request from Adam.\n\
         {Game 1 (Adam vs. Boris) Game aborted by mutual agreement} *\n\
         No ratings adjustment done.",
    );
}

#[test]
fn guests_cannot_adjourn() {
    let mut club = game("e4 e5");
    club.hears(
        "Adam",
        "adjourn",
        "All players must be registered to adjourn a game.  Use \"abort\".",
    );
}

#[test]
fn an_adjourned_game_goes_on() {
    let mut club = Club::new();
    club.members(["Adam", "Boris"]);
    club.types("Adam", "match boris 3 2 white rated");
    club.types("Boris", "accept");
    play(&mut club, "e4 e5 Nf3");
    club.hears("Adam", "adjourn", "Adjourn request sent.");
    assert_eq!(
        club.read("Boris"),
        "\nAdam would like to adjourn the game; type \"adjourn\" to accept.\nfics% "
    );
    club.types("Boris", "adjourn");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Game adjourned by mutual agreement} *");
    // Any proposal leaves the running game unchanged.
    club.types("Boris", "iset nowrap 1");
    club.hears(
        "Boris",
        "match adam 15 0 unrated",
        "Issuing: Boris (----) [black] Adam (----) rated blitz 3 2 (adjourned).",
    );
    club.types("Adam", "accept");
    club.received("Adam", "{Game 1 (Adam vs. Boris) Continuing rated blitz match.}\n\n");
}

#[test]
fn moves_are_taken_back() {
    let mut club = game("e4 e5 Nf3 Nc6");
    club.hears("Adam", "takeback 2", "Takeback request sent.");
    assert_eq!(club.read("Boris"), "\nAdam would like to take back 2 half move(s).\nfics% ");
    // The clocks are again as they were after 1...e5.
    club.hears(
        "Boris",
        "accept",
        "You accept the takeback request from Adam.\n\n\
         <12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 \
         1 Adam Boris -1 3 2 39 39 180 180 2 P/e7-e5 (0:00) e5 1 1 0",
    );
    assert_eq!(words(&club.read("Adam")), "Boris accepts the takeback request.");
    club.types("Adam", "d4");
    club.received("Adam", " B 3 1 1 1 1 0 1 Adam Boris -1 3 2 ");
}

#[test]
fn another_number_of_moves() {
    let mut club = game("e4 e5 Nf3");
    club.types("Boris", "takeback");
    club.received("Adam", "Boris would like to take back 1 half move(s).");
    club.hears(
        "Adam",
        "takeback 2",
        "You disagree on the number of half-moves to take back.\n\
         Alternate takeback request sent.",
    );
    club.received("Boris", "Adam proposes a different number (2) of half-move(s).");
    club.types("Boris", "takeback 2");
    club.received("Boris", "You accept the takeback request from Adam.");
    club.hears("Adam", "takeback 3", "There are only 1 half moves in your game.");
    club.types("Boris", "set notakeback 1");
    club.hears("Adam", "takeback", "Boris does not accept takebacks.");
    let mut club = game("");
    club.hears("Adam", "takeback", "There are no moves in your game.");
}

#[test]
fn sides_are_switched() {
    let mut club = game("e4 e5");
    club.hears("Adam", "switch", "Switch request sent.");
    assert_eq!(
        club.read("Boris"),
        "\nAdam would like to switch sides.\n\
         Type \"accept\" to switch sides, or \"decline\" to refuse.\nfics% "
    );
    club.hears("Boris", "decline", "You decline the switch sides request from Adam.");
    club.received("Adam", "Boris declines the switch sides request.");
    club.types("Adam", "switch");
    club.types("Boris", "switch");
    club.received("Boris", "Game 1: The players have switched sides.\n\n<12> ");
    club.types("Boris", "Nf3");
    club.received("Boris", " 1 Boris Adam -1 3 2 ");
}

#[test]
fn clocks_are_paused() {
    let mut club = game("e4");
    club.hears("Adam", "pause", "The clock is not ticking yet.");
    let mut club = game("e4 e5 Nf3");
    club.hears("Adam", "unpause", "The clock is not paused.");
    club.hears("Adam", "pause", "Pause request sent.");
    assert_eq!(club.read("Boris"), "\nAdam requests to pause the game.\nfics% ");
    club.types("Boris", "accept");
    club.received("Boris", "Game 1: Game clock paused.\n\n<12> ");
    club.hears("Adam", "pause", "Game is already paused.");
    club.wait(60_000);
    club.hears("Boris", "unpause", "Unpause request sent.");
    club.received("Adam", "Boris requests to unpause the game.");
    club.types("Adam", "unpause");
    club.received("Adam", "Game 1: Game clock resumed.\n\n<12> ");
    club.wait(1000);
    club.types("Boris", "Nc6");
    // A minute has gone by on no clock.
    club.received("Boris", " 1 Adam Boris -1 3 2 39 39 181 181 3 N/b8-c6 (0:01) Nc6 ");
    let mut club = Club::new();
    club.guests(["Adam", "Boris"]);
    club.types("Adam", "match boris untimed white");
    club.types("Boris", "accept");
    play(&mut club, "e4 e5");
    club.hears("Adam", "pause", "You can't pause untimed games.");
    club.hears("Adam", "moretime 30", "You can't add time to untimed games.");
}

#[test]
fn more_time_is_given() {
    let mut club = game("e4 e5");
    club.hears("Adam", "moretime 30", "30 seconds were added to your opponents clock");
    assert_eq!(club.read("Boris"), "\nYour opponent has added 30 seconds to your clock.\nfics% ");
    club.hears("Adam", "moretime 0", "You can give your opponent 1 to 600 seconds.");
    club.hears("Adam", "moretime 601", "You can give your opponent 1 to 600 seconds.");
    club.types("Adam", "Nf3");
    club.received("Adam", " 1 Adam Boris -1 3 2 39 39 181 210 2 ");
}

#[test]
fn nothing_is_asked_without_a_game() {
    let mut club = Club::new();
    club.guests(["Adam"]);
    for line in
        ["draw", "abort", "adjourn", "takeback", "switch", "pause", "unpause", "moretime 10"]
    {
        club.hears("Adam", line, "You are not playing a game.");
    }
}

#[test]
fn requests_end_with_their_game() {
    let mut club = game("e4 e5");
    club.types("Adam", "iset pendinfo 1");
    club.types("Adam", "draw");
    club.read("Adam");
    club.types("Boris", "resign");
    club.received("Adam", "Boris resigns} 1-0\nNo ratings adjustment done.\n\n<pr> 2\n");
    club.hears("Boris", "accept", "There are no offers to accept.");
}
