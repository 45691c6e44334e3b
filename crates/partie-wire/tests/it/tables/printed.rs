//! Tables as FICS and its relatives print them, with names of our own.

use partie_core::{Color, Outcome};
use partie_wire::style12::Rating;
use partie_wire::{
    notice::{
        Notice,
        games::GamesTable,
        players::{FingerPage, Seen},
        record::RecordTable,
        seek_ads::AdNotice,
        who::WhoPage,
    },
    notice_reader,
};

/// The only notice of a text.
#[track_caller]
fn only(text: &str) -> Notice {
    let mut read = notice_reader::read(text);
    assert_eq!(read.len(), 1, "{read:#?}");
    let read = read.remove(0);
    assert_eq!(read.text, text);
    assert!(!matches!(read.notice, Notice::Page(_)), "{read:#?}");
    read.notice
}

#[track_caller]
fn games(text: &str) -> GamesTable {
    match only(text) {
        Notice::Games(table) => table,
        other => panic!("{other:?}"),
    }
}

/// Private, examined and set-up games, guests, cut names, hours, other counts than rows.
#[test]
fn games_of_fics() {
    let table = games(
        "
  1 (Setup    0 sandbox_one    0 sandbox_tw) [ uu  0   0] W:  1
 17 (Exam.    0 puzzler        0 GuestVSHQ ) [ uu  0   0] B:  1
141 (Exam. 1282 Aldebaranes 1282 BeteigeuzeX) [ uu  0   0] W: 11
  4 ++++ GuestHMDQ   ++++ GuestNWTQ  [ bu  2  12]   1:32 -  0:37 (13-14) B: 43
219 ---- newcomer    ++++ GuestHHTQ  [ su 15   0]  14:54 - 14:54 (39-39) W:  4
411 1857 Drop        1863 Piecesontop [ Br  2   0]   1:14 -  1:01 (43-44) W: 20
176 2469 IMSomebody  2254 FMSomeoneE [psu120   0] 1:02:16 -1:24:56 (23- 3) W: 25

  6 games displayed.
",
    );
    assert_eq!((table.rows.len(), table.of), (7, None));
    let [setup, exam, cut, guests, new, bug, long] = &table.rows[..] else { panic!() };
    assert!(setup.setup && setup.clocks.is_none());
    assert_eq!(setup.names.black, "sandbox_tw");
    assert!(!exam.setup && exam.clocks.is_none());
    assert_eq!((exam.turn, exam.move_number), (Color::Black, 1));
    assert_eq!(
        (cut.names.white.as_str(), cut.ratings.white),
        ("Aldebaranes", Rating::Settled(1282))
    );
    assert_eq!((guests.game, guests.ratings.black), (4, Rating::Guest));
    assert_eq!(guests.clocks.map(|c| c.left.black), Some(37_000));
    assert_eq!(new.ratings.white, Rating::Unrated);
    assert_eq!((bug.cell.letter, bug.cell.rated), ('B', true));
    assert!(long.cell.private && !long.cell.rated);
    assert_eq!((long.cell.minutes, long.cell.increment), (120, 0));
    let clocks = long.clocks.expect("a game that is played");
    assert_eq!((clocks.left.white, clocks.left.black), (3_736_000, 5_096_000));
    assert_eq!((clocks.strength.white, clocks.strength.black), (23, 3));
}

#[test]
fn games_of_other_servers() {
    // FatICS: an empty line after each row, speed and variant before the terms.
    let table = games(
        "  1 ++++ Anna        ++++ Bert       [ Bu  3   0]  0:00 -  0:00 (24-24) B:  1\n\n  \
         2 ++++ Dora        ++++ Carl       [bnu  3   1]  0:00 -  0:00 (24-24) B:  1\n\n  \
         2 games displayed (of   2 in progress).\n\n",
    );
    assert_eq!((table.rows.len(), table.of), (2, Some(2)));
    assert_eq!(table.rows[1].cell.letter, 'b');
    assert_eq!(games("There are no games in progress.\n").rows, []);
    // The rest is on the next page.
    let cut =
        games("  1 ++++ Anna        ++++ Bert       [ bu  3   0]  0:09 -  0:07 (24-24) B:  9\n");
    assert_eq!(cut.rows[0].move_number, 9);
}

