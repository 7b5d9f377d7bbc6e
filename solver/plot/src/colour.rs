//! Chooses colours that readers with any kind of colour vision can tell apart: viridis for values from 0 to 1, and the
//! Okabe-Ito set for categories. In all pictures Left and White are blue, and Right and Black are orange. The scale for
//! values between the two players runs from orange to blue. In greyscale print, blue is darker than orange.

use super::figure::{MAX_GROUPS, Whose};

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Colour of the background.
pub const PAPER: Colour = Colour(255, 255, 255);
/// Colour of text and axes.
pub const INK: Colour = Colour(34, 34, 34);
/// Colour of grid lines.
pub const GRID: Colour = Colour(221, 221, 221);
/// Colour of squares and cells without data.
pub const BLANK: Colour = Colour(160, 160, 160);

/// Colour of the dark squares of a chess diagram. The light squares have the same colour as the background, [`PAPER`].
pub const DARK_SQUARE: Colour = Colour(226, 226, 226);

const LEFT: Colour = Colour(0, 82, 143);
const RIGHT: Colour = Colour(219, 106, 0);

/// Returns the colour in which the data of this player are drawn.
pub fn of(whose: Whose) -> Colour {
    match whose {
        Whose::Left => LEFT,
        Whose::Right => RIGHT,
        Whose::Both => Colour(110, 110, 110),
    }
}

/// Returns a light shade of a player's colour, used under pieces and text.
pub fn shade(whose: Whose) -> Colour {
    mix(PAPER, of(whose), if whose == Whose::Left { 85 } else { 110 }, 255)
}

/// Colours for groups of points. The players' colours are not used for groups. The marks of different groups also have
/// different shapes.
pub const GROUPS: [Colour; MAX_GROUPS] =
    [INK, Colour(0, 158, 115), Colour(204, 121, 167), Colour(230, 159, 0), Colour(86, 180, 233), Colour(120, 120, 120)];

const VIRIDIS: [Colour; 10] = [
    Colour(68, 1, 84),
    Colour(72, 40, 120),
    Colour(62, 74, 137),
    Colour(49, 104, 142),
    Colour(38, 130, 142),
    Colour(31, 158, 137),
    Colour(53, 183, 121),
    Colour(110, 206, 88),
    Colour(181, 222, 43),
    Colour(253, 231, 37),
];

const RIGHT_TO_LEFT: [Colour; 9] = [
    RIGHT,
    Colour(232, 141, 54),
    Colour(244, 180, 116),
    Colour(251, 219, 184),
    Colour(247, 247, 247),
    Colour(206, 224, 238),
    Colour(143, 186, 217),
    Colour(66, 134, 184),
    LEFT,
];

/// Number of different colours of a scale. Neighbouring cells with the same colour are drawn as one rectangle.
pub const STEPS: u8 = 64;

/// Returns the index of the colour for a value from 0 to 1, in a scale of [`STEPS`] colours.
pub fn step(share: f64) -> u8 {
    let last = f64::from(STEPS - 1);
    // Rounds to the nearest index, which fits a byte.
    (share * last).round().clamp(0.0, last) as u8
}

/// Returns the colour with this index in the scale for values from 0 to 1 (the sequential scale).
pub fn sequential(step: u8) -> Colour {
    between(&VIRIDIS, step, STEPS - 1)
}

/// Returns the colour with this index in the scale that runs from one player's colour to the other's (the diverging
/// scale). The colour with index 0 is Right's, and the last colour is Left's.
pub fn diverging(step: u8) -> Colour {
    between(&RIGHT_TO_LEFT, step, STEPS - 1)
}

/// Number of colours for each sign.
pub const SIDE: u8 = 32;

/// Returns the colour of a number from `-most` to `most`. Only the number 0 has the colour in the middle of the scale.
pub fn signed(number: i32, most: i32) -> Colour {
    let (number, most, side) = (i64::from(number), i64::from(most.max(1)), i64::from(SIDE));
    let nearest = (number.abs().min(most) * side + most / 2) / most;
    let step = side + number.signum() * nearest.max(1);
    between(&RIGHT_TO_LEFT, u8::try_from(step).unwrap_or(SIDE), 2 * SIDE)
}

/// Interpolates linearly between neighbouring colours of a list. Step 0 is the first colour, and step `steps` is the
/// last one.
fn between(colours: &[Colour], step: u8, steps: u8) -> Colour {
    let (way, whole) = (usize::from(step) * (colours.len() - 1), usize::from(steps));
    let (from, part) = (way / whole, way % whole);
    let to = (from + 1).min(colours.len() - 1);
    mix(colours[from], colours[to], part, whole)
}

