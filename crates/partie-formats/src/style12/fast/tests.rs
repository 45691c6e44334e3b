//! The fast reader and the careful one say the same of every line.

use proptest::prelude::*;

use super::super::Style12;

fn is_fast(line: &str) -> bool {
    super::line(line.as_bytes(), 0).is_some()
}

fn assert_same(line: &[u8]) {
    let carefully = Style12::parse_carefully(line);
    assert_eq!(Style12::parse(line), carefully, "{}", String::from_utf8_lossy(line));
}

const LINE: &str = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
                    B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";

/// Field 10 is the side to move; the tag is field 1.
fn with(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = LINE.split(' ').collect();
    fields[field - 1] = text;
    fields.join(" ")
}

/// Which spellings of each field are read fast; what is not still has to be right.
#[test]
fn fields_that_are_read_fast() {
    assert!(is_fast(LINE));
    for (field, fast, careful) in [
        (2, &["rnbqkbnr", "PNBRQKpn", "-----qk-"][..], &["rnbqkbn", "rnbqkbnrr", "rnbqkbnX"][..]),
        (9, &["--------"], &["-------.", "-------\u{d}", "-------M", "------é"]),
        (10, &["W", "B"], &["w", "b", "WB"]),
        (11, &["-1", "0", "7"], &["8", "-2", "+1", "00", "-0"]),
        (12, &["0", "1"], &["2", "01", "-"]),
        (15, &["0", "1"], &["2", "x"]),
        (16, &["0", "9", "50", "100", "-1"], &["-0", "07", "1e3", "x"]),
        (17, &["1", "4711", "999999999"], &["-1", "4294967295", "4294967296", "0x1"]),
        (
            18,
            &["a", "sixteen-letters-", "A-name-longer-than-sixteen"],
            &["", "a\u{7f}b\u{1}", "Čapek"],
        ),
        (20, &["-4", "-3", "-2", "-1", "0", "1", "2"], &["3", "-5"]),
        (21, &["0", "1440"], &["9999999999", "1.5"]),
        (
            25,
            &["0", "59", "599", "5999", "-12", "180000", "-10800123"],
            &["-", "--1", "+1", "00", "0599", "123456789012345678"],
        ),
        (27, &["1", "5000"], &["-1"]),
        (28, &["none", "o-o-o", "P/b7-a8=Q", "P/@@-e4"], &[""]),
        (29, &["(0:00)", "(59:59)", "(9:59.999)"], &["(1:00:00)", "(60:00)", "(0:60)", "(-0:01)"]),
        (29, &[], &["(0:00", "0:00)", "(00:00)", "(0:00.00)", "(0:00.0000)", "()"]),
        (30, &["none", "a", "O-O-O", "fxg8=Q+"], &[""]),
        (31, &["0", "1", "0 1", "1 1 250", "0  1", "1 1 250 later fields"], &["2", "01", "", "-"]),
    ] {
        for (texts, expected) in [(fast, true), (careful, false)] {
            for text in texts {
                let line = with(field, text);
                assert_eq!(is_fast(&line), expected, "{line}");
                assert_same(line.as_bytes());
            }
        }
    }
}

#[test]
fn lines_cut_short_or_wrapped_in_more() {
    for end in 0..=LINE.len() {
        assert_same(&LINE.as_bytes()[..end]);
        assert_same(format!("{}\r\n", &LINE[..end]).as_bytes());
    }
    for (before, behind) in
        [("fics% ", ""), ("\x07", ""), ("\"", "\""), ("", " \r\n"), ("\x15 1\x16 2\x16", "\x17")]
    {
        assert_same(format!("{before}{LINE}{behind}").as_bytes());
        for tag in ["&lt;12>", "&lt12>", "&lt;12&gt;"] {
            assert_same(format!("{before}{}{behind}", LINE.replace("<12>", tag)).as_bytes());
        }
    }
}

fn rank() -> impl Strategy<Value = String> {
    "[PNBRQKpnbrqk-]{8}"
}

/// A line as servers write it, now and then with an odd field.
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
    #![proptest_config(ProptestConfig {
        cases: 1024,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The board's letters come back as they were read.
    #[test]
    fn of_any_board(ranks in prop::collection::vec(rank(), 8)) {
        let text = format!(" {} ", ranks.join(" "));
        let board = super::board(text.as_bytes().first_chunk().expect("eight ranks"));
        let letters = super::letters(&board.expect("a board"));
        prop_assert_eq!(&letters[..], &text.as_bytes()[..72]);
    }

    /// Words taken two at a time give the planes that words taken singly give.
    #[test]
    #[cfg(target_endian = "little")]
    fn of_any_planes(ranks in any::<[u64; 8]>()) {
        prop_assert_eq!(super::wide_planes(ranks), super::narrow_planes(ranks));
    }

    #[test]
    fn of_any_fields(line in line()) {
        assert_same(line.as_bytes());
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
        assert_same(&bytes);
    }

    #[test]
    fn of_anything(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_same(&[b"<12> ".as_slice(), &bytes].concat());
    }
}
