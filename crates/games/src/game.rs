//! A game of any family, behind one type.

use std::sync::Arc;

use bastide_core::position::Damaged;
use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, Event, Place, Position, Rules, RulesOf, Spot, TileText};
use classic::Classic;

use crate::compile::{compile, compile_recorded};
use crate::described::Described;
use crate::families::Playable;
use crate::notation::{self, WordError, asked_for};
use crate::perft::count::count;
use crate::position_hash::{PositionHash, position_text};
use crate::setup::{Setup, SetupError};
use crate::view::{EventView, History, Shown, View, Viewer, winners};
use crate::with_family;

/// The rules and the position of a game, for those who know its family.
pub type Inner<'a, F> = (&'a Arc<RulesOf<F>>, &'a Position<F>);

/// A game: its set-up, the answers so far, and the position that they lead to.
#[derive(Clone)]
pub struct Game {
    setup: Arc<Setup>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) history: History,
    played: Box<dyn Played>,
}

impl Game {
    /// A game before its first answer.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let unknown = || Err(SetupError::UnknownGame(setup.game.clone()));
        let game = with_family!(setup.game.as_str(), F => compile::<F>(setup).map(|rules| Self::with_rules::<F>(setup, rules)));
        game.unwrap_or_else(unknown)
    }

    /// A game before the first answer of its record. Other programs' records can have a single seat, which no game that is
    /// played here has (BASE-01).
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn replaying(setup: &Setup) -> Result<Self, SetupError> {
        let unknown = || Err(SetupError::UnknownGame(setup.game.clone()));
        let game = with_family!(setup.game.as_str(), F => {
            compile_recorded::<F>(setup).map(|rules| Self::with_rules::<F>(setup, rules))
        });
        game.unwrap_or_else(unknown)
    }

    fn with_rules<F: Playable>(setup: &Setup, rules: Arc<Rules<F::Options>>) -> Self {
        let mut events = Vec::new();
        let position = Box::new(Position::<F>::new(&rules, &mut events));
        let mut history = History::default();
        history.take(&position, &events);
        let played = Box::new(PlayedBy::<F> { rules, position });
        Self { setup: Arc::new(setup.clone()), answers: Vec::new(), history, played }
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who must answer.
    pub fn actor(&self) -> Actor {
        self.played.actor()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.actor() == Actor::Nobody
    }

    /// Answers given so far: the sequence number of the position.
    pub fn seq(&self) -> usize {
        self.answers.len()
    }

    /// The answers so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Every legal answer, in the order that the family documents.
    pub fn legal(&self) -> Vec<Answer> {
        self.played.legal()
    }

    /// Carries an answer out and says what happened.
    ///
    /// # Errors
    /// The answer is not legal; the game is as before.
    pub fn apply(&mut self, answer: Answer) -> Result<Vec<EventView>, WordError> {
        let events = self.apply_quietly(answer)?;
        Ok(self.show(&events, Viewer::ALL))
    }

    /// What the last answer brought about, as these eyes see it.
    pub fn show(&self, events: &[Event], viewer: Viewer) -> Vec<EventView> {
        events.iter().map(|event| self.played.event(event, viewer)).collect()
    }

    /// Carries an answer out; the events are the core's own.
    ///
    /// # Errors
    /// The answer is not legal; the game is as before.
    pub fn apply_quietly(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        if !self.legal().contains(&answer) {
            return Err(WordError::Illegal { word: self.played.shown_word(answer), asked: self.played.asked_for() });
        }
        let events = self.played.apply(answer, &mut self.history);
        self.answers.push(answer);
        Ok(events)
    }

    /// A legal answer as a word.
    pub fn word(&self, answer: Answer) -> String {
        self.played.word(answer)
    }

    /// The answer that a word stands for here. Whether it is legal shows when it is applied.
    ///
    /// # Errors
    /// The word has no known form, or names what is not there.
    pub fn answer(&self, word: &str) -> Result<Answer, WordError> {
        self.played.parse(word)
    }

    /// Points of a seat.
    pub fn score(&self, seat: u8) -> i32 {
        self.played.score(seat)
    }

    /// Points of every seat.
    pub fn scores(&self) -> Vec<i32> {
        (0..self.setup.seats).map(|seat| self.score(seat)).collect()
    }

    /// The scores if the game ended here, and the events of that final scoring: for games that were broken off.
    pub fn scored_now(&self) -> (Vec<i32>, Vec<EventView>) {
        self.played.scored_now()
    }

    /// The turn's number, counted from 1; 0 before the first.
    pub fn turn(&self) -> u16 {
        self.played.turn()
    }

    /// The hash of the position, by which two programs, or two versions of one, see whether they agree on it.
    pub fn position_hash(&self) -> PositionHash {
        PositionHash::of(&self.position_text())
    }

    /// The position as the text that [`position_hash`](Self::position_hash) is made from.
    pub fn position_text(&self) -> String {
        self.played.position_text(&self.setup)
    }

    /// Everything that gives points, in words, for snapshots.
    pub(crate) fn score_words(&self) -> Vec<&'static str> {
        self.played.score_words()
    }

    /// How many of the eight places round a place have a tile.
    pub fn tiles_round(&self, at: Place) -> usize {
        self.played.tiles_round(at)
    }

    /// Tiles on the table.
    pub(crate) fn tiles_placed(&self) -> usize {
        self.played.tiles_placed()
    }

    /// Appends the position's bytes.
    pub(crate) fn write_position(&self, out: &mut Vec<u8>) {
        self.played.write_position(out);
    }

    /// Takes a position from bytes, and leaves answers and history as they are.
    pub(crate) fn read_position(&mut self, from: &mut &[u8]) -> Result<(), Damaged> {
        self.played.read_position(from)
    }

    /// The seats with most points, when the game is over (BASE-22); of a team, all seats or none (COOP-14).
    pub fn winners(&self) -> Vec<u8> {
        if self.is_over() { self.played.winners() } else { Vec::new() }
    }

    /// Everything that may be shown to somebody who sees every hand.
    pub fn view(&self) -> View {
        self.view_for(Viewer::ALL)
    }

    /// Everything that may be shown to these eyes: of a hand that is hidden from them, how many tiles it has.
    pub fn view_for(&self, viewer: Viewer) -> View {
        self.played.view(self.seq(), &self.setup, &self.history, viewer)
    }

    /// Whether seats have hands that others may not see. A record tells them, and so it is for after the game.
    pub fn has_secrets(&self) -> bool {
        self.played.has_secrets() && !self.is_over()
    }

    /// The set-up's kinds of tile, by their numbers.
    pub fn tiles(&self) -> &[TileText] {
        self.played.texts()
    }

    /// The name of a kind of tile in this set-up.
    pub fn tile_word(&self, kind: u8) -> String {
        self.played.tile_word(kind)
    }

    /// Tiles of a kind that nobody has drawn.
    pub fn in_bag(&self, kind: u8) -> u8 {
        self.played.in_bag(kind)
    }

    /// Whether tiles of a kind are drawn; others are held by players.
    pub(crate) fn is_drawn(&self, kind: u8) -> bool {
        self.played.is_drawn(kind)
    }

    /// Sequences of so many answers of players, with the tiles in the order in which they come.
    pub(crate) fn perft(&self, first: u8, tiles: &[u8], depth: u32) -> u64 {
        self.played.perft(first, tiles, depth)
    }

    /// The rules and the position, where the game is of this family.
    pub fn of<F: Described>(&self) -> Option<Inner<'_, F>> {
        let played = self.played.any().downcast_ref::<PlayedBy<F>>()?;
        Some((&played.rules, &played.position))
    }

    /// The rules and the position, where the game is of the Carcassonne family.
    pub fn classic(&self) -> Option<Inner<'_, Classic>> {
        self.of::<Classic>()
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} answers", self.setup.canonical(), self.seq())
    }
}

