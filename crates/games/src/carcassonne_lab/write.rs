//! Writes a record as a link.

use bastide_core::{KindIndex, SegmentIndex};

use super::fault::ExportError;
use super::kinds;
use super::link::{ADDRESS, Move, VERSION, encode};
use super::stack;
use crate::game::Game;
use crate::record::{Record, RecordError};
use crate::setup::Setup;
use crate::{Actor, Answer};

/// Comment on an imported record; the colours of the link follow, if it has any.
pub(super) const COMMENT: &str = "imported from a CarcassonneLab link";
/// Start of a comment on a tile that was turned because it did not fit.
pub(super) const TURNED: &str = "corrected ";
/// Colours of the seats of records without colours.
const COLOURS: [&str; 5] = ["red", "blue", "green", "yellow", "black"];

/// Writes a game of the base game as a link. An imported record gives the link from which it was imported.
///
/// # Errors
/// Fails if links cannot hold the game, or the record cannot be replayed.
pub fn export(record: &Record) -> Result<String, ExportError> {
    write(record, |_| match record.comments.iter().find_map(|comment| comment.strip_prefix(COMMENT)) {
        Some(rest) => rest.strip_prefix(", colours ").map(str::to_owned),
        None => Some(COLOURS[..usize::from(record.setup.seats).min(COLOURS.len())].join(",")),
    })
}

/// Writes a game of the base game as a link with these colours, by seat.
///
/// # Errors
/// Fails as [`export`] does.
pub fn export_in(record: &Record, colours: &[&str]) -> Result<String, ExportError> {
    write(record, |first| {
        let in_order = (0..usize::from(record.setup.seats)).map(|seat| usize::from(first) + seat);
        let known = colours.get(..usize::from(record.setup.seats))?;
        Some(in_order.map(|seat| known[seat % known.len()]).collect::<Vec<_>>().join(","))
    })
}

/// Writes a link. `colours` returns the text of the colours, if there are any, for the seat that moves first.
fn write(record: &Record, colours: impl FnOnce(u8) -> Option<String>) -> Result<String, ExportError> {
    let seats = record.setup.seats;
    let mut setup = record.setup.clone();
    setup.options.remove("first_player");
    setup.first_seat = 0;
    if setup.canonical() != Setup::base(seats).canonical() {
        return Err(ExportError::Setup(record.setup.canonical()));
    }
    // Records of other programs can have a single seat.
    if seats < 2 {
        return Err(ExportError::Seats(seats));
    }
    let written = Written::of(record)?;
    if written.moves.is_empty() {
        return Err(ExportError::Empty);
    }
    let players = (0..seats).map(|seat| {
        let seat = usize::from((written.first + seat) % seats);
        record.players.get(seat).map_or_else(|| format!("Player {}", seat + 1), Clone::clone)
    });
    let players: Vec<String> = players.map(|name| encode(&name)).collect();
    let colours = colours(written.first).map(|colours| format!("&colors={colours}")).unwrap_or_default();
    let discards: String = written.discards.iter().map(|discard| format!(".{discard}")).collect();
    let (stack, moves) = (stack::write(&written.tiles), written.moves.concat());
    Ok(format!("{ADDRESS}#/{VERSION}/0{discards}/{stack}/{moves}?players={}{colours}", players.join(",")))
}

/// The parts of the link that a replay determines.
struct Written {
    /// The seat that moved first.
    first: u8,
    tiles: Vec<u8>,
    discards: Vec<usize>,
    moves: Vec<String>,
}

impl Written {
    fn of(record: &Record) -> Result<Self, ExportError> {
        // Checks hashes too.
        record.replay()?;
        let setup = record.setup.clone().pinned(record.rules_version);
        let mut game = Game::for_replay(&setup).map_err(RecordError::Setup)?;
        let mut written = Self {
            first: game.active_seat().unwrap_or_default(),
            tiles: vec![kinds::START],
            discards: Vec::new(),
            moves: Vec::new(),
        };
        let mut placed: Option<Placed> = None;
        for turn in &record.turns {
            for word in &turn.answers {
                let refused = |why| RecordError::Answer { turn: turn.turn, why };
                let answer = game.answer(word).map_err(refused)?;
                game.apply_raw(answer).map_err(refused)?;
                match answer {
                    Answer::Begin { seat } => written.first = seat,
                    Answer::Draw { kind } => {
                        written.end_move(placed.take(), turn.turn)?;
                        written.draw(&game, kind);
                    }
                    Answer::Place { at, rotation } => {
                        placed = Some(written.placed(word, (at.x, at.y), rotation));
                    }
                    Answer::Deploy { segment, .. } => {
                        if let Some(placed) = &mut placed {
                            placed.made.follower = placed.code(&game, segment);
                        }
                    }
                    _ => {}
                }
            }
        }
        let last = record.turns.last().map_or(0, |turn| turn.turn);
        written.end_move(placed, last)?;
        // A tile that has been drawn but not placed is not part of the link.
        written.tiles.truncate(1 + written.moves.len() + written.discards.len());
        Ok(written)
    }

    /// Adds the move of the tile that was placed before, if any.
    fn end_move(&mut self, placed: Option<Placed>, turn: u16) -> Result<(), ExportError> {
        if let Some(placed) = placed {
            self.moves.push(placed.made.text().ok_or(ExportError::TooFar(turn))?);
        }
        Ok(())
    }

    /// Adds a tile, which is discarded if the game draws again or is over.
    fn draw(&mut self, game: &Game, own: KindIndex) {
        self.tiles.push(kinds::kind(&game.tile_word(own)).unwrap_or_default());
        if !matches!(game.actor(), Actor::Seat(_)) {
            self.discards.push(self.moves.len());
        }
    }

    /// Returns the placement of the newest tile. `word` has the rotation as given, `rotation` the first of those that look alike.
    fn placed(&self, word: &str, (x, y): (i16, i16), rotation: u8) -> Placed {
        let given = word.rsplit('r').next().and_then(|degrees| degrees.parse::<u16>().ok());
        let given = given.map_or(rotation, |degrees| (degrees / 90 % 4) as u8);
        let kind = self.tiles.last().copied().unwrap_or_default();
        let made = Move { x, y, rotation: kinds::lab_rotation(kind, given), follower: 0 };
        Placed { kind, given, made }
    }
}

/// A placed tile, before the next draw.
struct Placed {
    kind: u8,
    /// Our rotation, as given in the record.
    given: u8,
    made: Move,
}

impl Placed {
    /// Returns the number of a segment of the newest tile.
    fn code(&self, game: &Game, segment: SegmentIndex) -> u8 {
        let Some((rules, position)) = game.classic() else { return 0 };
        let Some(tile) = position.board.tiles().last() else { return 0 };
        let own = segment.saturating_sub(tile.first) as u8;
        let own = kinds::turned_segment(rules, tile.kind, own, tile.rotation, self.given);
        kinds::code(rules, self.kind, own).unwrap_or_default()
    }
}
