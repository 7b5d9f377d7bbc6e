// Games as state machines, in Node: the effects of bids, ties, moves and undo, and whole games against the explorer's
// module.
//
//     node --test web/tests/games.test.mjs      EXPLORER_WASM: the module

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { Explorer } from "../explorer/explorer.mjs";
import { generator } from "./play.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODULES = { heaps: "heaps-game", chips: "chips-game", bidding: "bidding-game", strength: "strength", fraction: "fraction", game: "game", chipsPlay: "chips-play", biddingPlay: "bidding-play", heapsPlay: "heaps-play" };

const { heaps, chips, bidding, strength, fraction, game, chipsPlay, biddingPlay, heapsPlay } = await bundled();
const { Fraction } = fraction;

/** Imports modules of the page into Node. */
async function bundled() {
  const contents = Object.entries(MODULES).map(([name, file]) => `export * as ${name} from "./${file}";`).join("\n");
  const { outputFiles } = await build({ stdin: { contents, resolveDir: join(ROOT, "web/src"), loader: "ts" }, bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Creates an explorer that has opened certificates. The last certificate may cite the others. */
function explorer(kind, ...paths) {
  const one = new Explorer(new WebAssembly.Module(readFileSync(process.env.EXPLORER_WASM)));
  const ask = (question, file) => {
    const said = one.ask({ [kind]: question }, file);
    assert.ok("answer" in said, said.error);
    return said.answer;
  };
  for (const [at, path] of paths.entries()) ask(at === paths.length - 1 ? { open: { name: path } } : "cite", new Uint8Array(readFileSync(join(ROOT, path))));
  return ask;
}

/** Answers a game's questions until the user acts. */
function asked(game, state, ask) {
  let now = state;
  for (;;) {
    const questions = game.questions(now);
    if (questions.length === 0) return now;
    now = game.next(now, { kind: "answers", answers: questions.map(ask) });
  }
}

// Heaps.

const PLACE = { budget: 10, heap: 5, coins: 6, marker: "left" };

/** An invented answer of the explorer: the program bids `its`, and only the outcome is known. */
const heapLook = (outcome, its) => ({ outcome, left: [{ bid: its, take: [1], take_at_tie: [1] }], right: [{ bid: its, take: [1], take_at_tie: [1] }] });

/** Returns a heap game in which the user, who is Left, makes a bid; `its` is the program's bid. */
const heapBids = (its, place = PLACE) => heaps.next(heaps.begun(place, "left", [1, 2], "exact", 1), { kind: "answers", answers: [heapLook(3, its)] });

for (const [title, place, its, text, expected] of [
  ["the higher bid wins and is paid", PLACE, 2, "3", { phase: "settle", coins: 3, marker: "left", winner: "left" }],
  ["the program's too", PLACE, 4, "3", { phase: "settle", coins: 10, marker: "left", winner: "right" }],
  ["who has the marker wins the tie and gives it away", PLACE, 3, "3", { phase: "settle", coins: 3, marker: "right", winner: "left" }],
  ["the program wins the tie with the marker", { ...PLACE, marker: "right" }, 3, "3", { phase: "settle", coins: 9, marker: "left", winner: "right" }],
  ["all coins can be bid", PLACE, 2, "6", { phase: "settle", coins: 0, marker: "left", winner: "left" }],
  ["more than all cannot", PLACE, 2, "7", { phase: "bid", coins: 6, marker: "left", refused: "7: expected a bid from 0 to 6." }],
  ["nothing is no bid", PLACE, 2, "", { phase: "bid", coins: 6, marker: "left", refused: "nothing: expected a bid from 0 to 6." }],
  ["a bid below 0 is none", PLACE, 2, "-1", { phase: "bid", coins: 6, marker: "left", refused: "-1: expected a bid from 0 to 6." }],
  ["a fraction is none", PLACE, 2, "1.5", { phase: "bid", coins: 6, marker: "left", refused: "1.5: expected a bid from 0 to 6." }],
]) {
  test(`heaps, bids: ${title}`, () => {
    const state = heaps.next(heapBids(its, place), { kind: "bid", text });
    const { phase, refused, rounds } = state;
    const { coins, marker } = state.place;
    assert.deepEqual({ phase, coins, marker, refused, winner: rounds.at(-1)?.winner }, { refused: undefined, winner: undefined, ...expected });
  });
}

/** Returns a heap game in which the user has won a bid of 3 against 2. The takes 1 and 2 are worth 3 and 1. */
const heapTakes = () => heaps.next(heaps.next(heapBids(2), { kind: "bid", text: "3" }), { kind: "answers", answers: [heapLook(2, 0), heapLook(-1, 0)] });

test("heaps: the winner of the bid takes, and points are counted", () => {
  const state = heapTakes();
  assert.deepEqual([state.phase, state.rounds[0].takes], ["take", [{ number: 1, worth: 3 }, { number: 2, worth: 1 }]]);
  const then = heaps.next(state, { kind: "take", number: 2 });
  assert.deepEqual([then.phase, then.place.heap, then.score], ["look", 3, 2]);
  assert.deepEqual(heaps.givenAway(then.rounds[0], "left"), { bid: 0, take: 2 });
  const over = heaps.next(then, { kind: "answers", answers: [{ outcome: 0, left: [], right: [] }] });
  assert.deepEqual([over.phase, over.score], ["over", 2]);
});

for (const [title, state, event] of [
  ["a take that there is not", heapTakes(), { kind: "take", number: 3 }],
  ["a take that there is not, while bids are made", heapBids(2), { kind: "take", number: 3 }],
  ["a second bid", heapTakes(), { kind: "bid", text: "1" }],
  ["answers that nobody asked for", heapTakes(), { kind: "answers", answers: [] }],
  ["undo before the first bid", heapBids(2), { kind: "undo" }],
]) {
  test(`heaps: ${title} changes nothing`, () => assert.equal(heaps.next(state, event), state));
}

for (const [title, mine, takes, expected] of [
  ["it is taken when the bid is won", "3", [2], { phase: "look", took: 2, heap: 3 }],
  ["the last number chosen counts", "3", [2, 1], { phase: "look", took: 1, heap: 4 }],
  ["chosen twice it is put back", "3", [2, 2], { phase: "take", took: undefined, heap: 5 }],
  ["nothing is taken for who has lost the bid but what the winner takes", "0", [2], { phase: "look", took: 1, heap: 4 }],
]) {
  test(`heaps, a take chosen with the bid: ${title}`, () => {
    const bid = run(heaps, heapBids(2), ...takes.map((number) => ({ kind: "take", number })), { kind: "bid", text: mine });
    const { phase, place, rounds } = heaps.next(bid, { kind: "answers", answers: [heapLook(2, 0), heapLook(4, 0)] });
    assert.deepEqual({ phase, took: rounds[0].took, heap: place.heap }, expected);
  });
}

test("heaps: undo takes a whole round back", () => {
  const first = heapBids(2);
  const second = heaps.next(heaps.next(heapTakes(), { kind: "take", number: 1 }), { kind: "answers", answers: [heapLook(0, 1)] });
  assert.deepEqual([second.phase, second.rounds.length], ["bid", 1]);
  const settling = heaps.next(second, { kind: "bid", text: "0" });
  assert.deepEqual(heaps.next(settling, { kind: "undo" }), second, "the bid of this round");
  assert.deepEqual(heaps.next(second, { kind: "undo" }), first, "the round before");
  assert.deepEqual(run(heaps, settling, { kind: "undo" }, { kind: "undo" }), first, "both");
});

const SUBTRACTION = "certs/subtraction-1-2-budgets-1-12.cbor";

/** Plays a heap game to the end with pseudo-random bids and takes. Returns the last state. */
function playHeaps(ask, { me, place, playing, seed }) {
  const next = generator(seed);
  const look = ({ budget, heap, coins, marker }) => ask({ look: { heap, coins, budget, marker } });
  let state = asked(heaps, heaps.begun(place, me, [1, 2], playing, seed), look);
  while (state.phase !== "over") {
    const takes = state.rounds.at(-1)?.takes ?? [];
    const event = state.phase === "bid" ? { kind: "bid", text: String(Math.floor(next() * (heaps.coinsOf(state.place, me) + 1))) } : { kind: "take", number: takes[Math.floor(next() * takes.length)].number };
    state = asked(heaps, heaps.next(state, event), look);
  }
  return state;
}

test("heaps: a program that plays exactly gives nothing away, and the parts sum up to the whole", () => {
  const ask = explorer("heaps", SUBTRACTION);
  for (let seed = 1; seed <= 20; seed += 1) {
    const me = seed % 2 === 0 ? "left" : "right";
    const place = { budget: 4 + (seed % 9), heap: 10 + seed, coins: seed % 4, marker: seed % 3 === 0 ? "left" : "right" };
    const state = playHeaps(ask, { me, place, playing: "exact", seed });
    const away = state.rounds.map((round) => heaps.givenAway(round, me));
    assert.ok(away.every(({ bid, take }) => bid >= 0 && take >= 0), JSON.stringify(away));
    const sum = away.reduce((sum, { bid, take }) => sum + bid + take, 0);
    assert.equal(sum, (me === "left" ? 1 : -1) * (state.rounds[0].before - state.score), `seed ${seed}`);
  }
});

test("heaps: a program that errs gives something away in some rounds", () => {
  const ask = explorer("heaps", SUBTRACTION);
  const away = [1, 2, 3, 4].flatMap((seed) => playHeaps(ask, { me: "left", place: { budget: 10, heap: 40, coins: 5, marker: "left" }, playing: "errs", seed }).rounds.map((round) => heaps.givenAway(round, "left")));
  const errors = away.filter(({ bid, take }) => bid < 0 || take < 0).length;
  assert.ok(errors > 0 && errors < away.length / 4, `${errors} of ${away.length} rounds`);
});

// Chips.

for (const [title, ties, mark, [left, right], expected] of [
  ["the higher bid wins and is paid to the other", "advantage", "right", [3, 2], { winner: "left", then: [3, "right"] }],
  ["Right's too", "advantage", "left", [3, 4], { winner: "right", then: [10, "left"] }],
  ["at a tie Left has the choice", "advantage", "left", [4, 4], { holder: "left", used: [2, "right"], declined: [10, "left"] }],
  ["or Right", "advantage", "right", [4, 4], { holder: "right", used: [10, "left"], declined: [2, "right"] }],
  ["who won last wins the tie", "make-it-take-it", "right", [1, 1], { winner: "right", then: [7, "right"] }],
  ["who wins now wins the next tie", "make-it-take-it", "right", [1, 0], { winner: "left", then: [5, "left"] }],
  ["Left wins ties", "ladies-first", null, [0, 0], { winner: "left", then: [6, null] }],
  ["unless Right bids more", "ladies-first", null, [0, 1], { winner: "right", then: [7, null] }],
  ["all chips", "ladies-first", null, [6, 4], { winner: "left", then: [0, null] }],
]) {
  // The same cases as the table of the solver's `Held::round`.
  test(`chips, bids: ${title} (${ties})`, () => {
    const held = ([left, mark]) => ({ left, total: 10, mark });
    const found = chips.settle(ties, held([6, mark]), left, right);
    assert.deepEqual(found, Object.fromEntries(Object.entries(expected).map(([name, what]) => [name, Array.isArray(what) ? held(what) : what])));
  });
}

const GOES = { left: [{ position: "a", end: null }, { position: "won", end: "left" }], right: [{ position: "b", end: null }, { position: "lost", end: "right" }] };
const advice = (outcome, bid, choice = null) => ({ outcome, moves: 1, needs: "4", bids: [{ bid, quickest: true, tie: choice && { choice } }] });
const then = (moves, pass, prefer_move) => ({ moves, pass, prefer_move });

/** Returns a chips game in which the user, who is Left with 6 of 10 chips, makes a bid. */
const chipBids = ({ ties = "advantage", mark = "left", its = 2, choice = "use", outcome = "win" } = {}) => {
  const begun = chips.begun({ me: "left", ties, strength: "exact", seed: 1, position: "start", held: { left: 6, total: 10, mark } });
  return chips.next(begun, { kind: "answers", answers: [GOES, advice("loss", its, choice), advice(outcome, 3)] });
};

/** Returns the state after several events. */
function run(game, state, ...events) {
  return events.reduce((state, event) => game.next(state, event), state);
}


const bids = (text) => ({ kind: "bid", text });
const answers = (its, mine) => ({ kind: "answers", answers: [its, mine] });
const GOOD = then(["a"], true, true);
const NOTHING = then([], false, true);

for (const [title, options, events, expected] of [
  ["the user has won the bid and decides", {}, [bids("3"), answers(GOOD, GOOD)], { phase: "decide", left: 3 }],
  ["the user moves on", {}, [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "a" }], { phase: "look", left: 3, position: "a" }],
  ["the user's move ends the game", {}, [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "won" }], { phase: "over", left: 3, position: "won" }],
  ["the user has the program move", {}, [bids("3"), answers(then(["lost"], false, true), GOOD), { kind: "pass" }], { phase: "over", left: 3, position: "lost" }],
  ["the program has won the bid and moves", { its: 4 }, [bids("3"), answers(then(["b"], false, true), GOOD)], { phase: "look", left: 10, position: "b" }],
  ["the program has the user move", { its: 4 }, [bids("3"), answers(then([], true, false), GOOD)], { phase: "told", left: 10 }],
  ["the program prefers to move", { its: 4 }, [bids("3"), answers(then(["b"], true, true), GOOD)], { phase: "look", left: 10, position: "b" }],
  ["a tie with the advantage: the user has the choice", { its: 3 }, [bids("3")], { phase: "tie", left: 6 }],
  ["and uses it", { its: 3 }, [bids("3"), { kind: "tie", use: true }], { phase: "reply", left: 3, mark: "right" }],
  ["or declines", { its: 3 }, [bids("3"), { kind: "tie", use: false }], { phase: "reply", left: 9 }],
  ["a tie in which the program has the choice, and uses it", { its: 3, mark: "right" }, [bids("3")], { phase: "reply", left: 9, mark: "left" }],
  ["or declines", { its: 3, mark: "right", choice: "decline" }, [bids("3")], { phase: "reply", left: 3, mark: "right" }],
  ["a tie that the last winner wins", { its: 3, ties: "make-it-take-it", mark: "right", choice: "won" }, [bids("3")], { phase: "reply", left: 9, mark: "right" }],
  ["a tie that Left wins", { its: 3, ties: "ladies-first", mark: null, choice: "lost" }, [bids("3")], { phase: "reply", left: 3, mark: null }],
  ["a bid of more than all is refused", {}, [bids("7")], { phase: "bid", left: 6, refused: "7: expected a bid from 0 to 6." }],
  ["a bid that is no number is refused", {}, [bids("x")], { phase: "bid", left: 6, refused: "x: expected a bid from 0 to 6." }],
  ["a refusal is forgotten with the next bid", {}, [bids("7"), bids("3")], { phase: "reply", left: 3 }],
  ["a move that there is not changes nothing", {}, [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "b" }], { phase: "decide", left: 3 }],
  ["a move that is chosen with the bid waits for it", {}, [{ kind: "move", position: "a" }], { phase: "bid", left: 6 }],
  ["and is made when the bid is won", {}, [{ kind: "move", position: "a" }, bids("3"), answers(GOOD, GOOD)], { phase: "look", left: 3, position: "a" }],
  ["but not when it has been taken back", {}, [{ kind: "move", position: "a" }, { kind: "move", position: "a" }, bids("3"), answers(GOOD, GOOD)], { phase: "decide", left: 3 }],
  ["nor when the program has won the bid", { its: 4 }, [{ kind: "move", position: "a" }, bids("3"), answers(then(["b"], false, true), GOOD)], { phase: "look", left: 10, position: "b" }],
  ["nor when the program has the user move", { its: 4 }, [{ kind: "move", position: "a" }, bids("3"), answers(then([], true, false), GOOD)], { phase: "told", left: 10 }],
  ["it is made after a tie that is won", { its: 3 }, [{ kind: "move", position: "won" }, bids("3"), { kind: "tie", use: true }, answers(GOOD, GOOD)], { phase: "over", left: 3, mark: "right", position: "won" }],
  ["the other player's move cannot be chosen", {}, [{ kind: "move", position: "b" }, bids("3"), answers(GOOD, GOOD)], { phase: "decide", left: 3 }],
  ["who is told to move cannot pass", { its: 4 }, [bids("3"), answers(then([], true, false), GOOD), { kind: "pass" }], { phase: "told", left: 10 }],
  ["undo takes back the bid", {}, [bids("3"), answers(GOOD, GOOD), { kind: "undo" }], { phase: "bid", left: 6 }],
  ["undo takes back the end", {}, [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "won" }, { kind: "undo" }], { phase: "bid", left: 6 }],
  ["undo with nothing to take back", {}, [{ kind: "undo" }], { phase: "bid", left: 6 }],
]) {
  test(`chips: ${title}`, () => {
    const { phase, position, refused, held } = run(chips, chipBids(options), ...events);
    assert.deepEqual({ phase, position, refused, left: held.left, mark: held.mark }, { position: "start", refused: undefined, mark: options.mark === undefined ? "left" : options.mark, ...expected });
  });
}

