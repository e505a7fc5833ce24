//! The driver of one table: a task that owns its session core, reads the mailbox, and does what the core says.
//!
//! One command at a time is carried out to its end, storage included; what comes meanwhile waits in the mailbox, whose length is
//! bounded. News go out over a channel of bounded length too, so that a slow reader delays nobody.

mod apart;

use std::future::Future;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Answer;
use table::{Command, Effect, Moment, Pace, Phase, Reply, Standing, Table, Thought, Write};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::beginnings::Beginnings;
use crate::cluster::joining::Joined;
use crate::cluster::messages::Asked;
use crate::cluster::nodes::Cluster;
use crate::finding::streams::Streams;
use crate::handle::TableHandle;
use crate::mailbox::{Request, Watched};
use crate::news::Broadcast;
use crate::refusal::Refusal;
use crate::running_time::RunningTime;
use crate::sharing::{Comes, Sharing};
use crate::storage::{Storage, StorageError};
use crate::thinkers::Thinkers;
use crate::visitors::Visitors;

/// Requests that wait for a table before whoever sends one more has to wait too.
const MAILBOX: usize = 64;
/// Items of news that a reader may be behind before it is brought up to date with a fresh welcome.
const NEWS_KEPT: usize = 64;

/// A table whose clock falls so soon stays in memory.
const SOON: u64 = 60_000;
/// How long nobody asks anything of a table before it keeps no more of its game than its answers.
const AWAKE: Duration = Duration::from_secs(20);
/// The same where nobody is at the table, and somebody has only asked something in passing.
const ALONE: Duration = Duration::from_millis(250);

/// What every table needs of the server.
pub struct TableContext {
    /// Where answers are written down.
    pub storage: Arc<dyn Storage>,
    /// Where computer players think.
    pub thinkers: Thinkers,
    /// How tables go along with people.
    pub pace: Pace,
    /// How long after the last look at a table its computer players think no more.
    pub rests: Duration,
    /// Where draw orders come from, if not from the system's randomness.
    pub deals: Option<u64>,
    /// Comes when the server stops: then no computer player answers any more.
    pub stop: CancellationToken,
    /// By which tables count their moments.
    pub time: Arc<RunningTime>,
    /// Games that tables of one set-up begin with.
    pub beginnings: Beginnings,
    /// Who is told, wherever they are, that they are asked.
    pub streams: Arc<Streams>,
    /// The other servers that work on the same database, where there may be any.
    pub cluster: Option<Arc<Cluster>>,
}

/// Whoever waits for a reply.
enum Waiting {
    Reply(oneshot::Sender<Result<Reply, Refusal>>),
    Watch(oneshot::Sender<Watched>),
}

/// A thought that is under way, with its number.
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
    /// Where the table stood when those who listen were last told of it.
    told: (Standing, usize),
    /// What it shares with other nodes, where there may be any. What is done with them is boxed, so that a table that has nothing to share
    /// has no room for it.
    sharing: Option<Sharing>,
}

/// Starts the task that drives a table. It begins with these effects, if its making led to any, and ends when every handle is gone.
/// Computer players think while somebody is among `visitors`.
pub fn start(
    context: Arc<TableContext>,
    table: Table,
    effects: Vec<Effect>,
    visitors: Arc<Visitors>,
    joined: Option<Joined>,
) -> TableHandle {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let handle = TableHandle::new(table.name().into(), sender, visitors.clone());
    let news = broadcast::channel(NEWS_KEPT).0;
    let touched = Instant::now();
    // A table that was just made stood nowhere before: that its game begins is told.
    let gathering = Standing { phase: Phase::Gathering, turn: None };
    let told = if effects.is_empty() { table.outline() } else { (gathering, usize::MAX) };
    let (sharing, joined) = match (&context.cluster, joined) {
        (Some(cluster), Some(joined)) => Sharing::new(cluster.clone(), joined).unzip(),
        _ => (None, None),
    };
    let driver =
        Driver { context, table, mailbox, news, visitors, thinking: None, stopped: false, touched, told, sharing };
    tokio::spawn(driver.run(effects, joined));
    handle
}

impl Driver {
    async fn run(mut self, effects: Vec<Effect>, joined: Option<Joined>) {
        if let Some(joined) = joined {
            Box::pin(self.take_role(joined)).await;
        }
        self.carry_out(effects, None).await;
        self.command(Command::Wake, None).await;
        let stop = self.context.stop.clone();
        loop {
            let wake = self.table.wake_at().filter(|_| !self.stopped);
            let tires = self.tires_at();
            if self.sharing.as_ref().is_some_and(|sharing| sharing.astray) {
                Box::pin(self.find_out()).await;
            }
            tokio::select! {
                request = self.mailbox.recv() => match request {
                    Some(request) => if self.serve(request).await.is_break() { return self.end().await },
                    None => return self.end().await,
                },
                (number, answer) = thought(&mut self.thinking) => {
                    self.thinking = None;
                    self.command(Command::Decided { number, answer }, None).await;
                }
                comes = others(&mut self.sharing) => Box::pin(self.comes(comes)).await,
                () = sleep_until(&self.context.time, wake) => self.command(Command::Wake, None).await,
                () = tokio::time::sleep_until(tires), if self.table.may_fall_asleep() => self.table.fall_asleep(),
                () = stop.cancelled(), if !self.stopped => {
                    self.stopped = true;
                    self.thinking = None;
                }
            }
        }
    }

    /// The table leaves the memory.
    async fn end(self) {
        if let Some(sharing) = self.sharing {
            sharing.end(self.table.name()).await;
        }
    }

