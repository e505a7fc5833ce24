//! A driver's work in a cluster: the owner node sends updates to followers and executes their requests; a follower applies updates and
//! forwards its clients' commands.

use super::{
    ASKED, Answered, AskError, Asked, Asker, Driven, Follow, Following, Joined, Keeping, Nodes, OwnerOf, RefusalOf,
    Role, Share, Surroundings, Telling, join, roles::Follower,
};
use crate::{ClientId, Command, Hash, Refusal, Reply, Told};

impl<S: Surroundings> Driven<S> {
    /// Returns whether another node owns the table.
    pub fn follows(&self) -> bool {
        self.share.as_ref().is_some_and(|share| !share.keeps())
    }

    /// Starts as owner node or follower.
    pub(super) async fn take_role(&mut self, joined: Joined<S::Nodes>) {
        let now = self.around.now();
        let Some(share) = &mut self.share else { return };
        match joined {
            Joined::Nowhere => {}
            Joined::Kept { epoch, alone, lapses } => {
                // Another node may have taken over the table while it was being loaded.
                share.lapses = lapses;
                share.ownership_lost |= lapses != share.nodes.lapses();
                if matches!(&share.role, Role::Keeps(keeping) if keeping.epoch == epoch) {
                    share.ask_at = None;
                    return;
                }
                // Another node may have owned the table in between; if it was just loaded, since the lease was taken.
                let missed = !matches!(&share.role, Role::Keeps(Keeping { epoch: 0, .. }));
                share.role = Role::Keeps(Keeping::of(epoch));
                share.ask_at = None;
                self.around.plays(true);
                if missed {
                    // All earlier writes are visible now: no node of an earlier epoch can write any more.
                    let effects = self.table.missed_while_elsewhere(now);
                    self.carry_out(effects, &mut Asker::Nobody).await;
                }
                let effects = self.table.keep(self.around.now(), alone);
                self.carry_out(effects, &mut Asker::Nobody).await;
            }
            Joined::Followed(follow) => {
                let Follow { keeper, epoch, serial, entries, company, ear } = *follow;
                // Missing log entries show in their count, but missed keys and seats would go unnoticed.
                let knows_all = matches!(&share.role, Role::Follows(known)
                    if known.epoch == epoch && known.serial == serial && serial.is_some() && !known.gap);
                share.role = Role::Follows(Following { keeper, epoch, serial, gap: false, ear });
                share.ask_at = Some(now.after(ASKED));
                self.around.plays(false);
                self.around.think_no_more();
                let mut effects = self.table.follow(now, entries, company);
                if !knows_all && !self.table.waits_for_storage() {
                    effects.extend(self.table.missed(now));
                }
                self.carry_out(effects, &mut Asker::Nobody).await;
                self.report_clients().await;
            }
        }
    }

    /// Finds out which node owns the table now.
    pub async fn find_out(&mut self) {
        let Some(share) = &mut self.share else { return };
        share.ownership_lost = false;
        share.lapses = share.nodes.lapses();
        let nodes = share.nodes.clone();
        match join(&*nodes, self.table.name()).await {
            Ok(joined) => Box::pin(self.take_role(joined)).await,
            Err(why) => {
                nodes.warn(self.table.name(), &why);
                self.ask_later();
            }
        }
    }

    /// Schedules the next status request.
    pub(super) fn ask_later(&mut self) {
        let at = self.around.now().after(ASKED);
        if let Some(share) = &mut self.share {
            share.ask_at = Some(at);
        }
    }

    /// Requests the status when it is due.
    pub async fn ask(&mut self) {
        if self.follows() {
            return self.ask_keeper().await;
        }
        self.find_out().await;
        if self.share.as_ref().is_some_and(|share| share.stale && share.keeps()) {
            let effects = self.table.missed(self.around.now());
            self.carry_out(effects, &mut Asker::Nobody).await;
        }
    }

    /// Handles nodes joining or leaving.
    pub async fn nodes_changed(&mut self) {
        let Some(share) = &mut self.share else { return };
        if share.lapses != share.nodes.lapses() {
            return self.find_out().await;
        }
        match &mut share.role {
            Role::Follows(following) if !share.nodes.is_here(&following.keeper) => self.find_out().await,
            Role::Follows(_) => {}
            Role::Keeps(keeping) => {
                let mut gone = Vec::new();
                for (node, follower) in &mut keeping.followers {
                    let is_here = share.nodes.is_here(node);
                    if follower.was_here && !is_here {
                        gone.push(node.clone());
                    }
                    follower.was_here |= is_here;
                }
                for node in gone {
                    self.unfollowed(&node).await;
                }
            }
        }
    }

