//! Parses and formats answers as words, such as `crfr@3,-1r90`, `knight:n` or `pass`. `docs/notation.md` describes the notation.

use std::fmt;

use bastide_core::{
    Actor, Answer, COORDINATES, FigureIndex, FigureKind, KindIndex, PieceKind, Place, Position, Rules, SegmentIndex,
    Spot,
};

use bastide_core::described::{Asked, Described};

/// Names of the twelve ports, clockwise from the western port of the north edge.
pub(crate) const PORTS: [&str; 12] = ["nw", "n", "ne", "en", "e", "es", "se", "s", "sw", "ws", "w", "wn"];
/// Order in which a segment's ports are considered for its name. The middle of an edge comes first because it is the clearest.
const NAMING_ORDER: [usize; 12] = [1, 4, 7, 10, 0, 2, 3, 5, 6, 8, 9, 11];

/// The reason a word was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordError {
    /// The word does not have the syntax of an answer.
    Form(String),
    /// The word names a tile that is not in the set-up.
    Tile(String),
    /// The word names something that the newest tile does not have.
    Location(String),
    /// The word is well formed, but not a legal answer now.
    Illegal {
        /// The word as given.
        word: String,
        /// Description of the expected answer.
        asked: &'static str,
    },
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(word) => write!(
                f,
                "\"{word}\" is not an answer; answers look like crfr@3,-1r90, knight:n, large-farmer:se, pass, draw:crfr, first:0"
            ),
            Self::Tile(id) => write!(f, "the set-up has no tile \"{id}\""),
            Self::Location(word) => {
                write!(
                    f,
                    "\"{word}\" is not a segment of the newest tile; a location is one of {} or c",
                    PORTS.join(", ")
                )
            }
            Self::Illegal { word, asked } => write!(f, "\"{word}\" is not legal now; {asked}"),
        }
    }
}

impl std::error::Error for WordError {}

/// Returns the name of a kind of tile: its id, or `set/id` if two sets of the set-up use the same id.
pub fn tile_word<O>(rules: &Rules<O>, kind: KindIndex) -> String {
    let text = &rules.texts[usize::from(kind)];
    if rules.texts.iter().filter(|other| other.id == text.id).count() > 1 {
        format!("{}/{}", text.set, text.id)
    } else {
        text.id.clone()
    }
}

/// Returns the kind of tile with this name.
pub fn tile_of_word<O>(rules: &Rules<O>, word: &str) -> Option<KindIndex> {
    (0..rules.texts.len() as KindIndex).find(|&kind| tile_word(rules, kind) == word)
}

/// Returns the name of a segment within its rotated tile; some segments have a fixed name.
pub fn location<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, segment: SegmentIndex) -> String {
    if let Some(name) = F::named_segment(position, rules, segment) {
        return name.to_owned();
    }
    let tile = position.board.tiles()[usize::from(position.board.features.tile_of(segment))];
    let turned = &rules.kind(tile.kind).turned[usize::from(tile.rotation)];
    let own = (segment - tile.first) as u8;
    let port = NAMING_ORDER.into_iter().find(|&port| turned.ports[port / 3][port % 3] == own);
    port.map_or_else(
        || {
            let inside =
                rules.texts[usize::from(tile.kind)].segments[..usize::from(own)].iter().filter(|s| s.inside).count();
            if inside == 0 { "c".to_owned() } else { format!("c{}", inside + 1) }
        },
        |port| PORTS[port].to_owned(),
    )
}

/// Returns the name of a segment anywhere on the table: its name within the tile, and the tile's place.
pub fn place_name<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, segment: SegmentIndex) -> String {
    let within = location(position, rules, segment);
    if F::named_segment(position, rules, segment).is_some() {
        return within;
    }
    let at = position.board.place_of(segment);
    format!("{within}@{},{}", at.x, at.y)
}

