//! Places and outlines, of glyphs and of other shapes.

/// A place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
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

/// A step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A part begins here.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve with two controls.
    Curve(Point, Point, Point),
    /// Back to where the part began.
    Close,
}

impl Step {
    /// Where it leads.
    pub fn end(self) -> Option<Point> {
        match self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }

    /// The same step somewhere else.
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