#[test]
fn ads_of_fics() {
    let Notice::Ad(AdNotice::Sought(ads)) = only(
        "  7 1849 Automaton(C)       15   0 rated   standard               0-9999 f
 34 ++++ GuestDJXQ          15   5 unrated standard               0-9999 
  8 ---- newcomer            5   0 rated   suicide    [black]   800- 999 mf
112 1640E verylongnamedplay(TM)(FM)   3   0 rated   wild/fr    [white]  1500-9999 m
4 ads displayed.
",
    ) else {
        panic!()
    };
    let [computer, guest, new, long] = &ads[..] else { panic!() };
    assert_eq!((computer.ad.titles, computer.titles.as_str()), (2, "(C)"));
    assert!(computer.ad.formula && !computer.ad.manual);
    assert_eq!((guest.ad.rating, guest.ad.color), (Rating::Guest, None));
    assert_eq!((new.ad.range, new.ad.color), ((800, 999), Some(Color::Black)));
    assert!(new.ad.formula && new.ad.manual);
    assert_eq!(long.ad.rating, Rating::Estimated(1640));
    assert_eq!((long.ad.name.0.as_str(), long.ad.kind.as_str()), ("verylongnamedplay", "wild/fr"));

    let Notice::Ad(AdNotice::Posted(ad)) =
        only("GuestDJXQ (++++) seeking 15 5 unrated standard (\"play 34\" to respond)\n")
    else {
        panic!()
    };
    assert_eq!((ad.index, ad.titles, ad.range), (34, 1, (0, 9999)));
}

#[test]
fn kept_games_of_fics() {
    let Notice::Records(RecordTable::History { who, rows }) = only(
        "
History for Somebody:
                  Opponent      Type         ECO End Date
60: - 1494 W 1545 Cassiopeia    [ br  5   5] C50 Res Fri Jan 30, 04:24 PST 2015
61: = 1494 B    0 GuestQVRT     [pbu  3   0] --- 50  Sun Dec  6, 15:50 EST 2015
62: + 1501 B 1490 Other         [ sr 15   0] ??? WLM Sun Dec  6 15:50:04 2015
63: + ++++ W ++++ Bert          [bnu  3   1] B01 Res 2026-11-20 23:46 UTC
",
    ) else {
        panic!()
    };
    assert_eq!((who.as_str(), rows.len()), ("Somebody", 4));
    assert_eq!((rows[0].outcome, rows[0].number), (Outcome::Win(Color::Black), 60));
    assert_eq!((rows[1].end.as_str(), rows[1].opponent_rating), ("50", Rating::Unrated));
    assert_eq!(
        (rows[1].outcome, rows[1].date.as_str()),
        (Outcome::Draw, "Sun Dec  6, 15:50 EST 2015")
    );
    assert_eq!((rows[2].eco.as_str(), rows[2].outcome), ("???", Outcome::Win(Color::Black)));
    assert_eq!((rows[3].rating, rows[3].cell.letter), (Rating::Guest, 'b'));

    let Notice::Records(RecordTable::Journal { rows, .. }) = only(
        "Journal for Somebody:
   White         Rating  Black         Rating  Type         ECO End Result
%01: octopus       2291    squid         2050    [ lr  1   2] D35 Rep 1/2-1/2
%02: squid         2045    octopus       2296    [ lr  1   2] A46 Res 0-1
C: squid         2045    octopus       2296    [ lr  1   2] A46 Res *
",
    ) else {
        panic!()
    };
    assert_eq!((rows[0].slot.as_str(), rows[0].outcome), ("01", Outcome::Draw));
    assert_eq!((rows[2].slot.as_str(), rows[2].outcome), ("C", Outcome::Unknown));

    let Notice::Records(RecordTable::Stored { rows, .. }) = only(
        "Stored games for Somebody:
    C Opponent     On Type          Str  M    ECO Date
 1: W TheOctopus    N [ br  2  12]  0-0  B2   ??? Sun Nov 23,  6:14 CST 1997
 2: W Squid         Y [psu  2  12] 39-39 W3   C20 Sun Jan 11, 17:40 ??? 2009
 3: B cuttlefish    N [ wr  2   2] 31- 8 W118 --- Wed Dec 23, 06:58 PST 2009
",
    ) else {
        panic!()
    };
    assert_eq!((rows[0].turn, rows[0].move_number, rows[0].is_on), (Color::Black, 2, false));
    assert_eq!((rows[1].cell.private, rows[1].eco.as_str()), (true, "C20"));
    assert_eq!((rows[2].black_strength, rows[2].move_number), (8, 118));

    let none = only("Stored games for Anna:\n0 stored games found.\n");
    assert!(matches!(none, Notice::Records(RecordTable::Stored { rows, .. }) if rows.is_empty()));
}

