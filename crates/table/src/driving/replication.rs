//! The driver's work in a cluster: the owner node sends updates to followers and executes their requests; a follower applies updates and
//! forwards its clients' commands.

use super::{
    AskError, ClusterState, Environment, FollowedState, FollowerState, JoinOutcome, NodeReply, NodeRequest, Nodes,
    OwnerState, RefusalOf, ReplyTo, RequesterOf, Role, STATUS_INTERVAL_MS, TableDriver, UpdateMessage, join,
    roles::Follower,
};
use crate::{ClientId, Command, Hash, Refusal, Reply, Update};

impl<S: Environment> TableDriver<S> {
    /// Reports whether another node owns the table.
    pub fn is_follower(&self) -> bool {
        self.cluster.as_ref().is_some_and(|cluster| !cluster.is_owner())
    }

    /// Starts as owner node or follower.
    pub(super) async fn start_role(&mut self, joined: JoinOutcome<S::Nodes>) {
        let now = self.environment.now();
        let Some(cluster) = &mut self.cluster else { return };
        match joined {
            JoinOutcome::NotFound => {}
            JoinOutcome::Owner { epoch, unowned_ms, lapses } => {
                // Another node may have taken over the table while it was loading.
                cluster.lapses = lapses;
                cluster.ownership_lost |= lapses != cluster.nodes.lapses();
                if matches!(&cluster.role, Role::Owner(owner) if owner.epoch == epoch) {
                    cluster.status_due_at = None;
                    return;
                }
                // Another node may have written to the table in between, unless the table was just opened (epoch 0), in which case it was
                // loaded after the lease was taken.
                let missed = !matches!(&cluster.role, Role::Owner(OwnerState { epoch: 0, .. }));
                cluster.role = Role::Owner(OwnerState::new(epoch));
                cluster.status_due_at = None;
                self.environment.role_changed(true);
                if missed {
                    // All earlier writes are now visible: no node from an earlier epoch can write any more.
                    let effects = self.table.reload_after_gap(now);
                    self.execute_effects(effects, &mut ReplyTo::Nobody).await;
                }
                let effects = self.table.become_owner(self.environment.now(), unowned_ms);
                self.execute_effects(effects, &mut ReplyTo::Nobody).await;
            }
            JoinOutcome::Follower(follow) => {
                let FollowedState { owner_node, epoch, serial, entries, live, subscription } = *follow;
                // The number of entries reveals missing log entries, but missed keys and seats would go unnoticed.
                let knows_all = matches!(&cluster.role, Role::Follower(known)
                    if known.epoch == epoch && known.serial == serial && serial.is_some() && !known.gap);
                cluster.role = Role::Follower(FollowerState { owner_node, epoch, serial, gap: false, subscription });
                cluster.status_due_at = Some(now.after(STATUS_INTERVAL_MS));
                self.environment.role_changed(false);
                self.environment.stop_thinking();
                let mut effects = self.table.become_follower(now, entries, live);
                if !knows_all && !self.table.waits_for_storage() {
                    effects.extend(self.table.reload_missed(now));
                }
                self.execute_effects(effects, &mut ReplyTo::Nobody).await;
                self.report_clients().await;
            }
        }
    }

    /// Finds out which node owns the table now.
    pub async fn look_up_owner(&mut self) {
        let Some(cluster) = &mut self.cluster else { return };
        cluster.ownership_lost = false;
        cluster.lapses = cluster.nodes.lapses();
        let nodes = cluster.nodes.clone();
        match join(&*nodes, self.table.name()).await {
            Ok(joined) => Box::pin(self.start_role(joined)).await,
            Err(why) => {
                nodes.warn(self.table.name(), &why);
                self.schedule_status_request();
            }
        }
    }

    /// Schedules the next status request at the regular interval.
    pub(super) fn schedule_status_request(&mut self) {
        let at = self.environment.now().after(STATUS_INTERVAL_MS);
        if let Some(cluster) = &mut self.cluster {
            cluster.status_due_at = Some(at);
        }
    }

