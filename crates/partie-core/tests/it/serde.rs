//! Values to JSON and back (feature `serde`).

use std::fmt::Debug;

use partie_core::{
    Brush, Comment, CommentPlace, Language, Mark, Nag, Notation, Outcome, Ply, Position, Tags,
    Termination, Variant,
    annotation::{Eval, Score},
    moves::san,
    rules::{BoardId, wild::Wild},
    time::{ClockTime, TimeControl},
};
use serde::{Serialize, de::DeserializeOwned};

fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("JSON"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect(json), value);
}

#[test]
fn values_with_a_text_are_that_text() {
    for variant in Variant::ALL {
        is(&variant, &format!("\"{variant}\""));
    }
    for language in Language::ALL {
        is(&language, &format!("\"{}\"", language.code()));
    }
    for wild in Wild::ALL {
        is(&wild, &format!("\"{wild}\""));
    }
    is(&Outcome::Draw, r#""1/2-1/2""#);
    is(&Brush::Red, r#""red""#);
    for mark in ["e2e4:red", "d4:green"] {
        is(&mark.parse::<Mark>().expect(mark), &format!("\"{mark}\""));
    }
    is(&ClockTime(-1_500), r#""-0:00:01.500""#);
    is(&TimeControl::parse("40/7200:3600").expect("two periods"), r#""40/7200:3600""#);
    for wrong in [r#""chess with cards""#, "1", "null"] {
        assert!(serde_json::from_str::<Variant>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn other_values_have_fields() {
    is(&Notation::Long(Language::German), r#"{"long":"de"}"#);
    is(&Notation::Uci, r#""uci""#);
    is(&Nag(16), "16");
    is(&BoardId::B, r#""B""#);
    is(&Termination::TimeForfeit, r#""time-forfeit""#);
    is(&Termination::Other("rain".to_owned()), r#"{"other":"rain"}"#);
    is(&Eval { score: Score::Mate(-3), depth: None }, r#"{"score":{"mate":-3},"depth":null}"#);
    let comment = Comment { text: "good".to_owned(), place: CommentPlace::Before };
    is(&comment, r#"{"text":"good","place":"before"}"#);
}

#[test]
fn tags_keep_their_order() {
    let mut tags = Tags::new();
    tags.set("White", "Nováková");
    tags.set("Event", "?");
    is(&tags, r#"{"White":"Nováková","Event":"?"}"#);
    assert!(serde_json::from_str::<Tags>(r#"{"White":"a","White":"b"}"#).is_err());
}

#[test]
fn moves_are_written_in_long_algebraic_notation() {
    let position = Position::start(Variant::Standard);
    let ply: Ply = san::read(&position, "Nf3").expect("legal").ply;
    assert_eq!(serde_json::to_string(&ply).expect("JSON"), r#""Ng1-f3""#);
}
