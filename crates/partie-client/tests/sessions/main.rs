//! Sessions of windows on the real server, without sockets between them.

mod classic;
mod hall;

use hall::Hall;
use partie_client::protocol::{Asked, Change, LoginRefusal, Message, Relation, Request, Side, Way};

#[test]
fn a_guest_comes_in_and_sees_the_seeks() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.line("Anna", "seek 5 3 unrated white");
    hall.connect("Boris");
    assert!(hall.changes("Boris").contains(&Change::LoginRequired));
    hall.login("Boris", "Boris", "");
    let changes = hall.changes("Boris");
    let started = Change::Started { name: "Boris".into(), titles: vec!["U".into()] };
    assert!(changes.contains(&started), "{changes:?}");
    let seek = changes.iter().find_map(|change| match change {
        Change::Seek(seek) => Some(seek.clone()),
        _ => None,
    });
    let seek = seek.expect("a seek");
    assert_eq!(
        (seek.name.as_str(), seek.minutes, seek.increment, seek.rated, seek.side),
        ("Anna", 5, 3, false, Some(Side::White))
    );
    assert_eq!(
        (seek.rating.as_str(), seek.number, seek.category.as_str()),
        ("++++", None, "blitz")
    );
    hall.line("Anna", "unseek");
    assert_eq!(hall.changes("Boris"), [Change::SeeksRemoved { indexes: vec![seek.index] }]);
}

#[test]
fn names_that_are_not_taken_say_why() {
    let mut hall = Hall::new();
    hall.connect("Anna");
    hall.changes("Anna");
    for (name, reason) in [
        ("x", LoginRefusal::Name),
        ("Abcdefghijklmnopqrst", LoginRefusal::Name),
        ("a7b", LoginRefusal::Name),
    ] {
        hall.login("Anna", name, "");
        let refused = Change::LoginRefused { reason, name: name.into() };
        assert_eq!(hall.changes("Anna"), [refused, Change::LoginRequired]);
    }
    hall.login("Anna", "Anna", "");
    assert!(matches!(hall.changes("Anna")[0], Change::Started { .. }));
    hall.connect("other");
    hall.changes("other");
    hall.login("other", "Anna", "");
    let refused = Change::LoginRefused { reason: LoginRefusal::Taken, name: "Anna".into() };
    assert_eq!(hall.changes("other"), [refused, Change::LoginRequired]);
}

