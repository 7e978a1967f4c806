import { createFileRoute } from '@tanstack/react-router';
import { OptionalForm } from '#src/components/form/optional-form.tsx';
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
    <OptionalForm operation="createSpace" missing="This server can’t create spaces through its API.">
      <CreateSpaceForm
        organizationId={organizationId}
        {...choice}
        onClose={(space) =>
          void (space
            ? navigate({
                to: '/o/$organizationId/spaces/$spaceId/pages',
                params: { organizationId, spaceId: space.id },
                replace: true,
              })
            : navigate({ to: '..', search: (old) => ({ ...old, parent: undefined }), replace: true }))
        }
      />
    </OptionalForm>
  );
}
