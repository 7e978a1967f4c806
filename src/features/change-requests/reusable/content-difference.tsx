import { useState } from 'react';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import type { TextSides } from '../views/page-sides.ts';
import { openPlace } from '../views/place.ts';
import { SourceDifference } from '../views/source-difference.tsx';

interface ContentDifferenceProps {
  /** Null where the content is new. */
  base: ReusableContent | null;
  /** Null where it was deleted. */
  next: ReusableContent | null;
}

/** Both sides of the text. */
export const contentSides = (base: ReusableContent | null, next: ReusableContent | null): TextSides => ({
  base: base ?? undefined,
  next: next ?? undefined,
  cacheKey: [base?.id ?? '', base?.document ?? '', next?.id ?? '', next?.document ?? ''],
});

const noTools = { lines: new Set<number>(), renderBelow: () => null };

/** The Markdown of a reusable content, with what the change request changed in it. */
export function ContentDifference({ base, next }: ContentDifferenceProps) {
  const [place] = useState(() => openPlace((next ?? base)?.id ?? ''));
  const text = next?.markdown ?? '';
  if (base?.markdown === text) return <ContentSource text={text} />;
  return (
    <SourceDifference
      stored={text}
      {...contentSides(base, next)}
      sideBySide={false}
      place={place}
      tools={noTools}
    />
  );
}

/** A text as Markdown. */
export function ContentSource({ text }: { text: string }) {
  if (text.trim() === '') return <p className="text-ink-soft">No text yet.</p>;
  return (
    <pre
      dir="auto"
      className="rounded-lg border border-line p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  );
}
