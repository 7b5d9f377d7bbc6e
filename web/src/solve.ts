// Solves games from the page: a form for each system, and the jobs of the program that serves the page, with their
// progress and results. The page's own checker verifies the certificates.

import { mark } from "./card";
import { LARGEST, type Outcome } from "./check";
import { type Child, element } from "./dom";
import type { Job, Program, Progress, WholeJob } from "./program";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";
import type { Verified } from "./verdict";

/** Services that the page offers to this view. */
export interface Opening {
  /** Keeps a certificate for those that cite it. */
  keep(sha256: string, file: Uint8Array): void;
  /** Verifies bytes with the page's own checker. */
  verify(file: Uint8Array): Promise<Outcome>;
  /** Returns the button that shows a verified file, if there is one. */
  offer(name: string, verified: Verified, file: Uint8Array): Child;
}

/** Interval between two requests for the progress of jobs, in milliseconds. */
const POLL = 400;

/** A field of a form. */
interface Field {
  name: string;
  label: string;
  input: HTMLInputElement | HTMLSelectElement;
}

/** A system: its fields, and the request that they describe. */
interface System {
  name: string;
  fields: Field[];
  wanted(value: (name: string) => string): Record<string, unknown>;
}

function text(name: string, label: string, value: string, placeholder = ""): Field {
  const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder });
  input.value = value;
  return { name, label, input };
}

function number(name: string, label: string, value: string, least: number, most: number, required = true): Field {
  const input = element("input", { type: "number", min: String(least), max: String(most), required });
  input.value = value;
  return { name, label, input };
}

function choice(name: string, label: string, options: Record<string, string>): Field {
  return { name, label, input: element("select", {}, Object.entries(options).map(([value, said]) => element("option", { value }, said))) };
}

/** Splits a list at spaces and commas. */
function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Lists the systems that the program may solve. */
function systems(): System[] {
  const { solveFields: fields, solveChoices: choices } = strings;
  return [
    {
      name: "bidding-chess",
      fields: [text("material", fields.material, "KRK", "KRK KBK"), text("board", fields.board, "8x8", "8x8")],
      wanted: (value) => ({ material: words(value("material")), board: value("board").trim() }),
    },
    {
      name: "losing-chess",
      fields: [
        text("moves", fields.moves, "", "1. e3 d5"),
        text("fen", fields.fen, ""),
        choice("side", fields.winner, choices.winner),
        number("seconds", fields.seconds, "60", 1, 86_400),
      ],
      wanted: (value) => ({
        moves: value("moves"),
        ...(value("fen").trim() !== "" && { fen: value("fen").trim() }),
        ...(value("side") !== "" && { side: value("side") }),
        seconds: Number(value("seconds")),
      }),
    },
    {
      name: "chips",
      fields: [
        text("game", fields.game, "tic-tac-toe", "hex:3x3"),
        number("up_to", fields.upTo, "", 0, 4_294_967_295, false),
        choice("tie_break", fields.tieBreak, choices.tieBreak),
        choice("player", fields.player, choices.player),
      ],
      wanted: (value) => ({
        game: value("game").trim(),
        ...(value("up_to") !== "" && { up_to: Number(value("up_to")) }),
        tie_break: value("tie_break"),
        player: value("player"),
      }),
    },
    {
      name: "scoring",
      fields: [
        text("subtract", fields.subtract, "1, 2"),
        number("first", fields.first, "1", 0, 4_294_967_295),
        number("last", fields.last, "12", 0, 4_294_967_295),
      ],
      wanted: (value) => ({ subtract: words(value("subtract")).map(Number), budgets: [Number(value("first")), Number(value("last"))] }),
    },
    {
      name: "unwinnable",
      fields: [text("fen", fields.position, "", "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -"), choice("side", fields.mates, choices.mates)],
      wanted: (value) => ({ fen: value("fen").trim(), side: value("side") }),
    },
  ];
}

/** The view of the program's jobs. */
export class SolveView {
  readonly element: HTMLElement;
  readonly #program: Program;
  readonly #page: Opening;
  readonly #jobs = element("div", { id: "jobs" });
  readonly #none = element("p", { class: "faint" }, viewStrings.noJobs);
  readonly #wrong = element("p", { role: "alert", class: "wrong" });
  readonly #gone = element("p", { role: "alert", class: "wrong" });
  readonly #status = element("p", { class: "faint", role: "status", "aria-live": "polite" });
  readonly #cards = new Map<number, JobCard>();
  #polling = false;
  /** Whether another poll was requested during a poll. */
  #again = false;