    /// Requests the status if it is due.
    pub async fn check_status(&mut self) {
        if self.is_follower() {
            return self.request_status().await;
        }
        self.look_up_owner().await;
        if self.cluster.as_ref().is_some_and(|cluster| cluster.load_failed && cluster.is_owner()) {
            let effects = self.table.reload_missed(self.environment.now());
            self.execute_effects(effects, &mut ReplyTo::Nobody).await;
        }
    }

    /// Handles nodes joining or leaving: looks up a new owner node, or removes followers that are gone.
    pub async fn nodes_changed(&mut self) {
        let Some(cluster) = &mut self.cluster else { return };
        if cluster.lapses != cluster.nodes.lapses() {
            return self.look_up_owner().await;
        }
        match &mut cluster.role {
            Role::Follower(following) if !cluster.nodes.is_live(&following.owner_node) => self.look_up_owner().await,
            Role::Follower(_) => {}
            Role::Owner(owner) => {
                let mut gone = Vec::new();
                for (node, follower) in &mut owner.followers {
                    let is_here = cluster.nodes.is_live(node);
                    if follower.was_here && !is_here {
                        gone.push(node.clone());
                    }
                    follower.was_here |= is_here;
                }
                for node in gone {
                    self.remove_follower(&node).await;
                }
            }
        }
    }

    /// Applies an update from the owner node.
    pub async fn apply_update(&mut self, UpdateMessage { epoch, serial, update }: UpdateMessage) {
        let now = self.environment.now();
        let Some(ClusterState { role: Role::Follower(following), .. }) = &mut self.cluster else { return };
        if epoch != following.epoch {
            if epoch > following.epoch {
                self.look_up_owner().await;
            }
            return;
        }
        let known = following.serial;
        if known.is_some_and(|known| serial <= known) {
            return;
        }
        // Every update contains the full presence.
        (following.serial, following.gap) = (Some(serial), false);
        let whole = known.is_some_and(|known| serial == known + 1) && !update.reloaded;
        let mut effects = self.table.apply_update(now, update);
        if !whole && !self.table.waits_for_storage() {
            effects.extend(self.table.reload_missed(now));
        }
        self.execute_effects(effects, &mut ReplyTo::Nobody).await;
    }

    /// Requests the status from the owner node.
    async fn request_status(&mut self) {
        self.schedule_status_request();
        let Some(ClusterState { role: Role::Follower(following), nodes, .. }) = &mut self.cluster else { return };
        let (owner_node, known) = (following.owner_node.clone(), following.serial);
        match nodes.clone().request(&owner_node, self.table.name(), NodeRequest::Follow).await {
            Ok(NodeReply::Status { serial, entries, live, was_unknown }) => {
                let Some(ClusterState { role: Role::Follower(following), load_failed, .. }) = &mut self.cluster else {
                    return;
                };
                let whole = !was_unknown && !*load_failed && !following.gap && self.table.entries() == entries;
                if known == Some(serial) && whole {
                    return self.report_unconfirmed().await;
                }
                (following.serial, following.gap) = (Some(serial), false);
                let now = self.environment.now();
                let mut effects = self.table.become_follower(now, entries, live);
                if !self.table.waits_for_storage() {
                    effects.extend(self.table.reload_missed(now));
                }
                self.execute_effects(effects, &mut ReplyTo::Nobody).await;
                // A new owner node does not know about this node's clients.
                self.report_clients().await;
            }
            _ => self.look_up_owner().await,
        }
    }

