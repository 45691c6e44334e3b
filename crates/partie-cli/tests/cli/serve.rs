//! `partie serve` as it is run: settings, sockets that systemd has opened, the end.

use std::{
    fs,
    io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    os::{
        fd::OwnedFd,
        unix::{fs::PermissionsExt as _, net::UnixDatagram},
    },
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::run::Folder;

/// Upper limit for any operation.
const LONG: Duration = Duration::from_mins(2);

/// A server that is killed with the test if it has not ended before.
struct Server {
    child: Child,
    /// Ports that it has announced: name and address.
    ports: Vec<(String, SocketAddr)>,
}

impl Server {
    /// Starts it and waits until `count` ports are open.
    fn start(command: &mut Command, count: usize) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("started");
        let mut lines = BufReader::new(child.stderr.take().expect("words")).lines();
        let mut server = Server { child, ports: Vec::new() };
        let mut heard = String::new();
        while server.ports.len() < count {
            let line = lines.next().unwrap_or_else(|| panic!("it ended:\n{heard}")).expect("text");
            heard += &format!("{line}\n");
            if let Some((_, port)) = line.split_once("listening: ") {
                let (name, address) = port.split_once(' ').expect("an address");
                server.ports.push((name.to_owned(), address.parse().expect("an address")));
            }
        }
        // A process that writes to a pipe without a reader is killed.
        std::thread::spawn(move || lines.for_each(drop));
        server
    }

    fn address(&self, name: &str) -> SocketAddr {
        self.ports.iter().find(|(port, _)| port == name).expect("open").1
    }

    /// Sends a signal (`TERM`, `INT`) and waits for the end in good order.
    fn end(mut self, signal: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &process]).status();
        assert!(sent.expect("kill").success());
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("status") {
                break status;
            }
            assert!(began.elapsed() < LONG, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(0), "{status}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads until the text ends with `end`; telnet's own signs are not looked at.
fn heard(mut stream: &TcpStream, end: &str) -> String {
    let mut all = Vec::new();
    let mut byte = [0];
    while !all.ends_with(end.as_bytes()) {
        let read = stream.read(&mut byte);
        let so_far = String::from_utf8_lossy(&all);
        assert_eq!(read.expect(&so_far), 1, "it ended after {so_far}");
        all.push(byte[0]);
    }
    String::from_utf8_lossy(&all).into_owned()
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(LONG)).expect("timeout");
    stream
}

/// Logs in as a guest.
fn guest(stream: &TcpStream) {
    heard(stream, "login: ");
    say(stream, "guest");
    heard(stream, ":\n\r");
    say(stream, "");
    heard(stream, "fics% ");
}

fn say(mut stream: &TcpStream, line: &str) {
    stream.write_all(format!("{line}\n").as_bytes()).expect("sent");
}

fn partie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partie"));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Ports of this computer that the system chooses.
const ANY: [&str; 4] = ["--telnet=127.0.0.1:0", "--tls=off", "--http=off", "--private=127.0.0.1:0"];

#[test]
fn the_settings_reach_the_players() {
    let folder = Folder::new();
    folder.write(
        "partie.toml",
        "[server]\nname = 'The Café'\nbanner = 'Hello!'\nmotto = 'On Thursdays: blitz.'\n\
         register = 'administrators'\nservers = ['freechess.org 5000']\n",
    );
    let notices = UnixDatagram::bind(folder.path("notify.sock")).expect("socket");
    notices.set_read_timeout(Some(LONG)).expect("timeout");
    let notice = || {
        let mut text = [0; 64];
        let length = notices.recv(&mut text).expect("a word");
        String::from_utf8_lossy(&text[..length]).into_owned()
    };
    let server = Server::start(
        partie()
            .args(["serve", "--config"])
            .arg(folder.path("partie.toml"))
            .arg("--data")
            .arg(folder.path("club"))
            .args(ANY)
            .env("PARTIE_SERVER_SERVERS", "chess.example.org 5000; other.example.org 23")
            .env("NOTIFY_SOCKET", folder.path("notify.sock")),
        2,
    );
    assert_eq!(notice(), "READY=1");
    let player = connect(server.address("telnet"));
    let banner = heard(&player, "login: ");
    assert!(banner.contains("Hello!\n\r"), "{banner}");
    say(&player, "guest");
    heard(&player, ":\n\r");
    say(&player, "");
    let welcome = heard(&player, "fics% ");
    assert!(welcome.contains("On Thursdays: blitz.\n\r"), "{welcome}");
    say(&player, "servers");
    let servers = heard(&player, "fics% ");
    assert!(servers.contains("chess.example.org 5000\n\r"), "{servers}");
    assert!(servers.contains("other.example.org 23\n\r"), "{servers}");
    assert!(!servers.contains("freechess"), "the variable wins: {servers}");
    say(&player, "register Lasker el@example.org Emanuel Lasker");
    let refused = heard(&player, "fics% ");
    assert!(refused.to_lowercase().contains("administrator"), "{refused}");

    let mut private = connect(server.address("private"));
    private
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut health = String::new();
    private.read_to_string(&mut health).expect("answered");
    assert!(health.starts_with("HTTP/1.1 200 ") && health.ends_with("\r\n\r\nok\n"), "{health}");

    server.end("TERM");
    assert_eq!(notice(), "STOPPING=1");
    heard(&player, "Logging you out.\n\r");
    assert!(folder.path("club").join("partie.sqlite").exists());
    assert!(!folder.path("club").join("admin.sock").exists());
}