test("chips: a program that bids at random wins a tie if it has the advantage", () => {
  const seed = Array.from({ length: 100 }, (_, at) => at + 1).find((seed) => strength.slip("errs", strength.following(seed)) === "bid");
  const begun = chips.begun({ me: "left", ties: "advantage", strength: "errs", seed, position: "start", held: { left: 6, total: 10, mark: "right" } });
  const state = chips.next(begun, { kind: "answers", answers: [GOES, advice("win", 2, "decline"), advice("loss", 3)] });
  const tied = chips.next(state, bids(String(state.its)));
  assert.deepEqual([tied.held.left, tied.rounds[0].winner, tied.rounds[0].tie], [6 + state.its, "right", { holder: "right", used: true }]);
});

const lookAgain = (mine) => ({ kind: "answers", answers: [GOES, advice("win", 2), advice(mine, 3)] });

for (const [title, outcome, events, expected] of [
  ["a good bid and a good move give nothing away", "win", [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "a" }, lookAgain("win")], undefined],
  ["the win, by the bid", "win", [bids("6"), answers(GOOD, NOTHING), { kind: "move", position: "a" }, lookAgain("loss")], { lost: "win", by: "bid" }],
  ["the win, by the move", "win", [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "a" }, lookAgain("neither")], { lost: "win", by: "move" }],
  ["the rest, by having the program move", "neither", [bids("3"), answers(then(["lost"], false, true), GOOD), { kind: "pass" }], { lost: "neither", by: "move" }],
  ["who loses anyhow gives nothing away", "loss", [bids("3"), answers(GOOD, NOTHING), { kind: "move", position: "a" }, lookAgain("loss")], undefined],
  ["who gains gives nothing away", "neither", [bids("3"), answers(GOOD, GOOD), { kind: "move", position: "won" }], undefined],
]) {
  test(`chips, given away: ${title}`, () => {
    const { rounds } = run(chips, chipBids({ outcome }), ...events);
    assert.deepEqual(chips.givenAway(rounds[0], "left"), expected);
  });
}

