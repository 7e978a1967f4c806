import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Blocks, Plus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { completeList, useList } from '#src/api/paging.ts';
import { loadBelow } from '#src/api/parts.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { reusableContentsOf } from '#src/domain/reusable-contents/queries.ts';
import { ReusableTable } from '#src/domain/reusable-contents/reusable-table.tsx';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { isUnfinished, noEditingReason } from '#src/features/change-requests/labels.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { rowsOf } from '#src/features/change-requests/reusable/content-changes.ts';
import { useContentTools } from '#src/features/change-requests/reusable/use-content-tools.tsx';
import { changesOf } from '#src/features/change-requests/views/sides.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { VariablesButton } from '../-change-request/variables-button.tsx';

const NewContentForm = lazyPart(async () => ({
  default: (await import('#src/features/change-requests/reusable/title-form.tsx')).NewContentForm,
}));

const validateSearch = searchParams({ create: choiceParam(['yes']) });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/reusable/',
)({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) =>
    Promise.all([
      loadBelow(
        'Reusable content',
        queryClient.ensureInfiniteQueryData(reusableContentsOf({ spaceId, changeRequest })),
      ),
      queryClient.ensureQueryData(changesOf({ spaceId, changeRequestId: changeRequest })),
    ]),
  component: ReusableContents,
});

/** The reusable contents of a change request, as after the merge, and those that it deletes. */
function ReusableContents() {
  const params = Route.useParams();
  const { create } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { spaceId, changeRequest: number } = params;
  const path = { spaceId, changeRequestId: number };
  const list = useList(reusableContentsOf({ spaceId, changeRequest: number }));
  const { data } = useSuspenseQuery(changesOf(path));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const { edit, write } = useDenialReasons(changeRequest, space.permissions);
  const isClosed = !isUnfinished(changeRequest);
  const tools = useContentTools(path, isClosed, write);
  const rows = rowsOf(list.items, data.changes, !list.hasMore);
  const close = (id: string | null) =>
    id === null
      ? navigate({ search: {}, replace: true })
      : navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId/edit',
          params: { ...params, contentId: id },
          replace: true,
        });
  const newButton = !isClosed && write !== noEditingReason && (
    <Button
      icon={<Plus />}
      disabledReason={write}
      onClick={() => void navigate({ search: { create: 'yes' } })}
    >
      New reusable content
    </Button>
  );
  return (
    <>
      <ClosedNotice changeRequest={changeRequest} reason={edit} className="mb-4" />
      {newButton && (
        <div className="mb-3 flex flex-wrap justify-end gap-2">
          <VariablesButton spaceId={spaceId} changeRequest={number} disabledReason={write} />
          {rows.length > 0 && newButton}
        </div>
      )}
      <ReusableTable
        list={list.hasMore ? { ...list, items: rows } : { ...list, ...completeList(rows) }}
        hasChanges
        rowLink={(contentId) =>
          linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId',
            params: { ...params, contentId },
          })
        }
        menuOf={
          tools.menuOf &&
          ((row) => tools.menuOf?.(row, row.isDeleted ? 'This item is deleted.' : write) ?? [])
        }
        empty={<NoContents action={newButton} />}
      />
      {tools.dialog}
      {create && (
        <Suspense>
          <NewContentForm path={path} onClose={(id) => void close(id)} />
        </Suspense>
      )}
    </>
  );
}

const NoContents = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={<Blocks />}
    title="No reusable content"
    action={action}
    className="rounded-lg border border-line"
  >
    Text that several pages show appears here.
  </EmptyState>
);
