//! Stores the results of runs on files of games as summaries in JSON. The summaries of all parts of a file add up to
//! the summary of the file.
//!
//! A summary keeps the counts of each part separately, so a repeated part is detected. The order of merges does not
//! change the result. A merge drops the measured times.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::summary::Rulings;
use super::tally::Counts;
use crate::answers::text::{counted, grouped, write_json};
use crate::solve::unwinnable::judge::Effort;
use crate::solve::unwinnable::pgn::key::Part;
use crate::solve::unwinnable::pgn::verdicts::{self, Task};
use gamecert_unwinnable::Policy;

/// First field of a summary, which names the format and the version.
const FORMAT: &str = "gamecert summary of games 1";
/// First bytes of every summary, in any version.
pub const BEGINNING: &[u8] = b"{\"format\":\"gamecert summary of games ";
/// Maximum number of faults that are listed for a part. The counts include all faults.
pub const MAX_FAULTS: usize = 1000;

/// Options of a run, and the version of the program.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Version of the program.
    pub solver: String,
    /// Task of the run, either `flags` or `every_ply`.
    pub task: String,
    /// Whether only the quick methods were tried.
    pub quick: bool,
    /// Whether shortest lines to mate were requested.
    pub shortest: bool,
    /// Node limit for each question.
    pub nodes: u64,
    /// Whether results under the policies (servers' rules about fallen flags) were requested.
    pub policies: bool,
}

impl Asked {
    /// Records the options of a run, and the version of the program.
    #[must_use]
    pub fn new(task: Task, effort: Effort, policies: bool) -> Self {
        let task = if task == Task::Flags { "flags" } else { "every_ply" };
        let Effort { quick, shortest, nodes } = effort;
        Self { solver: env!("CARGO_PKG_VERSION").to_owned(), task: task.to_owned(), quick, shortest, nodes, policies }
    }
}

/// File of games.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the file.
    pub name: String,
    /// Size of the file in bytes, if the file is a regular file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u64>,
}

/// Counts of the results under one policy (a server's rules about fallen flags).
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct OfPolicy {
    /// Number of results that are draws.
    pub drawn: u64,
    /// Number of games with another result than under the policy `fide-timeout`.
    pub otherwise: u64,
}

/// Counts of the results under all policies (servers' rules about fallen flags).
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Policies {
    /// Number of games for which the results under all policies were computed.
    pub asked: u64,
    /// Counts of results, by the name of the policy.
    pub of: BTreeMap<String, OfPolicy>,
}

impl Policies {
    fn new(rulings: &Rulings) -> Self {
        let of = Policy::ALL.iter().zip(rulings.of).map(|(policy, (drawn, otherwise))| (policy.to_string(), OfPolicy { drawn, otherwise }));
        Self { asked: rulings.asked, of: of.collect() }
    }

    fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        for (name, of) in &other.of {
            let sum = self.of.entry(name.clone()).or_default();
            sum.drawn += of.drawn;
            sum.otherwise += of.otherwise;
        }
    }
}

/// Fault in a file.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Location of the fault in the file.
    pub at: String,
    /// Location of the game that contains the fault, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game: Option<String>,
    /// Description of the fault, as a sentence.
    pub why: String,
}

impl Fault {
    /// Builds the record of a fault.
    #[must_use]
    pub fn new(fault: &verdicts::Fault) -> Self {
        Self { at: fault.place.key.to_string(), game: fault.game.map(|game| game.to_string()), why: fault.why.clone() }
    }
}

/// Results for one part of a file.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct InPart {
    /// The file.
    pub source: Source,
    /// The part.
    pub part: Part,
    /// The counts.
    pub counts: Counts,
    /// Results under the policies (servers' rules about fallen flags), if requested.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub policies: Option<Policies>,
    /// The first [`MAX_FAULTS`] faults of the part, in the order of the file.
    pub faults: Vec<Fault>,
}

