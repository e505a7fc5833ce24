//! What a driver does where servers work together: as the keeper of its table it tells those who follow and does what they ask; as a
//! follower it hears the keeper, and hands on what people want.

use std::time::Duration;

use futures_util::StreamExt;
use table::{Command, Reply, Told};
use tokio::sync::oneshot;

use super::{Driver, Waiting};
use crate::cluster::bus::Away;
use crate::cluster::joining::{Follow, Joined};
use crate::cluster::messages::{Answered, Asked, News};
use crate::refusal::{Code, Refusal};
use crate::sharing::{ASKED, Comes, Counted, Following, Keeping, Role, Sharing};

impl Driver {
    /// Whether what people want is to be done elsewhere.
    pub(super) fn follows(&self) -> bool {
        self.sharing.as_ref().is_some_and(|sharing| !sharing.keeps())
    }

    /// Begins as keeper or follower.
    pub(super) async fn take_role(&mut self, joined: Joined) {
        let now = self.context.time.now();
        let Some(sharing) = &mut self.sharing else { return };
        match joined {
            Joined::Nowhere => {}
            Joined::Kept { epoch, alone } => {
                if matches!(&sharing.role, Role::Keeps(keeping) if keeping.epoch == epoch) {
                    return;
                }
                let followed = matches!(sharing.role, Role::Follows(_));
                sharing.counted = Some(Counted::new(&sharing.cluster, true));
                sharing.role = Role::Keeps(Keeping { epoch, ..Keeping::default() });
                if followed {
                    // All that was written before is there now, as nobody of an earlier epoch can write any more.
                    let effects = self.table.missed(now);
                    self.carry_out(effects, None).await;
                }
                let effects = self.table.keep(self.context.time.now(), alone);
                self.carry_out(effects, None).await;
            }
            Joined::Followed(follow) => {
                let Follow { keeper, epoch, serial, entries, company, news } = *follow;
                let ask_at = tokio::time::Instant::now() + ASKED;
                let kept = matches!(sharing.role, Role::Keeps(_));
                sharing.counted = Some(Counted::new(&sharing.cluster, false));
                sharing.role = Role::Follows(Following { keeper, epoch, serial, news, ask_at });
                self.thinking = None;
                let mut effects = self.table.follow(now, entries, company);
                if effects.is_empty() && (kept || serial.is_none()) {
                    effects = self.table.missed(now);
                }
                self.carry_out(effects, None).await;
                self.announce().await;
            }
        }
    }

    /// Finds out who keeps the table now.
    pub(super) async fn find_out(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        sharing.astray = false;
        sharing.lapses = sharing.cluster.lapses();
        let cluster = sharing.cluster.clone();
        match cluster.join(self.table.name()).await {
            Ok(joined) => Box::pin(self.take_role(joined)).await,
            Err(why) => {
                tracing::warn!("table {}: {why}", self.table.name());
                if let Some(Sharing { role: Role::Follows(following), .. }) = &mut self.sharing {
                    following.ask_at = tokio::time::Instant::now() + ASKED;
                }
            }
        }
    }

    /// Something came from other nodes.
    pub(super) async fn comes(&mut self, comes: Comes) {
        match comes {
            Comes::News(news) => self.hear(*news).await,
            Comes::Ask => self.ask_keeper().await,
            Comes::Nodes => {
                let Some(sharing) = &mut self.sharing else { return };
                let here = sharing.here.borrow_and_update().clone();
                if sharing.lapses != sharing.cluster.lapses() {
                    return self.find_out().await;
                }
                match &mut sharing.role {
                    Role::Follows(following) if !here.contains(&following.keeper) => self.find_out().await,
                    Role::Follows(_) => {}
                    Role::Keeps(keeping) => {
                        let gone: Vec<String> =
                            keeping.followers.keys().filter(|node| !here.contains(*node)).cloned().collect();
                        for node in gone {
                            self.unfollowed(&node).await;
                        }
                    }
                }
            }
        }
    }

