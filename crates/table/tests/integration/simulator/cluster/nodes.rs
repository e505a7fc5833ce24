//! Nodes: each drives the table with the server's code and handles one request at a time.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use games::Answer;
use table::driving::{ClusterState, JoinOutcome, NodeRequest, Role, TableDriver, join};
use table::{Command, Moment, Table};

use super::network::{NodeEnvironment, NodeLink, Waiting, network};
use super::{NAME, PACE};

type Busy<T> = Pin<Box<dyn Future<Output = T>>>;

/// A request to the table on a node.
pub enum Request {
    Wish(Command, Waiting),
    Welcome(Command, Waiting),
    /// A request from another node, which is waiting for a reply with this number.
    Far {
        from: usize,
        life: u64,
        number: u64,
        node: String,
        what: NodeRequest<u32>,
    },
}

/// State of the node's driver.
pub enum Driver {
    /// The table is not in memory.
    None,
    Loading(Busy<Option<TableDriver<NodeEnvironment>>>),
    Idle(Box<TableDriver<NodeEnvironment>>),
    Busy(Busy<TableDriver<NodeEnvironment>>),
    /// The table is being evicted.
    Ending(Busy<()>),
}

pub struct Node {
    pub alive: bool,
    /// Number of restarts.
    pub life: u64,
    pub way: NodeLink,
    pub driver: Driver,
    pub mailbox: VecDeque<Request>,
    pub decided: Option<(usize, Option<Answer>)>,
    /// Id of the computer player's current request.
    pub thought: u64,
    /// True if nodes have joined or left since the driver was last notified.
    pub nodes_changed: bool,
    /// World time until which the node is paused.
    pub paused: u64,
    pub store_cut: bool,
    pub bus_cut: bool,
}

/// Replies to other nodes, each with the receiving node, its number of restarts, and the request number.
pub type Answers = Vec<(usize, u64, u64, table::driving::NodeReply<super::network::Refused>)>;

impl Node {
    pub fn new(way: NodeLink) -> Node {
        Node {
            alive: false,
            life: 0,
            way,
            driver: Driver::None,
            mailbox: VecDeque::new(),
            decided: None,
            thought: 0,
            nodes_changed: false,
            paused: 0,
            store_cut: false,
            bus_cut: false,
        }
    }

    /// Reports whether the driver is working or its table is busy.
    pub fn is_busy(&self) -> bool {
        match &self.driver {
            Driver::None => false,
            Driver::Idle(driver) => driver.table.is_busy(),
            _ => true,
        }
    }

    /// Clears the node's memory.
    pub fn forget(&mut self) {
        self.driver = Driver::None;
        self.mailbox.clear();
        self.decided = None;
        self.thought += 1;
    }

    /// Loads the table as owner node or follower.
    pub fn load(&mut self) {
        let way = self.way.clone();
        self.driver = Driver::Loading(Box::pin(async move {
            let joined = join(&way, NAME).await.ok()?;
            let (record, log) = way.load(0).await.ok()?;
            let table = Table::load(record, &log, PACE, None).expect("the stored table can be replayed");
            let told = table.outline();
            let (cluster, joined): (ClusterState<NodeEnvironment>, JoinOutcome<NodeLink>) =
                ClusterState::new(Arc::new(way.clone()), joined)?;
            let mut driver = TableDriver::new(table, NodeEnvironment(way), Some(cluster), told);
            driver.begin(Vec::new(), Some(joined)).await;
            Some(driver)
        }));
    }

    /// Returns when the idle driver next acts on its own.
    pub fn wake_at(&self) -> Option<Moment> {
        let Driver::Idle(driver) = &self.driver else { return None };
        let asks = driver.cluster.as_ref().and_then(|cluster| cluster.status_due_at);
        asks.into_iter().chain(driver.table.wake_at()).min()
    }

