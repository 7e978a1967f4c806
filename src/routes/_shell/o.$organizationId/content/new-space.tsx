import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { useCan } from '#src/api/extensions.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { CreateSpaceForm } from '#src/features/content/forms.tsx';
import { useParentChoice } from '#src/routes/_shell/o.$organizationId/-content/parent-choice.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/content/new-space')({ component: NewSpace });

/** Dialog over the tree that creates a space. */
function NewSpace() {
  const { organizationId } = Route.useParams();
  const { parent } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useParentChoice(organizationId, parent);
  const isPossible = useCan('createSpace') !== false;
  return (
    <ReadOnlyForm
      value={
        use(ReadOnlyForm) ?? reasonUnless(isPossible, 'This server can’t create spaces through its API.')
      }
    >
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
    </ReadOnlyForm>
  );
}
