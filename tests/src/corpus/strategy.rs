//! Files of the kind `strategy`, with best moves and with moves that are just good enough, selected by thresholds from
//! retrograde analysis.

use super::games::{Game, Placing, To, placing, tug};
use super::item::{A, B, Item, column};
use super::{At, Byte, Corpus, In, Place, certificate};

const TIES: [&str; 3] = ["advantage", "make-it-take-it", "ladies-first"];
const PLAYERS: [&str; 2] = ["left", "right"];

/// Thresholds of one player in a stone-placing game, for one number of chips.
struct Thresholds<'g> {
    game: &'g Game,
    player: usize,
    tie_break: u64,
    chips: u64,
    codes: Vec<u64>,
}

impl<'g> Thresholds<'g> {
    fn new(game: &'g Game, player: usize, tie_break: u64, chips: u64) -> Self {
        assert!(game.ordered());
        let mut found = Self { game, player, tie_break, chips, codes: vec![0; game.classes()] };
        for class in (0..game.classes()).rev() {
            let [own, others] =
                [player, 1 - player].map(|who| game.options[class][who].iter().map(|to| found.code(*to)).collect::<Vec<_>>());
            found.codes[class] = found.phi(*own.iter().min().unwrap(), *others.iter().max().unwrap());
        }
        found
    }

    /// Returns the number of codes.
    fn top(&self) -> u64 {
        if self.tie_break == 2 { self.chips + 1 } else { 2 * self.chips + 2 }
    }

    fn phi(&self, x: u64, y: u64) -> u64 {
        let (low, high) = (x.min(y), x.max(y));
        match (self.tie_break, self.player) {
            (0, _) => low.div_ceil(2) + high / 2,
            (1, _) => low / 2 + high.div_ceil(2),
            (_, 0) => (low + high) / 2,
            _ => (low + high).div_ceil(2),
        }
    }

    fn code(&self, to: To) -> u64 {
        match to {
            To::Class(class) => self.codes[class],
            To::Won(winner) if winner == self.player => 0,
            _ => self.top(),
        }
    }

    /// Returns the first of the best options.
    fn best(&self, class: usize) -> u8 {
        let options = &self.game.options[class][self.player];
        (0..options.len()).min_by_key(|option| self.code(options[*option])).unwrap() as u8
    }

    /// Returns the best moves against all options of the other player.
    fn plain(&self) -> Vec<u8> {
        self.moves(|class, _| (self.best(class), u64::MAX))
    }

    /// Returns the best moves with as little evidence as each position's required code allows: only the player's move
    /// or only the other player's options if this suffices, otherwise both.
    fn sparing(&self) -> Vec<u8> {
        self.moves(|class, need| {
            let options = &self.game.options[class];
            let x = options[self.player].iter().map(|to| self.code(*to)).min().unwrap();
            let y = options[1 - self.player].iter().map(|to| self.code(*to)).max().unwrap();
            let best = self.best(class);
            if self.phi(x, self.top()) <= need {
                (32 + best, (0..=self.top()).rev().find(|more| self.phi(*more, self.top()) <= need).unwrap())
            } else if self.phi(self.top(), y) <= need {
                (64, (0..=self.top()).rev().find(|more| self.phi(self.top(), *more) <= need).unwrap())
            } else {
                // Without a smaller requirement, each option must meet its own threshold.
                (best, u64::MAX)
            }
        })
    }

    /// Encodes the moves of all reached classes. `choose` gets a class and its required code, and returns the class's
    /// byte and the code required of its options (`u64::MAX` requires the options' thresholds).
    fn moves(&self, choose: impl Fn(usize, u64) -> (u8, u64)) -> Vec<u8> {
        let (mut classes, mut bytes) = (vec![(0, self.codes[0])], Vec::new());
        while let Some((class, need)) = classes.get(bytes.len()).copied() {
            let (byte, allowed) = choose(class, need);
            let [own, others] = [self.player, 1 - self.player].map(|who| &self.game.options[class][who]);
            let own = if byte < 64 { vec![own[usize::from(byte % 32)]] } else { vec![] };
            let others = if byte / 32 == 1 { vec![] } else { others.clone() };
            for to in own.iter().chain(&others) {
                if let To::Class(next) = to {
                    let allowed = if allowed == u64::MAX { self.codes[*next] } else { allowed };
                    // A class may be reached again before its byte is chosen, because all classes with the same number
                    // of stones are collected first.
                    match classes.iter().position(|(known, _)| known == next) {
                        Some(known) => classes[known].1 = classes[known].1.min(allowed),
                        None => classes.push((*next, allowed)),
                    }
                }
            }
            bytes.push(byte);
        }
        bytes
    }

    fn emit(&self, code: u64, moves: Vec<u8>) -> Item {
        let claim = column(&[self.player as u64, self.tie_break, self.chips, code]);
        certificate("strategy", self.game.item.clone(), claim, &[], B(moves))
    }
}

pub fn files(corpus: &mut Corpus) {
    accepted(corpus);
    rejected(corpus);
}

