//! Replays a link under our rules.

use bastide_core::{Place, SegmentIndex};
use classic::base::FOLLOWER;
use classic::{ClassicPosition, ClassicRules};

use super::fault::{LabError, MAX_TILES, MoveError};
use super::kinds;
use super::link::{Link, Move};
use super::stack;
use super::write::{COMMENT, TURNED};
use crate::game::Game;
use crate::record::Record;
use crate::setup::Setup;
use crate::{Actor, Answer};

/// Imports a link as a record. The words of placements keep the link's rotation where several look alike, so that the link can be written
/// again.
///
/// # Errors
/// Fails if the link is damaged or breaks the rules. The error describes the first problem in one sentence.
pub fn import(text: &str) -> Result<Record, LabError> {
    read(text, false)
}

/// Imports a link like [`import`], but turns a tile that does not fit if exactly one other rotation fits. A comment of the record names
/// each tile that was turned.
///
/// # Errors
/// Fails as [`import`] does, except for such tiles.
pub fn import_fixing_rotation(text: &str) -> Result<Record, LabError> {
    read(text, true)
}

/// Returns which tiles were turned, one sentence each, for a record imported with [`import_fixing_rotation`].
pub fn turned_tiles(record: &Record) -> impl Iterator<Item = &str> {
    record.comments.iter().filter_map(|comment| comment.strip_prefix(TURNED))
}

fn read(text: &str, fix_rotation: bool) -> Result<Record, LabError> {
    let link = Link::split(text)?;
    let tiles = stack::read(&link.stack)?;
    let (moves, discards) = (link.moves.len(), link.discards.len());
    if let Some(&discard) = link.discards.iter().find(|&&discard| discard > moves) {
        return Err(LabError::LateDiscard { discard, moves });
    }
    let setup = Setup::base(link.names.len() as u8);
    let game = Game::new(&setup).map_err(|_| LabError::Seats(link.names.len()))?;
    let mut replay = Replay { game, words: Vec::new(), fix_rotation, turned: Vec::new() };
    check_copies(replay.rules(), &tiles)?;
    if tiles.len() != 1 + moves + discards {
        return Err(LabError::Count { tiles: tiles.len(), moves, discards });
    }
    replay.play(&link, &tiles)?;
    let mut record = Record::of(&replay.game, &link.names, None);
    let mut words = replay.words.into_iter();
    for word in record.turns.iter_mut().flat_map(|turn| &mut turn.answers) {
        *word = words.next().unwrap_or_default();
    }
    let colours = link.colours.map(|colours| format!(", colours {colours}")).unwrap_or_default();
    record.comments.push(format!("{COMMENT}{colours}"));
    record.comments.extend(replay.turned);
    Ok(record)
}

/// Checks that no tile occurs more often than the game has it.
fn check_copies(rules: &ClassicRules, tiles: &[u8]) -> Result<(), LabError> {
    for kind in 0..kinds::KINDS {
        let count = tiles.iter().filter(|&&other| other == kind).count();
        let copies = kinds::own_kind(rules, kind).map_or(0, |(_, copies)| copies);
        if count > copies {
            return Err(LabError::Copies { tile: kinds::tile(kind), count, copies });
        }
    }
    Ok(())
}

/// A game with the words of its answers.
struct Replay {
    game: Game,
    words: Vec<String>,
    /// Whether to turn a tile that fits in only one other rotation.
    fix_rotation: bool,
    /// Comments on tiles that were turned.
    turned: Vec<String>,
}

impl Replay {
    fn inner(&self) -> (&ClassicRules, &ClassicPosition) {
        let (rules, position) = self.game.classic().expect("the base game belongs to the family");
        (rules, position)
    }

    fn rules(&self) -> &ClassicRules {
        self.inner().0
    }

    /// Applies a legal answer.
    fn apply(&mut self, answer: Answer, word: Option<String>) -> bool {
        let word = word.unwrap_or_else(|| self.game.word(answer));
        let applied = self.game.apply_raw(answer).is_ok();
        if applied {
            self.words.push(word);
        }
        applied
    }

    fn play(&mut self, link: &Link, tiles: &[u8]) -> Result<(), LabError> {
        self.apply(Answer::Begin { seat: 0 }, None);
        let mut tiles = tiles[1..].iter().copied();
        let all_out = 1 + link.moves.len() + link.discards.len() == MAX_TILES;
        for made in 0..=link.moves.len() {
            for _ in link.discards.iter().filter(|&&discard| discard == made) {
                let kind = tiles.next().unwrap_or_default();
                if self.draw(kind) != Some(false) {
                    return Err(LabError::DiscardFits { number: made + 1, tile: kinds::tile(kind) });
                }
            }
            let Some(text) = link.moves.get(made) else { break };
            let kind = tiles.next().unwrap_or_default();
            // The last follower is unknown unless the game is over.
            let passes = all_out || made + 1 < link.moves.len();
            self.make((made + 1, text), kind, passes).map_err(|why| LabError::Move {
                number: made + 1,
                text: text.clone(),
                why,
            })?;
        }
        Ok(())
    }

