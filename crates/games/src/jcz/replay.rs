//! Replaying the messages of a saved game.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::JczError;
use super::file::{DeployMeeple, File, Message, PlaceTile};
use super::{locations, names};
use crate::described::Asked;
use crate::game::Game;
use crate::setup::Setup;
use crate::view::EventView;
use crate::{Actor, Answer};

/// Most tiles that a whole game is taken to have discarded without a word.
const MOST_UNTOLD: usize = 6;

/// A replayed game.
pub(super) struct Replay {
    pub game: Game,
    /// Scores with their turns, up to where the file stops.
    pub scored: Vec<(u16, EventView)>,
    /// That program scores when the player confirms the turn, we as soon as nothing is left to decide. While the file has not
    /// confirmed, this is the game before our scoring, and what it scored.
    unconfirmed: Option<(Game, Vec<(u16, EventView)>)>,
    drawn: u64,
    /// Tiles placed.
    placed: usize,
    /// Discards that the file does not tell: after how many placed tiles, and which.
    untold: Vec<(usize, u8)>,
    /// Kinds of tile that once, with a draw due, would have fitted nowhere: after how many placed tiles for the first time.
    unfit: BTreeMap<u8, usize>,
    ended: bool,
    can_undo: bool,
}

/// The game where the file stops.
pub(super) struct Stop<'a> {
    pub game: &'a Game,
    /// The file ends the game here.
    pub ended: bool,
    /// The turn waits for nothing but to be confirmed.
    pub to_confirm: bool,
    /// The last message could be taken back.
    pub can_undo: bool,
}

impl Replay {
    pub fn at_stop(&self) -> Stop<'_> {
        let game = self.unconfirmed.as_ref().map_or(&self.game, |(before, _)| before);
        Stop { game, ended: self.ended, to_confirm: self.unconfirmed.is_some(), can_undo: self.can_undo }
    }
}

/// Replays a file's messages.
///
/// That program draws and discards without telling. Where the file has no draw order and stops with a few tiles left, all of which
/// once fitted nowhere, these are the discarded ones, and the game is over.
pub(super) fn replay(file: &File, setup: &Setup) -> Result<Replay, JczError> {
    let replay = replay_with(file, setup, Vec::new())?;
    match replay.untold_discards(file) {
        Some(untold) => replay_with(file, setup, untold),
        None => Ok(replay),
    }
}

fn replay_with(file: &File, setup: &Setup, untold: Vec<(usize, u8)>) -> Result<Replay, JczError> {
    let game = Game::replaying(setup).map_err(|e| JczError::Unmet(vec![e.to_string()]))?;
    let mut replay = Replay {
        game,
        scored: Vec::new(),
        unconfirmed: None,
        drawn: 0,
        placed: 0,
        untold,
        unfit: BTreeMap::new(),
        ended: false,
        can_undo: false,
    };
    if replay.game.turn() == 0 {
        // That program seats the players in the order of their turns.
        let _ = replay.game.apply_quietly(Answer::Begin { seat: 0 });
    }
    for (index, message) in effective(&file.replay)? {
        let failed = |why: String| error(index, message, why);
        replay.message(file, message).map_err(failed)?;
    }
    if replay.unconfirmed.is_none() && !replay.ended {
        replay.discard_untold();
    }
    Ok(replay)
}

/// The messages that were not taken back, with their places in the file.
fn effective(messages: &[Message]) -> Result<Vec<(usize, &Message)>, JczError> {
    let mut kept: Vec<(usize, &Message)> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        if message.kind != "UNDO" {
            kept.push((index, message));
        } else if kept.pop().is_none_or(|(_, undone)| undone.kind == "COMMIT") {
            return Err(error(index, message, "there is nothing to take back".to_owned()));
        }
    }
    Ok(kept)
}

fn error(index: usize, message: &Message, why: String) -> JczError {
    let kind = message.kind.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    JczError::Message { number: index + 1, kind, why }
}

impl Replay {
    fn message(&mut self, file: &File, message: &Message) -> Result<(), String> {
        if message.kind == "COMMIT" {
            return self.commit(file);
        }
        if message.kind == "PLACE_TILE" && self.unconfirmed.is_some() {
            self.confirm(file); // A turn with nothing else to decide may go on without a COMMIT.
        }
        if self.ended || self.game.is_over() {
            return Err("the game is over before it".to_owned());
        }
        match message.kind.as_str() {
            "PLACE_TILE" => self.place(file, &payload(message)?)?,
            "DEPLOY_MEEPLE" => self.deploy(&payload(message)?)?,
            "PASS" => self.pass()?,
            _ => return Err("nothing in this set-up is answered by it".to_owned()),
        }
        self.can_undo = true;
        let seat = self.unconfirmed.as_ref().map_or(self.game.actor(), |(before, _)| before.actor());
        match (message.player, seat) {
            (Some(player), Actor::Seat(seat)) if player != i64::from(seat) => {
                Err(format!("it is sent by player {player} in the turn of player {seat}"))
            }
            _ => Ok(()),
        }
    }

    fn place(&mut self, file: &File, tile: &PlaceTile) -> Result<(), String> {
        if self.game.actor() != Actor::Chance {
            return Err("another answer is due, not a tile".to_owned());
        }
        let wanted = names::tile(self.game.tiles(), &tile.tile_id)?;
        self.draw(file, wanted)?;
        if self.asked() != Some(Asked::Place(wanted)) {
            return Err(format!("{} is placed, and the draw order has another tile", tile.tile_id));
        }
        let degrees = tile.rotation.strip_prefix('R').and_then(|degrees| degrees.parse::<u16>().ok());
        let degrees = degrees.filter(|degrees| degrees % 90 == 0 && *degrees < 360);
        let degrees = degrees.ok_or_else(|| "the rotation is none of R0, R90, R180, R270".to_owned())?;
        let [x, y] = tile.position;
        let word = format!("{}@{x},{y}r{degrees}", self.game.tile_word(wanted));
        let answer = self.game.answer(&word).map_err(|e| e.to_string())?;
        self.placed += 1;
        self.apply(answer)
    }