fn accepted(corpus: &mut Corpus) {
    let table: Vec<(&str, &str, Game)> = vec![
        ("hex-2x2", "Hex on 2x2", placing(Placing::Hex, 2, 2, 0)),
        ("hex-3x3", "Hex on 3x3", placing(Placing::Hex, 3, 3, 0)),
        ("hex-2x4", "Hex on 2x4", placing(Placing::Hex, 2, 4, 0)),
        ("tic-tac-toe-3x3", "Tic-tac-toe", placing(Placing::TicTacToe, 3, 3, 3)),
        ("connect-3x3", "Connect on 3x3, with zugzwang", placing(Placing::Connect, 3, 3, 3)),
    ];
    for (name, what, game) in &table {
        for (player, tie_break) in (0..2).flat_map(|player| (0..3).map(move |tie_break| (player, tie_break))) {
            for chips in [0, 4, 11] {
                let known = Thresholds::new(game, player, tie_break, chips);
                let code = known.codes[0];
                if code == known.top() {
                    continue;
                }
                let (who, ties) = (PLAYERS[player], TIES[tie_break as usize]);
                let name = format!("strategy/{name}-{who}-{ties}-{chips}");
                let what = format!("{what}, {who} wins with a code of {code} of {chips} chips, {ties}");
                corpus.accept(
                    &format!("{name}-sparing"),
                    &format!("{what}, no more looked at than is needed"),
                    &known.emit(code, known.sparing()),
                );
                if chips == 4 {
                    corpus.accept(
                        &format!("{name}-plain"),
                        &format!("{what}, all options of the other looked at"),
                        &known.emit(code, known.plain()),
                    );
                }
            }
        }
    }
    let game = placing(Placing::Hex, 2, 2, 0);
    let known = Thresholds::new(&game, 0, 0, 4);
    corpus.accept("strategy/more-than-needed", "A greater code than the strategy needs", &known.emit(known.codes[0] + 1, known.plain()));
    // With this number of chips, sums of codes come close to 2^31.
    let chips = (1 << 28) - 1;
    let known = Thresholds::new(&game, 1, 1, chips);
    corpus.accept("strategy/2-to-the-28-less-1-chips", "As many chips as there may be", &known.emit(known.codes[0], known.plain()));
}

fn rejected(corpus: &mut Corpus) {
    let game = placing(Placing::Hex, 2, 2, 0);
    let known = Thresholds::new(&game, 0, 0, 4);
    let (code, moves) = (known.codes[0], known.plain());
    let base = known.emit(code, moves.clone());
    let last = moves.len() - 1;
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut moves = moves.clone();
        change(&mut moves);
        base.with(&[6], B(moves))
    };
    let table: Vec<(&str, &str, Place<'_>, &str, Item)> = vec![
        ("player", "player", At(&[4, 0]), "A player 2", base.set(&[4, 0], 2)),
        ("tie-break", "tie_break", At(&[4, 1]), "A tie break 3", base.set(&[4, 1], 3)),
        ("chips", "chips", At(&[4, 2]), "2^28 chips", base.set(&[4, 2], 1 << 28)),
        ("code", "code", At(&[4, 3]), "The code T(k), with which there is nobody", base.set(&[4, 3], known.top())),
        ("threshold", "threshold", At(&[4, 3]), "A code less by one than the strategy needs", base.set(&[4, 3], code - 1)),
        ("fewer-chips-claimed", "threshold", At(&[4, 3]), "A strategy for four chips, claimed for five", base.set(&[4, 2], 5)),
        ("for-the-other", "moves", At(&[6]), "Left's strategy as Right's", base.set(&[4, 0], 1)),
        ("no-moves", "moves", At(&[6]), "No byte at all", base.with(&[6], B(vec![]))),
        ("one-move-less", "moves", At(&[6]), "The last byte is missing", with(&|moves| moves.truncate(last))),
        ("one-move-more", "moves", In(&[6], last + 1), "A byte for no position", with(&|moves| moves.push(0))),
        ("the-other-not-looked-at", "moves", In(&[6], 2), "Right's moves are left out", base.with(&[6], B(vec![32, 32, 32]))),
        ("a-cell-that-is-not-there", "move", In(&[6], 0), "Option 4 of four, from 0", with(&|moves| moves[0] = 4)),
        ("one-option-less", "move", In(&[6], last), "Option 1 where one cell is empty", with(&|moves| moves[last] = 1)),
        ("option-beside-none", "move", In(&[6], 0), "An option where none is to be looked at", with(&|moves| moves[0] = 65)),
        ("no-such-form", "move", In(&[6], 0), "A byte of 96", with(&|moves| moves[0] = 96)),
        ("all-bits", "move", In(&[6], last), "A byte of 255", with(&|moves| moves[last] = 255)),
    ];
    for (name, clause, place, what, item) in table {
        corpus.reject(&format!("strategy/{name}"), &format!("strategy/{clause}"), place, what, &item);
    }
    let item = base.with(&[6], B(vec![32, 32]));
    corpus.reject("strategy/wins-every-bid", "strategy/threshold", At(&[4, 3]), "Left wins every bid, which takes more", &item);
    corpus.reject("strategy/cites", "citation/count", At(&[5]), "A citation where none belongs", &base.with(&[5], A(vec![B(vec![0; 32])])));
    corpus.reject("strategy/list", "cbor/type", At(&[6]), "Moves as an array", &base.with(&[6], column(&[0, 0])));
    let longer = [base.bytes(), vec![0]].concat();
    corpus.reject_bytes("strategy/trailing", "cbor/trailing", longer.len() - 1, "An item behind the moves", longer);
    let other = base.with(&[3], tug(2).item);
    corpus.reject("strategy/tug", "envelope/pairing", At(&[3, 0]), "A game in which play can go on for ever", &other);
    corpus.undecided(
        "strategy/allowance",
        "resources/allowance",
        Byte(0),
        "--work 71",
        "A step less than where play begins takes: 12, and 12 for each of five options",
        &base,
    );
    corpus.undecided(
        "strategy/memory",
        "resources/memory",
        Byte(0),
        "--memory 4M",
        "A file of which 4 MiB and 96 times its size are charged",
        &base,
    );
}
