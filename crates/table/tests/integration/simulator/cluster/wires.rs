//! The simulated environment of a driver: its requests wait here until the world has executed them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};

use table::driving::{Answered, AskError, Asked, Lease, Nodes, Surroundings, Telling, Unwritten};
use table::{ClientId, Command, LogEntry, Moment, News, Refusal, Reply, Standing, Table, TableRecord, Thought, Write};

/// Rejection of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    Table(Refusal),
    AskError(AskError),
    /// The store could not say who owns the table.
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

/// A request to the store, to another node, or for time to pass.
#[derive(Debug)]
pub enum Want {
    Take,
    LetGo,
    Write { epoch: u64, write: Write },
    Load { from: usize },
    Moment,
    Ask { keeper: String, what: Asked<u32> },
    Rest,
    Soon,
}

/// The outcome of a request.
pub enum Got {
    Taken(Result<Option<Lease>, Refused>),
    Written(Result<(), Unwritten>),
    Loaded(Result<(TableRecord, Vec<LogEntry>), String>),
    Moment(Result<Moment, String>),
    Answered(Result<Answered<Refused>, AskError>),
    Done,
}

/// An effect of a driver, in order.
pub enum Deed {
    Want(u64, Want),
    Reply(Waiting, Result<Reply, Refused>),
    Tell(Vec<News>),
    Told(Telling),
    Think(Thought),
    ThinkNoMore,
}

/// A pending reply, with its request.
#[derive(Clone, Debug)]
pub enum Waiting {
    Socket(usize, ClientId, Command),
    Http(usize, Command),
    Nobody,
}

/// A node's knowledge about itself and the others.
#[derive(Clone, Default)]
pub struct Known {
    pub name: String,
    /// Starting moment in world time, and the server uptime before that.
    pub began: u64,
    pub before: u64,
    /// Lead of the store's moment.
    pub ahead: i64,
    pub here: BTreeSet<String>,
    pub lapses: u64,
    /// Last heartbeat of the previous owner node, if the table was taken over but not opened yet.
    pub lost: Option<Moment>,
    pub leaves: bool,
    pub connected: bool,
}

impl Known {
    /// Returns the moment by its clock.
    pub fn moment(&self, now: u64) -> Moment {
        Moment((self.before + (now - self.began)).saturating_add_signed(self.ahead))
    }

    /// Adjusts to the store's moment, read at some time since `asked`.
    pub fn agree(&mut self, moment: Moment, asked: u64, now: u64) {
        let (own, latest) = (self.moment(now), moment.after(now - asked));
        self.ahead += moment.since(own) as i64 - own.since(latest) as i64;
    }
}

/// Simulated network: the clock, the nodes, effects not executed yet, outcomes of requests, and subscriptions.
#[derive(Default)]
pub struct Wires {
    pub now: u64,
    pub nodes: Vec<Known>,
    /// Effects that the world has not executed yet.
    pub deeds: VecDeque<Deed>,
    pub got: BTreeMap<u64, Got>,
    pub ears: BTreeMap<u64, (usize, VecDeque<Telling>)>,
    next: u64,
}

/// The world's handle on them.
pub type Shared = Arc<Mutex<Wires>>;

/// Never contended: everything runs on one thread.
pub fn wires(shared: &Shared) -> MutexGuard<'_, Wires> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// One node's connection to everything else.
#[derive(Clone)]
pub struct Way {
    pub shared: Shared,
    pub node: usize,
}

/// Waits until the world has executed a request.
struct Until<'a>(&'a Way, u64);

impl Future for Until<'_> {
    type Output = Got;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Got> {
        match wires(&self.0.shared).got.remove(&self.1) {
            Some(got) => Poll::Ready(got),
            None => Poll::Pending,
        }
    }
}

impl Way {
    fn want(&self, want: Want) -> Until<'_> {
        let mut wires = wires(&self.shared);
        wires.next += 1;
        let number = wires.next;
        wires.deeds.push_back(Deed::Want(number, want));
        Until(self, number)
    }

    fn does(&self, deed: Deed) {
        wires(&self.shared).deeds.push_back(deed);
    }

    fn known<T>(&self, what: impl FnOnce(&Known) -> T) -> T {
        what(&wires(&self.shared).nodes[self.node])
    }

    fn moment(&self) -> Moment {
        let wires = wires(&self.shared);
        wires.nodes[self.node].moment(wires.now)
    }

    pub async fn load(&self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        let Got::Loaded(found) = self.want(Want::Load { from }).await else { panic!("a load returns a table") };
        found
    }
}

/// A node's subscription to the owner node's updates, until it is dropped.
pub struct Ear {
    way: Way,
    pub number: u64,
}

impl Drop for Ear {
    fn drop(&mut self) {
        wires(&self.way.shared).ears.remove(&self.number);
    }
}

