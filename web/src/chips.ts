// The view of bidding with chips. It shows the chips that a player needs at a position, for every total, from a
// verified certificate. The user can also play against advice that the explorer computes.

import { ChipsBoard } from "./chips-board";
import { type ChipsEvent, type ChipsState, FIRST_GAME, type Option, type Options, type Ties, mine } from "./chips-game";
import { otherGames } from "./chips-other";
import { type ChipsFile, KnownChips } from "./chips-known";
import { ChipsPictures } from "./chips-pictures";
import { type ChipsChoice, chipsGame } from "./chips-play";
import { type CurveOf, type Look, type Opened, Question, known, names, ways } from "./chips-said";
import { type ToSolve, solveForm } from "./chips-solve";
import { type Child, element } from "./dom";
import type { Asking, Opening } from "./explorer";
import { Match } from "./match";
import type { Files, Shown } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import { Frame, type Turn } from "./view";

/** The part of an address that starts a game at once. */
const GUIDED = "play";

export class ChipsView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #known: KnownChips;
  readonly #view: Frame;
  readonly #board: ChipsBoard;
  readonly #position = element("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false" });
  readonly #side = element("div", { class: "side" });
  readonly #solving = element("div");
  readonly #play: Match<ChipsState, ChipsEvent>;
  /** Updates the settings before a game for the opened game. */
  readonly #fit: () => void;
  readonly #choose: (choice: ChipsChoice) => void;
  /** Whether a game has started by itself. In this case the address does not follow the game. */
  #guided = false;
  readonly #question: Question;
  readonly #pictures = new ChipsPictures();
  readonly #names = names(() => this.#opened);
  #opened: (Opened & { file: string; shown: Shown | undefined }) | undefined;
  /** The position that is shown, its options, and whether a game is being played there. */
  #here: { position: string; options: Options | null; played: boolean } | undefined;
  /** The questions that open the game in the explorer. */
  #kept: Opening[] = [];

  constructor(asking: Asking, files: Files, known: ChipsFile[]) {
    this.#asking = asking;
    const chosen = () => (this.#opened?.shown ? this.#opened.file : "");
    this.#view = new Frame({ asking, files, name: "chips", choice: "certificate", choose: (file) => void this.#go(file), chosen });
    this.#question = new Question(asking, (needed) => this.#carry(needed));
    const game = chipsGame(asking, this.#view, {
      names: this.#names,
      here: () => ({ position: this.#here?.position ?? "", ties: this.#opened?.certificate?.ties, openings: this.#kept }),
      show: (state) => this.#showGame(state),
      send: (event) => this.#play.send(event),
      left: (over) => void this.#at(over ? (this.#opened?.start ?? "") : (this.#here?.position ?? "")),
      onBoard: () => this.#board.hasCells(),
    });
    this.#fit = game.fit;
    this.#choose = game.choose;
    this.#play = new Match(asking, this.#view, game);
    this.#known = new KnownChips(this.#view, files, known);
    this.#board = new ChipsBoard((option) => this.#chosen(option), (position) => void this.#at(position));
    const others = otherGames(this.#view.choice, this.#position, {
      named: (name) => void this.#go(`game:${name}`),
      file: (file) => void this.#own(file),
      position: (position) => void this.#at(position),
    });
    this.element = this.#view.page(strings.chips, {
      answer: this.#question.element,
      board: [this.#pictures.ofPosition, this.#board.element],
      game: [this.#play.element, this.#side],
      below: others,
      rest: [this.#solving, this.#pictures.written, this.#pictures.element, element("p", { class: "faint" }, viewStrings.chipsLead)],
    });
  }

  /** Opens an address: a certificate or a game, and a position. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...position] = rest;
    // A user who comes back to the view finds the game as it was.
    if (file === "" && this.#play.state) return;
    if (file === GUIDED) return this.#guide(this.#known.first());
    await this.#go(file === "" ? (this.#opened?.file ?? this.#known.first()) : file, position.join("/"));
  }

  /** Starts a game at once, with help. */
  async #guide(file: string): Promise<void> {
    this.#play.guide(strings.table.coming);
    await this.#go(file, "", true);
    if (!this.#play.state) this.#play.unguide();
  }

  /** Puts the number of chips that the user asked about, and the number needed, into the settings of the next game. */
  #carry(needed: Pick<ChipsChoice, "total" | "own" | "mark">): void {
    const { certificate } = this.#opened ?? {};
    if (certificate) this.#choose({ ...needed, me: certificate.player, ties: certificate.ties as Ties });
  }

  /** Adds a verified certificate, and returns its address. */
  add(file: ChipsFile): string {
    this.#known.add(file);
    return `chips/${encodeURIComponent(file.file)}`;
  }

  /** Opens a certificate, or a game by its name. */
  async #go(file: string, position = "", guided = false): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      this.#guided = guided;
      if (this.#opened?.file !== file) {
        if (this.#known.has(file)) await this.#load(file, turn);
        else if (file.startsWith("game:")) await this.#openGame(file, { question: { chips: { named: { game: file.slice(5) } } } }, turn);
        else throw new Error(viewStrings.noGame(file));
      }
      if (!turn.current() || !this.#opened) return;
      if (guided) this.#choose(FIRST_GAME);
      await this.#begin(position === "" ? this.#opened.start : position, turn);
    });
  }

  /** Opens a game from a local file. */
  async #own(file: File): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      this.#guided = false;
      const bytes = new Uint8Array(await file.arrayBuffer());
      await this.#openGame(`file:${file.name}`, { question: { chips: { file: { name: file.name } } }, file: bytes }, turn);
      if (turn.current()) await this.#begin(this.#opened?.start ?? "", turn);
    });
  }

  async #openGame(name: string, open: Opening, turn: Turn): Promise<void> {
    // Aborting ends the worker, so the explorer forgets the abandoned game. Otherwise later answers would be about that
    // game.
    const opened = await this.#view.busy.during(viewStrings.play.opening(name.replace(/^(game|file):/, "")), (signal) => this.#asking.ask<Opened>(open.question, open.file, signal));
    if (!turn.current()) return;
    this.#kept = [open];
    this.#asking.keep(this.#kept);
    this.#take(name, opened);
  }

  /** Verifies a certificate, and has the explorer read it after the certificates that it cites. */
  async #load(file: string, turn: Turn): Promise<void> {
    const { opened, shown, openings } = await this.#view.read<Opened>("chips", file);
    if (!turn.current()) return;
    this.#kept = openings;
    this.#take(file, opened, shown);
  }

  #take(file: string, opened: Opened, shown?: Shown): void {
    this.#opened = { ...opened, file, shown };
    this.#here = undefined;
    this.#view.choice.value = shown ? file : "";
    this.#board.open(opened.rules, opened.start, strings.table.sidesOf(opened.rules, this.#names.player("left"), this.#names.player("right")));
    this.#fit();
    this.#solving.replaceChildren(...(opened.can_play && !opened.certificate ? solveForm(this.#names.player, (asked) => void this.#solve(asked)) : []));
  }

  /** Shows a position of the newly opened game, and the heat map of all positions. */
  async #begin(position: string, turn: Turn): Promise<void> {
    try {
      await this.#look(position, turn, true);
    } finally {
      if (turn.current()) {
        const opened = this.#opened;
        const choose = (position: string) => {
          void this.#at(position);
          this.element.scrollIntoView();
        };
        await this.#pictures.heat(this.#asking, opened?.certificate, this.#names.position, () => opened === this.#opened, choose);
      }
    }
  }

  /** Shows a position that the user chose. */
  async #at(position: string): Promise<void> {
    await this.#view.trying((turn) => {
      turn.begin();
      this.#guided = false;
      return this.#look(position, turn);
    });
  }

  async #look(position: string, turn: Turn, first = false): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const { start } = opened;
    this.#play.leave();
    try {
      await this.#show(position, turn);
    } catch (error) {
      // A link with a wrong position leads to the start of the game.
      if (first && position !== start) await this.#show(start, turn);
      throw error;
    } finally {
      if (turn.current()) this.#play.end(opened.can_play ? undefined : viewStrings.notPlayed);
    }
  }

  /** Shows the state of a game. */
  async #showGame({ position, phase }: ChipsState): Promise<void> {
    if (phase === "over") {
      this.#pictures.hideCurve();
      return this.#lay(position, null, []);
    }
    if (this.#here?.position !== position || !this.#here.played) await this.#show(position, this.#view.turn());
    this.#draw(position);
  }

  async #show(position: string, turn: Turn): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    if (!opened.certificate) {
      const options = await this.#asking.ask<Options>({ chips: { options: { position } } });
      if (!turn.current()) return;
      this.#question.tell(viewStrings.notSolved);
      this.#pictures.hideCurve();
      this.#lay(position, options, [element("p", { class: "state" }, this.#names.title()), this.#ways(options)]);
      return;
    }
    const look = await this.#asking.ask<Look>({ chips: { look: { position } } });
    const curve = await this.#asking.ask<CurveOf>({ chips: { curve: { position } } });
    if (!turn.current()) return;
    const { certificate, shown } = opened;
    const player = this.#names.player(certificate.player);
    this.#question.show(position, curve, player, certificate);
    this.#lay(position, look.options, [
      shown && known(look, certificate, shown, this.#names),
      look.options ? this.#ways(look.options) : element("p", { class: "faint" }, viewStrings.setUp),
    ]);
    this.#pictures.showCurve(curve, player, this.#names.position(position));
  }

  #lay(position: string, options: Options | null, said: Child[]): void {
    this.#here = { position, options, played: this.#play.state !== undefined };
    this.#position.value = position;
    const file = this.#opened?.file ?? "";
    // A link cannot reach a local file.
    if (!file.startsWith("file:") && !this.#guided) this.#view.address(encodeURIComponent(file), ...position.split("/").map(encodeURIComponent));
    this.#side.replaceChildren(...said.filter((one): one is Node => one instanceof Node));
    this.#view.spoken.textContent = viewStrings.spokenPosition(this.#names.position(position), this.#question.element.querySelector("strong")?.textContent ?? "");
    this.#draw(position);
  }

  #draw(position: string): void {
    const { state } = this.#play;
    // During a game the cells accept the user's moves, otherwise Left's stones.
    this.#board.show(position, state ? mine(state) : (this.#here?.options?.left ?? []), state?.phase === "bid" ? state.intended : undefined);
  }

  /** Lists the options of both players; during a game the board and the seat offer the moves instead. */
  #ways(options: Options): Child {
    return !this.#play.state && ways(options, this.#names, !this.#board.hasCells(), (option) => this.#chosen(option));
  }

  /** Follows an option: plays it in a game, or shows the position after it. */
  #chosen({ position, end }: Option): void {
    if (this.#play.state) this.#play.send({ kind: "move", position });
    else if (end === null) void this.#at(position);
    else this.#view.status.textContent = viewStrings.endsWith(end);
  }

  async #solve(asked: () => ToSolve): Promise<void> {
    await this.#view.trying(async () => {
      await this.#go(await this.#known.solve(this.#asking, this.#opened?.file ?? "", this.#names, asked()));
    });
  }
}