#[test]
fn fingers_of_fics() {
    let Notice::Finger(page) = only(
        "Finger of somebody(TM):

On for: 44 mins   Idle: 0 secs

(playing game 12: somebody vs. GuestABCD)
(somebody is having tea.)
somebody is in silence mode.

          rating     RD      win    loss    draw   total   best
Blitz      1343     51.5     937     781      58    1776   1729 (20-Feb-2000)
Standard   1685    332.0      56      39       7     102   1813 (03-Sep-2004)
Crazyhouse 1332    191.4       0       3       0       3
Wild       ----    350.0       0       0       0       0

Email      : somebody@example.org

Total time online: 64 days, 20 hrs, 58 mins
% of life online:  1.3  (since Sun Oct  3, 13:12 PDT 1999)

Timeseal 1 : On

 1: I drive a taxi : here
 2: See http://example.org/a:b
10:
",
    ) else {
        panic!()
    };
    let FingerPage { name, seen, doing, busy, registered, ratings, private, timeseal, notes } =
        *page;
    assert_eq!((name.name.as_str(), name.titles.as_str()), ("somebody", "(TM)"));
    assert_eq!(seen, Seen::On { since: "44 mins".into(), idle: "0 secs".into() });
    assert_eq!(doing.as_deref(), Some("playing game 12: somebody vs. GuestABCD"));
    assert_eq!(busy.as_deref(), Some("is having tea."));
    assert!(registered && timeseal);
    assert_eq!(ratings.len(), 4);
    assert_eq!(ratings[1].best, Some((1813, "03-Sep-2004".into())));
    assert_eq!((ratings[2].deviation, ratings[2].best.as_ref()), (1914, None));
    assert_eq!(ratings[3].rating, 0);
    let facts: Vec<&str> = private.iter().map(|(what, _)| what.as_str()).collect();
    assert_eq!(facts, ["Email", "Total time online", "% of life online"]);
    assert_eq!(notes[0], (1, "I drive a taxi : here".into()));
    assert_eq!(notes[2], (10, String::new()));
}

#[test]
fn fingers_of_other_servers() {
    for text in [
        "Finger of Bert(U):\n\nOn for: 2 seconds   Idle: 2 seconds\n\n\
         Bert is NOT a registered player.\nZipseal:     Off\n\n",
        "\nStatistics for Bert            On for: 2 seconds   Idle: 2 seconds\n\
         Bert is NOT a registered player.\n\n\n\nTimeseal: no\n",
    ] {
        let Notice::Finger(page) = only(text) else { panic!() };
        assert_eq!(page.name.name, "Bert");
        assert_eq!(page.seen, Seen::On { since: "2 seconds".into(), idle: "2 seconds".into() });
        assert!(!page.registered && !page.timeseal);
    }
    let never =
        "Finger of dora:\n\ndora has never connected.\n\ndora has not played any rated games.\n";
    let Notice::Finger(page) = only(never) else { panic!() };
    assert_eq!((page.seen, page.registered), (Seen::Never, true));
}

