// The page: what there is to look at, and which of it is shown. Files are opened by `open.ts`; the other parts each show what certificates of a sort prove.

import { BiddingView, type EndingFile } from "./bidding";
import type { Clauses } from "./card";
import { AtHand, type Outcome, type Shipped, Verification, Workers, fetched } from "./check";
import { element } from "./dom";
import { Asking } from "./explorer";
import { type Known, LosingView, known } from "./losing";
import { type Forged, openView } from "./open";
import type { Files } from "./shown";
import { strings } from "./strings";

/** What `build.mjs` knows. */
interface Site {
  commit: string;
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
  losing: Known[];
  endings: EndingFile[];
}

/** A part of the page: what it is called, and what shows it; the rest of the address is its own. */
interface View {
  title: string;
  show(rest: string[]): Promise<HTMLElement> | HTMLElement;
}

/** At most as many workers at once: each may take much memory. */
const WORKERS = 4;

const page = document.getElementById("page") as HTMLElement;

/** A part of an address; as it stands if it is wrongly encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function begin(): Promise<void> {
  const [site, bytes] = await Promise.all([fetch("site.json").then((answer) => answer.json() as Promise<Site>), fetched("checker.wasm")]);
  const module = await WebAssembly.compile(bytes as BufferSource);
  const atHand = new AtHand(site.shipped);
  const workers = new Workers(Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency)));
  const digest = element("code", { class: "digest", id: "checker-digest" }, strings.noCheckerDigest);

  /** The checker's verdict on a file; the worker ends then if that is wanted. */
  const verify = async (file: Uint8Array, ends = false): Promise<Outcome> => {
    const worker = await workers.take();
    const outcome = await new Verification(worker, module, file, atHand).outcome;
    workers.give(worker, !ends && ("verdict" in outcome || "unreadable" in outcome));
    return outcome;
  };

  /** Files that were opened here, by name. */
  const opened = new Map<string, Uint8Array>();
  const files: Files = { fetch: async (name) => opened.get(name) ?? fetched(name), verify, find: (sha256) => atHand.find(sha256) };

  // The explorer's module is fetched when something is explored.
  let losing: Promise<LosingView> | undefined;
  const explorer = async () => new Asking(await WebAssembly.compile((await fetched("explorer.wasm")) as BufferSource));
  let bidding: Promise<BiddingView> | undefined;
  const biddingView = () => {
    bidding ??= explorer().then((asking) => new BiddingView(asking, files, site.endings));
    return bidding;
  };
  const losingView = () => {
    losing ??= explorer().then((asking) => new LosingView(asking, files, site.losing));
    return losing;
  };

  const openPart = openView({
    ...site,
    module,
    workers,
    atHand,
    offer: (name, verified, file) => {
      // Of two files with one name both can be walked through.
      const own = `${name} (${verified.sha256.slice(0, 8)})`;
      const proof = known(own, verified);
      const { rules, parameters } = verified.game;
      const isEnding = verified.kind.name === "richman" && rules === "bidding-chess";
      if (!proof && !isEnding) return undefined;
      const look = async () => {
        opened.set(own, file);
        if (proof) location.hash = await (await losingView()).enter(proof);
        else location.hash = (await biddingView()).add({ file: own, material: parameters["material"] ?? "", board: parameters["board"] ?? "" });
      };
      return element("button", { type: "button", click: () => void look() }, proof ? strings.walkThrough : strings.lookAt);
    },
  });

  const views: Record<string, View> = {
    open: { title: strings.verifyView, show: () => openPart },
    losing: {
      title: strings.losing,
      show: async (rest) => {
        const view = await losingView();
        void view.open(rest);
        return view.element;
      },
    },
    bidding: {
      title: strings.bidding,
      show: async (rest) => {
        const view = await biddingView();
        void view.open(rest);
        return view.element;
      },
    },
  };

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

  page.replaceChildren(
    element("header", {}, element("h1", {}, strings.title), element("p", {}, strings.lead), element("nav", { "aria-label": strings.views }, links)),
    main,
    element(
      "footer",
      {},
      element("p", { class: "faint" }, strings.trust),
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
}

begin().catch((error: unknown) => {
  page.replaceChildren(element("p", { role: "alert" }, String(error)));
});
