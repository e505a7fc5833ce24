//! Builds the position that a board describes.

use bastide_core::playable::StartTile;
use bastide_core::position::Misfit;
use bastide_core::tile::PILE_BAG;
use bastide_core::{KindIndex, Place, PlacedTile, Position, Rules, Spot, is_choice};

use super::BoardProblem;
use super::items::{Item, PHASES, items, place, quote};
use super::names::{NameProblem, figure, seat_of, segment, standing_figure};
use crate::families::Playable;
use crate::notation::tile_of_word;

/// Maximum number of points that a board can give a seat.
const MAX_SCORE: i32 = 99_999;

/// The position that a board describes, as far as it can be built.
pub(crate) struct Built<F: Playable> {
    /// The position, before its turn begins.
    pub position: Box<Position<F>>,
    /// The tile in hand.
    pub hand: Option<KindIndex>,
    /// The lines that cannot be, and what is missing.
    pub problems: Vec<BoardProblem>,
    /// Seats whose scores were given, as a bit set.
    scored: u8,
    has_seat: bool,
}

/// Builds the position that a text describes. Lines that cannot be are skipped.
pub(crate) fn build<F: Playable>(rules: &Rules<F::Options>, text: &str) -> Built<F> {
    let (items, problems) = items(text);
    let mut position = Box::new(Position::to_arrange(rules));
    F::arrange_start(&mut position, rules);
    let mut built = Built { position, hand: None, problems, scored: 0, has_seat: false };
    for phase in PHASES {
        for item in items.iter().filter(|item| phase.contains(&item.word)) {
            if let Err(problem) = built.apply(rules, item) {
                built.problems.push(problem);
            }
        }
    }
    built.problems.sort_by_key(|problem| problem.line);
    if built.problems.is_empty()
        && let Err(problem) = built.check(rules)
    {
        built.problems.push(problem);
    }
    built
}

/// Returns the rules of games that begin with a built board.
///
/// # Errors
/// Returns the first problem of the board.
pub(crate) fn finish<F: Playable>(
    rules: Rules<F::Options>,
    built: &Built<F>,
) -> Result<Rules<F::Options>, BoardProblem> {
    if let Some(problem) = built.problems.first() {
        return Err(problem.clone());
    }
    let mut arranged = rules;
    if !begins_with_start(&built.position, &arranged) {
        arranged.start = built.position.board.tiles().iter().map(|tile| (tile.kind, tile.at, tile.rotation)).collect();
    }
    arranged.arranged = Some(built.position.arranged_bytes(&arranged, built.hand).into());
    let position = Box::new(Position::new(&arranged, &mut ()));
    if !F::validate(&position, &arranged) {
        let text = "this position cannot occur in a game with this set-up";
        return Err(BoardProblem { line: 0, code: "position", text: text.to_owned() });
    }
    Ok(arranged)
}

/// Returns whether the first tiles of a board are those that lie on the table from the start.
fn begins_with_start<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>) -> bool {
    let tiles = position.board.tiles();
    let is_same = |(tile, start): (&PlacedTile, &StartTile)| (tile.kind, tile.at, tile.rotation) == *start;
    tiles.len() >= rules.start.len() && tiles.iter().zip(&rules.start).all(is_same)
}

impl<F: Playable> Built<F> {
    fn apply(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        match item.word {
            "tile" => self.tile(rules, item),
            "built" => self.built(rules, item),
            "ghosts" => self.tile_tokens(rules, item),
            "figure" => self.figure(rules, item),
            "captive" => self.captive(rules, item),
            "piece" => self.piece(rules, item),
            "mark" => self.mark(rules, item),
            "seat" => self.seat(rules, item),
            "score" => self.score(rules, item),
            "token" => self.token(rules, item),
            "note" => self.note(rules, item),
            "hand" => self.hand(rules, item),
            "held" => self.held(rules, item),
            "aside" => self.aside(rules, item),
            _ => self.bag(rules, item),
        }
    }

