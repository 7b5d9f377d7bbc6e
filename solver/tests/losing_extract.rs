//! Tests the extraction of proofs from transposition tables. Also tests two ways to make proofs smaller: further passes
//! over a proof, and the selection of other moves.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use gamecert_solver::certificate::verify;
use gamecert_solver::control::{Control, Silent};
use gamecert_solver::engine::proof_number::solution_tree::{self, Error, Proof, Ranking, RunLimits, Runs, Selecting, Shrinking, Strategy};
use gamecert_solver::engine::proof_number::table::TranspositionTable;
use gamecert_solver::engine::proof_number::{Settings, driver};
use gamecert_solver::games::Colour;
use gamecert_solver::games::losing_chess::text::{START, Setup};
use gamecert_solver::games::losing_chess::winner::ForSide;
use gamecert_solver::games::losing_chess::{Position, Stalemate};
use gamecert_solver::model::two_player::{Status, TwoPlayerGame};
use gamecert_solver::solve::losing::lemmas::Lemmas;
use gamecert_solver::solve::losing::worker::PORTFOLIO;
use gamecert_solver::solve::losing::{Question, certify};

/// Game on a graph. Each position has a side to move and a list of positions to which its moves lead.
struct Graph(&'static [Place]);

type Place = (Turn, &'static [usize]);

/// A test case has a title, positions, table entries, and the expected proof size. Each entry is a proved position,
/// with the index of a winning move. The entries are in the order in which the positions were proved.
type Case = (&'static str, [Place; 7], &'static [(usize, u8)], u64);

#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Winner,
    Other,
    Won,
    NotWon,
}

impl TwoPlayerGame for Graph {
    type Position = usize;
    type Move = usize;

    fn key(&self, &position: &usize) -> u64 {
        (position as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn moves(&self, &position: &usize, moves: &mut Vec<usize>) {
        moves.extend_from_slice(self.0[position].1);
    }

    fn after(&self, _: &usize, played: usize) -> usize {
        played
    }

    fn winners_turn(&self, &position: &usize) -> bool {
        self.0[position].0 == Turn::Winner
    }

    fn status(&self, &position: &usize) -> Status {
        match self.0[position] {
            (Turn::Won, _) => Status::Won,
            (Turn::NotWon, _) => Status::NotWon,
            (_, moves) => Status::Open { moves: u32::try_from(moves.len()).unwrap(), captures: false, units: 1 },
        }
    }

    fn is_irreversible(&self, _: &usize, played: usize) -> bool {
        played >= IRREVERSIBLE
    }
}

/// Moves to positions with this number or a greater one are irreversible.
const IRREVERSIBLE: usize = 9;

/// Runs `work`, which recurses deeply, on a thread with a large stack.
fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| std::thread::Builder::new().stack_size(driver::STACK).spawn_scoped(scope, work).unwrap().join().unwrap())
}

fn extracted<P: TwoPlayerGame>(play: &P, table: &TranspositionTable, settings: Settings, root: P::Position) -> Result<Proof, Error> {
    let stop = AtomicBool::new(false);
    deep(|| solution_tree::extract(play, table, settings, root, Control::new("", &Silent, &stop)))
}

#[test]
fn an_order_of_proving_that_leads_back() {
    use Turn::{NotWon, Other, Winner, Won};
    const DEAD: usize = 8;
    const END: usize = 9;
    // One move wins at once in position 7. The table need not record which move.
    let last: [Place; 3] = [(Winner, &[DEAD, END]), (NotWon, &[]), (Won, &[])];
    let table: [Case; 7] = [
        (
            "nothing",
            [(Winner, &[1, 7]), (Other, &[7, 2]), (Winner, &[DEAD, 7]), (Won, &[]), (Won, &[]), (Won, &[]), (Won, &[])],
            &[(7, 1), (2, 1), (1, 0), (0, 0)],
            5,
        ),
        (
            "a position proved once more, by one that depends on it",
            [(Winner, &[1, 7]), (Winner, &[0, DEAD]), (Won, &[]), (Won, &[]), (Won, &[]), (Won, &[]), (Won, &[])],
            &[(1, 0), (0, 0)],
            3,
        ),
        (
            "the same, forced moves between",
            [(Winner, &[1, 7]), (Other, &[2]), (Winner, &[3, DEAD]), (Other, &[4]), (Winner, &[0]), (Won, &[]), (Won, &[])],
            &[(2, 0), (0, 0)],
            3,
        ),
        (
            "the same, met by the other side's choice, beside what was completed",
            [
                (Winner, &[1, 7]),
                (Other, &[2, 3]),
                (Winner, &[DEAD, 4]),
                (Winner, &[0, DEAD]),
                (Winner, &[END, DEAD]),
                (Won, &[]),
                (Won, &[]),
            ],
            &[(4, 0), (2, 1), (3, 0), (1, 0), (0, 0)],
            3,
        ),
        (
            "a forgotten position that leads back only",
            [(Winner, &[1, 7]), (Winner, &[2, DEAD]), (Winner, &[0, DEAD]), (Won, &[]), (Won, &[]), (Won, &[]), (Won, &[])],
            &[(5, 0), (1, 0), (0, 0)],
            3,
        ),
        (
            "twice in a row",
            [(Winner, &[1, 4]), (Winner, &[0, DEAD]), (Won, &[]), (Won, &[]), (Winner, &[5, 7]), (Winner, &[4, DEAD]), (Won, &[])],
            &[(5, 0), (4, 0), (1, 0), (0, 0)],
            4,
        ),
        (
            "a way back from a position under another that comes again",
            [(Winner, &[1, 7]), (Winner, &[2, DEAD]), (Other, &[3, 5]), (Winner, &[1, 7]), (Won, &[]), (Winner, &[0, DEAD]), (Won, &[])],
            &[(5, 0), (3, 0), (2, 0), (1, 0), (0, 0)],
            3,
        ),
    ];
    for (wrong, positions, proved, expected) in table {
        let graph = [positions.as_slice(), last.as_slice()].concat();
        let play = Graph(graph.leak());
        let table = TranspositionTable::new(1 << 16);
        proved.iter().for_each(|(position, best)| _ = table.prove(play.key(position), *best, 9));
        let proof = extracted(&play, &table, Settings::default(), 0).unwrap_or_else(|failure| panic!("{wrong}: {failure:?}"));
        assert_eq!(proof.positions, expected, "{wrong}");
    }
    // If the position is not won, no proof is extracted.
    let play = Graph(&[(Winner, &[1, 2]), (Winner, &[0, 2]), (NotWon, &[])]);
    let table = TranspositionTable::new(1 << 16);
    [0, 1].iter().for_each(|position| _ = table.prove(play.key(position), 0, 9));
    assert_eq!(extracted(&play, &table, Settings::default(), 0), Err(Error::Lost));
}

fn after(moves: &str) -> Question {
    let start: Position = START.parse::<Setup>().unwrap().position;
    let position = moves.split_whitespace().fold(start, |position, played| position.after(position.find_move(played).unwrap()));
    Question { position, clock: 0, stalemate: Stalemate::Joint }
}

/// Loads the lemmas into a table, searches for White's win, and extracts the proof of this win.
fn proved(question: &Question, settings: Settings, libraries: &[Lemmas], mut table: TranspositionTable) -> Result<Proof, Error> {
    let play = ForSide { stalemate: question.stalemate, winner: Colour::White };
    libraries.iter().for_each(|library| library.put(Colour::White, &mut table));
    let numbers = deep(|| driver::advance(&play, &mut table, settings, question.position, &mut |_, _| std::ops::ControlFlow::Continue(())));
    assert_eq!(numbers.proof, 0);
    extracted(&play, &table, settings, question.position)
}

#[test]
fn libraries_that_overlap_in_a_table_that_forgets() {
    let question = after("e3 g6");
    // Four search configurations prove the same win. Their proofs share positions but prove them by different moves.
    let libraries = PORTFOLIO.map(|settings| {
        let proof = proved(&question, settings, &[], TranspositionTable::new(64 << 20)).unwrap();
        let certificate = certify(&question, Colour::White, &proof);
        Lemmas::read(&verify::read_losing(&certificate.bytes, Path::new("library.cbor")).unwrap().into()).unwrap()
    });
    for lines in [64, 1024] {
        for settings in PORTFOLIO {
            let proof = proved(&question, settings, &libraries, TranspositionTable::of_lines(lines))
                .unwrap_or_else(|failure| panic!("{lines} lines: {failure:?}"));
            verify::verify_all(&[certify(&question, Colour::White, &proof)]).unwrap();
        }
    }
}

/// Returns a proof that White wins after 1. e3 Nf6; a single search found the win.
fn of_nf6() -> &'static (Question, Proof) {
    static FOUND: OnceLock<(Question, Proof)> = OnceLock::new();
    FOUND.get_or_init(|| {
        let question = after("e3 Nf6");
        let proof = proved(&question, PORTFOLIO[1], &[], TranspositionTable::new(256 << 20)).unwrap();
        (question, proof)
    })
}

