//! Every code's example is found as that code.

use partie_formats::{Code, ReadOptions, codes, dispatch};

fn found(code: &Code) -> Vec<&'static str> {
    let bytes = code.example_bytes();
    dispatch::read(code.format, Box::new(&bytes[..]), &ReadOptions::default())
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
        let found = found(code);
        if !found.contains(&code.id) {
            wrong.push(format!("{} {}: {found:?}", code.id, code.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
