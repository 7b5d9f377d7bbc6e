// Losing chess: exports a position as PGN or as a link. Each function returns a sentence for the user.

import { element } from "./dom";
import type { Proofs } from "./losing-proofs";
import type { Here } from "./losing-state";
import { viewStrings } from "./view-strings";

/** Time after which the file's URL is revoked, in milliseconds. */
const KEPT = 60_000;

/** Saves the part of a proof below a position as PGN. */
export async function savePgn(proofs: Proofs, here: Here | undefined): Promise<string> {
  const read = here?.place && here.proof && proofs.read(here.proof.file);
  if (!here || !read) throw new Error(viewStrings.pgnInProof);
  const written = await proofs.pgn(read, here.line.slice(0, here.before), here.moves.slice(here.before));
  const address = URL.createObjectURL(new Blob([written.text], { type: "application/vnd.chess-pgn" }));
  element("a", { href: address, download: "losing-chess.pgn" }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
  return viewStrings.written(written.positions, written.cut);
}

/**
 * Copies the page's address. Over plain HTTP there is no clipboard, so the sentence refers to the browser's address
 * bar.
 */
export async function copyLink(): Promise<string> {
  try {
    await navigator.clipboard.writeText(location.href);
    return viewStrings.linkCopied;
  } catch {
    return viewStrings.linkAbove;
  }
}