/// A game by moves as engines write them; each window sees the same moves.
#[test]
fn a_game_is_played_and_watched() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    hall.line("Anna", "match Boris 3 0 unrated white");
    let offer = hall.changes("Boris").into_iter().find_map(|change| match change {
        Change::Offer(offer) => Some(offer),
        _ => None,
    });
    let offer = offer.expect("an offer");
    assert_eq!(
        (offer.own, offer.with.as_str(), offer.what.as_str(), offer.terms.as_str(), offer.side),
        (false, "Anna", "match", "unrated blitz 3 0", Some(Side::White))
    );
    hall.line("Boris", &format!("accept {}", offer.index));
    let changes = hall.changes("Boris");
    assert!(changes.contains(&Change::OfferRemoved { index: offer.index }), "{changes:?}");
    let board = hall.board("Anna");
    assert_eq!((board.relation, board.flipped, board.moves.len()), (Relation::White, false, 20));
    let black = hall.board("Boris");
    assert_eq!((black.relation, black.flipped, black.moves.len()), (Relation::Black, true, 0));
    let game = board.game;

    hall.moves("Anna", "e2e4");
    hall.moves("Boris", "e7e5");
    hall.moves("Anna", "g1f3");
    hall.moves("Boris", "b8c6");
    hall.moves("Anna", "f1c4");
    hall.moves("Boris", "g8f6");
    hall.moves("Anna", "e1g1");
    let board = hall.board("Boris");
    assert_eq!((board.current.san.as_str(), board.current.ply), ("O-O", 7));
    assert_eq!(board.current.last, ["e1", "g1"]);
    assert_eq!(board.current.words, "Move 4, White: castles kingside.");
    assert!(board.ticking && board.moves.contains(&"f6e4".to_owned()));

    // One who comes later gets the moves.
    hall.guest("Cora");
    hall.line("Cora", &format!("observe {game}"));
    let changes = hall.changes("Cora");
    let moves = changes.iter().find_map(|change| match change {
        Change::Moves { game: of, start, moves } if *of == game => Some((start, moves)),
        _ => None,
    });
    let (start, moves) = moves.expect("the moves");
    assert!(start.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"), "{start}");
    let san: Vec<&str> = moves.iter().map(|made| made.san.as_str()).collect();
    assert_eq!(san, ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O"]);
    let facts = changes.iter().find_map(|change| match change {
        Change::Facts(facts) => Some(facts),
        _ => None,
    });
    assert_eq!(facts.map(|facts| facts.category.as_str()), Some("blitz"));
    assert_eq!(hall.board("Cora").relation, Relation::Observer);

    // A move for another position is not made, and the board is shown again.
    hall.changes("Boris");
    hall.send("Boris", |id| Request::Move { id, game, ply: 5, uci: "f6e4".into() });
    let changes = hall.changes("Boris");
    assert!(matches!(changes[..], [Change::MoveRefused { .. }, Change::Board(_)]), "{changes:?}");
    hall.line("Boris", "resign");
    for name in ["Anna", "Boris", "Cora"] {
        let ended = hall.changes(name).into_iter().find_map(|change| match change {
            Change::Ended { result, reason, .. } => Some((result, reason)),
            _ => None,
        });
        assert_eq!(ended, Some(("1-0".into(), "Boris resigns".into())), "{name}");
    }
}

#[test]
fn promotions_and_drops_are_spelled_as_servers_read_them() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    hall.line("Anna", "match Boris 3 0 unrated white crazyhouse");
    hall.line("Boris", "accept");
    for (white, black) in [("e2e4", "d7d5"), ("e4d5", "g8f6"), ("P@h6", "g7h6")] {
        hall.moves("Anna", white);
        let board = hall.board("Boris");
        assert!(board.drops && board.current.ply % 2 == 1, "{board:?}");
        hall.moves("Boris", black);
    }
    let board = hall.board("Boris");
    assert!(board.current.fen.contains("[p]"), "Black holds a pawn: {}", board.current.fen);
    for (white, black) in [("d5d6", "b8c6"), ("d6c7", "a8b8"), ("c7b8q", "P@e2")] {
        hall.moves("Anna", white);
        hall.moves("Boris", black);
    }
    let board = hall.board("Anna");
    assert!(board.current.fen.starts_with("1Qbqkb1r"), "{}", board.current.fen);
    assert_eq!((board.current.san.as_str(), board.current.last.join("-").as_str()), ("P@e2", "e2"));
    assert!(board.current.fen.contains("[RP]"), "White holds a rook: {}", board.current.fen);
}

#[test]
fn a_window_comes_back() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    hall.line("Anna", "match Boris 3 0 unrated white");
    hall.line("Boris", "accept");
    hall.moves("Anna", "e2e4");
    hall.messages("Boris");
    let seen = hall.last_number("Boris");
    hall.detach("Boris");
    assert!(hall.messages("Boris").is_empty());
    hall.line("Anna", "say hello");
    // The missed messages, and none twice.
    hall.attach("Boris", seen);
    let messages = hall.messages("Boris");
    let numbers: Vec<u32> = messages
        .iter()
        .filter_map(|message| match message {
            Message::News(news) => Some(news.number),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, (seen + 1..=seen + numbers.len() as u32).collect::<Vec<_>>());
    let said = messages.iter().any(|message| match message {
        Message::News(news) => matches!(&news.change,
            Some(Change::Said(said)) if said.way == Way::Say && said.text == "hello"),
        _ => false,
    });
    assert!(said, "{messages:?}");

    // One that has lost its state gets the whole of it.
    hall.detach("Boris");
    hall.attach("Boris", 9_999);
    let changes = hall.changes("Boris");
    assert_eq!(changes[0], Change::Reset);
    assert!(changes.contains(&Change::Started { name: "Boris".into(), titles: vec!["U".into()] }));
    assert!(
        changes
            .iter()
            .any(|change| matches!(change, Change::Moves { moves, .. } if moves.len() == 1))
    );
    hall.moves("Boris", "e7e5");
    assert_eq!(hall.board("Anna").current.san, "e5");

    // A request that is sent again is done once.
    let before = hall.board("Anna").current.ply;
    let game = hall.board("Anna").game;
    for _ in 0..2 {
        hall.send_numbered("Anna", 900, |id| Request::Move {
            id,
            game,
            ply: before,
            uci: "g1f3".into(),
        });
    }
    let changes = hall.changes("Anna");
    assert!(
        !changes.iter().any(|change| matches!(change, Change::MoveRefused { .. })),
        "{changes:?}"
    );
}

