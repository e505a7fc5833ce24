//! Mist: converts misty edges and clear fields into ordinary segments.
//!
//! A tile file describes what is printed: the ground under the mist, the misty edges, and the fields into which they divide the clear
//! ground. Play needs an owner for each port, so each clear field becomes a field segment with its ports, and each bank a segment of the
//! kind `mist`.

use toml::{Table, Value};

use crate::catalogue::entry::{number_of, text_of, words_of};

const SIDES: [&str; 4] = ["N", "E", "S", "W"];
const CORNERS: [&str; 4] = ["NE", "SE", "SW", "NW"];

/// Owner of a port of open ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Farm(usize),
    Bank(usize),
}

/// Returns the entry of a tile with `mist` and `farms` converted to ports and segments, or `None` for any other entry.
///
/// # Errors
/// Fails if there is mist on an unknown side or on ground that is not open, or if the fields omit a clear port, share one, or name a port
/// that is not clear.
pub(super) fn expand_mist(entry: &Table) -> Result<Option<Table>, String> {
    if !entry.contains_key("mist") && !entry.contains_key("farms") {
        return Ok(None);
    }
    let ports = text_of(entry, "ports")?;
    let letters: Vec<char> = ports.chars().filter(|letter| *letter != ' ').collect();
    let segments = entry.get("segments").and_then(Value::as_table).ok_or("it has no segments")?;
    if letters.len() != 12 {
        return Ok(None); // The general parser reports invalid ports.
    }
    let kind = |letter: char| segments.get(&letter.to_string())?.get("kind")?.as_str();
    let is_open = |port: usize| kind(letters[port]) == Some("field");
    let mut owners: [Option<Owner>; 12] = [None; 12];
    for (bank, sides) in banks(entry)?.iter().enumerate() {
        for &side in sides {
            let ports = (3 * side..3 * side + 3).filter(|&port| is_open(port));
            if ports.clone().count() < 2 {
                return Err(format!("mist covers the edge {}, which is not a field or road", SIDES[side]));
            }
            ports.for_each(|port| owners[port] = Some(Owner::Bank(bank)));
        }
    }
    let farms = farms(entry)?;
    for (farm, (ports, _)) in farms.iter().enumerate() {
        for &port in ports {
            if !is_open(port) || owners[port].is_some() {
                return Err(format!("farms name port {port}, which is not a clear field, or is named twice"));
            }
            owners[port] = Some(Owner::Farm(farm));
        }
    }
    if let Some(port) = (0..12).find(|&port| is_open(port) && owners[port].is_none()) {
        return Err(format!("port {port} is a clear field, but no farm names it"));
    }
    rewrite_entry(entry, segments, letters, &owners, &farms).map(Some)
}

/// Returns the sides of each bank of mist. All misty edges of a tile form one bank, unless `mist_groups` says otherwise.
fn banks(entry: &Table) -> Result<Vec<Vec<usize>>, String> {
    let side = |word: &String| {
        let side = SIDES.iter().position(|side| side == word);
        side.ok_or(format!("mist covers {word}, which is not one of N, E, S, W"))
    };
    let sides: Vec<usize> = words_of(entry, "mist")?.iter().map(side).collect::<Result<_, _>>()?;
    let Some(groups) = entry.get("mist_groups").and_then(Value::as_array) else {
        return Ok(if sides.is_empty() { Vec::new() } else { vec![sides] });
    };
    let mut banks = Vec::new();
    for group in groups {
        let words = group.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        banks.push(words.map(|word| side(&word)).collect::<Result<Vec<_>, _>>()?);
    }
    let (mut grouped, mut all) = (banks.concat(), sides);
    grouped.sort_unstable();
    all.sort_unstable();
    if grouped != all {
        return Err("mist_groups must list each edge of mist once".to_owned());
    }
    Ok(banks)
}

/// The ports of a clear field, and the letters of the cities that it touches.
type Farm = (Vec<usize>, Vec<Value>);

fn farms(entry: &Table) -> Result<Vec<Farm>, String> {
    let groups = entry.get("farms").and_then(Value::as_array).ok_or("a tile with mist must list its farms")?;
    let mut farms = Vec::new();
    for group in groups {
        let group = group.as_table().ok_or("a farm is not a table")?;
        let ports = group.get("ports").and_then(Value::as_array).ok_or("a farm has no ports")?;
        let port = |port: &Value| port.as_integer().filter(|port| (0..12).contains(port)).map(|port| port as usize);
        let ports: Option<Vec<usize>> = ports.iter().map(port).collect();
        let ports = ports.filter(|ports| !ports.is_empty()).ok_or("ports of a farm must be numbers from 0 to 11")?;
        farms.push((ports, group.get("cities").and_then(Value::as_array).cloned().unwrap_or_default()));
    }
    Ok(farms)
}

fn rewrite_entry(
    entry: &Table,
    segments: &Table,
    mut letters: Vec<char>,
    owners: &[Option<Owner>; 12],
    farms: &[Farm],
) -> Result<Table, String> {
    let mut table = segments.clone();
    let fields: Vec<char> = (0..12).filter(|&port| owners[port].is_some()).map(|port| letters[port]).collect();
    let mut free = ('a'..='z').filter(|letter| !segments.contains_key(&letter.to_string()));
    let mut fresh = || free.next().ok_or("it has too many segments");
    let mut kept: Vec<char> = Vec::new();
    for (ports, cities) in farms {
        let printed = letters[ports[0]];
        let letter = if kept.contains(&printed) { fresh()? } else { printed };
        let mut field = segments[&printed.to_string()].as_table().cloned().unwrap_or_default();
        field.insert("cities".to_owned(), Value::Array(cities.clone()));
        if letter != printed {
            field.retain(|key, _| key == "kind" || key == "cities"); // Other printed things stay on one part.
        }
        table.insert(letter.to_string(), Value::Table(field));
        kept.push(letter);
    }
    let ghosts = if entry.contains_key("ghosts") { number_of(entry, "ghosts")? } else { 0 };
    let mut banks: Vec<char> = Vec::new();
    for port in 0..12 {
        let Some(owner) = owners[port] else { continue };
        letters[port] = match owner {
            Owner::Farm(farm) => kept[farm],
            Owner::Bank(bank) => {
                while banks.len() <= bank {
                    let letter = fresh()?;
                    let mut mist = Table::new();
                    mist.insert("kind".to_owned(), Value::String("mist".to_owned()));
                    if ghosts > 0 && banks.is_empty() {
                        mist.insert("ghosts".to_owned(), Value::Integer(ghosts));
                    }
                    table.insert(letter.to_string(), Value::Table(mist));
                    banks.push(letter);
                }
                banks[bank]
            }
        };
    }
    for letter in fields.iter().filter(|letter| !letters.contains(letter)) {
        table.remove(&letter.to_string());
    }
    let mut entry = entry.clone();
    let edges: Vec<String> = letters.chunks(3).map(|edge| edge.iter().collect()).collect();
    entry.insert("ports".to_owned(), Value::String(edges.join(" ")));
    entry.insert("segments".to_owned(), Value::Table(table));
    let mut cuts = words_of(&entry, "cuts")?;
    for (corner, name) in CORNERS.iter().enumerate() {
        if let (Some(Owner::Farm(a)), Some(Owner::Farm(b))) = (owners[3 * corner + 2], owners[(3 * corner + 3) % 12])
            && a != b
        {
            cuts.push((*name).to_owned());
        }
    }
    entry.insert("cuts".to_owned(), Value::Array(cuts.into_iter().map(Value::String).collect()));
    Ok(entry)
}
