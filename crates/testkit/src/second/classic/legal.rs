//! Lists legal answers.

use std::collections::BTreeSet;

use super::super::SIDES;
use super::{Act, ClassicGame, FOLLOWERS, Figure, FoundFeature, QUARTERS, Spot, Stage, Whereabouts};

impl ClassicGame {
    /// Returns all legal answers to the pending decision.
    pub(super) fn listed(&self) -> Vec<Act> {
        match &self.stage {
            Stage::Over => Vec::new(),
            Stage::Begin => (0..self.seats()).map(Act::Begin).collect(),
            Stage::Draw | Stage::Deal(_) | Stage::Refill => self.draws().into_iter().map(Act::Draw).collect(),
            Stage::Place(kind) => {
                let ways = self.placements(&self.table.texts[*kind]).into_iter();
                ways.map(|(x, y, rotation)| Act::Place(x, y, rotation)).chain(self.ransoms()).collect()
            }
            Stage::PlaceHeld => {
                let kinds: BTreeSet<usize> = self.table.hands[self.active].iter().copied().collect();
                let ways = |kind: usize| {
                    let places = self.placements(&self.table.texts[kind]).into_iter();
                    places.map(move |(x, y, rotation)| Act::PlaceHeld(kind, x, y, rotation))
                };
                kinds.into_iter().flat_map(ways).chain(self.ransoms()).collect()
            }
            Stage::Haunt(own) => self.can_be_haunted(*own).into_iter().map(Act::Haunt).collect(),
            Stage::MageWitch => self.magic_acts(),
            Stage::Action => self.actions(),
            Stage::Phantom => self.phantom_acts(),
            Stage::Dragon(_, visited) => self.dragon_steps(visited).into_iter().map(Act::ToTile).collect(),
            // With no tiles left, only an abbey could be placed, which is a separate decision (TB-03).
            Stage::Double if self.option("builder_turn", "must") || !self.has_second_tile() => vec![Act::Again],
            Stage::Double => vec![Act::Again, Act::Pass],
            Stage::Exchange(with) => {
                self.captives(self.other_side(*with), *with).into_iter().map(Act::Redeem).collect()
            }
            stage => {
                let mut acts = match stage {
                    Stage::Abbey => self.abbey_acts(),
                    Stage::Capture(tower) => self.followers_in_reach(*tower).into_iter().map(Act::Capture).collect(),
                    Stage::Enter(seat, last) => self.entries(*seat, *last),
                    Stage::Wagon(wagon) => self.wagon_moves(*wagon),
                    Stage::Ransom if self.turn.too_poor => self.ransoms(),
                    Stage::Courtier => self.courtiers(),
                    Stage::Count => {
                        let others = self.quarters().into_iter().map(|(spot, _)| spot);
                        others.filter(|spot| self.count != Some(*spot)).map(Act::ToQuarter).collect()
                    }
                    Stage::Escape => self.escapes(),
                    _ => Vec::new(),
                };
                acts.push(Act::Pass);
                acts
            }
        }
    }

    /// Returns the places where the abbey can be placed, and the possible ransoms; nothing before the river is finished (AM-02).
    fn abbey_acts(&self) -> Vec<Act> {
        let gaps = self.gaps();
        if !self.abbeys[self.active] || gaps.is_empty() || !self.river_group().is_empty() {
            return Vec::new();
        }
        gaps.into_iter().map(|(x, y)| Act::Place(x, y, 0)).chain(self.ransoms()).collect()
    }

