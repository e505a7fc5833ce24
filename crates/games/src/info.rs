//! Descriptions of all games, expansions, options and presets, for programs that offer them.

use std::collections::BTreeMap;

use bastide_core::option::{DefaultWith, PartInfo};
use serde::Serialize;

use crate::families;
use crate::presets::{self, Words};
use crate::setup::RULES_VERSION;

/// All games, expansions, options and presets, for programs that offer them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Info {
    /// Version of the rules: [`RULES_VERSION`].
    pub rules_version: u32,
    /// The stand-alone games.
    pub games: Vec<GameInfo>,
    /// The expansions of all games.
    pub expansions: Vec<ExpansionInfo>,
    /// The options of all parts.
    pub options: Vec<OptionOfPart>,
    /// The presets of all games, the rulebook first.
    pub presets: Vec<PresetOfGame>,
}

/// A stand-alone game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The game's id in set-ups.
    pub id: &'static str,
    /// The id of the game's own part, such as `base` for Carcassonne.
    pub part: &'static str,
    /// Ids of the game's expansions.
    pub expansions: Vec<&'static str>,
    /// The clauses of the game's own part.
    pub clauses: Vec<&'static str>,
    /// Minimum number of seats.
    pub min_seats: u8,
    /// Maximum number of seats without expansions.
    pub max_seats: u8,
    /// Ids of the game's tile sets.
    pub sets: Vec<&'static str>,
}

/// An expansion of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ExpansionInfo {
    /// The expansion's id in set-ups.
    pub id: &'static str,
    /// The game that the expansion extends.
    pub game: &'static str,
    /// The clauses of the expansion's rules.
    pub clauses: Vec<&'static str>,
    /// Maximum number of seats with this expansion.
    pub max_seats: u8,
    /// Ids of the expansion's tile sets.
    pub sets: Vec<&'static str>,
    /// Elements that can be disabled.
    pub elements: Vec<&'static str>,
}

/// An option, with the part to which it belongs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OptionOfPart {
    /// The option's name in set-ups.
    pub name: &'static str,
    /// The option's values, the default first.
    pub values: &'static [&'static str],
    /// The default that applies if another option has a certain value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub default_with: Option<DefaultOf>,
    /// The clause that defines the option.
    pub clause: &'static str,
    /// The game that has the option.
    pub game: &'static str,
    /// The part of the game that has the option.
    pub part: &'static str,
    /// Whether all presets leave the option open.
    pub open: bool,
}

/// A preset for one game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PresetOfGame {
    /// The preset's id.
    pub id: &'static str,
    /// The id of the game.
    pub game: &'static str,
    /// The preset's name, by language.
    pub name: Words,
    /// The preset's description, by language.
    pub about: Words,
    /// The options that differ from their default.
    pub options: BTreeMap<String, String>,
}

/// A default that depends on another option.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct DefaultOf {
    /// The other option.
    pub option: &'static str,
    /// The other option's value.
    pub value: &'static str,
    /// The default in that case.
    pub default: &'static str,
}

/// Returns the descriptions of all games, expansions, options and presets.
pub fn info() -> Info {
    let sets = |part: &PartInfo| part.tiles.iter().map(|(name, _)| *name).collect();
    let clauses_of = |part: &str| crate::reference::ids(part).collect();
    let games = families::ALL.iter().map(|about| GameInfo {
        id: about.game,
        part: about.parts[0].id,
        expansions: about.parts[1..].iter().map(|part| part.id).collect(),
        clauses: clauses_of(about.parts[0].id),
        min_seats: (about.min_seats)(),
        max_seats: about.parts[0].max_seats,
        sets: sets(&about.parts[0]),
    });
    let expansions = families::ALL.iter().flat_map(|about| {
        about.parts[1..].iter().map(|part| ExpansionInfo {
            id: part.id,
            game: about.game,
            clauses: clauses_of(part.id),
            max_seats: part.max_seats,
            sets: sets(part),
            elements: about.elements.iter().filter(|(_, of, _)| *of == part.id).map(|(name, ..)| *name).collect(),
        })
    });
    let options = families::ALL.iter().flat_map(|about| {
        let parts = about.parts.iter().flat_map(|part| part.options.iter().map(move |option| (part, option)));
        parts.map(|(part, option)| OptionOfPart {
            name: option.name,
            values: option.values,
            default_with: option.default_with.map(|DefaultWith { option, value, default }| DefaultOf {
                option,
                value,
                default,
            }),
            clause: option.clause,
            game: about.game,
            part: part.id,
            open: !presets::include_option(option.name),
        })
    });
    let presets = families::ALL.iter().flat_map(|about| {
        presets::of_game(about.game).map(|preset| PresetOfGame {
            id: preset.id,
            game: about.game,
            name: preset.name().clone(),
            about: preset.description().clone(),
            options: preset.values(about.game).map(|(option, value)| (option.to_owned(), value.to_owned())).collect(),
        })
    });
    Info {
        rules_version: RULES_VERSION,
        games: games.collect(),
        expansions: expansions.collect(),
        options: options.collect(),
        presets: presets.collect(),
    }
}
