// Bidding with chips: what a player needs at a position for every number of chips, from a verified certificate; and games, bid by bid, against advice that the
// explorer computes.

import { ChipsBoard } from "./chips-board";
import { type ChipsEvent, type ChipsState, type Option, type Options, mine } from "./chips-game";
import { otherGames } from "./chips-other";
import { ChipsPictures } from "./chips-pictures";
import { chipsGame } from "./chips-play";
import { type CurveOf, type HeatOf, type Look, type Opened, Question, known, names, ways } from "./chips-said";
import { type ToSolve, solveForm, solved } from "./chips-solve";
import { type Child, element } from "./dom";
import type { Asking, Opening } from "./explorer";
import { Match } from "./match";
import type { Files, Shown } from "./shown";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import { Frame, type Turn } from "./view";

/** A certificate of chip tables. */
export interface ChipsFile {
  file: string;
  /** The game in words. */
  title: string;
}

export class ChipsView {
  readonly element: HTMLElement;
  readonly #asking: Asking;
  readonly #files: Files;
  readonly #known: ChipsFile[];
  readonly #view: Frame;
  readonly #board: ChipsBoard;
  readonly #position = element("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false" });
  readonly #side = element("div", { class: "side" });
  readonly #solving = element("div");
  readonly #play: Match<ChipsState, ChipsEvent>;
  /** Takes over what the choices before a game have from what has been opened. */
  readonly #fit: () => void;
  readonly #question: Question;
  readonly #pictures = new ChipsPictures();
  readonly #names = names(() => this.#opened);
  #opened: (Opened & { file: string; shown: Shown | undefined }) | undefined;
  /** The position that is shown, where the players can go from it, and whether a game is played there. */
  #here: { position: string; options: Options | null; played: boolean } | undefined;
  /** What opens the game. */
  #kept: Opening[] = [];

