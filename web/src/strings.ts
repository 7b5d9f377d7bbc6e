// All words of the page that no file chooses.

const SIDES: Record<string, string> = { white: "White", black: "Black" };

const PIECES: Record<string, string> = {
  K: "white king", Q: "white queen", R: "white rook", B: "white bishop", N: "white knight", P: "white pawn",
  k: "black king", q: "black queen", r: "black rook", b: "black bishop", n: "black knight", p: "black pawn",
};

const PLAYERS = { left: "Left", right: "Right" };

const PAPER = "M. Ambrona, A Practical Algorithm for Chess Unwinnability (FUN 2022)";
const LICHESS = "a Lichess game (CC0)";

/** A player's name. */
function player(side: string): string {
  return side === "left" || side === "right" ? PLAYERS[side] : side;
}

function moves(count: number): string {
  return count === 1 ? "1 move" : `${count.toLocaleString("en")} moves`;
}

function inPoints(count: number): string {
  return count === 1 ? "1 point" : `${count.toLocaleString("en")} points`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number in words, as far as twelve. */
function inWords(count: number): string {
  return NUMBERS[count] ?? count.toLocaleString("en");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const strings = {
  title: "gamecert",
  loading: "Loading … The page needs WebAssembly, and a file server: it cannot be opened as a file.",
  noScript: "This page needs scripts and WebAssembly: it computes on your machine.",
  allResults: "all results",
  lead: "Exact solutions of bidding games, losing chess and chess with a fallen flag, each with a proof that your own machine verifies, here and now.",
  trust:
    "The checker below is one file of WebAssembly without imports: it can read bytes, compute and answer, and nothing else. Nothing that you open leaves this machine.",
  checkerDigest: "The checker's own SHA-256",
  noCheckerDigest: "being computed …",
  commit: "Built from commit",
  notices: "Licences and notices",
  specification: "Specification",
  source: "Source of this commit",
  open: "Open certificates",
  openFile: "Open a file",
  verifyView: "Verify",
  drop: "or drop them anywhere on this page.",
  choose: "Choose files …",
  shipped: "Certificates that come with the page",
  shippedLead: "Fetched and verified when you ask for them.",
  forged: "Forged certificates",
  forgedLead: "Each is wrong in one way. Verify one to see what the checker notices. (Some changes of a byte give a proof of something else that is true; then the checker says what.)",
  verify: "Verify",
  verifying: "verifying",
  waiting: "waiting",
  seconds: (seconds: number) => `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`,
  stop: "Stop",
  stopped: "stopped",
  stoppedSentence: "You stopped it. That says nothing about the file.",
  remove: "Remove",
  verdicts: "Verdicts",
  none: "Nothing has been opened yet.",
  games: {
    "losing-chess": "Losing chess",
    "bidding-chess": "Bidding chess",
    chess: "Chess: can they still mate?",
    subtraction: "Bidding for points",
    "tic-tac-toe": "Tic-tac-toe with bids",
    hex: "Hex with bids",
  } as Record<string, string>,
  otherGames: "Other games with bids",
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
  losing: "Losing chess",
  losingLead:
    "Captures are compulsory, the king is a piece like others, and who has no pieces and pawns left has won. All proofs that come with the page are one tree from the first move; each is fetched and verified where play enters it.",
  board: "Board",
  square: (name: string, piece: string | undefined) => (piece === undefined ? name : `${name}, ${PIECES[piece] ?? piece}`),
  promotion: "Promote to",
  toBeginning: "Beginning",
  back: "Back",
  on: "On",
  turn: "Turn the board",
  pgn: "PGN",
  link: "Copy link",
  linkCopied: "The link to this position has been copied.",
  linkAbove: "The browser's address field has the link to this position.",
  jump: "Moves, a PGN, a FEN, or a link of Lichess with one of them",
  go: "Go",
  line: "Moves to here",
  move: "move",
  positions: "positions",
  positionsHere: "Positions from here on:",
  longest: "at most, in this proof",
  count: (number: number) => number.toLocaleString("en"),
  provedBehind: "result",
  movesOf: (side: string) => `${SIDES[side] ?? side} to move`,
  winnersMove: (side: string) => `${SIDES[side] ?? side}'s move in the proof`,
  replies: (side: string, count: number) => `${SIDES[side] ?? side} to move: ${count === 1 ? "the only move" : `all ${count} moves`}`,
  wins: (side: string, longest: number, move?: string) => `${SIDES[side] ?? side} wins by force${move === undefined ? "" : ` with ${move}`}, in at most ${moves(longest)} of both sides in this proof.`,
  winsTogether: (side: string) => `${SIDES[side] ?? side} wins by force: that follows from the proofs together.`,
  notProved: "not proved",
  behind: (side: string, longest: number, positions: number) => `${SIDES[side] ?? side} wins, in at most ${moves(longest)} in this proof: ${positions.toLocaleString("en")} positions`,
  partly: (winner: string | null, some: number, all: number) =>
    `${winner === null ? "open" : `${SIDES[winner] ?? winner} wins`}: proved for ${some} of ${all} replies`,
  mainLine: "The longest line in this proof:",
  proves: (proof: { winner: string; root: string; positions: number; rules: string }) =>
    `${SIDES[proof.winner] ?? proof.winner} wins by force from ${proof.root} (rules ${proof.rules}), a proof of ${proof.positions.toLocaleString("en")} positions.`,
  entering: (file: string) => `${file} is being fetched and verified …`,
  notVerified: (file: string, mark: string, why: string) => `${file} is not walked through: ${mark}${why === "" ? "" : `: ${why}`}`,
  tooLargeToWalk: (file: string, bytes: number, most: number) =>
    `${file} would take ${(bytes / 1e9).toFixed(1)} GB of memory, more than the ${(most / 1e9).toFixed(1)} GB that a page is given. The program reads it, and serves this page: solve serve ${file}.`,
  fenInProof: "Positions within a proof are found when that proof has been entered: make moves into one first.",
  pgnInProof: "PGN is written of what lies below a position of a proof: make moves into one first.",
  written: (positions: number, cut: number) =>
    `${positions.toLocaleString("en")} positions written${cut === 0 ? "" : `; of ${cut.toLocaleString("en")} of them moves are left out, as the file would be too large`}.`,
  walkThrough: "Walk through it",
  lookAt: "Look at its positions",
  bidding: "Bidding chess",
  biddingLead:
    "An ending of chess in which players bid for each move. All values are exact: they are shares of all the money that there is, 1/4 or 0.25 for a quarter of it.",
  ending: "Ending",
  position: "Position, the first field of a FEN",
  setUp: "Drag pieces to set a position up; with the keyboard, choose a piece and then a square.",
  heat: "Heat map of",
  noHeat: "no piece",
  heatRange: (letter: string, least: number, most: number) => `Alpha with ${letter} on each square: from ${least.toFixed(4)} (light) to ${most.toFixed(4)} (dark).`,
  afterMove: (move: string | undefined, state: string) => (move === undefined ? state : `${move}: ${state}`),
  spokenValue: (alpha: string, beta: string | undefined, bid: string) => `${beta === undefined ? `Value ${alpha}` : `Alpha ${alpha}, beta ${beta}`}, bid ${bid}.`,
  spokenPosition: (position: string, needs: string) => (needs === "" ? `${position}.` : `${position}: ${needs}`),
  alphaToBeta: (alpha: string, beta: string) => `${alpha}, beta ${beta}`,
  worth: (alpha: string, decimal: string) => (alpha.length <= 40 ? `${alpha} ≈ ${decimal}` : decimal),
  noEnding: (file: string) => `There is no ending ${file} here.`,
  endingOf: (material: string, classes: number, values: number, sharp: boolean) =>
    `${material}, ${classes.toLocaleString("en")} positions up to symmetry, ${values.toLocaleString("en")} different values, ${sharp ? "alpha = beta everywhere" : "alpha < beta somewhere"}.`,
  boundsOf: (material: string, classes: number, bits: number) =>
    `${material}, ${classes.toLocaleString("en")} positions up to symmetry, each with bounds of alpha and beta that are fractions over 2^${bits}.`,
  spokenBounds: (alpha: string, beta: string) => `Alpha about ${alpha}, beta about ${beta}.`,
  bothBounds: "both bounds",
  to: "to",
  from: (low: string, high: string) => `${low} to ${high}`,
  alphaLess: "alpha < beta",
  provedLess: "proved: with a share in between neither wins by force",
  notDecided: "not decided by these bounds",
  noGameAgainstBounds: "Bounds do not say which move is best, so there is no game against this certificate.",
  value: "value",
  alpha: "alpha",
  beta: "beta",
  whiteWins: "White wins by force with more than",
  blackWins: "Black wins by force with more than",
  bid: "bid for the move",
  bidBeta: "bid for the move, by beta",
  labels: "labels of White and Black",
  labelsAre: "they count down as White, or Black, plays the best moves, which proves that play ends",
  valueIs: "White wins by force as long as Black has less than this share of the money",
  exact: (digits: number) => `the exact value, with a denominator of ${digits} digits`,
  movesBy: (side: string) => `${SIDES[side] ?? side}'s moves`,
  worthAfter: "worth",
  worthIs: "Worth of a move: White wins by force after it if Black then has less than this share of the money.",
  best: "best",
  captures: (move: string, side: string) => `${move} captures the king: ${SIDES[side] ?? side} has won.`,
  playWhite: "White",
  playBlack: "Black",
  yourShare: "with this share of the money",
  noShare: (text: string) => `${text}: expected a share from 0 to 1, such as 1/2 or 0.43.`,
  yourBid: "Your bid:",
  makeBid: "Bid",
  noBid: (text: string, share: string) => `${text}: expected a bid that the money allows, such as 1/8 or 0.125; you have ${share}.`,
  bids: (yours: string, its: string, decimal: string, user: boolean) =>
    `You bid ${yours}, the program ${its.length <= 40 ? its : decimal}: ${user ? "you move" : "it moves"}.`,
  plays: (user: boolean, move: string) => `${user ? "You play" : "The program plays"} ${move}.`,
  endGame: "Leave the game",
  chips: "Bidding with chips",
  chipsLead:
    "Two players, Left and Right, have chips and bid for each move of a board game. The higher bid decides who moves, and is paid to the other player.",
  certificate: "Solved game",
  noCertificate: "none: a game that is not solved",
  ownGame: "A game by name: tic-tac-toe:3x3x3, hex:3x3, connect:4x4x4, tug:3, ultimatum:2, sudden-death:A3",
  openGame: "Open the game",
  gameFile: "A game file (.json) of your own:",
  gamePosition: "Position on the board",
  noGame: (name: string) => `There is no certificate or game ${name} here.`,
  cell: (row: number, column: number, stone: string) => `row ${row}, column ${column}: ${stone === "." ? "empty" : stone}`,
  hexEdges: "Left (X) joins the left and the right edge, Right (O) the top and the bottom edge; edges have the colours of the players.",
  whose: "who is to win",
  ties: "ties",
  tieBreaks: {
    advantage: "who has the advantage may win the tie and give it away",
    "make-it-take-it": "who won the last bid wins the tie",
    "ladies-first": "Left wins every tie",
  } as Record<string, string>,
  provedFor: "proved for",
  chipsRange: (range: [number, number] | null) => (range === null ? "every number of chips" : `${range[0]} to ${range[1]} chips in all`),
  richman: "Richman value",
  richmanIs: "the share that is needed where chips can be divided at will; the line in the picture",
  law: "law",
  lawOf: (period: number, slope: number, preperiod: number) => `f(k + ${period}) = f(k) + ${slope} for all k from ${preperiod} on`,
  lawIs: (period: number, slope: number) => `with ${period} chips more in all, ${slope} more are needed`,
  chipsOf: (title: string, positions: number, sequences: number) => `${title}, ${positions.toLocaleString("en")} positions up to symmetry with ${sequences.toLocaleString("en")} different sequences of thresholds.`,
  ofChips: ["With", "chips in all, how many do I need?"] as const,
  needs: (player: string, chips: string, threshold: string | null, ties: string) => {
    if (threshold === null) return `${player} cannot win by force with any number of them.`;
    const [least, next] = [threshold.replace("*", ""), Number.parseInt(threshold, 10) + 1];
    if (!threshold.endsWith("*")) return `${player} wins by force with ${least} of ${chips} or more.`;
    const mark = ties === "advantage" ? "the advantage" : "the last bid won";
    return `${player} wins by force with ${least} of ${chips} and ${mark}${next > Number(chips) ? "" : `, or with ${next} without`}.`;
  },
  noHolding: "no holding wins",
  options: "Options of both players",
  optionsOf: (player: string) => `${player} can go to`,
  ends: { left: "Left wins", right: "Right wins", nobody: "nobody wins" } as Record<string, string>,
  endsWith: (end: string) => (end === "nobody" ? "There play is over, and nobody has won." : `There play is over: ${end === "left" ? "Left" : "Right"} has won.`),
  notSolved: "No certificate of this game has been opened: play it, or have it solved below.",
  chipsInAll: "chips in all",
  shareNeeded: "share needed",
  curveOf: (player: string, limit: boolean) => `Dots: the share of all chips that ${player} needs.${limit ? " Line: the share with very many chips (Richman value)." : ""}`,
  curveWords: (player: string, position: string, first: number, last: number, richman: string | undefined) =>
    `The share of the chips that ${player} needs at ${position}, for ${first} to ${last} chips in all${richman === undefined ? "" : `; it goes to the Richman value ${richman}`}. The thresholds stand below.`,
  thresholds: (count: number) => `the first ${count} thresholds`,
  allPositions: "All positions",
  chipsHeat: "The share that is needed, for each sequence of thresholds (who needs most is above) and number of chips; grey: no holding wins",
  heatRow: (shown: number, all: number) => (shown < all ? `sequence (${shown} of ${all.toLocaleString("en")}, evenly spaced)` : "sequence"),
  heatPlace: (position: string, positions: number, chips: number, share: number | null, richman: string | undefined) =>
    `${position}${positions === 1 ? "" : ` and ${(positions - 1).toLocaleString("en")} more`}: of ${chips} chips ${share === null ? "no holding wins" : `a share of ${share.toFixed(4)}`}${richman === undefined ? "" : `; with very many chips ${richman}`}`,
  ownSolveTitle: "Have it solved",
  ownSolveLead: "The solver computes thresholds and writes a certificate; the checker verifies it before it is shown.",
  solveFor: "for",
  solveChips: "for up to this many chips (empty: for every number)",
  ownSolve: "Solve",
  solving: (title: string) => `${title} is being solved …`,
  noNumber: (text: string) => `${text === "" ? "nothing" : text}: expected a whole number.`,
  notPlayed: "Endings of chess are not played with chips here: Bidding chess plays them.",
  youAre: "You are",
  yourChips: "your chips",
  mark: "the advantage, or the last bid, is with",
  you: "you",
  program: "the program",
  playNow: "Play",
  tooManyChips: (mine: number, all: number) => `You cannot have ${mine} chips of ${all}.`,
  lookingAhead: "Looking ahead …",
  noChips: (text: string, own: number) => `${text === "" ? "nothing" : text}: expected a bid from 0 to ${own}.`,
  adviseMe: "What should I bid?",
  advice: (outcome: string, moves: number | null, bids: number[], needs: string | null) => {
    const what = outcome === "win" ? `You win within ${moves ?? 0} moves` : outcome === "loss" ? `You lose; the longest resistance is ${moves ?? 0} moves` : "Neither can force a win";
    return `Good bids: ${bids.join(", ")}. ${what}.${needs === null || outcome !== "neither" ? "" : ` ${needs.replace("*", "")} chips${needs.endsWith("*") ? " with the advantage" : ""} would be enough to win by force.`}`;
  },
  adviceAtTie: (bid: number, choice: string | undefined) =>
    choice === "use" ? `With ${bid}, win a tie and give the advantage away.` : choice === "decline" ? `With ${bid}, let the program win a tie.` : "",
  adviseMove: "Which move is good?",
  adviseTake: "What should I take?",
  goodMoves: (pass: boolean, moves: string[]) => (pass ? "Have the program move." : moves.length === 0 ? "No move is better than another." : `Move to ${moves.join(" or ")}.`),
  bidsMade: (yours: number, its: number) => `You bid ${yours}, the program ${its}.`,
  tied: "A tie, and you have the advantage. Your choice: win the tie and give the advantage away, or let the program win it.",
  useIt: "Win the tie",
  declineIt: "Let the program win it",
  itUses: "A tie: the program wins it, and gives you the advantage.",
  itDeclines: "A tie: the program lets you win it, and keeps the advantage.",
  youDecide: (how: string) => `You have won the bid. Your move: ${how}, or have the program move.`,
  toldToMove: (how: string) => `The program has won the bid and has you move. Your move: ${how}.`,
  itPasses: "The program has you move.",
  youPass: "You have the program move.",
  letItMove: "Have the program move",
  player: PLAYERS,
  scores: "Bidding for points",
  scoresLead:
    "Two players, Left and Right, have coins and bid for each turn. The higher bid is paid to the other player, and its maker takes from a heap: a point for each thing taken.",
  ownSet: "Another game:",
  setField: "may be taken",
  budgetsField: "budgets",
  noSet: (text: string) => `${text === "" ? "nothing" : text}: expected numbers such as 1,2 that may be taken.`,
  noBudgets: (text: string) => `${text === "" ? "nothing" : text}: expected a total budget such as 7, or two such as 1..12.`,
  setOf: (set: number[], first: number, last: number) => `S = {${set.join(", ")}}, total budgets ${first} to ${last}.`,
  coinsInAll: "coins in all",
  periodic: (period: number, onset: number) => `Rows repeat every ${period} heaps from heap ${onset} on.`,
  outcomes: "Outcomes",
  outcomesMap: "Outcomes with the marker Left's, by heap and Left's coins: blue is good for Left, red for Right",
  leftCoins: "Left's coins",
  heap: "heap",
  heapPlace: (heap: number, coins: number, budget: number, outcome: number) => `heap ${heap}, Left has ${coins} of ${budget} coins and the marker: outcome ${outcome}`,
  heapsShown: "up to heap",
  marker: "marker",
  showChosen: "Show what is chosen",
  outcome: (heap: number, left: number, right: number, outcome: number) => `Heap ${heap}, Left with ${left}, Right with ${right}: the outcome is ${outcome}.`,
  bestBids: (side: string) => `${player(side)}'s best bids`,
  take: "with the higher bid takes",
  takeAtTie: "at a tie takes",
  heapOver: "Nothing can be taken: the game is over.",
  takeBy: (number: number) => `Take ${number}`,
  scoreSoFar: (heap: number, score: number, outcome: number) => {
    const so = score === 0 ? "Both have equally many points so far" : `${score > 0 ? "Left" : "Right"} is ${inPoints(Math.abs(score))} ahead so far`;
    return `The heap has ${heap}. ${so}; with best play ${outcome === 0 ? "both end with equally many" : `${outcome > 0 ? "Left" : "Right"} ends ${inPoints(Math.abs(outcome))} ahead`}.`;
  },
  itTakes: (number: number) => `The program takes ${number}.`,
  youTake: (number: number) => `You take ${number}.`,
  scoreOver: (score: number, side: string) => {
    if (score === 0) return "A draw: both have equally many points.";
    return `${score > 0 === (side === "left") ? "You win" : "The program wins"}: ${player(score > 0 ? "left" : "right")} ends ${inPoints(Math.abs(score))} ahead.`;
  },
  mating: "Can they mate?",
  matingLead:
    "Whether a side can still mate by any series of legal moves of both sides, which decides what a fallen flag means. Type a position, set one up, or choose one; the search runs on your machine.",
  known: "Positions to begin with",
  positionsToBeginWith: {
    fortress: { name: "Buchanan's fortress", source: `A. Buchanan, position 2 of ${PAPER}` },
    opened: { name: "The same with the pawn on a5", source: `A. Buchanan, ${PAPER}` },
    shut: { name: "Shut in by pawns", source: `position 1 of ${PAPER}` },
    dead: { name: "Lost on time, though dead", source: `${LICHESS}, FKr42ZRT` },
    far: { name: "Many moves to either mate", source: `${LICHESS}, QRvIMh3z` },
    oneSided: { name: "Mate only for White", source: `${LICHESS}, ZNBhS4pz` },
    lockedIn: { name: "White can no longer get out", source: `${LICHESS}, bKHPqNEw` },
    knight: { name: "Knight against pawn", source: "an ending on which rule books differ" },
  },
  chooseOne: "choose one …",
  sourceOf: (source: string) => `From: ${source}.`,
  ask: "Ask",
  noPosition: (why: string) => `There is no such position: ${why}.`,
  canMate: (side: string) => `Can ${SIDES[side] ?? side} mate?`,
  verdictOf: { winnable: "yes", unwinnable: "no", unknown: "unknown" },
  searching: "searching …",
  searchingNodes: (nodes: number) => `At most ${nodes.toLocaleString("en")} nodes.`,
  stoppedSearch: "You stopped the search. That says nothing about the position.",
  searchLonger: "Search ten times longer",
  searchAgain: "Search again",
  unknown: (nodes: number) => `Not found out with ${nodes.toLocaleString("en")} nodes.`,
  shorter: "Look for a shortest line",
  showOnBoard: "Show on the board",
  lineToMate: "Line to the mate",
  toMate: "Mate",
  mateIn: (plies: number, shortest: boolean | undefined) =>
    plies === 0 ? "It has mated." : `In ${moves(plies)} of both sides${shortest === undefined ? ", perhaps not the fewest" : shortest ? ", and no fewer will do" : "; fewer may do"}.`,
  afterMoves: (made: number, all: number, last: string | undefined) => (last === undefined ? `The position before the first of ${moves(all)}.` : `After ${made} of ${moves(all)}: ${last}`),
  over: (by: string | null) => (by === null ? "Play is over: stalemate." : `Play is over: ${SIDES[by] ?? by} has mated.`),
  whereCanGet: "Where can it ever get:",
  bothKings: "both kings, and what never moves",
  unitOn: (piece: string, square: string) => `${PIECES[piece] ?? piece} on ${square}`,
  settledUnit: "never moves, is never captured",
  settled: (squares: string[]) => (squares.length === 0 ? "There is nothing that never moves." : `Framed: what stands on ${squares.join(" ")} never moves and is never captured.`),
  kingGets: (piece: string, squares: string) => `The ${PIECES[piece] ?? piece} never gets beyond ${squares}.`,
  squares: (count: number) => (count === 64 ? "the whole board" : `${count} squares`),
  eachUnit: "Where each piece and pawn can ever get, at most",
  promoted: (squares: string) => `promoted ${squares}`,
  mayBeHere: (piece: string) => `the ${PIECES[piece] ?? piece} may get here`,
  mayBeHerePromoted: "may get here when promoted",
  keep: "Keep the certificate",
  whatIsProved: "What the checker says is proved",
  otherClaim: (file: string, statements: string) => `${file} proves something else than what was asked: ${statements}`,
  rulesSay: "What rules say if a flag falls now",
  rulesHelp: "In bold: where a rule judges otherwise than FIDE article 6.9.",
  rulesSource: "The rules and their sources",
  rule: "rule",
  flag: (side: string) => `${SIDES[side] ?? side}'s flag falls`,
  policies: {
    "fide-timeout": "FIDE 6.9",
    "fide-dead": "FIDE 5.2.2 alone",
    uscf: "US Chess 14D4, 14E",
    "lichess-2025": "Lichess until August 2026",
    "lichess-2026": "Lichess",
    chesscom: "Chess.com",
  } as Record<string, string>,
  ruling: (said: string, winner: string) => (said === "win" ? `${SIDES[winner] ?? winner} wins` : said === "draw" ? "draw" : said === "over" ? "it was over before" : "not known"),
  answers: (count: number) => (count === 1 ? "1 answer." : `${count.toLocaleString("en")} answers.`),
  knownAnswers: "Or what certificates say of theirs",
  fileOfAnswers: (file: string, count: number) => `${file}: ${count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`}`,
  answersOf: "Its answers:",
  entry: (number: number, side: string, can: boolean, fen: string) => `${number}. ${SIDES[side] ?? side} ${can ? "can" : "cannot"} mate: ${fen}`,
  setUpPosition: "Set a position up",
  paletteHelp:
    "Drag pieces on the board, off it, and from here; or choose a piece here and then squares. With the keyboard: arrows, Enter, and Delete.",
  palette: "Pieces to put on squares",
  piece: (piece: string) => PIECES[piece] ?? piece,
  handTool: "Move",
  eraseTool: "Erase",
  toMove: "To move",
  castling: "May still castle",
  castlingRight: (letter: string) => `${letter.toUpperCase() === letter ? "White" : "Black"} ${letter.toUpperCase() === "K" ? "short" : "long"}`,
  passed: "A pawn has just passed",
  noneOfThem: "none",
  onlyKings: "Only kings",
  firstPosition: "First position",
  given: "Files of the program",
  givenLead: "The program solve, which serves this page, was given them. This page verifies what fits into a browser; the checker in the program verifies any of them.",
  verifyElsewhere: "Verify by the program",
  verifiedByProgram: "Verified by the program solve, with the checker that is in it, and not by this page.",
  byProgram: "verified by the program",
  walkElsewhere: "Walk through it with the program",
  readByProgram: (file: string) => `${file} is being read by the program …`,
  refusedByProgram: (status: string) => `The program refuses: ${status}.`,
  programGone: (why: string) => `The program does not answer: ${why}`,
  changedOnServer: (path: string) => `${path} has changed on the server, which has a newer page by now: reload`,
  openAgain: (digest: string) => `The certificate with the digest ${digest} is not one of this page: open its file again to verify it.`,
  noDigest: (text: string) => `${text.slice(0, 80)} is no digest: expected 64 hexadecimal digits`,
  newerPage: "A newer version of this page is ready.",
  useNewer: "Use it",
  otherWindows: "Close the other windows that show this page first; then use the newer version.",
  servedBy: (version: string) => `The page is served by solve ${version} on this machine.`,
  solve: "Solve",
  solveLead: (memory: number, threads: number) =>
    `The program solves on this machine, with ${threads === 1 ? "one thread" : `${threads} threads`} and at most ${(memory / 1e9).toFixed(1)} GB of memory, one job after the other. Its certificates are verified by this page.`,
  system: "System",
  systems: {
    "bidding-chess": "Endings of bidding chess",
    "losing-chess": "Forced wins of losing chess",
    chips: "Bidding with chips",
    scoring: "Bidding for points",
    unwinnable: "Whether a side can still mate",
  } as Record<string, string>,
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
  solveIt: "Solve",
  jobs: "Jobs",
  noJobs: "Nothing has been solved yet.",
  jobTaken: (title: string) => `${title}: taken`,
  jobState: {
    waiting: "waiting",
    running: "running",
    done: "solved",
    open: "no answer",
    refused: "refused",
    cancelled: "stopped",
    crashed: "ended without an answer",
  },
  jobProgress: (done: number, total: number | null, note: string) => {
    const number = total === null ? done.toLocaleString("en") : `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    return note === "" ? number : `${number}: ${note}`;
  },
  answer: "Answer",
  certificates: "Certificates",
  certificatesLead: "Verified here, by the checker of this page.",
  noWorker: (script: string) => `${script} could not be loaded, so nothing can be computed: is the network gone?`,
  workerEnded: "the worker ended",
  explorerEnded: (why: string) => `The explorer ran out of memory or contradicts itself: ${why}`,
  // Games of bids, as they are played.
  play: {
    you: (side: string) => `You (${SIDES[side] ?? player(side)})`,
    program: (side: string) => `Program (${SIDES[side] ?? player(side)})`,
    purses: "What both players have",
    chipsOf: (own: number, total: number) => `${own.toLocaleString("en")} of ${total.toLocaleString("en")}`,
    strength: "the program",
    strengths: { exact: "plays exactly", errs: "errs sometimes" },
    slider: "Your bid, by a slider",
    keys: "Arrow keys change the bid, Enter makes it.",
    undo: "Take back",
    rounds: "Rounds",
    rules: "Rules",
    itsBid: "its bid is",
    openness: { secret: "secret", open: "shown before yours" },
    rulesOf: {
      bidding: [
        "Both players bid a part of all the money for each move. The higher bid pays the other player and moves.",
        "At equal bids you move.",
        "Pieces move as in chess, but check means nothing: who captures the king has won.",
        "A bid below 0 is allowed: whoever moves is then paid by the other.",
      ],
      chips: [
        "Both players bid chips for each turn, at once. The higher bid pays the other player and decides who moves.",
        "Equal bids are a tie. Who has the advantage may win it and give the advantage away, or let the other win it; other rules for ties can be chosen.",
        "Who moves makes one move of the game; whoever reaches a winning position has won.",
        "Chips are worth nothing in the end.",
      ],
      heaps: [
        "Both players bid coins for each turn, at once. The higher bid pays the other player and takes.",
        "Who takes a number from the heap has as many points more.",
        "At equal bids the player with the marker takes, and the marker goes to the other player.",
        "The game is over when nothing can be taken. Coins are worth nothing in the end.",
      ],
    },
    opening: (name: string) => `${name} is being opened …`,
    youUse: "A tie: you win it, and give the advantage away.",
    youDecline: "A tie: you let the program win it, and keep the advantage.",
    moves: (user: boolean, to: string) => `${user ? "You move" : "The program moves"} to ${to}.`,
    winner: (user: boolean) => (user ? "You have won the bid." : "The program has won the bid."),
    tieTo: (user: boolean) => (user ? "A tie, which you win." : "A tie, which the program wins."),
    money: (bid: string, move: string, exact: string) => `The exact bid was ${exact}. Your bid gave away ${bid}, your move ${move}.`,
    moneyByBid: (bid: string, exact: string) => `The exact bid was ${exact}. Your bid gave away ${bid}.`,
    moneySum: (yours: string, its: string) => `In all you gave away ${yours} of the money, and the program ${its}.`,
    nothing: "nothing",
    little: "less than 0.000001",
    points: inPoints,
    pointsAway: (bid: string, take: string) => `Your bid gave away ${bid}, your take ${take}.`,
    pointsByBid: (bid: string) => `Your bid gave away ${bid}.`,
    pointsSum: (yours: string, its: string) => `In all you gave away ${yours}, and the program ${its}.`,
    place: (row: number, column: number) => `row ${row}, column ${column}`,
    holding: (chips: string, mark: boolean, ties: string) => `${chips === "1" ? "1 chip" : `${chips} chips`}${mark && ties !== "ladies-first" ? (ties === "advantage" ? " and the advantage" : " and the last bid") : ""}`,
    hadChips: (own: string, needs: string | null) => (needs === null ? `You had ${own}; no holding wins by force.` : `You had ${own}; ${needs} ${needs === "1 chip" ? "is" : "are"} enough to win by force.`),
    goodBids: (bids: number[]) => `Good bids: ${bids.join(", ")}.`,
    doing: { bid: "bid", move: "move" },
    lost: (what: string, by: string) => (what === "win" ? `Your ${by} gave the win away.` : `Your ${by} gave the program a win by force.`),
    chipsSum: (rounds: number[]) =>
      rounds.length === 0 ? "In no round did you give away what you could bring about." : `You gave away what you could bring about in ${rounds.length === 1 ? "round" : "rounds"} ${rounds.join(", ")}.`,
  },
  heatGone: (letter: string) => `There is no ${letter} on this board.`,
  losingChess: {
    opening: (san: string, winner: string, some: number, all: number, open: string[]) =>
      `1. ${san}: ${SIDES[winner] ?? winner} wins against ${some} of ${all} replies${open.length > 0 ? `; open: ${open.join(" ")}` : ""}.`,
    otherMoves: (side: string, won: string[], lost: string[], open: number) => {
      const who = SIDES[side] ?? side;
      const moves = (count: number, verb: string) => `${capital(inWords(count))} other first ${count === 1 ? `move of ${who} ${verb}s` : `moves of ${who} ${verb}`}`;
      const said = [
        won.length > 0 ? `${moves(won.length, "win")}: ${won.join(" ")}.` : "",
        lost.length > 0 ? `${moves(lost.length, "lose")}: ${lost.join(" ")}.` : "",
        open === 0 ? "" : open === 1 ? "The remaining one is not proved." : `The remaining ${open} are not proved.`,
      ];
      return said.filter(Boolean).join(" ");
    },
    openHere: (line: string, some: number, all: number) =>
      `Not proved: who wins ${line === "" ? "from the beginning" : `after ${line}`}.${some === 0 ? "" : ` ${some} of ${all} moves have a proof.`}`,
    open: "not proved",
    short: (winner: string, longest: number | undefined, more: boolean) =>
      `${SIDES[winner] ?? winner}${longest === undefined ? "" : `, ${longest.toLocaleString("en")}`}${more ? "*" : ""}`,
    notUnderFifty: "Not proved under a 50-move rule.",
    repliesTo: (move: string) => `All replies to ${move}`,
    legend: "Who wins, and in how many moves of both sides at most in this proof.",
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
  // The front page, of which build.mjs writes the text into index.html.
  front: {
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
    look: "Look at it",
    verify: "Verify it here",
    verified: (seconds: number, bytes: number) => `Verified on your machine in ${seconds < 0.01 ? "less than 0.01" : seconds.toFixed(2)} s: a certificate of ${bytes.toLocaleString("en")} bytes.`,
    notVerified: "Not verified:",
    why: "How do I know?",
    play: "Play",
    pause: "Pause",
    first: "First",
    beginning: "Antichess: captures are compulsory, and whoever has no pieces left has won.",
    step: (numbered: string, at: number, all: number) => `${numbered} (move ${at} of ${all} in the longest line of this proof)`,
    more: "Go on",
    ways: [
      { title: "Play", text: "Bid against the program for each move of tic-tac-toe, hex or a chess ending. It plays exactly.", link: "#chips", label: "Play a game of bids" },
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
  },
  // The field for positions and games of chess.
  box: {
    gameFile: "PGN file …",
    longGame: (name: string, size: number, most: number) => `${name} has ${size.toLocaleString("en")} bytes; a game is read from at most ${most.toLocaleString("en")}.`,
    linkWithout: "The link has neither a position nor moves. This page asks no other host: copy the game's PGN, and paste it here.",
  },
  // Can they mate?
  mate: {
    box: "Position (FEN), moves, a game (PGN), or a link of Lichess with one of them",
    example: "8/8/8/8/8/8/k1K5/8 w - -",
    noPosition: "There is no such position.",
    looking: "Searching for a mate by either side …",
    dead: "Neither side can mate: the position is dead, and the game is over by FIDE 5.2.2.",
    plies: (count: number, fewest: boolean) => `in ${fewest || count === 1 ? "" : "at most "}${count.toLocaleString("en")} ${count === 1 ? "ply" : "plies"}`,
    both: (white: string, black: string) => `Both sides can mate: White ${white}, Black ${black}.`,
    can: (side: string, plies: string) => `${SIDES[side] ?? side} can mate, ${plies}.`,
    cannot: (side: string) => `${SIDES[side] ?? side} cannot.`,
    notKnown: (side: string) => `Whether ${SIDES[side] ?? side} can mate is not known.`,
    searched: (side: string) => `Searching whether ${SIDES[side] ?? side} can mate …`,
    neitherKnown: "Whether either side can mate is not known: search longer.",
    flagged: (loser: string, side: string, can: boolean, plies: string, ruling: string) => {
      const [lost, left] = [SIDES[loser] ?? loser, SIDES[side] ?? side];
      const by = ruling === "win" ? `: ${left} wins by FIDE 6.9` : ruling === "draw" ? ": a draw by FIDE 6.9" : "";
      return `${lost} lost on time, and ${left} ${can ? `can mate, ${plies}` : "cannot mate"}${by}.`;
    },
    why: (side: string, evidence: string, positions: number, skeletons: number) => {
      const name = SIDES[side] ?? side;
      if (evidence === "material") return `With this material ${name} mates in no position at all.`;
      if (evidence === "static") return `No series of moves brings ${name}'s pieces and pawns where a mate would need them: none could cover the king and the squares around it.`;
      if (evidence === "skeletons") return `It is a fortress: wherever the pieces roam, ${name} never mates.`;
      const count = positions === 1 ? "1 position" : `${positions.toLocaleString("en")} positions`;
      return `All that can follow was looked at (${count}${skeletons === 0 ? "" : ", some of them fortresses"}): ${name} has mated in none.`;
    },
    evidence: (side: string, evidence: string, positions: number, skeletons: number, tracked: string | undefined) => {
      const name = SIDES[side] ?? side;
      const count = skeletons === 1 ? "1 skeleton" : `${skeletons.toLocaleString("en")} skeletons`;
      const skeleton = "A skeleton says where kings and pawns are, who is to move, and where pieces may be; it stands for all positions of that kind.";
      if (evidence === "skeletons") {
        const but = tracked === undefined ? "" : ` The pieces on ${tracked} were followed move by move.`;
        return `${skeleton} ${count} can come about, and ${name} mates in none.${but}`;
      }
      if (evidence !== "closed") return "";
      const some = skeletons === 0 ? "" : ` Fortresses among them were settled by ${count}. ${skeleton}`;
      return `${positions === 1 ? "1 position" : `${positions.toLocaleString("en")} positions`} can follow, and no move leads out of them.${some}`;
    },
    lineProves: "The line is the proof: every move of it is legal, and it ends with mate. A ply is a move of one side.",
    checkYourself: (file: string) => `Keep the certificate and check it without this page: check ${file}`,
    toMoveAssumed: (side: string) => `The text does not say who is to move: here it is ${SIDES[side] ?? side}.`,
    otherToMove: (side: string) => `Let ${SIDES[side] ?? side} move`,
    unread: (why: string) => `This cannot be read: ${why}.`,
    losingLink: "The link leads to losing chess, where kings are captured and nobody is mated.",
    game: "The game",
    firstOf: (games: number) => `The first of ${games.toLocaleString("en")} games.`,
    gameBegins: "The first position of the game.",
    gameLast: (move: string) => `The last position of the game, after ${move}.`,
    gameAt: (move: string) => `The position of the game after ${move}.`,
    noFlag: (result: string | null) => `The text does not say that anybody lost on time${result === null || result === "*" ? "" : `; the result is ${result}`}.`,
    flagFell: (loser: string, named: boolean, result: string | null) =>
      `${SIDES[loser] ?? loser} lost on time${named ? "" : " (a flag fell, and that side was to move)"}; the result is ${result ?? "*"}.`,
    contradiction: (why: string) => `The text contradicts itself: ${why}.`,
    ruledBy: (ruling: string, policies: string[]) => `${capital(ruling)} by ${policies.join(", ")}.`,
    searchedPlies: (side: string) => `When could ${SIDES[side] ?? side} no longer mate? Searching …`,
    sinceUnknown: (side: string) => `When ${SIDES[side] ?? side} could no longer mate, if ever, was not found out.`,
    toTheEnd: (side: string) => `${SIDES[side] ?? side} could mate to the end of the game.`,
    since: (side: string, move: string | undefined, exact: boolean) => {
      const name = SIDES[side] ?? side;
      if (move === undefined) return `${name} could mate at no point of the game.`;
      return `${name} could no longer mate from ${move} on${exact ? "" : ", at least: earlier positions were not all decided"}.`;
    },
    showThere: "Show it",
    showLast: "Show the last position",
    certificates: "Answers of certificates",
    copyFen: "Copy FEN",
    fenCopied: "The FEN has been copied.",
    fenBelow: "The FEN stands below the board.",
  },
  // Games of bids: what is asked at the board, and the answers in a sentence.
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
    // What the program can bring about: `open` is where nothing is proved. One that errs may fail to.
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
