/** The compared part of a structure item. */
export interface Entry {
  id: string;
  kind: 'group' | 'section' | 'site-space';
  title: string;
  path: string | null;
  condition: string | null;
  parent: string | null;
  /** The published URL. */
  url: string | null;
}

/** A difference between the published and the edited state of an item. */
export interface Difference {
  id: string;
  title: string;
  description: string;
}

const comparedFields = ['title', 'path', 'condition', 'parent'] as const;
const fieldLabels = { title: 'title', path: 'path', condition: 'condition', parent: 'position' };

/** The differences between published and edited items, in published order. */
export function compareStructures(published: readonly Entry[], edited: readonly Entry[]): Difference[] {
  const editedById = new Map(edited.map((entry) => [entry.id, entry]));
  const publishedIds = new Set(published.map(({ id }) => id));
  const changedOrRemoved = published.flatMap((entry): Difference[] => {
    const { id, title } = entry;
    const counterpart = editedById.get(id);
    if (!counterpart) return [{ id, title, description: 'Published, but no longer in the structure.' }];
    const changed = comparedFields
      .filter((field) => entry[field] !== counterpart[field])
      .map((field) => fieldLabels[field]);
    return changed.length === 0
      ? []
      : [{ id, title, description: `Changed in the structure: ${changed.join(', ')}.` }];
  });
  const added = edited
    .filter(({ id }) => !publishedIds.has(id))
    .map(({ id, title }) => ({ id, title, description: 'In the structure, but not published.' }));
  const order = orderKey(published, editedById) === orderKey(edited, publishedIds) ? [] : [orderDifference];
  return [...changedOrRemoved, ...added, ...order];
}

const orderDifference: Difference = {
  id: '',
  title: 'Order',
  description: 'The order differs from the structure.',
};

const orderKey = (entries: readonly Entry[], shared: { has: (id: string) => boolean }) =>
  entries
    .filter(({ id }) => shared.has(id))
    .map(({ id }) => id)
    .join(' ');