  constructor(asking: Asking, files: Files, known: ChipsFile[]) {
    this.#asking = asking;
    this.#files = files;
    this.#known = known;
    const chosen = () => (this.#opened?.shown ? this.#opened.file : "");
    this.#view = new Frame({ asking, files, name: "chips", choice: "certificate", choose: (file) => void this.#go(file), chosen });
    this.#question = new Question(asking);
    const game = chipsGame(asking, this.#view, {
      names: this.#names,
      here: () => ({ position: this.#here?.position ?? "", ties: this.#opened?.certificate?.ties, openings: this.#kept }),
      show: (state) => this.#showGame(state),
      send: (event) => this.#play.send(event),
      left: (over) => void this.#at(over ? (this.#opened?.start ?? "") : (this.#here?.position ?? "")),
      onBoard: () => this.#board.hasCells(),
    });
    this.#fit = game.fit;
    this.#play = new Match(asking, this.#view, game);
    this.#offer();
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

  /** Shows what the rest of an address names: a certificate or a game, and a position. */
  async open(rest: string[]): Promise<void> {
    const [file = "", ...position] = rest;
    // Who comes back to the view finds the game there.
    if (file === "" && this.#play.state) return;
    const first = (this.#known.find(({ title }) => title.startsWith("tic-tac-toe")) ?? this.#known[0])?.file ?? "game:tic-tac-toe";
    await this.#go(file === "" ? (this.#opened?.file ?? first) : file, position.join("/"));
  }

  /** Takes a verified certificate; where it is shown. */
  add(file: ChipsFile): string {
    this.#known.push(file);
    this.#offer();
    return `chips/${encodeURIComponent(file.file)}`;
  }

  #offer(): void {
    this.#view.offer(this.#known.map(({ file, title }) => ({ file, title: strings.table.gameTitle(title) })), viewStrings.noCertificate);
  }

  /** Opens a certificate, or a game by name. */
  async #go(file: string, position = ""): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      if (this.#opened?.file !== file) {
        const certificate = this.#known.some((one) => one.file === file);
        if (certificate) await this.#load(file, turn);
        else if (file.startsWith("game:")) await this.#openGame(file, { question: { chips: { named: { game: file.slice(5) } } } }, turn);
        else throw new Error(viewStrings.noGame(file));
      }
      if (turn.current() && this.#opened) await this.#begin(position === "" ? this.#opened.start : position, turn);
    });
  }

  /** Opens a game of a file of this machine. */
  async #own(file: File): Promise<void> {
    await this.#view.trying(async (turn) => {
      turn.begin();
      const bytes = new Uint8Array(await file.arrayBuffer());
      await this.#openGame(`file:${file.name}`, { question: { chips: { file: { name: file.name } } }, file: bytes }, turn);
      if (turn.current()) await this.#begin(this.#opened?.start ?? "", turn);
    });
  }

  async #openGame(name: string, open: Opening, turn: Turn): Promise<void> {
    // What is given up is lost with its worker; otherwise the explorer would answer about it.
    const opened = await this.#view.busy.during(viewStrings.play.opening(name.replace(/^(game|file):/, "")), (signal) => this.#asking.ask<Opened>(open.question, open.file, signal));
    if (!turn.current()) return;
    this.#kept = [open];
    this.#asking.keep(this.#kept);
    this.#take(name, opened);
  }

  /** Verifies a certificate, and reads it with those that it rests on. */
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

  /** Shows a position of what has just been opened, and all positions. */
  async #begin(position: string, turn: Turn): Promise<void> {
    try {
      await this.#look(position, turn, true);
    } finally {
      if (turn.current()) {
        this.#pictures.element.hidden = !this.#opened?.certificate;
        if (this.#opened?.certificate) await this.#showHeat();
      }
    }
  }

  // A position.

  /** Shows a position that the user has chosen. */
  async #at(position: string): Promise<void> {
    await this.#view.trying((turn) => {
      turn.begin();
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
      // A link with a wrong position leads to where play begins.
      if (first && position !== start) await this.#show(start, turn);
      throw error;
    } finally {
      if (turn.current()) this.#play.end(opened.can_play ? undefined : viewStrings.notPlayed);
    }
  }

  /** Shows where a game is. */
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
    // What a file of this machine has is nowhere to be found by a link.
    if (!file.startsWith("file:")) this.#view.address(encodeURIComponent(file), ...position.split("/").map(encodeURIComponent));
    this.#side.replaceChildren(...said.filter((one): one is Node => one instanceof Node));
    this.#view.spoken.textContent = viewStrings.spokenPosition(this.#names.position(position), this.#question.element.querySelector("strong")?.textContent ?? "");
    this.#draw(position);
  }

  #draw(position: string): void {
    const { state } = this.#play;
    // In a game the user's moves; otherwise the first player's stones.
    this.#board.show(position, state ? mine(state) : (this.#here?.options?.left ?? []), state?.phase === "bid" ? state.intended : undefined);
  }

  /** Where both players can go; in a game that is the board's and the table's. */
  #ways(options: Options): Child {
    return !this.#play.state && ways(options, this.#names, !this.#board.hasCells(), (option) => this.#chosen(option));
  }

  /** An option has been chosen: a move of the user's in a game, otherwise where to go. */
  #chosen({ position, end }: Option): void {
    if (this.#play.state) this.#play.send({ kind: "move", position });
    else if (end === null) void this.#at(position);
    else this.#view.status.textContent = viewStrings.endsWith(end);
  }

  async #showHeat(): Promise<void> {
    const opened = this.#opened;
    const heat = await this.#asking.ask<HeatOf>({ chips: { heat: {} } });
    if (opened !== this.#opened) return;
    this.#pictures.showHeat(heat, this.#names.position, (position) => {
      void this.#at(position);
      this.element.scrollIntoView();
    });
  }

  async #solve(asked: () => ToSolve): Promise<void> {
    await this.#view.trying(async () => {
      const { file } = this.#opened ?? { file: "" };
      const question = asked();
      const certificate = await solved(this.#asking, this.#view, this.#names.title(), question);
      const name = `${file.replace(/^(game|file):/, "")}, ${this.#names.player(question.player)}, ${question.ties}`;
      this.#files.keep(name, certificate);
      this.add({ file: name, title: this.#names.title() });
      await this.#go(name);
    });
  }
}
