//! Writes the analysis of a game in words.

use std::io::{self, Write};

use super::{Analysis, Report, RulesFrom};
use crate::answers::text::counted;

impl Report {
    /// Writes the report in words: a heading, the moves that change the known result, and the counts of each side.
    /// Writes nothing about a game that is not analysed.
    ///
    /// # Errors
    /// Fails if the report cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(analysis) = &self.analysis else { return Ok(()) };
        let name = |name: &String| if name.is_empty() { "?".to_owned() } else { name.clone() };
        let [white, black] = self.players.each_ref().map(name);
        let moves = counted(analysis.moves.len() as u64, "move", "moves");
        writeln!(
            out,
            "Game {}, line {}: {white} - {black}, {}, {moves} of both sides, {}",
            self.game,
            self.line,
            self.result.unwrap_or("no result"),
            analysis.rules_in_words()
        )?;
        analysis.write_moves(out)
    }
}

impl Analysis {
    fn rules_in_words(&self) -> String {
        match self.rules_from {
            RulesFrom::Option | RulesFrom::Variant => format!("{} rule of stalemate", self.rules),
            RulesFrom::Nothing => "each rule of stalemate, because no variant is named".to_owned(),
        }
    }

    fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(start) = &self.start {
            writeln!(out, "  at the start: {}", start.in_words())?;
        }
        let remarks = self.moves.iter().filter_map(|ply| Some((ply, ply.remark.as_ref()?)));
        for (ply, remark) in remarks {
            writeln!(out, "  {:<12}  {remark}", format!("{} {}", ply.number, ply.san))?;
        }
        let sides = [("White", &self.white), ("Black", &self.black)];
        for (name, words) in sides.iter().filter_map(|(name, side)| Some((name, side.in_words()?))) {
            writeln!(out, "  {name}: {words}")?;
        }
        if self.start.is_none() && self.moves.iter().all(|ply| ply.after.is_none()) {
            writeln!(out, "  no position of this game is in the proofs or tables")?;
        }
        Ok(())
    }
}
