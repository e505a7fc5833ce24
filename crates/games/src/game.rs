//! A game of any family, behind one type.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use bastide_core::position::Damaged;
use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, Described, Event, Place, Position, Rules, RulesOf, TileText};
use classic::Classic;

use crate::compile::{compile, compile_recorded};
use crate::families::{self, Coop, Discovery, Hunters, Playable};
use crate::guide::Guide;
use crate::notation::{self, WordError};
use crate::perft::count::count;
use crate::position_hash::{PositionHash, position_text};
use crate::setup::{Setup, SetupError};
use crate::view::{EventView, History, Shown, View, Viewer, winners};

/// The rules and the position of a game, for those who know its family.
pub type Inner<'a, F> = (&'a Arc<RulesOf<F>>, &'a Position<F>);

/// A game: its set-up, the answers so far, and the position that they lead to.
#[derive(Clone)]
pub struct Game {
    setup: Arc<Setup>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) history: History,
    played: Played,
}

/// Which family's game it is: here it is first asked at run time.
#[derive(Clone)]
enum Played {
    Classic(PlayedBy<Classic>),
    Hunters(PlayedBy<Hunters>),
    Discovery(PlayedBy<Discovery>),
    Coop(PlayedBy<Coop>),
}

/// Evaluates an expression for what is played, whichever family's it is.
macro_rules! of_any {
    ($played:expr, $of:ident => $value:expr) => {
        match $played {
            Played::Classic($of) => $value,
            Played::Hunters($of) => $value,
            Played::Discovery($of) => $value,
            Played::Coop($of) => $value,
        }
    };
}

/// The rules and the position of a family's game.
#[derive(Clone)]
struct PlayedBy<F: Described> {
    rules: Arc<Rules<F::Options>>,
    /// Copied when it changes and somebody else has it too.
    position: Arc<Position<F>>,
}

impl<F: Playable> PlayedBy<F> {
    fn new(setup: &Setup, recorded: bool, history: &mut History) -> Result<Self, SetupError> {
        let rules = if recorded { compile_recorded::<F>(setup)? } else { compile::<F>(setup)? };
        Ok(Self::by(rules, history))
    }

    /// A game before its first answer, by rules that are compiled already.
    fn by(rules: Arc<Rules<F::Options>>, history: &mut History) -> Self {
        let mut events = Vec::new();
        let position = Arc::new(Position::new(&rules, &mut events));
        history.take(&position, &events);
        Self { rules, position }
    }

    fn shown(&self, viewer: Viewer) -> Shown<'_, F> {
        Shown { position: &self.position, rules: &self.rules, viewer }
    }

    fn score_words(&self) -> Vec<&'static str> {
        [F::KIND_WORDS, F::SOURCE_WORDS].concat()
    }

    fn scored_now(&self) -> (Vec<i32>, Vec<EventView>) {
        let mut events = Vec::new();
        let mut position = Position::clone(&self.position);
        if position.actor() != Actor::Nobody {
            F::end(&mut position, &self.rules, &mut events);
        }
        let shown = Shown { position: &position, rules: &self.rules, viewer: Viewer::ALL };
        let scores = (0..self.rules.seats).map(|seat| position.score(seat)).collect();
        (scores, events.iter().map(|event| shown.event(event)).collect())
    }
}

