//! A set-up's choices in this family: its expansions and the options of its rules.

use crate::abbey_mayor;
use crate::base;
use crate::cathars;
use crate::count;
use crate::cult;
use crate::darmstadt;
use crate::festival;
use crate::games_quarterly;
use crate::inns_cathedrals;
use crate::king_robber;
use crate::mage_witch;
use crate::mists;
use crate::phantom;
use crate::princess_dragon;
use crate::river;
use crate::spiel_doch;
use crate::spiel_fair;
use crate::tower;
use crate::traders_builders;
use crate::watchtowers;
use crate::wind_roses;
use crate::winter;
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::{Choices, PartInfo};

/// The base game and its expansions, in the order in which they are listed and their tiles are numbered.
pub const PARTS: &[PartInfo] = &[
    base::PART, // Must come first.
    inns_cathedrals::PART,
    river::PART,
    games_quarterly::PART,
    cathars::PART,
    king_robber::PART,
    count::PART,
    abbey_mayor::PART,
    princess_dragon::PART,
    traders_builders::PART,
    tower::PART,
    mists::PART,
    watchtowers::PART,
    festival::PART,
    phantom::PART,
    darmstadt::PART,
    spiel_fair::PART,
    spiel_doch::PART,
    winter::PART,
    wind_roses::PART,
    cult::PART,
    mage_witch::PART,
];

/// Elements of a part in play that can be switched off, leaving only the part's tiles. Each is given with its name, part and bit.
pub const ELEMENTS: &[(&str, &str, u64)] = &[
    ("inns", inns_cathedrals::PART.id, inns_cathedrals::INNS),
    ("large", inns_cathedrals::PART.id, inns_cathedrals::LARGES),
    ("river", river::PART.id, river::RIVER),
    ("printed-river", river::PART.id, river::PRINTED),
    ("pig-herds", river::PART.id, river::HERD),
    ("pig-herds", games_quarterly::PART.id, river::HERD),
    ("road-spring", games_quarterly::PART.id, games_quarterly::ROAD_SPRING),
    ("siege", cathars::PART.id, cathars::SIEGE),
    ("king", king_robber::PART.id, king_robber::KING),
    ("robber", king_robber::PART.id, king_robber::ROBBER),
    ("count", count::PART.id, count::COUNTS),
    ("abbeys", abbey_mayor::PART.id, abbey_mayor::ABBEYS),
    ("mayors", abbey_mayor::PART.id, abbey_mayor::MAYORS),
    ("wagons", abbey_mayor::PART.id, abbey_mayor::WAGONS),
    ("barns", abbey_mayor::PART.id, abbey_mayor::BARNS),
    ("dragon", princess_dragon::PART.id, princess_dragon::DRAGONS),
    ("fairy", princess_dragon::PART.id, princess_dragon::FAIRIES),
    ("portals", princess_dragon::PART.id, princess_dragon::PORTALS),
    ("princesses", princess_dragon::PART.id, princess_dragon::PRINCESSES),
    ("builders", traders_builders::PART.id, traders_builders::BUILDERS),
    ("pigs", traders_builders::PART.id, traders_builders::PIGS),
    ("goods", traders_builders::PART.id, traders_builders::TRADE),
    ("towers", tower::PART.id, tower::TOWERS),
    ("ghosts", mists::PART.id, mists::GHOSTS),
    ("guards", mists::PART.id, mists::GUARDS),
    ("start-block", mists::PART.id, mists::START),
    ("castles", mists::PART.id, mists::CASTLES),
    ("cemeteries", mists::PART.id, mists::CEMETERIES),
    ("watchtowers", watchtowers::PART.id, watchtowers::WATCHTOWERS),
    ("festivals", festival::PART.id, festival::FESTIVALS),
    ("phantoms", phantom::PART.id, phantom::PHANTOMS),
    ("darmstadtium", darmstadt::PART.id, darmstadt::DARMSTADTIUMS),
    ("churches", darmstadt::PART.id, darmstadt::CHURCHES),
    ("wind-roses", wind_roses::PART.id, wind_roses::WIND_ROSES),
    ("shrines", cult::PART.id, cult::SHRINES),
    ("mage", mage_witch::PART.id, mage_witch::MAGES),
    ("witch", mage_witch::PART.id, mage_witch::WITCHES),
];

/// Elements that offer actions other than deploying an unrestricted follower on the newest tile.
const ACTION_ELEMENTS: u64 = abbey_mayor::MAYORS
    | abbey_mayor::WAGONS
    | abbey_mayor::BARNS
    | princess_dragon::FAIRIES
    | princess_dragon::PORTALS
    | princess_dragon::PRINCESSES
    | traders_builders::BUILDERS
    | traders_builders::PIGS
    | tower::TOWERS
    | festival::FESTIVALS
    | phantom::PHANTOMS;

