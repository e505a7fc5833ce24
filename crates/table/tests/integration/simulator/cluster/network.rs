//! The simulated environment of a driver: its requests wait here until the simulated world has executed them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};

use table::driving::{AskError, Environment, Lease, NodeReply, NodeRequest, Nodes, UpdateMessage, WriteError};
use table::{
    ClientId, Command, LogEntry, Moment, News, Refusal, Reply, Standing, Table, TableRecord, ThinkRequest, Write,
};

/// Why a request was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    Table(Refusal),
    AskError(AskError),
    /// The store failed, and the table could not be opened.
    Store,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Table(refusal)
    }
}

impl From<AskError> for Refused {
    fn from(away: AskError) -> Refused {
        Refused::AskError(away)
    }
}

/// A request to the store or to another node, or a request to wait for some time.
#[derive(Debug)]
pub enum WorldRequest {
    Take,
    LetGo,
    Write { epoch: u64, write: Write },
    Load { from: usize },
    Moment,
    Ask { owner_node: String, what: NodeRequest<u32> },
    Rest,
    NextUpdate,
}

/// The outcome of a request.
pub enum WorldReply {
    Taken(Result<Option<Lease>, Refused>),
    Written(Result<(), WriteError>),
    Loaded(Result<(TableRecord, Vec<LogEntry>), String>),
    Moment(Result<Moment, String>),
    NodeReply(Result<NodeReply<Refused>, AskError>),
    Done,
}

/// An effect requested by a driver. Effects are carried out in order.
pub enum NodeEffect {
    WorldRequest(u64, WorldRequest),
    Reply(Waiting, Result<Reply, Refused>),
    Tell(Vec<News>),
    Publish(UpdateMessage),
    Think(ThinkRequest),
    ThinkNoMore,
}

/// The person who is waiting for a reply, with their request.
#[derive(Clone, Debug)]
pub enum Waiting {
    Socket(usize, ClientId, Command),
    Http(usize, Command),
    Nobody,
}

/// A node's knowledge of itself and the other nodes.
#[derive(Clone, Default)]
pub struct NodeInfo {
    pub name: String,
    /// World time at which the node started, and the server uptime before that.
    pub began: u64,
    pub before: u64,
    /// Lead of the store's moment over this node's uncorrected moment, in milliseconds.
    pub ahead: i64,
    pub here: BTreeSet<String>,
    pub lapses: u64,
    /// Last heartbeat of the previous owner node, if this node has taken over the table but not opened it yet.
    pub lost: Option<Moment>,
    pub is_shutting_down: bool,
    pub connected: bool,
}

impl NodeInfo {
    /// Returns this node's current moment.
    pub fn moment(&self, now: u64) -> Moment {
        Moment((self.before + (now - self.began)).saturating_add_signed(self.ahead))
    }

    /// Adjusts this node's moment to the store's moment, which was read at some time since `asked`.
    pub fn sync_clock(&mut self, moment: Moment, asked: u64, now: u64) {
        let (own, latest) = (self.moment(now), moment.after(now - asked));
        self.ahead += moment.since(own) as i64 - own.since(latest) as i64;
    }
}

/// The simulated network: the clock, the nodes, effects not yet executed, outcomes of requests, and subscriptions.
#[derive(Default)]
pub struct Network {
    pub now: u64,
    pub nodes: Vec<NodeInfo>,
    /// Effects that the world has not executed yet.
    pub effects: VecDeque<NodeEffect>,
    pub replies: BTreeMap<u64, WorldReply>,
    pub subscriptions: BTreeMap<u64, (usize, VecDeque<UpdateMessage>)>,
    next: u64,
}

/// Shared handle to the network.
pub type Shared = Arc<Mutex<Network>>;

/// Locks the network. The lock is never contended, since everything runs on one thread.
pub fn network(shared: &Shared) -> MutexGuard<'_, Network> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A node's connection to everything else.
#[derive(Clone)]
pub struct NodeLink {
    pub shared: Shared,
    pub node: usize,
}

/// A future that yields the reply to a request once the world has executed it.
struct PendingReply<'a>(&'a NodeLink, u64);

impl Future for PendingReply<'_> {
    type Output = WorldReply;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<WorldReply> {
        match network(&self.0.shared).replies.remove(&self.1) {
            Some(replies) => Poll::Ready(replies),
            None => Poll::Pending,
        }
    }
}

impl NodeLink {
    fn request(&self, request: WorldRequest) -> PendingReply<'_> {
        let mut network = network(&self.shared);
        network.next += 1;
        let number = network.next;
        network.effects.push_back(NodeEffect::WorldRequest(number, request));
        PendingReply(self, number)
    }

    fn push_effect(&self, effect: NodeEffect) {
        network(&self.shared).effects.push_back(effect);
    }

    fn known<T>(&self, what: impl FnOnce(&NodeInfo) -> T) -> T {
        what(&network(&self.shared).nodes[self.node])
    }

    fn moment(&self) -> Moment {
        let network = network(&self.shared);
        network.nodes[self.node].moment(network.now)
    }

    pub async fn load(&self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        let WorldReply::Loaded(found) = self.request(WorldRequest::Load { from }).await else {
            panic!("a load returns a table")
        };
        found
    }
}

/// A node's subscription to the owner node's updates, which ends when it is dropped.
pub struct Subscription {
    way: NodeLink,
    pub number: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        network(&self.way.shared).subscriptions.remove(&self.number);
    }
}

