//! Editing of starting boards: everything that a client needs to know about a board that may be incomplete or wrong, so that it needs no
//! rules.

use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, FigureKind, KindIndex, Position, Rules, SegmentIndex};
use serde::{Deserialize, Serialize};

use crate::compile::compile_without_board;
use crate::families::Playable;
use crate::game::Game;
use crate::notation::{CORNERS, location, place_name, prefix, tile_of_word, tile_word};
use crate::setup::{Setup, SetupError};
use crate::starting_board::{BoardError, BoardProblem, StartingBoard, build, checked_text, finish};
use crate::view::{EventView, History, ShownPosition, TileName, View, Viewer};
use crate::with_family;

/// Maximum number of earlier positions that are tried if a board cannot represent the wanted one.
const MAX_EARLIER: usize = 8;
/// Maximum number of answers since these positions. Few turns have so many.
const MAX_TAKEN_BACK: usize = 64;

/// A request about a starting board.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The set-up with its board, which may be incomplete or wrong. Without a board, the board of a new game is returned.
    pub setup: Setup,
    /// The tile whose places are wanted, as boards name it, such as `crfr`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub tile: Option<String>,
}

/// A starting board as far as it can be built, and what could be added to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EditedBoard {
    /// The text of the board, with normalized line endings.
    pub board: String,
    /// Problems with the board. A game can begin with it if there are none.
    pub problems: Vec<BoardProblem>,
    /// The game that begins with the board or, if there are problems, the lines that can be built.
    pub view: View,
    /// All kinds of tile of the set-up, with the numbers of tiles left.
    pub tiles: Vec<EditedTile>,
    /// Places where the requested tile fits, in every rotation.
    pub places: Vec<EditedPlace>,
    /// Segments and corners on which figures can stand.
    pub spots: Vec<EditedSpot>,
    /// Words for the neutral pieces, for `piece` lines.
    pub pieces: Vec<&'static str>,
    /// The final scoring if the game ended with this board; empty if there are problems.
    pub scoring: Vec<EventView>,
    /// The points by seat after that scoring; empty if there are problems.
    pub totals: Vec<i32>,
}

/// A kind of tile of a board's set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EditedTile {
    /// Set and kind of the tile.
    pub name: TileName,
    /// Its name in boards and answers.
    pub word: String,
    /// Number of copies in the set-up.
    pub copies: u8,
    /// Number of copies that are neither on the board, nor in a hand, nor put aside.
    pub derived: u8,
    /// Number of copies that are left to draw: `derived`, or what a `bag` line says.
    pub left: u8,
    /// Whether players hold the tile instead of drawing it, as they do an abbey.
    pub held: bool,
}

/// A place where a tile fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EditedPlace {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
    /// Quarter turns clockwise.
    pub rotation: u8,
}

/// A segment on which figures can stand, or a corner of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EditedSpot {
    /// The tile's index.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// Word for the kind of segment.
    pub kind: &'static str,
    /// The corner of the tile, clockwise from the north-east, if figures stand on the corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub corner: Option<u8>,
    /// The place's name in boards, such as `n@1,0`.
    pub at: String,
    /// The figures that can stand here. A board's line is `figure`, then the seat, one of these words and `at`, joined by colons:
    /// `figure 0:knight:n@1,0`.
    pub figures: Vec<EditedFigure>,
}

/// A kind of figure that can stand on a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EditedFigure {
    /// Word for the kind of figure, such as `large`.
    pub figure: &'static str,
    /// Its role on the segment, such as `knight`.
    pub role: &'static str,
    /// Both, as boards write it, such as `large-knight`.
    pub word: String,
}

/// Returns what a client needs to know about a starting board that may be incomplete or wrong.
///
/// # Errors
/// Fails if the rest of the set-up is wrong, or if the board is missing or too long.
pub fn edit(asked: &Edit) -> Result<EditedBoard, SetupError> {
    let unknown = || Err(SetupError::UnknownGame(asked.setup.game.clone()));
    with_family!(asked.setup.game.as_str(), F => edit_as::<F>(asked)).unwrap_or_else(unknown)
}

