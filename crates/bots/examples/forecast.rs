//! Fits the numbers of forecasts, and measures their errors (docs/forecast.md):
//!
//! - `cargo run --release -p bastide-bots --example forecast -- fit FILE GAMES SEED [PART...]` writes a forecast file, or parts of it;
//! - `... check FILE GAMES SEED 'SET-UP'...` prints the errors in games that were not used to fit; `everything seats=2` has all
//!   expansions of the Carcassonne family;
//! - `... analyse EVALUATIONS GAMES SEED 'SET-UP'...` prints the errors of analyses.

use std::num::NonZeroUsize;

use bots::Budget;
use bots::evaluation::forecast::ForecastFile;
use bots::training::forecast::{Check, Decile, Group, MOMENTS, Part, SumError, check, everything};
use games::Setup;

const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<u64>().expect("a number");
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["fit", path, _, _, parts @ ..] => fit(path, number(&arguments[2]) as u32, number(&arguments[3]), parts),
        ["check", path, _, _, setups @ ..] => {
            let text = std::fs::read_to_string(path).expect("a file");
            let file = ForecastFile::read(&text).expect("a forecast file");
            let games = (number(&arguments[2]) as u32, number(&arguments[3]));
            setups.iter().for_each(|line| measure(line, &file, games, None));
        }
        ["analyse", _, _, _, setups @ ..] => {
            let budget = Budget::Evaluations(number(&arguments[1]));
            let games = (number(&arguments[2]) as u32, number(&arguments[3]));
            setups.iter().for_each(|line| measure(line, ForecastFile::of_program(), games, Some(budget)));
        }
        _ => panic!(
            "fit FILE GAMES SEED [PART...], check FILE GAMES SEED SET-UP..., or analyse EVALUATIONS GAMES SEED SET-UP..."
        ),
    }
}

fn fit(path: &str, games: u32, seed: u64, parts: &[&str]) {
    let mut file = match std::fs::read_to_string(path) {
        Ok(text) if !parts.is_empty() => ForecastFile::read(&text).expect("a forecast file"),
        _ => ForecastFile::default(),
    };
    for part in Part::ALL.iter().filter(|part| parts.is_empty() || parts.contains(&part.name())) {
        part.fit(&mut file, games, seed, THREADS).expect("set-ups that can be played");
        file.origin
            .insert(part.name().to_owned(), format!("example forecast of bastide-bots: {games} games, seed {seed}"));
        let head = "# Numbers of forecasts, written by the example `forecast` of bastide-bots: docs/forecast.md.";
        let text = toml::to_string(&file).expect("numbers");
        std::fs::write(path, format!("{head}\n{text}")).expect("a file that can be written");
    }
}

fn setup(line: &str) -> Setup {
    match line.strip_prefix("everything seats=") {
        Some(seats) => everything(seats.parse().expect("the number of seats")),
        None => Setup::from_line(line).expect("a set-up"),
    }
}

fn measure(line: &str, file: &ForecastFile, games: (u32, u64), budget: Option<Budget>) {
    let found = check(file, &setup(line), games, budget, THREADS).expect("a set-up");
    println!("{line}, {} games", games.0);
    if budget.is_some() {
        print_row("analysed", MOMENTS.map(|moment| sum(found.analysed.get(&usize::from(moment)))), |tenth| {
            found.analysed_deciles.get(&tenth).copied().unwrap_or_default()
        });
    }
    let rows =
        [("all", &Group::ALL[..]), ("hard", &[Group::Hard]), ("alike", &[Group::Alike]), ("mixed", &[Group::Mixed])];
    for (name, groups) in rows {
        let sums =
            MOMENTS.map(|moment| sum(groups.iter().filter_map(|group| found.sums.get(&(*group, usize::from(moment))))));
        print_row(name, sums, |tenth| decile(&found, groups, tenth));
    }
}

fn sum<'s>(errors: impl IntoIterator<Item = &'s SumError>) -> SumError {
    errors.into_iter().fold(SumError::default(), SumError::plus)
}

fn decile(found: &Check, groups: &[Group], tenth: usize) -> Decile {
    let all = groups.iter().filter_map(|group| found.deciles.get(&(*group, tenth)));
    all.fold(Decile::default(), Decile::plus)
}

fn print_row(name: &str, sums: impl Iterator<Item = SumError>, decile: impl Fn(usize) -> Decile) {
    let mean = |total: f64, one: &SumError| total / f64::from(one.count.max(1));
    let sums = sums.map(|one| format!("{:+.1} ({:+.0})", mean(one.error, &one), mean(one.before, &one)));
    let deciles: Vec<Decile> = (0..10).map(decile).collect();
    let count: u32 = deciles.iter().map(|one| one.count).sum();
    let errors = deciles.iter().map(|one| one.error().abs() * f64::from(one.count));
    let mean = errors.sum::<f64>() / f64::from(count.max(1));
    let each: Vec<String> = deciles.iter().map(|one| format!("{:+.1}", one.error())).collect();
    println!("  {name:<8} sum {}", sums.collect::<Vec<_>>().join(" "));
    println!("           wins {mean:.1} % | {} | {count}", each.join(" "));
}