    /// Applies an update from the owner node.
    pub async fn hear(&mut self, Telling { epoch, serial, told }: Telling) {
        let now = self.around.now();
        let Some(Share { role: Role::Follows(following), .. }) = &mut self.share else { return };
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
        // Every update contains the full presence.
        (following.serial, following.gap) = (Some(serial), false);
        let whole = known.is_some_and(|known| serial == known + 1) && !told.reread;
        let mut effects = self.table.hear(now, told);
        if !whole && !self.table.waits_for_storage() {
            effects.extend(self.table.missed(now));
        }
        self.carry_out(effects, &mut Asker::Nobody).await;
    }

    /// Requests the status from the owner node.
    async fn ask_keeper(&mut self) {
        self.ask_later();
        let Some(Share { role: Role::Follows(following), nodes, .. }) = &mut self.share else { return };
        let (keeper, known) = (following.keeper.clone(), following.serial);
        match nodes.clone().ask(&keeper, self.table.name(), Asked::Follow).await {
            Ok(Answered::Stands { serial, entries, company, anew }) => {
                let Some(Share { role: Role::Follows(following), stale, .. }) = &mut self.share else { return };
                let whole = !anew && !*stale && !following.gap && self.table.entries() == entries;
                if known == Some(serial) && whole {
                    return self.report_unconfirmed().await;
                }
                (following.serial, following.gap) = (Some(serial), false);
                let now = self.around.now();
                let mut effects = self.table.follow(now, entries, company);
                if !self.table.waits_for_storage() {
                    effects.extend(self.table.missed(now));
                }
                self.carry_out(effects, &mut Asker::Nobody).await;
                // An owner node that just started counting does not know them.
                self.report_clients().await;
            }
            _ => self.find_out().await,
        }
    }

    /// Reports this node's clients to the owner node.
    async fn report_clients(&mut self) {
        let Some(share) = &mut self.share else { return };
        let came =
            |(client, hashes): (&ClientId, &Vec<Hash>)| Command::Came { client: *client, hashes: hashes.clone() };
        // The owner node may know clients that have since left.
        share.unconfirmed.retain(|command| matches!(command, Command::Leave { .. }));
        share.unconfirmed.extend(share.clients.iter().map(came));
        self.report_unconfirmed().await;
    }

    /// Reports the clients that came or left without the owner node's confirmation.
    async fn report_unconfirmed(&mut self) {
        let Some(share) = &mut self.share else { return };
        let mut commands = std::mem::take(&mut share.unconfirmed).into_iter();
        while let Some(command) = commands.next() {
            if !self.report_to_owner(command).await {
                // The rest follows when the owner node is back.
                if let Some(share) = &mut self.share {
                    share.unconfirmed.extend(commands);
                }
                return;
            }
        }
    }

    /// Reports a client that came or left; returns whether the owner node confirmed it. If not, it is reported again after the next status
    /// request.
    async fn report_to_owner(&mut self, command: Command) -> bool {
        let owner = self.around.owner();
        let Some(share) = &mut self.share else { return true };
        let Role::Follows(following) = &share.role else { return true };
        let (client, comes) = match &command {
            Command::Came { client, .. } => (client, true),
            Command::Leave { client } => (client, false),
            _ => return true,
        };
        // If the client has since returned or left again, a later command reports it.
        if share.clients.contains_key(client) != comes {
            return true;
        }
        let (keeper, nodes) = (following.keeper.clone(), share.nodes.clone());
        let what = Asked::Do { command: command.clone(), owner };
        match nodes.ask(&keeper, self.table.name(), what).await {
            Ok(Answered::Done { serial, .. }) => {
                self.apply_updates_until(serial).await;
                true
            }
            failed => {
                if let Some(share) = &mut self.share {
                    share.unconfirmed.push(command);
                }
                if matches!(failed, Err(AskError::Timeout)) {
                    self.ask_soon();
                }
                false
            }
        }
    }

