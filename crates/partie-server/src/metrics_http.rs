//! The private HTTP port: `/healthz` (liveness) and `/metrics` (counters).

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::{
    net::TcpListener,
    sync::{oneshot, watch},
};

use crate::{
    http_port,
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
        let router = Router::new()
            .route("/healthz", get(health))
            .route("/metrics", get(metrics))
            .fallback((StatusCode::NOT_FOUND, "There are /healthz and /metrics.\n"))
            .method_not_allowed_fallback(only_get)
            .with_state(self);
        http_port::serve(listener, ASKERS, router).await;
    }
}

async fn only_get() -> (StatusCode, &'static str) {
    (StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered.\n")
}

async fn health(State(served): State<MetricsHttp>) -> (StatusCode, &'static str) {
    match served.illness().await {
        None => (StatusCode::OK, "ok\n"),
        Some(illness) => (StatusCode::SERVICE_UNAVAILABLE, illness),
    }
}

async fn metrics(State(served): State<MetricsHttp>) -> Response {
    let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, format)], served.metrics.text()).into_response()
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
