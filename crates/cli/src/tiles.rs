//! `bastide tiles`: what tiles there are.

use anyhow::{Result, bail};
use games::catalogue::{self, TileSet};
use serde_json::{Value, json};

/// List tile sets, or the tiles of a set with their counts
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide tiles        every set
  bastide tiles base   the tiles of one set: copies, name, the four sides from north clockwise, marks")]
pub struct Args {
    /// A tile set, such as base
    set: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists tiles.
///
/// # Errors
/// There is no such set.
pub fn run(args: &Args) -> Result<()> {
    let mut sets = Vec::new();
    for (name, text) in catalogue::files() {
        sets.push(catalogue::parse(name, text)?);
    }
    let Some(wanted) = &args.set else {
        if args.json {
            let list: Vec<_> =
                sets.iter().map(|set| json!({"set": set.id, "title": set.title, "tiles": total(set)})).collect();
            println!("{:#}", Value::from(list));
        } else {
            sets.iter().for_each(|set| println!("{:>3}  {}  {}", total(set), set.id, set.title));
        }
        return Ok(());
    };
    let Some(set) = sets.iter().find(|set| set.id == *wanted) else {
        let ids: Vec<_> = sets.iter().map(|set| set.id.as_str()).collect();
        bail!("there is no tile set \"{wanted}\"; there are {}", ids.join(", "));
    };
    if args.json {
        let tiles: Vec<_> = set
            .tiles
            .iter()
            .map(|tile| json!({"kind": tile.id, "count": tile.count, "start": tile.start, "sides": sides(tile), "marks": marks(tile)}))
            .collect();
        println!("{:#}", json!({"set": set.id, "title": set.title, "total": total(set), "tiles": tiles}));
        return Ok(());
    }
    println!("{}: {} tiles", set.title, total(set));
    let width = set.tiles.iter().map(|tile| tile.id.len()).max().unwrap_or(0);
    for tile in &set.tiles {
        let mut marks = marks(tile);
        if tile.start {
            marks.push("start tile".to_owned());
        }
        let line = format!("{:>3}  {:width$}  {:28}  {}", tile.count, tile.id, sides(tile).join(" "), marks.join(", "));
        println!("{}", line.trim_end());
    }
    Ok(())
}

fn total(set: &TileSet) -> u32 {
    set.tiles.iter().map(|tile| u32::from(tile.count)).sum()
}

/// What stands in the middle of each side.
fn sides(tile: &bastide_core::TileText) -> [&str; 4] {
    std::array::from_fn(|side| tile.segments[usize::from(tile.ports[3 * side + 1])].kind.as_str())
}

/// What else is on the tile.
fn marks(tile: &bastide_core::TileText) -> Vec<String> {
    let mut marks = tile.marks.clone();
    for segment in &tile.segments {
        if segment.inside && segment.kind != "field" {
            marks.push(segment.kind.clone());
        }
        for name in segment.attributes.keys() {
            match segment.number(name) {
                0 => {}
                1 => marks.push(name.trim_end_matches('s').to_owned()),
                count => marks.push(format!("{count} {name}")),
            }
        }
    }
    marks
}