    /// Returns the kinds of follower that a seat has in supply.
    fn followers_at_home(&self, seat: usize) -> Vec<&'static str> {
        FOLLOWERS.into_iter().filter(|kind| self.table.in_supply(seat, kind).is_some()).collect()
    }

    /// Returns whether a kind of follower may stand on a kind of segment (BASE-08, AM-06, AM-09, COUNT-13, MIST-09, MIST-10).
    fn may_stand(kind: &str, on: &str) -> bool {
        match kind {
            "mayor" => on == "city",
            "wagon" => ["city", "road", "monastery"].contains(&on),
            _ => ["city", "road", "monastery", "field", "castle", "cemetery"].contains(&on),
        }
    }

    /// Reports whether a tile is closed to figures that move: the dragon is there (PD-08), or the tile belongs to the City of Carcassonne
    /// (COUNT-01).
    fn is_barred(&self, tile: usize) -> bool {
        self.dragon == Some(tile) || self.table.tiles[tile].is_block()
    }

    /// Reports whether neither the dragon nor a portal can reach a tile. This applies to all tiles of the City of Carcassonne or, if its
    /// land is open, only to those without land (COUNT-12).
    fn is_closed(&self, tile: usize) -> bool {
        let segments = &self.table.tiles[tile].text.segments;
        let town = |segment: usize| {
            segments[segment].kind == "quarter" || self.table.tiles[tile].number(segment, "carcassonne") > 0
        };
        let land = (0..segments.len()).any(|segment| !town(segment));
        self.table.tiles[tile].is_block() && !(land && self.option("carcassonne_land", "open"))
    }

    /// Returns the actions that are possible with the newest tile.
    fn actions(&self) -> Vec<Act> {
        if self.turn.acted {
            return vec![Act::Pass]; // RIV-08
        }
        let princess = self.princess_acts();
        if self.option("princess", "must") && !princess.is_empty() {
            return princess; // PD-16
        }
        let mut acts = self.deployments();
        acts.extend(self.companions());
        acts.extend(self.barns());
        acts.extend(self.tower_acts());
        acts.extend(self.fairy_acts());
        acts.extend(princess);
        acts.extend(self.festival_acts());
        acts.extend(self.ransoms());
        acts.push(Act::Pass);
        acts
    }

    /// Returns what the phantom can do as the second figure: the deployments that it could also make in the action (PHAN-02), but not
    /// through a portal that the action has used (PHAN-07), and up open towers (PHAN-08).
    fn phantom_acts(&self) -> Vec<Act> {
        let newest = self.table.newest();
        let mut acts = self.deployments();
        acts.extend(self.tower_acts());
        let is_second = |act: &Act| match act {
            Act::Deploy("phantom", spot) => {
                spot.0 == newest || self.table.kind_of(*spot) == "tower" || !self.turn.through_portal
            }
            _ => false,
        };
        acts.retain(|act| self.turn.phantom_may_follow && is_second(act));
        acts.push(Act::Pass);
        acts
    }

    /// Returns deployments of followers onto the newest tile (BASE-08, BASE-09, RIV-08), and through a portal onto other tiles (PD-15).
    fn deployments(&self) -> Vec<Act> {
        let newest = self.table.newest();
        let mut acts = Vec::new();
        let kinds = self.followers_at_home(self.active);
        let portal = self.has("portals") && self.newest_has("portal");
        for (number, tile) in self.table.tiles.iter().enumerate() {
            // RIV-08 and PD-06 apply to the volcano tile that was just placed.
            let closed = number == newest && tile.has("volcano") || number != newest && !portal;
            if kinds.is_empty() || closed || self.dragon == Some(number) || self.is_closed(number) {
                continue;
            }
            for segment in 0..tile.text.segments.len() {
                let on = tile.kind(segment);
                let open = match on {
                    "city" | "road" | "monastery" => true,
                    "field" => !self.option("farmers", "false"),
                    "castle" => self.has("castles"),
                    "cemetery" => self.has("cemeteries"),
                    _ => false,
                };
                if !open {
                    continue;
                }
                let feature = self.table.feature((number, segment));
                let unfinished = number == newest || !feature.is_complete();
                if unfinished && self.table.figures_on(&feature).is_empty() {
                    let kinds = kinds.iter().filter(|kind| Self::may_stand(kind, on));
                    acts.extend(kinds.map(|&kind| Act::Deploy(kind, (number, segment))));
                }
            }
        }
        acts
    }

    /// Returns deployments of the builder and the pig onto features where the player has a follower and no other figure of that kind
    /// (TB-02, TB-07).
    fn companions(&self) -> Vec<Act> {
        let newest = self.table.newest();
        let mut acts = Vec::new();
        if self.bars_figures() {
            return acts;
        }
        for (kind, places) in [("builder", ["road", "city"]), ("pig", ["field", "field"])] {
            if self.table.in_supply(self.active, kind).is_none() {
                continue;
            }
            for segment in 0..self.table.tiles[newest].text.segments.len() {
                let feature = self.table.feature((newest, segment));
                let own = |&number: &usize| {
                    self.table.figures[number].seat == self.active && self.table.figures[number].is_follower()
                };
                let standing = self.table.figures_on(&feature);
                let alike = |&number: &usize| {
                    self.table.figures[number].seat == self.active && self.table.figures[number].kind == kind
                };
                if places.contains(&feature.kind.as_str()) && standing.iter().any(own) && !standing.iter().any(alike) {
                    acts.push(Act::Deploy(kind, (newest, segment)));
                }
            }
        }
        acts
    }

    /// Reports whether the newest tile is a volcano that takes no figures (RIV-08). With The Princess & the Dragon, it is closed only to
    /// followers (PD-06).
    fn bars_figures(&self) -> bool {
        self.newest_has("volcano") && !self.part("princess-dragon")
    }

    /// Returns deployments of barns onto corners of the newest tile (AM-13), except corners at closed tiles of the City of Carcassonne
    /// (COUNT-12).
    fn barns(&self) -> Vec<Act> {
        if self.table.in_supply(self.active, "barn").is_none() || self.bars_figures() {
            return Vec::new();
        }
        let newest = &self.table.tiles[self.table.newest()];
        let free = |&corner: &usize| {
            let (x, y) = [(1, 0), (1, 1), (0, 1), (0, 0)][corner];
            let (x, y) = (newest.x + x, newest.y + y);
            let round = [(x - 1, y - 1, 1), (x, y - 1, 2), (x, y, 3), (x - 1, y, 0)];
            let fields: Option<Vec<Spot>> = round
                .into_iter()
                .map(|(x, y, corner)| {
                    let tile = self.table.tile_at(x, y)?;
                    Some((tile, self.table.tiles[tile].field_at_corner(corner)?))
                })
                .collect();
            fields.is_some_and(|fields| {
                let barn = fields.iter().any(|&field| self.has_barn(&self.table.feature(field)));
                let closed = fields.iter().any(|&(tile, _)| self.is_closed(tile));
                !closed && (!barn || self.option("barn_on_barn", "true"))
            })
        };
        (0..4).filter(free).map(|corner| Act::Corner("barn", corner)).collect()
    }

    fn is_manned(&self, tower: Spot) -> bool {
        !self.table.figures_where(|_, spot| spot == tower).is_empty()
    }

    /// Returns actions that build or man towers (TOW-02, TOW-05).
    fn tower_acts(&self) -> Vec<Act> {
        if !self.has("towers") || self.option("tower_actions", "foundation_turn") && !self.newest_has("tower") {
            return Vec::new();
        }
        let mut acts = Vec::new();
        for (&tower, &height) in self.towers.iter().filter(|(tower, _)| !self.is_manned(**tower)) {
            if self.pieces[self.active] > 0 {
                acts.push(Act::Build(tower));
            }
            if height > 0 && self.dragon != Some(tower.0) {
                // A mayor may stand only in a city (AM-06), and a wagon only on a road or in a city or monastery (AM-09).
                let kinds = self.followers_at_home(self.active).into_iter();
                let kinds = kinds.filter(|kind| !["mayor", "wagon"].contains(kind));
                acts.extend(kinds.map(|kind| Act::Deploy(kind, tower)));
            }
        }
        acts
    }

    /// Returns moves of the fairy to one of the player's followers, on the map, on a tower or in the City of Carcassonne (PD-02).
    fn fairy_acts(&self) -> Vec<Act> {
        if !self.has("fairy") {
            return Vec::new();
        }
        let own = |figure: &Figure, _: Spot| figure.seat == self.active && figure.is_follower();
        let own = self.table.figures_where(own);
        if self.option("fairy", "on_tile") {
            let tiles: BTreeSet<usize> =
                own.iter().filter_map(|&n| self.table.figures[n].spot()).map(|spot| spot.0).collect();
            let there = self.fairy.map(|(tile, _)| tile);
            return tiles.into_iter().filter(|&tile| there != Some(tile)).map(Act::ToTile).collect();
        }
        // Followers that look alike in the same quarter are not distinguished.
        let alike = |&a: &usize, &b: &usize| {
            let (a, b) = (self.table.figures[a], self.table.figures[b]);
            (a.kind, a.place, a.ghosts) == (b.kind, b.place, b.ghosts)
        };
        let near = |number: &usize| own.iter().any(|other| alike(number, other) && self.is_by_fairy(*other));
        own.iter().copied().filter(|number| !near(number)).map(Act::ToFigure).collect()
    }

    /// Returns the knights that the princess can send home (PD-16).
    pub(super) fn princess_acts(&self) -> Vec<Act> {
        let newest = self.table.newest();
        let mut acts = Vec::new();
        if self.has("princesses") {
            for segment in 0..self.table.tiles[newest].text.segments.len() {
                if self.table.tiles[newest].number(segment, "princess") > 0 {
                    let knights = self.table.figures_on(&self.table.feature((newest, segment)));
                    acts.extend(knights.into_iter().filter(|&n| self.table.figures[n].is_follower()).map(Act::Return));
                }
            }
        }
        acts
    }

    /// Returns the player's own figures that the festival can bring back (FEST-02): of any kind or, with an option, only followers
    /// (FEST-03), and not from the tops of towers unless an option allows it (FEST-06).
    fn festival_acts(&self) -> Vec<Act> {
        if !self.has("festivals") || !self.newest_has("festival") {
            return Vec::new();
        }
        let may = |figure: &Figure, spot: Spot| {
            let of_kind = figure.is_follower() || !self.option("festival", "followers");
            let reachable = self.table.kind_of(spot) != "tower" || self.option("festival_tower", "yes");
            figure.seat == self.active && of_kind && reachable
        };
        self.table.figures_where(may).into_iter().map(Act::Return).collect()
    }

    /// Returns the prisoners that can be bought back (TOW-07).
    fn ransoms(&self) -> Vec<Act> {
        let seat = self.active;
        if self.turn.ransomed || self.table.scores[seat] < 3 {
            return Vec::new();
        }
        let held = |figure: &Figure| figure.seat == seat && matches!(figure.place, Whereabouts::Held(_));
        (0..self.table.figures.len()).filter(|&number| held(&self.table.figures[number])).map(Act::Redeem).collect()
    }

    /// Returns the figures of seat `of` that seat `by` holds.
    pub(super) fn captives(&self, of: usize, by: usize) -> Vec<usize> {
        let held = |figure: &Figure| figure.seat == of && figure.place == Whereabouts::Held(by);
        (0..self.table.figures.len()).filter(|&number| held(&self.table.figures[number])).collect()
    }

    /// Returns the other party of an exchange with the active player.
    pub(super) fn other_side(&self, with: usize) -> usize {
        if with == self.active { self.turn.exchange_with } else { self.active }
    }

    /// Returns the followers within a tower's reach: the opponents' or, with an option, anyone's (TOW-04).
    fn followers_in_reach(&self, tower: Spot) -> Vec<usize> {
        let height = self.towers[&tower] as i32;
        let (x, y) = (self.table.tiles[tower.0].x, self.table.tiles[tower.0].y);
        let reached = |figure: &Figure, spot: Spot| {
            let tile = &self.table.tiles[spot.0];
            let (dx, dy) = ((tile.x - x).abs(), (tile.y - y).abs());
            let near = dx == 0 && dy <= height || dy == 0 && dx <= height;
            let on_land = !["tower", "quarter"].contains(&self.table.kind_of(spot));
            let own = figure.seat == self.active && !self.option("tower_takes_own", "true");
            near && on_land && !own && figure.is_follower()
        };
        self.table.figures_where(reached)
    }

    /// Returns the tiles to which the dragon may move (PD-03, PD-11).
    pub(super) fn dragon_steps(&self, visited: &[usize]) -> Vec<usize> {
        let Some(dragon) = self.dragon else { return Vec::new() };
        let (x, y) = (self.table.tiles[dragon].x, self.table.tiles[dragon].y);
        let beside = SIDES.iter().filter_map(|side| self.table.tile_at(x + side.0, y + side.1));
        let fairy = self.fairy.map(|(tile, _)| tile);
        beside.filter(|tile| !visited.contains(tile) && fairy != Some(*tile) && !self.is_closed(*tile)).collect()
    }

    /// Returns the kind of feature that a quarter serves (COUNT-03).
    fn served_kind(&self, quarter: Spot) -> &str {
        let name = self.quarters().into_iter().find(|(spot, _)| *spot == quarter).map(|(_, name)| name);
        QUARTERS.iter().find(|(quarter, _)| name == Some(quarter)).map_or("", |(_, kind)| kind)
    }

    /// Returns moves of followers out of the City of Carcassonne (COUNT-05, COUNT-08). During the game, they move to completed features. At
    /// the end of the game, they move from the market to any field, and from the other quarters to incomplete features, unless an option
    /// limits this to the market. No figure moves to the dragon's tile (PD-08).
    fn entries(&self, seat: usize, last: bool) -> Vec<Act> {
        let mut acts = Vec::new();
        let at_court = |figure: &Figure, spot: Spot| figure.seat == seat && self.table.kind_of(spot) == "quarter";
        let courtiers = self.table.figures_where(at_court);
        if courtiers.is_empty() {
            return acts;
        }
        let open: Vec<FoundFeature> = match last {
            true => {
                let any = !self.option("count_final", "market_only");
                let farmers = !self.option("farmers", "false"); // BASE-21
                let unfinished = |f: &FoundFeature| match f.kind.as_str() {
                    "field" => farmers,
                    _ => any && f.is_land() && !f.is_complete(),
                };
                self.table.features().into_iter().filter(unfinished).collect()
            }
            false => self.turn.completed.clone(),
        };
        for number in courtiers {
            let Some(quarter) = self.table.figures[number].spot().filter(|spot| self.count != Some(*spot)) else {
                continue;
            };
            for feature in open.iter().filter(|feature| feature.kind == self.served_kind(quarter)) {
                let free = feature.spots.iter().filter(|spot| self.dragon != Some(spot.0));
                acts.extend(free.map(|&spot| Act::Move(number, spot)));
            }
        }
        acts
    }

    /// Returns the moves that a wagon can make from a completed feature (AM-10).
    pub(super) fn wagon_moves(&self, wagon: usize) -> Vec<Act> {
        let Some(stands) = self.table.figures[wagon].spot() else { return Vec::new() };
        let mut targets = BTreeSet::new();
        if self.option("wagon_move", "adjacent_tiles") {
            for tile in self.table.neighbours(stands.0).into_iter().chain([stands.0]) {
                targets.extend((0..self.table.tiles[tile].text.segments.len()).map(|segment| (tile, segment)));
            }
        } else {
            for (number, segment) in self.table.feature(stands).spots {
                let tile = &self.table.tiles[number];
                let links = tile.text.segments[segment].links.iter();
                targets.extend(links.map(|&other| (number, usize::from(other))));
                // Features that end at an abbey are connected to the abbey.
                let across = (0..12).filter(|&port| !tile.is_abbey() && tile.segment_at_port(port) == segment);
                let across = across.filter_map(|port| self.table.facing_segment(tile, port));
                targets.extend(across.filter(|&(other, _)| self.table.tiles[other].is_abbey()));
                if tile.is_abbey() {
                    // The segment that faces the middle of each side: a road, or the only segment there.
                    targets.extend([1, 4, 7, 10].into_iter().filter_map(|port| self.table.facing_segment(tile, port)));
                }
            }
        }
        let free = |&spot: &Spot| {
            let feature = self.table.feature(spot);
            Self::may_stand("wagon", &feature.kind)
                && !feature.is_complete()
                && self.table.figures_on(&feature).is_empty()
                && !self.is_barred(spot.0)
        };
        targets.into_iter().filter(free).map(|spot| Act::Move(wagon, spot)).collect()
    }

    /// Returns moves of followers into the City of Carcassonne (COUNT-04, COUNT-06, COUNT-13).
    fn courtiers(&self) -> Vec<Act> {
        let turn = &self.turn;
        let barred = turn.own_scored || turn.own_placed || turn.own_moved || turn.entered;
        if !self.has("count") || !turn.scored || barred {
            return Vec::new();
        }
        let mut acts = Vec::new();
        for (spot, _) in self.quarters() {
            let on = self.served_kind(spot);
            let kinds = self.followers_at_home(self.active).into_iter().filter(|kind| Self::may_stand(kind, on));
            acts.extend(kinds.map(|kind| Act::Deploy(kind, spot)));
        }
        acts
    }

    /// Returns the possible escapes of the player's knights from besieged cities (CATH-04).
    fn escapes(&self) -> Vec<Act> {
        if !self.has("siege") || self.option("siege_escape", "off") {
            return Vec::new();
        }
        let knights = self.table.figures_where(|figure, _| figure.seat == self.active && figure.is_follower());
        let any_tile = self.option("siege_escape", "any_city_tile");
        let may = |&number: &usize| {
            let Some(city) = self.table.figures[number].spot().map(|spot| self.table.feature(spot)) else {
                return false;
            };
            let besieging =
                |&&(tile, segment): &&Spot| any_tile || self.table.tiles[tile].number(segment, "besieged") > 0;
            self.is_besieged(&city) && city.spots.iter().filter(besieging).any(|&(tile, _)| self.is_by_monastery(tile))
        };
        knights.into_iter().filter(may).map(Act::Return).collect()
    }

    fn is_by_monastery(&self, tile: usize) -> bool {
        let has = |&other: &usize| self.table.tiles[other].text.segments.iter().any(|s| s.kind == "monastery");
        self.table.neighbours(tile).iter().any(has)
    }
}
