// The part of the page that opens files, verifies them at once, and shows what they prove or why they are rejected.

import { type Clauses, body, mark } from "./card";
import { type AtHand, LARGEST, type Outcome, type Shipped, Verification, fetched } from "./check";
import { type Child, element } from "./dom";
import type { Pool } from "./pool";
import type { Given, Program } from "./program";
import { strings } from "./strings";
import type { Verified } from "./verdict";

/** A forged certificate of the gallery. */
export interface Forged {
  path: string;
  what: string;
}

/** What there is to open, and what to open it with. */
export interface Opening {
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
  module: WebAssembly.Module;
  workers: Pool;
  atHand: AtHand;
  /** What can be done with a verified file, for its card. */
  offer(name: string, verified: Verified, file: Uint8Array): Child;
  /** The program that serves the page, if it is one, and what can be done with a file that it has verified. */
  program: Program | undefined;
  offerElsewhere(given: Given, outcome: Outcome): Child;
}

/** How often the time of a verification is shown, in milliseconds. */
const TICK = 100;

/** Certificates by the names of their games, in the order of the first of each. */
function grouped(shipped: Shipped[]): [string, Shipped[]][] {
  const groups = new Map<string, Shipped[]>();
  for (const one of shipped) {
    const game = strings.games[one.rules] ?? strings.otherGames;
    groups.set(game, [...(groups.get(game) ?? []), one]);
  }
  return [...groups];
}