    /// Reports this node's clients to the owner node.
    async fn report_clients(&mut self) {
        let Some(cluster) = &mut self.cluster else { return };
        let connected = |(client, hashes): (&ClientId, &Vec<Hash>)| Command::RemoteConnected {
            client: *client,
            hashes: hashes.clone(),
        };
        // Keep departures, since the owner node may still list clients that are gone.
        cluster.unconfirmed.retain(|command| matches!(command, Command::Leave { .. }));
        cluster.unconfirmed.extend(cluster.clients.iter().map(connected));
        self.report_unconfirmed().await;
    }

    /// Reports client arrivals and departures that the owner node has not confirmed.
    async fn report_unconfirmed(&mut self) {
        let Some(cluster) = &mut self.cluster else { return };
        let mut commands = std::mem::take(&mut cluster.unconfirmed).into_iter();
        while let Some(command) = commands.next() {
            if !self.report_to_owner(command).await {
                // The remaining commands are reported once the owner node is back.
                if let Some(cluster) = &mut self.cluster {
                    cluster.unconfirmed.extend(commands);
                }
                return;
            }
        }
    }

    /// Reports that a client arrived or left, and returns whether the owner node confirmed it. If it did not, the report is repeated after
    /// the next status request.
    async fn report_to_owner(&mut self, command: Command) -> bool {
        let requester = self.environment.requester();
        let Some(cluster) = &mut self.cluster else { return true };
        let Role::Follower(following) = &cluster.role else { return true };
        let (client, has_come) = match &command {
            Command::RemoteConnected { client, .. } => (client, true),
            Command::Leave { client } => (client, false),
            _ => return true,
        };
        // The client has since returned or left again; a later command reports that.
        if cluster.clients.contains_key(client) != has_come {
            return true;
        }
        let (owner_node, nodes) = (following.owner_node.clone(), cluster.nodes.clone());
        let what = NodeRequest::Execute { command: command.clone(), requester };
        match nodes.request(&owner_node, self.table.name(), what).await {
            Ok(NodeReply::Done { serial, .. }) => {
                self.apply_updates_until(serial).await;
                true
            }
            failed => {
                if let Some(cluster) = &mut self.cluster {
                    cluster.unconfirmed.push(command);
                }
                if matches!(failed, Err(AskError::Timeout)) {
                    self.schedule_status_request_now();
                }
                false
            }
        }
    }

    /// Makes the next status request due immediately.
    fn schedule_status_request_now(&mut self) {
        let now = self.environment.now();
        if let Some(cluster) = &mut self.cluster {
            cluster.status_due_at = Some(now);
        }
    }

    /// Forwards a client's command to the owner node.
    async fn forward(&mut self, command: Command) -> Result<Reply, RefusalOf<S>> {
        // The owner node may not know about this client yet.
        self.report_unconfirmed().await;
        for _ in 0..3 {
            let Some(ClusterState { role: Role::Follower(following), nodes, .. }) = &self.cluster else { break };
            let (owner_node, nodes) = (following.owner_node.clone(), nodes.clone());
            let what = NodeRequest::Execute { command: command.clone(), requester: self.environment.requester() };
            match nodes.request(&owner_node, self.table.name(), what).await {
                Ok(NodeReply::Done { serial, outcome }) => {
                    self.apply_updates_until(serial).await;
                    return outcome;
                }
                Err(AskError::Timeout) => {
                    self.schedule_status_request_now();
                    return Err(AskError::Timeout.into());
                }
                Ok(_) | Err(AskError::Unreachable) => Box::pin(self.look_up_owner()).await,
            }
        }
        if !self.is_follower() {
            return self.execute_locally(command).await;
        }
        Err(AskError::Unreachable.into())
    }

    /// Executes a client's command in a cluster. If the write fails because another node has taken over the table, forwards the command to
    /// that node.
    pub(super) async fn handle_in_cluster(&mut self, command: Command, waiting: S::PendingReply) {
        if !self.is_follower() {
            let outcome = self.execute_locally(command.clone()).await;
            if outcome.is_ok() || !self.cluster.as_ref().is_some_and(ClusterState::has_lost_ownership) {
                return self.environment.reply(waiting, outcome);
            }
            self.look_up_owner().await;
        }
        self.handle_as_follower(command, waiting).await;
    }

