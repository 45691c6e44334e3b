//! Reading and writing of files: their names, pipes, rights, signals.

#[cfg(unix)]
use std::io::Write as _;

use crate::run::{CLEAN, Folder, MESSY, program};

#[test]
fn an_extension_of_no_format_is_refused() {
    let folder = Folder::new();
    let before = folder.names();
    for command in [
        "convert games.pgn",
        "grep --player anderssen games.pgn",
        "head games.pgn",
        "tail games.pgn",
        "sample games.pgn",
        "sort games.pgn",
        "dedupe games.pgn",
        "names games.pgn --apply map.tsv",
        "log session.log",
        "fix messy.pgn",
    ] {
        for (name, words) in [
            ("games.tab", "pgn, fen, epd, bpgn, log, cgp, txt, ndjson"),
            ("games.tab.gz", "`.tab` is not a game format"),
            ("games.json", "`.ndjson`"),
            ("board.png", "`partie render`"),
            ("games.zip", "`.zip`"),
        ] {
            let done = folder.partie(&format!("{command} -o {name}"));
            assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command} {name}: {done:?}");
            assert!(done.stderr.contains(words), "{command} {name}: {}", done.stderr);
            assert_eq!(folder.names(), before, "{command} {name}");
        }
    }
    let removed = folder.partie("dedupe games.pgn --removed games.tab");
    assert_eq!(removed.status, 2, "{removed:?}");
    let other = folder.partie("fix messy.pgn -o messy.ndjson");
    assert!(
        other.status == 2 && other.stderr.contains("`partie convert` before or after"),
        "{other:?}"
    );
    // Explicit options decide, and a name may have no extension.
    for (options, name) in [("-t pgn", "games.csv"), ("", "games"), ("", "games.gz")] {
        let done = folder.partie(&format!("convert archive/old.pgn {options} -o {name}"));
        assert_eq!(done.status, 0, "{name}: {done:?}");
    }
    assert_eq!(folder.read("games.csv"), CLEAN);
    folder.write("mail.eml", MESSY);
    assert!(folder.partie("fix mail.eml -f pgn -o mended.eml").status < 2);
}

#[test]
fn a_folder_that_is_missing_is_named() {
    let folder = Folder::new();
    let before = folder.names();
    for arguments in [
        "convert games.pgn -o newdir/x.pgn",
        "convert games.pgn -o newdir/x.fen --split 1",
        "head games.pgn -o newdir/x.pgn",
        "fix messy.pgn -o newdir/x.pgn",
        "fix messy.pgn --report newdir/x.pgn -o y.pgn",
        "stats games.pgn --svg newdir/x.svg",
        "names games.pgn --map newdir/x.tsv",
        #[cfg(feature = "full")]
        "render games.pgn -o newdir/x.svg",
    ] {
        let done = folder.partie(arguments);
        assert_eq!(done.status, 2, "{arguments}: {done:?}");
        assert!(done.stderr.contains("newdir does not exist"), "{arguments}: {done:?}");
        assert_eq!(done.stderr.lines().count(), 1, "{arguments}: {done:?}");
        assert_eq!(folder.names(), before, "{arguments}");
    }
    for (name, words) in [
        ("newdir/", "newdir/ is a directory that does not exist"),
        ("new/dir/x.pgn", "the directory new/dir does not exist"),
        ("messy.pgn/x.pgn", "messy.pgn is not a directory"),
        ("archive/", "is a directory"),
    ] {
        let done = folder.partie(&format!("convert games.pgn -o {name}"));
        assert!(done.status == 2 && done.stderr.contains(words), "{name}: {done:?}");
    }
    assert_eq!(folder.names(), before);
}

/// Makes a pipe with a name.
#[cfg(unix)]
fn pipe(folder: &Folder, name: &str) {
    let made = folder.command("mkfifo").arg(name).status().expect("mkfifo");
    assert!(made.success());
}