    /// Continues the current operation or starts the next one; returns whether it made progress. `pick` chooses among the possible
    /// operations.
    pub fn step(&mut self, answers: &Arc<std::sync::Mutex<Answers>>, pick: &mut dyn FnMut(usize) -> usize) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        let poll =
            |busy: &mut Busy<TableDriver<NodeEnvironment>>, context: &mut Context<'_>| busy.as_mut().poll(context);
        match &mut self.driver {
            Driver::None if self.mailbox.is_empty() => return false,
            Driver::None => self.load(),
            Driver::Loading(loading) => match loading.as_mut().poll(&mut context) {
                Poll::Pending => return false,
                Poll::Ready(Some(driver)) => self.driver = Driver::Idle(Box::new(driver)),
                Poll::Ready(None) => {
                    // As in the server, the pending requests are rejected.
                    self.driver = Driver::None;
                    self.refuse_all(answers);
                }
            },
            Driver::Busy(busy) => match poll(busy, &mut context) {
                Poll::Pending => return false,
                Poll::Ready(driver) => self.driver = Driver::Idle(Box::new(driver)),
            },
            Driver::Ending(ending) => match ending.as_mut().poll(&mut context) {
                Poll::Pending => return false,
                Poll::Ready(()) => self.driver = Driver::None,
            },
            Driver::Idle(_) => {
                let Driver::Idle(driver) = std::mem::replace(&mut self.driver, Driver::None) else { return false };
                match self.next(*driver, answers, pick) {
                    Ok(busy) => self.driver = Driver::Busy(busy),
                    Err(driver) => {
                        self.driver = Driver::Idle(Box::new(driver));
                        return false;
                    }
                }
            }
        }
        true
    }

    fn refuse_all(&mut self, answers: &Arc<std::sync::Mutex<Answers>>) {
        for request in self.mailbox.drain(..) {
            match request {
                Request::Wish(_, waiting) | Request::Welcome(_, waiting) => {
                    let refused = Err(super::network::Refused::Store);
                    network(&self.way.shared).effects.push_back(super::network::NodeEffect::Reply(waiting, refused));
                }
                Request::Far { from, life, number, .. } => {
                    answers.lock().unwrap().push((from, life, number, table::driving::NodeReply::NotOwner));
                }
            }
        }
    }

    /// Starts the next operation, like the loop of the server's driver. Returns the driver as an `Err` if there is no next operation.
    #[expect(clippy::result_large_err, reason = "it is not an error, and only the table is that large")]
    fn next(
        &mut self,
        mut driver: TableDriver<NodeEnvironment>,
        answers: &Arc<std::sync::Mutex<Answers>>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Busy<TableDriver<NodeEnvironment>>, TableDriver<NodeEnvironment>> {
        if driver.cluster.as_ref().is_some_and(ClusterState::has_lost_ownership) {
            return Ok(Box::pin(async move {
                driver.look_up_owner().await;
                driver
            }));
        }
        let now = table::driving::Environment::now(&driver.environment);
        let cluster = driver.cluster.as_ref();
        let subscription = cluster.and_then(|cluster| match &cluster.role {
            Role::Follower(following) => following.subscription.as_ref().map(|subscription| subscription.number),
            Role::Owner(_) => None,
        });
        let asks = cluster.and_then(|cluster| cluster.status_due_at).is_some_and(|at| at <= now);
        let told = subscription
            .is_some_and(|subscription| network(&self.way.shared).subscriptions[&subscription].1.front().is_some());
        let could = [
            !self.mailbox.is_empty(),
            self.decided.is_some(),
            told,
            asks,
            self.nodes_changed,
            driver.table.wake_at().is_some_and(|at| at <= now),
        ];
        let ready: Vec<usize> = (0..could.len()).filter(|&i| could[i]).collect();
        if ready.is_empty() {
            if pick(10) == 0 {
                driver.table.hibernate();
            }
            return Err(driver);
        }
        let answers = answers.clone();
        Ok(match ready[pick(ready.len())] {
            0 => {
                let request = self.mailbox.pop_front().expect("the mailbox is not empty");
                Box::pin(async move {
                    match request {
                        Request::Wish(command, waiting) => driver.client_command(command, waiting).await,
                        Request::Welcome(command, waiting) => driver.welcome(command, waiting).await,
                        Request::Far { from, life, number, node, what } => {
                            let answered = driver.answer_node(node, what).await;
                            answers.lock().unwrap().push((from, life, number, answered));
                        }
                    }
                    driver
                })
            }
            1 => {
                let (number, answer) = self.decided.take().expect("an answer is there");
                Box::pin(async move {
                    driver.command(Command::Decided { number, answer }).await;
                    driver
                })
            }
            2 => {
                let subscription = subscription.expect("an update was received");
                let mut network = network(&self.way.shared);
                let heard = network.subscriptions.get_mut(&subscription).and_then(|(_, told)| told.pop_front());
                let message = heard.expect("an update was received");
                drop(network);
                Box::pin(async move {
                    driver.apply_update(message).await;
                    driver
                })
            }
            3 => Box::pin(async move {
                driver.check_status().await;
                driver
            }),
            4 => {
                self.nodes_changed = false;
                Box::pin(async move {
                    driver.nodes_changed().await;
                    driver
                })
            }
            _ => Box::pin(async move {
                driver.command(Command::Wake).await;
                driver
            }),
        })
    }

    /// Evicts the table from memory if it is not in use, as the server does after a period of inactivity; returns whether it did.
    pub fn retire(&mut self) -> bool {
        let Driver::Idle(driver) = &self.driver else { return false };
        let followed = driver.cluster.as_ref().is_some_and(ClusterState::is_followed);
        if followed || driver.table.is_busy() || !self.mailbox.is_empty() || driver.table.expires_at().is_some() {
            return false;
        }
        if let Driver::Idle(driver) = std::mem::replace(&mut self.driver, Driver::None) {
            self.driver = Driver::Ending(Box::pin(async move { driver.handle_eviction().await }));
        }
        true
    }
}
