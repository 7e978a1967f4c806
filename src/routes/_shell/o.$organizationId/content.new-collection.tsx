import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { contentOptions } from '#src/features/content/content-query.ts';
import { CreateCollectionForm } from '#src/features/content/create-collection-form.tsx';
import { parentOptions } from '#src/features/content/parent-options.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/content/new-collection')({
  component: NewCollection,
});

/** The dialog over the tree with which a collection is added. */
function NewCollection() {
  const { organizationId } = Route.useParams();
  const { parent = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const parents = parentOptions(tree);
  const first = parents.find(({ value, disabled }) => value === parent && !disabled);
  return (
    <CreateCollectionForm
      organizationId={organizationId}
      parents={parents}
      parent={(first ?? parents.find(({ disabled }) => !disabled))?.value ?? ''}
      onClose={(collection) =>
        void navigate({
          to: '..',
          search: (old) => ({
            ...old,
            parent: undefined,
            ...(collection && { at: collection.id, q: undefined }),
          }),
          replace: true,
        })
      }
    />
  );
}
