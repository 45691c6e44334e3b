//! Every code's example is found as that code.

use partie_formats::{Format, ReadOptions, codes, dispatch};

fn found(format: Format, example: &str) -> Vec<&'static str> {
    let options = ReadOptions::default();
    let bytes: Vec<u8> =
        if example.chars().all(|c| u32::from(c) < 256) && example.contains('\u{f8}') {
            // An example in an 8-bit encoding: its characters are its bytes.
            example.chars().map(|c| c as u32 as u8).collect()
        } else {
            example.as_bytes().to_vec()
        };
    dispatch::read(format, Box::new(&bytes[..]), &options)
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
        let found = found(code.format, code.example);
        if !found.contains(&code.id) {
            wrong.push(format!("{} {}: {found:?}", code.id, code.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
