//! Reading the configuration.

use std::{path::Path, time::Duration};

use partie_server::config::{Config, File, commented};

fn read(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let file = File { name: "partie.toml", text };
    let variables = variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
    Config::read(Some(&file), variables).map_err(|faults| faults.to_string())
}

#[test]
fn nothing_is_needed() {
    let config = read("", &[("HOME", "/home/ada")]).expect("config");
    assert_eq!(config, Config::new("/home/ada/.local/share/partie".into()));
    let telnet: Vec<_> = config.listen.telnet.sockets().iter().map(ToString::to_string).collect();
    assert_eq!(telnet, ["127.0.0.1:5000", "[::1]:5000"], "this machine only");
}

#[test]
fn the_commented_file_is_the_defaults() {
    let text = commented();
    let config = read(&text, &[]).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(config, Config::new("/var/lib/partie".into()));
    // The commented-out lines are valid, too, once the marks are removed.
    let all: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.contains(" = ") => format!("{rest}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let config = read(&all, &[]).unwrap_or_else(|faults| panic!("{faults}\n{all}"));
    assert_eq!(config.data, Path::new("/var/lib/partie"));
    assert!(config.tls.certificate.is_some() && config.tls.key.is_some());
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn the_data_folder_is_where_the_system_says() {
    let folder = |variables: &[(&str, &str)]| read("", variables).expect("config").data;
    let home = ("HOME", "/home/ada");
    let xdg = ("XDG_DATA_HOME", "/data");
    assert_eq!(folder(&[]), Path::new("/var/lib/partie"));
    assert_eq!(folder(&[home, xdg]), Path::new("/data/partie"));
    assert_eq!(
        folder(&[home, xdg, ("STATE_DIRECTORY", "/var/lib/chess:/x")]),
        Path::new("/var/lib/chess")
    );
    assert_eq!(folder(&[home, ("PARTIE_DATA", "/here")]), Path::new("/here"));
    assert_eq!(read("data = '/there'", &[home]).expect("config").data, Path::new("/there"));
}

#[test]
fn variables_win_over_the_file() {
    let text = "[listen]\ntelnet = '*:5000'\n[limits]\nidle_minutes = 90\nqueue_bytes = 0x1_0000\n";
    let variables = [
        ("PARTIE_LISTEN_TELNET", "192.0.2.1:23, [::1]:5000"),
        ("PARTIE_LISTEN_TLS", "off"),
        ("PARTIE_LISTEN_BEHIND_PROXY", "true"),
        ("PARTIE_TEST_POSTGRES", "postgres://x"),
        ("PATH", "/bin"),
    ];
    let config = read(text, &variables).expect("config");
    assert_eq!(config.listen.telnet.to_string(), "192.0.2.1:23, [::1]:5000");
    assert!(config.listen.tls.sockets().is_empty());
    assert!(config.listen.behind_proxy);
    assert_eq!(config.limits.idle, Duration::from_mins(90));
    assert_eq!(config.limits.queue_bytes, 65536);
}

#[test]
fn what_the_server_is_to_its_players() {
    let rules = read("", &[]).expect("config").rules();
    // Unset values are the chess server's own defaults.
    let usual = partie_ics::Config::default();
    assert!(rules.banner.contains("    Welcome to Partie, an Internet Chess Server\n"));
    let (banner, login) = (rules.banner.clone(), rules.login);
    assert_eq!(rules, partie_ics::Config { banner, login, ..usual });

    let text = "[server]\nname = 'Club'\nbanner = 'Hello!'\nmotto = \"\"\"\nBlitz\non Thursdays.\n\"\"\"\n\
                guests = false\nregister = 'administrators'\n\
                servers = ['freechess.org 5000', 'chess.example.org 5000']\n\
                [limits]\nidle_minutes = 2\nlogin_seconds = 7\n\
                [timeseal]\ncredit_ms = 1_500\ngame_credit_ms = 20_000\n";
    let rules = read(text, &[]).expect("config").rules();
    assert_eq!((&*rules.name, &*rules.banner), ("Club", "Hello!\n"));
    assert_eq!(rules.motto, "Blitz\non Thursdays.\n");
    assert_eq!((rules.guests, rules.register), (false, false));
    assert_eq!(rules.servers, ["freechess.org 5000", "chess.example.org 5000"]);
    assert_eq!((rules.idle.0, rules.login.0), (120_000, 7000));
    assert_eq!((rules.lag.per_move, rules.lag.per_game), (1500, 20_000));

    let rules = read("[limits]\nidle_minutes = 0\n", &[]).expect("config").rules();
    assert!(rules.idle > partie_ics::Span::days(3650), "0 is never, not at once");

    let variables = [
        ("PARTIE_SERVER_NAME", "Verein"),
        ("PARTIE_SERVER_GUESTS", "true"),
        ("PARTIE_SERVER_REGISTER", "guests"),
        ("PARTIE_SERVER_SERVERS", "a.example.org 23; b.example.org 5000 with timeseal;"),
    ];
    let rules = read(text, &variables).expect("config").rules();
    assert_eq!((&*rules.name, rules.guests, rules.register), ("Verein", true, true));
    assert_eq!(rules.servers, ["a.example.org 23", "b.example.org 5000 with timeseal"]);
}

#[test]
fn faults_have_a_place_and_a_remedy() {
    let table = [
        ("port = 5000", "partie.toml:1: there is no setting `port`"),
        (
            "\n[listen]\ntelent = '*:5000'",
            "partie.toml:3: there is no setting `telent`; is `telnet` meant?",
        ),
        ("telnet = '*:5000'", "partie.toml:1: `telnet` belongs to [listen]"),
        ("[tls]\ndata = 'x'", "partie.toml:2: `data` stands above all tables, not in [tls]"),
        ("[limit]\nconnections = 5", "partie.toml:1: there is no [limit]; is `limits` meant?"),
        (
            "[limits]\nconnections = -1",
            "partie.toml:2: connections: expected a number from 0 to 1000000, but found -1",
        ),
        (
            "[limits]\nconnections = 'many'",
            "partie.toml:2: connections: expected a number from 0 to 1000000, but found \"many\"",
        ),
        (
            "[limits]\nqueue_bytes = 1024",
            "partie.toml:2: queue_bytes: expected a number from 16384 to 1073741824, but found 1024",
        ),
        (
            "database = 'mysql://x'",
            "partie.toml:1: database: expected \"sqlite\", \"sqlite:PATH\" or \"postgres://...\", but found \"mysql://x\"",
        ),
        ("[listen]\nhttp = 8080", "partie.toml:2: http: expected a text in quotes, but found 8080"),
        (
            "[listen]\nbehind_proxy = 1",
            "partie.toml:2: behind_proxy: expected true or false, but found 1",
        ),
        (
            "[listen]\nhttp = 'here:80'",
            "partie.toml:2: http: expected an address such as \"localhost:5000\", \"*:5000\", \"192.0.2.1:5000\" or \"off\", but found \"here:80\"",
        ),
        (
            "[server]\nregister = 'anyone'",
            "partie.toml:2: register: expected \"guests\" or \"administrators\", but found \"anyone\"",
        ),
        (
            "[server]\nservers = 'freechess.org'",
            "partie.toml:2: servers: expected texts such as [\"freechess.org 5000\", \"chess.example.org 5000\"], but found \"freechess.org\"",
        ),
        (
            "[server]\nservers = [5000]",
            "partie.toml:2: servers: expected texts in quotes between the brackets",
        ),
        (
            "[server]\nname = ''",
            "partie.toml:2: name: expected 1 to 60 letters on one line, but found \"\"",
        ),
        (
            "[server]\nmotto = \"a\\u001bb\"",
            "partie.toml:2: motto: expected lines of plain text, but found '\\u{1b}' in it",
        ),
        ("[tls]\nkey = 'k.pem'", "[tls]: there is a key and no certificate; both are needed"),
    ];
    for (text, expected) in table {
        assert_eq!(read(text, &[]).expect_err(text), expected, "{text}");
    }
    let fault = read("\n[limits\n", &[]).expect_err("broken");
    assert!(fault.starts_with("partie.toml:2: "), "{fault}");
    let fault = read("", &[("PARTIE_LISTEN_TELENT", "off")]).expect_err("unknown");
    assert_eq!(
        fault,
        "PARTIE_LISTEN_TELENT: there is no such setting; is `PARTIE_LISTEN_TELNET` meant?"
    );
    let all = read("a = 1\nb = 2\n", &[("PARTIE_DATA", "")]).expect_err("three faults");
    assert_eq!(all.lines().count(), 3, "{all}");
}
