//! `solve safe`: proves that a side of losing chess cannot lose.

use std::sync::atomic::AtomicBool;

use clap::Args;

use super::common::Common;
use super::files::Target;
use super::losing_chess::SideArg;
use super::outcome::{Failure, print};
use super::progress;
use super::tables;
use crate::answers::safe::{Proof, SafetyAnswer, Verdict};
use crate::answers::written::Written;
use crate::control::Control;
use crate::games::Colour;
use crate::games::losing_chess::text::Setup;
use crate::games::losing_chess::{Position, Stalemate};
use crate::solve::safe::{self, Question, SEARCH_TABLE, answer};

const BYTES_PER_POSITION: u64 = 800;

/// Arguments of `solve safe`.
#[derive(Args, Debug)]
pub(super) struct SafeCommand {
    /// The positions, each as two to six fields of FEN. The certificate holds for all of them
    #[arg(value_name = "FEN", required = true)]
    positions: Vec<String>,
    /// The side that does not lose [default: both, which proves a draw]
    #[arg(long = "for", value_enum, ignore_case = true, value_name = "SIDE")]
    side: Option<SideArg>,
    /// Prove that no series of moves at all makes the other side win. A server needs this proof in order to score a
    /// game as a draw after a player has run out of time
    #[arg(long)]
    always: bool,
    /// The rule about stalemate: international or fics
    #[arg(long, value_name = "RULES", default_value = "international", value_parser = rules)]
    rules: Stalemate,
    /// The maximum number of positions that are enumerated, and the maximum size of a closed set
    #[arg(long = "positions", value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u32).range(1..1 << 31))]
    most: u32,
    #[command(flatten)]
    common: Common,
}

fn rules(text: &str) -> Result<Stalemate, String> {
    match text.parse() {
        Ok(Stalemate::Joint) => Err("the rule joint proves wins only: a draw under it may be a win under the other two".to_owned()),
        Ok(rules) => Ok(rules),
        Err(_) => Err("expected international or fics".to_owned()),
    }
}

impl SafeCommand {
    /// Runs the command.
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.common.resources.watch("safe", |stop| self.run_under(stop))
    }

    fn run_under(&self, stop: &AtomicBool) -> Result<(), Failure> {
        let Common { emit, json, resources } = &self.common;
        resources.set_threads()?;
        let question = self.question()?;
        let target = Target::new(emit, &[("safe.cbor".to_owned(), question.beginning())])?;
        let observer = progress::observer();
        let control = Control::new("safe", &*observer, stop);
        let what = format!("an enumeration of {} positions", self.most);
        resources.allow(&what, u64::from(self.most) * BYTES_PER_POSITION + SEARCH_TABLE)?;
        let tables = |units| tables::open(self.rules, units, resources.threads(), control);
        let found = answer(&question, Some(&tables), self.most, !emit.no_verify, control).map_err(|_| Failure::Interrupted)?;
        let verdict = match found {
            safe::Verdict::Safe(proved) => {
                target.write(0, &proved.certificate)?;
                Verdict::Safe(Proof {
                    positions: proved.positions,
                    verified: !emit.no_verify,
                    written: Written::new(&proved.certificate, target.file(0)),
                })
            }
            safe::Verdict::Lost(winner, position) => Verdict::Lost { winner, fen: position.to_string() },
            safe::Verdict::Unknown => Verdict::Unknown { most: self.most },
            safe::Verdict::Large => Verdict::Large,
            safe::Verdict::Refused(why) => return Err(Failure::NoAnswer(why.to_string())),
        };
        let reply = SafetyAnswer {
            rules: self.rules.to_string(),
            roots: question.roots().iter().map(ToString::to_string).collect(),
            sides: self.sides(),
            defence: self.defence().into(),
            verdict,
        };
        print(*json, &reply, |mut out| {
            reply.write_text(&mut out)?;
            match reply.verdict {
                Verdict::Unknown { .. } => writeln!(out, "  to go on: a greater --positions"),
                _ => Ok(()),
            }
        })?;
        match reply.verdict {
            Verdict::Safe(_) => Ok(()),
            _ => Err(Failure::NoAnswer("nothing was certified".to_owned())),
        }
    }

    fn sides(&self) -> Vec<Colour> {
        self.side.map_or_else(|| vec![Colour::White, Colour::Black], |side| vec![side.into()])
    }

    fn question(&self) -> Result<Question, Failure> {
        let read = |(number, text): (usize, &String)| {
            let setup: Setup = text.parse().map_err(|why| Failure::input(format!("position {}: {why}", number + 1)))?;
            Ok(setup.position)
        };
        let roots = self.positions.iter().enumerate().map(read).collect::<Result<Vec<Position>, Failure>>()?;
        Ok(Question::new(roots, self.sides(), self.defence(), self.rules))
    }

    fn defence(&self) -> safe::Defence {
        if self.always { safe::Defence::Always } else { safe::Defence::ByForce }
    }
}
