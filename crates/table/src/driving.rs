//! What every driver does for its table, in the server as in the simulator: it carries out what the table says, and where nodes work
//! together it is the keeper of the table or follows whoever is.
//!
//! What a driver needs of the world it has by [`Surroundings`], and the way to other nodes by [`Nodes`]. Neither clock nor task nor socket
//! is in here, and nothing waits but for what these two give. A driver does one thing after another: what comes while something is under
//! way waits in whatever mailbox it has.
//!
//! `apart.rs` has what is done as keeper or follower, `joining.rs` how a node comes to a table, `messages.rs` what nodes say of it to one
//! another.

mod apart;
mod joining;
mod messages;
mod roles;

use std::future::Future;

use crate::{Command, Effect, LogEntry, Moment, News, Reply, Standing, Table, TableRecord, Thought, Write};

pub use joining::{Follow, Joined, Lease, join};
pub use messages::{Answered, Asked, Telling};
pub use roles::{ASKED, Following, Keeping, Role, Share};

/// Why something was not written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    /// Another node has taken the table.
    pub lost: bool,
    /// What is told of it.
    pub why: String,
}

/// Why a node has not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The node is down or cannot be reached: it has not received the question.
    Unreachable,
    /// No answer came in time; the node may have received the question.
    Timeout,
}

/// What a driver has of the world for its table.
pub trait Surroundings: Send + Sized {
    /// The way to other nodes.
    type Nodes: Nodes;
    /// Whoever waits for a reply.
    type Waiting: Send;
    /// A place among those for whom computer players think.
    type Visit: Send;

    fn now(&self) -> Moment;

    /// Writes something down in an epoch.
    fn write(&mut self, epoch: u64, write: Write) -> impl Future<Output = Result<(), Unwritten>> + Send;

    /// Reads the table with the entries of its log from that number on.
    fn load(&mut self, from: usize) -> impl Future<Output = Result<(TableRecord, Vec<LogEntry>), String>> + Send;

    /// Gives somebody what they wait for.
    fn reply(&mut self, waiting: Self::Waiting, reply: Result<Reply, RefusalOf<Self>>);

    /// Tells those who are served here.
    fn tell(&mut self, news: Vec<News>);

    /// Has a computer player think.
    fn think(&mut self, thought: Thought);

    /// What is being thought is of no use any more.
    fn think_no_more(&mut self);

    /// Something went wrong that a log should tell of.
    fn report(&mut self, why: &str);

    /// The table, which is kept here, stood elsewhere before.
    fn changed(&mut self, table: &Table, before: (Standing, usize), now: (Standing, usize));

    /// The table is kept here from now on, or followed.
    fn plays(&mut self, keeps: bool);

    /// For whom computer players think, of those who are here.
    fn owner(&self) -> Option<OwnerOf<Self>>;

    /// Somebody is served elsewhere for whom computer players shall think, as long as the visit is kept.
    fn visit(&mut self, owner: OwnerOf<Self>) -> Self::Visit;
}

/// The refusals of a driver.
pub type RefusalOf<S> = <<S as Surroundings>::Nodes as Nodes>::Refusal;
/// For whom computer players think.
pub type OwnerOf<S> = <<S as Surroundings>::Nodes as Nodes>::Owner;

/// A node's way to the others.
pub trait Nodes: Send + Sync {
    /// Why something is refused, as it is told.
    type Refusal: From<crate::Refusal> + From<AskError> + Send;
    /// For whom computer players think.
    type Owner: Clone + Send;
    /// How it is heard what the keeper of one table tells.
    type Ear: Send;

    fn now(&self) -> Moment;

    /// Takes a table that no other node keeps that is there; says who keeps it now. None where there is no such table.
    fn take(&self, table: &str) -> impl Future<Output = Result<Option<Lease>, Self::Refusal>> + Send;

    /// Has the database say which moment it is, by which this node counts from then on.
    ///
    /// # Errors
    /// The database cannot be asked.
    fn agree(&self) -> impl Future<Output = Result<(), String>> + Send;

    /// Whether a node that keeps a table is this one.
    fn is_this(&self, node: &str) -> bool;

    fn is_here(&self, node: &str) -> bool;

    /// Whether this node goes, and has let go of its tables.
    fn leaves(&self) -> bool;

    /// How often this node was silent for so long that others may have taken its tables.
    fn lapses(&self) -> u64;

    /// Whether there is any way to others now.
    fn is_connected(&self) -> bool;

    /// Asks whoever keeps a table.
    fn ask(
        &self,
        keeper: &str,
        table: &str,
        what: Asked<Self::Owner>,
    ) -> impl Future<Output = Result<Answered<Self::Refusal>, AskError>> + Send;

    /// Listens from now on to what the keeper of a table tells; none where that cannot be.
    fn listen(&self, table: &str) -> impl Future<Output = Option<Self::Ear>> + Send;

    /// What is told next, if it comes at once.
    fn hear_soon(&self, ear: &mut Self::Ear) -> impl Future<Output = Option<Telling>> + Send;

    /// Tells those who follow a table.
    fn tell(&self, table: &str, telling: &Telling) -> impl Future<Output = ()> + Send;