/**
 * Plays a chips game to the end with pseudo-random bids and moves. Returns the last state, and the outcome that the
 * program could force before each bid.
 */
function playChips(game, { me, ties, total, own, mark, playing, seed }) {
  const ask = explorer("chips");
  const { start } = ask({ named: { game } });
  ask({ begin: { ties, chips: total } });
  const next = generator(seed);
  const held = { left: me === "left" ? own : total - own, total, mark };
  let state = asked(chips, chips.begun({ me, ties, strength: playing, seed, position: start, held }), ask);
  const outcomes = [];
  while (state.phase !== "over") {
    const some = (all) => all[Math.floor(next() * all.length)];
    if (state.phase === "bid") outcomes.push(state.advice.its.outcome);
    const event = {
      bid: () => bids(String(Math.floor(next() * (chips.chipsOf(state.held, me) + 1)))),
      tie: () => ({ kind: "tie", use: next() < 0.5 }),
      told: () => ({ kind: "move", position: some(chips.mine(state)).position }),
      decide: () => (next() < 0.2 ? { kind: "pass" } : { kind: "move", position: some(chips.mine(state)).position }),
    }[state.phase]();
    state = asked(chips, chips.next(state, event), ask);
  }
  return { state, outcomes };
}

for (const [game, options] of [
  ["tic-tac-toe", { me: "left", ties: "advantage", total: 16, own: 5, mark: "left" }],
  ["tic-tac-toe", { me: "right", ties: "advantage", total: 16, own: 3, mark: "left" }],
  ["hex:2x3", { me: "left", ties: "make-it-take-it", total: 9, own: 1, mark: "right" }],
  ["hex:3x3", { me: "right", ties: "ladies-first", total: 20, own: 7, mark: null }],
  ["sudden-death:A3", { me: "right", ties: "advantage", total: 8, own: 2, mark: "right" }],
]) {
  test(`chips: the program keeps its win in ${game} (${options.ties}), whatever ${options.me} does`, () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { state, outcomes } = playChips(game, { ...options, playing: "exact", seed });
      assert.ok(outcomes.every((outcome) => outcome === "win"), `${seed}: ${outcomes}`);
      assert.equal(state.end, chips.other(options.me));
    }
  });
}

