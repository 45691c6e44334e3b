//! Ports that answer requests of HTTP.

use std::{sync::Arc, thread};

use axum::{
    Extension, Router,
    body::Bytes,
    extract::{Request, State},
    http::{
        Method, StatusCode,
        header::{self, HeaderName, HeaderValue},
    },
    middleware,
    response::{IntoResponse, Response},
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};

use crate::{
    connection::Transport,
    pages::guard::own_names,
    transport::{Visitor, accepted, http::REQUEST},
};

/// Serves for ever, with at most `connections` connections at a time.
pub(crate) async fn serve(listener: TcpListener, connections: usize, router: Router) {
    let permits = Arc::new(Semaphore::new(connections));
    let is_local = listener.local_addr().is_ok_and(|address| address.ip().is_loopback());
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let (stream, address) = accepted(|| listener.accept()).await;
        let visitor = Visitor { address, transport: Transport::WebSocket, is_local };
        let service = router.clone().layer(Extension(visitor));
        let service = TowerToHyperService::new(service);
        tokio::spawn(async move {
            let _permit = permit;
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(REQUEST)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades()
                .await;
            if let Err(fault) = connection {
                tracing::debug!(%fault, "a connection of HTTP");
            }
        });
    }
}

/// Maximum number of connections to an API.
const CALLERS: usize = 256;

/// An answer of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiReply {
    /// Status of HTTP.
    pub status: u16,
    /// Media type of the body.
    pub content_type: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

/// Answers GET requests of pages from anywhere, for ever. The function gets the path and the query
/// as they stand in the request; it may read files.
pub async fn serve_api(
    listener: TcpListener,
    answer: impl Fn(&str, &str) -> ApiReply + Send + Sync + 'static,
) {
    let router = Router::new().fallback(api).layer(middleware::from_fn(own_names));
    serve(listener, CALLERS, router.with_state(Api::new(answer))).await;
}

/// The function that answers requests to an API.
type Answer = dyn Fn(&str, &str) -> ApiReply + Send + Sync;

/// An API: its function, and how often it may be called at the same time.
#[derive(Clone)]
pub(crate) struct Api {
    answer: Arc<Answer>,
    /// Answers that may be made at the same time: more than the processors would only wait for each
    /// other, but some wait for a disk or take long.
    room: Arc<Semaphore>,
}

impl Api {
    pub(crate) fn new(answer: impl Fn(&str, &str) -> ApiReply + Send + Sync + 'static) -> Api {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Api { answer: Arc::new(answer), room: Arc::new(Semaphore::new(2 * processors)) }
    }
}

/// Answers a request to an API.
pub(crate) async fn api(State(api): State<Api>, request: Request) -> Response {
    let mut response = match *request.method() {
        // A page that sends a header of its own asks first.
        Method::OPTIONS => {
            let allowed = [
                (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type"),
                (header::ACCESS_CONTROL_MAX_AGE, "86400"),
            ];
            (StatusCode::NO_CONTENT, allowed).into_response()
        }
        Method::GET | Method::HEAD => {
            let uri = request.uri().clone();
            let permit = api.room.acquire_owned().await;
            let asked = move || {
                let _permit = permit;
                (api.answer)(uri.path(), uri.query().unwrap_or_default())
            };
            match tokio::task::spawn_blocking(asked).await {
                Ok(ApiReply { status, content_type, body }) => {
                    let status =
                        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                    // A proxy must not hold lines back.
                    let unbuffered = (HeaderName::from_static("x-accel-buffering"), "no");
                    let content_type = (header::CONTENT_TYPE, content_type);
                    (status, [content_type, unbuffered], Bytes::from(body)).into_response()
                }
                Err(_) => {
                    (StatusCode::INTERNAL_SERVER_ERROR, "an error of the program\n").into_response()
                }
            }
        }
        _ => (StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered.\n").into_response(),
    };
    let anywhere = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anywhere);
    response
}
