//! Translates recorded strings into the terms of our game.

use bastide_core::{Answer, Described, FigureIndex, FigureKind, Place, SegmentIndex, Spot};
use classic::{
    Classic, ClassicPosition, ClassicRules, abbey_mayor, base, count, cult, mage_witch, princess_dragon, tower,
};
use games::jcz::{self, Pointer};

/// A position of our game together with its rules.
#[derive(Clone, Copy)]
pub struct GameState<'a> {
    pub rules: &'a ClassicRules,
    pub position: &'a ClassicPosition,
}

impl GameState<'_> {
    /// Parses a recorded action as an answer. Rotations that look alike count as one answer.
    ///
    /// # Errors
    /// Our engine has no such action, or the named object does not exist.
    pub fn answer(self, action: &str) -> Result<Answer, String> {
        let words: Vec<&str> = action.split(' ').collect();
        match words[..] {
            ["PASS"] => Ok(Answer::Pass),
            ["TILE", name, x, y, degrees] => {
                let rotations =
                    self.rules.kind(jcz::tile(&self.rules.texts, name).map_err(|why| why.to_string())?).rotations;
                let rotation = (number(degrees)? / 90) as u8 % rotations;
                Ok(Answer::Place { at: Place::new(number(x)?, number(y)?), rotation })
            }
            ["MEEPLE", name, ref place @ ..] => self.meeple(figure(name)?, place),
            ["TOKEN", "TOWER_PIECE", ref place @ ..] => Ok(Answer::Build { segment: self.segment(place)? }),
            ["CAPTURE", ref who @ ..] => Ok(Answer::Capture { figure: self.standing(who)? }),
            ["RETURN", _, ref who @ ..] => Ok(Answer::Return { figure: self.standing(who)? }),
            ["EXCHANGE", name] => self.captive(figure(name)?, None),
            ["RANSOM", jailer, name] => self.captive(figure(name)?, Some(number(jailer)? as u8)),
            ["DRAGON", x, y] => self.lead(princess_dragon::DRAGON, x, y),
            ["FAIRY", x, y] => self.lead(princess_dragon::FAIRY, x, y),
            ["FAIRY", ref who @ ..] => {
                Ok(Answer::Lead { piece: princess_dragon::FAIRY, to: Spot::Figure(self.standing(who)?) })
            }
            ["COUNT", ref place @ ..] => {
                Ok(Answer::Lead { piece: count::COUNT, to: Spot::Segment(self.segment(place)?) })
            }
            ["MOVE", name, ref place @ ..] => {
                let to = mage_witch::target_segment(self.position, self.segment(place)?);
                Ok(Answer::Lead { piece: mage_or_witch(name)?, to: Spot::Segment(to) })
            }
            ["REMOVE", name] => Ok(Answer::Withdraw { piece: mage_or_witch(name)? }),
            _ => Err(format!("unknown action {action}")),
        }
    }

    /// Parses the placement or move of a figure, depending on the pending decision.
    fn meeple(self, kind: FigureKind, place: &[&str]) -> Result<Answer, String> {
        let segment = self.segment(place)?;
        match self.position.pending() {
            classic::Pending::Wagon(figure) => Ok(Answer::Move { figure, segment }),
            classic::Pending::Enter(enter) => {
                let serves = self.position.board.features.kind(segment);
                let figures = self.position.board.features.figures().iter();
                let found = figures.enumerate().find(|(_, figure)| {
                    let stands = figure.segment().and_then(|at| self.quarter_kind(at));
                    figure.seat == enter.seat && figure.kind == kind && stands == Some(serves)
                });
                let (figure, _) = found.ok_or("no such follower is in the quarter")?;
                Ok(Answer::Move { figure: figure as FigureIndex, segment })
            }
            _ if kind == abbey_mayor::BARN => {
                let root = self.position.board.features.root(segment);
                let mut corners = (0..4).filter(|&corner| self.corner_root(corner) == Some(root));
                let corner = corners.next().ok_or("the field is at no corner of the newest tile")?;
                Ok(Answer::DeployCorner { figure: kind, corner })
            }
            _ => Ok(Answer::Deploy { figure: kind, segment }),
        }
    }

    /// Returns the feature at a corner of the newest tile.
    fn corner_root(self, corner: u8) -> Option<SegmentIndex> {
        let tile = self.position.board.tiles().last()?;
        let own = self.rules.kind(tile.kind).corner(tile.rotation, usize::from(corner));
        let known = usize::from(own) < self.rules.kind(tile.kind).segments().len();
        known.then(|| self.position.board.features.root(tile.first + u16::from(own)))
    }

    /// Returns a key for comparing answers; answers that the other engine does not distinguish have the same key.
    pub fn key(self, answer: Answer) -> String {
        let features = &self.position.board.features;
        match answer {
            // A barn is identified by its field, whichever corner it is on.
            Answer::DeployCorner { figure, corner } => format!("barn {figure} {:?}", self.corner_root(corner)),
            // The exact segment matters only for a wagon, not for any other follower that leaves the City of Carcassonne.
            Answer::Move { figure, segment }
                if matches!(self.position.pending(), classic::Pending::Enter(_))
                    && features.figure(figure).kind != abbey_mayor::WAGON =>
            {
                format!("enter {} {}", self.like(figure), features.root(segment))
            }
            Answer::Move { figure, segment } => format!("move {} {segment}", self.like(figure)),
            Answer::Capture { figure } => format!("capture {}", self.like(figure)),
            Answer::Return { figure } => format!("return {}", self.like(figure)),
            Answer::Redeem { figure } => format!("redeem {}", self.like(figure)),
            Answer::Lead { piece, to: Spot::Figure(figure) } => format!("lead {piece} {}", self.like(figure)),
            _ => format!("{answer:?}"),
        }
    }

    /// Identifies a figure by its seat, kind and place.
    fn like(self, figure: FigureIndex) -> String {
        let this = self.position.board.features.figure(figure);
        format!("{} {} {:?} {:?}", this.seat, this.kind, this.segment(), this.captor())
    }

    fn lead(self, piece: u8, x: &str, y: &str) -> Result<Answer, String> {
        let tile = self.position.board.tile_at(Place::new(number(x)?, number(y)?));
        Ok(Answer::Lead { piece, to: Spot::Tile(tile.ok_or(format!("no tile lies at {x},{y}"))?) })
    }

    /// Finds the figure described by `owner Type x y Feature Location`.
    fn standing(self, words: &[&str]) -> Result<FigureIndex, String> {
        let &[owner, name, ref place @ ..] = words else { return Err(format!("{} is not a figure", words.join(" "))) };
        let (owner, kind, segment) = (number(owner)? as u8, figure(name)?, self.segment(place)?);
        let mut figures = self.position.board.features.figures().iter();
        let found = figures.position(|f| f.seat == owner && f.kind == kind && f.segment() == Some(segment));
        found.map(|figure| figure as FigureIndex).ok_or(format!("{owner} has no {name} there"))
    }

    /// Finds a captive for the active seat.
    fn captive(self, kind: FigureKind, jailer: Option<u8>) -> Result<Answer, String> {
        let from = match (self.position.pending(), jailer) {
            (classic::Pending::Exchange(with), None) => with,
            (_, Some(jailer)) => jailer,
            _ => return Err("no exchange of prisoners is pending".to_owned()),
        };
        let mut figures = self.position.board.features.figures().iter();
        let seat = self.position.seat();
        let found = figures.position(|f| f.seat == seat && f.kind == kind && f.captor() == Some(from));
        found.map(|figure| Answer::Redeem { figure: figure as FigureIndex }).ok_or("no such captive".to_owned())
    }

    /// Returns the kind of feature that a quarter serves.
    fn quarter_kind(self, segment: SegmentIndex) -> Option<u8> {
        count::quarters(self.position, self.rules).find(|(quarter, _)| *quarter == segment).map(|(_, serves)| serves)
    }

    /// Returns the segment described by `x y Feature Location`.
    ///
    /// # Errors
    /// No such segment exists.
    pub fn segment(self, words: &[&str]) -> Result<SegmentIndex, String> {
        let &[x, y, feature, location] = words else { return Err(format!("{} is not a place", words.join(" "))) };
        let (position, missing) = ([number(x)?, number(y)?], || format!("not found: {}", words.join(" ")));
        match feature {
            "Quarter" => {
                let name = location.strip_prefix("QUARTER_").unwrap_or(location).to_lowercase();
                let serves = count::QUARTERS.iter().find(|(word, _)| *word == name).ok_or_else(missing)?.1;
                let mut quarters = count::quarters(self.position, self.rules);
                quarters.find(|(_, kind)| *kind == serves).map(|(segment, _)| segment).ok_or_else(missing)
            }
            "Tower" => {
                let tile = self.position.board.tile_at(Place::new(position[0], position[1])).ok_or_else(missing)?;
                let mut towers = self.position.extra.tower.towers();
                let found = towers.find(|(segment, _)| self.position.board.features.tile_of(*segment) == tile);
                found.map(|(segment, _)| segment).ok_or_else(missing)
            }
            _ => {
                let pointer = Pointer { position, feature: feature.to_owned(), location: location.to_owned() };
                jcz::segment(self.rules, self.position, &pointer)
                    .or_else(|why| self.inner_field(&pointer).ok_or_else(|| why.to_string()))
            }
        }
    }

    /// Finds a field of the City of Carcassonne; the other engine also names its parts at the inner edges.
    fn inner_field(self, pointer: &Pointer) -> Option<SegmentIndex> {
        let [x, y] = pointer.position;
        let tile = self.position.board.tiles()[usize::from(self.position.board.tile_at(Place::new(x, y))?)];
        let text = &self.rules.texts[usize::from(tile.kind)];
        let outer = |half: &&str| {
            let side = half.chars().next().and_then(|letter| "NESW".find(letter));
            half.len() == 2 && side.is_some_and(|side| !text.inner.contains(&(side as u8)))
        };
        let halves: Vec<&str> = pointer.location.split('.').filter(outer).collect();
        let pointer =
            Pointer { location: halves.join("."), position: pointer.position, feature: pointer.feature.clone() };
        (pointer.feature == "Field" && !text.inner.is_empty())
            .then(|| jcz::segment(self.rules, self.position, &pointer).ok())
            .flatten()
    }

    /// Returns the other engine's term for points that our game gives, based on the feature and the clause.
    pub fn expression(self, root: SegmentIndex, finished: bool, score: &bastide_core::Score) -> String {
        let kind = self.position.board.features.kind(root);
        let term = score.terms().first();
        let clause = term.map_or("", |term| term.clause);
        let tiny =
            kind == base::CITY && finished && term.is_some_and(|t| t.of == base::TILES && t.count == 2 && t.each < 2);
        let besieged = clause == "CATH-02";
        let word = if cult::is_shrine(self.position, root) { "shrine" } else { classic::KIND_WORDS[usize::from(kind)] };
        match clause {
            "AM-15" => "field.barn-placed".to_owned(),
            "AM-17" | "COUNT-15" => "field.barn-connected".to_owned(),
            _ if kind == base::FIELD => "field".to_owned(),
            _ if tiny && !besieged => format!("{word}.tiny"),
            _ if finished => word.to_owned(),
            _ => format!("{word}.incomplete"),
        }
    }
}

