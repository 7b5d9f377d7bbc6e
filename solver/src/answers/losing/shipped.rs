//! Lists the proofs in `certs/losing` by their root positions. If a search ends without a verdict, the program names a
//! proof from this list. No verdict depends on this list.

use crate::games::Colour::{self, Black, White};
use crate::games::losing_chess::Stalemate;
use crate::games::losing_chess::line::played;
use crate::games::losing_chess::text::{START, Setup};

/// A proof in the folder `certs/losing`.
#[derive(Clone, Copy, Debug)]
pub struct ShippedProof {
    /// Path of the proof's file in the repository.
    pub file: &'static str,
    /// SHA-256 digest of the file.
    pub sha256: &'static str,
    /// Root position of the proof.
    pub root: &'static str,
    /// Side that wins.
    pub winner: Colour,
    /// Name of the rule set.
    pub rules: &'static str,
}

const fn proof(file: &'static str, sha256: &'static str, root: &'static str, winner: Colour, rules: &'static str) -> ShippedProof {
    ShippedProof { file, sha256, root, winner, rules }
}

/// All proofs in `certs/losing`, sorted by file name. A test compares the list with the files and with
/// `certs/SHA256SUMS`.
pub const SHIPPED: [ShippedProof; 24] = [
    proof(
        "certs/losing/Nc3.cbor",
        "0870a0625e7e5d610ee9cda6a3be011eaa90debf370d7b30a0360067f5af922c",
        "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/Nf3.cbor",
        "8b575512be0527a65dd42d9da680793fc1b9e0771c904e9c466d40550a90ac44",
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/d3.cbor",
        "8dc01b9dcb4d80d5a910ac4d425c456fe731a1b6531532535a11409072093606",
        "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/d4.cbor",
        "6e1c09cc473c317c8705468a6d28aa0be1e45b565b162b005a450e69c9cf462b",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/e3-Na6.cbor",
        "85d523f6534dd14bd9dd894be4439dfa1b10a11b2334d1aa39aba3abb98a6d5e",
        "r1bqkbnr/pppppppp/n7/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-Nc6.cbor",
        "7f4a3a033fc9da1f4a37aea689d59dc401d659e243fd00db3556433ebb222cff",
        "r1bqkbnr/pppppppp/2n5/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-Nf6.cbor",
        "05ecc1df02119c4eedef65f470ba8c8e63c0e3f7956464b29db4b556ecc81dd8",
        "rnbqkb1r/pppppppp/5n2/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-Nh6.cbor",
        "a0c0989919c8b7d36d804d57c70bc898ad9a6820adaeceb8696305c79baea420",
        "rnbqkb1r/pppppppp/7n/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-a5.cbor",
        "7ff7650f944436244ac377ba9a83c575320a89d0a817cae2e9315ba5224e32c8",
        "rnbqkbnr/1ppppppp/8/p7/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-a6.cbor",
        "1f1c689e5b4572ff0b3bb6168af32e3767ff38d3acffc87acbb76589d55b30ad",
        "rnbqkbnr/1ppppppp/p7/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-c6.cbor",
        "b89b521f76e36803339c5bb8703d8b033429b1acf6dfa376fb0fcdb0ee652eef",
        "rnbqkbnr/pp1ppppp/2p5/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-d5.cbor",
        "1042c50d537ac312ccdc32fa799859428bc7c76dafd460bbf75e6b5c69b7ceb7",
        "rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-d6.cbor",
        "45033b830d08f56051ead2836c0acc1698092cfede9464d0586b29df47ff79a7",
        "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-e5.cbor",
        "0cdd9c2efe0cdc3caebcedaf80c1a21451dfd5e93428f282fe5dbb889e39148a",
        "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-f5.cbor",
        "9769f9c3cb121188e1026a6fc2d77909c17ac92fef9dc7cb3113e0fb0deb9437",
        "rnbqkbnr/ppppp1pp/8/5p2/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-f6.cbor",
        "442079b914eea78dd98d588435934cc5a8b807df30ef658d2bfc6282881265e6",
        "rnbqkbnr/ppppp1pp/5p2/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-g6.cbor",
        "cbf1b23154dc464f4a928df7e9bd9267829d15054b7245a9cc531474eeebc512",
        "rnbqkbnr/pppppp1p/6p1/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-h5.cbor",
        "a90bb298602c19f742a9cc309cbba0391952cd8462c3ea9e69582ee11ead2933",
        "rnbqkbnr/ppppppp1/8/7p/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e3-h6.cbor",
        "cc2060aad9a6f034a1b0d15e1e7122ee1bf3c4e05417e6225fc1c7df1a46c633",
        "rnbqkbnr/ppppppp1/7p/8/8/4P3/PPPP1PPP/RNBQKBNR w - -",
        White,
        "joint",
    ),
    proof(
        "certs/losing/e4.cbor",
        "3ee5e8bb03af5580b73c1cb0b12dcce26f629edc37f9e2edb159a1bec451c01f",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/f4.cbor",
        "3cbc1e9523f3cc0eba15f3d136a501eb3e271a0a7a5b2cb1dea3861f9e49ee85",
        "rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/fics.cbor",
        "4db00c636f98284b09fecf5e5be0f2da0f43f487963b0cb2082d42342cb76cca",
        "8/8/p7/p7/P5p1/6p1/1k1P2P1/8 w - -",
        White,
        "fics",
    ),
    proof(
        "certs/losing/h4.cbor",
        "fd64544505ed22bb1c69a59214302975f87352a7b414e1d5e33c41c147dccfa2",
        "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b - -",
        Black,
        "joint",
    ),
    proof(
        "certs/losing/international.cbor",
        "192c98df4f3dc574ce9d6c5bc754a1f95ecc6324596d707dc8de4649cfef44bd",
        "8/7p/7P/1p1p3P/1P3n2/6K1/8/8 w - -",
        White,
        "international",
    ),
];

