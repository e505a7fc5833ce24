//! Tests properties that the art of every tile must have.

use std::collections::BTreeMap;

use bastide_core::tile_text::TileText;
use resvg::{tiny_skia, usvg};

type Point = [f64; 2];

fn tiles() -> Vec<TileText> {
    let sets = games::catalogue::files().map(|(name, text)| games::catalogue::parse(name, text).unwrap());
    sets.flat_map(|set| set.tiles).collect()
}

fn is_abbey(tile: &TileText) -> bool {
    tile.marks.iter().any(|m| m == "abbey")
}

/// Parses path data that consists of straight lines, like the path data of areas.
fn contours(data: &str) -> Vec<Vec<Point>> {
    let mut contours: Vec<Vec<Point>> = Vec::new();
    let mut at = [0.0, 0.0];
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        let numbers: Vec<f64> = rest[1..end]
            .replace('-', " -")
            .split_whitespace()
            .map(|n| n.parse().unwrap_or_else(|_| panic!("{n} in {data}")))
            .collect();
        rest = &rest[end..];
        let [x, y] = at;
        at = match (command, &numbers[..]) {
            ('M', &[a, b]) => [a, b],
            ('m' | 'l', &[a, b]) => [x + a, y + b],
            ('h', &[a]) => [x + a, y],
            ('v', &[a]) => [x, y + a],
            ('z', &[]) => contours.last().unwrap()[0],
            other => panic!("{other:?} in {data}"),
        };
        if command.eq_ignore_ascii_case(&'m') {
            contours.push(Vec::new());
        }
        if command != 'z' {
            contours.last_mut().unwrap().push(at);
        }
    }
    contours
}

