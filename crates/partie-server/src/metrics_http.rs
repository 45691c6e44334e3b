//! The private HTTP port: `/healthz` says whether the server lives, `/metrics` what it has counted.

use std::{convert::Infallible, sync::Arc, time::Duration};

use http_body_util::Full;
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{self, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, oneshot, watch},
};

use crate::{
    hub::{Arrival, HubSender},
    metrics::Metrics,
};

/// Longest time the hub may take to answer before the server counts as unhealthy.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time limit for a request to arrive, and for an idle connection.
const REQUEST: Duration = Duration::from_mins(1);
/// Maximum number of concurrent requests.
const ASKERS: usize = 32;

/// State served on the private port.
#[derive(Debug, Clone)]
pub(crate) struct MetricsHttp {
    pub(crate) hub: HubSender,
    pub(crate) metrics: Arc<Metrics>,
    /// Set if the last transaction of the store was written; `None` without a store.
    pub(crate) store: Option<watch::Receiver<bool>>,
}

impl MetricsHttp {
    /// Answers for ever.
    pub(crate) async fn serve(self, listener: TcpListener) {
        let permits = Arc::new(Semaphore::new(ASKERS));
        loop {
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(fault) => {
                    tracing::warn!(%fault, "the private port cannot accept");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let http = self.clone();
            tokio::spawn(async move {
                let _permit = permit;
                let answer =
                    service_fn(async |request| Ok::<_, Infallible>(http.answer(&request).await));
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(REQUEST)
                    .serve_connection(TokioIo::new(stream), answer)
                    .await;
                if let Err(fault) = connection {
                    tracing::debug!(%fault, "the private port");
                }
            });
        }
    }

    async fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return text(StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered.\n");
        }
        match request.uri().path() {
            "/healthz" => match self.illness().await {
                None => text(StatusCode::OK, "ok\n"),
                Some(illness) => text(StatusCode::SERVICE_UNAVAILABLE, illness),
            },
            "/metrics" => {
                let mut response = text(StatusCode::OK, self.metrics.text());
                let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
                let format = HeaderValue::from_static(format);
                response.headers_mut().insert(header::CONTENT_TYPE, format);
                response
            }
            _ => text(StatusCode::NOT_FOUND, "There are /healthz and /metrics.\n"),
        }
    }

    async fn illness(&self) -> Option<&'static str> {
        let (pong, answered) = oneshot::channel();
        let asked = async {
            self.hub.send(Arrival::Ping(pong)).await.ok()?;
            answered.await.ok()
        };
        if !matches!(tokio::time::timeout(PATIENCE, asked).await, Ok(Some(()))) {
            return Some("the hub does not answer\n");
        }
        let stored = self.store.as_ref().is_none_or(|healthy| *healthy.borrow());
        (!stored).then_some("the database cannot be written\n")
    }
}

fn text(status: StatusCode, text: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(text.into()));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