    /// The keeper told something.
    async fn hear(&mut self, News { epoch, serial, told }: News) {
        let now = self.context.time.now();
        let Some(Sharing { role: Role::Follows(following), .. }) = &mut self.sharing else { return };
        if epoch != following.epoch {
            if epoch > following.epoch {
                self.find_out().await;
            }
            return;
        }
        let known = following.serial;
        if known.is_some_and(|known| serial <= known) {
            return;
        }
        following.serial = Some(serial);
        let whole = known.is_some_and(|known| serial == known + 1);
        let mut effects = self.table.hear(now, told);
        if !whole && !self.table.waits_for_storage() {
            effects.extend(self.table.missed(now));
        }
        self.carry_out(effects, None).await;
    }

    /// Asks the keeper how things stand.
    async fn ask_keeper(&mut self) {
        let Some(Sharing { role: Role::Follows(following), cluster, .. }) = &mut self.sharing else { return };
        following.ask_at = tokio::time::Instant::now() + ASKED;
        let (keeper, known) = (following.keeper.clone(), following.serial);
        match cluster.clone().ask(&keeper, self.table.name(), Asked::Follow).await {
            Ok(Answered::Stands { serial, entries, company }) => {
                let Some(Sharing { role: Role::Follows(following), .. }) = &mut self.sharing else { return };
                if known == Some(serial) {
                    return;
                }
                following.serial = Some(serial);
                let now = self.context.time.now();
                let mut effects = self.table.follow(now, entries, company);
                if !self.table.waits_for_storage() {
                    effects.extend(self.table.missed(now));
                }
                self.carry_out(effects, None).await;
                // A keeper that counts anew does not know them.
                self.announce().await;
            }
            _ => self.find_out().await,
        }
    }

    /// Tells the keeper which clients are served here.
    async fn announce(&mut self) {
        let clients = match &self.sharing {
            Some(sharing) => sharing.clients.clone(),
            None => return,
        };
        for (client, hashes) in clients {
            // Who is not heard of now is heard of when the keeper is asked again.
            if self.hand_on(Command::Came { client, hashes }).await.is_err() {
                return;
            }
        }
    }

    /// Has the keeper do what somebody wants.
    async fn hand_on(&mut self, command: Command) -> Result<Reply, Refusal> {
        for _ in 0..3 {
            let Some(Sharing { role: Role::Follows(following), cluster, .. }) = &self.sharing else { break };
            let (keeper, cluster) = (following.keeper.clone(), cluster.clone());
            let what = Asked::Do { command: command.clone(), owner: self.visitors.owner() };
            match cluster.ask(&keeper, self.table.name(), what).await {
                Ok(Answered::Done { serial, outcome }) => {
                    self.hear_up_to(serial).await;
                    return outcome;
                }
                Err(Away::Silent) => {
                    return Err(Refusal::new(
                        Code::Storage,
                        "the server that keeps this table does not answer; try again",
                    ));
                }
                Ok(_) | Err(Away::Unheard) => Box::pin(self.find_out()).await,
            }
        }
        if !self.follows() {
            return self.done_here(command).await;
        }
        Err(Refusal::new(Code::Storage, "the server that keeps this table cannot be reached; try again"))
    }

    /// Does a command as the keeper, and gives what came of it.
    async fn done_here(&mut self, command: Command) -> Result<Reply, Refusal> {
        let (reply, mut replied) = oneshot::channel();
        self.command(command, Some(Waiting::Reply(reply))).await;
        replied.try_recv().unwrap_or_else(|_| Err(Refusal::new(Code::Storage, "the table has not answered; try again")))
    }

