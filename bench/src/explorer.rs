//! Answers of the explorer beside a count of the same games by pgn-reader and shakmaty.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write as _,
    fs::File,
    io::BufReader,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use pgn_reader::{KnownOutcome, Outcome, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, fen::Fen, zobrist::Zobrist64};

use crate::random::Chance;

/// Compare answers of the explorer with a count by other libraries
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program to run
    #[arg(long, value_name = "FILE")]
    partie: PathBuf,

    /// Number of positions
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    positions: usize,

    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Files of games of standard chess, in PGN
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Games by result: won by White, drawn, won by Black.
type Results = [u64; 3];

/// Results in a position by the move made there, in UCI's form for Chess960, as lichess' explorer has it.
type Moves = BTreeMap<String, Results>;

/// Makes a library of the files, asks for random positions of them, and compares each answer.
///
/// # Errors
///
/// If a file cannot be read, or an answer differs.
pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let library = folder.path().join("library");
    let import = Command::new(&arguments.partie)
        .args(["db", "import", "--quiet"])
        .arg(&library)
        .args(&arguments.files)
        .status()?;
    // 1: some games have diagnostics.
    ensure!(matches!(import.code(), Some(0 | 1)), "the import failed: {import}");

    let mut sample = Sample::new(arguments.seed, arguments.positions);
    read(&arguments.files, |game| sample.take(game))?;
    let chosen: HashSet<u64> = sample.positions.iter().map(|(key, _)| *key).collect();
    let mut counted: HashMap<u64, Moves> = HashMap::new();
    read(&arguments.files, |game| count(game, &chosen, &mut counted))?;

    let (mut games, mut moves, mut differ) = (0, 0, String::new());
    for (key, fen) in &sample.positions {
        let expected = counted.remove(key).unwrap_or_default();
        let answered = ask(&arguments.partie, &library, fen)?;
        games += expected.values().flatten().sum::<u64>();
        moves += expected.len();
        if expected != answered {
            writeln!(differ, "{fen}\n  expected {expected:?}\n  answered {answered:?}")?;
        }
    }
    if !differ.is_empty() {
        bail!(
            "{differ}{} of {} answers differ",
            differ.lines().count() / 3,
            sample.positions.len()
        );
    }
    Ok(format!(
        "{} games: the answers for {} positions, of {moves} moves in {games} games, are those of shakmaty",
        sample.games,
        sample.positions.len(),
    ))
}

/// A game as far as its moves can be read.
struct Played {
    /// Result, if the game has one.
    result: Option<usize>,
    /// Positions and the moves made in them, in UCI's form.
    moves: Vec<(Chess, String)>,
}

impl Played {
    fn key(position: &Chess) -> u64 {
        position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }
}

/// Positions of games, each game as likely as another: one in two of them from the first twelve
/// plies, which many games share.
#[derive(Debug)]
struct Sample {
    chance: Chance,
    most: usize,
    games: usize,
    positions: Vec<(u64, String)>,
}

impl Sample {
    const fn new(seed: u64, most: usize) -> Sample {
        Sample { chance: Chance::new(seed), most, games: 0, positions: Vec::new() }
    }

    fn take(&mut self, game: &Played) {
        if game.moves.is_empty() {
            return;
        }
        self.games += 1;
        let place = match self.positions.len() {
            taken if taken < self.most => taken,
            _ => self.chance.below(self.games),
        };
        if place >= self.most {
            return;
        }
        let plies =
            if self.chance.below(2) == 0 { game.moves.len() } else { game.moves.len().min(12) };
        let (position, _) = &game.moves[self.chance.below(plies)];
        let chosen =
            (Played::key(position), Fen::from_position(position, EnPassantMode::Legal).to_string());
        if self.positions.iter().any(|(key, _)| *key == chosen.0) {
            return;
        }
        if place < self.positions.len() {
            self.positions[place] = chosen;
        } else {
            self.positions.push(chosen);
        }
    }
}

/// Adds the moves that a game made in chosen positions: the last one, where it came there twice.
fn count(game: &Played, chosen: &HashSet<u64>, counted: &mut HashMap<u64, Moves>) {
    let Some(result) = game.result else { return };
    let made: HashMap<u64, &str> = game
        .moves
        .iter()
        .map(|(position, uci)| (Played::key(position), &**uci))
        .filter(|(key, _)| chosen.contains(key))
        .collect();
    for (key, uci) in made {
        counted.entry(key).or_default().entry(uci.to_owned()).or_default()[result] += 1;
    }
}

/// Asks the explorer of the program.
fn ask(partie: &Path, library: &Path, fen: &str) -> anyhow::Result<Moves> {
    let output = Command::new(partie)
        .args(["db", "explore", "--json", "--moves", "300"])
        .arg(library)
        .arg(fen)
        .output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let moves = answer["moves"].as_array().context("no moves")?;
    let results =
        |object: &Value| ["white", "draws", "black"].map(|name| object[name].as_u64().unwrap_or(0));
    let mut total = Results::default();
    let mut answered = Moves::new();
    for object in moves {
        let counted = results(object);
        total.iter_mut().zip(counted).for_each(|(total, counted)| *total += counted);
        answered.insert(object["uci"].as_str().context("no move")?.to_owned(), counted);
    }
    ensure!(
        total == results(&answer),
        "{fen}: the moves have {total:?}, the position {:?}",
        results(&answer)
    );
    Ok(answered)
}

/// Reads the games of files.
fn read(files: &[PathBuf], mut take: impl FnMut(&Played)) -> anyhow::Result<()> {
    for file in files {
        let mut reader = Reader::new(BufReader::new(
            File::open(file).with_context(|| file.display().to_string())?,
        ));
        while let Some(game) = reader.read_game(&mut Game::default())? {
            take(&game);
        }
    }
    Ok(())
}

/// Reads one game.
#[derive(Debug, Default)]
struct Game {
    position: Chess,
    result: Option<usize>,
}

impl Visitor for Game {
    type Tags = ();
    type Movetext = Played;
    type Output = Played;

    fn begin_tags(&mut self) -> ControlFlow<Played, ()> {
        *self = Game::default();
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<Played> {
        match name {
            b"FEN" => match Fen::from_ascii(value.as_bytes())
                .map(|fen| fen.into_position(CastlingMode::Standard))
            {
                Ok(Ok(position)) => self.position = position,
                _ => return ControlFlow::Break(Played { result: None, moves: Vec::new() }),
            },
            b"Result" => {
                self.result =
                    result(Outcome::from_ascii(value.as_bytes()).unwrap_or(Outcome::Unknown))
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Played, Played> {
        ControlFlow::Continue(Played { result: self.result, moves: Vec::new() })
    }

    fn begin_variation(&mut self, _: &mut Played) -> ControlFlow<Played, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, played: &mut Played, san: SanPlus) -> ControlFlow<Played> {
        let Ok(made) = san.san.to_move(&self.position) else {
            return ControlFlow::Break(Played {
                result: played.result,
                moves: std::mem::take(&mut played.moves),
            });
        };
        played.moves.push((self.position.clone(), made.to_uci(CastlingMode::Chess960).to_string()));
        self.position.play_unchecked(made);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, played: Played) -> Played {
        played
    }
}

fn result(outcome: Outcome) -> Option<usize> {
    match outcome {
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Some(0),
        Outcome::Known(KnownOutcome::Draw) => Some(1),
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Some(2),
        Outcome::Unknown => None,
    }
}
