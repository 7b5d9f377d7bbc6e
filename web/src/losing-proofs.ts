// Losing chess: answers questions about proved positions. Positions before the proofs come from losing.json as long as
// no other proof has been added, and from the explorer otherwise. A proof is fetched, verified and read when the user
// enters it; this frees the previous proof.

import type { Busy } from "./busy";
import type { Answering, Asking } from "./explorer";
import { get } from "./files";
import { type Known, type Opening, type Place, type Spot, known, mainMove } from "./losing-state";
import { type PackedSpot, Top } from "./losing-top";
import { type Elsewhere, type Files, type Shown, restsOn, shown } from "./shown";
import { viewStrings } from "./view-strings";

/** Bytes per position to verify a proof, and again to read it. The number was measured and rounded up. */
const BYTES = 80;

/** Memory limit for a proof that the page reads, in bytes. */
const MAX_BYTES = 1_500_000_000;

/** Maximum number of moves in a PGN file. */
const MAX_PGN = 10_000;

/**
 * A proof that was verified and read. `reader` answers questions about it; `sizes` caches the number of positions below
 * each position.
 */
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
  /** Proofs that the current proof cites. They are not part of the tree from the starting position. */
  readonly #cited = new Map<string, Known>();
  #asking: Promise<Asking> | undefined;
  #top: Promise<Top | undefined> | undefined;
  #opening: Promise<Opening | undefined> | undefined;
  #read: Read | undefined;
  #loading: { file: string; done: Promise<Read> } | undefined;
  /** Whether the explorer has not received the current claims. */
  #changed = true;

  constructor(explorer: () => Promise<Asking>, page: Files, busy: Busy, proofs: Known[]) {
    this.#explorer = explorer;
    this.#page = page;
    this.#busy = busy;
    for (const proof of proofs) this.#known.set(proof.file, proof);
    this.#top = top(proofs);
  }

  /** Adds a verified proof. */
  add(proof: Known): void {
    this.#known.set(proof.file, proof);
    this.#changed = true;
    // losing.json covers only the page's own proofs.
    this.#top = undefined;
    this.#opening = undefined;
  }

  get(file: string): Known | undefined {
    return this.#known.get(file) ?? this.#cited.get(file);
  }

  /** Returns the current proof if it is this one. */
  read(file: string): Read | undefined {
    return this.#read?.shown.file === file ? this.#read : undefined;
  }

  /** Returns the reason why the page cannot read a proof, if there is one. */
  tooLarge(file: string): string | undefined {
    const bytes = (this.get(file)?.positions ?? 0) * BYTES;
    return bytes > MAX_BYTES && !this.#page.elsewhere(this.#source(file).name) ? viewStrings.tooLargeToWalk(file, bytes, MAX_BYTES) : undefined;
  }

  /** Returns the position after moves from the starting position, or the root of the first proof on the way. */
  async spot(moves: string[]): Promise<Spot> {
    return (await this.#top)?.spot(moves) ?? this.#ask<Spot>({ spot: { moves } });
  }

  /** Returns the proved results for the main first move, if there is one. */
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

  /** Returns moves from the starting position to a position before the proofs. */
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

  /** Asks about the tree of all proofs. Sends the claims of the proofs first, if the explorer does not have them. */
  async #ask<T>(question: unknown): Promise<T> {
    const asking = await this.#asked();
    if (this.#changed) {
      this.#changed = false;
      const claims = { question: { losing: { top: { proofs: [...this.#known.values()] } } } };
      // If the worker ends before it answers, the next worker receives the claims as well.
      asking.keep([claims]);
      await asking.ask(claims.question);
    }
    return asking.ask<T>({ losing: question });
  }

  /**
   * Verifies and reads a proof, unless it is the current one. Callers that enter the same proof meanwhile share the
   * promise.
   */
  async enter(file: string): Promise<Read> {
    if (this.#read?.shown.file === file) return this.#read;
    if (this.#loading?.file !== file) {
      this.#read = undefined;
      const elsewhere = this.#page.elsewhere(this.#source(file).name);
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

  /** Aborts the reading of a proof that is no longer needed. */
  leave(): void {
    this.#busy.end();
    this.#loading = undefined;
  }

  /** Returns the name of a proof's file, and the index of the root. */
  #source(file: string): { name: string; root: number } {
    const among = this.get(file)?.among;
    return { name: among?.file ?? file, root: among?.index ?? 0 };
  }

  async #readElsewhere(file: string, elsewhere: Elsewhere): Promise<Read> {
    const found = shown(file, elsewhere.outcome, true);
    await elsewhere.read({ losing: { read: this.#source(file) } });
    return { shown: found, reader: elsewhere.answering, sizes: new Map() };
  }

  async #readHere(file: string, signal: AbortSignal): Promise<Read> {
    const bytes = (this.get(file)?.positions ?? 0) * BYTES;
    const source = this.#source(file);
    const [asking, content] = await Promise.all([this.#asked(), this.#page.fetch(source.name, signal)]);
    const reading = () =>
      asking.ask({ losing: { read: source } }, content, signal).then(
        () => undefined,
        (error: unknown) => error,
      );
    // Verifying and reading run in parallel if the memory suffices for both. A proof that may cite others is read after
    // them.
    const early = 2 * bytes <= MAX_BYTES && !this.get(file)?.among ? reading() : undefined;
    const outcome = await this.#page.verify(content, early === undefined, signal);
    const found = shown(source.name, outcome);
    if (!early) await this.#cite(asking, found, signal);
    const read = await (early ?? reading());
    if (read !== undefined) throw read;
    return { shown: found, reader: asking, sizes: new Map() };
  }

  /** Sends the certificates that a proof cites to the explorer. The user can step through them too. */
  async #cite(asking: Asking, { verified }: Shown, signal: AbortSignal): Promise<void> {
    for (const { bytes, verified: cited } of await restsOn(this.#page, verified, signal)) {
      const name = viewStrings.citedFile(cited.sha256);
      this.#page.keep(name, bytes);
      for (const proof of known(name, cited)) this.#cited.set(proof.file, proof);
      await asking.ask({ losing: { cite: { name } } }, bytes, signal);
    }
  }

  /**
   * Returns the position after moves of the proof. `before` are the moves from the start of the game to the proof's
   * root.
   */
  place({ reader }: Read, before: string[], moves: string[]): Promise<Place> {
    return reader.ask({ losing: { place: { before, moves } } });
  }

  /** Returns the number of positions below a position, including the position itself. */
  async size({ reader, sizes }: Read, number: number): Promise<number> {
    const size = sizes.get(number) ?? (await reader.ask<number>({ losing: { size: { number } } }));
    sizes.set(number, size);
    return size;
  }

  /** Returns the moves from the root of the proof to a position of the proof. */
  way({ reader }: Read, fen: string): Promise<string[]> {
    return reader.ask({ losing: { way: { fen } } });
  }

  /** Writes the part of the proof below a place as PGN. */
  pgn({ reader }: Read, before: string[], moves: string[]): Promise<{ text: string; positions: number; cut: number }> {
    return reader.ask({ losing: { pgn: { before, moves, limit: MAX_PGN } } });
  }
}

/** Fetches the positions before the page's own proofs; undefined if the file cannot be fetched. */
async function top(proofs: Known[]): Promise<Top | undefined> {
  try {
    const answer = await get("losing.json");
    return answer.ok ? new Top((await answer.json()) as PackedSpot[], proofs) : undefined;
  } catch {
    return undefined;
  }
}