// Bidding chess.

const KRK = ["certs/kk.cbor", "certs/krk.cbor"];
const POSITION = "8/8/8/3k4/8/8/8/K6R";
const half = new Fraction(1n, 2n);
const share = (text) => Fraction.read(text);
const lookOf = (more = {}) => ({
  position: "p", alpha: "1/2", beta: "1/2", bid: "1/4",
  white_moves: [{ move: "a1a2", value: "3/4", best: true }, { move: "a1b1", value: "5/8", best: false }],
  black_moves: [{ move: "c3c2", value: "1/4", best: true }, { move: "c3b3", value: "1/2", best: false }],
  ...more,
});

/** Returns a game of bidding chess in which the user makes a bid. */
const chessBids = (own = "1/2", white = true, look = lookOf()) => bidding.next(bidding.begun("p", white, share(own), "exact", 1), { kind: "answers", answers: [look] });

for (const [title, own, white, text, expected] of [
  ["the higher bid moves and pays", "1/2", true, "3/8", { phase: "move", share: "1/8" }],
  ["at equal bids the user moves", "1/2", true, "0.25", { phase: "move", share: "1/4" }],
  ["the certificate pays what it has bid", "1/2", true, "1/8", { phase: "reply", share: "3/4" }],
  ["Black is paid too", "1/2", false, "1/8", { phase: "reply", share: "1/4" }],
  ["a bid below 0 may be made as far as the other can pay", "1/4", true, "-3/4", { phase: "reply", share: "1/2" }],
  ["and no further", "1/4", true, "-4/5", { phase: "bid", share: "1/4", refused: "-4/5: expected a bid that the money allows, such as 1/8 or 0.125; you have 1/4." }],
  ["more than all is refused", "1/4", true, "1/3", { phase: "bid", share: "1/4", refused: "1/3: expected a bid that the money allows, such as 1/8 or 0.125; you have 1/4." }],
  ["what is no number is refused", "1/4", true, "all", { phase: "bid", share: "1/4", refused: "all: expected a bid that the money allows, such as 1/8 or 0.125; you have 1/4." }],
  ["a denominator of 0 is refused", "1/4", true, "1/0", { phase: "bid", share: "1/4", refused: "1/0: expected a bid that the money allows, such as 1/8 or 0.125; you have 1/4." }],
]) {
  test(`bidding chess, bids: ${title}`, () => {
    const { phase, share, refused } = bidding.next(chessBids(own, white), { kind: "bid", text });
    assert.deepEqual({ phase, share: share.toString(), refused }, { refused: undefined, ...expected });
  });
}

