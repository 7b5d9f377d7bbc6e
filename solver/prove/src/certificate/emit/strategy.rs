//! Encodes certificates of kind `strategy` (`spec/kinds/strategy.md`).

use super::cbor::Writer;
use super::chips::rule;
use super::envelope::certificate;
use crate::model::name::GameName;
use crate::model::strategy::Strategy;

pub(super) const KIND: (&str, u64) = ("strategy", 1);

/// Encodes the certificate of a strategy. The certificate cites no other certificate.
#[must_use]
pub fn emit(game: &GameName, strategy: &Strategy) -> Vec<u8> {
    let claim = |writer: &mut Writer| {
        writer.array(4);
        rule(writer, strategy.rule);
        writer.unsigned(strategy.chips);
        writer.unsigned(strategy.code);
    };
    certificate(KIND, game, &[], claim, |writer| writer.bytes(&strategy.moves))
}

#[cfg(test)]
mod tests {
    use super::emit;
    use crate::model::chips::{Rule, TieBreak};
    use crate::model::graph::Player;
    use crate::model::name::{GameName, Parameter};
    use crate::model::strategy::{Strategy, both, other_alone, own_alone};

    #[test]
    fn items_stand_in_order() {
        let game = GameName { rules: "hex", version: 1, parameters: vec![Parameter::Unsigned(2), Parameter::Unsigned(1)] };
        let rule = Rule { tie_break: TieBreak::LadiesFirst, claimant: Player::Right };
        let strategy = Strategy { rule, chips: 30, code: 7, moves: vec![both(3), own_alone(31), other_alone()] };
        let bytes = emit(&game, &strategy);
        // The claim is [player, tie_break, chips, code]. The empty list of citations and the moves follow.
        assert!(bytes.ends_with(b"\x63hex\x01\x82\x02\x01\x84\x01\x02\x18\x1e\x07\x80\x43\x03\x3f\x40"), "{bytes:02x?}");
    }
}
