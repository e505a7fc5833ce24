//! What must hold of every tile's art.

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

/// Reads path data made of straight pieces, as the areas are.
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

fn to_border(p: Point, contours: &[Vec<Point>]) -> f64 {
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

/// A point just inside a port.
fn port_point(port: usize) -> Point {
    let t = [140.0, 500.0, 860.0][port % 3];
    match port / 3 {
        0 => [t, 10.0],
        1 => [990.0, t],
        2 => [1000.0 - t, 990.0],
        _ => [10.0, 1000.0 - t],
    }
}

fn document(body: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">{}{body}</svg>"#, art::vector_defs())
}

#[test]
fn every_art_is_sound_small_and_always_the_same() {
    let mut sizes = Vec::new();
    for tile in tiles() {
        let art = art::tile(&tile);
        assert_eq!(art, art::tile(&tile), "{}", tile.id);
        assert_eq!(art.segments.len(), tile.segments.len());
        for svg in &art.art {
            let text = document(svg);
            let page = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", tile.id));
            let ids: Vec<&str> = page.descendants().filter_map(|n| n.attribute("id")).collect();
            for value in page.descendants().flat_map(|n| n.attributes().map(|a| a.value()).collect::<Vec<_>>()) {
                let target = value.strip_prefix('#').filter(|t| t.starts_with("art-"));
                let target = target.or_else(|| value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')')));
                assert!(target.is_none_or(|t| ids.contains(&t)), "{}: nothing has the id {value}", tile.id);
            }
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", tile.id);
            assert!(svg.len() < 10_200, "{} has {} bytes", tile.id, svg.len());
            // The shadow trees of `use` elements count too, so there must be few of those as well.
            let (nodes, uses) = (svg.matches('<').count(), svg.matches("<use").count());
            assert!(nodes < 92 && uses < 30, "{} has {nodes} tags, {uses} of them use", tile.id);
            sizes.push(svg.len());
        }
        // The garden of an abbey has no side of its own.
        for turned in (1..4).filter(|_| !is_abbey(&tile)) {
            assert_ne!(art.art[0], art.art[turned], "{}: the light turns with the tile", tile.id);
        }
    }
    assert!(sizes.iter().sum::<usize>() / sizes.len() < 6_300, "{}", sizes.iter().sum::<usize>() / sizes.len());
}

