//! Fields that are as the format says, and others among them.

use proptest::prelude::*;

use super::super::Style12;

/// Returns true for a line without diagnostics that its fields alone give back.
fn is_plain(line: &str) -> bool {
    let board = Style12::parse(line.as_bytes()).expect("a board line");
    board.diagnostics.is_empty() && board.value.spelling.is_none()
}

/// Returns the fields of a line as written after reading.
fn fields(line: &[u8]) -> Vec<String> {
    let mut board = Style12::parse(line).expect("a board line").value;
    board.spelling = None;
    let mut out = Vec::new();
    board.write(&mut out);
    String::from_utf8_lossy(&out).split(' ').map(str::to_owned).collect()
}

/// A line is written as it stood.
fn assert_lossless(line: &[u8]) {
    if let Some(board) = Style12::parse(line) {
        let mut out = Vec::new();
        board.value.write(&mut out);
        assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(line));
    }
}

const LINE: &str = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
                    B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";

/// Field 10 is the side to move; the tag is field 1.
fn with(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = LINE.split(' ').collect();
    fields[field - 1] = text;
    fields.join(" ")
}

/// Spellings of each field that the format has. Others concern no field but their own.
#[test]
fn spellings_of_fields() {
    assert!(is_plain(LINE));
    for (field, plain, other) in [
        (2, &["rnbqkbnr", "PNBRQKpn", "-----qk-"][..], &["rnbqkbn", "rnbqkbnrr", "rnbqkbnX"][..]),
        (9, &["--------"], &["-------.", "-------\u{d}", "-------M", "------é"]),
        (10, &["W", "B"], &["w", "b", "WB"]),
        (11, &["-1", "0", "7"], &["8", "-2", "+1", "00", "-0"]),
        (12, &["0", "1"], &["2", "01", "-"]),
        (15, &["0", "1"], &["2", "x"]),
        (16, &["0", "9", "50", "100", "-1"], &["-0", "07", "1e3", "x"]),
        (17, &["1", "4711", "999999999", "4294967296"], &["-1", "0x1"]),
        (
            18,
            &["a", "sixteen-letters-", "A-name-longer-than-sixteen", "Čapek"],
            &["", "a\u{7f}b\u{1}"],
        ),
        (20, &["-4", "-3", "-2", "-1", "0", "1", "2"], &["3", "-5"]),
        (21, &["0", "1440", "9999999999"], &["1.5"]),
        (
            25,
            &["0", "59", "599", "5999", "-12", "180000", "-10800123", "123456789012345678"],
            &["-", "--1", "+1", "00", "0599", "1234567890123456789"],
        ),
        (27, &["1", "5000"], &["-1"]),
        (28, &["none", "o-o-o", "P/b7-a8=Q", "P/@@-e4"], &[""]),
        (
            29,
            &["(0:00)", "(59:59)", "(9:59.999)", "(1:00:00)", "(-0:01)"],
            &["(60:00)", "(0:60)", "(-0:00)"],
        ),
        (29, &[], &["(0:00", "0:00)", "(00:00)", "(0:00.00)", "(0:00.0000)", "()"]),
        (30, &["none", "a", "O-O-O", "fxg8=Q+"], &[""]),
        (
            31,
            &["0", "1", "0 1", "1 1 250", "0  1", "1 1 250 9"],
            &["1 1 250 later fields", "2", "01", "", "-"],
        ),
    ] {
        for (texts, expected) in [(plain, true), (other, false)] {
            for text in texts {
                let line = with(field, text);
                assert_eq!(is_plain(&line), expected, "{line}");
                assert_lossless(line.as_bytes());
                let fields = fields(line.as_bytes());
                let others = |(i, _): &(usize, &str)| *i != field - 1 && !text.is_empty();
                for (i, other) in LINE.split(' ').enumerate().filter(others) {
                    assert_eq!(fields[i], other, "{line}");
                }
            }
        }
    }
}