test("bidding chess: Black's certificate bids by beta", () => {
  const look = lookOf({ alpha: "0/1", beta: "1/2", bid: "0/1", bid_beta: "1/8" });
  assert.equal(chessBids("1/2", true, look).its.toString(), "1/8");
  assert.equal(chessBids("1/2", false, look).its.toString(), "0/1");
});

test("bidding chess: the certificate bids no more than it has", () => {
  assert.equal(chessBids("7/8").its.toString(), "1/8");
  assert.equal(chessBids("1/2").its.toString(), "1/4");
});

for (const [title, own, white, look, text, move, expected] of [
  ["nothing, with the exact bid and the best move", "1/2", true, lookOf(), "1/4", "a1a2", { bid: "0/1", move: "0/1" }],
  ["what is paid too much", "1/2", true, lookOf(), "3/8", "a1a2", { bid: "1/8", move: "0/1" }],
  ["what the move is worth less", "1/2", true, lookOf(), "1/4", "a1b1", { bid: "0/1", move: "1/8" }],
  ["nothing, where the certificate wins the bid by its exact bid", "1/2", true, lookOf(), "0", "c3c2", { bid: "0/1", move: "0/1" }],
  ["less than nothing, where the certificate moves badly", "1/2", true, lookOf(), "0", "c3b3", { bid: "0/1", move: "-1/4" }],
  ["Black's bid", "1/2", false, lookOf(), "1/2", "c3c2", { bid: "1/4", move: "0/1" }],
  ["by beta, where White holds a draw", "3/4", true, lookOf({ alpha: "0/1", beta: "1/2", bid: "0/1", bid_beta: "1/4" }), "1/2", "a1a2", { bid: "1/4", move: "0/1" }],
]) {
  test(`bidding chess, given away: ${title}`, () => {
    const bid = bidding.next(chessBids(own, white, look), { kind: "bid", text });
    const state = bidding.next(bid, bid.phase === "move" ? { kind: "move", move } : { kind: "answers", answers: [move] });
    const away = bidding.givenAway(state.rounds[0]);
    assert.deepEqual({ bid: away.bid.toString(), move: away.move.toString() }, expected);
  });
}

