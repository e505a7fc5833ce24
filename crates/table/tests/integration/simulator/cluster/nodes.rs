//! Nodes: each drives the table with the server's code, one request at a time.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use games::Answer;
use table::driving::{Asked, Driven, Joined, Role, Share, join};
use table::{Command, Moment, Table};

use super::wires::{Around, Waiting, Way, wires};
use super::{NAME, PACE};

type Busy<T> = Pin<Box<dyn Future<Output = T>>>;

/// A request to the table at a node.
pub enum Request {
    Wish(Command, Waiting),
    Welcome(Command, Waiting),
    /// From another node, which waits for a reply with this number.
    Far {
        from: usize,
        life: u64,
        number: u64,
        node: String,
        what: Asked<u32>,
    },
}

/// State of the node's driver.
pub enum Driver {
    /// The table is not in memory.
    None,
    Loading(Busy<Option<Driven<Around>>>),
    Idle(Box<Driven<Around>>),
    Busy(Busy<Driven<Around>>),
    /// The table is being evicted.
    Ending(Busy<()>),
}

pub struct Node {
    pub alive: bool,
    /// Number of restarts.
    pub life: u64,
    pub way: Way,
    pub driver: Driver,
    pub mailbox: VecDeque<Request>,
    pub decided: Option<(usize, Option<Answer>)>,
    /// Id of the computer player's current request.
    pub thought: u64,
    /// Nodes have joined or left since the driver was last notified.
    pub changed: bool,
    /// Paused until this time.
    pub paused: u64,
    pub store_cut: bool,
    pub bus_cut: bool,
}

/// Replies to other nodes, with their addresses.
pub type Answers = Vec<(usize, u64, u64, table::driving::Answered<super::wires::Refused>)>;

impl Node {
    pub fn new(way: Way) -> Node {
        Node {
            alive: false,
            life: 0,
            way,
            driver: Driver::None,
            mailbox: VecDeque::new(),
            decided: None,
            thought: 0,
            changed: false,
            paused: 0,
            store_cut: false,
            bus_cut: false,
        }
    }

    /// Returns whether it is busy, or a computer player is thinking.
    pub fn is_busy(&self) -> bool {
        match &self.driver {
            Driver::None => false,
            Driver::Idle(driven) => driven.table.is_busy(),
            _ => true,
        }
    }

    /// Clears its memory.
    pub fn forget(&mut self) {
        self.driver = Driver::None;
        self.mailbox.clear();
        self.decided = None;
        self.thought += 1;
    }

    /// Loads the table, as owner node or follower.
    pub fn load(&mut self) {
        let way = self.way.clone();
        self.driver = Driver::Loading(Box::pin(async move {
            let joined = join(&way, NAME).await.ok()?;
            let (record, log) = way.load(0).await.ok()?;
            let table = Table::load(record, &log, PACE, None).expect("the stored table can be replayed");
            let told = table.outline();
            let (share, joined): (Share<Around>, Joined<Way>) = Share::new(Arc::new(way.clone()), joined)?;
            let mut driven = Driven::new(table, Around(way), Some(share), told);
            driven.begin(Vec::new(), Some(joined)).await;
            Some(driven)
        }));
    }

    /// Returns when the driver next acts by itself.
    pub fn wakes_at(&self) -> Option<Moment> {
        let Driver::Idle(driven) = &self.driver else { return None };
        let asks = driven.share.as_ref().and_then(|share| share.ask_at);
        asks.into_iter().chain(driven.table.wake_at()).min()
    }

    /// Continues the current operation, or starts the next; returns whether there was one. `pick` chooses among the possible operations.
    pub fn step(&mut self, answers: &Arc<std::sync::Mutex<Answers>>, pick: &mut dyn FnMut(usize) -> usize) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        let poll = |busy: &mut Busy<Driven<Around>>, context: &mut Context<'_>| busy.as_mut().poll(context);
        match &mut self.driver {
            Driver::None if self.mailbox.is_empty() => return false,
            Driver::None => self.load(),
            Driver::Loading(loading) => match loading.as_mut().poll(&mut context) {
                Poll::Pending => return false,
                Poll::Ready(Some(driven)) => self.driver = Driver::Idle(Box::new(driven)),
                Poll::Ready(None) => {
                    // The server notifies the waiting clients; here they get no reply.
                    self.driver = Driver::None;
                    self.refuse_all(answers);
                }
            },
            Driver::Busy(busy) => match poll(busy, &mut context) {
                Poll::Pending => return false,
                Poll::Ready(driven) => self.driver = Driver::Idle(Box::new(driven)),
            },
            Driver::Ending(ending) => match ending.as_mut().poll(&mut context) {
                Poll::Pending => return false,
                Poll::Ready(()) => self.driver = Driver::None,
            },
            Driver::Idle(_) => {
                let Driver::Idle(driven) = std::mem::replace(&mut self.driver, Driver::None) else { return false };
                match self.next(*driven, answers, pick) {
                    Ok(busy) => self.driver = Driver::Busy(busy),
                    Err(driven) => {
                        self.driver = Driver::Idle(Box::new(driven));
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
                    let refused = Err(super::wires::Refused::Store);
                    wires(&self.way.shared).deeds.push_back(super::wires::Deed::Reply(waiting, refused));
                }
                Request::Far { from, life, number, .. } => {
                    answers.lock().unwrap().push((from, life, number, table::driving::Answered::Moved));
                }
            }
        }
    }

