import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadWithPart } from '#src/api/parts.ts';
import { LeftScreen } from '#src/components/layout/left-screen.tsx';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { EditPageLink } from '#src/features/change-requests/edit-page-link.tsx';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { PageWithLinks } from '#src/features/spaces/page-view.tsx';
import { PageTree, RevisionDetails } from '#src/features/spaces/pages.tsx';
import {
  findPage,
  firstPageWithText,
  linksOfPage,
  pagesOf,
  pageWithDocument,
} from '#src/features/spaces/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EditablePages } from '../-change-request/editable-pages.tsx';
import { useEditorAhead } from '../-change-request/use-editor-ahead.ts';

const validateSearch = searchParams({ page: textParam(64) });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/content',
)({
  staticData: { hasScreens: true },
  validateSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context: { queryClient }, params, deps: { page }, location }) => {
    // The editor, for which this screen is left, loads its own page.
    if (location.pathname.endsWith('/edit')) return;
    const { pages } = await queryClient.ensureQueryData(pagesOf(params));
    const pageId = page ?? firstPageWithText(pages)?.id;
    if (pageId === undefined) return;
    await loadWithPart(
      queryClient,
      queryClient.ensureQueryData(pageWithDocument(params, pageId)),
      'listChangeRequestPageLinks',
      queryClient.ensureInfiniteQueryData(linksOfPage(params, pageId)),
    );
  },
  component: Content,
});

/** The pages of a change request, or the editor of one, which leads back to them. */
function Content() {
  const params = Route.useParams();
  const { page } = Route.useSearch();
  const isLeft = useChildMatches({ select: (matches) => matches.length > 0 });
  return (
    <>
      <Outlet />
      <LeftScreen isLeft={isLeft}>
        <Pages params={params} page={page} />
      </LeftScreen>
    </>
  );
}

interface PagesProps {
  params: { organizationId: string; spaceId: string; changeRequest: string };
  /** The page in the URL. */
  page: string | undefined;
}

/** All pages as after the merge: tree, open page, links. */
function Pages({ params, page }: PagesProps) {
  const { organizationId, spaceId, changeRequest } = params;
  const navigate = Route.useNavigate();
  const scope = { spaceId, changeRequest };
  const { data } = useSuspenseQuery(pagesOf(scope));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: target } = useSuspenseQuery(changeRequestOf({ spaceId, changeRequestId: changeRequest }));
  // Stays open when another page is moved before it.
  const [first] = useState(() => firstPageWithText(data.pages)?.id);
  const start =
    first !== undefined && findPage(data.pages, first) ? first : firstPageWithText(data.pages)?.id;
  const pageId = page ?? start;
  const requestEditor = useEditorAhead(spaceId, target, pageId);
  const { edit: denial, write } = useDenialReasons(target, space.permissions);
  const canEdit = write === undefined;
  const tree = canEdit ? (
    <EditablePages params={params} pageId={pageId} onOpen={(id) => void navigate({ search: { page: id } })} />
  ) : (
    data.pages.length > 0 && (
      <div className="rounded-lg border border-line">
        <PageTree pages={data.pages} open={pageId} onOpen={(id) => void navigate({ search: { page: id } })} />
      </div>
    )
  );
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-aside-main">
      <ClosedNotice changeRequest={target} reason={denial} className="lg:col-span-full" />
      <div className="lg:sticky lg:top-16 lg:max-h-below-bar lg:overflow-y-auto">
        {tree}
        <RevisionDetails scope={scope} />
      </div>
      <div className="max-w-prose min-w-0">
        {pageId === undefined ? (
          <EmptyState icon={<FileText />} title="No pages with text">
            Pages added or imported in this change request appear here.
          </EmptyState>
        ) : (
          <PageWithLinks
            organizationId={organizationId}
            scope={scope}
            pageId={pageId}
            actions={
              <EditPageLink
                params={{ ...params, pageId }}
                space={space}
                changeRequest={target}
                onAhead={requestEditor}
              />
            }
          />
        )}
      </div>
    </div>
  );
}