test("bidding chess: a move leads to the next position or ends the game, and undo takes a round back", () => {
  const first = chessBids();
  const made = bidding.next(bidding.next(first, { kind: "bid", text: "1/4" }), { kind: "move", move: "a1a2" });
  assert.deepEqual(bidding.questions(made), [{ after: { position: "p", played: "a1a2" } }]);
  const on = bidding.next(made, { kind: "answers", answers: [{ position: "q" }] });
  assert.deepEqual([on.phase, on.position], ["look", "q"]);
  for (const [won, mine] of [["white", true], ["black", false]]) {
    const over = bidding.next(made, { kind: "answers", answers: [{ won }] });
    assert.deepEqual([over.phase, over.won], ["over", mine]);
    assert.deepEqual(bidding.next(over, { kind: "undo" }), first);
  }
  assert.equal(bidding.next(first, { kind: "undo" }), first);
  assert.equal(bidding.next(first, { kind: "move", move: "c3c2" }), first, "no move of the other side");
});

for (const [title, events, expected] of [
  ["it is made when the bid is won", [{ kind: "move", move: "a1b1" }, { kind: "bid", text: "1/4" }], { phase: "after", played: "a1b1", rounds: ["a1b1"] }],
  ["the last one chosen counts", [{ kind: "move", move: "a1b1" }, { kind: "move", move: "a1a2" }, { kind: "bid", text: "1/4" }], { phase: "after", played: "a1a2", rounds: ["a1a2"] }],
  ["chosen twice it is taken back", [{ kind: "move", move: "a1b1" }, { kind: "move", move: "a1b1" }, { kind: "bid", text: "1/4" }], { phase: "move", played: undefined, rounds: [undefined] }],
  ["it is not made when the bid is lost", [{ kind: "move", move: "a1b1" }, { kind: "bid", text: "0" }], { phase: "reply", played: undefined, rounds: [undefined] }],
  ["it outlasts a bid that is refused", [{ kind: "move", move: "a1b1" }, { kind: "bid", text: "all" }, { kind: "bid", text: "1/4" }], { phase: "after", played: "a1b1", rounds: ["a1b1"] }],
  ["it is chosen for one round", [{ kind: "move", move: "a1b1" }, { kind: "bid", text: "1/4" }, { kind: "answers", answers: [{ position: "q" }] }, { kind: "answers", answers: [lookOf()] }, { kind: "bid", text: "1/4" }], { phase: "move", played: undefined, rounds: ["a1b1", undefined] }],
]) {
  test(`bidding chess, a move chosen with the bid: ${title}`, () => {
    const { phase, played, rounds } = run(bidding, chessBids(), ...events);
    assert.deepEqual({ phase, played, rounds: rounds.map(({ move }) => move) }, expected);
  });
}

for (const [title, own, white, expected] of [
  ["the program, with more than its share", "1/8", true, "program"],
  ["the user, with more than enough", "3/4", true, "user"],
  ["neither, with just as much", "1/2", true, undefined],
  ["the user with Black", "3/4", false, "user"],
  ["the program with White", "1/4", false, "program"],
]) {
  test(`bidding chess, who wins by force: ${title}`, () => assert.equal(bidding.forced(chessBids(own, white, lookOf({ white_wins_above: "1/2", black_wins_above: "1/2" }))), expected));
}

for (const [text, expected] of [["1/2", "1/2"], ["0", "0/1"], ["1", "1/1"], ["0.43", "43/100"], ["2", undefined], ["-1/2", undefined], ["1/0", undefined], ["much", undefined]]) {
  test(`bidding chess: ${text} is ${expected === undefined ? "no share" : `the share ${expected}`}`, () => assert.equal(bidding.shareOf(text)?.toString(), expected));
}