/// Returns the other engine's name for points that our game gives for something other than a feature.
pub fn source(word: &str, score: &bastide_core::Score, last: bool) -> String {
    let term = score.terms().first();
    match word {
        princess_dragon::FAIRY_WORD if term.is_some_and(|term| term.clause == "PD-04") => "fairy.turn".to_owned(),
        princess_dragon::FAIRY_WORD => "fairy.completed".to_owned(),
        tower::RANSOM_WORD if score.points() < 0 => "ransompaid.payment".to_owned(),
        tower::RANSOM_WORD => "ransompaid.income".to_owned(),
        "wine" | "grain" | "cloth" => "trade-goods".to_owned(),
        _ => {
            let _ = last;
            word.to_owned()
        }
    }
}

fn mage_or_witch(name: &str) -> Result<u8, String> {
    match name {
        "Mage" => Ok(mage_witch::MAGE),
        "Witch" => Ok(mage_witch::WITCH),
        _ => Err(format!("unknown piece {name}")),
    }
}

/// Returns the kind of figure with this name.
///
/// # Errors
/// Our engine has no such kind.
pub fn figure(name: &str) -> Result<FigureKind, String> {
    jcz::figure(name).ok_or_else(|| format!("unknown figure {name}"))
}

fn number(text: &str) -> Result<i16, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

