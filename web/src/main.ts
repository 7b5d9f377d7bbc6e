// The page: what there is to look at, and which of it is shown. Files are opened by `open.ts`; the other parts each show what certificates of a sort prove.

import { BiddingView, type EndingFile } from "./bidding";
import type { Clauses } from "./card";
import { AtHand, type Outcome, type Shipped, Verification, fetched } from "./check";
import { type ChipsFile, ChipsView } from "./chips";
import { element } from "./dom";
import { Asking } from "./explorer";
import { type HeapsFile, HeapsView } from "./heaps";
import { type Known, LosingView, known } from "./losing";
import { type AnswersFile, MatingView } from "./mating";
import { type Forged, openView } from "./open";
import { loadPieces } from "./picture";
import { Pool } from "./pool";
import { Program } from "./program";
import type { Elsewhere, Files } from "./shown";
import { SolveView } from "./solve";
import { strings } from "./strings";
import { type Verified, inWords } from "./verdict";

/** What `build.mjs` knows. */
interface Site {
  commit: string;
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
  losing: Known[];
  endings: EndingFile[];
  chips: ChipsFile[];
  heaps: HeapsFile[];
  mating: AnswersFile[];
}

/** A part of the page: what it is called, and what shows it; the rest of the address is its own. */
interface View {
  title: string;
  show(rest: string[]): Promise<HTMLElement> | HTMLElement;
}

/** At most as many workers at once: each may take much memory. */
const WORKERS = 4;

/** As many of the explorer's workers are loaded before they are needed. */
const SPARE = 3;

const page = document.getElementById("page") as HTMLElement;

