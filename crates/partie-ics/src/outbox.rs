//! The outputs of one input: notices to players, and others.

use std::{collections::BTreeMap, sync::Arc};

use partie_wire::{
    notice::{Notice, login::LoginNotice},
    server_writer::{Prompt, ReplyTo},
    timeseal::Stamp,
};

use crate::{
    ids::{PlayerId, SessionId},
    output::{Delivery, Output},
    session::{Sessions, Stage},
    time::Tick,
};

/// The outputs of one input, in order, with the time and the origin of that input.
#[derive(Debug)]
pub(crate) struct Outbox {
    /// Time of the input.
    pub(crate) now: Tick,
    /// The connection whose line is being answered.
    pub(crate) speaker: Option<SessionId>,
    /// The player whose command runs.
    pub(crate) who: PlayerId,
    /// Number and code of the line, for block mode.
    pub(crate) reply_to: ReplyTo,
    /// The player in whose name another player runs a command, and the command's number.
    pub(crate) posed: Option<(PlayerId, u16)>,
    /// The speaker's clock when they sent the line.
    pub(crate) stamp: Option<Stamp>,
    /// Set if an action was refused.
    pub(crate) refused: bool,
    /// The connections of the players who have one.
    routes: BTreeMap<PlayerId, SessionId>,
    /// The notices, in order, and where events begin.
    notices: Vec<(SessionId, Entry)>,
    /// Notices for the server's owner.
    owner: Vec<Notice>,
    /// The other outputs.
    outputs: Vec<Output>,
}