#[test]
fn walks_shared_among_threads() {
    let (question, proof) = of_nf6();
    assert!(proof.positions > solution_tree::LEAST_SHARED, "{} positions are not shared", proof.positions);
    let (play, stop) = (ForSide { stalemate: Stalemate::Joint, winner: Colour::White }, AtomicBool::new(false));
    let shrunk = |threads: usize| {
        let how = Shrinking { settings: PORTFOLIO[0], effort: 4, until: None, threads, shard: (0, 1) };
        deep(|| solution_tree::shrink(&play, proof, how, question.position, Control::new("", &Silent, &stop))).unwrap()
    };
    let alone = shrunk(1);
    for threads in [2, 3, 8] {
        let shared = shrunk(threads);
        verify::verify_all(&[certify(question, Colour::White, &shared)]).unwrap();
        assert_eq!(shared, shrunk(threads), "{threads} threads, another time");
        // Several threads must save at least three quarters of the positions that one thread saves. They save less,
        // because the portions of two threads may have positions in common.
        let saved = |smaller: &Proof| proof.positions - smaller.positions;
        assert!(saved(&shared) > saved(&alone) * 3 / 4, "{threads} threads: {} of {}", saved(&shared), saved(&alone));
    }
    // Three independent shards run on two threads each, and then their proofs are combined.
    let shards: Vec<Proof> = (0..3)
        .map(|number| {
            let how = Shrinking { settings: PORTFOLIO[0], effort: 4, until: None, threads: 2, shard: (number, 3) };
            deep(|| solution_tree::shrink(&play, proof, how, question.position, Control::new("", &Silent, &stop))).unwrap()
        })
        .collect();
    let others = [&shards[1].strategy, &shards[2].strategy];
    let control = Control::new("", &Silent, &stop);
    let merged = deep(|| solution_tree::merge(&play, &shards[0].strategy, &others, question.position, control)).unwrap();
    verify::verify_all(&[certify(question, Colour::White, &merged)]).unwrap();
    let saved = |smaller: &Proof| proof.positions - smaller.positions;
    let each: Vec<u64> = shards.iter().map(saved).collect();
    assert!(each.iter().all(|&shard| 0 < shard && shard < saved(&alone)), "{each:?} of {}", saved(&alone));
    assert!(saved(&merged) > saved(&alone) * 3 / 4, "{} of {}", saved(&merged), saved(&alone));
}

