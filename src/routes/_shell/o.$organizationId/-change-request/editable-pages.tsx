import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Page } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { cachedTree } from '#src/components/tree-editor/change-queue.ts';
import { pageDraftKey } from '#src/domain/page-drafts/page-drafts.ts';
import { describeChange } from '#src/features/change-requests/change-labels.ts';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { useListedChanges } from '#src/features/change-requests/views/sides.ts';
import { openSessionOf } from '#src/features/page-editor/session/open-sessions.ts';
import { PageTreeEditor } from '#src/features/page-tree/page-tree-editor.tsx';
import { countPages, findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';

interface EditablePagesProps {
  /** `changeRequest`: id or number. */
  params: { organizationId: string; spaceId: string; changeRequest: string };
  /** The open page. */
  pageId: string | undefined;
  onOpen: (pageId: string | undefined) => void;
}

/** The tree of a change request's pages, for those who may edit them. In narrow windows it folds. */
export function EditablePages({ params, pageId, onOpen }: EditablePagesProps) {
  const { spaceId, changeRequest } = params;
  const path = { spaceId, changeRequestId: changeRequest };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isWide = useMatches('(width >= 64rem)');
  const { data: list } = useSuspenseQuery(pagesOf({ spaceId, changeRequest }));
  const { marks, deleted } = useChangedPages(path);
  const [source] = useState(() => ({
    ...path,
    cache: cachedTree(queryClient, pagesOf({ spaceId, changeRequest })),
    revision: () => queryClient.getQueryData(changeRequestOf(path).queryKey)?.revision,
    invalidates: changeRequestInvalidations,
  }));
  const edit = async (id: string, isNew: boolean) => {
    // The editor opens the page at the known revision, which may still be the one without it.
    if (isNew)
      await queryClient.fetchQuery({ ...changeRequestOf(path), staleTime: 0 }).catch(() => undefined);
    await navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
      params: { ...params, pageId: id },
      ...(isNew && { search: { begin: 'title' } }),
    });
  };
  /** The page at which the tree was folded or unfolded: it folds again when another one is opened. */
  const [folding, setFolding] = useState<{ at: string | undefined; isOpen: boolean }>();
  const isOpen = folding && folding.at === pageId ? folding.isOpen : pageId === undefined;
  return (
    <>
      {/* One element in windows of any width, so that an open dialog stays when a tablet is turned. */}
      <details
        open={isWide || isOpen}
        onToggle={({ currentTarget }) => {
          if (!isWide) setFolding({ at: pageId, isOpen: currentTarget.open });
        }}
        className="rounded-lg border border-line"
      >
        <summary className="px-3 py-2 font-medium lg:hidden">
          Pages <span className="font-normal text-ink-soft">{formatNumber(countPages(list.pages))}</span>
        </summary>
        <PageTreeEditor
          organizationId={params.organizationId}
          source={source}
          list={list}
          open={pageId}
          marks={marks}
          onOpen={onOpen}
          onEdit={(id, isNew) => void edit(id, isNew)}
          editedText={(id) => {
            const request = queryClient.getQueryData(changeRequestOf(path).queryKey)?.id ?? '';
            return openSessionOf(pageDraftKey(currentUser()?.id, spaceId, request, id))?.text;
          }}
          onDeleted={(ids) => pageId !== undefined && ids.includes(pageId) && onOpen(undefined)}
        />
      </details>
      <DeletedPages pages={deleted.filter(({ id }) => !findPage(list.pages, id))} />
    </>
  );
}

function DeletedPages({ pages }: { pages: readonly Pick<Page, 'id' | 'title'>[] }) {
  if (pages.length === 0) return null;
  return (
    <details className="mt-3 rounded-lg border border-line px-3 py-2">
      <summary className="font-medium">
        Deleted pages <span className="font-normal text-ink-soft">{formatNumber(pages.length)}</span>
      </summary>
      <ul className="mt-2">
        {pages.map(({ id, title }) => (
          <li key={id} dir="auto" className="truncate py-0.5 text-ink-soft line-through">
            {title}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The changes of a change request to pages, where the server lists them. */
function useChangedPages(path: { spaceId: string; changeRequestId: string }) {
  const listed = useListedChanges(path);
  return useMemo(() => {
    const pages = (listed?.changes ?? []).flatMap((change) =>
      change.page ? [{ page: change.page, name: describeChange(change).name, type: change.type }] : [],
    );
    return {
      marks: new Map(pages.map(({ page, name }) => [page.id, name])),
      deleted: pages.filter(({ type }) => type === 'page_deleted').map(({ page }) => page),
    };
  }, [listed]);
}
