// Addresses: which view the part behind # names, and what the rest of it says to the view.

/** A view by its name, and the rest of the address, decoded. */
export interface Route {
  view: string;
  rest: string[];
}

/** The view of an empty address, and of a name that no view has. */
export const FRONT = "start";

/** A part of an address; as it stands if it is wrongly encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What an address such as `#losing/e2e3.d7d5` asks for, if these are the names of the views; an empty one asks for the view of the page (`own`). */
export function route(hash: string, views: readonly string[], own = FRONT): Route {
  const [name = "", ...rest] = (hash.replace(/^#/, "") || own).split("/").map(decoded);
  return views.includes(name) ? { view: name, rest } : { view: FRONT, rest: [] };
}

/**
 * The parts of an address, in which opened files are named. The browser forgets those that were opened before it loaded the page again; one that comes with the page has
 * its path there.
 */
export function shippedNames(rest: string[], shipped: readonly { path: string; sha256: string }[], opened: (name: string) => boolean): string[] {
  return rest.map((part) => {
    if (opened(part)) return part;
    const [, digest] = / \(([0-9a-f]{8})\)$/.exec(part) ?? [];
    return shipped.find(({ sha256 }) => digest !== undefined && sha256.startsWith(digest))?.path ?? part;
  });
}