    fn tile(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word] = item.words()?;
        let (name, rest) = word.split_once('@').ok_or_else(|| item.form())?;
        let (at, degrees) = rest.split_once('r').ok_or_else(|| item.form())?;
        let at = place(at).ok_or_else(|| item.form())?;
        let rotation = ["0", "90", "180", "270"].iter().position(|known| *known == degrees);
        let kind = kind_of(rules, item, name)?;
        let rotation = rotation.ok_or_else(|| item.form())? as u8 % rules.kind(kind).rotations;
        let number = self.position.board.tiles().len();
        if !rules.start_joins.is_empty() && rules.start.get(number).is_some_and(|&start| start != (kind, at, rotation))
        {
            let text = "the board must begin with the block that lies on the table from the start, in its order";
            return Err(item.problem("start", text));
        }
        let arranged = self.position.arrange_tile(rules, kind, at, rotation);
        arranged.map_err(|why| misfit(item, why, at, name, rules.kind(kind).copies))?;
        F::tile_arranged(&mut self.position, rules);
        Ok(())
    }

    fn built(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [name, height] = item.words()?;
        let height = item.number(height)?;
        let mut found = Vec::new();
        F::buildings(&self.position, |segment, _| found.push(segment));
        let is_meant = |segment| found.contains(&segment);
        let segment = segment(&self.position, rules, name, is_meant).map_err(|why| named(item, why))?;
        if F::set_building(&mut self.position, segment, height) {
            Ok(())
        } else {
            Err(item.problem("segment", "nothing can be built there"))
        }
    }

    fn tile_tokens(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [at, count] = item.words()?;
        let at = at.strip_prefix('@').and_then(place).ok_or_else(|| item.form())?;
        let no_tile = || item.problem("segment", format!("there is no tile at {},{}", at.x, at.y));
        let tile = self.position.board.tile_at(at).ok_or_else(no_tile)?;
        if F::set_tile_tokens(&mut self.position, rules, tile, item.number(count)?) {
            Ok(())
        } else {
            Err(item.problem("token", "the tile cannot have as many ghosts"))
        }
    }

    fn figure(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word] = item.words()?;
        let figure = figure(&self.position, rules, word).map_err(|why| named(item, why))?;
        let (segment, corner) = figure.stands;
        if let Err(why) = F::may_stand(&self.position, rules, figure.kind, segment) {
            return Err(item.problem("figure", why));
        }
        let arranged = self.position.arrange_figure((figure.seat, figure.kind), segment, corner, figure.tokens);
        arranged.map(|_| ()).ok_or_else(|| no_figure::<F>(rules, item, figure.seat, figure.kind))
    }

    fn captive(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [by, figure] = item.words()?;
        let by = seat_of(rules, by).map_err(|why| named(item, why))?;
        let (seat, word) = figure.split_once(':').ok_or_else(|| item.form())?;
        let seat = seat_of(rules, seat).map_err(|why| named(item, why))?;
        let kind = F::FIGURE_WORDS.iter().position(|known| *known == word);
        let kind = kind.ok_or_else(|| item.problem("figure", format!("there is no figure \"{}\"", quote(word))))? as u8;
        if by == seat {
            return Err(item.problem("seat", "a seat cannot hold its own figure captive"));
        }
        let arranged = self.position.arrange_captive((seat, kind), by);
        arranged.map(|_| ()).ok_or_else(|| no_figure::<F>(rules, item, seat, kind))
    }

    fn piece(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word, to] = item.words()?;
        let piece = F::PIECE_WORDS.iter().position(|known| *known == word);
        let unknown = || item.problem("piece", format!("this game has no piece \"{}\"", quote(word)));
        let piece = piece.ok_or_else(unknown)? as u8;
        if self.position.piece(piece).is_some() {
            return Err(item.problem("twice", format!("the {word} is on the board already")));
        }
        let nowhere = || item.problem("piece", format!("there is no \"{}\" where the {word} could be", quote(to)));
        let spot = if let Some(at) = to.strip_prefix('@') {
            let tile = place(at).and_then(|at| self.position.board.tile_at(at));
            Spot::Tile(tile.ok_or_else(nowhere)?)
        } else if let Some(figure) = standing_figure(&self.position, rules, to) {
            Spot::Figure(figure)
        } else {
            Spot::Segment(segment(&self.position, rules, to, |_| true).map_err(|_| nowhere())?)
        };
        self.position.arrange_piece(piece, spot);
        Ok(())
    }

    fn mark(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word, name] = item.words()?;
        let segment = segment(&self.position, rules, name, |_| true).map_err(|why| named(item, why))?;
        if F::note_segment(&mut self.position, rules, word, segment) {
            Ok(())
        } else {
            Err(item.problem("token", format!("{} cannot be \"{}\" in this game", quote(name), quote(word))))
        }
    }

    fn seat(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [seat] = item.words()?;
        if std::mem::replace(&mut self.has_seat, true) {
            return Err(item.problem("twice", "the seat to move is given twice"));
        }
        self.position.arrange_seat(seat_of(rules, seat).map_err(|why| named(item, why))?);
        Ok(())
    }

    fn score(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [seat, points] = item.words()?;
        let seat = seat_of(rules, seat).map_err(|why| named(item, why))?;
        let points: i32 = item.number(points)?;
        if !(0..=MAX_SCORE).contains(&points) {
            return Err(item.problem("number", format!("a score must be 0 to {MAX_SCORE}")));
        }
        if self.scored >> seat & 1 == 1 {
            return Err(item.problem("twice", format!("the score of seat {seat} is given twice")));
        }
        self.scored |= 1 << seat;
        self.position.arrange_score(seat, points);
        Ok(())
    }

    fn token(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [seat, word, count] = item.words()?;
        let seat = seat_of(rules, seat).map_err(|why| named(item, why))?;
        if F::set_token(&mut self.position, rules, seat, word, item.number(count)?) {
            Ok(())
        } else {
            Err(item.problem("token", format!("a seat cannot have {} \"{}\" here", quote(count), quote(word))))
        }
    }

    fn note(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word, value] = item.words()?;
        if F::set_note(&mut self.position, rules, word, item.number(value)?) {
            Ok(())
        } else {
            Err(item.problem("token", format!("\"{}\" cannot be {} here", quote(word), quote(value))))
        }
    }

    fn hand(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word] = item.words()?;
        let kind = kind_of(rules, item, word)?;
        if self.hand.is_some() {
            return Err(item.problem("twice", "only one tile can be in hand"));
        }
        let can_be_drawn = rules.kind(kind).pile == F::pile_of_hand(&self.position);
        if self.position.bag().count(kind) == 0 || !can_be_drawn {
            return Err(item.problem("hand", format!("no {word} can be drawn")));
        }
        if !is_choice(|choice| F::list_if_drawn(&self.position, rules, kind, choice)) {
            return Err(item.problem("hand", format!("{word} cannot be placed, so it would not be in hand")));
        }
        self.position.draw(rules, kind);
        self.hand = Some(kind);
        Ok(())
    }

    fn held(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [seat, word] = item.words()?;
        let seat = seat_of(rules, seat).map_err(|why| named(item, why))?;
        let kind = kind_of(rules, item, word)?;
        if rules.kind(kind).pile == PILE_BAG && self.position.arrange_held(rules, seat, kind) {
            Ok(())
        } else {
            Err(item.problem("hand", format!("seat {seat} cannot hold another {word}")))
        }
    }

    fn aside(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word] = item.words()?;
        let kind = kind_of(rules, item, word)?;
        if rules.kind(kind).pile == PILE_BAG && self.position.arrange_aside(rules, kind) {
            Ok(())
        } else {
            Err(item.problem("bag", format!("no {word} is left to be put aside")))
        }
    }

    fn bag(&mut self, rules: &Rules<F::Options>, item: &Item) -> Result<(), BoardProblem> {
        let [word, count] = item.words()?;
        let kind = kind_of(rules, item, word)?;
        let had = self.position.bag().count(kind);
        if self.position.arrange_left(rules, kind, item.number(count)?) {
            Ok(())
        } else {
            Err(item
                .problem("bag", format!("at most {had} {word} can be left; the others are on the board or in hand")))
        }
    }

    /// Checks the board as a whole.
    fn check(&self, rules: &Rules<F::Options>) -> Result<(), BoardProblem> {
        let problem = |code, text: &str| Err(BoardProblem { line: 0, code, text: text.to_owned() });
        let tiles = self.position.board.tiles().len();
        if tiles == 0 {
            return problem("start", "there must be at least one tile");
        }
        if !rules.start_joins.is_empty() && tiles < rules.start.len() {
            return problem("start", "the board must have the whole block that lies on the table from the start");
        }
        F::check_arranged(&self.position, rules).or_else(|why| problem("position", why))
    }
}