impl Outbox {
    /// An empty outbox.
    pub(crate) fn new(now: Tick) -> Outbox {
        Outbox {
            now,
            speaker: None,
            who: PlayerId::OWNER,
            reply_to: ReplyTo::default(),
            posed: None,
            stamp: None,
            refused: false,
            routes: BTreeMap::new(),
            notices: Vec::new(),
            owner: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Begins with another input. Time never goes back.
    pub(crate) fn begin(&mut self, now: Tick) {
        self.now = self.now.max(now);
        self.speaker = None;
        self.reply_to = ReplyTo::default();
        self.posed = None;
        self.stamp = None;
        self.refused = false;
        self.owner.clear();
    }

    /// Routes later notices for a player to a connection.
    pub(crate) fn connect(&mut self, who: PlayerId, session: SessionId) {
        self.routes.insert(who, session);
    }

    /// Sends a player nothing until they reconnect.
    pub(crate) fn disconnect(&mut self, who: PlayerId) {
        self.routes.remove(&who);
    }

    /// Sends a notice to a connection.
    pub(crate) fn send_to_session(&mut self, to: SessionId, notice: impl Into<Notice>) {
        self.notices.push((to, Entry::Notice(notice.into())));
    }

    /// Sends a notice to a player, if they are online and connected.
    pub(crate) fn send(&mut self, to: PlayerId, notice: impl Into<Notice>) {
        if to == PlayerId::OWNER {
            self.owner.push(notice.into());
        } else if let Some(session) = self.routes.get(&to) {
            self.notices.push((*session, Entry::Notice(notice.into())));
        }
    }

    /// Sends one notice to several players, and counts them.
    pub(crate) fn send_all(
        &mut self,
        to: impl IntoIterator<Item = PlayerId>,
        notice: impl Into<Notice>,
    ) -> usize {
        let (notice, mut count) = (Arc::from([notice.into()]), 0);
        for id in to {
            self.share(id, &notice);
            count += 1;
        }
        count
    }

    /// Sends a player one notice that goes to others as well.
    pub(crate) fn share(&mut self, to: PlayerId, notice: &Arc<[Notice]>) {
        if to == PlayerId::OWNER {
            self.owner.extend_from_slice(notice);
        } else if let Some(session) = self.routes.get(&to) {
            let session = *session;
            self.share_with_session(session, notice);
        }
    }

    /// Sends a connection one notice that goes to others as well.
    pub(crate) fn share_with_session(&mut self, to: SessionId, notice: &Arc<[Notice]>) {
        self.notices.push((to, Entry::Shared(Arc::clone(notice))));
    }

    /// Begins another event for a player's program: what was sent before is a write of its own.
    /// An answer stays one event. What an input brings about makes two events at most: the first
    /// beginning counts.
    pub(crate) fn begin_event(&mut self, to: PlayerId) {
        self.mark(to, false);
    }

    /// As [`Outbox::begin_event`], and an answer ends where the event begins.
    pub(crate) fn end_answer(&mut self, to: PlayerId) {
        self.mark(to, true);
    }

    fn mark(&mut self, to: PlayerId, ends_answer: bool) {
        if let Some(session) = self.routes.get(&to) {
            self.notices.push((*session, Entry::Event { ends_answer }));
        }
    }

    /// Sends a notice to the player whose command runs.
    pub(crate) fn reply(&mut self, notice: impl Into<Notice>) {
        self.send(self.who, notice);
    }

    /// Replies that the command is refused.
    pub(crate) fn refuse(&mut self, notice: impl Into<Notice>) {
        self.refused = true;
        self.reply(notice);
    }

    /// Appends an output that is no notice.
    pub(crate) fn emit(&mut self, output: Output) {
        self.outputs.push(output);
    }

    /// Takes the notices for the server's owner.
    pub(crate) fn take_answer(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.owner)
    }

    /// Groups the notices by connection, in the order of each connection's first notice, and
    /// outputs everything. `posed` is the connection of the player in whose name a command ran, if
    /// its client frames answers.
    pub(crate) fn flush(
        &mut self,
        sessions: &mut Sessions,
        posed: Option<SessionId>,
        out: &mut Vec<Output>,
    ) {
        // Echo is switched on before the next words, and off after the question.
        out.extend(self.outputs.extract_if(.., |o| matches!(o, Output::Echo { on: true, .. })));
        let mut order: Vec<SessionId> = Vec::new();
        let mut gathered: BTreeMap<SessionId, Gathered> = BTreeMap::new();
        for (to, entry) in self.notices.drain(..) {
            if let Entry::Event { ends_answer } = entry {
                // The first event begins without a separator.
                if let Some(gathered) = gathered.get_mut(&to) {
                    let at = gathered.own().len();
                    gathered.events.push((at, ends_answer));
                }
                continue;
            }
            let gathered = gathered.entry(to).or_insert_with(|| {
                order.push(to);
                Gathered::default()
            });
            match entry {
                Entry::Notice(notice) => gathered.own().push(notice),
                Entry::Shared(notice) if gathered.is_empty() => gathered.shared = Some(notice),
                Entry::Shared(notice) => gathered.own().extend_from_slice(&notice),
                Entry::Event { .. } => {}
            }
        }
        // Every command gets an answer, if only the prompt.
        if let Some(session) = self.speaker
            && sessions.get(session).is_some()
            && !gathered.contains_key(&session)
        {
            order.push(session);
        }
        for to in order {
            let mut reply_to = if self.speaker == Some(to) {
                Some(self.reply_to)
            } else {
                let code = self.posed.filter(|_| posed == Some(to)).map(|(_, code)| code);
                code.map(|code| ReplyTo { number: 0, code })
            };
            let Gathered { shared, mut notices, events } = gathered.remove(&to).unwrap_or_default();
            // Programs send them with the name following, and take a question for a new login.
            let named_next = matches!(notices[..], [Notice::Login(LoginNotice::IvarsSet)]);
            let prompt = match sessions.get(to).map(|s| &s.stage) {
                Some(Stage::On(_)) => Prompt::Player,
                Some(Stage::Name) if named_next => Prompt::None,
                Some(Stage::Name) => Prompt::Login,
                Some(Stage::Password { .. }) => Prompt::Password,
                Some(Stage::Return { .. } | Stage::Checking { .. }) | None => Prompt::None,
            };
            let second = events.into_iter().find(|(at, ends_answer)| {
                *at < notices.len() && (*ends_answer || reply_to.is_none())
            });
            if let Some((at, _)) = second {
                let rest = notices.split_off(at);
                let first = std::mem::replace(&mut notices, rest);
                out.push(Output::Send(Delivery { to, reply_to, notices: first.into(), prompt }));
                reply_to = None;
            }
            let notices = shared.unwrap_or_else(|| notices.into());
            if notices.iter().any(Notice::starts_a_clock)
                && let Some(session) = sessions.get_mut(to)
            {
                // One ping goes with all notices sent at once.
                session.pinged(self.now);
            }
            out.push(Output::Send(Delivery { to, reply_to, notices, prompt }));
        }
        out.append(&mut self.outputs);
    }
}

/// A notice, or the beginning of an event.
#[derive(Debug)]
enum Entry {
    Notice(Notice),
    /// One notice that goes to several connections.
    Shared(Arc<[Notice]>),
    Event {
        /// Set if an answer ends there, too.
        ends_answer: bool,
    },
}

/// The notices for one connection.
#[derive(Debug, Default)]
struct Gathered {
    /// The only notice, if it is shared with other connections.
    shared: Option<Arc<[Notice]>>,
    notices: Vec<Notice>,
    /// The indexes at which events begin, and whether an answer ends there.
    events: Vec<(usize, bool)>,
}

impl Gathered {
    fn is_empty(&self) -> bool {
        self.shared.is_none() && self.notices.is_empty()
    }

