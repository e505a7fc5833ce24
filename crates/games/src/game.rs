//! A game of any family, behind one type.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use bastide_core::place::opposite;
use bastide_core::position::{InvalidPosition, SavedFormat};
use bastide_core::tile::PILE_HELD;
use bastide_core::{
    Actor, Answer, Described, Event, KindIndex, Place, Position, Rules, RulesOf, SegmentIndex, TileText,
};
use classic::Classic;

use crate::compile::{compile, compile_recorded};
use crate::families::{self, Coop, Discovery, Hunters, Playable};
use crate::guide::Guide;
use crate::notation::{self, WordError};
use crate::perft::count::count;
use crate::position_hash::{PositionHash, position_text};
use crate::setup::{Setup, SetupError};
use crate::starting_board;
use crate::view::{EventView, History, ShownPosition, View, Viewer, winners};

/// The rules and the position of a game, for code that knows its family.
pub type Inner<'a, F> = (&'a Arc<RulesOf<F>>, &'a Position<F>);

/// A game: its set-up, the answers so far, and the position that they lead to.
#[derive(Clone)]
pub struct Game {
    setup: Arc<Setup>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) history: History,
    played: FamilyGame,
}

/// A game of any family. Only this type selects the family at run time.
#[derive(Clone)]
enum FamilyGame {
    Classic(TypedGame<Classic>),
    Hunters(TypedGame<Hunters>),
    Discovery(TypedGame<Discovery>),
    Coop(TypedGame<Coop>),
}

/// Evaluates an expression for a game of any family.
macro_rules! of_any {
    ($played:expr, $of:ident => $value:expr) => {
        match $played {
            FamilyGame::Classic($of) => $value,
            FamilyGame::Hunters($of) => $value,
            FamilyGame::Discovery($of) => $value,
            FamilyGame::Coop($of) => $value,
        }
    };
}

/// The rules and the position of a game of one family.
#[derive(Clone)]
struct TypedGame<F: Described> {
    rules: Arc<Rules<F::Options>>,
    /// Copied on write if it is shared.
    position: Arc<Position<F>>,
}

impl<F: Playable> TypedGame<F> {
    fn new(setup: &Setup, recorded: bool, history: &mut History) -> Result<Self, SetupError> {
        let rules = if recorded { compile_recorded::<F>(setup)? } else { compile::<F>(setup)? };
        Ok(Self::by(rules, history))
    }

    /// Creates a game from compiled rules, before its first answer.
    fn by(rules: Arc<Rules<F::Options>>, history: &mut History) -> Self {
        let mut events = Vec::new();
        let position = Arc::new(Position::new(&rules, &mut events));
        history.take(&position, &events);
        history.aside_at_start = position.bag().aside().to_vec();
        Self { rules, position }
    }

    fn shown_to(&self, viewer: Viewer) -> ShownPosition<'_, F> {
        ShownPosition { position: &self.position, rules: &self.rules, viewer }
    }

    fn score_words(&self) -> Vec<&'static str> {
        [F::KIND_WORDS, F::SOURCE_WORDS].concat()
    }

    fn scored_now(&self, is_start: bool) -> (Vec<i32>, Vec<EventView>) {
        let mut events = Vec::new();
        let mut position = Position::clone(&self.position);
        if position.actor() != Actor::Nobody {
            F::end_now(&mut position, &self.rules, &mut events);
        } else if is_start {
            position = Position::new(&self.rules, &mut events);
        }
        let shown = ShownPosition { position: &position, rules: &self.rules, viewer: Viewer::ALL };
        let scores = (0..self.rules.seats).map(|seat| position.score(seat)).collect();
        (scores, events.iter().map(|event| shown.event(event)).collect())
    }
}

