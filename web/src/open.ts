// The view that opens files, verifies them at once, and shows what they prove or why they are rejected.

import { LARGEST, type Shipped, fetched } from "./check";
import { type Child, element } from "./dom";
import { FileCard } from "./file-card";
import type { Offers } from "./offers";
import type { Given, Program } from "./program";
import type { Services } from "./services";
import { strings } from "./strings";
import { viewStrings } from "./view-strings";

/** Groups certificates by the names of their games, in the order of first appearance. */
function grouped(shipped: Shipped[]): [string, Shipped[]][] {
  const groups = new Map<string, Shipped[]>();
  for (const one of shipped) {
    const game = viewStrings.games[one.rules] ?? viewStrings.otherGames;
    groups.set(game, [...(groups.get(game) ?? []), one]);
  }
  return [...groups];
}

export class OpenView {
  readonly element: HTMLElement;
  readonly #services: Services;
  readonly #offers: Offers;
  readonly #cards = element("div", { id: "cards" });
  readonly #none = element("p", { class: "faint" }, viewStrings.none);
  readonly #status = element("p", { class: "faint", role: "status", "aria-live": "polite" });
  /** Verifications to repeat when a missing file becomes available, by the file's digest. */
  readonly #missing = new Map<string, Set<() => void>>();
  /** The rows of the shipped certificates, by path. */
  readonly #rows = new Map<string, HTMLElement>();
  /** The digests of files with a verdict in this view. */
  readonly #opened = new Set<string>();

