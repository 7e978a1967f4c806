import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Blocks, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { loadBelow } from '#src/api/parts.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { reusableContentsOf } from '#src/domain/reusable-contents/queries.ts';
import { ReusableTable } from '#src/domain/reusable-contents/reusable-table.tsx';
import { useEditDenial } from '#src/features/change-requests/denial-reasons.ts';
import { noEditingReason } from '#src/features/change-requests/labels.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

const ChangeContentForm = lazyPart(async () => ({
  default: (await import('#src/features/change-requests/reusable/change-content-form.tsx')).ChangeContentForm,
}));

/** `change`: the id of the one that is to be changed, or `new`; it is asked in which change request. */
const validateSearch = searchParams({ change: textParam(64) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/reusable')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    loadBelow('Reusable content', queryClient.ensureInfiniteQueryData(reusableContentsOf({ spaceId }))),
  component: ReusableContents,
});

/** The reusable contents of a space; one opens in a panel. */
function ReusableContents() {
  const params = Route.useParams();
  const { change } = Route.useSearch();
  const navigate = Route.useNavigate();
  const list = useList(reusableContentsOf({ spaceId: params.spaceId }));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId: params.spaceId } }));
  const denial = useEditDenial(space.permissions);
  const to = '/o/$organizationId/spaces/$spaceId/reusable';
  const newButton = denial !== noEditingReason && (
    <LinkButton
      link={linkOptions({ to, params, search: { change: 'new' } })}
      icon={<Plus />}
      disabledReason={denial}
    >
      New reusable content
    </LinkButton>
  );
  return (
    <>
      {list.items.length > 0 && <div className="mb-3 flex flex-wrap justify-end">{newButton}</div>}
      <ReusableTable
        list={list}
        rowLink={(contentId) =>
          linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/reusable/$contentId',
            params: { ...params, contentId },
          })
        }
        empty={
          <EmptyState
            icon={<Blocks />}
            title="No reusable content"
            action={newButton}
            className="rounded-lg border border-line"
          >
            Text that several pages show appears here.
          </EmptyState>
        }
      />
      <Outlet />
      {change !== undefined && (
        <Suspense>
          <ChangeContentForm
            organizationId={params.organizationId}
            space={space}
            content={list.items.find(({ id }) => id === change)}
            disabledReason={denial}
            onClose={() => void navigate({ to, params, search: {}, replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
