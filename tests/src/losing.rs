//! Losing chess: access to the checker's rules, random positions, wins found by the solver, and certificates taken
//! apart for forging and for an independent count.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::emit::cbor::Writer;
use gamecert_solver::certificate::emit::envelope::certificate;
use gamecert_solver::certificate::emit::losing::{Claim, emit};
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::proof_number::search::Search;
use gamecert_solver::engine::proof_number::solution_tree::{Proof, Shrinking, extract, shrink};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::engine::proof_number::{INFINITY, Numbers, Settings};
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Move, Position, Role, Stalemate, text::Setup};

/// The three rule sets.
pub const RULES: [Stalemate; 3] = [Stalemate::Joint, Stalemate::International, Stalemate::Fics];

/// Roles in the order in which pawns promote to them, and pawns last.
pub const ALL_ROLES: [Role; 6] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King, Role::Pawn];

/// A linear congruential generator (Knuth, MMIX): the same numbers in every run.
pub struct Random(u64);

impl Random {
    /// Creates the generator with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        (0..4).for_each(|_| _ = random.below(2));
        random
    }

    /// Returns a number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    /// Returns one of the elements of a slice.
    pub fn of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// Reads a number from an environment variable, with a default. Long runs set such variables to test more than the
/// suite does.
///
/// # Panics
/// If the variable is set and is not a number.
#[must_use]
pub fn number_from(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Runs deeply recursive work on a thread with a large stack.
///
/// # Panics
/// If the work panics.
pub fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Calls `look` with the checker's rules and returns its result.
///
/// # Panics
/// If the checker does not know the rule set.
pub fn with_checkers_rules<T>(rule: Stalemate, look: impl FnOnce(&dyn gamecert_checker::inspect::AntichessGame) -> T) -> T {
    let empty = |writer: &mut Writer| writer.array(0);
    let bytes = certificate(("losing", 1), &rule.name(), &[], empty, empty);
    gamecert_checker::inspect::antichess(&bytes, look).expect("a certificate").expect("losing chess")
}

/// Reads a position.
///
/// # Panics
/// If the text is not a position.
#[must_use]
pub fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap_or_else(|error| panic!("{text}: {error}")).position
}

/// Returns a position with `white` white and `black` black units on random squares.
pub fn scattered(random: &mut Random, white: usize, black: usize) -> Position {
    let mut units: Vec<(u32, Colour, Role)> = Vec::new();
    while units.len() < white + black {
        let side = if units.len() < white { Colour::White } else { Colour::Black };
        let role =
            random.of(&[Role::Pawn, Role::Pawn, Role::Pawn, Role::King, Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight]);
        put(random, &mut units, side, role);
    }
    let side = random.of(&[Colour::White, Colour::Black]);
    Position::new(units, side, None)
}

/// Returns a position in which the side to move has pawns that can make a double step to a square beside enemy pawns.
pub fn about_to_step(random: &mut Random) -> Position {
    let side = random.of(&[Colour::White, Colour::Black]);
    // Squares are seen from White's side. The board is mirrored for Black.
    let seen = |square: usize| (if side == Colour::White { square } else { square ^ 56 }) as u32;
    let mut units = Vec::new();
    for _ in 0..=random.below(2) {
        let file = random.below(8);
        units.push((seen(8 + file), side, Role::Pawn));
        let beside = [file.checked_sub(1), Some(file + 1).filter(|file| *file < 8)];
        let leave_out = random.below(4);
        for (_, file) in beside.into_iter().enumerate().filter(|(number, _)| *number != leave_out) {
            units.extend(file.map(|file| (seen(24 + file), side.other(), Role::Pawn)));
        }
    }
    units.sort_unstable_by_key(|(square, ..)| *square);
    units.dedup_by_key(|(square, ..)| *square);
    for _ in 0..random.below(5) {
        let owner = random.of(&[side, side.other()]);
        let role = random.of(&ALL_ROLES);
        put(random, &mut units, owner, role);
    }
    Position::new(units, side, None)
}

/// Returns a position in which pawns block each other and few other units can move.
pub fn shut_in(random: &mut Random) -> Position {
    let mut units = Vec::new();
    let always = random.below(8) as u32;
    for file in 0..8 {
        if file == always || random.below(4) == 0 {
            let square = 8 + file + 8 * random.below(5) as u32;
            units.extend([(square, Colour::White, Role::Pawn), (square + 8, Colour::Black, Role::Pawn)]);
            // Sometimes a second pawn of the same colour stands on the next square towards its own side.
            match random.below(4) {
                0 if square >= 16 => units.push((square - 8, Colour::White, Role::Pawn)),
                1 if square + 16 < 56 => units.push((square + 16, Colour::Black, Role::Pawn)),
                _ => {}
            }
        }
    }
    for _ in 0..random.below(4) {
        let (side, role) = (random.of(&[Colour::White, Colour::Black]), random.of(&[Role::Pawn, Role::Pawn, Role::Bishop, Role::Knight]));
        put(random, &mut units, side, role);
    }
    let side = random.of(&[Colour::White, Colour::Black]);
    Position::new(units, side, None)
}