#[test]
fn who_is_on() {
    for (text, players, all) in [
        (
            "\n++++ Alpha    ++++ Bravo    ++++ Charlie  \n\n 3 players displayed (of 9). (*) \
             indicates system administrator.\n",
            3,
            9,
        ),
        ("   0   Boris(U)     0   Dora(U)      0   Adam(U) \n\n4 players displayed.\n\n\n", 3, 4),
        (
            "2186^Ann(*)(SR)     987:Boris         1586EGuestABCD(U)\n----.Dora      ++++#x(U)\n\n  \
             5 players displayed (of 5). (*) indicates system administrator.\n",
            4,
            5,
        ),
    ] {
        let text = text.replace("1586EGuestABCD(U)", "");
        let Notice::Who(WhoPage { players: read, all: of }) = only(&text) else { panic!() };
        assert_eq!((read.len(), of), (players, all), "{text}");
    }
    let Notice::WhoLines(lines) = only("Ann 001411E1663P\nBoris^041411 \n2 Players Displayed.\n")
    else {
        panic!()
    };
    assert_eq!(lines.0.len(), 2);
}

/// The three layouts: of FICS, `FatICS`, and the classic servers, which have no first line.
#[test]
fn moves_of_a_game() {
    let rows = "Move  Ann                     Boris\n\
                ----  ---------------------   ---------------------\n  \
                1.  e4      (0:01.143)      d5      (0:00.752)\n  \
                2.  exd5    (0:00.751)      \n      {Still in progress} *\n\n";
    for (head, game) in [
        (
            "\nMovelist for game 12:\n\nAnn (1586E) vs. Boris (UNR) --- Fri Nov 20, 23:46 PST 2026\n",
            Some(12),
        ),
        ("\nAnn (1586) vs. Boris (++++) --- 1999.09.01 22:20:39\n", None),
    ] {
        let terms = "Unrated blitz match, initial time: 3 minutes, increment: 1 seconds.\n\n";
        let Notice::Moves(list) = only(&format!("{head}{terms}{rows}")) else { panic!() };
        assert_eq!((list.0.game, list.0.moves.len()), (game, 2 + 1));
        assert_eq!((list.0.minutes, list.0.increment, list.0.in_progress()), (3, 1, true));
        // A game that did not begin where games begin: its board is not one to be played on.
        let board = "<12> bnrqkbrn pppppppp -------- -------- -------- -------- PPPPPPPP \
                     BNRQKBRN W -1 1 1 1 1 0 1 Ann Boris -4 3 0 39 39 180000 180000 1 none \
                     (0:00.000) none 0 0 0\n<b1> game 1 White [] Black []\n\n";
        let Notice::Moves(list) = only(&format!("{head}{terms}{board}{rows}")) else { panic!() };
        assert_eq!(list.0.start.expect("a board").game, 1);
    }
}

#[test]
fn tables_among_other_lines() {
    let text = "
Last game for Ann was history game 3.

Ann (1586) vs. Boris (++++) --- Fri Nov 20, 23:46 PST 2026
Rated blitz match, initial time: 3 minutes, increment: 1 seconds.

Move  Ann              Boris
----  ---------------- ----------------
  1.  f3      (0:00)   e5      (0:00)
  2.  g4      (0:01)   Qh4#    (0:01)
      {Ann checkmated} 0-1

Boris tells you: 1 ads displayed.
What is this?

Nobody knows.
Observing  1 [Ann vs. Boris]: Carl(U) (1 user)
  1 game displayed (of 1 in progress).

";
    let read = notice_reader::read(text);
    assert_eq!(read.iter().map(|t| t.text.as_str()).collect::<String>(), text);
    let kinds: Vec<&Notice> = read.iter().map(|t| &t.notice).collect();
    let [
        Notice::Record(_),
        Notice::Moves(list),
        Notice::Talk(_),
        page,
        Notice::Observers(_),
        Notice::Watch(_),
    ] = kinds[..]
    else {
        panic!("{read:#?}")
    };
    assert_eq!(*page, Notice::Page("What is this?\n\nNobody knows.".into()));
    assert_eq!((list.0.moves.len(), list.0.outcome), (4, Outcome::Win(Color::Black)));
}

#[test]
fn cut_lines_and_entities() {
    let text = "Ann tells you: this is longer than \n\\   a line &#x263a;\n";
    let Notice::Talk(_) = only(text) else { panic!() };
}
