//! Values of features, and the seats that are strongest on them.

use std::collections::{BTreeMap, BTreeSet};

use super::{ClassicGame, FoundFeature, Spot};

impl ClassicGame {
    /// Reports whether a city has a Cathar tile (CATH-01).
    pub(super) fn is_besieged(&self, feature: &FoundFeature) -> bool {
        self.has("siege") && feature.kind == "city" && self.table.sum(feature, "besieged") > 0
    }

    /// Reports whether a feature is the City of Carcassonne (COUNT-11).
    pub fn is_carcassonne(&self, feature: &FoundFeature) -> bool {
        self.table.sum(feature, "carcassonne") > 0
    }

    /// Returns the points that a feature gives to the strongest seats; for a field, to those without a pig.
    pub(super) fn points_for(&self, feature: &FoundFeature, complete: bool) -> i32 {
        self.with_magic(feature, self.points_without_magic(feature, complete)) // MW-09, MW-10
    }

    /// Like [`Self::points_for`], as if the mage and the witch were beside the map.
    fn points_without_magic(&self, feature: &FoundFeature, complete: bool) -> i32 {
        let (tiles, pennants) = (feature.tiles(), self.pennants(feature));
        let inn = self.has("inns") && self.table.sum(feature, "inn") > 0;
        let cathedral = self.has("inns") && self.table.sum(feature, "cathedral") > 0;
        let spoilt = (inn || cathedral) && !complete && !self.option("inn_cathedral_final", "ignore");
        match feature.kind.as_str() {
            "road" | "city" if spoilt => 0, // IC-02, IC-03
            "road" if complete && inn => 2 * tiles,
            "road" => tiles,
            "city" => {
                let mut each = match complete {
                    true if cathedral => 3,
                    true if tiles == 2 && self.option("small_city", "2") => 1,
                    true => 2,
                    false => 1,
                };
                if self.is_besieged(feature) {
                    each = if complete { each - 1 } else { 0 }; // CATH-02, CATH-03, CATH-06
                }
                // PROMO-02
                let darmstadtium = complete && self.has("darmstadtium") && self.table.sum(feature, "darmstadtium") > 0;
                each * (tiles + pennants) + if darmstadtium { 3 } else { 0 }
            }
            "monastery" => {
                1 + feature.spots.iter().map(|&(tile, _)| self.table.neighbours(tile).len() as i32).sum::<i32>()
            }
            "castle" => self.castle_points(feature, complete),
            "field" => self.field_worth(feature, 3, None),
            _ => 0,
        }
    }

    /// Returns the points that a field gives a seat, based on a rate per completed city (BASE-21). Each herd adds 1 to the rate (RIV-09),
    /// as does the seat's pig (TB-08), and a besieged city counts double (CATH-05).
    pub(super) fn field_worth(&self, field: &FoundFeature, each: i32, seat: Option<usize>) -> i32 {
        let pigs = self.table.figures_on(field);
        let own_pig = pigs.iter().map(|&pig| self.table.figures[pig]).any(|f| f.kind == "pig" && Some(f.seat) == seat);
        let herds_count = self.has("pig-herds") && (!self.has("pigs") || self.option("pig_herd_with_pigs", "on"));
        let plain = |tile: usize| {
            self.option("gq_pig_herd", "field") && self.table.tiles[tile].text.set == "games-quarterly" // GQ-01
        };
        let herd =
            |&(tile, segment): &Spot| if plain(tile) { 0 } else { self.table.tiles[tile].number(segment, "pig_herd") };
        let herds: i32 = if herds_count { field.spots.iter().map(herd).sum() } else { 0 };
        self.city_points(field, each + herds + i32::from(own_pig))
    }

    /// Returns the points that a field gives at this rate for each completed city that it touches, doubled if the city is besieged.
    pub(super) fn city_points(&self, field: &FoundFeature, each: i32) -> i32 {
        let cities = self.cities_of(field).into_iter().map(|city| self.table.feature(city));
        cities.map(|city| if self.is_besieged(&city) { 2 * each } else { each }).sum()
    }

    /// Returns the complete cities that a field touches, each identified by its lowest segment.
    pub fn cities_of(&self, field: &FoundFeature) -> BTreeSet<Spot> {
        let mut cities = BTreeSet::new();
        for &(tile, segment) in &field.spots {
            for &city in &self.table.tiles[tile].text.segments[segment].touches {
                let city = self.table.feature((tile, usize::from(city)));
                if city.is_complete() {
                    cities.extend(city.spots.first().copied());
                }
            }
        }
        cities
    }

    /// Returns the strongest seats on a feature: those with the majority, all of them if tied (BASE-14), or none if no seat has any
    /// strength (AM-07).
    pub(super) fn strongest(&self, feature: &FoundFeature) -> Vec<usize> {
        let mut strength: BTreeMap<usize, i32> = BTreeMap::new();
        for figure in self.table.figures_on(feature).into_iter().map(|number| self.table.figures[number]) {
            *strength.entry(figure.seat).or_default() += match figure.kind {
                "follower" | "wagon" | "guard" | "phantom" => 1,
                "large" => 2,
                "mayor" => self.pennants(feature),
                _ => 0,
            };
        }
        let most = strength.values().copied().max().unwrap_or(0);
        strength.into_iter().filter(|&(_, strength)| strength > 0 && strength == most).map(|(seat, _)| seat).collect()
    }
}
