// The page: creates its views, shows the one that the address names, and accepts files anywhere. The code of a view is
// fetched when the view is first shown.

import { FrontView, type Step } from "./front";
import { element } from "./dom";
import { get, openInside } from "./files";
import { keepPage } from "./offline";
import { Offers } from "./offers";
import { loadPieces } from "./picture";
import { Program } from "./program";
import { FRONT, route, shippedNames } from "./routes";
import { Services, type Site, once } from "./services";
import { strings } from "./strings";

import type { EndingFile } from "./bidding";
import type { ChipsFile } from "./chips-known";
import type { HeapsFile } from "./heaps";
import type { Known } from "./losing-state";
import type { AnswersFile } from "./mating";

/** The contents of site.json, with the lists of each view. */
interface WholeSite extends Site {
  /** The line on the front page's board. */
  line: Step[];
  losing: Known[];
  endings: EndingFile[];
  chips: ChipsFile[];
  heaps: HeapsFile[];
  mating: AnswersFile[];
}

/** Maximum time that background loading waits for the first view, in milliseconds. */
const PATIENCE = 3000;

/** Time before a notice replaces the old view while the next one loads, in milliseconds. */
const NOTICE = 200;

/** Head start of the user's first verification before the checker verifies itself, in milliseconds. */
const YIELD = 500;

/** A view of the page. `open` receives the rest of the address. */
interface View {
  element: HTMLElement;
  open(rest: string[]): void | Promise<void>;
  /** The user leaves the view. */
  close?(): void;
  /** Takes a text from the front page's field as if the user had typed it in this view. */
  answer?(text: string): Promise<void>;
}

/** Returns the views by name. Each is created when it is first shown. */
function views(services: Services, site: WholeSite, front: HTMLElement, ask: (view: string, text: string) => void) {
  const made = {
    losing: once(async () => new (await import("./losing")).LosingView(services.explorer, services, site.losing)),
    bidding: once(async () => new (await import("./bidding")).BiddingView(await services.explorer(), services, site.endings)),
    chips: once(async () => new (await import("./chips")).ChipsView(await services.explorer(), services, site.chips)),
    scores: once(async () => new (await import("./heaps")).HeapsView(await services.explorer(), services, site.heaps)),
    mating: once(async () => new (await import("./mating")).MatingView(services.explorer, services, site.mating)),
    safe: once(async () => new (await import("./safe")).SafeView(services.explorer, services)),
  };
  const offers = new Offers(services, {
    losing: async (proofs) => (await made.losing()).enter(proofs),
    bidding: async (ending) => (await made.bidding()).add(ending),
    chips: async (table) => (await made.chips()).add(table),
    scores: async (table) => (await made.scores()).add(table),
    mating: async (file) => (await made.mating()).add(file),
    safe: async (file) => `safe/${encodeURIComponent(file)}`,
  });
  const open = once(async () => new (await import("./open")).OpenView(services, offers));
  const { program } = services;
  const solve = program && {
    solve: once(async () => {
      const { SolveView } = await import("./solve");
      return new SolveView(program, { keep: (sha256, file) => services.atHand.keep(sha256, file), verify: (file) => services.verify(file), offer: (...of) => offers.of(...of) });
    }),
  };
  return { [FRONT]: once(async () => new FrontView(front, services, site.line, ask)), ...made, open, ...solve };
}

/**
 * Accepts files that are chosen, or dropped anywhere. Without this the browser would leave the page for a dropped file.
 */