impl InPart {
    /// Builds the results of a part. `rulings` is `Some` if results under the policies were requested.
    #[must_use]
    pub fn new(source: Source, part: Part, counts: Counts, rulings: Option<&Rulings>, faults: Vec<Fault>) -> Self {
        Self { source, part, counts, policies: rulings.map(Policies::new), faults }
    }

    fn words(&self) -> String {
        format!("{}, {}", self.source.name, self.part)
    }
}

/// Measured times.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Time of the run in microseconds.
    pub micros: u64,
    /// Time spent on answering questions, summed over all threads, in microseconds.
    pub question_micros: u64,
}

impl Measured {
    /// Records the duration of a run and the time spent on its questions.
    #[must_use]
    pub fn new(run: Duration, questions: Duration) -> Self {
        let micros = |time: Duration| time.as_micros().try_into().unwrap_or(u64::MAX);
        Self { micros: micros(run), question_micros: micros(questions) }
    }
}

/// Summary of one or more runs.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    format: String,
    /// Options that all runs share.
    pub asked: Asked,
    /// Sum of the parts' counts.
    pub counts: Counts,
    /// Sum of the parts' results under the policies, if requested.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub policies: Option<Policies>,
    /// The parts, in ascending order.
    pub parts: Vec<InPart>,
    /// Measured times, in the summary of a single run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time: Option<Measured>,
}

/// Reason why summaries cannot be read or merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SummaryError {
    /// The text does not begin like a summary.
    #[error("no summary of games")]
    NoSummary,
    /// The text is not JSON with the fields of a summary.
    #[error("no summary of games: {0}")]
    Json(String),
    /// The summary has another version.
    #[error("a summary of games of another version")]
    Version,
    /// The total counts are not the sums of the counts of all parts.
    #[error("a summary of games whose counts are not the sum of its parts")]
    Sum,
    /// There is nothing to merge.
    #[error("no summaries")]
    Nothing,
    /// Two runs had different options.
    #[error("{name}: not asked the same as {first}: {difference}")]
    OtherOptions {
        /// Name of the summary.
        name: String,
        /// Name of the first summary.
        first: String,
        /// Option that differs.
        difference: String,
    },
    /// Two summaries have different contents for the same part.
    #[error("{} and {} differ in what they say of {part}", names[0], names[1])]
    Contents {
        /// Names of the summaries.
        names: [String; 2],
        /// Description of the part.
        part: String,
    },
    /// Two parts of a file overlap. Each pair has the name of a part, and the name of the summary that contains this
    /// part.
    #[error("{} ({}) and {} ({}) have games in common", .0.0, .0.1, .1.0, .1.1)]
    Overlap((String, String), (String, String)),
}

impl Summary {
    /// Builds the summary of a run.
    #[must_use]
    pub fn of_run(asked: Asked, part: InPart, time: Measured) -> Self {
        Self { time: Some(time), ..Self::of_parts(asked, vec![part]) }
    }

    fn of_parts(asked: Asked, parts: Vec<InPart>) -> Self {
        let mut counts = Counts::default();
        let mut policies = asked.policies.then(Policies::default);
        for part in &parts {
            counts.add(&part.counts);
            if let (Some(sum), Some(part)) = (&mut policies, &part.policies) {
                sum.add(part);
            }
        }
        Self { format: FORMAT.to_owned(), asked, counts, policies, parts, time: None }
    }

