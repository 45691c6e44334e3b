//! Positions to begin from, by categories: exercises that every player should know.

/// Some positions of one kind.
pub(super) struct Boards {
    /// The category's name.
    pub(super) name: &'static str,
    /// Names and positions.
    pub(super) boards: &'static [(&'static str, &'static str)],
}

/// All categories.
pub(super) const CATEGORIES: &[Boards] = &[
    Boards {
        name: "mates",
        boards: &[
            ("kqk", "8/8/8/4k3/8/8/8/Q3K3 w - - 0 1"),
            ("krk", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"),
            ("kbbk", "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1"),
            ("kbnk", "8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1"),
        ],
    },
    Boards {
        name: "pawns",
        boards: &[
            ("opposition", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
            ("rook", "8/8/8/4k3/8/8/P7/4K3 w - - 0 1"),
            ("breakthrough", "6k1/ppp5/8/PPP5/8/8/8/6K1 w - - 0 1"),
            ("pawnsonly", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
        ],
    },
    Boards {
        name: "rooks",
        boards: &[
            ("lucena", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
            ("philidor", "3k4/R7/8/3PK3/8/7r/8/8 b - - 0 1"),
        ],
    },
    Boards {
        name: "odds",
        boards: &[
            ("pawn", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            ("rook", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
            ("queen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
        ],
    },
];

/// The position of a category and a name.
pub(super) fn find(category: &str, board: &str) -> Option<&'static str> {
    let found = CATEGORIES.iter().find(|c| c.name.eq_ignore_ascii_case(category))?;
    found.boards.iter().find(|(name, _)| name.eq_ignore_ascii_case(board)).map(|(_, fen)| *fen)
}