/// Waits for the next update, until the world says that it took long enough.
struct Soon<'a>(&'a Ear, Until<'a>);

impl Future for Soon<'_> {
    type Output = Option<Telling>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Telling>> {
        let heard = wires(&self.0.way.shared).ears.get_mut(&self.0.number).and_then(|(_, told)| told.pop_front());
        if let Some(telling) = heard {
            return Poll::Ready(Some(telling));
        }
        Pin::new(&mut self.1).poll(context).map(|_| None)
    }
}

impl Nodes for Way {
    type Refusal = Refused;
    type Owner = u32;
    type Ear = Ear;

    fn now(&self) -> Moment {
        self.moment()
    }

    async fn take(&self, _: &str) -> Result<Option<Lease>, Refused> {
        let asked = wires(&self.shared).now;
        let Got::Taken(taken) = self.want(Want::Take).await else { panic!("a takeover returns a lease") };
        if let Ok(Some(lease)) = &taken {
            let mut wires = wires(&self.shared);
            let now = wires.now;
            wires.nodes[self.node].agree(lease.moment, asked, now);
        }
        taken
    }

    async fn agree(&self) -> Result<(), String> {
        let asked = wires(&self.shared).now;
        let Got::Moment(moment) = self.want(Want::Moment).await else { panic!("the store returns a moment") };
        let mut wires = wires(&self.shared);
        let now = wires.now;
        wires.nodes[self.node].agree(moment?, asked, now);
        Ok(())
    }

    fn is_this(&self, node: &str) -> bool {
        self.known(|known| known.name == node)
    }

    fn is_here(&self, node: &str) -> bool {
        self.known(|known| known.here.contains(node))
    }

    fn leaves(&self) -> bool {
        self.known(|known| known.leaves)
    }

    fn lapses(&self) -> u64 {
        self.known(|known| known.lapses)
    }

    fn is_connected(&self) -> bool {
        self.known(|known| known.connected)
    }

    async fn ask(&self, keeper: &str, _: &str, what: Asked<u32>) -> Result<Answered<Refused>, AskError> {
        if !self.is_connected() {
            return Err(AskError::Unreachable);
        }
        // Encoded as on the wire.
        let what = serde_json::from_str(&serde_json::to_string(&what).unwrap()).unwrap();
        let asked = self.want(Want::Ask { keeper: keeper.to_owned(), what });
        let Got::Answered(answered) = asked.await else { panic!("a request returns a reply") };
        answered
    }

    async fn listen(&self, _: &str) -> Option<Ear> {
        let mut wires = wires(&self.shared);
        wires.next += 1;
        let number = wires.next;
        wires.ears.insert(number, (self.node, VecDeque::new()));
        Some(Ear { way: self.clone(), number })
    }

    async fn hear_soon(&self, ear: &mut Ear) -> Option<Telling> {
        Soon(ear, self.want(Want::Soon)).await
    }

    async fn tell(&self, _: &str, telling: &Telling) {
        if self.is_connected() {
            let told = serde_json::from_str(&serde_json::to_string(telling).unwrap()).unwrap();
            self.does(Deed::Told(told));
        }
    }

    async fn rest(&self) {
        self.want(Want::Rest).await;
    }

    async fn let_go(&self, _: &str) {
        self.want(Want::LetGo).await;
    }

    fn warn(&self, _: &str, _: &Refused) {}
}

/// The environment of the table driver at one node.
pub struct Around(pub Way);

impl Surroundings for Around {
    type Nodes = Way;
    type Waiting = Waiting;
    type Visit = ();

    fn now(&self) -> Moment {
        self.0.moment()
    }

    async fn write(&mut self, epoch: u64, write: Write) -> Result<(), Unwritten> {
        let Got::Written(outcome) = self.0.want(Want::Write { epoch, write }).await else {
            panic!("a write returns an outcome")
        };
        outcome
    }

    async fn load(&mut self, from: usize) -> Result<(TableRecord, Vec<LogEntry>), String> {
        self.0.load(from).await
    }

    fn reply(&mut self, waiting: Waiting, reply: Result<Reply, Refused>) {
        self.0.does(Deed::Reply(waiting, reply));
    }

    fn tell(&mut self, news: Vec<News>) {
        self.0.does(Deed::Tell(news));
    }

    fn think(&mut self, thought: Thought) {
        self.0.does(Deed::Think(thought));
    }

    fn think_no_more(&mut self) {
        self.0.does(Deed::ThinkNoMore);
    }

    fn report(&mut self, _: &str) {}

    fn changed(&mut self, _: &Table, _: (Standing, usize), _: (Standing, usize)) {}

    fn plays(&mut self, _: bool) {}

    fn owner(&self) -> Option<u32> {
        Some(self.0.node as u32)
    }

    fn visit(&mut self, _: u32) {}
}
