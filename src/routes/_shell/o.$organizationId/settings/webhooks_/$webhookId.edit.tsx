import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getWebhookOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { EditWebhookForm } from '#src/features/webhooks/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/webhooks_/$webhookId/edit')({
  component: EditWebhook,
});

function EditWebhook() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: webhook } = useSuspenseQuery(getWebhookOptions({ path }));
  return (
    <EditWebhookForm
      path={path}
      webhook={webhook}
      onClose={() =>
        void navigate({
          to: '/o/$organizationId/settings/webhooks/$webhookId',
          params: path,
          replace: true,
        })
      }
    />
  );
}