/// Returns the name of a figure on the table: its seat, role, location, and number of attached tokens.
pub fn figure_name<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, figure: FigureIndex) -> String {
    let this = position.board.features.figure(figure);
    match this.segment() {
        Some(segment) => {
            let role = F::role(this.kind, position.board.features.kind(segment));
            let prefix = prefix::<F>(this.kind);
            let tokens = if this.attached() > 0 { format!("+{}", this.attached()) } else { String::new() };
            format!("{}:{prefix}{role}:{}{tokens}", this.seat, place_name(position, rules, segment))
        }
        None => format!("{}:{}", this.seat, F::FIGURE_WORDS[usize::from(this.kind)]),
    }
}

/// Returns the prefix that a kind of figure adds to its role, such as `large-`; empty for an ordinary follower.
pub(crate) fn prefix<F: Described>(kind: FigureKind) -> String {
    match F::role_prefix(kind) {
        "" => String::new(),
        word => format!("{word}-"),
    }
}

/// Destination of a neutral piece that is taken off the table.
const OFF: &str = "off";

/// Names of the corners of a tile, clockwise from the north-east.
pub const CORNERS: [&str; 4] = ["ne", "se", "sw", "nw"];

/// Returns the word for the destination of a neutral piece.
fn spot_name<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, piece: PieceKind, to: Spot) -> String {
    match to {
        Spot::Figure(figure) => figure_name(position, rules, figure),
        Spot::Segment(segment) => place_name(position, rules, segment),
        Spot::Tile(tile) => {
            let at = position.board.tiles()[usize::from(tile)].at;
            let from = position.piece_tile(piece).map(|tile| position.board.tiles()[usize::from(tile)].at);
            let side =
                (0..4).find(|&side| F::walk(position).is_some() && from.map(|from| from.beside(side)) == Some(at));
            side.map_or_else(|| format!("@{},{}", at.x, at.y), |side| ["n", "e", "s", "w"][side].to_owned())
        }
    }
}

/// Returns the word for placing a tile.
fn placing(tile: &str, at: Place, rotation: u8) -> String {
    format!("{tile}@{},{}r{}", at.x, at.y, 90 * u16::from(rotation))
}

/// Returns an answer as a word.
pub fn word<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, answer: Answer) -> String {
    match answer {
        Answer::Pass => "pass".to_owned(),
        Answer::Again => "again".to_owned(),
        Answer::Begin { seat } => format!("first:{seat}"),
        Answer::Draw { kind } => format!("draw:{}", tile_word(rules, kind)),
        Answer::Outcome { number } => format!("outcome:{number}"),
        Answer::Place { at, rotation } => {
            let tile = match F::asked(position) {
                Asked::Place(kind) => tile_word(rules, kind),
                _ => (0..rules.kinds.len() as KindIndex)
                    .find(|&kind| F::places_without_drawing(position, rules, kind))
                    .map_or_else(String::new, |kind| tile_word(rules, kind)),
            };
            placing(&tile, at, rotation)
        }
        Answer::PlaceHeld { slot, at, rotation } => {
            let kind = position.hand(position.seat()).get(usize::from(slot));
            placing(&kind.map_or_else(|| "?".to_owned(), |&kind| tile_word(rules, kind)), at, rotation)
        }
        Answer::Deploy { figure, segment } => {
            let role = F::role(figure, position.board.features.kind(segment));
            let newest = usize::from(position.board.features.tile_of(segment)) + 1 == position.board.tiles().len();
            let place = if newest { location } else { place_name };
            format!("{}{role}:{}", prefix::<F>(figure), place(position, rules, segment))
        }
        Answer::DeployCorner { figure, corner } => {
            format!("{}:{}", F::FIGURE_WORDS[usize::from(figure)], CORNERS[usize::from(corner & 3)])
        }
        Answer::Return { figure } => format!("return:{}", figure_name(position, rules, figure)),
        Answer::Move { figure, segment } => {
            format!("move:{}>{}", figure_name(position, rules, figure), place_name(position, rules, segment))
        }
        Answer::Capture { figure } => format!("capture:{}", figure_name(position, rules, figure)),
        Answer::Attach { figure } => format!("haunt:{}", figure_name(position, rules, figure)),
        Answer::Redeem { figure } => {
            let this = position.board.features.figure(figure);
            let from = this.captor().map_or_else(|| "?".to_owned(), |seat| seat.to_string());
            format!("redeem:{from}:{}", F::FIGURE_WORDS[usize::from(this.kind)])
        }
        Answer::Lead { piece, to } => {
            format!("{}:{}", F::PIECE_WORDS[usize::from(piece)], spot_name(position, rules, piece, to))
        }
        Answer::Withdraw { piece } => format!("{}:{OFF}", F::PIECE_WORDS[usize::from(piece)]),
        Answer::Build { segment } => {
            let at = position.board.place_of(segment);
            format!("build:@{},{}", at.x, at.y)
        }
        Answer::Clear { tile } => {
            let at = position.board.tiles()[usize::from(tile)].at;
            format!("clear:@{},{}", at.x, at.y)
        }
    }
}