impl Game {
    /// Creates a game that has no answers yet.
    ///
    /// # Errors
    /// Returns an error that describes what is wrong with the set-up.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::create(setup, false)
    }

    /// Creates a game that has no answers yet, to replay a record. Unlike games played here, records from other programs can have a single
    /// seat (BASE-01).
    ///
    /// # Errors
    /// Returns an error that describes what is wrong with the set-up.
    pub fn for_replay(setup: &Setup) -> Result<Self, SetupError> {
        Self::create(setup, true)
    }

    fn create(setup: &Setup, recorded: bool) -> Result<Self, SetupError> {
        let mut history = History::default();
        let played = match setup.game.as_str() {
            families::CARCASSONNE => FamilyGame::Classic(TypedGame::new(setup, recorded, &mut history)?),
            families::HUNTERS => FamilyGame::Hunters(TypedGame::new(setup, recorded, &mut history)?),
            families::DISCOVERY => FamilyGame::Discovery(TypedGame::new(setup, recorded, &mut history)?),
            families::COOP => FamilyGame::Coop(TypedGame::new(setup, recorded, &mut history)?),
            unknown => return Err(SetupError::UnknownGame(unknown.to_owned())),
        };
        Ok(Self { setup: Arc::new(setup.clone()), answers: Vec::new(), history, played })
    }

    /// Returns the game before its first answer. Nothing is compiled again: the rules are shared, and so is the position if there are no
    /// answers yet.
    pub fn restarted(&self) -> Self {
        if self.answers.is_empty() {
            return self.clone();
        }
        let mut history = History::default();
        let played = match &self.played {
            FamilyGame::Classic(of) => FamilyGame::Classic(TypedGame::by(of.rules.clone(), &mut history)),
            FamilyGame::Hunters(of) => FamilyGame::Hunters(TypedGame::by(of.rules.clone(), &mut history)),
            FamilyGame::Discovery(of) => FamilyGame::Discovery(TypedGame::by(of.rules.clone(), &mut history)),
            FamilyGame::Coop(of) => FamilyGame::Coop(TypedGame::by(of.rules.clone(), &mut history)),
        };
        Self { setup: self.setup.clone(), answers: Vec::new(), history, played }
    }

    /// Returns the set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns who must answer.
    pub fn actor(&self) -> Actor {
        of_any!(&self.played, of => of.position.actor())
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.actor() == Actor::Nobody
    }

    /// Returns the number of answers so far: the sequence number of the position.
    pub fn seq(&self) -> usize {
        self.answers.len()
    }

    /// Returns the answers so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Returns every legal answer, in the order that the family documents.
    pub fn legal(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        of_any!(&self.played, of => of.position.list(&of.rules, &mut answers));
        answers
    }

    /// Applies an answer and returns its events, as shown to a viewer who sees everything.
    ///
    /// # Errors
    /// Fails if the answer is not legal; the game is then unchanged.
    pub fn apply(&mut self, answer: Answer) -> Result<Vec<EventView>, WordError> {
        let events = self.apply_raw(answer)?;
        Ok(self.show(&events, Viewer::ALL))
    }

    /// Converts the last answer's events for a viewer.
    pub fn show(&self, events: &[Event], viewer: Viewer) -> Vec<EventView> {
        of_any!(&self.played, of => events.iter().map(|event| of.shown_to(viewer).event(event)).collect())
    }

    /// Applies an answer; returns the core's events.
    ///
    /// # Errors
    /// Fails if the answer is not legal; the game is then unchanged.
    pub fn apply_raw(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        if !self.legal().contains(&answer) {
            return Err(of_any!(&self.played, of => notation::illegal(&of.position, &of.rules, answer)));
        }
        let mut events = Vec::new();
        of_any!(&mut self.played, of => {
            Arc::make_mut(&mut of.position).apply(&of.rules, answer, &mut events);
            self.history.take(&of.position, &events);
        });
        self.answers.push(answer);
        Ok(events)
    }

    /// Returns a legal answer as a word.
    pub fn word(&self, answer: Answer) -> String {
        of_any!(&self.played, of => notation::word(&of.position, &of.rules, answer))
    }

    /// Parses a word as an answer in this position. Whether it is legal is checked when it is applied.
    ///
    /// # Errors
    /// Fails if the word has an unknown form, or names something that does not exist.
    pub fn answer(&self, word: &str) -> Result<Answer, WordError> {
        of_any!(&self.played, of => notation::parse(&of.position, &of.rules, word))
    }

    /// Returns a seat's points.
    pub fn score(&self, seat: u8) -> i32 {
        if seat < self.setup.seats { of_any!(&self.played, of => of.position.score(seat)) } else { 0 }
    }

    /// Returns every seat's points.
    pub fn scores(&self) -> Vec<i32> {
        (0..self.setup.seats).map(|seat| self.score(seat)).collect()
    }

    /// Returns the scores that the seats would have if the game ended now, and the events of that final scoring. Used for games that are
    /// not played to the end, and for those that begin with a board after the last tile.
    pub fn scored_now(&self) -> (Vec<i32>, Vec<EventView>) {
        of_any!(&self.played, of => of.scored_now(self.answers.is_empty()))
    }

    /// Returns the turn number, counted from 1, or 0 before the first turn.
    pub fn turn(&self) -> u16 {
        of_any!(&self.played, of => of.position.turn())
    }

    /// Returns the seat to move, or `None` before the first turn and after the last. Another seat may have to answer during the turn.
    pub fn active_seat(&self) -> Option<u8> {
        of_any!(&self.played, of => (of.position.turn() > 0 && !self.is_over()).then(|| of.position.seat()))
    }

    /// Returns the position's hash, which lets two programs, or two versions of the same program, check that they agree.
    pub fn position_hash(&self) -> PositionHash {
        PositionHash::of(&self.position_text())
    }

    /// Returns the text that [`position_hash`](Self::position_hash) hashes.
    pub fn position_text(&self) -> String {
        of_any!(&self.played, of => position_text(&of.position, &of.rules, &self.setup))
    }

    /// Returns the words of all sources of points, for snapshots.
    pub(crate) fn score_words(&self) -> Vec<&'static str> {
        of_any!(&self.played, of => of.score_words())
    }

    /// Returns the number of tiles in the eight places around `at`.
    pub fn tiles_round(&self, at: Place) -> usize {
        of_any!(&self.played, of => at.around().filter(|&place| of.position.board.tile_at(place).is_some()).count())
    }

    /// Returns the features that continue on a place from the middle of its sides, as their ids in the view.
    pub(crate) fn features_beside(&self, at: Place) -> Vec<u16> {
        of_any!(&self.played, of => features_beside(&of.position, &of.rules, at))
    }

    /// Returns the number of tiles on the table.
    pub(crate) fn tiles_placed(&self) -> usize {
        of_any!(&self.played, of => of.position.board.tiles().len())
    }

    /// Returns the position as the text of a starting board, without checking that a board can represent it.
    pub(crate) fn board_text(&self) -> String {
        of_any!(&self.played, of => starting_board::text_of(&of.position, &of.rules))
    }

    /// Appends the position's bytes to `out`.
    pub(crate) fn write_position(&self, out: &mut Vec<u8>) {
        of_any!(&self.played, of => of.position.write(&of.rules, out));
    }

    /// Reads a position from bytes; leaves answers and history unchanged.
    pub(crate) fn read_position(&mut self, format: SavedFormat, from: &mut &[u8]) -> Result<(), InvalidPosition> {
        of_any!(&mut self.played, of => of.position = Arc::new(Position::read_as(&of.rules, format, from)?));
        Ok(())
    }

    /// Returns the seats with the most points when the game is over (BASE-22); in a team game, all seats or none (COOP-14).
    pub fn winners(&self) -> Vec<u8> {
        let of_all = || of_any!(&self.played, of => winners(&of.position, self.setup.seats));
        if self.is_over() { of_all() } else { Vec::new() }
    }

    /// Returns the view for a viewer who sees every hand.
    pub fn view(&self) -> View {
        self.view_for(Viewer::ALL)
    }

    /// Returns the view for a viewer; for hidden hands, it shows only the number of tiles.
    pub fn view_for(&self, viewer: Viewer) -> View {
        of_any!(&self.played, of => of.shown_to(viewer).view(self.seq(), &self.setup, &self.history))
    }

    /// Returns the guide for a viewer: what each placement would complete, and which tiles can still fill each open place.
    pub fn guide_for(&self, viewer: Viewer) -> Guide {
        of_any!(&self.played, of => of.shown_to(viewer).guide(self.seq()))
    }

    /// Returns whether seats have hidden hands and the game is not over, in which case a record would reveal the hands.
    pub fn has_secrets(&self) -> bool {
        of_any!(&self.played, of => of.rules.hidden_hands) && !self.is_over()
    }

    /// Returns the set-up's kinds of tile, by index.
    pub fn tiles(&self) -> &[TileText] {
        of_any!(&self.played, of => &of.rules.texts)
    }

    /// Returns the name of a kind of tile in this set-up.
    pub fn tile_word(&self, kind: KindIndex) -> String {
        of_any!(&self.played, of => notation::tile_word(&of.rules, kind))
    }

    /// Returns the number of undrawn tiles of a kind.
    pub fn in_bag(&self, kind: KindIndex) -> u8 {
        of_any!(&self.played, of => of.position.bag().count(kind))
    }

    /// Returns whether tiles of a kind are drawn, rather than held by players from the start.
    pub(crate) fn is_drawn(&self, kind: KindIndex) -> bool {
        of_any!(&self.played, of => of.rules.kind(kind).pile != PILE_HELD)
    }

    /// Counts the sequences of `depth` player answers, with tiles drawn in the given order.
    pub(crate) fn perft(&self, first: u8, tiles: &[KindIndex], depth: u32) -> u64 {
        of_any!(&self.played, of => count(&of.position, &of.rules, first, tiles, depth))
    }

    /// Returns the rules and the position, if the game belongs to this family.
    pub fn of<F: Described>(&self) -> Option<Inner<'_, F>> {
        let played: &dyn Any = of_any!(&self.played, of => of);
        let played = played.downcast_ref::<TypedGame<F>>()?;
        Some((&played.rules, &played.position))
    }

    /// Returns the rules and the position, if the game belongs to the Carcassonne family.
    pub fn classic(&self) -> Option<Inner<'_, Classic>> {
        self.of::<Classic>()
    }
}

fn features_beside<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, at: Place) -> Vec<u16> {
    let board = &position.board;
    let beside = |side: usize| {
        let tile = board.tiles()[usize::from(board.tile_at(at.beside(side))?)];
        let kind = rules.kind(tile.kind);
        let port = kind.turned[usize::from(tile.rotation & 3)].ports[opposite(side)][1];
        (!kind.closes).then(|| board.features.root(tile.first + SegmentIndex::from(port)))
    };
    (0..4).filter_map(beside).collect()
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} answers", self.setup.canonical(), self.seq())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_answers_share_one_position() {
        let place = |game: &Game| of_any!(&game.played, of => Arc::as_ptr(&of.position).addr());
        let mut game = Game::new(&Setup::base(2)).unwrap();
        let beginning = game.restarted();
        assert_eq!(place(&beginning), place(&game));
        game.apply(game.legal()[0]).unwrap();
        assert_ne!(place(&beginning), place(&game));
        assert_eq!(game.restarted().position_hash(), beginning.position_hash());
    }

    #[test]
    fn view_shows_who_placed_each_tile_and_when() {
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
