import { formatCount } from '#src/lib/counts.ts';
import type { FieldUse } from './field-use.ts';

/**
 * What spaces lose when options are removed; null if none uses them.
 *
 * @param use null if unknown
 */
export function describeRemovedOptions(
  before: readonly string[],
  after: readonly string[],
  use: FieldUse | null,
): string | null {
  const lost = before.filter((option) => !after.includes(option));
  const sentences = lost.flatMap((option) => {
    if (!use) return [`“${option}” is removed from the spaces that use it.`];
    const count = use.byOption.get(option) ?? 0;
    return count > 0 ? [`“${option}” is removed from ${formatCount(count, 'space')}.`] : [];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}