/// Elements that record every completed feature, even an unoccupied one.
const COMPLETION_ELEMENTS: u64 = king_robber::KING
    | king_robber::ROBBER
    | traders_builders::TRADE
    | abbey_mayor::ABBEYS
    | abbey_mayor::BARNS
    | count::COUNTS
    | watchtowers::WATCHTOWERS
    | darmstadt::CHURCHES
    | cult::SHRINES;

/// Elements that act between one tile and the next; without them, a turn is the same as in the base game.
const BETWEEN_TILES_ELEMENTS: u64 = base::HANDS
    | princess_dragon::DRAGONS
    | princess_dragon::FAIRIES
    | count::COUNTS
    | abbey_mayor::WAGONS
    | abbey_mayor::ABBEYS
    | cathars::SIEGE
    | river::RIVER
    | traders_builders::BUILDERS
    | tower::TOWERS
    | mists::GHOSTS
    | phantom::PHANTOMS
    | wind_roses::WIND_ROSES
    | mage_witch::MAGES
    | mage_witch::WITCHES;

/// The chosen expansions and options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The parts in play, one bit each in the order of [`PARTS`].
    parts: u64,
    /// The elements in play.
    elements: u64,
    /// Whether some tiles may have a volcano.
    volcanoes: bool,
    /// Whether The Princess & the Dragon is in play, so that builders, pigs and barns may be placed on volcano tiles (PD-06).
    dragons: bool,
    /// Whether the game is played under version 1 or 2 of the rules.
    before_version_3: bool,
    /// Options for the base game.
    pub base: base::Options,
    /// Options for Inns & Cathedrals.
    pub inns_cathedrals: inns_cathedrals::Options,
    /// Options for the rivers.
    pub river: river::Options,
    /// Options for Games Quarterly.
    pub games_quarterly: games_quarterly::Options,
    /// Options for The Cathars.
    pub cathars: cathars::Options,
    /// Options for the king and the robber baron.
    pub king_robber: king_robber::Options,
    /// Options for The Count of Carcassonne.
    pub count: count::Options,
    /// Options for Abbey & Mayor.
    pub abbey_mayor: abbey_mayor::Options,
    /// Options for The Princess & the Dragon.
    pub princess_dragon: princess_dragon::Options,
    /// Options for Traders & Builders.
    pub traders_builders: traders_builders::Options,
    /// Options for The Tower.
    pub tower: tower::Options,
    /// Options for Ghosts, Castles & Cemeteries.
    pub mists: mists::Options,
    /// Options for The Festival.
    pub festival: festival::Options,
    /// Options for the Darmstadt promos.
    pub darmstadt: darmstadt::Options,
    /// Options for the Spiel Doch! promos.
    pub spiel_doch: spiel_doch::Options,
    /// Options for The Wind Roses.
    pub wind_roses: wind_roses::Options,
    /// Options for The Cult.
    pub cult: cult::Options,
}

impl Options {
    /// Returns whether any of these elements is in play.
    #[inline]
    pub const fn has(&self, elements: u64) -> bool {
        self.elements & elements != 0
    }

    /// Returns whether players can do something other than deploy an unrestricted follower on the newest tile.
    #[inline]
    pub const fn has_actions(&self) -> bool {
        self.has(ACTION_ELEMENTS)
    }

    /// Returns whether some tiles may have a volcano.
    #[inline]
    pub(crate) const fn has_volcanoes(&self) -> bool {
        self.volcanoes
    }

    /// Returns whether no figure may be placed on a volcano tile (RIV-08). With The Princess & the Dragon, only followers are barred
    /// (PD-06).
    pub(crate) const fn is_volcano_barred_to_all(&self) -> bool {
        self.volcanoes && !self.dragons && !self.before_version_3
    }

    /// Returns whether the game is played under version 1 or 2 of the rules.
    #[inline]
    pub(crate) const fn is_before_version_3(&self) -> bool {
        self.before_version_3
    }

    /// Returns whether an expansion records every completed feature, even an unoccupied one.
    #[inline]
    pub(crate) const fn has_completion_elements(&self) -> bool {
        self.has(COMPLETION_ELEMENTS)
    }

    /// Returns whether an expansion acts between one tile and the next; otherwise a turn is the same as in the base game.
    #[inline]
    pub(crate) const fn has_turns(&self) -> bool {
        self.has(BETWEEN_TILES_ELEMENTS)
    }

    /// Returns whether printed pig herds count (RIV-09).
    #[inline]
    pub fn herds_count(&self) -> bool {
        self.has(river::HERD) && (!self.has(traders_builders::PIGS) || self.traders_builders.herds_count)
    }

    /// Returns whether shrines challenge monasteries (CULT-04).
    #[inline]
    pub fn has_challenges(&self) -> bool {
        self.has(cult::SHRINES) && !self.cult.no_challenge
    }

    /// Returns the parts in play.
    pub fn parts(&self) -> impl Iterator<Item = &'static PartInfo> {
        let parts = *self;
        PARTS.iter().enumerate().filter(move |(index, _)| parts.is_in_play(*index)).map(|(_, part)| part)
    }

    /// Returns whether a part is in play.
    pub fn has_part(&self, id: &str) -> bool {
        self.parts().any(|part| part.id == id)
    }
}