#[test]
#[cfg(unix)]
fn a_pipe_in_a_folder_is_not_waited_on() {
    let folder = Folder::new();
    pipe(&folder, "archive/pipe.pgn");
    let _socket = std::os::unix::net::UnixListener::bind(folder.path("archive/socket.pgn"));
    for (command, status) in [
        ("check archive", 0),
        ("count archive", 0),
        ("fix archive -i", 0),
        ("convert archive -o all.pgn", 0),
        ("dedupe archive -q", 0),
    ] {
        let done = folder.partie(command);
        assert_eq!(done.status, status, "{command}: {done:?}");
    }
    assert_eq!(folder.read("all.pgn"), CLEAN.repeat(2));
}

#[test]
#[cfg(unix)]
fn a_pipe_that_is_named_is_read() {
    let folder = Folder::new();
    pipe(&folder, "pipe");
    for command in ["convert", "head", "fix"] {
        let path = folder.path("pipe");
        let feeder = std::thread::spawn(move || {
            let mut pipe = std::fs::File::options().write(true).open(path).expect("opened");
            pipe.write_all(CLEAN.as_bytes()).expect("fed");
        });
        let done = folder.partie(&format!("{command} pipe"));
        feeder.join().expect("fed");
        assert_eq!((done.status, done.stdout.as_str()), (0, CLEAN), "{command}: {}", done.stderr);
    }
    for command in ["dedupe pipe", "diff pipe games.pgn"] {
        let done = folder.partie(command);
        assert!(done.status == 2 && done.stderr.contains("or pipes"), "{command}: {done:?}");
    }
}

/// A process that is in the middle of writing, which was started with these arguments.
#[cfg(target_os = "linux")]
mod signals {
    use std::{
        fs,
        io::Write as _,
        os::unix::{fs::PermissionsExt as _, process::ExitStatusExt as _},
        process::{Child, ChildStdin, Command, Stdio},
        time::Duration,
    };

    use partie_testkit::suite;

    use crate::run::{CLEAN, Folder, MESSY, program};

    /// The unfinished files in the folder: their modes.
    fn unfinished(folder: &Folder) -> Vec<u32> {
        let parts = folder.names().into_iter().filter(|name| name.starts_with(".partie-"));
        let modes = parts.filter_map(|name| fs::metadata(folder.path(&name)).ok());
        modes.map(|found| found.permissions().mode() & 0o7777).collect()
    }

