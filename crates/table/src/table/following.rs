//! Replication of a table: only the owner node changes it; followers show it to their own clients.
//!
//! A follower receives the log entry by entry and loads what it missed. It welcomes clients, but takes no steps on its own: it makes no
//! draws, asks no computer players, and expires no clocks.

use super::{Awaited, Client, Table, Thinking, push_news};
use crate::command::{ClientId, Effect, News, Reply, Write};
use crate::live_state::{LiveState, Update};
use crate::messages;
use crate::moment::Moment;
use crate::record::{Hash, LogEntry, Logged, Phase};
use crate::refusal::Refusal;
use crate::step::Step;

/// Maximum number of answers merged at once, which bounds the memory used for their positions.
const MAX_BATCH: usize = 8;

impl Table {
    /// Returns whether another node owns the table.
    pub fn is_follower(&self) -> bool {
        self.followed.is_some()
    }

    /// Returns the number of known log entries.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Returns presence and other state that is not stored, to be sent to followers.
    pub fn live_state(&self) -> LiveState {
        LiveState {
            connected: self.connected(),
            watching: self.watching(),
            away: self.away.clone(),
            thinking: self.thinking.as_ref().map(|thinking| (thinking.seat, thinking.millis)),
            offer: self.offer.clone(),
            declined: self.declined.clone(),
            rematch: self.rematch.clone(),
        }
    }

    /// Becomes a follower. `entries` is the number of log entries on the owner node; missing ones must be loaded.
    pub fn become_follower(&mut self, at: Moment, entries: usize, live: LiveState) -> Vec<Effect> {
        let mut out = Vec::new();
        self.resume_from_hibernation();
        self.advance_to(at);
        self.retry_at = None;
        // Other nodes report their own clients to the new owner node.
        self.clients.retain(|_, client| !client.is_remote);
        self.apply_presence(live, &mut out);
        if self.reload_reason.is_some() || self.entries < entries {
            self.request_reload(&mut out);
        }
        out
    }

    /// Becomes the owner node. `unowned_ms` is how many milliseconds the table had no owner node; this time is not charged to any clock.
    pub fn become_owner(&mut self, at: Moment, unowned_ms: u64) -> Vec<Effect> {
        let mut out = Vec::new();
        self.resume_from_hibernation();
        self.followed = None;
        self.thinking = None;
        // The old owner node may be gone, together with the rematch that it was creating.
        self.rematch.creating = false;
        self.advance_to(at);
        if let Some(reason) = &mut self.reload_reason {
            // Once the table has been reloaded, `settle_clocks` excludes the time since this moment.
            (reason.since, reason.taken) = (Moment(at.0.saturating_sub(unowned_ms)), true);
        } else if let Some(clocks) = &mut self.clocks {
            clocks.exclude(unowned_ms, at);
        }
        self.notify_table_changed(&mut out);
        self.progress(at, &mut out);
        out
    }

    /// Applies an update from the owner node.
    pub fn apply_update(&mut self, at: Moment, update: Update) -> Vec<Effect> {
        let mut out = Vec::new();
        self.resume_from_hibernation();
        self.advance_to(at);
        let mut whole = true;
        for write in update.writes {
            whole = whole && self.apply_write(write, &mut out);
        }
        self.apply_presence(update.live, &mut out);
        if !whole || self.entries < update.entries {
            self.request_reload(&mut out);
        }
        out
    }

    /// Reports whether a client has received more answers than this node knows.
    pub fn lags_behind(&self, since: Option<usize>) -> bool {
        let known = self.hibernated.as_ref().map_or(self.game.seq(), |hibernated| hibernated.answers.len());
        since.is_some_and(|since| since > known)
    }

    /// Loads the writes that this node missed while other nodes may have owned the table. Clocks kept running on those nodes, so the time
    /// of this node's storage failure is charged as well.
    pub fn reload_after_gap(&mut self, at: Moment) -> Vec<Effect> {
        if let Some(reason) = &mut self.reload_reason {
            reason.since = at;
        }
        self.reload_missed(at)
    }

    /// Loads what this node missed, such as a lost update.
    pub fn reload_missed(&mut self, at: Moment) -> Vec<Effect> {
        let mut out = Vec::new();
        self.resume_from_hibernation();
        self.advance_to(at);
        self.request_reload(&mut out);
        out
    }

    fn request_reload(&mut self, out: &mut Vec<Effect>) {
        self.awaited = Some(Awaited::Reload { then: None });
        out.push(Effect::Reload { from: self.entries });
    }

