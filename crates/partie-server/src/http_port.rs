//! Ports that answer whole requests of HTTP.

use std::{convert::Infallible, future::Future, sync::Arc, time::Duration};

use http_body_util::Full;
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{self, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{net::TcpListener, sync::Semaphore};

/// Time limit for a request to arrive, and for an idle connection.
const REQUEST: Duration = Duration::from_mins(1);

/// A response whose body is there.
pub(crate) type WholeResponse = Response<Full<Bytes>>;

/// Answers the requests of a port.
pub(crate) trait Answer: Clone + Send + Sync + 'static {
    /// Answers a request.
    fn answer(&self, request: &Request<Incoming>) -> impl Future<Output = WholeResponse> + Send;
}

/// Answers for ever, so many connections at a time.
pub(crate) async fn serve(listener: TcpListener, connections: usize, answer: impl Answer) {
    let permits = Arc::new(Semaphore::new(connections));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(fault) => {
                tracing::warn!(%fault, "a port cannot accept");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let answer = answer.clone();
        tokio::spawn(async move {
            let _permit = permit;
            let service =
                service_fn(async |request| Ok::<_, Infallible>(answer.answer(&request).await));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(REQUEST)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            if let Err(fault) = connection {
                tracing::debug!(%fault, "a connection of HTTP");
            }
        });
    }
}

/// Returns a response of text.
pub(crate) fn text(status: StatusCode, text: impl Into<Bytes>) -> WholeResponse {
    let mut response = Response::new(Full::new(text.into()));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
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
    serve(listener, CALLERS, Api(Arc::new(answer))).await;
}

struct Api<F>(Arc<F>);

impl<F> Clone for Api<F> {
    fn clone(&self) -> Api<F> {
        Api(Arc::clone(&self.0))
    }
}

impl<F: Fn(&str, &str) -> ApiReply + Send + Sync + 'static> Answer for Api<F> {
    async fn answer(&self, request: &Request<Incoming>) -> WholeResponse {
        let mut response = match *request.method() {
            // A page that sends a header of its own asks first.
            Method::OPTIONS => {
                let mut response = text(StatusCode::NO_CONTENT, "");
                for (name, value) in [
                    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, OPTIONS"),
                    (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type"),
                    (header::ACCESS_CONTROL_MAX_AGE, "86400"),
                ] {
                    response.headers_mut().insert(name, HeaderValue::from_static(value));
                }
                response
            }
            Method::GET | Method::HEAD => {
                let uri = request.uri().clone();
                let answer = Arc::clone(&self.0);
                let asked = move || answer(uri.path(), uri.query().unwrap_or_default());
                match tokio::task::spawn_blocking(asked).await {
                    Ok(reply) => whole(reply),
                    Err(_) => text(StatusCode::INTERNAL_SERVER_ERROR, "an error of the program\n"),
                }
            }
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered.\n"),
        };
        let anywhere = HeaderValue::from_static("*");
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anywhere);
        response
    }
}

fn whole(reply: ApiReply) -> WholeResponse {
    let ApiReply { status, content_type, body } = reply;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = text(status, body);
    let content_type = HeaderValue::from_static(content_type);
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    // A proxy must not hold lines back.
    let unbuffered = HeaderValue::from_static("no");
    response.headers_mut().insert("X-Accel-Buffering", unbuffered);
    response
}