    /// Executes a command as owner node and returns the outcome.
    async fn execute_locally(&mut self, command: Command) -> Result<Reply, RefusalOf<S>> {
        let mut reply_to = ReplyTo::Driver(None);
        self.run(command, &mut reply_to).await;
        match reply_to {
            ReplyTo::Driver(Some(reply)) => reply,
            _ => Err(Refusal::Waiting.into()),
        }
    }

    /// Applies updates up to the given number, so that clients see the effects of their own commands.
    async fn apply_updates_until(&mut self, wanted: u64) {
        loop {
            let Some(ClusterState { role: Role::Follower(following), nodes, .. }) = &mut self.cluster else { return };
            if following.serial.is_some_and(|known| known >= wanted) {
                return;
            }
            let Some(subscription) = &mut following.subscription else { break };
            // The update was sent before the reply, which has already arrived.
            let Some(message) = nodes.next_update_soon(subscription).await else { break };
            self.apply_update(message).await;
        }
        if let Some(ClusterState { role: Role::Follower(following), .. }) = &mut self.cluster {
            (following.serial, following.gap) = (Some(wanted), true);
        }
        let effects = self.table.reload_missed(self.environment.now());
        self.execute_effects(effects, &mut ReplyTo::Nobody).await;
    }

    /// Executes a client's command at a table owned by another node.
    pub(super) async fn handle_as_follower(&mut self, command: Command, waiting: S::PendingReply) {
        if let Command::Leave { .. } = command {
            self.command(command.clone()).await;
            self.report_to_owner(command).await;
            return self.environment.reply(waiting, Ok(Reply::Done));
        }
        let outcome = self.forward(command).await;
        self.environment.reply(waiting, outcome);
    }

    /// Welcomes a client at a table owned by another node, and reports the client to that node.
    pub(super) async fn welcome_as_follower(&mut self, command: Command, waiting: S::PendingReply) {
        let connected = match &command {
            Command::Hello { client, hashes, .. } => {
                Some(Command::RemoteConnected { client: *client, hashes: hashes.clone() })
            }
            _ => None,
        };
        self.run(command, &mut ReplyTo::Client(waiting)).await;
        if let Some(connected) = connected {
            self.report_to_owner(connected).await;
        }
    }

    /// Loads missing answers if a client coming from another node may have received more answers than this node has.
    pub(super) async fn catch_up(&mut self, command: &Command) {
        let (Command::Hello { since, .. } | Command::Resume { since, .. }) = command else { return };
        // The client's newest answer may still have been on its way to this node when the client lost its connection to the other node. The
        // owner node received that answer before the status request, so it writes the answer before it returns the status.
        if matches!(command, Command::Hello { since: Some(_), .. }) && self.is_follower() {
            self.request_status().await;
        }
        if !self.table.lags_behind(*since) {
            return;
        }
        if !self.is_follower() {
            self.look_up_owner().await;
        }
        if self.table.lags_behind(*since) {
            let effects = self.table.reload_missed(self.environment.now());
            self.execute_effects(effects, &mut ReplyTo::Nobody).await;
        }
    }

    /// Records this node's clients so that they can be reported to a new owner node.
    pub(super) fn track_client(&mut self, command: &Command) {
        let Some(cluster) = &mut self.cluster else { return };
        match command {
            Command::Hello { client, hashes, .. } => drop(cluster.clients.insert(*client, hashes.clone())),
            Command::Leave { client } => drop(cluster.clients.remove(client)),
            _ => {}
        }
    }

