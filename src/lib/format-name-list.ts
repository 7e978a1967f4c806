import { formatNumber } from './counts.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Keeps a name in one piece among words that are written in the other direction. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/**
 * Some of many by name: `nameSome(['API', 'Guides', 'Help'], 12, 2)` → "API, Guides, and 10 more". Each name is wrapped
 * in the invisible marks that keep Arabic and Latin names apart.
 *
 * @param names those that are known, the first to be named first
 * @param total how many there are in all
 * @max max how many are named
 */
export function formatNameList(names: readonly string[], total: number, max = 3): string {
  const named = names.slice(0, max).map(isolate);
  const rest = Math.max(total, names.length) - named.length;
  return listFormat.format(rest > 0 ? [...named, `${formatNumber(rest)} more`] : named);
}