fn edit_as<F: Playable>(asked: &Edit) -> Result<EditedBoard, SetupError> {
    let setup = &asked.setup;
    let rules = compile_without_board::<F>(setup, 1)?;
    let board = match &setup.board {
        Some(board) => board.clone(),
        None => StartingBoard::of(&Game::for_replay(setup)?)?,
    };
    let text = checked_text(&board).map_err(SetupError::Board)?;
    let mut built = build::<F>(&rules, text);
    let (mut scoring, mut totals) = (Vec::new(), Vec::new());
    let shown = match finish(rules.clone(), &built) {
        Ok(arranged) => {
            let game = Game::for_replay(&Setup { board: Some(board.clone()), ..setup.clone() });
            if let Ok(game) = &game {
                (totals, scoring) = game.scored_now();
            }
            game.map(|game| game.view()).map_err(|_| arranged)
        }
        Err(problem) => {
            if built.problems.is_empty() {
                built.problems.push(problem);
            }
            Err(rules.clone())
        }
    };
    let view = shown.unwrap_or_else(|rules| unfinished_view(&built.position, &rules, setup));
    let kind = asked.tile.as_deref().and_then(|tile| tile_of_word(&rules, tile));
    Ok(EditedBoard {
        board: text.to_owned(),
        view,
        tiles: tiles(&built.position, &rules, built.hand),
        places: kind.map(|kind| places(&built.position, &rules, kind)).unwrap_or_default(),
        spots: spots(&built.position, &rules),
        pieces: F::PIECE_WORDS.to_vec(),
        scoring,
        totals,
        problems: built.problems,
    })
}

/// Returns the view of a position in which no turn has begun.
fn unfinished_view<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>, setup: &Setup) -> View {
    let placed = vec![(None, 0); position.board.tiles().len()];
    let history = History { placed, ..History::default() };
    let mut view = ShownPosition { position, rules, viewer: Viewer::ALL }.view(0, setup, &history);
    if position.actor() == Actor::Nobody {
        view.over = false;
        view.winners.clear();
        view.team = None;
        view.active = None;
        view.players.iter_mut().for_each(|player| player.projected = None);
    }
    view
}

fn tiles<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>, hand: Option<KindIndex>) -> Vec<EditedTile> {
    let mut used: Vec<KindIndex> = position.board.tiles().iter().map(|tile| tile.kind).collect();
    used.extend(hand);
    used.extend((0..rules.seats).flat_map(|seat| position.hand(seat)));
    used.extend(position.bag().aside());
    let tile = |kind: KindIndex| {
        let (compiled, text) = (rules.kind(kind), &rules.texts[usize::from(kind)]);
        let used = used.iter().filter(|&&other| other == kind).count();
        EditedTile {
            name: TileName { set: text.set.clone(), kind: text.id.clone() },
            word: tile_word(rules, kind),
            copies: compiled.copies,
            derived: usize::from(compiled.copies).saturating_sub(used) as u8,
            left: position.bag().count(kind),
            held: compiled.pile == PILE_HELD,
        }
    };
    (0..rules.kinds.len()).map(|kind| tile(kind as KindIndex)).collect()
}

fn places<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>, kind: KindIndex) -> Vec<EditedPlace> {
    let mut answers = Vec::new();
    if position.bag().count(kind) > 0 {
        position.list_places(rules, kind, &mut answers);
    }
    let gaps: Vec<_> = position.board.gaps().collect();
    let is_first = position.board.tiles().is_empty();
    let place = |answer| match answer {
        Answer::Place { at, rotation } if is_first || !rules.kind(kind).closes || gaps.contains(&at) => {
            Some(EditedPlace { x: at.x, y: at.y, rotation })
        }
        _ => None,
    };
    answers.into_iter().filter_map(place).collect()
}

fn spots<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>) -> Vec<EditedSpot> {
    let mut spots = Vec::new();
    for (number, tile) in (0..).zip(position.board.tiles()) {
        let kind = rules.kind(tile.kind);
        for own in 0..kind.len {
            let segment = tile.first + SegmentIndex::from(own);
            let spot = |corner, at, figures| EditedSpot {
                tile: number,
                segment: own,
                kind: F::KIND_WORDS[usize::from(position.board.features.kind(segment))],
                corner,
                at,
                figures,
            };
            let figures = figures(position, rules, segment, false);
            if !figures.is_empty() && is_nameable(position, rules, segment) {
                spots.push(spot(None, place_name(position, rules, segment), figures));
            }
            let corners = (0..4).filter(|&corner| !kind.closes && kind.corner(tile.rotation, corner) == own);
            let on_corner = self::figures(position, rules, segment, true);
            for corner in corners.filter(|_| !on_corner.is_empty()) {
                let at = format!("{}@{},{}", CORNERS[corner], tile.at.x, tile.at.y);
                spots.push(spot(Some(corner as u8), at, on_corner.clone()));
            }
        }
    }
    spots
}

