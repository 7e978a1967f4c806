import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { getCollectionOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { useList } from '#src/api/paging.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { parseAccessSearch } from '#src/features/content-access/access-search.ts';
import { collectionAccess, collectionTeams } from '#src/features/content-access/queries.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { contentCrumbs } from '#src/routes/_shell/o.$organizationId/-content/content-crumbs.ts';
import { ManagedAccess } from '#src/routes/_shell/o.$organizationId/-content/managed-access.tsx';
import { Callout } from '#src/ui/callout.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/collections_/$collectionId/access')({
  validateSearch: parseAccessSearch,
  loaderDeps: ({ search: { q, role } }) => ({ q, role }),
  loader: async ({ context: { queryClient }, params: { organizationId, collectionId }, deps }) => {
    const { permissions } = await queryClient.ensureQueryData(
      getCollectionOptions({ path: { collectionId } }),
    );
    const content = queryClient.ensureQueryData(contentOptions(queryClient, organizationId));
    // Users who can't manage access can't see it either.
    if (!permissions.admin) return void (await content);
    const list = collectionAccess(collectionId, deps);
    const optional = { title: 'Access list', operation: 'listCollectionPermissions', list } as const;
    await loadOptional(queryClient, optional, () =>
      Promise.all([
        content,
        queryClient.ensureInfiniteQueryData(list),
        queryClient.ensureQueryData(collectionTeams(collectionId)),
      ]),
    );
  },
  component: CollectionAccess,
});

/** Access to the collection, for those who manage it. */
function CollectionAccess() {
  const { organizationId, collectionId } = Route.useParams();
  const { data: collection } = useSuspenseQuery(getCollectionOptions({ path: { collectionId } }));
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const title = `Access to ${collection.title}`;
  const collectionLink = linkOptions({
    to: '/o/$organizationId/collections/$collectionId',
    params: { organizationId, collectionId },
  });
  const crumbs = contentCrumbs(tree, organizationId, collectionId, collection.title)
    .slice(0, -1)
    .concat({ label: collection.title, link: collectionLink }, { label: 'Access' });
  return (
    <Page title={title} crumbs={crumbs}>
      {collection.permissions.admin ? (
        <ManagedCollectionAccess />
      ) : (
        <Callout>Requires the Creator role or higher on this collection.</Callout>
      )}
    </Page>
  );
}

function ManagedCollectionAccess() {
  const { organizationId, collectionId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: collection } = useSuspenseQuery(getCollectionOptions({ path: { collectionId } }));
  const { data: teams } = useSuspenseQuery(collectionTeams(collectionId));
  return (
    <ManagedAccess
      organizationId={organizationId}
      content={{ kind: 'collection', id: collectionId }}
      item={collection}
      list={useList(collectionAccess(collectionId, { q: search.q, role: search.role }))}
      teams={teams.items}
      search={search}
      onSearch={(changed, isStep) => void navigate({ search: changed, replace: !isStep })}
    />
  );
}
