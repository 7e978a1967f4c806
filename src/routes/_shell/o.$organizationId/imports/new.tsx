import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { loadOptional } from '#src/api/optional-lists.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { arrangeDenial } from '#src/features/content/content-tree.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { importsOf, optionalImports } from '#src/features/imports/queries.ts';
import { StartForm } from '#src/features/imports/start-form.tsx';
import { TOP } from '#src/lib/ordered-tree.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';

/** `parent`: the collection that gets the new spaces. */
const validateSearch = searchParams({ parent: textParam(40) });

export const Route = createFileRoute('/_shell/o/$organizationId/imports/new')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { organizationId } }) =>
    loadOptional(queryClient, optionalImports(organizationId), () =>
      Promise.all([
        queryClient.ensureQueryData(contentOptions(queryClient, organizationId)),
        queryClient.ensureInfiniteQueryData(importsOf(organizationId)),
      ]),
    ),
  component: NewImport,
});

/** Imports documentation into new spaces. */
function NewImport() {
  const params = Route.useParams();
  const { organizationId } = params;
  const { parent } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const collection = parent === undefined ? undefined : tree.nodes.get(parent);
  const title = collection ? `Import into “${collection.title}”` : 'Import';
  return (
    <Page
      title={title}
      layout="form"
      crumbs={[
        { label: 'Content', link: linkOptions({ to: '/o/$organizationId/content', params }) },
        { label: 'Imports', link: linkOptions({ to: '/o/$organizationId/imports', params }) },
        { label: 'New import' },
      ]}
      description="Bring the documentation that you have. Order, titles, pictures and links come along; new spaces are made of it."
    >
      <StartForm
        key={organizationId}
        organizationId={organizationId}
        target={collection ? { parent: collection.id } : {}}
        disabledReason={arrangeDenial(tree, collection?.id ?? TOP) ?? undefined}
        onStarted={({ id }) =>
          void navigate({
            to: '/o/$organizationId/imports/$importId',
            params: { organizationId, importId: id },
          })
        }
      />
    </Page>
  );
}
