//! `partie admin`, with a small server in the place of the real one.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    os::unix::net::UnixListener,
    path::Path,
    thread,
};

use crate::run::Folder;

/// Answers on the administrator's socket: `help` and `say ...`; all else is refused.
pub(crate) fn serve(data: &Path) {
    let listener = UnixListener::bind(data.join("admin.sock")).expect("socket");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("stream");
            let mut line = String::new();
            BufReader::new(&stream).read_line(&mut line).expect("line");
            let answer = match line.trim_end() {
                "help" => "ok 6\nhelp.\n".to_owned(),
                "silence" => "ok 0\n".to_owned(),
                "break" => "what\n".to_owned(),
                line => match line.strip_prefix("say ") {
                    Some(words) => format!("ok {}\n{words}", words.len()),
                    None => "no 16\nThere is no such".to_owned(),
                },
            };
            (&stream).write_all(answer.as_bytes()).expect("answer");
        }
    });
}

#[test]
fn lines_and_answers() {
    let folder = Folder::new();
    serve(&folder.path("."));
    for (arguments, input, status, stdout, stderr) in [
        ("help", "", 0, "help.\n", ""),
        ("say Zukertort é", "", 0, "Zukertort é\n", ""),
        ("say -n --data x", "", 0, "-n --data x\n", ""),
        ("silence", "", 0, "", ""),
        ("nonsense", "", 1, "", "partie: There is no such\n"),
        ("", "help\n\n  say two\n", 0, "help.\ntwo\n", ""),
        ("-", "nonsense\nhelp", 1, "help.\n", "partie: There is no such\n"),
        ("", "", 0, "", ""),
    ] {
        let done = folder.fed(&format!("admin --data . {arguments}"), input.as_bytes());
        assert_eq!(
            (done.status, done.stdout.as_str(), done.stderr.as_str()),
            (status, stdout, stderr),
            "{arguments}"
        );
    }
    let broken = folder.partie("admin --data . break");
    assert_eq!(broken.status, 2);
    assert!(broken.stderr.contains("did not reply"), "{}", broken.stderr);
}

#[test]
fn where_no_server_runs() {
    let folder = Folder::new();
    let done = folder.partie("admin --data . help");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert!(
        done.stderr.starts_with("partie: no server is running here: ./admin.sock does not exist"),
        "{}",
        done.stderr
    );
    // Requests to a server that has ended.
    drop(UnixListener::bind(folder.path("admin.sock")).expect("socket"));
    let done = folder.partie("admin --data . help");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("did not reply"), "{}", done.stderr);
}
