//! Defines questions that certificates can answer. A question is a list of prefixes of certificates. A prefix encodes
//! the kind, the game, and sometimes the first items of the claim.

use super::cbor::Writer;
use super::{bracket, chips, envelope, losing, richman, safe, scoring, strategy};
use crate::model::chips::Rule;
use crate::model::name::GameName;
use crate::model::scoring::SubtractionSet;

/// A question, stored as a list of prefixes. A certificate answers the question if it begins with one of these
/// prefixes.
#[derive(Clone, Debug)]
pub struct Question(Vec<Vec<u8>>);

impl Question {
    /// Asks for the exact values of a game.
    #[must_use]
    pub fn values(game: &GameName) -> Self {
        Self([richman::KIND, richman::KIND_2].map(|kind| envelope::beginning(kind, game).finish()).to_vec())
    }

    /// Asks for bounds of the values of a game.
    #[must_use]
    pub fn bounds(game: &GameName) -> Self {
        Self(vec![envelope::beginning(bracket::KIND, game).finish()])
    }

    /// Asks how many chips a player needs to win. `numbers` is the smallest and the largest number of chips in play, or
    /// `None` for all numbers.
    #[must_use]
    pub fn chips(game: &GameName, rule: Rule, numbers: Option<(u32, u32)>) -> Self {
        let begun = |range: &[u32], length: usize| {
            let mut writer = envelope::beginning(chips::KIND, game);
            writer.array(4);
            chips::rule(&mut writer, rule);
            writer.array(length);
            range.iter().for_each(|&number| writer.unsigned(number));
            writer.finish()
        };
        Self(match numbers {
            Some((first, last)) => vec![begun(&[0, first, last], 3)],
            None => vec![begun(&[1], 2), begun(&[2], 3)],
        })
    }

    /// Asks for a player's winning strategy in the game with `number` chips.
    #[must_use]
    pub fn strategy(game: &GameName, rule: Rule, number: u32) -> Self {
        let mut writer = envelope::beginning(strategy::KIND, game);
        writer.array(4);
        chips::rule(&mut writer, rule);
        writer.unsigned(number);
        Self(vec![writer.finish()])
    }

    /// Asks for the outcomes of heaps of every size. The question is about the total budgets from `first` to `last`.
    #[must_use]
    pub fn outcomes(set: &SubtractionSet, (first, last): (u32, u32)) -> Self {
        let mut writer = envelope::beginning(scoring::KIND, &scoring::game(set));
        writer.column([first, last].into_iter());
        Self(vec![writer.finish()])
    }

    /// Asks which side wins a position of losing chess. `root` is the position as the first four fields of a FEN.
    #[must_use]
    pub fn winner(game: &GameName, root: &str) -> Self {
        let mut writer: Writer = envelope::beginning(losing::KIND, game);
        writer.array(6);
        writer.text(root);
        Self(vec![writer.finish()])
    }

    /// Asks which side wins several positions of losing chess. `first` is the first position in the ascending order of
    /// the texts. A certificate that answers the question may cite other certificates.
    #[must_use]
    pub fn linked(game: &GameName, first: &str) -> Self {
        let prefix = |roots: usize| {
            let mut writer: Writer = envelope::beginning(losing::LINKED, game);
            [4, roots, 4].into_iter().for_each(|length| writer.array(length));
            writer.text(first);
            writer.finish()
        };
        Self((1..=u8::MAX.into()).map(prefix).collect())
    }

    /// Asks for a proof that the sides `sides` of losing chess (0 is White, 1 is Black) do not lose from the positions
    /// `roots`. The positions are written in the rule set's text form. `defence` has the same values as in
    /// [`safe::emit`].
    #[must_use]
    pub fn safety(game: &GameName, roots: &[String], sides: &[u32], defence: u32) -> Self {
        let mut writer: Writer = envelope::beginning(safe::KIND, game);
        writer.array(4);
        safe::beginning(&mut writer, roots, sides.iter().copied(), defence);
        Self(vec![writer.finish()])
    }

    /// Returns the length of the longest prefix, in bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.0.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns whether a certificate that begins with these bytes answers the question.
    #[must_use]
    pub fn is_answered_by(&self, certificate: &[u8]) -> bool {
        self.0.iter().any(|beginning| certificate.starts_with(beginning))
    }
}
