//! `bastide tiles`: lists, draws and checks tiles.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use art::SheetPart;
use bastide_core::TileText;
use bastide_core::tile_text::{Attribute, SegmentText};
use games::catalogue::{self, TileSet};
use games::own_tiles::{self, OwnTiles};
use serde_json::{Value, json};

use crate::files;

/// List tile sets, print or draw the tiles of a set with their counts, or check your own tile file
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide tiles                        all sets
  bastide tiles base                   the tiles of one set: copies, name, ports from north clockwise, segments, marks
  bastide tiles base --png base.png    a picture of the set; without a set, of all sets
  bastide tiles mine.toml              check your own tile file (docs/tiles.md)
  bastide tiles mists --file my.toml   write a copy of the set's tile file, for you to change and play with

To play with a valid file, use bastide arena --tiles mine.toml, or Own tiles in the browser.")]
pub struct Args {
    /// Tile set, such as base, or a tile file whose name ends in .toml; - reads standard input
    set: Option<String>,
    /// Write an SVG picture
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Width of the PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1600)]
    width: u32,
    /// Write a copy of the set's tile file with a new id, as a starting point for your own
    #[arg(long, value_name = "OUT", requires = "set", conflicts_with_all = ["svg", "png", "json"])]
    file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists or draws tiles.
///
/// # Errors
/// The set is unknown, the file is invalid, or a picture cannot be written.
pub fn run(args: &Args) -> Result<()> {
    let sets = match &args.set {
        None => printed()?,
        Some(file) if is_file(file) => vec![read_own_tiles(Path::new(file))?],
        Some(wanted) => {
            let mut sets = printed()?;
            let ids: Vec<_> = sets.iter().map(|set| set.id.clone()).collect();
            sets.retain(|set| set.id == *wanted);
            if sets.is_empty() {
                bail!(
                    "unknown tile set \"{wanted}\"; known sets: {}; a tile file's name must end in .toml",
                    ids.join(", ")
                );
            }
            sets
        }
    };
    if let Some(out) = &args.file {
        let text = own_tiles::copy_of_printed(&sets[0].id).context("--file copies printed sets only")?;
        return files::write(out, text);
    }
    if args.svg.is_some() || args.png.is_some() {
        draw(args, &sets)?;
    }
    match (&args.set, args.json) {
        (None, true) => {
            let list: Vec<_> =
                sets.iter().map(|set| json!({"set": set.id, "title": set.title, "tiles": total(set)})).collect();
            println!("{:#}", Value::from(list));
        }
        (Some(_), true) => println!("{:#}", to_json(&sets[0])),
        _ if args.svg.is_some() || args.png.is_some() => {}
        (None, false) => {
            sets.iter().for_each(|set| println!("{:>3}  {}  {}", total(set), set.id, set.title));
            println!("{:>3}  total", sets.iter().map(total).sum::<u32>());
        }
        (Some(_), false) => print!("{}", to_text(&sets[0])),
    }
    Ok(())
}

fn printed() -> Result<Vec<TileSet>> {
    catalogue::files().map(|(name, text)| Ok(catalogue::parse(name, text)?)).collect()
}