fn inside([x, y]: Point, contours: &[Vec<Point>]) -> bool {
    let mut odd = false;
    for c in contours {
        for (i, a) in c.iter().enumerate() {
            let b = c[(i + 1) % c.len()];
            odd ^= (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
        }
    }
    odd
}

fn distance_to_border(p: Point, contours: &[Vec<Point>]) -> f64 {
    let mut least = f64::INFINITY;
    for c in contours {
        for (i, a) in c.iter().enumerate() {
            let b = c[(i + 1) % c.len()];
            let d = [b[0] - a[0], b[1] - a[1]];
            let n = d[0] * d[0] + d[1] * d[1];
            let t = (((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / n).clamp(0.0, 1.0);
            least = least.min((p[0] - a[0] - t * d[0]).hypot(p[1] - a[1] - t * d[1]));
        }
    }
    least
}

/// Returns the areas of a tile's segments, except river systems, which overlap their rivers and lakes and come last in the list.
fn separate_areas(tile: &TileText) -> Vec<Vec<Vec<Point>>> {
    let segments = art::tile(tile).segments;
    segments.iter().filter(|s| s.kind != "system").map(|s| contours(&s.path)).collect()
}

/// Returns a point just inside a port.
fn port_point(port: usize) -> Point {
    let t = [140.0, 500.0, 860.0][port % 3];
    match port / 3 {
        0 => [t, 10.0],
        1 => [990.0, t],
        2 => [1000.0 - t, 990.0],
        _ => [10.0, 1000.0 - t],
    }
}

fn document(tile: &TileText, body: &str) -> String {
    let defs = art::vector_defs([tile]);
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">{defs}{body}</svg>"#)
}

fn is_classic(tile: &TileText) -> bool {
    !tile.segments.iter().any(|s| ["meadow", "forest", "grass", "mountain", "sea"].contains(&s.kind.as_str()))
}

#[test]
fn art_is_valid_small_and_deterministic() {
    let mut sizes = Vec::new();
    for tile in tiles() {
        let art = art::tile(&tile);
        assert_eq!(art, art::tile(&tile), "{}", tile.id);
        assert_eq!(art.segments.len(), tile.segments.len());
        for svg in &art.art {
            let text = document(&tile, svg);
            let page = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", tile.id));
            let ids: Vec<&str> = page.descendants().filter_map(|n| n.attribute("id")).collect();
            for value in page.descendants().flat_map(|n| n.attributes().map(|a| a.value()).collect::<Vec<_>>()) {
                let target = value.strip_prefix('#').filter(|t| t.starts_with("art-"));
                let target = target.or_else(|| value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')')));
                assert!(target.is_none_or(|t| ids.contains(&t)), "{}: nothing has the id {value}", tile.id);
            }
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", tile.id);
            let most = if is_classic(&tile) { 13_000 } else { 12_500 };
            assert!(svg.len() < most, "{} has {} bytes", tile.id, svg.len());
            // A browser also creates a shadow tree for each `use` element, so their number is limited too.
            let (nodes, uses) = (svg.matches('<').count(), svg.matches("<use").count());
            assert!(nodes < 110 && uses < 32, "{} has {nodes} tags, {uses} of them use", tile.id);
            sizes.push(svg.len());
        }
        // The garden of an abbey looks the same in every rotation, as does a tile that is all sea or all mountains.
        let even = is_abbey(&tile)
            || tile.segments.len() == 1 && ["sea", "mountain"].contains(&tile.segments[0].kind.as_str());
        for turned in (1..4).filter(|_| !even) {
            assert_ne!(art.art[0], art.art[turned], "{}: the light turns with the tile", tile.id);
        }
    }
    assert!(sizes.iter().sum::<usize>() / sizes.len() < 6_300, "{}", sizes.iter().sum::<usize>() / sizes.len());
}

#[test]
fn a_segment_covers_its_ports_and_no_other_does() {
    for tile in tiles() {
        let areas = separate_areas(&tile);
        for (port, &owner) in tile.ports.iter().enumerate() {
            // On the inner edges of a block, where the wall crosses the border, the file's letters describe only the middle of the edge.
            if port % 3 != 1 && tile.inner.contains(&(port as u8 / 3)) {
                continue;
            }
            for (s, area) in areas.iter().enumerate() {
                let own = s == usize::from(owner);
                assert_eq!(inside(port_point(port), area), own, "{}: port {port}, segment {s}", tile.id);
            }
        }
    }
}

#[test]
fn areas_do_not_overlap_and_leave_little_out() {
    for tile in tiles() {
        let areas = separate_areas(&tile);
        assert!(areas.iter().all(|a| !a.is_empty()), "{}: a segment without area", tile.id);
        let mut bare = 0;
        for x in 0..50 {
            for y in 0..50 {
                let p = [f64::from(x) * 20.0 + 9.7, f64::from(y) * 20.0 + 10.3];
                let here: Vec<_> = areas.iter().filter(|a| inside(p, a)).collect();
                bare += usize::from(here.is_empty());
                // Paths are rounded to whole units, so two areas may overlap by half a unit along their border.
                let sharing = here.iter().filter(|a| distance_to_border(p, a) > 1.0).count();
                assert!(here.len() < 2 || sharing < 2, "{}/{}: {sharing} segments at {p:?}", tile.set, tile.id);
            }
        }
        // The square at a crossroads and the stubs to gates belong to no segment.
        assert!(bare < 2500 * 7 / 100, "{}: {bare} of 2500 points belong to no segment", tile.id);
    }
}

#[test]
fn figures_stand_apart_on_their_own_segments() {
    for tile in tiles() {
        let segments = art::tile(&tile).segments;
        for (s, segment) in segments.iter().enumerate() {
            let area = contours(&segment.path);
            assert!(inside(segment.anchor, &area), "{}: the figure of {s} stands outside", tile.id);
            let enclosed = ["field", "meadow"].contains(&segment.kind.as_str()) && tile.segments[s].inside;
            let room = match segment.kind.as_str() {
                "road" | "river" | "system" => 30.0,
                _ if enclosed => 48.0,
                "lake" => 52.0,
                // A corner patch of grass with an animal on it is small.
                "meadow" => 40.0,
                _ => 60.0,
            };
            let depth = distance_to_border(segment.anchor, &area);
            assert!(depth >= room, "{}: the figure of {s} stands {depth:.0} from the border of its segment", tile.id);
            for (o, other) in segments.iter().enumerate().skip(s + 1) {
                let over = other.kind == "system" && ["river", "lake"].contains(&segment.kind.as_str());
                assert!(over || !inside(segment.anchor, &contours(&other.path)), "{}: {s} on {o}", tile.id);
                let apart = (segment.anchor[0] - other.anchor[0]).hypot(segment.anchor[1] - other.anchor[1]);
                assert!(apart >= 110.0, "{}: {s} and {o} are {apart:.0} apart", tile.id);
            }
        }
    }
}

/// Renders a picture at a width of 250 pixels, so that one pixel is four tile units.
fn render(tile: &TileText, svg: &str) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(&document(tile, svg), &usvg::Options::default()).unwrap();
    let mut map = tiny_skia::Pixmap::new(250, 250).unwrap();
    resvg::render(&tree, tiny_skia::Transform::from_scale(0.25, 0.25), &mut map.as_mut());
    map
}

