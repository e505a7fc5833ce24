//! Connects clients to the table, and seats people.

use std::collections::BTreeSet;

use super::{Awaited, Client, Table};
use crate::colour::Colour;
use crate::command::{ClientId, Effect, Reply, Write};
use crate::keys::surplus_keys;
use crate::occupant::{Joining, SeatOccupant, name_of_player};
use crate::rated::UnfitForRating;
use crate::record::{Hash, Key, Loss, Phase, Right};
use crate::refusal::Refusal;
use crate::seat_colours::{fix_colours, is_taken};

impl Table {
    pub(super) fn hello(
        &mut self,
        client: ClientId,
        (v, hashes): (u32, &[Hash]),
        since: Option<usize>,
        out: &mut Vec<Effect>,
    ) {
        if let Err(refusal) = self.admits(hashes) {
            // A client that changed its secrets first gives up its old seats.
            self.seat_client(client, None, out);
            return out.push(Effect::Reply(Err(refusal)));
        }
        let known = self.keys.iter().any(|key| hashes.contains(&key.hash));
        self.seat_client(client, Some(Client { v, you: self.seats_of(hashes), known, is_remote: false }), out);
        let welcome = self.welcome(client, since);
        out.push(Effect::Reply(welcome.map(Reply::Welcome)));
    }

    /// Assigns a client to its seats, or removes it, and notifies everyone of visible changes.
    pub(super) fn seat_client(&mut self, client: ClientId, seated: Option<Client>, out: &mut Vec<Effect>) {
        let (before, watched) = (self.connected(), self.watching());
        match seated {
            Some(seated) => self.clients.insert(client, seated),
            None => self.clients.remove(&client),
        };
        if self.clients.is_empty() {
            self.shown = Vec::new();
        }
        self.track_absences();
        if self.connected() != before {
            self.notify_table_changed(out);
        } else if self.watching() != watched {
            self.notify_watching(out);
        }
    }

    /// Returns the seats with a connected client.
    pub(super) fn connected(&self) -> BTreeSet<u8> {
        match &self.followed {
            Some(live) => live.connected.clone(),
            None => self.clients.values().flat_map(|client| &client.you).copied().collect(),
        }
    }

    pub(super) fn is_held_by(&self, client: ClientId, seat: u8) -> bool {
        self.clients.get(&client).is_some_and(|client| client.you.contains(&seat))
    }

    pub(super) fn join(
        &mut self,
        seat: u8,
        joining: Joining,
        (token, browser): (Hash, Hash),
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let name = name_of_player(&joining.name)?;
        if self.access.invited && !self.keys.iter().any(|key| key.hash == browser) {
            return Err(Refusal::NotInvited);
        }
        match self.seats.get(usize::from(seat)) {
            Some(SeatOccupant::Open) if self.phase == Phase::Gathering => {}
            Some(_) => return Err(Refusal::SeatTaken(seat)),
            None => return Err(Refusal::NoSuchSeat { seat, last: self.seats.len() - 1 }),
        }
        if self.terms.rated {
            let account = joining.account.ok_or(Refusal::Rated(UnfitForRating::Guest))?;
            if self.seats.iter().any(|other| other.account() == Some(account)) {
                return Err(Refusal::Rated(UnfitForRating::Twice));
            }
        }
        let mut seats = self.seats.clone();
        // A colour that another person has is not an error: the browser sends the one that its player had in the last game.
        let colour = joining.colour.filter(|&colour| !is_taken(&seats, usize::from(seat), colour));
        seats[usize::from(seat)] =
            SeatOccupant::Human { name, account: joining.account, rating: joining.rating, colour };
        fix_colours(&mut seats);
        let right = Right::Seat(seat);
        let keys = vec![Key { hash: token, right }, Key { hash: browser, right }];
        let phase = Phase::of(&seats);
        self.reseat(seats, phase, keys, out);
        Ok(())
    }

