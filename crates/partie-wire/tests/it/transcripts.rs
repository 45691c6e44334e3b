//! Sessions recorded at running servers.

use std::{collections::BTreeMap, fs};

use partie_testkit::suite::shared;
use partie_wire::{
    client::{Answer, Client, Incoming},
    ivars::Ivars,
    line::shown::Shown,
    login::{Dialogue, LoginEvent},
    notice::{Notice, seek_ads::AdNotice},
    notice_reader::{NoticeReader, ReadNotice, ServerEvent},
    server_reader::{Input, ServerReader},
    telnet,
    timeseal::{Hello, Version},
    wrap::{CONTINUATION, Unwrapper, is_protocol},
};

/// A packet of a recorded session.
enum Packet {
    Server(Vec<u8>),
    Client(Vec<u8>),
}

/// The packets of a recorded session.
fn session(name: &str) -> Vec<Packet> {
    packets(&recording(&format!("{name}.raw")))
}

/// The packets between a real client and a server, recorded on their way.
fn relayed(name: &str) -> Vec<Packet> {
    let bytes = recording(&format!("{name}.proxy"));
    let packet = |line: &[u8]| {
        let literal = &line[find(line, b" b").expect("a literal") + 3..line.len() - 1];
        match line[0] {
            b'S' => Packet::Server(unescaped(literal)),
            b'C' => Packet::Client(unescaped(literal)),
            _ => panic!("neither side"),
        }
    };
    bytes.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(packet).collect()
}

/// Reads a recorded file.
fn recording(name: &str) -> Vec<u8> {
    fs::read(shared("testdata/ics").join(name)).expect(name)
}

const MARK: &[u8] = b"\n<<<CLIENT b";
const MARK_END: &[u8] = b">>>\n";

fn packets(bytes: &[u8]) -> Vec<Packet> {
    let mut packets = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, MARK) {
        packets.push(Packet::Server(rest[..at].to_vec()));
        let after = &rest[at + MARK.len()..];
        let end = find(after, MARK_END).expect("the end of a mark");
        packets.push(Packet::Client(unescaped(&after[1..end - 1])));
        rest = &after[end + MARK_END.len()..];
    }
    packets.push(Packet::Server(rest.to_vec()));
    packets
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}

/// The bytes of a Python literal, without its quotes.
fn unescaped(literal: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = literal.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match rest.next().expect("an escape") {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let digits = [rest.next().expect("digit"), rest.next().expect("digit")];
                let digits = str::from_utf8(&digits).expect("ASCII");
                u8::from_str_radix(digits, 16).expect("hexadecimal")
            }
            other => other,
        });
    }
    out
}

/// A session as a client sees it, cut into packets of some size.
fn seen(packets: &[Packet], mut client: Client, size: usize) -> Vec<Incoming> {
    let mut answer = Vec::new();
    for packet in packets {
        if let Packet::Server(bytes) = packet {
            bytes.chunks(size).for_each(|piece| client.receive(piece, &mut answer));
        }
    }
    std::iter::from_fn(|| client.poll()).collect()
}

fn events(packets: &[Packet]) -> Vec<Input> {
    let mut reader = ServerReader::default();
    for packet in packets {
        if let Packet::Client(bytes) = packet {
            reader.receive(bytes);
        }
    }
    std::iter::from_fn(|| reader.poll()).collect()
}

