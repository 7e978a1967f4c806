import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { getWebhookOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { isChat } from '#src/features/webhooks/labels.ts';
import { RotateSecretForm } from '#src/features/webhooks/secret-dialog.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/webhooks_/$webhookId/rotate')({
  component: RotateSecret,
});

function RotateSecret() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: webhook } = useSuspenseQuery(getWebhookOptions({ path }));
  const disabledReason =
    use(ReadOnlyForm) ??
    reasonUnless(!isChat(webhook.format), 'A channel has no secret. Replace its URL instead.');
  return (
    <ReadOnlyForm value={disabledReason}>
      <RotateSecretForm
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
    </ReadOnlyForm>
  );
}
