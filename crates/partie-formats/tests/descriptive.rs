//! Descriptive notation as books print it.

mod common;

use partie_formats::ReadOptions;

/// Descriptive notation as books print it, with letters that stand apart.
#[test]
fn descriptive_moves_with_spaces() {
    let four = "1. P - K 4 P - K 4\n2. Kt - K B 3 Kt - Q B 3\n3. Kt - B 3 Kt - B 3\n\
                4. P - Q 4 P x P\n";
    let four_moves = "e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4";
    for (text, moves) in [
        ("1. P - Q 4    P - Q 4\n2. Kt - Q B 3  Q Kt - Q 2", "d4 d5 Nc3 Nd7"),
        ("1. P-Q 4 P-Q 4 2. B - Kt 5 P-K R 3 3. B - R 4 B - B 4", "d4 d5 Bg5 h6 Bh4 Bf5"),
        ("1. P - K 4 P - Q 4 2. K P x P Q x P 3. Q Kt - B 3 Q - Q 1", "e4 d5 exd5 Qxd5 Nc3 Qd8"),
        (
            "1. P - K 4 P - K 4 2. P - K B 4 P x P 3. B - B 4 Q - R 5 ch 4. K - B 1 P - Q Kt 4 ?",
            "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5",
        ),
        (
            "1. P - K 4 P - K 4 2. B - B 4 Kt - Q B 3 3. Q - R 5 Kt - B 3 4. Q x B P mate",
            "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
        ),
        (&format!("{four}5. Kt x P (Q 4) B - Kt 5"), &format!("{four_moves} Nxd4 Bb4")),
        (&format!("{four}5. Kt (B 3) x P Kt (B 3) x P"), &format!("{four_moves} Nxd4 Nxe4")),
        (&format!("{four}5. Kt (B3) - Q 5 Kt x P (K 5)"), &format!("{four_moves} Nd5 Nxe4")),
        (
            &format!("{four}5. B - Q Kt 5 P x Kt\n6. O - O P x P"),
            &format!("{four_moves} Bb5 dxc3 O-O cxb2"),
        ),
        // Sentences between the moves, with moves and numbers of their own.
        (
            &format!(
                "{four}5. Kt x P\n\nB - Kt 5 was better; 5 B - Kt 5, P x Kt was a mistake.\n\n\
                   5. ........ Kt x Kt\n\nB - B 4 is 5...B - B 4. Now 6 Q x Kt, P - Q 4 wins.\n\n\
                   6. Q x Kt P - Q 4"
            ),
            &format!("{four_moves} Nxd4 Nxd4 Qxd4 d5"),
        ),
    ] {
        let game = partie_formats::scoresheet::parse(text.as_bytes(), &ReadOptions::default());
        let read = common::sans(&game.value).join(" ");
        assert_eq!(read, moves, "{text}\n{:?}", game.diagnostics);
    }
}
