//! Values to JSON and back (feature `serde`).

use std::fmt::Debug;

use partie_core::{Language, Notation, Variant};
use partie_formats::{
    Confidence, Diagnostic, Fix, Format, Loss, Place, ReadOptions, Severity, Strip, WriteOptions,
    fen::codes::NO_POSITION, message,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &serde_json::Value) {
    assert_eq!(&serde_json::to_value(value).expect("JSON"), json);
    assert_eq!(&serde_json::from_value::<T>(json.clone()).expect("a value"), value);
}

#[test]
fn plain_values() {
    for format in Format::ALL {
        is(&format, &json!(format.name()));
    }
    is(&Severity::Repaired, &json!("repaired"));
    is(&Confidence::Guess, &json!("guess"));
    is(&Place { line: 2, column: 3, byte: 9 }, &json!({"line": 2, "column": 3, "byte": 9}));
    let fix = Fix { span: 4..6, replacement: "Nf3".to_owned(), confidence: Confidence::Safe };
    let json = json!({
        "span": {"start": 4, "end": 6}, "replacement": "Nf3", "confidence": "safe",
    });
    is(&fix, &json);
}

#[test]
fn a_loss_is_written_in_words() {
    let loss = Loss(message!("tags ({tags})", tags = "Site"));
    assert_eq!(serde_json::to_value(&loss).expect("JSON"), json!("tags (Site)"));
}

#[test]
fn a_diagnostic_is_written_with_its_sentence() {
    let found = "Ke3";
    let diagnostic = Diagnostic::new(&NO_POSITION, 1..4, message!("found {found}", found)).fix(
        1..4,
        "Ke2",
        Confidence::Likely,
    );
    let json = serde_json::to_value(&diagnostic).expect("JSON");
    assert_eq!(json["code"], NO_POSITION.id);
    assert_eq!(json["severity"], diagnostic.severity.name());
    assert_eq!(json["message"], "found Ke3");
    assert_eq!(json["span"], json!({"start": 1, "end": 4}));
    assert_eq!(json["fix"]["confidence"], "likely");
}

/// Options that are not named have their usual values.
#[test]
fn options() {
    let read = ReadOptions::default().variant(Variant::Chess960).language(Language::Czech);
    let json = json!({"variant": "Chess960", "language": "cs"});
    assert_eq!(serde_json::from_value::<ReadOptions>(json).expect("options"), read);
    let text = serde_json::to_string(&read).expect("JSON");
    assert_eq!(serde_json::from_str::<ReadOptions>(&text).expect("options"), read);
    let strip = Strip { clocks: true, ..Strip::default() };
    let write = WriteOptions::default().notation(Notation::Uci).width(0).strip(strip);
    let json = json!({"notation": "uci", "width": 0, "strip": {"clocks": true}});
    assert_eq!(serde_json::from_value::<WriteOptions>(json).expect("options"), write);
}
