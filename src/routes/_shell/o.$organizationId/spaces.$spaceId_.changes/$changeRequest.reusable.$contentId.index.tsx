import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Blocks } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, ContentChanges } from '#api/generated/types.gen.ts';
import { ContentUses } from '#src/domain/reusable-contents/content-uses.tsx';
import { reusableContentAt } from '#src/domain/reusable-contents/queries.ts';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { isUnfinished, noEditingReason } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { changeOf } from '#src/features/change-requests/reusable/content-changes.ts';
import {
  ContentDifference,
  contentSides,
} from '#src/features/change-requests/reusable/content-difference.tsx';
import { ContentPaths } from '#src/features/change-requests/reusable/content-paths.tsx';
import { useContentTools } from '#src/features/change-requests/reusable/use-content-tools.tsx';
import { linesCompared } from '#src/features/change-requests/views/page-sides.ts';
import { changesOf, useSides } from '#src/features/change-requests/views/sides.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ContentHeader } from '../-change-request/content-header.tsx';

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/reusable/$contentId/',
)({
  loader: async ({ context: { queryClient }, params: { spaceId, changeRequest, contentId } }) => {
    const path = { spaceId, changeRequestId: changeRequest };
    const [changeRequestNow, changes] = await Promise.all([
      queryClient.ensureQueryData(changeRequestOf(path)),
      queryClient.ensureQueryData(changesOf(path)),
    ]);
    const sides = sidesOfContent(spaceId, changeRequestNow, changes, contentId);
    const [base, next] = await Promise.all([
      queryClient.ensureQueryData(sides.base),
      queryClient.ensureQueryData(sides.next),
    ]);
    if (base?.markdown !== next?.markdown)
      await queryClient.ensureQueryData(linesCompared(contentSides(base, next)));
  },
  component: ReusableContentScreen,
});

/** The content in the base revision and in the change request; what only one of them has is asked of that one. */
function sidesOfContent(
  spaceId: string,
  { revision, revisionInitial, revisionMergedAncestor = revisionInitial }: ChangeRequest,
  { changes }: ContentChanges,
  contentId: string,
) {
  const type = changes.find(({ reusableContent }) => reusableContent?.id === contentId)?.type;
  return {
    base: reusableContentAt(spaceId, revisionMergedAncestor, contentId, type !== 'reusable_content_created'),
    next: reusableContentAt(spaceId, revision, contentId, type !== 'reusable_content_deleted'),
  };
}

/** A reusable content of a change request: its text, what the change request changed in it, and what shows it. */
function ReusableContentScreen() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const { spaceId, changeRequest: number, contentId } = params;
  const path = { spaceId, changeRequestId: number };
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changes } = useSuspenseQuery(changesOf(path));
  const sides = sidesOfContent(spaceId, changeRequest, changes, contentId);
  const [{ data: base }, { data: next }] = useSuspenseQueries({ queries: [sides.base, sides.next] });
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const isClosed = !isUnfinished(changeRequest);
  const list = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable';
  const tools = useContentTools(path, isClosed, write, () => void navigate({ to: list, params }));
  const trees = useSides(path, 'start');
  const content = next ?? base;
  if (!content) {
    return (
      <EmptyState icon={<Blocks />} title="Reusable content not found">
        It is neither in the space nor in the change request.
      </EmptyState>
    );
  }
  const change = changes.changes.find(({ reusableContent }) => reusableContent?.id === contentId);
  return (
    <>
      <ClosedNotice changeRequest={changeRequest} reason={edit} className="mb-4" />
      <ContentHeader
        params={params}
        title={content.title}
        label={change && changeOf(change)}
        isEditable={next !== null && !isClosed && write !== noEditingReason}
        disabledReason={write}
        menu={next && tools.menuOf?.(next)}
      />
      {base && next && base.title !== next.title && (
        <p className="mb-4 text-ink-soft">
          Was called <bdi>{base.title}</bdi>.
        </p>
      )}
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-main-aside">
        <div className="min-w-0">
          <ContentPaths scope={path} content={content} sides={trees}>
            <ContentDifference base={base} next={next} />
          </ContentPaths>
        </div>
        <ContentUses
          content={content}
          pageLink={(page) =>
            linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
              params,
              search: { page },
            })
          }
          contentLink={(id) =>
            linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId',
              params: { ...params, contentId: id },
            })
          }
        />
      </div>
      {tools.dialog}
    </>
  );
}
