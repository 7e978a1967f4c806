import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { pageDraftKey, readPageDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { describeUses } from '#src/domain/reusable-contents/content-uses.tsx';
import { reusableContentAt } from '#src/domain/reusable-contents/queries.ts';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { loadChosenField } from '#src/features/page-editor/field/field-choice.ts';
import { KeptDraft } from '#src/features/page-editor/kept-draft.tsx';
import { PageEditor } from '#src/features/page-editor/page-editor.tsx';
import { versionOfContent } from '#src/features/page-editor/session/page-fields.ts';
import { pagesOf } from '#src/features/spaces/queries.ts';
import { buttonStyle } from '#src/ui/button.tsx';

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/reusable/$contentId/edit',
)({
  loader: async ({ context: { queryClient }, params: { spaceId, changeRequest, contentId } }) => {
    const path = { spaceId, changeRequestId: changeRequest };
    const loadVersion = async () => {
      const { id, revision } = await queryClient.ensureQueryData(changeRequestOf(path));
      const draftKey = pageDraftKey(currentUser()?.id, spaceId, id, contentId);
      const [content, draft] = await Promise.all([
        queryClient.ensureQueryData(reusableContentAt(spaceId, revision, contentId)),
        readPageDraft(draftKey),
      ]);
      return { draftKey, draft, title: content?.title, version: versionOfContent(revision, content) };
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
  // Text typed since is not in the data loaded before.
  gcTime: 0,
  preload: false,
  component: EditReusableContent,
});

/** Edits a reusable content in a change request, with the pages that an edit changes. */
function EditReusableContent() {
  const params = Route.useParams();
  const { spaceId, changeRequest: number, contentId } = params;
  const { draftKey, draft, title, version, codeField } = Route.useLoaderData();
  const path = { spaceId, changeRequestId: number };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { data: tree } = useSuspenseQuery(pagesOf({ spaceId, changeRequest: number }));
  const { data: content } = useSuspenseQuery(reusableContentAt(spaceId, version.revision, contentId));
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const reason =
    edit ??
    write ??
    (title === undefined ? 'The reusable content is not in this change request.' : undefined);
  const shownTitle = title ?? 'Reusable content';
  if (reason !== undefined)
    return <KeptDraft title={shownTitle} reason={reason} draft={draft === 'unread' ? null : draft} />;
  return (
    <div className="page-editor-screen">
      <PageEditor
        key={draftKey}
        page={{ ...path, pageId: contentId, isReusable: true, file: content?.git?.path }}
        title={shownTitle}
        pages={tree.pages}
        draftKey={draftKey}
        version={version}
        draft={draft}
        revision={changeRequest.revision}
        codeField={codeField}
        firstView={space.writingView}
        anchor=""
        isNew={false}
        invalidates={changeRequestInvalidations}
        actions={
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId"
            params={params}
            className={buttonStyle('neutral', 'small')}
          >
            View
          </Link>
        }
        others={
          content && (
            <p className="border-t border-line px-3 py-2 text-xs text-ink-soft">
              {describeUses(content).join(' ')}
            </p>
          )
        }
      />
    </div>
  );
}
