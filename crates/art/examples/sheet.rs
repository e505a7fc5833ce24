//! Draws contact sheets: every tile of a set in its four rotations, and a mosaic of matching tiles.
//!
//! `cargo run -p bastide-art --example sheet -- FOLDER` writes the PNG files to a folder.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use art::{Board, BoardFigure, BoardTile, Drawing, Level};
use bastide_core::tile_text::TileText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let folder = Path::new(args.get(1).ok_or("missing output folder, optionally followed by tile sets")?);
    let wanted = &args[2..];
    let mut families: BTreeMap<String, Vec<TileText>> = BTreeMap::new();
    for (name, text) in games::catalogue::files() {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
            continue;
        }
        let set = games::catalogue::parse(name, text)?;
        std::fs::write(folder.join(format!("{name}.png")), art::png(&sheet(&set.tiles, false), 1800)?)?;
        std::fs::write(folder.join(format!("{name}-areas.png")), art::png(&sheet(&set.tiles, true), 1800)?)?;
        std::fs::write(folder.join(format!("{name}-small.png")), art::png(&sheet(&set.tiles, false), 360)?)?;
        if let Some(block) = set.block.as_ref().or(set.start_block.as_ref()) {
            std::fs::write(
                folder.join(format!("{name}-block.png")),
                art::png(&draw_block(&set.tiles, &block.tiles), 1600)?,
            )?;
        }
        // The abbey and the tiles of a block don't join other tiles by matching edges.
        let joining = set.tiles.into_iter().filter(|t| t.inner.is_empty() && !t.marks.iter().any(|m| m == "abbey"));
        families.entry(set.family).or_default().extend(joining);
    }
    for (family, tiles) in &families {
        let mosaic = draw_near_tiles(tiles, 9, 6);
        std::fs::write(folder.join(format!("mosaic-{family}.svg")), &mosaic)?;
        std::fs::write(folder.join(format!("mosaic-{family}.png")), art::png(&mosaic, 1800)?)?;
        std::fs::write(folder.join(format!("mosaic-{family}-small.png")), art::png(&mosaic, 520)?)?;
        let grey =
            r#"<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter></defs><g filter="url(#grey)">"#;
        let grey = mosaic.replacen("</defs>", grey, 1).replacen("</svg>", "</g></svg>", 1);
        std::fs::write(folder.join(format!("mosaic-{family}-grey.png")), art::png(&grey, 1040)?)?;
        for (i, view) in ["2100 3050 3000 2000", "6000 2000 2400 1600"].iter().enumerate() {
            let close = mosaic.replacen("0 0 9200 6200", view, 1);
            std::fs::write(folder.join(format!("close-{family}{i}.png")), art::png(&close, 1500)?)?;
        }
        for (shown, pixels) in [(Level::Far, 32), (Level::Far, 60), (Level::Middle, 100), (Level::Near, 200)] {
            let columns = if pixels > 60 { 6 } else { 12 };
            let picture = draw_level(tiles, columns, columns * 2 / 3, shown);
            let name = format!("{}-{family}-{pixels}.png", shown.word());
            std::fs::write(folder.join(name), art::png(&picture, pixels * columns as u32)?)?;
        }
        std::fs::write(folder.join(format!("turns-{family}.png")), art::png(&turns(tiles), 1600)?)?;
        std::fs::write(folder.join(format!("figures-{family}.png")), art::png(&figures(tiles), 1500)?)?;
        let (plain, image) = (art::vector_defs(tiles), art::defs(tiles));
        std::fs::write(folder.join(format!("page-{family}.svg")), mosaic.replacen(&plain, &image, 1))?;
        let sizes: Vec<usize> = tiles.iter().flat_map(|t| art::tile(t).art).map(|a| a.len()).collect();
        let (mean, largest) = (sizes.iter().sum::<usize>() / sizes.len(), sizes.iter().max().unwrap_or(&0));
        println!("{family}: defs {} bytes, art {mean} bytes, at most {largest}", image.len());
    }
    std::fs::write(folder.join("words.png"), art::png(&words(150, 10), 1500)?)?;
    std::fs::write(folder.join("words-small.png"), art::png(&words(150, 10), 330)?)?;
    let points = |name: &str, seat, points| art::ChartRow { name: name.to_owned(), seat, points };
    let rows = [
        points("Anna", 0, vec![42, 17, 18, 27]),
        points("Олена", 1, vec![31, 22, 9, 12]),
        points("Hard", 2, vec![50, 3, 0, 36]),
    ];
    let chart = art::chart_svg(&["City", "Road", "Monastery", "Field"], &rows);
    std::fs::write(folder.join("chart.png"), art::png(&chart, 1000)?)?;
    Ok(())
}

