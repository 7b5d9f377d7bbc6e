// The files that come with the page: on the server, or in the page itself where the page is one file (`one-file.mjs`).

/** The element that has a file, if the page has it: a text, or bytes that are compressed by gzip and written in base64. */
function inside(name: string): HTMLScriptElement | null {
  return document.getElementById(`file:${name}`) as HTMLScriptElement | null;
}

/** Fetches a file. */
export function get(name: string, options: RequestInit = {}): Promise<Response> {
  const element = inside(name);
  if (!element) return fetch(name.split("/").map(encodeURIComponent).join("/"), options);
  const bytes = Uint8Array.from(atob(element.text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return Promise.resolve(new Response(stream, { headers: { "content-type": element.dataset["type"] ?? "" } }));
}

/** A worker. Its script is bundled and imports nothing, so that it need not be a module where the page is one file: modules have no origin there. */
export function worker(name: string): Worker {
  const element = inside(name);
  return element ? new Worker(URL.createObjectURL(new Blob([element.text], { type: "text/javascript" }))) : new Worker(name, { type: "module" });
}

/** The address of a page of the specification, by its path there: beside the page, or in the repository. */
export function specification(path: string): string {
  const elsewhere = document.querySelector<HTMLMetaElement>('meta[name="gamecert-specification"]')?.content;
  return elsewhere === undefined ? `spec/${path.replace(/\.md$/, ".html")}` : elsewhere + path;
}

/** Links to files that are in the page open them. */
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