/// Returns whether a segment has a name in boards: all but those that only the rules know.
fn is_nameable<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>, segment: SegmentIndex) -> bool {
    !location(position, rules, segment).is_empty()
}

/// Returns the figures that can stand on a segment, either on its corners or elsewhere.
fn figures<F: Playable>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    segment: SegmentIndex,
    on_corner: bool,
) -> Vec<EditedFigure> {
    let can_stand = |&kind: &FigureKind| {
        rules.figures[usize::from(kind)] > 0
            && F::stands_on_corner(kind) == on_corner
            && F::may_stand(position, rules, kind, segment).is_ok()
    };
    let figure = |kind: FigureKind| {
        let role = F::role(kind, position.board.features.kind(segment));
        EditedFigure {
            figure: F::FIGURE_WORDS[usize::from(kind)],
            role,
            word: format!("{}{role}", if F::has_roles(kind) { prefix::<F>(kind) } else { String::new() }),
        }
    };
    (0..F::FIGURE_WORDS.len() as FigureKind).filter(can_stand).map(figure).collect()
}

impl From<BoardProblem> for SetupError {
    fn from(problem: BoardProblem) -> Self {
        Self::Board(BoardError::Problem(problem))
    }
}

impl StartingBoard {
    /// Returns the board of a game's position. If a board cannot represent it, for example because a figure is being placed, returns the
    /// board of an earlier position, usually of the one before the tile was placed.
    ///
    /// # Errors
    /// Fails if no position of the last turns can be represented, for example because hands are hidden.
    pub fn of(game: &Game) -> Result<Self, BoardError> {
        if game.has_secrets() {
            return Err(BoardError::Unrepresentable);
        }
        if let Some(board) = Self::of_exactly(game) {
            return Ok(board);
        }
        let tried = game.answers().len().saturating_sub(MAX_TAKEN_BACK);
        let mut replayed = game.restarted();
        let mut earlier = Vec::new();
        for (at, &answer) in game.answers().iter().enumerate() {
            // Boards represent positions between turns, and those with a tile in hand.
            if at >= tried
                && matches!(
                    answer,
                    Answer::Begin { .. } | Answer::Draw { .. } | Answer::Place { .. } | Answer::PlaceHeld { .. }
                )
            {
                earlier.push(replayed.clone());
            }
            replayed.apply_raw(answer).map_err(|_| BoardError::Unrepresentable)?;
        }
        let found = earlier.iter().rev().take(MAX_EARLIER).find_map(Self::of_exactly);
        found.ok_or(BoardError::Unrepresentable)
    }

    /// Writes a position as a board, whether or not the board can represent all of it.
    pub fn of_position(game: &Game) -> Self {
        Self::new(&game.board_text())
    }

    /// Returns the board of exactly this position, if a board can represent it.
    pub fn of_exactly(game: &Game) -> Option<Self> {
        let board = Self::of_position(game);
        let again = Game::for_replay(&Setup { board: Some(board.clone()), ..game.setup().clone() }).ok()?;
        // Before the first turn, the seat that begins may still have to be drawn.
        (game.turn() == 0 || is_same(&game.position_text(), &again.position_text())).then_some(board)
    }
}

/// Returns whether the texts of two positions agree in everything except the set-up, the number of the turn, and what the next placement
/// overwrites.
fn is_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["turn", number, seat] if number.bytes().all(|b| b.is_ascii_digit()) => format!("turn {seat}"),
                ["turn", "ransomed", paid, ..] => format!("ransomed {paid}"),
                _ => line.to_owned(),
            }
        };
        let mut lines: Vec<String> = text.lines().skip(2).map(line).collect();
        lines.sort_unstable();
        lines
    };
    lines(one) == lines(other)
}