/// A listening socket as systemd makes it.
fn listen() -> (TcpListener, SocketAddr) {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = socket.local_addr().expect("an address");
    (socket, address)
}

/// Starts a server with two sockets that were opened for it, as systemd does: file descriptors
/// from 3 on, and variables that say so. A shell puts them there.
fn activated(folder: &Folder, sockets: [&TcpListener; 2], pid: &str, ports: usize) -> Server {
    let [first, second] = sockets.map(|s| OwnedFd::from(s.try_clone().expect("a socket")));
    let script = format!(
        "exec 3<&0 4>&1 </dev/null >/dev/null
         LISTEN_PID={pid} LISTEN_FDS=2 LISTEN_FDNAMES=http:telnet exec \"$@\""
    );
    Server::start(
        Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_partie"), "serve", "--data"])
            .arg(folder.path("club"))
            .args(["--telnet=127.0.0.1:0", "--http=127.0.0.1:0", "--tls=off", "--private=off"])
            .stdin(first)
            .stdout(second),
        ports,
    )
}

#[test]
fn sockets_of_systemd_are_served_and_nobody_is_turned_away_between_two_servers() {
    let folder = Folder::new();
    let ((http, http_address), (telnet, telnet_address)) = (listen(), listen());
    // A client that connects before the server is ready is answered once it is.
    let early = connect(telnet_address);
    let server = activated(&folder, [&http, &telnet], "$$", 2);
    assert_eq!(server.address("telnet"), telnet_address);
    assert_eq!(server.address("http"), http_address);
    guest(&early);
    let mut page = connect(http_address);
    page.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    page.read_to_string(&mut answer).expect("answered");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");

    server.end("INT");
    let between = connect(telnet_address);
    let server = activated(&folder, [&http, &telnet], "$$", 2);
    guest(&between);
    server.end("TERM");
}

#[test]
fn sockets_for_another_process_are_left_alone() {
    let folder = Folder::new();
    let ((http, _), (telnet, telnet_address)) = (listen(), listen());
    let server = activated(&folder, [&http, &telnet], "1", 2);
    assert_ne!(server.address("telnet"), telnet_address);
    guest(&connect(server.address("telnet")));
    server.end("TERM");
}

