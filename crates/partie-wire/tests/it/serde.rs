//! Commands and notices to JSON and back (feature `serde`).

use std::{collections::BTreeSet, fmt::Debug, fs, path::Path};

use partie_core::{ByColor, Color, File, Position, moves::san};
use partie_testkit::suite::{is_long, shared};
use partie_wire::{
    command::{self, Level, talk::TalkCommand},
    notice::{
        Notice,
        board::{BoardNotice, Moment},
        *,
    },
    notice_reader,
    style12::{Relation, Style12},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let json = serde_json::to_value(value).expect("JSON");
    assert_eq!(&serde_json::from_value::<T>(json.clone()).expect("a value"), value, "{json}");
    json
}

#[test]
fn notices_of_one_line() {
    macro_rules! all {
        ($($family:ty)*) => {[$(<$family>::samples().into_iter().map(Notice::from).collect(),)*]};
    }
    let families: [Vec<Notice>; _] = all!(
        admin::AdminNotice
        director::DirectorNotice
        examine::ExamineNotice
        game::GameNotice
        interrupted::InterruptedNotice
        lists::ListNotice
        login::LoginNotice
        offer::OfferNotice
        partner::PartnerNotice
        players::PlayersNotice
        ratings::RatingsNotice
        record::RecordNotice
        seek::SeekNotice
        session::SessionNotice
        settings::SettingsNotice
        simul::SimulNotice
        talk::TalkNotice
        watch::WatchNotice
    );
    for notice in families.iter().flatten() {
        comes_back(notice);
    }
}

/// The kind of a notice in JSON.
fn kind(notice: &Notice) -> String {
    let json = comes_back(notice);
    json.as_object().and_then(|fields| fields.keys().next()).expect("a kind").clone()
}

/// Tables, pages and boards as servers printed them.
#[test]
fn notices_of_sessions() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sessions");
    let mut kinds = BTreeSet::new();
    let mut folders = vec![own];
    if is_long() {
        folders.push(shared("testdata/ics"));
    }
    for folder in folders {
        for file in fs::read_dir(folder).expect("sessions") {
            let bytes = fs::read(file.expect("a file").path()).expect("a session");
            let text = String::from_utf8_lossy(&bytes).replace("\n\r", "\n").replace('\r', "");
            kinds.extend(notice_reader::read(&text).iter().map(|read| kind(&read.notice)));
        }
    }
    for expected in ["board", "holdings", "info", "moves", "page", "talk"] {
        assert!(kinds.contains(expected), "{expected} of {kinds:?}");
    }
}

#[test]
fn a_board_has_fields() {
    let before = Position::default();
    let ply = san::read(&before, "e4").expect("a move").ply;
    let mut position = before.clone();
    position.play(ply).expect("legal");
    let mut line = Style12::after_move(&before, ply, &position);
    (line.game, line.double_push) = (7, Some(File::E));
    line.clock = ByColor { white: 160_400, black: 9_500 };
    let moment = Moment {
        line,
        ticking: true,
        lag: 0,
        delta: None,
        holdings: None,
        position,
        played: Some((before, ply)),
        previous: None,
    };
    let notice = BoardNotice {
        moment: moment.into(),
        relation: Relation::PlayingMyMove,
        side: Color::Black,
        whole: true,
    };
    let json = comes_back(&Notice::from(notice));
    assert_eq!(json["board"]["relation"], "playing-my-move");
    let moment = &json["board"]["moment"];
    assert_eq!(moment["line"]["board"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    assert_eq!(moment["line"]["double_push"], "e");
    assert_eq!(moment["line"]["clock"], json!({"white": 160_400, "black": 9_500}));
    assert_eq!(moment["played"]["uci"], "e2e4");
    assert_eq!(moment["position"]["variant"], "Standard");
}

#[test]
fn pieces_in_hand() {
    let notice = Notice::read("<b1> game 52 white [PPN] black [] <- WN");
    let json = json!({"holdings": {
        "game": 52, "pieces": {"white": "PPN", "black": ""}, "passed": "N",
    }});
    assert_eq!(comes_back(&notice), json);
}

/// Every command, with arguments that it takes.
#[test]
fn commands() {
    let arguments = [
        "",
        "7",
        "boris",
        "boris hello",
        "boris 12",
        "boris anna",
        "boris anna draw",
        "ban boris",
        "boris 3 2 rated white",
        "5 10 rated wild/fr black 1500-2000 f",
        "-e b01",
        "a",
        "a boris 7",
        "boris 1",
        "boris blitz 1500",
        "white",
        "formula blitz & rating > 1500",
    ];
    for entry in command::entries() {
        let read = arguments.iter().filter_map(|arguments| {
            command::read_for(&format!("{} {arguments}", entry.name), Level::OWNER).ok()
        });
        let commands: Vec<_> = read.map(|(command, _)| command).collect();
        assert!(!commands.is_empty(), "{}", entry.usage);
        for command in commands {
            comes_back(&command);
        }
    }
    let tell = command::read("tell 50 hello").expect("a command").0;
    assert_eq!(
        comes_back(&tell)["talk"],
        comes_back(&TalkCommand::Tell {
            to: command::talk::Recipient::Channel(50),
            text: "hello".into(),
        })
    );
}