/// Returns the pieces, tokens and prisoners of our game in the other engine's terms.
pub fn describe_state(at: GameState<'_>) -> Vec<String> {
    let position = at.position;
    let mut state = Vec::new();
    for (piece, word) in [
        (princess_dragon::DRAGON, "Dragon"),
        (princess_dragon::FAIRY, "Fairy"),
        (count::COUNT, "Count"),
        (mage_witch::MAGE, "Mage"),
        (mage_witch::WITCH, "Witch"),
    ] {
        if let Some(spot) = position.piece(piece) {
            state.push(format!("{word} {}", at.spot(piece, spot)));
        }
    }
    for seat in 0..at.rules.seats {
        Classic::tokens(position, at.rules, seat, |token, held| {
            let word = match token {
                "abbey" => "ABBEY_TILE".to_owned(),
                "tower" => "TOWER_PIECE".to_owned(),
                word => word.to_uppercase(),
            };
            if held > 0 {
                state.push(format!("{seat} {word} {held}"));
            }
        });
    }
    for figure in position.board.features.figures() {
        if let Some(jailer) = figure.captor() {
            let name = jcz::figure_name(figure.kind).unwrap_or("an unnamed figure");
            state.push(format!("prisoner {jailer} {} {name}", figure.seat));
        }
    }
    state
}