    /// Writes the summary as a line of JSON.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(out, self)
    }

    /// Reads a summary.
    ///
    /// # Errors
    /// [`SummaryError`] if this is not a summary.
    pub fn read(bytes: &[u8]) -> Result<Self, SummaryError> {
        if !bytes.starts_with(BEGINNING) {
            return Err(SummaryError::NoSummary);
        }
        let summary: Self = serde_json::from_slice(bytes).map_err(|error| SummaryError::Json(error.to_string()))?;
        if summary.format != FORMAT {
            return Err(SummaryError::Version);
        }
        let sum = Self::of_parts(summary.asked.clone(), summary.parts.clone());
        if (&sum.counts, &sum.policies) != (&summary.counts, &summary.policies) {
            return Err(SummaryError::Sum);
        }
        Ok(summary)
    }

    /// Merges summaries. Each summary comes with a name for error messages. If several summaries contain the same part
    /// of a file, this part counts once.
    ///
    /// # Errors
    /// Fails with a [`SummaryError`] if the options of two summaries differ, if two parts overlap, or if the same part
    /// has different contents.
    pub fn merge(summaries: impl IntoIterator<Item = (String, Self)>) -> Result<Self, SummaryError> {
        let mut first: Option<(String, Asked)> = None;
        let mut parts: BTreeMap<(Source, Part), (String, InPart)> = BTreeMap::new();
        for (name, summary) in summaries {
            let (of_first, asked) = first.get_or_insert_with(|| (name.clone(), summary.asked.clone()));
            if *asked != summary.asked {
                let difference = difference(asked, &summary.asked);
                return Err(SummaryError::OtherOptions { name, first: of_first.clone(), difference });
            }
            for part in summary.parts {
                let key = (part.source.clone(), part.part);
                match parts.get(&key) {
                    Some((other, known)) if *known != part => {
                        return Err(SummaryError::Contents { names: [name, other.clone()], part: part.words() });
                    }
                    Some(_) => {}
                    None => drop(parts.insert(key, (name.clone(), part))),
                }
            }
        }
        let Some((_, asked)) = first else { return Err(SummaryError::Nothing) };
        // The parts are sorted by their beginning. So if a part overlaps any earlier part, it overlaps the earlier part
        // with the furthest end.
        let mut furthest: Option<&(String, InPart)> = None;
        for part in parts.values() {
            let other = furthest.filter(|(_, other)| other.source == part.1.source);
            if let Some(other) = other.filter(|(_, other)| other.part.overlaps(part.1.part)) {
                let named = |(name, part): &(String, InPart)| (part.words(), name.clone());
                return Err(SummaryError::Overlap(named(other), named(part)));
            }
            let end = |part: &InPart| part.part.ends().1.map_or((1, None), |end| (0, Some(end)));
            if other.is_none_or(|(_, other)| end(other) <= end(&part.1)) {
                furthest = Some(part);
            }
        }
        Ok(Self::of_parts(asked, parts.into_values().map(|(_, part)| part).collect()))
    }

    /// Writes the summary as text.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.counts.write_text(self.asked.task == "every_ply", out)?;
        let (questions, nodes) = (counted(self.counts.questions, "question", "questions"), counted(self.counts.nodes, "node", "nodes"));
        writeln!(out, "{questions} with {nodes}, in {}", counted(self.parts.len() as u64, "part", "parts"))?;
        for (month, of) in &self.counts.months {
            let [games, flags, unfair, wrong] = [of.games, of.flags.all(), of.flags.unfair, of.flags.wrong_draws].map(grouped);
            writeln!(out, "  {month:8} {games:>12} games, {flags:>12} ended by a flag: {unfair:>9} unfair losses, {wrong:>9} wrong draws")?;
        }
        if let Some(policies) = &self.policies {
            writeln!(out, "if the flag falls, of {}:", counted(policies.asked, "question", "questions"))?;
            for (name, of) in &policies.of {
                writeln!(out, "  {name:12} {:>9} drawn, {:>9} not as {}", grouped(of.drawn), grouped(of.otherwise), Policy::FideTimeout)?;
            }
        }
        Ok(())
    }
}

