//! Points and outlines, of glyphs and of other shapes.

/// Point on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
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

/// Step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begins a new part at this point.
    Move(Point),
    /// Draws a straight line.
    Line(Point),
    /// Draws a cubic curve with two control points.
    Curve(Point, Point, Point),
    /// Returns to the beginning of the part.
    Close,
}

impl Step {
    /// Returns the point where it ends.
    pub fn end(self) -> Option<Point> {
        match self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }

    /// Returns the step shifted by a vector.
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
