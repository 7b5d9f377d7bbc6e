// An inline script of the page, so that it runs before any other file arrives. It starts to fetch the files needed
// first: a module of the checker, on the front page and in the view that verifies files. The first result of the front
// page is about losing chess, for which a small module suffices. Other views need a module later and should have the
// network for themselves until then.

/** The code files of each view, inserted by the build. */
declare const PARTS: Record<string, string[]>;

const asked = location.hash.slice(1).split("/", 1)[0] || (document.documentElement.dataset["view"] ?? "start");
if (asked === "start" || asked === "open") {
  const name = asked === "start" ? "checker-antichess.wasm" : "checker.wasm";
  const coming = fetch(name);
  // This handler prevents a report of an unhandled rejection. The code that awaits the promise still receives the
  // error.
  coming.catch(() => undefined);
  (globalThis as { early?: Record<string, Promise<Response>> }).early = { [name]: coming };
}

for (const part of PARTS[asked] ?? []) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = part;
  document.head.append(link);
}

export {};
