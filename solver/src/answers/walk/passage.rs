//! Follows a line of moves through a proof and through the certificates that the proof cites.
//!
//! The line starts at a root of one certificate. When the line reaches a position that a cited certificate proves, the
//! line continues in the cited certificate. Section 6 of `spec/kinds/losing.md` defines the claim of a certificate that
//! cites others.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::excerpt::Excerpt;
use super::{Continuation, Made, Passed, Place, Proof, Root, Walk, WalkError, words_of_moves};
use crate::certificate::losing_proof::{Citation, LosingCertificate};
use crate::certificate::verify;
use crate::games::losing_chess::text::{START, Setup};
use crate::games::losing_chess::{Move, Position};

/// A function that takes the digest of a proof and returns the stored excerpt of this proof, if any.
pub type Excerpts<'t> = &'t dyn Fn(&str) -> Option<Excerpt>;

/// Stored excerpts, and folders with cited files, from which a line of moves reads certificates.
#[derive(Clone, Copy)]
pub struct Sources<'t> {
    /// Stored excerpts, which are read instead of whole proofs.
    pub excerpts: Excerpts<'t>,
    /// Folders that are searched for cited files, in addition to the folder of the file that cites them.
    pub include: &'t [PathBuf],
}

impl<'t> Sources<'t> {
    /// Makes sources without excerpts, so that whole proofs are read.
    #[must_use]
    pub fn whole(include: &'t [PathBuf]) -> Self {
        Self { excerpts: &|_| None, include }
    }
}

/// Proofs of cited certificates, by digest.
#[derive(Default)]
pub struct SharedProofs(Mutex<FxHashMap<String, Arc<Proof>>>);

impl SharedProofs {
    fn get(&self, digest: &str) -> Option<Arc<Proof>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(digest).cloned()
    }

    fn insert(&self, proof: &Arc<Proof>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(proof.digest().to_owned(), Arc::clone(proof));
    }
}

/// A line of moves through a proof and the certificates that it cites.
pub struct Passage<'t> {
    sources: Sources<'t>,
    shared: Option<&'t SharedProofs>,
    /// Moves that led to the root of the first certificate; empty if they are unknown.
    before: Vec<String>,
    /// The certificates on the line. Each certificate cites the next one. The current position is in the last
    /// certificate.
    entered: Vec<Entered>,
}

/// A certificate on the line.
struct Entered {
    proof: Arc<Proof>,
    /// File of the certificate. The field is `None` for the certificate in which the line of moves starts.
    file: Option<PathBuf>,
    /// Index of the root at which the line enters the certificate.
    root: usize,
    /// Moves from this root.
    line: Vec<Move>,
}

impl<'t> Passage<'t> {
    /// Starts at a root of a verified certificate and makes the moves in `moves`. If the moves start at the beginning
    /// of the game, they must lead through the root. If `root` is `None`, the moves determine the root.
    ///
    /// # Errors
    /// Returns a [`WalkError`] if a certificate cannot be read or a move is wrong.
    pub fn open(
        certificate: LosingCertificate,
        file: &Path,
        root: Option<usize>,
        moves: &str,
        sources: Sources<'t>,
    ) -> Result<Self, WalkError> {
        let roots = certificate.roots.iter().map(|root| root.position).enumerate();
        let roots: Vec<(usize, Position)> = roots.filter(|(index, _)| root.is_none_or(|root| root == *index)).collect();
        match Lead::to_a_root(&roots, moves) {
            Lead::ToRoot { index, before, rest } => {
                let mut passage = Self::after(certificate, file, index, before, sources)?;
                passage.play(&rest)?;
                Ok(passage)
            }
            Lead::Elsewhere { is_legal } => {
                let (first, position) = roots[0];
                let mut passage = Self::after(certificate, file, first, moves_from_the_beginning(&position), sources)?;
                match passage.play(moves) {
                    Err(why) if is_legal => Err(passage.elsewhere(why, roots.len())),
                    played => played.map(|()| passage),
                }
            }
        }
    }

