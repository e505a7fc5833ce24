//! Replays the messages of a saved game.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_core::described::{Asked, Described};
use bastide_core::tile::PILE_BAG;
use bastide_core::{FigureIndex, KindIndex, is_choice};
use classic::{Classic, ClassicPosition, ClassicRules};

use super::answers;
use super::fault::{JczError, MessageError};
use super::file::{File, PlaceTile, ReplayMessage};
use super::names;
use crate::game::Game;
use crate::setup::Setup;
use crate::view::EventView;
use crate::{Actor, Answer};

/// Maximum number of unrecorded discards in a game.
const MAX_UNRECORDED: usize = 6;

/// A replayed game.
pub(super) struct Replay {
    pub game: Game,
    /// Events with their turns, up to the end of the file.
    pub scored: Vec<(u16, EventView)>,
    /// Number of events in `scored` before the current turn.
    pub turn_began: usize,
    /// JCloisterZone's figure ids mapped to our figures, for all figures deployed so far.
    pub figures: BTreeMap<String, FigureIndex>,
    /// The game before the last answer, and the events of that answer, while the file has not confirmed it. JCloisterZone waits for the
    /// player to confirm; our game continues as soon as nothing is left to decide.
    unconfirmed: Option<(Game, Vec<(u16, EventView)>)>,
    drawn: u64,
    /// Number of tiles placed.
    placed: usize,
    /// Discards that the file does not record: the number of tiles placed before the discard, and the kind of tile.
    unrecorded: Vec<(usize, KindIndex)>,
    /// Kinds of tile that fitted nowhere at some draw, with the number of tiles placed before the first such draw.
    unfit: BTreeMap<KindIndex, usize>,
    /// True if the usual decision about the tile just placed, or the tower just built, was skipped for lack of a choice.
    decision_skipped: bool,
    ended: bool,
    can_undo: bool,
}

/// The game's state at the end of the file.
pub(super) struct FinalState<'a> {
    pub game: &'a Game,
    /// True if the file ends the game here.
    pub ended: bool,
    /// True if the turn is complete but not yet confirmed.
    pub to_confirm: bool,
    /// True if the last message could be undone.
    pub can_undo: bool,
}

impl Replay {
    pub fn final_state(&self) -> FinalState<'_> {
        let game = self.unconfirmed.as_ref().map_or(&self.game, |(before, _)| before);
        FinalState { game, ended: self.ended, to_confirm: self.unconfirmed.is_some(), can_undo: self.can_undo }
    }
}

/// Replays a file's messages.
///
/// JCloisterZone does not record draws and discards. If the file has no draw order and ends with a few tiles left, all of which fitted
/// nowhere at some point, these are assumed to have been discarded, and the game is over.
pub(super) fn replay(file: &File, setup: &Setup) -> Result<Replay, JczError> {
    let replay = replay_with(file, setup, Vec::new())?;
    match replay.unrecorded_discards(file) {
        Some(unrecorded) => replay_with(file, setup, unrecorded),
        None => Ok(replay),
    }
}

fn replay_with(file: &File, setup: &Setup, unrecorded: Vec<(usize, KindIndex)>) -> Result<Replay, JczError> {
    let game = Game::for_replay(setup).map_err(|e| JczError::Unmet(vec![e.to_string()]))?;
    let mut replay = Replay {
        game,
        scored: Vec::new(),
        turn_began: 0,
        figures: BTreeMap::new(),
        unconfirmed: None,
        drawn: 0,
        placed: 0,
        unrecorded,
        unfit: BTreeMap::new(),
        decision_skipped: false,
        ended: false,
        can_undo: false,
    };
    if replay.game.turn() == 0 {
        // JCloisterZone seats the players in turn order.
        let _ = replay.game.apply_raw(Answer::Begin { seat: 0 });
    }
    let messages = effective(&file.replay)?;
    for (nth, (index, message)) in messages.iter().enumerate() {
        let failed = |why: MessageError| error(*index, message, why);
        if message.kind == "PAY_RANSOM" {
            let next = messages[nth..].iter().find(|(_, message)| message.kind == "PLACE_TILE");
            replay.draw_ahead(file, next.map(|(_, message)| *message)).map_err(failed)?;
        }
        replay.message(file, message).map_err(failed)?;
    }
    replay.end(file);
    if replay.unconfirmed.is_none() && !replay.ended {
        replay.discard_unrecorded();
    }
    Ok(replay)
}

