//! SVG to PNG.

use std::fmt;
#[cfg(feature = "text")]
use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

/// Why a picture could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtError {
    /// The text is no SVG that can be drawn; says why.
    Svg(String),
    /// The picture would be this wide and high, which is nothing or more than memory should hold.
    Size(u32, u32),
    /// The PNG could not be written; says why.
    Png(String),
}

impl fmt::Display for ArtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(why) => write!(f, "the text is no SVG that can be drawn: {why}"),
            Self::Size(w, h) => {
                write!(f, "a picture of {w} by {h} pixels cannot be made; it must have 1 to {LARGEST} each way")
            }
            Self::Png(why) => write!(f, "the PNG could not be written: {why}"),
        }
    }
}

impl std::error::Error for ArtError {}

/// The largest side of a picture, in pixels.
const LARGEST: u32 = 16_384;

/// The machine's fonts, read once: that takes a good part of a second.
#[cfg(feature = "text")]
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_system_fonts();
    // The library takes "sans-serif" for Arial, which few machines have.
    let known: Vec<String> = fonts.faces().flat_map(|face| face.families.iter().map(|f| f.0.clone())).collect();
    let wanted = SANS.iter().map(|name| (*name).to_owned()).find(|name| known.contains(name));
    if let Some(name) = wanted.or_else(|| known.first().cloned()) {
        fonts.set_sans_serif_family(name);
    }
    Arc::new(fonts)
});

/// Fonts for plain text, the best first; all have Cyrillic letters.
#[cfg(feature = "text")]
const SANS: [&str; 7] =
    ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial", "Helvetica Neue", "Segoe UI", "FreeSans"];

/// Draws a whole SVG document as a PNG of this width; the height follows. Text is set in the machine's fonts,
/// with the feature `text`, or left out.
///
/// # Errors
/// If the text is no SVG, or the picture would be empty or have a side of more than 16,384 pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, ArtError> {
    pixels(svg, width)?.encode_png().map_err(|e| ArtError::Png(e.to_string()))
}

/// The picture itself, for those who measure it.
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
    let sound = (1..=LARGEST).contains(&width) && (1..=LARGEST).contains(&height);
    let map = if sound { tiny_skia::Pixmap::new(width, height) } else { None };
    let mut map = map.ok_or(ArtError::Size(width, height))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    Ok(map)
}
