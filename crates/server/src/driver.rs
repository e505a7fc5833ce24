//! The driver of one table: a task that owns its session core, reads the mailbox, and does what the core says.
//!
//! One command at a time is carried out to its end, storage included; what comes meanwhile waits in the mailbox, whose length is
//! bounded. News go out over a channel of bounded length too, so that a slow reader delays nobody.

use std::future::Future;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Answer;
use table::{Command, Effect, Moment, Reply, Table, Thought, Write};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::beginnings::Beginnings;
use crate::handle::TableHandle;
use crate::mailbox::{Request, Watched};
use crate::news::Broadcast;
use crate::storage::Storage;
use crate::thinkers::Thinkers;
use crate::visitors::Visitors;

/// Requests that wait for a table before whoever sends one more has to wait too.
const MAILBOX: usize = 64;
/// Items of news that a reader may be behind before it is brought up to date with a fresh welcome.
const NEWS_KEPT: usize = 64;

/// How long nobody asks anything of a table before it keeps no more of its game than its answers.
const AWAKE: Duration = Duration::from_secs(20);

/// What every table needs of the server.
pub struct TableContext {
    /// Where answers are written down.
    pub storage: Arc<dyn Storage>,
    /// Where computer players think.
    pub thinkers: Thinkers,
    /// The least time between the steps of computer players, so that people can follow.
    pub step: Duration,
    /// How long after the last look at a table its computer players think no more.
    pub rests: Duration,
    /// Where draw orders come from, if not from the system's randomness.
    pub deals: Option<u64>,
    /// Comes when the server stops: then no computer player answers any more.
    pub stop: CancellationToken,
    /// From when on tables count their moments.
    pub began: Instant,
    /// Games that tables of one set-up begin with.
    pub beginnings: Beginnings,
}

impl TableContext {
    /// The least time between the steps of computer players, in milliseconds.
    pub fn step_millis(&self) -> u64 {
        self.step.as_millis() as u64
    }

    fn moment(&self) -> Moment {
        Moment(self.began.elapsed().as_millis() as u64)
    }
}

/// Whoever waits for a reply.
enum Waiting {
    Reply(oneshot::Sender<Result<Reply, table::Refusal>>),
    Watch(oneshot::Sender<Watched>),
}

/// A thought that is under way, with the number of the position.
type Thinking = Pin<Box<dyn Future<Output = (usize, Option<Answer>)> + Send>>;

struct Driver {
    context: Arc<TableContext>,
    table: Table,
    mailbox: mpsc::Receiver<Request>,
    news: broadcast::Sender<Broadcast>,
    visitors: Arc<Visitors>,
    thinking: Option<Thinking>,
    stopped: bool,
    touched: Instant,
}

/// Starts the task that drives a table. It begins with these effects, if its making led to any, and ends when every handle is gone.
/// Computer players think while somebody is among `visitors`.
pub fn start(context: Arc<TableContext>, table: Table, effects: Vec<Effect>, visitors: Arc<Visitors>) -> TableHandle {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let handle = TableHandle::new(table.name().into(), sender, visitors.clone());
    let news = broadcast::channel(NEWS_KEPT).0;
    let touched = Instant::now();
    let driver = Driver { context, table, mailbox, news, visitors, thinking: None, stopped: false, touched };
    tokio::spawn(driver.run(effects));
    handle
}

impl Driver {
    async fn run(mut self, effects: Vec<Effect>) {
        self.carry_out(effects, None).await;
        self.command(Command::Wake, None).await;
        let stop = self.context.stop.clone();
        let mut tired = Box::pin(tokio::time::sleep(AWAKE));
        loop {
            let wake = self.table.wake_at().filter(|_| !self.stopped);
            tokio::select! {
                request = self.mailbox.recv() => match request {
                    Some(request) => if self.serve(request).await.is_break() { return },
                    None => return,
                },
                (seq, answer) = thought(&mut self.thinking) => {
                    self.thinking = None;
                    self.command(Command::Decided { seq, answer }, None).await;
                }
                () = sleep_until(self.context.began, wake) => self.command(Command::Wake, None).await,
                () = &mut tired => {
                    let idle = self.touched.elapsed();
                    if idle >= AWAKE {
                        self.table.fall_asleep();
                    }
                    let left = AWAKE.checked_sub(idle).filter(|left| !left.is_zero()).unwrap_or(AWAKE);
                    tired.as_mut().reset(tokio::time::Instant::now() + left);
                }
                () = stop.cancelled(), if !self.stopped => {
                    self.stopped = true;
                    self.thinking = None;
                }
            }
        }
    }