#[test]
fn lists_are_asked_for_without_a_word_in_the_console() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    hall.line("Anna", "match Boris 3 0 unrated white");
    hall.line("Boris", "accept");
    hall.guest("Cora");
    hall.messages("Cora");
    hall.send("Cora", |id| Request::Ask { id, what: Asked::Games });
    hall.send("Cora", |id| Request::Ask { id, what: Asked::Players });
    hall.send("Cora", |id| Request::Ask { id, what: Asked::Finger });
    let messages = hall.messages("Cora");
    let mut lists = 0;
    for message in messages {
        let Message::News(news) = message else { continue };
        assert_eq!(news.text, None);
        match news.change {
            Some(Change::Games { rows }) => {
                assert_eq!((rows.len(), rows[0].white.as_str(), rows[0].minutes), (1, "Anna", 3));
                lists += 1;
            }
            Some(Change::Players { rows }) => {
                assert_eq!(rows.len(), 3);
                lists += 1;
            }
            Some(Change::Page { what: Asked::Finger, text }) => {
                assert!(text.contains("Cora"), "{text}");
                lists += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(lists, 3);
}

#[test]
fn bughouse_has_two_boards_with_pockets() {
    let mut hall = Hall::new();
    for name in ["Anna", "Boris", "Cora", "Dora"] {
        hall.guest(name);
        hall.line(name, "set bugopen 1");
    }
    for (one, other) in [("Anna", "Cora"), ("Boris", "Dora")] {
        hall.line(one, &format!("partner {other}"));
        hall.line(other, &format!("partner {one}"));
        assert!(hall.changes(one).contains(&Change::Partner { name: Some(other.into()) }));
    }
    hall.line("Anna", "match Boris 3 0 bughouse white");
    hall.line("Boris", "accept");
    let mut partner = hall.changes("Anna").into_iter().filter_map(|change| match change {
        Change::PartnerGame { game } => Some(game),
        _ => None,
    });
    let partner = partner.next_back().expect("the partner's game");
    let own = hall.own_board("Anna");
    assert_eq!((own.relation, own.drops), (Relation::White, true));
    let other = hall.board_of("Anna", partner);
    assert_eq!(other.relation, Relation::Observer);
    // Anna takes a pawn: her partner Cora, who plays Black, can drop it.
    hall.own_move("Anna", "e2e4");
    hall.own_move("Boris", "d7d5");
    hall.own_move("Anna", "e4d5");
    let cora = hall.own_board("Cora");
    assert_eq!(cora.relation, Relation::Black);
    assert!(cora.current.fen.contains("[p]"), "{}", cora.current.fen);
    let seen = hall.board_of("Anna", partner);
    assert!(seen.current.fen.contains("[p]"), "{}", seen.current.fen);
    hall.line("Cora", "ptell more pawns");
    let own = hall.changes("Cora").into_iter().find_map(|change| match change {
        Change::Said(said) => Some((said.way, said.from, said.to, said.text)),
        _ => None,
    });
    let anna = Some("Anna".to_owned());
    assert_eq!(own, Some((Way::Partner, "Cora".into(), anna, "more pawns".into())));
    let heard = hall.changes("Anna").into_iter().any(|change| {
        matches!(change, Change::Said(said) if said.way == Way::Partner && said.text == "more pawns")
    });
    assert!(heard);
}

/// The server opens a player who looks for a partner.
#[test]
fn openness_for_bughouse_is_known() {
    let mut hall = Hall::new();
    hall.connect("Anna");
    hall.login("Anna", "Anna", "");
    assert!(hall.changes("Anna").contains(&Change::Bugopen { open: false }));
    hall.line("Anna", "set bugopen 1");
    assert_eq!(hall.changes("Anna"), [Change::Bugopen { open: true }]);
    hall.line("Anna", "set bugopen 0");
    assert_eq!(hall.changes("Anna"), [Change::Bugopen { open: false }]);
    hall.guest("Boris");
    hall.line("Boris", "set bugopen 1");
    hall.changes("Anna");
    hall.line("Anna", "partner Boris");
    assert!(hall.changes("Anna").contains(&Change::Bugopen { open: true }));
}

#[test]
fn arrivals_and_departures_change_the_list_without_a_word() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.messages("Anna");
    hall.guest("Boris");
    let texts = |messages: Vec<Message>| -> Vec<(Option<String>, Option<Change>)> {
        let news = messages.into_iter().filter_map(|message| match message {
            Message::News(news) => Some((news.text, news.change)),
            _ => None,
        });
        news.collect()
    };
    assert_eq!(texts(hall.messages("Anna")), [(None, Some(Change::PlayersChanged))]);
    hall.line("Anna", "set pin 1");
    hall.messages("Anna");
    hall.line("Boris", "quit");
    let left = Some("[Boris has disconnected.]".to_owned());
    assert_eq!(texts(hall.messages("Anna")), [(left, Some(Change::PlayersChanged))]);
}

#[test]
fn a_guest_who_registers_is_none_any_more() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.line("Anna", "register Anna anna@example.org Anna Adler");
    let started = Change::Started { name: "Anna".into(), titles: vec![] };
    let changes = hall.changes("Anna");
    assert!(changes.contains(&started), "{changes:?}");
}

