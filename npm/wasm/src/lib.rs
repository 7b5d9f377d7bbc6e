//! `gamecert-unwinnable` as WebAssembly without imports, for the npm package in `npm/`.
//!
//! The caller writes a FEN to the address that [`input`] returns, and asks with [`quick`], [`decide`] or [`ruling`].
//! These functions return a number, and 0 if the FEN is invalid. A line of moves or the reason of an error is at
//! [`text`]. The module has no clock, so the caller ends the worker to limit the time.

use std::str;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gamecert_unwinnable::certificate::Entry;
use gamecert_unwinnable::{Answer, CanMate, Color, Limits, Policy, Position, Reason, Ruling, Solver, Verdict};

/// The number returned if the FEN is invalid.
const INVALID: u32 = 0;

/// State between calls.
#[derive(Default)]
struct State {
    /// The FEN that the caller writes.
    input: Vec<u8>,
    /// The line of the last answer, or the reason why the last FEN is invalid.
    text: String,
    /// Number of nodes that the last question used.
    nodes: u64,
    /// The certificate of the last answer, if one was asked for and the question was decided.
    certificate: Vec<u8>,
    solver: Solver,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

fn state() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the side with this number: 0 is White, 1 is Black.
fn side(number: u32) -> Color {
    if number == 0 { Color::White } else { Color::Black }
}

/// Returns the number of a verdict. The list of verdicts in `npm/src/module.ts` has the same order.
fn number_of(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::Unknown => 1,
        Verdict::Winnable(_) => 2,
        Verdict::Unwinnable(set) => match set.reason {
            Reason::Over => 3,
            Reason::Material => 4,
            Reason::Static => 5,
            Reason::Skeletons => 6,
            Reason::Closed => 7,
        },
    }
}

impl State {
    /// Parses the first `length` bytes of the input. If they are no valid FEN, keeps the reason.
    fn position(&mut self, length: usize) -> Option<Position> {
        self.text.clear();
        self.certificate = Vec::new();
        self.nodes = 0;
        let fen = self.input.get(..length).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default();
        fen.parse().map_err(|error| self.text = format!("{error}")).ok()
    }

    /// Answers by a quick search, or within a limit of nodes.
    fn ask(&mut self, position: &Position, side: Color, limit: Option<u64>) -> Verdict {
        let Answer { verdict, nodes } = match limit {
            None => self.solver.decide_quickly(position, side),
            Some(limit) => self.solver.decide(position, side, Limits::nodes(limit)),
        };
        self.nodes += nodes;
        verdict
    }

    /// Answers a question, and encodes the answer as a certificate if `certified` is set.
    fn answer(&mut self, length: usize, side: Color, limit: Option<u64>, certified: bool) -> u32 {
        let Some(position) = self.position(length) else { return INVALID };
        let verdict = self.ask(&position, side, limit);
        if certified {
            self.certificate = Entry::new(&position, side, &verdict).map(|entry| entry.certificate()).unwrap_or_default();
        }
        if let Verdict::Winnable(line) = &verdict {
            self.text = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        }
        number_of(&verdict)
    }

    /// Returns the ruling if the flag of `flagged` has fallen. Asks only the questions on which the policy depends.
    fn ruling(&mut self, position: &Position, flagged: Color, policy: Policy, limit: Option<u64>) -> Ruling {
        let mut can_mate = CanMate { intended_winner: None, opponent: None };
        let mut ruling = policy.ruling(position, !flagged, can_mate);
        if ruling == Ruling::Unknown {
            can_mate.intended_winner = can_mate_of(&self.ask(position, !flagged, limit));
            ruling = policy.ruling(position, !flagged, can_mate);
        }
        if ruling == Ruling::Unknown && policy == Policy::FideDead {
            can_mate.opponent = can_mate_of(&self.ask(position, flagged, limit));
            ruling = policy.ruling(position, !flagged, can_mate);
        }
        ruling
    }
}

fn can_mate_of(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Unknown => None,
    }
}

/// Returns the address for a FEN of `length` bytes, or 0 if there is not enough memory. The address is valid until the
/// next call of this function.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> usize {
    let mut state = state();
    let input = &mut state.get_or_insert_default().input;
    *input = Vec::new();
    if input.try_reserve_exact(length).is_err() {
        return 0;
    }
    input.resize(length, 0);
    input.as_mut_ptr().addr()
}

/// Asks by a quick search whether a side (0: White, 1: Black) can mate. Returns the number of the verdict.
#[unsafe(no_mangle)]
pub extern "C" fn quick(length: usize, intended_winner: u32) -> u32 {
    state().get_or_insert_default().answer(length, side(intended_winner), None, false)
}

/// Asks within a limit of nodes whether a side can mate. Returns the number of the verdict. If `certified` is not 0, the
/// certificate of the answer is at [`certificate`].
#[unsafe(no_mangle)]
pub extern "C" fn decide(length: usize, intended_winner: u32, nodes: u64, certified: u32) -> u32 {
    state().get_or_insert_default().answer(length, side(intended_winner), Some(nodes), certified != 0)
}

/// Returns the address of the last certificate.
#[unsafe(no_mangle)]
pub extern "C" fn certificate() -> usize {
    state().get_or_insert_default().certificate.as_ptr().addr()
}

/// Returns the length of the last certificate in bytes, which is 0 if the question was not decided.
#[unsafe(no_mangle)]
pub extern "C" fn certificate_length() -> usize {
    state().get_or_insert_default().certificate.len()
}

/// Returns the ruling of a policy, by its place in [`Policy::ALL`], if the flag of a side has fallen: 1 is a win of the
/// other side, 2 a draw, 3 that the game was over, 4 unknown. A limit of 0 nodes selects quick searches.
#[unsafe(no_mangle)]
pub extern "C" fn ruling(length: usize, flagged: u32, policy: usize, nodes: u64) -> u32 {
    let mut state = state();
    let state = state.get_or_insert_default();
    let Some(position) = state.position(length) else { return INVALID };
    let policy = Policy::ALL.get(policy).copied().unwrap_or(Policy::FideTimeout);
    match state.ruling(&position, side(flagged), policy, (nodes > 0).then_some(nodes)) {
        Ruling::Win => 1,
        Ruling::Draw => 2,
        Ruling::Over => 3,
        Ruling::Unknown => 4,
    }
}

/// Returns the number of nodes that the last question used, as a number of JavaScript.
#[unsafe(no_mangle)]
pub extern "C" fn nodes() -> f64 {
    state().get_or_insert_default().nodes as f64
}

/// Returns the address of the last text, in UTF-8: a line of moves with spaces between them, or the reason why a FEN is
/// invalid.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> usize {
    state().get_or_insert_default().text.as_ptr().addr()
}

/// Returns the length of the last text in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    state().get_or_insert_default().text.len()
}