fn is_file(name: &str) -> bool {
    name == "-" || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Reads the user's own tile file.
fn read_own_tiles(path: &Path) -> Result<TileSet> {
    let own = OwnTiles::new(&files::read(path)?);
    own.set().map_err(anyhow::Error::msg).with_context(|| path.display().to_string())
}

fn draw(args: &Args, sets: &[TileSet]) -> Result<()> {
    let parts: Vec<_> =
        sets.iter().map(|set| SheetPart { title: set.title.clone(), tiles: set.tiles.iter().collect() }).collect();
    let svg = art::sheet_svg(&parts);
    if let Some(path) = &args.svg {
        files::write(path, &svg)?;
    }
    if let Some(path) = &args.png {
        files::write_png(path, &svg, args.width)?;
    }
    Ok(())
}

fn total(set: &TileSet) -> u32 {
    set.tiles.iter().map(|tile| u32::from(tile.count)).sum()
}

fn to_text(set: &TileSet) -> String {
    let mut lines = vec![format!("{} ({}): {} tiles of {} kinds", set.title, set.id, total(set), set.tiles.len())];
    let width = set.tiles.iter().map(|tile| tile.id.len()).max().unwrap_or(0);
    for tile in &set.tiles {
        let mut more = tile.marks.clone();
        more.extend(tile.pile.iter().map(|pile| format!("pile {pile}")));
        if !tile.cuts.is_empty() {
            more.push(format!("cuts {}", tile.cuts.join(" ")));
        }
        if tile.start {
            more.push("start tile".to_owned());
        }
        let line = format!("{:>3}  {:width$}  {:15}  {}", tile.count, tile.id, ports(tile), more.join(", "));
        lines.push(line.trim_end().to_owned());
        for segment in &tile.segments {
            let line = format!("       {}  {:9}  {}", segment.letter, segment.kind, words(tile, segment).join(", "));
            lines.push(line.trim_end().to_owned());
        }
    }
    lines.join("\n") + "\n"
}

fn to_json(set: &TileSet) -> Value {
    let tiles: Vec<_> = set.tiles.iter().map(tile_json).collect();
    json!({"set": set.id, "title": set.title, "total": total(set), "tiles": tiles})
}

fn tile_json(tile: &TileText) -> Value {
    let letters = |of: &[u8]| -> Vec<String> {
        of.iter().map(|&segment| tile.segments[usize::from(segment)].letter.to_string()).collect()
    };
    let segments = tile.segments.iter().map(|segment| {
        let attributes = segment.attributes.iter().map(|(name, value)| {
            let value = match value {
                Attribute::Number(number) => json!(number),
                Attribute::Word(word) => json!(word),
                Attribute::Words(words) => json!(words),
            };
            (name.clone(), value)
        });
        json!({
            "letter": segment.letter.to_string(),
            "kind": segment.kind,
            "inside": segment.inside,
            "attributes": attributes.collect::<serde_json::Map<_, _>>(),
            "cities": letters(&segment.touches),
            "wagon": letters(&segment.links),
        })
    });
    json!({
        "kind": tile.id,
        "count": tile.count,
        "start": tile.start,
        "ports": has_ports(tile).then(|| ports(tile)),
        "segments": segments.collect::<Vec<_>>(),
        "marks": tile.marks,
        "cuts": tile.cuts,
        "pile": tile.pile,
    })
}

/// Returns whether a tile has ports to show. An abbey fits any edge and has none.
fn has_ports(tile: &TileText) -> bool {
    !tile.segments[usize::from(tile.ports[0])].inside
}

/// Returns the letters of the ports, in the format of tile files.
fn ports(tile: &TileText) -> String {
    if !has_ports(tile) {
        return "no ports".to_owned();
    }
    let letter = |port: &u8| tile.segments[usize::from(*port)].letter;
    let edges: Vec<String> = tile.ports.chunks(3).map(|edge| edge.iter().map(letter).collect()).collect();
    edges.join(" ")
}

/// Describes a segment: its attributes, the cities that it touches, and where a wagon can move from it.
fn words(tile: &TileText, segment: &SegmentText) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in &segment.attributes {
        match value {
            Attribute::Number(0) => {}
            Attribute::Number(1) => words.push(name.trim_end_matches('s').to_owned()),
            Attribute::Number(count) => words.push(format!("{count} {name}")),
            Attribute::Word(word) => words.push(format!("{name} {word}")),
            Attribute::Words(list) => words.push(format!("{name} {}", list.join(" "))),
        }
    }
    for (what, others) in [("touches", &segment.touches), ("wagon to", &segment.links)] {
        let letters: Vec<_> =
            others.iter().map(|&other| tile.segments[usize::from(other)].letter.to_string()).collect();
        if !letters.is_empty() {
            words.push(format!("{what} {}", letters.join(" ")));
        }
    }
    if segment.inside {
        words.push("inside".to_owned());
    }
    words
}