/// Returns the messages that were not undone, each with its index in the file.
fn effective(messages: &[ReplayMessage]) -> Result<Vec<(usize, &ReplayMessage)>, JczError> {
    let mut kept: Vec<(usize, &ReplayMessage)> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        if message.kind != "UNDO" {
            kept.push((index, message));
        } else if kept.pop().is_none_or(|(_, undone)| undone.kind == "COMMIT") {
            return Err(error(index, message, MessageError::NothingToUndo));
        }
    }
    Ok(kept)
}

fn error(index: usize, message: &ReplayMessage, why: MessageError) -> JczError {
    let kind = message.kind.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    JczError::Message { number: index + 1, kind, why }
}

impl Replay {
    fn message(&mut self, file: &File, message: &ReplayMessage) -> Result<(), MessageError> {
        match message.kind.as_str() {
            "COMMIT" => return self.commit(file),
            // In version 4 this marks the end of a game, whether or not it was played to the end.
            "GAME_OVER" => {
                self.commit_scores(file);
                self.ended = true;
                return Ok(());
            }
            // Our game skips the decision if the tile or the tower offers no choice.
            "PASS" if self.decision_skipped => {}
            _ => {
                if self.unconfirmed.is_some() {
                    self.commit_scores(file); // The file may omit COMMIT if nothing is left to decide.
                }
                if self.ended || self.game.is_over() {
                    return Err(MessageError::Over);
                }
                match message.kind.as_str() {
                    "PLACE_TILE" => self.place(file, message)?,
                    "PASS" => self.pass(file, message)?,
                    _ => self.apply_message(message)?,
                }
            }
        }
        self.decision_skipped &= message.kind != "PASS";
        self.can_undo = true;
        Ok(())
    }

    fn place(&mut self, file: &File, message: &ReplayMessage) -> Result<(), MessageError> {
        let tile: PlaceTile = message.payload()?;
        self.pass_until(|game| game.actor() == Actor::Chance || answers::places(game, &tile.tile_id))?; // The tile may be an abbey.
        let wanted = names::tile(self.game.tiles(), &tile.tile_id)?;
        let in_hand = self.asked() == Some(Asked::Place(wanted)) || answers::places(&self.game, &tile.tile_id);
        if !in_hand {
            if self.game.actor() != Actor::Chance {
                return Err(MessageError::NoTileDue);
            }
            self.draw(file, wanted)?;
            if self.asked() != Some(Asked::Place(wanted)) {
                return Err(MessageError::OtherTile(tile.tile_id));
            }
        }
        let degrees = tile.rotation.strip_prefix('R').and_then(|degrees| degrees.parse::<u16>().ok());
        let degrees = degrees.filter(|degrees| degrees % 90 == 0 && *degrees < 360);
        let degrees = degrees.ok_or(MessageError::Rotation)?;
        let [x, y] = tile.position;
        let word = format!("{}@{x},{y}r{degrees}", self.game.tile_word(wanted));
        let answer = self.game.answer(&word)?;
        self.placed += 1;
        self.apply(message, answer)
    }

    /// Draws the next tile before its placement, so that a ransom can be paid with the tile in hand.
    fn draw_ahead(&mut self, file: &File, next: Option<&ReplayMessage>) -> Result<(), MessageError> {
        let Some(next) = next else { return Ok(()) };
        if self.unconfirmed.is_some() {
            self.commit_scores(file);
        }
        if self.game.actor() != Actor::Chance || self.ended {
            return Ok(());
        }
        let tile: PlaceTile = next.payload()?;
        self.draw(file, names::tile(self.game.tiles(), &tile.tile_id)?)
    }

    /// Draws the tiles that were discarded at this point without a record, and notes which other kinds fit nowhere now.
    fn discard_unrecorded(&mut self) {
        if self.game.actor() != Actor::Chance {
            return;
        }
        if let Some((rules, position)) = self.game.classic()
            && position.bag().left_in_first_pile() == 0
        {
            for kind in 0..rules.kinds.len() as KindIndex {
                let drawn = rules.kind(kind).pile == PILE_BAG && position.bag().count(kind) > 0;
                // A tile that would be put aside is not discarded.
                let fits = || match Classic::is_put_aside(position, rules, kind) {
                    true => position.board.fits_anywhere(rules.kind(kind)),
                    false => is_choice(|some| Classic::list_if_drawn(position, rules, kind, some)),
                };
                if drawn && !fits() {
                    self.unfit.entry(kind).or_insert(self.placed);
                }
            }
        }
        let now = self.placed;
        for (_, kind) in self.unrecorded.clone().into_iter().filter(|(placed, _)| *placed == now) {
            if let Ok(events) = self.game.apply(Answer::Draw { kind }) {
                self.drawn += 1;
                self.commit_events(events);
            }
        }
    }

