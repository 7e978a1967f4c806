/** Names of the changes of a change request, also of kinds that only other servers list. */
import type { ContentChange, ContentChanges } from '#api/generated/types.gen.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { Tone } from '#src/ui/badge.tsx';

interface ChangeLabel {
  /** The changed item: the title of a page, the name of a file. */
  title: string;
  /** The kind of change. */
  name: string;
  tone: Tone;
}

const actions: Readonly<Record<string, Omit<ChangeLabel, 'title'>>> = {
  created: { name: 'Added', tone: 'success' },
  edited: { name: 'Edited', tone: 'warning' },
  moved: { name: 'Moved', tone: 'info' },
  deleted: { name: 'Deleted', tone: 'danger' },
};

/** The tone of what was done, by its name. */
export const toneOfChange = (name: string): Tone =>
  Object.values(actions).find((action) => action.name === name)?.tone ?? 'neutral';

/** A change as other servers may list it. */
interface AnyChange extends Omit<ContentChange, 'type' | 'reusableContent'> {
  type: string;
  reusableContent?: { title?: string };
}

export function describeChange({ type, page, file, reusableContent }: AnyChange): ChangeLabel {
  const end = type.lastIndexOf('_');
  const action = actions[type.slice(end + 1)] ?? { name: 'Changed', tone: 'neutral' };
  const kind = (end < 0 ? type : type.slice(0, end)).replaceAll('_', ' ');
  return {
    title:
      page?.title ?? file?.name ?? reusableContent?.title ?? kind.charAt(0).toUpperCase() + kind.slice(1),
    ...action,
    ...(type === 'file_edited' && { name: 'Replaced' }),
  };
}

/** How many changes there are: `100+`, or the exact number where the server says how many more. */
export function countChanges({
  changes,
  more,
}: {
  changes: ContentChanges['changes'];
  more?: unknown;
}): string {
  if (typeof more === 'number') return formatNumber(changes.length + more);
  return formatNumber(changes.length) + (more ? '+' : '');
}