    /// Hears what was told up to a number, so that whoever did something finds it done.
    async fn hear_up_to(&mut self, wanted: u64) {
        loop {
            let Some(Sharing { role: Role::Follows(following), .. }) = &mut self.sharing else { return };
            if following.serial.is_some_and(|known| known >= wanted) {
                return;
            }
            let Some(news) = &mut following.news else { break };
            // It was sent before the answer that has come already.
            let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(50), news.next()).await else { break };
            if let Ok(news) = serde_json::from_slice(&message.payload) {
                self.hear(news).await;
            }
        }
        if let Some(Sharing { role: Role::Follows(following), .. }) = &mut self.sharing {
            following.serial = Some(wanted);
        }
        let effects = self.table.missed(self.context.time.now());
        self.carry_out(effects, None).await;
    }

    /// Does what somebody wants at a table that is kept elsewhere.
    pub(super) async fn command_afar(&mut self, command: Command, waiting: Waiting) {
        match waiting {
            Waiting::Reply(sender) => {
                if let Command::Leave { client } = command {
                    if let Some(sharing) = &mut self.sharing {
                        sharing.clients.remove(&client);
                    }
                    self.command(command.clone(), None).await;
                }
                let outcome = self.hand_on(command).await;
                // Whoever asked may have gone; what was done stays done.
                let _ = sender.send(outcome);
            }
            watch @ Waiting::Watch(_) => {
                self.note(&command);
                let came = match &command {
                    Command::Hello { client, hashes, .. } => {
                        Some(Command::Came { client: *client, hashes: hashes.clone() })
                    }
                    _ => None,
                };
                self.command(command, Some(watch)).await;
                if let Some(came) = came {
                    let _ = self.hand_on(came).await;
                }
            }
        }
    }

    /// Catches up where somebody has heard more of the table than this node has: at another node, or from a keeper that took it.
    pub(super) async fn catch_up(&mut self, command: &Command) {
        let (Command::Hello { since, .. } | Command::Resume { since, .. }) = command else { return };
        if self.sharing.is_none() || !self.table.lags_behind(*since) {
            return;
        }
        if !self.follows() {
            self.find_out().await;
        }
        if self.table.lags_behind(*since) {
            let effects = self.table.missed(self.context.time.now());
            self.carry_out(effects, None).await;
        }
    }

    /// Keeps in mind who is served here, as a keeper to come will want to know.
    pub(super) fn note(&mut self, command: &Command) {
        let Some(sharing) = &mut self.sharing else { return };
        match command {
            Command::Hello { client, hashes, .. } => drop(sharing.clients.insert(*client, hashes.clone())),
            Command::Leave { client } => drop(sharing.clients.remove(client)),
            _ => {}
        }
    }

    /// Another node asks something of the keeper.
    pub(super) async fn answer_node(&mut self, node: String, what: Asked) -> Answered {
        let Some(Sharing { role: Role::Keeps(keeping), .. }) = &mut self.sharing else { return Answered::Moved };
        match what {
            Asked::Follow => {
                keeping.followers.entry(node).or_default();
                let (entries, company) = (self.table.entries(), self.table.company());
                keeping.company = company.clone();
                Answered::Stands { serial: keeping.serial, entries, company }
            }
            Asked::Unfollow => {
                self.unfollowed(&node).await;
                Answered::Moved
            }
            Asked::Do { command, owner } => {
                let (clients, visit) = keeping.followers.entry(node).or_default();
                match &command {
                    Command::Came { client, .. } => drop(clients.insert(*client)),
                    Command::Leave { client } => drop(clients.remove(client)),
                    _ => {}
                }
                if clients.is_empty() {
                    *visit = None;
                } else if let Some(owner) = owner.filter(|_| visit.is_none()) {
                    *visit = Some(self.visitors.come(owner));
                }
                let outcome = self.done_here(command).await;
                let serial = match &self.sharing {
                    Some(Sharing { role: Role::Keeps(keeping), .. }) => keeping.serial,
                    _ => return Answered::Moved,
                };
                Answered::Done { serial, outcome }
            }
        }
    }

    /// A node follows no more: whom it served has gone.
    async fn unfollowed(&mut self, node: &str) {
        let Some(Sharing { role: Role::Keeps(keeping), .. }) = &mut self.sharing else { return };
        let Some((clients, _)) = keeping.followers.remove(node) else { return };
        for client in clients {
            self.command(Command::Leave { client }, None).await;
        }
    }

    /// Tells those who follow what has changed since they were told last.
    pub(super) async fn tell_followers(&mut self) {
        let Some(Sharing { role: Role::Keeps(keeping), cluster, .. }) = &mut self.sharing else { return };
        if keeping.followers.is_empty() {
            return;
        }
        let company = self.table.company();
        if keeping.writes.is_empty() && company == keeping.company {
            return;
        }
        keeping.serial += 1;
        keeping.company = company.clone();
        let told = Told { writes: std::mem::take(&mut keeping.writes), entries: self.table.entries(), company };
        let news = News { epoch: keeping.epoch, serial: keeping.serial, told };
        cluster.tell(self.table.name(), &news).await;
    }
}
