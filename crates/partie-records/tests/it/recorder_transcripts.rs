//! Transcripts of real sessions, and the games played in them. The tables were made by reading the
//! transcripts: the clients' input, the servers' answers to `moves`, and the notices at the end of
//! games.

use partie_testkit::suite::shared;
use std::fmt::Write as _;

use partie_testkit::games::{record, show};

/// The games of a transcript, one a line, as [`show`] prints them.
fn check(file: &str, expected: &[&str]) {
    let bytes = std::fs::read(shared("testdata").join(file)).expect(file);
    let found: Vec<String> = record(&bytes).iter().map(show).collect();
    let mut difference = String::new();
    for i in 0..found.len().max(expected.len()) {
        let (found, expected) = (found.get(i).map(String::as_str), expected.get(i).copied());
        if found != expected {
            let _ = write!(difference, "\nexpected {expected:?}\nfound    {found:?}");
        }
    }
    assert!(difference.is_empty(), "{file}:{difference}");
}

macro_rules! transcripts {
    ($($name:ident $file:literal [$($game:literal),* $(,)?];)+) => {
        $(
            #[test]
            #[ignore = "long suite: reads the collections beside the repository"]
            fn $name() {
                check($file, &[$($game),*]);
            }
        )+
    };
}

transcripts! {
    // FatICS, with whole seconds; the server lost Alpha after a command it did not like.
    fatics_alpha "ics/fatics_alpha.raw" [
        "1 Alpha-Bravo 0-1 (Alpha forfeits by disconnection): e4 c5 Nf3 d5 exd5 e5 dxe6 Nc6 [Alpha kibitzes: from player]",
    ];
    fatics_bravo "ics/fatics_bravo.raw" [
        "1 Alpha-Bravo 0-1 (Alpha forfeits by disconnection): e4 c5 Nf3 d5 exd5 e5 dxe6 Nc6 [Alpha kibitzes: from player]",
    ];
    fatics_charlie "ics/fatics_charlie.raw" [
        "1 Alpha-Bravo *: e4 c5 Nf3 d5 exd5 e5 dxe6 Nc6 [Alpha kibitzes: from player]",
    ];
    // Adam gets moves without boards, in block mode; his bughouse partner's board is not shown.
    fatics2_adam "ics/fatics2_adam.raw" [
        "1 Adam-Boris 1-0 (Boris resigns): e4 d5 exd5 c5 dxc6 Nf6 cxb7 e6 bxa8=Q Bd6 Nf3 O-O",
        "1 Boris-Adam * (Game aborted by agreement): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6",
        "1 Adam-Boris/Dora-Cecil 1-0 (Boris resigns): A.e4 a.d5 A.exd5 a.P@e4 A.P@e6",
        "1 Adam-Adam *: e4 e5",
    ];
    fatics2_boris "ics/fatics2_boris.raw" [
        "1 Adam-Boris 1-0 (Boris resigns): e4 d5 exd5 c5 dxc6 Nf6 cxb7 e6 bxa8=Q Bd6 Nf3 O-O",
        "1 Boris-Adam * (Game aborted by agreement): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6",
        "1 Adam-Boris/Dora-Cecil 1-0 (Boris resigns): A.e4 a.d5 A.exd5 a.P@e4 A.P@e6",
        // He came when both moves had been made, and saw one taken back and made again.
        "1 Adam-Adam *: from rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: e5",
    ];
    fatics2_cecil "ics/fatics2_cecil.raw" [
        "1 Adam-Boris 1-0 (Boris resigns): e4 d5 exd5 c5 dxc6 Nf6 cxb7 e6 bxa8=Q Bd6 Nf3 O-O",
        "1 Boris-Adam * (Game aborted by agreement): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6",
        "2 Dora-Cecil/Adam-Boris 0-1 (Cecil's partner won): A.e4 a.P@e5 A.Nf3 a.d5 A.exd5 a.Qxd5",
    ];
    fatics2_dora "ics/fatics2_dora.raw" [
        "2 Dora-Cecil/Adam-Boris 0-1 (Cecil's partner won): A.e4 a.P@e5 A.Nf3 a.d5 A.exd5 a.Qxd5",
    ];
    timeseal_fatics "ics/timeseal_fatics.raw" [
        "1 Tseal-Tseal *: e4",
    ];
    // lasker: `White [..] Black [..]`, a wrong double push after drops.
    lasker_anna "ics/lasker_anna.raw" [
        "1 Anna-Bert 0-1 (Anna resigns): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960 from bnrqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBRN w KQkq - 0 1:",
    ];
    lasker_bert "ics/lasker_bert.raw" [
        "1 Anna-Bert 0-1 (Anna resigns): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960 from bnrqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBRN w KQkq - 0 1:",
    ];
    lasker_owen "ics/lasker_owen.raw" [
        "1 Anna-Bert 0-1 (Anna resigns): Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960",
        "1 Anna-Bert 0-1 (Anna resigns): Chess960 from bnrqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBRN w KQkq - 0 1:",
    ];
    // They only heard of games.
    lasker_carl "ics/lasker_carl.raw" [];
    lasker_dave "ics/lasker_dave.raw" [];
    // Owen looks on at both boards; the others see their own.
    lasker_bug_owen "ics/lasker_bug_owen.raw" [
        "1+2 Anna-Bert/Dave-Carl 1-0 (Bert resigns): A.e4 a.d5 A.exd5 B.e4 b.P@e5 B.Nf3 b.d5 B.exd5 a.P@e4 b.Qxd5 A.P@e6",
        "1 Bert-Anna * (Game aborted by mutual agreement):",
    ];
    lasker_bug_anna "ics/lasker_bug_anna.raw" [
        "1 Anna-Bert/Dave-Carl 1-0 (Bert resigns): A.e4 a.d5 A.exd5 a.P@e4 A.P@e6",
        "1 Bert-Anna * (Game aborted by mutual agreement):",
    ];
    lasker_bug_bert "ics/lasker_bug_bert.raw" [
        "1 Anna-Bert/Dave-Carl 1-0 (Bert resigns): A.e4 a.d5 A.exd5 a.P@e4 A.P@e6",
        "1 Bert-Anna * (Game aborted by mutual agreement):",
    ];
    lasker_bug_carl "ics/lasker_bug_carl.raw" [
        "2 Dave-Carl/Anna-Bert 0-1 (Dave resigns): A.e4 a.P@e5 A.Nf3 a.d5 A.exd5 a.Qxd5",
    ];
    lasker_bug_dave "ics/lasker_bug_dave.raw" [
        "2 Dave-Carl/Anna-Bert 0-1 (Dave resigns): A.e4 a.P@e5 A.Nf3 a.d5 A.exd5 a.Qxd5",
    ];
    // The whole tour on three servers: take-back of two plies, mate, resignation, abort.
    uhlin_alpha "ics/uhlin_alpha.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
        "2 Charlie-Charlie *: from rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: e5",
    ];
    uhlin_bravo "ics/uhlin_bravo.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6 [Alpha kibitzes: from player]) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
    ];
    uhlin_charlie "ics/uhlin_charlie.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6 [Alpha kibitzes: from player]) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
        "2 Charlie-Charlie *: e4 e5",
    ];
    // The server let White castle over his own knight, and took the knight off.
    cap_alpha "ics/cap_alpha.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
        "1 Alpha-Bravo *: Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6 [gap]",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Crazyhouse from r1b1kbnr/ppp1pppp/2n5/8/2P1q3/3p4/PP1PBPPP/RNBQ1RK1[p] b kq - 2 6:",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Chess960 from nrnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/NRNQKBBR w KQkq - 0 1: e4 e5",
        "1 Alpha-Bravo 0-1 (Alpha resigns): Chess960 e4",
        "1 Alpha-Bravo *: from rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: c5 (e5)",
    ];
    cap_bravo "ics/cap_bravo.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
        "1 Alpha-Bravo *: Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6 [gap]",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Crazyhouse from r1b1kbnr/ppp1pppp/2n5/8/2P1q3/3p4/PP1PBPPP/RNBQ1RK1[p] b kq - 2 6:",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Chess960 from nrnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/NRNQKBBR w KQkq - 0 1: e4 e5",
        "1 Alpha-Bravo 0-1 (Alpha resigns): Chess960 e4",
    ];
    cap_charlie "ics/cap_charlie.raw" [
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 Nf3 d5 exd5 e5 Be2 (dxe6 Nc6) Be7 O-O b6",
        "1 Bravo-Alpha 0-1 (Bravo checkmated): f3 e5 g4 Qh4#",
        "1 Alpha-Bravo 0-1 (Alpha resigns):",
        "1 Bravo-Alpha * (Game aborted by mutual agreement):",
        "1 Alpha-Bravo *: Crazyhouse e4 d5 exd5 Qxd5 P@e4 Qxe4+ Be2 P@d3 c4 Nc6 [gap]",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Crazyhouse from r1b1kbnr/ppp1pppp/2n5/8/2P1q3/3p4/PP1PBPPP/RNBQ1RK1[p] b kq - 2 6:",
        "1 Alpha-Bravo 1-0 (Bravo resigns): Chess960 from nrnqkbbr/pppppppp/8/8/8/8/PPPPPPPP/NRNQKBBR w KQkq - 0 1: e4 e5",
        "1 Alpha-Bravo 0-1 (Alpha resigns): Chess960 e4",
        // He examines the first game: e5 instead of c5, back, then on as it was played.
        "1 Alpha-Bravo 1/2-1/2 (Game drawn by mutual agreement): e4 c5 (e5)",
        "1 Alpha-Bravo *: from 8/8/8/4k3/8/8/4P3/4K3 b - - 0 1:",
    ];
    // xboard plays, takes back, observes from the second move, examines; the log of xboard and the
    // notes of a proxy between it and the server give the same games.
    xboard_fatics_debug "ics/xboard_fatics.debug" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "1 Xander-Xander *: d4",
    ];
    xboard_fatics_proxy "ics/xboard_fatics.proxy" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "1 Xander-Xander *: d4",
    ];
    xboard_lasker_debug "ics/xboard_lasker.debug" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "1 Xander-Xander *: d4",
    ];
    xboard_lasker_proxy "ics/xboard_lasker.proxy" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "1 Xander-Xander *: d4",
    ];
    xboard_uhlin_debug "ics/xboard_uhlin.debug" [
        "2 Yvonne-Xander 0-1 (Yvonne resigns): Nf3 [taken back: 1... e5]",
        "2 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "2 Xander-Xander *: d4",
    ];
    xboard_uhlin_proxy "ics/xboard_uhlin.proxy" [
        "2 Yvonne-Xander 0-1 (Yvonne resigns): Nf3 [taken back: 1... e5]",
        "2 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
        "2 Xander-Xander *: d4",
    ];
    xbp_fatics_yvonne "ics/xbp_fatics_yvonne.raw" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
    ];
    xbp_lasker_yvonne "ics/xbp_lasker_yvonne.raw" [
        "1 Yvonne-Xander 0-1 (Yvonne resigns): e4 e5 Nf3 Nc6 Bb5 a6 [taken back: 4. O-O]",
        "1 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
    ];
    xbp_uhlin_yvonne "ics/xbp_uhlin_yvonne.raw" [
        "2 Yvonne-Xander 0-1 (Yvonne resigns): Nf3 [taken back: 1... e5]",
        "2 Yvonne-Zelda 0-1 (Yvonne resigns): e4 c5 Nf3 d6",
    ];
    // Zelda's transcripts break off before the end of the game.
    xbp_fatics_zelda "ics/xbp_fatics_zelda.raw" ["1 Yvonne-Zelda *: e4 c5 Nf3 d6"];
    xbp_lasker_zelda "ics/xbp_lasker_zelda.raw" ["1 Yvonne-Zelda *: e4 c5 Nf3 d6"];
    xbp_uhlin_zelda "ics/xbp_uhlin_zelda.raw" ["2 Yvonne-Zelda *: e4 c5 Nf3 d6"];
    // pychess came to a game on one server only.
    pychess_fatics "ics/pychess_fatics.proxy" [
        "1 Ulrich-Pygmalion * (Game aborted on move 1 by Pygmalion): e4",
    ];
    pychess_fatics_ulrich "ics/pychess_fatics_ulrich.raw" [
        "1 Ulrich-Pygmalion * (Game aborted on move 1 by Pygmalion): e4",
    ];
    pychess_lasker "ics/pychess_lasker.proxy" [];
    pychess_lasker_ulrich "ics/pychess_lasker_ulrich.raw" [];
    pychess_uhlin "ics/pychess_uhlin.proxy" [];
    pychess_uhlin_ulrich "ics/pychess_uhlin_ulrich.raw" [];
    pychess_opp_ulrich "ics/pychess_opp_ulrich.raw" [];
    // freechess.org. A terminal broke the board line; the list fills the beginning.
    lila_observe "fics/lila_observe_movelist.log" [
        "277 depop-Sheikki *: e4 e5 Nf3 d5 Nc3 Nf6 exd5 e4 Ng1 Bg4 Be2 Bxe2 Qxe2 Nxd5",
    ];
    fics_play "fics/pychess_ficsplay.log" [
        "107 gbtami-ggbtami 0-1 (gbtami checkmated): f3 e5 g4 Qh4#",
        "107 gbtami-ggbtami 0-1 (gbtami checkmated): f3 e5 g4 Qh4#",
        "85 WLTL-gbtami *: b3 Nf6 g3",
    ];
    // One of its boards was changed by hand: the rook went from c1 to g1, not b2 to g2.
    fics_observe "fics/pychess_ficsobserve.log" [
        "463 schachbjm-Maras *: 74 plies to 6r1/2k5/4p3/n1ppPb1p/5P1P/1PP1K1P1/PR6/6R1",
        "1 LectureBot-LectureBot *: from rq2k1nr/pp1b1ppp/3bp3/3N4/6Q1/3B4/PP3PPP/R1B1R1K1 b kq - 2 13: \
         [LectureBot kibitzes: Can you find Black's best move?] Kf8 \
         [LectureBot kibitzes: Black needs to guard the g-pawn.  This also gets the king out of the pin.] \
         (Bxh2+ Kh1 Bd6 Qxg7 [LectureBot kibitzes: Black is now going to drop a rook.  Therefore, Black must find an alternate to 13...Bxh2+.] \
         [LectureBot kibitzes: Let's back up and find the right 13th move.]) Bd2 \
         [LectureBot kibitzes: White doesn't have to move the attacked knight because if 14. exd5, 15. Qxd7 is a trade.] \
         [LectureBot kibitzes: Not to mention, it would be a trade favorable to White.] h5 \
         [LectureBot kibitzes: Here, Black attacks White's queen, and will try to open the h-file for his rook.]",
    ];
    fics_lecture "fics/pychess_ficslecturebot.log" [
        "77 Honfi-Sebestyen 1-0: from r1bq2k1/2p2p1p/p1pp2pB/2n4r/8/2N2Q2/PPP2PPP/4RRK1 w - - 0 1: Qf6 Qxf6 Re8# \
         [gbtami kibitzes: Example 2: Dementyev vs Karpov, Riga 1971]",
        "1 Henley-Browne *: Nf3 c5 g3 b6",
        "77 Dementyev-Karpov *: from q3r1k1/4Rp1p/6p1/2Q1B3/P2P4/1r1b3P/5PP1/4R1K1 w - - 0 1: Qd5",
    ];
    fics_puzzle "fics/pychess_ficspuzzlebot.log" [
        "127 gbtami-puzzlebot 1-0 (Black checkmated): from 2kr3r/pp2bppp/4bn2/1Npp3q/5B1Q/3B4/PPP2PPP/1K1R3R w - - 0 1: \
         [puzzlebot kibitzes: This is mate problem number [00655]] [puzzlebot kibitzes: White moves and mates in 2 moves.] \
         [puzzlebot kibitzes: There is a better move.] Nxa7+ (Qxh5) Kd7 Bb5# \
         [puzzlebot kibitzes: You solved problem number [00655] in 02m01s] \
         [puzzlebot kibitzes: You made 1 wrong moves and needed 0 hints] \
         [puzzlebot kibitzes: To solve the next problem type \"tell puzzlebot next\". To solve the previous problem type \"tell puzzlebot previous\" To automatically load problems type \"tell puzzlebot auto\" Or type \"tell puzzlebot getmate\" or \"tell puzzlebot gettactics\" or \"tell puzzlebot getstudy\"]",
        "127 puzzlebot-gbtami 0-1 (White checkmated): from 5k2/1R6/2p2n2/8/P1P2pr1/1P3RNK/5PP1/4r3 b - - 0 1: \
         [puzzlebot kibitzes: This is mate problem number [00656]] [puzzlebot kibitzes: Black moves and mates in 2 moves.] Rxg3+ fxg3 Rh1# \
         [puzzlebot kibitzes: You solved problem number [00656] in 00m45s] \
         [puzzlebot kibitzes: You made 1 wrong moves and needed 0 hints] \
         [puzzlebot kibitzes: To solve the next problem type \"tell puzzlebot next\". To solve the previous problem type \"tell puzzlebot previous\" To automatically load problems type \"tell puzzlebot auto\" Or type \"tell puzzlebot getmate\" or \"tell puzzlebot gettactics\" or \"tell puzzlebot getstudy\"]",
    ];
    // Pieces of many sessions, most of them first boards; a stored game's list.
    fics_managers "fics/pychess_ficsmanagers.log" [
        "101 gbtami-suugakusya *:",
        "0 mgatto-BabyLurking * (Game adjourned by mutual agreement): Nf3 d5 d4 Nf6 c4 e6",
        "12 electricbenj-antonymelvin *: Chess960 from 7r/pbp2p2/1pn1k2p/1Q6/5qP1/8/PPP2n2/1K1RR3 b - - 1 22:",
        "111 GuestGTFC-GuestRLJC * (Game aborted on move 1):",
        "55 mgatto-Thegermain *:",
        "442 mgatto-GuestRLJC *:",
        "101 gbtami-suugakusya *:",
        "512 chemo-mgatto *:",
        "465 fabk-mgatto *:",
        "54 antiseptic-mgatto *: From Position from knnrrrqn/pppppppp/8/8/8/8/PPPPPPPP/NRNKNQRR w - - 0 1:",
        "107 opmentor-mgatto *:",
        "72 opmentor-mgatto *:",
        "333 gbtami-Strix *:",
        "501 coopnomaks-gbtami *:",
        "422 gbtami-pianazo *:",
        "225 clisus-mgatto *:",
        "463 schachbjm-Maras *: 72 plies to 1r6/2k5/4p3/n1ppPb1p/5P1P/1PP1K1P1/PR6/2R5",
    ];
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn tags_clocks_and_places() {
    let root = shared("testdata");
    let bytes = std::fs::read(root.join("fics/pychess_ficsplay.log")).expect("file");
    let games = record(&bytes);
    let tags: Vec<_> = games[0].record.game().tags.iter().collect();
    assert_eq!(
        tags,
        [
            ("Event", "FICS unrated blitz game"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", "gbtami"),
            ("Black", "ggbtami"),
            ("Result", "0-1"),
            ("WhiteElo", "1708"),
            ("BlackElo", "-"),
            ("TimeControl", "300+0"),
            ("Termination", "normal"),
        ]
    );
    let game = games[0].record.game();
    let comments: Vec<&str> = game
        .tree
        .mainline()
        .flat_map(|n| &game.tree.annotations(n).comments)
        .map(|c| c.text.as_str())
        .collect();
    assert_eq!(
        comments,
        [
            "[%clk 0:05:00] [%emt 0:00:00]",
            "[%clk 0:05:00] [%emt 0:00:00]",
            "[%clk 0:04:57.338] [%emt 0:00:02.662]",
            "[%clk 0:04:55.763] [%emt 0:00:04.237]",
            "gbtami checkmated",
        ]
    );
    // The lines that made the game, and where they stood.
    let text = String::from_utf8(games[0].record.text.clone()).expect("text");
    let lines: Vec<&str> = text.lines().map(|l| &l[..12]).collect();
    assert_eq!(
        lines,
        [
            "Creating: gb",
            "{Game 107 (g",
            "<12> rnbqkbn",
            "<12> rnbqkbn",
            "<12> rnbqkbn",
            "<12> rnbqkbn",
            "<12> rnb-kbn",
            "{Game 107 (g",
        ]
    );
    assert_eq!(games[0].record.line, 11);
    let end = games[0].record.text.len() - 2;
    assert_eq!(games[0].record.place(end).line, 28);
    let at = usize::try_from(games[0].record.place(text.find("{Game").expect("line")).byte)
        .expect("small");
    assert_eq!(&bytes[at..at + 9], b"{Game 107");
}