    /// Draws a tile and returns whether it fits anywhere, or `None` if it cannot be drawn.
    fn draw(&mut self, kind: u8) -> Option<bool> {
        let (kind, _) = kinds::own_kind(self.rules(), kind)?;
        self.apply(Answer::Draw { kind }, None).then(|| matches!(self.game.actor(), Actor::Seat(_)))
    }

    /// Draws and places a tile, and deploys a follower or passes.
    fn make(&mut self, (number, text): (usize, &str), kind: u8, passes: bool) -> Result<(), MoveError> {
        let made = Move::parse(text)?;
        match self.draw(kind) {
            Some(true) => {}
            Some(false) => return Err(MoveError::FitsNowhere(kinds::tile(kind))),
            None => return Err(MoveError::Over),
        }
        let (mut rotation, mover) = (kinds::own_rotation(kind, made.rotation), self.game.actor());
        if let Err(why) = self.place(&made, kind, rotation) {
            let fits = why.other_rotation().filter(|_| self.fix_rotation).ok_or(why)?;
            let given = 90 * u16::from(rotation);
            rotation = (fits / 90) as u8;
            self.place(&made, kind, rotation)?;
            let (tile, Move { x, y, .. }) = (kinds::tile(kind), &made);
            self.turned.push(format!("{TURNED}move {number}: {tile} at {x},{y} turned from r{given} to r{fits}"));
        }
        let asked = self.game.actor() == mover && self.game.legal().contains(&Answer::Pass);
        match made.follower {
            0 if asked && passes => drop(self.apply(Answer::Pass, None)),
            0 => {}
            code => self.deploy(kind, code, rotation, mover)?,
        }
        Ok(())
    }

    fn place(&mut self, made: &Move, kind: u8, rotation: u8) -> Result<(), MoveError> {
        let tile = kinds::tile(kind);
        let &Move { x, y, .. } = made;
        let rotations = kinds::own_kind(self.rules(), kind).map_or(4, |(own, _)| self.rules().kind(own).rotations);
        let (at, degrees) = (Place::new(x, y), |rotation: u8| 90 * u16::from(rotation));
        let answer = Answer::Place { at, rotation: rotation % rotations };
        let legal = self.game.legal();
        if legal.contains(&answer) {
            self.apply(answer, Some(format!("{tile}@{x},{y}r{}", degrees(rotation))));
            return Ok(());
        }
        let tiles = self.inner().1.board.tiles();
        let distance = |other: Place| (other.x - x).unsigned_abs() + (other.y - y).unsigned_abs();
        if tiles.iter().any(|placed| distance(placed.at) == 0) {
            return Err(MoveError::Taken(x, y));
        }
        if !tiles.iter().any(|placed| distance(placed.at) == 1) {
            return Err(MoveError::TouchesNothing(x, y));
        }
        let fits = legal.iter().filter_map(|answer| match answer {
            Answer::Place { at: place, rotation } if *place == at => Some(degrees(*rotation)),
            _ => None,
        });
        // Rotations that look alike number the segments differently, so the segment of a follower would be a guess.
        let clear = rotations == 4 || made.follower == 0;
        Err(MoveError::DoesNotFit { tile, x, y, turned: degrees(rotation), fits: fits.collect(), clear })
    }

    /// Deploys a follower of the seat that placed the tile.
    fn deploy(&mut self, kind: u8, code: u8, rotation: u8, mover: Actor) -> Result<(), MoveError> {
        let (rules, position) = self.inner();
        let missing = MoveError::NoSegment { tile: kinds::tile(kind), code };
        let Some(own) = kinds::segment(rules, kind, code) else { return Err(missing) };
        let Some(&tile) = position.board.tiles().last() else { return Err(missing) };
        let own = kinds::turned_segment(rules, tile.kind, own, rotation, tile.rotation);
        let answer = Answer::Deploy { figure: FOLLOWER, segment: tile.first + SegmentIndex::from(own) };
        let supply = match mover {
            Actor::Seat(seat) => position.supply(seat, FOLLOWER),
            _ => 0,
        };
        if self.game.actor() == mover && self.game.legal().contains(&answer) {
            self.apply(answer, None);
            return Ok(());
        }
        Err(if supply == 0 { MoveError::NoFollower } else { MoveError::Occupied(code) })
    }
}