/// Returns the error for an illegal answer.
pub(crate) fn illegal<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, answer: Answer) -> WordError {
    WordError::Illegal {
        word: word_or_description(position, rules, answer),
        asked: expected_answer(F::asked(position)),
    }
}

/// Describes the expected answer.
fn expected_answer(asked: Asked) -> &'static str {
    match asked {
        Asked::Chance => "chance must answer first",
        Asked::Place(_) => "the tile in hand must be placed next to a tile, with every side matching",
        Asked::PlaceHeld => "a tile from the hand must be placed next to a tile, with every side matching",
        Asked::Deploy => "deploy a figure from supply onto a free segment of the newest tile, or pass",
        Asked::Other(_, may) => may,
        Asked::Over => "the game is over",
    }
}

/// Returns an answer's word, or a description if it refers to something that does not exist here.
fn word_or_description<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, answer: Answer) -> String {
    let (figures, segments) = (position.board.features.figures().len(), position.board.features.len());
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
        Answer::Lead { piece, .. } | Answer::Withdraw { piece } if usize::from(piece) >= F::PIECE_WORDS.len() => {
            format!("piece {piece}")
        }
        Answer::Lead { to: Spot::Tile(tile), .. } | Answer::Clear { tile }
            if usize::from(tile) >= position.board.tiles().len() =>
        {
            format!("tile {tile}")
        }
        Answer::Draw { kind } if usize::from(kind) >= rules.texts.len() => format!("tile kind {kind}"),
        Answer::PlaceHeld { slot, .. } if usize::from(slot) >= position.hand(position.seat()).len() => {
            format!("tile {slot} of the hand")
        }
        Answer::Place { rotation, .. } | Answer::PlaceHeld { rotation, .. } if rotation > 3 => {
            format!("rotation {rotation}")
        }
        _ => word(position, rules, answer),
    }
}

/// Parses a word as an answer in this position. A segment can be named by any of its ports. Does not check whether the answer is legal.
///
/// # Errors
/// Fails if the word has an unknown form, or names something that does not exist.
pub fn parse<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, word: &str) -> Result<Answer, WordError> {
    let form = || WordError::Form(word.chars().take(80).collect());
    if word == "pass" {
        return Ok(Answer::Pass);
    }
    if word == "again" {
        return Ok(Answer::Again);
    }
    if let Some((tile, rest)) = word.split_once('@').filter(|_| !word.contains(':')) {
        let (at, degrees) = rest.split_once('r').ok_or_else(form)?;
        let (x, y) = at.split_once(',').ok_or_else(form)?;
        let (x, y): (i16, i16) = (x.parse().map_err(|_| form())?, y.parse().map_err(|_| form())?);
        if !COORDINATES.contains(&x) || !COORDINATES.contains(&y) {
            return Err(form());
        }
        let rotation = ["0", "90", "180", "270"].iter().position(|d| *d == degrees).ok_or_else(form)? as u8;
        let kind = tile_of_word(rules, tile).ok_or_else(|| WordError::Tile(tile.chars().take(80).collect()))?;
        // Rotations that look alike count as the same answer.
        let (at, rotation) = (Place::new(x, y), rotation % rules.kind(kind).rotations);
        let slot = position.hand(position.seat()).iter().position(|&held| held == kind);
        if let Some(slot) = slot.filter(|_| F::asked(position) == Asked::PlaceHeld) {
            return Ok(Answer::PlaceHeld { slot: slot as u8, at, rotation });
        }
        if F::asked(position) != Asked::Place(kind) && !F::places_without_drawing(position, rules, kind) {
            return Err(WordError::Illegal { word: word.to_owned(), asked: expected_answer(F::asked(position)) });
        }
        return Ok(Answer::Place { at, rotation });
    }
    let (verb, object) = word.split_once(':').ok_or_else(form)?;
    match verb {
        "draw" => {
            let kind = tile_of_word(rules, object).ok_or_else(|| WordError::Tile(object.chars().take(80).collect()))?;
            Ok(Answer::Draw { kind })
        }
        "first" => Ok(Answer::Begin { seat: object.parse().map_err(|_| form())? }),
        "outcome" => Ok(Answer::Outcome { number: object.parse().map_err(|_| form())? }),
        _ => match parse_deploy(position, rules, verb, object) {
            Some(Some(answer)) => Ok(answer),
            deploy => parse_listed(position, rules, word).ok_or_else(|| match deploy {
                Some(None) if !object.contains('@') => WordError::Location(word.to_owned()),
                None if !is_verb::<F>(verb) => form(),
                _ => WordError::Illegal {
                    word: word.chars().take(80).collect(),
                    asked: expected_answer(F::asked(position)),
                },
            }),
        },
    }
}

