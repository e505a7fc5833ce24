//! Finds room for the symbols that show the marks of a tile and its segments.

use bastide_core::tile_text::TileText;

use crate::geometry::*;
use crate::plan::Plan;
use crate::roomy::best_place;
use crate::topology::is_marked;

/// A mark: the name of its symbol, and the symbol's centre.
pub type Mark = (&'static str, Point);

/// Radius of the space left for a figure around its anchor.
const FIGURE: f64 = 62.0;
/// Radius of a volcano.
const VOLCANO: f64 = 150.0;

/// Marks of whole tiles that stand in the largest field or city, each with the name of its symbol.
const TILE_MARKS: [(&str, &str); 14] = [
    ("dragon", "dragon-mark"),
    ("portal", "portal"),
    ("watchtower-follower", "watchtower-follower"),
    ("watchtower-pennant", "watchtower-pennant"),
    ("watchtower-road", "watchtower-road"),
    ("watchtower-city", "watchtower-city"),
    ("watchtower-monastery", "watchtower-monastery"),
    ("festival", "festival"),
    ("wind-rose", WIND_ROSE),
    ("wind-rose-ne", "wind-rose-ne"),
    ("wind-rose-se", "wind-rose-se"),
    ("wind-rose-sw", "wind-rose-sw"),
    ("wind-rose-nw", "wind-rose-nw"),
    ("mage", "mage"),
];
/// Symbols of the full rose: on the tile that starts the map, and on another.
const START_ROSE: &str = "wind-rose-start";
const WIND_ROSE: &str = "wind-rose";

/// Returns whether a mark is turned with its tile; others stand upright.
pub fn lies_flat(symbol: &str) -> bool {
    symbol == START_ROSE || symbol == WIND_ROSE
}

/// Places the volcano, the only mark so large that figures must make room for it.
pub fn before_figures(tile: &TileText, plan: &Plan, placed: &[Point], taken: &mut Vec<(Point, f64)>) -> Vec<Mark> {
    if !is_marked(tile, "volcano") {
        return Vec::new();
    }
    let figures: Vec<(Point, f64)> = placed.iter().map(|&p| (p, FIGURE)).collect();
    let near = [&taken[..], &figures].concat();
    let fields = segments(tile, |kind| kind == "field").map(|s| plan.areas[s].clone());
    let largest = fields.max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or_default();
    let at = plan.volcano.or_else(|| best_place(&largest, &[], &near, VOLCANO + 30.0));
    at.into_iter()
        .map(|at| {
            taken.push((at, VOLCANO - 10.0));
            ("volcano", at)
        })
        .collect()
}

/// Places the remaining marks, which make room for the figures.
pub fn after_figures(tile: &TileText, plan: &Plan, placed: &[Point], taken: &mut Vec<(Point, f64)>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut put = |name: &'static str, areas: &[Shape], radius: f64| {
        let figures = placed.iter().map(|&p| (p, FIGURE));
        let near: Vec<(Point, f64)> =
            taken.iter().copied().chain(figures).map(|(p, r)| (p, r + radius - 74.0)).collect();
        // No mark may extend beyond the border in any rotation.
        let mut off = frame(radius + 16.0);
        // Nor may it cover a wall or a road, if there is room elsewhere.
        off.extend(areas.iter().flatten().map(|c| band(&[c, &c[..1]].concat(), radius * 1.5)));
        let within = subtract(areas, &off);
        let roomy = best_place(&within, &[], &near, radius).or_else(|| best_place(areas, &[], &near, radius + 34.0));
        if let Some(at) = roomy {
            taken.push((at, radius));
            marks.push((name, at));
        }
    };
    for s in 0..tile.segments.len() {
        let (segment, own) = (&tile.segments[s], &plan.areas[s]);
        if segment.number("darmstadtium") > 0 {
            put("darmstadtium", own, 90.0);
        }
        if segment.number("princess") > 0 {
            put("princess", own, 74.0);
        }
        let goods = ["wine", "grain", "cloth"].into_iter().find(|word| segment.word("goods") == Some(word));
        if let Some(word) = goods {
            put(word, own, 70.0);
        }
        if segment.number("pig_herd") > 0 {
            put("pigs", own, 96.0);
        }
        if segment.number("besieged") > 0 {
            put("fire", own, 84.0);
            if size(own) > 300_000.0 {
                put("fire", own, 84.0);
            }
            let camp = segments(tile, |kind| kind == "field")
                .filter(|&f| tile.segments[f].touches.iter().any(|&c| usize::from(c) == s))
                .map(|f| plan.areas[f].clone());
            if let Some(field) = camp.max_by(|a, b| size(a).total_cmp(&size(b))) {
                put("camp", &field, 108.0);
            }
        }
    }
    for &(_, symbol) in TILE_MARKS.iter().filter(|(mark, _)| is_marked(tile, mark)) {
        let open = segments(tile, |kind| kind == "field" || kind == "city").map(|s| plan.areas[s].clone());
        if let Some(largest) = open.max_by(|a, b| size(a).total_cmp(&size(b))) {
            put(if symbol == WIND_ROSE && tile.start { START_ROSE } else { symbol }, &largest, 84.0);
        }
    }
    marks
}

fn segments<'a>(tile: &'a TileText, of: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
    (0..tile.segments.len()).filter(move |&s| of(&tile.segments[s].kind))
}

/// Returns the four strips of width `wide` along the tile's border.
fn frame(wide: f64) -> Vec<Vec<Point>> {
    let far = SIDE - wide;
    let strip = |[x, y]: Point, [w, h]: Point| vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    vec![
        strip([0.0, 0.0], [SIDE, wide]),
        strip([0.0, far], [SIDE, wide]),
        strip([0.0, 0.0], [wide, SIDE]),
        strip([far, 0.0], [wide, SIDE]),
    ]
}

fn size(area_of: &[Shape]) -> f64 {
    area_of.iter().map(|shape| area(&shape[0])).sum()
}