/// A game of one family, for use behind a pointer: here dynamic dispatch begins.
trait Played: Send + Sync {
    fn boxed(&self) -> Box<dyn Played>;
    fn actor(&self) -> Actor;
    fn legal(&self) -> Vec<Answer>;
    fn apply(&mut self, answer: Answer, history: &mut History) -> Vec<Event>;
    fn event(&self, event: &Event, viewer: Viewer) -> EventView;
    fn has_secrets(&self) -> bool;
    fn word(&self, answer: Answer) -> String;
    fn shown_word(&self, answer: Answer) -> String;
    fn parse(&self, word: &str) -> Result<Answer, WordError>;
    fn asked_for(&self) -> &'static str;
    fn score(&self, seat: u8) -> i32;
    fn scored_now(&self) -> (Vec<i32>, Vec<EventView>);
    fn turn(&self) -> u16;
    fn position_text(&self, setup: &Setup) -> String;
    fn winners(&self) -> Vec<u8>;
    fn view(&self, seq: usize, setup: &Setup, history: &History, viewer: Viewer) -> View;
    fn texts(&self) -> &[TileText];
    fn tile_word(&self, kind: u8) -> String;
    fn in_bag(&self, kind: u8) -> u8;
    fn is_drawn(&self, kind: u8) -> bool;
    fn score_words(&self) -> Vec<&'static str>;
    fn tiles_placed(&self) -> usize;
    fn tiles_round(&self, at: Place) -> usize;
    fn write_position(&self, out: &mut Vec<u8>);
    fn read_position(&mut self, from: &mut &[u8]) -> Result<(), Damaged>;
    fn perft(&self, first: u8, tiles: &[u8], depth: u32) -> u64;
    fn any(&self) -> &dyn std::any::Any;
}

