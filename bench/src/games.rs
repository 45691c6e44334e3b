//! The games of a file as pgn-reader and shakmaty see them: what the tools must agree on.

use std::{fs::File, ops::ControlFlow, path::Path};

use anyhow::Context as _;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, san::San};

/// One game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The players, as the tags have them.
    pub players: [String; 2],
    /// Legal plies of the main line, up to the first that cannot be played.
    pub plies: u32,
    /// The first move that cannot be played, if there is one, or what is wrong with the
    /// position it starts from.
    pub stopped: Option<String>,
}

/// All games of a file. pgn-reader ends a game at an empty line, also where more moves
/// follow; what has no tags goes on with the game before.
///
/// # Errors
///
/// If the file cannot be read.
pub fn list(path: &Path) -> anyhow::Result<Vec<Game>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut lister = Lister::default();
    Reader::new(file).visit_all_games(&mut lister).context("games")?;
    Ok(lister.games)
}

/// The plies of all games.
#[must_use]
pub fn plies(games: &[Game]) -> u64 {
    games.iter().map(|game| u64::from(game.plies)).sum()
}

#[derive(Default)]
struct Lister {
    games: Vec<Game>,
    /// The position after the last of them.
    position: Chess,
}

/// The tags of a game.
#[derive(Default)]
struct Tags {
    seen: bool,
    game: Game,
    start: Chess,
}

impl Visitor for Lister {
    type Tags = Tags;
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        tags.seen = true;
        match name {
            b"White" => tags.game.players[0] = value.decode_utf8_lossy().into_owned(),
            b"Black" => tags.game.players[1] = value.decode_utf8_lossy().into_owned(),
            b"FEN" => {
                let fen = Fen::from_ascii(&value.decode()).ok();
                match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                    Some(start) => tags.start = start,
                    None => tags.game.stopped = Some("its FEN".to_owned()),
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<()> {
        if tags.seen || self.games.is_empty() {
            self.games.push(tags.game);
            self.position = tags.start;
        }
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        let Some(game) = self.games.last_mut() else { return ControlFlow::Break(()) };
        if game.stopped.is_none() {
            // Nobody can play a null move, but everybody else reads it.
            let after = if san.san == San::Null {
                self.position.clone().swap_turn().ok()
            } else {
                san.san.to_move(&self.position).ok().map(|m| {
                    self.position.play_unchecked(m);
                    std::mem::take(&mut self.position)
                })
            };
            match after {
                Some(after) => {
                    self.position = after;
                    game.plies += 1;
                }
                None => game.stopped = Some(san.to_string()),
            }
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    #[test]
    fn an_empty_line_ends_no_game() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        let text =
            "[White \"A\"]\n\n{Well.}\n\n1. e4 --\n\n2. Nf3 Ke6 *\n\n[White \"B\"]\n\n1. d4 *\n";
        file.write_all(text.as_bytes()).expect("written");
        let games = super::list(file.path()).expect("games");
        let shown: Vec<_> =
            games.iter().map(|g| (g.players[0].as_str(), g.plies, g.stopped.as_deref())).collect();
        assert_eq!(shown, [("A", 3, Some("Ke6")), ("B", 1, None)]);
    }
}
