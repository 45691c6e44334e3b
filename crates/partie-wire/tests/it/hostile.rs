//! Random bytes: every reader accepts any bytes, keeps within its limits, and gives the same result
//! for any packet boundaries.
//!
//! `PARTIE_FUZZ_SECONDS` sets the time of each test beyond its first rounds, and `PARTIE_FUZZ_SEED`
//! repeats the seed that a failing test has printed.

use std::time::{Duration, Instant};

use partie_testkit::{connection, random::Chance};
use partie_wire::{
    line::{self, shown},
    login::Dialogue,
    server_reader::Input,
    telnet,
    timeseal::{self, PingFilter, Version},
    wrap,
};

/// Streams of bytes: a few thousand, and more while there is time.
#[expect(clippy::print_stderr, reason = "a failing test says how to repeat it")]
fn streams(mut each: impl FnMut(&[u8], &mut Chance)) {
    let variable = |name| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let seed = variable("PARTIE_FUZZ_SEED").unwrap_or(2026);
    let time = Duration::from_secs(variable("PARTIE_FUZZ_SECONDS").unwrap_or(0));
    eprintln!("PARTIE_FUZZ_SEED={seed} repeats this");
    let (start, mut chance) = (Instant::now(), Chance::new(seed));
    let mut rounds = 0;
    while rounds < 3000 || start.elapsed() < time {
        let bytes = stream(&mut chance);
        each(&bytes, &mut chance);
        rounds += 1;
    }
}

/// Pieces of the protocol that make up the streams.
const PIECES: &[&[u8]] = &[
    b"\n\r",
    b"\r\n",
    b"\r\0",
    b"\n",
    b"\xff\xfb\x01",
    b"\xff\xfd\x01",
    b"\xff\xfa\x1f",
    b"\xff\xf0",
    b"\xff\xf4",
    b"\xff",
    b"fics% ",
    b"12:34_fics% ",
    b"login: ",
    b"password: ",
    b"Press return to enter the server as \"A\":",
    b"**** Starting FICS session as A(U) ****",
    b"**** Invalid password! ****",
    b"#Ivars set.",
    b"%b0101",
    b"[G]\n\r",
    b"[G]\0",
    b"\x151\x161\x16",
    b"\x15",
    b"\x16",
    b"\x17",
    b"\x18\n\r",
    b"\x19",
    b"\\   ",
    b"<12> rnbqkbnr pppppppp",
    b"&#x263a;",
    b"&#x",
    b"\xe2\x98\xba",
    b"\xe2\x98",
    b"\x08\x7f",
    b"12 tell anna hello",
    // Two sealed lines: a hello and a move.
    b"\x84\x80q\x80\x9e\x80\x80\x9e\x80\xcd\xa7r\x80\x8d\x9d\xac\xd2z\xad\xaf\xa5\xb3\xa3\xa5uu`h|\xa1lc\xa5\xa4\xb0l|\xa1\x9bl}u\xa9e\xb9\x93fs\xbc\xb2\xcd\xb0\xb4\xb0\xa6\xa7\xb0\xd5\xc9\xad\x80\n",
    b"\xc5\xbd\xbc\xbc\xa1\xa1\xb8\xbe\xa3\x98\x91\x83\x80\n",
];

fn stream(chance: &mut Chance) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..chance.below(24) {
        match chance.below(6) {
            0 => bytes.extend((0..chance.below(40)).map(|_| (chance.draw() & 0xff) as u8)),
            1 => {
                let byte = (chance.draw() & 0xff) as u8;
                bytes.extend(std::iter::repeat_n(byte, chance.below(200)));
            }
            _ => bytes.extend(PIECES[chance.below(PIECES.len())]),
        }
    }
    // Some of it is damaged on the way.
    for _ in 0..chance.below(4) {
        if !bytes.is_empty() {
            let at = chance.below(bytes.len());
            bytes[at] = (chance.draw() & 0xff) as u8;
        }
    }
    bytes
}

/// The stream cut into packets.
fn packets<'a>(bytes: &'a [u8], chance: &mut Chance) -> Vec<&'a [u8]> {
    let mut rest = bytes;
    let mut packets = Vec::new();
    while !rest.is_empty() {
        let (packet, after) = rest.split_at(1 + chance.below(rest.len().min(30)));
        packets.push(packet);
        rest = after;
    }
    packets
}

#[test]
fn any_bytes_in_any_packets() {
    let (mut lines, mut hellos, mut refused) = (0, 0, 0);
    streams(|bytes, chance| {
        for input in connection::hold(&packets(bytes, chance)) {
            match input {
                Input::Line { .. } => lines += 1,
                Input::Hello(_) => hellos += 1,
                Input::NotSealed | Input::TooLong => refused += 1,
                _ => {}
            }
        }
    });
    assert!(lines > 1000 && hellos > 50 && refused > 100, "{lines} {hellos} {refused}");
}

#[test]
fn every_part_alone_takes_any_bytes() {
    streams(|bytes, chance| {
        let (mut text, mut signals) = (Vec::new(), 0);
        telnet::Filter::default().text(bytes, &mut text, |_| signals += 1);
        assert!(text.len() + signals <= bytes.len());

        let mut filtered = Vec::new();
        let pings = PingFilter::new(Version::V2).receive(bytes, &mut filtered);
        assert!(filtered.len() + 4 * pings <= bytes.len());

        let _ = (timeseal::open(bytes), timeseal::detect(bytes));
        let mut dialogue = Dialogue::default();
        for shown in shown::LineReader::default().receive(bytes) {
            dialogue.receive(&shown);
        }
        dialogue.closed();
        assert!(dialogue.poll().is_some(), "however it ends, it ends with a word");

        let edited = line::edit(bytes);
        let wrapped = wrap::wrap(&edited, chance.below(100));
        if !edited.starts_with(wrap::CONTINUATION) {
            assert_eq!(wrap::unwrap(&wrapped), edited);
        }
    });
}

#[test]
fn a_flood_without_line_ends_keeps_nothing() {
    let mut framer = line::Framer::default();
    let mut reader = shown::LineReader::default();
    let packet = vec![b'x'; 100_000];
    let (mut too_long, mut shown_too_long) = (0, 0);
    for _ in 0..20 {
        too_long += framer.receive(&packet).count();
        shown_too_long += reader.receive(&packet).count();
        assert!(framer.unfinished().len() <= line::LIMIT);
        assert!(reader.unfinished().len() <= shown::LIMIT);
    }
    assert_eq!((too_long, shown_too_long), (1, 1), "said once");
}
