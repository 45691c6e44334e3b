//! Games that take the fast path although they are nonstandard.

use crate::random::Chance;

/// Games whose moves, numbers, results or tags differ from the export format, and games with other
/// starts.
pub const GAMES: &[&str] = &[
    // Needless letters, missing marks, null moves, castling with zeros.
    "[Event \"Odd moves\"]\n[White \"Nov\u{e1}k, Jan\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ngf3 Nbc6 \
     3. Bf1b5 (3. Bc4 -- 4. 0-0 (4. Ng5 Qxg5 {wins} (4... -- 5. Bxf7)) 4... Nf6) 3... Nf6+ \
     4.0-0 Nfxe4 5. Rfe1 Nd6 6. Nxe5 Be7 7. Bf1 Nxe5 8. Rxe5 0-0 9. d4 -- 10. Qh5 Re8 $4 \
     11. Qxf7 Kh8 1-0\n\n",
    // Numbers that are not true, in the line and in variations.
    "[Event \"Numbers\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 3. c4 {three} 3... e6 4. Nc3 (4. Nf3 Nf6 \
     6. Nc3 Be7 (5... c5) ) 4... Nf6 5. Bg5 6... Be7 7. e3 7. O-O 8. Nf3 8.Nbd7 9. Rc1 c6 1/2\n\n",
    // Quotes in values, a Result tag in short.
    "[Event \"The \"Best\" Cup\"]\n[Site \"?\"]\n[White \"Ann \"the rook\" Lee\"]\n[Black \"B\"]\n\
     [Result \"1/2\"]\n\n1. e4 c5 2. Nf3 {Sicilian} d6 3. d4 cxd4 4. Nxd4 Nf6 1/2\n\n",
    // Numbers without dots or with more, braces in comments, no spaces before comments, signs
    // that are none.
    "[Event \"Signs\"]\n[White \"A\"]\n[Result \"0-1\"]\n\n1 e4{one {and} e5!{two} 2 Nf3??? (2 f4 exf4 3. \
     ...d6) 2. ... Nc6!!! {three {{} 3 Bb5?!? {x}{{y} a6 4. Ba4 {four} 4 ... Nf6 5. O-O{five} Be7 0-1\n\n",
    // Other starts: each side to move.
    "[Event \"Ending\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 12\"]\n\n\
     12. O-O (12. 0-0-0 Kf8) 12... Kd7 13. Rad1+ Kc6 14. Rfe1 (14. -- Kb5) *\n\n",
    "[Event \"Ending\"]\n[Result \"0-1\"]\n[FEN \"r3k2r/4p3/8/8/8/8/8/4K3 b kq - 3 40\"]\n\n\
     40... Rh1+ 41. Kd2 {[%clk 0:01:00]} 0-0-0+ 42. Ke3 Rh3+ 0-1\n\n",
    "[Event \"Knights\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/N7/8/N3P3/N3K3 w - - 0 1\"]\n\n\
     1. N2c3 Kf7 2. Nab2 Ke6 3. Nab3 Kd6 4. Na1 Kc6 5. Na1c2 *\n\n",
];

/// Words to insert into [`GAMES`], and into clean games.
pub const WORDS: &[&str] = &[
    "--", "Z0", "0-0", "0-0-0", "0-0+", "O-O", "Ngf3", "Nbd7", "Nb1d2", "R1e1", "Rae1", "e2e4",
    "e2-e4", "exd5ep", "e8Q", "nf3", "0000", "1/2", "1-0", "1.", "2...", "3.", "12.", "12...",
    "5..", "7", "99999.", "Nf3++", "???", "e5!!!", "d4?!?{x}", "Nc6{y}", "Nb1-c3!?", "Qh5xf7++",
    "e7-e8=Q+", "e5!{z}", "{a {b}", "{", "{{c}", "1", "2", "3 ...", "4. ...", "...Nf6", "5. ..",
    "Nf3#", "--+", "+-", "-+", "=", "N", "{x}", "(--)", "(", ")", "$1", "!", "Qh5=", "a", "...",
    "1/2-1/2", "*", "Kg1", "hxg8=N", "Bf1b5+",
];

/// Bytes that have a meaning in PGN.
const BYTES: &[u8] = b" \n\r\t.{}()[]$!?*+#=-x0128abhNBRQKO%;<>&\"\\";

/// A text with a few words more, less or others, and perhaps another byte.
pub fn damaged(text: &str, chance: &mut Chance) -> Vec<u8> {
    let mut words: Vec<&str> = text.split(' ').collect();
    for _ in 0..chance.below(5) {
        let (at, word) = (chance.below(words.len()), WORDS[chance.below(WORDS.len())]);
        match chance.below(4) {
            0 => words.insert(at, word),
            1 => {
                words.remove(at);
            }
            _ => words[at] = word,
        }
    }
    let mut text = words.join(" ").into_bytes();
    if chance.below(2) == 0 {
        let (at, byte) = (chance.below(text.len()), BYTES[chance.below(BYTES.len())]);
        match chance.below(2) {
            0 => text.insert(at, byte),
            _ => text[at] = byte,
        }
    }
    text
}