#[test]
fn lines_cut_short_or_wrapped_in_more() {
    for end in 0..=LINE.len() {
        assert_lossless(&LINE.as_bytes()[..end]);
        assert_lossless(format!("{}\r\n", &LINE[..end]).as_bytes());
    }
    for (before, after) in
        [("fics% ", ""), ("\x07", ""), ("\"", "\""), ("", " \r\n"), ("\x15 1\x16 2\x16", "\x17")]
    {
        assert_lossless(format!("{before}{LINE}{after}").as_bytes());
        for tag in ["&lt;12>", "&lt12>", "&lt;12&gt;"] {
            assert_lossless(format!("{before}{}{after}", LINE.replace("<12>", tag)).as_bytes());
        }
    }
}

fn rank() -> impl Strategy<Value = String> {
    "[PNBRQKpnbrqk-]{8}"
}

/// A line as servers write it, now and then with a nonstandard field.
fn line() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        4 => (-20..200_i64).prop_map(|n| n.to_string()),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => "[0-9-]{1,12}",
    ];
    let name = prop_oneof![4 => "[A-Za-z]{1,17}", 1 => "\\PC{1,6}"];
    let moved = prop_oneof!["[PNBRQK]/[a-h][1-8]-[a-h][1-8]", "none", "o-o", "\\PC{0,6}"];
    let taken = prop_oneof![4 => "\\([0-9]{1,2}:[0-9]{2}(\\.[0-9]{3})?\\)", 1 => "\\PC{0,6}"];
    (
        prop::collection::vec(rank(), 8),
        ("[WB]", -1..8_i32, "[01] [01] [01] [01]"),
        prop::collection::vec(number, 10),
        (name.clone(), name, moved.clone(), taken, moved),
        "[01]( [01]( [0-9]{1,4})?)?",
    )
        .prop_map(|(ranks, (turn, push, rights), n, (white, black, long, taken, san), flip)| {
            let ranks = ranks.join(" ");
            let [halfmoves, game, relation, rest @ ..] = n.as_slice() else { unreachable!() };
            let rest = rest.join(" ");
            format!(
                "<12> {ranks} {turn} {push} {rights} {halfmoves} {game} {white} {black} {relation} \
                 {rest} {long} {taken} {san} {flip}"
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn of_any_fields(line in line()) {
        assert_lossless(line.as_bytes());
        // Fields are the same after other spaces.
        let tabs = line.replace(' ', "\t");
        let [spaced, tabbed] = [&line, &tabs].map(|line| {
            let mut board = Style12::parse(line.as_bytes()).expect("a board line");
            board.value.spelling = None;
            let extra: Vec<_> = board.value.extra.split_whitespace().collect();
            board.value.extra = extra.join(" ").into();
            board
        });
        prop_assert_eq!(spaced.value, tabbed.value);
        let messages = |of: Vec<partie_formats::Diagnostic>| -> Vec<_> {
            of.into_iter().map(|d| (d.code.id, d.span, d.message)).collect()
        };
        prop_assert_eq!(messages(spaced.diagnostics), messages(tabbed.diagnostics));
    }

    #[test]
    fn of_changed_bytes(
        line in line(),
        valid in any::<bool>(),
        changes in prop::collection::vec((any::<usize>(), any::<u8>(), 0..4_u8), 1..4),
    ) {
        let line = if valid { LINE.to_owned() } else { line };
        let mut bytes = line.into_bytes();
        for (at, byte, kind) in changes {
            let at = 5 + at % (bytes.len() - 5);
            match kind {
                0 => bytes[at] = byte,
                1 => bytes[at] = b" -019(:)kKW\t"[usize::from(byte) % 12],
                2 => { bytes.remove(at); }
                _ => bytes.insert(at, byte),
            }
        }
        assert_lossless(&bytes);
    }

    #[test]
    fn of_anything(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_lossless(&[b"<12> ".as_slice(), &bytes].concat());
    }
}
