//! Tests tiles at the far level: at a width of 32 pixels, adjacent terrains can be told apart at a glance, in light and dark mode and with
//! any kind of colour vision.

use std::collections::BTreeMap;

use art::{Drawing, Level, OVERHANG};
use bastide_core::tile_text::TileText;
use resvg::{tiny_skia, usvg};

/// Width of a tile in pixels.
const PIXELS: usize = 32;
/// Fraction of a tile's brightness that remains in dark mode: the client's `--dim`.
const DIM: f64 = 0.72;

type Rgb = [f64; 3];

/// Matrices that convert linear light to what people without one type of cone see (Machado, Oliveira and Fernandes, 2009, severity 1).
const EYES: [(&str, [Rgb; 3]); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

fn tiles() -> Vec<TileText> {
    let sets = games::catalogue::files().map(|(name, text)| games::catalogue::parse(name, text).unwrap());
    sets.flat_map(|set| set.tiles).collect()
}

/// Renders a tile without the parts of its picture that extend beyond the border.
fn render(drawing: &Drawing, level: Level, rotation: usize, pixels: usize) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(&drawing.picture(rotation, level), &usvg::Options::default()).unwrap();
    let scale = pixels as f32 / 1000.0;
    let over = OVERHANG as f32 * scale;
    let mut map = tiny_skia::Pixmap::new(pixels as u32, pixels as u32).unwrap();
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(scale, scale).post_translate(-over, -over),
        &mut map.as_mut(),
    );
    map
}

fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear light to CIE L*a*b* under D65.
fn lab([r, g, b]: Rgb) -> Rgb {
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    let y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
    let z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
}

/// Returns the CIEDE2000 colour difference.
fn difference(one: Rgb, two: Rgb) -> f64 {
    let chroma = |[_, a, b]: Rgb| a.hypot(b);
    let mean = ((chroma(one) + chroma(two)) / 2.0).powi(7);
    let stretch = 1.0 + 0.5 * (1.0 - (mean / (mean + 25f64.powi(7))).sqrt());
    let [one, two] = [one, two].map(|[l, a, b]| [l, a * stretch, b]);
    let hue = |[_, a, b]: Rgb| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (c1, c2, h1, h2) = (chroma(one), chroma(two), hue(one), hue(two));
    let (light, rich) = (two[0] - one[0], c2 - c1);
    let turn = match h2 - h1 {
        _ if c1 * c2 == 0.0 => 0.0,
        d if d > 180.0 => d - 360.0,
        d if d < -180.0 => d + 360.0,
        d => d,
    };
    let turned = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (l, c) = ((one[0] + two[0]) / 2.0, (c1 + c2) / 2.0);
    let h = match (h1 - h2).abs() > 180.0 {
        _ if c1 * c2 == 0.0 => h1 + h2,
        false => (h1 + h2) / 2.0,
        true if h1 + h2 < 360.0 => (h1 + h2 + 360.0) / 2.0,
        true => (h1 + h2 - 360.0) / 2.0,
    };
    let wave = |k: f64, shift: f64| (k * h + shift).to_radians().cos();
    let t = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0) - 0.2 * wave(4.0, -63.0);
    let (sl, sc) = (1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt(), 1.0 + 0.045 * c);
    let sh = 1.0 + 0.015 * c * t;
    let c7 = c.powi(7);
    let bend = -2.0 * (c7 / (c7 + 25f64.powi(7))).sqrt();
    let bend = bend * (2.0 * 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin();
    let [dl, dc, dh] = [light / sl, rich / sc, turned / sh];
    (dl * dl + dc * dc + dh * dh + bend * dc * dh).sqrt()
}

#[test]
fn colour_differences_match_the_standard() {
    // Test data from Sharma, Wu and Dalal (2005).
    for (one, two, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ] {
        assert!((difference(one, two) - expected).abs() < 0.0001, "{one:?} {two:?}: {}", difference(one, two));
    }
}

/// Returns which pixels are completely inside a segment's area, determined by painting the area white on black at a finer scale.
fn mask(path: &str) -> Vec<bool> {
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><path d="{path}" fill="#fff" fill-rule="evenodd"/></svg>"##
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    let mut map = tiny_skia::Pixmap::new(PIXELS as u32, PIXELS as u32).unwrap();
    let scale = PIXELS as f32 / 1000.0;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map.pixels().iter().map(|pixel| pixel.alpha() > 250).collect()
}