/// Mixes two colours: a `part` of 0 gives `from`, and a `part` equal to `whole` gives `to`.
pub fn mix(from: Colour, to: Colour, part: usize, whole: usize) -> Colour {
    // A mean of two bytes fits a byte.
    let mix = |a: u8, b: u8| ((usize::from(a) * (whole - part) + usize::from(b) * part + whole / 2) / whole) as u8;
    Colour(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Returns the brightness of a colour, from 0 for black to 255,000 for white.
fn brightness(colour: Colour) -> u32 {
    299 * u32::from(colour.0) + 587 * u32::from(colour.1) + 114 * u32::from(colour.2)
}

/// Returns a colour for text that is legible on a background of the colour `ground`.
pub fn on(ground: Colour) -> Colour {
    if brightness(ground) > 128_000 { INK } else { PAPER }
}

#[cfg(test)]
mod tests {
    use super::{
        Colour, GROUPS, PAPER, RIGHT_TO_LEFT, SIDE, STEPS, VIRIDIS, Whose, brightness, diverging, of, on, sequential, shade, signed, step,
    };

    #[test]
    fn scales_go_from_end_to_end() {
        assert_eq!((step(-1.0), step(0.0), step(1.0), step(2.0)), (0, 0, STEPS - 1, STEPS - 1));
        assert_eq!((sequential(0), sequential(STEPS - 1)), (VIRIDIS[0], VIRIDIS[9]));
        assert_eq!((diverging(0), diverging(STEPS - 1)), (RIGHT_TO_LEFT[0], RIGHT_TO_LEFT[8]));
        // The brightness of the sequential scale never falls, so readers can order its colours in greyscale too.
        assert!((0..STEPS - 1).all(|step| brightness(sequential(step)) <= brightness(sequential(step + 1))));
        // The brightness of the diverging scale falls from the middle towards both ends.
        assert!(RIGHT_TO_LEFT[..5].is_sorted_by_key(|colour| brightness(*colour)));
        assert!(RIGHT_TO_LEFT[4..].is_sorted_by_key(|colour| std::cmp::Reverse(brightness(*colour))));
        assert_ne!(on(VIRIDIS[0]), on(VIRIDIS[9]));
    }

    #[test]
    fn players_have_one_colour_on_every_scale() {
        for (whose, end, sign) in [(Whose::Left, STEPS - 1, 1), (Whose::Right, 0, -1)] {
            assert_eq!([diverging(end), signed(sign, 1), signed(sign * 40, 40)], [of(whose); 3]);
            assert!(!GROUPS.contains(&of(whose)));
        }
    }

    /// Simulates how a colour looks to readers without one kind of cone cells (Viénot, Brettel and Mollon, 1999). Each
    /// component of the result is from 0 to 1.
    fn seen(colour: Colour, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let linear = [colour.0, colour.1, colour.2].map(|part| (f64::from(part) / 255.0).powf(2.2));
        matrix.map(|row| (row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]).clamp(0.0, 1.0).powf(1.0 / 2.2))
    }

    #[test]
    fn players_have_distinct_colours() {
        let protanopia = [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]];
        let deuteranopia = [[0.293, 0.707, 0.0], [0.293, 0.707, 0.0], [-0.022, 0.022, 1.0]];
        for (one, other, least) in [(of(Whose::Left), of(Whose::Right), 0.5), (shade(Whose::Left), shade(Whose::Right), 0.2)] {
            for (name, matrix) in [("protanopia", protanopia), ("deuteranopia", deuteranopia)] {
                let (one, other) = (seen(one, matrix), seen(other, matrix));
                let apart = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                assert!(apart > least, "{name}: {apart}");
            }
        }
        // In greyscale print the colours of the two players differ by a fifth of the range from black to white. Text in
        // either colour is legible on white paper.
        assert!(brightness(of(Whose::Right)) - brightness(of(Whose::Left)) > 51_000);
        assert!(brightness(PAPER) - brightness(of(Whose::Right)) > 120_000);
    }

    #[test]
    fn zero_has_a_colour_of_its_own() {
        for most in [1, 2, 31, 32, 33, 151, 100_000, i32::MAX] {
            assert_eq!([-most, 0, most].map(|number| signed(number, most)), [RIGHT_TO_LEFT[0], RIGHT_TO_LEFT[4], RIGHT_TO_LEFT[8]]);
            assert!(signed(-1, most) != signed(0, most) && signed(1, most) != signed(0, most), "{most}");
        }
        // Each number has its own colour if there are enough colours.
        let most = i32::from(SIDE);
        assert!((-most..most).all(|number| signed(number, most) != signed(number + 1, most)));
    }
}
