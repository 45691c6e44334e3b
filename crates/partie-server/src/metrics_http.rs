//! The private HTTP port: `/healthz` says whether the server lives, `/metrics` what it has counted.

use std::{sync::Arc, time::Duration};

use hyper::{
    Method, Request, StatusCode,
    body::Incoming,
    header::{self, HeaderValue},
};
use tokio::{
    net::TcpListener,
    sync::{oneshot, watch},
};

use crate::{
    http_port::{self, Answer, WholeResponse, text},
    hub::{Arrival, HubSender},
    metrics::Metrics,
};

/// Longest time the hub may take to answer before the server counts as unhealthy.
const PATIENCE: Duration = Duration::from_secs(2);
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
        http_port::serve(listener, ASKERS, self).await;
    }
}

impl Answer for MetricsHttp {
    async fn answer(&self, request: &Request<Incoming>) -> WholeResponse {
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
}

impl MetricsHttp {
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