/// Puts a unit on a free square.
fn put(random: &mut Random, units: &mut Vec<(u32, Colour, Role)>, side: Colour, role: Role) {
    loop {
        let square = random.below(64) as u32;
        if units.iter().all(|(taken, ..)| *taken != square) && (role != Role::Pawn || (8..56).contains(&square)) {
            return units.push((square, side, role));
        }
    }
}

/// Result of a search by the solver.
pub enum Verdict {
    /// The side wins, with this proof.
    Won(Proof),
    /// The side has no forced win.
    NotWon,
    /// The search stopped at its limit.
    Open,
}

/// Searches for a forced win with the solver, using at most `most` evaluations. The recursion is deep.
///
/// # Panics
/// If the proof cannot be extracted.
#[must_use]
pub fn search(rule: Stalemate, winner: Colour, root: &Position, most: u64) -> Verdict {
    let play = ForSide { stalemate: rule, winner };
    let settings = Settings::default();
    // A line has four entries, so the table has room for every position that can be expanded.
    let table = TranspositionTable::of_lines(usize::try_from(most / 2).unwrap_or(usize::MAX).clamp(64, 1 << 20));
    let mut ask = |evaluations| if evaluations > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let numbers = Search::new(&play, &table, settings, &mut ask).run(*root, Numbers { proof: INFINITY, disproof: INFINITY });
    if numbers.proof == 0 {
        let stop = AtomicBool::new(false);
        let proof = extract(&play, &table, settings, *root, Control::new("", &Silent, &stop));
        Verdict::Won(proof.unwrap_or_else(|failure| panic!("{root}: {failure:?}")))
    } else if numbers.disproof == 0 {
        Verdict::NotWon
    } else {
        Verdict::Open
    }
}

/// Tries to make a proof of the same win smaller, as the solver does.
///
/// # Panics
/// If the proof cannot be traversed again.
#[must_use]
pub fn shrunk(rule: Stalemate, winner: Colour, root: &Position, proof: &Proof) -> Proof {
    let (play, stop) = (ForSide { stalemate: rule, winner }, AtomicBool::new(false));
    let how = Shrinking { settings: Settings::default(), effort: 64, until: None, threads: 1, shard: (0, 1) };
    let shrunk = shrink(&play, proof, how, *root, Control::new("", &Silent, &stop));
    shrunk.unwrap_or_else(|failure| panic!("{root}: {failure:?}"))
}

/// Contents of a certificate, which a test may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forged {
    /// Rule set.
    pub rule: Stalemate,
    /// Root position.
    pub root: String,
    /// Number of plies without a capture or pawn move before the root.
    pub clock: u32,
    /// Winner: 0 for White, 1 for Black.
    pub winner: u32,
    /// Claimed number of distinct positions.
    pub positions: u64,
    /// Claimed greatest number of plies to the end.
    pub longest: u64,
    /// Claimed greatest number of consecutive plies without a capture or pawn move.
    pub reversible: u64,
    /// Stream of choices. Padding zeros fill its last byte.
    pub bits: Vec<bool>,
}

/// Returns the number of a side in a claim.
#[must_use]
pub fn number(side: Colour) -> u32 {
    u32::from(side == Colour::Black)
}

/// Encodes a proof with the solver's emitter.
#[must_use]
pub fn emitted(rule: Stalemate, root: &str, clock: u32, winner: Colour, proof: &Proof) -> Vec<u8> {
    let claim = Claim {
        root,
        clock,
        winner: number(winner),
        positions: proof.positions,
        longest: proof.longest,
        reversible: (clock + proof.reversible_at_root).max(proof.reversible),
        choices: &proof.choices,
    };
    emit(&rule.name(), &claim)
}

impl Forged {
    /// Copies the certificate `bytes`. The checker has verified `claim` for it.
    ///
    /// # Panics
    /// If the bytes are not a certificate of losing chess.
    #[must_use]
    pub fn copy(claim: &gamecert_checker::losing::Claim, bytes: &[u8]) -> Self {
        let stream = gamecert_solver::certificate::read::losing::stream(bytes).expect("a proof");
        Self {
            rule: claim.stalemate.parse().expect("a rule set"),
            root: claim.root.clone(),
            clock: claim.clock,
            winner: u32::from(claim.winner == gamecert_checker::Colour::Black),
            positions: claim.positions.into(),
            longest: claim.longest,
            reversible: claim.reversible,
            bits: stream.iter().flat_map(|byte| (0..8).map(move |bit| byte << bit & 0x80 != 0)).collect(),
        }
    }

