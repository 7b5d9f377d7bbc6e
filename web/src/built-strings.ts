// Texts that the build writes into pages and lists. The page itself does not load them.

import { strings } from "./strings";

export const built = {
  /** Forged certificates: byte `at` of a shipped certificate is XORed with `by`, and `what` names the false claim. */
  changed: [
    { from: "losing/e3-d5.cbor", at: 102, by: 1, what: "Who wins: Black instead of White." },
    { from: "losing/e3-d5.cbor", at: 114, by: 32, what: "A move of the proof: with the other move, play can go round in a circle." },
    { from: "kk.cbor", at: 188, by: 1, what: "What a position of two kings is worth." },
    { from: "unwinnable/named.cbor", at: 219, by: 1, what: "A piece of a fortress: a knight instead of a pawn that blocks." },
    { from: "unwinnable/named.cbor", at: 344, by: 1, what: "A move in a line that leads to mate." },
    { from: "tic-tac-toe-chips.cbor", at: 474, by: 1, what: "How many of 16 chips a player needs in a position: 1 fewer." },
    { from: "subtraction-1-2-budgets-1-12.cbor", at: 1542, by: 1, what: "By how many points a player ends ahead: 3 instead of 4." },
  ],
  byteChanged: (at: number, size: number, from: string, to: string, file: string) => `Byte ${at + 1} of the ${size.toLocaleString("en")} of ${file}: ${from} became ${to}.`,
  /** The subject of a statement, for rule sets whose statements do not name it. */
  about: {
    "bidding-chess": ({ material, board }) => `${material} on ${board}: `,
    "tic-tac-toe": ({ board, row }) => (board === "3x3" && row === "3" ? "" : `${board}, ${row} in a row: `),
    connect: ({ board, row }) => `connect, ${board}, ${row} in a row: `,
    hex: ({ board }) => `hex, ${board}: `,
    tug: ({ length }) => `tug o' war of length ${length}: `,
    ultimatum: ({ degree }) => `ultimatum of degree ${degree}: `,
    subtraction: ({ set }) => `taking a number of ${set} from a heap: `,
  } as Record<string, (parameters: Record<string, string>) => string>,
  /** Link previews of the views: title, description, and a picture from the book. */
  shared: {
    start: { title: "gamecert", description: strings.lead, picture: "screenshots/verify.jpg" },
    losing: { title: "Losing chess: which moves win by force", description: "White wins after 1. e3 against most replies. Walk through the proofs on a board, or see where your own game leaves them.", picture: "screenshots/losing.jpg" },
    mating: { title: "Can they still mate?", description: "A flag has fallen: can the other side still mate, by any legal moves? Yes with a line of moves, no with a proof.", picture: "screenshots/mating.jpg" },
    bidding: { title: "Bidding chess", description: "What share of all the money wins, in every position of an ending, and a game against exact play.", picture: "screenshots/verify.jpg" },
    chips: { title: "Bidding with chips", description: "With 100 chips in all, how many do I need? For tic-tac-toe, hex and other games, and a game against exact play.", picture: "screenshots/chips.jpg" },
    scores: { title: "Bidding for points", description: "By how many points the better bidder ends ahead, for every heap and every number of coins.", picture: "screenshots/scores.jpg" },
    open: { title: "Verify a certificate", description: "All certificates that come with the page, files of your own, and forged ones to see a rejection.", picture: "screenshots/verify.jpg" },
  } as Record<string, { title: string; description: string; picture: string }>,
  resultPage: {
    all: "Results",
    lead: "Every certificate that comes with the page. Each page says what is proved and how to check it.",
    proved: "What is proved",
    check: "How do I know?",
    command: "With a copy of the repository:",
    digest: (sha256: string, size: string) => `${size} bytes, SHA-256 ${sha256}`,
    more: (count: number) => `${count.toLocaleString("en")} more answers are in the certificate.`,
    look: "See it on the page",
    verify: "Verify it in the browser",
  },
};