#[test]
fn a_second_server_and_a_port_in_use_are_named() {
    let folder = Folder::new();
    let first =
        Server::start(partie().args(["serve", "--data"]).arg(folder.path("club")).args(ANY), 2);
    let second = |data: &str, telnet: String| {
        let data = folder.path(data);
        let done = partie()
            .args(["serve", "--tls=off", "--http=off", "--private=off", "--telnet", &telnet])
            .arg("--data")
            .arg(&data)
            .stderr(Stdio::piped())
            .output()
            .expect("run");
        assert_eq!(done.status.code(), Some(2));
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    let words = second("club", "127.0.0.1:0".to_owned());
    assert!(words.contains("another server uses the data folder"), "{words}");
    let taken = first.address("telnet");
    let words = second("other", taken.to_string());
    assert!(words.contains(&format!("cannot listen on {taken} (telnet)")), "{words}");
    first.end("TERM");
    // Leftovers of the first run do not disturb the second.
    let again =
        Server::start(partie().args(["serve", "--data"]).arg(folder.path("club")).args(ANY), 2);
    let gone = connect(again.address("telnet"));
    // Once it is greeted, the server knows the connection.
    (&gone).read_exact(&mut [0]).expect("a greeting");
    again.end("TERM");
    let mut rest = Vec::new();
    match (&gone).read_to_end(&mut rest) {
        Ok(_) => assert!(!rest.is_empty()),
        Err(fault) => assert_eq!(fault.kind(), ErrorKind::ConnectionReset),
    }
    assert!(fs::read_dir(folder.path("club").join("games")).is_ok());
}

/// The endpoint of systems without Unix sockets: a port, and a token in the data folder.
#[test]
fn the_administrator_asks_over_a_port_with_a_token() {
    let folder = Folder::new();
    let data = folder.path("club");
    let server = Server::start(
        partie().args(["serve", "--data"]).arg(&data).args(ANY).env("PARTIE_LISTEN_ADMIN", "port"),
        2,
    );
    assert!(!data.join("admin.sock").exists());
    let file = data.join("admin.port");
    let mode = fs::metadata(&file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let added = folder.partie("admin --data club addplayer Lasker el@example.org Emanuel Lasker");
    assert_eq!(added.status, 0, "{}", added.stderr);
    assert!(added.stdout.contains("Lasker"), "{}", added.stdout);
    let refused = folder.partie("admin --data club nonsense");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""), "{}", refused.stderr);

    let text = fs::read_to_string(&file).expect("text");
    let (port, token) = text.trim_end().split_once(' ').expect("a port and a token");
    fs::write(&file, format!("{port} {}\n", "0".repeat(token.len()))).expect("written");
    let refused = folder.partie("admin --data club announce Hello!");
    assert_eq!(
        (refused.status, refused.stdout.as_str(), refused.stderr.as_str()),
        (1, "", "partie: The token is wrong.\n")
    );
    server.end("TERM");
    assert!(!file.exists());
    let gone = folder.partie("admin --data club help");
    assert_eq!(gone.status, 2);
    assert!(gone.stderr.starts_with("partie: no server is running here"), "{}", gone.stderr);
}

/// Resident memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("its status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("memory");
    line.split_ascii_whitespace().next().and_then(|n| n.parse().ok()).expect("a number")
}

/// A hash of a password takes 19 MiB, which allocators keep for each of their arenas.
#[cfg(target_os = "linux")]
#[test]
fn passwords_give_their_memory_back() {
    let folder = Folder::new();
    let mut command = partie();
    command.arg("serve").args(ANY).arg("--data").arg(folder.path("data"));
    let server = Server::start(&mut command, 2);
    let process = server.child.id();
    let passwords = |count: usize| {
        for number in 0..count {
            let stream = TcpStream::connect(server.address("telnet")).expect("connect");
            stream.set_read_timeout(Some(LONG)).expect("a limit");
            heard(&stream, "login: ");
            (&stream).write_all(b"guest\n\n").expect("write");
            heard(&stream, "fics% ");
            for word in 0..4 {
                let line = format!("password word-{number}-{word}\n");
                (&stream).write_all(line.as_bytes()).expect("write");
                heard(&stream, "fics% ");
            }
            (&stream).write_all(b"quit\n").expect("write");
        }
    };
    passwords(2);
    let before = resident(process);
    passwords(50);
    // Two may be under way.
    let after = resident(process);
    assert!(after < before + (2 * 19 + 10) * 1024, "{before} KiB, then {after} KiB");
    server.end("TERM");
}

/// The folder may be open to all; the database is not.
#[test]
fn the_database_is_for_its_owner_alone() {
    let folder = Folder::new();
    let data = folder.path("club");
    fs::create_dir(&data).expect("a folder");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("open to all");
    // As earlier versions made it.
    fs::write(data.join("partie.sqlite"), "").expect("a file");
    fs::set_permissions(data.join("partie.sqlite"), fs::Permissions::from_mode(0o644))
        .expect("open to all");
    let server = Server::start(partie().arg("serve").args(ANY).arg("--data").arg(&data), 2);
    for file in ["partie.sqlite", "partie.sqlite-wal", "partie.sqlite-shm"] {
        let mode = fs::metadata(data.join(file)).expect(file).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    server.end("TERM");
}
