//! `partie db serve`: the opening explorer over HTTP.

mod sent_files;

use std::{
    io::Write as _,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use partie_db::library::{ApiAnswer, ExplorerApi};
use partie_server::ApiReply;
use partie_server::pages::{GameImport, GameList, Languages, PageOptions, serve_library};
use partie_site::LibraryGames;
use tokio::net::TcpListener;

use self::sent_files::{LibraryImport, remove_old};
use crate::{
    args::DbServeArguments,
    commands::{full::languages, print_message},
    exit::Exit,
};

/// Time between two looks for games that were added.
const LOOK: Duration = Duration::from_secs(1);

pub(in crate::commands) fn run(arguments: &DbServeArguments) -> anyhow::Result<Exit> {
    let languages = languages::read(&arguments.added)?;
    let api = Arc::new(ExplorerApi::open(&arguments.library)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = arguments.listen;
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}; choose another --listen"))?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "http://{}", listener.local_addr()?)?;
        out.flush()?;
        drop(out);
        if arguments.allow_import && !address.ip().is_loopback() {
            print_message(format_args!("everyone who reaches {address} may add games"));
        }
        let watched = api.clone();
        tokio::spawn(async move {
            let mut failed = false;
            let mut known = Vec::new();
            loop {
                tokio::time::sleep(LOOK).await;
                let problems = watched.problems();
                for problem in problems.iter().filter(|problem| !known.contains(*problem)) {
                    let remedy = problem.remedy();
                    print_message(format_args!(
                        "{problem}; answers may lack games; run `{remedy}`"
                    ));
                }
                known = problems;
                let api = watched.clone();
                let refreshed = tokio::task::spawn_blocking(move || api.refresh()).await;
                match refreshed {
                    Ok(Err(error)) if !failed => {
                        print_message(error);
                        failed = true;
                    }
                    Ok(refreshed) => failed = refreshed.is_err(),
                    Err(_) => return,
                }
            }
        });
        let options = pages(arguments, &api, languages);
        let answer = move |path: &str, query: &str| {
            let ApiAnswer { status, content_type, body } = api.answer(path, query);
            ApiReply { status, content_type, body: body.to_vec() }
        };
        let served = serve_library(listener, options, answer);
        tokio::select! {
            () = served => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(Exit::Clean)
    })
}

/// The pages of a library.
fn pages(
    arguments: &DbServeArguments,
    api: &Arc<ExplorerApi>,
    languages: Languages,
) -> PageOptions {
    let DbServeArguments { library, allow_import, import_limit, .. } = arguments;
    let title = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let games: Arc<dyn GameList> = Arc::new(LibraryGames::new(title, api.clone(), Instant::now));
    let import: Arc<dyn GameImport> = Arc::new(LibraryImport {
        api: api.clone(),
        folder: library.clone(),
        most_bytes: *import_limit,
    });
    let import = allow_import.then(|| {
        remove_old(library);
        import
    });
    PageOptions::default().games(Some(games)).import(import).languages(languages)
}
