// Keeps the page on the user's machine, so that a reload needs no network. All files belong to one build: the build
// writes their digests into this file, and files with other digests are refused. A page of a newer build waits until
// all pages of this one are closed (`offline.ts`).

/**
 * The SHA-256 digests of the files of this build, the names of the files kept at once, and a digest of everything. The
 * build inserts them here.
 */
declare const BUILD: { version: string; files: Record<string, string>; kept: string[] };

interface Extended extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Told extends Extended {
  readonly data: unknown;
  readonly source: { postMessage(message: string): void } | null;
}

const worker = self as unknown as {
  readonly registration: { readonly scope: string };
  readonly clients: { matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extended) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
};

/** Status for a file that differs on the server from this build's file (RFC 9110, section 15.5.10). */
const CHANGED = 409;

const PREFIX = `gamecert:${worker.registration.scope}:`;
const CACHE = PREFIX + BUILD.version;

async function digest(bytes: ArrayBuffer): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns a file of this build, from the cache or the network. If the browser's HTTP cache has an older version, the
 * server is asked.
 */
async function file(name: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (kept) return kept;
  for (const cached of ["default", "reload"] as const) {
    const answer = await fetch(name.split("/").map(encodeURIComponent).join("/"), { cache: cached });
    if (!answer.ok) return answer;
    const bytes = await answer.arrayBuffer();
    if ((await digest(bytes)) !== BUILD.files[name]) continue;
    const found = new Response(bytes, { headers: { "content-type": answer.headers.get("content-type") ?? "application/octet-stream" } });
    // Without room in the storage the file is not kept.
    await cache.put(name, found.clone()).catch(() => undefined);
    return found;
  }
  return new Response("", { status: CHANGED });
}

/** Returns the name of the file that a request asks for, if it belongs to this build. */
function named(url: string): string | undefined {
  const { scope } = worker.registration;
  const [path = ""] = url.split(/[?#]/, 1);
  if (!path.startsWith(scope)) return undefined;
  const name = decodeURIComponent(path.slice(scope.length)) || "index.html";
  return name in BUILD.files ? name : undefined;
}

worker.addEventListener("install", (event) => {
  const all = async () => {
    for (const name of BUILD.kept) {
      const { ok, status } = await file(name);
      if (!ok) throw new Error(`${name}: ${status}`);
    }
  };
  event.waitUntil(all());
});

worker.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(forget());
});

worker.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? named(event.request.url) : undefined;
  if (name !== undefined) event.respondWith(file(name));
});

worker.addEventListener("message", (event) => {
  const begin = async () => {
    // Other windows would continue with files of another build.
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (windows.length > 1) event.source?.postMessage("others");
    else await worker.skipWaiting();
  };
  if (event.data === "begin") event.waitUntil(begin());
});

export {};