function acceptFiles(take: (files: Iterable<File>) => void): void {
  const input = document.getElementById("files") as HTMLInputElement;
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = "";
  });
  const over = (is: boolean) => (event: Event) => {
    event.preventDefault();
    document.documentElement.classList.toggle("dropping", is);
  };
  document.addEventListener("dragover", over(true));
  document.addEventListener("dragleave", over(false));
  document.addEventListener("drop", (event) => {
    over(false)(event);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
}

/** Marks the link to the current view. */
function mark(links: Iterable<HTMLAnchorElement>, shown: string): void {
  for (const link of links) {
    if (link.getAttribute("href") === `#${shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function begin(): Promise<void> {
  const main = document.querySelector("main") as HTMLElement;
  const front = document.getElementById("front") as HTMLElement;
  const nav = document.querySelector("nav") as HTMLElement;
  const [site, program] = await Promise.all([get("site.json").then((answer) => answer.json() as Promise<WholeSite>), Program.here()]);
  const services = new Services(site, program);
  /** The text typed on the front page, for the view that answers it. */
  let asked: { view: string; text: string } | undefined;
  const all: Record<string, () => Promise<View>> = views(services, site, front, (view, text) => {
    asked = { view, text: text.trim() };
    location.hash = `#${view}`;
  });
  if (program) {
    nav.append(element("a", { href: "#solve" }, strings.solve));
    document.getElementById("trust")?.append(` ${strings.servedBy(program.about.version)}`);
  }

  let shown: View | undefined;
  /** Shows the view that the address names. `opened` resolves when the view has shown the rest of the address. */
  const show = async (): Promise<{ opened: Promise<void> }> => {
    const { view, rest } = route(location.hash, Object.keys(all), document.documentElement.dataset["view"]);
    mark(nav.querySelectorAll("a"), view);
    const title = nav.querySelector(`[href="#${view}"]`)?.textContent ?? strings.safe;
    document.title = view === FRONT ? strings.title : `${title} – ${strings.title}`;
    const coming = setTimeout(() => main.replaceChildren(element("h2", {}, title), element("p", { class: "coming", role: "status" }, strings.coming(title))), NOTICE);
    try {
      const next = await (all[view] as () => Promise<View>)();
      clearTimeout(coming);
      // The user may have asked for another view meanwhile.
      if (route(location.hash, Object.keys(all), document.documentElement.dataset["view"]).view !== view) return { opened: Promise.resolve() };
      if (shown !== next) {
        shown?.close?.();
        // The link may be far down the page.
        if (shown) scrollTo(0, 0);
        shown = next;
      }
      if (!main.contains(next.element)) main.replaceChildren(next.element);
      const text = asked?.view === view ? asked.text : "";
      asked = undefined;
      if (text !== "" && next.answer) return { opened: next.answer(text) };
      return { opened: Promise.resolve(next.open(shippedNames(rest, site.shipped, (name) => services.isOpened(name)))) };
    } catch (error) {
      clearTimeout(coming);
      main.replaceChildren(element("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
      shown = undefined;
      return { opened: Promise.resolve() };
    }
  };
  window.addEventListener("hashchange", () => void show());
  // This listener comes before all other print listeners, so that they find the colours for paper.
  window.addEventListener("beforeprint", () => document.documentElement.classList.add("printing"));
  window.addEventListener("afterprint", () => document.documentElement.classList.remove("printing"));
  openInside();
  acceptFiles((files) => {
    const open = all["open"] as () => Promise<View & { take(files: Iterable<File>): void }>;
    void open().then((view) => {
      if (!main.contains(view.element)) location.hash = "#open";
      view.take(files);
    });
  });
  const { opened } = await show();
  document.documentElement.classList.add("ready");
  // The first view loads before the parts that other views may need.
  await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

  // The checker can compute the digest of any bytes, its own included. Users can compare it with the digest of their
  // own build. The small module, which the front page has begun to fetch, comes before the whole one.
  const small = main.contains(document.getElementById("front")) ? await services.checkerOfLosingChess().catch(() => undefined) : undefined;
  const whole = await services.checker();
  // The user's own verification, which may have waited for the module, comes first.
  await new Promise((resolve) => setTimeout(resolve, YIELD));
  for (const [name, module] of [["checker", whole], ["antichess", small]] as const) {
    const own = module && (await services.verify(module.bytes));
    if (!own || !("verdict" in own)) continue;
    const digest = document.getElementById(`${name}-digest`) as HTMLElement;
    digest.textContent = own.verdict.sha256;
    (digest.closest("div") as HTMLElement).hidden = false;
  }
  // From here on the whole page is fetched, to work without a network. Users who save data are left alone.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  await Promise.all([services.prepare(), loadPieces(), ...[import("./open"), import("./losing"), import("./bidding"), import("./chips"), import("./heaps"), import("./mating"), import("./safe")]]);
  // A program serves the page from a different address each time, so keeping it is useless.
  if (!program) await keepPage(document.querySelector("header") as HTMLElement);
}

begin().catch((error: unknown) => {
  document.querySelector("main")?.replaceChildren(element("p", { role: "alert" }, String(error)));
});
