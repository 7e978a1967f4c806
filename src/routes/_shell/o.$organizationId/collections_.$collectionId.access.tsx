import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { getCollectionOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { Page } from '#src/components/layout/page.tsx';
import { levelWords } from '#src/components/roles/level-words.ts';
import { AccessScreen } from '#src/features/content-access/access-screen.tsx';
import { collectionAccess, collectionTeams } from '#src/features/content-access/access-query.ts';
import { contentOptions } from '#src/features/content/content-query.ts';
import { inheritedLevel } from '#src/features/content/inherited-level.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { contentCrumbs } from './-content/content-crumbs.ts';

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
const validateSearch = searchParams({ role: choiceParam(roles), give: choiceParam(['access']) });

export const Route = createFileRoute('/_shell/o/$organizationId/collections_/$collectionId/access')({
  validateSearch,
  loaderDeps: ({ search: { role } }) => ({ role }),
  loader: async ({ context: { queryClient }, params: { organizationId, collectionId }, deps: { role } }) => {
    const { permissions } = await queryClient.ensureQueryData(
      getCollectionOptions({ path: { collectionId } }),
    );
    const content = queryClient.ensureQueryData(contentOptions(queryClient, organizationId));
    // Who may not manage access may not see it either.
    if (!permissions.admin) return void (await content);
    await Promise.all([
      content,
      queryClient.ensureInfiniteQueryData(collectionAccess(collectionId, role)),
      queryClient.ensureQueryData(collectionTeams(collectionId)),
    ]);
  },
  component: CollectionAccess,
  pendingComponent: SkeletonRows,
});

/** Who has access to the collection, for those who manage it. */
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
        <Managed />
      ) : (
        <Callout>
          You need the role “Creator” or higher on this collection to see who has access to it.
        </Callout>
      )}
    </Page>
  );
}

function Managed() {
  const { organizationId, collectionId } = Route.useParams();
  const { role, give } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: collection } = useSuspenseQuery(getCollectionOptions({ path: { collectionId } }));
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const { data: teams } = useSuspenseQuery(collectionTeams(collectionId));
  const { name } = levelWords(
    collection.defaultLevel,
    collection.parent === undefined ? 'organization' : 'collection',
  );
  const inherited = collection.defaultLevel === 'inherit' ? ` ${inheritedLevel(tree, collectionId)}` : '';
  return (
    <AccessScreen
      organizationId={organizationId}
      content={{ kind: 'collection', id: collectionId }}
      title={collection.title}
      defaultLevel={`Members to whom nothing was given: ${name}.${inherited}`}
      list={useList(collectionAccess(collectionId, role))}
      teams={teams.items}
      titleOf={(id) => tree.nodes.get(id)?.title}
      refusal={undefined}
      role={role}
      onRole={(next) => void navigate({ search: (old) => ({ ...old, role: next }), replace: true })}
      isGranting={give !== undefined}
      onGranting={(granting) =>
        void navigate({
          search: (old) => ({ ...old, give: granting ? 'access' : undefined }),
          replace: !granting,
        })
      }
    />
  );
}
