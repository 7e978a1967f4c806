import { createFileRoute } from '@tanstack/react-router';
import { CreateSpaceForm } from '#src/features/content/forms.tsx';
import { useParentChoice } from '#src/routes/_shell/o.$organizationId/-content/parent-choice.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/content/new-space')({ component: NewSpace });

/** Dialog over the tree that creates a space. */
function NewSpace() {
  const { organizationId } = Route.useParams();
  const { parent } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useParentChoice(organizationId, parent);
  return (
    <CreateSpaceForm
      organizationId={organizationId}
      {...choice}
      onClose={(space) =>
        void navigate({
          to: '..',
          search: (old) => ({
            ...old,
            parent: undefined,
            ...(space && { at: space.id, q: undefined, show: undefined }),
          }),
          replace: true,
        })
      }
    />
  );
}
