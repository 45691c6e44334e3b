//! Every code's example is found as that code.

use partie_formats::{Format, ReadOptions};
use partie_records::{codes, dispatch};

fn found(format: Format, example: &[u8]) -> Vec<&'static str> {
    dispatch::read(format, Box::new(example), &ReadOptions::default())
        .flat_map(|r| r.expect("memory does not fail").parsed.diagnostics)
        .map(|d| d.code.id)
        .collect()
}

#[test]
fn examples_show_their_code() {
    let mut wrong = Vec::new();
    for code in codes::all() {
        // Limits are far away by default; their codes have tests of their own.
        if code.example.is_empty() {
            continue;
        }
        let found = found(code.format, &code.example_bytes());
        if !found.contains(&code.id) {
            wrong.push(format!("{} {}: {found:?}", code.id, code.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