impl Choices for Options {
    fn add(&mut self, id: &str) -> bool {
        match PARTS.iter().position(|part| part.id == id) {
            Some(index) if index > 0 => {
                self.parts |= 1 << index;
                self.volcanoes |= id == river::PART.id || id == princess_dragon::PART.id;
                self.dragons |= id == princess_dragon::PART.id;
                self.elements |= ELEMENTS.iter().filter(|(_, part, _)| *part == id).fold(0, |all, (.., bit)| all | bit);
                true
            }
            _ => false,
        }
    }

    fn remove(&mut self, element: &str) -> bool {
        let of_parts = ELEMENTS.iter().filter(|(name, part, _)| *name == element && self.has_part(part));
        let bits = of_parts.fold(0, |all, (.., bit)| all | bit);
        self.elements &= !bits;
        bits != 0
    }

    fn pin(&mut self, rules_version: u32) {
        self.before_version_3 = rules_version < 3;
        if rules_version == 1 {
            self.count.entry = count::Entry::First;
            self.abbey_mayor.every_barn_scores = true;
            self.princess_dragon.first = true;
            self.mists.as_it_lies = true;
        }
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let known = self.base.set(name, value)
            || self.inns_cathedrals.set(name, value)
            || self.river.set(name, value)
            || self.games_quarterly.set(name, value)
            || self.cathars.set(name, value)
            || self.king_robber.set(name, value)
            || self.count.set(name, value)
            || self.abbey_mayor.set(name, value)
            || self.princess_dragon.set(name, value)
            || self.traders_builders.set(name, value)
            || self.tower.set(name, value)
            || self.mists.set(name, value)
            || self.festival.set(name, value)
            || self.darmstadt.set(name, value)
            || self.spiel_doch.set(name, value)
            || self.wind_roses.set(name, value)
            || self.cult.set(name, value);
        let hands = if self.base.hand.size > 0 { base::HANDS } else { 0 };
        self.elements = self.elements & !base::HANDS | hands; // BASE-24
        known
    }

    fn uses_set(&self, part: &str, set: &str) -> bool {
        match part {
            id if id == river::PART.id => river::uses_set(self.river.rivers, set),
            id if id == cathars::PART.id => cathars::uses_set(self.cathars.sets, set),
            id if id == cult::PART.id => cult::uses_set(self.cult, set),
            _ => true,
        }
    }

    fn holds_tiles(&self, part: &str) -> bool {
        part == abbey_mayor::PART.id && self.has(abbey_mayor::ABBEYS)
    }

    fn set_first_seat(&mut self, seat: u8) {
        if let Some(first) = &mut self.base.first_seat {
            *first = seat; // BASE-03
        }
    }

    fn has_hidden_hands(&self) -> bool {
        self.base.hand.hidden // BASE-24
    }

    fn is_in_play(&self, part: usize) -> bool {
        part == 0 || self.parts >> part & 1 == 1
    }

    fn max_seats(&self) -> u8 {
        self.parts().map(|part| part.max_seats).max().unwrap_or(0)
    }

    fn figures(&self, _seats: u8) -> [u8; MAX_FIGURE_KINDS] {
        let mut figures = [0; MAX_FIGURE_KINDS];
        figures[usize::from(base::FOLLOWER)] = base::FOLLOWERS;
        figures[usize::from(inns_cathedrals::LARGE)] = u8::from(self.has(inns_cathedrals::LARGES)); // IC-01
        figures[usize::from(abbey_mayor::MAYOR)] = u8::from(self.has(abbey_mayor::MAYORS)); // AM-01
        figures[usize::from(abbey_mayor::WAGON)] = u8::from(self.has(abbey_mayor::WAGONS));
        figures[usize::from(abbey_mayor::BARN)] = u8::from(self.has(abbey_mayor::BARNS));
        figures[usize::from(traders_builders::BUILDER)] = u8::from(self.has(traders_builders::BUILDERS)); // TB-01
        figures[usize::from(traders_builders::PIG)] = u8::from(self.has(traders_builders::PIGS));
        if self.has(phantom::PHANTOMS) {
            figures[usize::from(phantom::PHANTOM)] = phantom::PHANTOMS_EACH; // PHAN-01
        }
        if self.has(mists::GUARDS) {
            figures[usize::from(base::FOLLOWER)] = mists::FOLLOWERS; // MIST-02
            figures[usize::from(mists::GUARD)] = mists::ALL_GUARDS;
        }
        figures
    }

    fn reserve(&self) -> [u8; MAX_FIGURE_KINDS] {
        let mut reserve = [0; MAX_FIGURE_KINDS];
        reserve[usize::from(mists::GUARD)] = u8::from(self.has(mists::GUARDS)) * mists::RESERVE_GUARDS; // MIST-02
        reserve
    }
}