    /// Returns the tiles left at the end, if all of them must have been discarded without a record.
    fn unrecorded_discards(&self, file: &File) -> Option<Vec<(usize, KindIndex)>> {
        let stopped_at_draw = self.game.actor() == Actor::Chance && self.unconfirmed.is_none() && !self.ended;
        if !stopped_at_draw || !file.draw_order().is_empty() || file.end_turn().is_some() {
            return None;
        }
        let mut discards = Vec::new();
        for kind in (0..self.game.tiles().len() as KindIndex).filter(|&kind| self.game.is_drawn(kind)) {
            for _ in 0..self.game.in_bag(kind) {
                discards.push((*self.unfit.get(&kind)?, kind));
            }
        }
        (discards.len() <= MAX_UNRECORDED).then_some(discards)
    }

    /// Draws tiles until one can be placed: from the file's draw order while any of it is left, and otherwise the tile that the message
    /// places.
    fn draw(&mut self, file: &File, wanted: KindIndex) -> Result<(), MessageError> {
        let order = file.draw_order();
        if order.is_empty() {
            self.discard_unrecorded();
        }
        while self.game.actor() == Actor::Chance {
            let next = usize::try_from(self.drawn).ok().and_then(|drawn| order.get(drawn));
            if next.is_none() && self.discards_river(wanted) {
                continue;
            }
            let kind = next.map_or(Ok(wanted), |id| names::tile(self.game.tiles(), id))?;
            let events = self.game.apply(Answer::Draw { kind }).map_err(|_| {
                let word = self.game.tile_word(kind);
                match self.game.in_bag(kind) {
                    0 => MessageError::NoCopy(word),
                    _ => MessageError::TooSoon(word),
                }
            })?;
            self.drawn += 1;
            self.commit_events(events);
            if next.is_none() && self.asked() != Some(Asked::Place(wanted)) {
                return Err(MessageError::FitsNowhere(self.game.tile_word(kind)));
            }
        }
        Ok(())
    }

    /// Draws a river tile that fits nowhere if the file continues with land tiles and does not record the discard. Returns whether such a
    /// tile was drawn.
    fn discards_river(&mut self, wanted: KindIndex) -> bool {
        let waits = |(rules, position): (&Arc<ClassicRules>, &ClassicPosition)| {
            rules.kind(wanted).pile == PILE_BAG && position.bag().left_in_first_pile() > 0
        };
        if !self.game.classic().is_some_and(waits) {
            return false;
        }
        for answer in self.game.legal() {
            let mut ahead = self.game.clone();
            if ahead.apply_raw(answer).is_ok() && ahead.actor() == Actor::Chance {
                return self.game.apply(answer).map(|events| self.commit_events(events)).is_ok();
            }
        }
        false
    }

    /// Applies a message that is neither a placement nor a pass to the pending decision.
    fn apply_message(&mut self, message: &ReplayMessage) -> Result<(), MessageError> {
        let action = answers::Action::read(message)?;
        let (player, known) = (message.player, self.figures.clone());
        // Pass decisions that only our game asks for: they belong to another player, or differ in kind from the message.
        self.pass_until(|game| {
            let other =
                matches!((player, game.actor()), (Some(player), Actor::Seat(seat)) if player != i64::from(seat));
            !other && action.matches_pending(game, &known)
        })?;
        let answer = action.answer(&self.game, &self.figures)?;
        let before = self.game.clone();
        self.apply(message, answer)?;
        if let Some(id) = action.deployed()
            && let Some(figure) = answers::newly_placed_figure(&before, &self.game)
        {
            self.figures.insert(id.to_owned(), figure);
        }
        Ok(())
    }

    /// Passes decisions that the file does not mention until the pending one suits the message. If passing does not lead to such a
    /// decision, passes nothing.
    fn pass_until(&mut self, suits: impl Fn(&Game) -> bool) -> Result<(), MessageError> {
        let mut ahead = self.game.clone();
        let mut passes = 0;
        while !suits(&ahead) {
            // A decision about the tile just placed is never passed implicitly, nor is a draw.
            let silent =
                matches!(ahead.classic().map(|(_, position)| Classic::asked(position)), Some(Asked::Other(..)));
            if !silent || ahead.apply_raw(Answer::Pass).is_err() {
                return Ok(());
            }
            passes += 1;
        }
        for _ in 0..passes {
            let events = self.game.apply(Answer::Pass)?;
            self.commit_events(events);
        }
        Ok(())
    }

