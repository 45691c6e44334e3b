//! Notices about observed, examined and stored games, written and read back; commands.

use partie_wire::{
    command::{
        self, Command,
        examine::{Bsetup, ExamineCommand},
        record::{GameRef, RecordCommand, Which},
        watch::WatchCommand,
    },
    display::DisplayOptions,
    fields::Titled,
    notice::{
        Notice,
        examine::ExamineNotice,
        record::RecordNotice,
        watch::{ObserversNotice, WatchNotice},
    },
};

fn read_back(notice: &Notice) {
    let mut text = String::new();
    notice.write(&DisplayOptions::default(), &mut text);
    let text = text.strip_suffix('\n').expect("a line");
    assert_eq!(Notice::read(text), *notice, "{text}");
}

#[test]
fn every_wording_is_read_back() {
    for notice in WatchNotice::samples() {
        read_back(&notice.into());
    }
    for notice in ExamineNotice::samples() {
        read_back(&notice.into());
    }
    for notice in RecordNotice::samples() {
        read_back(&notice.into());
    }
}

#[test]
fn who_watches() {
    let titled = |name: &str, titles: &str| Titled { name: name.into(), titles: titles.into() };
    for (notice, line) in [
        (
            ObserversNotice {
                game: 1,
                players: Some(("Alpha".into(), "Bravo".into())),
                examiners: Vec::new(),
                observers: vec![titled("Charlie", "(U)")],
            },
            "Observing  1 [Alpha vs. Bravo]: Charlie(U) (1 user)",
        ),
        (
            ObserversNotice {
                game: 128,
                players: None,
                examiners: vec![titled("puzzlebot", "(C)")],
                observers: vec![titled("Dora", "")],
            },
            "Examining 128 (scratch): #puzzlebot(C) Dora (2 users)",
        ),
    ] {
        let mut text = String::new();
        notice.write(&mut text);
        assert_eq!(text, line);
        read_back(&notice.into());
    }
}

#[test]
fn commands_and_their_arguments() {
    let kept = |player: Option<&str>, which| GameRef { player: player.map(str::to_owned), which };
    for (line, expected, code) in [
        (
            "observe 1 boris",
            Command::Watch(WatchCommand::Observe(vec!["1".into(), "boris".into()])),
            80,
        ),
        ("games /bslwBzSLx", Command::Watch(WatchCommand::Games(Some("/bslwBzSLx".into()))), 43),
        (
            "smoves adam -1",
            Command::Record(RecordCommand::Smoves(kept(Some("adam"), Which::Number(-1)))),
            123,
        ),
        ("smoves 9", Command::Record(RecordCommand::Smoves(kept(None, Which::Number(9)))), 123),
        (
            "smoves adam j",
            Command::Record(RecordCommand::Smoves(kept(Some("adam"), Which::Slot('J')))),
            123,
        ),
        ("examine", Command::Examine(ExamineCommand::Examine(None)), 36),
        (
            "examine adam boris",
            Command::Examine(ExamineCommand::Examine(Some(kept(
                Some("adam"),
                Which::Opponent("boris".into()),
            )))),
            36,
        ),
        ("forward 999999", Command::Examine(ExamineCommand::Forward(999_999)), 42),
        ("back", Command::Examine(ExamineCommand::Backward(1)), 16),
        ("bsetup", Command::Examine(ExamineCommand::Bsetup(Bsetup::Toggle)), 21),
        (
            "bsetup fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Command::Examine(ExamineCommand::Bsetup(Bsetup::Fen(
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into(),
            ))),
            21,
        ),
        (
            "bsetup eppos e",
            Command::Examine(ExamineCommand::Bsetup(Bsetup::EnPassant(Some('e')))),
            21,
        ),
        (
            "bsetup wild 5",
            Command::Examine(ExamineCommand::Bsetup(Bsetup::Rules("wild 5".into()))),
            21,
        ),
        ("tomove black", Command::Examine(ExamineCommand::Tomove { white: false }), 134),
    ] {
        assert_eq!(command::read(line), Ok((expected, code)), "{line}");
    }
    for line in ["forward e4", "tomove red", "bsetup eppos z9", "jsave 1 adam 0", "unexamine all"] {
        assert!(command::read(line).is_err(), "{line}");
    }
}