    /// Starts at the root with the index `root` in a verified certificate. The moves in `before` lead to this root.
    ///
    /// # Errors
    /// Returns a [`WalkError`] if the certificate, or a cited one that proves the root, cannot be read.
    pub fn after(
        certificate: LosingCertificate,
        file: &Path,
        root: usize,
        before: Vec<String>,
        sources: Sources<'t>,
    ) -> Result<Self, WalkError> {
        let proof = Arc::new(read(certificate, file, sources.excerpts)?);
        Self { sources, shared: None, before, entered: vec![Entered { proof, file: None, root, line: Vec::new() }] }.entering()
    }

    /// Starts at the root with the index `root` of a proof that was read before. `include` are the folders that are
    /// searched for cited files.
    ///
    /// # Errors
    /// Returns a [`WalkError`] if a cited certificate that proves the root cannot be read.
    pub fn of_proof(proof: Arc<Proof>, root: usize, include: &'t [PathBuf], shared: &'t SharedProofs) -> Result<Self, WalkError> {
        let entered = vec![Entered { proof, file: None, root, line: Vec::new() }];
        Self { sources: Sources::whole(include), shared: Some(shared), before: Vec::new(), entered }.entering()
    }

    fn entering(mut self) -> Result<Self, WalkError> {
        self.enter()?;
        Ok(self)
    }