    /// Draws the tiles that are discarded here without a word, and notes which ones would be.
    fn discard_untold(&mut self) {
        if self.game.actor() != Actor::Chance {
            return;
        }
        if let Some((rules, position)) = self.game.classic() {
            for kind in 0..rules.kinds.len() as u8 {
                if position.bag().count(kind) > 0 && !position.board.fits_anywhere(rules.kind(kind)) {
                    self.unfit.entry(kind).or_insert(self.placed);
                }
            }
        }
        let now = self.placed;
        for (_, kind) in self.untold.clone().into_iter().filter(|(placed, _)| *placed == now) {
            if let Ok(events) = self.game.apply(Answer::Draw { kind }) {
                self.drawn += 1;
                self.take(events);
            }
        }
    }

    /// The tiles left at the end, if all of them must have been discarded without a word.
    fn untold_discards(&self, file: &File) -> Option<Vec<(usize, u8)>> {
        let stopped_at_draw = self.game.actor() == Actor::Chance && self.unconfirmed.is_none() && !self.ended;
        if !stopped_at_draw || !file.draw_order().is_empty() || file.end_turn().is_some() {
            return None;
        }
        let mut discards = Vec::new();
        for kind in 0..self.game.tiles().len() as u8 {
            for _ in 0..self.game.in_bag(kind) {
                discards.push((*self.unfit.get(&kind)?, kind));
            }
        }
        (discards.len() <= MOST_UNTOLD).then_some(discards)
    }

    /// Draws until a tile can be placed: from the draw order where the file has one, otherwise the tile that it places.
    fn draw(&mut self, file: &File, wanted: u8) -> Result<(), String> {
        let order = file.draw_order();
        if order.is_empty() {
            self.discard_untold();
        }
        while self.game.actor() == Actor::Chance {
            let next = usize::try_from(self.drawn).ok().and_then(|drawn| order.get(drawn));
            let kind = next.map_or(Ok(wanted), |id| names::tile(self.game.tiles(), id))?;
            let events = self
                .game
                .apply(Answer::Draw { kind })
                .map_err(|_| format!("{} is drawn once more than there are copies of it", self.game.tile_word(kind)))?;
            self.drawn += 1;
            self.take(events);
            if next.is_none() && self.game.actor() == Actor::Chance {
                return Err(format!("{} fits nowhere", self.game.tile_word(kind)));
            }
        }
        Ok(())
    }

    fn deploy(&mut self, deploy: &DeployMeeple) -> Result<(), String> {
        let (Some(Asked::Deploy), Some((rules, position))) = (self.asked(), self.game.classic()) else {
            return Err("no figure can be deployed now".to_owned());
        };
        let mut parts = deploy.meeple_id.split('.');
        let (owner, kind) = (parts.next().and_then(|owner| owner.parse::<u8>().ok()), parts.next());
        let figure = kind.and_then(names::figure).ok_or("the figure is neither a small nor a big follower")?;
        if owner != Some(position.seat()) {
            return Err(format!("the figure is not of player {}, whose turn it is", position.seat()));
        }
        let segment = locations::segment(rules, position, &deploy.pointer)?;
        if position.board.tiles().last().is_none_or(|tile| position.board.place_of(segment) != tile.at) {
            return Err("the figure is not deployed on the newest tile".to_owned());
        }
        self.apply(Answer::Deploy { figure, segment })
    }

    fn pass(&mut self) -> Result<(), String> {
        if self.asked() == Some(Asked::Deploy) {
            return self.apply(Answer::Pass);
        }
        // Where no follower can be deployed we do not ask.
        if self.unconfirmed.is_some() { Ok(()) } else { Err("there is nothing to pass".to_owned()) }
    }

    fn commit(&mut self, file: &File) -> Result<(), String> {
        if self.asked() == Some(Asked::Deploy) {
            self.apply(Answer::Pass)?;
        }
        if self.unconfirmed.is_none() {
            return Err("there is nothing to confirm".to_owned());
        }
        self.confirm(file);
        self.can_undo = false;
        Ok(())
    }

    /// Counts what the turn scored, and ends the game if the file wants it.
    fn confirm(&mut self, file: &File) {
        if let Some((_, scored)) = self.unconfirmed.take() {
            self.scored.extend(scored);
        }
        self.ended = self.game.is_over() || file.end_turn().is_some_and(|limit| self.drawn >= limit);
    }

    fn apply(&mut self, answer: Answer) -> Result<(), String> {
        let before = self.game.clone();
        let events = self.game.apply(answer).map_err(|e| e.to_string())?;
        if self.game.turn() != before.turn() || self.game.is_over() {
            let turn = before.turn();
            self.unconfirmed = Some((before, events.into_iter().map(|event| (turn, event)).collect()));
        } else {
            self.take(events);
        }
        Ok(())
    }

    fn take(&mut self, events: Vec<EventView>) {
        let turn = self.game.turn();
        self.scored.extend(events.into_iter().map(|event| (turn, event)));
    }

    fn asked(&self) -> Option<Asked> {
        self.game.classic().map(|(_, position)| <classic::Classic as crate::described::Described>::asked(position))
    }
}

fn payload<T: DeserializeOwned>(message: &Message) -> Result<T, String> {
    serde_json::from_value(message.payload.clone()).map_err(|e| format!("its payload is not as it should be: {e}"))
}