/** The part of the page. */
export function openView({ shipped, forged, clauses, module, workers, atHand, offer: actions, program, offerElsewhere }: Opening): HTMLElement {
  const cards = element("div", { id: "cards" });
  const none = element("p", { class: "faint" }, strings.none);
  const status = element("p", { class: "faint", role: "status", "aria-live": "polite" });

  /** Those whose verdict may change when another file is at hand, by the digest that they miss. */
  const missing = new Map<string, Set<() => void>>();

  /** Puts a card in the row of the button that was pressed, where it is looked for and takes the focus; without a row, above all others. */
  function put(card: HTMLElement, row?: HTMLElement): void {
    if (row) {
      row.querySelector("article")?.remove();
      row.append(card);
      card.focus();
      return;
    }
    none.remove();
    cards.prepend(card);
  }

  /** Takes a card away; in a row the button that it came from has the focus again. */
  function take(card: HTMLElement): void {
    const row = card.closest("li");
    card.remove();
    row?.querySelector("button")?.focus();
  }

  /** Opens a file: a card with its name, verified at once. */
  function open(name: string, read: () => Promise<Uint8Array>, row?: HTMLElement): void {
    let head = element("span", { class: "mark" }, strings.waiting);
    let verification: Verification | undefined;
    let stopped = false;
    const end = () => {
      stopped = true;
      verification?.stop();
    };
    const time = element("span", { class: "faint" });
    const place = element("div");
    const stop = element("button", { type: "button", "aria-label": `${strings.stop} ${name}`, click: end }, strings.stop);
    const close = () => {
      end();
      take(card);
    };
    const remove = element("button", { type: "button", "aria-label": `${strings.remove} ${name}`, click: close }, strings.remove);
    const card = element("article", { "aria-label": name, tabindex: "-1" }, element("header", {}, element("h3", {}, name), head, time, stop, remove), place);
    put(card, row);
    let file: Uint8Array | undefined;

    const change = (mark: HTMLElement) => {
      head.replaceWith(mark);
      head = mark;
    };
    const show = (outcome: Outcome) => {
      change(mark(outcome));
      time.textContent = "seconds" in outcome ? strings.seconds(outcome.seconds) : "";
      place.replaceChildren(body(outcome, clauses));
      stop.hidden = true;
      status.textContent = `${name}: ${head.textContent}`;
    };

    const verify = async () => {
      let worker: Worker | undefined;
      let ended = true;
      let ticking: ReturnType<typeof setInterval> | undefined;
      try {
        worker = await workers.take();
        // Removed while it waited.
        if (!card.isConnected) return;
        change(element("span", { class: "mark" }, strings.verifying));
        stop.hidden = false;
        const begun = performance.now();
        ticking = setInterval(() => {
          time.textContent = strings.seconds((performance.now() - begun) / 1000);
        }, TICK);
        file ??= await read();
        if (stopped) return show({ stopped: true });
        verification = new Verification(worker, module, file, atHand);
        const outcome = await verification.outcome;
        ended = "verdict" in outcome || "unreadable" in outcome;
        show(outcome);
        if (!("verdict" in outcome)) return;
        const { verdict } = outcome;
        atHand.keep(verdict.sha256, file);
        if (verdict.verdict === "verified") {
          const action = actions(name, verdict, file);
          if (action) place.append(action);
        }
        if (verdict.verdict !== "verified" && verdict.missing !== undefined) {
          const waiting = missing.get(verdict.missing) ?? new Set();
          missing.set(verdict.missing, waiting.add(verify));
          // It may have come meanwhile.
          if (atHand.has(verdict.missing)) void verify();
        }
        const waiting = missing.get(verdict.sha256) ?? [];
        missing.delete(verdict.sha256);
        for (const again of waiting) void again();
      } catch (error) {
        show({ unreadable: `${strings.unreadable}: ${error instanceof Error ? error.message : String(error)}` });
      } finally {
        clearInterval(ticking);
        if (worker) workers.give(worker, ended);
      }
    };
    void verify();
  }

  /** Has the program verify one of its files: a card with its verdict, of which it is said whose it is. */
  function openElsewhere(program: Program, given: Given, row: HTMLElement): void {
    const head = element("span", { class: "mark" }, strings.verifying);
    const time = element("span", { class: "faint" });
    const place = element("div", {}, element("p", { class: "faint" }, strings.verifiedByProgram));
    const remove = element("button", { type: "button", "aria-label": `${strings.remove} ${given.name}`, click: () => take(card) }, strings.remove);
    const card = element("article", { "aria-label": given.name, tabindex: "-1" }, element("header", {}, element("h3", {}, given.name), head, time, remove), place);
    put(card, row);
    const show = (outcome: Outcome) => {
      head.replaceWith(mark(outcome));
      time.textContent = "seconds" in outcome ? strings.seconds(outcome.seconds) : "";
      place.append(body(outcome, clauses));
      const action = offerElsewhere(given, outcome);
      if (action) place.append(action);
      status.textContent = `${given.name}: ${mark(outcome).textContent}`;
    };
    program.verify(given).then(show, (error: unknown) => show({ unreadable: error instanceof Error ? error.message : String(error) }));
  }

  /** Opens files of this machine. */
  function openAll(files: Iterable<File>): void {
    for (const file of files) {
      open(file.name, async () => {
        if (file.size > LARGEST) throw new Error(strings.tooLarge(file.size, LARGEST));
        return new Uint8Array(await file.arrayBuffer());
      });
    }
  }

  const input = element("input", { type: "file", multiple: true, id: "files", accept: ".cbor", "aria-label": strings.choose });
  input.addEventListener("change", () => {
    openAll(input.files ?? []);
    input.value = "";
  });
  const drop = element("div", { class: "drop" }, element("p", {}, strings.drop), input);
  const over = (is: boolean) => (event: Event) => {
    event.preventDefault();
    drop.classList.toggle("over", is);
  };
  // Wherever in the page files are dropped: the browser would leave it for them otherwise.
  document.addEventListener("dragover", over(true));
  document.addEventListener("dragleave", over(false));
  document.addEventListener("drop", (event) => {
    over(false)(event);
    openAll(event.dataTransfer?.files ?? []);
  });

  const offer = (path: string, what: string) => {
    const name = path.slice(path.indexOf("/") + 1);
    const verify = element("button", { type: "button", "aria-label": `${strings.verify} ${name}`, click: () => open(name, () => fetched(path), row) }, strings.verify);
    const row = element("li", {}, element("span", { class: "what" }, what, " ", element("code", {}, name)), verify);
    return row;
  };
  const given = (program: Program, file: Given) => {
    const { name, size } = file;
    const here = () => open(name, () => program.file(file), row);
    const verify = element("button", { type: "button", "aria-label": `${strings.verify} ${name}`, click: here }, strings.verify);
    const there = () => openElsewhere(program, file, row);
    const elsewhere = element("button", { type: "button", "aria-label": `${strings.verifyElsewhere} ${name}`, click: there }, strings.verifyElsewhere);
    const row = element("li", {}, element("span", { class: "what" }, element("code", {}, name), " ", strings.bytes(size)), size <= LARGEST && verify, elsewhere);
    return row;
  };
  const ofProgram = program &&
    program.about.files.length > 0 && [
      element("h2", {}, strings.given),
      element("p", { class: "faint" }, strings.givenLead),
      element("ul", { class: "offers", id: "given" }, program.about.files.map((file) => given(program, file))),
    ];
  return element(
    "section",
    { "aria-label": strings.verifyView },
    element(
      "div",
      { class: "to-open" },
      element("h2", {}, strings.picks),
      element("ul", { class: "offers", id: "picks" }, strings.picked.map(({ path, result }) => offer(path, result))),
    ),
    element("h2", {}, strings.open),
    drop,
    element("h2", {}, strings.verdicts),
    status,
    none,
    cards,
    element(
      "div",
      { class: "to-open" },
      ofProgram ?? [],
      element("h2", {}, strings.shipped),
      element("p", { class: "faint" }, strings.shippedLead),
      element("div", { id: "shipped" }, grouped(shipped).flatMap(([game, some]) => [
        element("h3", {}, game),
        element("ul", { class: "offers" }, some.map((one) => offer(one.path, one.statement))),
      ])),
      element("h2", {}, strings.forged),
      element("p", { class: "faint" }, strings.forgedLead),
      element("ul", { class: "offers", id: "forged" }, forged.map((one) => offer(one.path, one.what))),
    ),
  );
}
