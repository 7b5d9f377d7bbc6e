//! Collects the shapes and texts of a picture on a sheet. The modules for pictures draw on a sheet, and the modules for
//! file formats write it to a file. Coordinates are in units of the sheet and increase to the right and downwards.

use super::colour::Colour;
use super::font::Faces;
use super::outline::{Point, Step};

/// An item on the sheet. Later items cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Filled rectangle: its upper left corner, its width and its height.
    Rectangle(Point, f64, f64, Colour),
    /// Filled circle: its centre and its radius.
    Disc(Point, f64, Colour),
    /// Circle drawn as a line: its centre, its radius, and the width of the line.
    Ring(Point, f64, f64, Colour),
    /// Line through points: the points, and the width of the line.
    Line(Vec<Point>, f64, Colour),
    /// Filled outline. A contour inside another contour is a hole if the two contours run in opposite directions.
    Outline(Vec<Step>, Colour),
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Characters of the text.
    pub text: String,
    /// Anchor of the text, which is a point on its baseline.
    pub at: Point,
    /// Which part of the text is at the anchor.
    pub across: Across,
    /// Font size in units of the sheet.
    pub em: f64,
    /// Colour of the text.
    pub colour: Colour,
    /// Whether the text runs upwards.
    pub up: bool,
}

/// Which part of a text is at its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// The text begins at the anchor.
    Begin,
    /// The middle of the text is at the anchor.
    Middle,
    /// The text ends at the anchor.
    End,
}

impl Across {
    /// Returns the fraction of the text's width that lies before the anchor.
    pub fn before(self) -> f64 {
        match self {
            Self::Begin => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A sheet on which pictures are drawn.
pub struct Sheet<'f> {
    /// Fonts of the texts.
    pub faces: &'f Faces<'f>,
    /// Items that have been drawn so far.
    pub items: Vec<Item>,
    origin: Point,
}

impl<'f> Sheet<'f> {
    /// Creates an empty sheet.
    pub fn new(faces: &'f Faces<'f>) -> Self {
        Self { faces, items: Vec::new(), origin: Point { x: 0.0, y: 0.0 } }
    }

    /// Calls `draw` with this point as the temporary origin.
    pub fn from(&mut self, point: impl Into<Point>, draw: impl FnOnce(&mut Self)) {
        let before = self.origin;
        self.origin = self.at(point);
        draw(self);
        self.origin = before;
    }

    fn at(&self, point: impl Into<Point>) -> Point {
        let point = point.into();
        Point { x: self.origin.x + point.x, y: self.origin.y + point.y }
    }

    /// Fills the rectangle with these opposite corners.
    pub fn rectangle(&mut self, one: impl Into<Point>, other: impl Into<Point>, colour: Colour) {
        let (one, other) = (self.at(one), self.at(other));
        let corner = Point { x: one.x.min(other.x), y: one.y.min(other.y) };
        self.items.push(Item::Rectangle(corner, (one.x - other.x).abs(), (one.y - other.y).abs(), colour));
    }

    /// Draws a rectangular frame from the upper left corner to the lower right corner.
    pub fn frame(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32), width: i32, colour: Colour) {
        // Extends each side of the frame by half of the line width, so that the corners are filled.
        let half = f64::from(width) / 2.0;
        let [left, top, right, bottom] = [left, top, right, bottom].map(f64::from);
        for y in [top, bottom] {
            self.rectangle((left - half, y - half), (right + half, y + half), colour);
        }
        for x in [left, right] {
            self.rectangle((x - half, top - half), (x + half, bottom + half), colour);
        }
    }

    /// Fills a circle.
    pub fn disc(&mut self, centre: impl Into<Point>, radius: f64, colour: Colour) {
        self.items.push(Item::Disc(self.at(centre), radius, colour));
    }

    /// Draws a circle as a line.
    pub fn ring(&mut self, centre: impl Into<Point>, radius: f64, width: f64, colour: Colour) {
        self.items.push(Item::Ring(self.at(centre), radius, width, colour));
    }

    /// Draws a line through points.
    pub fn line<P: Into<Point>>(&mut self, points: impl IntoIterator<Item = P>, width: f64, colour: Colour) {
        let points = points.into_iter().map(|point| self.at(point)).collect();
        self.items.push(Item::Line(points, width, colour));
    }

    /// Draws two lines that cross at a point.
    pub fn cross(&mut self, centre: impl Into<Point>, half: f64, width: f64, colour: Colour) {
        let Point { x, y } = centre.into();
        self.line([(x - half, y - half), (x + half, y + half)], width, colour);
        self.line([(x - half, y + half), (x + half, y - half)], width, colour);
    }

    /// Fills a polygon.
    pub fn polygon<P: Into<Point>>(&mut self, points: impl IntoIterator<Item = P>, colour: Colour) {
        let mut steps: Vec<Step> = points.into_iter().map(|point| Step::Line(point.into())).collect();
        if let Some(Step::Line(first)) = steps.first().copied() {
            steps[0] = Step::Move(first);
            steps.push(Step::Close);
        }
        self.outline(steps, colour);
    }

    /// Fills an outline.
    pub fn outline(&mut self, steps: Vec<Step>, colour: Colour) {
        let origin = self.origin;
        self.items.push(Item::Outline(steps.into_iter().map(|step| step.moved(origin)).collect(), colour));
    }

    /// Writes a text.
    pub fn text(&mut self, text: Text) {
        let at = self.at(text.at);
        self.items.push(Item::Text(Text { at, ..text }));
    }
}