/** Plays an ending to the end with pseudo-random bids and moves. Returns the last state. */
function playChess(ask, { white, own, playing, seed, most = 400, bidding: bid }) {
  const next = generator(seed);
  let state = asked(bidding, bidding.begun(POSITION, white, share(own), playing, seed), ask);
  for (let step = 0; step < most && state.phase !== "over"; step += 1) {
    const moves = bidding.movesOf(state, true);
    const event = state.phase === "bid" ? { kind: "bid", text: bid(next(), state) } : { kind: "move", move: moves[Math.floor(next() * moves.length)].move };
    state = asked(bidding, bidding.next(state, event), ask);
  }
  return state;
}

const some = (part, state) => String(Math.floor(part * Number(bidding.shareHeld(state, true).decimal()) * 1e6) / 1e6);

for (const [title, options] of [
  ["White, against whatever Black bids and plays", { white: false, own: "1/8", bidding: some }],
  ["White, against a Black who never bids", { white: false, own: "1/4", bidding: () => "0" }],
  ["Black, with much more money", { white: true, own: "0.01", bidding: some }],
]) {
  test(`bidding chess: the certificate wins as ${title}, and gives nothing away`, () => {
    const ask = explorer("bidding", ...KRK);
    for (let seed = 1; seed <= 3; seed += 1) {
      const state = playChess(ask, { ...options, playing: "exact", seed });
      assert.deepEqual([state.phase, state.won], ["over", false]);
      const away = state.rounds.map(bidding.givenAway);
      assert.ok(away.every(({ bid, move }) => bid.over >= 0n && move.over >= 0n));
    }
  });
}

test("bidding chess: a certificate that errs gives money away in some rounds", () => {
  const ask = explorer("bidding", ...KRK);
  const rounds = [1, 2, 3, 4, 5, 6].flatMap((seed) => playChess(ask, { white: true, own: "1/2", bidding: some, playing: "errs", seed, most: 60 }).rounds);
  const errors = rounds.map(bidding.givenAway).filter(({ bid, move }) => bid.over < 0n || move.over < 0n).length;
  assert.ok(errors > 0 && errors < rounds.length / 2, `${errors} of ${rounds.length} rounds`);
});

// Following help.

test("chips: a user who follows help wins the page's first game within five rounds against every bid and move", () => {
  const { me, ties, total, own } = chips.FIRST_GAME;
  const ask = explorer("chips");
  const { start } = ask({ named: { game: "tic-tac-toe" } });
  ask({ begin: { ties, chips: total } });
  const rounds = new Map();
  /**
   * Returns the maximum number of rounds from a place on. After a bid that the program wins, the program may move or
   * make the user move.
   */
  const most = (position, held) => {
    const key = `${position} ${held.left}`;
    if (rounds.has(key)) return rounds.get(key);
    const state = asked(chips, chips.begun({ me, ties, strength: "exact", seed: 1, position, held }), ask);
    const { hint, options } = state;
    const move = options[me].find(({ position }) => position === hint.move);
    assert.ok(move, `a move is filled in at ${key}`);
    const after = (option, held) => (option.end === null ? 1 + most(option.position, held) : option.end === me ? 1 : Infinity);
    const outcomes = Array.from({ length: total - held.left + 1 }, (_, its) => chips.settle(ties, held, hint.bid, its)).flatMap(({ winner, then }) => {
      if (winner === me) return [after(move, then)];
      const { moves } = ask({ after: { position, player: me, before: held, now: then } });
      return [...options[chips.other(me)], options[me].find(({ position }) => position === moves[0])].map((option) => after(option, then));
    });
    rounds.set(key, Math.max(...outcomes));
    return rounds.get(key);
  };
  assert.equal(most(start, { left: own, total, mark: null }), 5);
});

for (const [title, play] of [
  ["tic-tac-toe with the advantage", { ties: "advantage", total: 11, own: 7, mark: "left" }],
  ["tic-tac-toe in which who won the last bid wins ties", { ties: "make-it-take-it", total: 8, own: 5, mark: "left" }],
]) {
  test(`chips: a user who follows help wins ${title} against a program that bids and moves at random`, () => {
    const ask = explorer("chips");
    const { start } = ask({ named: { game: "tic-tac-toe" } });
    ask({ begin: { ties: play.ties, chips: play.total } });
    for (let seed = 1; seed <= 5; seed += 1) {
      let state = asked(chips, chips.begun({ me: "left", ties: play.ties, strength: "errs", seed: strength.seedOf(seed), position: start, held: { left: play.own, total: play.total, mark: play.mark } }), ask);
      while (state.phase !== "over") {
        const good = chipsPlay.good(state, { move: (_, to) => to });
        const chosen = good.bid !== undefined && good.event ? chips.next(state, good.event) : state;
        state = asked(chips, chips.next(chosen, good.bid === undefined ? good.event : bids(good.bid)), ask);
      }
      assert.equal(state.end, "left", `${seed}`);
      assert.ok(state.rounds.every((round) => chips.givenAway(round, "left") === undefined));
    }
  });
}