    /// Starts the next operation, like the loop of the server's driver; returns the table if there is none.
    #[expect(clippy::result_large_err, reason = "it is not an error, and only the table is that large")]
    fn next(
        &mut self,
        mut driven: Driven<Around>,
        answers: &Arc<std::sync::Mutex<Answers>>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Busy<Driven<Around>>, Driven<Around>> {
        if driven.share.as_ref().is_some_and(Share::is_astray) {
            return Ok(Box::pin(async move {
                driven.find_out().await;
                driven
            }));
        }
        let now = table::driving::Surroundings::now(&driven.around);
        let share = driven.share.as_ref();
        let ear = share.and_then(|share| match &share.role {
            Role::Follows(following) => following.ear.as_ref().map(|ear| ear.number),
            Role::Keeps(_) => None,
        });
        let asks = share.and_then(|share| share.ask_at).is_some_and(|at| at <= now);
        let told = ear.is_some_and(|ear| wires(&self.way.shared).ears[&ear].1.front().is_some());
        let could = [
            !self.mailbox.is_empty(),
            self.decided.is_some(),
            told,
            asks,
            self.changed,
            driven.table.wake_at().is_some_and(|at| at <= now),
        ];
        let ready: Vec<usize> = (0..could.len()).filter(|&i| could[i]).collect();
        if ready.is_empty() {
            if pick(10) == 0 {
                driven.table.fall_asleep();
            }
            return Err(driven);
        }
        let answers = answers.clone();
        Ok(match ready[pick(ready.len())] {
            0 => {
                let request = self.mailbox.pop_front().expect("the mailbox is not empty");
                Box::pin(async move {
                    match request {
                        Request::Wish(command, waiting) => driven.wish(command, waiting).await,
                        Request::Welcome(command, waiting) => driven.welcome(command, waiting).await,
                        Request::Far { from, life, number, node, what } => {
                            let answered = driven.answer_node(node, what).await;
                            answers.lock().unwrap().push((from, life, number, answered));
                        }
                    }
                    driven
                })
            }
            1 => {
                let (number, answer) = self.decided.take().expect("an answer is there");
                Box::pin(async move {
                    driven.command(Command::Decided { number, answer }).await;
                    driven
                })
            }
            2 => {
                let ear = ear.expect("an update was received");
                let mut wires = wires(&self.way.shared);
                let heard = wires.ears.get_mut(&ear).and_then(|(_, told)| told.pop_front());
                let telling = heard.expect("an update was received");
                drop(wires);
                Box::pin(async move {
                    driven.hear(telling).await;
                    driven
                })
            }
            3 => Box::pin(async move {
                driven.ask().await;
                driven
            }),
            4 => {
                self.changed = false;
                Box::pin(async move {
                    driven.nodes_changed().await;
                    driven
                })
            }
            _ => Box::pin(async move {
                driven.command(Command::Wake).await;
                driven
            }),
        })
    }

    /// Evicts the table from memory if it is not in use, as after a period of inactivity.
    pub fn retire(&mut self) -> bool {
        let Driver::Idle(driven) = &self.driver else { return false };
        let followed = driven.share.as_ref().is_some_and(Share::is_followed);
        if followed || driven.table.is_busy() || !self.mailbox.is_empty() || driven.table.falls_at().is_some() {
            return false;
        }
        if let Driver::Idle(driven) = std::mem::replace(&mut self.driver, Driver::None) {
            self.driver = Driver::Ending(Box::pin(async move { driven.end().await }));
        }
        true
    }
}
