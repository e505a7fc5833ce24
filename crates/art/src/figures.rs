//! Followers: a traveller in a broad hat and a long cloak; the large one wears a crown.

use std::fmt::Write;

/// The colours of the seats, chosen to stand out from the ground and, with [`own`](crate::defs) patterns, from each
/// other.
pub const SEAT_COLOURS: [&str; 6] = ["#c8322b", "#2566b0", "#f2c12e", "#1e7d4f", "#35343b", "#b4479b"];

const TRAVELLER: Shape = Shape {
    outline: "M50 4c-8 0-12 5-13 15l-10 2q-5 1-5 4t6 4l11 1c1 6 3 8 5 10-11 2-16 10-19 20l-10 28q-2 8 6 8h58q8 0 6-8l-10-28c-3-10-8-18-19-20 2-2 4-4 5-10l11-1q6-1 6-4t-5-4l-10-2c-1-10-5-15-13-15z",
    cloak: "M44 40c-11 2-16 10-19 20l-10 28q-2 8 6 8h58q8 0 6-8l-10-28c-3-10-8-18-19-20q-6 5-12 0z",
    details: r##"<path d="M41 30q9 3 18 0-1 8-9 9-8-1-9-9z" fill="#f3d9b8"/><path d="M37 19q13 4 26 0M51 48l-5 46" fill="none" stroke="#2b2118" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
};

const LORD: Shape = Shape {
    outline: "M28 5l11 8 11-10 11 10 11-8-3 19c0 7-3 12-7 14 14 2 20 11 24 22l9 27q2 9-6 9h-78q-8 0-6-9l9-27c4-11 10-20 24-22-4-2-7-7-7-14z",
    cloak: "M38 38c-14 2-20 11-24 22l-9 27q-2 9 6 9h78q8 0 6-9l-9-27c-4-11-10-20-24-22q-12 9-24 0z",
    details: r##"<path d="M36 25q14 4 28 0-1 11-14 12-13-1-14-12z" fill="#f3d9b8"/><path d="M37 38q13 9 26 0l10 4q-23 16-46 0z" fill="#f6ead0" stroke="#2b2118" stroke-opacity=".55" stroke-width="3"/><path d="M51 56l-4 38" stroke="#2b2118" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>"##,
};

struct Shape {
    outline: &'static str,
    cloak: &'static str,
    details: &'static str,
}

/// A figure as SVG content in a box of 100 by 100, painted in `currentColor`: `follower` or `large`, and
/// `follower-lying` or `large-lying` for one that lies in a field. Its cloak comes once more as a path of class `own`
/// without fill, for the owner's pattern. Any other word gives the follower, so that no figure is ever invisible.
pub fn figure(kind: &str) -> String {
    painted(kind, "none")
}

/// A figure with its owner's pattern on the cloak.
pub(crate) fn owned(kind: &str, seat: usize) -> String {
    painted(kind, &format!("url(#own-{})", seat % SEAT_COLOURS.len()))
}

fn painted(kind: &str, own: &str) -> String {
    let Shape { outline, cloak, details } = if kind.starts_with("large") { LORD } else { TRAVELLER };
    let lying = kind.ends_with("-lying");
    let mut svg = String::from(r#"<g stroke-linejoin="round""#);
    if lying {
        svg.push_str(r#" transform="rotate(-90 50 50)""#);
    }
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        r##"><path d="{outline}" fill="none" stroke="#fff6e0" stroke-width="11"/><path d="{outline}" fill="currentColor" stroke="#2b2118" stroke-width="5"/><path class="own" d="{cloak}" fill="{own}"/>{details}</g>"##
    );
    svg
}