#[test]
fn a_segment_covers_its_ports_and_no_other_does() {
    for tile in tiles() {
        let areas: Vec<_> = art::tile(&tile).segments.iter().map(|s| contours(&s.path)).collect();
        for (port, &owner) in tile.ports.iter().enumerate() {
            // On the inner edges of a block the wall crosses the border: the file's letters speak of the middle.
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
fn areas_lie_apart_and_leave_little_out() {
    for tile in tiles() {
        let areas: Vec<_> = art::tile(&tile).segments.iter().map(|s| contours(&s.path)).collect();
        assert!(areas.iter().all(|a| !a.is_empty()), "{}: a segment without area", tile.id);
        let mut bare = 0;
        for x in 0..50 {
            for y in 0..50 {
                let p = [f64::from(x) * 20.0 + 9.7, f64::from(y) * 20.0 + 10.3];
                let here: Vec<_> = areas.iter().filter(|a| inside(p, a)).collect();
                bare += usize::from(here.is_empty());
                // Paths have whole units: along their border two may share half of one.
                let sharing = here.iter().filter(|a| to_border(p, a) > 1.0).count();
                assert!(here.len() < 2 || sharing < 2, "{}/{}: {sharing} segments at {p:?}", tile.set, tile.id);
            }
        }
        // The square at a crossing and the stubs to gates belong to nobody.
        assert!(bare < 2500 * 7 / 100, "{}: {bare} of 2500 points belong to no segment", tile.id);
    }
}

#[test]
fn figures_stand_on_their_own_segment_and_apart() {
    for tile in tiles() {
        let segments = art::tile(&tile).segments;
        for (s, segment) in segments.iter().enumerate() {
            let area = contours(&segment.path);
            assert!(inside(segment.anchor, &area), "{}: the figure of {s} stands outside", tile.id);
            let enclosed = segment.kind == "field" && tile.segments[s].inside;
            let room = match segment.kind.as_str() {
                "road" | "river" => 30.0,
                _ if enclosed => 48.0,
                _ => 60.0,
            };
            let depth = to_border(segment.anchor, &area);
            assert!(depth >= room, "{}: the figure of {s} stands {depth:.0} from the border of its segment", tile.id);
            for (o, other) in segments.iter().enumerate().skip(s + 1) {
                assert!(!inside(segment.anchor, &contours(&other.path)), "{}: {s} on {o}", tile.id);
                let apart = (segment.anchor[0] - other.anchor[0]).hypot(segment.anchor[1] - other.anchor[1]);
                assert!(apart >= 110.0, "{}: {s} and {o} are {apart:.0} apart", tile.id);
            }
        }
    }
}

/// Pixels of a picture 250 wide: one is four units.
fn render(svg: &str) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(&document(svg), &usvg::Options::default()).unwrap();
    let mut map = tiny_skia::Pixmap::new(250, 250).unwrap();
    resvg::render(&tree, tiny_skia::Transform::from_scale(0.25, 0.25), &mut map.as_mut());
    map
}

/// The pixels along a side, from west to east or from north to south.
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

/// What a neighbour sees of an edge: its kind, and at either end whether a wall begins in that corner. From west to
/// east or from north to south.
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
    let city = tile.segments[own].kind == "city";
    let cut = |corner: usize| tile.cuts.iter().any(|c| c == ["NW", "NE", "SE", "SW"][corner % 4]);
    let first = (city && owner(3 * edge + 11) != own) || cut(edge);
    let last = (city && owner(3 * edge + 3) != own) || cut(edge + 1);
    (tile.segments[own].kind.clone(), [first, last])
}

#[test]
fn borders_are_alike_on_all_tiles() {
    // By side, kind and ends: the first such edge, as the model for all others.
    type Model = (String, Vec<[u8; 3]>);
    let mut seen: BTreeMap<(usize, String, [bool; 2]), Model> = BTreeMap::new();
    for tile in tiles() {
        for (rotation, svg) in art::tile(&tile).art.iter().enumerate() {
            let map = render(svg);
            for edge in 0..4 {
                let (kind, mut ends) = edge_type(&tile, (edge + 4 - rotation) % 4);
                if edge > 1 {
                    ends.reverse();
                }
                let name = format!("{} turned {rotation}, edge {edge}", tile.id);
                let pixels = side(&map, edge);
                let (first, model) = seen.entry((edge, kind, ends)).or_insert_with(|| (name.clone(), pixels.clone()));
                // The corners' own pixels mix in what lies round the corner; whole units may shift an edge by half of one,
                // an eighth of a pixel.
                let differ = |i: &usize| (0..3).any(|c| model[*i][c].abs_diff(pixels[*i][c]) > 45);
                let places: Vec<_> = (3..247).filter(differ).map(|i| (i, model[i], pixels[i])).collect();
                // A wall that bends more sharply than others may shift one outline by a little more.
                assert!(places.len() < 2, "{name} differs from {first} at {places:?}");
            }
        }
    }
    assert!(seen.len() >= 12, "{} types of edges", seen.len());
}

#[test]
fn roads_and_towns_go_on_across_the_border() {
    let tiles = tiles();
    let pick = |id: &str| art::tile(tiles.iter().find(|t| t.id == id).unwrap());
    let (city, road, field) = (pick("cccc-pennant"), pick("frfr"), pick("ffff-monastery"));
    for (above, below) in [(&city.art[0], &city.art[1]), (&road.art[1], &road.art[3]), (&field.art[0], &field.art[2])] {
        let (north, south) = (side(&render(above), 2), side(&render(below), 0));
        // Neighbouring rows of pixels: alike but for the outlines that run along the border itself.
        let jumps = (0..250).filter(|&i| (0..3).any(|c| north[i][c].abs_diff(south[i][c]) > 60)).count();
        assert!(jumps < 20, "{jumps} of 250 pixels jump at the border");
    }
}
