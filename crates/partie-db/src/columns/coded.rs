//! Main lines as the code of moves, and the keys of their positions.

use partie_core::{
    BoardId, Boards, Ply, Position, Variant,
    moves::code,
    openings::{Opening, OpeningFinder},
    rules::{PositionKey, replay::ReplayBoard},
};
use partie_formats::{GameView, Severity, WriteOptions, fen, options::EnPassant};

/// A main line that was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Coded {
    /// Its moves in the code, if they can be written in it.
    pub(super) code: Option<Vec<u8>>,
    /// Keys of its positions, the first one before the first move; none of games of two boards.
    pub(super) keys: Vec<PositionKey>,
    /// Opening of the moves, of games of standard chess that begin as usual.
    pub(super) opening: Option<Opening>,
}

impl Coded {
    /// Plays the main line of a game, whose plies are given.
    pub(super) fn of(
        game: &impl GameView,
        variant: Variant,
        fen: Option<&str>,
        plies: &[(BoardId, Ply)],
    ) -> Coded {
        match game.start() {
            Some(Boards::Two(_)) => Coded::default(),
            start => {
                let text = start_text(variant, fen);
                encoded(start, text.as_deref(), plies).unwrap_or_else(|| Coded::by_rules(game))
            }
        }
    }

    fn by_rules(game: &impl GameView) -> Coded {
        let start = match game.start() {
            None => Position::start(Variant::Standard),
            Some(start) => start.first().clone(),
        };
        let mut keys = vec![PositionKey::of(&start)];
        keys.extend(game.positions().map(|(_, position)| PositionKey::of(&position)));
        Coded { code: None, keys, opening: None }
    }
}

/// Writes a main line in the code. `None` if its moves cannot be written in it.
fn encoded(start: Option<&Boards>, text: Option<&str>, plies: &[(BoardId, Ply)]) -> Option<Coded> {
    let mut board = ReplayBoard::of_start(start)?;
    // Some moves of queens take two bytes.
    let mut code = Vec::with_capacity(plies.len() + plies.len() / 8);
    if let Some(text) = text {
        code::push_start(text, &mut code)?;
    }
    let mut keys = Vec::with_capacity(plies.len() + 1);
    keys.push(board.key());
    let mut finder = OpeningFinder::default();
    for (_, ply) in plies {
        board.encode(*ply, &mut code)?;
        keys.push(board.key());
        if text.is_none() {
            finder.add(board.placement(), board.turn());
        }
    }
    let opening = finder.found().map(|(opening, _)| opening);
    Some(Coded { code: Some(code), keys, opening })
}

/// Returns a main line in the code, if it can be written in it.
pub(crate) fn code_of(game: &impl GameView, plies: &[(BoardId, Ply)]) -> Option<Vec<u8>> {
    let fen = start(game);
    Coded::of(game, stored_variant(game), fen.as_deref(), plies).code
}

/// Returns the variant that a library stores for a game. The column does not repeat a `Variant`
/// tag, so an orthodox position of a file without tags must not be confused with a game that has
/// the tag.
pub(super) fn stored_variant(game: &impl GameView) -> Variant {
    match game.variant() {
        Variant::FromPosition if game.tag("Variant").is_none() => Variant::Standard,
        variant => variant,
    }
}

/// Returns the start position, unless it is the variant's.
pub(crate) fn start(game: &impl GameView) -> Option<String> {
    let start = game.start().filter(|_| !game.has_standard_start())?;
    let usual = fen::boards(start, &WriteOptions::default());
    if fen::parse_boards(&usual, Some(game.variant())).value == *start {
        return Some(usual);
    }
    // Keeps an en passant square on which no pawn can capture.
    let exact = WriteOptions::default().en_passant(EnPassant::Always);
    Some(fen::boards(start, &exact))
}

/// Returns the text of an initial position at the beginning of a code, from the columns `variant` and
/// `fen` of its game; `None` if the game begins as usual.
pub(super) fn start_text(variant: Variant, fen: Option<&str>) -> Option<String> {
    let own = || fen::boards(&Boards::start(variant), &WriteOptions::default());
    match (variant, fen) {
        (Variant::Standard, fen) => fen.map(str::to_owned),
        (variant, fen) => {
            let fen = fen.map_or_else(own, str::to_owned);
            Some(format!("{fen};{}", variant.name()))
        }
    }
}

/// Reads the text of an initial position.
pub(crate) fn read_start(text: &str) -> Option<Boards> {
    let (fen, variant) = match text.split_once(';') {
        Some((fen, name)) => (fen, name.parse().ok()?),
        None => (text, Variant::Standard),
    };
    let read = fen::parse_boards(fen, Some(variant));
    (read.worst() < Some(Severity::Error)).then_some(read.value)
}
