import { createFileRoute } from '@tanstack/react-router';
import { NewSiteDialog } from '#src/features/sites/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sites/new')({
  component: NewSite,
});

function NewSite() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <NewSiteDialog
      organizationId={organizationId}
      onClose={() => void navigate({ to: '..', search: true, replace: true })}
      onCreated={({ id }) =>
        void navigate({
          to: '/o/$organizationId/sites/$siteId/structure',
          params: { organizationId, siteId: id },
          replace: true,
        })
      }
    />
  );
}
