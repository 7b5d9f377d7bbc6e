// Losing chess: the tree of the moves that somebody has looked at, with the move of each position that was looked at last.

/** A move that was looked at, and those after it. */
export interface Node {
  move: string;
  san: string;
  after: Node[];
  /** The move after it that was looked at last. */
  last?: Node;
}

/** The place before all moves. */
export type Root = Omit<Node, "move" | "san">;

export function emptyTree(): Root {
  return { after: [] };
}

/** Adds a line to the tree; what was looked at after it is still what comes next. */
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

/** The place that a line leads to, if it was looked at. */
function placeOf(root: Root, moves: string[]): Root | undefined {
  let at: Root | undefined = root;
  for (const move of moves) at = at?.after.find((known) => known.move === move);
  return at;
}

/** The move after a line that was looked at last. */
export function lastAfter(root: Root, moves: string[]): string | undefined {
  return placeOf(root, moves)?.last?.move;
}

/** The other moves that were looked at instead of the one at `ply` of a line, each with what followed, at most `most` moves. */
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

/** The line whose last move is the next (`by` 1) or the one before (-1) that was looked at in its place; none if there is no other. */
export function beside(root: Root, moves: string[], by: 1 | -1): string[] | undefined {
  const before = moves.slice(0, -1);
  const after = moves.length === 0 ? [] : (placeOf(root, before)?.after ?? []);
  if (after.length < 2) return undefined;
  const at = after.findIndex(({ move }) => move === moves.at(-1));
  const next = after[(at + by + after.length) % after.length];
  return next && [...before, next.move];
}
