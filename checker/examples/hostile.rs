//! `hostile DIRECTORY` writes certificates to a directory. We know no certificates of the same size that take longer to
//! verify.
//!
//! The checker must handle each certificate quickly, but its verdict (verified, rejected or undecided) does not matter.

use gamecert_checker::inspect::{self, Argument, HelpmateGame, Move, PackedPosition, Status};
use gamecert_checker::{Colour, Place};
use std::collections::HashMap;
use std::path::Path;

/// A CBOR item of the certificate format.
#[derive(Clone)]
enum Item {
    U(u64),
    T(&'static str),
    B(Vec<u8>),
    A(Vec<Item>),
}
use Item::{A, B, T, U};

fn head(major: u8, argument: u64, out: &mut Vec<u8>) {
    let initial = major << 5;
    match argument {
        0..24 => out.push(initial | argument as u8),
        24..0x100 => out.extend([initial | 24, argument as u8]),
        0x100..0x1_0000 => out.extend([&[initial | 25][..], &(argument as u16).to_be_bytes()].concat()),
        0x1_0000..0x1_0000_0000 => out.extend([&[initial | 26][..], &(argument as u32).to_be_bytes()].concat()),
        _ => out.extend([&[initial | 27][..], &argument.to_be_bytes()].concat()),
    }
}

fn write(item: &Item, out: &mut Vec<u8>) {
    match item {
        U(number) => head(0, *number, out),
        B(bytes) => {
            head(2, bytes.len() as u64, out);
            out.extend(bytes);
        }
        T(text) => {
            head(3, text.len() as u64, out);
            out.extend(text.as_bytes());
        }
        A(items) => {
            head(4, items.len() as u64, out);
            items.iter().for_each(|item| write(item, out));
        }
    }
}

/// Builds a certificate of kind `kind` about the rule set `rules`.
fn certificate(kind: &'static str, rules: &'static str, parameters: Vec<Item>, claim: Vec<Item>, evidence: Vec<Item>) -> Vec<u8> {
    let mut out = Vec::new();
    head(6, 55799, &mut out);
    let game = A(vec![T(rules), U(1), A(parameters)]);
    let items = vec![T("gamecert"), U(1), A(vec![T(kind), U(1)]), game, A(claim), A(vec![]), A(evidence)];
    write(&A(items), &mut out);
    out
}

/// Builds a certificate of kind `batch` with `count` claims of the kind `kind`, each with its evidence.
fn batch(kind: &'static str, count: usize, entry: impl Fn(usize) -> (Item, Item)) -> Vec<u8> {
    let entries = (0..count).map(|number| {
        let (claim, evidence) = entry(number);
        A(vec![U(0), claim, evidence])
    });
    certificate("batch", "chess", vec![], vec![A(vec![A(vec![T(kind), U(1)])]), U(count as u64)], entries.collect())
}

/// Packs a position that has no castling rights and no en passant square.
fn packed(fen: &str) -> Vec<u8> {
    let mut fields = fen.split(' ');
    let (board, white) = (fields.next().unwrap(), fields.next().unwrap() == "w");
    let mut squares = [None; 64];
    for (rank, line) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    squares[(7 - rank) * 8 + file] = Some(letter);
                    file += 1;
                }
            }
        }
    }
    let occupied = (0..64).filter(|square| squares[*square].is_some()).fold(0_u64, |all, square| all | 1 << square);
    let codes: Vec<u8> = squares
        .iter()
        .flatten()
        .map(|letter| match (letter, white) {
            ('K', true) => 14,
            ('k', false) => 15,
            _ => "PNBRQKpnbrqk".find(*letter).unwrap() as u8,
        })
        .collect();
    let halves = codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0));
    occupied.to_le_bytes().into_iter().chain(halves).collect()
}

fn bits(numbers: &[bool]) -> Vec<u8> {
    numbers.chunks(8).map(|chunk| chunk.iter().enumerate().fold(0, |byte, (place, bit)| byte | u8::from(*bit) << (7 - place))).collect()
}

