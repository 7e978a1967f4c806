import { PageEditorsLine } from '#src/domain/presence/page-editors-line.tsx';
import type { SpaceOfSites } from '#src/domain/published/page-figures.ts';
import { PageReaders } from '#src/domain/published/page-readers.tsx';

export interface BelowTextProps {
  pageId: string;
  /** Absent where it is no page that readers open. */
  space?: SpaceOfSites;
}

/** What stands below an edited text: who else edits it and, in narrow windows, how the page is read. */
export function BelowText({ pageId, space }: BelowTextProps) {
  return (
    <>
      <PageEditorsLine pageId={pageId} />
      {space && <PageReaders space={space} pageId={pageId} isBeside={false} />}
    </>
  );
}