    /// Waits before something is tried again.
    fn rest(&self) -> impl Future<Output = ()> + Send;

    /// Lets go of a table that has left the memory.
    fn let_go(&self, table: &str) -> impl Future<Output = ()> + Send;

    /// Says in a log what went wrong.
    fn warn(&self, table: &str, why: &Self::Refusal);
}

/// Whoever wants something of a table.
enum Asker<S: Surroundings> {
    Nobody,
    /// Somebody who waits.
    Waits(S::Waiting),
    /// This driver itself, which gets the reply here.
    Here(Option<Result<Reply, RefusalOf<S>>>),
}

/// A table with all that its driver needs.
pub struct Driven<S: Surroundings> {
    pub table: Table,
    /// What the driver has of the world.
    pub around: S,
    /// What it shares with other nodes, where there may be any. What is done with them is boxed, so that a table that has nothing to share
    /// has no room for it.
    pub share: Option<Share<S>>,
    /// Where the table stood when those who listen were last told of it.
    told: (Standing, usize),
}

impl<S: Surroundings> Driven<S> {
    /// A table that stood so when those who listen were last told of it.
    pub fn new(table: Table, around: S, share: Option<Share<S>>, told: (Standing, usize)) -> Driven<S> {
        Driven { table, around, share, told }
    }

    /// Begins: with these effects, if the table's making led to any, and as it was come to where nodes work together.
    pub async fn begin(&mut self, effects: Vec<Effect>, joined: Option<Joined<S::Nodes>>) {
        if let Some(joined) = joined {
            Box::pin(self.take_role(joined)).await;
        }
        self.carry_out(effects, &mut Asker::Nobody).await;
        self.command(Command::Wake).await;
    }

    /// Does what nobody waits for.
    pub async fn command(&mut self, command: Command) {
        self.run(command, &mut Asker::Nobody).await;
    }

    /// Does what somebody wants, who waits for the reply.
    pub async fn wish(&mut self, command: Command, waiting: S::Waiting) {
        if self.share.is_some() {
            return Box::pin(self.wish_of_nodes(command, waiting)).await;
        }
        self.run(command, &mut Asker::Waits(waiting)).await;
    }

    /// Welcomes a client that is served here.
    pub async fn welcome(&mut self, command: Command, waiting: S::Waiting) {
        if self.share.is_some() {
            Box::pin(self.catch_up(&command)).await;
        }
        if self.follows() {
            return Box::pin(self.welcome_as_follower(command, waiting)).await;
        }
        self.run(command, &mut Asker::Waits(waiting)).await;
    }

    async fn run(&mut self, command: Command, asker: &mut Asker<S>) {
        self.table.wake_up();
        self.note(&command);
        let effects = self.table.handle(self.around.now(), command);
        self.carry_out(effects, asker).await;
    }

    /// Does what the table says, until nothing is left to be written or read.
    async fn carry_out(&mut self, mut effects: Vec<Effect>, asker: &mut Asker<S>) {
        while !effects.is_empty() {
            let mut following = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Reply(reply) => self.reply(reply, asker),
                    Effect::Tell(news) => self.around.tell(news),
                    Effect::Think(thought) => self.around.think(*thought),
                    Effect::Report(why) => self.around.report(&why.to_string()),
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
            self.around.changed(&self.table, before, now);
            if self.share.is_some() {
                Box::pin(self.tell_followers()).await;
            }
        }
    }

    fn reply(&mut self, reply: Result<Reply, crate::Refusal>, asker: &mut Asker<S>) {
        let reply = reply.map_err(Into::into);
        match std::mem::replace(asker, Asker::Nobody) {
            Asker::Nobody => {}
            Asker::Waits(waiting) => self.around.reply(waiting, reply),
            Asker::Here(_) => *asker = Asker::Here(Some(reply)),
        }
    }

    async fn write(&mut self, write: Write) -> Vec<Effect> {
        let epoch = self.share.as_ref().map_or(0, Share::epoch);
        let told = self.share.as_ref().filter(|share| share.is_followed()).map(|_| write.clone());
        let written = self.around.write(epoch, write).await;
        match (&written, &mut self.share) {
            (Ok(()), Some(share)) => told.into_iter().for_each(|write| share.wrote(write)),
            (Err(Unwritten { lost: true, .. }), Some(share)) => share.astray = true,
            _ => {}
        }
        self.table.written(self.around.now(), written.map_err(|unwritten| unwritten.why))
    }

    async fn reload(&mut self, from: usize) -> Vec<Effect> {
        let found = match self.share.as_ref().map(|share| share.nodes.clone()) {
            // Whoever could not reach the database may have counted time that does not count.
            Some(nodes) => match nodes.agree().await {
                Ok(()) => self.around.load(from).await,
                Err(why) => Err(why),
            },
            None => self.around.load(from).await,
        };
        if let Some(share) = &mut self.share {
            share.stale = found.is_err();
            if let Role::Keeps(keeping) = &mut share.role {
                keeping.reread = true;
            }
        }
        if found.is_err() {
            self.ask_later();
        }
        self.table.reloaded(self.around.now(), found)
    }
}