#[test]
fn an_examined_game_is_moved_on_both_sides() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.line("Anna", "examine");
    let board = hall.board("Anna");
    assert_eq!((board.relation, board.moves.len()), (Relation::Examiner, 20));
    hall.moves("Anna", "e2e4");
    hall.moves("Anna", "c7c5");
    assert_eq!(hall.board("Anna").current.san, "c5");
    hall.line("Anna", "backward");
    assert_eq!(hall.board("Anna").current.ply, 1);
    let game = board.game;
    hall.line("Anna", "unexamine");
    assert!(hall.changes("Anna").contains(&Change::Left { game }));
}

/// Moves that were on the board stay known while an examiner goes back and forth.
#[test]
fn an_examiner_jumps_among_the_moves() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.line("Anna", "examine");
    hall.moves("Anna", "e2e4");
    hall.moves("Anna", "c7c5");
    hall.line("Anna", "backward");
    assert_eq!(hall.board("Anna").current.words, "Move 1, White: pawn from e2 to e4.");
    hall.moves("Anna", "e7e5");
    hall.moves("Anna", "g1f3");
    hall.line("Anna", "backward 3");
    hall.line("Anna", "forward 3");
    assert_eq!(hall.board("Anna").current.words, "Move 2, White: knight from g1 to f3.");
    hall.attach("Anna", 1_000_000);
    let changes = hall.changes("Anna");
    let san = changes.iter().find_map(|change| match change {
        Change::Moves { moves, .. } => Some(moves.iter().map(|made| &made.san).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(san.expect("the moves"), ["e4", "e5", "Nf3"]);
}

#[test]
fn the_answer_to_a_command_has_its_number() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.messages("Anna");
    hall.send_numbered("Anna", 77, |id| Request::Line { id, text: "tell nobodyhere hello".into() });
    let answers = hall.messages("Anna").into_iter().find_map(|message| match message {
        Message::News(news) => Some((news.answers, news.text)),
        _ => None,
    });
    let (number, text) = answers.expect("an answer");
    assert_eq!(number, Some(77));
    assert!(text.is_some_and(|text| text.contains("nobodyhere") && !text.contains("fics%")));
}

#[test]
fn a_player_cannot_take_away_what_the_session_relies_on() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    for line in ["iset block 0", "$iset ms 0", "set style 1", "style 1", "ise lock 1"] {
        hall.messages("Anna");
        hall.line("Anna", line);
        let texts = hall.messages("Anna").into_iter().filter_map(|message| match message {
            Message::News(news) => news.text,
            _ => None,
        });
        assert_eq!(texts.collect::<Vec<_>>(), [format!("{line} is set by the page itself.")]);
    }
    // Beginnings of other commands and variables are not these; what is too long is not cut.
    for (line, is_refused) in
        [("statistics", false), ("set private 0", false), ("it smiles", false)]
            .map(|(line, refused)| (line.to_owned(), refused))
            .into_iter()
            .chain([(format!("tell Boris {}", "x".repeat(1000)), true)])
    {
        hall.messages("Anna");
        hall.line("Anna", &line);
        let refused = hall.messages("Anna").into_iter().any(|message| match message {
            Message::News(news) => {
                let text = news.text.unwrap_or_default();
                text.contains("set by the page") || text.contains("was not sent")
            }
            _ => false,
        });
        assert_eq!(refused, is_refused, "{line}");
    }
    hall.line("Anna", "match Boris 3 0 unrated white");
    hall.line("Boris", "accept");
    assert_eq!(hall.board("Anna").moves.len(), 20);
}

