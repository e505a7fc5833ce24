//! Arguments that describe the set-up.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use games::{Setup, presets};

use crate::files;

/// Default number of seats.
const SEATS: u8 = 2;

/// A set-up, given as separate arguments or as a whole.
#[derive(Clone, clap::Args)]
pub struct SetupArgs {
    /// Number of seats; if there are more than two, the contestants are seated alternately
    #[arg(long, default_value_t = SEATS)]
    pub seats: u8,
    /// Expansion to add; may be repeated
    #[arg(long = "with", value_name = "EXPANSION")]
    expansions: Vec<String>,
    /// Option that differs from its default or from the preset, such as farmers=false; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Complete set-up as JSON or a set-up line, instead of --seats, --with and --option
    #[arg(long, value_name = "SET-UP", conflicts_with_all = ["seats", "expansions", "options"])]
    pub setup: Option<String>,
    #[command(flatten)]
    pub preset: PresetArg,
    /// Your own tile file (docs/tiles.md), whose tiles are shuffled in; sets=base:0 in --setup leaves the printed tiles out
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
}

impl SetupArgs {
    /// Returns the set-up, including the player's own tile file.
    ///
    /// # Errors
    /// An argument is malformed, the game has no such preset, or the tile file is invalid.
    pub fn setup(&self) -> Result<Setup> {
        let setup = match &self.setup {
            Some(text) => files::setup(text)?,
            None => self.parts()?,
        };
        files::with_own_tiles(self.preset.applied(setup)?, self.tiles.as_deref().map(Path::new))
    }

    #[cfg(feature = "tuning")]
    /// Returns whether any argument differs from its default.
    pub fn is_given(&self) -> bool {
        self.seats != SEATS
            || !self.expansions.is_empty()
            || !self.options.is_empty()
            || self.setup.is_some()
            || self.preset.is_given()
            || self.tiles.is_some()
    }

    fn parts(&self) -> Result<Setup> {
        let mut setup = Setup { expansions: self.expansions.clone(), ..Setup::base(self.seats) };
        for option in &self.options {
            let (name, value) =
                option.split_once('=').with_context(|| format!("--option {option} must have the form NAME=VALUE"))?;
            setup = setup.option(name, value);
        }
        Ok(setup)
    }
}

/// The preset of a set-up.
#[derive(Clone, clap::Args)]
pub struct PresetArg {
    /// Use a preset (see `bastide presets`); options given with --option override it
    #[arg(long, value_name = "PRESET")]
    preset: Option<String>,
}

impl PresetArg {
    pub fn is_given(&self) -> bool {
        self.preset.is_some()
    }

    /// Fills in the options that the set-up leaves open with the preset's values, if a preset is given.
    ///
    /// # Errors
    /// The game has no such preset.
    pub fn applied(&self, mut setup: Setup) -> Result<Setup> {
        if let Some(id) = &self.preset {
            presets::find(&setup.game, id).context("--preset")?.apply(&mut setup);
        }
        Ok(setup)
    }
}

/// Describes the rules of a set-up, for example `as in the rulebook here` or `current official rules, but farmers=false (preset: true)`.
pub fn basis_words(basis: &presets::Basis) -> String {
    let departures =
        basis.departures.iter().map(|one| format!("{}={} (preset: {})", one.option, one.value, one.preset));
    let departures: Vec<_> = departures.collect();
    match departures.is_empty() {
        true => format!("{} ({})", basis.name.en, basis.id),
        false => format!("{} ({}), but {}", basis.name.en, basis.id, departures.join(", ")),
    }
}
