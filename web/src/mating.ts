// The view "Can they mate?": the user types, sets up, chooses or links to a position or game, and sees the solver's
// answer for either side. The screen is a function of the state in `mating-state.ts`. `mating-words.ts` writes the
// sentences, `mating-screen.ts` shows the state, and `mating-ask.ts` asks the explorer and the checker.

import { said } from "./box";
import type { Asking } from "./explorer";
import { Asker } from "./mating-ask";
import { source } from "./mating-draw";
import { Screen } from "./mating-screen";
import { Searches } from "./mating-search";
import {
  type AnswersFile,
  NO_BOARD,
  type Played,
  type Side,
  type State,
  addressOf,
  boardOf,
  fenOf,
  fensOf,
  fresh,
  isBoard,
  positionOf,
  root,
  stepped,
  turnedTo,
  walkOf,
} from "./mating-state";
import { POSITIONS } from "./positions";
import { type Files, shown } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Entry } from "./verdict";
import { sentence } from "./view";

export type { AnswersFile } from "./mating-state";

/** Matches the explorer's error about a word of a game that is not a legal move. */
const ILLEGAL = /is no (?:legal )?move/;

/** The origin of a position. */
interface From {
  /** The user is setting up the position, so it is shown even if it is invalid. */
  draft?: boolean;
  entry?: Entry | undefined;
  played?: Played;
  /** The error in the rest of the text. */
  wrong?: string;
}

export class MatingView {
  readonly element: HTMLElement;
  readonly #asker: Asker;
  readonly #page: Files;
  readonly #screen: Screen;
  readonly #searches: Searches;
  #state: State = fresh(NO_BOARD);
  /** The answers of the opened certificate. */
  #entries: Entry[] = [];
  #opened: Entry | undefined;
  /** The text of the current game. */
  #pgn = "";
  /** Number of the position shown, and of the position requested. Late answers are dropped. */
  #turn = 0;
  #asked = 0;