/// A future that yields the next update, or `None` if the world's reply to the request ends the wait first.
struct NextUpdate<'a>(&'a Subscription, PendingReply<'a>);

impl Future for NextUpdate<'_> {
    type Output = Option<UpdateMessage>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<UpdateMessage>> {
        let heard =
            network(&self.0.way.shared).subscriptions.get_mut(&self.0.number).and_then(|(_, told)| told.pop_front());
        if let Some(message) = heard {
            return Poll::Ready(Some(message));
        }
        Pin::new(&mut self.1).poll(context).map(|_| None)
    }
}

impl Nodes for NodeLink {
    type Refusal = Refused;
    type Requester = u32;
    type Subscription = Subscription;

    fn now(&self) -> Moment {
        self.moment()
    }

    async fn acquire_lease(&self, _: &str) -> Result<Option<Lease>, Refused> {
        let asked = network(&self.shared).now;
        let WorldReply::Taken(taken) = self.request(WorldRequest::Take).await else {
            panic!("a takeover returns a lease")
        };
        if let Ok(Some(lease)) = &taken {
            let mut network = network(&self.shared);
            let now = network.now;
            network.nodes[self.node].sync_clock(lease.moment, asked, now);
        }
        taken
    }

    async fn sync_clock(&self) -> Result<(), String> {
        let asked = network(&self.shared).now;
        let WorldReply::Moment(moment) = self.request(WorldRequest::Moment).await else {
            panic!("the store returns a moment")
        };
        let mut network = network(&self.shared);
        let now = network.now;
        network.nodes[self.node].sync_clock(moment?, asked, now);
        Ok(())
    }

    fn is_this_node(&self, node: &str) -> bool {
        self.known(|known| known.name == node)
    }

    fn is_live(&self, node: &str) -> bool {
        self.known(|known| known.here.contains(node))
    }

    fn is_shutting_down(&self) -> bool {
        self.known(|known| known.is_shutting_down)
    }

    fn lapses(&self) -> u64 {
        self.known(|known| known.lapses)
    }

    fn is_connected(&self) -> bool {
        self.known(|known| known.connected)
    }

    async fn request(&self, owner_node: &str, _: &str, what: NodeRequest<u32>) -> Result<NodeReply<Refused>, AskError> {
        if !self.is_connected() {
            return Err(AskError::Unreachable);
        }
        // Encode and decode the request, as if it were sent over the network.
        let what = serde_json::from_str(&serde_json::to_string(&what).unwrap()).unwrap();
        let asked = self.request(WorldRequest::Ask { owner_node: owner_node.to_owned(), what });
        let WorldReply::NodeReply(answered) = asked.await else { panic!("a request returns a reply") };
        answered
    }

    async fn subscribe(&self, _: &str) -> Option<Subscription> {
        let mut network = network(&self.shared);
        network.next += 1;
        let number = network.next;
        network.subscriptions.insert(number, (self.node, VecDeque::new()));
        Some(Subscription { way: self.clone(), number })
    }

    async fn next_update_soon(&self, subscription: &mut Subscription) -> Option<UpdateMessage> {
        NextUpdate(subscription, self.request(WorldRequest::NextUpdate)).await
    }

    async fn publish(&self, _: &str, message: &UpdateMessage) {
        if self.is_connected() {
            let told = serde_json::from_str(&serde_json::to_string(message).unwrap()).unwrap();
            self.push_effect(NodeEffect::Publish(told));
        }
    }

    async fn wait_before_retry(&self) {
        self.request(WorldRequest::Rest).await;
    }

    async fn release_lease(&self, _: &str) {
        self.request(WorldRequest::LetGo).await;
    }

    fn warn(&self, _: &str, _: &Refused) {}
}

/// The environment of the table driver on one node.
pub struct NodeEnvironment(pub NodeLink);

impl Environment for NodeEnvironment {
    type Nodes = NodeLink;
    type PendingReply = Waiting;
    type VisitorGuard = ();

    fn now(&self) -> Moment {
        self.0.moment()
    }

    async fn write(&mut self, epoch: u64, write: Write) -> Result<(), WriteError> {
        let WorldReply::Written(outcome) = self.0.request(WorldRequest::Write { epoch, write }).await else {
            panic!("a write returns an outcome")
        };
        outcome
    }

    async fn load(&mut self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        self.0.load(from).await
    }

    fn reply(&mut self, waiting: Waiting, reply: Result<Reply, Refused>) {
        self.0.push_effect(NodeEffect::Reply(waiting, reply));
    }

    fn send_news(&mut self, news: Vec<News>) {
        self.0.push_effect(NodeEffect::Tell(news));
    }

    fn start_thinking(&mut self, request: ThinkRequest) {
        self.0.push_effect(NodeEffect::Think(request));
    }

    fn stop_thinking(&mut self) {
        self.0.push_effect(NodeEffect::ThinkNoMore);
    }

    fn log_error(&mut self, _: &str) {}

    fn table_changed(&mut self, _: &Table, _: (Standing, usize), _: (Standing, usize)) {}

    fn role_changed(&mut self, _: bool) {}

    fn requester(&self) -> Option<u32> {
        Some(self.0.node as u32)
    }

    fn register_visitor(&mut self, _: u32) {}
}
