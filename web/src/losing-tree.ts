// Losing chess: the tree of moves that the user has looked at. Each position remembers the move looked at last.

/** A move that the user has looked at, with the moves after it. */
export interface Node {
  move: string;
  san: string;
  after: Node[];
  /** The next move that was looked at last. */
  last?: Node;
}

/** The root of the tree, before all moves. */
export type Root = Omit<Node, "move" | "san">;

export function emptyTree(): Root {
  return { after: [] };
}

/** Adds a line to the tree. The next moves of its last position stay as they were. */
export function visit(root: Root, moves: string[], line: string[]): void {
  let at: Root = root;
  for (const [ply, move] of moves.entries()) {
    let node = at.after.find((known) => known.move === move);
    if (!node) {
      node = { move, san: line[ply] ?? move, after: [] };
      at.after.push(node);
    }
    at.last = node;
    at = node;
  }
}

/** Returns the node of a line, if the user has looked at it. */
function placeOf(root: Root, moves: string[]): Root | undefined {
  let at: Root | undefined = root;
  for (const move of moves) at = at?.after.find((known) => known.move === move);
  return at;
}

/** Returns the move after a line that was looked at last. */
export function lastAfter(root: Root, moves: string[]): string | undefined {
  return placeOf(root, moves)?.last?.move;
}

/**
 * Returns the alternatives to the move at `ply` of a line that the user has looked at, each with at most `most` moves
 * of its continuation.
 */
export function variations(root: Root, moves: string[], ply: number, most: number): { moves: string[]; line: string[]; more: boolean }[] {
  const before = moves.slice(0, ply);
  const others = (placeOf(root, before)?.after ?? []).filter(({ move }) => move !== moves[ply]);
  return others.map((first) => {
    const nodes: Node[] = [];
    for (let node: Node | undefined = first; node && nodes.length <= most; node = node.last) nodes.push(node);
    const shown = nodes.slice(0, most);
    return { moves: [...before, ...shown.map(({ move }) => move)], line: shown.map(({ san }) => san), more: nodes.length > most };
  });
}

/**
 * Replaces the last move of a line by the next (`by` = 1) or previous (-1) alternative that the user has looked at.
 * Returns undefined if there is no alternative.
 */
export function beside(root: Root, moves: string[], by: 1 | -1): string[] | undefined {
  const before = moves.slice(0, -1);
  const after = moves.length === 0 ? [] : (placeOf(root, before)?.after ?? []);
  if (after.length < 2) return undefined;
  const at = after.findIndex(({ move }) => move === moves.at(-1));
  const next = after[(at + by + after.length) % after.length];
  return next && [...before, next.move];
}