/// Returns the pixels along a side, from west to east or from north to south.
fn side(map: &tiny_skia::Pixmap, edge: usize) -> Vec<[u8; 3]> {
    let pixel = |x, y| map.pixel(x, y).map_or([0; 3], |p| [p.red(), p.green(), p.blue()]);
    (0..250)
        .map(|i| match edge {
            0 => pixel(i, 0),
            1 => pixel(249, i),
            2 => pixel(i, 249),
            _ => pixel(0, i),
        })
        .collect()
}

/// Marks of a ruin, by corner, clockwise from the north-west.
const RUINS: [&str; 4] = ["ruin-nw", "ruin-ne", "ruin-se", "ruin-sw"];

/// Returns whether mist covers an edge.
fn is_misty(tile: &TileText, edge: usize) -> bool {
    tile.segments[usize::from(tile.ports[3 * (edge % 4)])].kind == "mist"
}

/// Returns the properties of an edge that its picture depends on: the kind, and, for each end (from west to east or from north to south),
/// whether a wall (outside the classic family: another segment) begins in that corner.
fn edge_type(tile: &TileText, edge: usize) -> (String, [bool; 2]) {
    let owner = |port: usize| usize::from(tile.ports[port % 12]);
    let own = owner(3 * edge + 1);
    if is_abbey(tile) {
        return ("abbey".to_owned(), [false; 2]);
    }
    let inner = |edge: usize| tile.inner.contains(&(edge as u8 % 4));
    if inner(edge) {
        return ("inner".to_owned(), [inner(edge + 3), inner(edge + 1)]);
    }
    if !is_classic(tile) {
        let tip = |corner: usize| tile.cuts.iter().any(|c| c == ["NW", "NE", "SE", "SW"][corner % 4]);
        let ends = [owner(3 * edge + 11) != own || tip(edge), owner(3 * edge + 3) != own || tip(edge + 1)];
        return (format!("{} beside unlike", tile.segments[own].kind), ends);
    }
    let kind = tile.segments[own].kind.as_str();
    let ruin = RUINS.iter().position(|mark| tile.marks.iter().any(|m| m == mark));
    if ruin.is_some_and(|corner| corner == edge || corner == (edge + 1) % 4) {
        return ("field beside a ruin".to_owned(), [ruin == Some(edge), ruin != Some(edge)]);
    }
    if is_misty(tile, edge) {
        // A bank of mist either continues around a corner or ends there.
        let ends = [is_misty(tile, edge + 3), is_misty(tile, edge + 1)];
        return (format!("{} in mist", if kind == "road" { kind } else { "field" }), ends);
    }
    let city = kind == "city";
    let cut = |corner: usize| tile.cuts.iter().any(|c| c == ["NW", "NE", "SE", "SW"][corner % 4]);
    let first = (city && owner(3 * edge + 11) != own) || cut(edge);
    let last = (city && owner(3 * edge + 3) != own) || cut(edge + 1);
    (tile.segments[own].kind.clone(), [first, last])
}

/// Compares each border of these tiles with the first border of the same type. Returns the number of types.
fn compare_borders(tiles: impl Iterator<Item = TileText>) -> usize {
    // Name and pixels of the first edge of each type, which is the reference for later ones. A type is a side, a kind and two ends.
    type Model = (String, Vec<[u8; 3]>);
    let mut seen: BTreeMap<(usize, String, [bool; 2]), Model> = BTreeMap::new();
    let is_full = std::env::var("BASTIDE_EFFORT").is_ok_and(|effort| effort == "full");
    for (number, tile) in tiles.enumerate() {
        for (rotation, svg) in art::tile(&tile).art.iter().enumerate() {
            // Normally, each tile in two of its rotations.
            if !is_full && (number + rotation) % 4 > 1 {
                continue;
            }
            let map = render(&tile, svg);
            for edge in 0..4 {
                let (kind, mut ends) = edge_type(&tile, (edge + 4 - rotation) % 4);
                if edge > 1 {
                    ends.reverse();
                }
                let name = format!("{} turned {rotation}, edge {edge}", tile.id);
                let pixels = side(&map, edge);
                let (first, model) = seen.entry((edge, kind, ends)).or_insert_with(|| (name.clone(), pixels.clone()));
                // Pixels in the corners blend with whatever is around the corner; rounding to whole units can shift an edge by half a unit,
                // which is an eighth of a pixel.
                let differ = |i: &usize| (0..3).any(|c| model[*i][c].abs_diff(pixels[*i][c]) > 45);
                let places: Vec<_> = (3..247).filter(differ).map(|i| (i, model[i], pixels[i])).collect();
                // A wall that bends more sharply than others can shift one outline a little further.
                assert!(places.len() < 2, "{name} differs from {first} at {places:?}");
            }
        }
    }
    seen.len()
}