/// Returns the proof that the strategy `strategy` wins from position 0. Also returns a smaller proof, if there is one.
fn selected(play: &Graph, strategy: &[(usize, u16)], ranking: Ranking, bytes: u64) -> (Proof, Option<Proof>) {
    let strategy: Strategy = strategy.iter().map(|(position, index)| (play.key(position), *index)).collect();
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    let proof = solution_tree::merge(play, &strategy, &[], 0, control).unwrap();
    let how = Selecting { ranking, plies: 3, bytes, threads: 2, until: None };
    let selected = solution_tree::select(play, &proof, how, 0, control).unwrap();
    (proof, selected)
}

#[test]
fn moves_to_positions_proved_elsewhere() {
    use Turn::{NotWon, Other, Winner, Won};
    /// A test case for the selection of moves. The last field has the size of the smaller proof for each [`Ranking`].
    /// An entry is `None` if the selection does not make the proof smaller.
    type Selection = (&'static str, &'static [Place], &'static [(usize, u16)], u64, [Option<u64>; 2]);
    let table: [Selection; 6] = [
        (
            "a position that is proved later",
            &[(Other, &[1, 2]), (Winner, &[3, 5]), (Winner, &[5, 7]), (Other, &[4]), (Won, &[]), (Other, &[6]), (Won, &[]), (NotWon, &[])],
            &[(1, 0), (2, 0)],
            7,
            [Some(5), Some(5)],
        ),
        (
            "a position three plies before proved ones, one of them the winner's choice",
            &[
                (Other, &[1, 2]),
                (Winner, &[3, 8]),
                (Other, &[5]),
                (Other, &[4]),
                (Other, &[10]),
                (Other, &[6]),
                (Winner, &[7, 11]),
                (Won, &[]),
                (Other, &[9]),
                (Winner, &[11, 6]),
                (Other, &[12]),
                (NotWon, &[]),
                (Other, &[13]),
                (Winner, &[14, 11]),
                (Won, &[]),
            ],
            &[(1, 0), (6, 0), (13, 0)],
            12,
            [Some(8), Some(8)],
        ),
        (
            "a position that depends on the one before",
            &[(Winner, &[1, 4]), (Winner, &[2, 4]), (Other, &[3]), (Won, &[]), (Other, &[1]), (NotWon, &[])],
            &[(0, 0), (1, 0)],
            4,
            [None, None],
        ),
        (
            "positions from which one gets to each other: the walk has used that already",
            &[(Other, &[1, 2]), (Winner, &[3, 2]), (Winner, &[5, 1]), (Other, &[4]), (Won, &[]), (Other, &[6]), (Won, &[])],
            &[(1, 0), (2, 0)],
            5,
            [None, None],
        ),
        (
            "a longer proof that is there anyway",
            &[
                (Other, &[1, 2]),
                (Winner, &[3, 5]),
                (Other, &[5]),
                (Other, &[8]),
                (NotWon, &[]),
                (Other, &[6]),
                (Winner, &[7, 4]),
                (Won, &[]),
                (Won, &[]),
            ],
            &[(1, 0), (6, 0)],
            8,
            // By height, position 1 may not move to position 5, because position 5 is not lower. In the backward order
            // this move is allowed, and positions 3 and 8 are saved.
            [None, Some(6)],
        ),
        (
            "nothing else",
            &[(Other, &[1, 2]), (Winner, &[3, 4]), (Winner, &[4, 3]), (Won, &[]), (NotWon, &[])],
            &[(1, 0), (2, 1)],
            4,
            [None, None],
        ),
    ];
    for (about, places, strategy, before, expected) in table {
        let play = Graph(places);
        for (ranking, expected) in [Ranking::Height, Ranking::Backwards].into_iter().zip(expected) {
            let (proof, selected) = selected(&play, strategy, ranking, 1 << 30);
            assert_eq!(proof.positions, before, "{about}");
            assert_eq!(selected.map(|proof| proof.positions), expected, "{about}, {ranking:?}");
        }
        // With too little memory, no selection of moves is tried.
        assert_eq!(selected(&play, strategy, Ranking::Height, 1 << 20).1, None, "{about}");
    }
}

#[test]
fn a_strategy_that_leads_back_is_no_proof() {
    use Turn::{Other, Winner, Won};
    let play = Graph(&[(Winner, &[1, 2]), (Other, &[0]), (Won, &[])]);
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    let strategy = |index| Strategy::from_iter([(play.key(&0), index)]);
    let proof = solution_tree::merge(&play, &strategy(1), &[], 0, control).unwrap();
    let how = Selecting { ranking: Ranking::Height, plies: 3, bytes: 1 << 30, threads: 1, until: None };
    let select = |index| solution_tree::select(&play, &Proof { strategy: strategy(index), ..proof.clone() }, how, 0, control);
    assert_eq!((select(1), select(0)), (Ok(None), Err(Error::Lost)));
}

#[test]
fn moves_selected_in_a_proof_of_losing_chess() {
    let (question, proof) = of_nf6();
    let (play, stop) = (ForSide { stalemate: Stalemate::Joint, winner: Colour::White }, AtomicBool::new(false));
    for ranking in [Ranking::Height, Ranking::Backwards] {
        for threads in [1, 2, 3] {
            let how = Selecting { ranking, plies: 3, bytes: 4 << 30, threads, until: None };
            let select = || solution_tree::select(&play, proof, how, question.position, Control::new("", &Silent, &stop));
            let selected = select().unwrap().unwrap();
            verify::verify_all(&[certify(question, Colour::White, &selected)]).unwrap();
            // In practice, about 1,100 of 27,472 positions were saved. The test demands only about half of that.
            assert!(selected.positions < proof.positions - proof.positions / 50, "{how:?}: {} of {}", selected.positions, proof.positions);
            assert_eq!(select().unwrap(), Some(selected), "{how:?}, another time");
        }
    }
}

#[test]
fn runs_of_reversible_moves_are_limited() {
    use Turn::{NotWon, Other, Winner, Won};
    const END: Place = (Won, &[]);
    // The strategy of the proof plays the first move everywhere.
    let chain: &[Place] = &[(Winner, &[1, 2]), (Other, &[3]), (Other, &[10]), (Winner, &[4]), (Other, &[9]), END, END, END, END, END, END];
    let joined: &[Place] = &[
        (Other, &[1, 9]),
        (Other, &[2]),
        (Winner, &[3, 4]),
        (Other, &[5]),
        (Other, &[10]),
        (Other, &[11]),
        END,
        END,
        END,
        (Other, &[2]),
        END,
        END,
    ];
    let lost: &[Place] = &[(Winner, &[1, 2]), (Other, &[3]), (NotWon, &[]), (Other, &[9]), END, END, END, END, END, END];
    // A case has a title, the game, the limits at the root and anywhere, and the number of positions of the new proof and
    // its longest run, or the number of runs that are too long.
    type Case = (&'static str, &'static [Place], [u16; 2], Result<(u64, u32), usize>);
    let table: [Case; 9] = [
        ("the runs are short enough", chain, [3, 3], Ok((5, 3))),
        ("another move has a shorter run", chain, [2, 2], Ok((3, 1))),
        ("moves before the root count", chain, [2, 9], Ok((3, 1))),
        ("every run is too long", chain, [0, 0], Err(1)),
        ("every run from the root is too long", chain, [0, 9], Err(1)),
        ("a position after moves and after none", joined, [4, 4], Ok((7, 4))),
        ("the same, with moves that are too many from the root", joined, [3, 3], Ok((6, 3))),
        ("the same, with moves that are too many from both", joined, [1, 1], Err(2)),
        ("the other move does not win", lost, [1, 1], Err(1)),
    ];
    for (title, places, [at_root, anywhere], expected) in table {
        let (play, stop) = (Graph(places), AtomicBool::new(false));
        let control = Control::new("", &Silent, &stop);
        let choices = (0..places.len()).filter(|&position| places[position].1.len() > 1 && places[position].0 == Winner);
        let strategy: Strategy = choices.map(|position| (play.key(&position), 0)).collect();
        let proof = solution_tree::merge(&play, &strategy, &[], 0, control).unwrap();
        for ranking in [Ranking::Height, Ranking::Backwards] {
            let how = Selecting { ranking, plies: 3, bytes: 1 << 30, threads: 2, until: None };
            let found = solution_tree::limit_runs(&play, (&proof, 0), &[], RunLimits { at_root, anywhere }, how, control).unwrap().unwrap();
            let found = match found {
                Runs::Limited(limited) => Ok((limited.positions, limited.reversible)),
                Runs::TooLong(runs) => Err(runs),
            };
            assert_eq!(found, expected, "{title}, {ranking:?}");
        }
    }
}

#[test]
fn other_proofs_shorten_runs() {
    use Turn::{Other, Winner, Won};
    const END: Place = (Won, &[]);
    // The second move of position 1 is irreversible, but wins only after more plies than are looked ahead.
    let play = Graph(&[
        (Other, &[1]),
        (Winner, &[2, 9]),
        (Other, &[3]),
        (Other, &[4]),
        (Other, &[5]),
        END,
        END,
        END,
        END,
        (Other, &[10]),
        (Other, &[11]),
        (Other, &[12]),
        (Other, &[13]),
        END,
    ]);
    let strategy = |index| Strategy::from_iter([(play.key(&1), index)]);
    let stop = AtomicBool::new(false);
    let control = Control::new("", &Silent, &stop);
    let proof = solution_tree::merge(&play, &strategy(0), &[], 0, control).unwrap();
    let how = Selecting { ranking: Ranking::Height, plies: 3, bytes: 1 << 30, threads: 1, until: None };
    let limited = |others: &[(Strategy, usize)]| {
        let limits = RunLimits { at_root: 3, anywhere: 3 };
        match solution_tree::limit_runs(&play, (&proof, 0), others, limits, how, control).unwrap().unwrap() {
            Runs::Limited(limited) => Ok((limited.positions, limited.reversible)),
            Runs::TooLong(runs) => Err(runs),
        }
    };
    assert_eq!((proof.reversible, limited(&[]), limited(&[(strategy(1), 1)])), (5, Err(1), Ok((7, 1))));
}
