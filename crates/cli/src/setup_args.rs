//! The arguments by which commands are told what is played.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use games::{Setup, presets};

use crate::files;

/// Seats where nobody says how many.
const SEATS: u8 = 2;

/// A set-up, by its parts or as a whole.
#[derive(clap::Args)]
pub struct SetupArgs {
    /// Seats at the table; with more than two, contestants take them in turn
    #[arg(long, default_value_t = SEATS)]
    pub seats: u8,
    /// An expansion in play (may be given several times)
    #[arg(long = "with", value_name = "EXPANSION")]
    expansions: Vec<String>,
    /// An option that differs from its default or the preset, such as farmers=false (may be given several times)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A whole set-up as JSON or as its line, instead of --seats, --with and --option
    #[arg(long, value_name = "SET-UP", conflicts_with_all = ["seats", "expansions", "options"])]
    pub setup: Option<String>,
    #[command(flatten)]
    pub preset: PresetArg,
    /// A tile file of your own (docs/tiles.md), whose tiles are shuffled in; sets=base:0 in --setup leaves the others out
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
}

impl SetupArgs {
    /// The set-up, with the tile file that is shuffled in.
    ///
    /// # Errors
    /// An argument has not its form, the game has no such preset, or the tile file does not hold.
    pub fn setup(&self) -> Result<Setup> {
        let setup = match &self.setup {
            Some(text) => files::setup(text)?,
            None => self.parts()?,
        };
        files::with_own_tiles(self.preset.applied(setup)?, self.tiles.as_deref().map(Path::new))
    }

    #[cfg(feature = "tuning")]
    /// Whether anything is said of the set-up that is not so anyhow.
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
                option.split_once('=').with_context(|| format!("--option {option} is not NAME=VALUE"))?;
            setup = setup.option(name, value);
        }
        Ok(setup)
    }
}

/// The preset of a set-up.
#[derive(clap::Args)]
pub struct PresetArg {
    /// Play by a preset, which `bastide presets` lists; options that are given besides depart from it
    #[arg(long, value_name = "PRESET")]
    preset: Option<String>,
}

impl PresetArg {
    pub fn is_given(&self) -> bool {
        self.preset.is_some()
    }

    /// A set-up whose options, where it names none itself, are those of the preset, if there is one.
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

/// What a set-up plays by, in words: `as in the rulebook here`, or `current official rules, but farmers=false (there true)`.
pub fn basis_words(basis: &presets::Basis) -> String {
    let departures = basis.departures.iter().map(|one| format!("{}={} (there {})", one.option, one.value, one.preset));
    let departures: Vec<_> = departures.collect();
    match departures.is_empty() {
        true => format!("{} ({})", basis.name.en, basis.id),
        false => format!("{} ({}), but {}", basis.name.en, basis.id, departures.join(", ")),
    }
}
