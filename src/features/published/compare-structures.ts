/** An item of a structure, as far as two of them are compared. */
export interface Entry {
  id: string;
  kind: 'group' | 'section' | 'site-space';
  title: string;
  path: string | null;
  condition: string | null;
  parent: string | null;
  /** Where visitors reach it. */
  url: string | null;
}

/** How the published state of an item and its edited one relate. */
export interface Difference {
  id: string;
  title: string;
  /** A sentence. */
  says: string;
}

const facts = ['title', 'path', 'condition', 'parent'] as const;
const words = { title: 'title', path: 'path', condition: 'condition', parent: 'position' };

/** What visitors get that the editor does not show, the other way round, and what differs; in the published order. */
export function compareStructures(published: readonly Entry[], edited: readonly Entry[]): Difference[] {
  const now = new Map(edited.map((entry) => [entry.id, entry]));
  const known = new Set(published.map(({ id }) => id));
  const gone = published.flatMap((entry): Difference[] => {
    const { id, title } = entry;
    const other = now.get(id);
    if (!other) return [{ id, title, says: 'Published, but no longer in the structure.' }];
    const changed = facts.filter((fact) => entry[fact] !== other[fact]).map((fact) => words[fact]);
    return changed.length === 0
      ? []
      : [{ id, title, says: `Changed in the structure: ${changed.join(', ')}.` }];
  });
  const added = edited
    .filter(({ id }) => !known.has(id))
    .map(({ id, title }) => ({ id, title, says: 'In the structure, but not published.' }));
  const order = orderOf(published, now) === orderOf(edited, known) ? [] : [reordered];
  return [...gone, ...added, ...order];
}

const reordered: Difference = { id: '', title: 'Order', says: 'The order differs from the structure.' };

const orderOf = (entries: readonly Entry[], shared: { has: (id: string) => boolean }) =>
  entries
    .filter(({ id }) => shared.has(id))
    .map(({ id }) => id)
    .join(' ');
