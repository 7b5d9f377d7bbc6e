//! Colours that readers with any kind of colour vision can tell apart: viridis for shares of 1, orange to blue around a middle, and
//! colours of the set of Okabe and Ito for things side by side. Left and White are blue, Right and Black orange, in all pictures.

use plotters::style::RGBColor;

use super::figure::{MOST_GROUPS, Whose};

/// Behind everything.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Text and axes.
pub const INK: RGBColor = RGBColor(34, 34, 34);
/// Lines that help the eye.
pub const GRID: RGBColor = RGBColor(221, 221, 221);
/// Squares of which there is nothing to say.
pub const BLANK: RGBColor = RGBColor(160, 160, 160);
/// The colour of a player's numbers.
pub fn of(whose: Whose) -> RGBColor {
    match whose {
        Whose::Left => RGBColor(0, 114, 178),
        Whose::Right => RGBColor(213, 94, 0),
        Whose::Both => RGBColor(110, 110, 110),
    }
}

/// Groups of points, none in a player's colour; marks of different shapes tell them apart too.
pub const GROUPS: [RGBColor; MOST_GROUPS] =
    [INK, RGBColor(0, 158, 115), RGBColor(204, 121, 167), RGBColor(230, 159, 0), RGBColor(86, 180, 233), RGBColor(120, 120, 120)];

const VIRIDIS: [RGBColor; 10] = [
    RGBColor(68, 1, 84),
    RGBColor(72, 40, 120),
    RGBColor(62, 74, 137),
    RGBColor(49, 104, 142),
    RGBColor(38, 130, 142),
    RGBColor(31, 158, 137),
    RGBColor(53, 183, 121),
    RGBColor(110, 206, 88),
    RGBColor(181, 222, 43),
    RGBColor(253, 231, 37),
];

const ORANGE_TO_BLUE: [RGBColor; 9] = [
    RGBColor(179, 88, 6),
    RGBColor(224, 130, 20),
    RGBColor(253, 184, 99),
    RGBColor(254, 224, 182),
    RGBColor(247, 247, 247),
    RGBColor(209, 229, 240),
    RGBColor(146, 197, 222),
    RGBColor(67, 147, 195),
    RGBColor(33, 102, 172),
];

/// How many different colours a scale has: few enough that neighbours of one colour are drawn as one.
pub const STEPS: u8 = 64;

/// The step of a share of 1.
pub fn step(share: f64) -> u8 {
    let last = f64::from(STEPS - 1);
    // A float becomes the nearest byte.
    (share * last).round().clamp(0.0, last) as u8
}

/// A colour for a step of a sequential scale.
pub fn sequential(step: u8) -> RGBColor {
    between(&VIRIDIS, step, STEPS - 1)
}

/// A colour for a step of a scale with a middle.
pub fn diverging(step: u8) -> RGBColor {
    between(&ORANGE_TO_BLUE, step, STEPS - 1)
}

/// So many colours are on either side of 0.
pub const SIDE: u8 = 32;

/// A colour for a number from -most to most: the one in the middle for 0 and for no other number.
pub fn signed(number: i32, most: i32) -> RGBColor {
    let (number, most, side) = (i64::from(number), i64::from(most.max(1)), i64::from(SIDE));
    let nearest = (number.abs().min(most) * side + most / 2) / most;
    let step = side + number.signum() * nearest.max(1);
    between(&ORANGE_TO_BLUE, u8::try_from(step).unwrap_or(SIDE), 2 * SIDE)
}

/// The colour at a step of the way along these, of so many steps.
fn between(colours: &[RGBColor], step: u8, steps: u8) -> RGBColor {
    let (way, whole) = (usize::from(step) * (colours.len() - 1), usize::from(steps));
    let (from, part) = (way / whole, way % whole);
    let to = (from + 1).min(colours.len() - 1);
    // Of two bytes, a byte.
    let mix = |a: u8, b: u8| ((usize::from(a) * (whole - part) + usize::from(b) * part + whole / 2) / whole) as u8;
    let (a, b) = (colours[from], colours[to]);
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The colour of text on a ground.
pub fn on(ground: RGBColor) -> RGBColor {
    let brightness = 299 * u32::from(ground.0) + 587 * u32::from(ground.1) + 114 * u32::from(ground.2);
    if brightness > 128_000 { INK } else { PAPER }
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, ORANGE_TO_BLUE, RGBColor, SIDE, STEPS, VIRIDIS, Whose, diverging, of, on, sequential, signed, step};

    #[test]
    fn scales_go_from_end_to_end() {
        assert_eq!((step(-1.0), step(0.0), step(1.0), step(2.0)), (0, 0, STEPS - 1, STEPS - 1));
        assert_eq!((sequential(0), sequential(STEPS - 1)), (VIRIDIS[0], VIRIDIS[9]));
        assert_eq!((diverging(0), diverging(STEPS - 1)), (ORANGE_TO_BLUE[0], ORANGE_TO_BLUE[8]));
        // The brightness of the sequential scale rises all the way, so it reads without colours too.
        let brightness = |step: u8| {
            let colour = sequential(step);
            299 * u32::from(colour.0) + 587 * u32::from(colour.1) + 114 * u32::from(colour.2)
        };
        assert!((0..STEPS - 1).all(|step| brightness(step) <= brightness(step + 1)));
        assert_ne!(on(VIRIDIS[0]), on(VIRIDIS[9]));
    }

    #[test]
    fn players_are_on_the_same_side_of_every_scale() {
        let blue = |colour: RGBColor| colour.2 > colour.0;
        assert!(blue(of(Whose::Left)) && blue(diverging(STEPS - 1)) && blue(signed(1, 1)));
        assert!(!blue(of(Whose::Right)) && !blue(diverging(0)) && !blue(signed(-1, 1)));
        assert!(GROUPS.iter().all(|group| *group != of(Whose::Left) && *group != of(Whose::Right)));
    }

    #[test]
    fn zero_has_a_colour_of_its_own() {
        for most in [1, 2, 31, 32, 33, 151, 100_000, i32::MAX] {
            assert_eq!([-most, 0, most].map(|number| signed(number, most)), [ORANGE_TO_BLUE[0], ORANGE_TO_BLUE[4], ORANGE_TO_BLUE[8]]);
            assert!(signed(-1, most) != signed(0, most) && signed(1, most) != signed(0, most), "{most}");
        }
        // As long as there are enough, each number has its own.
        let most = i32::from(SIDE);
        assert!((-most..most).all(|number| signed(number, most) != signed(number + 1, most)));
    }
}