    /// Schedules an immediate status request: an unresponsive owner node may be gone, or may be waiting for this node, which it considers
    /// the owner.
    fn ask_soon(&mut self) {
        let now = self.around.now();
        if let Some(share) = &mut self.share {
            share.ask_at = Some(now);
        }
    }

    /// Forwards a client's command to the owner node.
    async fn forward(&mut self, command: Command) -> Result<Reply, RefusalOf<S>> {
        // The owner node may not know this client yet.
        self.report_unconfirmed().await;
        for _ in 0..3 {
            let Some(Share { role: Role::Follows(following), nodes, .. }) = &self.share else { break };
            let (keeper, nodes) = (following.keeper.clone(), nodes.clone());
            let what = Asked::Do { command: command.clone(), owner: self.around.owner() };
            match nodes.ask(&keeper, self.table.name(), what).await {
                Ok(Answered::Done { serial, outcome }) => {
                    self.apply_updates_until(serial).await;
                    return outcome;
                }
                Err(AskError::Timeout) => {
                    self.ask_soon();
                    return Err(AskError::Timeout.into());
                }
                Ok(_) | Err(AskError::Unreachable) => Box::pin(self.find_out()).await,
            }
        }
        if !self.follows() {
            return self.execute_locally(command).await;
        }
        Err(AskError::Unreachable.into())
    }

    /// Executes a client's command in a cluster. If the write failed because another node has taken over the table, forwards it there.
    pub(super) async fn handle_in_cluster(&mut self, command: Command, waiting: S::Waiting) {
        if !self.follows() {
            let outcome = self.execute_locally(command.clone()).await;
            if outcome.is_ok() || !self.share.as_ref().is_some_and(Share::is_astray) {
                return self.around.reply(waiting, outcome);
            }
            self.find_out().await;
        }
        self.handle_as_follower(command, waiting).await;
    }

    /// Executes a command as owner node and returns the outcome.
    async fn execute_locally(&mut self, command: Command) -> Result<Reply, RefusalOf<S>> {
        let mut asker = Asker::Here(None);
        self.run(command, &mut asker).await;
        match asker {
            Asker::Here(Some(reply)) => reply,
            _ => Err(Refusal::Waiting.into()),
        }
    }

    /// Applies updates up to a number, so that clients see the effects of their own commands.
    async fn apply_updates_until(&mut self, wanted: u64) {
        loop {
            let Some(Share { role: Role::Follows(following), nodes, .. }) = &mut self.share else { return };
            if following.serial.is_some_and(|known| known >= wanted) {
                return;
            }
            let Some(ear) = &mut following.ear else { break };
            // It was sent before the reply that has already arrived.
            let Some(telling) = nodes.hear_soon(ear).await else { break };
            self.hear(telling).await;
        }
        if let Some(Share { role: Role::Follows(following), .. }) = &mut self.share {
            (following.serial, following.gap) = (Some(wanted), true);
        }
        let effects = self.table.missed(self.around.now());
        self.carry_out(effects, &mut Asker::Nobody).await;
    }

    /// Executes a client's command at a table owned by another node.
    pub(super) async fn handle_as_follower(&mut self, command: Command, waiting: S::Waiting) {
        if let Command::Leave { .. } = command {
            self.command(command.clone()).await;
            self.report_to_owner(command).await;
            return self.around.reply(waiting, Ok(Reply::Done));
        }
        let outcome = self.forward(command).await;
        self.around.reply(waiting, outcome);
    }

    /// Welcomes a client at a table owned by another node, and reports it there.
    pub(super) async fn welcome_as_follower(&mut self, command: Command, waiting: S::Waiting) {
        let came = match &command {
            Command::Hello { client, hashes, .. } => Some(Command::Came { client: *client, hashes: hashes.clone() }),
            _ => None,
        };
        self.run(command, &mut Asker::Waits(waiting)).await;
        if let Some(came) = came {
            self.report_to_owner(came).await;
        }
    }

    /// Catches up if a client that comes from another node may know more of the table than this one.
    pub(super) async fn catch_up(&mut self, command: &Command) {
        let (Command::Hello { since, .. } | Command::Resume { since, .. }) = command else { return };
        // Their newest answer may have been in flight when they lost the other node. The owner node writes it before it returns its status,
        // since it received the answer first.
        if matches!(command, Command::Hello { since: Some(_), .. }) && self.follows() {
            self.ask_keeper().await;
        }
        if !self.table.lags_behind(*since) {
            return;
        }
        if !self.follows() {
            self.find_out().await;
        }
        if self.table.lags_behind(*since) {
            let effects = self.table.missed(self.around.now());
            self.carry_out(effects, &mut Asker::Nobody).await;
        }
    }

