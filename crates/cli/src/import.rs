//! `bastide import`: imports saved games from other programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use games::carcassonne_lab;
use games::jcz::{self, AssertionVerdict, Import};
use games::presets;
use games::record::Record;
use serde_json::{Map, Value, json};

use crate::files;
use crate::setup_args::basis_words;

/// Import a JCloisterZone or FanCloisterZone saved game, or a CarcassonneLab link, as a record
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide import game.jcz                  print the record; scores and assertions go to standard error
  bastide import game.jcz -o game.bastide  write the record; as JSON if the name ends in .json
  bastide import game.jcz --json           print scores, score events, assertions and record as JSON
  bastide import 'LINK'                    a CarcassonneLab link; quote it
  bastide import --links links.txt -o DIR  a file of links, one per line, or a folder of such files: one record each

The exit code is 1 if the file cannot be imported or one of its assertions fails. Of a file of links, bad ones are reported with their \
line and skipped; the others are imported, and the exit code is 1 too. `bastide admin import` imports into a server's archive.")]
pub struct Args {
    /// Saved game, file with a link, or link; - reads standard input
    file: PathBuf,
    /// Import every line of the file, or of the files in a folder, as a link; the records are written to the folder OUT
    #[arg(long, requires = "output", conflicts_with = "json")]
    links: bool,
    /// Turn a tile of a link that does not fit if exactly one other rotation fits, with a warning; otherwise such a link is refused
    #[arg(long)]
    fix_rotation: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Output file for the record, instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Imports a file.
///
/// # Errors
/// The file cannot be imported, or one of its assertions fails.
pub fn run(args: &Args) -> Result<()> {
    if args.links {
        return import_links(args, args.output.as_deref().unwrap_or(Path::new(".")));
    }
    let given = args.file.to_str().filter(|given| carcassonne_lab::is_link(given));
    let text = given.map_or_else(|| files::read(&args.file), |link| Ok(link.to_owned()))?;
    if carcassonne_lab::is_link(&text) {
        let what = if given.is_some() { "the link".to_owned() } else { args.file.display().to_string() };
        return print_record(args, &import_link(&text, args.fix_rotation, &what)?);
    }
    let import = jcz::import(&text).with_context(|| args.file.display().to_string())?;
    if let Some(path) = &args.output {
        files::write(path, files::record_for(path, &import.record))?;
    }
    match (args.json, &args.output) {
        (true, _) => println!("{:#}", as_json(&import)),
        (false, Some(_)) => print!("{}", summary(&import)),
        (false, None) => {
            print!("{}", import.record.to_text());
            eprint!("{}", summary(&import));
        }
    }
    let failed = import.assertions.iter().filter(|a| a.verdict == AssertionVerdict::Failed).count();
    if failed > 0 {
        bail!("{}: {failed} of {} assertions failed", args.file.display(), import.assertions.len());
    }
    Ok(())
}

/// Prints or writes a record imported from a link.
fn print_record(args: &Args, record: &Record) -> Result<()> {
    if let Some(path) = &args.output {
        files::write(path, files::record_for(path, record))?;
    }
    match (args.json, &args.output) {
        (true, _) => println!("{:#}", json!({"preset": presets::basis(&record.setup), "record": record.to_json()})),
        (false, None) => print!("{}", record.to_text()),
        (false, Some(_)) => {}
    }
    Ok(())
}

/// Imports a link and warns of each tile that was turned. `what` names the link in messages.
fn import_link(link: &str, fix_rotation: bool, what: &str) -> Result<Record> {
    let import = if fix_rotation { carcassonne_lab::import_fixing_rotation } else { carcassonne_lab::import };
    let record = import(link).map_err(|why| {
        let offer = if why.other_rotation().is_some() { "; --fix-rotation imports it that way" } else { "" };
        anyhow::anyhow!("{what}: {why}{offer}")
    })?;
    carcassonne_lab::turned_tiles(&record).for_each(|turned| eprintln!("{what}: warning: {turned}"));
    Ok(record)
}

/// Imports every line of a file, or of the files in a folder, as a link. Each record is written to a file named after the source and its
/// line. Reports bad links and skips them.
fn import_links(args: &Args, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).with_context(|| format!("{} cannot be created", to.display()))?;
    let (mut imported, mut skipped) = (0, 0);
    for source in files::in_folder(&args.file)? {
        let text = match files::read(&source) {
            Ok(text) => text,
            Err(why) => {
                eprintln!("{why:#}");
                skipped += 1;
                continue;
            }
        };
        let name = source.file_name().map_or_else(|| "links".into(), |name| name.to_string_lossy().into_owned());
        for (line, link) in files::link_lines(&text) {
            match import_link(link, args.fix_rotation, &format!("{}:{line}", source.display())) {
                Ok(record) => {
                    files::write(&to.join(format!("{name}-{line}.bastide")), record.to_text())?;
                    imported += 1;
                }
                Err(why) => {
                    eprintln!("{why:#}");
                    skipped += 1;
                }
            }
        }
    }
    println!("{imported} imported, {skipped} skipped");
    if skipped > 0 {
        bail!("{skipped} of {} links were skipped", imported + skipped);
    }
    Ok(())
}

fn as_json(import: &Import) -> Value {
    let scores: Map<String, Value> =
        import.names.iter().cloned().zip(import.scores.iter().map(|&points| points.into())).collect();
    json!({
        "scores": scores,
        "preset": presets::basis(&import.record.setup),
        "events": import.events,
        "assertions": import.assertions,
        "record": import.record.to_json(),
    })
}

/// Formats the rules, scores and assertions, one per line.
fn summary(import: &Import) -> String {
    let rules = presets::basis(&import.record.setup).map(|basis| format!("rules: {}\n", basis_words(&basis)));
    let scores = import.names.iter().zip(&import.scores).map(|(name, points)| format!("{name}: {points}\n"));
    let assertions = import.assertions.iter().map(|assertion| {
        let verdict = match assertion.verdict {
            AssertionVerdict::Held => "held",
            AssertionVerdict::Failed => "failed",
            AssertionVerdict::NotUnderstood => "not understood",
        };
        format!("{verdict}: {}\n", assertion.text)
    });
    rules.into_iter().chain(scores).chain(assertions).collect()
}