/// Black's replies to 1. e3 for which `certs/losing` has no proof.
pub const OPEN_REPLIES: [&str; 5] = ["b5", "b6", "c5", "e6", "g5"];

/// Finds a proof whose root is this position and which is valid under these rules. If `side` is set, the proof must
/// prove a win of this side.
#[must_use]
pub fn proof_of(position: &str, rules: Stalemate, side: Option<Colour>) -> Option<&'static ShippedProof> {
    let rules = rules.to_string();
    let holds = |proof: &&ShippedProof| proof.rules == "joint" || proof.rules == rules;
    SHIPPED.iter().filter(holds).find(|proof| proof.root == position && side.is_none_or(|side| side == proof.winner))
}

/// Finds the last of the positions `way` for which [`SHIPPED`] has a proof. Returns the number of moves before the
/// proved position, and the proof.
#[must_use]
pub fn last_proof(way: &[Setup], rules: Stalemate, side: Option<Colour>) -> Option<(usize, &'static ShippedProof)> {
    (0..way.len()).rev().find_map(|moves| proof_of(&way[moves].position.to_string(), rules, side).map(|proof| (moves, proof)))
}

/// Describes known results about an undecided position, from `certs/losing` or from other publications. `way` lists the
/// earlier positions of the game and ends with the undecided position. `moves` lists the moves so far. The list `moves`
/// is empty if `way` does not begin at the start of the game.
#[must_use]
pub fn known_elsewhere(way: &[Setup], moves: &[String], rules: Stalemate, side: Option<Colour>) -> String {
    let reached = |line: &str| played(START.parse().expect("the start is a position"), line).expect("legal moves").position;
    if let Some((before, ShippedProof { file, winner, sha256, .. })) = last_proof(way, rules, side) {
        let only = "the solver looks there by itself where the folder certs/losing is";
        return match moves.get(..before) {
            _ if before + 1 == way.len() => format!("{file} (SHA-256 {sha256}) proves that {winner} wins: {only}"),
            Some(moves) => format!("{file} proves that {winner} wins after {}; these moves leave its lines", numbered(moves)),
            None => format!("{file} proves that {winner} wins from {}; these moves leave its lines", way[before].position),
        };
    }
    if let Some(reply) = OPEN_REPLIES.iter().find(|reply| way.iter().any(|setup| setup.position == reached(&format!("e3 {reply}")))) {
        return format!(
            "1. e3 {reply} is open here. M. Watkins reports a win of White (Losing Chess: 1. e3 wins for White); certs/ has no proof of it"
        );
    }
    if way.last().is_some_and(|setup| setup.position == reached("e3")) {
        let proved = SHIPPED.iter().filter(|proof| proof.file.starts_with("certs/losing/e3-")).count();
        let (all, open) = (proved + OPEN_REPLIES.len(), OPEN_REPLIES.join(", "));
        return format!("certs/losing proves that White wins after 1. e3 against {proved} of Black's {all} replies; {open} are open here");
    }
    "certs/ has no proof about this position".to_owned()
}

/// Formats moves with move numbers. The first move in the list is the first move of a game.
fn numbered(moves: &[String]) -> String {
    let words = moves.iter().enumerate().map(|(ply, played)| match ply % 2 {
        0 => format!("{}. {played}", ply / 2 + 1),
        _ => played.clone(),
    });
    words.collect::<Vec<_>>().join(" ")
}
