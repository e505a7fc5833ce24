//! Nodes: each drives the table by the same code as the server, and does one thing after another with it.

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

/// What somebody wants of the table at a node.
pub enum Request {
    Wish(Command, Waiting),
    Welcome(Command, Waiting),
    /// Another node asks, and waits under this number.
    Far {
        from: usize,
        life: u64,
        number: u64,
        node: String,
        what: Asked<u32>,
    },
}

/// What the node does with the table now.
pub enum Driver {
    /// It does not have it in memory.
    None,
    Loading(Busy<Option<Driven<Around>>>),
    Idle(Box<Driven<Around>>),
    Busy(Busy<Driven<Around>>),
    /// The table leaves the memory.
    Ending(Busy<()>),
}

pub struct Node {
    pub alive: bool,
    /// How often it was started.
    pub life: u64,
    pub way: Way,
    pub driver: Driver,
    pub mailbox: VecDeque<Request>,
    pub decided: Option<(usize, Option<Answer>)>,
    /// The thought that counts.
    pub thought: u64,
    /// Nodes have come or gone since the driver heard of it.
    pub changed: bool,
    /// Nothing happens there before.
    pub paused: u64,
    pub store_cut: bool,
    pub bus_cut: bool,
}

/// What came of an answer to another node, for whoever it is.
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

    /// Whether it is in the midst of something, or a computer player thinks.
    pub fn is_busy(&self) -> bool {
        match &self.driver {
            Driver::None => false,
            Driver::Idle(driven) => driven.table.is_busy(),
            _ => true,
        }
    }

    /// All that is in its memory is gone.
    pub fn forget(&mut self) {
        self.driver = Driver::None;
        self.mailbox.clear();
        self.decided = None;
        self.thought += 1;
    }

    /// Reads the table, as keeper or follower.
    pub fn load(&mut self) {
        let way = self.way.clone();
        self.driver = Driver::Loading(Box::pin(async move {
            let joined = join(&way, NAME).await.ok()?;
            let (record, log) = way.load(0).await.ok()?;
            let table = Table::load(record, &log, PACE, None).expect("what is stored can be played");
            let told = table.outline();
            let (share, joined): (Share<Around>, Joined<Way>) = Share::new(Arc::new(way.clone()), joined)?;
            let mut driven = Driven::new(table, Around(way), Some(share), told);
            driven.begin(Vec::new(), Some(joined)).await;
            Some(driven)
        }));
    }

    /// When the driver wants to be looked after by itself.
    pub fn wakes_at(&self) -> Option<Moment> {
        let Driver::Idle(driven) = &self.driver else { return None };
        let asks = driven.share.as_ref().and_then(|share| share.ask_at);
        asks.into_iter().chain(driven.table.wake_at()).min()
    }

    /// Goes on with what is under way, or begins the next; whether anything was done. `pick` chooses among what could be done.
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
                    // Whoever waits for it is told so; here they see that nothing comes.
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

    /// Begins the next thing, as the loop of the server's driver does; gives the table back where there is none.
    #[expect(clippy::result_large_err, reason = "it is no error, and only the table has that size")]
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
                let request = self.mailbox.pop_front().expect("it is not empty");
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
                let (number, answer) = self.decided.take().expect("it is there");
                Box::pin(async move {
                    driven.command(Command::Decided { number, answer }).await;
                    driven
                })
            }
            2 => {
                let ear = ear.expect("it was heard");
                let mut wires = wires(&self.way.shared);
                let heard = wires.ears.get_mut(&ear).and_then(|(_, told)| told.pop_front());
                let telling = heard.expect("it was heard");
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

    /// The table leaves the memory if nobody needs it, as when nobody has asked for it for a while.
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