    /// Returns the walk at the root of the first certificate.
    #[must_use]
    pub fn first_root(&self) -> Walk<'_> {
        Walk::from_root(&self.entered[0].proof, self.entered[0].root, self.before.clone())
    }

    /// Converts the error about a wrong move to an error that also says where the proof begins.
    fn elsewhere(&self, source: WalkError, roots: usize) -> WalkError {
        let first = self.first_root();
        let begins = match (roots, first.moves_before().join(" ")) {
            (1, moves) if moves.is_empty() => format!("with {}", first.claim().root),
            (1, moves) => format!("after {moves}"),
            (roots, _) => format!("with one of {roots} positions"),
        };
        WalkError::Elsewhere { source: Box::new(source), begins }
    }

    /// Returns the roots of the first certificate.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        self.entered[0].proof.roots()
    }

    /// Returns the number of the root at which the line starts. The roots of the first certificate are numbered from 1.
    #[must_use]
    pub fn root_number(&self) -> usize {
        self.entered[0].root + 1
    }

    /// Returns the proof of the first certificate.
    #[must_use]
    pub fn first_proof(&self) -> &Proof {
        &self.entered[0].proof
    }

    /// Returns the walk through the last certificate of the line.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        let mut walks = self.walks();
        walks.pop().expect("a passage has a certificate")
    }

    /// Returns the walk through each certificate on the line.
    fn walks(&self) -> Vec<Walk<'_>> {
        let mut walks: Vec<Walk<'_>> = Vec::with_capacity(self.entered.len());
        for Entered { proof, root, line, .. } in &self.entered {
            let last = walks.last();
            let before = last.map_or_else(|| self.before.clone(), Walk::moves_made);
            let clock = last.map(|walk| walk.here().clock);
            let mut walk = Walk::from_root(proof, *root, before);
            walk.root.clock = clock.unwrap_or(walk.root.clock);
            walk.follow(line);
            walks.push(walk);
        }
        walks
    }

    /// Returns all moves from the root of the first certificate to the current position.
    #[must_use]
    pub fn made(&self) -> Vec<Move> {
        self.entered.iter().flat_map(|entered| entered.line.iter().copied()).collect()
    }

    /// Returns the file of the certificate that has the current position, unless this is the first certificate.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.entered.last()?.file.as_deref()
    }

    /// Returns whether everything that [`Passage::place`] shows is in memory, as [`Walk::is_held`] explains.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.walks().iter().all(Walk::is_held)
    }

    /// Describes the current position, as [`Walk::place`] does.
    #[must_use]
    pub fn place(&self) -> Place {
        let mut walks = self.walks();
        let mut place = walks.pop().expect("a passage has a certificate").place();
        place.file = self.file().map(|file| file.display().to_string());
        let passed = |walk: &Walk<'_>| Passed {
            certificate: walk.proof().digest().to_owned(),
            claim: walk.claim().clone(),
            line: walk.moves_made().split_off(walk.before.len()),
        };
        place.passed = walks.iter().map(passed).collect();
        place
    }

    /// Makes the moves of both sides in `text`, as [`Walk::play`] does. If any move is wrong, no move is made.
    ///
    /// # Errors
    /// Returns a [`WalkError`] about the first wrong move.
    pub fn play(&mut self, text: &str) -> Result<(), WalkError> {
        self.attempt(|passage| {
            let mut words = words_of_moves(text).into_iter().peekable();
            loop {
                let mut walk = passage.walk();
                // If the winner's move, which the user left out, leads into a cited certificate, the reply is made there.
                while walk.citation().is_none()
                    && let Some(word) = words.peek()
                {
                    if let Made::Itself = walk.play_one(word)? {
                        words.next();
                    }
                }
                let line = walk.made();
                passage.go(line)?;
                if words.peek().is_none() {
                    return Ok(());
                }
            }
        })
    }

    /// Makes a move if the proof contains the move. Returns whether the move was made.
    ///
    /// # Errors
    /// Returns a [`WalkError`] if a cited certificate cannot be read.
    pub fn follow(&mut self, played: Move) -> Result<bool, WalkError> {
        let mut walk = self.walk();
        let before = walk.line.len();
        walk.follow(&[played]);
        let (line, follows) = (walk.made(), walk.line.len() > before);
        self.go(line)?;
        Ok(follows)
    }

    /// Makes a move that [`Passage::place`] lists.
    ///
    /// # Errors
    /// Returns a [`WalkError`] if a cited certificate cannot be read.
    pub fn play_listed(&mut self, listed: &Continuation) -> Result<(), WalkError> {
        self.attempt(|passage| {
            let mut walk = passage.walk();
            walk.play_listed(listed);
            let line = walk.made();
            passage.go(line)
        })
    }

    /// Makes the next `moves` moves of the longest line, or fewer moves if the line ends earlier. The moves may
    /// continue in cited certificates.
    ///
    /// # Errors
    /// Returns [`WalkError::Over`] if play is over, or another [`WalkError`] if a cited certificate cannot be read.
    pub fn along_main_line(&mut self, moves: usize) -> Result<(), WalkError> {
        self.attempt(|passage| {
            let mut left = moves;
            loop {
                let mut walk = passage.walk();
                let before = walk.line.len();
                match walk.along_main_line(left) {
                    Err(WalkError::Over) if left < moves => return Ok(()),
                    other => other?,
                }
                let (line, made) = (walk.made(), walk.line.len() - before);
                passage.go(line)?;
                left -= made;
                if left == 0 || made == 0 {
                    return Ok(());
                }
            }
        })
    }

    /// Goes to the position with this number in the certificate that has the current position.
    ///
    /// # Errors
    /// Returns the errors of [`Walk::go_to`].
    pub fn go_to(&mut self, number: u32) -> Result<(), WalkError> {
        self.attempt(|passage| {
            let mut walk = passage.walk();
            walk.go_to(number)?;
            let line = walk.made();
            passage.go(line)
        })
    }

    /// Takes back `moves` moves, or all moves if there are fewer.
    ///
    /// # Errors
    /// Returns [`WalkError::Root`] if there is no move to take back.
    pub fn back(&mut self, moves: usize) -> Result<(), WalkError> {
        match self.made().len() {
            0 => Err(WalkError::Root),
            made => {
                self.cut(made.saturating_sub(moves));
                Ok(())
            }
        }
    }

    /// Takes back all moves.
    pub fn to_root(&mut self) {
        self.cut(0);
    }

    /// Goes to the root with this number of the first certificate. The first root has the number 1.
    ///
    /// # Errors
    /// Returns [`WalkError::NoRoot`] if no root has this number, or another [`WalkError`] if a cited certificate cannot
    /// be read.
    pub fn to_root_number(&mut self, number: usize) -> Result<(), WalkError> {
        let no_root = WalkError::NoRoot { number, roots: self.roots().len() };
        let index = number.checked_sub(1).filter(|&index| index < self.roots().len()).ok_or(no_root)?;
        self.restart(index, moves_from_the_beginning(&self.roots()[index].position))
    }

    fn restart(&mut self, root: usize, before: Vec<String>) -> Result<(), WalkError> {
        self.entered.truncate(1);
        self.before = before;
        let first = &mut self.entered[0];
        (first.root, first.line) = (root, Vec::new());
        self.enter()
    }

    /// Keeps only the first `plies` moves.
    pub fn cut(&mut self, plies: usize) {
        let mut left = plies;
        // At a position that a certificate leaves to a cited one, the line stays in the cited one.
        let last = self.entered.iter().position(|entered| match left.checked_sub(entered.line.len()) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        if let Some(last) = last {
            self.entered.truncate(last + 1);
            self.entered[last].line.truncate(left);
        }
    }

    /// Replaces the moves in the last certificate by `line`.
    fn go(&mut self, line: Vec<Move>) -> Result<(), WalkError> {
        if let Some(last) = self.entered.last_mut() {
            last.line = line;
        }
        self.enter()
    }

    fn enter(&mut self) -> Result<(), WalkError> {
        loop {
            let walk = self.walk();
            let Some(citation) = walk.citation() else { return Ok(()) };
            let (position, file) = (*walk.position(), citation.file.clone());
            let proof = self.read_cited(citation)?;
            let root = proof.roots().iter().position(|root| root.position == position);
            let root = root.ok_or_else(|| WalkError::Citation(format!("{}: '{position}' is not a root", file.display())))?;
            self.entered.push(Entered { proof, file: Some(file), root, line: Vec::new() });
        }
    }

    fn read_cited(&self, citation: &Citation) -> Result<Arc<Proof>, WalkError> {
        if let Some(known) = self.shared.and_then(|shared| shared.get(&citation.wins.digest.to_string())) {
            return Ok(known);
        }
        let certificate = verify::open_cited(citation, self.sources.include).map_err(|why| WalkError::Citation(why.to_string()))?;
        let proof = Arc::new(read(certificate, &citation.file, self.sources.excerpts)?);
        if let Some(shared) = self.shared {
            shared.insert(&proof);
        }
        Ok(proof)
    }

    /// Calls `change`, which changes the line of moves. If the change fails, restores the previous line.
    fn attempt(&mut self, change: impl FnOnce(&mut Self) -> Result<(), WalkError>) -> Result<(), WalkError> {
        let depth = self.entered.len();
        let line = self.entered[depth - 1].line.clone();
        let made = change(self);
        if made.is_err() {
            self.entered.truncate(depth);
            self.entered[depth - 1].line = line;
        }
        made
    }
}

