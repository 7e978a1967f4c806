import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { LeaveEditorLink } from '#src/features/change-requests/edit-page-link.tsx';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { loadChosenField } from '#src/features/page-editor/field/field-choice.ts';
import { KeptDraft } from '#src/features/page-editor/kept-draft.tsx';
import { PageEditor } from '#src/features/page-editor/page-editor.tsx';
import { findPage, pagesOf } from '#src/features/spaces/queries.ts';
import { passageParam } from '#src/lib/compare/passage.ts';
import { choiceParam, countParam, searchParams } from '#src/lib/search-params.ts';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';
import { LiveEditorsLine } from '../-change-request/live-editors-line.tsx';
import { loadEditedPage } from '../-change-request/load-edited-page.ts';
import { PagesBeside } from '../-change-request/pages-beside.tsx';
import { useEditorModes } from '../-change-request/use-editor-modes.ts';

/** Loaded once the text is painted. */
const PageComments = lazyPart(async () => ({
  default: (await import('../-change-request/page-comments.tsx')).PageComments,
}));

/** `line`: the line of the text to begin at. `mode`: what is typed is suggested. */
const validateSearch = searchParams({
  begin: choiceParam(['title']),
  mode: choiceParam(['suggest']),
  passage: passageParam,
  line: countParam(),
});

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/content/$pageId/edit',
)({
  validateSearch,
  loaderDeps: ({ search: { mode } }) => ({ isSuggesting: mode === 'suggest' }),
  loader: async ({ context: { queryClient }, params: { spaceId, changeRequest, pageId }, deps }) => {
    const path = { spaceId, changeRequestId: changeRequest, pageId };
    const [opened, codeField] = await Promise.all([
      loadEditedPage(queryClient, path, deps.isSuggesting),
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
// oxlint-disable-next-line max-lines-per-function -- what the loader read, why something can't be done, then one screen of parts
function EditPage() {
  const params = Route.useParams();
  const { spaceId, changeRequest: number, pageId } = params;
  const { draftKey, draft, title, type, version, codeField, suggestions, closedReason, opened } =
    Route.useLoaderData();
  const { begin, mode, passage, line } = Route.useSearch();
  const navigate = Route.useNavigate();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const answer = useLocation({ select: ({ state }) => state.readerAnswer });
  const path = { spaceId, changeRequestId: number };
  const isPainted = useIsPainted();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { data: tree } = useSuspenseQuery(pagesOf({ spaceId, changeRequest: number }));
  const { editReason, suggestReason } = useEditorModes(changeRequest, space);
  const isSuggesting = suggestions !== undefined;
  const reason =
    closedReason ??
    (isSuggesting ? suggestReason : editReason) ??
    (title === undefined ? 'The page is not in this change request.' : undefined) ??
    (type === 'document' ? undefined : 'Only pages with text can be edited.');
  const [outlinePlace, setOutlinePlace] = useState<Element | null>(null);
  const shownTitle = findPage(tree.pages, pageId)?.title ?? title ?? 'Page';
  const otherMode = {
    to: '.',
    search: (old: object) => ({ ...old, mode: isSuggesting ? undefined : ('suggest' as const) }),
    hash: true,
    replace: true,
  } as const;
  // Who may only comment suggests, unless the browser has a text of theirs that can't be saved any more.
  if (
    mode === undefined &&
    editReason !== undefined &&
    suggestReason === undefined &&
    draft === null &&
    type === 'document'
  )
    return <Navigate {...otherMode} />;
  return (
    <div className="page-editor-screen grid items-start gap-5 lg:grid-cols-editor">
      <PagesBeside
        params={params}
        pageId={pageId}
        canEdit={editReason === undefined}
        outline={reason === undefined ? setOutlinePlace : undefined}
      />
      {reason === undefined ? (
        <div className="min-w-0">
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
            answer={answer}
            line={line}
            isNew={begin === 'title'}
            invalidates={suggestions?.invalidates ?? changeRequestInvalidations}
            suggestions={suggestions?.server}
            opened={opened}
            onSuggest={
              editReason === undefined && suggestReason === undefined
                ? () => void navigate(otherMode)
                : undefined
            }
            actions={<LeaveEditorLink params={params} pageId={pageId} />}
            outlinePlace={outlinePlace}
            others={isPainted && <LiveEditorsLine space={params} pageId={pageId} />}
          />
          {isPainted && (
            <PanelBoundary resetKey={pageId}>
              <Suspense key={draftKey}>
                <PageComments {...{ params, changeRequest, space, tree, pageId, opened, isSuggesting }} />
              </Suspense>
            </PanelBoundary>
          )}
        </div>
      ) : (
        <KeptDraft title={shownTitle} reason={reason} draft={draft === 'unread' ? null : draft} />
      )}
    </div>
  );
}