  constructor(program: Program, page: Opening) {
    this.#program = program;
    this.#page = page;
    this.element = element(
      "section",
      { class: "solve", "aria-label": strings.solve },
      element("h2", {}, strings.solve),
      element("p", { class: "faint" }, viewStrings.solveLead(program.about.memory, program.about.threads)),
      this.#form(),
      this.#wrong,
      element("h2", {}, viewStrings.jobs),
      this.#gone,
      this.#status,
      this.#none,
      this.#jobs,
    );
  }

  /** Shows all jobs, including those started from other pages. */
  open(): void {
    void this.#poll();
  }

  #form(): HTMLElement {
    const known = systems().filter(({ name }) => this.#program.about.jobs.includes(name));
    const select = element("select", { id: "system" }, known.map(({ name }) => element("option", { value: name }, viewStrings.systems[name] ?? name)));
    const sets = known.map((system) => {
      const rows = system.fields.map(({ name, label, input }) => {
        input.id = `${system.name}-${name}`;
        return [element("label", { for: input.id }, label), input];
      });
      return element("div", { class: "fields", "data-system": system.name }, rows.flat());
    });
    const choose = () => {
      for (const set of sets) {
        set.hidden = set.dataset["system"] !== select.value;
        // Hidden fields must not block the form.
        for (const input of set.querySelectorAll("input")) input.disabled = set.hidden;
      }
    };
    select.addEventListener("change", choose);
    choose();
    const form = element(
      "form",
      { "aria-label": strings.solve },
      element("div", { class: "fields" }, element("label", { for: "system" }, viewStrings.system), select),
      sets,
      element("div", { class: "buttons" }, element("button", { type: "submit" }, viewStrings.solveIt)),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const system = known.find(({ name }) => name === select.value);
      if (system) void this.#solve(system);
    });
    return form;
  }

  async #solve(system: System): Promise<void> {
    this.#wrong.textContent = "";
    const value = (name: string) => system.fields.find((field) => field.name === name)?.input.value ?? "";
    try {
      const job = await this.#program.solve({ system: system.name, ...system.wanted(value) });
      this.#show(job);
      this.#status.textContent = viewStrings.jobTaken(job.title);
      await this.#poll();
    } catch (error) {
      this.#wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #show(job: Job): JobCard {
    let card = this.#cards.get(job.number);
    if (!card) {
      card = new JobCard(job, this.#program, this.#page, {
        remove: () => void this.#remove(job.number),
        ended: (said) => {
          this.#status.textContent = said;
        },
      });
      this.#cards.set(job.number, card);
      this.#jobs.prepend(card.element);
    }
    card.show(job);
    this.#none.hidden = this.#cards.size > 0;
    return card;
  }

  /** Polls the jobs until all have ended. */
  async #poll(): Promise<void> {
    this.#again = true;
    if (this.#polling) return;
    this.#polling = true;
    try {
      while (this.#again) {
        this.#again = false;
        // Cards of jobs that start during the request are missing in the answer, and must stay.
        const before = [...this.#cards.keys()];
        const jobs = await this.#program.jobs();
        this.#gone.textContent = "";
        for (const job of jobs) this.#show(job);
        const there = new Set(jobs.map(({ number }) => number));
        for (const number of before) if (!there.has(number)) this.#forget(number);
        if (jobs.every(({ state }) => state !== "waiting" && state !== "running")) continue;
        this.#again = true;
        await new Promise((resolve) => setTimeout(resolve, POLL));
      }
    } catch (error) {
      this.#gone.textContent = viewStrings.programGone(error instanceof Error ? error.message : String(error));
    } finally {
      this.#polling = false;
    }
  }

  async #remove(number: number): Promise<void> {
    try {
      await this.#program.remove(number);
      await this.#poll();
    } catch (error) {
      this.#wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #forget(number: number): void {
    this.#cards.get(number)?.element.remove();
    this.#cards.delete(number);
    this.#none.hidden = this.#cards.size > 0;
  }
}

/** The card of a job. */
class JobCard {
  readonly element: HTMLElement;
  readonly #program: Program;
  readonly #page: Opening;
  readonly #tell: (said: string) => void;
  readonly #state = element("span", { class: "mark" });
  readonly #time = element("span", { class: "faint" });
  readonly #remove: HTMLButtonElement;
  readonly #place = element("div");
  readonly #parts = new Map<string, Bar>();
  #ended = false;