  constructor(explorer: () => Promise<Asking>, page: Files, certificates: AnswersFile[]) {
    this.#asker = new Asker(explorer);
    this.#page = page;
    this.#screen = new Screen(
      {
        state: () => this.#state,
        take: (text) => void this.#takeText(text),
        setUp: (fen) => void this.#take([fen], { draft: true }),
        choose: (fen) => void this.#take([fen]),
        openCertificate: (file) => void this.#openCertificate(file),
        unit: (unit) => this.#set({ ...this.#state, unit }),
        otherToMove: () => this.#otherToMove(),
        link: () => void this.#copy(location.href, viewStrings.linkCopied, viewStrings.linkAbove),
        copy: () => void this.#copy(boardOf(this.#state), viewStrings.mate.fenCopied, viewStrings.mate.fenBelow),
        search: (side, nodes, shortest) => void this.#searches.one(side, nodes, shortest),
        stop: () => this.#asker.stop(),
        turnTo: (side) => this.#set(turnedTo(this.#state, side)),
        step: (side, ply) => this.#step(side, ply),
        goTo: (ply) => this.#goTo(ply),
      },
      certificates,
    );
    this.element = this.#screen.element;
    this.#searches = new Searches(this.#asker, page, { state: () => this.#state, set: (state) => this.#set(state), turn: () => this.#turn, warn: (why) => this.#screen.warn(why) });
  }

  #set(state: State): void {
    this.#state = state;
    this.#screen.draw(state, this.#searches.kept);
  }

  /** Verifies a certificate and lists its answers. Returns the address of the first answer. */
  async add(file: string): Promise<string> {
    const verify = async (signal: AbortSignal) => this.#page.verify(await this.#page.fetch(file, signal), false, signal);
    const found = shown(file, await this.#screen.busy.during(viewStrings.entering(file), verify));
    const { verified } = found;
    this.#entries = verified.kind.name === "batch" ? verified.entries : [verified];
    [this.#opened] = this.#entries;
    this.#screen.showSource(file, viewStrings.fileOfAnswers(file, this.#entries.length), source(found, this.#entries, (entry) => void this.#enter(entry)));
    return this.#opened ? addressOf(root(this.#opened)) : "mating/";
  }

  async #openCertificate(file: string): Promise<void> {
    try {
      await this.add(file);
    } catch (error) {
      this.#screen.warn(sentence(error));
      return;
    }
    await this.#enter(this.#opened);
  }

  /** Shows an answer of the certificate. */
  async #enter(entry: Entry | undefined): Promise<void> {
    if (!entry) return;
    this.#opened = entry;
    await this.#take([root(entry)], { entry });
  }

  /** Opens an address: a position. Never falls back to another position. */
  async open(rest: string[]): Promise<void> {
    const fen = fenOf(rest);
    const { spot } = this.#state;
    const entry = this.#opened;
    if (fen === "" && spot) return this.#write(spot.fen);
    if (entry && root(entry) === fen && this.#state.entry !== entry) return this.#enter(entry);
    if (fen !== "" && fen === this.#state.fen && spot) return;
    const asked = fen === "" ? (POSITIONS[0]?.fen ?? "") : fen;
    const fens = fensOf(asked);
    // The board is shown until the explorer has loaded.
    this.#clear(fresh(isBoard(asked) ? (fens[0] ?? asked) : NO_BOARD));
    this.#screen.fill(fen);
    await this.#take(fens, { draft: true });
  }

  /** Takes a text from the front page as if the user had typed it here. */
  async answer(text: string): Promise<void> {
    this.#screen.type(text);
    if (!this.#state.spot) this.#clear(fresh(isBoard(text) ? (fensOf(text)[0] ?? text) : NO_BOARD));
    await this.#takeText(text);
    if (!this.#state.spot) this.#set(fresh(this.#state.fen, { none: true }));
  }

  /** Takes a text: a position, or a game, of which the last position is shown. */
  async #takeText(text: string): Promise<void> {
    const found = said(text);
    this.#screen.clear();
    if ("nothing" in found) return this.#screen.warn(found.nothing);
    if ("moves" in found) return this.#screen.warn(viewStrings.mate.losingLink);
    if (found.variant !== undefined) return this.#screen.warn(strings.losingChess.otherVariant(found.variant));
    if ("fen" in found || found.game === "") return void (await this.#take(fensOf("fen" in found ? found.fen : "")));
    await this.#takeGame(found.game);
  }

  async #takeGame(pgn: string): Promise<void> {
    const late = this.#begin();
    try {
      const game = await this.#asker.game(pgn);
      if (late()) return;
      this.#pgn = pgn;
      const ply = game.walk.length;
      await this.#take([positionOf(game, ply)], { played: { game, ply, since: {} } });
    } catch (error) {
      // The moves before an illegal one are shown.
      const part = ILLEGAL.test(sentence(error)) ? await this.#asker.legalPart(pgn) : undefined;
      if (late()) return;
      const wrong = viewStrings.mate.unread(sentence(error));
      if (!part) {
        this.#screen.warn(wrong);
        delete this.element.dataset["busy"];
        return;
      }
      this.#pgn = part.pgn;
      const ply = part.game.walk.length;
      await this.#take([positionOf(part.game, ply)], { played: { game: part.game, ply, since: {} }, wrong });
    }
  }

  /** Shows a position of the game. */
  #goTo(ply: number): void {
    const { played } = this.#state;
    if (played) void this.#take([positionOf(played.game, ply)], { played: { ...played, ply } });
  }

  #otherToMove(): void {
    const { fen, assumed } = this.#state;
    void this.#take([fen.replace(/ [wb] /, assumed === "white" ? " b " : " w ")]);
  }

  /**
   * Starts a request. Returns a function that tells whether another request has started since, so that this one is
   * late.
   */
  #begin(): () => boolean {
    this.#asked += 1;
    const asked = this.#asked;
    this.element.dataset["busy"] = "";
    // A search may take long, and the worker answers one question at a time.
    this.#asker.stop();
    return () => asked !== this.#asked;
  }

  /**
   * Shows the first valid position of the list, and searches. Resolves to whether it is still shown at the end. If no
   * position is valid, the board stays.
   */
  async #take(fens: string[], { draft = false, entry, played, wrong }: From = {}): Promise<boolean> {
    const late = this.#begin();
    const from = location.hash;
    let spot: State["spot"];
    try {
      spot = await this.#asker.position(fens);
    } catch (error) {
      if (late()) return false;
      delete this.element.dataset["busy"];
      if (draft) this.#clear(fresh(isBoard(fens[0] ?? "") ? (fens[0] ?? "") : NO_BOARD, { none: true }));
      this.#screen.warn(viewStrings.noPosition(sentence(error)));
      return false;
    }
    if (late()) return false;
    delete this.element.dataset["busy"];
    const { fen, to_move } = spot;
    const turn = this.#clear(fresh(fen, { spot, entry, played, assumed: fens.length > 1 ? to_move : undefined }));
    this.#screen.fill(fen);
    if (wrong !== undefined) this.#screen.warn(wrong);
    // If the user has followed another link meanwhile, that address stays, because it will be opened.
    if (location.hash === from) this.#write(fen);
    await this.#searches.all(this.#pgn);
    return turn === this.#turn;
  }

  /** Drops everything about the previous position, and returns the number of the new one. */
  #clear(state: State): number {
    this.#turn += 1;
    this.#searches.forget();
    this.#screen.clear();
    this.#set(state);
    return this.#turn;
  }

  #write(fen: string): void {
    const here = `#${addressOf(fen)}`;
    if (location.hash !== here && location.hash.startsWith("#mating")) history.replaceState(null, "", here);
  }

  #step(side: Side, ply: number): void {
    const state = stepped(side === this.#state.side ? this.#state : turnedTo(this.#state, side), ply);
    const walk = walkOf(state);
    if (walk.length === 0) return;
    this.#set(state);
    this.#screen.tell(viewStrings.afterMoves(state.ply, walk.length, walk[state.ply - 1]?.san));
  }

  async #copy(text: string, copied: string, otherwise: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#screen.tell(copied);
    } catch {
      // Over plain HTTP there is no clipboard.
      this.#screen.tell(otherwise);
    }
  }
}
