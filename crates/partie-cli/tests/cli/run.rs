//! Running the program in a folder with a few files in it.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    time::Duration,
};

use tempfile::TempDir;

/// A good game, in the form in which Partie writes it.
pub(crate) const CLEAN: &str = "\
[Event \"Coffee house\"]
[Site \"London\"]
[Date \"1851.06.21\"]
[Round \"-\"]
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[Result \"1-0\"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 1-0

";

/// Castling with zeros, which is understood, and a move that is not legal.
pub(crate) const MESSY: &str = "\
[Event \"Club\"]
[Site \"?\"]
[Date \"2024.01.05\"]
[Round \"1\"]
[White \"Novak\"]
[Black \"Svoboda\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 Ke6 1-0
";

/// A variation, a comment, clock times.
pub(crate) const RICH: &str = "\
[Event \"Study\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"?\"]
[Result \"*\"]
[Annotator \"me\"]

1. e4 { [%clk 0:05:00] best by test } 1... e5 { [%clk 0:04:58] } (1... c5 2. Nf3) 2. Nf3 $1 *

";

/// A bughouse game of a few moves.
pub(crate) const BUGHOUSE: &str = "\
[Event \"bughouse\"]
[Site \"here\"]
[Date \"2024.01.05\"]
[WhiteA \"anna\"][WhiteAElo \"1500\"]
[BlackA \"bert\"][BlackAElo \"1500\"]
[WhiteB \"carl\"][WhiteBElo \"1500\"]
[BlackB \"dora\"][BlackBElo \"1500\"]
[TimeControl \"180+0\"]
[Result \"1-0\"]

1A. e4{179.5} 1B. d4{179.0} 1a. e5{178.0} 1b. d5{177.0}
{bert resigns} 1-0
";

/// A German score sheet.
pub(crate) const SHEET: &str = "\
Vereinsmeisterschaft, Runde 3

1. e4 e5  2. Sf3 Sc6  3. Lb5 a6  4. Lxc6 dxc6  5. 0-0 Dd6  1:0
";

/// A session with a chess server: a short game and some talk.
pub(crate) const SESSION: &str = "\
fics% \r
Creating: Ann (1500) Bob (1450) unrated blitz 3 0\r
{Game 9 (Ann vs. Bob) Creating unrated blitz match.}\r
<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 9 Ann Bob 1 3 0 39 39 180 180 1 none (0:00) none 0\r
<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 9 Ann Bob -1 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0\r
Cecil(1700) tells you: hi\r
<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 9 Ann Bob 1 3 0 39 39 180 178 2 P/e7-e5 (0:02) e5 0\r
{Game 9 (Ann vs. Bob) Bob resigns} 1-0\r
fics% \r
";

/// A session in which one board of bughouse was seen.
pub(crate) const BUGHOUSE_SESSION: &str = "\
fics% \r
Creating: Dora (1500) Emil (1450) unrated bughouse 3 0\r
{Game 1 (Dora vs. Emil) Creating unrated bughouse match.}\r
<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 1 Dora Emil 1 3 0 39 39 180 180 1 none (0:00) none 0\r
<b1> game 1 White [] Black []\r
Your partner is playing game 2 (Frank vs. Gina).\r
<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 1 Dora Emil -1 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0\r
<b1> game 1 White [] Black []\r
{Game 1 (Dora vs. Emil) Emil resigns} 1-0\r
fics% \r
";

/// A folder for one test, with the files that the examples in the help name.
pub(crate) struct Folder(TempDir);

/// At its end, a scene's files are held to the law of the ledger.
impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            crate::law::hold(self.0.path());
        }
    }
}

/// End of a run.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write("games.pgn", format!("{CLEAN}{RICH}"));
        folder.write("messy.pgn", MESSY);
        folder.write("sheet.txt", SHEET);
        folder.write("archive/old.pgn", CLEAN);
        folder.write("archive/more/older.pgn", CLEAN);
        folder.write("bughouse.bpgn", BUGHOUSE);
        folder.write("session.log", SESSION);
        folder.write("map.tsv", "player\tKieseritzky, Lionel\tKieseritzky, Lionel Adalbert\n");
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(self.read_bytes(name)).expect("UTF-8")
    }

    pub(crate) fn read_bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names_in(".")
    }

    /// The names in a folder in it, sorted.
    pub(crate) fn names_in(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.path(folder))
            .expect("the folder")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// A command in the folder, without the colours and the width of any terminal.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.0.path())
            .env("COLUMNS", "80")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with words separated by spaces.
    pub(crate) fn partie(&self, arguments: &str) -> Ended {
        ended(self.command(program()).args(arguments.split_whitespace()))
    }

    /// Runs the program with `input` on its standard input.
    pub(crate) fn fed(&self, arguments: &str, input: &[u8]) -> Ended {
        let mut command = self.command(program());
        let child = command.args(arguments.split_whitespace()).stdin(Stdio::piped());
        let mut child = spawned(child);
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        let feeder = std::thread::spawn(move || {
            // A program that stops reading early is no failure of the test.
            let _ = stdin.write_all(&input);
        });
        let ended = waited(child, &command);
        feeder.join().expect("fed");
        ended
    }
}

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_partie"))
}

/// Longest time that a run may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_mins(2);

/// Runs a command to its end. One that hangs is stopped, and fails the test.
pub(crate) fn ended(command: &mut Command) -> Ended {
    waited(spawned(command), command)
}

fn spawned(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started")
}

fn waited(mut child: Child, command: &Command) -> Ended {
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut stderr = child.stderr.take().expect("a pipe");
    let (done, hears) = mpsc::channel();
    let output = std::thread::spawn(move || {
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).map(|_| text).expect("read")
        });
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).expect("read");
        let errors = errors.join().expect("read");
        // Nobody listens after a hang.
        let _ = done.send(());
        (text, errors)
    });
    if hears.recv_timeout(PATIENCE).is_err() {
        child.kill().expect("killed");
        child.wait().expect("ended");
        panic!("{command:?} hangs");
    }
    let (stdout, stderr) = output.join().expect("read");
    let status = child.wait().expect("ended");
    Ended::from(Output { status, stdout, stderr })
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}
