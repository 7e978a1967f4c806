import { createContext, use } from 'react';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import type { DraftMark } from './drafted-structure.ts';

/** What the draft does to each item of the tree; empty outside of drafts. */
export const DraftMarks = createContext<ReadonlyMap<string, DraftMark>>(new Map());

const labels: Record<DraftMark, { word: string; tone: Tone; tip: string }> = {
  added: { word: 'New', tone: 'success', tip: 'The draft adds this' },
  moved: { word: 'Moved', tone: 'info', tip: 'The draft moves this' },
  changed: { word: 'Changed', tone: 'warning', tip: 'The draft changes this' },
  removed: { word: 'Removed', tone: 'danger', tip: 'The draft removes this' },
};

/** For the accessible name of a row. */
export const markLabel = (mark: DraftMark | undefined): string | null =>
  mark ? `${labels[mark].word.toLowerCase()} in the draft` : null;

/** What the draft does to an item. */
export function DraftBadge({ id }: { id: string }) {
  const mark = use(DraftMarks).get(id);
  if (!mark) return null;
  const { word, tone, tip } = labels[mark];
  return (
    <Badge tone={tone} tip={tip}>
      {word}
    </Badge>
  );
}
