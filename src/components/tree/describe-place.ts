/** A place among the items that stay, beside the one that is named or at the end of what is named. */
export interface NamedPlace {
  target: { readonly before: string } | { readonly after: string } | { readonly into: string };
  /** The items of the container in order, without those that move. */
  others: readonly string[];
  /** How many move. */
  count: number;
  /** The container in words: `in group Guides`. */
  where: string;
  titleOf: (id: string) => string;
}

/** A place in words, with its number: `Before Billing, in group Guides, 3 of 7`. */
export function describePlace({ target, others, count, where, titleOf }: NamedPlace): string {
  const index = indexAt(target, others);
  const next = others[index];
  const previous = others[index - 1];
  const isBehind = 'after' in target || next === undefined;
  const neighbour = isBehind ? previous : next;
  const beside =
    neighbour === undefined ? 'As the first' : `${isBehind ? 'After' : 'Before'} ${titleOf(neighbour)}`;
  const total = others.length + count;
  const number = count === 1 ? `${index + 1}` : `${index + 1} to ${index + count}`;
  return `${beside}, ${where}, ${number} of ${total}`;
}

function indexAt(target: NamedPlace['target'], others: readonly string[]): number {
  if ('into' in target) return others.length;
  return 'before' in target ? others.indexOf(target.before) : others.indexOf(target.after) + 1;
}
