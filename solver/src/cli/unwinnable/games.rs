//! `--pgn`: judges the games of a file.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::super::outcome::{Failure, note};
use super::super::progress;
use super::super::resources::stop_flag;
use super::certificates::Certificates;
use super::resume::{About, Resume};
use super::{Unwinnable, print_summary};
use crate::control::Observer;
use crate::report::text::grouped;
use crate::report::unwinnable::games::{Flag, Plies};
use crate::report::unwinnable::{Form, Record};
use crate::solve::unwinnable::judge::Judge;
use crate::solve::unwinnable::ordered::{self, End};
use crate::solve::unwinnable::pgn::stream::Stream;
use crate::solve::unwinnable::pgn::verdicts::{self, Finding, Findings, Task};
use gamecert_unwinnable::Policy;

/// Prints findings, counts them, and collects certificates.
struct Printer<'a, O> {
    out: O,
    form: Form,
    policy: Option<Policy>,
    /// Whether games with a right result are printed too.
    all: bool,
    resume: &'a mut Resume,
    certificates: Certificates,
    observer: &'a dyn Observer,
    begun: Instant,
    /// The size of the file in bytes, unless it is compressed or no file.
    size: Option<u64>,
    /// The number of games that earlier runs have done.
    before: u64,
    /// Whether the input is cut off or damaged.
    cut: bool,
}

impl<O: Write> Printer<'_, O> {
    /// Prints what was found in a stretch. Stretches come in the order of the file.
    fn print(&mut self, findings: &Findings) -> Result<(), Failure> {
        let (games, lines) = (self.resume.state.counts.games, self.resume.state.counts.lines);
        for flag in &findings.flags {
            self.resume.state.rulings.count(&flag.decided);
            self.certificates.add(&flag.decided);
            if self.all || matches!(flag.finding, Finding::Unfair | Finding::WrongDraw) {
                Flag::of(flag, games, lines, self.policy).write(self.form, &mut self.out)?;
            }
        }
        for plies in &findings.plies {
            if self.all || plies.white.is_some() || plies.black.is_some() {
                Plies::of(plies, games, lines).write(self.form, &mut self.out)?;
            }
        }
        for (place, why) in &findings.broken {
            note(&format!("game {}, line {}: {why}", games + place.game + 1, lines + place.line + 1));
        }
        for (number, (place, name)) in findings.variants.iter().enumerate() {
            let known = self.resume.state.counts.variants.contains_key(name);
            if !known && findings.variants[..number].iter().all(|(_, other)| other != name) {
                let (game, line) = (games + place.game + 1, lines + place.line + 1);
                note(&format!("game {game}, line {line}: {name} is not orthodox chess: refused, as are further games of it"));
            }
        }
        self.cut |= findings.last;
        self.resume.state.counts.count(findings);
        let done = self.resume.state.counts.games;
        let rate = (done - self.before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let part = self.size.filter(|&size| size > 0).map_or_else(String::new, |size| {
            format!(", {} % of the file", (100.0 * self.resume.state.counts.bytes as f64 / size as f64).min(100.0) as u64)
        });
        self.observer.at("games", done, &format!("{} games/s{part}", grouped(rate as u64)));
        if self.resume.is_due() {
            self.out.flush()?;
            self.resume.write()?;
        }
        Ok(())
    }
}

/// The games of a file or of standard input, from an offset in their text on.
fn stream(path: &Path, from: u64) -> Result<Stream, Failure> {
    let wrong = |error: io::Error| Failure::file(path, &error);
    let short = || Failure::input(format!("{}: has come to its end before the place where the run shall go on", path.display()));
    if path == Path::new("-") {
        let mut stream = Stream::new(io::stdin()).map_err(|error| Failure::input(format!("standard input: {error}")))?;
        return if stream.skip(from).map_err(wrong)? { Ok(stream) } else { Err(short()) };
    }
    let mut file = File::open(path).map_err(wrong)?;
    if from > 0 {
        let compressed = Stream::is_compressed(&mut file).map_err(wrong)?;
        file.seek(SeekFrom::Start(if compressed { 0 } else { from })).map_err(wrong)?;
        if !compressed {
            return Stream::new(file).map_err(wrong);
        }
    }
    let mut stream = Stream::new(file).map_err(wrong)?;
    if stream.skip(from).map_err(wrong)? { Ok(stream) } else { Err(short()) }
}

/// Judges all games of a file, or of standard input if the path is `-`.
pub(super) fn file(asked: &Unwinnable, path: &Path) -> Result<(), Failure> {
    let certificates = Certificates::new(asked.emit_cert.as_deref(), asked.replace)?;
    let (form, effort, policy) = (asked.form(), asked.effort(), asked.policy());
    let task = if asked.every_ply { Task::EveryPly } else { Task::Flags };
    let options = format!("{task:?} {effort:?} {policy:?} {form:?} all: {}", asked.all);
    let size = path.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len());
    let about = About { file: path.display().to_string(), size, options };
    let mut resume = Resume::open(asked.resume.as_deref(), about)?;
    let before = resume.state.counts.games;
    let mut stream = stream(path, resume.state.counts.bytes)?;
    // How much of a compressed file is read nobody tells.
    let plain = size.filter(|_| !File::open(path).and_then(|mut file| Stream::is_compressed(&mut file)).unwrap_or(true));
    let stop = stop_flag()?;
    let observer = progress::observer();
    observer.stage("games", "games", None);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if form == Form::Csv && before == 0 {
        writeln!(out, "{}", if asked.every_ply { Plies::HEAD } else { Flag::HEAD })?;
    }
    // Written already here, so that a run that is stopped before anything is done can be resumed too.
    resume.write()?;
    let (all, begun, observed) = (asked.all, Instant::now(), &*observer);
    let mut printer =
        Printer { out, form, policy, all, resume: &mut resume, certificates, observer: observed, begun, size: plain, before, cut: false };
    let worker = || {
        let mut judge = Judge::new(effort, policy.is_some()).cancelled_by(Arc::clone(&stop));
        move |stretch, pass: &dyn Fn(Findings)| pass(verdicts::judge(&mut judge, &stretch, task))
    };
    let end = ordered::run(
        asked.threads(),
        move || stream.next(),
        worker,
        |findings| findings.iter().try_for_each(|some| printer.print(some)),
        &stop,
    );
    printer.out.flush()?;
    let Printer { certificates, out, cut, .. } = printer;
    drop(out);
    observer.done("games");
    let end = end?;
    certificates.write()?;
    resume.write()?;
    if end == End::Stopped {
        if let Some(file) = &asked.resume {
            note(&format!("what was done is in {}; the same command goes on from there", file.display()));
        }
        return Err(Failure::Interrupted);
    }
    let counts = &resume.state.counts;
    if counts.games == 0 {
        return Err(Failure::input(format!("{}: no games", path.display())));
    }
    let mut summary = Vec::new();
    counts.write_text(asked.every_ply, &mut summary)?;
    if policy.is_some() && !asked.every_ply {
        resume.state.rulings.write_text(&mut summary)?;
    }
    print_summary(form, &summary)?;
    if cut {
        return Err(Failure::input(format!("{}: not read to its end, because it is cut off or damaged", path.display())));
    }
    Ok(())
}
