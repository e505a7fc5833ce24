//! Converts messages about figures and pieces to answers to our pending decision.

use std::collections::BTreeMap;

use bastide_core::described::{Asked, Described};
use bastide_core::{FigureIndex, FigureKind, PieceKind, Place, SegmentIndex, Spot};
use classic::{Classic, ClassicPosition, ClassicRules, count, mage_witch, princess_dragon};

use super::fault::MessageError;
use super::file::{
    CaptivePayload, DeployMeeple, MeeplePayload, MeeplePointer, MoveNeutralFigure, PieceTarget, PlaceToken, Pointer,
    ReplayMessage,
};
use super::{locations, names};
use crate::game::Game;
use crate::{Actor, Answer};

/// Our pieces, by the names that JCloisterZone uses in its ids.
const PIECES: [(&str, PieceKind); 5] = [
    ("dragon", princess_dragon::DRAGON),
    ("fairy", princess_dragon::FAIRY),
    ("count", count::COUNT),
    ("mage", mage_witch::MAGE),
    ("witch", mage_witch::WITCH),
];
/// Prefix of the names of JCloisterZone's tower tokens.
const TOWER_TOKEN: &str = "TOWER";

/// A figure as named by JCloisterZone, such as `0.small.2`.
#[derive(Debug)]
struct NamedFigure {
    id: String,
    owner: u8,
    kind: FigureKind,
}

impl NamedFigure {
    fn read(id: String) -> Result<Self, MessageError> {
        let mut parts = id.split('.');
        let (owner, kind) = (parts.next().and_then(|owner| owner.parse().ok()), parts.next().and_then(names::figure));
        match (owner, kind) {
            (Some(owner), Some(kind)) => Ok(Self { owner, kind, id }),
            _ => Err(MessageError::NoFigure),
        }
    }
}

/// A message about figures or pieces.
pub(super) enum Action {
    /// `DEPLOY_MEEPLE`
    Deploy(DeployMeeple, FigureKind, u8),
    /// `MOVE_NEUTRAL_FIGURE`
    Lead(PieceKind, Option<PieceTarget>),
    /// `PLACE_TOKEN`
    Build(Pointer),
    /// `CAPTURE_FOLLOWER`
    Capture(MeeplePointer),
    /// `RETURN_MEEPLE`
    Return(MeeplePointer),
    /// `PAY_RANSOM`, `EXCHANGE_FOLLOWER`
    Redeem(CaptivePayload),
}

impl Action {
    /// Parses a message.
    pub fn read(message: &ReplayMessage) -> Result<Self, MessageError> {
        match message.kind.as_str() {
            "DEPLOY_MEEPLE" => {
                let deploy: DeployMeeple = message.payload()?;
                let NamedFigure { kind, owner, .. } = NamedFigure::read(deploy.meeple_id.clone())?;
                Ok(Self::Deploy(deploy, kind, owner))
            }
            "MOVE_NEUTRAL_FIGURE" => {
                let MoveNeutralFigure { figure_id, to } = message.payload()?;
                let name = figure_id.split('.').next().unwrap_or_default();
                let piece = PIECES.iter().find(|(known, _)| *known == name);
                let (_, piece) = piece.ok_or(MessageError::NoPiece)?;
                Ok(Self::Lead(*piece, to))
            }
            "PLACE_TOKEN" => {
                let PlaceToken { token, pointer } = message.payload()?;
                let known = token.starts_with(TOWER_TOKEN);
                if known { Ok(Self::Build(pointer)) } else { Err(MessageError::NoToken) }
            }
            "CAPTURE_FOLLOWER" => Ok(Self::Capture(message.payload::<MeeplePayload>()?.pointer)),
            "RETURN_MEEPLE" => Ok(Self::Return(message.payload::<MeeplePayload>()?.pointer)),
            "EXCHANGE_FOLLOWER" | "PAY_RANSOM" => Ok(Self::Redeem(message.payload()?)),
            _ => Err(MessageError::Unknown),
        }
    }

