//! Converts SVG to PNG.

use std::fmt;
#[cfg(feature = "text")]
use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

/// The reason a picture could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtError {
    /// The text is not valid SVG. Contains the reason.
    Svg(String),
    /// The picture is empty or too large for memory. Contains its width and height.
    Size(u32, u32),
    /// The PNG could not be encoded. Contains the reason.
    Png(String),
}

impl fmt::Display for ArtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(why) => write!(f, "invalid SVG: {why}"),
            Self::Size(w, h) => {
                write!(f, "invalid picture size {w} by {h}; each side must have 1 to {MAX_SIDE_PIXELS} pixels")
            }
            Self::Png(why) => write!(f, "cannot write the PNG: {why}"),
        }
    }
}

impl std::error::Error for ArtError {}

/// Maximum width and height of a picture, in pixels.
const MAX_SIDE_PIXELS: u32 = 16_384;

/// The machine's fonts, loaded once because loading takes a good part of a second.
#[cfg(feature = "text")]
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_system_fonts();
    // The library maps "sans-serif" to Arial, which few machines have.
    let known: Vec<String> = fonts.faces().flat_map(|face| face.families.iter().map(|f| f.0.clone())).collect();
    let wanted = SANS.iter().map(|name| (*name).to_owned()).find(|name| known.contains(name));
    if let Some(name) = wanted.or_else(|| known.first().cloned()) {
        fonts.set_sans_serif_family(name);
    }
    Arc::new(fonts)
});

/// Fonts for plain text, in order of preference. All of them have Cyrillic letters.
#[cfg(feature = "text")]
const SANS: [&str; 7] =
    ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial", "Helvetica Neue", "Segoe UI", "FreeSans"];

/// Renders an SVG document as a PNG of this width in pixels; the height follows from the aspect ratio. With the feature `text`, text is
/// rendered in the machine's fonts; otherwise it is omitted.
///
/// # Errors
/// Fails if the text is not valid SVG, or if the picture would be empty or have a side of more than 16,384 pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, ArtError> {
    pixels(svg, width)?.encode_png().map_err(|e| ArtError::Png(e.to_string()))
}

/// Renders an SVG document to pixels, for callers that measure the picture.
pub fn pixels(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, ArtError> {
    #[cfg_attr(not(feature = "text"), expect(unused_mut))]
    let mut options = usvg::Options::default();
    #[cfg(feature = "text")]
    if svg.contains("<text") {
        options.fontdb = FONTS.clone();
    }
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| ArtError::Svg(e.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let sound = (1..=MAX_SIDE_PIXELS).contains(&width) && (1..=MAX_SIDE_PIXELS).contains(&height);
    let map = if sound { tiny_skia::Pixmap::new(width, height) } else { None };
    let mut map = map.ok_or(ArtError::Size(width, height))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    Ok(map)
}
