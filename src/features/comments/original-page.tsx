import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { useSupports } from '#src/api/extensions.ts';
import { getRevisionPageOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { CommentTarget } from '#api/generated/types.gen.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** Shows the page as it was when an outdated comment was written, if the server has that revision. */
export function OriginalPage({ target: { space, page, revision } }: { target: CommentTarget }) {
  const [isOpen, setOpen] = useState(false);
  const isSupported = useSupports('getRevisionPage') === true;
  if (!isSupported || !page || revision === undefined) return null;
  return (
    <>
      <Button size="small" tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        View original page
      </Button>
      {isOpen && <OriginalText spaceId={space} revisionId={revision} pageId={page.id} />}
    </>
  );
}

function OriginalText(path: { spaceId: string; revisionId: string; pageId: string }) {
  const { data, error } = useQuery({
    ...getRevisionPageOptions({ path, query: { format: 'markdown', metadata: false } }),
    staleTime: Infinity,
    retry: false,
  });
  if (error) return <p className="w-full text-ink-soft">{errorMessage(error)}</p>;
  if (!data) return <Skeleton className="w-1/2" />;
  return (
    <pre
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      tabIndex={0}
      aria-label={`${data.title}, original version`}
      data-ring=""
      className="max-h-64 w-full overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap"
    >
      {data.markdown}
    </pre>
  );
}