fn trimmed(mut bytes: Vec<u8>) -> Vec<u8> {
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    bytes
}

/// Builds a batch of `count` identical claims.
fn skeletons(game: &dyn HelpmateGame, fen: &str, tracked: &str, count: usize) -> Vec<u8> {
    let position = game.read(fen, &Place::Byte(0)).unwrap();
    let square = |name: &str| (name.as_bytes()[0] - b'a') as u64 + 8 * (name.as_bytes()[1] - b'1') as u64;
    let tracked = tracked.split_whitespace().map(|name| 1_u64 << square(name)).sum();
    let met = match by_skeletons(game, &position, tracked) {
        Argument::Holds(met) => met,
        other => {
            println!("{fen}: {other:?}");
            1 << 15
        }
    };
    let entry = |_| {
        let evidence = A(vec![U(1), B(vec![]), B(vec![0x80]), U(met.into()), U(tracked)]);
        (A(vec![B(packed(fen)), U(0)]), evidence)
    };
    batch("unwinnable", count, entry)
}

fn by_skeletons(game: &dyn HelpmateGame, position: &PackedPosition, tracked: u64) -> Argument {
    game.by_skeletons(position, Colour::White, tracked, 1 << 15)
}

/// Finds the positions that can arise from `fen`, but stops once `most` or more are found. Returns the number of
/// positions, and for each position whether its moves were skipped.
fn closed(game: &dyn HelpmateGame, fen: &str, most: usize, statics: usize) -> (usize, Vec<bool>) {
    let mut known = HashMap::new();
    let mut all = vec![game.read(fen, &Place::Byte(0)).unwrap()];
    known.insert(all[0], 0);
    let (mut number, mut by_statics) = (0, vec![]);
    let mut moves: Vec<Move> = vec![];
    while number < all.len() && all.len() < most {
        let position = all[number];
        let mut is_static = false;
        if let Status::Goes(_) = game.play(&position, &mut moves)
            && !game.material(&position, Colour::White)
        {
            // A position that the static argument decides needs no moves.
            is_static = number >= statics && game.statically(&position, Colour::White);
            if !is_static {
                for played in &moves {
                    let next = game.make(&position, *played).position;
                    if known.insert(next, all.len()).is_none() {
                        all.push(next);
                    }
                }
            }
        }
        by_statics.push(is_static);
        number += 1;
    }
    by_statics.resize(all.len(), false);
    println!("{fen}: {} positions, {} statics, closed {}", all.len(), by_statics.iter().filter(|bit| **bit).count(), number == all.len());
    (all.len(), by_statics)
}

/// Builds the evidence of kind `unwinnable` from the results of `closed`.
fn unwinnable(positions: usize, statics: &[bool]) -> Vec<Item> {
    let bits = bits(statics);
    vec![U(positions as u64), B(if positions <= 4096 { trimmed(bits) } else { bits })]
}

fn set(game: &dyn HelpmateGame, fen: &str, most: usize, statics: usize) -> Vec<u8> {
    let (positions, by_statics) = closed(game, fen, most, statics);
    certificate("unwinnable", "chess", vec![], vec![B(packed(fen)), U(0)], unwinnable(positions, &by_statics))
}

fn sets(game: &dyn HelpmateGame, fen: &str, count: usize, statics: usize) -> Vec<u8> {
    let (positions, by_statics) = closed(game, fen, 5000, statics);
    batch("unwinnable", count, |_| (A(vec![B(packed(fen)), U(0)]), A(unwinnable(positions, &by_statics))))
}

