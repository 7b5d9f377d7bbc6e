//! Losing chess: the checker's rules, positions at random, wins found by the solver, and certificates taken apart: to be forged, and to be counted again.

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

/// The kinds of units, in the order in which pawns become them; pawns last.
pub const ALL_ROLES: [Role; 6] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King, Role::Pawn];

/// A linear congruential generator (Knuth, MMIX): the same numbers in every run.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        (0..4).for_each(|_| _ = random.below(2));
        random
    }

    /// A number below another one.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    /// One of some things.
    pub fn of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// The number in a variable of the environment, for bigger runs than a suite should make.
///
/// # Panics
/// If it is there and no number.
#[must_use]
pub fn number_from(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Does work that goes deep into recursion.
///
/// # Panics
/// If the work does.
pub fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Hands the checker's rules to `look`.
///
/// # Panics
/// If the checker does not know them.
pub fn with_checkers_rules<T>(rule: Stalemate, look: impl FnOnce(&dyn gamecert_checker::inspect::AntichessGame) -> T) -> T {
    let empty = |writer: &mut Writer| writer.array(0);
    let bytes = certificate(("losing", 1), &rule.name(), &[], empty, empty);
    gamecert_checker::inspect::antichess(&bytes, look).expect("a certificate").expect("losing chess")
}

/// The position of a text.
///
/// # Panics
/// If it is none.
#[must_use]
pub fn position(text: &str) -> Position {
    text.parse::<Setup>().unwrap_or_else(|error| panic!("{text}: {error}")).position
}

/// A position with `white` units of White and `black` ones of Black, anywhere.
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

/// A position in which the side to move has pawns that may make a double step, to a square beside pawns of the other side.
pub fn about_to_step(random: &mut Random) -> Position {
    let side = random.of(&[Colour::White, Colour::Black]);
    // As White sees it; the board is turned around for Black.
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

/// A position in which pawns stand face to face, and little else can move.
pub fn shut_in(random: &mut Random) -> Position {
    let mut units = Vec::new();
    let always = random.below(8) as u32;
    for file in 0..8 {
        if file == always || random.below(4) == 0 {
            let square = 8 + file + 8 * random.below(5) as u32;
            units.extend([(square, Colour::White, Role::Pawn), (square + 8, Colour::Black, Role::Pawn)]);
            // Another pawn behind one of them.
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

/// What a search of the solver's comes to.
pub enum Verdict {
    /// The side wins, and this is how.
    Won(Proof),
    /// The side has no forced win.
    NotWon,
    /// It was given up.
    Open,
}

/// Whether a side wins, found out by the solver with at most `most` evaluations. Goes deep into recursion.
///
/// # Panics
/// If what was proved cannot be extracted.
#[must_use]
pub fn search(rule: Stalemate, winner: Colour, root: &Position, most: u64) -> Verdict {
    let play = ForSide { stalemate: rule, winner };
    let settings = Settings::default();
    // Four entries a line: room for all that can be expanded.
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

/// The same win by a proof that the solver has tried to make smaller.
///
/// # Panics
/// If it cannot be walked again.
#[must_use]
pub fn shrunk(rule: Stalemate, winner: Colour, root: &Position, proof: &Proof) -> Proof {
    let (play, stop) = (ForSide { stalemate: rule, winner }, AtomicBool::new(false));
    let how = Shrinking { settings: Settings::default(), effort: 64, until: None, threads: 1, shard: (0, 1) };
    let shrunk = shrink(&play, proof, how, *root, Control::new("", &Silent, &stop));
    shrunk.unwrap_or_else(|failure| panic!("{root}: {failure:?}"))
}

/// Everything that a certificate says, free to be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forged {
    /// The rule set.
    pub rule: Stalemate,
    /// The root.
    pub root: String,
    /// The clock.
    pub clock: u32,
    /// 0 or 1 for White or Black.
    pub winner: u32,
    /// Distinct positions.
    pub positions: u64,
    /// The greatest number of moves.
    pub longest: u64,
    /// The greatest number of moves that can be taken back.
    pub reversible: u64,
    /// The stream; what is left of the last byte is filled with zeros.
    pub bits: Vec<bool>,
}

/// The number of a side in a claim.
#[must_use]
pub fn number(side: Colour) -> u32 {
    u32::from(side == Colour::Black)
}

/// What the solver's emitter makes of a proof.
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
    /// A faithful copy of the certificate `bytes`, of which the checker has verified `claim`.
    ///
    /// # Panics
    /// If the bytes are not of losing chess.
    #[must_use]
    pub fn of(claim: &gamecert_checker::losing::Claim, bytes: &[u8]) -> Self {
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

    /// Puts the certificate together.
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

    /// The side that is to win.
    #[must_use]
    pub fn side(&self) -> Colour {
        if self.winner == 0 { Colour::White } else { Colour::Black }
    }

    /// Counts the proof by the solver's rules. Goes deep into recursion.
    ///
    /// # Errors
    /// If it is none.
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

    /// Whether the proof is one of what is claimed, by the solver's rules.
    #[must_use]
    pub fn holds(&self) -> bool {
        let claimed = (self.positions, self.longest, self.reversible);
        self.count().is_ok_and(|counted| (counted.positions, counted.longest, counted.reversible) == claimed)
    }
}

/// A choice of the winner's.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where it is made.
    pub position: Position,
    /// The bits that say which move it is.
    pub bits: Range<usize>,
    /// The number of the move.
    pub index: usize,
    /// How many moves there are.
    pub moves: usize,
}

/// What a proof shows.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Distinct positions.
    pub positions: u64,
    /// The greatest number of moves.
    pub longest: u64,
    /// The greatest number of moves that can be taken back.
    pub reversible: u64,
    /// In preorder.
    pub choices: Vec<Choice>,
    /// The bits for what follows each reply of the other side, where there are some.
    pub replies: Vec<Range<usize>>,
}

/// Why a proof is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There are too few bits.
    Short,
    /// There is no such move.
    Move,
    /// The winner has not won where play is over.
    Terminal,
    /// A position is on the way to itself.
    Open,
    /// There are too many bits.
    Behind,
}

struct Counter<'a> {
    play: ForSide,
    bits: &'a [bool],
    read: usize,
    /// The greatest number of moves, and of those that can be taken back in a row from there.
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
        // As many bits as are needed to write the greatest number.
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