    /// Assembles the certificate.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let stream: Vec<u8> =
            self.bits.chunks(8).map(|bits| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << (7 - at))).collect();
        let claim = |writer: &mut Writer| {
            writer.array(6);
            writer.text(&self.root);
            writer.unsigned(self.clock);
            writer.unsigned(self.winner);
            writer.unsigned(self.positions);
            writer.unsigned(self.longest);
            writer.unsigned(self.reversible);
        };
        certificate(("losing", 1), &self.rule.name(), &[], claim, |writer| {
            writer.array(1);
            writer.bytes(&stream);
        })
    }

    /// Returns the claimed winner.
    #[must_use]
    pub fn side(&self) -> Colour {
        if self.winner == 0 { Colour::White } else { Colour::Black }
    }

    /// Counts the proof by the solver's rules. The recursion is deep.
    ///
    /// # Errors
    /// If the stream is not a proof.
    pub fn count(&self) -> Result<Counted, Fault> {
        let mut bits = self.bits.clone();
        bits.resize(bits.len().next_multiple_of(8), false);
        let mut counter = Counter {
            play: ForSide { stalemate: self.rule, winner: self.side() },
            bits: &bits,
            read: 0,
            done: HashMap::new(),
            open: HashSet::new(),
            choices: Vec::new(),
            replies: Vec::new(),
        };
        let root = position(&self.root);
        let (longest, of_root) = counter.prove(&root)?;
        let rest = &bits[counter.read..];
        if rest.len() >= 8 || rest.contains(&true) {
            return Err(Fault::Behind);
        }
        let reversible = counter.done.values().map(|(_, reversible)| *reversible).fold(of_root + u64::from(self.clock), u64::max);
        let positions = counter.done.len() as u64;
        Ok(Counted { positions, longest, reversible, choices: counter.choices, replies: counter.replies })
    }

    /// Returns whether the stream proves exactly the claimed numbers, by the solver's rules.
    #[must_use]
    pub fn holds(&self) -> bool {
        let claimed = (self.positions, self.longest, self.reversible);
        self.count().is_ok_and(|counted| (counted.positions, counted.longest, counted.reversible) == claimed)
    }
}

/// Choice of a winner's move in a proof.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Position in which the winner moves.
    pub position: Position,
    /// Bits that encode the move.
    pub bits: Range<usize>,
    /// Index of the move.
    pub index: usize,
    /// Number of legal moves.
    pub moves: usize,
}

/// Numbers and bit ranges of a proof.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Number of distinct positions.
    pub positions: u64,
    /// Greatest number of plies to the end.
    pub longest: u64,
    /// Greatest number of consecutive plies without a capture or pawn move.
    pub reversible: u64,
    /// The winner's choices in preorder.
    pub choices: Vec<Choice>,
    /// Non-empty bit ranges of the subtrees that follow the other side's replies.
    pub replies: Vec<Range<usize>>,
}

/// Reason why a stream is not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The stream has too few bits.
    Short,
    /// The index exceeds the number of legal moves.
    Move,
    /// Play is over and the winner has not won.
    Terminal,
    /// A line repeats a position.
    Open,
    /// The stream has bits after the proof.
    Behind,
}

struct Counter<'a> {
    play: ForSide,
    bits: &'a [bool],
    read: usize,
    /// For each proved position, the greatest number of plies to the end and the greatest number of consecutive plies
    /// from there without a capture or pawn move.
    done: HashMap<Position, (u64, u64)>,
    open: HashSet<Position>,
    choices: Vec<Choice>,
    replies: Vec<Range<usize>>,
}

impl Counter<'_> {
    fn prove(&mut self, position: &Position) -> Result<(u64, u64), Fault> {
        if let Some(done) = self.done.get(position) {
            return Ok(*done);
        }
        if !self.open.insert(*position) {
            return Err(Fault::Open);
        }
        let mut counts = (0, 0);
        let moves = position.moves();
        if moves.is_empty() {
            if self.play.stalemate.winner(position) != Some(self.play.winner) {
                return Err(Fault::Terminal);
            }
        } else if position.side() == self.play.winner {
            let played = moves[self.choose(position, moves.len())?];
            counts = self.follow(position, played)?;
        } else {
            for played in moves {
                let begin = self.read;
                let (longest, reversible) = self.follow(position, played)?;
                counts = (counts.0.max(longest), counts.1.max(reversible));
                if self.read > begin {
                    self.replies.push(begin..self.read);
                }
            }
        }
        self.open.remove(position);
        self.done.insert(*position, counts);
        Ok(counts)
    }

    fn follow(&mut self, position: &Position, played: Move) -> Result<(u64, u64), Fault> {
        let (longest, reversible) = self.prove(&position.after(played))?;
        Ok((longest + 1, if position.is_irreversible(played) { 0 } else { reversible + 1 }))
    }

    fn choose(&mut self, position: &Position, moves: usize) -> Result<usize, Fault> {
        // The width is the number of bits of the greatest index.
        let width = (0..).find(|width| (moves - 1) >> width == 0).unwrap_or(0);
        let bits = self.read..self.read + width;
        let index = self.bits.get(bits.clone()).ok_or(Fault::Short)?.iter().fold(0, |number, bit| 2 * number + usize::from(*bit));
        if index >= moves {
            return Err(Fault::Move);
        }
        self.read = bits.end;
        if moves > 1 {
            self.choices.push(Choice { position: *position, bits, index, moves });
        }
        Ok(index)
    }
}
