//! A sheet of shapes and texts, which the kinds of pictures draw on and the forms of pictures are made of. Coordinates go to the right and downwards, in units of
//! the sheet.

use super::colour::Colour;
use super::font::Faces;
use super::outline::{Point, Step};

/// What is drawn, later items above earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled rectangle: its left upper corner, width and height.
    Rectangle(Point, f64, f64, Colour),
    /// A circle around a point, filled.
    Disc(Point, f64, Colour),
    /// A circle around a point, drawn with a line of this width.
    Ring(Point, f64, f64, Colour),
    /// A line through points, of this width.
    Line(Vec<Point>, f64, Colour),
    /// A filled outline; what it goes around twice in opposite directions is left out.
    Outline(Vec<Step>, Colour),
    /// Text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where it begins, ends or has its middle, on the line that it stands on.
    pub at: Point,
    /// Which of these is at the point.
    pub across: Across,
    /// The size.
    pub em: f64,
    /// The colour.
    pub colour: Colour,
    /// Whether it goes upwards.
    pub up: bool,
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Its beginning.
    Begin,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Across {
    /// The part of the text's width that is before the point.
    pub fn before(self) -> f64 {
        match self {
            Self::Begin => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A sheet that is drawn on.
pub struct Sheet<'f> {
    /// The fonts that measure its texts.
    pub faces: &'f Faces<'f>,
    /// What has been drawn.
    pub items: Vec<Item>,
    /// Where coordinates begin.
    origin: Point,
}

impl<'f> Sheet<'f> {
    /// An empty sheet.
    pub fn new(faces: &'f Faces<'f>) -> Self {
        Self { faces, items: Vec::new(), origin: Point { x: 0.0, y: 0.0 } }
    }

    /// Draws with coordinates that begin at this point.
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

    /// Fills a rectangle from one corner to the opposite one.
    pub fn rectangle(&mut self, one: impl Into<Point>, other: impl Into<Point>, colour: Colour) {
        let (one, other) = (self.at(one), self.at(other));
        let corner = Point { x: one.x.min(other.x), y: one.y.min(other.y) };
        self.items.push(Item::Rectangle(corner, (one.x - other.x).abs(), (one.y - other.y).abs(), colour));
    }

    /// Draws the outline of a rectangle from its left upper corner to the opposite one.
    pub fn frame(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32), width: i32, colour: Colour) {
        // Corners are filled when sides reach half a width beyond them.
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

    /// Draws a circle.
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
