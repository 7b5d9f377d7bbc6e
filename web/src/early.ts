// Stands in the page itself, so that nothing has to be fetched before it: begins to fetch what will be wanted first. On the front page and where files are verified
// that is the checker's module. Other views do without it for a while, and shall have the network for themselves.

/** The files of each view's code. The build puts them here. */
declare const PARTS: Record<string, string[]>;

const asked = location.hash.slice(1).split("/", 1)[0] || (document.documentElement.dataset["view"] ?? "start");
if (asked === "start" || asked === "open") {
  const coming = fetch("checker.wasm");
  // Whoever awaits it is told of a failure; until then nobody is.
  coming.catch(() => undefined);
  (globalThis as { checkerModule?: Promise<Response> }).checkerModule = coming;
}

for (const part of PARTS[asked] ?? []) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = part;
  document.head.append(link);
}

export {};