impl Clone for Box<dyn Played> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

struct PlayedBy<F: Described> {
    rules: Arc<Rules<F::Options>>,
    position: Box<Position<F>>,
}

impl<F: Described> PlayedBy<F> {
    fn shown(&self, viewer: Viewer) -> Shown<'_, F> {
        Shown { position: &self.position, rules: &self.rules, viewer }
    }
}

impl<F: Described> Played for PlayedBy<F> {
    fn boxed(&self) -> Box<dyn Played> {
        Box::new(Self { rules: self.rules.clone(), position: self.position.clone() })
    }

    fn actor(&self) -> Actor {
        self.position.actor()
    }

    fn legal(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        self.position.list(&self.rules, &mut answers);
        answers
    }

    fn apply(&mut self, answer: Answer, history: &mut History) -> Vec<Event> {
        let mut events = Vec::new();
        self.position.apply(&self.rules, answer, &mut events);
        history.take(&self.position, &events);
        events
    }

    fn event(&self, event: &Event, viewer: Viewer) -> EventView {
        self.shown(viewer).event(event)
    }

    fn has_secrets(&self) -> bool {
        self.rules.hidden_hands
    }

    fn word(&self, answer: Answer) -> String {
        notation::word(&self.position, &self.rules, answer)
    }

    /// An answer's word, also where the answer makes no sense here.
    fn shown_word(&self, answer: Answer) -> String {
        let (figures, segments) = (self.position.board.features.figures().len(), self.position.board.features.len());
        match answer {
            Answer::Deploy { figure, .. } | Answer::DeployCorner { figure, .. }
                if usize::from(figure) >= F::FIGURE_WORDS.len() =>
            {
                format!("figure {figure}")
            }
            Answer::Return { figure }
            | Answer::Move { figure, .. }
            | Answer::Capture { figure }
            | Answer::Redeem { figure }
            | Answer::Attach { figure }
            | Answer::Lead { to: Spot::Figure(figure), .. }
                if usize::from(figure) >= figures =>
            {
                format!("figure {figure}")
            }
            Answer::Deploy { segment, .. }
            | Answer::Move { segment, .. }
            | Answer::Build { segment }
            | Answer::Lead { to: Spot::Segment(segment), .. }
                if segment >= segments =>
            {
                format!("segment {segment}")
            }
            Answer::Lead { piece, .. } if usize::from(piece) >= F::PIECE_WORDS.len() => format!("piece {piece}"),
            Answer::Lead { to: Spot::Tile(tile), .. } | Answer::Clear { tile }
                if usize::from(tile) >= self.position.board.tiles().len() =>
            {
                format!("tile {tile}")
            }
            Answer::Draw { kind } if usize::from(kind) >= self.rules.texts.len() => format!("tile kind {kind}"),
            Answer::PlaceHeld { slot, .. } if usize::from(slot) >= self.position.hand(self.position.seat()).len() => {
                format!("tile {slot} of the hand")
            }
            Answer::Place { rotation, .. } | Answer::PlaceHeld { rotation, .. } if rotation > 3 => {
                format!("rotation {rotation}")
            }
            _ => self.word(answer),
        }
    }