/** A part of an address; as it stands if it is wrongly encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What is made when it is first asked for, and again if that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function begin(): Promise<void> {
  const [site, bytes, program] = await Promise.all([
    fetch("site.json").then((answer) => answer.json() as Promise<Site>),
    fetched("checker.wasm"),
    Program.here(),
  ]);
  const module = await WebAssembly.compile(bytes as BufferSource);
  const atHand = new AtHand(site.shipped);
  // One more than are used at once: after one that has been ended the next is there.
  const workers = new Pool("worker.js", { most: Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency)), spare: 1 });
  const digest = element("code", { class: "digest", id: "checker-digest" }, strings.noCheckerDigest);

  /** The checker's verdict on a file; the worker ends then if that is wanted. */
  const verify = async (file: Uint8Array, ends = false, signal?: AbortSignal): Promise<Outcome> => {
    const worker = await workers.take();
    const verification = new Verification(worker, module, file, atHand);
    if (signal?.aborted) verification.stop();
    signal?.addEventListener("abort", () => verification.stop());
    let ended = false;
    try {
      const outcome = await verification.outcome;
      ended = !ends && ("verdict" in outcome || "unreadable" in outcome);
      return outcome;
    } finally {
      workers.give(worker, ended);
    }
  };

  /** Files that were opened here, by name. */
  const opened = new Map<string, Uint8Array>();
  /** Files that the program has verified and reads, by name. */
  const elsewhere = new Map<string, Elsewhere>();
  const files: Files = {
    fetch: async (name, signal) => opened.get(name) ?? fetched(name, signal),
    verify,
    elsewhere: (name) => elsewhere.get(name),
    find: (sha256) => atHand.find(sha256),
    keep: (name, bytes) => void opened.set(name, bytes),
  };

  // The explorer's module is fetched when something is explored, or when nothing else is to be done. Each part has an instance of its own.
  const explorerWorkers = new Pool("explorer-worker.js", {});
  const explorerModule = once(async () => WebAssembly.compile((await fetched("explorer.wasm")) as BufferSource));
  const explorer = async () => new Asking(await explorerModule(), explorerWorkers);
  const losingView = once(async () => new LosingView(explorer, files, site.losing));
  const biddingView = once(async () => new BiddingView(await explorer(), files, site.endings));
  const chipsView = once(async () => new ChipsView(await explorer(), files, site.chips));
  const heapsView = once(async () => new HeapsView(await explorer(), files, site.heaps));
  const matingView = once(async () => new MatingView(await explorer(), files, site.mating));

  /** Of two files with one name both can be looked at. */
  const ownName = (name: string, { sha256 }: Verified) => `${name} (${sha256.slice(0, 8)})`;
  const offer = (name: string, verified: Verified, file: Uint8Array) => {
    const own = ownName(name, verified);
    const { rules, parameters } = verified.game;
    const title = inWords(verified.game);
    const proof = known(own, verified);
    const lookAtEnding = rules === "bidding-chess" ? async () => (await biddingView()).add({ file: own, material: parameters["material"] ?? "", board: parameters["board"] ?? "" }) : undefined;
    const lookAtMates = async () => (await matingView()).add(own);
    const adders: Record<string, (() => Promise<string>) | undefined> = {
      losing: proof && (async () => (await losingView()).enter(proof)),
      richman: lookAtEnding,
      bracket: lookAtEnding,
      chips: async () => (await chipsView()).add({ file: own, title }),
      scoring: async () => (await heapsView()).add({ file: own, title }),
      helpmate: lookAtMates,
      unwinnable: lookAtMates,
      // Batches are of answers about chess.
      batch: rules === "chess" ? lookAtMates : undefined,
    };
    const add = Object.hasOwn(adders, verified.kind.name) ? adders[verified.kind.name] : undefined;
    if (!add) return undefined;
    const look = async () => {
      opened.set(own, file);
      location.hash = await add();
    };
    return element("button", { type: "button", click: () => void look() }, proof ? strings.walkThrough : strings.lookAt);
  };

  const openPart = openView({
    ...site,
    module,
    workers,
    atHand,
    offer,
    program,
    offerElsewhere: ({ name }, outcome) => {
      if (!program || !("verdict" in outcome) || outcome.verdict.verdict !== "verified") return undefined;
      const own = ownName(name, outcome.verdict);
      const proof = known(own, outcome.verdict);
      if (!proof) return undefined;
      const walk = async () => {
        elsewhere.set(own, { outcome, answering: program, read: (question) => program.ask(question, name) });
        location.hash = await (await losingView()).enter(proof);
      };
      return element("button", { type: "button", click: () => void walk() }, strings.walkElsewhere);
    },
  });
  const solveView = program && new SolveView(program, {
    keep: (sha256, file) => atHand.keep(sha256, file),
    verify,
    offer,
  });

  /** A part that has a view of certificates of its own, which is made when it is first shown. */
  const part = (title: string, made: () => Promise<{ element: HTMLElement; open(rest: string[]): Promise<void> }>): View => ({
    title,
    show: async (rest) => {
      const view = await made();
      void view.open(rest);
      return view.element;
    },
  });
  const views: Record<string, View> = {
    open: { title: strings.verifyView, show: () => openPart },
    losing: part(strings.losing, losingView),
    bidding: part(strings.bidding, biddingView),
    chips: part(strings.chips, chipsView),
    scores: part(strings.scores, heapsView),
    mating: part(strings.mating, matingView),
  };

  if (solveView) {
    views["solve"] = {
      title: strings.solve,
      show: () => {
        solveView.open();
        return solveView.element;
      },
    };
  }

  const main = element("main", {}, openPart);
  const links = Object.entries(views).map(([name, { title }]) => element("a", { href: `#${name}` }, title));
  const route = async () => {
    const [name = "", ...rest] = location.hash.slice(1).split("/").map(decoded);
    const chosen = Object.hasOwn(views, name) ? name : "open";
    for (const link of links) {
      if (link.getAttribute("href") === `#${chosen}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    try {
      const shown = await (views[chosen] as View).show(rest);
      if (!main.contains(shown)) main.replaceChildren(shown);
    } catch (error) {
      main.replaceChildren(element("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  };
  window.addEventListener("hashchange", () => void route());
  // Before all others that listen for it, so that they find the colours of paper.
  window.addEventListener("beforeprint", () => document.documentElement.classList.add("printing"));
  window.addEventListener("afterprint", () => document.documentElement.classList.remove("printing"));

  page.replaceChildren(
    element("header", {}, element("h1", {}, strings.title), element("p", {}, strings.lead), element("nav", { "aria-label": strings.views }, links)),
    main,
    element(
      "footer",
      {},
      element("p", { class: "faint" }, strings.trust, program ? ` ${strings.servedBy(program.about.version)}` : ""),
      element("dl", {}, element("dt", {}, strings.checkerDigest), element("dd", {}, digest), element("dt", {}, strings.commit), element("dd", {}, element("code", {}, site.commit))),
      element(
        "p",
        { class: "links" },
        element("a", { href: "spec/README.html" }, strings.specification),
        element("a", { href: "source.tar.gz" }, strings.source),
        element("a", { href: "notices.txt" }, strings.notices),
      ),
    ),
  );
  await route();
  // The checker says the digest of any bytes, its own too; what it is should be compared with what a build of one's own gives.
  const own = await verify(bytes);
  if ("verdict" in own) digest.textContent = own.verdict.sha256;
  // From here on all parts of the page work without a network; whoever saves data is left alone.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  explorerWorkers.keep(SPARE);
  await Promise.all([explorerModule().catch(() => undefined), loadPieces()]);
}

begin().catch((error: unknown) => {
  page.replaceChildren(element("p", { role: "alert" }, String(error)));
});