    async fn serve(&mut self, request: Request) -> ControlFlow<()> {
        if let Request::Retire(kept, agree) = request {
            // A thought that rests is thought anew when somebody comes.
            let idle = self.touched.elapsed() >= kept && (!self.table.is_busy() || self.rests());
            return if idle && agree(&self.mailbox) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        if let Request::Leave = request {
            return ControlFlow::Break(());
        }
        self.touched = Instant::now();
        match request {
            Request::Do(command, reply) => self.command(command, Some(Waiting::Reply(reply))).await,
            Request::Watch(command, watched) => self.command(command, Some(Waiting::Watch(watched))).await,
            Request::Look(look) => {
                self.table.wake_up();
                look(&self.table);
            }
            Request::Retire(..) | Request::Leave => {}
        }
        ControlFlow::Continue(())
    }

    async fn command(&mut self, command: Command, waiting: Option<Waiting>) {
        self.table.wake_up();
        let effects = self.table.handle(self.context.moment(), command);
        self.carry_out(effects, waiting).await;
    }

    /// Does what the table says, until nothing is left to be written or read.
    async fn carry_out(&mut self, mut effects: Vec<Effect>, mut waiting: Option<Waiting>) {
        while !effects.is_empty() {
            let mut following = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Reply(reply) => self.reply(reply, waiting.take()),
                    // Nobody may be looking; that is no failure.
                    Effect::Tell(news) => drop(self.news.send(Broadcast::new(news))),
                    Effect::Think(thought) => self.think(*thought),
                    Effect::Report(why) => {
                        tracing::error!("table {}: {why}; trying again", self.table.name());
                    }
                    Effect::Write(write) => following = self.write(write).await,
                    Effect::Reload { from } => following = self.reload(from).await,
                }
            }
            effects = following;
        }
    }

    fn reply(&self, reply: Result<Reply, table::Refusal>, waiting: Option<Waiting>) {
        // Whoever asked may have gone; what was done stays done.
        match waiting {
            Some(Waiting::Reply(sender)) => drop(sender.send(reply)),
            Some(Waiting::Watch(sender)) => drop(sender.send((reply, self.news.subscribe()))),
            None => {}
        }
    }

    async fn write(&mut self, write: Write) -> Vec<Effect> {
        let written = self.context.storage.write(self.table.name(), write).await;
        let outcome = written.map_err(|why| {
            tracing::error!("nothing could be written: {why}");
            why.to_string()
        });
        self.table.written(self.context.moment(), outcome)
    }

    async fn reload(&mut self, from: usize) -> Vec<Effect> {
        let found = self.context.storage.load(self.table.name(), from).await;
        let found = found.map_err(|why| {
            tracing::error!("nothing could be read: {why}");
            why.to_string()
        });
        let found = found.and_then(|found| found.ok_or_else(|| "the table is gone".to_owned()));
        self.table.reloaded(self.context.moment(), found)
    }

    /// Whether all that is left to do is a thought for which nobody is there.
    fn rests(&self) -> bool {
        !self.table.waits_for_storage() && self.table.wake_at().is_none() && self.visitors.are_gone()
    }

    fn think(&mut self, thought: Thought) {
        if self.stopped {
            return;
        }
        let (thinkers, visitors) = (self.context.thinkers.clone(), self.visitors.clone());
        self.thinking = Some(Box::pin(async move {
            let Thought { game, level, millis, seed, .. } = thought;
            let (seq, budget) = (game.seq(), Duration::from_millis(millis));
            loop {
                visitors.looked_at().await;
                let place = tokio::select! {
                    place = thinkers.place(visitors.owner(), level, budget) => place,
                    () = visitors.gone() => continue,
                };
                let answer = match place {
                    Ok(place) => Thinkers::choose(place, game, level, budget, seed).await,
                    // The table tries again in a while.
                    Err(_) => None,
                };
                return (seq, answer);
            }
        }));
    }
}

/// The end of a thought; never comes where there is none.
async fn thought(thinking: &mut Option<Thinking>) -> (usize, Option<Answer>) {
    match thinking {
        Some(thinking) => thinking.await,
        None => std::future::pending().await,
    }
}

/// Waits for a moment; for ever where there is none.
async fn sleep_until(began: Instant, moment: Option<Moment>) {
    match moment {
        // The moment has come when its millisecond is full.
        Some(Moment(millis)) => tokio::time::sleep_until((began + Duration::from_millis(millis)).into()).await,
        None => std::future::pending().await,
    }
}