    fn parse(&self, word: &str) -> Result<Answer, WordError> {
        notation::parse(&self.position, &self.rules, word)
    }

    fn asked_for(&self) -> &'static str {
        asked_for(F::asked(&self.position))
    }

    fn score(&self, seat: u8) -> i32 {
        if seat < self.rules.seats { self.position.score(seat) } else { 0 }
    }

    fn scored_now(&self) -> (Vec<i32>, Vec<EventView>) {
        let mut events = Vec::new();
        let mut position = self.position.clone();
        if position.actor() != Actor::Nobody {
            F::end(&mut position, &self.rules, &mut events);
        }
        let shown = Shown { position: &position, rules: &self.rules, viewer: Viewer::ALL };
        let scores = (0..self.rules.seats).map(|seat| position.score(seat)).collect();
        (scores, events.iter().map(|event| shown.event(event)).collect())
    }

    fn turn(&self) -> u16 {
        self.position.turn()
    }

    fn position_text(&self, setup: &Setup) -> String {
        position_text(&self.position, &self.rules, setup)
    }

    fn winners(&self) -> Vec<u8> {
        winners(&self.position, self.rules.seats)
    }

    fn view(&self, seq: usize, setup: &Setup, history: &History, viewer: Viewer) -> View {
        self.shown(viewer).view(seq, setup, history)
    }

    fn texts(&self) -> &[TileText] {
        &self.rules.texts
    }

    fn tile_word(&self, kind: u8) -> String {
        notation::tile_word(&self.rules, kind)
    }

    fn in_bag(&self, kind: u8) -> u8 {
        self.position.bag().count(kind)
    }

    fn is_drawn(&self, kind: u8) -> bool {
        self.rules.kind(kind).pile != PILE_HELD
    }

    fn score_words(&self) -> Vec<&'static str> {
        [F::KIND_WORDS, F::SOURCE_WORDS].concat()
    }

    fn tiles_placed(&self) -> usize {
        self.position.board.tiles().len()
    }

    fn tiles_round(&self, at: Place) -> usize {
        at.around().filter(|&place| self.position.board.tile_at(place).is_some()).count()
    }

    fn write_position(&self, out: &mut Vec<u8>) {
        self.position.write(&self.rules, out);
    }

    fn read_position(&mut self, from: &mut &[u8]) -> Result<(), Damaged> {
        *self.position = Position::read(&self.rules, from)?;
        Ok(())
    }

    fn perft(&self, first: u8, tiles: &[u8], depth: u32) -> u64 {
        count(&self.position, &self.rules, first, tiles, depth)
    }

    fn any(&self) -> &dyn std::any::Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_says_who_placed_each_tile_and_when() {
        let mut named = Setup::base(3).option("first_player", "host_seat");
        named.first_seat = 2;
        for (setup, words, first) in [(Setup::base(2), "first:1 ", 1), (named, "", 2)] {
            let mut game = Game::new(&setup).unwrap();
            for word in format!("{words}draw:frfr frfr@1,0r0 pass draw:frfr frfr@2,0r0").split(' ') {
                let answer = game.answer(word).unwrap();
                game.apply(answer).unwrap();
            }
            let placed: Vec<_> = game.view().tiles.iter().map(|tile| (tile.x, tile.seat, tile.turn)).collect();
            assert_eq!(placed, [(0, None, 0), (1, Some(first), 1), (2, Some((first + 1) % setup.seats), 2)]);
        }
    }
}
