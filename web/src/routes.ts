// Parses addresses: the part after # names a view and its parameters.

/** The name of a view, and the decoded rest of the address. */
interface Route {
  view: string;
  rest: string[];
}

/** The view for an empty address, and for a name that no view has. */
export const FRONT = "start";

/** Decodes a part of an address. A wrongly encoded part is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Parses an address such as `#losing/e2e3.d7d5`. `views` are the names of the views. An empty address leads to the view
 * `own`.
 */
export function route(hash: string, views: readonly string[], own = FRONT): Route {
  const [name = "", ...rest] = (hash.replace(/^#/, "") || own).split("/").map(decoded);
  return views.includes(name) ? { view: name, rest } : { view: FRONT, rest: [] };
}

/**
 * Replaces names of opened files in an address. After a reload the browser has lost these files; a file that is shipped
 * with the page is replaced by its path there.
 */
export function shippedNames(rest: string[], shipped: readonly { path: string; sha256: string }[], opened: (name: string) => boolean): string[] {
  return rest.map((part) => {
    if (opened(part)) return part;
    const [, digest] = / \(([0-9a-f]{8})\)$/.exec(part) ?? [];
    return shipped.find(({ sha256 }) => digest !== undefined && sha256.startsWith(digest))?.path ?? part;
  });
}