impl Game {
    /// A game before its first answer.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::with(setup, false)
    }

    /// A game before the first answer of its record. Other programs' records can have a single seat, which no game that is
    /// played here has (BASE-01).
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn replaying(setup: &Setup) -> Result<Self, SetupError> {
        Self::with(setup, true)
    }

    fn with(setup: &Setup, recorded: bool) -> Result<Self, SetupError> {
        let mut history = History::default();
        let played = match setup.game.as_str() {
            families::CARCASSONNE => Played::Classic(PlayedBy::new(setup, recorded, &mut history)?),
            families::HUNTERS => Played::Hunters(PlayedBy::new(setup, recorded, &mut history)?),
            families::DISCOVERY => Played::Discovery(PlayedBy::new(setup, recorded, &mut history)?),
            families::COOP => Played::Coop(PlayedBy::new(setup, recorded, &mut history)?),
            unknown => return Err(SetupError::UnknownGame(unknown.to_owned())),
        };
        Ok(Self { setup: Arc::new(setup.clone()), answers: Vec::new(), history, played })
    }

    /// The same game before its first answer. Nothing is compiled: the rules are shared, and so is the position of a game that has none.
    pub fn afresh(&self) -> Self {
        if self.answers.is_empty() {
            return self.clone();
        }
        let mut history = History::default();
        let played = match &self.played {
            Played::Classic(of) => Played::Classic(PlayedBy::by(of.rules.clone(), &mut history)),
            Played::Hunters(of) => Played::Hunters(PlayedBy::by(of.rules.clone(), &mut history)),
            Played::Discovery(of) => Played::Discovery(PlayedBy::by(of.rules.clone(), &mut history)),
            Played::Coop(of) => Played::Coop(PlayedBy::by(of.rules.clone(), &mut history)),
        };
        Self { setup: self.setup.clone(), answers: Vec::new(), history, played }
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who must answer.
    pub fn actor(&self) -> Actor {
        of_any!(&self.played, of => of.position.actor())
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
        let mut answers = Vec::new();
        of_any!(&self.played, of => of.position.list(&of.rules, &mut answers));
        answers
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
        of_any!(&self.played, of => events.iter().map(|event| of.shown(viewer).event(event)).collect())
    }

    /// Carries an answer out; the events are the core's own.
    ///
    /// # Errors
    /// The answer is not legal; the game is as before.
    pub fn apply_quietly(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
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

    /// A legal answer as a word.
    pub fn word(&self, answer: Answer) -> String {
        of_any!(&self.played, of => notation::word(&of.position, &of.rules, answer))
    }

    /// The answer that a word stands for here. Whether it is legal shows when it is applied.
    ///
    /// # Errors
    /// The word has no known form, or names what is not there.
    pub fn answer(&self, word: &str) -> Result<Answer, WordError> {
        of_any!(&self.played, of => notation::parse(&of.position, &of.rules, word))
    }

    /// Points of a seat.
    pub fn score(&self, seat: u8) -> i32 {
        if seat < self.setup.seats { of_any!(&self.played, of => of.position.score(seat)) } else { 0 }
    }

    /// Points of every seat.
    pub fn scores(&self) -> Vec<i32> {
        (0..self.setup.seats).map(|seat| self.score(seat)).collect()
    }

    /// The scores if the game ended here, and the events of that final scoring: for games that were broken off.
    pub fn scored_now(&self) -> (Vec<i32>, Vec<EventView>) {
        of_any!(&self.played, of => of.scored_now())
    }

    /// The turn's number, counted from 1; 0 before the first.
    pub fn turn(&self) -> u16 {
        of_any!(&self.played, of => of.position.turn())
    }

    /// The seat whose turn it is: another may have to answer in it. Nobody's before the first turn and after the last.
    pub fn active(&self) -> Option<u8> {
        of_any!(&self.played, of => (of.position.turn() > 0 && !self.is_over()).then(|| of.position.seat()))
    }

    /// The hash of the position, by which two programs, or two versions of one, see whether they agree on it.
    pub fn position_hash(&self) -> PositionHash {
        PositionHash::of(&self.position_text())
    }

    /// The position as the text that [`position_hash`](Self::position_hash) is made from.
    pub fn position_text(&self) -> String {
        of_any!(&self.played, of => position_text(&of.position, &of.rules, &self.setup))
    }

    /// Everything that gives points, in words, for snapshots.
    pub(crate) fn score_words(&self) -> Vec<&'static str> {
        of_any!(&self.played, of => of.score_words())
    }

    /// How many of the eight places round a place have a tile.
    pub fn tiles_round(&self, at: Place) -> usize {
        of_any!(&self.played, of => at.around().filter(|&place| of.position.board.tile_at(place).is_some()).count())
    }

    /// Tiles on the table.
    pub(crate) fn tiles_placed(&self) -> usize {
        of_any!(&self.played, of => of.position.board.tiles().len())
    }

    /// Appends the position's bytes.
    pub(crate) fn write_position(&self, out: &mut Vec<u8>) {
        of_any!(&self.played, of => of.position.write(&of.rules, out));
    }

    /// Takes a position from bytes, and leaves answers and history as they are.
    pub(crate) fn read_position(&mut self, from: &mut &[u8]) -> Result<(), Damaged> {
        of_any!(&mut self.played, of => of.position = Arc::new(Position::read(&of.rules, from)?));
        Ok(())
    }

    /// The seats with most points, when the game is over (BASE-22); of a team, all seats or none (COOP-14).
    pub fn winners(&self) -> Vec<u8> {
        let of_all = || of_any!(&self.played, of => winners(&of.position, self.setup.seats));
        if self.is_over() { of_all() } else { Vec::new() }
    }

    /// Everything that may be shown to somebody who sees every hand.
    pub fn view(&self) -> View {
        self.view_for(Viewer::ALL)
    }

    /// Everything that may be shown to these eyes: of a hand that is hidden from them, how many tiles it has.
    pub fn view_for(&self, viewer: Viewer) -> View {
        of_any!(&self.played, of => of.shown(viewer).view(self.seq(), &self.setup, &self.history))
    }

    /// What the position tells these eyes of its places: what a tile would complete where, and what can still come to lie there.
    pub fn guide_for(&self, viewer: Viewer) -> Guide {
        of_any!(&self.played, of => of.shown(viewer).guide(self.seq()))
    }

    /// Whether seats have hands that others may not see. A record tells them, and so it is for after the game.
    pub fn has_secrets(&self) -> bool {
        of_any!(&self.played, of => of.rules.hidden_hands) && !self.is_over()
    }

    /// The set-up's kinds of tile, by their numbers.
    pub fn tiles(&self) -> &[TileText] {
        of_any!(&self.played, of => &of.rules.texts)
    }

    /// The name of a kind of tile in this set-up.
    pub fn tile_word(&self, kind: u8) -> String {
        of_any!(&self.played, of => notation::tile_word(&of.rules, kind))
    }

    /// Tiles of a kind that nobody has drawn.
    pub fn in_bag(&self, kind: u8) -> u8 {
        of_any!(&self.played, of => of.position.bag().count(kind))
    }

    /// Whether tiles of a kind are drawn; others are held by players.
    pub(crate) fn is_drawn(&self, kind: u8) -> bool {
        of_any!(&self.played, of => of.rules.kind(kind).pile != PILE_HELD)
    }

    /// Sequences of so many answers of players, with the tiles in the order in which they come.
    pub(crate) fn perft(&self, first: u8, tiles: &[u8], depth: u32) -> u64 {
        of_any!(&self.played, of => count(&of.position, &of.rules, first, tiles, depth))
    }

    /// The rules and the position, where the game is of this family.
    pub fn of<F: Described>(&self) -> Option<Inner<'_, F>> {
        let played: &dyn Any = of_any!(&self.played, of => of);
        let played = played.downcast_ref::<PlayedBy<F>>()?;
        Some((&played.rules, &played.position))
    }

    /// The rules and the position, where the game is of the Carcassonne family.
    pub fn classic(&self) -> Option<Inner<'_, Classic>> {
        self.of::<Classic>()
    }
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
    fn games_before_their_first_answer_have_one_position() {
        let place = |game: &Game| of_any!(&game.played, of => Arc::as_ptr(&of.position).addr());
        let mut game = Game::new(&Setup::base(2)).unwrap();
        let beginning = game.afresh();
        assert_eq!(place(&beginning), place(&game));
        game.apply(game.legal()[0]).unwrap();
        assert_ne!(place(&beginning), place(&game));
        assert_eq!(game.afresh().position_hash(), beginning.position_hash());
    }

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