test("heaps: a user who follows help gives nothing away, with and without the marker", () => {
  const ask = explorer("heaps", "certs/subtraction-1-2-budgets-1-12.cbor");
  for (const [me, marker, seed] of [["left", "left", 1], ["left", "right", 2], ["right", "left", 3], ["right", "right", 4]]) {
    const look = (place) => ask({ look: { budget: place.budget, heap: place.heap, coins: place.coins, marker: place.marker } });
    let state = asked(heaps, heaps.begun({ budget: 10, heap: 18, coins: 5, marker }, me, [1, 2], "errs", strength.seedOf(seed)), look);
    while (state.phase !== "over") {
      const good = heapsPlay.good(state);
      const chosen = good.bid !== undefined && good.event ? heaps.next(state, good.event) : state;
      state = asked(heaps, heaps.next(chosen, good.bid === undefined ? good.event : bids(good.bid)), look);
    }
    assert.ok(state.rounds.every((round) => Object.values(heaps.givenAway(round, me)).every((points) => points <= 0)), `${me} with the marker ${marker}`);
  }
});

for (const [title, white, own] of [["White", true, "1/2"], ["White with little", true, "1/4"]]) {
  test(`bidding chess: ${title} wins by following help against a program that errs`, () => {
    const ask = explorer("bidding", ...KRK);
    let state = asked(bidding, bidding.begun(POSITION, white, share(own), "errs", 1), ask);
    const first = bidding.forced(state);
    for (let round = 0; round < 200 && state.phase !== "over"; round += 1) {
      const good = biddingPlay.good(state);
      const chosen = good.bid !== undefined && good.event ? bidding.next(state, good.event) : state;
      state = asked(bidding, bidding.next(chosen, good.bid === undefined ? good.event : bids(good.bid)), ask);
    }
    assert.deepEqual([first, state.won], ["user", true]);
  });
}

// Playing: the part that asks the explorer for a state machine.

/**
 * Creates a game that asks for a number, adds it, and asks again until there are `most` numbers. Records what is drawn,
 * and the errors that the view receives.
 */
function counting(most, ask) {
  const seen = { drawn: [], waits: 0, wrong: [] };
  const view = { trying: (work) => work({ begin() {}, current: () => true }).catch((error) => seen.wrong.push(error.message)) };
  const machine = {
    next: (state, event) => (event.kind === "answers" ? { sum: state.sum + event.answers[0], asked: state.asked + 1 } : event.refused ? { ...state, refused: "no" } : { sum: 100, asked: most }),
    questions: ({ asked }) => (asked < most ? [asked] : []),
    draw: (state) => void seen.drawn.push(state.sum),
    wait: () => void (seen.waits += 1),
  };
  return { seen, playing: new game.Playing({ ask }, view, machine) };
}

test("playing: asks until there is no question left, and draws once", async () => {
  const { seen, playing } = counting(3, async (question) => question + 1);
  await playing.begin({ sum: 0, asked: 0 });
  assert.deepEqual(seen, { drawn: [6], waits: 3, wrong: [] });
});

test("playing: an answer to an earlier state is dropped", async () => {
  const waiting = [];
  const { seen, playing } = counting(1, () => new Promise((resolve) => waiting.push(resolve)));
  const begun = playing.begin({ sum: 0, asked: 0 });
  await playing.send({ kind: "undo" });
  waiting[0](5);
  await begun;
  assert.deepEqual([seen.drawn, playing.state.sum], [[100], 100]);
});

test("playing: an answer after the end of the game is dropped", async () => {
  const waiting = [];
  const { seen, playing } = counting(1, () => new Promise((resolve) => waiting.push(resolve)));
  const begun = playing.begin({ sum: 0, asked: 0 });
  playing.end();
  waiting[0](5);
  await begun;
  await playing.send({ kind: "undo" });
  assert.deepEqual([seen.drawn, playing.state], [[], undefined]);
});

test("playing: if the explorer fails, the state is drawn, so that the round can be taken back", async () => {
  const { seen, playing } = counting(1, async () => Promise.reject(new Error("gone")));
  await playing.begin({ sum: 7, asked: 0 });
  assert.deepEqual(seen, { drawn: [7], waits: 1, wrong: ["gone"] });
});

test("playing: a refused event shows its reason and redraws nothing", async () => {
  const { seen, playing } = counting(0, async () => 0);
  await playing.begin({ sum: 0, asked: 0 });
  await playing.send({ kind: "bid", refused: true });
  assert.deepEqual(seen, { drawn: [0], waits: 0, wrong: ["no"] });
});

// Strength.

test("a program that errs does so in one of four rounds, by bids and by moves, and an exact program never errs", () => {
  const counts = { bid: [0, 0, 0, 0], move: [0, 0, 0, 0] };
  let seed = 1;
  for (let round = 0; round < 8000; round += 1) {
    seed = strength.following(seed);
    const slip = strength.slip("errs", seed);
    if (slip) counts[slip][strength.pick(seed, 4)] += 1;
    assert.equal(strength.slip("exact", seed), undefined);
  }
  for (const count of [...counts.bid, ...counts.move]) assert.ok(Math.abs(count - 250) < 60, JSON.stringify(counts));
});
