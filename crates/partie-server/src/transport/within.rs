//! Connections from within the program.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use partie_ics::SessionId;
use tokio::io::DuplexStream;

use super::{HubAccess, Refusal, Visitor, converse, stream::Stream};
use crate::hub::{Arrival, Event, HubSender};

/// The most bytes on their way within the program, in each direction.
const WITHIN: usize = 64 << 10;

/// The way by which a part of this program says whether its player is there.
pub(crate) struct Presence {
    hub: HubSender,
    id: SessionId,
}

impl Presence {
    /// Says that the player is away for the time, after which the connection ends, or is back.
    pub(crate) async fn report(&self, left: Option<Duration>) {
        let event = Event::Absent { id: self.id, left };
        // A hub that has ended needs no word.
        let _ = self.hub.send(Arrival::Happened { event, at: Instant::now() }).await;
    }
}

/// Connects a part of this program for a visitor, whose own connection counts at their address.
///
/// # Errors
/// If there are too many connections.
pub(crate) fn connect(
    hub_access: &Arc<HubAccess>,
    visitor: Visitor,
) -> Result<(DuplexStream, Presence), Refusal> {
    let Visitor { address, transport, .. } = visitor;
    let permit = hub_access.limiter.acquire_within()?;
    let presence = Presence { hub: hub_access.hub.clone(), id: permit.id };
    let (ours, theirs) = tokio::io::duplex(WITHIN);
    let hub_access = Arc::clone(hub_access);
    tokio::spawn(converse(hub_access, permit, address, transport, None, Stream(theirs)));
    Ok((ours, presence))
}