  constructor(job: Job, program: Program, page: Opening, { remove, ended }: { remove(): void; ended(said: string): void }) {
    this.#program = program;
    this.#page = page;
    this.#tell = ended;
    this.#remove = element("button", { type: "button", click: remove });
    const header = element("header", {}, element("h3", {}, job.title), this.#state, this.#time, this.#remove);
    this.element = element("article", { "aria-label": job.title }, header, this.#place);
  }

  show(job: Job): void {
    const ended = job.state !== "waiting" && job.state !== "running";
    this.#state.textContent = viewStrings.jobState[job.state];
    this.#time.textContent = strings.seconds(job.seconds);
    const word = ended ? viewStrings.remove : viewStrings.stop;
    this.#remove.textContent = word;
    this.#remove.setAttribute("aria-label", `${word} ${job.title}`);
    if (!ended) this.#progress(job.progress);
    if (!ended || this.#ended) return;
    this.#ended = true;
    this.#tell(`${job.title}: ${viewStrings.jobState[job.state]}`);
    this.#program.job(job.number).then(
      (whole) => this.#result(whole),
      (error: unknown) => this.#place.replaceChildren(element("p", { class: "wrong" }, String(error))),
    );
  }

  /** Shows the progress of the parts. Bars keep their elements, because a new bar would restart its animation. */
  #progress(parts: Progress[]): void {
    for (const known of this.#parts.keys()) if (!parts.some(({ part }) => part === known)) this.#parts.delete(known);
    const bars = parts.map((progress) => {
      const bar = this.#parts.get(progress.part) ?? new Bar();
      this.#parts.set(progress.part, bar);
      bar.show(progress);
      return bar.element;
    });
    const shown = [...this.#place.children];
    if (bars.length !== shown.length || bars.some((bar, at) => bar !== shown[at])) this.#place.replaceChildren(...bars);
  }

  #result(job: WholeJob): void {
    const list = element("ul", { class: "offers" });
    const lead = element("p", { class: "faint" }, viewStrings.certificatesLead);
    this.#place.replaceChildren(
      ...job.notes.map((note) => element("p", {}, note)),
      ...(job.text === "" ? [] : [element("pre", { tabindex: "0", "aria-label": viewStrings.answer }, job.text)]),
      ...(job.certificates.length === 0 ? [] : [element("h4", {}, viewStrings.certificates), lead, list]),
    );
    void this.#verify(job, list);
  }

  /**
   * Verifies the certificates of a job. They may cite each other, so undecided ones are verified again when all have
   * arrived.
   */
  async #verify(job: WholeJob, list: HTMLElement): Promise<void> {
    const rows = job.certificates.map(({ name, size }) => {
      const place = element("span", { class: "mark" }, strings.verifying);
      const link = element("a", { href: this.#program.address(job.number, name), download: name }, name);
      const what = element("span", { class: "what" }, link, " ", strings.bytes(size));
      const row = element("li", {}, what, place);
      list.append(row);
      return { name, size, what, place, row };
    });
    const verdicts = new Map<string, { file: Uint8Array; outcome: Outcome }>();
    for (const { name, size, what, place } of rows) {
      if (size > LARGEST) {
        place.remove();
        what.append(` ${strings.tooLarge(size, LARGEST)}`);
        continue;
      }
      try {
        const file = await this.#program.certificate(job.number, name);
        const outcome = await this.#page.verify(file);
        if ("verdict" in outcome) this.#page.keep(outcome.verdict.sha256, file);
        verdicts.set(name, { file, outcome });
      } catch (error) {
        place.remove();
        what.append(` ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    for (const { name, what, place, row } of rows) {
      const found = verdicts.get(name);
      if (!found) continue;
      const waits = "verdict" in found.outcome && found.outcome.verdict.verdict !== "verified" && found.outcome.verdict.missing !== undefined;
      const outcome = waits ? await this.#page.verify(found.file) : found.outcome;
      place.replaceWith(mark(outcome));
      if (!("verdict" in outcome)) continue;
      const { verdict } = outcome;
      if (verdict.verdict === "verified") {
        const statements = verdict.statements.map((one) => element("li", {}, one));
        what.append(element("details", {}, element("summary", {}, strings.proved), element("ul", {}, statements)));
      } else {
        what.append(` ${verdict.error.sentence}`);
      }
      const action = verdict.verdict === "verified" && this.#page.offer(name, verdict, found.file);
      if (action) row.append(action);
    }
  }
}

/** The progress bar of a part of a job. */
class Bar {
  readonly #what = element("span");
  readonly #progress = element("progress");
  readonly #said = element("span", { class: "faint" });
  readonly element = element("p", { class: "part" }, this.#what, this.#progress, this.#said);

  show({ part, stage, done, total, note }: Progress): void {
    const what = [part, stage].filter(Boolean).join(": ");
    this.#what.textContent = what;
    this.#progress.setAttribute("aria-label", what);
    this.#said.textContent = viewStrings.jobProgress(done, total, note);
    if (total === null) {
      this.#progress.removeAttribute("value");
    } else {
      this.#progress.max = Math.max(1, total);
      this.#progress.value = done;
    }
  }
}