    /// Handles a request from another node.
    pub async fn answer_node(&mut self, node: String, what: NodeRequest<RequesterOf<S>>) -> NodeReply<RefusalOf<S>> {
        let Some(ClusterState { role: Role::Owner(owner), nodes, .. }) = &mut self.cluster else {
            return NodeReply::NotOwner;
        };
        if let NodeRequest::Follow | NodeRequest::Execute { .. } = &what {
            owner.followers.entry(node.clone()).or_default().was_here |= nodes.is_live(&node);
        }
        match what {
            NodeRequest::Follow => {
                // An existing entry is not enough, since a forgotten follower may report a client before requesting the status.
                let was_unknown = !std::mem::replace(&mut owner.followers.entry(node).or_default().has_asked, true);
                let (entries, live) = (self.table.entries(), self.table.live_state());
                owner.live = live.clone();
                NodeReply::Status { serial: owner.serial, entries, live, was_unknown }
            }
            NodeRequest::Unfollow => {
                self.remove_follower(&node).await;
                NodeReply::NotOwner
            }
            NodeRequest::Execute { command, requester } => {
                let Follower { clients, visit, .. } = owner.followers.entry(node).or_default();
                match &command {
                    Command::RemoteConnected { client, .. } => drop(clients.insert(*client)),
                    Command::Leave { client } => drop(clients.remove(client)),
                    // Either the follower knows this node as the owner from an earlier lease, or this node forgot the follower. It reopens
                    // the table, reports its clients, and tries again.
                    Command::Answer { client, .. } | Command::Act { client, .. } if !clients.contains(client) => {
                        return NodeReply::NotOwner;
                    }
                    _ => {}
                }
                if clients.is_empty() {
                    *visit = None;
                } else if let Some(requester) = requester.filter(|_| visit.is_none()) {
                    *visit = Some(self.environment.register_visitor(requester));
                }
                let outcome = self.execute_locally(command).await;
                match &self.cluster {
                    // The command was not executed; the new owner node can execute it.
                    Some(cluster) if outcome.is_err() && cluster.ownership_lost => NodeReply::NotOwner,
                    Some(ClusterState { role: Role::Owner(owner), .. }) => {
                        NodeReply::Done { serial: owner.serial, outcome }
                    }
                    _ => NodeReply::NotOwner,
                }
            }
        }
    }

    /// Removes a follower and its clients.
    async fn remove_follower(&mut self, node: &str) {
        let Some(ClusterState { role: Role::Owner(owner), .. }) = &mut self.cluster else { return };
        let Some(follower) = owner.followers.remove(node) else { return };
        for client in follower.clients {
            self.command(Command::Leave { client }).await;
        }
    }

    /// Sends the changes since the last update to all followers.
    pub(super) async fn send_update(&mut self) {
        let Some(ClusterState { role: Role::Owner(owner), nodes, .. }) = &mut self.cluster else { return };
        if owner.followers.is_empty() {
            return;
        }
        let live = self.table.live_state();
        if owner.writes.is_empty() && live == owner.live && !owner.reloaded {
            return;
        }
        owner.serial += 1;
        owner.live = live.clone();
        let (writes, reloaded) = (std::mem::take(&mut owner.writes), std::mem::take(&mut owner.reloaded));
        let update = Update { writes, entries: self.table.entries(), live, reloaded };
        let message = UpdateMessage { epoch: owner.epoch, serial: owner.serial, update };
        nodes.publish(self.table.name(), &message).await;
    }

    /// Releases the table, or stops following it, after it has been evicted from memory.
    pub async fn handle_eviction(self) {
        let Some(cluster) = self.cluster.filter(|cluster| !cluster.nodes.is_shutting_down()) else { return };
        match cluster.role {
            Role::Owner(_) => cluster.nodes.release_lease(self.table.name()).await,
            Role::Follower(FollowerState { owner_node, .. }) => {
                // If this message is lost, the owner node drops the follower once this node is gone.
                let _ = cluster.nodes.request(&owner_node, self.table.name(), NodeRequest::Unfollow).await;
            }
        }
    }
}
