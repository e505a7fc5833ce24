//! Implements [`Opinion`] for this family, and compares the parts of a position that only this family has.

use std::collections::BTreeMap;

use bastide_core::{Spot as At, TileText};
use classic::{Classic, ClassicPosition, ClassicRules, PIECE_WORDS, base};
use games::Setup;

use super::super::{Opinion, figure_of, spot_of};
use super::{Act, ClassicGame, FoundFeature, Spot, Stage, Table, is_abbey};

impl Opinion for ClassicGame {
    type Family = Classic;

    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self {
        Self::begin(setup, texts, start)
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    fn asked(&self) -> Option<usize> {
        match &self.stage {
            Stage::Begin | Stage::Draw | Stage::Deal(_) | Stage::Refill | Stage::Over => None,
            Stage::Dragon(seat, _) | Stage::Enter(seat, _) => Some(*seat),
            Stage::Wagon(wagon) => Some(self.table.figures[*wagon].seat),
            _ => Some(self.active),
        }
    }

    fn pending_word(&self) -> String {
        format!("{:?}", self.stage).replace("Action", "Deploy")
    }

    fn legal(&self) -> Vec<Act> {
        self.listed()
    }

    fn answer(&mut self, act: Act) {
        self.apply(act);
    }

    /// Names an action for comparison. Segments of the same feature are equivalent targets for a figure's move, unless the tile matters.
    fn name(&self, act: Act) -> String {
        let figure = |number: usize| format!("{:?}", self.table.figures[number]);
        match act {
            Act::Return(number) => format!("return {}", figure(number)),
            Act::Move(number, spot) => {
                let by_tile = self.table.figures[number].kind == "wagon" && self.option("wagon_move", "adjacent_tiles");
                let by_tile = by_tile || self.has_watchtower(spot.0);
                let of = match matches!(self.stage, Stage::Enter(..)) && !by_tile {
                    true => format!("{:?}", self.table.feature(spot).spots.first()),
                    false => format!("tile {spot:?}"),
                };
                format!("move {} {of}", figure(number))
            }
            Act::Capture(number) => format!("capture {}", figure(number)),
            Act::Redeem(number) => format!("redeem {}", figure(number)),
            Act::Haunt(number) => format!("haunt {}", figure(number)),
            Act::ToFigure(number) => format!("fairy {}", figure(number)),
            Act::ToFeature(piece, spot) => format!("{piece} {:?}", self.table.feature(spot).spots.first()),
            act => format!("{act:?}"),
        }
    }

    fn worth(&self, feature: &FoundFeature) -> Option<i32> {
        // No feature in the City of Carcassonne has an owner, so its points are never needed.
        (!self.is_carcassonne(feature)).then(|| self.points_for(feature, feature.is_complete()))
    }

    /// Chooses the figure beside the fairy if and only if the engine's fairy is beside the engine's figure.
    fn choose(&self, position: &ClassicPosition, number: u8, alike: &[usize]) -> usize {
        let by_fairy = piece(position, "fairy") == Some(At::Figure(number));
        let beside = self.fairy.and_then(|(_, beside)| beside);
        alike.iter().copied().find(|&i| (beside == Some(i)) == by_fairy).unwrap_or(alike[0])
    }

    fn is_held(&self, text: &TileText) -> bool {
        is_abbey(text)
    }

    fn compare(&self, rules: &ClassicRules, position: &ClassicPosition) -> Result<(), String> {
        self.compare_pennants(position)?;
        self.compare_pieces(position)?;
        self.compare_possessions(rules, position)
    }
}

/// Returns where a neutral piece is.
fn piece(position: &ClassicPosition, word: &str) -> Option<At> {
    let number = PIECE_WORDS.iter().position(|other| *other == word)?;
    position.piece(number as u8)
}

/// Returns an error if two values that should be equal differ.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, opinion: &T) -> Result<(), String> {
    if engine == opinion { Ok(()) } else { Err(format!("{what}: {engine:?}, not {opinion:?}")) }
}

impl ClassicGame {
    fn compare_pennants(&self, position: &ClassicPosition) -> Result<(), String> {
        let features = &position.board.features;
        for root in features.roots() {
            let found = self.table.feature(spot_of(position, root));
            if found.is_land() {
                let pennants = i32::from(features.counter(root, base::PENNANT_COUNTER));
                same(&format!("pennants of {:?}", found.spots), &pennants, &self.pennants(&found))?;
            }
        }
        Ok(())
    }

    /// Compares the neutral pieces. The mage and the witch are compared by the features on which they stand.
    fn compare_pieces(&self, position: &ClassicPosition) -> Result<(), String> {
        let dragon = match piece(position, "dragon") {
            Some(At::Tile(tile)) => Some(usize::from(tile)),
            _ => None,
        };
        same("the dragon's tile", &dragon, &self.dragon)?;
        let fairy = match piece(position, "fairy") {
            Some(At::Tile(tile)) => Some((usize::from(tile), None)),
            Some(At::Figure(figure)) => {
                let this = figure_of(position, usize::from(figure));
                this.and_then(|this| Some((this.spot()?.0, Some(this))))
            }
            _ => None,
        };
        let theirs = self.fairy.map(|(tile, beside)| (tile, beside.map(|number| self.table.figures[number])));
        same("the fairy", &fairy, &theirs)?;
        let count = match piece(position, "count") {
            Some(At::Segment(segment)) => Some(spot_of(position, segment)),
            _ => None,
        };
        same("the count", &count, &self.count)?;
        for (word, theirs) in [("mage", self.mage), ("witch", self.witch)] {
            let of = |spot: Spot| self.table.feature(spot).spots.first().copied();
            let ours = match piece(position, word) {
                Some(At::Segment(segment)) => of(spot_of(position, segment)),
                _ => None,
            };
            same(word, &ours, &theirs.and_then(of))?;
        }
        Ok(())
    }

    /// Compares towers, goods, abbeys, the king, the robber baron and the tiles put aside.
    fn compare_possessions(&self, rules: &ClassicRules, position: &ClassicPosition) -> Result<(), String> {
        let extra = &position.extra;
        let towers: BTreeMap<Spot, usize> =
            extra.tower.towers().map(|(segment, height)| (spot_of(position, segment), usize::from(height))).collect();
        same("towers", &towers, &self.towers)?;
        for seat in 0..usize::from(rules.seats) {
            let of = |what: &str| format!("{what} of seat {seat}");
            same(&of("tower pieces"), &usize::from(extra.tower.pieces[seat]), &self.pieces[seat])?;
            same(&of("goods"), &extra.traders_builders.goods[seat].map(usize::from), &self.goods[seat])?;
            same(&of("the abbey"), &extra.abbey_mayor.abbeys[seat], &self.abbeys[seat])?;
        }
        let cards = [extra.king_robber.king, extra.king_robber.robber].map(|card| card.holder().map(usize::from));
        let theirs = [self.king, self.robber].map(|card| card.map(|(seat, _)| seat));
        same("king and robber baron", &cards, &theirs)?;
        same("tiles put aside", &position.bag().aside().len(), &self.aside.iter().sum())
    }
}
