//! Every code's example is found as that code.

use partie_formats::{Format, ReadOptions};
use partie_pgn::repair::{RepairOptions, can_repair, repair};
use partie_records::{codes, dispatch};

fn found(format: Format, example: &[u8], options: &ReadOptions) -> Vec<&'static str> {
    dispatch::read(format, Box::new(example), options)
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
        let found = found(code.format, &code.example_bytes(), &code.example_options());
        if !found.contains(&code.id) {
            wrong.push(format!("{} {}: {found:?}", code.id, code.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The fix that a reader proposes for each example removes its diagnostic.
#[test]
fn fixes_of_examples_remove_their_code() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for code in codes::all().into_iter().filter(|code| can_repair(code.format)) {
        let options = code.example_options();
        let example = code.example_bytes();
        for record in dispatch::read(code.format, Box::new(&example[..]), &options).flatten() {
            let mut diagnostics = record.parsed.diagnostics.iter().filter(|d| d.code == code);
            let Some(fix) = diagnostics.find_map(|d| d.fix.as_ref()) else { continue };
            let level = RepairOptions::default().level(fix.confidence);
            let repaired = repair(&record, &level, &options);
            if found(code.format, repaired.text.as_bytes(), &options).contains(&code.id) {
                wrong.push(format!("{} {}: {}", code.id, code.name, repaired.text));
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} fixes");
    assert!(wrong.is_empty(), "{seen} {wrong:#?}");
}
