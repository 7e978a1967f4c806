import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { contentOptions } from '#src/features/content/content-query.ts';
import { CreateSpaceForm } from '#src/features/content/create-space-form.tsx';
import { parentOptions } from '#src/features/content/parent-options.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/content/new-space')({ component: NewSpace });

/** The dialog over the tree with which a space is added. */
function NewSpace() {
  const { organizationId } = Route.useParams();
  const { parent = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const parents = parentOptions(tree);
  const first = parents.find(({ value, disabled }) => value === parent && !disabled);
  return (
    <CreateSpaceForm
      organizationId={organizationId}
      parents={parents}
      parent={(first ?? parents.find(({ disabled }) => !disabled))?.value ?? ''}
      onClose={(space) =>
        void navigate({
          to: '..',
          search: (old) => ({ ...old, parent: undefined, ...(space && { at: space.id, q: undefined }) }),
          replace: true,
        })
      }
    />
  );
}
