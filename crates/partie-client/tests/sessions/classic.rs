//! Sessions on a classic server: no block mode, no lines for programs, no numbers of offers. It is
//! played by answers in the words of such servers.

use partie_client::{
    Session,
    protocol::{Asked, Change, Message, Request, Side},
};
use partie_speech::Speech;

/// Answers of two servers: lasker's, and a fork of what lasker's came from.
const LASKER: Words = Words {
    greeting: "\n\r**** Starting FICS session as Anna(U) ****\n\rWelcome, \"help\" is there.\n\r\n\r",
    no_command: "Command not found.",
    iset: "No such ivariable \"block\".\n\r",
    creating: "Creating: Anna (0) Boris (0) unrated blitz 3 2\n\r\n\r",
};
const OLDER: Words = Words {
    greeting: "Welcome, \"help\" is there.\n\r\n\r",
    no_command: "Command has failed.",
    iset: "com_iset: block 1\n\r",
    creating: "",
};

/// The words in which the servers differ.
#[derive(Clone, Copy)]
struct Words {
    greeting: &'static str,
    no_command: &'static str,
    iset: &'static str,
    creating: &'static str,
}

const START: &str = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 Anna Boris 1 3 2 39 39 180 180 1 none (0:00) none 0\n\r";
const E4: &str = "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 1 Anna Boris -1 3 2 39 39 180 180 1 P/e2-e4 (0:02) e4 0\n\r";
const E5: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 1 Anna Boris 1 3 2 39 39 180 181 2 P/e7-e5 (0:01) e5 0\n\r";
const WATCHED: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 7 Cid Dora 0 5 0 39 39 300 299 2 P/e7-e5 (0:01) e5 0\n\r";

/// A session and the server that it is connected with.
struct Classic {
    session: Session,
    words: Words,
    next: u32,
    /// Lines that came to the server.
    lines: Vec<String>,
}

impl Classic {
    fn new(words: Words) -> Classic {
        let mut session = Session::new(Speech::default());
        session.attach(0);
        let mut classic = Classic { session, words, next: 1, lines: Vec::new() };
        classic.says("\n\rWelcome.\n\r\n\rlogin: ");
        let (name, password) = ("Anna".to_owned(), String::new());
        classic.asks(|id| Request::Login { id, name, password });
        classic
    }

    /// The server sends an unrequested line.
    fn says(&mut self, text: &str) {
        let mut sent = self.sends(text);
        while !sent.is_empty() {
            // The second one of two would be read after seconds.
            assert_eq!(sent.lines().count(), 1, "{sent}");
            let answers: String = sent.lines().map(|line| self.answer(line)).collect();
            self.lines.extend(sent.lines().map(str::to_owned));
            sent = self.sends(&answers);
        }
    }

    /// The server sends a line, and drops pending input unanswered.
    fn sends(&mut self, text: &str) -> String {
        self.session.receive(1, text.as_bytes());
        self.sent()
    }

    /// Takes what came to the server, which stays without an answer.
    fn sent(&mut self) -> String {
        String::from_utf8(self.session.take_bytes()).expect("text")
    }

    fn asks(&mut self, request: impl FnOnce(u32) -> Request) {
        self.session.request(1, request(self.next));
        self.next += 1;
        self.says("");
    }

    fn types(&mut self, text: &str) {
        self.asks(|id| Request::Line { id, text: text.to_owned() });
    }

