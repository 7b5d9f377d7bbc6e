// Stands in the page itself, so that nothing has to be fetched before it: begins to fetch the checker's module where it will be wanted first, on the front page and
// where files are verified. Other views do without it for a while, and shall have the network for themselves.

const asked = location.hash.slice(1) || (document.documentElement.dataset["view"] ?? "start");
if (asked === "start" || asked === "open") {
  const coming = fetch("checker.wasm");
  // Whoever awaits it is told of a failure; until then nobody is.
  coming.catch(() => undefined);
  (globalThis as { checkerModule?: Promise<Response> }).checkerModule = coming;
}

export {};
