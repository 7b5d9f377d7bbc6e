//! Defines points, and outlines of glyphs and other shapes.

/// Point on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Distance from the left border of the sheet.
    pub x: f64,
    /// Distance from the upper border of the sheet.
    pub y: f64,
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self { x, y }
    }
}

/// One drawing command of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begins a new contour at this point.
    Move(Point),
    /// Draws a straight line to this point.
    Line(Point),
    /// Draws a cubic curve: the first two points are control points, and the curve ends at the third.
    Curve(Point, Point, Point),
    /// Closes the contour by a straight line to its first point.
    Close,
}

impl Step {
    /// Returns the point at which the command ends, or `None` for `Close`.
    pub fn end(self) -> Option<Point> {
        match self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }

    /// Returns the command with all its points moved by the same distance.
    pub fn moved(self, by: Point) -> Self {
        let moved = |point: Point| Point { x: point.x + by.x, y: point.y + by.y };
        match self {
            Self::Move(to) => Self::Move(moved(to)),
            Self::Line(to) => Self::Line(moved(to)),
            Self::Curve(one, two, to) => Self::Curve(moved(one), moved(two), moved(to)),
            Self::Close => Self::Close,
        }
    }
}