    /// The answer of the server to a line.
    fn answer(&self, line: &str) -> String {
        let Words { greeting, no_command, iset, .. } = self.words;
        let text = match line {
            line if line.starts_with("%b") => {
                return "\n\rSorry, names can only consist of lower and upper case letters.  Try again.\n\r\n\rlogin: ".into();
            }
            "Anna" => return "\n\r\"Anna\" is not a registered name.  You may play unrated games as a guest.\n\r\n\rPress return to enter the server as \"Anna\":".into(),
            "" => greeting,
            "iset block 1" => iset,
            // These have no answer.
            "set interface Partie" => "",
            set if set.starts_with("set ") || set.starts_with("iset ") => "Set.\n\r",
            "variables" => "Variable settings of Anna:\n\r   time=2      inc=12     rated=0\n\r",
            "who" => "\n\r++++ Anna    ++++ Boris(U)    1650^Cid  \n\r\n\r 3 players displayed (of 3). (*) indicates system administrator.\n\r",
            "games" => "\n\r  7 1650 Cid         1701 Dora       [ br  5   0]   4:59 -  4:58 (39-39) W:  2\n\r\n\r  1 game displayed.\n\r",
            "finger" => "\n\rStatistics for Anna       On for: 12 secs   Idle: 0 secs\n\rAnna is NOT a registered player.\n\r\n\r",
            "history" => "Sorry, no game information available.\n\r",
            "stored" => "Stored games for Anna:\n\r\n\r",
            "accept Boris" => "You accept the challenge of Boris.\n\r",
            "decline Boris" => "You decline the draw request from Boris.\n\r",
            "observe 7" => return format!("You are now observing game 7.\n\r\n\r{WATCHED}fics% "),
            "moves 7" => "\n\rCid (1650) vs. Dora (1701) --- 2026.11.20 22:20:39\n\rRated Blitz match, initial time: 5 minutes, increment: 0 seconds.\n\r\n\rMove  Cid                Dora               \n\r----  ----------------   ----------------\n\r  1.  e4      (0:01)     e5      (0:01)  \n\r      {Still in progress} *\n\r\n\r",
            "tell Boris hello" => "(told Boris)\n\r",
            "tell Boris hm" => "No user named \"Boris\" is logged in.\n\r",
            "tell Dora hi" => return String::new(),
            "e2e4" => return format!("\n\r{E4}fics% "),
            "d2d4" => "Illegal move.\n\r",
            other => return format!("{other}: {no_command}\n\rfics% "),
        };
        format!("{text}fics% ")
    }

    /// The changes and texts since they were asked for last.
    fn news(&mut self) -> (Vec<Change>, String) {
        let (mut changes, mut texts) = (Vec::new(), String::new());
        for message in self.session.take_messages() {
            if let Message::News(news) = message {
                changes.extend(news.change);
                texts += &news.text.unwrap_or_default();
                texts.push('\n');
            }
        }
        (changes, texts)
    }

    fn changes(&mut self) -> Vec<Change> {
        self.news().0
    }
}