/// Tells whether moves from the beginning of the game lead to a root of a certificate.
enum Lead {
    /// The moves in `before` lead to the root with this index. The string `rest` has the moves after the root.
    ToRoot { index: usize, before: Vec<String>, rest: String },
    /// The moves lead to no root. The flag `is_legal` is set if at least the first move is legal at the beginning of
    /// the game.
    Elsewhere { is_legal: bool },
}

impl Lead {
    fn to_a_root(roots: &[(usize, Position)], moves: &str) -> Self {
        let mut here: Setup = START.parse().expect("the beginning of the game is a position");
        let (mut before, mut rest) = (Vec::new(), words_of_moves(moves).into_iter());
        loop {
            if let Some(&(index, _)) = roots.iter().find(|(_, position)| *position == here.position) {
                return Self::ToRoot { index, before, rest: rest.collect::<Vec<_>>().join(" ") };
            }
            let Some(played) = rest.next().and_then(|word| here.position.find_move(&word).ok()) else {
                return Self::Elsewhere { is_legal: !before.is_empty() };
            };
            before.push(here.position.san(played));
            here = here.after(played);
        }
    }
}

/// Reads a verified proof. If an excerpt of the proof is stored, reads only the excerpt.
fn read(certificate: LosingCertificate, file: &Path, excerpts: Excerpts<'_>) -> Result<Proof, WalkError> {
    let excerpt = (certificate.version == 1).then(|| excerpts(&certificate.digest)).flatten();
    match excerpt {
        Some(excerpt) => Ok(Proof::excerpt(certificate, excerpt)),
        None => Proof::read(certificate).map_err(|source| WalkError::Unreadable { file: file.display().to_string(), source }),
    }
}

/// Returns the moves from the beginning of the game to a position, if at most two plies lead there. Returns an empty
/// list if no line of at most two plies leads to the position.
fn moves_from_the_beginning(position: &Position) -> Vec<String> {
    let beginning: Setup = START.parse().expect("the beginning of the game is a position");
    for first in beginning.position.moves() {
        let after = beginning.position.after(first);
        let san = beginning.position.san(first);
        if after == *position {
            return vec![san];
        }
        if let Some(second) = after.moves().into_iter().find(|&second| after.after(second) == *position) {
            return vec![san, after.san(second)];
        }
    }
    Vec::new()
}