    /// Returns the id of the figure that the message deploys, if it deploys one.
    pub fn deployed(&self) -> Option<&str> {
        match self {
            Self::Deploy(deploy, ..) => Some(&deploy.meeple_id),
            _ => None,
        }
    }

    /// Returns whether the message answers the pending decision.
    pub fn matches_pending(&self, game: &Game, figures: &BTreeMap<String, FigureIndex>) -> bool {
        self.answer(game, figures).is_ok_and(|answer| game.legal().contains(&answer))
    }

    /// Returns the answer that the message gives. `figures` maps JCloisterZone's figure ids to our figures.
    ///
    /// # Errors
    /// Fails if the message does not answer the pending decision, or names something that does not exist.
    pub fn answer(&self, game: &Game, figures: &BTreeMap<String, FigureIndex>) -> Result<Answer, MessageError> {
        let (rules, position) = game.classic().ok_or(MessageError::OtherFamily)?;
        let table = Table { game, rules, position, figures };
        match self {
            Self::Deploy(deploy, kind, owner) => table.deploy(deploy, *kind, *owner),
            Self::Lead(piece, Some(to)) => table.lead(*piece, to),
            Self::Lead(piece, None) => Ok(Answer::Withdraw { piece: *piece }),
            Self::Build(pointer) => Ok(Answer::Build { segment: locations::segment(rules, position, pointer)? }),
            Self::Capture(of) => {
                let figure = table.standing(of, |figure| Answer::Capture { figure })?;
                Ok(Answer::Capture { figure })
            }
            Self::Return(of) => {
                let figure = table.standing(of, |figure| Answer::Return { figure })?;
                Ok(Answer::Return { figure })
            }
            Self::Redeem(captive) => table.redeem(captive),
        }
    }
}

/// The game at the time of a message.
struct Table<'a> {
    game: &'a Game,
    rules: &'a ClassicRules,
    position: &'a ClassicPosition,
    figures: &'a BTreeMap<String, FigureIndex>,
}

