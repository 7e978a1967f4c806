import { useRef, useState } from 'react';
import { z } from 'zod';
import { rotateWebhookSecretMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Webhook, WebhookWithSecret } from '#api/generated/types.gen.ts';
import { zWebhookSecretRotation } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { exactTime } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { webhookName } from './labels.ts';
import { type WebhookPath, webhookQueries } from './queries.ts';

/** Shows the secret of a webhook, once. */
export function SecretDialog({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) {
  const { secret = '', previousSecretExpiresAt } = webhook;
  return (
    <Dialog
      title={`Secret of “${webhookName(webhook)}”`}
      size="medium"
      onClose={onClose}
      footer={
        <Button tone="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <Callout tone="warning" className="mb-4">
        Copy the secret now. It isn’t shown again.
      </Callout>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 break-all" aria-label="Secret">
          {secret}
        </code>
        <CopyButton text={secret} what="secret" />
      </div>
      <p className="mt-3 text-ink-soft">
        The receiver verifies the signature of each request with it.
        {previousSecretExpiresAt !== undefined &&
          ` The previous secret is valid until ${exactTime(previousSecretExpiresAt)}.`}
      </p>
    </Dialog>
  );
}

const overlapOptions = [
  { value: '0', label: 'Not at all' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];

interface RotateSecretFormProps {
  path: WebhookPath;
  webhook: Webhook;
  onClose: () => void;
}

/** Replaces the secret, and shows the new one once. */
export function RotateSecretForm({ path, webhook, onClose }: RotateSecretFormProps) {
  const [shown, setShown] = useState<WebhookWithSecret>();
  const rotated = useRef<WebhookWithSecret>(null);
  const rotate = useApiMutation(rotateWebhookSecretMutation(), { invalidates: webhookQueries(path) });
  if (shown) return <SecretDialog webhook={shown} onClose={onClose} />;
  return (
    <FormDialog<{ hours: string }>
      title={`Rotate secret of “${webhookName(webhook)}”`}
      description="Requests are signed with both secrets until the previous one expires."
      size="small"
      submitLabel="Rotate secret"
      schema={z.object({ hours: z.string() })}
      defaultValues={{ hours: '24' }}
      error={rotate.error}
      pending={rotate.isPending}
      onSubmit={async ({ hours }) => {
        const body = zWebhookSecretRotation.parse({ expirePreviousAfterHours: Number(hours) });
        rotated.current = await rotate.mutateAsync({ path, body });
      }}
      onClose={() => (rotated.current ? setShown(rotated.current) : onClose())}
    >
      {({ control }) => (
        <SelectField
          control={control}
          name="hours"
          label="Previous secret stays valid for"
          options={overlapOptions}
        />
      )}
    </FormDialog>
  );
}