    /// Applies one of the owner node's writes; returns whether that succeeded.
    fn apply_write(&mut self, write: Write, out: &mut Vec<Effect>) -> bool {
        match write {
            Write::Create { .. } => true,
            Write::Keys(keys) => {
                self.keys.extend(keys);
                true
            }
            Write::ReplaceKeys { new, old } => {
                self.replace_keys(new, &old);
                true
            }
            // The loaded state may be newer than this update: once the game has begun, the log determines the occupants.
            Write::Seats { keys, .. } if self.phase != Phase::Gathering => {
                self.keys.extend(keys);
                true
            }
            Write::Seats { seats, phase, keys } => {
                self.apply_seats(seats, phase, keys, out);
                true
            }
            Write::Append { entries, clocks, .. } => {
                let new: Vec<LogEntry> = entries.into_iter().filter(|entry| entry.number >= self.entries).collect();
                if new.is_empty() {
                    return true;
                }
                if new[0].number == self.entries {
                    // The owner node's clocks are valid here, since all nodes share the same moments.
                    self.clocks = clocks;
                }
                // If an entry cannot be applied, the table is reloaded, which reports any error.
                self.apply_log(&new, out).is_ok()
            }
        }
    }

    /// Applies new log entries that follow the known ones.
    pub(super) fn apply_log(&mut self, log: &[LogEntry], out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let damaged = |why: String| Refusal::NotRead(format!("the database holds what cannot be read: {why}"));
        let mut steps: Vec<Step> = Vec::new();
        for entry in log {
            let wanted = self.entries + steps.len();
            if entry.number != wanted {
                let found = entry.number;
                return Err(Refusal::Damaged(format!("the storage has entry {found} where {wanted} should be")));
            }
            match &entry.what {
                Logged::Answer { word, .. } => {
                    let game = steps.last().map_or(&self.game, |last| &last.game);
                    let answer = game.answer(word).map_err(|why| damaged(why.to_string()))?;
                    let step = Step::of(game, wanted, answer).map_err(|why| damaged(why.to_string()))?;
                    steps.push(step);
                    if steps.len() == MAX_BATCH {
                        self.apply_steps(std::mem::take(&mut steps), out);
                    }
                }
                _ => {
                    self.apply_steps(std::mem::take(&mut steps), out);
                    self.apply_entry(entry, out).map_err(|why| damaged(why.to_string()))?;
                }
            }
        }
        self.apply_steps(steps, out);
        Ok(())
    }

    /// Applies a presence update, and notifies clients of visible changes.
    fn apply_presence(&mut self, live: LiveState, out: &mut Vec<Effect>) {
        let thought = self.thinking.as_ref().map(|thinking| (thinking.seat, thinking.millis));
        let seen = |live: &LiveState| (live.connected.clone(), live.watching, live.rematch.clone());
        let before = (self.followed.as_ref().map(seen), self.offer.clone());
        let thinking =
            |(seat, millis)| Thinking { seat, millis, number: self.entries, reveal_at: self.now, decided: None };
        self.thinking = live.thinking.map(thinking);
        self.away.clone_from(&live.away);
        self.offer.clone_from(&live.offer);
        self.declined.clone_from(&live.declined);
        self.rematch = live.rematch.clone();
        if before != (Some(seen(&live)), live.offer.clone()) {
            self.followed = Some(live.clone());
            self.notify_table_changed(out);
        }
        if let Some((seat, millis)) = live.thinking.filter(|_| thought != live.thinking) {
            push_news(out, News::for_everyone(messages::thinking(seat, millis)));
        }
        self.followed = Some(live);
    }

    /// Adds a client that is connected to a follower.
    pub(super) fn add_remote_client(&mut self, client: ClientId, hashes: &[Hash], out: &mut Vec<Effect>) {
        if self.clients.get(&client).is_some_and(|client| !client.is_remote) {
            // This node has since become the owner and serves the client itself.
            return out.push(Effect::Reply(Ok(Reply::Done)));
        }
        let admitted = self.admits(hashes);
        let known = self.keys.iter().any(|key| hashes.contains(&key.hash));
        let seated = Client { v: messages::VERSION, you: self.seats_of(hashes), known, is_remote: true };
        self.seat_client(client, admitted.is_ok().then_some(seated), out);
        out.push(Effect::Reply(admitted.map(|()| Reply::Done)));
    }
}
