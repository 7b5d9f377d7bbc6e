// All texts of the page that do not come from a file. The texts that only the views need are in `view-strings.ts`.

export const SIDES: Record<string, string> = { white: "White", black: "Black" };

export const PIECES: Record<string, string> = {
  K: "white king", Q: "white queen", R: "white rook", B: "white bishop", N: "white knight", P: "white pawn",
  k: "black king", q: "black queen", r: "black rook", b: "black bishop", n: "black knight", p: "black pawn",
};

export const PLAYERS = { left: "Left", right: "Right" };

export const PAPER = "M. Ambrona, A Practical Algorithm for Chess Unwinnability (FUN 2022)";
export const LICHESS = "a Lichess game (CC0)";

/** Returns a player's name. */
export function player(side: string): string {
  return side === "left" || side === "right" ? PLAYERS[side] : side;
}

export function moves(count: number): string {
  return count === 1 ? "1 move" : `${count.toLocaleString("en")} moves`;
}

export function inPoints(count: number): string {
  return count === 1 ? "1 point" : `${count.toLocaleString("en")} points`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Writes a number in words up to twelve, and in digits beyond. */
function inWords(count: number): string {
  return NUMBERS[count] ?? count.toLocaleString("en");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The front page. */
const front = {
  results: "Verify a result now",
  picked: [
    {
      path: "certs/losing/e3-d5.cbor",
      title: "Antichess",
      result: "After 1. e3 d5 White forces a win with 2. Qg4, whatever Black plays: the line beside shows how long Black can hold out in this proof.",
      link: "#losing/e2e3.d7d5",
    },
    {
      path: "certs/unwinnable/named.cbor",
      title: "A dead position",
      result: "In Buchanan's fortress neither side can ever mate, whatever is played: one of 19 questions from the literature, each answered with a line or a proof.",
      link: "#mating/Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8_w_-_-",
    },
    {
      path: "certs/knk.cbor",
      title: "What a knight is worth",
      result: "When players bid money for each move, king and knight can win against a lone king: the exact share of the money that it takes, in every position.",
      link: "#bidding/certs%2Fknk.cbor",
    },
  ],
  playNow: "Play a game of bids",
  playWhat: "Tic-tac-toe in which you bid for each move. Help fills in what is good.",
  any: "A position, a game or a link",
  anyMating: "Can they still mate?",
  anyLosing: "Losing chess: who wins?",
  look: "Look at it",
  verify: "Verify it here",
  verified: (seconds: number, bytes: number) => `Verified on your machine in ${seconds < 0.01 ? "less than 0.01" : seconds.toFixed(2)} s: a certificate of ${bytes.toLocaleString("en")} bytes.`,
  notVerified: "Not verified:",
  why: "How do I know?",
  play: "Play the moves",
  pause: "Pause",
  previous: "Previous move",
  next: "Next move",
  beginning: "Antichess: captures are compulsory, and whoever has no pieces left has won.",
  step: (numbered: string, at: number, all: number) => `${numbered} (move ${at} of ${all} in the longest line of this proof)`,
  more: "Go on",
  ways: [
    { title: "Play", text: "Bid against the program for each move of tic-tac-toe, hex or a chess ending. It plays exactly.", link: "#chips", label: "Choose a game of bids" },
    { title: "Look up", text: "What is proved after your opening in antichess, or whether a side can still mate in your position.", link: "#losing", label: "Look up an opening" },
    { title: "Verify", text: "All certificates of this page, files of your own, and forged ones to see a rejection.", link: "#open", label: "See all certificates" },
  ],
  how: "How it works",
  steps: [
    { title: "The solver searches", text: "An untrusted program solves the game, with every trick that it has, and writes a certificate: the answer with its proof." },
    { title: "The checker re-plays", text: "A small program, written apart from it, generates every move by its own rules and tests every step. It runs here, in your browser." },
    { title: "You need not believe us", text: "One changed byte and the certificate is rejected, with the place and the rule that it breaks." },
  ],
  readers: "Guides",
  guides: [
    { title: "Players", text: "Load a game, find where it leaves the proofs.", path: "guide-player.md" },
    { title: "Researchers", text: "Reproduce a figure, vary it, cite it.", path: "guide-researcher.md" },
    { title: "Server engineers", text: "Judge fallen flags in microseconds.", path: "guide-server.md" },
    { title: "Proof checkers", text: "Audit the checker, or write a third one.", path: "guide-checker.md" },
  ],
};

export const strings = {
  title: "gamecert",
  losing: "Losing chess",
  mating: "Can they mate?",
  bidding: "Bidding chess",
  chips: "Bidding with chips",
  scores: "Bidding for points",
  verifyView: "Verify",
  safe: "Losing chess: who cannot lose",
  noScript: "This page needs scripts and WebAssembly: it computes on your machine.",
  allResults: "all results",
  lead: "Exact solutions of bidding games, losing chess and chess with a fallen flag, each with a proof that your own machine verifies, here and now.",
  trust:
    "The checker below is WebAssembly without imports: it can read bytes, compute and answer, and nothing else. Nothing that you open leaves this machine.",
  checkerDigest: "The checker's own SHA-256",
  antichessDigest: "of its part for losing chess",
  noCheckerDigest: "being computed …",
  commit: "Built from commit",
  notices: "Licences and notices",
  specification: "Specification",
  source: "Source of this commit",
  openFile: "Open a file",
  verifying: "verifying",
  seconds: (seconds: number) => `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`,
  stopped: "stopped",
  stoppedSentence: "You stopped it. That says nothing about the file.",
  verdict: { verified: "VERIFIED", rejected: "REJECTED", undecided: "UNDECIDED", unreadable: "NOT READ" },
  trap: "The checker ran out of memory or contradicts itself, which says nothing about the file",
  unreadable: "The file cannot be read",
  kind: "kind",
  game: "game",
  sha256: "SHA-256",
  size: "size",
  bytes: (size: number) => `${size.toLocaleString("en")} bytes`,
  proved: "proved",
  restsOn: "rests on",
  named: "named by the file",
  evidence: "evidence",
  claim: "the claim as data",
  version: (name: string, version: number) => `${name} version ${version}`,
  andMore: (count: number) => (count === 0 ? "" : ` (and ${count.toLocaleString("en")} more)`),
  moreLetters: (count: number) => `… ${count} more`,
  entries: (shown: number, all: number) => (shown < all ? `the first ${shown} of ${all.toLocaleString("en")} entries` : `${all} entries`),
  clause: "clause",
  clauseLink: (page: string) => `stated in ${page}`,
  place: "place",
  sentence: "sentence",
  missing: (digest: string) => `Drop the file with SHA-256 ${digest} too: it is cited, and not among the files that you opened or that come with the page.`,
  notFetched: (path: string, status: string) => `${path} could not be fetched: ${status}`,
  tooLarge: (size: number, most: number) =>
    `The file has ${size.toLocaleString("en")} bytes; a page can verify at most ${most.toLocaleString("en")}. The program has no such bound: check FILE, or solve serve FILE with this page.`,
  views: "What to look at",
  coming: (title: string) => `${title} is being loaded …`,
  board: "Board",
  square: (name: string, piece: string | undefined) => (piece === undefined ? name : `${name}, ${PIECES[piece] ?? piece}`),
  back: "Back",
  on: "On",
  notVerified: (file: string, mark: string, why: string) => `${file} is not walked through: ${mark}${why === "" ? "" : `: ${why}`}`,
  walkThrough: "Walk through it",
  lookAt: "Look at its positions",
  byProgram: "verified by the program",
  walkElsewhere: "Walk through it with the program",
  refusedByProgram: (status: string) => `The program refuses: ${status}.`,
  changedOnServer: (path: string) => `${path} has changed on the server, which has a newer page by now: reload`,
  newerPage: "A newer version of this page is ready.",
  useNewer: "Use it",
  otherWindows: "Close the other windows that show this page first; then use the newer version.",
  servedBy: (version: string) => `The page is served by solve ${version} on this machine.`,
  solve: "Solve",
  solveFields: {
    material: "Endings: White's pieces, then Black's",
    board: "Board, files by ranks",
    moves: "Moves from the start",
    fen: "Position as a FEN, if not the start",
    winner: "Who is to win",
    seconds: "Give up after so many seconds",
    game: "Game",
    upTo: "Up to so many chips; empty for every number",
    tieBreak: "Who wins ties",
    player: "Who is to win",
    subtract: "What may be taken from the heap",
    first: "Total budgets from",
    last: "to",
    position: "Position as a FEN",
    mates: "Who is to mate",
  },
  solveChoices: {
    winner: { "": "either side", white: "White", black: "Black" },
    tieBreak: { advantage: "who has the advantage, if he wants", "make-it-take-it": "who won the last bid", "ladies-first": "Left" },
    player: { left: "Left", right: "Right" },
    mates: { white: "White", black: "Black", both: "each side" },
  },
  noWorker: (script: string) => `${script} could not be loaded, so nothing can be computed: is the network gone?`,
  workerEnded: "the worker ended",
  explorerEnded: (why: string) => `The explorer ran out of memory or contradicts itself: ${why}`,
  losingChess: {
    opening: (san: string, winner: string, some: number, all: number, open: string[]) =>
      `1. ${san}: ${SIDES[winner] ?? winner} wins against ${some} of ${all} replies${open.length > 0 ? `; open: ${open.join(" ")}` : ""}.`,
    otherMoves: (side: string, won: string[], lost: string[], open: number) => {
      const who = SIDES[side] ?? side;
      const moves = (count: number, verb: string) => `${capital(inWords(count))} other first ${count === 1 ? `move of ${who} ${verb}s` : `moves of ${who} ${verb}`}`;
      const said = [
        won.length > 0 ? `${moves(won.length, "win")}: ${won.join(" ")}.` : "",
        lost.length > 0 ? `${moves(lost.length, "lose")}: ${lost.join(" ")}.` : "",
        open === 0 ? "" : open === 1 ? "The remaining one is not proved here." : `The remaining ${open} are not proved here.`,
      ];
      return said.filter(Boolean).join(" ");
    },
    openHere: (line: string, some: number, all: number) =>
      `Not proved here: who wins ${line === "" ? "from the beginning" : `after ${line}`}.${some === 0 ? "" : ` ${some} of ${all} moves have a proof.`}`,
    elsewhere: "M. Watkins reports that White wins; no certificate of that is on this page.",
    onlyMove: (san: string) => `Captures are compulsory: ${san} is the only legal move.`,
    open: "not proved",
    short: (winner: string, longest: number | undefined, more: boolean) =>
      `${SIDES[winner] ?? winner}${longest === undefined ? "" : `, ${longest.toLocaleString("en")}`}${more ? "*" : ""}`,
    notUnderFifty: "Not proved under a 50-move rule.",
    repliesTo: (move: string) => `All replies to ${move}`,
    legend: "Who wins, and in how many moves of both sides at most in this proof. Not proved: by no proof of this page.",
    legendFifty: "* not proved under a 50-move rule.",
    why: "Show me why:",
    defences: { hardest: "hardest defence", random: "random defence" },
    example: "1. e3 c6 2. b3",
    otherVariant: (variant: string) => `The game is of another variant: ${variant}.`,
    gameWithout: (plies: number) => (plies === 0 ? "There are no moves in it." : "The game meets none of the proofs."),
    gameEnters: (mover: string, san: string, winner: string, plies: number) =>
      plies === 0 ? `The game begins in a proof that ${SIDES[winner] ?? winner} wins.` : `With ${SIDES[mover] ?? mover}'s ${san} the game enters a proof that ${SIDES[winner] ?? winner} wins.`,
    gameLeaves: (winner: string, san: string, proofs: string, rest: number) =>
      `The game leaves the proof with ${SIDES[winner] ?? winner}'s ${san}; the proof plays ${proofs}.${rest === 0 ? "" : ` ${moves(rest)} of the game ${rest === 1 ? "is" : "are"} after that.`}`,
    gameStays: (winner: string) => `From there on all moves are in the proof: ${SIDES[winner] ?? winner} has left it nowhere.`,
    how: (seconds: string, elsewhere: boolean) => `${elsewhere ? "by the program" : "on your machine"}, ${seconds}: how do I know?`,
    checkYourself: (file: string) => `The checker has verified every position of this file. Check it without this page: check ${file}`,
  },
  // The front page. `build.mjs` writes its texts into index.html.
  front,
  // Bidding games: the question at the board, and the answer in a sentence.
  table: {
    choices: "Choose sides, money and strength",
    against: "against the program, from this position",
    again: "Play again",
    how: { pieces: "click a piece, then a square", cells: "click a free cell", buttons: "press its button", takes: "press what you take" },
    bid: (its: string | undefined, intended: string | undefined, how: string) => {
      const open = its === undefined ? "" : `The program bids ${its}. `;
      return `${open}${intended === undefined ? `Your turn: choose a move (${how}) and a bid, then press Bid.` : `Your turn: bid, and press Bid. If you win the bid, ${intended}.`}`;
    },
    move: (how: string) => `You have won the bid. Your move: ${how}.`,
    play: (move: string) => `you play ${move}`,
    take: (number: number) => `you take ${number}`,
    help: "Fill in a good bid and move for me",
    coming: "A game of tic-tac-toe with bids is being loaded …",
    worthHidden: "What moves are worth is not shown while you play without help.",
    unaided: "Now without help",
    bidAnd: (bid: string, then: string | undefined) => `Bid ${bid}${then === undefined ? "" : ` and ${then}`}`,
    doPlay: (move: string) => `play ${move}`,
    doTake: (number: number) => `take ${number}`,
    helped: (asked: string, then: string | undefined) => (then === undefined ? asked : "Your turn. A good bid and move are filled in: press the button, or change them first."),
    goodMove: (move: string) => `Good move: ${move}.`,
    over: (winner: string | undefined) => (winner === undefined ? "You win." : `${SIDES[winner] ?? player(winner)} wins: the program.`),
    draw: "A draw: play is over, and nobody has won.",
    ties: {
      bidding: "At equal bids you move.",
      marker: (mine: boolean) => (mine ? "You have the marker: at equal bids you take, and the marker goes to the program." : "The program has the marker: at equal bids it takes, and you get the marker."),
      chips: (ties: string, mine: boolean) => {
        if (ties === "ladies-first") return mine ? "At equal bids you win the bid, being Left." : "At equal bids the program wins the bid, being Left.";
        if (ties === "make-it-take-it") return mine ? "You won the last bid: at equal bids you win again." : "The program won the last bid: at equal bids it wins again.";
        return mine ? "You have the advantage: at equal bids you may win, and give it away." : "The program has the advantage: at equal bids it may win, and give it to you.";
      },
    },
    bestBid: (bid: string, moves: string[]) => `Bid ${bid}.${moves.length === 0 ? "" : ` Best move: ${moves.join(" or ")}.`}`,
    bestMoves: (moves: string[]) => `Best: ${moves.join(" or ")}.`,
    bestCoins: (bids: number[]) => `Good bids: ${bids.join(", ")}.`,
    bestTakes: (numbers: number[]) => `Take ${numbers.join(" or ")}.`,
    // The outcome that the program can force; `open` if nothing is proved. A program that errs may miss it.
    standing: (outcome: "win" | "loss" | "neither" | "open", strength: "exact" | "errs") =>
      ({
        win: strength === "exact" ? "The program wins by force from here." : "The program could win by force from here, but it errs sometimes.",
        loss: "You win by force from here, if you bid and move well.",
        neither: "Neither can force a win from here.",
        open: "For neither a win by force is proved from here.",
      })[outcome],
    // Bidding chess.
    ending: (material: string) =>
      material
        .split(/(?=K)/)
        .map((side) => capital([...side].map((letter) => (PIECES[letter] ?? letter).replace("white ", "")).join(" and ")))
        .map((side, at) => (at === 0 ? side : side.toLowerCase()))
        .join(" against "),
    boardOf: (board: string) => (board === "8x8" ? "" : `, board ${board}`),
    moneyVerdict: (white: string, black: string, bid: string) => {
      const wins = (side: string, share: string) => (share === "1" ? `${side} cannot win by force` : share === "0" ? `${side} wins by force with any money` : `${side} wins by force with more than ${share} of the money`);
      const rest = [white, black].some((share) => ["0", "1"].includes(share)) ? `; ${wins("Black", black)}` : `, Black with more than ${black}`;
      return `${wins("White", white)}${rest}.${bid === "" ? "" : ` Best bid for the next move: ${bid}.`}`;
    },
    bidOfEach: (white: string, black: string) => `${white} for White, ${black} for Black`,
    anotherEnding: "Another ending or position",
    checkYourself: (file: string) => `The checker has verified this certificate. Check it without this page: check ${file}`,
    // Chips.
    sidesOf: (rules: string, left: string, right: string) =>
      rules === "tic-tac-toe" || rules === "connect" ? `Two players: ${left} puts X, ${right} puts O.` : `Two players: ${left} and ${right}.`,
    gameTitle: (title: string) => {
      const [rules = "", ...of] = title.split(" ");
      if (rules === "bidding-chess" && of[0] !== "version") return `${strings.table.ending(of[1] ?? "")}, board ${of[0] ?? ""}`;
      return capital(title);
    },
    anotherGame: "Another game or position",
    // Points.
    points: {
      of: ["With", "coins in all and a heap of", ", how far ahead do I end? I am Left, with", "coins and", "."] as const,
      with: { left: "the marker", right: "no marker" },
      marker: "Left and Right are two players; who has the marker wins equal bids, and passes it on.",
      ahead: (outcome: number) => (outcome === 0 ? "With best play both end with equally many points." : `With best play ${outcome > 0 ? "Left" : "Right"} ends ${inPoints(Math.abs(outcome))} ahead.`),
      curveOf: (budget: number, coins: number, heap: number) => `Dots: how far ahead Left ends for each heap, with ${coins} of ${budget} coins. Line: heap ${heap}.`,
      curveWords: (budget: number, coins: number, most: number) => `By how many points Left ends ahead with ${coins} of ${budget} coins, for heaps of 0 to ${most}. The table of all numbers of coins stands below.`,
      heap: (count: number) => `A heap of ${count}`,
      axis: "points ahead",
      game: (set: string) => `Take ${set} from a heap`,
    },
  },
};