fn logged_in(seen: &[Incoming]) -> Vec<LoginEvent> {
    let mut dialogue = Dialogue::default();
    for incoming in seen {
        if let Incoming::Shown(shown) = incoming {
            dialogue.receive(shown);
        }
    }
    std::iter::from_fn(|| dialogue.poll()).collect()
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn block_mode_of_fatics() {
    let packets = session("fatics2_adam");
    let all = seen(&packets, Client::plain(), 1 << 16);
    let answers: Vec<&Answer> = all
        .iter()
        .filter_map(|incoming| match incoming {
            Incoming::Answer(answer) => Some(answer),
            _ => None,
        })
        .collect();
    assert_eq!(answers.len(), 57);
    assert!(!all.contains(&Incoming::Broken));
    let text = |number| {
        let answer = answers.iter().find(|a| a.number == number).expect("an answer");
        (answer.code, answer.text.as_str())
    };
    assert_eq!(text(1), (109, "Style 12 set.\n"));
    assert_eq!(text(4), (512, "nosuch: Command not found.\n"));
    assert_eq!(text(0), (519, ""));
    assert_eq!(text(20), (1, "\n<d1> 1 1 e4 e2e4 0 180000 0\n"));
    // Every command that had a number has its answer, and in order.
    let sent: Vec<u32> = events(&packets)
        .iter()
        .filter_map(|input| match input {
            Input::Line { text, .. } => {
                partie_wire::block::sequence(text).ok().map(|(number, _)| number)
            }
            _ => None,
        })
        .collect();
    let answered: Vec<u32> = answers.iter().map(|a| a.number).filter(|n| *n > 0).collect();
    assert!(sent.len() > 40 && answered.iter().all(|n| sent.contains(n)));
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn the_line_of_interface_variables() {
    let packets = session("fatics2_adam");
    let inputs = events(&packets);
    let Some(Input::Line { text, .. }) = inputs.first() else { panic!("no line") };
    assert_eq!(Ivars::parse(text).expect("a line of them").to_string(), *text);
    let asked = logged_in(&seen(&packets, Client::plain(), 1 << 16));
    assert_eq!(
        asked,
        [
            LoginEvent::Name,
            LoginEvent::IvarsSet,
            LoginEvent::Name,
            LoginEvent::PressReturn { name: "Adam".to_owned() },
            LoginEvent::Started { name: "Adam".to_owned(), titles: vec!["U".to_owned()] },
        ]
    );
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn a_sealed_session() {
    let packets = session("timeseal_fatics");
    let inputs = events(&packets);
    let Some(Input::Hello(hello)) = inputs.first() else { panic!("no hello") };
    assert_eq!(hello.version, Version::V1);
    let typed: Vec<&str> = inputs[1..]
        .iter()
        .map(|input| match input {
            Input::Line { text, stamp: Some(_) } => text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(typed[..2], ["Tseal", ""]);
    assert!(typed.contains(&"e4"), "{typed:?}");
    let stamps: Vec<u32> = inputs
        .iter()
        .filter_map(|input| match input {
            Input::Line { stamp, .. } => stamp.map(partie_wire::timeseal::Stamp::millis),
            _ => None,
        })
        .collect();
    assert!(stamps.is_sorted(), "{stamps:?}");
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn every_session_in_any_packets() {
    let names = [
        "cap_alpha",
        "fatics_alpha",
        "fatics_bravo",
        "fatics_charlie",
        "fatics2_adam",
        "fatics2_boris",
        "fatics2_cecil",
        "fatics2_dora",
        "lasker_anna",
        "lasker_bug_owen",
        "timeseal_fatics",
        "uhlin_alpha",
        "uhlin_bravo",
        "uhlin_charlie",
    ];
    for name in names {
        let packets = session(name);
        let whole = seen(&packets, Client::plain(), 1 << 16);
        for size in [1, 7, 100] {
            assert_eq!(seen(&packets, Client::plain(), size), whole, "{name}");
        }
        let sealed = Hello { version: Version::V1, name: String::new(), system: String::new() };
        assert_eq!(seen(&packets, Client::sealed(sealed), 3), whole, "{name} has no pings");
        let prompts =
            whole.iter().filter(|i| matches!(i, Incoming::Shown(Shown::Prompt(_)))).count();
        assert!(prompts > 4, "{name}: {prompts} prompts");
        for incoming in &whole {
            if let Incoming::Shown(Shown::Line(line)) = incoming {
                // The list of `variables` is no prompt.
                let listed = line.contains("Prompt: fics% ");
                assert!(listed || !line.contains("fics% "), "{name}: a prompt in {line:?}");
            }
        }
        let asked = logged_in(&whole);
        assert!(
            matches!(asked.last(), Some(LoginEvent::Started { name, .. }) if !name.is_empty()),
            "{name}: {asked:?}"
        );
        assert!(
            !asked.iter().any(|a| matches!(a, LoginEvent::Refused { .. })),
            "{name}: {asked:?}"
        );
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn what_xboard_types() {
    for server in ["fatics", "lasker", "uhlin"] {
        let packets = relayed(&format!("xboard_{server}"));
        let inputs = events(&packets);
        let typed: Vec<&str> = inputs
            .iter()
            .filter_map(|input| match input {
                Input::Line { text, stamp: None } => Some(text.as_str()),
                Input::Negotiate(_, option) => {
                    assert_eq!(*option, telnet::ECHO);
                    None
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(typed[..3], ["Xander", "", "alias $ @"], "{server}");
        assert!(typed[3].starts_with("$set interface xboard"), "{server}");
        assert!(typed.contains(&"accept") && typed.contains(&"$style 12"), "{server}: {typed:?}");
    }
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn wrapped_lines_are_joined() {
    let packets = session("fatics2_cecil");
    let mut unwrapper = Unwrapper::default();
    let mut lines = Vec::new();
    for incoming in seen(&packets, Client::plain(), 1 << 16) {
        match incoming {
            Incoming::Shown(Shown::Line(line)) => lines.extend(unwrapper.line(line.into(), ())),
            _ => lines.extend(unwrapper.end()),
        }
    }
    let lines: Vec<String> =
        lines.into_iter().map(|line| String::from_utf8(line.bytes).expect("text")).collect();
    let joined =
        "Your bughouse partner issues: Adam (++++) [white] Boris (++++) unrated blitz bughouse 3 0";
    assert!(lines.iter().any(|line| line == joined));
    assert!(!lines.iter().any(|line| line.starts_with(CONTINUATION)));
}

/// All notices of a session, and the text that the client saw.
fn read(packets: &[Packet]) -> (Vec<ReadNotice>, String) {
    let (mut reader, mut text) = (NoticeReader::default(), String::new());
    for incoming in seen(packets, Client::plain(), 1 << 16) {
        match &incoming {
            Incoming::Shown(Shown::Line(line)) => {
                text.push_str(line);
                text.push('\n');
            }
            Incoming::Answer(answer) => text.push_str(&answer.text),
            _ => {}
        }
        reader.receive(incoming);
    }
    reader.flush();
    let mut all = Vec::new();
    while let Some(event) = reader.poll() {
        match event {
            ServerEvent::Notice(read) => all.push(read),
            ServerEvent::Answer(answer) => all.extend(answer.notices),
            ServerEvent::Other(_) => {}
        }
    }
    (all, text)
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn tables_in_every_session() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for name in SESSIONS {
        let packets = match name.split_once('.').expect("an extension") {
            (name, "raw") => session(name),
            (name, _) => relayed(name),
        };
        let (read, text) = read(&packets);
        let again: String = read.iter().map(|t| t.text.as_str()).collect();
        assert_eq!(again, text, "{name}: nothing is lost");
        for ReadNotice { text, notice } in &read {
            if let Notice::Page(page) = notice {
                let known = page.lines().find(|line| is_protocol(line) || is_of_a_table(line));
                assert_eq!(known, None, "{name}: {text:?}");
            }
            *kinds.entry(kind(notice)).or_default() += 1;
        }
    }
    let expected = [
        ("boards", 298),
        ("bugwho", 1),
        ("channels", 1),
        ("finger", 8),
        ("games", 13),
        ("ginfo", 2),
        ("kept games", 11),
        ("lists", 1),
        ("moves", 28),
        ("observers", 4),
        ("pending", 3),
        ("sought", 5),
        ("variables", 5),
        ("who", 5),
    ];
    kinds.remove("lines");
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

/// Sessions in which tables were shown, at servers of three kinds.
const SESSIONS: [&str; 17] = [
    "cap_alpha.raw",
    "cap_charlie.raw",
    "fatics2_adam.raw",
    "fatics2_cecil.raw",
    "fatics_alpha.raw",
    "fatics_charlie.raw",
    "lasker_anna.raw",
    "lasker_bug_owen.raw",
    "lasker_owen.raw",
    "pychess_fatics.proxy",
    "pychess_uhlin.proxy",
    "timeseal_fatics.raw",
    "uhlin_alpha.raw",
    "uhlin_charlie.raw",
    "xboard_fatics.proxy",
    "xboard_lasker.proxy",
    "xboard_uhlin.proxy",
];

/// Returns true if a line is not part of a text, but begins or ends a table.
fn is_of_a_table(line: &str) -> bool {
    let begins = ["History for ", "Stored games for ", "Finger of ", "Movelist for ", "-- "];
    begins.iter().any(|words| line.starts_with(words))
        || line.contains(" displayed")
        || line.contains("settings of ")
        || line.contains(" match, initial time:")
}

/// The kind of a notice that is a table or a block.
fn kind(notice: &Notice) -> &'static str {
    match notice {
        Notice::Moves(_) => "moves",
        Notice::Games(_) => "games",
        Notice::Ad(AdNotice::Sought(_)) => "sought",
        Notice::Records(_) => "kept games",
        Notice::Finger(_) => "finger",
        Notice::Who(_) | Notice::WhoLines(_) => "who",
        Notice::Bugwho(_) => "bugwho",
        Notice::Facts(_) => "ginfo",
        Notice::Pending(_) => "pending",
        Notice::Variables(_) | Notice::Ivariables(_) => "variables",
        Notice::Board(_) => "boards",
        Notice::ListPage(_) | Notice::ListsPage(_) => "lists",
        Notice::ChannelsOf(_) | Notice::ChannelPage(_) => "channels",
        Notice::Observers(_) => "observers",
        _ => "lines",
    }
}
