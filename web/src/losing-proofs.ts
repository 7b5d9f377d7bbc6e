// Losing chess: who answers what is proved. Positions before the proofs come from losing.json while they are those of the page's own proofs, all others from the
// explorer; a proof is fetched, verified and read when it is entered, and the last one is freed.

import type { Busy } from "./busy";
import type { Answering, Asking } from "./explorer";
import { get } from "./files";
import { type Known, type Opening, type Place, type Spot, mainMove } from "./losing-state";
import { type PackedSpot, Top } from "./losing-top";
import { type Elsewhere, type Files, type Shown, shown } from "./shown";
import { viewStrings } from "./view-strings";

/** Bytes for a position while a proof is verified, and again while it is read: measured, and rounded up. */
const BYTES = 80;

/** A proof that would take more bytes is not read. */
const MAX_BYTES = 1_500_000_000;

/** The most moves in a PGN file. */
const MAX_PGN = 10_000;

/** A proof that has been verified and read, who answers questions about it, and how many positions follow each of its positions. */
export interface Read {
  shown: Shown;
  reader: Answering;
  sizes: Map<number, number>;
}

export class Proofs {
  readonly #explorer: () => Promise<Asking>;
  readonly #page: Files;
  readonly #busy: Busy;
  readonly #known = new Map<string, Known>();
  #asking: Promise<Asking> | undefined;
  #top: Promise<Top | undefined> | undefined;
  #opening: Promise<Opening | undefined> | undefined;
  #read: Read | undefined;
  #loading: { file: string; done: Promise<Read> } | undefined;
  /** Whether the explorer has yet to be sent the claims. */
  #changed = true;

  constructor(explorer: () => Promise<Asking>, page: Files, busy: Busy, proofs: Known[]) {
    this.#explorer = explorer;
    this.#page = page;
    this.#busy = busy;
    for (const proof of proofs) this.#known.set(proof.file, proof);
    this.#top = top(proofs);
  }

  /** Takes a verified proof into the tree. */
  add(proof: Known): void {
    this.#known.set(proof.file, proof);
    this.#changed = true;
    // The file is about the proofs of the page alone.
    this.#top = undefined;
    this.#opening = undefined;
  }

  get(file: string): Known | undefined {
    return this.#known.get(file);
  }

  /** The proof that has been read, if it is this one. */
  read(file: string): Read | undefined {
    return this.#read?.shown.file === file ? this.#read : undefined;
  }

  /** Why a proof cannot be read by a page, if it cannot. */
  tooLarge(file: string): string | undefined {
    const bytes = (this.#known.get(file)?.positions ?? 0) * BYTES;
    return bytes > MAX_BYTES && !this.#page.elsewhere(file) ? viewStrings.tooLargeToWalk(file, bytes, MAX_BYTES) : undefined;
  }

  /** What is proved after moves from the beginning, up to the first position with which a proof begins. */
  async spot(moves: string[]): Promise<Spot> {
    return (await this.#top)?.spot(moves) ?? this.#ask<Spot>({ spot: { moves } });
  }

  /** What the proofs say of the first move that they are about. */
  opening(): Promise<Opening | undefined> {
    this.#opening ??= this.#findOpening().catch(() => {
      this.#opening = undefined;
      return undefined;
    });
    return this.#opening;
  }

