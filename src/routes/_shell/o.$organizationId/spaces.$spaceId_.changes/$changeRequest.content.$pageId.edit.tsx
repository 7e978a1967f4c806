import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { currentUser } from '#src/api/session/session.ts';
import { pageDraftKey, readPageDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { LeaveEditorLink } from '#src/features/change-requests/edit-page-link.tsx';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { pageOf } from '#src/features/change-requests/views/sides.ts';
import { loadChosenField } from '#src/features/page-editor/field/field-choice.ts';
import { KeptDraft } from '#src/features/page-editor/kept-draft.tsx';
import { PageEditor } from '#src/features/page-editor/page-editor.tsx';
import { fieldsOf } from '#src/features/page-editor/session/page-fields.ts';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { passageParam } from '#src/lib/compare/passage.ts';
import { choiceParam, countParam, searchParams } from '#src/lib/search-params.ts';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';
import { LiveEditorsLine } from '../-change-request/live-editors-line.tsx';
import { PagesBeside } from '../-change-request/pages-beside.tsx';

/** `line`: the line of the text to begin at. */
const validateSearch = searchParams({
  begin: choiceParam(['title']),
  passage: passageParam,
  line: countParam(),
});

const noPage = { id: '', type: 'document', title: '', urls: {} } as const;

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/content/$pageId/edit',
)({
  validateSearch,
  loader: async ({ context: { queryClient }, params: { spaceId, changeRequest, pageId } }) => {
    const path = { spaceId, changeRequestId: changeRequest };
    const loadVersion = async () => {
      const { id, revision } = await queryClient.ensureQueryData(changeRequestOf(path));
      const draftKey = pageDraftKey(currentUser()?.id, spaceId, id, pageId);
      const [page, draft] = await Promise.all([
        queryClient
          .ensureQueryData(pageOf({ spaceId, revisionId: revision }, pageId, 'markdown'))
          .catch((error: unknown) => {
            if (isUnsupported(error)) return null;
            throw error;
          }),
        readPageDraft(draftKey),
      ]);
      return {
        draftKey,
        draft,
        title: page?.title,
        type: page?.type,
        version: { revision, text: page?.markdown ?? '', fields: fieldsOf(page ?? noPage) },
      };
    };
    const [opened, codeField] = await Promise.all([
      loadVersion(),
      queryClient
        .ensureQueryData(getSpaceOptions({ path: { spaceId } }))
        .then(({ writingView }) => loadChosenField(writingView)),
      queryClient.ensureQueryData(pagesOf({ spaceId, changeRequest })),
    ]);
    return { ...opened, codeField };
  },
  // Text typed since is not in the data loaded before: neither in the text of the last visit, nor in the
  // draft that existed when the link was pointed at.
  gcTime: 0,
  preload: false,
  component: EditPage,
});

/** Edits a page in a change request, beside the tree of its pages. */
function EditPage() {
  const params = Route.useParams();
  const { organizationId, spaceId, changeRequest: number, pageId } = params;
  const { draftKey, draft, title, type, version, codeField } = Route.useLoaderData();
  const { begin, passage, line } = Route.useSearch();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const path = { spaceId, changeRequestId: number };
  const isPainted = useIsPainted();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { data: tree } = useSuspenseQuery(pagesOf({ spaceId, changeRequest: number }));
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const reason =
    edit ??
    write ??
    (title === undefined ? 'The page is not in this change request.' : undefined) ??
    (type === 'document' ? undefined : 'Only pages with text can be edited.');
  const [outlinePlace, setOutlinePlace] = useState<Element | null>(null);
  const shownTitle = findPage(tree.pages, pageId)?.title ?? title ?? 'Page';
  return (
    <div className="page-editor-screen grid items-start gap-5 lg:grid-cols-editor">
      <PagesBeside
        params={{ organizationId, spaceId, changeRequest: number }}
        pageId={pageId}
        canEdit={edit === undefined && write === undefined}
        outline={reason === undefined ? setOutlinePlace : undefined}
      />
      {reason === undefined ? (
        <PageEditor
          key={draftKey}
          page={{ ...path, pageId }}
          title={shownTitle}
          pages={tree.pages}
          draftKey={draftKey}
          version={version}
          draft={draft}
          revision={changeRequest.revision}
          codeField={codeField}
          firstView={space.writingView}
          anchor={anchor}
          passage={passage}
          line={line}
          isNew={begin === 'title'}
          invalidates={changeRequestInvalidations}
          actions={
            <LeaveEditorLink params={{ organizationId, spaceId, changeRequest: number }} pageId={pageId} />
          }
          outlinePlace={outlinePlace}
          others={isPainted && <LiveEditorsLine pageId={pageId} />}
        />
      ) : (
        <KeptDraft title={shownTitle} reason={reason} draft={draft === 'unread' ? null : draft} />
      )}
    </div>
  );
}