    /// When the table falls asleep if nobody asks anything of it before.
    fn tires_at(&self) -> tokio::time::Instant {
        let awake = if self.visitors.are_here() { AWAKE } else { ALONE };
        (self.touched + awake).into()
    }

    async fn serve(&mut self, request: Request) -> ControlFlow<()> {
        if let Request::Retire(kept, agree) = request {
            // A thought that rests is thought anew when somebody comes.
            let falls_soon = self.table.falls_at().is_some_and(|at| at.since(self.context.time.now()) < SOON);
            let followed = self.sharing.as_ref().is_some_and(Sharing::is_followed);
            let idle =
                self.touched.elapsed() >= kept && !followed && !falls_soon && (!self.table.is_busy() || self.rests());
            return if idle && agree(&self.mailbox) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        if let Request::Leave = request {
            return ControlFlow::Break(());
        }
        if let Request::Far { node, what, answer } = request {
            // A follower that only asks how things stand does not keep the table awake.
            if let Asked::Do { .. } = what {
                self.touched = Instant::now();
            }
            let answered = Box::pin(self.answer_node(node, what)).await;
            let _ = answer.send(answered);
            return ControlFlow::Continue(());
        }
        self.touched = Instant::now();
        if let Request::Watch(command, _) = &request
            && self.sharing.is_some()
        {
            Box::pin(self.catch_up(command)).await;
        }
        match request {
            Request::Do(command, reply) if self.follows() => {
                Box::pin(self.command_afar(command, Waiting::Reply(reply))).await
            }
            Request::Watch(command, watched) if self.follows() => {
                Box::pin(self.command_afar(command, Waiting::Watch(watched))).await;
            }
            Request::Do(command, reply) => self.command(command, Some(Waiting::Reply(reply))).await,
            Request::Watch(command, watched) => self.command(command, Some(Waiting::Watch(watched))).await,
            Request::Look(look) => {
                self.table.wake_up();
                look(&self.table);
            }
            Request::Retire(..) | Request::Leave | Request::Far { .. } => {}
        }
        ControlFlow::Continue(())
    }

    async fn command(&mut self, command: Command, waiting: Option<Waiting>) {
        self.table.wake_up();
        self.note(&command);
        let effects = self.table.handle(self.context.time.now(), command);
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
        let now = self.table.outline();
        let before = std::mem::replace(&mut self.told, now);
        // The keeper tells people wherever they are.
        if !self.follows() {
            self.context.streams.table_changed(&self.table, before, now);
            if self.sharing.is_some() {
                Box::pin(self.tell_followers()).await;
            }
        }
    }

    fn reply(&self, reply: Result<Reply, table::Refusal>, waiting: Option<Waiting>) {
        let reply = reply.map_err(Refusal::from);
        // Whoever asked may have gone; what was done stays done.
        match waiting {
            Some(Waiting::Reply(sender)) => drop(sender.send(reply)),
            Some(Waiting::Watch(sender)) => drop(sender.send((reply, self.news.subscribe()))),
            None => {}
        }
    }

    async fn write(&mut self, write: Write) -> Vec<Effect> {
        let epoch = self.sharing.as_ref().map_or(0, Sharing::epoch);
        let told = self.sharing.as_ref().filter(|sharing| sharing.is_followed()).map(|_| write.clone());
        let written = self.context.storage.write(self.table.name(), epoch, write).await;
        match (&written, &mut self.sharing) {
            (Ok(()), Some(sharing)) => told.iter().for_each(|write| sharing.wrote(write)),
            (Err(StorageError::Lost), Some(sharing)) => sharing.lost(),
            _ => {}
        }
        let outcome = written.map_err(|why| {
            tracing::error!("nothing could be written: {why}");
            why.to_string()
        });
        self.table.written(self.context.time.now(), outcome)
    }

    async fn reload(&mut self, from: usize) -> Vec<Effect> {
        let found = self.context.storage.load(self.table.name(), from).await;
        let found = found.map_err(|why| {
            tracing::error!("nothing could be read: {why}");
            why.to_string()
        });
        let found = found.and_then(|found| found.ok_or_else(|| "the table is gone".to_owned()));
        self.table.reloaded(self.context.time.now(), found)
    }

    /// Whether all that is left to do is a thought for which nobody is there.
    fn rests(&self) -> bool {
        !self.table.waits_for_storage() && self.table.wake_at().is_none() && self.visitors.are_gone()
    }

    fn think(&mut self, thought: Thought) {
        if self.stopped {
            return;
        }
        let (thinkers, visitors, table) =
            (self.context.thinkers.clone(), self.visitors.clone(), self.table.name().to_owned());
        self.thinking = Some(Box::pin(async move {
            let Thought { number, level, millis, .. } = thought;
            let budget = Duration::from_millis(millis);
            loop {
                visitors.looked_at().await;
                let place = tokio::select! {
                    place = thinkers.place(visitors.owner(), level, budget) => place,
                    () = visitors.gone() => continue,
                };
                let answer = match place {
                    Ok(spot) => thinkers.choose(spot, &table, thought).await,
                    // The table tries again in a while.
                    Err(_) => None,
                };
                return (number, answer);
            }
        }));
    }
}

/// What comes from other nodes; nothing does where there are none.
async fn others(sharing: &mut Option<Sharing>) -> Comes {
    match sharing {
        Some(sharing) => Box::pin(sharing.next()).await,
        None => std::future::pending().await,
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
async fn sleep_until(time: &RunningTime, moment: Option<Moment>) {
    match moment {
        // The moment has come when its millisecond is full.
        Some(moment) => tokio::time::sleep_until(time.instant(moment).into()).await,
        None => std::future::pending().await,
    }
}