#[test]
fn clocks_stand_and_seeks_go() {
    let mut hall = Hall::new();
    hall.guest("Anna");
    hall.guest("Boris");
    hall.guest("Cora");
    hall.line("Cora", "seek 3 0 unrated");
    hall.line("Anna", "match Boris 3 0 unrated white");
    hall.line("Boris", "accept");
    hall.moves("Anna", "e2e4");
    hall.moves("Boris", "e7e5");
    assert!(hall.board("Anna").ticking && hall.is_playing("Anna") && !hall.is_playing("Cora"));
    hall.messages("Anna");
    hall.line("Boris", "resign");
    let changes = hall.changes("Anna");
    let [Change::Board(board), Change::Ended { .. }, ..] = &changes[..] else {
        panic!("{changes:?}");
    };
    assert!(!board.ticking && board.moves.is_empty());
    assert!(!hall.is_playing("Anna"));
    hall.withdraw_seeks("Cora");
    assert!(matches!(hall.changes("Anna")[..], [Change::SeeksRemoved { .. }]));
}

mod hostile {
    use partie_client::{
        Session,
        protocol::{Message, Request},
    };
    use partie_speech::Speech;
    use proptest::prelude::*;

    const PIECES: [&str; 14] = [
        "\n\r",
        "login: ",
        "password: ",
        "fics% ",
        "\u{15}1\u{16}1\u{16}",
        "\u{17}",
        "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B -1 1 1 1 1 0 \
         1 Anna Boris 1 3 0 39 39 180000 180000 1 P/e2-e4 (0:00.000) e4 1 0 0",
        "<12> -------- -------- -------- -------- -------- -------- -------- -------- W 9 1 1 1 1 0 \
         4294967295 a b 2 -1 -1 0 0 -9 -9 4294967295 o-o (0:00) O-O 1 0 0",
        "<b1> game 1 white [PPPPPPPPPPPPPPPPPPPPPPPPP] black []",
        "<g1> 1 p=0 t=wild/fr r=0 u=1,1 it=180,0 i=180,0 pt=1 rt=0,0 ts=0,0 m=2 n=0",
        "{Game 1 (Anna vs. Boris) Boris resigns} 1-0",
        "<s> 8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f",
        "<sr> 8",
        "**** Starting FICS session as Anna(U) ****",
    ];

    /// A server may send any number of games, seeks, offers and words: what is kept is bounded.
    #[test]
    fn a_flood_is_not_kept() {
        let mut session = Session::new(Speech::default());
        session.receive(0, b"**** Starting FICS session as Anna(U) ****\n\r\n\rfics% ");
        for n in 0..2_000 {
            let flood = format!(
                "\n\r<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 \
                 {n} Anna Boris 0 3 0 39 39 180000 180000 1 none (0:00.000) none 0 0 0\n\r\
                 <s> {n} w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f\n\r\
                 <pf> {n} w=Bravo t=draw p=#\n\r{}\n\rfics% ",
                "words ".repeat(200)
            );
            session.receive(n, flood.as_bytes());
            session.take_bytes();
        }
        session.attach(1_000_000);
        let kept: usize = session
            .take_messages()
            .iter()
            .map(|message| serde_json::to_string(message).expect("JSON").len())
            .sum();
        assert!((10_000..2_000_000).contains(&kept), "{kept}");
    }

    proptest! {
        #[test]
        fn any_server_and_any_window(
            steps in prop::collection::vec((0..PIECES.len() + 6, any::<u32>(), ".{0,20}"), 0..60),
        ) {
            let mut session = Session::new(Speech::default());
            session.attach(0);
            let mut attached = true;
            let mut last = Some(0);
            for (step, n, text) in steps {
                session.take_bytes();
                match step {
                    0 => session.receive(n, text.as_bytes()),
                    1 => session.request(n, Request::Line { id: n, text }),
                    2 => session.request(n, Request::Move { id: n, game: 1, ply: n % 3, uci: text }),
                    3 => session.request(n, Request::Login { id: n, name: text.clone(), password: text }),
                    4 => session.attach(n % 20),
                    5 => session.detach(),
                    _ => session.receive(n, PIECES[step - 6].as_bytes()),
                }
                if step == 4 || step == 5 {
                    attached = step == 4;
                    last = None;
                }
                let lines = session.take_bytes().into_iter().filter(|byte| *byte == b'\n').count();
                prop_assert!(!(1..=3).contains(&step) || lines <= 1, "a request is one line at most");
                for message in session.take_messages() {
                    let text = serde_json::to_string(&message).expect("JSON");
                    let Message::News(news) = message else { continue };
                    prop_assert!(attached, "{text}");
                    prop_assert!(last.is_none_or(|last| news.number == last + 1), "{text}");
                    last = Some(news.number);
                }
            }
        }
    }
}
