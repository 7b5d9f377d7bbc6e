//! The game that a certificate names, as this checker generates it: for comparison with the rules of other programs, and for whoever
//! wants to look. Verification does not pass through here.

use crate::cbor::Reader;
use crate::envelope;
use crate::game::{Choice, Description, Game};
use crate::rejection::{Place, Rejection};

/// One class of positions.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// Its number.
    pub number: u32,
    /// Its canonical position in the text form of the rule set.
    pub position: &'a str,
    /// White's options in move order.
    pub white: &'a [Choice],
    /// Black's options in move order.
    pub black: &'a [Choice],
}

/// Reads which game a certificate is about (nothing behind that is looked at), generates it, and hands every class to `visit`.
///
/// Takes the memory that the game needs, whatever the size of the certificate.
///
/// # Errors
/// If the bytes do not begin like a certificate, or the game has too many positions to be numbered.
pub fn generate(bytes: &[u8], visit: &mut dyn FnMut(Class<'_>)) -> Result<Description, Rejection> {
    let envelope::Envelope { game, .. } = envelope::open(&mut Reader::new(bytes))?;
    every_class(game.as_ref(), visit).ok_or_else(|| Rejection::internal(Place::Byte(0), "the game has too many positions"))?;
    Ok(game.description())
}

fn every_class(game: &dyn Game, visit: &mut dyn FnMut(Class<'_>)) -> Option<()> {
    let positions = game.positions(u32::MAX).ok()?;
    let moves = positions.moves()?;
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for number in 0..positions.classes() {
        moves.options(number, &mut white, &mut black)?;
        visit(Class { number, position: &positions.position(number), white: &white, black: &black });
    }
    Some(())
}