/// Draws a block of tiles as it lies on the table.
fn draw_block(tiles: &[TileText], block: &[(i16, i16, usize)]) -> String {
    let mut body = String::new();
    let (mut width, mut height) = (0, 0);
    for &(x, y, tile) in block {
        let (x, y) = (100 + i32::from(x) * 1000, 100 + i32::from(y) * 1000);
        (width, height) = (width.max(x + 1100), height.max(y + 1100));
        let _ = write!(body, r#"<g transform="translate({x} {y})">{}</g>"#, art::tile(&tiles[tile]).art[0]);
    }
    page(tiles, width, height, &body)
}

/// Draws every figure, standing and lying, and every symbol, each in a box of `size` by `size`.
fn words(size: i32, columns: i32) -> String {
    let mut cells = Vec::new();
    for (i, kind) in games::catalogue::figures().iter().enumerate() {
        for word in [(*kind).to_owned(), format!("{kind}-lying")] {
            cells.push(format!(r#"<g color="{}">{}</g>"#, art::SEAT_COLOURS[i % 6], art::figure(&word)));
        }
    }
    cells.extend(art::SYMBOLS.iter().map(|word| art::symbol(word)));
    let mut body = String::new();
    for (i, cell) in cells.iter().enumerate() {
        let (x, y) = ((i as i32 % columns) * size + 25, (i as i32 / columns) * size + 25);
        let _ = write!(body, r#"<g transform="translate({x} {y})">{cell}</g>"#);
    }
    let rows = (cells.len() as i32 + columns - 1) / columns;
    page(&[], columns * size, rows * size, &body)
}

fn page(tiles: &[TileText], width: i32, height: i32, body: &str) -> String {
    let defs = art::vector_defs(tiles);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{defs}<path d="M0 0h{width}v{height}h-{width}z" fill="#3a3630"/>{body}</svg>"##
    )
}

fn sheet(tiles: &[TileText], areas: bool) -> String {
    let columns = 6;
    let mut body = String::new();
    for (i, tile) in tiles.iter().enumerate() {
        let (x, y) = (60 + (i as i32 % columns) * 1060, 60 + (i as i32 / columns) * 1060);
        let art = art::tile(tile);
        let _ = write!(body, r#"<g transform="translate({x} {y})">{}"#, art.art[0]);
        for (k, segment) in art.segments.iter().enumerate().filter(|_| areas) {
            let ink = ["#e6194b", "#4363d8", "#f58231", "#911eb4", "#46f0f0", "#f032e6", "#000", "#fff", "#800"][k % 9];
            let [ax, ay] = segment.anchor;
            let _ = write!(
                body,
                r##"<path d="{}" fill="{ink}" fill-opacity=".45" stroke="{ink}" stroke-width="6"/><circle cx="{ax}" cy="{ay}" r="55" fill="#fff" stroke="{ink}" stroke-width="18"/>"##,
                segment.path
            );
        }
        body.push_str("</g>");
    }
    let rows = (tiles.len() as i32 + columns - 1) / columns;
    page(tiles, 60 + columns * 1060, 60 + rows * 1060, &body)
}

/// Draws a figure on every segment of six tiles, in the colours of different seats.
fn figures(tiles: &[TileText]) -> String {
    let ids = ["crst", "rcsc-pennant", "ffrf-monastery", "cccc-cathedral", "rstu", "cdfe"];
    let wild = ["h01", "h79", "h31", "h66", "b01", "h56", "start", "mngh", "gshs-2towns", "smgt", "mgsn", "ghmi"];
    let chosen = ids.iter().chain(&wild).filter_map(|id| tiles.iter().find(|t| t.id == *id)).take(6);
    let placed = chosen.enumerate().map(|(i, tile)| {
        let figure = |(segment, s): (usize, &bastide_core::tile_text::SegmentText)| BoardFigure {
            seat: (i + segment) % 6,
            kind: match s.kind.as_str() {
                "field" => "follower-lying",
                "city" => "large",
                "meadow" => "member-lying",
                "system" => "hut",
                "forest" | "river" => "member",
                _ => "follower",
            }
            .to_owned(),
            segment,
            corner: None,
            ghosts: (segment % 3) as u8,
        };
        let figures = tile.segments.iter().enumerate().filter(|(_, s)| s.kind != "lake").map(figure).collect();
        BoardTile { tile, x: i as i32 % 3, y: i as i32 / 3, rotation: 0, figures, pieces: vec![], towers: vec![] }
    });
    art::board_svg(&Board { tiles: placed.collect(), captives: vec![] })
}

fn turns(tiles: &[TileText]) -> String {
    let mut body = String::new();
    let ids = ["crst", "ccrc-pennant", "ffrf-monastery", "crrc-pennant-inn", "cccc-cathedral"];
    let others = ["h01", "h47", "h71", "b07", "b11", "start", "mngh", "gshs-2towns", "smgt", "mgsn"];
    let chosen = ids.iter().chain(&others).filter_map(|id| tiles.iter().find(|t| t.id == *id)).take(5);
    for (row, tile) in chosen.enumerate() {
        for (r, art) in art::tile(tile).art.iter().enumerate() {
            let _ = write!(body, r#"<g transform="translate({} {})">{art}</g>"#, 60 + r * 1060, 60 + row * 1060);
        }
    }
    page(tiles, 4300, 5360, &body)
}

/// A tile on a grid: column, row, tile, and quarter turns clockwise.
type Placed<'a> = (i32, i32, &'a TileText, usize);

/// Draws matching tiles at the near level of detail.
fn draw_near_tiles(tiles: &[TileText], columns: i32, rows: i32) -> String {
    let mut body = String::new();
    for (x, y, tile, r) in matching_grid(tiles, columns, rows) {
        let art = &art::tile(tile).art[r];
        let _ = write!(body, r#"<g transform="translate({} {})">{art}</g>"#, 100 + x * 1000, 100 + y * 1000);
    }
    page(tiles, columns * 1000 + 200, rows * 1000 + 200, &body)
}

/// Draws matching tiles at a level of detail, as adjacent pictures, which is how a client shows them.
fn draw_level(tiles: &[TileText], columns: i32, rows: i32, level: Level) -> String {
    let mut body = String::new();
    for (x, y, tile, r) in matching_grid(tiles, columns, rows) {
        let over = art::OVERHANG as i32;
        let (x, y, side) = (x * 1000 - over, y * 1000 - over, 1000 + 2 * over);
        let place = format!(r#"<svg x="{x}" y="{y}" width="{side}" height="{side}" "#);
        body.push_str(&Drawing::new(tile).picture(r, level).replacen("<svg ", &place, 1));
    }
    page(&[], columns * 1000, rows * 1000, &body)
}

/// Fills a grid with matching tiles, shuffled with a fixed seed.
fn matching_grid(tiles: &[TileText], columns: i32, rows: i32) -> Vec<Placed<'_>> {
    let bag: Vec<&TileText> = tiles.iter().flat_map(|t| std::iter::repeat_n(t, usize::from(t.count))).collect();
    let mut used = vec![false; bag.len()];
    let mut placed: BTreeMap<(i32, i32), [&str; 4]> = BTreeMap::new();
    let mut all = Vec::new();
    let mut seed = 20u64;
    for y in 0..rows {
        for x in 0..columns {
            let mut order: Vec<(usize, usize)> = (0..bag.len()).flat_map(|t| (0..4).map(move |r| (t, r))).collect();
            for i in (1..order.len()).rev() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                order.swap(i, (seed >> 33) as usize % (i + 1));
            }
            let fits = |t: &TileText, r: usize| {
                let edges = edges(t, r);
                let north = placed.get(&(x, y - 1)).is_none_or(|n| n[2] == edges[0]);
                let west = placed.get(&(x - 1, y)).is_none_or(|w| w[1] == edges[3]);
                north && west
            };
            if let Some(&(t, r)) = order.iter().find(|&&(t, r)| !used[t] && fits(bag[t], r)) {
                used[t] = true;
                placed.insert((x, y), edges(bag[t], r));
                all.push((x, y, bag[t], r));
            }
        }
    }
    all
}

fn edges(tile: &TileText, rotation: usize) -> [&str; 4] {
    std::array::from_fn(|e| {
        let from = (e + 4 - rotation) % 4;
        match tile.segments[usize::from(tile.ports[3 * from + 1])].kind.as_str() {
            // Edges in mist match field edges.
            "mist" => "field",
            kind => kind,
        }
    })
}
