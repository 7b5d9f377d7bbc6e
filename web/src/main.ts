// The page: files are opened, verified at once, and what they prove is shown.

import { type Clauses, body, mark } from "./card";
import { AtHand, LARGEST, type Outcome, type Shipped, Verification, Workers, fetched } from "./check";
import { element } from "./dom";
import { strings } from "./strings";

/** A forged certificate of the gallery. */
interface Forged {
  path: string;
  what: string;
}

/** What `build.mjs` knows. */
interface Site {
  commit: string;
  shipped: Shipped[];
  forged: Forged[];
  clauses: Clauses;
}

/** At most as many workers at once: each may take much memory. */
const WORKERS = 4;

/** How often the time of a verification is shown, in milliseconds. */
const TICK = 100;

const page = document.getElementById("page") as HTMLElement;

async function begin(): Promise<void> {
  const [site, bytes] = await Promise.all([fetch("site.json").then((answer) => answer.json() as Promise<Site>), fetched("checker.wasm")]);
  const module = await WebAssembly.compile(bytes as BufferSource);
  const atHand = new AtHand(site.shipped);
  const workers = new Workers(Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency)));
  const digest = element("code", { class: "digest", id: "checker-digest" }, strings.noCheckerDigest);
  const cards = element("div", { id: "cards" });
  const none = element("p", { class: "faint" }, strings.none);
  const status = element("p", { class: "faint", role: "status", "aria-live": "polite" });

  /** Those whose verdict may change when another file is at hand, by the digest that they miss. */
  const missing = new Map<string, Set<() => void>>();

  /** Opens a file: a card with its name, verified at once. */
  function open(name: string, read: () => Promise<Uint8Array>): void {
    none.remove();
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
      card.remove();
    };
    const remove = element("button", { type: "button", "aria-label": `${strings.remove} ${name}`, click: close }, strings.remove);
    const card = element("article", { "aria-label": name }, element("header", {}, element("h3", {}, name), head, time, stop, remove), place);
    cards.prepend(card);
    let file: Uint8Array | undefined;

    const put = (mark: HTMLElement) => {
      head.replaceWith(mark);
      head = mark;
    };
    const show = (outcome: Outcome) => {
      put(mark(outcome));
      time.textContent = "seconds" in outcome ? strings.seconds(outcome.seconds) : "";
      place.replaceChildren(body(outcome, site.clauses));
      stop.hidden = true;
      status.textContent = `${name}: ${head.textContent}`;
    };

    const verify = async () => {
      const worker = await workers.take();
      let ended = true;
      // Removed while it waited.
      if (!card.isConnected) return workers.give(worker, ended);
      put(element("span", { class: "mark" }, strings.verifying));
      stop.hidden = false;
      const begun = performance.now();
      const ticking = setInterval(() => {
        time.textContent = strings.seconds((performance.now() - begun) / 1000);
      }, TICK);
      try {
        file ??= await read();
        if (stopped) return show({ stopped: true });
        verification = new Verification(worker, module, file, atHand);
        const outcome = await verification.outcome;
        ended = "verdict" in outcome || "unreadable" in outcome;
        show(outcome);
        if (!("verdict" in outcome)) return;
        const { verdict } = outcome;
        atHand.keep(verdict.sha256, file);
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
        workers.give(worker, ended);
      }
    };
    void verify();
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
    const verify = element("button", { type: "button", "aria-label": `${strings.verify} ${name}`, click: () => open(name, () => fetched(path)) }, strings.verify);
    return element("li", {}, element("span", { class: "what" }, element("code", {}, name), " ", what), verify);
  };
  page.replaceChildren(
    element("header", {}, element("h1", {}, strings.title), element("p", {}, strings.lead)),
    element(
      "main",
      {},
      element("h2", {}, strings.open),
      drop,
      element("h2", {}, strings.verdicts),
      status,
      none,
      cards,
      element("h2", {}, strings.shipped),
      element("p", { class: "faint" }, strings.shippedLead),
      element("ul", { class: "offers", id: "shipped" }, site.shipped.map((one) => offer(one.path, one.statement))),
      element("h2", {}, strings.forged),
      element("p", { class: "faint" }, strings.forgedLead),
      element("ul", { class: "offers", id: "forged" }, site.forged.map((one) => offer(one.path, one.what))),
    ),
    element(
      "footer",
      {},
      element("p", { class: "faint" }, strings.trust),
      element("dl", {}, element("dt", {}, strings.checkerDigest), element("dd", {}, digest), element("dt", {}, strings.commit), element("dd", {}, element("code", {}, site.commit))),
      element("p", {}, element("a", { href: "notices.txt" }, strings.notices)),
    ),
  );
  // The checker says the digest of any bytes, its own too; what it is should be compared with what a build of one's own gives.
  const worker = await workers.take();
  const own = await new Verification(worker, module, bytes, atHand).outcome;
  workers.give(worker, "verdict" in own);
  if ("verdict" in own) digest.textContent = own.verdict.sha256;
}

begin().catch((error: unknown) => {
  page.replaceChildren(element("p", { role: "alert" }, String(error)));
});
