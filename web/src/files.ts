// Fetches the files of the page: from the server, or from the page itself if the page is a single file
// (`one-file.mjs`).

/** Returns the element that contains a file, or null. The element contains text, or gzipped bytes in base64. */
function inside(name: string): HTMLScriptElement | null {
  return document.getElementById(`file:${name}`) as HTMLScriptElement | null;
}

export function get(name: string, options: RequestInit = {}): Promise<Response> {
  const element = inside(name);
  if (!element) return fetch(name.split("/").map(encodeURIComponent).join("/"), options);
  const bytes = Uint8Array.from(atob(element.text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return Promise.resolve(new Response(stream, { headers: { "content-type": element.dataset["type"] ?? "" } }));
}

/**
 * Starts a worker. Its script is bundled without imports, so that it need not be a module in the single-file page:
 * modules have no origin there.
 */
export function worker(name: string): Worker {
  const element = inside(name);
  return element ? new Worker(URL.createObjectURL(new Blob([element.text], { type: "text/javascript" }))) : new Worker(name, { type: "module" });
}

/** Returns the address of a page of the specification: next to this page, or in the repository. */
export function specification(path: string): string {
  const elsewhere = document.querySelector<HTMLMetaElement>('meta[name="gamecert-specification"]')?.content;
  return elsewhere === undefined ? `spec/${path.replace(/\.md$/, ".html")}` : elsewhere + path;
}

/** Makes links to files inside the page open them. */
export function openInside(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-inside]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void get(link.dataset["inside"] ?? "")
        .then((answer) => answer.blob())
        .then((blob) => window.open(URL.createObjectURL(blob), "_blank", "noopener"));
    });
  }
}
