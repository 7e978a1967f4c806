import { createFileRoute } from '@tanstack/react-router';
import { CreateCollectionForm } from '#src/features/content/forms.tsx';
import { useParentChoice } from '#src/routes/_shell/o.$organizationId/-content/parent-choice.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/content/new-collection')({
  component: NewCollection,
});

/** Dialog over the tree that creates a collection. */
function NewCollection() {
  const { organizationId } = Route.useParams();
  const { parent } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useParentChoice(organizationId, parent);
  return (
    <CreateCollectionForm
      organizationId={organizationId}
      {...choice}
      onClose={(collection) =>
        void navigate({
          to: '..',
          search: (old) => ({
            ...old,
            parent: undefined,
            ...(collection && { at: collection.id, q: undefined, show: undefined }),
          }),
          replace: true,
        })
      }
    />
  );
}