    /// Records this node's clients, for a future owner node.
    pub(super) fn track_client(&mut self, command: &Command) {
        let Some(share) = &mut self.share else { return };
        match command {
            Command::Hello { client, hashes, .. } => drop(share.clients.insert(*client, hashes.clone())),
            Command::Leave { client } => drop(share.clients.remove(client)),
            _ => {}
        }
    }

    /// Handles a request from another node.
    pub async fn answer_node(&mut self, node: String, what: Asked<OwnerOf<S>>) -> Answered<RefusalOf<S>> {
        let Some(Share { role: Role::Keeps(keeping), nodes, .. }) = &mut self.share else { return Answered::Moved };
        if let Asked::Follow | Asked::Do { .. } = &what {
            keeping.followers.entry(node.clone()).or_default().was_here |= nodes.is_here(&node);
        }
        match what {
            Asked::Follow => {
                // A forgotten follower may report one more client before it requests the status.
                let anew = !std::mem::replace(&mut keeping.followers.entry(node).or_default().has_asked, true);
                let (entries, company) = (self.table.entries(), self.table.company());
                keeping.company = company.clone();
                Answered::Stands { serial: keeping.serial, entries, company, anew }
            }
            Asked::Unfollow => {
                self.unfollowed(&node).await;
                Answered::Moved
            }
            Asked::Do { command, owner } => {
                let Follower { clients, visit, .. } = keeping.followers.entry(node).or_default();
                match &command {
                    Command::Came { client, .. } => drop(clients.insert(*client)),
                    Command::Leave { client } => drop(clients.remove(client)),
                    // The follower knows this node as owner from an earlier lease, or was forgotten: it reopens the table, reports its
                    // clients, and tries again.
                    Command::Answer { client, .. } | Command::Act { client, .. } if !clients.contains(client) => {
                        return Answered::Moved;
                    }
                    _ => {}
                }
                if clients.is_empty() {
                    *visit = None;
                } else if let Some(owner) = owner.filter(|_| visit.is_none()) {
                    *visit = Some(self.around.visit(owner));
                }
                let outcome = self.execute_locally(command).await;
                match &self.share {
                    // It was not executed; the new owner node may do it.
                    Some(share) if outcome.is_err() && share.ownership_lost => Answered::Moved,
                    Some(Share { role: Role::Keeps(keeping), .. }) => {
                        Answered::Done { serial: keeping.serial, outcome }
                    }
                    _ => Answered::Moved,
                }
            }
        }
    }

    /// Removes a follower and its clients.
    async fn unfollowed(&mut self, node: &str) {
        let Some(Share { role: Role::Keeps(keeping), .. }) = &mut self.share else { return };
        let Some(follower) = keeping.followers.remove(node) else { return };
        for client in follower.clients {
            self.command(Command::Leave { client }).await;
        }
    }

    /// Sends followers the changes since the last update.
    pub(super) async fn tell_followers(&mut self) {
        let Some(Share { role: Role::Keeps(keeping), nodes, .. }) = &mut self.share else { return };
        if keeping.followers.is_empty() {
            return;
        }
        let company = self.table.company();
        if keeping.writes.is_empty() && company == keeping.company && !keeping.reread {
            return;
        }
        keeping.serial += 1;
        keeping.company = company.clone();
        let (writes, reread) = (std::mem::take(&mut keeping.writes), std::mem::take(&mut keeping.reread));
        let told = Told { writes, entries: self.table.entries(), company, reread };
        let telling = Telling { epoch: keeping.epoch, serial: keeping.serial, told };
        nodes.tell(self.table.name(), &telling).await;
    }

    /// Handles eviction of the table from memory.
    pub async fn end(self) {
        let Some(share) = self.share.filter(|share| !share.nodes.leaves()) else { return };
        match share.role {
            Role::Keeps(_) => share.nodes.let_go(self.table.name()).await,
            Role::Follows(Following { keeper, .. }) => {
                // If the message is lost, the owner node finds out when it contacts this node, or when this node is gone.
                let _ = share.nodes.ask(&keeper, self.table.name(), Asked::Unfollow).await;
            }
        }
    }
}