/// Returns the mean linear light of each kind of segment on a tile, in light mode.
fn lights(tile: &TileText) -> BTreeMap<String, Rgb> {
    let drawing = Drawing::new(tile);
    let map = render(&drawing, Level::Far, 0, PIXELS);
    let mut sums: BTreeMap<String, (Rgb, f64)> = BTreeMap::new();
    // A road partly under mist has two colours.
    let misty = tile.segments.iter().any(|s| s.kind == "mist");
    let whole = |kind: &str| kind != "system" && !(misty && kind == "road");
    for segment in drawing.segments().into_iter().filter(|s| whole(&s.kind)) {
        for (pixel, _) in map.pixels().iter().zip(mask(&segment.path)).filter(|(_, own)| *own) {
            let (sum, count) = sums.entry(segment.kind.clone()).or_default();
            for (sum, v) in sum.iter_mut().zip([pixel.red(), pixel.green(), pixel.blue()]) {
                *sum += linear(v);
            }
            *count += 1.0;
        }
    }
    // A few pixels are not representative.
    sums.into_iter()
        .filter(|(_, (_, count))| *count >= 12.0)
        .map(|(kind, (sum, n))| (kind, sum.map(|v| v / n)))
        .collect()
}

/// Dims linear light as dark mode does. The exponent is needed because the client dims sRGB values, which are not linear.
fn dim(light: Rgb) -> Rgb {
    light.map(|v| v * DIM.powf(2.2))
}

fn cone_response(light: Rgb, eye: &[Rgb; 3]) -> Rgb {
    eye.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0))
}

#[test]
fn terrains_can_be_told_apart_at_a_glance() {
    let mut least: BTreeMap<(String, String), (f64, f64, String)> = BTreeMap::new();
    for tile in tiles() {
        let lights: Vec<(String, Rgb)> = lights(&tile).into_iter().collect();
        for (i, (one, first)) in lights.iter().enumerate() {
            for (two, second) in &lights[i + 1..] {
                for (name, eye) in &EYES {
                    for (room, is_dark) in [("light", false), ("dark", true)] {
                        let [a, b] = [*first, *second]
                            .map(|light| lab(cone_response(if is_dark { dim(light) } else { light }, eye)));
                        let (all, light) = (difference(a, b), (a[0] - b[0]).abs());
                        let place = format!("{}/{} in {room}, {name}", tile.set, tile.id);
                        let entry = least.entry((one.clone(), two.clone())).or_insert((all, light, place.clone()));
                        if all < entry.0 {
                            (entry.0, entry.2) = (all, place);
                        }
                        entry.1 = entry.1.min(light);
                    }
                }
            }
        }
    }
    // Pairs in `other` may be more similar: segments drawn on a separate disc can also be told apart by their drawings.
    let main = [
        ["city", "field"],
        ["field", "road"],
        ["city", "road"],
        ["city", "monastery"],
        ["field", "river"],
        ["forest", "meadow"],
        ["meadow", "river"],
        ["lake", "meadow"],
        ["forest", "river"],
        ["grass", "sea"],
        ["grass", "mountain"],
        ["mountain", "sea"],
        ["city", "mist"],
    ];
    let other = [
        ["field", "monastery"],
        ["field", "mist"],
        ["field", "tower"],
        ["city", "tower"],
        ["castle", "field"],
        ["cemetery", "field"],
    ];
    let all = main.into_iter().map(|pair| (pair, 11.0)).chain(other.into_iter().map(|pair| (pair, 8.0)));
    let mut alike = Vec::new();
    for ([one, two], wanted) in all {
        let (all, light, place) = &least[&(one.to_owned(), two.to_owned())];
        println!("{one}, {two}: {all:.1}, light alone {light:.1} ({place})");
        if *all < wanted {
            alike.push(format!("{one} and {two} differ by {all:.1} alone: {place}"));
        }
    }
    for [one, two] in
        [["city", "field"], ["field", "road"], ["city", "road"], ["forest", "meadow"], ["grass", "mountain"]]
    {
        let light = least[&(one.to_owned(), two.to_owned())].1;
        if light < 11.0 {
            alike.push(format!("{one} and {two} differ by {light:.1} in light"));
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}