    /// Runs a command of a shell that starts the program, and waits until an unfinished file
    /// is there. The input stays open.
    fn started(folder: &Folder, prefix: &str, arguments: &str) -> (Child, ChildStdin) {
        let script = format!("{prefix} exec {} {arguments}", program().display());
        let mut child = folder
            .command("env")
            // Signals that the tests themselves ignore, by `nohup` for one.
            .args(["--default-signal=INT,HUP", "sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(CLEAN.as_bytes()).expect("fed");
        while unfinished(folder).is_empty() {
            assert!(child.try_wait().expect("asked").is_none(), "{arguments} has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        (child, stdin)
    }

    fn send(signal: &str, child: &Child) {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    #[test]
    fn every_signal_that_ends_it_cleans_up() {
        for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            for arguments in [
                "convert - -f pgn -o out.pgn",
                "convert - -f pgn -o out-{}.pgn --split 1",
                "fix - -o out.pgn --report report.jsonl",
                "stats - --svg out.svg",
            ] {
                let folder = Folder::new();
                let before = folder.names();
                let (mut child, stdin) = started(&folder, "", arguments);
                send(signal, &child);
                assert_eq!(child.wait().expect("ended").code(), Some(status), "{arguments}");
                drop(stdin);
                let mut left = folder.names();
                left.retain(|name| !before.contains(name) && name != "out-0001.pgn");
                assert!(left.is_empty(), "{arguments}: {left:?}");
            }
        }
    }

    /// Scripts start jobs in the background with SIGINT ignored, `nohup` ignores SIGHUP.
    #[test]
    fn one_signal_that_is_ignored_leaves_the_others() {
        for ignored in ["INT", "HUP"] {
            let folder = Folder::new();
            let before = folder.names();
            let prefix = format!("trap '' {ignored};");
            let (mut child, stdin) = started(&folder, &prefix, "convert - -f pgn -o out.pgn");
            send(&format!("-{ignored}"), &child);
            std::thread::sleep(Duration::from_millis(100));
            assert!(child.try_wait().expect("asked").is_none(), "{ignored} stays ignored");
            send("-TERM", &child);
            let status = child.wait().expect("ended");
            assert_eq!((status.code(), status.signal()), (Some(143), None), "{ignored}");
            drop(stdin);
            assert_eq!(folder.names(), before, "{ignored}");
        }
    }

    #[test]
    fn an_unfinished_file_has_the_rights_of_the_file_it_replaces() {
        for mode in [0o600, 0o640, 0o400, 0o664, 0o644] {
            for umask in suite::rounds(&["000"][..], &["022", "000"]) {
                let folder = Folder::new();
                // Large enough to be seen half written.
                folder.write("big.pgn", MESSY.replace("5. d3 Ke6 ", "").repeat(4000));
                let path = folder.path("big.pgn");
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
                let prefix = format!("umask {umask};");
                let arguments = "fix -i --backup -q -j 1 big.pgn";
                let (mut child, _stdin) = started(&folder, &prefix, arguments);
                let mut seen = 0;
                while child.try_wait().expect("asked").is_none() {
                    for found in unfinished(&folder) {
                        assert_eq!(found & !mode, 0, "{found:o} is wider than {mode:o}");
                        seen += usize::from(found == mode);
                    }
                }
                assert!(seen > 0, "{mode:o}");
                let after = |name: &str| {
                    let found = fs::metadata(folder.path(name)).expect("there");
                    found.permissions().mode() & 0o7777
                };
                assert_eq!((after("big.pgn"), after("big.pgn.bak")), (mode, mode));
            }
        }
    }

    #[test]
    fn fix_in_place_that_is_ended_leaves_the_file_alone() {
        let folder = Folder::new();
        let text = MESSY.replace("5. d3 Ke6 ", "").repeat(20_000);
        folder.write("big.pgn", &text);
        let before = folder.names();
        let (mut child, _stdin) = started(&folder, "", "fix -i --backup -q big.pgn");
        send("-TERM", &child);
        assert_eq!(child.wait().expect("ended").code(), Some(143));
        assert_eq!(folder.names(), before);
        assert_eq!(folder.read("big.pgn"), text);
    }
}

/// A killed run leaves its unfinished file; the next one removes it, but not the file of a live
/// run.
#[cfg(unix)]
#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    use std::{fs, process::Stdio, thread, time::Duration};
    let folder = Folder::new();
    let unfinished = || folder.names().iter().filter(|name| name.contains(".part")).count();
    let running = |out: &str| {
        let before = folder.names();
        let mut command = folder.command(program());
        command.args(["convert", "-", "-q", "-o", out]).stdin(Stdio::piped());
        let mut child = command.spawn().expect("started");
        for _ in 0..600 {
            let is_new = |name: &String| name.contains(".part") && !before.contains(name);
            if folder.names().iter().any(is_new) {
                return child;
            }
            thread::sleep(Duration::from_millis(100));
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        panic!("no file was begun");
    };
    let mut killed = running("killed.pgn");
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    assert_eq!(unfinished(), 1);
    let mut other = running("other.pgn");
    assert_eq!(unfinished(), 1);
    assert_eq!(folder.partie("convert games.pgn -q -o done.pgn").status, 0);
    assert_eq!(unfinished(), 1);
    drop(other.stdin.take());
    other.wait().expect("ended");
    assert_eq!(unfinished(), 0);
    assert!(fs::exists(folder.path("done.pgn")).expect("looked at"));
}
