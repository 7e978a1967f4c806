import { formatNumber } from './counts.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Isolates the text direction of a name. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Lists some names and counts the rest: `formatNameList(['API', 'Guides', 'Help'], 12, 2)` → "API, Guides, and 10
 * more". Names are wrapped in bidi isolates.
 */
export function formatNameList(names: readonly string[], total: number, max = 3): string {
  const named = names.slice(0, max).map(isolate);
  const rest = Math.max(total, names.length) - named.length;
  return listFormat.format(rest > 0 ? [...named, `${formatNumber(rest)} more`] : named);
}