/// Returns the kind of tile with this name.
fn kind_of<O>(rules: &Rules<O>, item: &Item, name: &str) -> Result<KindIndex, BoardProblem> {
    let unknown = || item.problem("tile", format!("the set-up has no tile \"{}\"", quote(name)));
    tile_of_word(rules, name).ok_or_else(unknown)
}

fn named(item: &Item, (code, text): NameProblem) -> BoardProblem {
    item.problem(code, text)
}

fn no_figure<F: Playable>(rules: &Rules<F::Options>, item: &Item, seat: u8, kind: u8) -> BoardProblem {
    let (all, word) = (rules.figures[usize::from(kind)], F::FIGURE_WORDS[usize::from(kind)]);
    item.problem("supply", format!("seat {seat} has only {all} figures of the kind {word}"))
}

fn misfit(item: &Item, why: Misfit, at: Place, name: &str, copies: u8) -> BoardProblem {
    let Place { x, y } = at;
    match why {
        Misfit::NoCopy => item.problem("copies", format!("the set-up has only {copies} copies of {name}")),
        Misfit::TooFar => item.problem("far", format!("{x},{y} is too far from 0,0")),
        Misfit::Taken => item.problem("taken", format!("there is a tile at {x},{y} already")),
        Misfit::Apart => item.problem("apart", format!("a tile at {x},{y} touches no other tile before it")),
        Misfit::Edges => item.problem("edges", format!("{name} does not match its neighbours at {x},{y}")),
    }
}