/// Returns whether a word is the first part of an answer that names something on the board.
fn is_verb<F: Described>(verb: &str) -> bool {
    let verbs = ["return", "move", "capture", "redeem", "build", "haunt", "clear"];
    !verb.is_empty() && (verbs.contains(&verb) || F::PIECE_WORDS.contains(&verb) || F::FIGURE_WORDS.contains(&verb))
}

/// Returns the legal answer with this word. Everything on the board has exactly one name.
fn parse_listed<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, text: &str) -> Option<Answer> {
    let mut legal = Vec::new();
    if !matches!(position.actor(), Actor::Seat(_)) {
        return None;
    }
    position.list(rules, &mut legal);
    legal.into_iter().find(|&answer| word(position, rules, answer) == text)
}

/// Parses a deployment onto the newest tile. Returns `None` if there is no such role, and `Some(None)` if the tile has no such segment or
/// the segment has the wrong kind for the role.
fn parse_deploy<F: Described>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    figure_and_role: &str,
    location: &str,
) -> Option<Option<Answer>> {
    let kinds = || (0..F::FIGURE_WORDS.len() as u8).filter(|&kind| !F::FIGURE_WORDS[usize::from(kind)].is_empty());
    let own_word = kinds().find(|&kind| !F::has_roles(kind) && F::FIGURE_WORDS[usize::from(kind)] == figure_and_role);
    let with_role = || {
        let prefixed = kinds().rev().filter(|&kind| F::has_roles(kind));
        let mut split = prefixed.filter_map(|kind| Some((kind, figure_and_role.strip_prefix(&prefix::<F>(kind))?)));
        split.find(|(_, role)| !role.is_empty() && F::ROLE_WORDS.contains(role))
    };
    let (figure, role) = own_word.map(|kind| (kind, figure_and_role)).or_else(with_role)?;
    if F::stands_on_corner(figure) {
        let corner = CORNERS.iter().position(|corner| *corner == location);
        return Some(corner.map(|corner| Answer::DeployCorner { figure, corner: corner as u8 }));
    }
    let tile = position.board.tiles().last()?;
    let turned = &rules.kind(tile.kind).turned[usize::from(tile.rotation)];
    let texts = &rules.texts[usize::from(tile.kind)].segments;
    let own = match PORTS.iter().position(|port| *port == location) {
        Some(port) => Some(usize::from(turned.ports[port / 3][port % 3])),
        None => {
            let nth = if location == "c" {
                Some(1)
            } else {
                location.strip_prefix('c').and_then(|n| n.parse::<usize>().ok())
            };
            let mut inside = texts.iter().enumerate().filter(|(_, s)| s.inside).map(|(i, _)| i);
            nth.and_then(|n| inside.nth(n.checked_sub(1)?))
        }
    };
    let segment = own.map(|own| tile.first + own as SegmentIndex);
    let segment = segment.filter(|&s| F::role(figure, position.board.features.kind(s)) == role);
    Some(segment.map(|segment| Answer::Deploy { figure, segment }))
}