#[test]
fn borders_match_on_all_classic_tiles() {
    assert!(compare_borders(tiles().into_iter().filter(is_classic)) >= 12);
}

#[test]
fn mist_ends_on_the_border_or_continues_across_it() {
    let tiles: Vec<TileText> = tiles().into_iter().filter(|t| t.set == "mists").collect();
    let grey = |pixel: &[u8; 3]| u32::from(pixel[0]) * 3 / 10 + u32::from(pixel[1]) * 6 / 10 + u32::from(pixel[2]) / 10;
    // Darkest and lightest pixels of an edge, without its corners and roads.
    let light = |tile: &TileText, edge: usize| {
        let pixels = side(&render(tile, &art::tile(tile).art[0]), edge);
        let greys: Vec<u32> = pixels[12..100].iter().chain(&pixels[150..238]).map(grey).collect();
        (greys.iter().min().copied().unwrap_or(0), greys.iter().max().copied().unwrap_or(0))
    };
    let (mut misty, mut clear) = (0, 0);
    for tile in &tiles {
        for edge in 0..4 {
            let kind = &tile.segments[usize::from(tile.ports[3 * edge])].kind;
            let (darkest, lightest) = light(tile, edge);
            if is_misty(tile, edge) {
                assert!(darkest > 216, "{}: edge {edge} is {darkest} under mist", tile.id);
                misty += 1;
            } else if kind == "field" && !tile.marks.iter().any(|m| m.starts_with("ruin")) {
                assert!(lightest < 205, "{}: edge {edge} is clear, and {lightest}", tile.id);
                clear += 1;
            }
        }
    }
    assert!(misty > 40 && clear > 40, "{misty}, {clear}");
}

#[test]
fn mist_only_separates_different_fields() {
    let mut parted = 0;
    for tile in tiles().into_iter().filter(|t| t.set == "mists") {
        let areas = separate_areas(&tile);
        for (s, segment) in tile.segments.iter().enumerate().filter(|(_, segment)| segment.kind == "field") {
            // A castle may be in a hole of the field.
            let outer = areas[s].iter().filter(|c| areas[s].iter().all(|d| c == &d || !inside(c[0], &[d.to_vec()])));
            assert_eq!(outer.count(), 1, "{}: field {s} is in pieces", tile.id);
            for (o, _) in tile.segments.iter().enumerate().filter(|(o, other)| *o > s && other.kind == "field") {
                assert_eq!(shared(&areas[s], &areas[o]), 0, "{}: fields {s} and {o} touch", tile.id);
                parted += 1;
            }
            for &city in &segment.touches {
                let wall = shared(&areas[s], &areas[usize::from(city)]);
                assert!(wall > 8, "{}: field {s} lies along {wall} points of its city's wall", tile.id);
            }
        }
        for (s, _) in tile.segments.iter().enumerate().filter(|(_, segment)| segment.kind == "mist") {
            for (o, other) in tile.segments.iter().enumerate().filter(|(_, other)| other.kind != "mist") {
                let on = inside(art::tile(&tile).segments[o].anchor, &areas[s]);
                assert!(!on, "{}: who stands on {}, {o}, stands in mist", tile.id, other.kind);
            }
        }
    }
    assert!(parted > 12, "{parted}");
}