/// Builds the claim and the evidence for a sequence of at most `plies` moves. The sequence repeats the moves `cycle`
/// and ends with the moves `last`.
fn line(game: &dyn HelpmateGame, fen: &str, cycle: &str, last: &str, plies: usize) -> (Item, Item) {
    let mut position = game.read(fen, &Place::Byte(0)).unwrap();
    let (cycle, last): (Vec<&str>, Vec<&str>) = (cycle.split(' ').collect(), last.split(' ').collect());
    let rounds = (plies - last.len()) / cycle.len();
    let mut stream = vec![];
    let mut moves: Vec<Move> = vec![];
    let names: Vec<&str> = (0..rounds).flat_map(|_| cycle.iter().copied()).chain(last).collect();
    for name in &names {
        game.play(&position, &mut moves);
        let place =
            moves.iter().position(|played| game.name(*played) == *name).unwrap_or_else(|| panic!("{name} in {}", game.text(&position)));
        let width = usize::BITS - (moves.len() - 1).leading_zeros();
        stream.extend((0..width).rev().map(|bit| place >> bit & 1 != 0));
        position = game.make(&position, moves[place]).position;
    }
    println!("{fen}: {} plies, {} bits", names.len(), stream.len());
    let claim = A(vec![B(packed(fen)), U(0), U(names.len() as u64)]);
    (claim, A(vec![B(bits(&stream))]))
}

fn main() {
    let directory = std::env::args().nth(1).expect("a directory");
    let put = |name: &str, bytes: Vec<u8>| std::fs::write(Path::new(&directory).join(name), bytes).unwrap();
    inspect::chess(|game| {
        for (name, fen, tracked) in [
            ("bishops", "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -", "b7 d7 f7 a8 c8 e8 g8"),
            ("knights", "8/5ppp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -", "a2 b2"),
        ] {
            put(&format!("skeletons-{name}.cbor"), skeletons(game, fen, tracked, 41));
            put(&format!("skeletons-{name}-many.cbor"), skeletons(game, fen, tracked, 25_000));
        }
        for (name, fen) in [
            ("kings", "8/8/1p1p1p1p/1P1P1P1P/p1p1p1p1/P1P1P1P1/2K5/5k2 w - -"),
            ("walls", "1kb5/8/1p1p1p1p/1P1P1P1P/8/8/8/1KB5 w - -"),
            ("bishops", "bkb5/b1b5/1p1p1p1p/1P1P1P1P/8/8/B1B5/BKB5 w - -"),
        ] {
            put(&format!("positions-{name}.cbor"), set(game, fen, 1_000_000, usize::MAX));
        }
        // A set of at most 4096 positions that never uses the static argument takes no bytes for its bits, since
        // trailing zeros are left out.
        for (name, fen) in [
            ("wall", "7k/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - -"),
            ("pair", "6bk/6p1/p5P1/Pp6/1P6/8/8/K7 w - -"),
            ("closed", "k7/p1p1p1p1/P1P1P1P1/8/8/1p1p1p1p/1P1P1P1P/K7 w - -"),
        ] {
            put(&format!("entries-{name}.cbor"), sets(game, fen, 20_000, usize::MAX));
        }
        // The static argument, on a board with 30 units, for every entry of a batch and for most positions of a set.
        let slow = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -";
        put("statics-entries.cbor", sets(game, slow, 20_000, 0));
        put("statics-set.cbor", set(game, slow, 1_000_000, 20_000));
        // A rook shuttles while the opposing king has only one or two moves, then gives mate.
        for (name, fen, cycle, last) in [
            ("few", "k7/8/1K6/8/8/8/8/1R6 w - -", "b1c1 a8b8 c1b1 b8a8", "b1c1 a8b8 c1d1 b8a8 d1d8"),
            ("many", "k7/8/1K6/8/8/2R1R1R1/3R1R1R/2R1R1R1 w - -", "h2h3 a8b8 h3h2 b8a8", "c3c8"),
        ] {
            let (claim, evidence) = line(game, fen, cycle, last, 1024);
            put(&format!("helpmates-{name}.cbor"), batch("helpmate", 10_000, |_| (claim.clone(), evidence.clone())));
        }
    });
}
