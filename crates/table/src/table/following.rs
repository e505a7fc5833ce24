//! A table in memory twice: one keeps it, and alone changes it; the others follow, and show it to those whom they serve.
//!
//! Whoever follows has the same log, which it hears entry by entry; what it missed it reads. It answers no command but greetings, and
//! sees to nothing by itself: no draw, no computer player, no clock that falls.

use super::{Awaited, Client, Table, Thinking, tell};
use crate::command::{ClientId, Effect, News, Reply, Write};
use crate::company::{Company, Told};
use crate::messages;
use crate::moment::Moment;
use crate::record::{Hash, LogEntry, Logged, Phase};
use crate::refusal::Refusal;
use crate::step::Step;

/// Answers that are taken over at once, so that it takes no more memory than that of so many positions.
const TOGETHER: usize = 8;

impl Table {
    /// Whether the table is kept elsewhere.
    pub fn follows(&self) -> bool {
        self.followed.is_some()
    }

    /// How many entries of the log it knows.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Who is there, for those who follow the table.
    pub fn company(&self) -> Company {
        Company {
            connected: self.connected(),
            watching: self.watching(),
            away: self.away.clone(),
            thinking: self.thinking.as_ref().map(|thinking| (thinking.seat, thinking.millis)),
            offer: self.offer.clone(),
            declined: self.declined,
            rematch: self.rematch.clone(),
        }
    }

    /// From now on the table is kept elsewhere, where it has so many entries. What is not known of it is to be read.
    pub fn follow(&mut self, at: Moment, entries: usize, company: Company) -> Vec<Effect> {
        let mut out = Vec::new();
        self.wake_up();
        self.comes_to(at);
        self.rests_until = None;
        // Those of others say anew to the new keeper that they are there.
        self.clients.retain(|_, client| !client.afar);
        self.meet(company, &mut out);
        if self.doubtful.is_some() || self.entries < entries {
            self.read_again(&mut out);
        }
        out
    }

    /// From now on the table is kept here. For so many milliseconds nobody has kept it: these count on no clock.
    pub fn keep(&mut self, at: Moment, alone: u64) -> Vec<Effect> {
        let mut out = Vec::new();
        self.wake_up();
        self.followed = None;
        self.thinking = None;
        // Whoever was making the rematch may be gone with the keeper.
        self.rematch.making = false;
        self.comes_to(at);
        if let Some(doubt) = &mut self.doubtful {
            // Once the table has been read, the time since then does not count.
            (doubt.since, doubt.taken) = (Moment(at.0.saturating_sub(alone)), true);
        } else if let Some(clocks) = &mut self.clocks {
            clocks.stand_still(alone, at);
        }
        self.tell_table(&mut out);
        self.go_on(at, &mut out);
        out
    }

    /// Takes what the keeper tells.
    pub fn hear(&mut self, at: Moment, told: Told) -> Vec<Effect> {
        let mut out = Vec::new();
        self.wake_up();
        self.comes_to(at);
        let mut whole = true;
        for write in told.writes {
            whole = whole && self.take_write(write, &mut out);
        }
        self.meet(told.company, &mut out);
        if !whole || self.entries < told.entries {
            self.read_again(&mut out);
        }
        out
    }

    /// Whether somebody has been told of more answers than are known here, by whoever keeps the table.
    pub fn lags_behind(&self, since: Option<usize>) -> bool {
        let known = self.asleep.as_ref().map_or(self.game.seq(), |asleep| asleep.answers.len());
        since.is_some_and(|since| since > known)
    }

    /// What was written down while others may have kept the table was missed. They counted until now, whatever was doubtful here.
    pub fn missed_while_elsewhere(&mut self, at: Moment) -> Vec<Effect> {
        if let Some(doubt) = &mut self.doubtful {
            doubt.since = at;
        }
        self.missed(at)
    }

    /// Something that the keeper told was missed.
    pub fn missed(&mut self, at: Moment) -> Vec<Effect> {
        let mut out = Vec::new();
        self.wake_up();
        self.comes_to(at);
        self.read_again(&mut out);
        out
    }

    fn read_again(&mut self, out: &mut Vec<Effect>) {
        self.awaited = Some(Awaited::Reload { then: None });
        out.push(Effect::Reload { from: self.entries });
    }

    /// Takes over what the keeper has written down; says whether it could.
    fn take_write(&mut self, write: Write, out: &mut Vec<Effect>) -> bool {
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
            // What was read may be newer than what is told of that: in a game that has begun, the log says who plays for whom.
            Write::Seats { keys, .. } if self.phase != Phase::Gathering => {
                self.keys.extend(keys);
                true
            }
            Write::Seats { seats, phase, keys } => {
                self.reseated(seats, phase, keys, out);
                true
            }
            Write::Append { entries, clocks, .. } => {
                let new: Vec<LogEntry> = entries.into_iter().filter(|entry| entry.number >= self.entries).collect();
                if new.is_empty() {
                    return true;
                }
                if new[0].number == self.entries {
                    // As the keeper counts: all nodes count the same moments.
                    self.clocks = clocks;
                }
                // What cannot be taken over is read, and then it is said what is wrong with it.
                self.take_log(&new, out).is_ok()
            }
        }
    }

    /// Takes entries of the log over that follow those that are known.
    pub(super) fn take_log(&mut self, log: &[LogEntry], out: &mut Vec<Effect>) -> Result<(), Refusal> {
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
                    if steps.len() == TOGETHER {
                        self.step_to(std::mem::take(&mut steps), out);
                    }
                }
                _ => {
                    self.step_to(std::mem::take(&mut steps), out);
                    self.take_entry(entry, out).map_err(|why| damaged(why.to_string()))?;
                }
            }
        }
        self.step_to(steps, out);
        Ok(())
    }

    /// Takes over who is there, and tells of it where that makes a difference to be seen.
    fn meet(&mut self, company: Company, out: &mut Vec<Effect>) {
        let thought = self.thinking.as_ref().map(|thinking| (thinking.seat, thinking.millis));
        let seen = |company: &Company| (company.connected.clone(), company.watching, company.rematch.clone());
        let before = (self.followed.as_ref().map(seen), self.offer.clone());
        let thinking =
            |(seat, millis)| Thinking { seat, millis, number: self.entries, shown_until: self.now, decided: None };
        self.thinking = company.thinking.map(thinking);
        self.away.clone_from(&company.away);
        self.offer.clone_from(&company.offer);
        self.declined = company.declined;
        self.rematch = company.rematch.clone();
        if before != (Some(seen(&company)), company.offer.clone()) {
            self.followed = Some(company.clone());
            self.tell_table(out);
        }
        if let Some((seat, millis)) = company.thinking.filter(|_| thought != company.thinking) {
            tell(out, News::of_all(messages::thinking(seat, millis)));
        }
        self.followed = Some(company);
    }

    /// A client came whom somebody else serves, who follows the table.
    pub(super) fn came(&mut self, client: ClientId, hashes: &[Hash], out: &mut Vec<Effect>) {
        if self.clients.get(&client).is_some_and(|client| !client.afar) {
            // It is served here, where the table is kept since.
            return out.push(Effect::Reply(Ok(Reply::Done)));
        }
        let admitted = self.admits(hashes);
        let known = self.keys.iter().any(|key| hashes.contains(&key.hash));
        let seated = Client { v: messages::VERSION, you: self.seats_of(hashes), known, afar: true };
        self.seat_client(client, admitted.is_ok().then_some(seated), out);
        out.push(Effect::Reply(admitted.map(|()| Reply::Done)));
    }
}
