import { createFileRoute } from '@tanstack/react-router';
import { CreateWebhookForm } from '#src/features/webhooks/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/webhooks/new')({
  component: NewWebhook,
});

function NewWebhook() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CreateWebhookForm
      organizationId={params.organizationId}
      onClose={(webhookId) =>
        void (webhookId === null
          ? navigate({ to: '/o/$organizationId/settings/webhooks', params, replace: true })
          : navigate({
              to: '/o/$organizationId/settings/webhooks/$webhookId',
              params: { ...params, webhookId },
              replace: true,
            }))
      }
    />
  );
}