    /// The notices as a list of this connection's own.
    fn own(&mut self) -> &mut Vec<Notice> {
        if let Some(shared) = self.shared.take() {
            self.notices.extend_from_slice(&shared);
        }
        &mut self.notices
    }
}

#[cfg(test)]
impl Outbox {
    /// Takes the notices so far, with the numbers of their connections.
    pub(crate) fn take_notices(&mut self) -> Vec<(u64, Notice)> {
        self.notices
            .drain(..)
            .filter_map(|(to, entry)| match entry {
                Entry::Notice(notice) => Some((to.0, notice)),
                Entry::Shared(notice) => Some((to.0, notice[0].clone())),
                Entry::Event { .. } => None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use partie_wire::notice::session::SessionNotice;

    use super::*;

    const ANNA: PlayerId = PlayerId(1);

    #[test]
    fn a_player_is_reached_by_their_connection_as_long_as_they_have_one() {
        let mut out = Outbox::new(Tick(0));
        out.send(ANNA, SessionNotice::LineTooLong);
        out.connect(ANNA, SessionId(7));
        out.send(ANNA, SessionNotice::LineTooLong);
        out.connect(ANNA, SessionId(8));
        out.who = ANNA;
        out.refuse(SessionNotice::LineTooLong);
        out.disconnect(ANNA);
        out.send(ANNA, SessionNotice::LineTooLong);
        let to: Vec<u64> = out.take_notices().into_iter().map(|(to, _)| to).collect();
        assert_eq!(to, [7, 8]);
        assert!(out.refused);
    }

    #[test]
    fn the_owner_has_no_connection() {
        let mut out = Outbox::new(Tick(0));
        out.send(PlayerId::OWNER, SessionNotice::LineTooLong);
        assert_eq!(out.take_notices(), []);
        assert_eq!(out.take_answer(), [SessionNotice::LineTooLong.into()]);
    }

    #[test]
    fn time_never_goes_back() {
        let mut out = Outbox::new(Tick(5));
        out.begin(Tick(3));
        assert_eq!(out.now, Tick(5));
    }

    #[test]
    fn a_second_event_is_a_delivery_of_its_own() {
        let mut out = Outbox::new(Tick(0));
        out.connect(ANNA, SessionId(1));
        // Nothing precedes the first mark or follows the last.
        for mark in [true, false, true, false, true] {
            if mark {
                out.begin_event(ANNA);
            }
            out.send(ANNA, SessionNotice::LineTooLong);
        }
        out.begin_event(ANNA);
        let mut outputs = Vec::new();
        out.flush(&mut Sessions::default(), None, &mut outputs);
        let counts: Vec<usize> = outputs
            .iter()
            .map(|output| match output {
                Output::Send(delivery) => delivery.notices.len(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(counts, [2, 3]);
    }

    #[test]
    fn a_notice_for_many_is_one() {
        let boris = PlayerId(2);
        let cid = PlayerId(3);
        let mut out = Outbox::new(Tick(0));
        for who in [ANNA, boris, cid] {
            out.connect(who, SessionId(who.0.into()));
        }
        out.send_all([ANNA, boris, cid], SessionNotice::LineTooLong);
        out.send(cid, SessionNotice::LineTooLong);
        let mut outputs = Vec::new();
        out.flush(&mut Sessions::default(), None, &mut outputs);
        let [Output::Send(one), Output::Send(other), Output::Send(two)] = &outputs[..] else {
            panic!("{outputs:?}")
        };
        assert!(Arc::ptr_eq(&one.notices, &other.notices));
        assert_eq!((one.notices.len(), two.notices.len()), (1, 2));
    }

    #[test]
    fn deliveries_are_in_the_order_of_the_first_notices() {
        let mut out = Outbox::new(Tick(0));
        for to in [3, 1, 3] {
            out.send_to_session(SessionId(to), SessionNotice::LineTooLong);
        }
        let mut outputs = Vec::new();
        out.flush(&mut Sessions::default(), None, &mut outputs);
        let sent: Vec<(u64, usize)> = outputs
            .iter()
            .map(|output| match output {
                Output::Send(delivery) => (delivery.to.0, delivery.notices.len()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(sent, [(3, 2), (1, 1)]);
    }
}