fn offer(changes: &[Change]) -> &partie_client::protocol::Offer {
    let found = changes.iter().find_map(|change| match change {
        Change::Offer(offer) => Some(offer),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no offer in {changes:?}"))
}

#[test]
fn no_command_has_a_number_before_it_was_confirmed() {
    for words in [LASKER, OLDER] {
        let mut classic = Classic::new(words);
        let (changes, texts) = classic.news();
        let started =
            |change: &Change| matches!(change, Change::Started { name, .. } if name == "Anna");
        assert!(changes.iter().any(started), "{changes:?}");
        let numbered = |line: &&String| line.starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(classic.lines.iter().find(numbered), None);
        assert!(classic.lines.iter().any(|line| line == "set style 12"), "{:?}", classic.lines);
        // The session's own settings are not the player's business.
        assert!(!texts.contains("Set.") && !texts.contains(words.no_command), "{texts}");
        classic.types("resign");
        assert_eq!(classic.lines.last().map(String::as_str), Some("resign"));
        assert!(classic.news().1.contains(words.no_command));
    }
}

#[test]
fn lists_are_read() {
    for words in [LASKER, OLDER] {
        let mut classic = Classic::new(words);
        classic.news();
        classic.asks(|id| Request::Ask { id, what: Asked::Players });
        let [Change::Players { rows }] = &classic.changes()[..] else { panic!("no players") };
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Boris", "Cid"]);
        classic.asks(|id| Request::Ask { id, what: Asked::Games });
        let [Change::Games { rows }] = &classic.changes()[..] else { panic!("no games") };
        assert_eq!((rows[0].game, rows[0].white.as_str(), rows[0].rated), (7, "Cid", true));
        for (what, words) in
            [(Asked::Finger, "NOT a registered"), (Asked::History, "no game information")]
        {
            classic.asks(|id| Request::Ask { id, what });
            let [Change::Page { text, .. }] = &classic.changes()[..] else { panic!("no page") };
            assert!(text.contains(words), "{text}");
        }
        classic.asks(|id| Request::Ask { id, what: Asked::Stored });
        let (changes, texts) = classic.news();
        let [Change::Adjourned { rows }, Change::Page { .. }] = &changes[..] else {
            panic!("{changes:?}")
        };
        assert!(rows.is_empty() && texts.trim().is_empty(), "{texts}");
        // What comes unasked meanwhile is none of it.
        classic.says("\n\rThere are no games in progress.\n\rfics% ");
        let (changes, texts) = classic.news();
        assert!(changes.is_empty() && texts.contains("no games"), "{changes:?} {texts}");
    }
}

#[test]
fn a_challenge_is_accepted_and_the_game_played() {
    for words in [LASKER, OLDER] {
        let mut classic = Classic::new(words);
        classic.news();
        classic.says("\n\rChallenge: Boris (++++) [black] Anna (++++) unrated blitz 3 2.\n\rYou can \"accept\" or \"decline\", or propose different parameters.\n\rfics% ");
        let changes = classic.changes();
        let challenge = offer(&changes).clone();
        assert_eq!(
            (challenge.own, challenge.with.as_str(), challenge.what.as_str(), challenge.side),
            (false, "Boris", "match", Some(Side::Black))
        );
        assert_eq!(challenge.terms, "unrated blitz 3 2");
        classic.types(&format!("accept {}", challenge.index));
        assert_eq!(classic.lines.last().map(String::as_str), Some("accept Boris"));
        let removed = Change::OfferRemoved { index: challenge.index };
        assert!(classic.changes().contains(&removed));
        let creating = words.creating;
        classic.says(&format!("\n\r{creating}{{Game 1 (Anna vs. Boris) Creating unrated blitz match.}}\n\r\n\r{START}fics% "));
        let changes = classic.changes();
        let facts = changes.iter().find_map(|change| match change {
            Change::Facts(facts) => Some((facts.category.as_str(), facts.rated)),
            _ => None,
        });
        assert_eq!(facts, Some(("blitz", false)), "{changes:?}");
        let Some(Change::Board(board)) = changes.last() else { panic!("{changes:?}") };
        assert_eq!(board.moves.len(), 20);

        // A move that the server refuses is taken back on the board.
        classic.asks(|id| Request::Move { id, game: 1, ply: 0, uci: "d2d4".into() });
        let changes = classic.changes();
        assert!(
            matches!(changes[..], [Change::MoveRefused { game: 1 }, Change::Board(_)]),
            "{changes:?}"
        );
        classic.asks(|id| Request::Move { id, game: 1, ply: 0, uci: "e2e4".into() });
        let [Change::Board(board)] = &classic.changes()[..] else { panic!("no board") };
        assert_eq!(board.current.san, "e4");

        // An offer in the game is answered by the opponent's name, or by moving on.
        classic.says("\n\rBoris offers you a draw.\n\rfics% ");
        let changes = classic.changes();
        let draw = offer(&changes).clone();
        assert_eq!((draw.own, draw.what.as_str()), (false, "draw"));
        classic.types(&format!("decline {}", draw.index));
        assert_eq!(classic.changes(), [Change::OfferRemoved { index: draw.index }]);
        classic.says("\n\rBoris would like to take back 1 half move(s).\n\rfics% ");
        let changes = classic.changes();
        assert_eq!(offer(&changes).terms, "1");
        classic.says(&format!("\n\r{E5}fics% "));
        let changes = classic.changes();
        assert!(
            matches!(changes[..], [Change::OfferRemoved { .. }, Change::Board(_)]),
            "{changes:?}"
        );
        // One who is away is shown until the game is over.
        classic.says("\n\rBoris has lost the connection; the game waits 60 seconds.\n\rfics% ");
        let absent = Change::Absent { name: "Boris".into(), seconds: Some(60) };
        assert!(classic.changes().contains(&absent));
        classic.session.attach(9_999);
        assert!(classic.changes().contains(&absent));
        classic.says("\n\r{Game 1 (Anna vs. Boris) Boris resigns} 1-0\n\rNo ratings adjustment done.\n\rfics% ");
        assert!(
            classic.changes().iter().any(|change| matches!(change, Change::Ended { game: 1, .. }))
        );
        classic.session.attach(9_999);
        let changes = classic.changes();
        assert!(
            changes.contains(&Change::Reset)
                && !changes.iter().any(|change| matches!(change, Change::Absent { .. })),
            "{changes:?}"
        );
    }
}

#[test]
fn offers_end_with_the_words_of_the_other() {
    let mut classic = Classic::new(LASKER);
    classic.news();
    for (begins, own, ends) in [
        (
            "Challenge: Boris (++++) Anna (++++) unrated blitz 3 2.\n\rYou can \"accept\" or \"decline\", or propose different parameters.",
            false,
            "Boris withdraws the match offer.",
        ),
        (
            "Issuing: Anna (++++) Boris (++++) unrated blitz 3 2.",
            true,
            "Boris declines the match offer.",
        ),
        (
            "Issuing: Anna (++++) Boris (++++) unrated blitz 3 2.",
            true,
            "Boris accepts your challenge.",
        ),
        ("Boris offers you a draw.", false, "Boris withdraws draw request."),
    ] {
        classic.says(&format!("\n\r{begins}\n\rfics% "));
        let changes = classic.changes();
        let made = offer(&changes).clone();
        assert_eq!((made.own, made.with.as_str()), (own, "Boris"), "{begins}");
        classic.says(&format!("\n\r{ends}\n\rfics% "));
        assert_eq!(classic.changes(), [Change::OfferRemoved { index: made.index }], "{ends}");
    }
}

#[test]
fn a_game_is_watched_with_its_moves() {
    let mut classic = Classic::new(LASKER);
    classic.news();
    classic.types("observe 7");
    let changes = classic.changes();
    let moves = changes.iter().find_map(|change| match change {
        Change::Moves { game: 7, moves, .. } => Some(moves.len()),
        _ => None,
    });
    assert_eq!(moves, Some(2), "{changes:?}");
    let rated = changes.iter().any(|change| matches!(change, Change::Facts(facts) if facts.rated));
    assert!(rated, "{changes:?}");
    classic.types("tell Boris hello");
    let changes = classic.changes();
    let [Change::Said(said)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((said.from.as_str(), said.text.as_str()), ("Anna", "hello"));
}

#[test]
fn words_are_shown_beside_the_one_who_was_told() {
    let mut classic = Classic::new(LASKER);
    classic.news();
    // Nobody of this name; then the next is typed before the answer.
    classic.types("tell Boris hm");
    classic.types("tell Dora hi");
    classic.session.request(1, Request::Line { id: 4, text: "tell bor again".into() });
    assert_eq!(classic.session.take_bytes(), b"");
    classic.news();
    let mut confirms = |answer: &str, to: &str, text: &str| {
        let sent = classic.sends(answer);
        let changes = classic.changes();
        let [Change::Said(said)] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((said.to.as_deref(), said.text.as_str()), (Some(to), text));
        sent
    };
    let to_boris = "\n\r(told Boris)\n\rfics% ";
    assert_eq!(confirms("\n\r(told Dora)\n\rfics% ", "Dora", "hi"), "tell bor again\n");
    assert_eq!(confirms(to_boris, "Boris", "again"), "");
    // The same answer without a question.
    classic.says(to_boris);
    assert_eq!(classic.changes(), []);
}

#[test]
fn what_comes_unasked_is_no_answer_about_block_mode() {
    for words in [LASKER, OLDER] {
        let mut session = Session::new(Speech::default());
        session.attach(0);
        let mut classic = Classic { session, words, next: 1, lines: Vec::new() };
        classic.sends("\n\rWelcome.\n\r\n\rlogin: ");
        classic.sends(&classic.answer("%b"));
        let name = Request::Login { id: 1, name: "Anna".into(), password: String::new() };
        classic.session.request(1, name);
        classic.sends(&classic.answer("Anna"));
        assert_eq!(classic.sends(&classic.answer("")), "iset block 1\n");
        assert_eq!(classic.sends("\n\rBoris shouts: hello\n\rfics% "), "");
        // The answer and another message before one prompt.
        let both = format!("{}\n\r[Cid has connected.]\n\rfics% ", words.iset);
        let mut sent = classic.sends(&both);
        while sent != "set style 12\n" {
            assert_eq!(sent.lines().count(), 1);
            assert_eq!(classic.sends("\n\r[Cid has connected.]\n\rfics% "), "");
            sent = classic.sends(&classic.answer(sent.trim_end()));
        }
    }
}

#[test]
fn a_server_that_does_not_answer_gets_the_next_command_after_a_while() {
    let mut session = Session::new(Speech::default());
    session.attach(0);
    let mut classic = Classic { session, words: LASKER, next: 1, lines: Vec::new() };
    classic.sends("\n\rWelcome.\n\r\n\rlogin: ");
    classic.sends(&classic.answer("%b"));
    let name = Request::Login { id: 1, name: "Anna".into(), password: String::new() };
    classic.session.request(1, name);
    classic.sends(&classic.answer("Anna"));
    assert_eq!(classic.session.deadline(), None);
    assert_eq!(classic.sends(&classic.answer("")), "iset block 1\n");
    let mut now = 1;
    let mut lines = String::new();
    while let Some(deadline) = classic.session.deadline() {
        assert_eq!(deadline, now + 3000);
        classic.session.wake(deadline - 1);
        assert_eq!(classic.sent(), "");
        classic.session.wake(deadline);
        now = deadline;
        lines += &classic.sent();
    }
    assert!(lines.starts_with("iset startpos 1\niset ms 1\nset interface"), "{lines}");
    assert!(lines.ends_with("iset seekinfo 1\n"), "{lines}");
}

#[test]
fn a_board_is_no_answer_to_words_and_a_move_goes_first() {
    let mut classic = Classic::new(LASKER);
    classic.sends(&format!(
        "\n\r{{Game 1 (Anna vs. Boris) Creating unrated blitz match.}}\n\r\n\r{START}fics% "
    ));
    let moves = Request::Move { id: 10, game: 1, ply: 0, uci: "e2e4".into() };
    classic.session.request(1, moves);
    assert_eq!(classic.sent(), "e2e4\n");
    classic.sends(&format!("\n\r{E4}fics% "));
    let say = Request::Line { id: 11, text: "tell Boris hello".into() };
    classic.session.request(1, say);
    assert_eq!(classic.sent(), "tell Boris hello\n");
    classic.sends(&format!("\n\r{E5}fics% "));
    for (id, what) in [(12, Asked::Games), (13, Asked::Players)] {
        classic.session.request(1, Request::Ask { id, what });
    }
    classic.session.request(1, Request::Line { id: 14, text: "draw".into() });
    classic.session.request(1, Request::Move { id: 15, game: 1, ply: 2, uci: "d2d4".into() });
    assert_eq!(classic.sent(), "");
    classic.news();
    let mut sent = classic.sends("(told Boris)\n\rfics% ");
    let changes = classic.changes();
    assert!(
        changes.iter().any(|change| matches!(change, Change::Said(said) if said.text == "hello")),
        "{changes:?}"
    );
    for next in ["d2d4\n", "draw\n", "games\n", "who\n"] {
        assert_eq!(sent, next);
        sent = classic.sends("fics% ");
    }
}