  constructor(services: Services, offers: Offers) {
    this.#services = services;
    this.#offers = offers;
    const { program, site } = services;
    this.element = element(
      "section",
      { "aria-label": strings.verifyView },
      element("h2", {}, viewStrings.open),
      element("p", { class: "drop" }, element("label", { for: "files", class: "button primary" }, viewStrings.choose), ` ${viewStrings.drop}`),
      element("h2", {}, viewStrings.verdicts),
      this.#status,
      this.#none,
      this.#cards,
      element(
        "div",
        { class: "to-open" },
        program && program.about.files.length > 0 ? this.#given(program) : [],
        element("h2", {}, viewStrings.shipped),
        element("p", { class: "faint" }, viewStrings.shippedLead),
        element("div", { id: "shipped" }, grouped(site.shipped).flatMap(([game, some]) => [
          element("h3", {}, game),
          element("ul", { class: "offers" }, some.map((one) => this.#offer(one.path, one.statement))),
        ])),
        element("h2", {}, viewStrings.forged),
        element("p", { class: "faint" }, viewStrings.forgedLead),
        element("ul", { class: "offers", id: "forged" }, site.forged.map((one) => this.#offer(one.path, one.what))),
      ),
    );
  }

  /**
   * Opens an address. A digest opens the shipped certificate with this digest in its row. For other digests a sentence
   * asks for the file.
   */
  open([digest]: string[] = []): void {
    if (digest === undefined || this.#opened.has(digest)) return;
    this.#status.textContent = "";
    const shipped = this.#services.site.shipped.find(({ sha256 }) => sha256 === digest);
    if (shipped) this.#rows.get(shipped.path)?.querySelector("button")?.click();
    else this.#status.textContent = /^[0-9a-f]{64}$/.test(digest) ? viewStrings.openAgain(digest) : viewStrings.noDigest(digest);
  }

  /** Opens local files. */
  take(files: Iterable<File>): void {
    for (const file of files) {
      this.#verify(file.name, async () => {
        if (file.size > LARGEST) throw new Error(strings.tooLarge(file.size, LARGEST));
        return new Uint8Array(await file.arrayBuffer());
      });
    }
  }

  /** Puts a card into the row of the pressed button and focuses it, or, without a row, above all other cards. */
  #put(card: HTMLElement, row?: HTMLElement): void {
    this.#none.remove();
    if (row) {
      row.querySelector("article")?.remove();
      row.append(card);
      card.focus();
      return;
    }
    this.#cards.prepend(card);
  }

  /** Removes a card. The focus returns to the button of its row. */
  #take(card: HTMLElement): void {
    const row = card.closest("li");
    card.remove();
    row?.querySelector("button")?.focus();
  }

  /** Opens a file: creates its card and verifies it. */
  #verify(name: string, read: () => Promise<Uint8Array>, row?: HTMLElement): void {
    const { atHand, site } = this.#services;
    const control = new AbortController();
    const remove = () => {
      control.abort();
      this.#take(card.element);
    };
    const card = new FileCard(name, { stop: () => control.abort(), remove });
    this.#put(card.element, row);
    let bytes: Uint8Array | undefined;
    const verify = async () => {
      const { outcome, file } = await this.#services.run(async () => bytes ?? read(), { signal: control.signal, begun: () => card.verifying() });
      bytes ??= file;
      card.show(outcome, site.clauses);
      this.#status.textContent = `${name}: ${card.word}`;
      if (!("verdict" in outcome) || !bytes) return;
      const { verdict } = outcome;
      atHand.keep(verdict.sha256, bytes);
      this.#opened.add(verdict.sha256);
      // The address names the file, so that it still does after a reload or for another person.
      if (/^#open(\/|$)/.test(location.hash)) history.replaceState(null, "", `#open/${verdict.sha256}`);
      if (verdict.verdict === "verified") {
        card.offer(this.#offers.of(name, verdict, bytes));
      } else if (verdict.missing !== undefined) {
        const waiting = this.#missing.get(verdict.missing) ?? new Set();
        this.#missing.set(verdict.missing, waiting.add(verify));
        // The missing file may have become available meanwhile.
        if (atHand.has(verdict.missing)) void verify();
      }
      const waiting = this.#missing.get(verdict.sha256) ?? [];
      this.#missing.delete(verdict.sha256);
      for (const again of waiting) void again();
    };
    void verify();
  }

  /** Has the program that serves the page verify one of its files. The card says that this is the program's verdict. */
  #verifyElsewhere(program: Program, given: Given, row: HTMLElement): void {
    const card = new FileCard(given.name, { remove: () => this.#take(card.element) }, viewStrings.verifiedByProgram);
    card.verifying();
    this.#put(card.element, row);
    const unreadable = (error: unknown) => ({ unreadable: error instanceof Error ? error.message : String(error) });
    void program.verify(given).catch(unreadable).then((outcome) => {
      card.show(outcome, this.#services.site.clauses);
      card.offer(this.#offers.elsewhere(given, outcome));
      this.#status.textContent = `${given.name}: ${card.word}`;
    });
  }

  #offer(path: string, what: string): HTMLElement {
    const name = path.slice(path.indexOf("/") + 1);
    const verify = element("button", { type: "button", "aria-label": `${viewStrings.verify} ${name}`, click: () => this.#verify(name, () => fetched(path), row) }, viewStrings.verify);
    const row = element("li", {}, element("span", { class: "what" }, what, " ", element("code", {}, name)), verify);
    this.#rows.set(path, row);
    return row;
  }

  #given(program: Program): Child[] {
    const item = (file: Given) => {
      const { name, size } = file;
      const here = () => this.#verify(name, () => program.file(file), row);
      const verify = element("button", { type: "button", "aria-label": `${viewStrings.verify} ${name}`, click: here }, viewStrings.verify);
      const there = () => this.#verifyElsewhere(program, file, row);
      const elsewhere = element("button", { type: "button", "aria-label": `${viewStrings.verifyElsewhere} ${name}`, click: there }, viewStrings.verifyElsewhere);
      const row = element("li", {}, element("span", { class: "what" }, element("code", {}, name), " ", strings.bytes(size)), size <= LARGEST && verify, elsewhere);
      return row;
    };
    return [
      element("h2", {}, viewStrings.given),
      element("p", { class: "faint" }, viewStrings.givenLead),
      element("ul", { class: "offers", id: "given" }, program.about.files.map(item)),
    ];
  }
}