/// Returns a recorded piece in words that can be compared, or `None` if the piece is not in play.
pub fn neutral(at: GameState<'_>, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let spot = match words[..] {
        ["Dragon" | "Fairy", x, y] => {
            let tile = at.position.board.tile_at(Place::new(number(x).ok()?, number(y).ok()?))?;
            Spot::Tile(tile)
        }
        // The follower beside the fairy has left. The other engine reports the same place for all quarters.
        ["Fairy", ref place @ ..] if place.len() == 4 && place[2] == "Quarter" => {
            Spot::Tile(at.position.board.features.tile_of(at.segment(place).ok()?))
        }
        ["Fairy", x, y, _, _] => {
            let tile = at.position.board.tile_at(Place::new(number(x).ok()?, number(y).ok()?))?;
            Spot::Tile(tile)
        }
        ["Fairy", ref who @ ..] => match at.standing(who) {
            Ok(figure) => Spot::Figure(figure),
            Err(_) => return Some(text.to_owned()),
        },
        ["Count" | "Mage" | "Witch", ref place @ ..] => Spot::Segment(at.segment(place).ok()?),
        _ => return Some(text.to_owned()),
    };
    let piece = match words[0] {
        "Dragon" => princess_dragon::DRAGON,
        name => mage_or_witch(name).unwrap_or(princess_dragon::FAIRY),
    };
    Some(format!("{} {}", words[0], at.spot(piece, spot)))
}

impl GameState<'_> {
    /// Describes where a piece is, in words that can be compared.
    fn spot(self, piece: u8, spot: Spot) -> String {
        match spot {
            Spot::Tile(tile) => {
                let at = self.position.board.tiles()[usize::from(tile)].at;
                format!("{} {}", at.x, at.y)
            }
            Spot::Figure(figure) => self.like(figure),
            // Where on its feature the mage or the witch stands does not matter.
            Spot::Segment(segment) if matches!(piece, mage_witch::MAGE | mage_witch::WITCH) => {
                format!("feature {}", self.position.board.features.root(segment))
            }
            Spot::Segment(segment) => format!("segment {segment}"),
        }
    }
}
