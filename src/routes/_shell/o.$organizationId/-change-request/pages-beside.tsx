import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart, optionalPart } from '#src/components/errors/load-part.ts';
import { PageTree } from '#src/features/spaces/pages.tsx';
import { pagesOf } from '#src/features/spaces/queries.ts';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';

/** With “+” and the menus of pages. Loaded once the text is there. */
const EditablePages = lazyPart(async () => ({
  default: (await import('./editable-pages.tsx')).EditablePages,
}));

const PageReaders = optionalPart(async () => ({
  default: (await import('#src/domain/published/page-readers.tsx')).PageReaders,
}));

interface PagesBesideProps {
  /** `changeRequest`: id or number. */
  params: { organizationId: string; spaceId: string; changeRequest: string };
  /** The edited page. */
  pageId: string;
  canEdit: boolean;
  /** Gets the place below the pages, in wide windows. */
  outline: ((place: Element | null) => void) | undefined;
}

/** The pages of a change request beside the one that is edited; folded above it in narrow windows. */
export function PagesBeside({ params, pageId, canEdit, outline }: PagesBesideProps) {
  const navigate = useNavigate();
  const isPainted = useIsPainted();
  const isWide = useMatches('(width >= 64rem)');
  const { spaceId, changeRequest } = params;
  const { data: tree } = useSuspenseQuery(pagesOf({ spaceId, changeRequest }));
  const open = (id: string | undefined) =>
    id === undefined
      ? void navigate({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content', params })
      : void navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
          params: { ...params, pageId: id },
        });
  const readable = isWide && (
    <div className="rounded-lg border border-line">
      <PageTree pages={tree.pages} open={pageId} onOpen={open} />
    </div>
  );
  return (
    <div className="page-editor-aside">
      <div className="page-editor-tree" data-editable={canEdit || undefined}>
        {isPainted && (
          <Suspense fallback={readable}>
            {canEdit ? <EditablePages params={params} pageId={pageId} onOpen={open} /> : readable}
          </Suspense>
        )}
      </div>
      {isPainted && isWide && outline && <div ref={outline} className="contents" />}
      {isPainted && isWide && (
        <Suspense>
          <PageReaders space={params} pageId={pageId} isBeside />
        </Suspense>
      )}
    </div>
  );
}