    fn pass(&mut self, file: &File, message: &ReplayMessage) -> Result<(), MessageError> {
        let player = message.player;
        self.pass_until(
            |game| matches!((player, game.actor()), (Some(player), Actor::Seat(seat)) if player == i64::from(seat)),
        )?;
        if !self.game.legal().contains(&Answer::Pass) {
            return Err(MessageError::NothingToPass);
        }
        let needs_commit = matches!(self.asked(), Some(Asked::Deploy | Asked::Other("phantom", _)));
        self.apply(message, Answer::Pass)?;
        if !needs_commit && self.unconfirmed.is_some() {
            self.commit_scores(file);
        }
        Ok(())
    }

    fn commit(&mut self, file: &File) -> Result<(), MessageError> {
        if self.unconfirmed.is_none() && self.asked() == Some(Asked::Deploy) {
            let before = self.game.clone();
            let events = self.game.apply(Answer::Pass)?;
            self.record_events(before, Answer::Pass, events);
        }
        // A passed move after the scoring needs no confirmation.
        if self.unconfirmed.is_none() && !self.can_undo {
            return Err(MessageError::NothingToConfirm);
        }
        if self.unconfirmed.is_some() {
            self.commit_scores(file);
        }
        self.can_undo = false;
        Ok(())
    }

    /// Commits the unconfirmed events, and ends the game if the file says so.
    fn commit_scores(&mut self, file: &File) {
        if let Some((_, scored)) = self.unconfirmed.take() {
            self.extend(scored);
        }
        self.decision_skipped = false;
        let between_turns = matches!(self.asked(), Some(Asked::Chance | Asked::Other("abbey", _)));
        let enough = file.end_turn().is_some_and(|limit| self.drawn >= limit);
        self.ended = self.ended || self.game.is_over() || between_turns && enough;
    }

    fn apply(&mut self, message: &ReplayMessage, answer: Answer) -> Result<(), MessageError> {
        if let (Some(player), Actor::Seat(seat)) = (message.player, self.game.actor())
            && player != i64::from(seat)
        {
            return Err(MessageError::Turn { player, seat });
        }
        let before = self.game.clone();
        let events = self.game.apply(answer)?;
        self.record_events(before, answer, events);
        Ok(())
    }

    /// Records the events of an answer. Events that JCloisterZone applies only on confirmation are held back.
    fn record_events(&mut self, before: Game, answer: Answer, events: Vec<EventView>) {
        let asked_before = before.classic().map(|(_, position)| Classic::asked(position));
        let marching = |asked| matches!(asked, Some(Asked::Other("dragon", _)));
        let after_scoring = self.game.classic().is_some_and(|(rules, _)| rules.options.princess_dragon.after_scoring);
        let goes_on = match self.asked() {
            _ if matches!(answer, Answer::Redeem { .. }) && self.asked() == asked_before => true,
            Some(Asked::Deploy | Asked::Place(_) | Asked::Other("capture" | "exchange" | "phantom", _)) => true,
            asked if marching(asked) => !after_scoring || marching(asked_before),
            // No abbey was placed, so a tile is drawn instead.
            Some(Asked::Chance) => answer == Answer::Pass && matches!(asked_before, Some(Asked::Other("abbey", _))),
            _ => false,
        };
        if goes_on {
            self.commit_events(events);
        } else {
            let turn = before.turn();
            self.decision_skipped = matches!(answer, Answer::Place { .. } | Answer::Build { .. });
            self.unconfirmed = Some((before, events.into_iter().map(|event| (turn, event)).collect()));
        }
    }

    /// Passes our remaining decisions after the file has ended the game.
    fn end(&mut self, file: &File) {
        let enough = file.end_turn().is_some_and(|limit| self.drawn >= limit);
        if !enough || self.ended || self.unconfirmed.is_some() {
            return;
        }
        let due = |game: &Game| game.actor() == Actor::Chance || game.is_over();
        if self.pass_until(due).is_ok() && due(&self.game) {
            self.commit_scores(file);
        }
    }

    fn commit_events(&mut self, events: Vec<EventView>) {
        let turn = self.game.turn();
        self.extend(events.into_iter().map(|event| (turn, event)).collect());
    }

    fn extend(&mut self, events: Vec<(u16, EventView)>) {
        if let Some(begins) = events.iter().position(|(_, event)| matches!(event, EventView::Turn { .. })) {
            self.turn_began = self.scored.len() + begins;
        }
        self.scored.extend(events);
    }

    fn asked(&self) -> Option<Asked> {
        self.game.classic().map(|(_, position)| Classic::asked(position))
    }
}
