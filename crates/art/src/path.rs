//! Writes path data in compact form: whole units and relative steps.

use std::fmt::Write;

use crate::geometry::{Point, Shape};

/// The `d` attribute of a path under construction.
#[derive(Default)]
pub struct Path {
    text: String,
    at: (i32, i32),
}

impl Path {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn into_text(self) -> String {
        self.text
    }

    fn push_number(&mut self, n: i32) {
        let glued = n < 0 || !self.text.ends_with(|c: char| c.is_ascii_digit());
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{}{n}", if glued { "" } else { " " });
    }

    pub fn move_to(&mut self, p: Point) {
        let to = (p[0].round() as i32, p[1].round() as i32);
        let (absolute, relative) = (format!("{} {}", to.0, to.1), (to.0 - self.at.0, to.1 - self.at.1));
        // The first step must be absolute.
        if !self.text.is_empty() && format!("{} {}", relative.0, relative.1).len() < absolute.len() {
            self.text.push('m');
            self.push_number(relative.0);
            self.push_number(relative.1);
        } else {
            self.text.push('M');
            self.push_number(to.0);
            self.push_number(to.1);
        }
        self.at = to;
    }

    pub fn line_to(&mut self, p: Point) {
        let to = (p[0].round() as i32, p[1].round() as i32);
        let (dx, dy) = (to.0 - self.at.0, to.1 - self.at.1);
        match (dx, dy) {
            (0, 0) => return,
            (_, 0) => self.text.push('h'),
            (0, _) => self.text.push('v'),
            _ => self.text.push('l'),
        }
        if dx != 0 {
            self.push_number(dx);
        }
        if dy != 0 {
            self.push_number(dy);
        }
        self.at = to;
    }

    /// Adds a closed contour.
    pub fn contour(&mut self, points: &[Point]) {
        if let Some((&first, rest)) = points.split_first() {
            self.line(first, rest);
            self.text.push('z');
            self.at = (first[0].round() as i32, first[1].round() as i32);
        }
    }

    /// Adds an open line.
    pub fn open(&mut self, points: &[Point]) {
        if let Some((&first, rest)) = points.split_first() {
            self.line(first, rest);
        }
    }

    fn line(&mut self, first: Point, rest: &[Point]) {
        self.move_to(first);
        for &p in rest {
            self.line_to(p);
        }
    }

    /// Adds a dot. Drawn with round caps, it is a circle as wide as the stroke.
    pub fn dot(&mut self, p: Point) {
        self.move_to(p);
        self.text.push_str("h1");
        self.at.0 += 1;
    }

    /// Adds an open curve through all points.
    pub fn smooth(&mut self, points: &[Point]) {
        let n = points.len();
        if n < 3 {
            return self.open(points);
        }
        self.move_to(points[0]);
        for i in 0..n - 1 {
            let before = points[i.saturating_sub(1)];
            let after = points[(i + 2).min(n - 1)];
            let (a, b) = (points[i], points[i + 1]);
            let first = [a[0] + (b[0] - before[0]) / 6.0, a[1] + (b[1] - before[1]) / 6.0];
            let second = [b[0] - (after[0] - a[0]) / 6.0, b[1] - (after[1] - a[1]) / 6.0];
            let from = self.at;
            self.text.push('c');
            for p in [first, second, b] {
                self.push_number(p[0].round() as i32 - from.0);
                self.push_number(p[1].round() as i32 - from.1);
            }
            self.at = (b[0].round() as i32, b[1].round() as i32);
        }
    }
}

/// Returns the path data of an area, including holes, for either the even-odd or the non-zero fill rule.
pub fn area_path(shapes: &[Shape]) -> String {
    let mut path = Path::default();
    for contour in shapes.iter().flatten() {
        path.contour(contour);
    }
    path.into_text()
}
