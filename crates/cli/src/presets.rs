//! `bastide presets`: named lists of option values.

use anyhow::{Result, ensure};
use games::families;
use games::presets::{self, Preset};
use serde_json::{Map, Value, json};

/// List the presets, or show the option values of one
///
/// A preset is a list of option values. Commands that take a set-up apply one with --preset.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide presets
  bastide presets current
  bastide presets --game hunters --json
  bastide bench --preset jcloisterzone --with abbey-mayor")]
pub struct Args {
    /// Show the option values of this preset
    preset: Option<String>,
    /// Show only one game: carcassonne, hunters, discovery or coop
    #[arg(long)]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A preset of one game.
struct GamePreset {
    game: &'static str,
    preset: &'static Preset,
    rows: Vec<Row>,
}

/// One option of a preset.
struct Row {
    option: &'static str,
    clause: &'static str,
    value: String,
    rulebook: String,
}

/// Lists presets.
///
/// # Errors
/// The game or preset is unknown.
pub fn run(args: &Args) -> Result<()> {
    let games = families::ALL.map(|about| about.game);
    let only = args.game.as_deref().map(families::current_id);
    if let Some(game) = only {
        ensure!(games.contains(&game), "unknown game \"{game}\"; known games: {}", games.join(", "));
    }
    let of_games = games.into_iter().filter(|game| only.is_none_or(|only| only == *game));
    let all: Vec<_> =
        of_games.flat_map(|game| presets::of_game(game).map(move |preset| GamePreset::new(game, preset))).collect();
    let known: Vec<_> = presets::all().iter().map(|preset| preset.id).collect();
    let wanted = |shown: &&GamePreset| args.preset.as_ref().is_none_or(|only| only == shown.preset.id);
    let shown: Vec<_> = all.iter().filter(wanted).collect();
    let asked = args.preset.as_deref().unwrap_or_default();
    ensure!(!shown.is_empty(), "unknown preset \"{asked}\"{}; known presets: {}", of(only), known.join(", "));
    if args.json {
        println!("{:#}", Value::from(shown.iter().map(|one| one.to_json()).collect::<Vec<_>>()));
    } else if args.preset.is_some() {
        shown.iter().for_each(|one| one.print());
    } else {
        shown.iter().for_each(|one| one.print_line());
    }
    Ok(())
}

fn of(game: Option<&str>) -> String {
    game.map_or(String::new(), |game| format!(" of {game}"))
}

impl GamePreset {
    fn new(game: &'static str, preset: &'static Preset) -> Self {
        let rows = preset.all_options(game).into_iter().map(|(info, value, rulebook)| Row {
            option: info.name,
            clause: info.clause,
            value,
            rulebook,
        });
        Self { game, preset, rows: rows.collect() }
    }

    fn print_line(&self) {
        let differing = self.rows.iter().filter(|row| row.value != row.rulebook).count();
        let differing = match differing {
            0 => String::new(),
            _ => format!(" (differs in {differing} of {} options)", self.rows.len()),
        };
        println!("{:<12} {:<14} {}{differing}", self.game, self.preset.id, self.preset.name().en);
    }

    fn print(&self) {
        println!("{}: {} ({})\n{}", self.game, self.preset.name().en, self.preset.id, self.preset.description().en);
        for row in &self.rows {
            let rulebook =
                if row.value == row.rulebook { String::new() } else { format!("rulebook: {}", row.rulebook) };
            println!("{}", format!("  {:<9} {:<24} {:<17} {rulebook}", row.clause, row.option, row.value).trim_end());
        }
        println!();
    }

    fn to_json(&self) -> Value {
        let options = self.rows.iter().map(|row| {
            let value = json!({"value": row.value, "rulebook": row.rulebook, "clause": row.clause});
            (row.option.to_owned(), value)
        });
        json!({
            "game": self.game,
            "id": self.preset.id,
            "name": self.preset.name(),
            "about": self.preset.description(),
            "options": options.collect::<Map<_, _>>(),
        })
    }
}
