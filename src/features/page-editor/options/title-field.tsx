import { useId } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { slugOf } from '#api/slug.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { EditSession } from '../session/edit-session.ts';
import { freeSlug } from '../session/page-fields.ts';
import { placeOf } from './page-place.ts';

interface TitleFieldProps {
  session: EditSession;
  pageId: string;
  pages: readonly Page[];
  /** The page was just added: the title has the focus, and the slug follows it. */
  isNew: boolean;
  /** Enter: to the text. */
  onEnter: () => void;
}

/** The title of the page, at the top of its editor. */
export function TitleField({ session, pageId, pages, isNew, onEnter }: TitleFieldProps) {
  const problemId = useId();
  const { title } = useStore(session.fields.values);
  const { title: problem } = useStore(session.fields.problems);
  const change = (next: string) => {
    const siblingSlugs = new Set(placeOf(pages, pageId)?.siblings.map(({ slug = '' }) => slug));
    session.editFields({ title: next, ...(isNew && { slug: freeSlug(slugOf(next), siblingSlugs) }) });
  };
  return (
    <div className="page-editor-title">
      <h2>
        <input
          autoFocus={isNew}
          aria-label="Title"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          dir="auto"
          autoComplete="off"
          value={title}
          onChange={(event) => change(event.target.value)}
          onFocus={(event) => isNew && event.target.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onEnter();
          }}
        />
      </h2>
      {problem !== undefined && (
        <p id={problemId} className="px-1 text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