    /// Changes the colour of a person who waits for the game to start.
    pub(super) fn choose_colour(
        &mut self,
        seat: u8,
        colour: Colour,
        hashes: &[Hash],
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if !self.seats_of(hashes).contains(&seat) {
            return Err(Refusal::NotYours(seat));
        }
        if self.phase != Phase::Gathering {
            return Err(Refusal::AlreadyStarted);
        }
        if is_taken(&self.seats, usize::from(seat), colour) {
            return Err(Refusal::ColourTaken(colour.number()));
        }
        let mut seats = self.seats.clone();
        // Everyone else keeps the colour that they have now.
        fix_colours(&mut seats);
        seats[usize::from(seat)] = seats[usize::from(seat)].clone().with_colour(Some(colour));
        self.reseat(seats, Phase::Gathering, Vec::new(), out);
        Ok(())
    }

    pub(super) fn start(&mut self, hashes: &[Hash], out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.keys.iter().any(|key| key.right == Right::Host && hashes.contains(&key.hash)) {
            return Err(Refusal::NotHost);
        }
        if self.phase != Phase::Gathering {
            return Err(Refusal::AlreadyStarted);
        }
        if self.terms.rated {
            return Err(Refusal::Rated(UnfitForRating::Computer));
        }
        let mut seats = self.seats.clone();
        for occupant in seats.iter_mut().filter(|occupant| **occupant == SeatOccupant::Open) {
            *occupant = SeatOccupant::STAND_IN;
        }
        self.reseat(seats, Phase::Playing, Vec::new(), out);
        Ok(())
    }

    /// Removes a person who leaves a seat for good: before the game, the seat reopens; during the game, they resign.
    pub(super) fn give_up(&mut self, seat: u8, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let person = match self.seats.get(usize::from(seat)) {
            Some(occupant) => matches!(occupant, SeatOccupant::Human { .. }),
            None => return Err(Refusal::NoSuchSeat { seat, last: self.seats.len() - 1 }),
        };
        match self.phase {
            Phase::Gathering if person => {
                let mut seats = self.seats.clone();
                seats[usize::from(seat)] = SeatOccupant::Open;
                self.keys.retain(|key| key.right != Right::Seat(seat));
                self.reseat(seats, Phase::Gathering, Vec::new(), out);
            }
            Phase::Playing if person => self.end_for_seat(seat, Loss::Resigned, true, out)?,
            _ => out.push(Effect::Reply(Ok(Reply::Done))),
        }
        Ok(())
    }

    fn reseat(&mut self, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>, out: &mut Vec<Effect>) {
        out.push(Effect::Write(Write::Seats { seats: seats.clone(), phase, keys: keys.clone() }));
        self.awaited = Some(Awaited::Seats { seats, phase, keys });
    }

    pub(super) fn claim(&mut self, token: Hash, browser: Hash, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let rights = self.keys.iter().filter(|key| key.hash == token).map(|key| key.right);
        let keys: Vec<Key> = rights.map(|right| Key { hash: browser, right }).collect();
        if keys.is_empty() {
            return Err(Refusal::OpensNothing);
        }
        self.add_keys(keys, (&[token, browser], Some(browser)), out);
        Ok(())
    }

    pub(super) fn add_seat_key(
        &mut self,
        seat: u8,
        hashes: &[Hash],
        token: Hash,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if !self.seats_of(hashes).contains(&seat) {
            return Err(Refusal::NotYours(seat));
        }
        let mut keys = vec![Key { hash: token, right: Right::Seat(seat) }];
        if self.host_seat() == Some(seat) {
            keys.push(Key { hash: token, right: Right::Host });
        }
        self.add_keys(keys, (hashes, None), out);
        Ok(())
    }

    /// Adds keys, and evicts the oldest ones with the same right if there are too many. The requester's own keys are evicted last.
    fn add_keys(&mut self, keys: Vec<Key>, (requester, browser): (&[Hash], Option<Hash>), out: &mut Vec<Effect>) {
        let new: Vec<Key> = keys.into_iter().filter(|key| !self.keys.contains(key)).collect();
        let old = surplus_keys(&self.keys, &new, requester);
        let write = match old.is_empty() {
            true => Write::Keys(new.clone()),
            false => Write::ReplaceKeys { new: new.clone(), old: old.clone() },
        };
        out.push(Effect::Write(write));
        self.awaited = Some(Awaited::Keys { new, old, browser });
    }

    /// Removes old keys and adds new ones.
    pub(super) fn replace_keys(&mut self, new: Vec<Key>, old: &[Key]) {
        self.keys.retain(|key| !old.contains(key));
        self.keys.extend(new);
    }
}