  async #findOpening(): Promise<Opening | undefined> {
    const begin = await this.spot([]);
    const first = mainMove(begin);
    return first && { begin, first, after: await this.spot([first.move]) };
  }

  /** The moves from the beginning to a position before the proofs. */
  find(fen: string): Promise<string[]> {
    return this.#ask({ find: { fen } });
  }

  async #asked(): Promise<Asking> {
    this.#asking ??= this.#explorer().then(
      (asking) => {
        asking.lost = () => {
          if (this.#read?.reader === asking) this.#read = undefined;
        };
        return asking;
      },
      (error: unknown) => {
        this.#asking = undefined;
        throw error;
      },
    );
    return this.#asking;
  }

  /** Asks about the tree of all proofs, which the explorer is sent first. */
  async #ask<T>(question: unknown): Promise<T> {
    const asking = await this.#asked();
    if (this.#changed) {
      this.#changed = false;
      const claims = { question: { losing: { top: { proofs: [...this.#known.values()] } } } };
      // A worker that is ended before it has answered is followed by one that is sent them, too.
      asking.keep([claims]);
      await asking.ask(claims.question);
    }
    return asking.ask<T>({ losing: question });
  }

  /** Verifies and reads a proof, if it is not the one that is read. Whoever moves on within a proof that is being read waits for it. */
  async enter(file: string): Promise<Read> {
    if (this.#read?.shown.file === file) return this.#read;
    if (this.#loading?.file !== file) {
      this.#read = undefined;
      const elsewhere = this.#page.elsewhere(file);
      const done = elsewhere
        ? this.#busy.during(viewStrings.readByProgram(file), () => this.#readElsewhere(file, elsewhere))
        : this.#busy.during(viewStrings.entering(file), (signal) => this.#readHere(file, signal));
      const loading = { file, done };
      this.#loading = loading;
      const over = () => {
        if (this.#loading === loading) this.#loading = undefined;
      };
      done.then((read) => {
        if (this.#loading === loading) this.#read = read;
        over();
      }, over);
    }
    return (this.#loading as { done: Promise<Read> }).done;
  }

  /** Ends what is being read: it is no longer needed. */
  leave(): void {
    this.#busy.end();
    this.#loading = undefined;
  }

  async #readElsewhere(file: string, elsewhere: Elsewhere): Promise<Read> {
    const found = shown(file, elsewhere.outcome, true);
    await elsewhere.read({ losing: { read: { name: file } } });
    return { shown: found, reader: elsewhere.answering, sizes: new Map() };
  }

  async #readHere(file: string, signal: AbortSignal): Promise<Read> {
    const bytes = (this.#known.get(file)?.positions ?? 0) * BYTES;
    const [asking, content] = await Promise.all([this.#asked(), this.#page.fetch(file, signal)]);
    const reading = () =>
      asking.ask({ losing: { read: { name: file } } }, content, signal).then(
        () => undefined,
        (error: unknown) => error,
      );
    // Side by side where there is memory for both.
    const early = 2 * bytes <= MAX_BYTES ? reading() : undefined;
    const outcome = await this.#page.verify(content, early === undefined, signal);
    const read = await (early ?? reading());
    const found = shown(file, outcome);
    if (read !== undefined) throw read;
    return { shown: found, reader: asking, sizes: new Map() };
  }

  /** Where moves of the proof lead; `before` are those from the beginning of the game to its root. */
  place({ reader }: Read, before: string[], moves: string[]): Promise<Place> {
    return reader.ask({ losing: { place: { before, moves } } });
  }

  /** How many positions there are from a position on. */
  async size({ reader, sizes }: Read, number: number): Promise<number> {
    const size = sizes.get(number) ?? (await reader.ask<number>({ losing: { size: { number } } }));
    sizes.set(number, size);
    return size;
  }

  /** The moves from the root of the proof to a position of it. */
  way({ reader }: Read, fen: string): Promise<string[]> {
    return reader.ask({ losing: { way: { fen } } });
  }

  /** What lies below a place as PGN. */
  pgn({ reader }: Read, before: string[], moves: string[]): Promise<{ text: string; positions: number; cut: number }> {
    return reader.ask({ losing: { pgn: { before, moves, limit: MAX_PGN } } });
  }
}

/** The positions before the page's own proofs; none where the file cannot be fetched. */
async function top(proofs: Known[]): Promise<Top | undefined> {
  try {
    const answer = await get("losing.json");
    return answer.ok ? new Top((await answer.json()) as PackedSpot[], proofs) : undefined;
  } catch {
    return undefined;
  }
}
