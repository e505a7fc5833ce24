//! Draws ground textures. They repeat with the period of one tile and do not rotate with it, so that they continue across every border.

use std::fmt::Write;

use crate::geometry::{Point, SIDE, add};
use crate::path::Path;
use crate::random::Random;

/// A ground texture, as defined in a page.
pub struct Texture {
    /// Id of the definition in the page.
    pub id: &'static str,
    /// How tiles use the texture.
    pub use_as: UseAs,
    /// Side of the image in pixels: large enough for a tile that fills a third of the height of a big screen, and small enough to load
    /// quickly.
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "only images have pixels"))]
    pub pixels: u32,
    /// The drawing, which covers a tile's square extended by 2 on every side.
    pub drawing: String,
}

/// How tiles use a texture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UseAs {
    /// A `use` element under the whole tile.
    Picture,
    /// The fill of a path.
    Fill,
}

impl Texture {
    /// Returns the definition, either as an image or as a drawing; a drawing suits renderers that cannot show images, and pictures at any
    /// scale.
    pub fn definition(&self, image: bool) -> String {
        let Self { id, use_as, drawing, .. } = self;
        let picture = if image { self.image(if *use_as == UseAs::Picture { id } else { "" }) } else { None };
        match use_as {
            UseAs::Picture => picture.unwrap_or_else(|| {
                format!(
                    r##"<clipPath id="{id}-clip"><path d="M-2-2h1004v1004h-1004z"/></clipPath><g id="{id}" clip-path="url(#{id}-clip)">{drawing}</g>"##
                )
            }),
            UseAs::Fill => {
                let content = picture.unwrap_or_else(|| drawing.clone());
                format!(r#"<pattern id="{id}" width="1000" height="1000" patternUnits="userSpaceOnUse">{content}</pattern>"#)
            }
        }
    }

    /// Renders the drawing as an image. Returns `None` if there is not enough memory, in which case the drawing can be used instead.
    #[cfg(feature = "png")]
    fn image(&self, id: &str) -> Option<String> {
        use base64::Engine;
        use base64::engine::general_purpose::STANDARD;

        let drawn =
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 1004 1004">{}</svg>"#, self.drawing);
        let image = crate::raster::png(&drawn, self.pixels).ok()?;
        let named = if id.is_empty() { String::new() } else { format!(r#"id="{id}" "#) };
        let data = STANDARD.encode(image);
        Some(format!(r#"<image {named}x="-2" y="-2" width="1004" height="1004" href="data:image/png;base64,{data}"/>"#))
    }

    /// Without the feature `png`, there are no images.
    #[cfg(not(feature = "png"))]
    fn image(&self, _: &str) -> Option<String> {
        None
    }
}

/// Colours of open ground.
pub struct GroundInks {
    /// Colour of the background.
    pub base: &'static str,
    /// Broad dabs: colour, width and number.
    pub dabs: [(&'static str, u32, usize); 4],
    /// Tufts of grass: colour and number.
    pub tufts: [(&'static str, usize); 2],
}

/// Scatters points over a repeating square with sides of length `side`. Each point near the border is returned together with its copies
/// beyond the opposite border.
pub fn scatter_points(random: &mut Random, side: f64, n: usize, reach: f64) -> Vec<Vec<Point>> {
    (0..n).map(|_| [random.between(0.0, side), random.between(0.0, side)]).map(|p| copies(p, side, reach)).collect()
}

/// Returns a point in a repeating square, together with its copies within `reach` of the square.
pub fn copies(p: Point, side: f64, reach: f64) -> Vec<Point> {
    let mut copies = Vec::new();
    for dx in [-side, 0.0, side] {
        for dy in [-side, 0.0, side] {
            let q = add(p, [dx, dy]);
            if q.iter().all(|&v| v > -reach && v < side + reach) {
                copies.push(q);
            }
        }
    }
    copies
}

/// Draws open ground: broad dabs of several tones, and tufts of grass.
pub fn ground(name: &str, inks: &GroundInks) -> String {
    let mut random = Random::named(name);
    let mut svg =
        format!(r##"<path d="M-2-2h1004v1004h-1004z" fill="{}"/><g fill="none" stroke-linecap="round">"##, inks.base);
    for (ink, width, n) in inks.dabs {
        let mut path = Path::default();
        for copies in scatter_points(&mut random, SIDE, n, 180.0) {
            let step = [random.between(50.0, 130.0), random.between(-26.0, 26.0)];
            let sag = random.between(-16.0, 16.0);
            for p in copies {
                let middle = add(p, [step[0] / 2.0, step[1] / 2.0 + sag]);
                path.smooth(&[p, middle, add(p, step)]);
            }
        }
        // Writing to a String cannot fail.
        let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="{width}"/>"#, path.into_text());
    }
    for (ink, n) in inks.tufts {
        let mut path = Path::default();
        for copies in scatter_points(&mut random, SIDE, n, 30.0) {
            let tall = random.between(10.0, 17.0);
            for p in copies {
                path.open(&[add(p, [-9.0, -tall * 0.7]), p, add(p, [1.0, -tall])]);
                path.open(&[p, add(p, [10.0, -tall * 0.6])]);
            }
        }
        if !path.is_empty() {
            let _ = write!(svg, r#"<path d="{}" stroke="{ink}" stroke-width="4"/>"#, path.into_text());
        }
    }
    svg.push_str("</g>");
    svg
}
