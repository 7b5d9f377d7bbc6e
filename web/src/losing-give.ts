// Losing chess: what is taken along: PGN of what lies below a position, and the link to it. Each answers with a sentence.

import { element } from "./dom";
import type { Proofs } from "./losing-proofs";
import type { Here } from "./losing-state";
import { viewStrings } from "./view-strings";

/** How long a file can be saved, in milliseconds. */
const KEPT = 60_000;

/** Saves what lies below a position of a proof. */
export async function savePgn(proofs: Proofs, here: Here | undefined): Promise<string> {
  const read = here?.place && here.proof && proofs.read(here.proof.file);
  if (!here || !read) throw new Error(viewStrings.pgnInProof);
  const written = await proofs.pgn(read, here.line.slice(0, here.before), here.moves.slice(here.before));
  const address = URL.createObjectURL(new Blob([written.text], { type: "application/vnd.chess-pgn" }));
  element("a", { href: address, download: "losing-chess.pgn" }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
  return viewStrings.written(written.positions, written.cut);
}

/** Copies the page's address. Over plain http there is no clipboard: the address is in the browser's own field. */
export async function copyLink(): Promise<string> {
  try {
    await navigator.clipboard.writeText(location.href);
    return viewStrings.linkCopied;
  } catch {
    return viewStrings.linkAbove;
  }
}
