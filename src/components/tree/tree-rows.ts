/** The visible rows of a tree, as a flat list: what the screen, the keyboard and a drag all count in. */

import { TOP } from '#src/lib/ordered-tree.ts';

/** A tree by ids. A new object whenever the order or the items change. */
export interface TreeSource {
  /** Ordered ids below an item, or below `TOP`. */
  childrenOf(id: string): readonly string[];
  /** Whether the item can hold others; such a row can be opened, even while it is empty. */
  isContainer(id: string): boolean;
}

/** One visible row. */
export interface TreeRow {
  readonly id: string;
  readonly parent: string;
  /** 1 at the top. */
  readonly level: number;
  /** 1-based place among its siblings, and how many there are. */
  readonly position: number;
  readonly siblings: number;
  readonly isContainer: boolean;
  readonly isOpen: boolean;
  /** How many items are directly in it. */
  readonly holds: number;
}

/** The rows that are visible when the containers in `open` are open, in order. */
export function visibleRows(source: TreeSource, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (parent: string, level: number) => {
    const ids = source.childrenOf(parent);
    ids.forEach((id, index) => {
      const isContainer = source.isContainer(id);
      const isOpen = isContainer && open.has(id);
      const holds = isContainer ? source.childrenOf(id).length : 0;
      rows.push({ id, parent, level, position: index + 1, siblings: ids.length, isContainer, isOpen, holds });
      if (isOpen) visit(id, level + 1);
    });
  };
  visit(TOP, 1);
  return rows;
}

/** A function like `visibleRows` that remembers its last answer, for callers that ask again and again. */
export function rememberRows(): (source: TreeSource, open: ReadonlySet<string>) => readonly TreeRow[] {
  let last: { source: TreeSource; open: ReadonlySet<string>; rows: readonly TreeRow[] } | null = null;
  return (source, open) => {
    if (last?.source !== source || last.open !== open)
      last = { source, open, rows: visibleRows(source, open) };
    return last.rows;
  };
}

/** The ids above an item, the outermost first; null when the tree does not hold it. */
export function ancestorsOf(source: TreeSource, id: string, below = TOP): string[] | null {
  for (const child of source.childrenOf(below)) {
    if (child === id) return [];
    const found = source.isContainer(child) ? ancestorsOf(source, id, child) : null;
    if (found) return [child, ...found];
  }
  return null;
}

/** The index of the row of an item, or -1. */
export function rowIndex(rows: readonly TreeRow[], id: string | null): number {
  return id === null ? -1 : rows.findIndex((row) => row.id === id);
}

/** The ancestor of a row at a level, or the row itself at its own; undefined for deeper levels. */
export function ancestorAt(rows: readonly TreeRow[], index: number, level: number): TreeRow | undefined {
  for (let at = index; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && row.level <= level) return row.level === level ? row : undefined;
  }
  return undefined;
}

/** The next row after `from`, going round, whose text begins with `typed`; case and accents are ignored. */
export function rowByText(
  rows: readonly TreeRow[],
  from: number,
  typed: string,
  textOf: (id: string) => string,
): TreeRow | undefined {
  const collator = new Intl.Collator(undefined, { sensitivity: 'base' });
  // The first letter looks further on; more letters may still mean the row that they have led to.
  const start = typed.length === 1 ? from + 1 : Math.max(from, 0);
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(start + step) % rows.length];
    if (row && collator.compare(textOf(row.id).slice(0, typed.length), typed) === 0) return row;
  }
  return undefined;
}