fn difference(one: &Asked, other: &Asked) -> String {
    let texts = |asked: &Asked| {
        let Asked { solver, task, quick, shortest, nodes, policies } = asked;
        let yes = |flag: &bool| if *flag { "yes" } else { "no" }.to_owned();
        [
            ("version", solver.clone()),
            ("task", task.clone()),
            ("quick", yes(quick)),
            ("shortest", yes(shortest)),
            ("nodes", nodes.to_string()),
            ("policies", yes(policies)),
        ]
    };
    let both = texts(one).into_iter().zip(texts(other)).filter(|(one, other)| one != other);
    both.map(|((name, one), (_, other))| format!("{name} {other}, not {one}")).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::{Asked, Counts, Effort, InPart, Measured, Part, Source, Summary, SummaryError, Task};
    use crate::solve::unwinnable::pgn::key::Bounds;

    fn asked() -> Asked {
        Asked::new(Task::Flags, Effort { quick: false, shortest: false, nodes: 1000 }, false)
    }

    fn part(name: &str, from: Option<u64>, to: Option<u64>, games: u64) -> Summary {
        let (source, part) = (Source { name: name.to_owned(), size: Some(100) }, Part::Bytes(Bounds { from, to }));
        let in_part = InPart::new(source, part, Counts { games, ..Counts::default() }, None, Vec::new());
        Summary::of_run(asked(), in_part, Measured { micros: games, question_micros: 0 })
    }

    fn merged(summaries: &[Summary]) -> Result<String, SummaryError> {
        let named = summaries.iter().enumerate().map(|(number, summary)| (format!("s{number}"), summary.clone()));
        let mut bytes = Vec::new();
        Summary::merge(named)?.write(&mut bytes).unwrap();
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn the_same_bytes_in_every_order_and_in_steps() {
        let parts =
            [part("a", Some(0), Some(40), 3), part("a", Some(40), Some(90), 4), part("a", Some(90), None, 5), part("b", None, None, 6)];
        let requested = merged(&parts).unwrap();
        assert!(requested.contains("\"counts\":{\"games\":18,") && !requested.contains("micros"), "{requested}");
        let mut random = fastrand::Rng::with_seed(21);
        for _ in 0..30 {
            let mut some = parts.to_vec();
            // One part occurs twice, the second time without a measured time.
            some.push(Summary { time: None, ..random.choice(&parts).unwrap().clone() });
            random.shuffle(&mut some);
            assert_eq!(merged(&some).as_ref(), Ok(&requested));
            let (left, right) = some.split_at(random.usize(1..some.len()));
            let step = |part: &[Summary]| Summary::read(merged(part).unwrap().as_bytes()).unwrap();
            assert_eq!(merged(&[step(left), step(right)]).as_ref(), Ok(&requested));
        }
    }

    #[test]
    fn what_does_not_add_up() {
        let other = |change: fn(&mut Asked)| {
            let mut summary = part("a", Some(50), None, 1);
            change(&mut summary.asked);
            summary
        };
        let first = part("a", None, Some(50), 1);
        for (second, why) in [
            (part("a", None, Some(50), 2), "s1 and s0 differ in what they say of a, bytes ..50"),
            (part("a", Some(49), Some(60), 2), "a, bytes ..50 (s0) and a, bytes 49..60 (s1) have games in common"),
            (part("a", None, None, 2), "a, bytes .. (s1) and a, bytes ..50 (s0) have games in common"),
            (other(|asked| asked.nodes = 7), "s1: not asked the same as s0: nodes 7, not 1000"),
            (other(|asked| asked.task = "every_ply".to_owned()), "s1: not asked the same as s0: task every_ply, not flags"),
        ] {
            assert_eq!(merged(&[first.clone(), second]).unwrap_err().to_string(), why);
        }
        // The overlap of the first and the last part is found although a short part is listed between them.
        let long = [part("a", Some(0), Some(80), 1), part("a", Some(80), Some(80), 0), part("a", Some(70), Some(90), 1)];
        assert!(merged(&long).is_err());
        assert_eq!(merged(&[]), Err(SummaryError::Nothing));
    }

    #[test]
    fn what_is_no_summary() {
        let whole = merged(&[part("a", None, Some(50), 1)]).unwrap();
        assert!(Summary::read(whole.as_bytes()).is_ok());
        for (text, why) in [
            ("{}".to_owned(), "no summary of games"),
            (whole[..whole.len() - 9].to_owned(), "no summary of games: EOF"),
            (whole.replace("games 1\"", "games 9\""), "a summary of games of another version"),
            (whole.replace("\"part\"", "\"apart\""), "no summary of games: unknown field `apart`"),
            (whole.replacen("\"games\":1", "\"games\":2", 1), "a summary of games whose counts are not the sum of its parts"),
        ] {
            let error = Summary::read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
    }
}