impl Table<'_> {
    fn deploy(&self, deploy: &DeployMeeple, kind: FigureKind, owner: u8) -> Result<Answer, MessageError> {
        let asked = Classic::asked(self.position);
        if !matches!(asked, Asked::Deploy | Asked::Other("wagon" | "enter" | "courtier" | "phantom", _)) {
            return Err(MessageError::NoDeployment);
        }
        if let Actor::Seat(seat) = self.game.actor()
            && seat != owner
        {
            return Err(MessageError::OfAnother(seat));
        }
        if <classic::Classic as Described>::stands_on_corner(kind) {
            let corner = locations::barn_corner(self.position, &deploy.pointer);
            let corner = corner.ok_or(MessageError::NoCorner)?;
            return Ok(Answer::DeployCorner { figure: kind, corner });
        }
        let segment = locations::segment(self.rules, self.position, &deploy.pointer)?;
        match asked {
            Asked::Other("wagon" | "enter", _) => self.move_answer(deploy, kind, owner, segment),
            _ => Ok(Answer::Deploy { figure: kind, segment }),
        }
    }

    /// Returns the answer for a figure that moves from one feature to another: a wagon, or a follower leaving the City of Carcassonne. If
    /// our legal answer identifies a completed feature by a different tile, that answer is returned.
    fn move_answer(
        &self,
        deploy: &DeployMeeple,
        kind: FigureKind,
        owner: u8,
        to: SegmentIndex,
    ) -> Result<Answer, MessageError> {
        let features = &self.position.board.features;
        let mut moves: Vec<(FigureIndex, SegmentIndex)> = Vec::new();
        for answer in self.game.legal() {
            if let Answer::Move { figure, segment } = answer {
                let this = features.figure(figure);
                if this.seat == owner && this.kind == kind && features.root(segment) == features.root(to) {
                    moves.push((figure, segment));
                }
            }
        }
        let named = self.figures.get(&deploy.meeple_id);
        let best = moves.iter().max_by_key(|(figure, segment)| (*segment == to, Some(figure) == named));
        let (figure, segment) = best.ok_or(MessageError::NoMove)?;
        Ok(Answer::Move { figure: *figure, segment: *segment })
    }

    fn lead(&self, piece: PieceKind, to: &PieceTarget) -> Result<Answer, MessageError> {
        let tile = |[x, y]: [i16; 2]| {
            let tile = self.position.board.tile_at(Place::new(x, y)).ok_or(MessageError::Place(x, y))?;
            Ok::<_, MessageError>(Spot::Tile(tile))
        };
        let on_tile = self.rules.options.princess_dragon.fairy_on_tile;
        let to = match to {
            PieceTarget::Tile(at) => tile(*at)?,
            PieceTarget::Meeple(of) if on_tile => tile(of.feature_pointer.position)?,
            PieceTarget::Meeple(of) => {
                let beside = |figure| Answer::Lead { piece, to: Spot::Figure(figure) };
                Spot::Figure(self.standing(of, beside)?)
            }
            PieceTarget::Feature(pointer) => {
                let segment = locations::segment(self.rules, self.position, pointer)?;
                // Our answers name a feature by one of its segments.
                let is_of_feature = matches!(piece, mage_witch::MAGE | mage_witch::WITCH);
                Spot::Segment(if is_of_feature { mage_witch::target_segment(self.position, segment) } else { segment })
            }
        };
        Ok(Answer::Lead { piece, to })
    }

    /// Returns the figure that a message refers to. If several figures match, prefers one for which `answer` is legal.
    fn standing(
        &self,
        of: &MeeplePointer,
        answer: impl Fn(FigureIndex) -> Answer,
    ) -> Result<FigureIndex, MessageError> {
        let NamedFigure { id, owner, kind } = NamedFigure::read(of.meeple_id.clone())?;
        let segment = locations::segment(self.rules, self.position, &of.feature_pointer)?;
        let all = self.position.board.features.figures().iter().enumerate();
        let there =
            all.filter(|(_, figure)| figure.seat == owner && figure.kind == kind && figure.segment() == Some(segment));
        let (legal, named) = (self.game.legal(), self.figures.get(&id));
        let best = there
            .map(|(number, _)| number as FigureIndex)
            .max_by_key(|&figure| (legal.contains(&answer(figure)), Some(&figure) == named));
        best.ok_or(MessageError::NotThere)
    }

    /// Returns the answer that redeems the captive named in a message. If several captives match, prefers one held by the same player.
    fn redeem(&self, captive: &CaptivePayload) -> Result<Answer, MessageError> {
        let NamedFigure { id, owner, kind } = NamedFigure::read(captive.meeple_id.clone())?;
        let features = &self.position.board.features;
        let captor = self.figures.get(&id).and_then(|&figure| features.figure(figure).captor());
        let mut captives = Vec::new();
        for answer in self.game.legal() {
            if let Answer::Redeem { figure } = answer {
                let this = features.figure(figure);
                if this.seat == owner && this.kind == kind {
                    captives.push((captor.is_some() && this.captor() == captor, figure));
                }
            }
        }
        let (_, figure) = captives.into_iter().max_by_key(|(same, _)| *same).ok_or(MessageError::NoCaptive)?;
        Ok(Answer::Redeem { figure })
    }
}

/// Returns whether a tile that is never drawn, such as an abbey, may be placed now.
pub(super) fn places(game: &Game, tile: &str) -> bool {
    let (Some((rules, position)), Ok(kind)) = (game.classic(), names::tile(game.tiles(), tile)) else { return false };
    <classic::Classic as Described>::places_without_drawing(position, rules, kind)
}

/// Returns the figure that an answer placed on the board, if any.
pub(super) fn newly_placed_figure(before: &Game, after: &Game) -> Option<FigureIndex> {
    let (_, before) = before.classic()?;
    let (_, after) = after.classic()?;
    let pairs = before.board.features.figures().iter().zip(after.board.features.figures());
    let new = pairs.into_iter().position(|(before, after)| before.segment().is_none() && after.segment().is_some());
    new.map(|figure| figure as FigureIndex)
}
