import { useContext, useDeferredValue, useMemo, useState } from 'react';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
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
  // What is shown stays until the lines with paths are compared.
  const { show, key } = useDeferredValue(useContext(LinkPathsContext));
  const text = next?.markdown ?? '';
  const shown = useMemo(() => {
    const withPaths = (content: ReusableContent | null) =>
      content && { ...content, markdown: show(content.markdown ?? '') };
    return { base: withPaths(base), next: withPaths(next) };
  }, [base, next, show]);
  if (base?.markdown === text) return <ContentSource text={text} />;
  const sides = contentSides(shown.base, shown.next);
  return (
    <SourceDifference
      stored={text}
      {...sides}
      cacheKey={key === '' ? sides.cacheKey : [...sides.cacheKey, key]}
      sideBySide={false}
      place={place}
      tools={noTools}
    />
  );
}

/** A text as Markdown. */
export function ContentSource({ text }: { text: string }) {
  const { show } = useContext(LinkPathsContext);
  if (text.trim() === '') return <p className="text-ink-soft">No text yet.</p>;
  return (
    <pre
      dir="auto"
      className="rounded-lg border border-line p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {show(text)}
    </pre>
  );
}
