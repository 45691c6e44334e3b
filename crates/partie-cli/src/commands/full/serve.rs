//! `partie serve`: opens the doors, and closes them in good order.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use partie_ics::{Ics, Tick};
use partie_server::{
    BoundServer, Config, IcsApp,
    config::{File, commented},
    persistence::Persister,
    service_manager,
};

use super::served_games::ServedGames;
use crate::{
    args::ServeArguments,
    commands::{note, print_message},
    exit::Exit,
};

/// Default configuration file.
const USUAL_PLACE: &str = "/etc/partie/partie.toml";

pub(super) fn run(arguments: &ServeArguments) -> anyhow::Result<Exit> {
    if arguments.print_config {
        io::stdout().write_all(commented().as_bytes())?;
        return Ok(Exit::Clean);
    }
    if arguments.print_words {
        io::stdout().write_all(partie_page::Languages::template().as_bytes())?;
        return Ok(Exit::Clean);
    }
    let options = [
        (
            "--data",
            "PARTIE_DATA",
            arguments.data.as_deref().map(Path::to_string_lossy).map(Into::into),
        ),
        ("--telnet", "PARTIE_LISTEN_TELNET", arguments.telnet.clone()),
        ("--tls", "PARTIE_LISTEN_TLS", arguments.tls.clone()),
        ("--http", "PARTIE_LISTEN_HTTP", arguments.http.clone()),
        ("--private", "PARTIE_LISTEN_PRIVATE", arguments.private.clone()),
    ];
    let config = configuration(arguments.config.as_deref(), options)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config))?;
    Ok(Exit::Clean)
}

/// Returns the settings of the file, the environment and the options, the later over the earlier.
/// Options are given by their names, the variables that they stand for, and their values.
pub(super) fn configuration(
    given: Option<&Path>,
    options: impl IntoIterator<Item = (&'static str, &'static str, Option<String>)>,
) -> anyhow::Result<Config> {
    let path = given
        .map(Path::to_path_buf)
        .or_else(|| env::var_os("PARTIE_CONFIG").map(PathBuf::from))
        .or_else(|| Some(PathBuf::from(USUAL_PLACE)).filter(|path| path.exists()));
    let text = match &path {
        Some(path) => Some(
            fs::read_to_string(path)
                .with_context(|| format!("cannot read the configuration {}", path.display()))?,
        ),
        None => None,
    };
    let name = path.as_deref().map(|p| p.display().to_string()).unwrap_or_default();
    let file = text.as_deref().map(|text| File { name: &name, text });
    let mut by_options = BTreeMap::new();
    let mut values = Vec::new();
    for (option, variable, value) in options {
        if let Some(value) = value {
            by_options.insert(variable, option);
            values.push((variable.to_owned(), value));
        }
    }
    // Variables that are not UTF-8 cannot be settings.
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| !by_options.contains_key(&**name))
        .chain(values);
    Ok(Config::read(file.as_ref(), variables).map_err(|mut faults| {
        for fault in &mut faults.0 {
            if let Some(option) = by_options.get(&*fault.place) {
                fault.place = (*option).to_owned();
            }
        }
        faults
    })?)
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let names = env::var("LISTEN_FDNAMES").ok();
    let now = now();
    let rules = config.rules();
    let line_bytes = config.limits.line_bytes;
    let data = config.data.clone();
    let list_games = config.server.list_games;
    let languages = super::languages::of_folder(config.server.languages.as_deref())?;
    let (bound, snapshot) = BoundServer::open(config, names.as_deref()).await?;
    let name = rules.name.clone();
    let (persister, start) = Persister::open(snapshot, &rules.name)?;
    // The seed differs for each start and is logged with its consequences.
    let ics = Ics::from_state(rules, start, now, now.0.unsigned_abs());
    let floor = IcsApp::new(ics, Some(persister), line_bytes);
    let bound = if list_games {
        let games = ServedGames::new(&name, &data.join(partie_server::store::FOLDER));
        bound.with_games(std::sync::Arc::new(games))
    } else {
        bound
    };
    let bound = bound.with_languages(languages);
    let server = bound.start(floor)?;
    // Signals are handled before the server announces that it is listening.
    let asked_to_stop = asked_to_stop()?;
    for (port, address) in server.addresses() {
        note(format_args!("listening: {port} {address}"));
    }
    manager("READY=1");
    server
        .run(async {
            asked_to_stop.await;
            manager("STOPPING=1");
        })
        .await?;
    Ok(())
}

fn now() -> Tick {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Tick(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Notifies systemd, if present, of the server's state.
fn manager(state: &str) {
    if let Ok(socket) = env::var("NOTIFY_SOCKET")
        && let Err(error) = service_manager::notify(&socket, state)
    {
        print_message(format_args!("cannot notify the service manager of {state}: {error}"));
    }
}

/// Ends with the first SIGINT or SIGTERM from now on.
#[cfg(unix)]
fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends with the first Ctrl-C, or when the console closes or the system shuts down, from now on.
#[cfg(windows)]
fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut interrupt, mut close, mut shutdown) = (ctrl_c()?, ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}