#[test]
fn printed_ghosts_can_be_counted() {
    let mut seen = 0;
    for tile in tiles().into_iter().filter(|t| t.segments.iter().any(|s| s.kind == "mist")) {
        let art = art::tile(&tile);
        let ghosts: Vec<_> = art.things.iter().filter(|thing| thing.word == "ghosts").collect();
        let printed: i64 = tile.segments.iter().map(|s| s.number("ghosts")).sum();
        assert_eq!(ghosts.len() as i64, printed, "{}", tile.id);
        assert!(art.art.iter().all(|svg| svg.matches("#art-wisp").count() == ghosts.len()), "{}", tile.id);
        for (i, ghost) in ghosts.iter().enumerate() {
            let mist = art.segments.iter().filter(|s| s.kind == "mist").map(|s| contours(&s.path));
            assert!(
                mist.into_iter().any(|m| inside(ghost.at, &m) && distance_to_border(ghost.at, &m) > 50.0),
                "{}",
                tile.id
            );
            let apart = ghosts[..i].iter().map(|g| (g.at[0] - ghost.at[0]).hypot(g.at[1] - ghost.at[1]));
            assert!(apart.fold(f64::INFINITY, f64::min) > 100.0, "{}: two ghosts lie on each other", tile.id);
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn the_quarters_of_the_start_tile_form_one_ruin() {
    let (name, text) = games::catalogue::files().find(|(name, _)| *name == "mists").unwrap();
    let set = games::catalogue::parse(name, text).unwrap();
    let block = set.start_block.unwrap();
    assert_eq!(block.tiles.len(), 4);
    let tile_at = |x, y| &set.tiles[block.tiles.iter().find(|t| (t.0, t.1) == (x, y)).unwrap().2];
    let edge = |x, y, edge| side(&render(tile_at(x, y), &art::tile(tile_at(x, y)).art[0]), edge);
    for (one, other) in [
        (edge(0, 0, 1), edge(1, 0, 3)),
        (edge(0, 1, 1), edge(1, 1, 3)),
        (edge(0, 0, 2), edge(0, 1, 0)),
        (edge(1, 0, 2), edge(1, 1, 0)),
    ] {
        let jumps = (0..250).filter(|&i| (0..3).any(|c| one[i][c].abs_diff(other[i][c]) > 60)).count();
        assert!(jumps < 20, "{jumps} of 250 pixels jump");
        // Each inner border ends on the ruin; the rest of it is meadow.
        assert!(one != edge(0, 0, 0));
    }
}

#[test]
fn borders_match_on_all_hunters_tiles() {
    // At least 28 types: meadow, forest and river, by sides and ends.
    let wild = |t: &TileText| t.set.starts_with("hunters");
    assert!(compare_borders(tiles().into_iter().filter(wild)) >= 28);
}

#[test]
fn borders_match_on_all_discovery_tiles() {
    // At least 36 types: grass, mountain and sea, by sides and ends.
    assert!(compare_borders(tiles().into_iter().filter(|t| t.set == "discovery")) >= 36);
}

#[test]
fn roads_and_cities_continue_across_the_border() {
    let tiles = tiles();
    let tile = |set: &str, id: &str| tiles.iter().find(|t| t.set == set && t.id == id).unwrap();
    let pairs = [
        (tile("base", "cccc-pennant"), 0, 1),
        (tile("base", "frfr"), 1, 3),
        (tile("base", "ffff-monastery"), 0, 2),
        // Borders from forest to forest, meadow to meadow, and river to river.
        (tile("hunters", "h05"), 0, 2),
        (tile("hunters", "h02"), 0, 2),
        (tile("hunters", "h30"), 0, 2),
        (tile("discovery", "gggg"), 0, 2),
        (tile("discovery", "ssss"), 0, 2),
        (tile("discovery", "mmmm"), 1, 3),
    ];
    for (tile, above, below) in pairs {
        let art = art::tile(tile).art;
        let (north, south) = (side(&render(tile, &art[above]), 2), side(&render(tile, &art[below]), 0));
        // Adjacent rows of pixels must be similar, except where outlines run along the border itself.
        let jumps = (0..250).filter(|&i| (0..3).any(|c| north[i][c].abs_diff(south[i][c]) > 60)).count();
        // A forest is full of outlines.
        assert!(jumps < 20, "{jumps} of 250 pixels jump at the border of {}", tile.id);
    }
}

#[test]
fn things_are_on_their_segments_and_apart() {
    let mut seen = 0;
    for tile in tiles() {
        let art = art::tile(&tile);
        let printed = tile.printed();
        assert_eq!(art.things.len(), printed.len(), "{}", tile.id);
        for (i, (thing, printed)) in art.things.iter().zip(&printed).enumerate() {
            assert_eq!(thing.word, printed.word, "{}", tile.id);
            let [x, y] = thing.at;
            let reach = if is_classic(&tile) { 0.0 } else { thing.size * 0.4 };
            let within = |v: f64| v >= reach && v <= 1000.0 - reach;
            assert!(within(x) && within(y), "{}: {} reaches over the border", tile.id, thing.word);
            if is_classic(&tile) {
                continue;
            }
            seen += 1;
            let own = |s: &u8| contours(&art.segments[usize::from(*s)].path);
            let near = |s: &u8| inside(thing.at, &own(s)) || distance_to_border(thing.at, &own(s)) < 40.0;
            assert!(printed.segments.iter().all(near), "{}: {} is off its segment", tile.id, thing.word);
            for other in &art.things[..i] {
                let apart = (x - other.at[0]).hypot(y - other.at[1]);
                let need = (thing.size + other.size) * 0.46;
                assert!(apart >= need, "{}: {} and {} are {apart:.0} apart", tile.id, thing.word, other.word);
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn areas_are_connected_by_their_letters() {
    // Each meadow, grassland, mountain and sea is in one piece: areas with the same letter are connected on the tile.
    for tile in tiles().into_iter().filter(|t| !is_classic(t)) {
        for (s, segment) in art::tile(&tile).segments.iter().enumerate() {
            if ["meadow", "grass", "mountain", "sea", "lake"].contains(&segment.kind.as_str()) {
                let outer = contours(&segment.path).len();
                assert_eq!(outer, 1, "{}: segment {s}, {}, is in {outer} pieces", tile.id, segment.kind);
            }
        }
    }
}

/// Counts the points on one area's border, away from the tile's corners, that are also on the other area's border. Samples a point every
/// ten units.
fn shared(one: &[Vec<Point>], other: &[Vec<Point>]) -> usize {
    let corners: [Point; 4] = [[0.0, 0.0], [1000.0, 0.0], [1000.0, 1000.0], [0.0, 1000.0]];
    let mut shared = 0;
    for contour in one {
        for (i, a) in contour.iter().enumerate() {
            let b = contour[(i + 1) % contour.len()];
            let steps = ((b[0] - a[0]).hypot(b[1] - a[1]) / 10.0).ceil().max(1.0) as u32;
            for k in 0..steps {
                let t = f64::from(k) / f64::from(steps);
                let p = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                let off = corners.iter().all(|c| (c[0] - p[0]).hypot(c[1] - p[1]) > 90.0);
                shared += usize::from(off && distance_to_border(p, other) < 3.0);
            }
        }
    }
    shared
}

#[test]
fn mountains_and_grass_only_touch_where_the_file_says() {
    let (mut touching, mut parted) = (0, 0);
    for tile in tiles().into_iter().filter(|t| t.set == "discovery") {
        let areas = separate_areas(&tile);
        for (a, first) in tile.segments.iter().enumerate() {
            for (b, second) in tile.segments.iter().enumerate().filter(|(_, s)| s.kind == "grass") {
                if first.kind != "mountain" {
                    continue;
                }
                let said = first.touches.contains(&(b as u8)) || second.touches.contains(&(a as u8));
                let points = shared(&areas[a], &areas[b]);
                assert_eq!(points > 10, said, "{}: {a} and {b} share {points} points", tile.id);
                assert!(said || points == 0, "{}: {a} and {b} share {points} points", tile.id);
                touching += usize::from(said);
                parted += usize::from(!said);
            }
        }
    }
    assert!(touching > 30 && parted > 8, "{touching}, {parted}");
}

#[test]
fn equal_kinds_never_touch_and_lakes_touch_their_rivers() {
    let mut pairs = 0;
    for tile in tiles().into_iter().filter(|t| !is_classic(t)) {
        let areas = separate_areas(&tile);
        for (a, first) in tile.segments.iter().enumerate() {
            for (b, second) in tile.segments.iter().enumerate().skip(a + 1) {
                let points = || shared(&areas[a], &areas[b]);
                if first.kind == second.kind && first.kind != "system" && first.kind != "river" {
                    assert_eq!(points(), 0, "{}: {a} and {b}, both {}", tile.id, first.kind);
                    pairs += 1;
                }
                if first.kind == "river" && second.kind == "lake" {
                    let runs_in = first.touches.contains(&(b as u8));
                    assert_eq!(points() > 0, runs_in, "{}: river {a} and lake {b}", tile.id);
                }
            }
        }
    }
    assert!(pairs > 200, "{pairs}");
}
